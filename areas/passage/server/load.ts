/** What a batch needs of one lot: its lock, its lanes, and every stay and order that the batch may touch. */
import { Book } from '#domain/lane/book.ts';
import type { Earlier, Loaded, Sources } from '#domain/lane/book.ts';
import type { ListClass, Similar } from '#domain/lane/lookup.ts';
import type { DeviceState } from '#domain/lane/sequence.ts';
import { newDevice } from '#domain/lane/sequence.ts';
import { newLane } from '#domain/lane/step.ts';
import type { Told } from '#domain/lane/told.ts';
import type { AttendEvent, LaneState, LotEvent, PassageFact, Phase, Stay } from '#domain/lane/types.ts';
import { newOrder, orderStep } from '#domain/ledger/order.ts';
import type { Order } from '#domain/ledger/order.ts';
import { isNoPlateCode } from '#domain/plate/plate.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { Cards, cardsOf, couponsOf, Offers } from '#areas/derate/server/door.ts';
import { bookingsById } from '#areas/vehicle/server/door.ts';
import { gatePasses } from '#areas/pass/server/door.ts';
import type { GatePass } from '#areas/pass/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { listedPlates, sourcesOf } from './lot.ts';
import type { Lot } from './lot.ts';
import { iso, ms, stayColumns, stayOf } from './rows.ts';
import type { Row } from './rows.ts';

/** What the batch speaks of. `passings`: vehicles that may have left their lane already. `present`: all cars inside, because a text may mean any of them. */
export type Need = {
  readonly plates: readonly string[];
  readonly stayIds: readonly string[];
  readonly orderIds: readonly string[];
  readonly lanes: readonly string[];
  readonly devices: readonly string[];
  readonly passings: readonly { readonly lane: string; readonly passing: number; readonly at: number }[];
  readonly earliest: number;
  readonly present: boolean;
  /** Since when (epoch ms) visits of the plates are counted by a tariff; Infinity where none are. */
  readonly visits: number;
  /** Lanes of which a vehicle is spoken, not only the barrier. */
  readonly moving: readonly string[];
};

export const noNeed: Need = {
  plates: [],
  stayIds: [],
  orderIds: [],
  lanes: [],
  devices: [],
  passings: [],
  earliest: Number.POSITIVE_INFINITY,
  present: false,
  visits: Number.POSITIVE_INFINITY,
  moving: [],
};

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

/** Thrown by a question that what was loaded cannot answer; nothing was written yet, so the batch is begun again with more. */
export class NeedsMore extends Error {
  readonly need: Partial<Need>;
  constructor(need: Partial<Need>) {
    super('more of the lot has to be loaded');
    this.need = need;
  }
}

/** A book that knows what it was not given, and says so while the rules ask it. */
export class PartBook extends Book {
  readonly #need: Need;
  readonly #withoutOrders: ReadonlySet<string>;
  readonly #plates: ReadonlySet<string>;
  #asked = true;

  constructor(loaded: Loaded, sources: Sources, need: Need, withoutOrders: ReadonlySet<string>) {
    super(loaded, sources);
    this.#need = need;
    this.#withoutOrders = withoutOrders;
    this.#plates = new Set(need.plates);
  }

  /** From now on what is not here does not exist: the rules have had their say. */
  close(): void {
    this.#asked = false;
  }

  /** Codes of vehicles without a plate are made here, so nothing is stored of one that is new. */
  #known(plate: string): void {
    if (this.#asked && plate !== '' && !this.#plates.has(plate) && !isNoPlateCode(plate))
      throw new NeedsMore({ plates: [plate] });
  }

  override stays(plate: string): readonly Stay[] {
    this.#known(plate);
    return super.stays(plate);
  }

  override listClass(plate: string, colour: string, at: number): ListClass {
    this.#known(plate);
    return super.listClass(plate, colour, at);
  }

