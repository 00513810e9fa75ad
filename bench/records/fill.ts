import { insertedOrders } from './orders.ts';
import type { Database } from '#kit/server/db.ts';
import { platformScope } from '#kit/server/db.ts';

const CHUNK = 500_000;

/**
 * Orders number `from` to `to` of the last ninety days, distributed over the car parks, and their daily sums as the
 * product keeps them. Answers the seconds it took.
 */
export async function fill(
  db: Database,
  parks: readonly string[],
  from: number,
  to: number,
  log: (line: string) => void,
): Promise<number> {
  const begun = performance.now();
  for (let at = from; at < to; at += CHUNK) {
    await db.write(platformScope, (on) => insertedOrders(on, parks, at, Math.min(CHUNK, to - at)));
    log(`${Math.min(to, at + CHUNK).toLocaleString('en')} orders`);
  }
  await db.write(platformScope, async (on) => {
    await on.raw('DELETE FROM park_day WHERE park_id = ANY($1::uuid[])', [parks]);
    await on.raw(
      `
      INSERT INTO park_day (tenant_id, company_id, park_id, day, exits, receivable_fen, paid_fen, cash_fen, online_fen,
        payments)
      SELECT tenant_id, company_id, park_id, (created_time AT TIME ZONE 'Asia/Shanghai')::date, count(*),
        sum(receivable_fen), sum(paid_fen), coalesce(sum(paid_fen) FILTER (WHERE pay_type = 'cash'), 0),
        coalesce(sum(paid_fen) FILTER (WHERE pay_type <> 'cash'), 0), count(*)
      FROM parking_order WHERE park_id = ANY($1::uuid[]) GROUP BY 1, 2, 3, 4`,
      [parks],
    );
  });
  return (performance.now() - begun) / 1_000;
}

export const tenantOf = async (db: Database, parkId: string): Promise<number> =>
  (
    await db.read(platformScope, (on) =>
      on.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [parkId]),
    )
  )[0]!.tenantId;
