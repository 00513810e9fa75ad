import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { Value } from './cells.tsx';
import { columnFields, isNumeric } from './fields.ts';
import type { AnyRow } from './fields.ts';
import { WideFrame } from './wide-frame.tsx';
import { useWords } from './words.ts';

/**
 * A few rows of a resource inside a detail: these fields of it, drawn as in its list, and whatever `end` adds to a row.
 */
export function MiniTable({
  of,
  fields,
  rows,
  end,
}: {
  of: Resource;
  fields: readonly string[];
  rows: readonly AnyRow[];
  end?: (row: AnyRow) => ReactNode;
}): ReactNode {
  const { t } = useWords();
  const known = columnFields(of);
  const align = (name: string) =>
    isNumeric(known[name]!.kind) ? 'num' : known[name]!.kind.startsWith('date') ? 'time' : '';
  return (
    <WideFrame>
      <table className="gh-bill">
        <thead>
          <tr>
            {fields.map((name) => (
              <th key={name} scope="col" className={align(name)}>
                {t(known[name]!.label)}
              </th>
            ))}
            {end ? <td className="num gh-no-print" /> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {fields.map((name) => (
                <td key={name} className={align(name)}>
                  <Value name={name} field={known[name]!} row={row} />
                </td>
              ))}
              {end ? <td className="num gh-no-print">{end(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </WideFrame>
  );
}
