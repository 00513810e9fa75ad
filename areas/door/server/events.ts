/** What devices at doors say becomes events, each number of a device once, whenever and however often it comes. */
import type { DoorEvent, IngestTarget } from '#areas/device/model/link.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { bringFires, takeFires } from './fires.ts';
import { FOLLOWED, warnOfSeen } from './follows.ts';
import type { FireInput } from './fires.ts';
import { markPassages } from './presence.ts';
import { takeReadings } from './readings.ts';

type Device = { id: string; companyId: string; villageId: string | null; gateId: string | null };
type Person = { id: string; name: string; villageId: string; follows: readonly string[] };

const RESULTS: Readonly<Record<string, string>> = {
  open: 'opened',
  closed: 'closed',
  held: 'heldOpen',
  forced: 'forced',
  tamper: 'tamper',
};

type Passed = Exclude<DoorEvent, { kind: 'temperature' }>;

const resultOf = (event: Passed): string | null => {
  if (event.kind === 'fire') return event.on ? 'fire' : 'fireOff';
  return event.kind === 'swipe' ? event.result : (RESULTS[event.contact] ?? null);
};

/** What is received so long after it happened was decided by a device that was cut off: three heartbeats. */
const CUT_OFF_MS = 90_000;

function rowOf(tenantId: number, event: Passed, device: Device, people: ReadonlyMap<string, Person>, now: number) {
  const swipe = event.kind === 'swipe' ? event : null;
  const contact = event.kind === 'door' ? event : null;
  // A device knows the people of its own community and no others.
  const named = people.get(swipe?.person ?? '');
  const person = named?.villageId === device.villageId ? named : null;
  return {
    tenant_id: tenantId,
    company_id: device.companyId,
    village_id: device.villageId,
    id: newId(),
    time: isoOf(event.at),
    raw_time: isoOf(event.rawAt),
    gate_id: device.gateId,
    device_id: device.id,
    seq: event.seq,
    reader: swipe?.reader ?? null,
    emp_id: person?.id ?? null,
    emp_name: person?.name ?? null,
    credential: swipe?.credential ?? null,
    result: resultOf(event),
    reason: swipe?.reason ?? null,
    cause: contact?.by ?? null,
    cause_id: contact?.commandId ?? contact?.swipeSeq?.toString() ?? null,
    picture: swipe?.picture ?? null,
    offline: swipe ? swipe.offline || now - swipe.at > CUT_OFF_MS : null,
  };
}

async function known(db: Db, { tenantId, parkId }: IngestTarget, events: readonly DoorEvent[]) {
  const devices = await db.raw<Device>(
    `SELECT id, company_id AS "companyId", village_id AS "villageId", door_gate_id AS "gateId" FROM park_device
     WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[]) AND deleted_at IS NULL`,
    [tenantId, parkId, [...new Set(events.map(({ device }) => device))]],
  );
  const ids = new Set(events.flatMap((event) => (event.kind === 'swipe' && event.person ? [event.person] : [])));
  const people = await db.raw<Person>(
    `SELECT e.id, e.emp_name AS name, e.village_id AS "villageId", ${FOLLOWED} AS follows FROM door_employee e
     WHERE e.tenant_id = $1 AND e.id = ANY($2::uuid[])`,
    [tenantId, [...ids]],
  );
  return {
    devices: new Map(devices.map((each) => [each.id, each])),
    people: new Map(people.map((each) => [each.id, each])),
  };
}

const LAST_SEEN_SQL = `
  UPDATE park_device d SET last_seq = greatest(d.last_seq, r.seq) FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, seq bigint)
  WHERE d.tenant_id = $1 AND d.id = r.id`;

/** What is stored for the first time: an alarm begins once, however often it is reported. */
const FRESH =
  'ON CONFLICT DO NOTHING RETURNING device_id AS "deviceId", result, time AS at, emp_id AS person, reason, gate_id AS "gateId"';
type Fresh = {
  deviceId: string;
  result: string | null;
  at: string;
  person: string | null;
  reason: string | null;
  gateId: string | null;
};

/** Stores the door messages of one car park's devices; resolves after the commit. */
export async function takeDoors(
  database: Database,
  target: IngestTarget,
  events: readonly DoorEvent[],
  now = Date.now(),
): Promise<void> {
  let inputs: FireInput[] = [];
  await database.write(tenantScope(target.tenantId), async (db) => {
    const { devices, people } = await known(db, target, events);
    const rows = events.flatMap((event) => {
      const device = devices.get(event.device);
      if (event.kind === 'temperature') return [];
      return device?.villageId ? [rowOf(target.tenantId, event, device, people, now)] : [];
    });
    const fresh = await insertRows<Fresh>(db, 'door_event', rows, FRESH);
    inputs = fresh.flatMap(({ deviceId, result, at }) => {
      const { companyId, villageId, gateId } = devices.get(deviceId)!;
      return result === 'fire' && villageId !== null ? [{ deviceId, companyId, villageId, gateId, at }] : [];
    });
    await markPassages(db, target.tenantId, fresh);
    await takeFires(db, target, inputs);
    await takeReadings(
      db,
      target,
      events.filter((event) => event.kind === 'temperature'),
    );
    const last = new Map<string, number>();
    for (const { device, seq } of events) last.set(device, Math.max(last.get(device) ?? 0, seq));
    const lastSeqs = [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, seq]) => ({ id, seq }));
    await db.raw(LAST_SEEN_SQL, [target.tenantId, JSON.stringify(lastSeqs)]);
    const seen = fresh.flatMap(({ person, ...swipe }) => {
      const named = people.get(person ?? '');
      return named ? [{ ...swipe, ...named, person: named.id, companyId: devices.get(swipe.deviceId)!.companyId }] : [];
    });
    await warnOfSeen(db, target, seen);
  });
  if (inputs.length > 0) await bringFires(database);
}
