/** What other areas may ask of duty. */
import type { Db } from '#kit/server/db.ts';

export { writeClock } from './clocks.ts';
export type { Clocked, NewClock } from './clocks.ts';
export { judgeEndedDuties } from './jobs.ts';
export { workerOf } from './person.ts';
export type { Worker } from './person.ts';

/** People on duty now, of a tenant, among those given: they clocked in within a day and not out. */
export async function onDuty(db: Db, tenantId: number, people: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db.raw<{ id: string }>(
    `SELECT DISTINCT user_id AS id FROM rdworkrecord WHERE tenant_id = $1 AND user_id = ANY($2::uuid[]) AND state = 'on' AND start_at > $3::timestamptz - interval '1 day' AND start_at <= $3 AND deleted_at IS NULL`,
    [tenantId, people, now.toISOString()],
  );
  return new Set(rows.map(({ id }) => id));
}
