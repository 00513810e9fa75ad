/** What time makes of visits: overstaying, missed, over, undecided; and when who came is forgotten. */
import { inArray } from 'drizzle-orm';
import { raiseWarning } from '#areas/workorder/server/door.ts';
import { byClock } from '#domain/visit/visit.ts';
import type { VisitState } from '#domain/visit/visit.ts';
import { ofTenant, platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { visit } from '../model/visit.ts';
import { dueToErase, erase } from './erase.ts';
import { isOver } from './passing.ts';
import { happened, lockVisits, ruled } from './store.ts';
import type { VisitRow } from './store.ts';

const t = tableOf(visit);
const movers = {
  overstay: mover(visit, 'overstay', 'clock'),
  noShow: mover(visit, 'miss', 'clock'),
  left: mover(visit, 'end', 'clock'),
  expired: mover(visit, 'expire', 'clock'),
} as const;
const AT_ONCE = 500;
const MINUTE = 60_000;

const isMoved = (state: VisitState | null): state is keyof typeof movers => state !== null && state in movers;

/** Records that somebody who should have left is still inside, and raises a warning. */
async function notifyOverstay(db: Db, row: VisitRow, now: Date): Promise<void> {
  await happened(db, row, { kind: 'told', way: 'clock', at: now.getTime() });
  await raiseWarning(
    ofTenant(db, row.tenantId),
    row,
    {
      type: 'visitor',
      subjectId: row.id,
      subject: row.visitNo,
      level: 'warn',
      figure: Math.round((now.getTime() - Date.parse(row.leaveTime)) / MINUTE),
      limit: 0,
      unit: 'min',
    },
    now,
  );
}

/** Moves on what is past its time. Answers how many moved; the same again moves nothing. */
export async function refreshVisits(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const found = await db.raw<{ tenantId: number; id: string }>(
      `SELECT tenant_id AS "tenantId", id FROM visit
       WHERE status IN ('waiting', 'approved', 'inside') AND leave_time <= $1 AND deleted_at IS NULL LIMIT ${AT_ONCE}`,
      [now.toISOString()],
    );
    let moved = 0;
    for (const [tenantId, of] of Map.groupBy(found, (each) => each.tenantId)) {
      const rows = await lockVisits(
        ofTenant(db, tenantId),
        tenantId,
        of.map(({ id }) => id),
      );
      for (const [next, those] of Map.groupBy(rows, (row) => byClock(ruled(row), now.getTime()))) {
        if (!isMoved(next)) continue;
        const ids = those.map(({ id }) => id);
        await movers[next](ofTenant(db, tenantId), { now, tenantId, where: inArray(t.id!, ids) });
        for (const row of those) await (next === 'overstay' ? notifyOverstay(db, row, now) : isOver(db, row, now));
        moved += those.length;
      }
    }
    return moved;
  });
}

/** Forgets who came to visits that ended long ago. Answers how many. */
export async function eraseOldVisits(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const due = await dueToErase(db, now);
    for (const [tenantId, of] of Map.groupBy(due, (each) => each.tenantId))
      await erase(
        ofTenant(db, tenantId),
        tenantId,
        of.map(({ id }) => id),
        now,
      );
    return due.length;
  });
}
