/**
 * Lists of cameras of other makers, plate by plate: one command at a time and camera carries a batch, and what came of it
 * gives the next. A camera whose list can be read counts as holding what was read of it, never what was sent
 * (flows.md 3, INV-D6).
 */
import { planList, readBack, wholeRead } from '#domain/lane/camera-list.ts';
import type { Change, KeptPlate, ReadPlate } from '#domain/lane/camera-list.ts';
import type { HeldCar, ListDifference } from '#domain/lane/held-list.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { listFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { putIncidents } from './incidents.ts';
import { queueCommand } from './commands-queue.ts';
import type { NewCommand, Queued } from './commands-queue.ts';

export type ListCamera = {
  readonly tenantId: number;
  readonly id: string;
  readonly parkId: string;
  readonly gateId: string | null;
  readonly family: string;
};

/** A camera asks for commands every few seconds, and a long list is read in minutes. */
const VALID_MS = 600_000;
/** No command about a list is looked for that was given before this. */
const RECENT_MS = 86_400_000;
const MONTHS_MS = 60 * 86_400_000;
/** From then on a plate may be let in: earlier than any clock of a camera is wrong. */
const FROM_MS = 86_400_000;
const LONGEST_PLATE = 20;

const UNTAKEN = text('相机未在有效期内取走，稍后再发', 'the camera did not take it in time; sent again later');
const NOT_HELD = text('回读与下发的不同，稍后再发', 'read back, it is not as it was sent; sent again later');

const LOCKED = `SELECT list_until IS NOT NULL AS kept FROM park_device WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE`;
const ROWS = `SELECT plate, wanted, ends, bound, state, tries FROM device_listed WHERE tenant_id = $1 AND device_id = $2
  AND ($3::uuid IS NULL OR command_id = $3) ORDER BY plate`;
/** The tenant is that of the camera's row, as changes spread over shards ask for. */
const PUT = `
  INSERT INTO device_listed (tenant_id, device_id, plate, wanted, ends, bound, state, command_id, tries, changed_at, error)
  SELECT d.tenant_id, d.id, r.plate, r.wanted, r.ends, r.bound, r.state, r.command_id, r.tries, $4::timestamptz, r.error
  FROM park_device d, jsonb_to_recordset($3::jsonb) AS r(plate text, wanted boolean, ends timestamptz, bound timestamptz,
    state text, command_id uuid, tries int, error text)
  WHERE d.tenant_id = $1 AND d.id = $2
  ON CONFLICT (tenant_id, device_id, plate) DO UPDATE SET wanted = excluded.wanted, ends = excluded.ends, bound = excluded.bound,
    state = excluded.state, command_id = excluded.command_id, tries = excluded.tries, changed_at = excluded.changed_at, error = excluded.error`;
const TAKE_OUT = `DELETE FROM device_listed WHERE tenant_id = $1 AND device_id = $2 AND plate = ANY($3::text[])`;
/** Until when it lets anybody in by its list; a list that is empty ends now. */
const UNTIL = `
  UPDATE park_device SET list_until = coalesce(
    (SELECT max(bound) FROM device_listed WHERE tenant_id = $1 AND device_id = $2), $3::timestamptz)
  WHERE tenant_id = $1 AND id = $2`;
const UNREAD = `UPDATE device_listed SET error = $3 WHERE tenant_id = $1 AND device_id = $2 AND state = 'due'`;
const BUSY = `
  SELECT id FROM device_command WHERE tenant_id = $1 AND device_id = $2 AND command = 'whiteList' AND time > $4::timestamptz
    AND status IN ('queued', 'sent') AND valid_until > $3::timestamptz LIMIT 1`;
/** Removals first. What failed waits five minutes for each time it did, an hour at most. */
const DUE = `
  SELECT plate, wanted, ends, bound, state, tries FROM device_listed WHERE tenant_id = $1 AND device_id = $2
    AND (state = 'due' OR state = 'failed' AND changed_at <= $3::timestamptz - least(tries, 12) * interval '5 minutes')
  ORDER BY wanted, plate LIMIT $4`;
const ENDED = `
  SELECT status, error, payload->>'action' AS action, result FROM device_command
  WHERE tenant_id = $1 AND device_id = $2 AND id = $3 AND time > $4::timestamptz AND command = 'whiteList'
    AND (status NOT IN ('queued', 'sent') OR valid_until <= $5::timestamptz)`;
const OPEN = `SELECT id FROM device_incident WHERE tenant_id = $1 AND device_id = $2 AND kind = 'list' AND end_time IS NULL AND time > $3::timestamptz`;
const OVER = `UPDATE device_incident SET end_time = $3::timestamptz WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $4::timestamptz`;

