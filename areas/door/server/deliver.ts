/**
 * Brings rights to devices. A round of a community settles what devices answered, sees what the rules want now, and
 * gives each device that is there and has nothing under way one command with all that differs. The same again does
 * nothing.
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
import { LEASE_MS, leaseOf, listHash, personKinds } from '#domain/door/wanted.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { commandRevision, queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { confirmReleases } from './erase.ts';
import type { Released } from './erase.ts';
import { faceAddress } from './face-address.ts';
import { commandsOf, iso, ms, rowsOf, stored } from './delivery-rows.ts';
import type { Command, Device, Part, Place, Row } from './delivery-rows.ts';
import { lastEnd, wantedIn } from './wanted.ts';
import type { Entry, Wanted } from './wanted.ts';

/** People in one command. */
const PAGE = 200;

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
  // A command that put off no lease brought him under the one that stands.
  const held =
    command.holdsUntil === null ? { ...next, confirmedUntil: next.leaseUntil } : confirmed(next, command, entry);
  return { ...held, faces, ackTime: command.answeredTime };
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
  /**
   * Of the commands it gives. Devices pass over what is older than what they did, so it is of the moment the community
   * is held, not of when a round began.
   */
  readonly revision: number;
  readonly wanted: Wanted;
  readonly commands: ReadonlyMap<string, Command>;
};
type Sending = { readonly deviceId: string; readonly commandId: string; readonly payload: Record<string, unknown> };

/** The device reports another list than the one it confirmed: everything is sent again. */
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

/** Says of what waits that the device is away; once it is back, what was put off goes at once. */
function isAway({ status }: Device, rows: Map<string, Row>, now: number): boolean {
  for (const [person, row] of rows)
    if (status === 'offline') {
      if ((row.state === 'waiting' || row.state === 'removing') && row.why !== 'offline')
        rows.set(person, { ...row, why: 'offline' });
    } else if (row.why === 'offline') rows.set(person, { ...row, ...reconnected(row, now), why: null });
  return status === 'offline';
}

/**
 * A lease that was confirmed so lately is not put off again by each page that follows: that would rewrite the bound of
 * everybody held.
 */
const FRESH_MS = 3_600_000;

/** From when the leases of a device run, by what it confirmed last; null where it confirmed nothing lately. */
function leasedFrom(rows: ReadonlyMap<string, Row>, entries: ReadonlyMap<string, Entry>, now: number): number | null {
  let from = Number.NEGATIVE_INFINITY;
  for (const { person, held, confirmedUntil } of rows.values()) {
    const entry = entries.get(person);
    if (held !== null && held !== UNSURE && confirmedUntil !== null && entry)
      from = Math.max(from, confirmedUntil - LEASE_MS[entry.class]);
  }
  return from > now - FRESH_MS ? from : null;
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
  if (isAway(device, rows, now)) return null;
  const due = [...rows.values()].filter((row) => isDue(row, now) || leaseIsShort(row, entries.get(row.person), now));
  if (due.length === 0) return null;
  const page = due.toSorted((a, b) => Number(a.wanted !== null) - Number(b.wanted !== null)).slice(0, PAGE);
  const commandId = newId();
  const from = replace ? null : leasedFrom(rows, entries, now);
  const sent = new Set(page);
  for (const row of rows.values()) {
    const entry = entries.get(row.person);
    const lease = entry ? leaseOf(entry.class, lastEnd(entry), from ?? now) : 0;
    if (sent.has(row)) rows.set(row.person, { ...row, ...send(row, lease), ...faceOf(row, entry), commandId });
    // The command puts off the leases of all it holds: the bound of each has to say so.
    else if (from === null && row.leaseUntil !== null && entry)
      rows.set(row.person, { ...row, leaseUntil: Math.max(row.leaseUntil, lease) });
  }
  return {
    deviceId: device.id,
    commandId,
    payload: payloadOf(round, commandId, page, entries, { replace, renews: from === null }),
  };
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
  { replace, renews }: { readonly replace: boolean; readonly renews: boolean },
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
    revision: round.revision,
    ...(replace ? { replace: true } : {}),
    remove: page.flatMap((row) => (row.wanted === null ? [row.person] : [])),
    add: sent,
    plans: Object.fromEntries([...round.wanted.plans].filter(([id]) => used.has(id))),
    days: round.wanted.days,
    ...(door ? { door } : {}),
    ...(renews ? { holdsUntil: Object.fromEntries(personKinds.map((kind) => [kind, iso(now + LEASE_MS[kind])])) } : {}),
  };
}

