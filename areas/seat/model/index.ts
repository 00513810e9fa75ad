import { callEvent, callRecord } from './call-record.ts';
import * as seatCalls from './calls.ts';
import { cloudseatGrant, renewGrant } from './grant.ts';
import { cloudseatOrder } from './order.ts';
import { cloudplateRecord } from './plate-record.ts';
import { callSum, callWhy, readRate, seatSum } from './reports.ts';
import { seatUser } from './seat-user.ts';

export const resources = [seatUser, cloudseatGrant, cloudseatOrder, callRecord, callEvent, cloudplateRecord];
export const reports = [callSum, callWhy, seatSum, readRate];
export const calls = [...Object.values(seatCalls), renewGrant];
