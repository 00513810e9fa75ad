import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { answerReport } from '#kit/server/report.ts';
import type { Range, ReportQuery, ReportRow } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { stayStates } from '#areas/passage/model/words.ts';
import { addDays, dayOf, daysBetween, minuteOf, weekdayOf } from '#domain/time/day.ts';
import { lengthEnds, occupancyHours, spaceTurnover, stayLengths } from '../model/usage.ts';
import { insideNow } from './home.ts';
import { daysOf, lots, parkNames, splitByDay, sums } from './rollup.ts';
import type { SplitRow } from './rollup.ts';

export type HourFlow = { entries: number; exits: number };
export type HourUse = HourFlow & { weekday: string; hour: string; vehicleHours: number; hours: number };

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

/**
 * Vehicles at the end of each hour, by weekday and hour: back from the end of the range, where `inside` stand there, by what came and went
 * in each hour. `days` first to last; `lastHour`: the hour that is still running on the last day, 23 where the day is over.
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

const mostDays = 124;
/** No stay that leaves in a range began longer before it than lists look back. */
const longestDays = 92;
const counted = Object.keys(stayStates).filter((state) => state !== 'merged');

/** The days of each lot are its own; the bounds around them let the index find the stays. */
async function lengthsOf(work: Work, { from, to }: Range): Promise<ReportRow[]> {
  if (daysBetween(from, to) >= mostDays)
    throw new Refused('bad_input', {}, [
      { field: 'startTime', msg: text('时间范围最多124天', 'The range can be 124 days at most') },
    ]);
  const values: unknown[] = [
    from,
    to,
    lengthEnds,
    counted,
    addDays(from, -1),
    addDays(to, 2),
    addDays(from, -longestDays),
  ];
  const where = await lots(work, 's', values);
  const rows = await work.db.raw<{ nth: number; exits: number; staySeconds: number; paidFen: number }>(
    `SELECT width_bucket(greatest(coalesce(s.stay_seconds, 0), 1) - 1, $3::int[])::int AS nth, count(*)::bigint AS exits,
            coalesce(sum(s.stay_seconds), 0)::bigint AS "staySeconds", coalesce(sum(s.paid_fen), 0)::bigint AS "paidFen"
     FROM stay s JOIN park p ON p.tenant_id = s.tenant_id AND p.id = s.park_id
     WHERE s.status = ANY($4::text[]) AND s.out_time >= $5::date AND s.out_time < $6::date AND s.begin_time >= $7::date
       AND (s.out_time AT TIME ZONE p.zone)::date BETWEEN $1::date AND $2::date AND ${where} GROUP BY 1`,
    values,
  );
  return rows.map(({ nth, ...figures }) => ({
    length: String(nth + 1),
    fromSeconds: nth === 0 ? 0 : lengthEnds[nth - 1]! + 1,
    toSeconds: lengthEnds[nth] ?? 2_147_483_647,
    ...figures,
  }));
}

export const usageServed: Served[] = [
  answerReport(occupancyHours, occupancy),
  answerReport(spaceTurnover, turnover),
  answerReport(stayLengths, lengthsOf),
];
