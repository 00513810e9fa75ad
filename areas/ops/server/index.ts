import * as model from '#areas/ops/model/index.ts';
import { area } from '#kit/area/area.ts';
import { logRules } from './audit-log.ts';
import { consoleErrorServed } from './console-errors.ts';
import { jobsEffects, jobsRules, jobsServed } from './jobs.ts';
import { metricsServed } from './metrics.ts';
import { noticeRules, noticeServed } from './notices.ts';

export const ops = area({
  name: 'ops',
  model,
  rules: { ...logRules, ...jobsRules, ...noticeRules },
  effects: jobsEffects,
  calls: [...consoleErrorServed, ...metricsServed, ...noticeServed, ...jobsServed],
});
