import { roadDaySum, roadPaySum, yardDays, yardMonths } from '#areas/report/model/road.ts';
import type { Report } from '#kit/declare/report.ts';
import { answerReport } from '#kit/server/report.ts';
import { sourceQuery } from '#kit/server/report-source.ts';
import type { Served } from '#kit/server/served.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { both, oneCall } from './answers.ts';
import { MOST_LOTS, lots } from './rollup.ts';

/** The report with the roadside car parks that its lines cover, or null where they are too many for an address. */
function withLots(report: Report): Served[] {
  const query = sourceQuery(report);
  return both(report, async (work, range) => {
    const values: unknown[] = [];
    const curb = { ...work, raw: { ...work.raw, parkType: 'curb' } };
    const where = (await lots(curb, 'p', values)).replaceAll('p.park_id', 'p.id');
    const found = await work.db.raw<{ id: string }>(
      `SELECT p.id FROM park p WHERE ${where} ORDER BY p.id LIMIT ${MOST_LOTS + 1}`,
      values,
    );
    const curbLots = found.length === 0 || found.length > MOST_LOTS ? null : found.map(({ id }) => id).join(',');
    return (await query(work, range)).map((row) => ({ ...row, curbLots }));
  });
}

export const roadServed: Served[] = [
  ...withLots(roadDaySum),
  ...withLots(roadPaySum),
  oneCall(answerReport(yardDays), answerReport(yardMonths), ['staticType', 'month'], yardMonths),
  exportReportOf(yardDays),
];
