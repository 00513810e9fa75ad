/** Grants: entered, renewed, begun and ended by the clock, looked up for the form. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { queryText } from '#kit/server/filter.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { dept } from '#areas/org/model/dept.ts';
import { doorDevice } from '#areas/door/model/door-device.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { canGrant, deptSelect, deviceSelect, doorGrant, renewGrant, whatIf } from '#areas/door/model/door-grant.ts';
import { doorGate } from '#areas/door/model/door-gate.ts';
import { doorTimePeriod } from '#areas/door/model/plans.ts';
import { ofVillage, sameVillage, villageNamed } from './place.ts';
import { deptsBelow, foretold } from './rights.ts';
import { lookSoon } from './rounds.ts';
import { keeping, mayName, separated } from './separated.ts';

type GrantRow = {
  id: string;
  tenantId: number;
  companyId: string;
  villageId: string;
  deviceIds: string[] | null;
  empIds: string[] | null;
  deptIds: string[] | null;
  timePeriodId: string;
  startTime: string;
  endTime: string | null;
  status: string;
};

const g = tableOf(doorGrant);
const e = tableOf(doorEmployee);

const holds = (column: (typeof g)[string] | undefined, ids: readonly string[]): SQL =>
  sql`${column} && ${sql.param([...ids])}::uuid[]`;

function narrow(work: Work): SQL | undefined {
  const { deviceId, empName, deptId } = work.raw;
  const name = queryText(empName);
  const people = work.db
    .select({ id: e.id! })
    .from(e)
    .where(scoped(doorEmployee, work.db.scope, [sql`${e.empName!} ILIKE ${`%${name.replace(/[%_\\]/g, '\\$&')}%`}`]));
  return and(
    typeof deviceId === 'string' && isId(deviceId) ? holds(g.deviceIds, [deviceId]) : undefined,
    typeof deptId === 'string' && isId(deptId) ? holds(g.deptIds, [deptId]) : undefined,
    name === '' ? undefined : sql`${g.empIds!} && ARRAY(${people})`,
  );
}

async function problems(values: Partial<GrantRow>, before: GrantRow | null, work: Work): Promise<Problem[]> {
  const now = { ...before, ...values };
  const found = await sameVillage(work, now.villageId, [
    { field: 'deviceIds', of: doorDevice, ids: now.deviceIds },
    { field: 'empIds', of: doorEmployee, ids: now.empIds },
    { field: 'timePeriodId', of: doorTimePeriod, ids: [now.timePeriodId] },
  ]);
  if ((now.empIds?.length ?? 0) + (now.deptIds?.length ?? 0) === 0)
    found.push({ field: 'empIds', msg: text('请选择人员或部门', 'Choose people or departments') });
  if ((now.deviceIds?.length ?? 0) === 0) found.push({ field: 'deviceIds', msg: text('请选择设备', 'Choose devices') });
  if (now.endTime && now.startTime && Date.parse(now.endTime) <= Date.parse(now.startTime))
    found.push({ field: 'endTime', msg: text('结束须晚于开始', 'The end must be after the start') });
  const { companyId } = await villageNamed(work, String(now.villageId));
  for (const id of now.deptIds ?? [])
    if ((await rowOf(dept, id, work.db)).companyId !== companyId) {
      found.push({ field: 'deptIds', msg: text('部门不属于该小区的单位', "Not of the community's company") });
      break;
    }
  return found;
}

const stateAt = (row: { startTime: string; endTime: string | null }, now: number): string =>
  Date.parse(row.startTime) > now
    ? 'future'
    : row.endTime !== null && Date.parse(row.endTime) <= now
      ? 'ended'
      : 'live';

const plainRules: Rules = {
  verbs: { submit: ofVillage },
  narrow,
  check: (values, before, work) => problems(values as Partial<GrantRow>, before as GrantRow | null, work),
  fill: (values, before, work) =>
    before === null ? { status: stateAt({ endTime: null, ...values } as GrantRow, work.now.getTime()) } : {},
};

/** Where who may enter how long is decided: nothing is granted that breaks separation, on whatever way it comes. */
export const grantRules = separated(plainRules, [
  'deviceIds',
  'empIds',
  'deptIds',
  'timePeriodId',
  'startTime',
  'endTime',
]);

async function renew(work: Work<typeof renewGrant.input>): Promise<{ grantId: string; endTime: string }> {
  const row = (await rowOf(doorGrant, work.input.grantId!, work.db, { lock: true })) as GrantRow;
  const newEnd = work.input.newEndDate!;
  if (row.status === 'ended')
    throw new Refused('state_closed', { state: doorGrant.lifecycle!.states.ended!.label, action: renewGrant.title });
  if (row.endTime === null || Date.parse(newEnd) <= Math.max(Date.parse(row.endTime), work.now.getTime()))
    throw new Refused('bad_input', {}, [
      { field: 'newEndDate', msg: text('须晚于现在的结束时间', 'Must be after the present end') },
    ]);
  const kept = await keeping(work, [row], 'newEndDate', mayName(work));
  await ofTenant(work.db, row.tenantId).raw(
    'UPDATE door_grant SET end_time = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
    [row.tenantId, row.id, newEnd, work.now.toISOString()],
  );
  await kept();
  lookSoon(row, work);
  work.record({
    resource: doorGrant.name,
    action: 'renewal',
    rowId: row.id,
    before: { endTime: row.endTime },
    after: { endTime: newEnd },
    tenantId: row.tenantId,
    companyId: row.companyId,
  });
  return { grantId: row.id, endTime: newEnd };
}

