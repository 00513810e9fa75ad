/** Brings parameters to devices: one command with all that is wanted of one, and what it says of each. */
import type { Problem } from '#kit/declare/refused.ts';
import { isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { heatKeys } from '#areas/door/model/thermal-camera.ts';
import { doorDevice } from '#areas/door/model/door-device.ts';
import { ofCompany } from './place.ts';

const whole = (from: number, to: number) => ({
  fits: (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) >= from && Number(value) <= to,
  says: text(`${from} 至 ${to} 的整数`, `A whole number from ${from} to ${to}`),
});
const oneOf = (...values: readonly string[]) => ({
  fits: (value: string): boolean => values.includes(value),
  says: text(`应为 ${values.join(' 或 ')}`, `One of ${values.join(', ')}`),
});
const offered: Readonly<Record<string, { fits: (value: string) => boolean; says: Text }>> = {
  volume: whole(0, 100),
  language: oneOf('zh', 'en'),
  screenS: whole(5, 3_600),
  tamperAlarm: oneOf('on', 'off'),
  openAlarm: oneOf('on', 'off'),
};
const ofCameras = new Set<string>(heatKeys);

export const paramRules: Rules = {
  verbs: {
    submit: async (work, plain) => {
      const given = work.raw['deviceId'];
      if (typeof given !== 'string' || !isId(given)) return plain(work);
      return ofCompany(work, String((await rowOf(doorDevice, given, work.db))['companyId']), plain);
    },
  },
  check: (values, before) => {
    const { paramKey, paramValue } = { ...before, ...values } as Record<string, unknown>;
    const kind = offered[String(paramKey)];
    const problems: Problem[] = [];
    if (ofCameras.has(String(paramKey)))
      problems.push({
        field: before === null ? 'paramKey' : 'paramValue',
        msg: text('请在测温相机中设置', 'It is set with the temperature camera'),
      });
    if (kind && !kind.fits(String(paramValue))) problems.push({ field: 'paramValue', msg: kind.says });
    return problems;
  },
  // Whatever was saved is to be brought, also the same once more.
  fill: async (values, before, work) => {
    const again = { state: 'wanted', why: null, ackTime: null, commandId: null };
    if (before !== null) return again;
    const device = await rowOf(doorDevice, String((values as { deviceId: string }).deviceId), work.db);
    return { ...again, villageId: device['villageId'] };
  },
};

type Row = { id: string; deviceId: string; key: string; value: string; state: string; commandId: string | null };
type Command = {
  id: string;
  status: string;
  error: string | null;
  partly: Record<string, string> | null;
  at: string | null;
};

const OPEN = `
  SELECT p.id, p.device_id AS "deviceId", p.param_key AS key, p.param_value AS value, p.state, p.command_id AS "commandId"
  FROM door_param p JOIN park_device d ON d.tenant_id = p.tenant_id AND d.id = p.device_id AND d.deleted_at IS NULL AND d.status <> 'offline'
  WHERE p.tenant_id = $1 AND p.deleted_at IS NULL AND p.state IN ('wanted', 'sent') ORDER BY p.device_id, p.id FOR NO KEY UPDATE OF p`;
const TENANTS = `SELECT DISTINCT tenant_id AS "tenantId" FROM door_param WHERE deleted_at IS NULL AND state IN ('wanted', 'sent')`;
const COMMANDS = `
  SELECT id, status, error, result->'partly' AS partly, answered_time AS at FROM device_command
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz`;
const CHANGE = `
  UPDATE door_param p SET state = r.state, why = r.why, ack_time = r.at, command_id = r.command
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, state text, why text, at timestamptz, command text) WHERE p.tenant_id = $1 AND p.id = r.id`;

type Change = { id: string; state: string; why: string | null; at: string | null; command: string | null };

/** What became of a parameter that was sent; null while nobody knows. */
function outcome(row: Row, command: Command | undefined): Change | null {
  const bare = { id: row.id, at: command?.at ?? null, command: null };
  if (!command || command.status === 'timed-out') return { ...bare, state: 'wanted', why: 'no-answer', at: null };
  if (command.status === 'queued' || command.status === 'sent') return null;
  const why = command.status === 'answered' ? (command.partly?.[row.key] ?? null) : (command.error ?? 'failed');
  return { ...bare, state: why === null ? 'held' : 'refused', why: why?.slice(0, 200) ?? null };
}

async function ofOneTenant(db: Db, tenantId: number, now: Date): Promise<number> {
  const rows = await db.raw<Row>(OPEN, [tenantId]);
  const sent = [...new Set(rows.flatMap(({ commandId }) => commandId ?? []))];
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const found = sent.length === 0 ? [] : await db.raw<Command>(COMMANDS, [tenantId, sent, since]);
  const commands = new Map(found.map((each) => [each.id, each]));
  const changes = rows.flatMap((row) =>
    row.state === 'sent' ? (outcome(row, commands.get(row.commandId ?? '')) ?? []) : [],
  );
  const busy = new Set(rows.filter(({ state }) => state === 'sent').map(({ deviceId }) => deviceId));
  const due = Map.groupBy(
    rows.filter(({ state, deviceId }) => state === 'wanted' && !busy.has(deviceId)),
    ({ deviceId }) => deviceId,
  );
  const given = [...due].map(([deviceId, own]) => {
    const id = newId();
    changes.push(...own.map((row) => ({ id: row.id, state: 'sent', why: null, at: null, command: id })));
    const payload = { parameters: Object.fromEntries(own.map(({ key, value }) => [key, value])) };
    return { id, name: 'doorConfig' as const, deviceId, payload, cause: 'rights' as const };
  });
  if (changes.length > 0) await db.raw(CHANGE, [tenantId, JSON.stringify(changes)]);
  await queueCommands(db, tenantId, given, now);
  return given.length;
}

/** One look at all parameters that are not where they should be. */
export async function bringParams(database: Database, now = new Date()): Promise<void> {
  for (const { tenantId } of await database.read(platformScope, (db) => db.raw<{ tenantId: number }>(TENANTS)))
    if ((await database.write(tenantScope(tenantId), (db) => ofOneTenant(db, tenantId, now))) > 0)
      wakeDispatch(tenantId);
}
