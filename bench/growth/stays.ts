import type { Database } from '#kit/server/db.ts';
import { platformScope } from '#kit/server/db.ts';

const CHUNK = 500_000;

/** Ended stays of the last ninety days, number `from` to `to`, distributed over the car parks; plates repeat. */
export async function stays(db: Database, parks: readonly string[], from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    await db.write(platformScope, (on) =>
      on.raw(
        `
      INSERT INTO stay (tenant_id, company_id, park_id, id, begin_time, plate_number, plate_colour, kind, status,
          in_time, in_time_raw, out_time, out_time_raw, stay_seconds)
      SELECT p.tenant_id, p.company_id, p.id, gen_random_uuid(), at - stood,
          '浙A' || upper(lpad(to_hex(n % 1048576), 5, '0')), 'blue', 'temp', 'closed', at - stood, at - stood, at, at,
          extract(epoch FROM stood)::int
      FROM generate_series($2::bigint, $2::bigint + $3::bigint - 1) n
      CROSS JOIN LATERAL (SELECT date_trunc('day', now()) - ((n * 7919) % 7776000) * interval '1 second' AS at,
          (n % 600 + 20) * interval '1 minute' AS stood) t
      JOIN park p ON p.id = ($1::uuid[])[1 + (n % $4::int)::int]`,
        [parks, at, Math.min(CHUNK, to - at), parks.length],
      ),
    );
  }
}
