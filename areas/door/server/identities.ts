/**
 * People on thermal cameras. Each is a grant at a device like any other, and is brought and taken back as those are.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { add } from '#kit/server/save.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { doorDelivery } from '#areas/door/model/door-delivery.ts';
import { doorGrant } from '#areas/door/model/door-grant.ts';
import { thermalKind } from '#areas/door/model/thermal-camera.ts';
import { pushIdentities, takeBackIdentities, thermalDelivery } from '#areas/door/model/thermal-identity.ts';
import { grantRules } from './grants.ts';
import { employeeRules } from './people.ts';
import { cameraNamed, ofCompany } from './place.ts';
import type { Camera } from './place.ts';
import { bringing, lookSoon } from './rounds.ts';
import { inItsVillage, noVillage } from './thermal.ts';

const [d, g, v] = [tableOf(parkDevice), tableOf(doorGrant), tableOf(doorDelivery)];

const cameras = (work: Work) =>
  work.db
    .select({ id: d.id! })
    .from(d)
    .where(scoped(parkDevice, work.db.scope, [eq(d.deviceType!, 'door'), eq(d.doorKind!, thermalKind)]));

export const personRules: Rules = {
  ...employeeRules,
  verbs: { submit: inItsVillage },
  check: (values, before, work) => {
    const { villageId } = { ...before, ...values } as { villageId?: string | null };
    return isEmpty(villageId) ? [noVillage] : (employeeRules.check?.(values, before, work) ?? []);
  },
};

/** The period that is always open, of this community; made where there is none. */
async function always(db: Db, { tenantId, companyId, villageId }: Camera): Promise<string> {
  const [there] = await db.raw<{ id: string }>(
    `SELECT id FROM door_time_period WHERE tenant_id = $1 AND village_id = $2 AND template_id IS NULL AND start_time = '00:00' AND end_time = '24:00'
       AND date_from IS NULL AND date_to IS NULL AND week_days @> ARRAY['1','2','3','4','5','6','7']::text[] AND deleted_at IS NULL ORDER BY id LIMIT 1`,
    [tenantId, villageId],
  );
  if (there) return there.id;
  const id = newId();
  await db.raw(
    `INSERT INTO door_time_period (tenant_id, company_id, village_id, id, period_name, week_days, start_time, end_time)
     VALUES ($1, $2, $3, $4, $5, ARRAY['1','2','3','4','5','6','7'], '00:00', '24:00')`,
    [tenantId, companyId, villageId, id, `测温全天 ${id.slice(-4)}`],
  );
  return id;
}

const has = (column: (typeof g)[string] | undefined, given: unknown): SQL | undefined =>
  typeof given === 'string' && isId(given) ? sql`${column} && ${sql.param([given])}::uuid[]` : undefined;

const { fill: filled } = grantRules;
const stateOf = (values: Parameters<NonNullable<Rules['fill']>>[0], work: Work) => filled?.(values, null, work);

export const cameraGrantRules: Rules = {
  verbs: {
    submit: async (work, plain) => {
      const [given] = [work.raw['deviceIds']].flat().flatMap((each) => String(each ?? '').split(','));
      if (!given || !isId(given)) return plain(work);
      return ofCompany(work, (await cameraNamed(work, given)).companyId, plain);
    },
  },
  narrow: (work) =>
    and(
      sql`${g.deviceIds!} && ARRAY(${cameras(work)})`,
      has(g.deviceIds, work.raw['deviceId']),
      has(g.empIds, work.raw['EmpID']),
    ),
  check: async (values, before, work) => {
    const { deviceIds } = { ...before, ...values } as { deviceIds: string[] };
    const { villageId } = await cameraNamed(work, deviceIds[0]!);
    return grantRules.check!({ ...values, villageId } as typeof values, before, work);
  },
  saved: grantRules.saved!,
  fill: async (values, before, work) => {
    if (before !== null) return {};
    const { deviceIds, startTime } = values as { deviceIds: string[]; startTime?: string | null };
    const camera = await cameraNamed(work, deviceIds[0]!);
    const own = {
      villageId: camera.villageId,
      startTime: isEmpty(startTime) ? work.now.toISOString() : startTime,
      timePeriodId: await always(ofTenant(work.db, camera.tenantId), camera),
    };
    return { ...own, ...(await stateOf({ ...values, ...own } as typeof values, work)) };
  },
};

export const cameraDeliveryRules: Rules = { narrow: (work) => sql`${v.deviceId!} IN (${cameras(work)})` };

