import type { ReactNode } from 'react';
import type { Report } from '#kit/declare/report.ts';
import { fill, text } from '#kit/declare/text.ts';
import { asText } from './cells.tsx';
import type { AnyRow } from './fields.ts';
import { today } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { monthsBeside } from './months.ts';
import { WideFrame } from './wide-frame.tsx';
import { useWords } from './words.ts';

const words = {
  title: text('逐月对比', 'Months side by side'),
  item: text('项目', 'Item'),
  moved: text('{month} 环比', '{month} vs month before'),
  running: text('{month}（未完）', '{month} (so far)'),
};

/**
 * A report by month turned round: a column for each month, a line for each figure, and how the last whole one moved.
 */
export default function MonthsBeside({ of, by, rows }: { of: Report; by: string; rows: readonly AnyRow[] }): ReactNode {
  const localized = useWords();
  const { t } = localized;
  const now = today(zone()).slice(0, 7);
  const turned = monthsBeside(of, by, rows, now);
  if (!turned) return null;
  const { months, compared, lines } = turned;
  return (
    <section className="gh-card gh-months">
      <div className="gh-tools">
        <h2 className="gh-group">{t(words.title)}</h2>
      </div>
      <WideFrame>
        <table className="gh-bill" aria-label={t(words.title)}>
          <thead>
            <tr>
              <th scope="col">{t(words.item)}</th>
              {months.map((month) => (
                <th key={month} scope="col" className="num">
                  {month < now ? month : t(fill(words.running, { month }))}
                </th>
              ))}
              {compared ? (
                <th scope="col" className="num">
                  {t(fill(words.moved, { month: compared }))}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, figures, moved }) => (
              <tr key={name}>
                <th scope="row">{t(of.measures[name]!.label)}</th>
                {figures.map((figure, nth) => (
                  <td key={months[nth]} className="num">
                    {asText(of.measures[name]!.kind, figure, localized)}
                  </td>
                ))}
                {compared ? <td className="num">{moved ?? '—'}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </WideFrame>
    </section>
  );
}
