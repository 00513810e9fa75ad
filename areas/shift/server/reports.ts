import { exportReportOf } from '#kit/sheets/server/export.ts';
import { scopedSql, tenantSql } from '#kit/server/scope.ts';
import { namesOf } from '#kit/server/rows.ts';
import { answerReport } from '#kit/server/report.ts';
import type { Range, ReportRow } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { addDays, startOfDay } from '#domain/time/day.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { onlyShiftSum, shiftSum } from '../model/reports.ts';
import { cashIn, onlineAt } from './taken.ts';

/** Shifts that began in the range, within scope and filters: SQL conditions over `s` and their values. */
function conditionsOf(work: Work, { from, to }: Range): { where: string; values: unknown[]; own: string } {
  const values: unknown[] = [];
  const at = (day: string) => new Date(startOfDay(day, work.person.zone)).toISOString();
  const parts = [
    scopedSql(work.db.scope, 's', values),
    `s.opened_time >= $${values.push(at(from))}`,
    `s.opened_time < $${values.push(at(addDays(to, 1)))}`,
  ];
  // Receivable less discounts and what came online would reveal the cash.
  parts.push(`NOT (s.status IN ('open', 'counting') AND s.operator_id = $${values.push(work.person.userId)})`);
  const among = (column: string, given: unknown) => {
    const ids = String(given ?? '')
      .split(',')
      .filter((id) => /^[0-9a-f-]{36}$/i.test(id));
    if (ids.length > 0) parts.push(`s.${column} = ANY($${values.push(ids)}::uuid[])`);
  };
  among('company_id', work.raw.companyId);
  among('park_id', work.raw.parkId);
  const operator = String(work.raw.operator ?? work.raw.userId ?? '').trim();
  if (operator !== '')
    parts.push(
      /^[0-9a-f-]{36}$/i.test(operator)
        ? `s.operator_id = $${values.push(operator)}`
        : `s.operator ILIKE '%' || $${values.push(operator)} || '%'`,
    );
  return { where: parts.join(' AND '), own: tenantSql(work.db.scope, 's', values), values };
}

const openings = (own: string): string => `LEFT JOIN LATERAL (
       SELECT count(*) FILTER (WHERE g.cause = 'remote') AS remote, count(*) FILTER (WHERE g.cause = 'unknown') AS unknown FROM gate_opening g
       WHERE g.tenant_id = ${own} AND g.shift_id = s.id AND g.time >= s.opened_time AND g.time <= coalesce(s.cut_time, now())
     ) a ON true`;

/** More shifts than these are not named in an address. */
const MOST_NAMED = 60;
const named = (counted = 'true') =>
  `CASE WHEN count(*) <= ${MOST_NAMED} THEN string_agg(s.id::text, ',') FILTER (WHERE ${counted}) END`;

/**
 * A shift that is not counted yet brings what came online and its releases, and nothing of cash: that is still blind.
 */
async function sums(work: Work, range: Range): Promise<ReportRow[]> {
  const { where, values, own } = conditionsOf(work, range);
  const rows = await work.db.raw<ReportRow & { parkId: string }>(
    `SELECT s.operator, s.park_id AS "parkId", ${named()} AS "shiftsIds",
     ${named('s.cash_fen IS NOT NULL')} AS "countedIds", count(*)::int AS shifts,
     coalesce(sum(s.payments), 0)::int AS payments, coalesce(sum(o.receivable), 0)::bigint AS "receivableFen",
     coalesce(sum(o.derate), 0)::bigint AS "derateFen",
       coalesce(sum(s.cash_fen), 0)::bigint + coalesce(sum(o.online), 0)::bigint AS "paidFen",
         coalesce(sum(s.cash_fen), 0)::bigint AS "cashFen", coalesce(sum(o.online), 0)::bigint AS "onlineFen",
         coalesce(sum(s.refund_fen), 0)::bigint AS "refundFen",
       coalesce(sum(s.releases), 0)::int AS releases, coalesce(sum(a.remote), 0)::int AS remote,
         coalesce(sum(a.unknown), 0)::int AS unknown, coalesce(sum(s.waived_fen), 0)::bigint AS "waivedFen",
         coalesce(sum(s.difference_fen), 0)::bigint AS "differenceFen"
     FROM shift s LEFT JOIN LATERAL (
       SELECT sum(t.receivable_fen) AS receivable, sum(t.derate_fen) AS derate, sum(t.amount_fen) FILTER (WHERE t.pay_type <> 'cash') AS online FROM (
         SELECT p.receivable_fen, p.derate_fen, p.amount_fen, p.pay_type FROM payment p
           WHERE ${onlineAt('p', own)} AND p.created_time >= s.opened_time - interval '1 day'
           AND p.created_time < coalesce(s.cut_time, now())
         UNION ALL SELECT p.receivable_fen, p.derate_fen, p.amount_fen, p.pay_type FROM shift_entry e JOIN payment p ON ${cashIn('p', own)}
       ) t
     ) o ON true ${openings(own)} WHERE ${where} GROUP BY s.operator, s.park_id`,
    values,
  );
  const names = await namesOf(park, [...new Set(rows.map(({ parkId }) => parkId))], work.db);
  return rows.map((row) => ({ ...row, labels: { parkId: names.get(row.parkId) ?? '—' } }));
}

async function each(work: Work, range: Range): Promise<ReportRow[]> {
  const { where, values, own } = conditionsOf(work, range);
  const rows = await work.db.raw<ReportRow & { parkId: string; boxId: string }>(
    `SELECT s.id AS "shiftsIds", CASE WHEN s.cash_fen IS NOT NULL THEN s.id END AS "countedIds",
     s.opened_time AS "openedTime", s.cut_time AS "cutTime", s.park_id AS "parkId", s.box_id AS "boxId", s.operator,
     s.witness, s.status, s.float_fen AS "floatFen", s.cash_fen AS "cashFen", s.refund_fen AS "refundFen",
     s.drop_fen AS "dropFen",
       s.correction_fen AS "correctionFen", s.expected_fen AS "expectedFen", s.counted_fen AS "countedFen",
         s.difference_fen AS "differenceFen", s.hand_in_fen AS "handInFen", s.deposit_fen AS "depositFen",
         a.remote::int AS remote, a.unknown::int AS unknown FROM shift s ${openings(own)} WHERE ${where}`,
    values,
  );
  const [parks, boxes] = await Promise.all([
    namesOf(park, [...new Set(rows.map(({ parkId }) => parkId))], work.db),
    namesOf(parkBox, [...new Set(rows.map(({ boxId }) => boxId))], work.db),
  ]);
  return rows.map((row) => ({
    ...row,
    labels: { parkId: parks.get(row.parkId) ?? '—', boxId: boxes.get(row.boxId) ?? '—' },
  }));
}

export const reportServed: Served[] = [
  answerReport(shiftSum, sums),
  exportReportOf(shiftSum),
  answerReport(onlyShiftSum, each),
  exportReportOf(onlyShiftSum),
];
