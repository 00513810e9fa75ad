/**
 * The roll of a fire alarm, or of a roll call without one: who was in its areas by the readers, which visitors were
 * signed in, who left since, who was accounted for, and what the doors of an alarm did.
 */
import { isId } from '#kit/declare/check.ts';
import { rollOf } from '#domain/door/presence.ts';
import type { RollLine } from '#domain/door/presence.ts';
import { doorArea } from '#areas/door/model/door-area.ts';
import { account, doorFire, fireRoll, startRoll } from '#areas/door/model/door-fire.ts';
import type { fireDoorStates, rollStates } from '#areas/door/model/words.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { visit } from '#areas/visitor/model/visit.ts';
import { visitsInside } from '#areas/visitor/server/door.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { AREAS_BELOW, isInputOn } from './fires.ts';
import { passagesOf } from './passages.ts';

type Tick = { readonly at: string; readonly by: string; readonly remark: string | null };
type Fire = {
  id: string;
  tenantId: number;
  companyId: string;
  villageId: string;
  areaId: string | null;
  startedTime: string;
  status: 'standing' | 'ended';
  endedTime: string | null;
  deviceIds: string[];
  gateIds: string[];
  accounted: Record<string, Tick> | null;
};
/** Who came in longer ago and was seen by no reader since is not taken to be inside. */
const LOOK_BACK_MS = 86_400_000;

async function areasOf(db: Db, { tenantId, villageId, areaId }: Fire): Promise<Set<string>> {
  const areas = await (areaId === null
    ? db.raw<{ id: string }>('SELECT id FROM door_area WHERE tenant_id = $1 AND village_id = $2', [tenantId, villageId])
    : db.raw<{ id: string }>(AREAS_BELOW, [tenantId, areaId]));
  return new Set(areas.map(({ id }) => id));
}

async function linesOf(db: Db, fire: Fire, now: Date): Promise<RollLine[]> {
  const began = Date.parse(fire.startedTime);
  const from = new Date(began - LOOK_BACK_MS).toISOString();
  const { tenantId, villageId } = fire;
  const passages = await passagesOf(db, { tenantId, villageId, from, until: fire.endedTime ?? now.toISOString() });
  return rollOf(passages, await areasOf(db, fire), began);
}

const NAMES = `
  SELECT p.id, p.emp_name AS name, d.dept_name AS dept FROM door_employee p LEFT JOIN dept d ON d.tenant_id = p.tenant_id AND d.id = p.dept_id
  WHERE p.tenant_id = $1 AND p.id = ANY($2::uuid[])`;

/** Somebody on the roll: a person of the doors, or a visitor's party (`people`). Times are ISO instants. */
type OnRoll = {
  readonly EmpID: string | null;
  readonly visitId: string | null;
  readonly empName: string;
  readonly people: number;
  readonly deptName: string | null;
  readonly areaName: string | null;
  readonly gateName: string | null;
  readonly since: string;
  readonly state: keyof typeof rollStates;
  readonly at: string | null;
  readonly by: string | null;
  readonly remark: string | null;
};

/** How somebody stands on the roll: ticked off, out since, or missing. */
function standing(ticked: Tick | undefined, leftAt: string | null): Pick<OnRoll, 'state' | 'at' | 'by' | 'remark'> {
  return {
    state: ticked ? 'accounted' : leftAt === null ? 'missing' : 'out',
    at: ticked?.at ?? leftAt,
    by: ticked?.by ?? null,
    remark: ticked?.remark ?? null,
  };
}

/** Visitors of the community: where in it they are is known to nobody, so that they are on the roll of each area. */
async function visitorsOf(db: Db, fire: Fire, now: Date): Promise<OnRoll[]> {
  const span = { from: fire.startedTime, to: fire.endedTime ?? now.toISOString() };
  const visits = await visitsInside(db, fire.tenantId, fire.villageId, span);
  return visits.map(({ id, visitNo, name, host, people, place, since, leftAt }) => ({
    EmpID: null,
    visitId: id,
    empName: name ?? visitNo,
    people,
    deptName: host,
    areaName: null,
    gateName: place,
    since,
    ...standing(fire.accounted?.[id], leftAt),
  }));
}

async function peopleOf(db: Db, fire: Fire, now: Date): Promise<OnRoll[]> {
  const lines = await linesOf(db, fire, now);
  const { tenantId } = fire;
  const names = await db.raw<{ id: string; name: string; dept: string | null }>(NAMES, [
    tenantId,
    lines.map(({ person }) => person),
  ]);
  const areas = await db.raw<{ id: string; name: string }>(
    'SELECT id, area_name AS name FROM door_area WHERE tenant_id = $1 AND village_id = $2',
    [tenantId, fire.villageId],
  );
  const gates = await db.raw<{ id: string; name: string }>(
    'SELECT id, gate_name AS name FROM door_gate WHERE tenant_id = $1 AND village_id = $2',
    [tenantId, fire.villageId],
  );
  const nameIn = (of: readonly { id: string; name: string }[]): Map<string, string> =>
    new Map(of.map(({ id, name }) => [id, name]));
  const [areaNames, gateNames] = [nameIn(areas), nameIn(gates)];
  const people = new Map(names.map((each) => [each.id, each]));
  return lines
    .map(({ person, area, gate, since, leftAt }): OnRoll => ({
      EmpID: person,
      visitId: null,
      empName: people.get(person)?.name ?? '',
      people: 1,
      deptName: people.get(person)?.dept ?? null,
      areaName: areaNames.get(area) ?? null,
      gateName: gateNames.get(gate ?? '') ?? null,
      since: new Date(since).toISOString(),
      ...standing(fire.accounted?.[person], leftAt === null ? null : new Date(leftAt).toISOString()),
    }))
    .sort((a, b) => a.empName.localeCompare(b.empName, 'zh') || (String(a.EmpID) < String(b.EmpID) ? -1 : 1));
}

