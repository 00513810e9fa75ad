/** The one function that turns a stay into money. */
import { MINUTE, SECOND } from '../time/zone.ts';
import { asTariff } from './simple.ts';
import { priceTariff } from './tariff.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRefusal, FeeRule, Priced, Stay } from './types.ts';

const OUT_BEFORE_IN: FeeRefusal = {
  refused: 'OUT_BEFORE_IN',
  words: { zh: '出场时间早于入场时间，无法计费', en: 'The exit is earlier than the entry, so there is no price' },
};

/** An instant with its part second dropped. */
export function wholeSecond(instant: number): number {
  if (!Number.isFinite(instant)) throw new RangeError(`not an instant: ${instant}`);
  return Math.floor(instant / SECOND) * SECOND;
}

/**
 * Prices a stay by a checked rule: lines in the order of time and their sum in fen, or a refusal. The same
 * input gives the same answer everywhere and always. Throws RangeError for instants that are not numbers.
 */
export function price(rule: FeeRule, stay: Stay, context: FeeContext): Priced | FeeRefusal {
  const from = wholeSecond(stay.inAt);
  const to = wholeSecond(stay.outAt);
  if (to < from) return OUT_BEFORE_IN;
  return priceTariff(rule.form === 1 ? asTariff(rule) : rule, from, to, stay.carKind ?? '', context);
}

const DAY_MINUTES = 1440;

/** Length in ms of the shortest stay that costs anything, in whole minutes; a minute where none of up to a day does. */
export function shortestCharged(priceOf: (length: number) => Priced | FeeRefusal): number {
  for (let minutes = 1; minutes <= DAY_MINUTES; minutes += 1) {
    const priced = priceOf(minutes * MINUTE);
    if (!isFeeRefusal(priced) && priced.totalFen > 0) return minutes * MINUTE;
  }
  return MINUTE;
}
