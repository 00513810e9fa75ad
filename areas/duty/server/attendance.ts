/** Days of attendance, the approval of overtime, settings and the closing of months. */
import { addDays, addMonths, dayOf, startOfDay } from '#domain/time/day.ts';
import { companyLine, companySubtree } from '#areas/org/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { moves } from '#kit/server/lifecycle.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { attendanceDay, attendanceMonth } from '../model/attendance.ts';
import { approveOvertime } from '../model/calls.ts';
import { closedMonths } from './person.ts';
import type { Rules } from '#kit/server/rules.ts';
import { recomputeDays } from './recompute.ts';

async function approve(work: Work<typeof approveOvertime.input>): Promise<{ dayId: string; minutes: number }> {
  const id = String(work.input.dayId).toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: attendanceDay.title });
  const row = await rowOf(attendanceDay, id, work.db, { lock: true });
  const tenantId = Number(row.tenantId);
  const db = ofTenant(work.db, tenantId);
  const line = (await companyLine(db, tenantId, String(row.companyId))).map((step) => step.id);
  const month = String(row.day).slice(0, 7);
  if ((await closedMonths(db, { tenantId, line })).has(month))
    throw ruleRefused(fill(text('{month} 已关账', '{month} is closed'), { month }), 'month-closed');
  if (row.userId === work.person.userId)
    throw ruleRefused(text('不能审批自己的加班', 'You cannot approve your own overtime'), 'own-signature');
  const most = row.overtimeMin ?? 0;
  const minutes = work.input.minutes ?? most;
  if (most === 0 || minutes > most)
    throw new Refused('bad_input', {}, [
      { field: 'minutes', msg: fill(text('最多{n}分钟', 'At most {n} minutes'), { n: most }) },
    ]);
  const by = work.person.name || work.person.account;
  await db.raw(
    `UPDATE attendance_day SET approved_min = $3, approved_by = $4, overtime_state = 'approved', updated_at = $5 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, minutes, by, work.now.toISOString()],
  );
  work.record({
    resource: attendanceDay.name,
    action: 'approveOvertime',
    rowId: id,
    before: { approvedMin: row.approvedMin },
    after: { approvedMin: minutes, approvedBy: by },
    tenantId,
    companyId: row.companyId,
    parkId: row.parkId,
  });
  return { dayId: id, minutes };
}

/** Recomputes everybody in a company who has a roster or clock entries between two days. */
async function recomputeCompany(
  db: Db,
  companies: readonly string[],
  from: string,
  to: string,
  now: Date,
): Promise<number> {
  const { tenantId } = db.scope;
  const people = await db.raw<{ userId: string }>(
    `SELECT user_id AS "userId" FROM employe_work WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND day BETWEEN $3 AND $4 AND deleted_at IS NULL
     UNION SELECT user_id FROM duty_clock WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND at >= $3::date AND at < $4::date + 1 ORDER BY 1`,
    [tenantId, companies, from, to],
  );
  for (const { userId } of people) await recomputeDays(db, { tenantId, userId }, from, to, now);
  return people.length;
}

const monthDays = (month: string): [first: string, last: string] => [
  `${month}-01`,
  addDays(addMonths(`${month}-01`, 1), -1),
];

async function close(
  row: {
    readonly id: string;
    readonly companyId: string | null;
    readonly month: string | null;
    readonly tenantId?: unknown;
  },
  work: Work,
): Promise<Record<string, unknown>> {
  const db = ofTenant(work.db, Number(row.tenantId));
  const [first, last] = monthDays(String(row.month));
  const { tenantId } = db.scope;
  const line = await companyLine(db, tenantId, String(row.companyId));
  const zone = line.find((step) => step.zone)?.zone ?? 'Asia/Shanghai';
  const companies = await companySubtree(db, String(row.companyId));
  const [waiting] = await db.raw<{ n: number }>(
    `SELECT count(*)::int AS n FROM clock_correction WHERE tenant_id = $1 AND company_id = ANY($2::uuid[])
     AND status = 'asked' AND at >= $3 AND at < $4 AND deleted_at IS NULL`,
    [
      tenantId,
      companies,
      new Date(startOfDay(first, zone)).toISOString(),
      new Date(startOfDay(addDays(last, 1), zone)).toISOString(),
    ],
  );
  if (waiting!.n > 0)
    throw ruleRefused(
      fill(text('还有{n}个补卡待审批', '{n} clock corrections are still pending'), { n: waiting!.n }),
      'corrections-pending',
    );
  await recomputeCompany(db, companies, first, last, work.now);
  const [figures] = await db.raw<{ days: number; people: number; open: number }>(
    `SELECT count(*)::int AS days, count(DISTINCT user_id)::int AS people, count(*) FILTER (WHERE result IS NULL)::int AS open FROM attendance_day
     WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND day BETWEEN $3 AND $4`,
    [tenantId, companies, first, last],
  );
  const over = work.now.getTime() > startOfDay(addDays(last, 1), zone);
  if (!over || figures!.open > 0)
    throw ruleRefused(text('该月还有班次未到判定时间', 'Shifts of the month are not over yet'), 'month-not-over');
  return {
    people: figures!.people,
    days: figures!.days,
    closedBy: work.person.name || work.person.account,
    closedTime: work.now.toISOString(),
  };
}

const today = (work: Work): string => dayOf(work.now.getTime(), work.person.zone);

export const attendanceRules: Record<string, Rules> = {
  workCompanySet: {
    check: (values, before) =>
      (values.workStartTime ?? before?.workStartTime ?? null) !== null &&
      (values.workEndTime ?? before?.workEndTime ?? null) === null
        ? [{ field: 'workEndTime', msg: text('请填写办公下班时间', 'Enter the end of office hours') }]
        : [],
    removing: async (row, work) => {
      if (String(row.validFrom) <= today(work))
        throw ruleRefused(
          text('已生效的设置不能删除，请新增一条', 'A setting in force cannot be deleted; add a newer one'),
          'in-force',
        );
    },
    fill: (values, before, work) => (before || values.validFrom ? {} : { validFrom: today(work) }),
    saved: async (after, before, work) => {
      const db = ofTenant(work.db, Number(after.tenantId));
      const from = [String(after.validFrom), ...(before ? [String(before.validFrom)] : [])].sort()[0]!;
      if (from <= today(work))
        await recomputeCompany(db, await companySubtree(db, String(after.companyId)), from, today(work), work.now);
    },
  },
};

export const attendanceServed: Served[] = [
  ...moves(attendanceMonth, { close: (row, _, work) => close(row, work) }),
  serve(approveOvertime, approve),
];
