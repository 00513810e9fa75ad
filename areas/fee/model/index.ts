import * as feeCalls from './calls.ts';
import { feeRule } from './fee-rule.ts';
import { holidayDate } from './holiday-date.ts';
import { replayExport, replayResult, startReplay } from './replay.ts';

export const resources = [feeRule, holidayDate];
export const reports = [];
export const calls = [...Object.values(feeCalls), startReplay, replayResult, replayExport];
