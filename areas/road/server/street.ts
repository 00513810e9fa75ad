/**
 * What sensors, concentrators, locks and roadside cameras say becomes evidence of the berth they were bound to at that
 * time.
 */
import { isoOf } from '#domain/time/iso.ts';
import type { EvidenceClaim } from '#domain/berth/types.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import type { StreetEvent } from '#areas/device/model/link.ts';
import { putIncidents } from '#areas/device/server/door.ts';
import type { Incident } from '#areas/device/server/door.ts';
import { raiseWarning } from '#areas/workorder/server/door.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { acceptHeld, hold } from './evidence.ts';
import type { Claim, Lot } from './evidence.ts';
import { callOffRaises } from './locks.ts';

type Device = { id: string; sn: string; type: string; company: string; name: string; berthNo: string | null };
type Binding = { device: string; berth: string; from: string; to: string | null };

type Known = {
  readonly byId: ReadonlyMap<string, Device>;
  readonly bySn: ReadonlyMap<string, Device>;
  readonly bindings: readonly Binding[];
  /** Berths of the lot by their number. */
  readonly berths: ReadonlyMap<string, string>;
};

const of = <K extends StreetEvent['kind']>(events: readonly StreetEvent[], kind: K) =>
  events.filter((event): event is Extract<StreetEvent, { kind: K }> => event.kind === kind);

const SPEAKING =
  'd.tenant_id = $1 AND d.park_id = $2 AND d.deleted_at IS NULL AND (d.id = ANY($3::uuid[]) OR d.sn = ANY($4::text[]))';

/**
 * The devices that speak and are spoken for, what they are bound to, and the berths that cameras name: all of this lot
 * and no other.
 */
async function look(db: Db, { tenantId, parkId }: Lot, events: readonly StreetEvent[]): Promise<Known> {
  const spoken = [
    tenantId,
    parkId,
    [...new Set(events.map(({ device }) => device))],
    [...new Set(of(events, 'space').flatMap(({ sensor }) => sensor ?? []))],
  ];
  const numbers = [...new Set(of(events, 'berthCar').map(({ spaceNo }) => spaceNo))];
  const [devices, bindings, berths] = await Promise.all([
    db.raw<Device>(
      `SELECT d.id, d.sn, d.device_type AS type, d.company_id AS company, d.device_name AS name, d.berth_no AS "berthNo" FROM park_device d WHERE ${SPEAKING}`,
      spoken,
    ),
    db.raw<Binding>(
      `SELECT s.device_id AS device, s.berth_id AS berth, s.from_time AS "from", s.to_time AS "to" FROM park_device d
      JOIN sensor_binding s ON s.tenant_id = d.tenant_id AND s.park_id = d.park_id AND s.device_id = d.id AND s.deleted_at IS NULL WHERE ${SPEAKING}`,
      spoken,
    ),
    numbers.length === 0
      ? []
      : db.raw<{ id: string; no: string }>(
          'SELECT id, berth_no AS no FROM rd_berth WHERE tenant_id = $1 AND park_id = $2 AND berth_no = ANY($3::text[]) AND deleted_at IS NULL',
          [tenantId, parkId, numbers],
        ),
  ]);
  return {
    byId: new Map(devices.map((device) => [device.id, device])),
    bySn: new Map(devices.map((device) => [device.sn, device])),
    bindings,
    berths: new Map(berths.map(({ id, no }) => [no, id])),
  };
}

/** Whom an event is about: a concentrator speaks for a sensor of its own car park. */
function subjectOf(event: StreetEvent, { byId, bySn }: Known): Device | null {
  if (event.kind !== 'space' || event.sensor === null) return byId.get(event.device) ?? null;
  const sensor = bySn.get(event.sensor);
  return sensor?.type === 'sensor' ? sensor : null;
}

const boundAt = (device: string, at: number, { bindings }: Known): string[] =>
  bindings
    .filter((each) => each.device === device && Date.parse(each.from) <= at && !(each.to && Date.parse(each.to) <= at))
    .map(({ berth }) => berth);

const stateClaim = (changed: boolean, car: boolean): EvidenceClaim =>
  changed ? (car ? 'arrive' : 'leave') : car ? 'present' : 'absent';

/**
 * What an event claims of a berth; null where it claims nothing, as a lock that does not know whether a car is there.
 */
