import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { lengthWords } from '#domain/fee/lint-words.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { fill, text } from '#kit/declare/text.ts';
import { wallTime } from '#kit/declare/format.ts';
import { useWords } from '#kit/console/words.ts';

const words = { none: text('无价格', 'no price'), stay: text('停{length}', '{length}') };

export type ShownStay = { readonly inAt: number; readonly outAt: number; readonly fen: number | null };

/** Steps of the scale, the finest whose marks fit. */
const STEPS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  48 * HOUR,
  7 * 24 * HOUR,
  30 * 24 * HOUR,
  365 * 24 * HOUR,
] as const;
const MARKS = 6;

/** Moments between two, evenly on the wall clock of whole steps from the first mark on. */
export function marksBetween(from: number, to: number): number[] {
  const step = STEPS.find((each) => (to - from) / each <= MARKS) ?? STEPS.at(-1)!;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, nth) => first + nth * step);
}

const LEAST_SHARE = 0.6;

/**
 * Stays one below the other on one scale of time, each with its price: how a longer one, or two short ones, compare.
 */
export function TimeLine({ stays, zone }: { stays: readonly ShownStay[]; zone: string }): ReactNode {
  const { t, lang } = useWords();
  const [from, to] = [Math.min(...stays.map(({ inAt }) => inAt)), Math.max(...stays.map(({ outAt }) => outAt))];
  const length = Math.max(1, to - from);
  const at = (instant: number) => wallTime(new Date(instant).toISOString(), zone);
  const share = (instant: number) => ((instant - from) / length) * 100;
  return (
    <div className="fr-line">
      <div className="scale" aria-hidden="true">
        {marksBetween(from, to).map((mark) => (
          <span key={mark} style={{ left: `${share(mark)}%` }}>
            {at(mark).slice(length > 24 * HOUR ? 5 : 11, 16)}
          </span>
        ))}
      </div>
      <ol>
        {stays.map(({ inAt, outAt, fen }, nth) => (
          <li key={nth}>
            <div className="way">
              <i
                className={nth === 0 ? 'shown' : 'other'}
                style={{ left: `${share(inAt)}%`, width: `${Math.max(LEAST_SHARE, share(outAt) - share(inAt))}%` }}
              />
            </div>
            <span>
              {at(inAt)} → {at(outAt).slice(at(inAt).slice(0, 10) === at(outAt).slice(0, 10) ? 11 : 0)}
              {lang === 'zh' ? '，' : ', '}
              {t(fill(words.stay, { length: lengthWords(outAt - inAt) }))}
              {lang === 'zh' ? '：' : ': '} <b>{fen === null ? t(words.none) : formatFen(fen, lang)}</b>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
