import type pg from 'pg';
import { copyOut } from '#db/backup/copy.ts';

/**
 * Seconds that PostgreSQL itself takes to write out the rows of the files, by their order. `span`: the first and the
 * last day, of China's time.
 */
export async function copied(admin: pg.Client, span: { from: string; to: string }): Promise<number> {
  const from = performance.now();
  const { bytes, rows: count } = copyOut(
    admin,
    `COPY (SELECT plate_number, park_id, status, pay_type, receivable_fen, derate_fen, paid_fen, refunded_fen, created_time, paid_time, in_time, order_no FROM parking_order
    WHERE created_time >= '${span.from}T00:00:00+08:00' AND created_time <= '${span.to}T23:59:59.999+08:00' ORDER BY created_time DESC) TO STDOUT (FORMAT csv)`,
  );
  for await (const chunk of bytes) void chunk;
  await count;
  return (performance.now() - from) / 1_000;
}
