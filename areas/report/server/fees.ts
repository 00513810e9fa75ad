import { dayFees, dayInOut, dayPaySum, daySum, monthFeeSum, monthInOut, parkFees, payTypeSum } from '#areas/report/model/fees.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Report } from '#kit/declare/report.ts';
import { exportReportOf } from '#kit/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery, ReportRow } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { addMonths, dayOf, daysInMonth } from '#domain/time/day.ts';
import { byDay, daysOf, splitByDay, splitOver, sums } from './rollup.ts';
import type { Range } from '#kit/server/report.ts';
import { park } from '#areas/lot/model/park.ts';
import { namesOf } from '#kit/server/rows.ts';

const days: ReportQuery = byDay;

const months: ReportQuery = async (work, range) => [...await sums(work, range, 'month')].map(([month, figures]) => ({ month, ...figures }));

/** Names go with the lines, as a chart over lots has to say them. */
const parks: ReportQuery = async (work, range) => {
  const found = await sums(work, range, 'parkId');
  const names = await namesOf(park, [...found.keys()], work.db);
  return [...found].map(([parkId, figures]) => ({ parkId, ...figures, labels: { parkId: names.get(parkId) ?? '—' } }));
};

const wayKeys = Object.keys(payTypes);

/** One line per day with a column per pay way; asked for one pay way, the sums are that way's alone. */
const payWays = async (work: Work, range: Range): Promise<ReportRow[]> => {
  const asked = String(work.raw['payType'] ?? '').split(',').filter((key) => wayKeys.includes(key));
  const rows = (await splitByDay(work, range, 'payType')).filter((row) => asked.length === 0 || asked.includes(row.key));
  const byDate = Map.groupBy(rows, (row) => row.day);
  return daysOf(range).map((day) => {
    const found = byDate.get(day) ?? [];
    const of = (key: string) => found.find((row) => row.key === key)?.amountFen ?? 0;
    return {
      day, payments: found.reduce((sum, row) => sum + row.count, 0), paidFen: found.reduce((sum, row) => sum + row.amountFen, 0),
      ...Object.fromEntries(wayKeys.map((key) => [`${key}Fen`, of(key)])),
    };
  });
};

const wayTotals: ReportQuery = async (work, range) => {
  const [paid, back] = await Promise.all([splitOver(work, range, 'payType'), splitOver(work, range, 'refundType')]);
  return [...new Set([...paid, ...back].map((row) => row.key))].map((payType) => {
    const [came, went] = [paid, back].map((rows) => rows.find((row) => row.key === payType));
    return { payType, payments: came?.count ?? 0, paidFen: came?.amountFen ?? 0, refunds: went?.count ?? 0, refundFen: went?.amountFen ?? 0, netFen: (came?.amountFen ?? 0) - (went?.amountFen ?? 0) };
  });
};

/** The contract has one call for both ways of grouping payments. */
function grouped(byDays: Served, byWays: Served): Served {
  return {
    ...byDays,
    work: (work) => {
      if (work.raw['groupBy'] !== 'payType') return byDays.work(work);
      if (!work.permits(byWays.call.permission)) throw new Refused('not_permitted', { what: payTypeSum.title });
      return byWays.work(work);
    },
  };
}

const month = (raw: unknown): string | null => /^(\d{4}-(?:0[1-9]|1[0-2]))/.exec(String(raw ?? ''))?.[1] ?? null;

/** Monthly reports take `startMonth` and `endMonth` and begin with the first of a month: two months back unless said otherwise. */
const wholeMonths = (own: Served): Served => ({
  ...own,
  work: (work) => {
    const today = dayOf(work.now.getTime(), work.person.zone);
    const first = month(work.raw['startMonth']) ?? month(work.raw['startTime']) ?? addMonths(`${today.slice(0, 7)}-01`, -2).slice(0, 7);
    const last = month(work.raw['endMonth']) ?? (isEmpty(work.raw['endTime']) ? today.slice(0, 7) : month(work.raw['endTime']) ?? today.slice(0, 7));
    const [y, m] = last.split('-').map(Number);
    const end = `${last}-${daysInMonth(y!, m!)}`;
    return own.work({ ...work, raw: { ...work.raw, startTime: `${first}-01`, endTime: end > today ? today : end } });
  },
});

const both = (of: Report, query: ReportQuery): Served[] => [answerReport(of, query), exportReportOf(of)];

export const feeServed: Served[] = [
  ...both(daySum, days), ...both(dayInOut, days), ...both(dayFees, days), ...both(parkFees, parks), grouped(answerReport(dayPaySum, payWays), answerReport(payTypeSum, wayTotals)), exportReportOf(dayPaySum),
  ...both(monthFeeSum, months).map(wholeMonths), ...both(monthInOut, months).map(wholeMonths),
];
