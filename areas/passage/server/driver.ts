/**
 * Drivers pay on their phones: the bill of one car inside, requested by its full plate, and the payment of exactly that
 * bill.
 */
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { combinedPaid, loginApp, ordersOf, payWays, prepay, settleSandbox } from '#areas/billing/server/door.ts';
import { park } from '#areas/lot/model/park.ts';
import { factId } from '#domain/lane/identity.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import { lastPassing } from '#domain/lane/turn.ts';
import type { Quote } from '#domain/lane/types.ts';
import { networkOf } from '#domain/network/network.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { driverBill, driverLot, driverPay, driverState } from '../model/driver-calls.ts';
import { changeLot } from './ingest.ts';
import { keep, stayNamed } from './session.ts';
import type { Session } from './session.ts';

/** Requested bills and, far fewer, plates that were not found: whoever guesses plates is soon refused. */
const askDoors = (network: string): Door[] => [{ key: `driver:${network}`, most: 30, seconds: 60 }];
const missDoors = (network: string): Door[] => [{ key: `driver-miss:${network}`, most: 10, seconds: 900 }];
const stateDoors = (network: string): Door[] => [{ key: `driver-state:${network}`, most: 120, seconds: 60 }];

export type LotRow = {
  tenantId: number;
  companyId: string;
  parkId: string;
  parkName: string;
  zone: string;
  feeNotice: string | null;
  servicePhone: string | null;
};

export async function lotOf(database: Database, parkId: string): Promise<LotRow> {
  const [row] = await database.read(platformScope, (db) =>
    db.raw<LotRow>(
      `SELECT tenant_id AS "tenantId", company_id AS "companyId", id AS "parkId", park_name AS "parkName",
       coalesce(zone, 'Asia/Shanghai') AS zone, fee_notice AS "feeNotice", service_phone AS "servicePhone" FROM park
       WHERE id = $1 AND deleted_at IS NULL`,
      [parkId],
    ),
  );
  if (!row) throw new Refused('no_such_record', { what: park.title });
  return row;
}

/** The car park's payment methods, and the app through which WeChat identifies the payer. */
export const channelsOf = (
  database: Database,
  lot: LotRow,
): Promise<{ channels: string[]; wechatApp: string | null }> =>
  database.read(tenantScope(lot.tenantId), async (db) => {
    const ways = await payWays(db, lot);
    return { channels: ways.map(({ channel }) => channel), wechatApp: await loginApp(db, lot.tenantId, ways) };
  });

async function showLot(work: Work): Promise<unknown> {
  const lot = await lotOf(work.database, String(work.input['parkId']));
  return {
    parkId: lot.parkId,
    parkName: lot.parkName,
    zone: lot.zone,
    feeNotice: lot.feeNotice,
    servicePhone: lot.servicePhone,
    ...(await channelsOf(work.database, lot)),
  };
}

/** What the page holds of a bill it was shown; nobody else can make one. `until`: epoch ms. */
export type Ticket = {
  readonly tenantId: number;
  readonly parkId: string;
  readonly stayId: string;
  readonly orderId: string | null;
  /** Where the driver returns to from the provider's page; the bill page by default. */
  readonly page?: 'debts';
  /** Several debts paid at once: the number of that payment. */
  readonly combined?: string;
  readonly until: number;
};
const TICKET_MS = 2 * 3_600_000;

/** Sealed for two hours from `now`. */
export const ticketOf = (ticket: Omit<Ticket, 'until'>, now: Date): string =>
  seal(JSON.stringify({ ...ticket, until: now.getTime() + TICKET_MS }));

/** @throws Refused where it is none of ours or has run out */
export const readTicket = (work: Work): Ticket => openTicket(String(work.input['ticket']), work.now);

export function openTicket(sealed: string, now: Date): Ticket {
  const old = new Refused('bad_input', {}, [
    { field: 'ticket', msg: text('账单已失效，请重新查询', 'This bill is no longer valid, please look it up again') },
  ]);
  let ticket: Ticket;
  try {
    ticket = JSON.parse(unseal(sealed)) as Ticket;
  } catch {
    throw old;
  }
  if (!(ticket.until > now.getTime())) throw old;
  return ticket;
}

type DriverView = {
  readonly quote: Quote;
  readonly plate: string;
  readonly inAt: number | null;
  readonly freeUntil: number | null;
  readonly settledFen: number;
};

const open = new Set(['none', 'quoted', 'pending', 'failed']);

/**
 * The bill of a stay now. A car that waits at a lane pays the lane's own order, so that the barrier opens; any other
 * car a prepayment, the same one as long as it is open: asking again and again leaves one order behind.
 */
function viewOf(session: Session, stayId: string, gateId: string | null, at: number): DriverView {
  const stay = stayNamed(session, stayId);
  const phase = gateId === null ? undefined : session.lanes.get(gateId)?.phase;
  const waits = phase?.name === 'awaiting' && phase.settling.quote.stay === stayId ? phase : null;
  const orders = session.book.ordersOf(stayId);
  const begun = orders.find((order) => open.has(order.state) && session.abouts.get(order.id)?.kind === 'prepay');
  const orderId =
    waits?.settling.order ?? begun?.id ?? factId({ device: `phone:${stayId}`, seq: at, rawAt: at }, 'order');
  const settled = session.book.settled(stayId, orderId);
  const known = {
    plate: stay.plate,
    inAt: stay.entry?.at ?? null,
    freeUntil: settled.freeUntil,
    settledFen: settled.paidFen,
  };
  if (
    waits &&
    at <= waits.settling.quote.validUntil &&
    session.book.outstanding(orderId) === waits.settling.quote.dueFen
  )
    return { ...known, quote: waits.settling.quote };
  const quote = quoteStay(session.book, stay, orderId, at);
  if (quote.unpriced) throw ruleRefused(quote.unpriced.words);
  if (quote.dueFen > 0)
    keep(session, {
      fact: 'quoted',
      lane: waits ? gateId : null,
      passing: waits ? lastPassing(waits.vehicle) : null,
      quote,
    });
  return { ...known, quote };
}