type Row = KeptPlate & { readonly tries: number };
type Ended = {
  readonly status: string;
  readonly error: string | null;
  readonly action: string;
  readonly result: unknown;
};

const iso = (instant: string | null): string | null => instant && new Date(instant).toISOString();
const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();
const rowOf = (row: Row): Row => ({ ...row, ends: iso(row.ends)!, bound: iso(row.bound) });

/** Rows of the camera; those that went with one command where it is named. */
const rowsOf = async (db: Db, { tenantId, id }: ListCamera, commandId: string | null = null): Promise<Row[]> =>
  (await db.raw<Row>(ROWS, [tenantId, id, commandId])).map(rowOf);

/**
 * Whoever changes what is known of a camera's list waits for whoever does. `kept`: its list is the server's, which it is
 * from the first time that somebody had it sent: to read one before changes nothing on it. Null where it is gone.
 */
export const lockCamera = async (db: Db, { tenantId, id }: ListCamera): Promise<{ readonly kept: boolean } | null> =>
  (await db.raw<{ kept: boolean }>(LOCKED, [tenantId, id]))[0] ?? null;

type Written = KeptPlate & {
  readonly tries?: number;
  readonly commandId?: string | null;
  readonly error?: Text | string | null;
};

async function put(db: Db, { tenantId, id }: ListCamera, rows: readonly Written[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ plate, wanted, ends, bound, state, tries, commandId, error }) => ({
    plate,
    wanted,
    ends,
    bound,
    state,
    tries: tries ?? 0,
    command_id: commandId ?? null,
    error: (typeof error === 'object' && error ? faultOf(error) : (error ?? null))?.slice(0, 1_200) ?? null,
  }));
  await db.raw(PUT, [tenantId, id, JSON.stringify(values), now.toISOString()]);
}

async function write(
  db: Db,
  camera: ListCamera,
  { changed, over }: { readonly changed: readonly Written[]; readonly over: readonly string[] },
  now: Date,
): Promise<void> {
  await put(db, camera, changed, now);
  if (over.length > 0) await db.raw(TAKE_OUT, [camera.tenantId, camera.id, over]);
  await db.raw(UNTIL, [camera.tenantId, camera.id, now.toISOString()]);
}

/** Notes what has to change for the camera to hold `wanted`; `again` all of it, for one that cannot be read. */
export async function planCamera(
  db: Db,
  camera: ListCamera,
  wanted: readonly HeldCar[],
  { now, hours, again = false }: { readonly now: Date; readonly hours: number; readonly again?: boolean },
): Promise<void> {
  const plan = planList(await rowsOf(db, camera), wanted, { now: now.getTime(), hours, again });
  await write(db, camera, plan, now);
}

/**
 * How what is read of a camera differs from what it should hold: plates it lacks or holds with another end than was
 * written, and plates it should not hold.
 */
export async function differenceTo(
  db: Db,
  camera: ListCamera,
  wanted: readonly HeldCar[],
  now: Date,
): Promise<(read: readonly ReadPlate[]) => ListDifference> {
  const rows = await rowsOf(db, camera);
  const known = new Set(rows.map(({ plate }) => plate));
  const unsent = wanted
    .map(({ plate }) => plateIdentity(plate))
    .filter((plate) => !known.has(plate))
    .map((plate): KeptPlate => ({ plate, wanted: true, ends: now.toISOString(), bound: null, state: 'due' }));
  return (read) => {
    const { changed } = wholeRead([...rows, ...unsent], read, now.getTime());
    const of = (stays: boolean): string[] =>
      changed.filter((each) => each.state === 'due' && each.wanted === stays).map(({ plate }) => plate);
    return { missing: of(true), extra: of(false) };
  };
}

export type Give = (command: NewCommand) => Promise<Queued | null | undefined>;
/** The server gives it of its own. */
export const byServer =
  (db: Db, tenantId: number, now: Date): Give =>
  (command) =>
    queueCommand(db, tenantId, command, now);

const about = (camera: ListCamera, payload: Readonly<Record<string, unknown>>): NewCommand => ({
  name: 'whiteList',
  deviceId: camera.id,
  payload,
  cause: 'check',
  validMs: VALID_MS,
});

export const isBusy = async (db: Db, { tenantId, id }: ListCamera, now: Date): Promise<boolean> =>
  (await db.raw(BUSY, [tenantId, id, now.toISOString(), before(now, RECENT_MS)])).length > 0;

