import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { user } from '#areas/access/model/user.ts';
import { isId } from '#kit/declare/check.ts';
import { driverServed } from './driver.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { area } from '#kit/area/area.ts';
import type { Rules } from '#kit/server/rules.ts';
import { exportOf } from '#kit/sheets/server/export.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { isBlind } from '#areas/shift/server/door.ts';
import { inside } from '../model/calls.ts';
import { boxServed } from './box.ts';
import { eventsServed } from './stay-event.ts';
import { carInside } from '../model/car-inside.ts';
import { manualRelease } from '../model/gate-event.ts';
import * as model from '../model/index.ts';
import { passageEvents } from './events.ts';
import { lotRepairs } from './lot-repair.ts';
import { openingsServed } from './openings.ts';
import { reads } from './read.ts';
import { repairs } from './repair.ts';

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

/** Totals of stays would reveal the cash of the current shift before it is counted. */
const sumsNotBlind: NonNullable<Rules['verbs']> = {
  list: async (work, plain) => {
    const answer = (await plain(work)) as { totals?: unknown };
    return answer.totals && (await isBlind(work)) ? { ...answer, totals: {} } : answer;
  },
};

const insideServed: Served = {
  ...insideFile,
  call: inside,
  work: (work) =>
    insideFile.work({ ...work, raw: { ...work.raw, ...(work.input.parkId ? { parkId: work.input.parkId } : {}) } }),
};

export const passage = area({
  name: 'passage',
  model,
  rules: { stay: { verbs: sumsNotBlind }, manualRelease: { narrow: releasedBy } },
  calls: [
    ...driverServed,
    ...reads,
    ...repairs,
    ...eventsServed,
    ...lotRepairs,
    ...boxServed,
    ...openingsServed,
    insideServed,
  ],
  events: passageEvents,
});
