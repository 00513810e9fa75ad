import { roadDaySum, roadPaySum, roadRecordSum, yardDays, yardMonths } from '#areas/report/model/road.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { both, oneCall } from './answers.ts';
import { wayTotals } from './fees.ts';
import { MOST_LOTS, byDay, lots, parkNames, sums } from './rollup.ts';

/** The same for roadside car parks only; each line names them, or null where they are too many for an address. */
const ofCurb =
  (query: ReportQuery): ReportQuery =>
  async (work, range) => {
    const curb: Work = { ...work, raw: { ...work.raw, parkType: 'curb' } };
    const values: unknown[] = [];
    const where = (await lots(curb, 'p', values)).replaceAll('p.park_id', 'p.id');
    const found = await work.db.raw<{ id: string }>(
      `SELECT p.id FROM park p WHERE ${where} ORDER BY p.id LIMIT ${MOST_LOTS + 1}`,
      values,
    );
    const curbLots = found.length === 0 || found.length > MOST_LOTS ? null : found.map(({ id }) => id).join(',');
    return (await query(curb, range)).map((row) => ({ ...row, curbLots }));
  };

const ways: ReportQuery = async (work, range) => {
  const payTypes = String(work.raw['payType'] ?? '')
    .split(',')
    .filter(Boolean);
  return (await wayTotals(work, range)).filter(
    ({ payType }) => payTypes.length === 0 || payTypes.includes(String(payType)),
  );
};

/** A line for each roadside lot and day or month that has figures, from the same days as all other reports of money. */
const ofLots =
  (of: 'day' | 'month'): ReportQuery =>
  async (work, range) => {
    const curb: Work = { ...work, raw: { ...work.raw, parkType: 'curb' } };
    const found = [...(await sums(curb, range, of === 'day' ? 'dayPark' : 'monthPark'))].map(([key, figures]) => {
      const [time = '', parkId = ''] = key.split(' ');
      return { time, parkId, figures };
    });
    const named = await parkNames(work, [...new Set(found.map(({ parkId }) => parkId))]);
    return found.map(({ time, parkId, figures }) => ({ [of]: time, ...named(parkId), ...figures }));
  };

export const roadServed: Served[] = [
  ...both(roadDaySum, ofCurb(byDay)),
  ...both(roadPaySum, ofCurb(ways)),
  oneCall(
    answerReport(yardDays, ofLots('day')),
    answerReport(yardMonths, ofLots('month')),
    ['staticType', 'month'],
    yardMonths,
  ),
  exportReportOf(yardDays),
  ...both(roadRecordSum, ofLots('day')),
];
