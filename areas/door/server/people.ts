/** People of doors: where they belong, their cards, and how they leave. */
import { sql } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { ofTenant } from '#kit/server/db.ts';
import { importFile, uploaded } from '#kit/sheets/server/import.ts';
import { MOST_BYTES } from '#kit/sheets/read/table.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { village } from '#areas/lot/model/village.ts';
import { dept } from '#areas/org/model/dept.ts';
import { batchImport, doorEmployee, foundCard, lostCard, forgive } from '#areas/door/model/door-employee.ts';
import { endConsents, erasePerson } from './erase.ts';
import { ofCompany, ofVillage, villageNamed } from './place.ts';
import { markForgiven } from './presence.ts';
import { lookSoonAt } from './rounds.ts';
import { keepPerson } from './separated.ts';
import type { PersonRow } from './separated.ts';

type Person = { id: string; tenantId: number; companyId: string; villageId: string; deptId: string; cardState: string };

/** By transaction that reads a file of people: which company each community and department in it is of. */
const ofFile = new WeakMap<Db, Map<string, string>>();

/** Which company a community or department is of; read once for a file. */
async function companyOf(work: Work, of: Resource, id: string): Promise<string> {
  const known = ofFile.get(work.db);
  const before = known?.get(id);
  if (before !== undefined) return before;
  const companyId = String((await rowOf<Resource>(of, id, work.db))['companyId']);
  known?.set(id, companyId);
  return companyId;
}

export const employeeRules: Rules = {
  apart: true,
  verbs: { submit: ofVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Partial<Person> & { validFrom?: string | null; validUntil?: string | null };
    const problems = [];
    const companyId = await companyOf(work, village, String(now.villageId));
    if ((await companyOf(work, dept, String(now.deptId))) !== companyId)
      problems.push({
        field: 'deptId',
        msg: text('部门不属于该小区的单位', "The department is not of the community's company"),
      });
    // Lines of a file say their community and not whose it is.
    if (before === null && (now.companyId ?? work.person.companyId) !== companyId)
      problems.push({
        field: 'villageId',
        msg: text(
          '小区属于其他单位，请由该单位的人员录入',
          'The community is of another company: its own people enter them',
        ),
      });
    if (now.validFrom && now.validUntil && now.validFrom > now.validUntil)
      problems.push({ field: 'validUntil', msg: text('截止早于起始', 'The end is before the start') });
    return problems;
  },
  saved: (after, before, work) => keepPerson(after as PersonRow, before as PersonRow | null, work),
  removing: (row, work) => forgetFace({ id: row.id, tenantId: Number(row.tenantId) }, work),
};

export const followRules: Rules = {
  verbs: {
    submit: async (work, plain) => {
      const given = work.raw.EmpID;
      if (typeof given !== 'string' || !isId(given)) return plain(work);
      const { companyId } = (await rowOf(doorEmployee, given, work.db)) as Person;
      return ofCompany(work, companyId, plain);
    },
  },
  check: (values, before) => {
    const { followType, silentS } = { ...before, ...values };
    return followType === 'care' && !silentS
      ? [{ field: 'silentS', msg: text('请填写多久未见即提醒', 'Say after how long staff are warned') }]
      : [];
  },
  fill: async (values, before, work) => {
    if (before !== null) return {};
    const { villageId } = await rowOf(doorEmployee, String((values as { EmpID: string }).EmpID), work.db);
    return { villageId };
  },
};

/** Who is gone is known by his face nowhere, and consents anew when he comes back. */
async function forgetFace({ id, tenantId }: Pick<Person, 'id' | 'tenantId'>, work: Work): Promise<void> {
  const { photos } = await erasePerson(work, { tenantId, EmpID: id }, 'left');
  if (photos > 0) await endConsents(work.db, tenantId, [id], work.now);
}

/** Every change of who somebody is goes to the devices. */
const brought =
  (also: (input: Record<string, unknown>, work: Work) => Record<string, unknown>): Effect =>
  async (row, input, work) => {
    lookSoonAt(row, work);
    return also(input, work);
  };

export const employeeEffects: Record<string, Effect> = {
  suspend: brought(({ reason }) => ({ stateReason: reason ?? null })),
  resume: brought(() => ({ stateReason: null })),
  leave: async (row, { reason }, work) => {
    await forgetFace(row as Person, work);
    lookSoonAt(row, work);
    return { leftTime: work.now.toISOString(), stateReason: reason ?? null };
  },
  comeBack: async (row, _, work) => {
    const person = row as PersonRow;
    await keepPerson({ ...person, status: 'active', validUntil: null }, person, work);
    lookSoonAt(row, work);
    return { leftTime: null, stateReason: null, validUntil: null };
  },
};

