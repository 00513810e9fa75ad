/**
 * What stands at the lanes of a box, as a person there needs it: the lane machine's own state with the stays, orders
 * and devices it speaks of.
 */
import { plateIdentity } from '#domain/plate/plate.ts';
import type { LaneState, Phase } from '#domain/lane/types.ts';
import { REASONS } from '#domain/lane/words.ts';
import { outstanding } from '#domain/ledger/order-state.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { park } from '#areas/lot/model/park.ts';
import { isId } from '#kit/declare/check.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { masked } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import { givenAtBox } from '#areas/derate/server/door.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { boxBoard } from '../model/box-calls.ts';
import { stay } from '../model/stay.ts';
import { gateRow } from './box-cash.ts';
import { stuckInMs } from './stuck.ts';

type LaneRow = { id: string; name: string; type: 'in' | 'out' | 'both'; mode: string; state: LaneState | null };
type InsideRow = { id: string; plate: string; kind: string; in_time: string; picture: string | null };
type Device = {
  id: string;
  gate: string;
  kind: string;
  name: string;
  status: string;
  live: boolean;
  seen: string | null;
};
type Orders = Awaited<ReturnType<typeof ordersOf>>;

const iso = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

const settlingOf = (phase: Phase) => ('settling' in phase ? phase.settling : null);

/** What is still to be paid at the lane, and for what. */
function quoteOf(phase: Phase, { orders, boxGave }: Known) {
  const settling = settlingOf(phase);
  if (!settling) return null;
  const { quote } = settling;
  const order = orders.get(settling.order)?.order;
  return {
    withdrawable: quote.lines.flatMap(({ ref }) => (ref !== undefined && boxGave.has(ref) ? [ref] : [])),
    orderId: settling.order,
    receivableFen: quote.receivableFen,
    derateFen: quote.deratedFen,
    paidFen: order?.paidFen ?? 0,
    lines: quote.lines,
    pricedTime: iso(quote.pricedAt),
    validUntil: iso(quote.validUntil),
    dueFen: order && order.state !== 'none' ? outstanding(order) : quote.dueFen,
    unpriced: quote.unpriced ? quote.unpriced.words : null,
  };
}

type Known = {
  /** Epoch ms. */ now: number;
  orders: Orders;
  /** Discounts of these bills that were given at a box. */ boxGave: ReadonlySet<string>;
  inside: ReadonlyMap<string, InsideRow>;
  devices: readonly Device[];
  shown: (plate: string) => unknown;
  /** It shows the plate. */ pictured: (picture: string | null) => string | null;
};

function laneOf(row: LaneRow, known: Known) {
  const { state } = row;
  const phase: Phase = state?.phase ?? { name: 'idle' };
  const base = {
    gateId: row.id,
    gateName: row.name,
    gateType: row.type,
    mode: row.mode,
    direction: state?.direction ?? (row.type === 'out' ? 'exit' : 'entry'),
    barrier: state?.gate ?? 'down',
    phase: phase.name,
    ahead: state?.ahead.length ?? 0,
    devices: known.devices
      .filter(({ gate }) => gate === row.id)
      .map(({ id, kind, name, status, live, seen }) => ({
        deviceId: id,
        deviceType: kind,
        deviceName: name,
        status,
        live,
        seenTime: seen,
      })),
    stuckInMs: stuckInMs(phase, known.now),
  };
  if (phase.name === 'idle') return { ...base, car: null };
  const { vehicle } = phase;
  const settling = settlingOf(phase);
  const own = settling?.stay ? known.inside.get(settling.stay) : undefined;
  const reasons = phase.name === 'refused' ? phase.reasons : phase.name === 'granted' ? phase.grant.reasons : [];
  return {
    ...base,
    car: {
      passing: vehicle.passings.at(-1)!,
      plateNumber: known.shown(vehicle.plate),
      plateColour: vehicle.colour,
      confidence: vehicle.confidence,
      picture: known.pictured(vehicle.picture),
      time: iso(vehicle.at),
      reasons: reasons.map((id) => REASONS[id]),
      quote: quoteOf(phase, known),
      stay: own
        ? {
            stayId: own.id,
            plateNumber: known.shown(own.plate),
            kind: own.kind,
            inTime: own.in_time,
            inPicture: known.pictured(own.picture),
          }
        : null,
      candidates:
        phase.name === 'confirm'
          ? phase.candidates.map(({ stay: id, plate, score, inAt, picture }) => ({
              stayId: id,
              plateNumber: known.shown(plate),
              score,
              inTime: iso(inAt),
              inPicture: known.pictured(picture),
            }))
          : [],
    },
  };
}

