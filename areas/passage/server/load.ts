/** What a batch needs of one lot: its lock, its lanes, and every stay and order that the batch may touch. */
import type { DeviceState } from '#domain/lane/sequence.ts';
import { newDevice } from '#domain/lane/sequence.ts';
import { newLane } from '#domain/lane/step.ts';
import type { Told } from '#domain/lane/told.ts';
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
import { stayRows, toldRows, orderEntries, unkeptOrders, lately, passagesOf } from './load-rows.ts';

/** A device's place in its numbers; `since` is when (epoch ms, the server's clock) it began to wait for a missing one. */
export type HeardDevice = DeviceState<LotEvent> & { readonly since?: number };

export type LoadedLot = {
  readonly lot: Lot;
  readonly book: PartBook;
  readonly lanes: Map<string, LaneState>;
  readonly devices: Map<string, HeardDevice>;
  /** Stays as stored before the batch, by id. */
  readonly before: ReadonlyMap<string, Row>;
  readonly entries: Map<string, OrderEntry>;
  /** Orders that asked for nothing and so were not stored; what speaks of one finds it as it was. */
  readonly unkept: Map<string, OrderEntry>;
  /** Passes of the plates spoken of and of the stays, by id. */
  readonly passes: ReadonlyMap<string, GatePass>;
  readonly offers: Offers;
  readonly cards: Cards;
  /** What was told of the plates spoken of and no visit has yet. */
  readonly told: readonly Told[];
};

/** Takes the lot: whoever changes anything in it waits here for the one before. Answers the cars inside as counted so far; null where the lot's row had to be made first. */
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

/** Takes those of a tenant's lots that nobody else holds, without waiting. Answers the cars inside each as counted so far. */
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

/** Loads a lot whose lock was asked for before: every query here runs after it was got. Null where it was not there to be got. */
export async function loadLot(
  db: Db,
  lot: Lot,
  locking: Promise<number | null>,
  asked: Need,
): Promise<LoadedLot | null> {
  const { tenantId, parkId } = lot.place;
  const [laneRows, deviceRows, inside] = await Promise.all([
    asked.lanes.length === 0
      ? []
      : db.raw<{ gate_id: string; state: LaneState }>(
          'SELECT gate_id, state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = ANY($3::uuid[])',
          [tenantId, parkId, asked.lanes],
        ),
    asked.devices.length === 0
      ? []
      : db.raw<{ device_id: string; state: HeardDevice }>(
          'SELECT device_id, state FROM device_live WHERE tenant_id = $1 AND park_id = $2 AND device_id = ANY($3::uuid[])',
          [tenantId, parkId, asked.devices],
        ),
    locking,
  ]);
  if (inside === null) return null;
  const devices = new Map(deviceRows.map((row) => [row.device_id, row.state]));
  for (const id of asked.devices) if (!devices.has(id)) devices.set(id, newDevice<LotEvent>());
  const held = needOf([...devices.values()].flatMap((device) => device.held));
  const more = held.lanes.filter((id) => !asked.lanes.includes(id));
  if (more.length > 0) return loadLot(db, lot, locking, together(asked, { lanes: more }));
  const lanes = new Map(laneRows.map((row) => [row.gate_id, turned(row.state, lot)]));
  for (const id of asked.lanes) if (!lanes.has(id)) lanes.set(id, newLane(id, lot.lanes.get(id)?.direction ?? 'entry'));
  const need = together(
    asked,
    held,
    needOfLanes([...lanes.values()].filter(({ lane }) => asked.moving.includes(lane) || held.moving.includes(lane))),
  );
  const [lists, { rows, near }, passages, found, given, stored, told] = await Promise.all([
    listedPlates(db, parkId, need.plates),
    stayRows(db, lot, need),
    lately(db, lot, need),
    gatePasses(db, lot.place, { plates: need.plates }),
    couponsOf(db, lot.place, need.plates),
    cardsOf(db, lot.place, need.plates),
    toldRows(db, lot, need.plates),
  ]);
  // Who shares spaces with a car that may come in is counted with it.
  const mates = unique(found.flatMap((pass) => pass.group?.plates ?? [])).filter(
    (plate) => !need.plates.includes(plate),
  );
  if (mates.length > 0) return loadLot(db, lot, locking, together(asked, { plates: mates }));
  const others = unique(
    rows.map((row) => (row.kind === 'pass' || row.kind === 'temp-group-queue' ? (row.pass_id as string | null) : null)),
  ).filter((id) => !found.some((pass) => pass.id === id));
  const passes = new Map(
    [...found, ...(await gatePasses(db, lot.place, { ids: others }))].map((pass) => [pass.id, pass]),
  );
  // A stay that is meant may have been read under another text than the one spoken of.
  const alsoMeant = unique(rows.map((row) => (near.has(String(row.id)) ? null : String(row.plate_number)))).filter(
    (plate) => !need.plates.includes(plate),
  );
  const [givenToo, storedToo] = await Promise.all([
    couponsOf(db, lot.place, alsoMeant),
    cardsOf(db, lot.place, alsoMeant),
  ]);
  const [offers, cards] = [new Offers([...given, ...givenToo]), new Cards([...stored, ...storedToo])];
  const booked = await bookingsById(db, unique(rows.map((row) => row.booking_id as string | null)));
  const left = await passagesOf(db, lot, rows);
  const withoutOrders = new Set(
    rows.flatMap((row) =>
      near.has(String(row.id)) || (row.status === 'merged' && !need.stayIds.includes(String(row.id)))
        ? [String(row.id)]
        : [],
    ),
  );
  const entries = await orderEntries(
    db,
    lot,
    rows.map((row) => String(row.id)).filter((id) => !withoutOrders.has(id)),
    unique([...need.orderIds, ...passages.map((passage) => passage.order)]),
  );
  const elsewhere = unique([...entries.values()].map(({ order }) => order.stay)).filter(
    (id) => !rows.some((row) => row.id === id),
  );
  if (elsewhere.some((id) => !asked.stayIds.includes(id)))
    return loadLot(db, lot, locking, together(asked, { stayIds: elsewhere }));
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
    told,
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
