/**
 * Where the cars of the street's past stood: a berth for each stay, the evidence for it, and how long each berth was
 * taken or free.
 */
import { spellId } from '#areas/road/server/spells.ts';
import { claimRow } from '#areas/road/server/evidence.ts';
import type { Claim } from '#areas/road/server/evidence.ts';
import type { Place } from '#areas/billing/model/events.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import type { PastStay } from './history.ts';
import { randomFrom } from './random.ts';
import { HEARTBEAT_MS, dutyOf } from './street.ts';
import type { Collector, Street, StreetBerth } from './street.ts';

/** Where a car stood, and who worked the section when it left. */
export type Stand = { readonly berth: StreetBerth; readonly duty: Collector | null };

/** Claims are kept as long as the evidence engine looks back, and some days more for viewing. */
const EVIDENCE_MS = 5 * 24 * HOUR;
/** A berth is taken again so soon only where no other is free: reports within minutes belong to one event. */
const REST_MS = 20 * MINUTE;

/** A berth for each of the stays, in order of arrival: those towards the street's beginning are liked better. */
export function standsOf(street: Street, past: readonly PastStay[]): ReadonlyMap<PastStay, Stand> {
  const random = randomFrom(2_026);
  const freeAt = street.berths.map(() => 0);
  const found = new Map<PastStay, Stand>();
  for (const stay of past) {
    const rested = freeAt.flatMap((at, nth) => (at <= stay.inAt - REST_MS ? [nth] : []));
    const nth = rested[Math.floor(random() ** 1.3 * rested.length)] ?? freeAt.indexOf(Math.min(...freeAt));
    if (freeAt[nth]! > stay.inAt) continue;
    freeAt[nth] = stay.outAt ?? Infinity;
    const berth = street.berths[nth]!;
    found.set(stay, { berth, duty: stay.outAt === null ? null : dutyOf(street, berth.sectionId, stay.outAt) });
  }
  return found;
}

const bare = (berth: StreetBerth, at: number, claim: Claim['claim'], seq: string): Claim => ({
  berthId: berth.id,
  at,
  rawAt: at,
  source: 'sensor',
  claim,
  deviceId: berth.sensorId,
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
  sourceId: berth.sensorId,
  seq,
});

/** What a sensor says of its berth. */
export const sensed = (berth: StreetBerth, at: number, claim: Claim['claim']): Claim =>
  bare(berth, at, claim, `${claim}-${at}`);

/** A plate read at a berth: by the collector on duty there, by night by the driver who scans the berth's code. */
export const readAt = (
  street: Street,
  berth: StreetBerth,
  at: number,
  car: { readonly plate: string; readonly colour: string },
): Claim => {
  const person = dutyOf(street, berth.sectionId, at);
  return {
    ...bare(berth, at, 'plate', `plate-${at}`),
    source: person ? 'person' : 'driver',
    deviceId: null,
    userId: person?.id ?? null,
    plate: car.plate,
    colour: car.colour,
    sourceId: person?.id ?? berth.id,
  };
};

/** When the plate was read: some minutes after the car came, and before it left or the past ended. */
const readTime = ({ inAt, outAt }: PastStay, now: number): number => {
  const minutes = 2 + ((Math.floor(inAt / 1000) * 7_919) % 16);
  return Math.min(inAt + minutes * MINUTE, inAt + Math.floor(((outAt ?? now) - inAt) / 2));
};

type Taken = { readonly stay: PastStay; readonly id: string };

function claimsOf(street: Street, berth: StreetBerth, taken: readonly Taken[], nth: number, now: number): Claim[] {
  const from = now - EVIDENCE_MS;
  const recent = taken.filter(({ stay }) => stay.inAt >= from);
  const there = (at: number) => taken.some(({ stay }) => stay.inAt <= at && at < (stay.outAt ?? Infinity));
  const changes = recent.flatMap(({ stay }) => [stay.inAt, stay.outAt ?? Infinity]);
  const beats: Claim[] = [];
  for (let at = from + nth * 4 * MINUTE; at < now; at += HEARTBEAT_MS)
    if (changes.every((change) => Math.abs(change - at) > 2 * MINUTE))
      beats.push(sensed(berth, at, there(at) ? 'present' : 'absent'));
  return [
    ...beats,
    ...recent.flatMap(({ stay }) => [
      sensed(berth, stay.inAt, 'arrive'),
      readAt(street, berth, readTime(stay, now), stay.car),
      ...(stay.outAt === null ? [] : [sensed(berth, stay.outAt, 'leave')]),
    ]),
  ];
}

