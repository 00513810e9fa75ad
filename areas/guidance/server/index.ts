import * as model from '#areas/guidance/model/index.ts';
import { area } from '#kit/area/area.ts';
import { airServed } from './air-deeds.ts';
import { boardsServed } from './board-lines.ts';
import { deedsServed } from './deeds.ts';
import { findServed } from './find.ts';
import { jobs } from './jobs.ts';
import { liveServed } from './live.ts';
import { lookupsServed } from './lookups.ts';
import { guidanceRules } from './rules.ts';

export const guidance = area({
  name: 'guidance',
  model,
  rules: guidanceRules,
  calls: [...lookupsServed, ...deedsServed, ...boardsServed, ...liveServed, ...findServed, ...airServed],
  jobs,
});
