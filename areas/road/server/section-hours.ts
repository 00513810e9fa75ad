/** When a section is attended. `hours` is written `07:30-20:00,…`; without any it always is. */
import type { Interval } from '#domain/time/interval.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { MINUTE } from '#domain/time/zone.ts';

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const spansOf = (hours: string): [begin: number, end: number][] =>
  hours.split(',').map((each) => {
    const [from = '', to = ''] = each.trim().split('-');
    return [minuteOf(from), minuteOf(to)];
  });

/** Whether a section is attended at an instant. */
export function attended(hours: string | null, at: number, zone: string): boolean {
  if (!hours) return true;
  const minute = Math.floor((at - startOfDay(dayOf(at, zone), zone)) / MINUTE);
  return spansOf(hours).some(([begin, end]) =>
    begin <= end ? begin <= minute && minute < end : minute >= begin || minute < end,
  );
}

/** The attended time of a day (YYYY-MM-DD) of the zone; hours over midnight are those of the day they fall on. */
export function attendedTimes(hours: string | null, day: string, zone: string): Interval[] {
  const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
  if (!hours) return [{ from, to }];
  return spansOf(hours).flatMap(([begin, end]) =>
    begin <= end
      ? [{ from: from + begin * MINUTE, to: from + end * MINUTE }]
      : [
          { from, to: from + end * MINUTE },
          { from: from + begin * MINUTE, to },
        ],
  );
}
