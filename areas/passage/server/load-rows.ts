/** The stored stays, orders and passages that a batch may touch. */
import type { ReportedEvent } from '#domain/lane/reported.ts';
import type { LaneState } from '#domain/lane/types.ts';
import type { PassageFact } from '#domain/lane/facts.ts';
import { newOrder } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './lot.ts';
import { iso, ms, stayColumns } from './rows.ts';
import type { Row } from './rows.ts';
import { unique, phasesOf, day, wholeSince } from './need.ts';
import type { Need } from './need.ts';

/**
 * Stays of the given plates and ids, those without an entry that a late entry may explain, and all inside on request
 * (`near`: read only).
 */
export async function stayRows(db: Db, lot: Lot, need: Need): Promise<{ rows: Row[]; near: Set<string> }> {
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
          `SELECT ${columns} FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.plate_number = ANY($3::text[])
           AND (s.out_time >= $4::timestamptz OR s.begin_time >= $4::timestamptz)`,
          [tenantId, parkId, need.plates, since],
        ),
    need.plates.length === 0
      ? []
      : db.raw<Row>(
          `SELECT ${columns} FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.kind = 'no-entry'
           AND s.status = 'closed' AND s.out_time >= $3::timestamptz`,
          [tenantId, parkId, iso(Number.isFinite(need.earliest) ? need.earliest : 0)],
        ),
    need.present ? db.raw<Row>(inside(''), [tenantId, parkId]) : [],
  ]);
  const meant = new Map([...mine, ...mates, ...named, ...recent, ...orphans].map((row) => [String(row.id), row]));
  const near = all.filter((row) => !meant.has(String(row.id)));
  return { rows: [...meant.values(), ...near], near: new Set(near.map((row) => String(row.id))) };
}

export async function reportedEventRows(
  db: Db,
  { place: { tenantId, parkId } }: Lot,
  plates: readonly string[],
): Promise<ReportedEvent[]> {
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
export async function orderEntries(
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

/**
 * An order that asks for nothing is not stored, but its vehicle may still be given money for: it is made again as it
 * was.
 */
export function unkeptOrders(
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
        lines: quote.lines,
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

/** Vehicles that a person acts on after they have left; the booth reports at most a day late. */
export async function lately(db: Db, lot: Lot, need: Need): Promise<PassageFact[]> {
  const meant = need.passings.filter(({ passing }) => passing > 0);
  if (meant.length === 0) return [];
  const times = meant.map(({ at }) => at);
  const rows = await db.raw<Row>(
    `SELECT ${passageColumns} FROM passage WHERE tenant_id = $1 AND park_id = $2 AND time >= $3 AND time <= $4
     AND (gate_id, passing) IN (SELECT * FROM unnest($5::uuid[], $6::bigint[])) ORDER BY time`,
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
export async function passagesOf(db: Db, lot: Lot, rows: readonly Row[]): Promise<PassageFact[]> {
  const ended = rows.filter((row) => row.out_passage_id !== null && row.status !== 'merged');
  if (ended.length === 0) return [];
  const found = await db.raw<Row>(
    `SELECT ${passageColumns} FROM passage WHERE tenant_id = $1 AND park_id = $2 AND (time, id) IN (SELECT * FROM unnest($3::timestamptz[], $4::uuid[]))`,
    [lot.place.tenantId, lot.place.parkId, ended.map((row) => row.out_time), ended.map((row) => row.out_passage_id)],
  );
  return found.map(passageOf);
}
