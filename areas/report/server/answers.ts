import type { Report } from '#kit/declare/report.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';

/** A report's page and its export. */
export const both = (of: Report, query: ReportQuery): Served[] => [
  answerReport(of, query),
  ...(of.wire.export ? [exportReportOf(of)] : []),
];
