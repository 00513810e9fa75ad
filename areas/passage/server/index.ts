import { driverServed } from './driver.ts';
import type { Call } from '#kit/declare/call.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/server/export.ts';
import type { Served } from '#kit/server/served.ts';
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

const records = [carInside, passage, gateOpening, laneException, manualRelease] as unknown as Resource[];

/** The cars inside by the contract's second path, which names its lot otherwise. */
const insideFile = exportOf(carInside as unknown as Resource, inside.path);

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
  ...(stay.wire.export ? [exportOf(stay as unknown as Resource)] : []),
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
    call: inside as unknown as Call,
    work: (work) =>
      insideFile.work({ ...work, raw: { ...work.raw, ...(work.input.parkId ? { parkId: work.input.parkId } : {}) } }),
  },
];
