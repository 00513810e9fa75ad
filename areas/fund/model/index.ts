import { bankLine, importStatement } from './bank-line.ts';
import { cashoutDetail, cashoutSet, draftPayout, previewPayout, verifyAccount } from './cashout.ts';
import { dayRoot } from './day-root.ts';
import { moneyDay, moneyItem, proveAgain } from './money-day.ts';
import { settlementDays } from './reports.ts';
import { recount, settlementRecord } from './settlement.ts';
import { bankAnswers, bankFile, payeeOf, transferRecord } from './transfer.ts';

export const resources = [settlementRecord, transferRecord, cashoutSet, moneyDay, moneyItem, dayRoot, bankLine];
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
  importStatement,
  proveAgain,
];
