import { user } from '#areas/access/model/user.ts';
import { dept } from '#areas/org/model/dept.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { Range, ReportRow } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { attendanceSum } from '../model/reports.ts';

const isIdList = (given: unknown): string[] =>
  String(given ?? '')
    .split(',')
    .filter((id) => /^[0-9a-f-]{36}$/i.test(id));

/** A line per person and month; days off count in nothing, what is not judged yet only as rostered. */
async function sums(work: Work, { from, to }: Range): Promise<ReportRow[]> {
  const values: unknown[] = [];
  const parts = [
    scopedSql(work.db.scope, 'a', values),
    `a.day BETWEEN $${values.push(from)} AND $${values.push(to)}`,
    `a.deleted_at IS NULL`,
  ];
  for (const [column, given] of [
    ['company_id', work.raw.companyId],
    ['dept_id', work.raw.deptId],
    ['user_id', work.raw.userId],
  ] as const) {
    const ids = isIdList(given);
    if (ids.length > 0) parts.push(`a.${column} = ANY($${values.push(ids)}::uuid[])`);
  }
  const times = (result: string) => `count(*) FILTER (WHERE a.result = '${result}')::int`;
  const rows = await work.db.raw<ReportRow & { userId: string; deptId: string | null }>(
    `SELECT a.user_id AS "userId", a.dept_id AS "deptId", to_char(a.day, 'YYYY-MM') AS month,
       count(*) FILTER (WHERE a.end_at IS NOT NULL)::int AS shifts, count(*) FILTER (WHERE a.end_at IS NOT NULL AND a.in_time IS NOT NULL AND a.result IS DISTINCT FROM 'absent')::int AS attended,
       count(*) FILTER (WHERE a.late_min > 0)::int AS late, coalesce(sum(a.late_min), 0)::int AS "lateMin", count(*) FILTER (WHERE a.early_min > 0)::int AS early, coalesce(sum(a.early_min), 0)::int AS "earlyMin",
       ${times('absent')} AS absent, ${times('missing')} AS missing, ${times('leave')} AS leave, coalesce(sum(a.worked_min), 0)::int AS "workedMin", coalesce(sum(a.approved_min), 0)::int AS "overtimeMin"
     FROM attendance_day a WHERE ${parts.join(' AND ')} GROUP BY a.user_id, a.dept_id, to_char(a.day, 'YYYY-MM')`,
    values,
  );
  const [people, depts] = await Promise.all([
    namesOf(user, [...new Set(rows.map(({ userId }) => userId))], work.db),
    namesOf(dept, [...new Set(rows.flatMap(({ deptId }) => deptId ?? []))], work.db),
  ]);
  return rows.map((row) => ({
    ...row,
    labels: { userId: people.get(row.userId) ?? '—', deptId: row.deptId ? (depts.get(row.deptId) ?? '—') : null },
  }));
}

export const reportServed: Served[] = [answerReport(attendanceSum, sums), exportReportOf(attendanceSum)];
