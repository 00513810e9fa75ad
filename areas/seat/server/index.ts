import * as model from '#areas/seat/model/index.ts';
import { area } from '#kit/area/area.ts';
import { actionsServed } from './call-actions.ts';
import { fixEffects } from './fixes.ts';
import { grantRules, grantsServed, orderEffects } from './grants.ts';
import { helpServed } from './help.ts';
import { jobs } from './jobs.ts';
import { monitorServed } from './monitor.ts';
import { neededServed } from './needed.ts';
import { sipServerRules } from './sip-server.ts';
import { seatGroupRules } from './groups.ts';
import { seatUserRules } from './users.ts';
import { voiceServed } from './voice.ts';

export const seat = area({
  name: 'seat',
  model,
  rules: { seatGroup: seatGroupRules, seatUser: seatUserRules, sipServer: sipServerRules, cloudseatGrant: grantRules },
  effects: { cloudseatOrder: orderEffects, callFix: fixEffects },
  calls: [...actionsServed, ...grantsServed, ...monitorServed, ...voiceServed, ...helpServed, ...neededServed],
  jobs,
});
