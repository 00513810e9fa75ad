import { bindSn } from './bind-sn.ts';
import * as deviceCalls from './calls.ts';
import { firmware } from './firmware.ts';
import { parkDevice } from './park-device.ts';

export const resources = [parkDevice, bindSn, firmware];
export const reports = [];
export const calls = Object.values(deviceCalls);
