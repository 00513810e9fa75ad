import { user } from '#areas/access/model/user.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { roadPeople } from '#areas/report/model/road-people.ts';
import { isId } from '#kit/declare/check.ts';
import type { ReportQuery, ReportRow } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { both } from './answers.ts';

/** Collectors in the caller's scope. */
async function people(work: Work, values: unknown[]): Promise<string> {
  const where = [scopedSql(work.db.scope, 'u', values, { company: true, park: false })];
  const { companyId, groupCompanyId, userId } = work.raw;
  const company = companyId ?? groupCompanyId;
  if (isId(company)) where.push(`u.company_id = ANY($${values.push(await companySubtree(work.db, company))}::uuid[])`);
  const ids = String(userId ?? '')
    .split(',')
    .filter(isId);
  if (ids.length > 0) where.push(`u.id = ANY($${values.push(ids)}::uuid[])`);
  return `SELECT u.tenant_id, u.id, u.real_name, u.account FROM "user" u WHERE u.deleted_at IS NULL AND u.user_type = 'collector' AND ${where.join(' AND ')}`;
}

type Line = ReportRow & { userId: string };

/**
 * Rows are counted by the day of their lot's zone; facts are kept by when they began, which is a month before at most.
 */
const lines: ReportQuery = async (work, { from, to }) => {
  const values: unknown[] = [from, to, work.person.zone];
  const who = await people(work, values);
  const curb = (alias: string) => scopedSql(work.db.scope, alias, values);
  const within = (column: string) =>
    `(${column} AT TIME ZONE coalesce(k.zone, $3))::date BETWEEN $1::date AND $2::date`;
  const rows = await work.db.raw<Line>(
    `WITH who AS (${who}),
    duty AS (SELECT a.tenant_id, a.user_id, count(*) FILTER (WHERE a.in_time IS NOT NULL
      AND a.result IS DISTINCT FROM 'absent')::int AS shifts, coalesce(sum(a.worked_min), 0)::int AS worked
      FROM attendance_day a JOIN who w ON w.tenant_id = a.tenant_id AND w.id = a.user_id
        WHERE a.day BETWEEN $1::date AND $2::date AND a.deleted_at IS NULL GROUP BY 1, 2),
    ended AS MATERIALIZED (SELECT s.tenant_id, s.park_id, s.duty_user_id, s.out_time, s.receivable_fen, s.outstanding_fen FROM stay s
      WHERE s.duty_user_id IS NOT NULL AND s.status NOT IN ('merged', 'voided') AND s.begin_time BETWEEN $1::date - 32 AND $2::date + 2 AND ${curb('s')}),
    stood AS (SELECT s.tenant_id, s.duty_user_id, count(*)::int AS stays, sum(s.receivable_fen)::bigint AS due, sum(s.outstanding_fen)::bigint AS owed
      FROM ended s JOIN who w ON w.tenant_id = s.tenant_id AND w.id = s.duty_user_id JOIN park k ON k.tenant_id = s.tenant_id AND k.id = s.park_id
      WHERE ${within('s.out_time')} GROUP BY 1, 2),
    paid AS MATERIALIZED (SELECT m.tenant_id, m.park_id, m.operator, m.pay_type, m.amount_fen, m.paid_time FROM payment m
      WHERE m.operator IS NOT NULL AND m.paid_time IS NOT NULL AND m.created_time BETWEEN $1::date - 2 AND $2::date + 2 AND ${curb('m')}),
    took AS (SELECT m.tenant_id, w.id, count(*)::int AS payments,
      coalesce(sum(m.amount_fen) FILTER (WHERE m.pay_type = 'cash'), 0)::bigint AS cash,
      sum(m.amount_fen)::bigint AS paid
      FROM paid m JOIN park k ON k.tenant_id = m.tenant_id AND k.id = m.park_id AND k.park_type = 'curb'
        JOIN who w ON w.tenant_id = m.tenant_id AND m.operator IN (w.real_name, w.account)
      WHERE ${within('m.paid_time')} GROUP BY 1, 2),
    work AS (SELECT r.tenant_id, r.assignee, count(*)::int AS orders FROM rdrwork r JOIN who w ON w.tenant_id = r.tenant_id AND w.id = r.assignee
      JOIN park k ON k.tenant_id = r.tenant_id AND k.id = r.park_id WHERE ${within('r.done_at')} AND r.deleted_at IS NULL GROUP BY 1, 2)
    SELECT w.id AS "userId", coalesce(duty.shifts, 0) AS shifts, coalesce(duty.worked, 0) AS "workedMin",
      coalesce(stood.stays, 0) AS stays, coalesce(stood.due, 0)::bigint AS "receivableFen",
      coalesce(stood.owed, 0)::bigint AS "outstandingFen", coalesce(took.payments, 0) AS payments, coalesce(took.cash, 0)::bigint AS "cashFen",
      coalesce(took.paid - took.cash, 0)::bigint AS "onlineFen", coalesce(took.paid, 0)::bigint AS "paidFen", coalesce(work.orders, 0) AS orders
    FROM who w LEFT JOIN duty ON duty.tenant_id = w.tenant_id AND duty.user_id = w.id
      LEFT JOIN stood ON stood.tenant_id = w.tenant_id AND stood.duty_user_id = w.id
    LEFT JOIN took ON took.tenant_id = w.tenant_id AND took.id = w.id LEFT JOIN work ON work.tenant_id = w.tenant_id AND work.assignee = w.id`,
    values,
  );
  const names = await namesOf(
    user,
    rows.map(({ userId }) => userId),
    work.db,
  );
  return rows.map((row) => ({ ...row, labels: { userId: names.get(row.userId) ?? '—' } }));
};

export const roadPeopleServed: Served[] = both(roadPeople, lines);
