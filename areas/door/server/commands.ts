/** Door commands that people give, and the state of door devices. */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { answered, give } from '#areas/device/server/door.ts';
import type { NewCommand } from '#areas/device/server/door.ts';
import { deviceFigures, doorDelivery, granted, retryDelivery } from '#areas/door/model/door-delivery.ts';
import { doorEvent, eventPicture } from '#areas/door/model/door-event.ts';
import { doorCommand, doorGate } from '#areas/door/model/door-gate.ts';
import { doorGrant } from '#areas/door/model/door-grant.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { tryAgain } from './deliver.ts';
import { refuseClosing } from './fires.ts';
import { lookSoon } from './rounds.ts';
import { deptsBelow } from './rights.ts';

type Gate = {
  id: string;
  tenantId: number;
  companyId: string;
  villageId: string;
  strikeS: number | null;
  mode: string;
  fireSince: string | null;
};

/** Opening once is for one device, a mode for all of the door. */
function commandsFor(work: Work, gate: Gate, devices: readonly string[], to: string | null): NewCommand[] {
  const { type, reason } = work.input as { type: string; reason: string };
  const cause = { cause: 'staff', causeId: work.person.userId, remark: reason } as const;
  if (type === 'unlock') {
    const deviceId = devices[0]!;
    return [{ ...cause, name: 'unlock', deviceId, payload: { seconds: gate.strikeS ?? 5 } }];
  }
  const payload = { mode: type, ...(to === null ? {} : { to }) };
  return devices.map((deviceId) => ({ ...cause, name: 'doorMode', deviceId, payload }));
}

async function operate(work: Work<typeof doorCommand.input>): Promise<unknown> {
  const { gateId, type, until } = work.input;
  const gate = (await rowOf(doorGate, gateId!, work.db, { lock: true })) as Gate;
  const db = ofTenant(work.db, gate.tenantId);
  refuseClosing(type!, gate.fireSince);
  const to = type === 'open' || type === 'locked' ? (until ?? null) : null;
  if (to !== null && Date.parse(to) <= work.now.getTime())
    throw new Refused('bad_input', {}, [{ field: 'until', msg: text('须晚于现在', 'Must be later than now') }]);
  const devices = await db.raw<{ id: string }>(
    `SELECT id FROM park_device WHERE tenant_id = $1 AND door_gate_id = $2 AND device_type = 'door' AND deleted_at IS NULL
     ORDER BY status = 'offline', id`,
    [gate.tenantId, gate.id],
  );
  if (devices.length === 0) throw ruleRefused(text('门上没有设备', 'No device stands at the door'));
  const commands = commandsFor(
    work as Work,
    gate,
    devices.map(({ id }) => id),
    to,
  );
  const queued = await give(work as Work, gate.tenantId, commands);
  if (type !== 'unlock')
    await db.raw(
      'UPDATE door_gate SET mode = $3, mode_until = $4::timestamptz, updated_at = $5::timestamptz WHERE tenant_id = $1 AND id = $2',
      [gate.tenantId, gate.id, type, to, work.now.toISOString()],
    );
  work.record({
    resource: doorGate.name,
    action: 'command',
    rowId: gate.id,
    before: { mode: gate.mode },
    after: { type, until: to, reason: work.input.reason },
    tenantId: gate.tenantId,
    companyId: gate.companyId,
  });
  return answered(queued);
}

async function retry(work: Work<typeof retryDelivery.input>): Promise<unknown> {
  const ids = work.input.ids ?? [];
  for (const id of ids) {
    const row = await rowOf(doorDelivery, id, work.db);
    await tryAgain(ofTenant(work.db, Number(row.tenantId)), Number(row.tenantId), [id], work.now);
    lookSoon(row, work);
  }
  return { ids };
}

type Grant = { deviceIds: string[]; empIds: string[] | null; deptIds: string[] | null; tenantId: number };

