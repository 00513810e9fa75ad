import { driverServed } from './driver.ts';
import type { Call } from '#kit/declare/call.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/server/export.ts';
import type { Served } from '#kit/server/served.ts';
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

const records = [stay, carInside, passage, gateOpening, laneException, manualRelease] as unknown as Resource[];

/** The cars inside by the contract's second path, which names its lot otherwise. */
const insideFile = exportOf(carInside as unknown as Resource, inside.path);

export const served: Served[] = [
  ...records.flatMap((of) => [...crud(of), ...(of.wire.export ? [exportOf(of)] : [])]), ...driverServed, ...reads, ...repairs, ...eventsServed, ...lotRepairs, ...boxServed, ...openingsServed,
  { ...insideFile, call: inside as unknown as Call, work: (work) => insideFile.work({ ...work, raw: { ...work.raw, ...(work.input.parkId ? { parkId: work.input.parkId } : {}) } }) },
];
