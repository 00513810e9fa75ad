/**
 * Brings rights to devices. A round of a community settles what devices answered, sees what the rules want now, and gives each device that is
 * there and has nothing under way one command with all that differs. The same again does nothing.
 */
import {
  answered,
  expired,
  isDue,
  newDelivery,
  reconnected,
  send,
  unanswered,
  UNSURE,
  want,
} from '#domain/door/delivery.ts';
import type { Delivery } from '#domain/door/delivery.ts';
import { LEASE_MS, leaseOf, listHash, personKinds } from '#domain/door/wanted.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { confirmReleases } from './erase.ts';
import type { Released } from './erase.ts';
import { faceAddress } from './face-address.ts';
import { lastEnd, wantedIn } from './wanted.ts';
import type { Entry, Wanted } from './wanted.ts';

type Place = { readonly tenantId: number; readonly villageId: string };
type Row = Delivery & {
  readonly id: string;
  readonly deviceId: string;
  readonly commandId: string | null;
  readonly confirmedUntil: number | null;
  readonly ackTime: string | null;
  /** Photos the device may hold of him: what it confirmed and what it was sent since. */
  readonly faces: readonly string[];
  readonly faceSent: string | null;
};
type Device = { id: string; companyId: string; status: string; listHash: string | null; seenAt: string | null };
type Command = {
  id: string;
  deviceId: string;
  status: string;
  error: string | null;
  partly: Record<string, string> | null;
  holdsUntil: Record<string, string> | null;
  answeredTime: string | null;
};

/** People in one command. */
const PAGE = 200;
const ms = (text: string | null): number | null => (text === null ? null : Date.parse(text));
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const ROWS = `
  SELECT id, device_id AS "deviceId", emp_id AS person, state, why, lease_until AS "leaseUntil", ack_time AS "ackTime", tries, next_try AS "nextTry",
    wanted, held, sent_digest AS "sentDigest", command_id AS "commandId", confirmed_until AS "confirmedUntil", faces, face_sent AS "faceSent"
  FROM door_delivery WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL`;

type Stored = Omit<Row, 'sent' | 'leaseUntil' | 'nextTry' | 'confirmedUntil' | 'tries' | 'faces'> & {
  faces: string | null;
  leaseUntil: string | null;
  nextTry: string | null;
  confirmedUntil: string | null;
  sentDigest: string | null;
  tries: number | string | null;
};

async function rowsOf(db: Db, { tenantId, villageId }: Place): Promise<Map<string, Map<string, Row>>> {
  const rows = await db.raw<Stored>(ROWS, [tenantId, villageId]);
  const found = new Map<string, Map<string, Row>>();
  for (const { sentDigest, ...row } of rows) {
    const of = found.get(row.deviceId) ?? new Map<string, Row>();
    found.set(
      row.deviceId,
      of.set(row.person, {
        ...row,
        sent: row.commandId === null ? undefined : sentDigest,
        tries: Number(row.tries ?? 0),
        nextTry: ms(row.nextTry) ?? 0,
        leaseUntil: ms(row.leaseUntil),
        confirmedUntil: ms(row.confirmedUntil),
        faces: row.faces?.split(',') ?? [],
      }),
    );
  }
  return found;
}