/** Gives the next batch, where none is under way and something is due. */
export async function giveNext(db: Db, camera: ListCamera, now: Date, give: Give): Promise<Queued | null> {
  if (await isBusy(db, camera, now)) return null;
  const { batch } = listFamilies[camera.family as FamilyName]!;
  const due = (await db.raw<Row>(DUE, [camera.tenantId, camera.id, now.toISOString(), batch])).map(rowOf);
  const rows = due.filter(({ wanted }) => wanted === due[0]!.wanted);
  if (rows.length === 0) return null;
  const payload = rows[0]!.wanted
    ? {
        action: 'set',
        from: before(now, FROM_MS),
        entries: rows.map(({ plate, ends }) => ({ plate, until: ends })),
      }
    : { action: 'drop', plates: rows.map(({ plate }) => plate) };
  const queued = await give(about(camera, payload));
  if (!queued) return null;
  const sending = rows.map((row): Written => {
    const bound = row.wanted && (row.bound === null || row.bound < row.ends) ? row.ends : row.bound;
    return { ...row, bound, state: 'sending', commandId: queued.id };
  });
  await write(db, camera, { changed: sending, over: [] }, now);
  return queued;
}

/** Has all of its list read, where no command about it is under way. */
export const giveReading = async (db: Db, camera: ListCamera, now: Date, give: Give): Promise<Queued | null> =>
  (await isBusy(db, camera, now)) ? null : ((await give(about(camera, { action: 'search' }))) ?? null);

const platesIn = (result: unknown): ReadPlate[] =>
  (Array.isArray(result) ? (result as ReadPlate[]) : [])
    .filter(({ plate }) => typeof plate === 'string' && plateIdentity(plate) !== '')
    .filter(({ plate }) => plateIdentity(plate).length <= LONGEST_PLATE)
    .map(({ plate, until, byDay }) => ({ plate, until: iso(until), ...(byDay ? { byDay } : {}) }));

/** Names what differs among the incidents, once until a reading finds no difference. */
async function noteDifferences(
  db: Db,
  { tenantId, id }: ListCamera,
  { missing, extra }: { readonly missing: readonly string[]; readonly extra: readonly string[] },
  now: Date,
): Promise<void> {
  const since = before(now, MONTHS_MS);
  const open = (await db.raw<{ id: string }>(OPEN, [tenantId, id, since])).map((each) => each.id);
  if (missing.length + extra.length === 0) {
    if (open.length > 0) await db.raw(OVER, [tenantId, open, now.toISOString(), since]);
  } else if (open.length === 0) {
    const incident = { key: newId(), deviceId: id, kind: 'list', times: 1, reason: 'changed' } as const;
    await putIncidents(db, tenantId, [{ ...incident, payload: { missing, extra } }], now);
  }
}

const withTries = (
  rows: readonly Row[],
  { changed, over }: Change,
): { changed: Written[]; over: readonly string[] } => {
  const tries = new Map(rows.map((row) => [row.plate, row.tries]));
  return {
    over,
    changed: changed.map((each) =>
      each.state === 'failed' ? { ...each, tries: (tries.get(each.plate) ?? 0) + 1, error: NOT_HELD } : each,
    ),
  };
};

/** What came of the plates of one batch. */
async function noteBatch(db: Db, camera: ListCamera, commandId: string, ended: Ended, now: Date): Promise<boolean> {
  const rows = await rowsOf(db, camera, commandId);
  if (ended.status === 'answered') {
    await write(db, camera, withTries(rows, readBack(rows, platesIn(ended.result), now.getTime())), now);
    return true;
  }
  const came = (row: Row): Written =>
    ended.status === 'delivered'
      ? { ...row, tries: 0, state: 'sent' }
      : { ...row, tries: row.tries + 1, state: 'failed', error: ended.error ?? UNTAKEN };
  await write(db, camera, { changed: rows.map(came), over: [] }, now);
  return ended.status === 'delivered';
}

/**
 * Notes what came of a command about the list, once it has ended; answers whether the camera can be given the next: one
 * that could not be reached waits.
 */
export async function noteEnded(db: Db, camera: ListCamera, commandId: string, now: Date): Promise<boolean> {
  const of = [camera.tenantId, camera.id, commandId, before(now, RECENT_MS), now.toISOString()];
  const [ended] = await db.raw<Ended>(ENDED, of);
  if (!ended) return false;
  if (ended.action !== 'search') return noteBatch(db, camera, commandId, ended, now);
  if (ended.status !== 'answered') {
    // Nothing is written before it was read: why not stands at each plate that waits.
    await db.raw(UNREAD, [camera.tenantId, camera.id, ended.error ?? faultOf(UNTAKEN)]);
    return false;
  }
  const read = wholeRead(await rowsOf(db, camera), platesIn(ended.result), now.getTime());
  await write(db, camera, read, now);
  await noteDifferences(db, camera, read, now);
  return true;
}
