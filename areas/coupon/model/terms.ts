/** What a rule's coupons are, as domain/derate has it. */
import type { ChargeBy, DerateKind, Terms } from '#domain/derate/terms.ts';

/** What of a rule makes its terms. */
export type RuleTerms = {
  readonly ruleName: string;
  readonly bearer: 'store' | 'own' | 'platform';
  readonly derateType: DerateKind;
  readonly minutes: number | null;
  readonly amountFen: number | null;
  readonly percentOff: number | null;
  readonly minSpendFen: number | null;
  readonly exclusive: boolean;
  readonly chargeBy: ChargeBy | null;
  readonly chargePercent: number | null;
  readonly price: number | null;
  readonly restores: boolean;
};

/** The size of the discount: minutes, fen or per cent, by its kind. */
export const sizeOf = (rule: Pick<RuleTerms, 'derateType' | 'minutes' | 'amountFen' | 'percentOff'>): number => {
  const sizes = { time: rule.minutes, amount: rule.amountFen, flat: rule.amountFen, percent: rule.percentOff, full: 0 };
  return sizes[rule.derateType] ?? 0;
};

/**
 * What a coupon issued now by this rule will always be. What no store pays for is paid as it stands on the bill, up to
 * the rule's price.
 */
export const termsOf = (rule: RuleTerms): Terms & { name: string } => ({
  name: rule.ruleName,
  kind: rule.derateType,
  value: sizeOf(rule),
  exclusive: rule.exclusive,
  chargeBy: rule.bearer === 'store' ? (rule.chargeBy ?? 'benefit') : 'benefit',
  priceFen: rule.price ?? 0,
  chargePercent: rule.bearer === 'store' ? (rule.chargePercent ?? 100) : 100,
  restores: rule.restores,
  minSpendFen: rule.minSpendFen ?? 0,
  ...(rule.bearer === 'platform' ? { last: true } : {}),
});

const size = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The terms of a rule that is still being written: what is not filled in yet is nothing. */
export const termsIn = (rule: Partial<Record<keyof RuleTerms, unknown>>): Terms & { name: string } =>
  termsOf({
    ruleName: String(rule.ruleName ?? ''),
    bearer: (rule.bearer as RuleTerms['bearer'] | null | undefined) ?? 'store',
    derateType: (rule.derateType as DerateKind | null | undefined) ?? 'amount',
    minutes: size(rule.minutes),
    amountFen: size(rule.amountFen),
    percentOff: size(rule.percentOff),
    minSpendFen: size(rule.minSpendFen),
    exclusive: rule.exclusive === true,
    chargeBy: (rule.chargeBy as ChargeBy | null | undefined) ?? null,
    chargePercent: size(rule.chargePercent),
    price: size(rule.price),
    restores: rule.restores === true,
  });
