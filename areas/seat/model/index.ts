import { callFix } from './call-fix.ts';
import { callEvent, callRecord } from './call-record.ts';
import * as seatCalls from './calls.ts';
import { cloudseatGrant, renewGrant } from './grant.ts';
import { cloudseatOrder } from './order.ts';
import { cloudplateRecord } from './plate-record.ts';
import * as helpCalls from './help-calls.ts';
import { seatsNeededCall } from './needed-call.ts';
import { callCause, callSum, callWhy, readRate, seatSum } from './reports.ts';
import { seatGroup } from './seat-group.ts';
import { seatUser } from './seat-user.ts';
import { laneExtension, sipServer } from './sip.ts';
import * as voiceCalls from './voice-calls.ts';

export const resources = [
  seatGroup,
  seatUser,
  sipServer,
  laneExtension,
  cloudseatGrant,
  cloudseatOrder,
  callRecord,
  callEvent,
  callFix,
  cloudplateRecord,
];
export const reports = [callSum, callWhy, callCause, seatSum, readRate];
export const calls = [
  ...Object.values(seatCalls),
  ...Object.values(voiceCalls),
  ...Object.values(helpCalls),
  renewGrant,
  seatsNeededCall,
];
