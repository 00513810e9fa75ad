import { insertedOrders } from './orders.ts';
import type { Database } from '#kit/server/db.ts';
import { platformScope } from '#kit/server/db.ts';

export type Filled = { readonly tenantId: number; readonly parks: readonly string[]; readonly seconds: number };

const CHUNK = 500_000;

/** Orders of the last ninety days spread over the lots, and their daily sums as the product keeps them. */
export async function fill(db: Database, parks: readonly string[], count: number, log: (line: string) => void): Promise<Filled> {
  const begun = performance.now();
  const [row] = await db.read(platformScope, (on) => on.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [parks[0]]));
  for (let from = 0; from < count; from += CHUNK) {
    await db.write(platformScope, (on) => insertedOrders(on, parks, from, Math.min(CHUNK, count - from)));
    log(`${Math.min(count, from + CHUNK).toLocaleString('en')} orders`);
  }
  await db.write(platformScope, (on) => on.raw(`
    INSERT INTO park_day (tenant_id, company_id, park_id, day, exits, receivable_fen, paid_fen, cash_fen, online_fen, payments)
    SELECT tenant_id, company_id, park_id, (created_time AT TIME ZONE 'Asia/Shanghai')::date, count(*), sum(receivable_fen), sum(paid_fen), coalesce(sum(paid_fen) FILTER (WHERE pay_type = 'cash'), 0), coalesce(sum(paid_fen) FILTER (WHERE pay_type <> 'cash'), 0), count(*)
    FROM parking_order WHERE park_id = ANY($1::uuid[]) GROUP BY 1, 2, 3, 4 ON CONFLICT DO NOTHING`, [parks]));
  return { tenantId: row!.tenantId, parks, seconds: (performance.now() - begun) / 1_000 };
}
