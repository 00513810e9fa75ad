/** Discount rules as people enter them, and as the terms of domain/derate. */
import type { ChargeBy, DerateKind, Terms } from '#domain/derate/terms.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';

type Given = Readonly<Record<string, unknown>>;
export type Rule = Stored & {
  tenantId: number;
  companyId: string;
  parkId: string;
  derateName: string;
  derateType: DerateKind;
  derateValue: number;
  exclusive: boolean;
  chargeBy: ChargeBy;
  price: number | null;
  chargePercent: number | null;
  dayLimit: number | null;
  validHours: number | null;
  startDate: string | null;
  endDate: string | null;
  restores: boolean;
  atBox: boolean;
  enable: boolean;
};

const sizeField = {
  time: 'minutes',
  amount: 'amountFen',
  flat: 'amountFen',
  percent: 'percentOff',
  full: null,
} as const;

/** The size of the discount: by the field of its kind, or by the contract's `derateValue`. */
function sizeOf(values: Given, now: Given): number | null {
  const field = sizeField[now.derateType as DerateKind];
  if (field === null) return 0;
  return (values[field] ?? values.derateValue ?? now[field] ?? null) as number | null;
}

const most = { time: 10_080, amount: 10_000_000, flat: 10_000_000, percent: 100, full: 0 } as const;

export const ruleRules: Rules = {
  check: (values, before) => {
    const now: Given = { ...before, ...values };
    const problems: Problem[] = [];
    const kind = (now.derateType ?? 'time') as DerateKind;
    const size = sizeOf(values, now);
    const field = sizeField[kind] ?? 'derateValue';
    if (size === null || size < (kind === 'flat' || kind === 'full' ? 0 : 1))
      problems.push({ field, msg: text('请填写优惠值', 'Enter the discount value') });
    else if (size > most[kind]) problems.push({ field, msg: text('优惠值超出范围', 'Discount value out of range') });
    if (now.chargeBy === 'face' && kind !== 'amount')
      problems.push({
        field: 'chargeBy',
        msg: text('只有减免金额可按面额结算', 'Only amount discounts can be settled by face value'),
      });
    if (now.chargeBy === 'benefit' && kind !== 'amount' && !now.price)
      problems.push({ field: 'price', msg: text('请填写每张最多扣款', 'Enter the maximum charge for each') });
    if (now.startDate && now.endDate && String(now.endDate) < String(now.startDate))
      problems.push({
        field: 'endDate',
        msg: text('结束日期不能早于开始日期', 'The end must not be before the start'),
      });
    return problems;
  },
  fill: (values, before) => {
    const now: Given = { ...before, ...values };
    const kind = (now.derateType ?? 'time') as DerateKind;
    const size = sizeOf(values, now);
    return {
      minutes: null,
      amountFen: null,
      percentOff: null,
      ...(sizeField[kind] ? { [sizeField[kind]]: size } : {}),
      derateValue: size,
    };
  },
};

/** What a discount given now by this rule will always be. */
export const termsOf = (rule: Rule): Terms & { name: string } => ({
  name: rule.derateName,
  kind: rule.derateType,
  value: rule.derateValue,
  exclusive: rule.exclusive,
  chargeBy: rule.chargeBy,
  priceFen: rule.price ?? 0,
  chargePercent: rule.chargePercent ?? 100,
  restores: rule.restores,
});
