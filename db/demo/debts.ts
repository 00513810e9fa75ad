/**
 * Debts of the made-up past: its orders are copied in, so no posting has reported the unpaid rest to the roadside area.
 */
import type { Database } from '#kit/server/db.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Ask } from './build-base.ts';

const TERM = `interval '48 hours'`;

/**
 * Enters a debt for each order of a tenant that was left owing, as far as it has none. Due 48 hours after it was born,
 * the default of a lot. The sums are those of the arrears account, so that account and debts agree to the fen.
 */
export async function enterDebts(database: Database, tenantId: number): Promise<void> {
  await database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `INSERT INTO rd_escape (tenant_id, company_id, park_id, id, escape_no, section_id, berth_no, plate_number,
        in_time, out_time, owed_fen, paid_fen,
         cancelled_fen, written_off_fen, outstanding_fen, status, born_time, due_time, end_time, notices, blocked,
         order_id, stay_id)
       SELECT o.tenant_id, o.company_id, o.park_id, o.id,
         'Q' || to_char(a.born AT TIME ZONE 'Asia/Shanghai',
         'YYYYMMDD') || upper(right(replace(o.id::text, '-', ''), 12)),
         s.section_id, b.berth_no, o.plate_number, o.in_time, a.born, a.owed, a.paid, 0, a.waived,
         a.owed - a.paid - a.waived,
         CASE WHEN a.owed > a.paid + a.waived THEN CASE WHEN a.born + ${TERM} <= now() THEN 'owing' ELSE 'waiting' END
           WHEN a.waived > 0 THEN 'writtenOff' ELSE 'paid' END,
         a.born, a.born + ${TERM}, CASE WHEN a.owed > a.paid + a.waived THEN NULL ELSE a.moved END, 0, false,
         o.id::text, o.stay_id
       FROM (
         SELECT tenant_id, subject_id, min(at) AS born, max(at) AS moved,
         sum(amount_fen) FILTER (WHERE kind = 'owed') AS owed,
           coalesce(-sum(amount_fen) FILTER (WHERE kind IN ('payment', 'stored-value')), 0) AS paid,
           coalesce(-sum(amount_fen) FILTER (WHERE kind = 'waiver'), 0) AS waived
         FROM ledger_line WHERE tenant_id = $1 AND account = 'arrears' GROUP BY tenant_id, subject_id
       ) a
       JOIN parking_order o ON o.tenant_id = a.tenant_id AND o.id = a.subject_id
       LEFT JOIN stay s ON s.tenant_id = o.tenant_id AND s.id::text = o.stay_id AND s.begin_time = o.in_time
        AND s.berth_id IS NOT NULL
       LEFT JOIN rd_berth b ON b.tenant_id = s.tenant_id AND b.id = s.berth_id
       LEFT JOIN rd_escape known ON known.tenant_id = o.tenant_id AND known.id = o.id
       WHERE a.owed IS NOT NULL AND known.id IS NULL
       ON CONFLICT DO NOTHING`,
      [tenantId],
    ),
  );
}

/** Drivers who come to the desk with what they owe at the curb: one in three of the newest debts is paid in cash. */
export async function payDebts(ask: Ask): Promise<void> {
  const { records } = await ask('GET', 'pda/rdEscape/list', { size: 60, status: 'owing,waiting' });
  const paid = (records as { id: string }[]).filter((_, nth) => nth % 3 === 0);
  for (const { id } of paid) await ask('POST', '/api/gatehouse/rdEscape/collect', { recordId: id });
}
