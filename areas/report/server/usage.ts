import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery, ReportRow } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import { addDays, dayOf, daysBetween, minuteOf, weekdayOf } from '#domain/time/day.ts';
import { occupancyHours, spaceTurnover } from '../model/usage.ts';
import { insideNow } from './home.ts';
import { daysOf, lots, parkNames, splitByDay, sums } from './rollup.ts';
import type { SplitRow } from './rollup.ts';

export type HourFlow = { entries: number; exits: number };
export type HourUse = HourFlow & { weekday: string; hour: string; vehicleHours: number; hours: number };

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

/**
 * Vehicles at the end of each hour, by weekday and hour: back from the end of the range, where `inside` stand there, by
 * what came and went in each hour. `days` first to last; `lastHour`: the hour that is still running on the last day, 23
 * where the day is over.
 */
export function usedByHour(
  days: readonly string[],
  flowOf: (day: string, hour: number) => HourFlow,
  inside: number,
  lastHour: number,
): HourUse[] {
  const found = new Map<string, HourUse>();
  let there = inside;
  for (const day of days.toReversed())
    for (let hour = day === days.at(-1) ? lastHour : 23; hour >= 0; hour -= 1) {
      const key = `${weekdayOf(day)} ${twoDigits(hour)}`;
      const flow = flowOf(day, hour);
      const held = found.get(key) ?? {
        weekday: String(weekdayOf(day)),
        hour: twoDigits(hour),
        entries: 0,
        exits: 0,
        vehicleHours: 0,
        hours: 0,
      };
      found.set(key, {
        ...held,
        entries: held.entries + flow.entries,
        exits: held.exits + flow.exits,
        vehicleHours: held.vehicleHours + Math.max(0, there),
        hours: held.hours + 1,
      });
      there += flow.exits - flow.entries;
    }
  return [...found.values()].sort((a, b) => `${a.weekday}${a.hour}`.localeCompare(`${b.weekday}${b.hour}`));
}

const byHour = (rows: readonly SplitRow[]): Map<string, number> =>
  new Map(rows.map(({ day, key, count }) => [`${day} ${Number(key)}`, count]));

const occupancy: ReportQuery = async (work, range) => {
  const today = dayOf(work.now.getTime(), work.person.zone);
  const to = range.to < today ? range.to : today;
  if (range.from > to) return [];
  const [now, later, came, went] = await Promise.all([
    insideNow(work),
    to < today ? sums(work, { from: addDays(to, 1), to: today }, 'day') : new Map<string, HourFlow>(),
    splitByDay(work, { from: range.from, to }, 'hourIn').then(byHour),
    splitByDay(work, { from: range.from, to }, 'hourOut').then(byHour),
  ]);
  const inside = [...later.values()].reduce((sum, { entries, exits }) => sum - entries + exits, now.inside);
  // Of no car park, and of none that had traffic or has spaces, there is nothing to draw.
  if (came.size === 0 && went.size === 0 && inside === 0 && now.spaces === 0) return [];
  const flowOf = (day: string, hour: number): HourFlow => ({
    entries: came.get(`${day} ${hour}`) ?? 0,
    exits: went.get(`${day} ${hour}`) ?? 0,
  });
  const lastHour = to < today ? 23 : Math.floor(minuteOf(work.now.getTime(), work.person.zone) / 60);
  return usedByHour(daysOf({ from: range.from, to }), flowOf, inside, lastHour).map((row) => ({
    ...row,
    spaceHours: now.spaces * row.hours,
  }));
};

const turnover: ReportQuery = async (work, range) => {
  const values: unknown[] = [];
  const where = (await lots(work, 'p', values)).replaceAll('p.park_id', 'p.id');
  const [parks, figures] = await Promise.all([
    work.db.raw<{ id: string; spaces: number }>(
      `SELECT p.id, p.total_stall::bigint AS spaces FROM park p WHERE p.deleted_at IS NULL AND ${where}`,
      values,
    ),
    sums(work, range, 'parkId'),
  ]);
  const named = await parkNames(
    work,
    parks.map(({ id }) => id),
  );
  const days = daysBetween(range.from, range.to) + 1;
  return parks.flatMap(({ id, spaces }): ReportRow[] => {
    const { exits = 0, netFen = 0, staySeconds = 0 } = figures.get(id) ?? {};
    return exits === 0 && netFen === 0
      ? []
      : [{ ...named(id), spaces, spaceDays: spaces * days, exits, netFen, staySeconds }];
  });
};

export const usageServed: Served[] = [answerReport(occupancyHours, occupancy), answerReport(spaceTurnover, turnover)];
