import type { AnyRow } from './fields.ts';

export type TreeRow = AnyRow & { readonly children?: readonly TreeRow[] };
export type FlatRow = AnyRow & { readonly depth: number; readonly leaf: boolean };

/** The rows in view: children of open rows; with a word, every row that has it and the way down to it. */
export function flatten(
  rows: readonly TreeRow[],
  open: ReadonlySet<string>,
  word: string,
  nameOf: (row: AnyRow) => string,
  depth = 0,
): FlatRow[] {
  return rows.flatMap((row) => {
    const { children = [], ...own } = row;
    const below = word || open.has(row.id) ? flatten(children, open, word, nameOf, depth + 1) : [];
    if (word && below.length === 0 && !nameOf(row).toLowerCase().includes(word.toLowerCase())) return [];
    return [{ ...(own as AnyRow), depth, leaf: children.length === 0 }, ...below];
  });
}

/** Ids of all rows that have others below them. */
export const branches = (rows: readonly TreeRow[]): string[] =>
  rows.flatMap((row) => (row.children && row.children.length > 0 ? [row.id, ...branches(row.children)] : []));
