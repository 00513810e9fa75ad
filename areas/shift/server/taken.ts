/**
 * What a shift took, defined once for its report and for the list behind it. `s` is a shift, `e` a row of its own, `p`
 * how the statement calls a payment, `own` what its tenant is equal to (tenantSql).
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Scope } from '#kit/server/db.ts';

/** Online, at the lanes of its box while it worked. */
export const onlineAt = (
  p: string,
  own: string,
): string => `${p}.tenant_id = ${own} AND ${p}.park_id = s.park_id AND ${p}.pay_type <> 'cash'
  AND ${p}.paid_time >= s.opened_time AND ${p}.paid_time < coalesce(s.cut_time, now())
  AND EXISTS (SELECT 1 FROM park_gate g WHERE g.tenant_id = ${own} AND g.id = ${p}.gate_id AND g.box_id = s.box_id)`;

/** Cash that it wrote down, shown once it is counted; a cash payment begins when it is taken. */
export const cashIn = (
  p: string,
  own: string,
): string => `${p}.tenant_id = ${own} AND ${p}.park_id = e.park_id AND ${p}.pay_type = 'cash' AND ${p}.created_time = e.time AND ${p}.order_id = e.order_id
  AND e.tenant_id = ${own} AND e.shift_id = s.id AND e.kind = 'cash' AND s.cash_fen IS NOT NULL`;

/** Payments taken by the shifts in `shiftId` (ids separated by commas); all without it. */
export function takenBy(shiftIds: unknown, scope: Scope): SQL | undefined {
  const ids = String(shiftIds ?? '')
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter(Boolean);
  if (!ids.every(isId))
    throw new Refused('bad_input', {}, [
      { field: 'shiftId', msg: text('班次应为其编号', 'Shift must be the id of a shift') },
    ]);
  if (ids.length === 0) return undefined;
  // The tenant's number is an integer that the server made.
  const own = scope.platform ? 'payment.tenant_id' : String(Number(scope.tenantId));
  return sql`EXISTS (SELECT 1 FROM shift s WHERE s.tenant_id = ${sql.raw(own)} AND s.id IN ${ids}
    AND ((${sql.raw(onlineAt('payment', own))}) OR EXISTS (SELECT 1 FROM shift_entry e
    WHERE ${sql.raw(cashIn('payment', own))})))`;
}
