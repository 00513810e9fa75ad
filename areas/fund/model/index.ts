import { cashoutDetail, cashoutSet } from './cashout.ts';
import { settlementDays } from './reports.ts';
import { recount, settlementRecord } from './settlement.ts';

export const resources = [settlementRecord, cashoutSet];
export const reports = [settlementDays];
export const calls = [recount, cashoutDetail];
