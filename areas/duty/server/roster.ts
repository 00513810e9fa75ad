/** The roster: a week as it is looked at, and what is saved of it, all or none. */
import { cellOf, minutesOf } from '#domain/duty/duty.ts';
import { flagsOf } from '#domain/duty/roster.ts';
import { addDays, isDay } from '#domain/time/day.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { user } from '#areas/access/model/user.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { saveRoster, weekRoster } from '../model/calls.ts';
import { rdworkset } from '../model/rdworkset.ts';
import { employeWork } from '../model/roster.ts';
import { closedMonths, workerOf } from './person.ts';
import type { Rules } from '#kit/server/rules.ts';
import { recomputeDays } from './recompute.ts';

type CellRow = {
  id: string;
  userId: string;
  day: string;
  kind: 'shift' | 'rest' | 'leave';
  shiftId: string | null;
  parkId: string | null;
  start: string | null;
  end: string | null;
};

const WEEK = 7;

/** Entries of people over days, within scope. */
async function cellsBetween(
  work: Work,
  tenantId: number,
  people: readonly string[],
  from: string,
  to: string,
): Promise<CellRow[]> {
  const values: unknown[] = [tenantId, people, from, to];
  const scope = scopedSql(work.db.scope, 'e', values);
  return work.db.raw<CellRow>(
    `SELECT e.id, e.user_id AS "userId", e.day::text AS day, e.cell_kind AS kind, e.shift_id AS "shiftId",
     e.park_id AS "parkId", s.start_time AS start, s.end_time AS end
     FROM employe_work e LEFT JOIN rdworkset s ON s.tenant_id = $1 AND s.id = e.shift_id
     WHERE e.tenant_id = $1 AND e.user_id = ANY($2::uuid[]) AND e.day BETWEEN $3 AND $4 AND e.deleted_at IS NULL AND ${scope} ORDER BY e.day, s.start_time`,
    values,
  );
}

/** Flags of one person by the id of the entry; days before the week count towards days in a row. */
function flagged(cells: readonly CellRow[], zone: string): Map<string, string[]> {
  const shifts = cells.flatMap(({ id, day, start, end }) =>
    start && end
      ? [
          {
            ...cellOf(id, day, { startMinute: minutesOf(start), endMinute: minutesOf(end), breakMinutes: 0 }, zone),
            day,
          },
        ]
      : [],
  );
  return new Map(
    [...Map.groupBy(flagsOf(shifts), ({ id }) => id)].map(([id, flags]) => [id, flags.map(({ flag }) => flag)]),
  );
}

async function week(work: Work<typeof weekRoster.input>): Promise<unknown> {
  const of = await rowOf(company, String(work.input.groupCompanyId), work.db);
  const tenantId = Number(of.tenantId);
  const first = String(work.input.staticDay);
  const last = addDays(first, WEEK - 1);
  const tree = await companySubtree(work.db, of.id);
  const seen = work.db.scope.companyIds;
  const companies = seen ? tree.filter((id) => seen.includes(id)) : tree;
  const people = await work.db.raw<{ userId: string; name: string; companyId: string }>(
    `SELECT u.id AS "userId", u.real_name AS name, u.company_id AS "companyId" FROM "user" u
     WHERE u.tenant_id = $1 AND u.company_id = ANY($2::uuid[]) AND u.deleted_at IS NULL AND u.enabled IS NOT FALSE
       AND (u.user_type IN ('collector', 'guard') OR EXISTS (SELECT 1 FROM employe_work e
         WHERE e.tenant_id = $1 AND e.user_id = u.id AND e.day BETWEEN $3 AND $4 AND e.deleted_at IS NULL))
     ORDER BY u.user_type, u.real_name LIMIT 500`,
    [tenantId, companies, first, last],
  );
  const ids = people.map(({ userId }) => userId);
  const cells = await cellsBetween(work, tenantId, ids, addDays(first, -WEEK), last);
  const shifts = await work.db.raw(
    `SELECT id, shift_name AS "shiftName", start_time AS "startTime", end_time AS "endTime", colour FROM rdworkset
     WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY start_time, shift_name`,
    [tenantId, companies],
  );
  const byPerson = Map.groupBy(cells, ({ userId }) => userId);
  const days = Array.from({ length: WEEK }, (_, nth) => addDays(first, nth));
  const shownOf = (userId: string) => {
    const own = byPerson.get(userId) ?? [];
    const flags = flagged(own, work.person.zone);
    return own
      .filter(({ day }) => day >= first)
      .map(({ id, day, kind, shiftId, parkId }) => ({ id, day, kind, shiftId, parkId, flags: flags.get(id) ?? [] }));
  };
  return {
    days,
    shifts,
    people: people.map((each) => ({ ...each, cells: shownOf(each.userId) })),
    uncovered: await uncovered(work, tenantId, companies, cells, days),
  };
}

