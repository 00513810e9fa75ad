import { Refused } from '#kit/declare/refused.ts';
import type { Report } from '#kit/declare/report.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';

/** A report's page and its export. */
export const both = (of: Report, query?: ReportQuery): Served[] => [
  answerReport(of, query),
  ...(of.wire.export ? [exportReportOf(of)] : []),
];

/** The contract has one call for both: `other` answers where the parameter `name` has its value. */
export const oneCall = (
  first: Served,
  other: Served,
  [name, value]: readonly [string, string],
  of: Report,
): Served => ({
  ...first,
  work: (work) => {
    if (work.raw[name] !== value) return first.work(work);
    if (!work.permits(other.call.permission)) throw new Refused('not_permitted', { what: of.title });
    return other.work(work);
  },
});