async function stayInside(
  database: Database,
  { tenantId, parkId }: LotRow,
  plate: string,
): Promise<{ id: string; gateId: string | null } | null> {
  return database.read(tenantScope(tenantId), async (db) => {
    const [car] = await db.raw<{ id: string }>(
      `SELECT id FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 AND status = 'open' ORDER BY in_time DESC LIMIT 1`,
      [tenantId, parkId, plate],
    );
    if (!car) return null;
    const [lane] = await db.raw<{ gate_id: string }>(
      `SELECT gate_id FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND state->'phase'->>'name' = 'awaiting'
       AND state->'phase'->'settling'->>'stay' = $3 LIMIT 1`,
      [tenantId, parkId, car.id],
    );
    return { id: car.id, gateId: lane?.gate_id ?? null };
  });
}

async function showBill(work: Work): Promise<unknown> {
  const { parkId, plateNumber } = work.input as { parkId: string; plateNumber: string };
  await knock(work.database, askDoors(networkOf(work.request.ip)));
  const lot = await lotOf(work.database, parkId);
  const car = await stayInside(work.database, lot, plateNumber);
  if (!car) {
    await knock(work.database, missDoors(networkOf(work.request.ip)));
    throw new Refused('no_such_record', { what: text('该车牌的在场车辆', 'A car inside with this plate') });
  }
  const at = work.now.getTime();
  let view: DriverView | null = null;
  const after = await work.database.write(tenantScope(lot.tenantId), (db) =>
    changeLot(
      db,
      lot,
      {
        stayIds: [car.id],
        plates: [plateNumber],
        lanes: car.gateId ? [car.gateId] : [],
        moving: car.gateId ? [car.gateId] : [],
      },
      (session) => {
        view = viewOf(session, car.id, car.gateId, at);
      },
    ),
  );
  after();
  return shown(work, lot, car, view!);
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

async function shown(
  work: Work,
  lot: LotRow,
  car: { id: string; gateId: string | null },
  { quote, plate, inAt, freeUntil, settledFen }: DriverView,
): Promise<unknown> {
  const due = quote.dueFen > 0;
  const { tenantId, parkId } = lot;
  return {
    ticket: ticketOf({ tenantId, parkId, stayId: car.id, orderId: due ? quote.order : null }, work.now),
    plateNumber: plate,
    inTime: iso(inAt),
    at: work.now.toISOString(),
    atLane: car.gateId !== null,
    settledFen,
    freeUntil: iso(freeUntil),
    receivableFen: quote.receivableFen,
    deratedFen: quote.deratedFen,
    dueFen: quote.dueFen,
    validUntil: iso(quote.validUntil),
    lines: quote.lines.map((line) => ({ text: line.clause[work.lang], amountFen: line.amountFen })),
    channels: due ? (await channelsOf(work.database, lot)).channels : [],
  };
}

/**
 * Begins the payment of the bill: `{ url }` to go to, inside WeChat `{ params }` for its own script, or for the sandbox
 * `{ sandbox }`, paid at once as on a phone.
 */
async function pay(work: Work): Promise<unknown> {
  await knock(work.database, askDoors(networkOf(work.request.ip)));
  const { tenantId, parkId, orderId, page = 'pay' } = readTicket(work);
  if (orderId === null) throw ruleRefused(text('无需缴费', 'Nothing is due'));
  const { channel, login } = work.input as { channel: string; login?: string };
  const { tradeNo, prepaid } = await prepay(work.database, {
    tenantId,
    orderId,
    channel,
    at: work.now.getTime(),
    how: login ? { form: 'app', login } : { form: 'browser', ip: work.request.ip, back: `/m/${page}?parkId=${parkId}` },
  });
  if (channel !== 'sandbox') return prepaid;
  await settleSandbox(work.database, tradeNo);
  return { sandbox: true };
}

/** `{ paid, inside, freeUntil }`: how the bill stands, and until when the car may leave. */
async function state(work: Work): Promise<unknown> {
  await knock(work.database, stateDoors(networkOf(work.request.ip)));
  const { tenantId, parkId, stayId, orderId, combined } = readTicket(work);
  return work.database.read(tenantScope(tenantId), async (db) => {
    const order = orderId === null || combined ? null : (await ordersOf(db, [orderId])).get(orderId)?.order;
    const [car] = await db.raw<{ free_until: string | null }>(
      'SELECT free_until FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
      [tenantId, parkId, stayId || null],
    );
    return {
      paid: combined ? await combinedPaid(db, tenantId, combined) : order?.paidAt !== null && order !== undefined,
      inside: car !== undefined,
      freeUntil: car?.free_until ?? null,
    };
  });
}

const opened = { mode: 'open' } as const;
export const driverServed: Served[] = [
  serve(driverLot, (work) => showLot(work), opened),
  serve(driverBill, (work) => showBill(work), opened),
  serve(driverPay, (work) => pay(work), opened),
  serve(driverState, (work) => state(work), opened),
];
