/** Places where temperature is taken, and their cameras with how they judge. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { dayOf, addDays } from '#domain/time/day.ts';
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { ofTenant } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { deviceRules, saveShowingSecret } from '#areas/device/server/door.ts';
import { company } from '#areas/org/model/company.ts';
import { doorGate } from '#areas/door/model/door-gate.ts';
import { heatKeys, thermalCamera, thermalKind } from '#areas/door/model/thermal-camera.ts';
import type { HeatKey } from '#areas/door/model/thermal-camera.ts';
import { thermalPlace } from '#areas/door/model/thermal-place.ts';
import { forgetDevice } from './deliver.ts';
import { ofCompany, ofVillage, sameVillage } from './place.ts';

type Place = { id: string; tenantId: number; companyId: string; villageId: string };
type PlaceForm = Partial<Place> & { gateId?: string | null; purpose?: string | null; untilDate?: string | null };

/** A company with one community need not name it. */
export async function inItsVillage(work: Work, plain: Plain): Promise<unknown> {
  const { villageId, VID, vid, id, EmpID } = work.raw;
  if (![villageId, VID, vid, id, EmpID].every(isEmpty)) return ofVillage(work, plain);
  const owner = work.raw['companyId'] ?? work.person.companyId;
  if (typeof owner !== 'string' || !isId(owner)) return ofVillage(work, plain);
  const { tenantId } = await rowOf(company, owner, work.db);
  const found = await ofTenant(work.db, Number(tenantId)).raw<{ id: string }>(
    'SELECT id FROM village WHERE tenant_id = $1 AND company_id = $2 AND deleted_at IS NULL ORDER BY id LIMIT 2',
    [tenantId, owner],
  );
  return found.length === 1
    ? ofVillage({ ...work, raw: { ...work.raw, villageId: found[0]!.id } }, plain)
    : ofVillage(work, plain);
}

export const noVillage: Problem = {
  field: 'villageId',
  msg: text('单位有多个小区或没有小区，请指明', 'Say which community it is'),
};

export const placeRules: Rules = {
  verbs: { submit: inItsVillage },
  check: async (values, before, work) => {
    const now = { ...before, ...values } as PlaceForm;
    if (isEmpty(now.villageId)) return [noVillage];
    const problems: Problem[] = await sameVillage(work, now.villageId, [
      { field: 'gateId', of: doorGate, ids: [now.gateId] },
    ]);
    if (isEmpty(now.purpose) !== isEmpty(now.untilDate))
      problems.push({
        field: isEmpty(now.purpose) ? 'purpose' : 'untilDate',
        msg: text('原因与截止日期须同时填写', 'Why and until when go together'),
      });
    const today = dayOf(work.now.getTime(), work.person.zone);
    if (now.untilDate && now.untilDate > addDays(today, 366))
      problems.push({ field: 'untilDate', msg: text('最长一年', 'A year ahead at most') });
    return problems;
  },
};

/**
 * A camera is of the place it stands at: its community and the car park by whose service it connects follow from it.
 */
async function atItsPlace(work: Work, plain: Plain): Promise<unknown> {
  const [own, given] = [work.raw['id'], work.raw['placeId']];
  if (typeof own === 'string' && isId(own)) await rowOf(thermalCamera as Resource, own, work.db); // another tenant's does not exist, whatever else the input holds
  if (typeof given !== 'string' || !isId(given)) return saveShowingSecret(work, plain);
  const place = (await rowOf(thermalPlace, given, work.db)) as Place;
  const [lot] = await ofTenant(work.db, place.tenantId).raw<{ id: string }>(
    'SELECT id FROM park WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
    [place.tenantId, place.villageId],
  );
  if (!lot)
    throw new Refused('bad_input', {}, [
      { field: 'placeId', msg: text('该小区没有车场，设备无法接入', 'No car park there to connect by') },
    ]);
  const where = { villageId: place.villageId, parkId: lot.id };
  return ofCompany({ ...work, raw: { ...work.raw, ...where } }, place.companyId, (scoped) =>
    saveShowingSecret(scoped, plain),
  );
}

type Camera = Readonly<Record<HeatKey, number | null>> & {
  id: string;
  tenantId: number;
  companyId: string;
  villageId: string;
  placeId: string;
};

const CHANGE = `
  UPDATE door_param p SET param_value = r.value, state = 'wanted', why = NULL, ack_time = NULL, command_id = NULL, updated_at = $3::timestamptz
  FROM jsonb_to_recordset($4::jsonb) AS r(key text, value text)
  WHERE p.tenant_id = $1 AND p.device_id = $2 AND p.param_key = r.key AND p.deleted_at IS NULL`;
const ENTER = `
  INSERT INTO door_param (tenant_id, company_id, village_id, id, device_id, param_key, param_value, state)
  SELECT $1, $5::uuid, $6::uuid, r.id, $2, r.key, r.value, 'wanted' FROM jsonb_to_recordset($4::jsonb) AS r(id uuid, key text, value text)
  WHERE NOT EXISTS (SELECT 1 FROM door_param p WHERE p.tenant_id = $1 AND p.device_id = $2 AND p.param_key = r.key AND p.deleted_at IS NULL)
  RETURNING created_at > $3::timestamptz AS entered`;

/** What it judges by goes to it as parameters, those that changed. */
async function sendHeat(after: Camera, before: Camera | null, work: Work): Promise<void> {
  const changed = heatKeys.filter((key) => after[key] !== null && after[key] !== before?.[key]);
  if (changed.length === 0) return;
  const rows = changed.map((key) => ({ id: newId(), key, value: String(after[key]) }));
  const db = ofTenant(work.db, after.tenantId);
  const of = [after.tenantId, after.id, work.now.toISOString(), JSON.stringify(rows)];
  await db.raw(CHANGE, of);
  await db.raw(ENTER, [...of, after.companyId, after.villageId]);
}

const d = tableOf(parkDevice);

export const cameraRules: Rules = {
  verbs: { submit: atItsPlace },
  narrow: () => and(eq(d.deviceType!, 'door'), eq(d.doorKind!, thermalKind), isNotNull(d.placeId!)),
  check: async (values, before, work) => {
    const problems = [...((await deviceRules.check?.(values, before, work)) ?? [])];
    const now = { ...before, ...values } as Camera;
    if (before !== null && now.villageId !== (before as Camera).villageId)
      problems.push({
        field: 'placeId',
        msg: text('相机不能移到其他小区，请删除后重新添加', 'It stays in its community: remove it and add it there'),
      });
    return problems;
  },
  fill: (_, before) =>
    before === null ? { deviceType: 'door', doorKind: thermalKind, reader: 'in', status: 'offline' } : {},
  saved: async (after, before, work) => {
    await deviceRules.saved?.(after, before, work);
    await sendHeat(after as Camera, before as Camera | null, work);
  },
  removing: async (row, work) => {
    await deviceRules.removing?.(row, work);
    const tenantId = Number(row.tenantId);
    await forgetDevice(ofTenant(work.db, tenantId), tenantId, row.id, work.now);
  },
};
