/**
 * Due times on service hours: a promise of so many minutes runs only while the service works, and stands still while
 * the matter is paused (roadside rules, section 3.10). Instants are epoch milliseconds, hours are of the lot's zone.
 */
import { addDays, dayOf, daysBetween, wallOfDay } from '../time/day.ts';
import { within, without } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';
import { MINUTE, instantAt } from '../time/zone.ts';

/** Minutes of the day from midnight, `fromMinute` < `toMinute` <= 1440; the same on every day. */
export type ServiceHours = { readonly fromMinute: number; readonly toMinute: number; readonly zone: string };

export const DEFAULT_HOURS: ServiceHours = { fromMinute: 8 * 60, toMinute: 20 * 60, zone: 'Asia/Shanghai' };

/** Minutes until somebody takes the matter up, and until it is solved, by priority. */
export const PROMISES = {
  1: { respondMinutes: 15, solveMinutes: 60 },
  2: { respondMinutes: 60, solveMinutes: 240 },
  3: { respondMinutes: 240, solveMinutes: 1440 },
} as const;
export type Priority = keyof typeof PROMISES;

const MOST_DAYS = 3_660;

const hoursOfDay = (day: string, { fromMinute, toMinute, zone }: ServiceHours): Interval => ({
  from: instantAt(wallOfDay(day) + fromMinute * MINUTE, zone),
  to: instantAt(wallOfDay(day) + toMinute * MINUTE, zone),
});

/**
 * The instant by which `minutes` of service time have run since `raisedAt`. What lies in `pauses` does not run, so a
 * pause moves the instant back and never forward. With no minutes left it is `raisedAt` itself.
 */
export function dueAt(
  raisedAt: number,
  minutes: number,
  hours: ServiceHours = DEFAULT_HOURS,
  pauses: readonly Interval[] = [],
): number {
  if (!(hours.fromMinute >= 0 && hours.fromMinute < hours.toMinute && hours.toMinute <= 1440))
    throw new RangeError('service hours must begin before they end, within a day');
  let left = minutes * MINUTE;
  if (left <= 0) return raisedAt;
  let day = dayOf(raisedAt, hours.zone);
  for (let count = 0; count < MOST_DAYS; count++, day = addDays(day, 1)) {
    const open = hoursOfDay(day, hours);
    for (const part of without({ from: Math.max(open.from, raisedAt), to: open.to }, pauses)) {
      if (part.to - part.from >= left) return part.from + left;
      left -= part.to - part.from;
    }
  }
  throw new RangeError('not due within ten years');
}

/** Service milliseconds that ran between two instants, pauses taken out. */
export function serviceMs(
  from: number,
  to: number,
  hours: ServiceHours = DEFAULT_HOURS,
  pauses: readonly Interval[] = [],
): number {
  if (from >= to) return 0;
  const days = daysBetween(dayOf(from, hours.zone), dayOf(to, hours.zone)) + 1;
  return Array.from({ length: days }, (_, nth) => hoursOfDay(addDays(dayOf(from, hours.zone), nth), hours))
    .map((open) => ({ from: Math.max(open.from, from), to: Math.min(open.to, to) }))
    .flatMap((part) => (part.from < part.to ? without(part, pauses) : []))
    .reduce((sum, run) => sum + (run.to - run.from), 0);
}

/** Milliseconds that a matter stood paused, whatever the hours; parts that overlap count once. */
export const pausedMs = (pauses: readonly Interval[]): number =>
  within({ from: -Infinity, to: Infinity }, pauses).reduce((sum, { from, to }) => sum + (to - from), 0);
