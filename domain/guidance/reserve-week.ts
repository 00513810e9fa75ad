/** Reserves of a group by the hour of the week, from Monday 00:00 of the car park's own clock. */
import { reserveFor } from './promise.ts';
import type { Expected, Observed } from './promise.ts';

export const WEEK_HOURS = 168;

/** @param weekday 1 (Monday) to 7; @param hour 0 to 23 */
export const weekHour = (weekday: number, hour: number): number => (weekday - 1) * 24 + hour;
export const weekdayOfHour = (at: number): number => Math.floor(at / 24) + 1;
export const hourOfHour = (at: number): number => at % 24;

/** An hour of the week with fewer arrivals is taken together with the same hour of days like it. */
const LEAST_OF_ITS_OWN = 200;

/** What arrivals speak for a reserve: those of its own hour, or those of the same hour from Monday to Friday, or at the weekend. */
export type Basis = 'own' | 'alike';
export type Proposal = Expected & { readonly basis: Basis };

const isWeekend = (weekday: number): boolean => weekday > 5;

/**
 * A reserve for each hour of the week; null where too few arrivals were observed or none would do.
 *
 * @param inForce by hour of the week; @param observed by hour of the week
 */
export function tuneWeek(
  inForce: readonly number[],
  observed: ReadonlyMap<number, readonly Observed[]>,
): (Proposal | null)[] {
  const alikeOf = (at: number): Observed[] =>
    Array.from({ length: 7 }, (_, nth) => nth + 1)
      .filter((weekday) => isWeekend(weekday) === isWeekend(weekdayOfHour(at)))
      .flatMap((weekday) => observed.get(weekHour(weekday, hourOfHour(at))) ?? []);
  return Array.from({ length: WEEK_HOURS }, (_, at) => {
    const own = observed.get(at) ?? [];
    const basis = own.reduce((sum, { arrivals }) => sum + arrivals, 0) >= LEAST_OF_ITS_OWN ? 'own' : 'alike';
    const found = reserveFor(basis === 'own' ? own : alikeOf(at), inForce[at] ?? 0);
    return found && { ...found, basis };
  });
}
