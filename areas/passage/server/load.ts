/** What a batch needs of one lot: its lock, its lanes, and every stay and order that the batch may touch. */
import type { DeviceState } from '#domain/lane/sequence.ts';
import { newDevice } from '#domain/lane/sequence.ts';
import { newLane } from '#domain/lane/step.ts';
import type { ReportedEvent } from '#domain/lane/reported.ts';
import type { LaneState, LotEvent } from '#domain/lane/types.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { Cards, cardsOf, couponsOf, Offers } from '#areas/derate/server/door.ts';
import { bookingsById } from '#areas/vehicle/server/door.ts';
import { gatePasses } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { listedPlates, sourcesOf } from './lot-sources.ts';
import type { Lot } from './lot.ts';
import { stayOf } from './rows.ts';
import type { Row } from './rows.ts';
import { unique, needOf, together, needOfLanes } from './need.ts';
import type { Need } from './need.ts';
import { PartBook } from './part-book.ts';
import { stayRows, reportedEventRows, orderEntries, unkeptOrders, lately, passagesOf } from './load-rows.ts';

/**
 * A device's place in its numbers; `since` is when (epoch ms, the server's clock) it began to wait for a missing one.
 */
export type KnownDevice = DeviceState<LotEvent> & { readonly since?: number };

export type LoadedLot = {
  readonly lot: Lot;
  readonly book: PartBook;
  readonly lanes: Map<string, LaneState>;
  readonly devices: Map<string, KnownDevice>;
  /** Stays as stored before the batch, by id. */
  readonly before: ReadonlyMap<string, Row>;
  readonly entries: Map<string, OrderEntry>;
  /** Orders of zero that were not stored; references to one find it unchanged. */
  readonly unkept: Map<string, OrderEntry>;
  /** Passes of the plates spoken of and of the stays, by id. */
  readonly passes: ReadonlyMap<string, GatePass>;
  readonly offers: Offers;
  readonly cards: Cards;
  /** Events of the given plates that belong to no visit yet. */
  readonly reported: readonly ReportedEvent[];
};

/**
 * Takes the lot: whoever changes anything in it waits here for the one before. Answers the cars inside as counted so
 * far; null where the lot's row had to be made first.
 */
export async function lockLot(db: Db, { place: { tenantId, companyId, parkId } }: Lot): Promise<number | null> {
  const [row] = await db.raw<{ inside: number }>(
    'SELECT inside FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE',
    [tenantId, parkId],
  );
  if (row) return row.inside;
  await db.raw('INSERT INTO park_live (tenant_id, company_id, park_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    tenantId,
    companyId,
    parkId,
  ]);
  return null;
}

/**
 * Takes those of a tenant's lots that nobody else holds, without waiting. Answers the cars inside each as counted so
 * far.
 */
export async function lockFree(
  db: Db,
  tenantId: number,
  parkIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.raw<{ park_id: string; inside: number }>(
    'SELECT park_id, inside FROM park_live WHERE tenant_id = $1 AND park_id = ANY($2::uuid[]) FOR UPDATE SKIP LOCKED',
    [tenantId, parkIds],
  );
  return new Map(rows.map((row) => [row.park_id, row.inside]));
}

type LaneRow = { gate_id: string; state: LaneState };
type DeviceRow = { device_id: string; state: KnownDevice };

const laneRows = (db: Db, { place: { tenantId, parkId } }: Lot, ids: readonly string[]): Promise<LaneRow[]> | [] =>
  ids.length === 0
    ? []
    : db.raw<LaneRow>(
        'SELECT gate_id, state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = ANY($3::uuid[])',
        [tenantId, parkId, ids],
      );

const deviceRows = (db: Db, { place: { tenantId, parkId } }: Lot, ids: readonly string[]): Promise<DeviceRow[]> | [] =>
  ids.length === 0
    ? []
    : db.raw<DeviceRow>(
        'SELECT device_id, state FROM device_live WHERE tenant_id = $1 AND park_id = $2 AND device_id = ANY($3::uuid[])',
        [tenantId, parkId, ids],
      );

/** As stored; a device without messages yet starts at its first number. */
function devicesOf(rows: readonly DeviceRow[], ids: readonly string[]): Map<string, KnownDevice> {
  const devices = new Map(rows.map((row) => [row.device_id, row.state]));
  for (const id of ids) if (!devices.has(id)) devices.set(id, newDevice<LotEvent>());
  return devices;
}

/** As stored; one that no car came to yet is empty. */
function lanesOf(rows: readonly LaneRow[], ids: readonly string[], lot: Lot): Map<string, LaneState> {
  const lanes = new Map(rows.map((row) => [row.gate_id, turned(row.state, lot)]));
  for (const id of ids) if (!lanes.has(id)) lanes.set(id, newLane(id, lot.lanes.get(id)?.direction ?? 'entry'));
  return lanes;
}

/** The passes found by plate, with those that the stays came in with. */
async function withPassesOfStays(
  db: Db,
  lot: Lot,
  rows: readonly Row[],
  found: readonly GatePass[],
): Promise<ReadonlyMap<string, GatePass>> {
  const others = unique(
    rows.map((row) => (row.kind === 'pass' || row.kind === 'temp-group-queue' ? (row.pass_id as string | null) : null)),
  ).filter((id) => !found.some((pass) => pass.id === id));
  return new Map([...found, ...(await gatePasses(db, lot.place, { ids: others }))].map((pass) => [pass.id, pass]));
}

