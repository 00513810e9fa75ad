/** The bill at the exit: the fee of the stay, less what is covered, derated, paid before or waived. */
import type { Fen } from '../money/fen.ts';
import type { Interval } from '../time/interval.ts';
import { priceUncovered } from './covered.ts';
import { derateLines } from './derate.ts';
import type { Derate } from './derate.ts';
import { wholeSecond } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { BillLine, FeeContext, FeeRefusal, FeeRule, Stay } from './types.ts';
import type { Words } from './words.ts';

/** Classes of cars that pay nothing at all. */
export const LIST_CLASSES = {
  white: { zh: '白名单车辆免费', en: 'On the white list: free' },
  police: { zh: '警车免费', en: 'Police car: free' },
  military: { zh: '军警车辆免费', en: 'Military car: free' },
  emergency: { zh: '应急救援车辆免费', en: 'Emergency car: free' },
} as const satisfies Record<string, Words>;

export type ListClass = keyof typeof LIST_CLASSES;

/** What is known of a stay beside its times. */
export type BillFacts = {
  /** All that was paid for this stay before, in fen. */
  readonly paidFen: Fen;
  /** Whether, or when, a pass covers the stay. */
  readonly passCovered?: boolean | readonly Interval[];
  readonly listClass?: ListClass;
  readonly derates?: readonly Derate[];
};

/** `receivableFen` = `deratedFen` + `prepaidFen` + `waivedFen` + `totalFen`, all >= 0. */
export type Bill = {
  readonly lines: readonly BillLine[];
  /** Still to pay, the sum of the lines. */
  readonly totalFen: Fen;
  /** The fee before derates and payments. */
  readonly receivableFen: Fen;
  readonly deratedFen: Fen;
  /** What of the earlier payments this bill used. */
  readonly prepaidFen: Fen;
  /** What the leave window let go. */
  readonly waivedFen: Fen;
  /** Paid before and not used: to be refunded or listed. */
  readonly surplusFen: Fen;
};

const PREPAID = { zh: '已预缴', en: 'Paid before' };
const LEAVE_WINDOW = { zh: '缴费后限时离场，不再计费', en: 'Left in time after paying: no further charge' };

/**
 * Bills a stay: list class, pass, fee, derates, then what was paid; inside the leave window (`context.freeUntil`
 * included) nothing is due, the first second after it the fee of the whole stay less what was paid.
 */
export function bill(rule: FeeRule, stay: Stay, context: FeeContext, facts: BillFacts): Bill | FeeRefusal {
  const covered = facts.passCovered ?? false;
  const fee = priceUncovered(rule, stay, context, covered);
  if (isFeeRefusal(fee)) return fee;
  const inAt = wholeSecond(stay.inAt);
  const outAt = wholeSecond(stay.outAt);
  const exempt = facts.listClass && LIST_CLASSES[facts.listClass];
  const lines: BillLine[] = exempt
    ? [{ from: inAt, to: outAt, kind: 'free', amountFen: 0, clause: exempt }]
    : [...fee.lines];
  const receivableFen = exempt ? 0 : fee.totalFen;
  const feeAt = (end: number): Fen => {
    const shorter = priceUncovered(rule, { ...stay, outAt: Math.max(stay.inAt, end) }, context, covered);
    return isFeeRefusal(shorter) ? 0 : shorter.totalFen;
  };
  const derates = derateLines(facts.derates ?? [], receivableFen, outAt, feeAt);
  const deratedFen = derates.reduce((given, line) => given - line.amountFen, 0);
  lines.push(...derates);

  const adjust = (kind: 'prepaid' | 'waived', amount: Fen, clause: Words): Fen => {
    if (amount > 0) lines.push({ from: outAt, to: outAt, kind, amountFen: -amount, clause });
    return amount;
  };
  let due = receivableFen - deratedFen;
  const prepaidFen = adjust('prepaid', Math.min(facts.paidFen, due), PREPAID);
  due -= prepaidFen;
  const inWindow = context.freeUntil !== undefined && outAt <= wholeSecond(context.freeUntil);
  const waivedFen = inWindow ? adjust('waived', due, LEAVE_WINDOW) : 0;
  due -= waivedFen;
  return {
    lines,
    totalFen: due,
    receivableFen,
    deratedFen,
    prepaidFen,
    waivedFen,
    surplusFen: facts.paidFen - prepaidFen,
  };
}
