import * as model from '#areas/workorder/model/index.ts';
import { area } from '#kit/area/area.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { driverAppealServed } from './driver-appeal.ts';
import { workorderEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { requestRules, requestServed } from './requests.ts';
import { warningServed } from './warnings.ts';
import { workServed } from './work.ts';

const memberEffects: Record<string, Effect> = {
  block: async (_, input) => ({ blockReason: input.reason }),
  unblock: async () => ({ blockReason: null }),
};

export const workorder = area({
  name: 'workorder',
  model,
  rules: requestRules,
  effects: { member: memberEffects },
  calls: [...workServed, ...warningServed, ...requestServed, ...driverAppealServed],
  jobs,
  events: workorderEvents,
});
