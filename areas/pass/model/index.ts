import * as own from './calls.ts';
import { parkMonth, passGrant } from './park-month.ts';
import { passRenewal, passSuspension } from './renewal.ts';
import { spaceGroup } from './space-group.ts';

export const resources = [spaceGroup, parkMonth, passGrant, passRenewal, passSuspension];
export const reports = [];
export const calls = Object.values(own);
