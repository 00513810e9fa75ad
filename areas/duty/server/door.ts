/** What other areas may use of duty. */
import type { Db } from '#kit/server/db.ts';

export { clockOwn, writeClock } from './clocks.ts';
export type { Clocked, NewClock } from './clocks.ts';
export { judgeEndedDuties } from './jobs.ts';
export { workerOf } from './person.ts';
export type { Worker } from './person.ts';

/** People on duty now, of a tenant, among those given, and since when: they clocked in within a day and not out. */
export async function onDuty(
  db: Db,
  tenantId: number,
  people: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = await db.raw<{ id: string; since: string }>(
    `SELECT user_id AS id, max(start_at) AS since FROM rdworkrecord
     WHERE tenant_id = $1 AND user_id = ANY($2::uuid[]) AND state = 'on'
     AND start_at > $3::timestamptz - interval '1 day' AND start_at <= $3 AND deleted_at IS NULL GROUP BY 1`,
    [tenantId, people, now.toISOString()],
  );
  return new Map(rows.map(({ id, since }) => [id, since]));
}
