import { bankLine, importStatement } from './bank-line.ts';
import { cashoutDetail, cashoutSet, draftPayout, previewPayout, verifyAccount } from './cashout.ts';
import { dayRoot } from './day-root.ts';
import { moneyDay, moneyItem, proveAgain } from './money-day.ts';
import { profitShare, queryShare } from './profit-share.ts';
import { settlementDays } from './reports.ts';
import { recount, settlementRecord } from './settlement.ts';
import { shareReceiver } from './share-receiver.ts';
import { bankAnswers, bankFile, payeeOf, transferRecord } from './transfer.ts';

export const resources = [
  settlementRecord,
  transferRecord,
  cashoutSet,
  moneyDay,
  moneyItem,
  dayRoot,
  bankLine,
  profitShare,
  shareReceiver,
];
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
  queryShare,
];