async function moveCard(work: Work, id: string, to: 'active' | 'lost'): Promise<{ EmpID: string; cardState: string }> {
  const row = (await rowOf(doorEmployee, id, work.db, { lock: true })) as Person & { cardNo: string | null };
  if (!row.cardNo)
    throw new Refused('bad_input', {}, [{ field: 'EmpID', msg: text('此人没有登记卡', 'This person has no card') }]);
  if (row.cardState !== to) {
    await ofTenant(work.db, row.tenantId).raw(
      'UPDATE door_employee SET card_state = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
      [row.tenantId, row.id, to, work.now.toISOString()],
    );
    lookSoonAt(row, work);
    work.record({
      resource: doorEmployee.name,
      action: to === 'lost' ? 'lostCard' : 'foundCard',
      rowId: row.id,
      before: { cardState: row.cardState },
      after: { cardState: to },
      tenantId: row.tenantId,
      companyId: row.companyId,
    });
  }
  return { EmpID: row.id, cardState: to };
}

/** Where somebody is counts as unknown, until a reader sees him again. */
async function forgivePassing(work: Work<typeof forgive.input>): Promise<{ EmpID: string; forgivenTime: string }> {
  const { EmpID, reason } = work.input;
  const row = (await rowOf(doorEmployee, EmpID!, work.db, { lock: true })) as Person & { forgivenTime: string | null };
  const db = ofTenant(work.db, row.tenantId);
  const forgivenTime = work.now.toISOString();
  await db.raw(
    'UPDATE door_employee SET forgiven_time = $3::timestamptz, updated_at = $3::timestamptz WHERE tenant_id = $1 AND id = $2',
    [row.tenantId, row.id, forgivenTime],
  );
  await markForgiven(db, row.tenantId, row.villageId, work.now);
  work.record({
    resource: doorEmployee.name,
    action: 'forgive',
    rowId: row.id,
    before: { forgivenTime: row.forgivenTime },
    after: { forgivenTime, reason },
    tenantId: row.tenantId,
    companyId: row.companyId,
  });
  return { EmpID: row.id, forgivenTime };
}

const t = tableOf(doorEmployee);
const runOut = mover(doorEmployee, 'runOut', 'clock');

/** Whose last day is over has left. Days are mainland days here: validity is entered by day, not by the minute. */
export async function endValidity(database: Database, now: Date): Promise<number> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM door_employee
       WHERE status <> 'left' AND valid_until < ($1::timestamptz AT TIME ZONE 'Asia/Shanghai')::date
       AND deleted_at IS NULL`,
      [now.toISOString()],
    ),
  );
  let count = 0;
  for (const { tenantId } of tenants)
    count += await database.write(tenantScope(tenantId), async (db) => {
      const where = sql`${t.validUntil!} < (${now.toISOString()}::timestamptz at time zone 'Asia/Shanghai')::date`;
      const moved = await runOut(db, { now, tenantId, where, set: { leftTime: now.toISOString() } });
      return moved.length;
    });
  return count;
}

async function importPeople(work: Work<typeof batchImport.input>): Promise<unknown> {
  const { id, companyId } = await villageNamed(work, work.input.villageId!);
  const { deptId } = work.input;
  const given = { villageId: id, companyId, ...(deptId ? { deptId } : {}) };
  ofFile.set(work.db, new Map());
  const { total, good, rows } = await importFile(
    doorEmployee,
    await uploaded(work as Work),
    work as Work,
    false,
    given,
  );
  const why = (problems: readonly { msg: string }[]): string => problems.map(({ msg }) => msg).join('；');
  return { total, saved: good, failed: rows.map(({ line, problems }) => ({ line, why: why(problems) })) };
}

export const peopleServed: readonly Served[] = [
  serve(batchImport, importPeople, {
    bodyLimit: MOST_BYTES + 1,
    before: async (work) => {
      await uploaded(work);
    },
  }),
  serve(lostCard, (work) => moveCard(work, work.input.EmpID!, 'lost')),
  serve(foundCard, (work) => moveCard(work, work.input.EmpID!, 'active')),
  serve(forgive, forgivePassing),
];
