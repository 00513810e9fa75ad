/** How full a lot is: counted stays plus signed adjustments, each adjustment a row. */

/** What a stay must be to count. */
export type CountedState =
  | 'open'
  | 'suspect'
  | 'stale'
  | 'closed'
  | 'closed-inferred'
  | 'closed-batch'
  | 'merged'
  | 'voided';

/** Only an open stay takes a space: a suspect's car was seen again, a stale one was not found on patrol. */
export const counts = (state: CountedState): boolean => state === 'open';

export interface Adjustment {
  readonly delta: number;
}

/**
 * count(open, not stale) + signed adjustments. May exceed the capacity; `correctionFor` keeps it from falling below 0.
 */
export function occupancy(states: Iterable<CountedState>, adjustments: Iterable<Adjustment>): number {
  let n = 0;
  for (const state of states) if (counts(state)) n += 1;
  for (const { delta } of adjustments) n += delta;
  return n;
}

/**
 * The adjustment that must go with a change so that the figure does not fall below 0; 0 when none is needed.
 * A lot whose count was corrected downwards while unknown cars were inside would otherwise show a negative number.
 */
export function correctionFor(now: number, change: number): number {
  return Math.max(0, -(now + change));
}

/** A correction by a person. Refused (null) when it would make the figure negative or change nothing. */
export function adjust(now: number, wanted: number): Adjustment | null {
  if (!Number.isInteger(wanted) || wanted < 0 || wanted === now) return null;
  return { delta: wanted - now };
}

/** Who is still let in when all spaces are taken. */
export interface FullRule {
  readonly temporary: 'refuse' | 'allow';
  readonly fixed: 'refuse' | 'allow';
  /** Temporary cars stop this many spaces before the last one, which are kept for fixed cars. */
  readonly keepForFixed: number;
}

export type FullVerdict = 'free' | 'full-allowed' | 'full-refused';

/** `capacity` null = not limited. `fixed` = pass, white list, visitor with a booking. */
export function fullVerdict(inside: number, capacity: number | null, rule: FullRule, fixed: boolean): FullVerdict {
  if (capacity === null) return 'free';
  const limit = fixed ? capacity : Math.max(0, capacity - rule.keepForFixed);
  if (inside < limit) return 'free';
  return (fixed ? rule.fixed : rule.temporary) === 'allow' ? 'full-allowed' : 'full-refused';
}

/** Free spaces to show; never negative. Null when the lot is not limited. */
export const freeSpaces = (inside: number, capacity: number | null): number | null =>
  capacity === null ? null : Math.max(0, capacity - inside);
