/**
 * When an advert is shown: a span of instants, and within it weekdays and hours by the clock on the wall of the lot.
 */
import { addDays, dayOf, minuteOf, startOfDay, weekdayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';

export type Schedule = {
  /** Epoch ms; the end is not in it any more. */
  readonly from: number;
  readonly until: number;
  /** 1 Monday to 7 Sunday; none are all. */
  readonly weekdays: readonly number[];
  /** Minutes of the day; both null is all day. An end not after its beginning is that of the next day. */
  readonly fromMinute: number | null;
  readonly untilMinute: number | null;
};

/** Hours that go past midnight belong to the day they began on. */
export function isShownAt(schedule: Schedule, at: number, zone: string): boolean {
  if (at < schedule.from || at >= schedule.until) return false;
  const [begin, end] = [schedule.fromMinute ?? 0, schedule.untilMinute ?? 24 * 60];
  const minute = minuteOf(at, zone);
  const today = dayOf(at, zone);
  const allowed = (day: string): boolean =>
    schedule.weekdays.length === 0 || schedule.weekdays.includes(weekdayOf(day));
  if (begin < end) return minute >= begin && minute < end && allowed(today);
  return (minute >= begin && allowed(today)) || (minute < end && allowed(addDays(today, -1)));
}

/** Whether it is shown at any moment of a day of the lot. */
export function isShownOn(schedule: Schedule, day: Day, zone: string): boolean {
  const [begin, end] = [schedule.fromMinute ?? 0, schedule.untilMinute ?? 24 * 60];
  const allowed = (of: Day): boolean => schedule.weekdays.length === 0 || schedule.weekdays.includes(weekdayOf(of));
  const [start, next] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
  const meets = (from: number, until: number): boolean => from < schedule.until && until > schedule.from;
  const at = (minute: number): number => Math.min(start + minute * 60_000, next);
  if (begin < end) return allowed(day) && meets(at(begin), at(end));
  return (allowed(day) && meets(at(begin), next)) || (end > 0 && allowed(addDays(day, -1)) && meets(start, at(end)));
}
