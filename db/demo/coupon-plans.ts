/** The terms of the demo's coupon rules; `store`: which of the two pays. */
import type { RuleTerms } from '#areas/coupon/model/terms.ts';

const common = {
  minutes: null,
  amountFen: null,
  percentOff: null,
  minSpendFen: 0,
  exclusive: false,
  chargeBy: 'benefit',
  chargePercent: 100,
  price: 0,
  restores: true,
} as const;
export const plans: readonly (RuleTerms & { readonly store: number | null; readonly budgetFen: number | null })[] = [
  {
    ...common,
    ruleName: '满 10 元减 5 元',
    bearer: 'store',
    derateType: 'amount',
    amountFen: 500,
    minSpendFen: 1000,
    chargePercent: 80,
    store: 0,
    budgetFen: null,
  },
  {
    ...common,
    ruleName: '观影停 2 小时',
    bearer: 'store',
    derateType: 'time',
    minutes: 120,
    chargeBy: 'price',
    price: 500,
    store: 1,
    budgetFen: null,
  },
  {
    ...common,
    ruleName: '会员日八折',
    bearer: 'own',
    derateType: 'percent',
    percentOff: 20,
    price: 1000,
    store: null,
    budgetFen: 1_500_000,
  },
  {
    ...common,
    ruleName: '平台立减 3 元',
    bearer: 'platform',
    derateType: 'amount',
    amountFen: 300,
    store: null,
    budgetFen: 600_000,
  },
];