async function push(work: Work<typeof pushIdentities.input>): Promise<unknown> {
  const { deviceIds, empIds, remark } = work.input;
  const found = await Promise.all([...new Set(deviceIds!)].map((id) => cameraNamed(work as Work, id)));
  const villages = Map.groupBy(found, ({ villageId }) => villageId);
  const grantIds: string[] = [];
  for (const [villageId, own] of villages) {
    const { companyId, tenantId } = own[0]!;
    const timePeriodId = await always(ofTenant(work.db, tenantId), own[0]!);
    const input = {
      villageId,
      companyId,
      deviceIds: own.map(({ id }) => id),
      empIds: [...new Set(empIds!)],
      timePeriodId,
      startTime: work.now.toISOString(),
      ...(remark ? { remark } : {}),
    };
    grantIds.push((await add(doorGrant, input, work as Work, bringing(grantRules))).id);
  }
  return { id: grantIds[0], grantIds, pairs: found.length * new Set(empIds!).size };
}

type Delivery = { id: string; tenantId: number; companyId: string; villageId: string; deviceId: string; EmpID: string };
type Grant = { id: string; deviceIds: string[]; empIds: string[]; deptIds: string[] | null };

const BY_DEPT = `
  WITH RECURSIVE line AS (
    SELECT dept_id AS id, 0 AS depth FROM door_employee WHERE tenant_id = $1 AND id = $3
    UNION SELECT p.parent_id, l.depth + 1 FROM dept p JOIN line l ON p.id = l.id WHERE p.tenant_id = $1 AND p.parent_id IS NOT NULL AND l.depth < 20
  ) SELECT 1 FROM door_grant WHERE tenant_id = $1 AND deleted_at IS NULL AND status <> 'ended' AND $2 = ANY(device_ids)
    AND dept_ids && ARRAY(SELECT id FROM line) LIMIT 1`;
const OWN = `
  SELECT id, device_ids AS "deviceIds", emp_ids AS "empIds", dept_ids AS "deptIds" FROM door_grant
  WHERE tenant_id = $1 AND deleted_at IS NULL AND status <> 'ended' AND $2 = ANY(device_ids) AND $3 = ANY(emp_ids) FOR NO KEY UPDATE`;
/** The rest of a grant for him: at the other devices it named. */
const ELSEWHERE = `
  INSERT INTO door_grant (tenant_id, company_id, village_id, id, device_ids, emp_ids, time_period_id, start_time, end_time, status, remark)
  SELECT tenant_id, company_id, village_id, $3::uuid, array_remove(device_ids, $4::uuid), ARRAY[$5::uuid], time_period_id, start_time, end_time, status, remark
  FROM door_grant WHERE tenant_id = $1 AND id = $2 RETURNING id`;
const WITHOUT = `
  UPDATE door_grant SET emp_ids = array_remove(emp_ids, $3::uuid), updated_at = $4::timestamptz, deleted_at = CASE WHEN $5::boolean THEN $4::timestamptz END
  WHERE tenant_id = $1 AND id = $2`;

/** Takes one person off one camera and leaves all else of his grants as it was. */
async function takeOff(db: Db, row: Delivery, now: Date): Promise<void> {
  const { tenantId, deviceId, EmpID } = row;
  const [byDept] = await db.raw(BY_DEPT, [tenantId, deviceId, EmpID]);
  if (byDept)
    throw ruleRefused(
      text('此人由部门授权，请在“门禁授权”中调整', 'He is there by his department: change it among the door grants'),
    );
  for (const grant of await db.raw<Grant>(OWN, [tenantId, deviceId, EmpID])) {
    if (grant.deviceIds.length > 1) await db.raw(ELSEWHERE, [tenantId, grant.id, newId(), deviceId, EmpID]);
    const isOver = grant.empIds.every((id) => id === EmpID) && (grant.deptIds ?? []).length === 0;
    await db.raw(WITHOUT, [tenantId, grant.id, EmpID, now.toISOString(), isOver]);
  }
}

async function takeBack(work: Work<typeof takeBackIdentities.input>): Promise<unknown> {
  const ids = [...new Set(work.input.ids ?? [])];
  for (const id of ids) {
    const row = (await rowOf(thermalDelivery, id, work.db, {
      narrow: cameraDeliveryRules.narrow!(work as Work),
    })) as Delivery;
    await takeOff(ofTenant(work.db, row.tenantId), row, work.now);
    lookSoon(row, work);
    work.record({
      resource: doorGrant.name,
      action: 'takeBack',
      rowId: row.id,
      after: { deviceId: row.deviceId, EmpID: row.EmpID },
      tenantId: row.tenantId,
      companyId: row.companyId,
    });
  }
  return { ids };
}

export const identitiesServed: readonly Served[] = [serve(pushIdentities, push), serve(takeBackIdentities, takeBack)];
