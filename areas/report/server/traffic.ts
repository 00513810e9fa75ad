import { PROVINCES } from '#domain/plate/plate.ts';
import { isEmpty } from '#kit/declare/check.ts';
import type { Range, ReportQuery, ReportRow } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import {
  dailyPaper,
  dayInOut,
  kindGroups,
  monthInOut,
  plateSum,
  releaseGroups,
  thirdInOut,
  thirdMonthInOut,
} from '../model/traffic.ts';
import { both } from './answers.ts';
import { byDay, countsBy, noneOf, parkNames, splitOver, sums } from './rollup.ts';

const monthly = async (work: Work, range: Range): Promise<ReportRow[]> =>
  [...(await sums(work, range, 'month'))].map(([month, figures]) => ({ month, ...figures }));

const thirdDays: ReportQuery = async (work, range) => {
  const [rows, counts] = await Promise.all([byDay(work, range), countsBy(work, range, 'kind', 'day', kindGroups)]);
  return rows.map(({ day, entries, exits, staySeconds }) => ({
    day,
    entries,
    exits,
    staySeconds,
    ...(counts.get(day) ?? noneOf(kindGroups)),
  }));
};

const thirdMonths: ReportQuery = async (work, range) => {
  const [rows, counts] = await Promise.all([
    sums(work, range, 'month'),
    countsBy(work, range, 'kind', 'month', kindGroups),
  ]);
  return [...rows].map(([month, { entries, exits, staySeconds }]) => ({
    month,
    entries,
    exits,
    staySeconds,
    ...(counts.get(month) ?? noneOf(kindGroups)),
  }));
};

const paper: ReportQuery = async (work, range) => {
  const [rows, counts] = await Promise.all([
    sums(work, range, 'parkId'),
    countsBy(work, range, 'releaseType', 'parkId', releaseGroups),
  ]);
  const named = await parkNames(work, [...rows.keys()]);
  return [...rows].map(([parkId, figures]) => ({
    ...named(parkId),
    ...figures,
    ...(counts.get(parkId) ?? noneOf(releaseGroups)),
  }));
};

/** The contract asks for a paper by its day as well. */
const ofItsDay = (own: Served): Served => ({
  ...own,
  work: (work) => {
    const { staticDay } = work.raw;
    return own.work(
      isEmpty(staticDay) ? work : { ...work, raw: { ...work.raw, startTime: staticDay, endTime: staticDay } },
    );
  },
});

const registrations: ReportQuery = async (work, range) => {
  const provinces = String(work.raw['province'] ?? '')
    .split(',')
    .filter(Boolean);
  const rows = (await splitOver(work, range, 'plate')).map(({ key, count }) => {
    const city = PROVINCES.includes(key[0]!) ? key : null;
    return { registration: city, prefix: city, province: city ? key[0]! : key, entries: count };
  });
  return rows.filter(({ province }) => provinces.length === 0 || provinces.includes(province));
};

export const trafficServed: Served[] = [
  ...both(dayInOut, byDay),
  ...both(thirdInOut, thirdDays),
  ...both(plateSum, registrations),
  ...both(dailyPaper, paper).map(ofItsDay),
  ...both(monthInOut, monthly),
  ...both(thirdMonthInOut, thirdMonths),
];