  override stay(id: string): Stay | null {
    const found = super.stay(id);
    if (this.#asked && found === null && !this.#need.stayIds.includes(id)) throw new NeedsMore({ stayIds: [id] });
    return found;
  }

  /** A stay if it was given, without insisting. */
  given(id: string): Stay | null {
    return super.stay(id);
  }

  override similar(plate: string, at: number): Similar {
    if (this.#asked && !this.#need.present) throw new NeedsMore({ present: true });
    return super.similar(plate, at);
  }

  protected override earlier(stay: Stay, at: number, since: number): Earlier {
    if (this.#asked && since < wholeSince(this.#need)) throw new NeedsMore({ visits: since });
    return super.earlier(stay, at, since);
  }

  protected override mates(plates: readonly string[], since: number): readonly Stay[] {
    if (this.#asked && since < wholeSince(this.#need)) throw new NeedsMore({ visits: since });
    return super.mates(plates, since);
  }

  override outstanding(order: string): number {
    if (this.#asked && this.order(order) === null && !this.#need.orderIds.includes(order))
      throw new NeedsMore({ orderIds: [order] });
    return super.outstanding(order);
  }

  override ordersOf(stay: string): readonly Order[] {
    if (this.#withoutOrders.has(stay)) throw new NeedsMore({ stayIds: [stay] });
    return super.ordersOf(stay);
  }
}

const unique = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null && value !== undefined && value !== '')),
];

/** Texts, ids and lanes that events speak of. */
export function needOf(events: readonly LotEvent[]): Need {
  const attends = events.filter((event): event is AttendEvent => event.kind === 'attend');
  const picks = attends.flatMap((event) => (event.act.action === 'pick' ? [event.act] : []));
  return {
    plates: unique([
      ...events.map((event) => (event.kind === 'plate' || event.kind === 'happened' ? event.plate : null)),
      ...picks.map((pick) => pick.plate),
    ]),
    stayIds: unique(picks.map((pick) => pick.stay)),
    orderIds: unique(events.map((event) => ('order' in event ? event.order : null))),
    lanes: unique(events.map((event) => event.lane)),
    devices: unique(events.map((event) => event.device)),
    passings: attends.map(({ lane, passing, at }) => ({ lane, passing, at })),
    present: false,
    visits: Number.POSITIVE_INFINITY,
    moving: unique(events.filter(({ kind }) => kind !== 'gate' && kind !== 'remote').map((event) => event.lane)),
    earliest: events.reduce((least, event) => Math.min(least, event.at), Number.POSITIVE_INFINITY),
  };
}

export function together(...needs: readonly Partial<Need>[]): Need {
  const all = needs.map((need) => ({ ...noNeed, ...need }));
  return {
    plates: unique(all.flatMap((need) => need.plates)),
    stayIds: unique(all.flatMap((need) => need.stayIds)),
    orderIds: unique(all.flatMap((need) => need.orderIds)),
    lanes: unique(all.flatMap((need) => need.lanes)),
    devices: unique(all.flatMap((need) => need.devices)),
    passings: all.flatMap((need) => need.passings),
    earliest: Math.min(...all.map((need) => need.earliest)),
    visits: Math.min(...all.map((need) => need.visits)),
    present: all.some((need) => need.present),
    moving: unique(all.flatMap((need) => need.moving)),
  };
}

/** What the vehicles in the lanes are at, also those beside them that late events speak of. */
export const phasesOf = (lanes: Iterable<LaneState>): Exclude<Phase, { name: 'idle' }>[] =>
  [...lanes]
    .flatMap((lane) => [lane.phase, ...lane.ahead, ...(lane.late ? [lane.late.phase, ...lane.late.ahead] : [])])
    .filter((phase): phase is Exclude<Phase, { name: 'idle' }> => phase.name !== 'idle');

/** What the vehicles in the lanes and the words that wait for one speak of: they were read in an earlier batch and move on in this one. */
function needOfLanes(lanes: readonly LaneState[]): Need {
  const phases = phasesOf(lanes);
  const settling = phases.flatMap((phase) => ('settling' in phase ? [phase.settling] : []));
  return together(needOf(lanes.flatMap((lane) => lane.early)), {
    plates: phases.flatMap((phase) => [phase.vehicle.plate, 'grant' in phase ? phase.grant.plate : '']),
    stayIds: unique(settling.flatMap(({ stay, claims, quote }) => [stay, claims, quote.stay])),
    orderIds: settling.map(({ order }) => order),
    earliest: Math.min(Number.POSITIVE_INFINITY, ...phases.map((phase) => phase.vehicle.at)),
  });
}

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

const day = 86_400_000;

/** Since when (epoch ms) the stays of the plates spoken of are all there. */
const wholeSince = ({ earliest, visits }: Need): number =>
  Number.isFinite(earliest) ? Math.min(earliest - 2 * day, visits) : 0;

/** Stays of the plates spoken of, those named by id, those without an entry that a late entry may explain; and all inside where asked (`near`: only looked at). */
async function stayRows(db: Db, lot: Lot, need: Need): Promise<{ rows: Row[]; near: Set<string> }> {
  const { tenantId, parkId } = lot.place;
  const since = iso(wholeSince(need));
  const columns = stayColumns
    .split(',')
    .map((name) => `s.${name.trim()}`)
    .join(', ');
  // Each car inside is looked up by its stay's own key, however little the planner knows of the tables.
  const inside = (
    also: string,
  ): string => `SELECT s.* FROM (SELECT id, in_time FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL ${also}) c
    CROSS JOIN LATERAL (SELECT ${columns} FROM stay s WHERE s.tenant_id = $1 AND s.begin_time = c.in_time AND s.id = c.id OFFSET 0) s`;
  const [mine, mates, named, recent, orphans, all] = await Promise.all([
    need.plates.length === 0
      ? []
      : db.raw<Row>(inside('AND plate_number = ANY($3::text[])'), [tenantId, parkId, need.plates]),
    // Others under the plate of one that is named: their rows of cars inside are numbered together.
    need.stayIds.length === 0
      ? []
      : db.raw<Row>(
          inside(
            'AND plate_number = ANY(ARRAY(SELECT plate_number FROM car_inside WHERE tenant_id = $1 AND id = ANY($3::uuid[])))',
          ),
          [tenantId, parkId, need.stayIds],
        ),
    need.stayIds.length === 0
      ? []
      : db.raw<Row>(
          `SELECT ${columns} FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.id = ANY($3::uuid[])`,
          [tenantId, parkId, need.stayIds],
        ),
    need.plates.length === 0
      ? []
      : db.raw<Row>(
          `SELECT ${columns} FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.plate_number = ANY($3::text[]) AND (s.out_time >= $4::timestamptz OR s.begin_time >= $4::timestamptz)`,
          [tenantId, parkId, need.plates, since],
        ),
    need.plates.length === 0
      ? []
      : db.raw<Row>(
          `SELECT ${columns} FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.kind = 'no-entry' AND s.status = 'closed' AND s.out_time >= $3::timestamptz`,
          [tenantId, parkId, iso(Number.isFinite(need.earliest) ? need.earliest : 0)],
        ),
    need.present ? db.raw<Row>(inside(''), [tenantId, parkId]) : [],
  ]);
  const meant = new Map([...mine, ...mates, ...named, ...recent, ...orphans].map((row) => [String(row.id), row]));
  const near = all.filter((row) => !meant.has(String(row.id)));
  return { rows: [...meant.values(), ...near], near: new Set(near.map((row) => String(row.id))) };
}

async function toldRows(db: Db, { place: { tenantId, parkId } }: Lot, plates: readonly string[]): Promise<Told[]> {
  if (plates.length === 0) return [];
  const rows = await db.raw<Row>(
    'SELECT id, plate_number, event, at FROM told_event WHERE tenant_id = $1 AND park_id = $2 AND plate_number = ANY($3::text[]) ORDER BY at, id',
    [tenantId, parkId, plates],
  );
  return rows.map((row) => ({
    id: String(row.id),
    plate: String(row.plate_number),
    event: String(row.event),
    at: ms(row.at) ?? 0,
  }));
}

/** Orders of the stays touched and those named, locked in the order of their ids until the batch is written. */
async function orderEntries(
  db: Db,
  lot: Lot,
  stayIds: readonly string[],
  orderIds: readonly string[],
): Promise<Map<string, OrderEntry>> {
  if (stayIds.length === 0 && orderIds.length === 0) return new Map();
  const { tenantId } = lot.place;
  const rows =
    stayIds.length === 0
      ? []
      : await db.raw<{ id: string }>(
          'SELECT id FROM parking_order WHERE tenant_id = $1 AND stay_id = ANY($2::text[])',
          [tenantId, [...stayIds]],
        );
  return ordersOf(db, unique([...rows.map((row) => row.id), ...orderIds]), { tenantId, lock: true });
}

/** An order that asks for nothing is not stored, but its vehicle may still be given money for: it is made again as it was. */
function unkeptOrders(
  lot: Lot,
  lanes: Iterable<LaneState>,
  passages: readonly PassageFact[],
  entries: ReadonlyMap<string, OrderEntry>,
): Map<string, OrderEntry> {
  const found = new Map<string, OrderEntry>();
  const { parkId } = lot.place;
  const put = (
    id: string,
    stay: string,
    quote: {
      receivableFen: number;
      deratedFen: number;
      pricedAt: number;
      validUntil: number;
      lines: unknown;
      tariff: string | null;
    },
    plateNumber: string,
    gateId: string,
  ): void => {
    if (entries.has(id) || found.has(id)) return;
    const { order } = orderStep(newOrder(id, parkId, stay), {
      kind: 'quote',
      receivableFen: quote.receivableFen,
      deratedFen: quote.deratedFen,
      pricedAt: quote.pricedAt,
      validUntil: quote.validUntil,
    });
    found.set(id, {
      order,
      about: {
        kind: 'exit',
        plateNumber,
        carTypeId: null,
        gateId,
        createdTime: quote.pricedAt,
        inTime: null,
        lines: quote.lines as never,
        ruleId: quote.tariff,
        remark: null,
        money: {},
      },
    });
  };
  for (const lane of lanes) {
    for (const phase of phasesOf([lane]))
      if ('settling' in phase && phase.name !== 'unpriced')
        put(phase.settling.order, phase.settling.quote.stay, phase.settling.quote, phase.vehicle.plate, lane.lane);
  }
  for (const passage of passages) {
    if (passage.order !== null)
      put(
        passage.order,
        passage.stay ?? passage.id,
        { receivableFen: 0, deratedFen: 0, pricedAt: passage.at, validUntil: passage.at, lines: [], tariff: null },
        passage.plate,
        passage.lane,
      );
  }
  return found;
}

const passageColumns =
  'id, gate_id, direction, passing, status, time, raw_time, plate_number, plate_colour, picture, stay_id, order_id, offline';

const passageOf = (row: Row): PassageFact => ({
  fact: 'passage',
  id: String(row.id),
  lane: String(row.gate_id),
  direction: row.direction as 'entry',
  passing: Number(row.passing),
  state: row.status as 'left',
  at: ms(row.time) ?? 0,
  rawAt: ms(row.raw_time) ?? 0,
  plate: String(row.plate_number ?? ''),
  colour: String(row.plate_colour ?? ''),
  picture: row.picture as string | null,
  stay: row.stay_id as string | null,
  order: row.order_id as string | null,
  cause: null,
  offline: row.offline === true,
});

/** Vehicles that a person speaks of after they have gone; the box hears of things at most a day late. */
async function lately(db: Db, lot: Lot, need: Need): Promise<PassageFact[]> {
  const meant = need.passings.filter(({ passing }) => passing > 0);
  if (meant.length === 0) return [];
  const times = meant.map(({ at }) => at);
  const rows = await db.raw<Row>(
    `SELECT ${passageColumns} FROM passage WHERE tenant_id = $1 AND park_id = $2 AND time >= $3 AND time <= $4 AND (gate_id, passing) IN (SELECT * FROM unnest($5::uuid[], $6::bigint[])) ORDER BY time`,
    [
      lot.place.tenantId,
      lot.place.parkId,
      iso(Math.min(...times) - day),
      iso(Math.max(...times) + day),
      meant.map(({ lane }) => lane),
      meant.map(({ passing }) => passing),
    ],
  );
  return rows.map(passageOf);
}

/** The passages by which the loaded stays ended: should one turn out to end another stay, its order goes along. */
async function passagesOf(db: Db, lot: Lot, rows: readonly Row[]): Promise<PassageFact[]> {
  const ended = rows.filter((row) => row.out_passage_id !== null && row.status !== 'merged');
  if (ended.length === 0) return [];
  const found = await db.raw<Row>(
    `SELECT ${passageColumns} FROM passage WHERE tenant_id = $1 AND park_id = $2 AND (time, id) IN (SELECT * FROM unnest($3::timestamptz[], $4::uuid[]))`,
    [lot.place.tenantId, lot.place.parkId, ended.map((row) => row.out_time), ended.map((row) => row.out_passage_id)],
  );
  return found.map(passageOf);
}
