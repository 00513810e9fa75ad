/**
 * Devices of other makers, as the intake needs them. They number nothing and repeat what was not answered; the journal
 * gives each thing sent one number for ever, found again by the device's own key, so that whatever is sent again, or
 * was under way when a server died, is the same event.
 */
import type {
  BoughtDevice,
  BoughtPorts,
  DuePassage,
  HeldMessage,
  Journaled,
  NativeFact,
} from '#areas/device/model/bought-link.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import { keepPicture } from '#kit/files/files.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';
import { carOf, drivenOn, passagesOf } from './bought-cars.ts';
import type { LaneCount } from './bought-cars.ts';
import { commandsOf, PROVEN } from './bought-commands.ts';
import { contactsOf } from './bought-contacts.ts';
import { listEnded } from './camera-lists-round.ts';
import { hashSecret } from './secret.ts';

type Row = Omit<BoughtDevice, 'networks' | 'address' | 'login' | 'lanes'> & {
  networks: string | null;
  host: string | null;
  port: number | null;
  loginName: string | null;
  loginSecret: string | null;
};

const FOUND = `
  SELECT d.sn, d.id AS "deviceId", d.tenant_id AS "tenantId", d.park_id AS "parkId", d.gate_id AS "gateId", d.device_type AS kind, coalesce(d.clock_offset_ms, 0) AS "clockOffsetMs",
    d.family, d.native_id AS "nativeId", coalesce(d.channel_no, 1) AS channel, d.board, d.mapping, d.source_networks AS networks, p.zone, d.ip_address AS host, d.port, d.login_name AS "loginName", d.login_secret AS "loginSecret",
    coalesce(d.passed_after_sec, 0) * 1000 AS "passedAfterMs"
  FROM device_directory n JOIN park_device d ON d.tenant_id = n.tenant_id AND d.id = n.device_id AND d.deleted_at IS NULL AND d.family IS NOT NULL
  JOIN park p ON p.tenant_id = d.tenant_id AND p.id = d.park_id`;

const open = ({ networks, host, port, loginName, loginSecret, ...row }: Row): BoughtDevice => ({
  ...row,
  lanes: row.gateId === null ? [] : [row.gateId],
  networks: (networks ?? '').split(/[,，\s]+/).filter(Boolean),
  address: host ? { host, port } : null,
  login: loginName && loginSecret ? { name: loginName, password: unseal(loginSecret) } : null,
});

const find = async (database: Database, where: string, values: readonly unknown[]): Promise<BoughtDevice[]> =>
  (await database.read(platformScope, (db) => db.raw<Row>(`${FOUND} WHERE ${where}`, values))).map(open);

/** The device of another maker with this row id; null where it is none, or is gone. */
export const boughtDevice = async (database: Database, deviceId: string): Promise<BoughtDevice | null> =>
  (await find(database, 'd.id = $1', [deviceId]))[0] ?? null;

type Stored = {
  key: string;
  seq: number | null;
  message: string;
  payload: Journaled['payload'];
  live: boolean;
  stored: boolean;
};
type Known = Stored & { receivedAt: string };
const KNOWN = `
  SELECT native_key AS key, seq, message, payload, live, stored, received_at AS "receivedAt" FROM device_inbox
  WHERE tenant_id = $1 AND device_id = $2 AND native_key = ANY($3::text[]) AND seq IS NOT NULL`;
const COUNTS = `INSERT INTO device_count (tenant_id, about_id) SELECT $1, id FROM unnest($2::uuid[]) AS id ON CONFLICT DO NOTHING`;
const LOCKED = `SELECT value, car, opened, passed_at AS "passedAt" FROM device_count WHERE tenant_id = $1 AND about_id = $2 FOR UPDATE`;
/** What was only shown before becomes an event when it comes again from a device that may be believed. */
const KEEP = `
  INSERT INTO device_inbox (tenant_id, device_id, native_key, seq, message, payload, live, stored, received_at)
  SELECT $1, $2, r.key, r.seq, r.message, r.payload, r.live, false, $4::timestamptz
  FROM jsonb_to_recordset($3::jsonb) AS r(key text, seq bigint, message text, payload jsonb, live boolean)
  ON CONFLICT (tenant_id, device_id, native_key) DO UPDATE SET seq = excluded.seq, payload = excluded.payload, live = excluded.live, received_at = excluded.received_at
    WHERE device_inbox.seq IS NULL`;
const COUNTED = `UPDATE device_count SET value = $3, car = $4::jsonb, opened = $5::jsonb, passed_at = $6::timestamptz WHERE tenant_id = $1 AND about_id = $2`;