/** Roadside lots and days on which nobody works there. */
async function uncovered(
  work: Work,
  tenantId: number,
  companies: readonly string[],
  cells: readonly CellRow[],
  days: readonly string[],
): Promise<{ day: string; parkId: string; parkName: string }[]> {
  const values: unknown[] = [tenantId, companies];
  const parks = work.db.scope.parkIds ? ` AND p.id = ANY($${values.push(work.db.scope.parkIds)}::uuid[])` : '';
  const lots = await work.db.raw<{ id: string; name: string }>(
    `SELECT p.id, p.park_name AS name FROM park p WHERE p.tenant_id = $1 AND p.company_id = ANY($2::uuid[])
     AND p.park_type = 'curb' AND p.deleted_at IS NULL${parks} ORDER BY p.park_name LIMIT 200`,
    values,
  );
  const covered = new Set(cells.filter(({ kind }) => kind === 'shift').map(({ day, parkId }) => `${day} ${parkId}`));
  return lots.flatMap(({ id, name }) =>
    days.filter((day) => !covered.has(`${day} ${id}`)).map((day) => ({ day, parkId: id, parkName: name })),
  );
}

type NewCell = {
  userId: string;
  day: string;
  kind: 'shift' | 'rest' | 'leave' | 'none';
  shiftId: string | null;
  parkId: string | null;
};

const wrong = (nth: number, msg: Text): Problem => ({
  field: 'cells',
  msg: fill(text('第{n}个：{msg}', 'Entry {n}: {msg}'), { n: nth + 1, msg }),
});

/** The entries of a call, each well-formed; else the first that is not says why. */
function cellsIn(given: unknown): NewCell[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > 1000)
    throw new Refused('bad_input', {}, [{ field: 'cells', msg: text('应为1至1000个', 'Must be 1 to 1,000 entries') }]);
  const problems: Problem[] = [];
  const cells = (given as unknown[]).map((each, nth): NewCell => {
    const { userId, day, shiftId, kind, parkId } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const id = (value: unknown): string | null =>
      typeof value === 'string' && value !== '' ? value.toLowerCase() : null;
    const off = [shiftId, kind].find((value) => value === 'rest' || value === 'leave' || value === 'none');
    const cell: NewCell = {
      userId: id(userId) ?? '',
      day: typeof day === 'string' ? day : '',
      kind: (off as NewCell['kind'] | undefined) ?? 'shift',
      shiftId: off ? null : id(shiftId),
      parkId: id(parkId),
    };
    if (!isId(cell.userId)) problems.push(wrong(nth, text('请选择人员', 'Choose a person')));
    else if (!isDay(cell.day))
      problems.push(wrong(nth, text('日期应如 2026-05-01', 'The day must be like 2026-05-01')));
    else if (cell.kind === 'shift' && !isId(cell.shiftId ?? ''))
      problems.push(wrong(nth, text('请选择班次', 'Choose a shift')));
    else if (cell.parkId !== null && !isId(cell.parkId))
      problems.push(wrong(nth, text('车场不正确', 'The car park is wrong')));
    return cell;
  });
  if (problems.length > 0) throw new Refused('bad_input', {}, problems.slice(0, 20));
  return cells;
}

/** People, shifts and lots must be of the caller's scope. */
async function ofScope(work: Work, cells: readonly NewCell[]): Promise<void> {
  const each = (ids: readonly (string | null)[]): string[] => [
    ...new Set(ids.flatMap((id) => (id === null ? [] : [id]))),
  ];
  for (const id of each(cells.map(({ userId }) => userId))) await rowOf(user, id, work.db);
  for (const id of each(cells.map(({ shiftId }) => shiftId))) await rowOf(rdworkset, id, work.db);
  for (const id of each(cells.map(({ parkId }) => parkId))) await rowOf(park, id, work.db);
}

const monthClosed = (day: string): Refused =>
  ruleRefused(
    fill(text('{month} 已关账，排班不能更改', '{month} is closed; its roster cannot be changed'), {
      month: day.slice(0, 7),
    }),
    'month-closed',
  );

