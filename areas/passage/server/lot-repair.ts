/** Repairs a whole car park: rebuilds cars inside from its records, and archives earlier stays for a fresh start. */
import { and, eq, lt } from 'drizzle-orm';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { park } from '#areas/lot/model/park.ts';
import { initHistory, syncInside } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { changing, closeRows, ownerOf } from './repair.ts';
import type { InsideRow } from './repair.ts';

type Place = { tenantId: number; companyId: string; id: string };

const lotOf = async (work: Pick<Work, 'db'>, parkId: string): Promise<Place> =>
  rowOf(park, parkId, work.db) as Promise<Place>;

/** Stays that go on without their row of cars inside, or with one that differs. */
const UNLIKE = `
  SELECT s.id, c.id IS NULL AS missing FROM stay s LEFT JOIN car_inside c ON c.tenant_id = s.tenant_id
    AND c.park_id = s.park_id AND c.id = s.id AND c.deleted_at IS NULL
  WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.status IN ('open', 'suspect', 'stale')
    AND (c.id IS NULL OR (c.plate_number, c.status, c.in_time) IS DISTINCT FROM (s.plate_number, s.status, s.in_time))`;

/** Rows of cars inside whose stay has ended or is not there. */
const DROP = `
  DELETE FROM car_inside c WHERE c.tenant_id = $1 AND c.park_id = $2
    AND NOT EXISTS (SELECT 1 FROM stay s WHERE s.tenant_id = c.tenant_id AND s.park_id = c.park_id AND s.id = c.id AND s.status IN ('open', 'suspect', 'stale'))
  RETURNING c.id`;

const RECOUNT = `
  UPDATE park_live SET inside = adjusted + (SELECT count(*) FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status = 'open'), updated_at = now()
  WHERE tenant_id = $1 AND park_id = $2 RETURNING inside`;

async function sync(work: Work): Promise<unknown> {
  const lot = await lotOf(work, (work.input as { parkId: string }).parkId);
  const key = [lot.tenantId, lot.id];
  const [live] = await work.db.raw<{ inside: number }>(
    'SELECT inside FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE',
    key,
  );
  if (!live) return { added: 0, dropped: 0, corrected: 0, insideBefore: 0, inside: 0 }; // no car has been here yet
  const dropped = await work.db.raw<{ id: string }>(DROP, key);
  const unlike = await work.db.raw<{ id: string; missing: boolean }>(UNLIKE, key);
  if (unlike.length > 0) {
    await changing(
      work,
      { tenantId: lot.tenantId, parkId: lot.id },
      { stayIds: unlike.map(({ id }) => id) },
      (session) => {
        for (const { id } of unlike) session.touchedStays.add(id);
      },
    );
  }
  const [now] = await work.db.raw<{ inside: number }>(RECOUNT, key);
  const added = unlike.filter(({ missing }) => missing).length;
  const answer = {
    added,
    dropped: dropped.length,
    corrected: unlike.length - added,
    insideBefore: live.inside,
    inside: now!.inside,
  };
  if (dropped.length + unlike.length > 0 || live.inside !== now!.inside)
    work.record({
      resource: 'carInside',
      action: 'sync',
      rowId: lot.id,
      before: { inside: live.inside },
      after: answer,
      ...ownerOf({ ...lot, parkId: lot.id }),
    });
  return answer;
}

async function begin(work: Work): Promise<unknown> {
  const { parkId, beforeTime, remark } = work.input as { parkId: string; beforeTime?: string; remark: string };
  const lot = await lotOf(work, parkId);
  const t = tableOf(carInside);
  const rows = await work.db
    .select()
    .from(t)
    .where(
      scoped(carInside, work.db.scope, [
        and(eq(t.parkId!, lot.id), lt(t.inTime!, beforeTime ?? work.now.toISOString())),
      ]),
    );
  return { count: await closeRows(work, rows as InsideRow[], work.now.getTime(), remark) };
}

export const lotRepairs: Served[] = [serve(syncInside, sync), serve(initHistory, begin)];
