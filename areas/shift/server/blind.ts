/**
 * The count is blind: before submitting it, the person on duty does not see the cash of the current shift, neither in
 * rows nor in sums.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';

/** The caller's own shifts whose count is not submitted yet, over `w`. */
export const uncounted = (work: Pick<Work, 'person'>): SQL =>
  sql`w.tenant_id = ${work.person.tenantId} AND w.operator_id = ${work.person.userId} AND w.status IN ('open', 'counting')`;

/** False for orders whose cash the caller's own uncounted shift took. `order`: their id as text. */
export const notBlind = (work: Pick<Work, 'person'>, order: SQL): SQL =>
  // Queried once first: whoever works no such shift, nearly everybody, has no row to compare.
  sql`(NOT EXISTS (SELECT 1 FROM shift w WHERE ${uncounted(work)})
    OR coalesce(${order}, '') <> ALL (ARRAY(SELECT e.order_id FROM shift w
    JOIN shift_entry e ON e.tenant_id = w.tenant_id AND e.shift_id = w.id AND e.order_id IS NOT NULL
    WHERE ${uncounted(work)})))`;

/** Whether the caller works a shift that is not counted. */
export async function isBlind(work: Pick<Work, 'person' | 'db'>): Promise<boolean> {
  const values: unknown[] = [work.person.userId];
  const rows = await work.db.raw(
    `SELECT 1 FROM shift w WHERE w.operator_id = $1 AND w.status IN ('open', 'counting') AND ${scopedSql(work.db.scope, 'w', values)} LIMIT 1`,
    values,
  );
  return rows.length > 0;
}
