/** What the clock does for attendance: duties are judged once their shift is over. */
import { addDays, dayOf } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import { recomputeDays } from './recompute.ts';

type Due = { tenantId: number; userId: string; from: string; to: string };

/**
 * Judges what can be known by now: shifts that ended, duties that nobody ended within a day. Answers how many people
 * were computed.
 */
export async function judgeEndedDuties(database: Database, now: Date): Promise<number> {
  const due = await database.read(platformScope, (db) =>
    db.raw<Due>(
      `SELECT tenant_id AS "tenantId", user_id AS "userId", min(day)::text AS from, max(day)::text AS to FROM attendance_day
       WHERE result IS NULL AND end_at < $1 AND deleted_at IS NULL GROUP BY tenant_id, user_id`,
      [now.toISOString()],
    ),
  );
  const unended = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number; userId: string; at: string }>(
      `SELECT tenant_id AS "tenantId", user_id AS "userId", min(start_at) AS at FROM rdworkrecord
       WHERE state = 'on' AND start_at < $1 AND deleted_at IS NULL GROUP BY tenant_id, user_id`,
      [new Date(now.getTime() - 86_400_000).toISOString()],
    ),
  );
  const also = unended.map(({ at, ...who }): Due => {
    const day = dayOf(Date.parse(at), 'UTC');
    return { ...who, from: addDays(day, -1), to: addDays(day, 1) };
  });
  for (const { tenantId, userId, from, to } of [...due, ...also])
    await database.write(tenantScope(tenantId), (db) => recomputeDays(db, { tenantId, userId }, from, to, now));
  return due.length + also.length;
}

export const jobs: readonly Job[] = [
  {
    name: 'attendance',
    title: text('判定已结束的班次', 'Judging ended shifts'),
    cron: '*/10 * * * *',
    work: async (database, now) => {
      await judgeEndedDuties(database, now);
    },
  },
];