/** Whom devices confirmed to hold: of one device, or of a grant's people at its devices. */
async function held(work: Work<typeof granted.input>): Promise<unknown> {
  const { deviceId, grantId } = work.input;
  const grant = grantId ? ((await rowOf(doorGrant, grantId, work.db)) as Grant) : null;
  if (!grant && !deviceId)
    throw new Refused('bad_input', {}, [
      { field: 'deviceId', msg: text('请指定设备或授权', 'Name a device or a grant') },
    ]);
  const depts = grant?.deptIds?.length
    ? await deptsBelow(ofTenant(work.db, grant.tenantId), grant.tenantId, grant.deptIds)
    : [];
  const values: unknown[] = [];
  const where = [scopedSql(work.db.scope, 'v', values, { park: false })];
  if (deviceId) where.push(`v.device_id = $${values.push(deviceId)}`);
  if (grant) {
    where.push(`v.device_id = ANY($${values.push(grant.deviceIds)}::uuid[])`);
    const [people, of] = [values.push(grant.empIds ?? []), values.push(depts)];
    where.push(`(e.id = ANY($${people}::uuid[]) OR e.dept_id = ANY($${of}::uuid[]))`);
  }
  return work.db.raw(
    `SELECT e.id AS "EmpID", e.emp_name AS "empName", v.device_id AS "deviceId", v.state, v.why, v.lease_until AS "leaseUntil"
     FROM door_delivery v JOIN door_employee e ON e.tenant_id = v.tenant_id AND e.id = v.emp_id
     WHERE v.deleted_at IS NULL AND e.deleted_at IS NULL AND v.state IN ('held', 'partly') AND ${where.join(' AND ')}
     ORDER BY e.emp_name, e.id, v.device_id LIMIT 5000`,
    values,
  );
}

type Narrowed = { villageId: string | null | undefined; companyIds: string[] | null };

function narrowedTo(alias: string, { villageId, companyIds }: Narrowed, values: unknown[]): string[] {
  return [
    ...(villageId ? [`${alias}.village_id::text = $${values.push(villageId)}`] : []),
    ...(companyIds ? [`${alias}.company_id = ANY($${values.push(companyIds)}::uuid[])`] : []),
  ];
}

const DAY_MS = 86_400_000;

async function figures(work: Work<typeof deviceFigures.input>): Promise<unknown> {
  const { companyId, villageId } = work.input;
  const to: Narrowed = { villageId, companyIds: companyId ? await companySubtree(work.db, companyId) : null };
  const ofDevices: unknown[] = [];
  const devices = [scopedSql(work.db.scope, 'd', ofDevices), ...narrowedTo('d', to, ofDevices)].join(' AND ');
  const [state] = await work.db.raw<Record<string, number>>(
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE d.status = 'online')::int AS online, count(*) FILTER (WHERE d.status = 'offline')::int AS offline,
       count(*) FILTER (WHERE d.status = 'fault')::int AS fault FROM park_device d WHERE d.device_type = 'door' AND d.deleted_at IS NULL AND ${devices}`,
    ofDevices,
  );
  const ofRows: unknown[] = [];
  const rows = [scopedSql(work.db.scope, 'v', ofRows, { park: false }), ...narrowedTo('v', to, ofRows)].join(' AND ');
  const [sent] = await work.db.raw<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE v.state IN ('waiting', 'sent', 'removing'))::int AS waiting, count(*) FILTER (WHERE v.state = 'failed')::int AS failed
     FROM door_delivery v WHERE v.deleted_at IS NULL AND ${rows}`,
    ofRows,
  );
  const ofEvents: unknown[] = [new Date(work.now.getTime() - DAY_MS).toISOString()];
  const events = [scopedSql(work.db.scope, 'e', ofEvents, { park: false }), ...narrowedTo('e', to, ofEvents)];
  const count = (result: string) => `count(*) FILTER (WHERE e.result = '${result}')::int AS ${result}`;
  const [counts] = await work.db.raw<Record<string, number>>(
    `SELECT ${['granted', 'refused', 'forced'].map(count).join(', ')} FROM door_event e
     WHERE e.deleted_at IS NULL AND e.time > $1::timestamptz AND ${events.join(' AND ')}`,
    ofEvents,
  );
  return { ...state, ...sent, ...counts };
}

async function picture(work: Work<typeof eventPicture.input>): Promise<string> {
  const { picture: address } = (await rowOf(doorEvent, work.input.recordId!, work.db)) as { picture?: string | null };
  if (!address) throw new Refused('no_such_record', { what: eventPicture.title });
  return address;
}

export const commandsServed: readonly Served[] = [
  serve(doorCommand, operate),
  serve(retryDelivery, retry),
  serve(granted, held),
  serve(deviceFigures, figures),
  serve(eventPicture, picture),
];
