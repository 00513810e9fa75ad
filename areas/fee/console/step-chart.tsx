import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import type { PriceStep } from '#domain/fee/picture.ts';
import { HOUR } from '#domain/time/zone.ts';
import { duration } from '#kit/declare/format.ts';
import { useWords } from '#kit/console/words.ts';

export type Curve = { readonly name: string; readonly steps: readonly PriceStep[] };
type Props = { curves: readonly Curve[]; longestMs: number; title: string };

const HOURS = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 72, 168] as const;
const MOST_MARKS = 8;
/** Steps of the price scale, in fen. */
const FEN = [1, 2, 5].flatMap((lead) => Array.from({ length: 9 }, (_, nth) => lead * 10 ** nth)).sort((a, b) => a - b);

const marks = (step: number, to: number): number[] =>
  Array.from({ length: Math.floor(to / step) + 1 }, (_, nth) => nth * step);

/** The line of one price: level to the next change, then straight up; broken where there is no price. */
export function pathOf(steps: readonly PriceStep[], longestMs: number, highest: number): string {
  const at = (ms: number, fen: number) =>
    `${((ms / longestMs) * 1000).toFixed(2)} ${(1000 - (fen / highest) * 1000).toFixed(2)}`;
  let drawn = '';
  let pen: number | null = null;
  for (const [nth, { ms, fen }] of steps.entries()) {
    const end = Math.min(longestMs, steps[nth + 1]?.ms ?? longestMs);
    if (fen !== null) drawn += `${pen === null ? 'M' : 'L'}${at(ms, fen)}L${at(end, fen)}`;
    pen = fen;
  }
  return drawn;
}

/** Price against length of stay, exact to the second at which it changes. One rule, or two to compare. */
export function StepChart({ curves, longestMs, title }: Props): ReactNode {
  const { lang } = useWords();
  const most = Math.max(1, ...curves.flatMap(({ steps }) => steps.map(({ fen }) => fen ?? 0)));
  const fenStep = FEN.find((step) => most / step <= 5) ?? FEN.at(-1)!;
  const highest = Math.ceil((most * 1.05) / fenStep) * fenStep;
  const hourStep = (HOURS.find((step) => longestMs / HOUR / step <= MOST_MARKS) ?? 168) * HOUR;
  return (
    <figure className="fr-chart">
      <div className="plot" role="img" aria-label={title}>
        {marks(fenStep, highest).map((fen) => (
          <span key={fen} className="money" style={{ bottom: `${(fen / highest) * 100}%` }}>
            {formatFen(fen, lang).replace(/\.00$/, '')}
          </span>
        ))}
        {marks(hourStep, longestMs)
          .slice(1)
          .map((ms) => (
            <span key={ms} className="hour" style={{ left: `${(ms / longestMs) * 100}%` }}>
              {duration(ms / 1000, lang)}
            </span>
          ))}
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {curves.map(({ name, steps }, nth) => (
            <path key={name} className={nth === 0 ? 'one' : 'two'} d={pathOf(steps, longestMs, highest)} />
          ))}
        </svg>
      </div>
      {curves.length > 1 ? (
        <figcaption>
          {curves.map(({ name }, nth) => (
            <span key={name}>
              <i className={nth === 0 ? 'one' : 'two'} />
              {name}
            </span>
          ))}
        </figcaption>
      ) : null}
    </figure>
  );
}
