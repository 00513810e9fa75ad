import {
  carTypeShares,
  fees15,
  newParks15,
  onlineFees15,
  parksToday,
  payWays,
  phoneFee,
  releaseTypes,
  stayKindShares,
  todaysMoney,
} from '#areas/report/model/home.ts';
import type { FeeDay, OnlineDay, ParkDay, ParkRank, PhoneFee, Share, TodaysMoney } from '#areas/report/model/home.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { releaseTypes as releaseWords, stayKinds } from '#areas/passage/model/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { isDay } from '#domain/time/day.ts';
import { addDays, dayOf, minuteOf } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Range } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { byDay, daysOf, lots, splitByDay, splitOver, sums, total } from './rollup.ts';

const todayOf = (work: Work): string => dayOf(work.now.getTime(), work.person.zone);
const back = (work: Work, days: number): Range => ({ from: addDays(todayOf(work), 1 - days), to: todayOf(work) });

/** Cars inside and spaces of the lots: as the lanes keep them now. */
export async function insideNow(work: Work): Promise<{ inside: number; spaces: number; free: number }> {
  const values: unknown[] = [];
  const where = (await lots(work, 'p', values)).replaceAll('p.park_id', 'p.id');
  const [row] = await work.db.raw<{ inside: number; spaces: number; free: number }>(
    `SELECT coalesce(sum(greatest(0, coalesce(l.inside, 0))), 0)::bigint AS inside, coalesce(sum(p.total_stall), 0)::bigint AS spaces,
            coalesce(sum(greatest(0, p.total_stall - greatest(0, coalesce(l.inside, 0)))), 0)::bigint AS free
     FROM park p LEFT JOIN park_live l ON l.tenant_id = p.tenant_id AND l.park_id = p.id WHERE p.deleted_at IS NULL AND ${where}`,
    values,
  );
  return row!;
}

/** Count of a day up to this minute: its whole hours, and of the present hour the part that has passed. */
async function upToNow(work: Work, day: string, split: 'hourIn' | 'hourOut'): Promise<number> {
  const minute = minuteOf(work.now.getTime(), work.person.zone);
  const hour = Math.floor(minute / 60);
  const rows = await splitByDay(work, { from: day, to: day }, split);
  return Math.round(
    rows.reduce(
      (sum, row) =>
        sum + (Number(row.key) < hour ? row.count : Number(row.key) === hour ? (row.count * (minute % 60)) / 60 : 0),
      0,
    ),
  );
}

async function money(work: Work): Promise<TodaysMoney> {
  const day = todayOf(work);
  const yesterday = addDays(day, -1);
  const [now, before, live, entriesYesterday, exitsYesterday] = await Promise.all([
    total(work, { from: day, to: day }),
    total(work, { from: yesterday, to: yesterday }),
    insideNow(work),
    upToNow(work, yesterday, 'hourIn'),
    upToNow(work, yesterday, 'hourOut'),
  ]);
  const { surplusFen: _, staySeconds: __, ...figures } = now;
  return {
    day,
    ...figures,
    paidYesterdayFen: before.paidFen,
    netYesterdayFen: before.netFen,
    ...live,
    entriesYesterday,
    exitsYesterday,
  };
}

const feeDays = async (work: Work): Promise<FeeDay[]> =>
  (await byDay(work, back(work, 15))).map(({ day, receivableFen, paidFen, refundFen, netFen }) => ({
    day,
    receivableFen,
    paidFen,
    refundFen,
    netFen,
  }));

const onlineDays = async (work: Work): Promise<OnlineDay[]> =>
  (await byDay(work, back(work, 15))).map(({ day, onlineFen, cashFen }) => ({ day, onlineFen, cashFen }));