/** Commands under way or just over, by id. */
async function commandsOf(db: Db, tenantId: number, ids: readonly string[], now: Date): Promise<Map<string, Command>> {
  if (ids.length === 0) return new Map();
  const rows = await db.raw<Command>(
    `SELECT id, device_id AS "deviceId", status, error, result->'partly' AS partly, payload->'holdsUntil' AS "holdsUntil", answered_time AS "answeredTime"
     FROM device_command WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz`,
    [tenantId, [...ids], new Date(now.getTime() - 7 * 86_400_000).toISOString()],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What became of the command that carried the row. */
function settled(row: Row, commands: ReadonlyMap<string, Command>, entry: Entry | undefined, now: number): Row {
  if (row.commandId === null) return row;
  const command = commands.get(row.commandId);
  if (command?.status === 'queued' || command?.status === 'sent') return row;
  if (!command || command.status === 'timed-out')
    return { ...row, ...unanswered(row, now), commandId: null, faceSent: null };
  const partly = command.partly?.[row.person]?.slice(0, 200) ?? null;
  const ok = command.status === 'answered';
  // What a device does not understand it will not understand tomorrow.
  const outcome = { ok, final: command.error === 'not understood', partly, why: command.error };
  const next = { ...row, ...answered(row, outcome, now), commandId: null, faceSent: null };
  if (!ok) return next;
  // What it was sent took the place of all it had.
  const faces = row.sent !== null && row.faceSent !== null ? [row.faceSent] : [];
  if (next.held === null || !entry) return { ...next, faces, confirmedUntil: null, ackTime: command.answeredTime };
  return { ...confirmed(next, command, entry), faces, ackTime: command.answeredTime };
}

function confirmed(row: Row, { holdsUntil }: Command, entry: Entry): Row {
  const until = ms(holdsUntil?.[entry.class] ?? null);
  return until === null ? row : { ...row, confirmedUntil: Math.min(until, lastEnd(entry) ?? until) };
}

const leaseIsShort = (row: Row, entry: Entry | undefined, now: number): boolean => {
  if (!entry || row.sent !== undefined || (row.state !== 'held' && row.state !== 'partly')) return false;
  const until = row.confirmedUntil ?? 0;
  return until - now < LEASE_MS[entry.class] / 2 && until < (lastEnd(entry) ?? Number.POSITIVE_INFINITY);
};

/** A command that was done puts off what the device holds of everybody. */
function confirmedBy(known: ReadonlyMap<string, Row>, commands: ReadonlyMap<string, Command>): Command | null {
  for (const { commandId } of known.values()) {
    const command = commandId === null ? undefined : commands.get(commandId);
    if (command?.status === 'answered') return command;
  }
  return null;
}

type Round = {
  readonly place: Place;
  readonly now: Date;
  readonly wanted: Wanted;
  readonly commands: ReadonlyMap<string, Command>;
};
type Sending = { readonly deviceId: string; readonly commandId: string; readonly payload: Record<string, unknown> };

/** What a device said it holds is not what it confirmed: everything is brought anew. */
function listDiffers(device: Device, rows: ReadonlyMap<string, Row>): boolean {
  if (device.listHash === null || device.seenAt === null || [...rows.values()].some(({ sent }) => sent !== undefined))
    return false;
  const held = [...rows.values()].filter((row) => row.held !== null && row.held !== UNSURE);
  if ([...rows.values()].some((row) => row.held === UNSURE)) return false;
  const last = Math.max(0, ...[...rows.values()].map((row) => ms(row.ackTime) ?? 0));
  if (Date.parse(device.seenAt) < last + 60_000) return false;
  return listHash(held.map((row) => [row.person, row.held!])) !== device.listHash;
}

/** The rows of one device as they are now, before anything is sent. */
function lookAt(round: Round, device: Device, known: ReadonlyMap<string, Row>): Map<string, Row> {
  const now = round.now.getTime();
  const entries = round.wanted.entries.get(device.id) ?? new Map<string, Entry>();
  const rows = new Map<string, Row>();
  const done = confirmedBy(known, round.commands);
  for (const person of new Set([...known.keys(), ...entries.keys()])) {
    const entry = entries.get(person);
    const before = known.get(person);
    const digest = entry?.digest ?? null;
    if (!before) {
      const fresh = newDelivery(person, digest!, now);
      rows.set(person, {
        ...fresh,
        id: newId(),
        deviceId: device.id,
        commandId: null,
        confirmedUntil: null,
        ackTime: null,
        faces: [],
        faceSent: null,
      });
      continue;
    }
    const row = settled(before, round.commands, entry, now);
    const put = done && before.commandId === null && row.held !== null && entry ? confirmed(row, done, entry) : row;
    const wished = { ...put, ...want(put, digest, now) };
    // A lease ends what somebody may do; a photo lies there until the device says that it does not.
    const over = wished.faces.length > 0 ? wished : expired(wished, now);
    rows.set(person, { ...wished, ...over, commandId: over.sent === undefined ? null : wished.commandId });
  }
  return rows;
}

/** One command with what differs, removals first in it; null where nothing is due or something is under way. */
function gather(round: Round, device: Device, rows: Map<string, Row>): Sending | null {
  const now = round.now.getTime();
  const entries = round.wanted.entries.get(device.id) ?? new Map<string, Entry>();
  if ([...rows.values()].some(({ sent }) => sent !== undefined)) return null;
  const replace = listDiffers(device, rows);
  if (replace)
    for (const [person, row] of rows)
      if (row.held !== null)
        rows.set(person, { ...row, held: UNSURE, state: row.wanted === null ? 'removing' : 'waiting', nextTry: now });
  if (device.status === 'offline') {
    for (const [person, row] of rows)
      if ((row.state === 'waiting' || row.state === 'removing') && row.why !== 'offline')
        rows.set(person, { ...row, why: 'offline' });
    return null;
  }
  for (const [person, row] of rows)
    if (row.why === 'offline') rows.set(person, { ...row, ...reconnected(row, now), why: null });
  const due = [...rows.values()].filter((row) => isDue(row, now) || leaseIsShort(row, entries.get(row.person), now));
  if (due.length === 0) return null;
  const page = due.toSorted((a, b) => Number(a.wanted !== null) - Number(b.wanted !== null)).slice(0, PAGE);
  const commandId = newId();
  for (const row of rows.values()) {
    const entry = entries.get(row.person);
    const lease = entry ? leaseOf(entry.class, lastEnd(entry), now) : 0;
    if (page.includes(row)) rows.set(row.person, { ...row, ...send(row, lease), ...faceOf(row, entry), commandId });
    // The command puts off the leases of all it holds: the bound of each has to say so.
    else if (row.leaseUntil !== null && entry)
      rows.set(row.person, { ...row, leaseUntil: Math.max(row.leaseUntil, lease) });
  }
  return { deviceId: device.id, commandId, payload: payloadOf(round, commandId, page, entries, replace) };
}

/** What it is sent of his face, and may hold from now on. */
const faceOf = (row: Row, entry: Entry | undefined): Pick<Row, 'faces' | 'faceSent'> => {
  const faceSent = row.wanted === null ? null : (entry?.face ?? null);
  return { faceSent, faces: faceSent === null ? row.faces : [...new Set([...row.faces, faceSent])] };
};

function payloadOf(
  round: Round,
  commandId: string,
  page: readonly Row[],
  entries: ReadonlyMap<string, Entry>,
  replace: boolean,
): Record<string, unknown> {
  const now = round.now.getTime();
  const add = page.flatMap((row) =>
    row.wanted !== null && row.held !== row.wanted ? (entries.get(row.person) ?? []) : [],
  );
  const { tenantId } = round.place;
  const sent = add.map(({ face, ...entry }) =>
    face === undefined ? entry : { ...entry, face: { id: face, url: faceAddress(tenantId, face, commandId) } },
  );
  const door = round.wanted.doors.get(page[0]!.deviceId);
  const used = new Set([...add.flatMap(({ rights }) => rights.map(({ plan }) => plan)), door?.openPlan ?? '']);
  return {
    revision: now,
    ...(replace ? { replace: true } : {}),
    remove: page.flatMap((row) => (row.wanted === null ? [row.person] : [])),
    add: sent,
    plans: Object.fromEntries([...round.wanted.plans].filter(([id]) => used.has(id))),
    days: round.wanted.days,
    ...(door ? { door } : {}),
    holdsUntil: Object.fromEntries(personKinds.map((kind) => [kind, iso(now + LEASE_MS[kind])])),
  };
}

function faceState(row: Row, wanted: string | undefined): string | null {
  if (wanted === undefined) return row.faces.length > 0 ? 'removing' : null;
  if (row.sent !== undefined || row.held !== row.wanted || !row.faces.includes(wanted)) return 'waiting';
  return row.why === null ? 'held' : 'refused';
}

const stored = (
  { tenantId, villageId }: Place,
  { companyId }: Device,
  row: Row,
  face: string | undefined,
  now: Date,
) => ({
  tenant_id: tenantId,
  company_id: companyId,
  village_id: villageId,
  id: row.id,
  device_id: row.deviceId,
  emp_id: row.person,
  state: row.state,
  why: row.why,
  lease_until: iso(row.leaseUntil),
  ack_time: row.ackTime,
  tries: row.tries,
  next_try: iso(row.nextTry),
  wanted: row.wanted,
  held: row.held,
  sent_digest: row.sent ?? null,
  command_id: row.commandId,
  confirmed_until: iso(row.confirmedUntil),
  faces: row.faces.length > 0 ? row.faces.join(',') : null,
  face_sent: row.faceSent,
  face_state: faceState(row, face),
  updated_at: now.toISOString(),
});

async function roundOf(
  db: Db,
  place: Place,
  known: ReadonlyMap<string, ReadonlyMap<string, Row>>,
  now: Date,
): Promise<Round> {
  const ids = [...known.values()].flatMap((rows) => [...rows.values()].flatMap(({ commandId }) => commandId ?? []));
  return {
    place,
    now,
    wanted: await wantedIn(db, place.tenantId, place.villageId, now),
    commands: await commandsOf(db, place.tenantId, [...new Set(ids)], now),
  };
}

/** One round of a community; answers how many commands it gave. */
export async function deliverVillage(database: Database, place: Place, now = new Date()): Promise<number> {
  const given = await database.write(tenantScope(place.tenantId), async (db) => {
    const [held] = await db.raw('SELECT id FROM village WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      place.tenantId,
      place.villageId,
    ]);
    if (!held) return 0;
    const devices = await db.raw<Device>(
      `SELECT id, company_id AS "companyId", status, list_hash AS "listHash", last_seen_at AS "seenAt" FROM park_device
       WHERE tenant_id = $1 AND village_id = $2 AND device_type = 'door' AND deleted_at IS NULL ORDER BY id`,
      [place.tenantId, place.villageId],
    );
    const known = await rowsOf(db, place);
    const round = await roundOf(db, place, known, now);
    const sending: Sending[] = [];
    const changed: Record<string, unknown>[] = [];
    const released: Released[] = [];
    for (const device of devices) {
      const before = known.get(device.id) ?? new Map<string, Row>();
      const rows = lookAt(round, device, before);
      const made = gather(round, device, rows);
      if (made) sending.push(made);
      const wanted = round.wanted.entries.get(device.id);
      for (const [person, row] of rows) {
        const was = before.get(person);
        if (JSON.stringify(was) === JSON.stringify(row)) continue;
        changed.push(stored(place, device, row, wanted?.get(person)?.face, now));
        for (const photoId of was?.faces.filter((each) => !row.faces.includes(each)) ?? [])
          released.push({ deviceId: device.id, photoId, commandId: was!.commandId, at: row.ackTime });
      }
    }
    await confirmReleases(db, place.tenantId, released, now);
    await insertRows(db, 'door_delivery', changed, orUpdate(changed[0], ['tenant_id', 'id']));
    await forgetContents(db, place.tenantId, round.commands);
    const commands = sending.map(({ deviceId, commandId, payload }) => ({
      id: commandId,
      name: 'people' as const,
      deviceId,
      payload,
      cause: 'rights' as const,
      causeId: place.villageId,
    }));
    await queueCommands(db, place.tenantId, commands, now);
    return commands.length;
  });
  if (given > 0) wakeDispatch(place.tenantId);
  return given;
}

/** What was sent of people is not kept among the commands once it is over. */
async function forgetContents(db: Db, tenantId: number, commands: ReadonlyMap<string, Command>): Promise<void> {
  const over = [...commands.values()]
    .filter(({ status }) => status !== 'queued' && status !== 'sent')
    .map(({ id }) => id);
  if (over.length === 0) return;
  await db.raw(
    `UPDATE device_command SET payload = payload - 'add' WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND payload ? 'add'`,
    [tenantId, over],
  );
}

const AGAIN = `
  UPDATE door_delivery SET next_try = $3::timestamptz, held = CASE WHEN state = 'partly' THEN '${UNSURE}' ELSE held END,
    state = CASE WHEN state IN ('failed', 'partly') THEN 'waiting' ELSE state END, why = NULL, updated_at = $3::timestamptz
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND command_id IS NULL AND state IN ('waiting', 'partly', 'failed', 'removing') AND deleted_at IS NULL`;
/** A person asks for another try: what waits goes at once, and what a device refused is wanted anew. */
export const tryAgain = async (db: Db, tenantId: number, ids: readonly string[], now: Date): Promise<void> => {
  await db.raw(AGAIN, [tenantId, [...ids], now.toISOString()]);
};

/** A device that is taken down holds nothing that anybody looks after, and is not upgraded any more. */
export const forgetDevice = async (db: Db, tenantId: number, deviceId: string, now: Date): Promise<void> => {
  const of = [tenantId, deviceId, now.toISOString()];
  await db.raw(
    'UPDATE door_delivery SET deleted_at = $3::timestamptz WHERE tenant_id = $1 AND device_id = $2 AND deleted_at IS NULL',
    of,
  );
  await db.raw(
    `UPDATE door_erasure SET state = 'takenDown', updated_at = $3::timestamptz WHERE tenant_id = $1 AND device_id = $2 AND state = 'waiting'`,
    of,
  );
  await db.raw(
    `UPDATE thermal_upgrade SET state = 'failed', why = 'removed', next_try = NULL, updated_at = $3::timestamptz
     WHERE tenant_id = $1 AND device_id = $2 AND deleted_at IS NULL AND state IN ('waiting', 'sent', 'accepted')`,
    of,
  );
};
