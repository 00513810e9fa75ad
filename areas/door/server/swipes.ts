/** Who was let pass and refused, by day and by month of the community's own clock. */
import type { Range, ReportQuery, ReportRow } from '#kit/server/report.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';
import { dept } from '#areas/org/model/dept.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { deptsBelow } from './rights.ts';

const idsIn = (given: unknown): string[] =>
  String(given ?? '')
    .split(',')
    .filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id));

/** One line per person and day, in the caller's scope; `e` are swipes of known people. */
async function daily(work: Work, { from, to }: Range): Promise<{ sql: string; values: unknown[] }> {
  const values: unknown[] = [from, to];
  const where = [scopedSql(work.db.scope, 'e', values, { park: false })];
  const { villageId, VID, vid, deptId, EmpID } = work.raw;
  for (const [column, given] of [
    ['e.village_id', villageId ?? VID ?? vid],
    ['e.emp_id', EmpID],
  ] as const) {
    const ids = idsIn(given);
    if (ids.length > 0) where.push(`${column} = ANY($${values.push(ids)}::uuid[])`);
  }
  const depts = idsIn(deptId);
  if (depts.length > 0) {
    const tenantId = Number((await rowOf(dept, depts[0]!, work.db)).tenantId);
    const below = await deptsBelow(ofTenant(work.db, tenantId), tenantId, depts);
    where.push(`p.dept_id = ANY($${values.push(below)}::uuid[])`);
  }
  // The clock of the car park by whose service the device connects.
  const zone = `coalesce(k.zone, 'Asia/Shanghai')`;
  return {
    values,
    sql: `SELECT s.day, s."EmpID", s."deptId", min(s.wall) FILTER (WHERE s.result = 'granted') AS first, max(s.wall) FILTER (WHERE s.result = 'granted') AS last,
        count(*) FILTER (WHERE s.result = 'granted')::int AS passes, count(*) FILTER (WHERE s.result = 'refused')::int AS refused,
        count(*) FILTER (WHERE s.result = 'granted' AND s.offline)::int AS offline
      FROM (SELECT e.emp_id AS "EmpID", p.dept_id AS "deptId", e.result, e.offline, (e.time AT TIME ZONE ${zone})::date AS day, (e.time AT TIME ZONE ${zone})::time AS wall
        FROM door_event e JOIN door_employee p ON p.tenant_id = e.tenant_id AND p.id = e.emp_id
          LEFT JOIN park_device d ON d.tenant_id = e.tenant_id AND d.id = e.device_id LEFT JOIN park k ON k.tenant_id = e.tenant_id AND k.id = d.park_id
        WHERE e.deleted_at IS NULL AND e.result IN ('granted', 'refused') AND e.time >= ($1::date - 1) AND e.time < ($2::date + 2) AND ${where.join(' AND ')}) s
      WHERE s.day BETWEEN $1::date AND $2::date GROUP BY 1, 2, 3`,
  };
}

type Line = ReportRow & { EmpID: string; deptId: string };

async function named(work: Work, rows: readonly Line[]): Promise<ReportRow[]> {
  const [people, depts] = await Promise.all([
    namesOf(doorEmployee, [...new Set(rows.map(({ EmpID }) => EmpID))], work.db),
    namesOf(dept, [...new Set(rows.map(({ deptId }) => deptId))], work.db),
  ]);
  return rows.map((row) => ({
    ...row,
    labels: { EmpID: people.get(row.EmpID) ?? '—', deptId: depts.get(row.deptId) ?? '—' },
  }));
}

export const swipesByDay: ReportQuery = async (work, range) => {
  const { sql, values } = await daily(work, range);
  const rows = await work.db.raw<Line>(
    `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d."EmpID", d."deptId", to_char(d.first, 'HH24:MI') AS first, to_char(d.last, 'HH24:MI') AS last, d.passes, d.refused, d.offline FROM (${sql}) d`,
    values,
  );
  return named(work, rows);
};

export const swipesByMonth: ReportQuery = async (work, range) => {
  const { sql, values } = await daily(work, range);
  const mean = (column: string) => `to_char('00:00'::time + avg(d.${column}::interval), 'HH24:MI')`;
  const rows = await work.db.raw<Line>(
    `SELECT to_char(d.day, 'YYYY-MM') AS month, d."EmpID", d."deptId", ${mean('first')} AS first, ${mean('last')} AS last,
       count(*) FILTER (WHERE d.passes > 0)::int AS days, sum(d.passes)::int AS passes, sum(d.refused)::int AS refused, sum(d.offline)::int AS offline
     FROM (${sql}) d GROUP BY 1, 2, 3`,
    values,
  );
  return named(work, rows);
};
