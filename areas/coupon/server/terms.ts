/** Rules as people enter them: what is wrong with one. */
import { mostCharged } from '#domain/derate/terms.ts';
import { text } from '#kit/declare/text.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Stored } from '#kit/server/rows.ts';
import { sizeOf, termsOf } from '../model/terms.ts';
import type { RuleTerms } from '../model/terms.ts';

export type Rule = Stored &
  RuleTerms & {
    tenantId: number;
    companyId: string;
    storeId: string | null;
    budgetNum: number;
    budgetFen: number | null;
    perPerson: number | null;
    perPlateDay: number | null;
    claimFrom: string | null;
    claimUntil: string | null;
    validUntil: string | null;
    validDays: number | null;
    parkIds: string[] | null;
    autoUse: boolean;
    giftable: boolean;
    maxGifts: number | null;
    status: string;
    issued: number;
    claimCode: string | null;
  };

const needs = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });

/** What is wrong with a rule's terms. */
export function termsProblems(rule: Rule): Problem[] {
  const problems: Problem[] = [];
  const field = { time: 'minutes', amount: 'amountFen', flat: 'amountFen', percent: 'percentOff', full: 'derateType' };
  const least = rule.derateType === 'full' || rule.derateType === 'flat' ? 0 : 1;
  const size = { ...rule, [field[rule.derateType]]: rule[field[rule.derateType] as 'minutes'] ?? -1 };
  if (rule.derateType !== 'full' && sizeOf(size) < least)
    problems.push(needs(field[rule.derateType], '请填写优惠值', 'Enter the discount value'));
  if (rule.bearer === 'store' && !rule.storeId)
    problems.push(needs('storeId', '由商家承担时请选择商家', 'Choose the store that pays'));
  if (rule.bearer === 'store' && rule.chargeBy === 'face' && rule.derateType !== 'amount')
    problems.push(needs('chargeBy', '只有减免金额可按面额结算', 'Only amount discounts can be settled by face value'));
  if (rule.bearer !== 'store' && !rule.budgetFen)
    problems.push(needs('budgetFen', '请填写预算金额', 'Enter the budget'));
  const byBenefit = rule.bearer !== 'store' || (rule.chargeBy ?? 'benefit') === 'benefit';
  if (byBenefit && problems.length === 0 && mostCharged(termsOf(rule)) <= 0)
    problems.push(needs('price', '请填写单张最多承担的金额', 'Enter the most one coupon may cost'));
  return [...problems, ...timesProblems(rule)];
}

function timesProblems(rule: Rule): Problem[] {
  const problems: Problem[] = [];
  if (!rule.validUntil && !rule.validDays)
    problems.push(
      needs('validUntil', '请填写有效期至或领取后有效天数', 'Enter when coupons end or how many days they are valid'),
    );
  if (rule.claimFrom && rule.claimUntil && rule.claimUntil <= rule.claimFrom)
    problems.push(needs('claimUntil', '领取截止应晚于领取开始', 'Claiming must end after it begins'));
  return problems;
}
