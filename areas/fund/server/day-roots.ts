/** Days whose settlements are all confirmed are closed: their root is worked out once and chained to the one before. */
import { createHash } from 'node:crypto';
import { closingDays, linkOf, rootOf } from '#domain/fund/day-root.ts';
import type { LooseDay, SettledRow } from '#domain/fund/day-root.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { BACK_DAYS } from './count.ts';
import { ZONE } from './ledger.ts';

type Loose = LooseDay & { readonly parkId: string };
type Settlement = SettledRow & { readonly id: string; readonly companyId: string };
type Head = { readonly no: number; readonly link: string };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Days of lots with settlements that are in no root yet. */
const looseDays = (db: Db, tenantId: number): Promise<Loose[]> =>
  db.raw<Loose>(
    `SELECT park_id AS "parkId", to_char(day, 'YYYY-MM-DD') AS day,
      (count(*) FILTER (WHERE status <> 'confirmed'))::int AS open,
      (count(*) FILTER (WHERE status = 'confirmed'))::int AS loose
     FROM settlement_record WHERE tenant_id = $1 AND root_no IS NULL AND deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    [tenantId],
  );

/** The confirmed settlements of a day that are in no root; held, so that none gets into two. */
const confirmedOf = (db: Db, tenantId: number, parkId: string, day: Day): Promise<Settlement[]> =>
  db.raw<Settlement>(
    `SELECT id, company_id AS "companyId", settle_no AS "settleNo", to_char(day, 'YYYY-MM-DD') AS day,
      coalesce(count, 0)::bigint AS count, coalesce(gross_fen, 0) AS "grossFen", coalesce(refund_fen, 0) AS "refundFen",
      coalesce(adjust_fen, 0) AS "adjustFen", coalesce(channel_fee_fen, 0) AS "channelFeeFen",
      coalesce(share_fen, 0) AS "shareFen",
      coalesce(net_fen, 0) AS "netFen", coalesce(service_fee_fen, 0) AS "serviceFeeFen",
      coalesce(coupon_fen, 0) AS "couponFen", coalesce(due_fen, 0) AS "dueFen"
     FROM settlement_record
     WHERE tenant_id = $1 AND park_id = $2 AND day = $3 AND status = 'confirmed' AND root_no IS NULL
       AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [tenantId, parkId, day],
  );

const headOf = async (db: Db, tenantId: number, parkId: string): Promise<Head | null> =>
  (
    await db.raw<Head>(
      `SELECT no, link FROM day_root WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL
       ORDER BY no DESC LIMIT 1`,
      [tenantId, parkId],
    )
  )[0] ?? null;

const sumOf = (rows: readonly Settlement[], of: 'grossFen' | 'netFen'): number =>
  rows.reduce((sum, row) => sum + Number(row[of]), 0);

/** Closes one day of a lot after `head`. @returns the new end of its chain */
async function closeDay(
  db: Db,
  { tenantId, parkId, day }: { tenantId: number; parkId: string; day: Day },
  head: Head | null,
  now: Date,
): Promise<Head | null> {
  const rows = await confirmedOf(db, tenantId, parkId, day);
  if (rows.length === 0) return head;
  const no = Number(head?.no ?? 0) + 1;
  const root = rootOf(day, rows, sha256);
  const link = linkOf(head?.link ?? null, no, root, sha256);
  const at = now.toISOString();
  await insertRows(
    db,
    'day_root',
    [
      {
        tenant_id: tenantId,
        company_id: rows[0]!.companyId,
        park_id: parkId,
        id: newId(now.getTime()),
        created_at: at,
        updated_at: at,
        day,
        no,
        rows: rows.length,
        gross_fen: sumOf(rows, 'grossFen'),
        net_fen: sumOf(rows, 'netFen'),
        root,
        previous: head?.link ?? null,
        link,
        closed_time: at,
      },
    ],
    '',
  );
  await db.raw(
    'UPDATE settlement_record SET root_no = $3 WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($4::uuid[])',
    [tenantId, parkId, no, rows.map(({ id }) => id)],
  );
  return { no, link };
}

/** Closes what can be closed of a group's days. Again gives nothing new. */
export async function closeDays(db: Db, tenantId: number, now: Date): Promise<void> {
  const waitFrom = addDays(dayOf(now.getTime(), ZONE), -BACK_DAYS);
  for (const [parkId, days] of Map.groupBy(await looseDays(db, tenantId), (each) => each.parkId)) {
    const closing = closingDays(days, waitFrom);
    if (closing.length === 0) continue;
    let head = await headOf(db, tenantId, parkId);
    for (const day of closing) head = await closeDay(db, { tenantId, parkId, day }, head, now);
  }
}

/** The clock's part: every group. */
export async function closeAll(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenant: number }>(
      "SELECT DISTINCT tenant_id AS tenant FROM settlement_record WHERE root_no IS NULL AND status = 'confirmed'",
    ),
  );
  for (const { tenant } of tenants) await database.write(tenantScope(tenant), (db) => closeDays(db, tenant, now));
}
