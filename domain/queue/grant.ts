/** Seats of a car park for a time: their state, and what more months cost. Times are epoch ms. */
import { addMonths, dayOf, startOfDay } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';

type Span = { readonly from: number; readonly until: number };
type GrantState = 'future' | 'live' | 'ending' | 'ended';

/** From so long before its end a grant says that it ends. */
const ENDING_MS = 30 * 86_400_000;

export function grantState({ from, until }: Span, now: number): GrantState {
  if (now >= until) return 'ended';
  if (now < from) return 'future';
  return until - now <= ENDING_MS ? 'ending' : 'live';
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.until && b.from < a.until;

/** The same time of day so many calendar months later; the last of a shorter month where it has no such day. */
export function monthsLater(end: number, months: number, zone: string): number {
  const day = dayOf(end, zone);
  return startOfDay(addMonths(day, months), zone) + (end - startOfDay(day, zone));
}

/** How many whole months lead from an end to a day; null where none do. */
export function monthsUntil(end: number, day: Day, zone: string, most: number): number | null {
  for (let months = 1; months <= most; months += 1) if (addMonths(dayOf(end, zone), months) === day) return months;
  return null;
}

export const renewalFen = (seats: number, months: number, monthFen: number): number => seats * months * monthFen;
