import * as own from './calls.ts';
import { carApply } from './car-apply.ts';
import { parkMonth, passGrant } from './park-month.ts';
import { passRenewal, passSuspension } from './renewal.ts';
import { spaceGroup } from './space-group.ts';

export const resources = [spaceGroup, parkMonth, passGrant, passRenewal, passSuspension, carApply];
export const reports = [];
export const calls = Object.values(own);
