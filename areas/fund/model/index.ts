import { cashoutDetail, cashoutSet, draftPayout, previewPayout, verifyAccount } from './cashout.ts';
import { settlementDays } from './reports.ts';
import { recount, settlementRecord } from './settlement.ts';
import { bankAnswers, bankFile, payeeOf, transferRecord } from './transfer.ts';

export const resources = [settlementRecord, transferRecord, cashoutSet];
export const reports = [settlementDays];
export const calls = [
  recount,
  cashoutDetail,
  verifyAccount,
  draftPayout,
  previewPayout,
  payeeOf,
  bankFile,
  bankAnswers,
];
