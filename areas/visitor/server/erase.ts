/** Who came is forgotten when it is long over, or when he asks; that somebody came stays. */
import type { Db } from '#kit/server/db.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { visitKeptDays } from '../model/parameters.ts';

/** Takes everything personal out of these visits and their cars. They are over; events and sums stay as they were. */
export async function erase(db: Db, tenantId: number, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const at = now.toISOString();
  await db.raw(
    `UPDATE visit SET visitor_name = NULL, phone = NULL, plate_number = NULL, host_name = NULL, reason = NULL,
     remark = NULL, link_key = NULL, link_seed = NULL, erased_time = $3, updated_at = $3
     WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tenantId, [...ids], at],
  );
  await db.raw(
    `UPDATE visitor_car SET plate_number = NULL, updated_at = $3 WHERE tenant_id = $1 AND visit_id = ANY($2::uuid[])`,
    [tenantId, [...ids], at],
  );
  // The log says who did what to a visit; what it held of the visitor goes with him.
  await db.raw(
    `UPDATE audit_log SET before = before - $3::text[], after = after - $3::text[]
     WHERE tenant_id = $1 AND resource IN ('visit', 'visitorCar')
       AND (row_id = ANY($2::text[]) OR row_id IN (SELECT id::text FROM visitor_car
       WHERE tenant_id = $1 AND visit_id = ANY($2::text[]::uuid[])))`,
    [tenantId, [...ids], ['visitorName', 'phone', 'plateNumber', 'hostName', 'reason', 'remark']],
  );
}

const ENDED = `'left', 'refused', 'cancelled', 'noShow', 'expired'`;
const AT_ONCE = 500;
const DAY = 86_400_000;

/** Visits whose personal data is due to go, of all tenants. */
export const dueToErase = async (db: Db, now: Date): Promise<{ tenantId: number; id: string }[]> =>
  db.raw(
    `SELECT tenant_id AS "tenantId", id FROM visit
     WHERE status IN (${ENDED}) AND leave_time < $1 AND erased_time IS NULL LIMIT ${AT_ONCE}`,
    [new Date(now.getTime() - (await parameterIn(db, visitKeptDays)) * DAY).toISOString()],
  );
