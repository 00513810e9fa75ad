/** When an advert is shown, as its row keeps it. */
import type { Schedule } from '#domain/advert/schedule.ts';

export type Scheduled = {
  readonly startTime: string;
  readonly endTime: string;
  readonly weekdays: readonly string[] | null;
  readonly hoursFrom: string | null;
  readonly hoursUntil: string | null;
};

const minuteOfClock = (clock: string | null): number | null =>
  clock ? Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5)) : null;

export const scheduleOf = (row: Scheduled): Schedule => ({
  from: Date.parse(row.startTime),
  until: Date.parse(row.endTime),
  weekdays: (row.weekdays ?? []).map(Number),
  fromMinute: minuteOfClock(row.hoursFrom),
  untilMinute: minuteOfClock(row.hoursUntil),
});