function claimOf(event: StreetEvent): (Partial<Claim> & Pick<Claim, 'source' | 'claim'>) | null {
  switch (event.kind) {
    case 'space':
      return {
        source: 'sensor',
        claim: stateClaim(event.trigger === 'change', event.occupied),
        changes: event.changes,
        sinceSeconds: event.sinceSeconds,
        restarted: event.trigger === 'startup',
      };
    case 'lock':
      return event.car === null
        ? null
        : {
            source: 'lock',
            claim: stateClaim(event.trigger === 'car', event.car),
            restarted: event.trigger === 'startup',
          };
    case 'berthCar':
      return {
        source: 'camera',
        claim: event.claim,
        plate: event.plate,
        colour: event.plate === null ? null : event.colour,
        confidence: event.confidence,
        picture: event.picture,
      };
  }
}

type Read = { readonly claims: Claim[]; readonly problem?: Text };

const unknownSensor = text('没有这个传感器，或不在同一车场', 'No such sensor in this car park');
const unbound = text('当时没有绑定泊位', 'Bound to no berth at that time');
const unknownBerth = text('该车场没有这个泊位号', 'The car park has no berth of this number');

function read(event: StreetEvent, known: Known): Read {
  const subject = subjectOf(event, known);
  if (!subject) return { claims: [], problem: unknownSensor };
  const claim = claimOf(event);
  if (!claim) return { claims: [] };
  const named = event.kind === 'berthCar' ? known.berths.get(event.spaceNo) : undefined;
  const berths = event.kind === 'berthCar' ? (named ? [named] : []) : boundAt(subject.id, event.at, known);
  if (berths.length === 0) return { claims: [], problem: event.kind === 'berthCar' ? unknownBerth : unbound };
  return {
    claims: berths.map((berthId) => ({
      berthId,
      at: event.at,
      rawAt: event.rawAt,
      deviceId: subject.id,
      userId: null,
      plate: null,
      colour: null,
      confidence: null,
      picture: null,
      offline: false,
      changes: null,
      sinceSeconds: null,
      restarted: false,
      alsoOf: null,
      sourceId: event.device,
      seq: `${event.kind === 'space' && event.session ? `${event.session} ` : ''}${event.seq} ${berthId}`,
      ...claim,
    })),
  };
}

/** The last state a device reported, by its own time: a late message is stored as evidence and changes none of it. */
const STATES = `
  UPDATE park_device d SET last_seen_at = greatest(d.last_seen_at, $3::timestamptz), last_seq = greatest(d.last_seq, r.seq),
    status = CASE WHEN (CASE WHEN n.newer THEN coalesce(r.fault, d.fault_text) ELSE d.fault_text END) IS NULL THEN 'online' ELSE 'fault' END,
    fault_text = CASE WHEN n.newer THEN coalesce(r.fault, d.fault_text) ELSE d.fault_text END,
    told_at = CASE WHEN n.newer THEN r.at ELSE d.told_at END,
    battery_mv = CASE WHEN n.newer THEN coalesce(r.battery_mv, d.battery_mv) ELSE d.battery_mv END,
    rssi = CASE WHEN n.newer THEN coalesce(r.rssi, d.rssi) ELSE d.rssi END,
    changes = CASE WHEN n.newer THEN coalesce(r.changes, d.changes) ELSE d.changes END,
    car_there = CASE WHEN n.newer THEN coalesce(r.car, d.car_there) ELSE d.car_there END,
    arm_at = CASE WHEN n.newer AND r.arm IS DISTINCT FROM d.arm AND r.arm IS NOT NULL THEN r.at ELSE d.arm_at END,
    arm = CASE WHEN n.newer THEN coalesce(r.arm, d.arm) ELSE d.arm END
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, at timestamptz, seq bigint, battery_mv int, rssi int, changes int, arm text, car text, fault text),
    LATERAL (SELECT d2.told_at IS NULL OR d2.told_at <= r.at AS newer FROM park_device d2 WHERE d2.tenant_id = $1 AND d2.id = r.id) n
  WHERE d.tenant_id = $1 AND d.id = r.id
  RETURNING d.id, CASE WHEN d.told_at = r.at THEN r.fault END AS fault`;

const FORCED = '挡臂被强行压下 / forced';
const STUCK = '挡臂卡住 / stuck';

