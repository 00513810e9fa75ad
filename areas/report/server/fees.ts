import { user } from '#areas/access/model/user.ts';
import { dayFees, dayPaySum, daySum, monthFeeSum, parkFees, payTypeSum, userFees } from '#areas/report/model/fees.ts';
import { payTypes } from '#areas/billing/model/words.ts';
import { takers } from '#domain/lane/words.ts';
import { isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { Range, ReportQuery, ReportRow } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { both, oneCall } from './answers.ts';
import { byDay, daysOf, parkNames, splitByDay, splitOver, sums } from './rollup.ts';

const months: ReportQuery = async (work, range) =>
  [...(await sums(work, range, 'month'))].map(([month, figures]) => ({ month, ...figures }));

/** Names go with the lines, as a chart over lots has to say them. */
const parks: ReportQuery = async (work, range) => {
  const found = await sums(work, range, 'parkId');
  const named = await parkNames(work, [...found.keys()]);
  return [...found].map(([parkId, figures]) => ({ ...named(parkId), ...figures }));
};

const wayKeys = Object.keys(payTypes);

/** One line per day with a column per payment method; for one payment method, the sums cover only that method. */
const payWays = async (work: Work, range: Range): Promise<ReportRow[]> => {
  const wantedTypes = String(work.raw['payType'] ?? '')
    .split(',')
    .filter((key) => wayKeys.includes(key));
  const rows = (await splitByDay(work, range, 'payType')).filter(
    (row) => wantedTypes.length === 0 || wantedTypes.includes(row.key),
  );
  const byDate = Map.groupBy(rows, (row) => row.day);
  return daysOf(range).map((day) => {
    const found = byDate.get(day) ?? [];
    const of = (key: string) => found.find((row) => row.key === key)?.amountFen ?? 0;
    return {
      day,
      payments: found.reduce((sum, row) => sum + row.count, 0),
      paidFen: found.reduce((sum, row) => sum + row.amountFen, 0),
      ...Object.fromEntries(wayKeys.map((key) => [`${key}Fen`, of(key)])),
    };
  });
};

export const wayTotals: ReportQuery = async (work, range) => {
  const [paid, back] = await Promise.all([splitOver(work, range, 'payType'), splitOver(work, range, 'refundType')]);
  return [...new Set([...paid, ...back].map((row) => row.key))].map((payType) => {
    const [came, went] = [paid, back].map((rows) => rows.find((row) => row.key === payType));
    return {
      payType,
      payments: came?.count ?? 0,
      paidFen: came?.amountFen ?? 0,
      refunds: went?.count ?? 0,
      refundFen: went?.amountFen ?? 0,
      netFen: (came?.amountFen ?? 0) - (went?.amountFen ?? 0),
    };
  });
};

const alone = text('车主自助缴费', 'Paid by drivers themselves');

/** The names under which payments of the requested person are stored; null without a requested person. */
async function requestedName(work: Work): Promise<readonly string[] | null> {
  const { userId } = work.raw;
  if (!isId(userId)) return null;
  const { realName, account } = await rowOf(user, userId, work.db);
  return [realName, account].filter((name) => typeof name === 'string');
}

/** One line per person, and one for what came without one. */
const collectors: ReportQuery = async (work, range) => {
  const [cash, online, back, names] = await Promise.all([
    splitOver(work, range, 'cashier'),
    splitOver(work, range, 'cashierOnline'),
    splitOver(work, range, 'cashierBack'),
    requestedName(work),
  ]);
  const people = [...new Set([...cash, ...online, ...back].map(({ key }) => key))].filter(
    (name) => names === null || names.includes(name),
  );
  return people.map((name) => {
    const [inHand, onLine, gone] = [cash, online, back].map(
      (rows) => rows.find(({ key }) => key === name) ?? { count: 0, amountFen: 0 },
    );
    const paidFen = inHand!.amountFen + onLine!.amountFen;
    const called = takers[name]?.[work.lang] ?? name;
    return {
      operator: name === '' ? alone[work.lang] : called,
      person: name === '' ? null : name,
      exactly: `"${called}"`,
      payments: inHand!.count + onLine!.count,
      cashFen: inHand!.amountFen,
      onlineFen: onLine!.amountFen,
      paidFen,
      refunds: gone!.count,
      refundFen: gone!.amountFen,
      netFen: paidFen - gone!.amountFen,
    };
  });
};

export const feeServed: Served[] = [
  ...both(daySum, byDay),
  ...both(dayFees, byDay),
  ...both(parkFees, parks),
  ...both(userFees, collectors),
  oneCall(answerReport(dayPaySum, payWays), answerReport(payTypeSum, wayTotals), ['groupBy', 'payType'], payTypeSum),
  exportReportOf(dayPaySum),
  ...both(monthFeeSum, months),
];
