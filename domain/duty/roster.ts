/** What is wrong with a roster: too many days in a row, too little rest between shifts. */
import { addDays } from '../time/day.ts';
import { HOUR } from '../time/zone.ts';

export const MOST_DAYS_IN_A_ROW = 6;
export const LEAST_REST_HOURS = 11;

export type Shift = { readonly id: string; readonly day: string; readonly start: number; readonly end: number };
export type Flag = { readonly id: string; readonly day: string; readonly flag: 'days' | 'rest' | 'overlap' };

/**
 * Flags of one person's shifts: the seventh day in a row and later ones, rest under 11 hours, shifts at the same time.
 */
export function flagsOf(shifts: readonly Shift[]): Flag[] {
  const ordered = [...shifts].sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  const flags: Flag[] = [];
  let inARow = 0;
  let day: string | null = null;
  let until: number | null = null;
  for (const shift of ordered) {
    if (shift.day !== day) inARow = day !== null && addDays(day, 1) === shift.day ? inARow + 1 : 1;
    if (inARow > MOST_DAYS_IN_A_ROW) flags.push({ id: shift.id, day: shift.day, flag: 'days' });
    if (until !== null && shift.start < until) flags.push({ id: shift.id, day: shift.day, flag: 'overlap' });
    else if (until !== null && shift.day !== day && shift.start - until < LEAST_REST_HOURS * HOUR)
      flags.push({ id: shift.id, day: shift.day, flag: 'rest' });
    day = shift.day;
    until = Math.max(until ?? shift.end, shift.end);
  }
  return flags;
}