type Spell = { readonly from: number; readonly to: number | null; readonly taken: Taken | null };

/** Free and taken by turns, from the first day on. */
function spellsOf(taken: readonly Taken[], from: number): Spell[] {
  const spells: Spell[] = [];
  let free = from;
  for (const each of taken) {
    const { inAt, outAt } = each.stay;
    if (inAt > free) spells.push({ from: free, to: inAt, taken: null });
    spells.push({ from: inAt, to: outAt, taken: each });
    if (outAt === null) return spells;
    free = outAt;
  }
  return [...spells, { from: free, to: null, taken: null }];
}

/**
 * Writes the street's evidence and the past and present states of its berths. `idOf`: the row a stay of the past has.
 */
export async function writeStreet(
  db: Db,
  place: Place,
  street: Street,
  stands: ReadonlyMap<PastStay, Stand>,
  idOf: (stay: PastStay) => string,
): Promise<void> {
  const now = Date.now();
  const byBerth = Map.groupBy(stands, ([, { berth }]) => berth.id);
  const from = Math.min(now, ...[...stands.keys()].map(({ inAt }) => inAt)) - HOUR;
  const head = { tenant_id: place.tenantId, company_id: place.companyId, park_id: place.parkId };
  const evidence: Record<string, unknown>[] = [];
  const spells: Record<string, unknown>[] = [];
  const present: Record<string, unknown>[] = [];
  for (const [nth, berth] of street.berths.entries()) {
    const taken = (byBerth.get(berth.id) ?? []).map(([stay]): Taken => ({ stay, id: idOf(stay) }));
    for (const claim of claimsOf(street, berth, taken, nth, now))
      evidence.push(claimRow(place, place.companyId, claim, isoOf(claim.at)));
    const own = spellsOf(taken, from);
    for (const spell of own)
      spells.push({
        ...head,
        id: spellId(berth.id, spell.from),
        created_at: isoOf(spell.from),
        updated_at: isoOf(spell.to ?? spell.from),
        berth_id: berth.id,
        from_time: isoOf(spell.from),
        to_time: spell.to === null ? null : isoOf(spell.to),
        state: spell.taken ? 'occupied' : 'free',
        stay_id: spell.taken?.id ?? null,
        began_by: 'sensor',
        ended_by: spell.to === null ? null : 'sensor',
      });
    const last = own.at(-1)!;
    present.push({
      id: berth.id,
      state: last.taken ? 'occupied' : 'free',
      since: isoOf(last.from),
      plate: last.taken?.stay.car.plate ?? null,
      stay: last.taken?.id ?? null,
    });
  }
  await insertRows(db, 'berth_evidence', evidence, '');
  await insertRows(db, 'berth_spell', spells, '');
  await db.raw(
    `UPDATE rd_berth b SET state = n.state, since = n.since, plate_number = n.plate, stay_id = n.stay
    FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, state text, since timestamptz, plate text, stay text)
      WHERE b.tenant_id = $1 AND b.id = n.id`,
    [place.tenantId, JSON.stringify(present)],
  );
  await db.raw('UPDATE rd_berth SET created_at = least(created_at, $3) WHERE tenant_id = $1 AND park_id = $2', [
    place.tenantId,
    place.parkId,
    isoOf(from),
  ]);
  await db.raw(
    'UPDATE sensor_binding SET from_time = least(from_time, $3), proven_time = least(from_time, $3) WHERE tenant_id = $1 AND park_id = $2 AND to_time IS NULL',
    [place.tenantId, place.parkId, isoOf(from)],
  );
  await recordSensorReports(db, place, now);
}

/** The street's sensors have just reported. */
export async function recordSensorReports(
  db: Db,
  { tenantId, parkId }: Pick<Place, 'tenantId' | 'parkId'>,
  now: number,
): Promise<void> {
  await db.raw(
    `UPDATE park_device SET status = 'online', last_seen_at = $3,
      battery_mv = coalesce(battery_mv, 3300 + abs(hashtext(sn)) % 300),
      rssi = coalesce(rssi, -60 - abs(hashtext(sn)) % 40)
    WHERE tenant_id = $1 AND park_id = $2 AND device_type = 'sensor' AND deleted_at IS NULL`,
    [tenantId, parkId, isoOf(now)],
  );
}
