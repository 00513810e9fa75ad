import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import type { AnyRow } from './fields.ts';
import type { RowAction, Slots } from './list-table.tsx';
import type { Foresee } from './overlay.tsx';
import { keep, kept } from './storage.ts';

/** How the page of one record shows it, where its declaration alone does not say. */
export type RecordParts = {
  readonly of: Resource;
  readonly slots?: Slots;
  /** Above the facts, and beside them. */
  readonly lead?: (row: AnyRow) => ReactNode;
  readonly detail?: (row: AnyRow) => ReactNode;
  /** Besides the buttons the record offers itself. */
  readonly buttons?: (row: AnyRow, go: (address: string) => void) => readonly RowAction[];
  readonly foresee?: Foresee;
  /** How it is read where the contract has no detail call; null where there is none that the person may see. */
  readonly load?: (id: string, signal: AbortSignal) => Promise<AnyRow | null>;
};

/** An area's own pages of records, by the resource's name; a resource with a detail call has a page without. */
export type Records = Readonly<Record<string, () => Promise<{ default: RecordParts }>>>;

export const recordAddress = (name: string, id: string): string => `/record/${name}/${encodeURIComponent(id)}`;

/**
 * The page of a list that a record was opened from: its address, its call with the query, and the rows as they stood
 * there.
 */
export type Listed = {
  readonly address: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  readonly total: number;
};

const shelf = 'listed';
const allListed = () => kept<Record<string, Listed>>(shelf, 'session') ?? {};
/**
 * Remembered by the resource, for this window and session alone: another window opened by the address has no list
 * behind it.
 */
export const putListed = (name: string, listed: Listed): void =>
  keep(shelf, { ...allListed(), [name]: listed }, 'session');
export const listedOf = (name: string): Listed | null => allListed()[name] ?? null;

/** The position of a record in its list, from 1; null where it is not part of it. */
export function placeIn({ query, ids }: Listed, id: string): number | null {
  const at = ids.indexOf(id);
  return at < 0 ? null : (Number(query['current']) - 1) * Number(query['size']) + at + 1;
}

/** The neighbour of a record: its id, or the page of the list that has it; null at either end. */
export function neighbour(listed: Listed, id: string, by: 1 | -1): { id: string } | { page: number } | null {
  const place = placeIn(listed, id);
  if (place === null) return null;
  const beside = listed.ids[listed.ids.indexOf(id) + by];
  if (beside !== undefined) return { id: beside };
  const next = place + by;
  return next < 1 || next > listed.total ? null : { page: Math.ceil(next / Number(listed.query['size'])) };
}