const journaled = (
  { key, seq, message, payload, live, stored }: Stored,
  fresh: boolean,
  ordersSince: number | null = null,
): Journaled => ({
  key,
  seq: seq!,
  message,
  payload,
  live,
  stored,
  fresh,
  ordersSince,
});

/** Since when orders may go with the answer to what came again: its vehicle has to stand there still. */
const againSince = ({ live, payload, receivedAt }: Known, { car }: LaneCount): number | null =>
  live && car !== null && !car.over && car.passing === payload.passing ? Date.parse(receivedAt) : null;

/** Numbers what is new of the facts, in their order. Whoever writes for the same device or lane waits. */
export async function journalFacts(
  db: Db,
  device: BoughtDevice,
  facts: readonly NativeFact[],
  now: Date,
): Promise<Journaled[]> {
  const { tenantId, deviceId, gateId } = device;
  const about = [deviceId, ...(gateId === null ? [] : [gateId])];
  // Sent together and carried out in this order: each waits for the locks of those before it, and nobody else for answers.
  const [, [own], [lane], before] = await Promise.all([
    db.raw(COUNTS, [tenantId, about]),
    db.raw<LaneCount>(LOCKED, [tenantId, deviceId]),
    gateId === null ? [] : db.raw<LaneCount>(LOCKED, [tenantId, gateId]),
    db.raw<Known>(KNOWN, [tenantId, deviceId, facts.map(({ key }) => key)]),
  ]);
  const known = new Map(before.map((row) => [row.key, row]));
  let [seq, count] = [own!.value, lane ?? { value: 0, car: null, opened: null, passedAt: null }];
  const passings = new Map<string, number>();
  const changed: (Stored & { fresh: boolean; ordersSince: number | null })[] = [];
  const proven: string[] = [];
  for (const fact of facts.flatMap((each) => [...drivenOn(count, each), each])) {
    const same = known.get(fact.key);
    if (same) {
      if (typeof same.payload.passing === 'number') passings.set(fact.key, same.payload.passing);
      const ordersSince = againSince(same, count);
      if (!changed.some(({ key }) => key === fact.key)) changed.push({ ...same, fresh: false, ordersSince });
      continue;
    }
    const of = carOf(count, fact, device, passings, now.getTime());
    if (of === null) continue;
    if (of.proves) proven.push(of.proves);
    count = of.count;
    seq += 1;
    const payload = {
      seq,
      at: new Date(fact.rawAt).toISOString(),
      ...(of.passing === null ? {} : { passing: of.passing }),
      ...fact.payload,
    };
    if (of.passing !== null) passings.set(fact.key, of.passing);
    const row = { key: fact.key, seq, message: fact.message, payload, live: fact.live, stored: false };
    known.set(fact.key, { ...row, receivedAt: now.toISOString() });
    changed.push({ ...row, fresh: true, ordersSince: fact.live ? now.getTime() : null });
  }
  const fresh = changed.filter((each) => each.fresh);
  const all = changed.map((each) => journaled(each, each.fresh, each.ordersSince));
  if (fresh.length === 0) return all;
  const { value, car, opened, passedAt } = count;
  await Promise.all([
    db.raw(KEEP, [tenantId, deviceId, JSON.stringify(fresh), now.toISOString()]),
    db.raw(COUNTED, [tenantId, deviceId, seq, null, null, null]),
    gateId === null
      ? null
      : db.raw(COUNTED, [
          tenantId,
          gateId,
          value,
          car && JSON.stringify(car),
          opened && JSON.stringify(opened),
          passedAt,
        ]),
    proven.length === 0 ? null : db.raw(PROVEN, [tenantId, proven, now.toISOString()]),
  ]);
  return all;
}

/** A pay code is somebody's money: only its wallet is kept. */
const STORED = `
  UPDATE device_inbox SET stored = true, payload = CASE WHEN message = 'scan' THEN jsonb_set(payload, '{payCode}', to_jsonb(left(payload->>'payCode', 2) || '…')) ELSE payload END
  WHERE tenant_id = $1 AND device_id = $2 AND seq = ANY($3::bigint[]) AND NOT stored`;
const HOLD = `
  INSERT INTO device_inbox (tenant_id, device_id, native_key, message, payload, live, stored, received_at)
  SELECT $1, $2, r.key, r.message, r.payload, false, true, $4::timestamptz FROM jsonb_to_recordset($3::jsonb) AS r(key text, message text, payload jsonb)
  ON CONFLICT DO NOTHING`;
