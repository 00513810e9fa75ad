import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/server/export.ts';
import type { Served } from '#kit/server/served.ts';
import { inside } from '../model/calls.ts';
import { carInside } from '../model/car-inside.ts';
import { gateOpening, laneException, manualRelease, passage } from '../model/gate-event.ts';
import { stay } from '../model/stay.ts';
import { reads } from './read.ts';
import { repairs } from './repair.ts';

const records = [stay, carInside, passage, gateOpening, laneException, manualRelease];

export const served: Served[] = [...records.flatMap((of) => crud(of as never)), ...reads, ...repairs, exportOf(carInside, inside.path)];
