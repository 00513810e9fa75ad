/** What other areas may ask of shifts. */
import type { Db } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';

/** Whether a shift works the box and takes its cash now. */
export async function boxIsManned(db: Db, tenantId: number, boxId: string): Promise<boolean> {
  const rows = await db.raw('SELECT 1 FROM box_till WHERE tenant_id = $1 AND box_id = $2 AND taking', [tenantId, boxId]);
  return rows.length > 0;
}

/** The box a person is on duty at, of the lots `db` may see; null where he is on duty at none. */
export async function boxOfPerson(db: Db, userId: string): Promise<string | null> {
  const values: unknown[] = [userId];
  const [row] = await db.raw<{ box: string }>(`SELECT s.box_id AS box FROM shift s WHERE s.operator_id = $1 AND s.status IN ('open', 'counting', 'counted') AND ${scopedSql(db.scope, 's', values)} ORDER BY s.opened_time DESC LIMIT 1`, values);
  return row?.box ?? null;
}

export { isBlind, notBlind } from './blind.ts';
