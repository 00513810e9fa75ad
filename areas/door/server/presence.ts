/**
 * Presence across the terminals of an area: what one of them saw is sent to the others, so that passing back is a
 * matter of the area. Every terminal that is concerned has a mark from when on it is to be informed; one that is
 * offline keeps it, and is sent all of it once it is back.
 */
import { isForgotten, whereabouts } from '#domain/door/presence.ts';
import type { Passage, Whereabouts } from '#domain/door/presence.ts';
import { queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { passagesOf } from './passages.ts';
import { clockOf } from './place.ts';

const DAY_MS = 86_400_000;
/** The contact of a door reports a little after the swipe that opened it. */
const OPENED_MS = 60_000;
/** People in one command; the rest follows with the next. */
const PAGE = 500;

/** Areas whose terminals have to know who is inside. */
const SHARED = `(a.anti_passback <> 'off' OR a.capacity IS NOT NULL)`;

/** Terminals at such areas that some of them are at, those themselves only where others are too. */
const BESIDE = `
  SELECT DISTINCT o.id FROM park_device r
    JOIN door_gate rg ON rg.tenant_id = r.tenant_id AND rg.id::text = r.door_gate_id AND rg.deleted_at IS NULL
    JOIN door_area a ON a.tenant_id = r.tenant_id AND a.id IN (rg.area_id, rg.from_area_id) AND ${SHARED} AND a.deleted_at IS NULL
    JOIN door_gate g ON g.tenant_id = a.tenant_id AND a.id IN (g.area_id, g.from_area_id) AND g.deleted_at IS NULL
    JOIN park_device o ON o.tenant_id = g.tenant_id AND o.door_gate_id = g.id::text AND o.device_type = 'door' AND o.deleted_at IS NULL
  WHERE r.tenant_id = $1 AND r.id = ANY($2::uuid[]) AND o.id <> r.id`;
const OF_VILLAGE = `
  SELECT DISTINCT d.id FROM door_area a
    JOIN door_gate g ON g.tenant_id = a.tenant_id AND a.id IN (g.area_id, g.from_area_id) AND g.deleted_at IS NULL
    JOIN park_device d ON d.tenant_id = g.tenant_id AND d.door_gate_id = g.id::text AND d.device_type = 'door' AND d.deleted_at IS NULL
  WHERE a.tenant_id = $1 AND a.village_id = $2 AND ${SHARED} AND a.deleted_at IS NULL`;
/** Terminals at such areas: of an area, of a door, or one of them, whichever is given. */
const NEWLY = `
  SELECT DISTINCT d.id FROM door_area a
    JOIN door_gate g ON g.tenant_id = a.tenant_id AND a.id IN (g.area_id, g.from_area_id) AND g.deleted_at IS NULL
    JOIN park_device d ON d.tenant_id = g.tenant_id AND d.door_gate_id = g.id::text AND d.device_type = 'door' AND d.deleted_at IS NULL
  WHERE a.tenant_id = $1 AND (a.id = $2::uuid OR g.id = $3::uuid OR d.id = $4::uuid) AND ${SHARED} AND a.deleted_at IS NULL`;
/** In the order of ids, as everybody who writes several of them does it. */
const LOCK = `SELECT id FROM park_device WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
const MARK = `
  UPDATE park_device SET presence_due = least(presence_due, $3::timestamptz) WHERE tenant_id = $1 AND id = ANY($2::uuid[])`;

async function mark(
  db: Db,
  tenantId: number,
  devices: readonly string[],
  from: number,
  besides: readonly string[] = [],
) {
  if (devices.length === 0) return;
  await db.raw(LOCK, [tenantId, [...new Set([...devices, ...besides])]]);
  await db.raw(MARK, [tenantId, [...devices], new Date(from).toISOString()]);
}

/** A stored event of a reader or of a contact; `at` is ISO. */
export type Reported = { readonly deviceId: string; readonly result: string | null; readonly at: string };

/** Marks the other terminals, within the transaction that stores the events. */
export async function markPassages(db: Db, tenantId: number, events: readonly Reported[]): Promise<void> {
  const passed = events.filter(({ result }) => result === 'granted' || result === 'opened');
  if (passed.length === 0) return;
  const reporters = [...new Set(passed.map(({ deviceId }) => deviceId))];
  const others = await db.raw<{ id: string }>(BESIDE, [tenantId, reporters]);
  const from = Math.min(...passed.map(({ result, at }) => Date.parse(at) - (result === 'opened' ? OPENED_MS : 0)));
  await mark(
    db,
    tenantId,
    others.map(({ id }) => id),
    from,
    reporters,
  );
}

/** Somebody's whereabouts are forgotten: every terminal that could refuse him is to be informed. */
export async function markForgiven(db: Db, tenantId: number, villageId: string, now: Date): Promise<void> {
  const devices = await db.raw<{ id: string }>(OF_VILLAGE, [tenantId, villageId]);
  await mark(
    db,
    tenantId,
    devices.map(({ id }) => id),
    now.getTime(),
  );
}

/** Terminals that have to know from now on who is inside are sent all that is known of the last day. */
export async function markNewlyShared(
  db: Db,
  tenantId: number,
  { areaId, gateId, deviceId }: { readonly areaId?: string; readonly gateId?: string; readonly deviceId?: string },
  now: Date,
): Promise<void> {
  const devices = await db.raw<{ id: string }>(NEWLY, [tenantId, areaId ?? null, gateId ?? null, deviceId ?? null]);
  await mark(
    db,
    tenantId,
    devices.map(({ id }) => id),
    now.getTime() - DAY_MS,
  );
}

const AT = `
  FROM park_device d WHERE d.device_type = 'door' AND d.deleted_at IS NULL
    AND (d.presence_command_id IS NOT NULL OR (d.presence_due IS NOT NULL AND d.status <> 'offline'))`;
type Marked = {
  id: string;
  villageId: string;
  isAway: boolean;
  due: string | null;
  sent: string | null;
  commandId: string | null;
};

/** So long a look may take from the moment a terminal is its own until the command is there. */
const CLAIMED_MS = 60_000;
/** When an id was made, which it begins with. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/**
 * What became of the command: what a terminal did not take is due again, and what a look did not finish. Another one may
 * be about to send it.
 */
function settled(device: Marked, status: string | undefined, now: Date): Marked {
  if (device.commandId === null || status === 'queued' || status === 'sent') return device;
  if (status === undefined && now.getTime() - madeAt(device.commandId) < CLAIMED_MS) return device;
  const again = status !== 'answered' && status !== 'failed' ? device.sent : null;
  const due = [device.due, again].filter((each) => each !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return { ...device, due: due[0] ?? null, sent: null, commandId: null };
}

type Moved = { person: string; at: string };
const FORGIVEN = `
  SELECT id AS person, forgiven_time AS at FROM door_employee
  WHERE tenant_id = $1 AND village_id = $2 AND forgiven_time > $3::timestamptz AND deleted_at IS NULL`;

/** What is known now of whoever passed or was forgiven since `from`, epoch ms; the longest ago first. */
async function knownSince(db: Db, tenantId: number, villageId: string, from: number, now: Date) {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const forgiven = await db.raw<Moved>(FORGIVEN, [tenantId, villageId, dayAgo]);
  // A terminal whose clock is ahead reports passages of a moment that is still to come.
  const until = new Date(now.getTime() + DAY_MS).toISOString();
  const since = await passagesOf(db, { tenantId, villageId, from: new Date(from - 1).toISOString(), until });
  const people = [
    ...new Set([
      ...since.map(({ person }) => person),
      ...forgiven.flatMap(({ person, at }) => (Date.parse(at) >= from ? [person] : [])),
    ]),
  ];
  const passages: Passage[] = await passagesOf(db, { tenantId, villageId, from: dayAgo, until, people });
  const { zone } = await clockOf(db, tenantId, villageId);
  const forgivenAt = new Map(forgiven.map(({ person, at }) => [person, Date.parse(at)]));
  return [...whereabouts(passages, forgivenAt)]
    .filter(([, { at }]) => at >= from && !isForgotten(at, now.getTime(), zone))
    .toSorted(([, a], [, b]) => a.at - b.at);
}

type Known = readonly (readonly [string, Whereabouts])[];
/** A page of them; where there is more, that is due from the last of the page on. */
function pageOf(known: Known): { people: Record<string, unknown>[]; rest: string | null } {
  const page = known.slice(0, PAGE);
  return {
    people: page.map(([person, { area, at }]) => ({
      person,
      at: new Date(at).toISOString(),
      ...(area === undefined ? {} : { area }),
    })),
    rest: known.length > PAGE ? new Date(page.at(-1)![1].at).toISOString() : null,
  };
}

type Waiting = Marked & { readonly due: string };
const isWaiting = (device: Marked): device is Waiting =>
  device.due !== null && device.commandId === null && !device.isAway;

/** A terminal whose mark was taken: `sent` is from when on it is to be informed. */
type Claimed = Marked & { readonly sent: string; readonly commandId: string };
const fromOf = ({ sent }: Claimed, now: Date): number => Math.max(Date.parse(sent), now.getTime() - DAY_MS);

/** What is known to whom of these: a community's passages are read once for all its terminals. */
async function knownOf(
  db: Db,
  tenantId: number,
  claimed: readonly Claimed[],
  now: Date,
): Promise<(device: Claimed) => Known> {
  const known = new Map<string, Known>();
  for (const [villageId, own] of Map.groupBy(claimed, (each) => each.villageId)) {
    const from = Math.min(...own.map((each) => fromOf(each, now)));
    known.set(villageId, await knownSince(db, tenantId, villageId, from, now));
  }
  return (device) => {
    const from = fromOf(device, now);
    return known.get(device.villageId)!.filter(([, { at }]) => at >= from);
  };
}

const STATES = `SELECT id, status FROM device_command WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz`;
const CHANGE = `
  UPDATE park_device d SET presence_due = r.due, presence_sent = r.sent, presence_command_id = r."commandId"
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, due timestamptz, sent timestamptz, "commandId" text) WHERE d.tenant_id = $1 AND d.id = r.id`;

/**
 * Terminals that wait are given the id of their command, and their mark is taken. That is all that happens while they
 * are locked, for whoever reports a swipe waits for them.
 */
async function claim(db: Db, tenantId: number, now: Date): Promise<Claimed[]> {
  const devices = await db.raw<Marked>(
    `SELECT d.id, d.village_id AS "villageId", d.status = 'offline' AS "isAway", d.presence_due AS due,
     d.presence_sent AS sent, d.presence_command_id AS "commandId"
     ${AT} AND d.tenant_id = $1 ORDER BY d.id FOR NO KEY UPDATE OF d SKIP LOCKED`,
    [tenantId],
  );
  const states = await db.raw<{ id: string; status: string }>(STATES, [
    tenantId,
    devices.flatMap(({ commandId }) => commandId ?? []),
    new Date(now.getTime() - DAY_MS).toISOString(),
  ]);
  const statusOf = new Map(states.map(({ id, status }) => [id, status]));
  const changes: Marked[] = [];
  const claimed: Claimed[] = [];
  for (const before of devices) {
    const found = settled(before, statusOf.get(before.commandId ?? ''), now);
    const own = isWaiting(found) ? { ...found, due: null, sent: found.due, commandId: newId() } : found;
    if (isWaiting(found)) claimed.push({ ...own, sent: found.due, commandId: own.commandId! });
    const { due, sent, commandId } = own;
    if (due !== before.due || sent !== before.sent || commandId !== before.commandId) changes.push(own);
  }
  if (changes.length > 0) await db.raw(CHANGE, [tenantId, JSON.stringify(changes)]);
  return claimed;
}

const REST = `
  UPDATE park_device d SET presence_due = least(d.presence_due, r.rest), presence_command_id = r."commandId"
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, rest timestamptz, was text, "commandId" text)
  WHERE d.tenant_id = $1 AND d.id = r.id AND d.presence_command_id = r.was`;

/** The command of each; whoever has nothing to learn needs none, and what did not fit follows. */
async function send(db: Db, tenantId: number, knownTo: ReadonlyMap<Claimed, Known>, now: Date): Promise<number> {
  const pages = [...knownTo].map(([{ id, commandId }, known]) => ({ id, commandId, ...pageOf(known) }));
  const others = pages.filter(({ people, rest }) => people.length === 0 || rest !== null);
  if (others.length > 0) {
    await db.raw(LOCK, [tenantId, others.map(({ id }) => id)]);
    const rests = others.map(({ id, people, rest, commandId }) => ({
      id,
      rest,
      was: commandId,
      commandId: people.length === 0 ? null : commandId,
    }));
    await db.raw(REST, [tenantId, JSON.stringify(rests)]);
  }
  const commands = pages
    .filter(({ people }) => people.length > 0)
    .map(({ id, commandId, people }) => ({
      id: commandId,
      name: 'presence' as const,
      deviceId: id,
      payload: { people },
      cause: 'presence' as const,
    }));
  await queueCommands(db, tenantId, commands, now);
  return commands.length;
}

/**
 * Passages are read after the marks are taken, and by another transaction. Whoever stores a passage marks its terminals
 * in the same transaction: what is stored by then is read, and what comes later marks them again.
 */
async function inform(database: Database, tenantId: number, now: Date): Promise<number> {
  const claimed = await database.write(tenantScope(tenantId), (db) => claim(db, tenantId, now));
  if (claimed.length === 0) return 0;
  const known = await database.read(tenantScope(tenantId), async (db) => {
    const knownTo = await knownOf(db, tenantId, claimed, now);
    return new Map(claimed.map((device) => [device, knownTo(device)]));
  });
  return database.write(tenantScope(tenantId), (db) => send(db, tenantId, known, now));
}

/** One look at all terminals that are to be informed. */
export async function bringPresence(database: Database, now = new Date()): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(`SELECT DISTINCT d.tenant_id AS "tenantId" ${AT}`),
  );
  for (const { tenantId } of tenants) if ((await inform(database, tenantId, now)) > 0) wakeDispatch(tenantId);
}
