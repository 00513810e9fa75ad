/** How long a seller may issue: days of the lot's zone. */
import { addDays, addMonths } from '../time/day.ts';
import type { Day } from '../time/day.ts';

export type Validity = 'valid' | 'ending' | 'expired';
const WARN_DAYS = 30;

/** The last day counts as valid. */
export const validityOf = (endDate: Day, today: Day): Validity =>
  endDate < today ? 'expired' : endDate <= addDays(today, WARN_DAYS) ? 'ending' : 'valid';

/** The end after a renewal by whole years. */
export const renewedEnd = (endDate: Day, years: number): Day => addMonths(endDate, years * 12);

/**
 * What a renewal does: the new end must be the old one and the years, so that the same renewal sent twice extends once.
 * `done`: this renewal was made before; null: it fits neither.
 */
export function renewal(endDate: Day, years: number, newEndDate: Day): Day | 'done' | null {
  if (newEndDate === renewedEnd(endDate, years)) return newEndDate;
  return newEndDate === endDate ? 'done' : null;
}

/** The rate of a day: a rate to come holds from its first day on. */
export const rateOn = (
  { rateBp, nextRateBp, nextRateFrom }: { rateBp: number; nextRateBp: number | null; nextRateFrom: Day | null },
  day: Day,
): number => (nextRateBp !== null && nextRateFrom !== null && day >= nextRateFrom ? nextRateBp : rateBp);
