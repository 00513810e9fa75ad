/** Whose duty it is, and by which settings it is judged. */
import { weekdayOf } from '#domain/time/day.ts';
import { DEFAULT_RULES, minutesOf } from '#domain/duty/duty.ts';
import type { DutyRules, ShiftHours } from '#domain/duty/duty.ts';
import { companyLine } from '#areas/org/server/door.ts';
import type { Db } from '#kit/server/db.ts';

export type Worker = {
  readonly tenantId: number;
  readonly userId: string;
  readonly companyId: string;
  readonly deptId: string | null;
  readonly zone: string;
  /** His company and those above it, his own first. */
  readonly line: readonly string[];
};

/**
 * A person with his company's zone; his row stays locked when `lock` is given, so that one at a time recomputes him.
 * Null where there is none.
 */
export async function workerOf(db: Db, tenantId: number, userId: string, lock = false): Promise<Worker | null> {
  const [row] = await db.raw<{ company: string; dept: string | null }>(
    `SELECT company_id AS company, dept_id AS dept FROM "user" WHERE tenant_id = $1 AND id = $2${lock ? ' FOR NO KEY UPDATE' : ''}`,
    [tenantId, userId],
  );
  if (!row) return null;
  const line = await companyLine(db, tenantId, row.company);
  return {
    tenantId,
    userId,
    companyId: row.company,
    deptId: row.dept,
    zone: line.find((step) => step.zone)?.zone ?? 'Asia/Shanghai',
    line: line.map(({ id }) => id),
  };
}

type Stored = {
  company: string;
  from: string;
  late: number | null;
  early: number | null;
  earlyIn: number | null;
  lateOut: number | null;
  absent: number | null;
  radius: number | null;
  photo: boolean | null;
  overtimeFrom: number | null;
  overtimeStep: number | null;
  start: string | null;
  end: string | null;
  days: string[] | null;
};

export type Settings = {
  readonly rules: DutyRules;
  readonly radiusM: number;
  readonly photoRequired: boolean;
  /** Hours of people without a roster on this day; null on days that are not worked or where none are set. */
  readonly office: ShiftHours | null;
};

const ownRules = (row: Stored): DutyRules => ({
  graceLate: row.late ?? DEFAULT_RULES.graceLate,
  graceEarly: row.early ?? DEFAULT_RULES.graceEarly,
  earlyIn: row.earlyIn ?? DEFAULT_RULES.earlyIn,
  lateOut: row.lateOut ?? DEFAULT_RULES.lateOut,
  absentLate: row.absent ?? DEFAULT_RULES.absentLate,
  overtimeFrom: row.overtimeFrom ?? DEFAULT_RULES.overtimeFrom,
  overtimeStep: row.overtimeStep ?? DEFAULT_RULES.overtimeStep,
});

/** Settings by day: the newest valid one of the nearest company that has any valid on that day, else the defaults. */
export async function settingsOf(db: Db, { tenantId, line }: Worker): Promise<(day: string) => Settings> {
  const rows = await db.raw<Stored>(
    `SELECT company_id AS company, valid_from::text AS from, late_minutes AS late, early_minutes AS early,
     early_in_minutes AS "earlyIn", late_out_minutes AS "lateOut", absent_late_minutes AS absent, radius_m AS radius,
     photo_required AS photo,
       overtime_from_minutes AS "overtimeFrom", overtime_step_minutes AS "overtimeStep", work_start_time AS start, work_end_time AS end, work_days AS days
     FROM work_company_set WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY valid_from DESC`,
    [tenantId, line],
  );
  return (day) => {
    const valid = rows.filter((row) => row.from <= day);
    const row = line.map((id) => valid.find(({ company }) => company === id)).find((found) => found !== undefined);
    const works = row?.start && row.end && (row.days ?? []).includes(String(weekdayOf(day)));
    return {
      rules: row ? ownRules(row) : DEFAULT_RULES,
      radiusM: row?.radius ?? 200,
      photoRequired: row?.photo === true,
      office: works ? { startMinute: minutesOf(row.start!), endMinute: minutesOf(row.end!), breakMinutes: 0 } : null,
    };
  };
}

/** Months that are closed for a person: by his company or one above it. */
export async function closedMonths(
  db: Db,
  { tenantId, line }: Pick<Worker, 'tenantId' | 'line'>,
): Promise<Set<string>> {
  const rows = await db.raw<{ month: string }>(
    `SELECT month FROM attendance_month WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND status = 'closed' AND deleted_at IS NULL`,
    [tenantId, line],
  );
  return new Set(rows.map(({ month }) => month));
}