const without = (known: readonly string[], plates: readonly string[]): string[] =>
  plates.filter((plate) => !known.includes(plate));

/** Coupons and cards of the plates spoken of. A stay that is meant may have been read under another text. */
async function discountsOf(
  db: Db,
  lot: Lot,
  need: Need,
  { rows, near }: { readonly rows: readonly Row[]; readonly near: ReadonlySet<string> },
  coupons: Awaited<ReturnType<typeof couponsOf>>,
  cards: Awaited<ReturnType<typeof cardsOf>>,
): Promise<{ readonly offers: Offers; readonly cards: Cards }> {
  const read = unique(rows.map((row) => (near.has(String(row.id)) ? null : String(row.plate_number))));
  const alsoMeant = without(need.plates, read);
  const [moreCoupons, moreCards] = await Promise.all([
    couponsOf(db, lot.place, alsoMeant),
    cardsOf(db, lot.place, alsoMeant),
  ]);
  return { offers: new Offers([...coupons, ...moreCoupons]), cards: new Cards([...cards, ...moreCards]) };
}

/** Stays that only look like one spoken of, and those merged into another: their orders are not read. */
const staysWithoutOrders = (rows: readonly Row[], near: ReadonlySet<string>, need: Need): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) =>
      near.has(String(row.id)) || (row.status === 'merged' && !need.stayIds.includes(String(row.id)))
        ? [String(row.id)]
        : [],
    ),
  );

/**
 * Loads a car park whose lock was requested before: every query here runs after it was acquired. Null if it could not
 * be acquired.
 */
export async function loadLot(
  db: Db,
  lot: Lot,
  locking: Promise<number | null>,
  wanted: Need,
): Promise<LoadedLot | null> {
  const { parkId } = lot.place;
  const [storedLanes, storedDevices, inside] = await Promise.all([
    laneRows(db, lot, wanted.lanes),
    deviceRows(db, lot, wanted.devices),
    locking,
  ]);
  if (inside === null) return null;
  const devices = devicesOf(storedDevices, wanted.devices);
  const held = needOf([...devices.values()].flatMap((device) => device.held));
  const more = held.lanes.filter((id) => !wanted.lanes.includes(id));
  if (more.length > 0) return loadLot(db, lot, locking, together(wanted, { lanes: more }));
  const lanes = lanesOf(storedLanes, wanted.lanes, lot);
  const moving = new Set([...wanted.moving, ...held.moving]);
  const need = together(wanted, held, needOfLanes([...lanes.values()].filter(({ lane }) => moving.has(lane))));
  const [lists, { rows, near }, passages, found, given, stored, reported] = await Promise.all([
    listedPlates(db, parkId, need.plates),
    stayRows(db, lot, need),
    lately(db, lot, need),
    gatePasses(db, lot.place, { plates: need.plates }),
    couponsOf(db, lot.place, need.plates),
    cardsOf(db, lot.place, need.plates),
    reportedEventRows(db, lot, need.plates),
  ]);
  // Who shares spaces with a car that may come in is counted with it.
  const mates = without(need.plates, unique(found.flatMap((pass) => pass.group?.plates ?? [])));
  if (mates.length > 0) return loadLot(db, lot, locking, together(wanted, { plates: mates }));
  const passes = await withPassesOfStays(db, lot, rows, found);
  const { offers, cards } = await discountsOf(db, lot, need, { rows, near }, given, stored);
  const booked = await bookingsById(db, unique(rows.map((row) => row.booking_id as string | null)));
  const left = await passagesOf(db, lot, rows);
  const withoutOrders = staysWithoutOrders(rows, near, need);
  const stays = rows.map((row) => String(row.id));
  const entries = await orderEntries(
    db,
    lot,
    stays.filter((id) => !withoutOrders.has(id)),
    unique([...need.orderIds, ...passages.map((passage) => passage.order)]),
  );
  const elsewhere = without(stays, unique([...entries.values()].map(({ order }) => order.stay)));
  if (elsewhere.some((id) => !wanted.stayIds.includes(id)))
    return loadLot(db, lot, locking, together(wanted, { stayIds: elsewhere }));
  const unkept = unkeptOrders(lot, lanes.values(), passages, entries);
  const orders = [...entries.values(), ...unkept.values()].map((entry) => entry.order);
  const book = new PartBook(
    { park: parkId, inside, stays: rows.map(stayOf), orders, passages: [...left, ...passages] },
    sourcesOf(lot, lists, passes, offers, [...booked, ...lot.bookings], cards),
    need,
    withoutOrders,
  );
  return {
    lot,
    book,
    reported,
    lanes,
    devices,
    before: new Map(rows.map((row) => [String(row.id), row])),
    entries,
    unkept,
    passes,
    offers,
    cards,
  };
}

/** A lane whose direction was changed turns as soon as nobody stands in it. */
function turned(state: LaneState, lot: Lot): LaneState {
  const lane = lot.lanes.get(state.lane);
  if (lane?.twoWay) return state; // it turns by who comes
  const direction = lane?.direction ?? state.direction;
  return state.phase.name === 'idle' && state.ahead.length === 0 && !state.late ? { ...state, direction } : state;
}
