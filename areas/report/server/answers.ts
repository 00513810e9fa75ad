import { isEmpty } from '#kit/declare/check.ts';
import type { Report } from '#kit/declare/report.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import { addMonths, dayOf, daysInMonth } from '#domain/time/day.ts';

/** A report's page and its export. */
export const both = (of: Report, query: ReportQuery): Served[] => [
  answerReport(of, query),
  ...(of.wire.export ? [exportReportOf(of)] : []),
];

const month = (raw: unknown): string | null => /^(\d{4}-(?:0[1-9]|1[0-2]))/.exec(String(raw ?? ''))?.[1] ?? null;

/** Monthly reports take `startMonth` and `endMonth` and begin with the first of a month: two months back unless said otherwise. */
export const wholeMonths = (own: Served): Served => ({
  ...own,
  work: (work) => {
    const today = dayOf(work.now.getTime(), work.person.zone);
    const first =
      month(work.raw['startMonth']) ??
      month(work.raw['startTime']) ??
      addMonths(`${today.slice(0, 7)}-01`, -2).slice(0, 7);
    const last =
      month(work.raw['endMonth']) ??
      (isEmpty(work.raw['endTime']) ? today.slice(0, 7) : (month(work.raw['endTime']) ?? today.slice(0, 7)));
    const [y, m] = last.split('-').map(Number);
    const end = `${last}-${daysInMonth(y!, m!)}`;
    return own.work({ ...work, raw: { ...work.raw, startTime: `${first}-01`, endTime: end > today ? today : end } });
  },
});
