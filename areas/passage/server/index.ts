import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { user } from '#areas/access/model/user.ts';
import { isId } from '#kit/declare/check.ts';
import { driverServed } from './driver.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/sheets/server/export.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { isBlind } from '#areas/shift/server/door.ts';
import { inside } from '../model/calls.ts';
import { boxServed } from './box.ts';
import { eventsServed } from './stay-event.ts';
import { carInside } from '../model/car-inside.ts';
import { gateOpening, laneException, manualRelease, passage } from '../model/gate-event.ts';
import { stay } from '../model/stay.ts';
import { lotRepairs } from './lot-repair.ts';
import { openingsServed } from './openings.ts';
import { reads } from './read.ts';
import { repairs } from './repair.ts';

const records = [carInside, passage, gateOpening, laneException] as Resource[];

/** Releases by the person named as `userId`: they are kept under the name he goes by, or his account. */
function releasedBy(work: Work): SQL | undefined {
  const userId = work.raw['userId'];
  if (!isId(userId)) return undefined;
  const [t, u] = [tableOf(manualRelease), tableOf(user)];
  const own = eq(u.tenantId!, work.db.scope.platform ? t.tenantId! : work.db.scope.tenantId);
  return sql`${t.operator!} IN (SELECT unnest(ARRAY[${u.account!}, ${u.realName!}]) FROM ${u} WHERE ${own} AND ${u.id!} = ${userId})`;
}

/** The cars inside by the contract's second path, which names its lot otherwise. */
const insideFile = exportOf(carInside as Resource, inside.path);

/** Sums of stays would tell who works a shift his cash before he has counted it. */
const sumsNotBlind = (own: Served): Served => ({
  ...own,
  work: async (work) => {
    const answer = (await own.work(work)) as { totals?: unknown };
    return answer.totals && (await isBlind(work)) ? { ...answer, totals: {} } : answer;
  },
});

export const served: Served[] = [
  ...crud(stay).map(sumsNotBlind),
  ...(stay.wire.export ? [exportOf(stay)] : []),
  ...crud(manualRelease, { narrow: releasedBy }),
  exportOf(manualRelease as Resource),
  ...records.flatMap((of) => [...crud(of), ...(of.wire.export ? [exportOf(of)] : [])]),
  ...driverServed,
  ...reads,
  ...repairs,
  ...eventsServed,
  ...lotRepairs,
  ...boxServed,
  ...openingsServed,
  {
    ...insideFile,
    call: inside,
    work: (work) =>
      insideFile.work({ ...work, raw: { ...work.raw, ...(work.input.parkId ? { parkId: work.input.parkId } : {}) } }),
  },
];
