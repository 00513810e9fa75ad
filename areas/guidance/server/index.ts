import * as model from '#areas/guidance/model/index.ts';
import { area } from '#kit/area/area.ts';
import { airServed } from './air-actions.ts';
import { boardsServed } from './board-lines.ts';
import { actionsServed } from './actions.ts';
import { drawServed } from './draw.ts';
import { findServed } from './find.ts';
import { jobs } from './jobs.ts';
import { liveServed } from './live.ts';
import { lookupsServed } from './lookups.ts';
import { pastServed } from './past.ts';
import { reservesServed } from './reserves.ts';
import { guidanceRules } from './rules.ts';

export const guidance = area({
  name: 'guidance',
  model,
  rules: guidanceRules,
  calls: [
    ...lookupsServed,
    ...actionsServed,
    ...boardsServed,
    ...liveServed,
    ...pastServed,
    ...drawServed,
    ...findServed,
    ...airServed,
    ...reservesServed,
  ],
  jobs,
});
