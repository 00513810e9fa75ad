import * as model from '#areas/seat/model/index.ts';
import { area } from '#kit/area/area.ts';
import { deedsServed } from './deeds.ts';
import { grantRules, grantsServed, orderEffects } from './grants.ts';
import { jobs } from './jobs.ts';
import { monitorServed } from './monitor.ts';
import { seatUserRules } from './users.ts';

export const seat = area({
  name: 'seat',
  model,
  rules: { seatUser: seatUserRules, cloudseatGrant: grantRules },
  effects: { cloudseatOrder: orderEffects },
  calls: [...deedsServed, ...grantsServed, ...monitorServed],
  jobs,
});
