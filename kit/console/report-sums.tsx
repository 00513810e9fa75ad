import type { ReactNode } from 'react';
import type { Report } from '#kit/declare/report.ts';
import { change } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { asText } from './cells.tsx';
import { useWords } from './words.ts';

const words = {
  sums: text('合计与上期比较', 'Totals compared with the previous period'),
  before: text('较上期', 'vs previous period'),
  notOver: text('今日未结束，比较不含今日', 'Today is not over: compared without it'),
  alone: text('今日未结束，不作比较', 'Today is not over: nothing is compared'),
};

/**
 * The sums over the whole filter, each with its change against the period of the same length before. Their places stand
 * there before they come.
 */
export function ReportSums({
  of,
  totals,
  finished,
  previous,
}: {
  of: Report;
  totals: Readonly<Record<string, number>> | undefined;
  finished: Readonly<Record<string, number>> | undefined;
  previous: Readonly<Record<string, number>> | undefined;
}): ReactNode {
  const wording = useWords();
  const note = finished ? words.notOver : previous && Object.keys(previous).length === 0 ? words.alone : null;
  return (
    <>
      <div className="gh-sums" role="group" tabIndex={0} aria-label={wording.t(words.sums)}>
        {Object.entries(of.measures)
          .filter(([name]) => (of.tiles?.includes(name) ?? true) && (!totals || totals[name] !== undefined))
          .map(([name, field]) => {
            const [now, before] = [(finished ?? totals)?.[name], previous?.[name]];
            const moved =
              now === undefined
                ? null
                : change(now, before, wording.lang, (value) => asText(field.kind, value, wording));
            const arrow = moved === null || moved === '0.0%' ? '' : now! > before! ? '▲ ' : '▼ ';
            return (
              <div key={name}>
                <div className="gh-dim">{wording.t(field.label)}</div>
                <div className="value">{totals ? asText(field.kind, totals[name]!, wording) : '…'}</div>
                <div className="gh-num">
                  {moved ? (
                    <span className="gh-dim">
                      {wording.t(words.before)} {arrow}
                      {moved}
                    </span>
                  ) : (
                    <span className="gh-dim">—</span>
                  )}
                </div>
              </div>
            );
          })}
      </div>
      {note ? <p className="gh-dim gh-sums-note">{wording.t(note)}</p> : null}
    </>
  );
}
