/**
 * The fee a channel's bill shows for each line beside the fee its rate comes to. What the bill shows is what is
 * settled; our reckoning checks it. Pure, amounts in fen.
 */
import type { Day } from '#domain/time/day.ts';
import { shareOf } from './settlement.ts';

/** What a line of a bill pays or gives back of ours: one lot's, or several of a combined trade. */
export type FeePart = {
  readonly parkId: string;
  readonly companyId: string;
  /** The merchant account, as payments keep it. */
  readonly ref: string;
  readonly amountFen: number;
};

/** Lines of a bill that are of the same sums; `number` is the first one's, `day` that of the books. */
export type BilledFee = {
  readonly kind: 'payment' | 'refund';
  readonly day: Day;
  readonly number: string;
  readonly times: number;
  /** Of one line: taken of a payment, given back with a refund. */
  readonly feeFen: number;
  readonly parts: readonly FeePart[];
};

/** The rate of a part, in hundredths of a percent. */
export type RateOf = (part: FeePart, day: Day) => number;

/** A fen a line is rounding; each part of a combined trade is rounded by itself. */
const toleranceOf = ({ parts }: BilledFee): number => parts.length;

/** What one line costs less than reckoned; below 0 where the channel kept more than its rate. */
function offOf({ kind, day, feeFen, parts }: BilledFee, rateOf: RateOf): number {
  const reckoned = parts.reduce((sum, part) => sum + shareOf(part.amountFen, rateOf(part, day)), 0);
  return kind === 'payment' ? reckoned - feeFen : feeFen - reckoned;
}

export type FeeCheck = {
  /** Reckoned less the bill's, of all lines. */
  readonly offFen: number;
  /** How much of it rounding may explain: a fen a line. */
  readonly lines: number;
  /** Lines that are off by more, the same sums together; `ref` is the first one's number and how many there are. */
  readonly items: readonly { readonly ref: string; readonly amountFen: number }[];
};

/** Holds the fees of a bill against the rates. */
export function checkFees(fees: readonly BilledFee[], rateOf: RateOf): FeeCheck {
  const items: { ref: string; amountFen: number }[] = [];
  let [offFen, lines] = [0, 0];
  for (const fee of fees) {
    const off = offOf(fee, rateOf);
    offFen += off * fee.times;
    lines += toleranceOf(fee) * fee.times;
    if (Math.abs(off) > toleranceOf(fee))
      items.push({ ref: fee.times === 1 ? fee.number : `${fee.number} ×${fee.times}`, amountFen: off * fee.times });
  }
  return { offFen, lines, items };
}