type State = {
  id: string;
  at: string;
  seq: number | null;
  battery_mv?: number | null;
  rssi?: number | null;
  changes?: number | null;
  arm?: string;
  car?: string | null;
  fault?: string | null;
};

function stateOf(event: StreetEvent, subject: Device): State {
  const bare = { id: subject.id, at: isoOf(event.at), seq: event.device === subject.id ? event.seq : null };
  switch (event.kind) {
    case 'space':
      return { ...bare, battery_mv: event.batteryMv, rssi: event.rssi, changes: event.changes };
    case 'lock':
      return {
        ...bare,
        battery_mv: event.batteryMv,
        arm: event.forced ? 'unknown' : event.arm,
        car: event.car === null ? null : event.car ? 'yes' : 'no',
        fault: event.forced ? FORCED : event.arm === 'stuck' ? STUCK : null,
      };
    case 'berthCar':
      return bare;
  }
}

/** The last state of each device, and any fault among its messages. */
function lastOf(states: readonly State[]): State[] {
  const last = new Map<string, State>();
  for (const state of [...states].sort((a, b) => (a.at < b.at ? -1 : 1)))
    last.set(state.id, { ...state, fault: state.fault ?? last.get(state.id)?.fault ?? null });
  return [...last.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * An arm that is stuck or was forced is raised no more before a person says that it is sound: somebody has to go there.
 */
async function warnOfLocks(
  db: Db,
  lot: Lot,
  states: readonly Pick<State, 'id' | 'fault'>[],
  known: Known,
  now: Date,
): Promise<void> {
  for (const { id, fault } of states) {
    const device = known.byId.get(id);
    if (!fault || !device) continue;
    const owner = { tenantId: lot.tenantId, companyId: device.company, parkId: lot.parkId };
    await raiseWarning(
      db,
      owner,
      { type: 'lock', subjectId: id, subject: `${device.name} ${device.sn}`, berthNo: device.berthNo, level: 'bad' },
      now,
    );
  }
}

function incidentsOf(events: readonly StreetEvent[], reads: readonly Read[], now: Date): Incident[] {
  const hour = Math.floor(now.getTime() / 3_600_000);
  const wrong = events.flatMap((event, nth) => {
    const { problem } = reads[nth]!;
    const about = event.kind === 'space' ? (event.sensor ?? '') : event.kind === 'berthCar' ? event.spaceNo : '';
    return problem ? [{ event, problem, key: `${event.device}\n${problem.en}\n${about}\n${hour}` }] : [];
  });
  return [...Map.groupBy(wrong, ({ key }) => key)].map(([key, same]) => ({
    key,
    deviceId: same[0]!.event.device,
    kind: 'rejected',
    times: same.length,
    reason: faultOf(same[0]!.problem),
    payload: same[0]!.event,
  }));
}

/**
 * Stores what devices of one lot reported about its berths, and the spells, stays and bills that follow; resolves after
 * the commit. The same messages again, late or in another order have the same result.
 */
export async function takeStreet(
  database: Database,
  lot: Lot,
  events: readonly StreetEvent[],
  now = new Date(),
): Promise<void> {
  const store = async (db: Db): Promise<() => void> => {
    const [, known] = await Promise.all([hold(db, lot), look(db, lot, events)]);
    const reads = events.map((event) => read(event, known));
    const states = lastOf(
      events.flatMap((event) => {
        const subject = subjectOf(event, known);
        return subject ? [stateOf(event, subject)] : [];
      }),
    );
    const claims = reads.flatMap((each) => each.claims);
    const moved = claims.flatMap(({ claim, berthId }) => (claim === 'arrive' || claim === 'leave' ? [berthId] : []));
    const [faults] = await Promise.all([
      db.raw<Pick<State, 'id' | 'fault'>>(STATES, [lot.tenantId, JSON.stringify(states), now.toISOString()]),
      callOffRaises(db, lot.tenantId, [...new Set(moved)], now),
    ]);
    await warnOfLocks(db, lot, faults, known, now);
    const incidents = incidentsOf(events, reads, now);
    if (incidents.length > 0) await putIncidents(db, lot.tenantId, incidents, now);
    return claims.length === 0 ? () => undefined : (await acceptHeld(db, lot, claims, now)).after;
  };
  const after = await database.write(tenantScope(lot.tenantId), store, { byKey: true });
  after();
}
