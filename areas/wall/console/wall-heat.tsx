import type { CSSProperties, ReactNode } from 'react';
import { useWords } from '#kit/console/words.ts';
import type { TileFigures } from '../model/tiles.ts';
import { written } from './written.ts';

type Shown = Extract<TileFigures, { state: 'heat' }>;

/** Every third column has room for its name. */
const EVERY = 3;

/** A field of cells, the fuller the colour the more; each cell says its value to those who do not see it. */
export function WallHeat({ label, kind, columns, lines, zone }: Shown & { zone: string }): ReactNode {
  const { lang } = useWords();
  const most = Math.max(1e-9, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const isTight = columns.length > 8;
  return (
    <table className="wall-heat">
      <caption>{label}</caption>
      <thead>
        <tr>
          <td />
          {columns.map((column, at) => (
            <th key={`${at} ${column}`} scope="col">
              <span className="gh-sr">{column}</span>
              <span aria-hidden="true">{!isTight || at % EVERY === 0 ? column : ''}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, nth) => (
          <tr key={`${nth} ${line.label}`}>
            <th scope="row">{line.label}</th>
            {line.values.map((value, at) => (
              <td
                key={at}
                style={{ '--heat': `${Math.round((Math.max(0, value ?? 0) / most) * 100)}%` } as CSSProperties}
              >
                <span className="gh-sr">{written(value, kind, lang, zone)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
