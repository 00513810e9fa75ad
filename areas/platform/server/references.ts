/** Which table a column names by what it is called: `gate_id` the rows of `gate`, `gates` or `park_gate`. Pure. */
import type { OutsideColumn } from '../model/datasource.ts';

/** `schema.table`, and the type of what its rows are known by. */
export type KeyedTable = { readonly table: string; readonly keyType: string };

const formsOf = (stem: string): string[] => [
  stem,
  `${stem}s`,
  `${stem}es`,
  ...(stem.endsWith('y') ? [`${stem.slice(0, -1)}ies`] : []),
];

const nameOf = ({ table }: KeyedTable): string => table.slice(table.indexOf('.') + 1).toLowerCase();
/** The only one; none where there are several. */
const sole = (found: readonly KeyedTable[]): string | null => (found.length === 1 ? found[0]!.table : null);

/**
 * @param own `schema.table` of the column; tables of its schema go before others
 * @returns the table, whose key has the column's type; null where none or more than one may be meant
 */
export function tableNamedBy(
  { name, type, isKey }: Pick<OutsideColumn, 'name' | 'type' | 'isKey'>,
  tables: readonly KeyedTable[],
  own: string,
): string | null {
  const stem = /^([a-z][a-z0-9_]*)_id$/.exec(name.toLowerCase())?.[1];
  if (!stem || isKey) return null;
  const fitting = tables.filter(({ keyType }) => keyType === type);
  if (stem === 'parent') return fitting.find(({ table }) => table === own)?.table ?? null;
  const beside = fitting.filter(({ table }) => table.startsWith(own.slice(0, own.indexOf('.') + 1)));
  const words = stem.split('_');
  for (const among of [beside, fitting])
    for (let at = 0; at < words.length; at += 1) {
      const forms = formsOf(words.slice(at).join('_'));
      const found =
        sole(among.filter((each) => forms.includes(nameOf(each)))) ??
        sole(among.filter((each) => forms.some((form) => nameOf(each).endsWith(`_${form}`))));
      if (found) return found;
    }
  return null;
}
