/**
 * One payment for several debts: which may go together, and how what came is booked, all parts or none. Money in fen.
 */
import type { Debt } from './debt.ts';
import { outstandingOf } from './debt.ts';

export type CollectionState = 'open' | 'pending' | 'paid' | 'failed' | 'expired';

export interface Part {
  readonly debt: string;
  readonly park: string;
  readonly amountFen: number;
}

export interface Collection {
  readonly id: string;
  readonly state: CollectionState;
  /** The account the money goes to; one payment has one. */
  readonly merchant: string;
  readonly parts: readonly Part[];
}

export const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.amountFen, 0);

/** A debt is bound while a collection of it may still be paid. */
export const isOpen = ({ state }: Pick<Collection, 'state'>): boolean => state === 'open' || state === 'pending';

export type CollectionRefusal = 'nothing-owed' | 'in-another' | 'twice';

/**
 * Opens the collections of the ticked debts: one for each merchant, since a payment has one. All or none are opened.
 * `merchantOf` says where the money of a lot goes; `id` names each collection.
 */
export function openCollections(
  ticked: readonly Debt[],
  others: readonly Collection[],
  merchantOf: (park: string) => string,
  id: (merchant: string) => string,
): { readonly opened: readonly Collection[] } | { readonly refused: CollectionRefusal; readonly debt: string } {
  const bound = new Set(others.filter(isOpen).flatMap(({ parts }) => parts.map(({ debt }) => debt)));
  const seen = new Set<string>();
  for (const debt of ticked) {
    if (seen.has(debt.id)) return { refused: 'twice', debt: debt.id };
    seen.add(debt.id);
    if (outstandingOf(debt) <= 0) return { refused: 'nothing-owed', debt: debt.id };
    if (bound.has(debt.id)) return { refused: 'in-another', debt: debt.id };
  }
  const byMerchant = Map.groupBy(ticked, (debt) => merchantOf(debt.park));
  return {
    opened: [...byMerchant].map(([merchant, debts]) => ({
      id: id(merchant),
      state: 'open',
      merchant,
      parts: debts.map((debt) => ({ debt: debt.id, park: debt.park, amountFen: outstandingOf(debt) })),
    })),
  };
}

/**
 * What a payment of `amountFen` books: every part to its own debt's lot, or nothing where the sum is another or the
 * collection is over. A second word about a paid one books nothing.
 */
export function bookCollection(
  collection: Collection,
  amountFen: number,
): { readonly collection: Collection; readonly booked: readonly Part[] } {
  if (!isOpen(collection) || amountFen !== sumOf(collection.parts)) return { collection, booked: [] };
  return { collection: { ...collection, state: 'paid' }, booked: collection.parts };
}

/** Given up or run out: its debts may be paid another way. What is paid stays paid. */
export const ended = (collection: Collection, state: 'failed' | 'expired'): Collection =>
  isOpen(collection) ? { ...collection, state } : collection;