async function insideOf(
  db: Db,
  tenantId: number,
  parkId: string,
  ids: readonly string[],
): Promise<Map<string, InsideRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.raw<InsideRow>(
    'SELECT id, plate_number AS plate, kind, in_time, in_picture AS picture FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND id = ANY($3::uuid[])',
    [tenantId, parkId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const LANES = `SELECT g.id, g.gate_name AS name, g.gate_type AS type, g.mode, l.state FROM park_gate g
  LEFT JOIN lane_live l ON l.tenant_id = g.tenant_id AND l.gate_id = g.id
  WHERE g.tenant_id = $1 AND g.park_id = $2 AND g.deleted_at IS NULL`;
const ofBox = `${LANES} AND (g.box_id = $3 OR g.box_id IS NULL) ORDER BY g.gate_type, g.gate_no NULLS LAST, g.gate_name`;

type Where = { readonly tenantId: number; readonly parkId: string };

/** What lanes speak of: their orders, stays and devices, and how much of a car the caller may see. */
async function knownOf(work: Work, db: Db, { tenantId, parkId }: Where, lanes: readonly LaneRow[]): Promise<Known> {
  const settling = lanes.flatMap(({ state }) => (state ? (settlingOf(state.phase) ?? []) : []));
  const orders = await ordersOf(
    db,
    settling.map(({ order }) => order),
    { tenantId },
  );
  const boxGave = await givenAtBox(
    db,
    tenantId,
    settling.flatMap(({ quote }) =>
      quote.lines.flatMap(({ kind, ref }) => (kind === 'derate' && ref !== undefined ? [ref] : [])),
    ),
  );
  const inside = await insideOf(
    db,
    tenantId,
    parkId,
    settling.flatMap((each) => each.stay ?? []),
  );
  const devices = await db.raw<Device>(
    'SELECT id, gate_id AS gate, device_type AS kind, device_name AS name, status, last_seen_at AS seen, coalesce(length(video_url), 0) > 0 AS live FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND gate_id = ANY($3::uuid[]) AND deleted_at IS NULL ORDER BY device_type, device_name',
    [tenantId, parkId, lanes.map(({ id }) => id)],
  );
  const sees = work.permits('stay:unmask');
  return {
    now: work.now.getTime(),
    orders,
    boxGave,
    inside,
    devices,
    shown: (plate) => (plate === '' || sees ? plate : masked(stay.fields.plateNumber, plate)),
    pictured: (picture) => (picture && sees ? picture : null),
  };
}

/**
 * One lane as its booth sees it, for whoever answers a call from there; and what its lot holds of cash to do with it.
 */
export async function laneShown(work: Work, gateId: string) {
  const gate = await gateRow(work.db, gateId);
  const db = ofTenant(work.db, gate.tenantId);
  const lanes = await db.raw<LaneRow>(`${LANES} AND g.id = $3`, [gate.tenantId, gate.parkId, gate.id]);
  const known = await knownOf(work, db, gate, lanes);
  return { parkId: gate.parkId, lane: laneOf(lanes[0]!, known) };
}

/** All lanes of a lot with what stands there. */
export async function lanesShown(work: Work, place: Where) {
  const db = ofTenant(work.db, place.tenantId);
  const lanes = await db.raw<LaneRow>(`${LANES} ORDER BY g.gate_type, g.gate_no NULLS LAST, g.gate_name`, [
    place.tenantId,
    place.parkId,
  ]);
  const known = await knownOf(work, db, place, lanes);
  return lanes.map((row) => laneOf(row, known));
}

/** The car that stands in a lane just now; null where none does. */
export async function standingAt(
  db: Db,
  { tenantId, parkId, gateId }: Where & { readonly gateId: string },
): Promise<{ plate: string | null; picture: string | null; passing: number; stayId: string | null } | null> {
  const [row] = await db.raw<{ state: LaneState }>(
    'SELECT state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3',
    [tenantId, parkId, gateId],
  );
  const phase = row?.state.phase;
  if (!phase || phase.name === 'idle') return null;
  const { plate, picture, passings } = phase.vehicle;
  return { plate: plate || null, picture, passing: passings.at(-1)!, stayId: settlingOf(phase)?.stay ?? null };
}

/** The lane of a lot in which a car with this plate stands just now; null where none does. */
export async function standingWith(db: Db, { tenantId, parkId }: Where, plate: string): Promise<string | null> {
  const rows = await db.raw<{ gate: string; state: LaneState }>(
    'SELECT gate_id AS gate, state FROM lane_live WHERE tenant_id = $1 AND park_id = $2',
    [tenantId, parkId],
  );
  const found = rows.find(
    ({ state: { phase } }) => phase.name !== 'idle' && plateIdentity(phase.vehicle.plate ?? '') === plate,
  );
  return found?.gate ?? null;
}

type Passed = { plateNumber: string; picture: string | null; direction: string; stayId: string | null };

/** Stays of today whose entry ticket did not come out of the lane's printer. */
async function ticketsMissing(db: Db, { tenantId, parkId }: Where, lanes: readonly LaneRow[]): Promise<Set<string>> {
  const rows = await db.raw<{ stay: string }>(
    `SELECT stay_id AS stay FROM lane_exception WHERE tenant_id = $1 AND park_id = $2 AND gate_id = ANY($3::uuid[])
     AND code = 'E-TICKET' AND cleared_time IS NULL AND time > now() - interval '1 day'`,
    [tenantId, parkId, lanes.map(({ id }) => id)],
  );
  return new Set(rows.map(({ stay: id }) => id));
}

async function board(work: Work): Promise<unknown> {
  const box = await rowOf(parkBox, (work.input as { boxId: string }).boxId, work.db);
  const place = { tenantId: box.tenantId as number, parkId: String(box.parkId) };
  const { tenantId, parkId } = place;
  const db = ofTenant(work.db, tenantId);
  const lot = await rowOf(park, parkId, work.db);
  const lanes = await db.raw<LaneRow>(ofBox, [tenantId, parkId, box.id]);
  const known = await knownOf(work, db, place, lanes);
  const settings = await settingsOf(db, parkId);
  const [live] = await db.raw<{ inside: number }>(
    'SELECT inside FROM park_live WHERE tenant_id = $1 AND park_id = $2',
    [tenantId, parkId],
  );
  const recent = await db.raw<Passed>(
    `SELECT id, gate_id AS "gateId", direction, status, plate_number AS "plateNumber", plate_colour AS "plateColour", time, picture, stay_id AS "stayId", cause,
       CASE WHEN direction = 'exit' THEN (SELECT o.id FROM parking_order o
         WHERE o.tenant_id = $1 AND o.stay_id = passage.stay_id AND o.paid_fen > 0
         ORDER BY o.id DESC LIMIT 1) END AS "paidOrderId"
      FROM passage WHERE tenant_id = $1 AND park_id = $2 AND gate_id = ANY($3::uuid[]) AND time > now() - interval '1 day' ORDER BY time DESC LIMIT 12`,
    [tenantId, parkId, lanes.map(({ id }) => id)],
  );
  const entered = recent.flatMap(({ direction, stayId }) => (direction === 'entry' && isId(stayId) ? stayId : []));
  const inside = await insideOf(db, tenantId, parkId, entered);
  const missing = await ticketsMissing(db, place, lanes);
  const total = lot.totalStall ?? null;
  const count = live?.inside ?? 0;
  return {
    boxId: box.id,
    boxName: box.boxName,
    parkId,
    parkName: lot.parkName,
    inside: count,
    total,
    free: total === null ? null : Math.max(0, total - count),
    cashAllowed: settings.cashAllowed !== false,
    cashNeedsShift: settings.cashNeedsShift === true,
    lanes: lanes.map((row) => laneOf(row, known)),
    recent: recent.map((row) => ({
      ...row,
      insideStayId: inside.has(row.stayId ?? '') ? row.stayId : null,
      ticketMissing: row.direction === 'entry' && missing.has(row.stayId ?? ''),
      plateNumber: known.shown(row.plateNumber ?? ''),
      picture: known.pictured(row.picture),
    })),
  };
}

export const boardServed: Served = serve(boxBoard, board);