/** The last one alone: a row that is sent nowhere. */
const SAMPLE = `
  INSERT INTO device_inbox AS i (tenant_id, device_id, native_key, message, payload, live, stored, received_at) VALUES ($1, $2, 'sample', 'sample', jsonb_build_object('text', $3::text), true, true, $4::timestamptz)
  ON CONFLICT (tenant_id, device_id, native_key) DO UPDATE SET payload = excluded.payload, received_at = excluded.received_at
    WHERE length(excluded.payload->>'text') >= length(i.payload->>'text') OR i.received_at < $5::timestamptz`;
/** The last one alone, too. */
const ALIVE = `
  INSERT INTO device_inbox AS i (tenant_id, device_id, native_key, message, payload, live, stored, received_at) VALUES ($1, $2, 'beat', 'beat', $3::jsonb, true, true, $4::timestamptz)
  ON CONFLICT (tenant_id, device_id, native_key) DO UPDATE SET payload = excluded.payload, received_at = excluded.received_at`;
/** A sign of life is shorter than a reading: for so long it does not take its place. */
const SAMPLE_MS = 600_000;
const SHOWN = 100;
const FORGET = `
  DELETE FROM device_inbox WHERE tenant_id = $1 AND device_id = $2 AND seq IS NULL AND native_key NOT IN (
    SELECT native_key FROM device_inbox WHERE tenant_id = $1 AND device_id = $2 AND seq IS NULL ORDER BY received_at DESC LIMIT ${SHOWN})`;

/** So long a message may be on its way to the lane before the sweep picks it up. */
const UNDER_WAY_MS = 4_000;
const MOST_SWEPT = 500;
const WAITING = `
  SELECT n.sn, i.native_key AS key, i.seq, i.message, i.payload, i.live, i.stored FROM device_inbox i
  JOIN device_directory n ON n.tenant_id = i.tenant_id AND n.device_id = i.device_id
  WHERE NOT i.stored AND i.received_at < $1::timestamptz ORDER BY i.tenant_id, i.device_id, i.seq LIMIT ${MOST_SWEPT}`;

async function waiting(database: Database, now: Date): Promise<{ device: BoughtDevice; events: Journaled[] }[]> {
  const rows = await database.read(platformScope, (db) =>
    db.raw<Stored & { sn: string }>(WAITING, [new Date(now.getTime() - UNDER_WAY_MS).toISOString()]),
  );
  if (rows.length === 0) return [];
  const devices = await find(database, 'd.sn = ANY($1::text[])', [[...new Set(rows.map(({ sn }) => sn))]]);
  return devices.map((device) => ({
    device,
    events: rows.filter(({ sn }) => sn === device.sn).map((row) => journaled(row, false)),
  }));
}

const LAST_SEEN_SQL = `
  UPDATE park_device SET native_id = coalesce(native_id, $3), trust = $4, ip_address = coalesce(nullif(ip_address, ''), $5)
  WHERE tenant_id = $1 AND id = $2 AND (native_id IS NULL AND $3::text IS NOT NULL OR trust IS DISTINCT FROM $4 OR coalesce(ip_address, '') = '')`;

const FAULT = `UPDATE park_device SET fault_text = $3, status = CASE WHEN $3::text IS NULL THEN 'online' ELSE 'fault' END WHERE tenant_id = $1 AND id = $2 AND fault_text IS DISTINCT FROM $3`;

const finds = (database: Database): Pick<BoughtPorts, 'byKey' | 'bySn' | 'mate' | 'ofFamilies' | 'all'> => ({
  byKey: async (key) => (await find(database, 'n.secret_hash = $1', [hashSecret(key)]))[0] ?? null,
  bySn: async (sn) => (await find(database, 'n.sn = $1', [sn]))[0] ?? null,
  mate: async ({ tenantId, parkId, family }, nativeId) =>
    (
      await find(database, 'd.tenant_id = $1 AND d.park_id = $2 AND d.family = $3 AND d.native_id = $4', [
        tenantId,
        parkId,
        family,
        nativeId,
      ])
    )[0] ?? null,
  ofFamilies: (families) => find(database, 'd.family = ANY($1::text[])', [families]),
  all: async () =>
    new Set(
      (
        await database.read(platformScope, (db) =>
          db.raw<{ sn: string }>('SELECT sn FROM park_device WHERE family IS NOT NULL AND deleted_at IS NULL'),
        )
      ).map(({ sn }) => sn),
    ),
});

