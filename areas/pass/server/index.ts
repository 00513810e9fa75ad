import * as model from '#areas/pass/model/index.ts';
import { area } from '#kit/area/area.ts';
import { passEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { batchServed } from './batch.ts';
import { callsServed } from './calls.ts';
import { carApplyRules, carApplyServed } from './car-apply.ts';
import { lifeServed } from './life.ts';
import { passRules, passesServed } from './passes.ts';

export const pass = area({
  name: 'pass',
  model,
  rules: { ...passRules, ...carApplyRules },
  calls: [...passesServed, ...lifeServed, ...callsServed, ...batchServed, ...carApplyServed],
  jobs,
  events: passEvents,
});
