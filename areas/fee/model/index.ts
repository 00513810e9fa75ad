import * as feeCalls from './calls.ts';
import { feeCase } from './fee-case.ts';
import { feeRule } from './fee-rule.ts';
import { holidayDate } from './holiday-date.ts';
import { feeRuleArea, feeRulePeriod, feeRuleSubPeriod, parkFeeRule } from './park-fee-rule.ts';
import * as ruleCalls from './rule-calls.ts';
import { replayExport, replayResult, startReplay } from './replay.ts';

export const resources = [feeRule, parkFeeRule, feeRuleArea, feeRulePeriod, feeRuleSubPeriod, feeCase, holidayDate];
export const reports = [];
export const calls = [...Object.values(feeCalls), ...Object.values(ruleCalls), startReplay, replayResult, replayExport];
