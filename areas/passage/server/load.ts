/** What a batch needs of one lot: its lock, its lanes, and every stay and order that the batch may touch. */
import { Book } from '#domain/lane/book.ts';
import type { DeviceState } from '#domain/lane/sequence.ts';
import { newDevice } from '#domain/lane/sequence.ts';
import { newLane } from '#domain/lane/step.ts';
import type { LaneEvent, LaneState, PassageFact, Phase, Stay } from '#domain/lane/types.ts';
import type { Order } from '#domain/ledger/order.ts';
import { ordersOfStays, ordersOf } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { listedPlates, lotFacts, sourcesOf } from './lot.ts';
import type { Lot } from './lot.ts';
import { iso, ms, stayColumns, stayOf } from './rows.ts';
import type { Row } from './rows.ts';

/** What the batch speaks of. `present`: all cars inside are needed, because a text may mean any of them. */
export type Need = { readonly plates: readonly string[]; readonly stayIds: readonly string[]; readonly orderIds: readonly string[]; readonly lanes: readonly string[]; readonly devices: readonly string[]; readonly earliest: number; readonly present: boolean };

export const noNeed: Need = { plates: [], stayIds: [], orderIds: [], lanes: [], devices: [], earliest: Number.POSITIVE_INFINITY, present: false };

export type LoadedLot = {
  readonly lot: Lot;
  readonly book: Book;
  readonly lanes: Map<string, LaneState>;
  readonly devices: Map<string, DeviceState<LaneEvent>>;
  /** Stays as stored before the batch, by id. */
  readonly before: ReadonlyMap<string, Row>;
  readonly entries: Map<string, OrderEntry>;
  readonly inside: number;
};

