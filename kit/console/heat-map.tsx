import type { CSSProperties, ReactNode } from 'react';
import type { Report } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { asText } from './cells.tsx';
import type { AnyRow } from './fields.ts';
import { figureOf } from './months.ts';
import { useWords } from './words.ts';
import './look/heat-map.css';

const least = text('少', 'Low');
const most = text('多', 'High');

/**
 * A field of cells, the darker the more: rows by one dimension, columns by another, as a report declares them. Each
 * cell says its value.
 */
export default function HeatMap({ of, rows }: { of: Report; rows: readonly AnyRow[] }): ReactNode {
  const localized = useWords();
  const { t } = localized;
  const chart = of.chart;
  if (chart?.kind !== 'heat') return null;
  const { x, by } = chart;
  const name = chart.y[0]!;
  const measure = of.measures[name]!;
  // Choices are all drawn, hours without a value too; of what rows point at, those that have a row, by their names.
  const named = (dimension: string): Map<string, string> => {
    const { options } = of.dimensions[dimension]!;
    if (options) return new Map(Object.entries(options).map(([key, label]) => [key, t(label)]));
    return new Map(rows.map((row) => [String(row[dimension]), row.labels?.[dimension] ?? String(row[dimension])]));
  };
  const names = { [x]: named(x), [by]: named(by) };
  const keysOf = (dimension: string): string[] =>
    [...names[dimension]!.keys()].sort((a, b) =>
      of.dimensions[dimension]!.options ? (a < b ? -1 : 1) : labelOf(dimension, a).localeCompare(labelOf(dimension, b)),
    );
  const labelOf = (dimension: string, key: string): string => names[dimension]!.get(key)!;
  // Lines may be about more than the two: those of one cell are taken together.
  const cells = Map.groupBy(rows, (row) => `${String(row[by])} ${String(row[x])}`);
  const values = new Map([...cells].map(([key, same]) => [key, figureOf(of, same, name)]));
  const highest = Math.max(0, ...values.values());
  const cell = (line: string, column: string): ReactNode => {
    const value = values.get(`${line} ${column}`);
    const words = value === undefined ? '—' : asText(measure.kind, value, localized);
    const share = value === undefined || highest === 0 ? 0 : Math.round((value / highest) * 100);
    return (
      <td
        key={column}
        style={{ '--heat': `${share}%` } as CSSProperties}
        title={`${labelOf(by, line)} ${labelOf(x, column)} · ${t(measure.label)} ${words}`}
      >
        <span className="gh-sr">{words}</span>
      </td>
    );
  };
  return (
    <div className="gh-heat" tabIndex={0} role="group" aria-label={t(of.title)}>
      <table>
        <caption>
          {t(measure.label)}
          <i aria-hidden="true">
            {t(least)} <b /> {t(most)} {asText(measure.kind, highest, localized)}
          </i>
        </caption>
        <thead>
          <tr>
            <td />
            {keysOf(x).map((column) => (
              <th key={column} scope="col">
                <span className="gh-sr">{labelOf(x, column)}</span>
                <span aria-hidden="true">{Number(column) % 3 === 0 ? column : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keysOf(by).map((line) => (
            <tr key={line}>
              <th scope="row">{labelOf(by, line)}</th>
              {keysOf(x).map((column) => cell(line, column))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