async function parkDays(work: Work): Promise<ParkDay[]> {
  const range = back(work, 15);
  const values: unknown[] = [work.person.zone, range.to];
  const where = (await lots(work, 'p', values)).replaceAll('p.park_id', 'p.id');
  const rows = await work.db.raw<{ day: string; count: number }>(
    `SELECT to_char(p.created_at AT TIME ZONE $1, 'YYYY-MM-DD') AS day, count(*) AS count FROM park p
     WHERE p.deleted_at IS NULL AND to_char(p.created_at AT TIME ZONE $1, 'YYYY-MM-DD') <= $2 AND ${where} GROUP BY 1`,
    values,
  );
  const until = (day: string) => rows.filter((row) => row.day <= day).reduce((sum, row) => sum + row.count, 0);
  return daysOf(range).map((day) => ({
    day,
    added: rows.find((row) => row.day === day)?.count ?? 0,
    total: until(day),
  }));
}

async function ranking(work: Work): Promise<ParkRank[]> {
  const found = [...(await sums(work, back(work, 1), 'parkId'))]
    .sort(([, a], [, b]) => b.netFen - a.netFen || b.exits - a.exits)
    .slice(0, 10);
  const names = await namesOf(
    park,
    found.map(([parkId]) => parkId),
    work.db,
  );
  return found.map(([parkId, { paidFen, netFen, payments, entries, exits }]) => ({
    parkId,
    parkName: names.get(parkId) ?? '—',
    paidFen,
    netFen,
    payments,
    entries,
    exits,
  }));
}

async function phone(work: Work): Promise<PhoneFee> {
  const day = todayOf(work);
  const yesterday = addDays(day, -1);
  const [today, before, month] = await Promise.all([
    total(work, { from: day, to: day }),
    total(work, { from: yesterday, to: yesterday }),
    total(work, { from: `${day.slice(0, 7)}-01`, to: day }),
  ]);
  const online = (await splitOver(work, { from: day, to: day }, 'payType'))
    .filter((row) => row.key !== 'cash')
    .reduce((sum, row) => sum + row.count, 0);
  return { todayFen: today.onlineFen, yesterdayFen: before.onlineFen, monthFen: month.onlineFen, payments: online };
}

function requestedRange(work: Work): Range {
  const { dayFrom, dayTo } = work.raw;
  const to = typeof dayTo === 'string' && isDay(dayTo) ? dayTo : todayOf(work);
  const from = typeof dayFrom === 'string' && isDay(dayFrom) ? dayFrom : addDays(to, -14);
  return from <= to ? { from, to } : { from: to, to };
}

type Naming = (keys: readonly string[], work: Work) => Promise<(key: string) => string>;

const spoken =
  (words: Readonly<Record<string, Text>>): Naming =>
  async (_, work) =>
  (key) =>
    words[key]?.[work.lang] ?? key;

/** Car types are each lot's own; those of one name are one share. */
const carTypeNames: Naming = async (keys, work) => {
  const names = await namesOf(
    carType,
    keys.filter((key) => key !== 'none'),
    work.db,
  );
  return (key) => names.get(key) ?? text('未分类', 'No type')[work.lang];
};

const shares =
  (split: string, naming: Naming) =>
  async (work: Work): Promise<Share[]> => {
    const rows = await splitOver(work, requestedRange(work), split);
    const nameOf = await naming(
      rows.map((row) => row.key),
      work,
    );
    const named = new Map<string, Share>();
    for (const row of rows) {
      const name = nameOf(row.key);
      const found = named.get(name);
      if (found) Object.assign(found, { count: found.count + row.count, amountFen: found.amountFen + row.amountFen });
      else named.set(name, { ...row, name });
    }
    return [...named.values()].filter((share) => share.count > 0 || share.amountFen > 0);
  };

const home = (declared: Parameters<typeof serve>[0], answer: (work: Work) => Promise<unknown>): Served =>
  serve(declared, (work) => answer(work));

export const homeServed: Served[] = [
  home(todaysMoney, money),
  home(fees15, feeDays),
  home(onlineFees15, onlineDays),
  home(newParks15, parkDays),
  home(parksToday, ranking),
  home(phoneFee, phone),
  home(payWays, shares('payType', spoken(payTypes))),
  home(releaseTypes, shares('releaseType', spoken(releaseWords))),
  home(stayKindShares, shares('kind', spoken(stayKinds))),
  home(carTypeShares, shares('carType', carTypeNames)),
];