/** Takes the lot: whoever changes anything in it waits here for the one before. */
async function lockLot(db: Db, lot: Lot): Promise<number> {
  const { tenantId, companyId, parkId } = lot.place;
  await db.raw('INSERT INTO park_live (tenant_id, company_id, park_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [tenantId, companyId, parkId]);
  const [row] = await db.raw<{ inside: number }>('SELECT inside FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE', [tenantId, parkId]);
  return row!.inside;
}

const idsOfPhase = (phase: Phase): { stays: (string | null)[]; orders: string[] } =>
  ('settling' in phase ? { stays: [phase.settling.stay, phase.settling.claims, phase.settling.quote.stay], orders: [phase.settling.order] } : { stays: [], orders: [] });

/** Locks the lot and loads it. A second look adds all cars inside where an exit's text has no stay of its own. */
export async function loadLot(db: Db, tenantId: number, parkId: string, need: Need): Promise<LoadedLot> {
  const lot = await lotFacts(db, tenantId, parkId);
  const inside = await lockLot(db, lot);
  const [laneRows, deviceRows, lists] = await Promise.all([
    db.raw<{ gate_id: string; state: LaneState }>('SELECT gate_id, state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = ANY($3::uuid[])', [tenantId, parkId, need.lanes]),
    db.raw<{ device_id: string; state: DeviceState<LaneEvent> }>('SELECT device_id, state FROM device_live WHERE tenant_id = $1 AND park_id = $2 AND device_id = ANY($3::uuid[])', [tenantId, parkId, need.devices]),
    listedPlates(db, parkId, need.plates),
  ]);
  const lanes = new Map(laneRows.map((row) => [row.gate_id, row.state]));
  for (const id of need.lanes) if (!lanes.has(id)) lanes.set(id, newLane(id, lot.lanes.get(id)?.direction ?? 'entry'));
  const devices = new Map(deviceRows.map((row) => [row.device_id, row.state]));
  for (const id of need.devices) if (!devices.has(id)) devices.set(id, newDevice<LaneEvent>());
  const waiting = [...lanes.values()].flatMap((lane) => [lane.phase, ...lane.ahead]).map(idsOfPhase);
  const wanted = {
    ids: [...new Set([...need.stayIds, ...waiting.flatMap(({ stays }) => stays)].filter((id): id is string => id !== null))],
    orders: [...new Set([...need.orderIds, ...waiting.flatMap(({ orders }) => orders)])],
  };
  // A vehicle read in an earlier batch passes in this one: its plate is spoken of as well.
  const standing = [...lanes.values()].flatMap((lane) => [lane.phase, ...lane.ahead]).flatMap((phase) => ('vehicle' in phase ? [phase.vehicle.plate, 'grant' in phase ? phase.grant.plate : ''] : []));
  const plates = [...new Set([...need.plates, ...standing])].filter(Boolean);
  const rows = await stayRows(db, lot, { ...need, plates }, wanted.ids);
  const entries = await orderEntries(db, rows, wanted.orders);
  const passages = await recentPassages(db, tenantId, need);
  const stays = rows.map(stayOf);
  const book = new Book({ park: parkId, inside, stays, orders: [...entries.values()].map((entry): Order => entry.order), passages }, sourcesOf(lot, lists));
  return { lot, book, lanes, devices, before: new Map(rows.map((row) => [String(row.id), row])), entries, inside };
}

const day = 86_400_000;

/** Stays of the plates spoken of, those named by id, those without an entry that a late entry may explain; and all inside where asked. */
async function stayRows(db: Db, lot: Lot, need: Need, ids: readonly string[]): Promise<Row[]> {
  const { tenantId, parkId } = lot.place;
  const since = iso(Number.isFinite(need.earliest) ? need.earliest - 2 * day : 0);
  const present = await db.raw<{ id: string; plate_number: string }>(
    `SELECT id, plate_number FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND ($4 OR plate_number = ANY($3::text[]))`, [tenantId, parkId, need.plates, need.present]);
  const known = [...new Set([...ids, ...present.map((row) => row.id)])];
  const found = await Promise.all([
    known.length === 0 ? [] : db.raw<Row>(`SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND id = ANY($2::uuid[])`, [tenantId, known]),
    need.plates.length === 0 ? [] : db.raw<Row>(
      `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND park_id = $2 AND plate_number = ANY($3::text[]) AND (out_time >= $4 OR begin_time >= $4)`, [tenantId, parkId, need.plates, since]),
    need.plates.length === 0 ? [] : db.raw<Row>(
      `SELECT ${stayColumns} FROM stay WHERE tenant_id = $1 AND park_id = $2 AND kind = 'no-entry' AND status = 'closed' AND out_time >= $3`, [tenantId, parkId, iso(Number.isFinite(need.earliest) ? need.earliest : 0)]),
  ]);
  return [...new Map(found.flat().map((row) => [String(row.id), row])).values()];
}

/** Orders of the stays still open or touched, locked until the batch is written. */
async function orderEntries(db: Db, rows: readonly Row[], orderIds: readonly string[]): Promise<Map<string, OrderEntry>> {
  const stayIds = rows.filter((row) => row.status !== 'merged').map((row) => String(row.id));
  const [byStay, byId] = [await ordersOfStays(db, stayIds, { lock: true }), await ordersOf(db, orderIds, { lock: true })];
  return new Map([...[...byStay.values()].flat(), ...byId.values()].map((entry) => [entry.order.id, entry]));
}

/** What the lanes finished lately, for a payment or a person's word that comes after the passage. */
async function recentPassages(db: Db, tenantId: number, need: Need): Promise<PassageFact[]> {
  if (need.lanes.length === 0 || !Number.isFinite(need.earliest)) return [];
  const rows = await db.raw<Row>(
    `SELECT id, gate_id, direction, passing, status, time, raw_time, plate_number, plate_colour, picture, stay_id, order_id, offline FROM passage
     WHERE tenant_id = $1 AND gate_id = ANY($2::uuid[]) AND time >= $3 AND time <= $4`, [tenantId, need.lanes, iso(need.earliest - 600_000), iso(need.earliest + 3_600_000)]);
  return rows.map((row) => ({
    fact: 'passage', id: String(row.id), lane: String(row.gate_id), direction: row.direction as 'entry', passing: Number(row.passing), state: row.status as 'left',
    at: ms(row.time) ?? 0, rawAt: ms(row.raw_time) ?? 0, plate: String(row.plate_number ?? ''), colour: String(row.plate_colour ?? ''), picture: row.picture as string | null,
    stay: row.stay_id as string | null, order: row.order_id as string | null, cause: null, offline: row.offline === true,
  }));
}

/** Whether an exit's text among the events finds no stay of its own, so that any car inside may be meant. */
export function wantsPresent(loaded: LoadedLot, events: readonly LaneEvent[]): boolean {
  return events.some((event) => {
    if (event.kind === 'attend') return true;
    if (event.kind !== 'plate' || loaded.lanes.get(event.lane)?.direction !== 'exit') return false;
    return event.plate === '' || !loaded.book.stays(event.plate).some((stay: Stay) => stay.state === 'open');
  });
}
