import { crud } from '#kit/server/crud.ts';
import type { Served } from '#kit/server/served.ts';
import { berthClosure } from '#areas/road/model/berth-closure.ts';
import { berthEvidence } from '#areas/road/model/berth-evidence.ts';
import { berthSpell } from '#areas/road/model/berth-spell.ts';
import { sensorBinding } from '#areas/road/model/devices.ts';

/** What the engine writes and nobody enters. */
export const recordsServed: Served[] = [
  ...crud(berthEvidence),
  ...crud(berthSpell),
  ...crud(berthClosure),
  ...crud(sensorBinding),
];
