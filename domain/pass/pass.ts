/**
 * Monthly passes: which part of a stay one covers, where a renewal ends, and how days are counted.
 * A pass runs by days of the lot's zone; both its first and its last day are covered whole.
 */
import { addDays, addMonths, dateOf, daysBetween, startOfDay } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import { within } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';

/** Days covered, both included. `fromDay` after `toDay` covers nothing. */
export type PassDays = { readonly fromDay: Day; readonly toDay: Day };

/** A pass's days with the day of the month (1..31) its months are counted from. */
export type PassTerm = PassDays & { readonly anchorDay: number };

/** The instants a pass covers in a zone: from the start of its first day to the end of its last. */
export function passSpan({ fromDay, toDay }: PassDays, zone: string): Interval {
  return { from: startOfDay(fromDay, zone), to: startOfDay(addDays(toDay, 1), zone) };
}

/** Whether a pass covers an instant. */
export function passCovers(pass: PassDays, instant: number, zone: string): boolean {
  const { from, to } = passSpan(pass, zone);
  return from <= instant && instant < to;
}

/** What passes cover of a stay: nothing, the whole, or a part, and the covered stretches in order. */
export type Coverage = { readonly extent: 'none' | 'part' | 'whole'; readonly spans: readonly Interval[] };

/**
 * Coverage of the stay [inAt, outAt) by passes that may follow or overlap one another; `spans` is what
 * `bill` takes as `passCovered`. A stay of no length is covered when its instant is.
 */
export function coverageOf(
  passes: readonly PassDays[],
  stay: { readonly inAt: number; readonly outAt: number },
  zone: string,
): Coverage {
  const { inAt, outAt } = stay;
  if (inAt === outAt)
    return { extent: passes.some((pass) => passCovers(pass, inAt, zone)) ? 'whole' : 'none', spans: [] };
  const spans = within(
    { from: inAt, to: outAt },
    passes.map((pass) => passSpan(pass, zone)),
  );
  const [first] = spans;
  if (!first) return { extent: 'none', spans };
  return { extent: first.from === inAt && first.to === outAt ? 'whole' : 'part', spans };
}

function checkMonths(months: number): void {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`not a number of months: ${months}`);
}

/** A new pass of `months` >= 1 months from `fromDay`: 15 January + 1 month is covered through 14 February. */
export function newTerm(fromDay: Day, months: number): PassTerm {
  checkMonths(months);
  return { fromDay, toDay: addDays(addMonths(fromDay, months), -1), anchorDay: dateOf(fromDay) };
}

/** What a renewal bought: the days it adds (`addedFrom` to `toDay`) and the term the pass has with them. */
export type Renewal = { readonly addedFrom: Day; readonly term: PassTerm };

/**
 * Renews by whole months (>= 1). A pass still running, or one that ended yesterday, goes on from the day after its
 * end and keeps its anchor, so three renewals of one month end where one of three does. After a gap it starts over
 * `from-today`, or goes on `from-end` as if there had been none (back-dated), by the lot's rule.
 */
export function renewTerm(term: PassTerm, months: number, today: Day, afterGap: 'from-today' | 'from-end'): Renewal {
  checkMonths(months);
  const next = addDays(term.toDay, 1);
  if (next < today && afterGap === 'from-today') return { addedFrom: today, term: newTerm(today, months) };
  const toDay = addDays(addMonths(next, months, term.anchorDay), -1);
  return { addedFrom: next, term: { fromDay: term.fromDay, toDay, anchorDay: term.anchorDay } };
}

/** Number of days a pass covers, 0 for none. */
export function daysCovered({ fromDay, toDay }: PassDays): number {
  return Math.max(0, daysBetween(fromDay, toDay) + 1);
}

/** Days still to come, `today` included: what a suspension freezes and a refund is counted by. */
export function daysLeft({ fromDay, toDay }: PassDays, today: Day): number {
  return daysCovered({ fromDay: fromDay > today ? fromDay : today, toDay });
}

/** Days since the pass ended: 0 while it runs or lies ahead, 1 on the first day it no longer covers. */
export function daysExpired({ toDay }: PassDays, today: Day): number {
  return Math.max(0, daysBetween(toDay, today));
}