type DoorRow = {
  gateName: string;
  deviceName: string;
  isFire: boolean;
  isAway: boolean;
  sent: string | null;
  command: string | null;
};

function doorState({ isFire, isAway, sent, command }: DoorRow): keyof typeof fireDoorStates {
  if (sent === 'refused') return 'refused';
  if (isFire && sent === 'on' && command === null) return 'open';
  if (!isFire && (sent === null || sent === 'off') && command === null) return 'normal';
  return isAway ? 'offline' : 'sending';
}

async function doorsOf(db: Db, { tenantId, gateIds }: Fire) {
  const rows = await db.raw<DoorRow>(
    `SELECT g.gate_name AS "gateName", d.device_name AS "deviceName", g.fire_since IS NOT NULL AS "isFire", d.status = 'offline' AS "isAway",
       d.fire_sent AS sent, d.fire_command_id AS command
     FROM door_gate g JOIN park_device d ON d.tenant_id = g.tenant_id AND d.door_gate_id = g.id::text AND d.device_type = 'door' AND d.deleted_at IS NULL
     WHERE g.tenant_id = $1 AND g.id = ANY($2::uuid[]) AND g.deleted_at IS NULL ORDER BY g.gate_name, d.device_name`,
    [tenantId, gateIds],
  );
  return rows.map((row) => ({ gateName: row.gateName, deviceName: row.deviceName, state: doorState(row) }));
}

async function roll(work: Work<typeof fireRoll.input>): Promise<unknown> {
  const fire = (await rowOf(doorFire, work.input.fireId!, work.db)) as Fire;
  const db = ofTenant(work.db, fire.tenantId);
  return {
    isInputOn: fire.status === 'standing' && (await isInputOn(db, fire.tenantId, fire.deviceIds)),
    people: [...(await peopleOf(db, fire, work.now)), ...(await visitorsOf(db, fire, work.now))],
    doors: await doorsOf(db, fire),
  };
}

/** Ticks somebody off, or takes that back; the row is held, so that several may tick at once. */
async function tick(work: Work<typeof account.input>): Promise<unknown> {
  const { fireId, EmpID = null, visitId = null, isHere, remark } = work.input;
  if ((EmpID === null) === (visitId === null))
    throw new Refused('bad_input', {}, [
      { field: 'EmpID', msg: text('人员与访客填其一', 'Either a person or a visitor') },
    ]);
  if (visitId !== null && !isId(visitId)) throw new Refused('no_such_record', { what: visit.title });
  const fire = (await rowOf(doorFire, fireId!, work.db, { lock: true })) as Fire;
  const person = await rowOf<Resource>(EmpID === null ? visit : doorEmployee, (EmpID ?? visitId)!, work.db);
  const entry: Tick = {
    at: work.now.toISOString(),
    by: work.person.name || work.person.account,
    remark: remark ?? null,
  };
  const { [person.id]: before, ...others } = fire.accounted ?? {};
  const accounted = isHere === false ? others : { ...others, [person.id]: before ?? entry };
  await ofTenant(work.db, fire.tenantId).raw(
    'UPDATE door_fire SET accounted = $3::jsonb, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
    [fire.tenantId, fire.id, JSON.stringify(accounted), work.now.toISOString()],
  );
  work.record({
    resource: doorFire.name,
    action: 'account',
    rowId: fire.id,
    before: { EmpID, visitId, isHere: before !== undefined },
    after: { EmpID, visitId, isHere: isHere !== false, remark: remark ?? null },
    tenantId: fire.tenantId,
    companyId: fire.companyId,
  });
  return { fireId: fire.id, EmpID, visitId, isHere: isHere !== false };
}

type AreaRow = { id: string; tenantId: number; companyId: string; villageId: string; areaName: string };

/**
 * Begins the roll call of an area without an alarm; one that is in progress is joined, so that guards tick one list.
 */
async function start(work: Work<typeof startRoll.input>): Promise<{ fireId: string }> {
  const {
    id: areaId,
    tenantId,
    companyId,
    villageId,
    areaName,
  } = (await rowOf(doorArea, work.input.areaId!, work.db)) as AreaRow;
  const db = ofTenant(work.db, tenantId);
  const [village] = await db.raw<{ name: string }>(
    'SELECT v_name AS name FROM village WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [tenantId, villageId],
  );
  const [current] = await db.raw<{ id: string }>(
    `SELECT id FROM door_fire WHERE tenant_id = $1 AND village_id = $2 AND area_id = $3 AND kind = 'call' AND status = 'standing' AND deleted_at IS NULL`,
    [tenantId, villageId, areaId],
  );
  if (current) return { fireId: current.id };
  const id = newId();
  const owner = { tenant_id: tenantId, company_id: companyId, village_id: villageId };
  const place = [village?.name, areaName].filter(Boolean).join(' · ');
  const what = { place, kind: 'call', area_id: areaId, started_time: work.now.toISOString(), status: 'standing' };
  await insertRows(db, 'door_fire', [{ ...owner, id, ...what, device_ids: [], gate_ids: [] }], '');
  work.record({
    resource: doorFire.name,
    action: 'start',
    rowId: id,
    before: null,
    after: { areaId },
    tenantId,
    companyId,
  });
  return { fireId: id };
}

export const rollServed: readonly Served[] = [serve(fireRoll, roll), serve(startRoll, start), serve(account, tick)];
