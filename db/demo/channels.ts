/**
 * The payment channels' records of the demo's last weeks: each online payment once, a few queried because no notice
 * came, a few notified twice.
 */
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

/** Older words are of no use to anybody at the desk, and would be as many rows as there are payments. */
const STATEMENT_DAYS = 14;

export async function loadChannelWords(
  database: Database,
  tenantId: number,
  parkId: string,
  now: number,
): Promise<void> {
  const since = new Date(now - STATEMENT_DAYS * 86_400_000).toISOString();
  await database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `INSERT INTO channel_record (tenant_id, company_id, park_id, id, created_at, updated_at, pay_type, trade_no,
        plate_number, order_id, time, source, asked_fen, said_fen, result)
     SELECT p.tenant_id, p.company_id, p.park_id, gen_random_uuid(), notice.at, notice.at, p.pay_type, p.trade_no,
        p.plate_number, p.order_id, notice.at, CASE WHEN notice.nth = 1
        AND get_byte(uuid_send(p.id), 15) < 10 THEN 'query' ELSE 'notice' END, p.receivable_fen - p.derate_fen,
        p.amount_fen,
       CASE WHEN notice.nth = 1 THEN 'booked' ELSE 'repeated' END
     FROM payment p JOIN LATERAL (VALUES (1, p.paid_time), (2, p.paid_time + interval '15 seconds')) AS notice(nth,
        at) ON notice.nth = 1 OR get_byte(uuid_send(p.id), 14) < 6
     WHERE p.tenant_id = $1 AND p.park_id = $2 AND p.pay_type NOT IN ('cash', 'storedValue') AND p.paid_time >= $3
        AND p.created_time >= $3::timestamptz - interval '1 day' RETURNING 1`,
      [tenantId, parkId, since],
    ),
  );
}