async function roundOf(
  db: Db,
  place: Place,
  known: ReadonlyMap<string, ReadonlyMap<string, Row>>,
  part: Part,
  now: Date,
): Promise<Round> {
  const ids = [...known.values()].flatMap((rows) => [...rows.values()].flatMap(({ commandId }) => commandId ?? []));
  const revision = await commandRevision(db);
  return {
    place,
    now,
    revision,
    wanted: await wantedIn(db, place, part, now),
    commands: await commandsOf(db, place.tenantId, [...new Set(ids)], now),
  };
}

/**
 * What some people had is taken back at once, by itself: it carries no lease, so it says nothing of what others hold.
 */
function takeBack(round: Round, device: Device, rows: Map<string, Row>, isBusy: boolean): Sending | null {
  const now = round.now.getTime();
  if (isBusy || [...rows.values()].some(({ sent }) => sent !== undefined) || isAway(device, rows, now)) return null;
  const due = [...rows.values()].filter((row) => row.wanted === null && isDue(row, now));
  if (due.length === 0) return null;
  const commandId = newId();
  const page = due.slice(0, PAGE);
  for (const row of page) rows.set(row.person, { ...row, ...send(row, 0), faceSent: null, commandId });
  return {
    deviceId: device.id,
    commandId,
    payload: { revision: round.revision, remove: page.map(({ person }) => person), add: [] },
  };
}

/** Devices that have not answered yet what they were sent of others: one command at a time. */
async function busyIn(db: Db, { tenantId, villageId }: Place, people: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.raw<{ id: string }>(
    `SELECT DISTINCT device_id AS id FROM door_delivery
     WHERE tenant_id = $1 AND village_id = $2 AND state IN ('sent', 'removing') AND command_id IS NOT NULL AND emp_id <> ALL($3::uuid[])
       AND deleted_at IS NULL`,
    [tenantId, villageId, people],
  );
  return new Set(rows.map(({ id }) => id));
}

const DEVICES = `
  SELECT id, company_id AS "companyId", status, list_hash AS "listHash", last_seen_at AS "seenAt" FROM park_device
  WHERE tenant_id = $1 AND village_id = $2 AND device_type = 'door' AND deleted_at IS NULL AND ($3::uuid[] IS NULL OR id = ANY($3)) ORDER BY id`;

/**
 * One round of a community, or of a part of it; answers how many commands it gave. A round of some people gives what
 * takes their rights back and nothing else: what they are to have instead waits for a round of the devices.
 */
export async function deliverVillage(
  database: Database,
  place: Place,
  now = new Date(),
  part: Part = {},
): Promise<number> {
  const given = await database.write(tenantScope(place.tenantId), async (db) => {
    const [held] = await db.raw('SELECT id FROM village WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      place.tenantId,
      place.villageId,
    ]);
    if (!held) return 0;
    const devices = await db.raw<Device>(DEVICES, [place.tenantId, place.villageId, part.devices ?? null]);
    const known = await rowsOf(db, place, part);
    const round = await roundOf(db, place, known, part, now);
    const busy = part.people ? await busyIn(db, place, part.people) : new Set<string>();
    const sending: Sending[] = [];
    const changed: Record<string, unknown>[] = [];
    const released: Released[] = [];
    for (const device of devices) {
      const before = known.get(device.id) ?? new Map<string, Row>();
      const rows = lookAt(round, device, before);
      const made = part.people ? takeBack(round, device, rows, busy.has(device.id)) : gather(round, device, rows);
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
