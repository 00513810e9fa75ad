import type { AnyRow } from '#kit/console/fields.ts';
import type { MapTone } from '#kit/console/map.tsx';

export type WorkPlace = { readonly parkId: string; readonly name: string; readonly orders: readonly AnyRow[] };

const due = (row: AnyRow): number => Date.parse(String(row['solveDue'] ?? '')) || Number.POSITIVE_INFINITY;

/** The colour of the most urgent: overdue, still to be done, or only to be checked. */
export function toneOfWork(orders: readonly AnyRow[], now: number): MapTone {
  const toDo = orders.filter((row) => row['status'] !== 'done');
  if (toDo.length === 0) return 'ok';
  return toDo.some((row) => due(row) < now) ? 'bad' : 'warn';
}

/** Work orders by their car park, the place with the one due first on top. */
export function placesOf(rows: readonly AnyRow[]): WorkPlace[] {
  const byPark = Map.groupBy(
    rows.toSorted((a, b) => due(a) - due(b)),
    (row) => String(row['parkId'] ?? ''),
  );
  return [...byPark].map(([parkId, orders]) => ({
    parkId,
    name: orders[0]!.labels?.['parkId'] ?? '—',
    orders,
  }));
}
