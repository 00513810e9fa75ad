import type { Db } from '#kit/server/db.ts';

/** Paid orders with plates, amounts and times that differ; the same numbers are the same rows. */
export async function insertedOrders(on: Db, parks: readonly string[], from: number, count: number): Promise<void> {
  await on.raw(
    `
    INSERT INTO parking_order (tenant_id, company_id, park_id, id, order_no, plate_number, kind, status, pay_type,
      created_time, priced_time, in_time, paid_time, receivable_fen, derate_fen, waived_fen, paid_fen, outstanding_fen,
      refunded_fen, surplus_fen)
    SELECT p.tenant_id, p.company_id, p.id, gen_random_uuid(), 'B' || lpad(n::text, 12, '0'),
      '浙A' || upper(lpad(to_hex(n % 1048576), 5, '0')), 'exit', 'paid',
      (ARRAY['wechat', 'alipay', 'cash', 'wechat'])[1 + n % 4],
      at, at, at - (n % 600 + 20) * interval '1 minute', at + interval '20 seconds', 500 * (1 + n % 9), 0, 0,
      500 * (1 + n % 9), 0, 0, 0
    FROM generate_series($2::bigint, $2::bigint + $3::bigint - 1) n
    CROSS JOIN LATERAL (SELECT date_trunc('day', now()) - ((n * 7919) % 7776000) * interval '1 second' AS at) t
    JOIN park p ON p.id = ($1::uuid[])[1 + (n % $4::int)::int]`,
    [parks, from, count, parks.length],
  );
}
