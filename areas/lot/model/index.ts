import { curbPark } from './curb-park.ts';
import * as lookups from './lookups.ts';
import { bindQrCode, currentOpenId, messageReceiver, receiverByTag } from './message-receiver.ts';
import { park, registerAsCurb, updateStallNum } from './park.ts';
import { parkArea } from './park-area.ts';
import { parkBox } from './park-box.ts';
import * as parkCalls from './park-calls.ts';
import { parkGate } from './park-gate.ts';
import { parkParameter } from './park-parameter.ts';
import { parkService } from './park-service.ts';
import { remoteAuthorization } from './remote-authorization.ts';
import { village } from './village.ts';

const { dayRules: _, ...lookupCalls } = lookups;
const { qrCodes: __, qrCodeCalls, ...otherParkCalls } = parkCalls;

export const resources = [
  park,
  village,
  curbPark,
  parkArea,
  parkBox,
  parkGate,
  parkService,
  parkParameter,
  messageReceiver,
  remoteAuthorization,
];
export const reports = [];
export const calls = [
  registerAsCurb,
  updateStallNum,
  ...Object.values(otherParkCalls),
  ...qrCodeCalls,
  ...Object.values(lookupCalls),
  bindQrCode,
  currentOpenId,
  receiverByTag,
];
