/**
 * Brings firmware to thermal cameras: sent when they are there, again where they are silent, proved by what their
 * heartbeats say.
 */
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { retryUpgrade, thermalUpgrade, upgradeCameras } from '#areas/door/model/thermal-upgrade.ts';
import { cameraNamed } from './place.ts';
import type { Camera } from './place.ts';

const MINUTE = 60_000;
/** How long after each unanswered try; after the last it has failed. */
const AGAIN_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
/** Within this time the heartbeat has to name the version. */
const PROVED_MS = 30 * MINUTE;

type Row = {
  id: string;
  deviceId: string;
  versionNo: string;
  fileUrl: string;
  sha256: string | null;
  state: 'waiting' | 'sent' | 'accepted';
  why: string | null;
  tries: number;
  nextTry: string | null;
  ackTime: string | null;
  commandId: string | null;
  away: boolean;
  runs: string | null;
};
type Command = { id: string; status: string; error: string | null; at: string | null };
type Change = Pick<Row, 'id' | 'why' | 'tries' | 'nextTry' | 'ackTime' | 'commandId'> & {
  state: string;
  doneTime: string | null;
};

const TENANTS = `SELECT DISTINCT tenant_id AS "tenantId" FROM thermal_upgrade WHERE deleted_at IS NULL AND state IN ('waiting', 'sent', 'accepted')`;
const OPEN = `
  SELECT u.id, u.device_id AS "deviceId", u.version_no AS "versionNo", u.file_url AS "fileUrl", u.sha256, u.state, u.why, coalesce(u.tries, 0)::int AS tries,
    u.next_try AS "nextTry", u.ack_time AS "ackTime", u.command_id AS "commandId", d.status = 'offline' AS away, d.firmware AS runs
  FROM thermal_upgrade u JOIN park_device d ON d.tenant_id = u.tenant_id AND d.id = u.device_id AND d.deleted_at IS NULL
  WHERE u.tenant_id = $1 AND u.deleted_at IS NULL AND u.state IN ('waiting', 'sent', 'accepted') ORDER BY u.id FOR NO KEY UPDATE OF u`;
const COMMANDS = `
  SELECT id, status, error, answered_time AS at FROM device_command WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz`;
const CHANGE = `
  UPDATE thermal_upgrade u SET state = r.state, why = r.why, tries = r.tries, next_try = r.next, ack_time = r.ack, done_time = r.done, command_id = r.command,
    updated_at = $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, state text, why text, tries int, next timestamptz, ack timestamptz, done timestamptz, command text)
  WHERE u.tenant_id = $1 AND u.id = r.id`;

const asIs = ({ id, state, why, tries, nextTry, ackTime, commandId }: Row): Change => ({
  id,
  state,
  why,
  tries,
  nextTry,
  ackTime,
  commandId,
  doneTime: null,
});

/** An unanswered try is followed by another, later each time. */
function unanswered(row: Row, now: number): Change {
  const wait = AGAIN_MS[row.tries - 1];
  const next = { ...asIs(row), why: 'no-answer', commandId: null };
  return wait === undefined
    ? { ...next, state: 'failed', nextTry: null }
    : { ...next, state: 'waiting', nextTry: new Date(now + wait).toISOString() };
}

/** What became of a row that was on its way; null where nothing did. */
function settled(row: Row, command: Command | undefined, now: number): Change | null {
  if (row.runs === row.versionNo)
    return { ...asIs(row), state: 'done', why: null, nextTry: null, doneTime: new Date(now).toISOString() };
  if (row.state === 'accepted')
    return now - Date.parse(row.ackTime!) < PROVED_MS ? null : { ...asIs(row), state: 'failed', why: 'not-proved' };
  if (row.state === 'waiting')
    return row.away && row.why !== 'offline' ? { ...asIs(row), why: 'offline', nextTry: null } : null;
  if (!command || command.status === 'timed-out') return unanswered(row, now);
  if (command.status === 'failed')
    return { ...asIs(row), state: 'failed', why: (command.error ?? 'failed').slice(0, 200), nextTry: null };
  if (command.status !== 'answered') return null;
  return { ...asIs(row), state: 'accepted', why: null, nextTry: null, ackTime: command.at };
}

const isDue = (row: Row, now: number): boolean =>
  row.state === 'waiting' && !row.away && (row.nextTry === null || Date.parse(row.nextTry) <= now);

async function ofOneTenant(db: Db, tenantId: number, now: Date): Promise<number> {
  const rows = await db.raw<Row>(OPEN, [tenantId]);
  const sent = rows.flatMap(({ commandId, state }) => (state === 'sent' && commandId ? [commandId] : []));
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const found = sent.length === 0 ? [] : await db.raw<Command>(COMMANDS, [tenantId, sent, since]);
  const commands = new Map(found.map((each) => [each.id, each]));
  const changes = new Map<string, Change>();
  for (const row of rows) {
    const change = settled(row, commands.get(row.commandId ?? ''), now.getTime());
    if (change) changes.set(row.id, change);
  }
  const given = rows
    .filter((row) => !changes.has(row.id) && isDue(row, now.getTime()))
    .map((row) => {
      const commandId = newId();
      const change = { ...asIs(row), state: 'sent', why: null, nextTry: null, tries: row.tries + 1, commandId };
      changes.set(row.id, change);
      const payload = { version: row.versionNo, url: row.fileUrl, sha256: row.sha256 };
      return { id: commandId, name: 'upgrade' as const, deviceId: row.deviceId, payload, cause: 'staff' as const };
    });
  if (changes.size > 0)
    await db.raw(CHANGE, [tenantId, JSON.stringify([...changes.values()].map(asStored)), now.toISOString()]);
  await queueCommands(db, tenantId, given, now);
  return given.length;
}