/** What is noted of a device besides its messages. */
function notesOf(database: Database): Pick<BoughtPorts, 'sample' | 'alive' | 'fault'> {
  const inTenant = <T>({ tenantId }: { tenantId: number }, work: (db: Db) => Promise<T>): Promise<T> =>
    database.write(tenantScope(tenantId), work);
  return {
    sample: async (device, text) => {
      await inTenant(device, (db) =>
        db.raw(SAMPLE, [
          device.tenantId,
          device.deviceId,
          text,
          new Date().toISOString(),
          new Date(Date.now() - SAMPLE_MS).toISOString(),
        ]),
      );
    },
    alive: async (device, as) => {
      const at = new Date().toISOString();
      await inTenant(device, (db) => db.raw(ALIVE, [device.tenantId, device.deviceId, JSON.stringify(as), at]));
    },
    fault: async (device, fault) => {
      const words = fault && faultOf(fault);
      await inTenant(device, (db) => db.raw(FAULT, [device.tenantId, device.deviceId, words]));
    },
  };
}

/** What the intake of bought devices needs from the server. */
export function boughtPorts(database: Database): BoughtPorts {
  const inTenant = <T>({ tenantId }: { tenantId: number }, work: (db: Db) => Promise<T>): Promise<T> =>
    database.write(tenantScope(tenantId), work);
  return {
    ...finds(database),
    journal: (device, facts) => inTenant(device, (db) => journalFacts(db, device, facts, new Date())),
    stored: async (device, seqs) => {
      await inTenant(device, (db) => db.raw(STORED, [device.tenantId, device.deviceId, seqs]));
    },
    waiting: () => waiting(database, new Date()),
    hold: async (device, messages: readonly HeldMessage[]) => {
      const { tenantId, deviceId } = device;
      await inTenant(device, async (db) => {
        const rows = messages.map(({ key, message, rawAt, payload }) => ({
          key,
          message,
          payload: { at: new Date(rawAt).toISOString(), ...payload },
        }));
        await db.raw(HOLD, [tenantId, deviceId, JSON.stringify(rows), new Date().toISOString()]);
        await db.raw(FORGET, [tenantId, deviceId]);
      });
    },
    identified: async (device, { nativeId, trust, from }) => {
      await inTenant(device, (db) => db.raw(LAST_SEEN_SQL, [device.tenantId, device.deviceId, nativeId, trust, from]));
    },
    ...notesOf(database),
    ...commandsOf(database),
    ...contactsOf(database, (deviceId) => boughtDevice(database, deviceId)),
    listed: listEnded(database),
    opened: (device, commandId) => passagesOf(database).begin(device, commandId, new Date()),
    passages: async (): Promise<DuePassage[]> => {
      const due = await passagesOf(database).due(new Date());
      if (due.length === 0) return [];
      const ids = due.flatMap(({ deviceId, cameraId }) => [deviceId, cameraId]);
      const devices = new Map(
        (await find(database, 'd.id = ANY($1::uuid[])', [ids])).map((each) => [each.deviceId, each]),
      );
      return due.flatMap(({ deviceId, cameraId, ...passage }) => {
        const device = devices.get(deviceId);
        return device ? [{ ...passage, device, camera: devices.get(cameraId) ?? device }] : [];
      });
    },
    turnedAway: async () => {
      const all = await passagesOf(database).turnedAway(new Date());
      if (all.length === 0) return [];
      const cameras = new Map(
        (await find(database, 'd.id = ANY($1::uuid[])', [all.map(({ cameraId }) => cameraId)])).map((each) => [
          each.deviceId,
          each,
        ]),
      );
      return all.flatMap(({ cameraId, ...car }) => {
        const camera = cameras.get(cameraId);
        return camera ? [{ ...car, camera }] : [];
      });
    },
    over: (device) => passagesOf(database).over(device, new Date()),
    picture: (tenantId, bytes) => keepPicture(database, tenantId, bytes),
  };
}

/** Long enough for what any device keeps; what is older is known no more. */
const KEPT_DAYS = 60;

const REMOVED = `
  DELETE FROM device_listed l USING park_device d
  WHERE d.tenant_id = l.tenant_id AND d.id = l.device_id AND d.deleted_at IS NOT NULL`;

/** Deletes what is so old that no device sends it again, and lists of cameras that are gone. */
export async function forgetInbox(database: Database, now: Date): Promise<void> {
  await database.write(platformScope, async (db) => {
    await db.raw('DELETE FROM device_inbox WHERE received_at < $1::timestamptz AND stored', [
      new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString(),
    ]);
    await db.raw(REMOVED);
  });
}
