/** A stay of which a pass or a visitor's booking covers a part. */
import { within, without } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';
import { isFeeRefusal } from './types.ts';
import type { BillLine, FeeContext, FeeRefusal, FeeRule, Priced, Stay } from './types.ts';
import { price, wholeSecond } from './price.ts';
import type { Words } from './words.ts';

/** What the bill says of the stretches that are covered, and of the sum where it is limited. */
type Cover = { readonly covered: Words; readonly limit: Words };

const byPass: Cover = {
  covered: { zh: '月卡有效期内', en: 'Covered by a pass' },
  limit: { zh: '不超过无月卡时的费用', en: 'No more than without the pass' },
};
export const byBooking: Cover = {
  covered: { zh: '预约访客免费', en: 'Visitor with a booking' },
  limit: { zh: '不超过无预约时的费用', en: 'No more than without the booking' },
};

/**
 * Prices what `covered` leaves over (true: nothing). Each stretch left over is priced as a stay of its own,
 * and together they cost no more than the whole stay without what covers it.
 */
export function priceUncovered(
  rule: FeeRule,
  stay: Stay,
  context: FeeContext,
  covered: boolean | readonly Interval[],
  by: Cover = byPass,
): Priced | FeeRefusal {
  const whole = { from: wholeSecond(stay.inAt), to: wholeSecond(stay.outAt) };
  if (covered === true && whole.to >= whole.from) return { lines: [coveredLine(whole, by)], totalFen: 0 };
  const plain = price(rule, stay, context);
  if (typeof covered === 'boolean' || isFeeRefusal(plain)) return plain;
  const parts = covered.map(({ from, to }) => ({ from: wholeSecond(from), to: wholeSecond(to) }));
  const spans = within(whole, parts);
  if (spans.length === 0) return plain;
  const pieces: { at: number; lines: readonly BillLine[]; totalFen: number }[] = spans.map((span) => ({
    at: span.from,
    lines: [coveredLine(span, by)],
    totalFen: 0,
  }));
  for (const rest of without(whole, parts)) {
    const priced = price(rule, { ...stay, inAt: rest.from, outAt: rest.to }, context);
    if (isFeeRefusal(priced)) return priced; // no price for a part is no price for the whole, never 0
    pieces.push({ at: rest.from, ...priced });
  }
  pieces.sort((a, b) => a.at - b.at);
  const lines = pieces.flatMap((piece) => piece.lines);
  const totalFen = pieces.reduce((sum, piece) => sum + piece.totalFen, 0);
  const over = totalFen - plain.totalFen;
  if (over <= 0) return { lines, totalFen };
  const limit: BillLine = { from: whole.to, to: whole.to, kind: 'cap', amountFen: -over, clause: by.limit };
  return { lines: [...lines, limit], totalFen: plain.totalFen };
}

function coveredLine({ from, to }: Interval, by: Cover): BillLine {
  return { from, to, kind: 'covered', amountFen: 0, clause: by.covered };
}