/** Replaces a person's roster days with the given ones and recomputes them. */
async function replaceDays(work: Work, db: Db, userId: string, cells: readonly NewCell[]): Promise<void> {
  const tenantId = db.scope.tenantId;
  const worker = await workerOf(db, tenantId, userId, true);
  if (!worker) throw new Refused('no_such_record', { what: user.title });
  const closed = await closedMonths(db, worker);
  const shut = cells.find(({ day }) => closed.has(day.slice(0, 7)));
  if (shut) throw monthClosed(shut.day);
  const days = [...new Set(cells.map(({ day }) => day))].sort();
  await db.raw(
    `UPDATE employe_work SET deleted_at = $4, updated_at = $4, updated_by = $5
     WHERE tenant_id = $1 AND user_id = $2 AND day = ANY($3::date[]) AND deleted_at IS NULL`,
    [tenantId, userId, days, work.now.toISOString(), work.person.userId],
  );
  const kept = new Map(
    cells.filter(({ kind }) => kind !== 'none').map((cell) => [`${cell.day} ${cell.shiftId ?? ''}`, cell]),
  );
  await insertRows(
    db,
    'employe_work',
    [...kept.values()].map(({ day, kind, shiftId, parkId }) => ({
      tenant_id: tenantId,
      company_id: worker.companyId,
      id: newId(),
      user_id: userId,
      day,
      cell_kind: kind,
      shift_id: shiftId,
      park_id: parkId,
      created_by: work.person.userId,
      updated_by: work.person.userId,
    })),
    '',
  );
  await recomputeDays(db, worker, days[0]!, days.at(-1)!, work.now);
  work.record({
    resource: employeWork.name,
    action: 'submit',
    rowId: userId,
    after: { day: days.join(', ') },
    tenantId,
    companyId: worker.companyId,
  });
}

async function save(work: Work<typeof saveRoster.input>): Promise<{ saved: number }> {
  const cells = cellsIn(work.input.cells);
  await ofScope(work, cells);
  const people = Map.groupBy(cells, ({ userId }) => userId);
  for (const [userId, own] of [...people].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const row = await rowOf(user, userId, work.db);
    await replaceDays(work, ofTenant(work.db, Number(row.tenantId)), userId, own);
  }
  return { saved: cells.length };
}

type ShiftRow = {
  readonly id: string;
  readonly tenantId?: unknown;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly breakMin: number | null;
};

/** Whether the hours of a shift that people have already worked would change. */
async function hoursChanged(after: Partial<ShiftRow>, before: ShiftRow, work: Work): Promise<Problem[]> {
  const field = (['startTime', 'endTime', 'breakMin'] as const).find(
    (name) => after[name] !== undefined && after[name] !== before[name],
  );
  if (!field) return [];
  const [worked] = await work.db.raw(
    'SELECT 1 FROM employe_work WHERE tenant_id = $1 AND shift_id = $2 AND day <= $3::date AND deleted_at IS NULL LIMIT 1',
    [before.tenantId, before.id, work.now.toISOString().slice(0, 10)],
  );
  return worked
    ? [
        {
          field,
          msg: text(
            '已有人按此班次上班，时间不能更改；请新建班次',
            'People have worked this shift; its hours cannot be changed. Add a new shift.',
          ),
        },
      ]
    : [];
}

export const rosterRules: {
  readonly rdworkset: Rules<(typeof rdworkset)['fields']>;
  readonly employeWork: Rules<(typeof employeWork)['fields']>;
} = {
  rdworkset: {
    check: async (values, before, work) => (before ? hoursChanged(values, before, work) : []),
    saved: async (after, before, work) => {
      if (!before) return;
      const tenantId = Number(after.tenantId);
      const db = ofTenant(work.db, tenantId);
      const ahead = await db.raw<{ userId: string; from: string; to: string }>(
        `SELECT user_id AS "userId", min(day)::text AS from, max(day)::text AS to FROM employe_work
         WHERE tenant_id = $1 AND shift_id = $2 AND day > $3::date AND deleted_at IS NULL GROUP BY user_id
         ORDER BY user_id`,
        [tenantId, after.id, work.now.toISOString().slice(0, 10)],
      );
      for (const { userId, from, to } of ahead) await recomputeDays(db, { tenantId, userId }, from, to, work.now);
    },
  },
  employeWork: {
    removing: async (row, work) => {
      const tenantId = Number(row.tenantId);
      const db = ofTenant(work.db, tenantId);
      const worker = await workerOf(db, tenantId, String(row.userId), true);
      if (!worker) return;
      if ((await closedMonths(db, worker)).has(String(row.day).slice(0, 7))) throw monthClosed(String(row.day));
      await db.raw('UPDATE employe_work SET deleted_at = $3 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        row.id,
        work.now.toISOString(),
      ]);
      await recomputeDays(db, worker, String(row.day), String(row.day), work.now);
    },
  },
};

export const rosterServed: Served[] = [serve(weekRoster, week), serve(saveRoster, save)];