const asStored = ({ nextTry, ackTime, doneTime, commandId, ...rest }: Change) => ({
  ...rest,
  next: nextTry,
  ack: ackTime,
  done: doneTime,
  command: commandId,
});

/** One look at all upgrades that are under way. */
export async function bringUpgrades(database: Database, now = new Date()): Promise<void> {
  for (const { tenantId } of await database.read(platformScope, (db) => db.raw<{ tenantId: number }>(TENANTS)))
    if ((await database.write(tenantScope(tenantId), (db) => ofOneTenant(db, tenantId, now))) > 0)
      wakeDispatch(tenantId);
}

/** The file's own name in the store is its SHA-256, which a camera checks after fetching it. */
const hashIn = (fileUrl: string): string | null => /\/([0-9a-f]{64})(\?|$)/.exec(fileUrl)?.[1] ?? null;

const REPLACE = `
  UPDATE thermal_upgrade SET state = 'replaced', why = NULL, next_try = NULL, updated_at = $3::timestamptz
  WHERE tenant_id = $1 AND device_id = ANY($2::uuid[]) AND deleted_at IS NULL AND state IN ('waiting', 'sent', 'accepted')`;

async function issue(work: Work<typeof upgradeCameras.input>): Promise<unknown> {
  const { versionNo, fileUrl, remark } = work.input;
  const sha256 = hashIn(fileUrl!);
  if (sha256 === null)
    throw new Refused('bad_input', {}, [{ field: 'fileUrl', msg: text('请上传固件文件', 'Upload the file') }]);
  const cameras: (Camera & { firmware?: string | null })[] = [];
  for (const id of new Set(work.input.deviceIds)) cameras.push(await cameraNamed(work as Work, id));
  const at = work.now.toISOString();
  const ids: string[] = [];
  for (const [tenantId, own] of Map.groupBy(cameras, (camera) => camera.tenantId)) {
    const db = ofTenant(work.db, tenantId);
    await db.raw(REPLACE, [tenantId, own.map(({ id }) => id), at]);
    const rows = own.map((camera) => ({
      tenant_id: tenantId,
      company_id: camera.companyId,
      village_id: camera.villageId,
      id: newId(),
      created_by: work.person.userId,
      device_id: camera.id,
      version_no: versionNo,
      from_version: camera.firmware ?? null,
      file_url: fileUrl,
      sha256,
      state: 'waiting',
      tries: 0,
      remark: remark ?? null,
    }));
    await insertRows(db, 'thermal_upgrade', rows, 'RETURNING id');
    for (const { id, company_id: companyId, device_id: deviceId } of rows)
      work.record({
        resource: thermalUpgrade.name,
        action: 'issue',
        rowId: id,
        after: { deviceId, versionNo, sha256 },
        tenantId,
        companyId,
      });
    ids.push(...rows.map(({ id }) => id));
  }
  return { id: ids[0], ids };
}

type Stored = { id: string; tenantId: number; companyId: string; deviceId: string; state: string };

/** What is newer on its way to the camera stays: an older one is not brought back over it. */
const NEWER = `
  SELECT 1 FROM thermal_upgrade WHERE tenant_id = $1 AND device_id = $2 AND id > $3::uuid AND deleted_at IS NULL AND state <> 'replaced' LIMIT 1`;
const AGAIN = `
  UPDATE thermal_upgrade SET state = 'waiting', why = NULL, next_try = NULL, tries = 0, ack_time = NULL, command_id = NULL, updated_at = $3::timestamptz
  WHERE tenant_id = $1 AND id = $2`;

async function again(work: Work<typeof retryUpgrade.input>): Promise<unknown> {
  const row = (await rowOf(thermalUpgrade, work.input.id!, work.db, { lock: true })) as Stored;
  if (row.state !== 'waiting' && row.state !== 'failed')
    throw ruleRefused(text('只有待下发与未成功的可以重试', 'Only what waits or failed can be tried again'));
  const db = ofTenant(work.db, row.tenantId);
  const [newer] = await db.raw(NEWER, [row.tenantId, row.deviceId, row.id]);
  if (newer) throw ruleRefused(text('这台相机已有更新的升级', 'There is a newer upgrade of this camera'));
  await cameraNamed(work as Work, row.deviceId);
  await db.raw(AGAIN, [row.tenantId, row.id, work.now.toISOString()]);
  const { id: rowId, tenantId, companyId } = row;
  work.record({ resource: thermalUpgrade.name, action: 'retry', rowId, tenantId, companyId });
  return { id: rowId };
}

export const upgradeRules: Rules = {
  removing: (row) => {
    const { state } = row as Record<string, unknown>;
    if (state === 'sent' || state === 'accepted')
      throw ruleRefused(text('已发出的升级不能撤回', 'What was sent cannot be taken back'));
    return Promise.resolve();
  },
};

export const upgradesServed: readonly Served[] = [serve(upgradeCameras, issue), serve(retryUpgrade, again)];
