/** Rests, stops, and what is given back. Days are the lot's own; money is integer fen. */
import { addDays } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import { daysCovered, daysLeft } from './pass.ts';
import type { PassDays } from './pass.ts';

/** The first day of a suspension requested today: today has begun and counts as used. */
export const restFrom = (today: Day): Day => addDays(today, 1);

/**
 * What the end of a rest brings: its last day (before `fromDay` where it never began), the days that were frozen, and
 * the days given for them.
 */
export type Recovery = { readonly toDay: Day; readonly frozenDays: number; readonly added: PassDays | null };

/**
 * Ends a rest that began on `fromDay`; the pass covers again from `today` on. By the rule `extend` the days bought and
 * not used are given back after the end of the pass, from today where that has passed; by `keep` they are gone.
 */
export function recover(endDay: Day, fromDay: Day, today: Day, rule: 'extend' | 'keep'): Recovery {
  const toDay = addDays(today, -1);
  const frozenDays = daysCovered({ fromDay, toDay: toDay < endDay ? toDay : endDay });
  if (rule === 'keep' || frozenDays === 0) return { toDay, frozenDays, added: null };
  const next = addDays(endDay, 1);
  const addedFrom = next < today ? today : next;
  return { toDay, frozenDays, added: { fromDay: addedFrom, toDay: addDays(addedFrom, frozenDays - 1) } };
}

/**
 * Whole days left to a pass stopped today, today not among them; of one at rest since `restingFrom` the frozen ones
 * count where the rule gives them back.
 */
export function daysUnused(endDay: Day, today: Day, restingFrom: Day | null, rule: 'extend' | 'keep'): number {
  const next = addDays(today, 1);
  const from = restingFrom !== null && rule === 'extend' && restingFrom < next ? restingFrom : next;
  return daysLeft({ fromDay: from, toDay: endDay }, from);
}

/** A purchase of days: what was paid and not given back yet, and for how many days. */
export type Purchase = { readonly moneyFen: number; readonly days: number };

/**
 * What each purchase gives back when `unused` days are left, in the order they are given: days are used up from the
 * first purchase on, so the last gives back first. Rounded down to whole fen, never more than was paid for it.
 */
export function refundOf(purchases: readonly Purchase[], unused: number): number[] {
  let left = Math.max(0, unused);
  const back = purchases.map(() => 0);
  for (let nth = purchases.length - 1; nth >= 0 && left > 0; nth -= 1) {
    const { moneyFen, days } = purchases[nth]!;
    if (days <= 0) continue;
    const part = Math.min(left, days);
    back[nth] = Number((BigInt(moneyFen) * BigInt(part)) / BigInt(days));
    left -= part;
  }
  return back;
}
