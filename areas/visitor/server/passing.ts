/** A guest comes in or goes, whoever saw it: a reader of codes, a lane, or the desk. */
import { eq } from 'drizzle-orm';
import { clearWarning } from '#areas/workorder/server/door.ts';
import { afterExit, entryRefusal } from '#domain/visit/visit.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { visit } from '../model/visit.ts';
import { endCars } from './cars.ts';
import { happened, ruled } from './store.ts';
import type { Happened, VisitRow } from './store.ts';

const t = tableOf(visit);
const enters = mover(visit, 'enter', 'device');
const exits = mover(visit, 'exit', 'device');
const stepsOut = mover(visit, 'stepOut', 'device');

type How = Omit<Happened, 'kind'>;

/**
 * A way in that was found open. One who is inside already, as by another door, is only written down. The row is held by
 * the caller.
 */
export async function comesIn(db: Db, row: VisitRow, how: How): Promise<void> {
  const now = new Date(how.at);
  if (entryRefusal(ruled(row), how.at) === null) {
    const set = { used: (row.used ?? 0) + 1, inTime: now.toISOString(), outTime: null };
    await enters(ofTenant(db, row.tenantId), { now, tenantId: row.tenantId, where: eq(t.id!, row.id), set });
  }
  await happened(db, row, { kind: 'in', ...how });
}

/** Gone: over, or expected again while entries and time are left. */
export async function goesOut(db: Db, row: VisitRow, how: How): Promise<void> {
  const now = new Date(how.at);
  await happened(db, row, { kind: 'out', ...how });
  if (row.status !== 'inside' && row.status !== 'overstay') return;
  const moving = {
    now,
    tenantId: row.tenantId,
    where: eq(t.id!, row.id),
    set: { outTime: now.toISOString() },
  };
  const tenant = ofTenant(db, row.tenantId);
  const next = row.status === 'inside' ? afterExit(ruled(row), how.at) : 'left';
  await (next === 'approved' ? stepsOut : exits)(tenant, moving);
  if (next === 'left') await isOver(db, row, now);
}

/** What ends with a visit besides itself. */
export async function isOver(db: Db, row: Pick<VisitRow, 'tenantId' | 'id'>, now: Date): Promise<void> {
  await endCars(db, row, now);
  await clearWarning(ofTenant(db, row.tenantId), row.tenantId, { type: 'visitor', subjectId: row.id }, now);
}
