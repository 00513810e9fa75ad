/** The differences of days of money as they are stored. */
import type { Db } from '#kit/server/db.ts';

/** Pairs of which a difference has changed or is gone since: the others are to be explained again. */
export async function unequalPairs(db: Db, tenantId: number): Promise<string[]> {
  const rows = await db.raw<{ pair: string }>(
    `SELECT pair_no AS pair FROM money_item WHERE tenant_id = $1 AND pair_no IS NOT NULL AND deleted_at IS NULL
     GROUP BY pair_no HAVING coalesce(sum(amount_fen) FILTER (WHERE status = 'paired'), 0) <> 0`,
    [tenantId],
  );
  return rows.map(({ pair }) => pair);
}

/** Whether the differences of proved days (ids of `money_day`) are others than those stored, be their sums the same. */
export async function haveOtherItems(
  db: Db,
  tenantId: number,
  days: ReadonlySet<string>,
  items: readonly { readonly id: string; readonly fen: number }[],
): Promise<boolean> {
  const stored = await db.raw<{ readonly id: string; readonly fen: number }>(
    `SELECT id, amount_fen::bigint AS fen FROM money_item
     WHERE tenant_id = $1 AND money_day_id = ANY($2::uuid[]) AND status <> 'settled' AND deleted_at IS NULL`,
    [tenantId, [...days]],
  );
  const fenOf = new Map(stored.map(({ id, fen }) => [id, fen]));
  return items.length !== fenOf.size || items.some(({ id, fen }) => fenOf.get(id) !== fen);
}
