/** Fire alarms: what a device's input opens, what its doors are sent, and how a person ends it. */
import { queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { clearWarning, raiseWarning } from '#areas/workorder/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { Stored } from '#kit/server/rows.ts';

/** A device whose fire input closed; times are ISO. */
export type FireInput = {
  readonly deviceId: string;
  readonly companyId: string;
  readonly villageId: string;
  readonly gateId: string | null;
  readonly at: string;
};
type Standing = { id: string; deviceIds: string[]; gateIds: string[] };

/** An area with all within it. */
export const AREAS_BELOW = `
  WITH RECURSIVE below AS (
    SELECT id, 0 AS depth FROM door_area WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL
    UNION
    SELECT a.id, b.depth + 1 FROM door_area a JOIN below b ON a.parent_id = b.id WHERE a.tenant_id = $1 AND a.deleted_at IS NULL AND b.depth < 20
  ) SELECT DISTINCT id FROM below`;

/**
 * The area a device watches is the one its door leads into, else the one it leads out of; null is the whole community.
 */
async function areaOf(db: Db, tenantId: number, { gateId }: FireInput): Promise<{ id: string; name: string } | null> {
  if (gateId === null) return null;
  const [area] = await db.raw<{ id: string; name: string }>(
    `SELECT a.id, a.area_name AS name FROM door_gate g
     JOIN door_area a ON a.tenant_id = g.tenant_id AND a.id = coalesce(g.area_id, g.from_area_id)
     AND a.deleted_at IS NULL
     WHERE g.tenant_id = $1 AND g.id = $2 AND g.deleted_at IS NULL`,
    [tenantId, gateId],
  );
  return area ?? null;
}

async function gatesOf(db: Db, tenantId: number, villageId: string, areaId: string | null): Promise<string[]> {
  const areas = areaId === null ? [] : await db.raw<{ id: string }>(AREAS_BELOW, [tenantId, areaId]);
  const gates = await db.raw<{ id: string }>(
    `SELECT id FROM door_gate WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL
       AND ($3 OR area_id = ANY($4::uuid[]) OR from_area_id = ANY($4::uuid[])) ORDER BY id`,
    [tenantId, villageId, areaId === null, areas.map(({ id }) => id)],
  );
  return gates.map(({ id }) => id);
}

const joined = (held: readonly string[], more: readonly string[]): string[] => [...new Set([...held, ...more])];

/** The alarm of the area the device watches: the one that stands, or a new one, which is a warning too. */
async function stand(db: Db, tenantId: number, parkId: string, input: FireInput, now: Date): Promise<void> {
  const { villageId, companyId, deviceId, at } = input;
  const area = await areaOf(db, tenantId, input);
  const areaId = area?.id ?? null;
  const gates = await gatesOf(db, tenantId, villageId, areaId);
  // One after the other, so that two devices of an area make one alarm.
  const [village] = await db.raw<{ name: string }>(
    'SELECT v_name AS name FROM village WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [tenantId, villageId],
  );
  const place = [village?.name, area?.name].filter(Boolean).join(' · ');
  const [standing] = await db.raw<Standing>(
    `SELECT id, device_ids AS "deviceIds", gate_ids AS "gateIds" FROM door_fire
     WHERE tenant_id = $1 AND village_id = $2 AND area_id IS NOT DISTINCT FROM $3 AND kind = 'fire' AND status = 'standing' AND deleted_at IS NULL`,
    [tenantId, villageId, areaId],
  );
  const id = standing?.id ?? newId();
  if (standing)
    await db.raw(
      'UPDATE door_fire SET device_ids = $3::uuid[], gate_ids = $4::uuid[], updated_at = $5 WHERE tenant_id = $1 AND id = $2',
      [tenantId, id, joined(standing.deviceIds, [deviceId]), joined(standing.gateIds, gates), now.toISOString()],
    );
  else {
    const owner = { tenant_id: tenantId, company_id: companyId, village_id: villageId };
    const what = {
      place,
      kind: 'fire',
      area_id: areaId,
      started_time: at,
      status: 'standing',
      device_ids: [deviceId],
      gate_ids: gates,
    };
    await insertRows(db, 'door_fire', [{ ...owner, id, ...what }], '');
  }
  await db.raw(
    'UPDATE door_gate SET fire_since = least(coalesce(fire_since, $3), $3) WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, gates, at],
  );
  await raiseWarning(
    db,
    { tenantId, companyId, parkId },
    { type: 'fire', subjectId: id, subject: place, level: 'bad' },
    now,
  );
}

/** Inputs that closed, each once, within the transaction that stores the messages. */
export async function takeFires(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  inputs: readonly FireInput[],
  now = new Date(),
): Promise<void> {
  const inOrder = inputs.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
  for (const input of inOrder) await stand(db, tenantId, parkId, input, now);
}

/**
 * Of the devices that reported a fire those whose input is on still. One that is away says nothing: whoever ends the
 * alarm answers for it.
 */
const INPUTS_ON = `
  SELECT DISTINCT ON (e.device_id) e.device_id AS id, e.result FROM door_event e
  JOIN park_device d ON d.tenant_id = e.tenant_id AND d.id = e.device_id AND d.deleted_at IS NULL AND d.status <> 'offline'
  WHERE e.tenant_id = $1 AND e.device_id = ANY($2::uuid[]) AND e.result IN ('fire', 'fireOff') AND e.deleted_at IS NULL
  ORDER BY e.device_id, e.seq DESC`;

export async function isInputOn(db: Db, tenantId: number, devices: readonly string[]): Promise<boolean> {
  const last = await db.raw<{ result: string }>(INPUTS_ON, [tenantId, [...devices]]);
  return last.some(({ result }) => result === 'fire');
}

const RELEASE = `
  UPDATE door_gate SET updated_at = $4, fire_since = (
    SELECT min(f.started_time) FROM door_fire f
    WHERE f.tenant_id = $1 AND f.status = 'standing' AND f.id <> $2 AND door_gate.id = ANY(f.gate_ids) AND f.deleted_at IS NULL)
  WHERE tenant_id = $1 AND id = ANY($3::uuid[])`;

export const fireEffects: Record<string, Effect> = {
  end: async (row, _, work) => {
    const fire = row as Stored & Standing & { tenantId: number; kind: string };
    if (fire.kind !== 'fire')
      throw ruleRefused(text('这是点名，不是消防报警', 'This is a roll call and no fire alarm'));
    const db = ofTenant(work.db, fire.tenantId);
    if (await isInputOn(db, fire.tenantId, fire.deviceIds))
      throw ruleRefused(text('消防输入仍接通，不能结束', 'A fire input is still on'), 'fire-stands');
    await db.raw(RELEASE, [fire.tenantId, fire.id, fire.gateIds, work.now.toISOString()]);
    await clearWarning(db, fire.tenantId, { type: 'fire', subjectId: fire.id }, work.now);
    return {};
  },
  finish: async ({ kind }) => {
    if (kind !== 'call') throw ruleRefused(text('这是消防报警，不是点名', 'This is a fire alarm and no roll call'));
    return {};
  },
};

const AT_FIRE = `
  FROM park_device d LEFT JOIN door_gate g ON g.tenant_id = d.tenant_id AND g.id::text = d.door_gate_id AND g.deleted_at IS NULL
  WHERE d.device_type = 'door' AND d.deleted_at IS NULL AND (d.fire_command_id IS NOT NULL
    OR (g.fire_since IS NOT NULL AND d.status <> 'offline' AND coalesce(d.fire_sent, 'off') NOT IN ('on', 'refused'))
    OR (g.fire_since IS NULL AND d.fire_sent IN ('on', 'unsure', 'refused')))`;

type FireDoor = {
  id: string;
  isFire: boolean;
  isAway: boolean;
  sent: 'on' | 'off' | 'unsure' | 'refused' | null;
  commandId: string | null;
};
type Change = { id: string; sent: FireDoor['sent']; command: string | null };

/** What became of the command; the same where nobody knows yet. */
function settled(device: FireDoor, status: string | undefined): FireDoor {
  if (device.commandId === null || status === 'queued' || status === 'sent') return device;
  const sent = status === 'answered' ? device.sent : status === 'failed' ? 'refused' : 'unsure';
  return { ...device, sent, commandId: null };
}

/** What it is to be sent now; null where it is as it should be, or a command is under way. */
function due({ isFire, isAway, sent, commandId }: FireDoor): boolean | null {
  if (commandId !== null || isAway || sent === 'refused') return null;
  if (isFire) return sent === 'on' ? null : true;
  return sent === 'on' || sent === 'unsure' ? false : null;
}

/** A device that did not do it is commanded again at the next fire. */
const forgotten = (device: FireDoor): FireDoor =>
  device.sent === 'refused' && !device.isFire && device.commandId === null ? { ...device, sent: null } : device;

async function commandDoors(db: Db, tenantId: number, now: Date): Promise<number> {
  const devices = await db.raw<FireDoor>(
    `SELECT d.id, g.fire_since IS NOT NULL AS "isFire", d.status = 'offline' AS "isAway", d.fire_sent AS sent, d.fire_command_id AS "commandId"
     ${AT_FIRE} AND d.tenant_id = $1 ORDER BY d.id FOR NO KEY UPDATE OF d SKIP LOCKED`,
    [tenantId],
  );
  const ids = devices.flatMap(({ commandId }) => commandId ?? []);
  const states = await db.raw<{ id: string; status: string }>(
    'SELECT id, status FROM device_command WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz',
    [tenantId, ids, new Date(now.getTime() - 86_400_000).toISOString()],
  );
  const statusOf = new Map(states.map(({ id, status }) => [id, status]));
  const changes: Change[] = [];
  const commands = devices.flatMap((before) => {
    const device = forgotten(settled(before, statusOf.get(before.commandId ?? '')));
    const on = due(device);
    const id = on === null ? device.commandId : newId();
    const sent = on === null ? device.sent : on ? ('on' as const) : ('off' as const);
    if (id !== before.commandId || sent !== before.sent) changes.push({ id: before.id, sent, command: id });
    if (on === null) return [];
    return [{ id: id!, name: 'doorFire' as const, deviceId: before.id, payload: { on }, cause: 'fire' as const }];
  });
  if (changes.length > 0)
    await db.raw(
      `UPDATE park_device d SET fire_sent = r.sent, fire_command_id = r.command
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, sent text, command text) WHERE d.tenant_id = $1 AND d.id = r.id`,
      [tenantId, JSON.stringify(changes)],
    );
  await queueCommands(db, tenantId, commands, now);
  return commands.length;
}

/** One look at all doors that do not stand as the alarms of now want them. */
export async function bringFires(database: Database, now = new Date()): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(`SELECT DISTINCT d.tenant_id AS "tenantId" ${AT_FIRE}`),
  );
  for (const { tenantId } of tenants)
    if ((await database.write(tenantScope(tenantId), (db) => commandDoors(db, tenantId, now))) > 0)
      wakeDispatch(tenantId);
}

/** Whether an alarm holds this door open; nobody closes it meanwhile. */
export const refuseClosing = (type: string, fireSince: string | null): void => {
  if (fireSince !== null && (type === 'locked' || type === 'normal'))
    throw ruleRefused(text('消防报警中，不能关闭这扇门', 'A fire alarm holds this door open'), 'fire-stands');
};
