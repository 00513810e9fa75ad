import type { Served } from '#kit/server/served.ts';
import { batchServed } from './batch.ts';
import { callsServed } from './calls.ts';
import { carApplyServed } from './car-apply.ts';
import { lifeServed } from './life.ts';
import { passesServed } from './passes.ts';

export const served: readonly Served[] = [
  ...passesServed,
  ...lifeServed,
  ...callsServed,
  ...batchServed,
  ...carApplyServed,
];