const begin = mover(doorGrant, 'begin', 'clock');
const finish = mover(doorGrant, 'finish', 'clock');

/** Grants begin and end: what is shown follows what holds, which goes by the times themselves. */
export async function turnGrants(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM door_grant
       WHERE deleted_at IS NULL AND ((status = 'future' AND start_time <= $1) OR (status <> 'ended' AND end_time <= $1))`,
      [now.toISOString()],
    ),
  );
  const at = now.toISOString();
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), async (db) => {
      await finish(db, { now, tenantId, where: sql`${g.endTime!} <= ${at}::timestamptz` });
      await begin(db, { now, tenantId, where: sql`${g.startTime!} <= ${at}::timestamptz` });
    });
}

const listed = (given: string | null | undefined): string[] =>
  [...new Set((given ?? '').split(',').map((each) => each.trim().toLowerCase()))].filter(isId);

async function devicesToChoose(work: Work<typeof deviceSelect.input>): Promise<unknown> {
  const [d, gate] = [tableOf(parkDevice), tableOf(doorGate)];
  const { villageId, areaId } = work.input;
  const rows = await work.db
    .select({ deviceId: d.id!, deviceName: d.deviceName!, gateName: gate.gateName! })
    .from(d)
    .leftJoin(gate, and(eq(gate.tenantId!, d.tenantId!), sql`${gate.id!}::text = ${d.doorGateId!}`))
    .where(
      scoped(parkDevice, work.db.scope, [
        eq(d.deviceType!, 'door'),
        villageId ? eq(d.villageId!, villageId) : undefined,
        areaId ? or(eq(gate.areaId!, areaId), eq(gate.fromAreaId!, areaId)) : undefined,
      ]),
    )
    .orderBy(d.deviceName!, d.id!)
    .limit(2000);
  return rows.map((row) => ({ ...row, value: row.deviceId, label: row.deviceName }));
}

async function deptsToChoose(work: Work<typeof deptSelect.input>): Promise<unknown> {
  const t = tableOf(dept);
  const { id, companyId } = await villageNamed(work, work.input.villageId!);
  const used = work.db
    .select({ id: e.deptId! })
    .from(e)
    .where(scoped(doorEmployee, work.db.scope, [eq(e.villageId!, id)]));
  const rows = await work.db
    .select({ value: t.id!, label: t.deptName!, parentId: t.parentId! })
    .from(t)
    .where(scoped(dept, work.db.scope, [eq(t.companyId!, companyId), or(eq(t.villageId!, id), inArray(t.id!, used))]))
    .orderBy(t.sort!, t.id!)
    .limit(2000);
  return rows;
}

async function peopleToChoose(work: Work<typeof canGrant.input>): Promise<unknown> {
  const ids = listed(work.input.deptIds);
  if (ids.length === 0) return [];
  const tenantId = Number((await rowOf(dept, ids[0]!, work.db)).tenantId);
  const below = await deptsBelow(ofTenant(work.db, tenantId), tenantId, ids);
  const rows = await work.db
    .select({ EmpID: e.id!, empName: e.empName!, deptId: e.deptId! })
    .from(e)
    .where(scoped(doorEmployee, work.db.scope, [inArray(e.deptId!, below), eq(e.status!, 'active')]))
    .orderBy(e.empName!, e.id!)
    .limit(5000);
  return rows.map((row) => ({ ...row, value: row.EmpID, label: row.empName }));
}

async function whatWouldBe(work: Work<typeof whatIf.input>): Promise<unknown> {
  const { villageId, EmpID, gateId, time, reader } = work.input;
  const place = await villageNamed(work, villageId!);
  await rowOf(doorEmployee, EmpID!, work.db);
  await rowOf(doorGate, gateId!, work.db);
  const outcome = await foretold(ofTenant(work.db, place.tenantId), {
    tenantId: place.tenantId,
    villageId: place.id,
    personId: EmpID!,
    gateId: gateId!,
    at: Date.parse(time!),
    reader: reader ?? 'in',
    now: work.now,
  });
  if (!outcome)
    throw new Refused('bad_input', {}, [
      { field: 'gateId', msg: text('人员与门须属于该小区', 'Person and door must be of this community') },
    ]);
  return outcome;
}

export const grantsServed: readonly Served[] = [
  serve(renewGrant, renew),
  serve(deviceSelect, devicesToChoose),
  serve(deptSelect, deptsToChoose),
  serve(canGrant, peopleToChoose),
  serve(whatIf, whatWouldBe),
];
