/**
 * Drivers without a login: the debts of a plate, with only the details needed to pay them, and a plate for a berth that
 * nobody has read.
 */
import { randomUUID } from 'node:crypto';
import { networkOf } from '#domain/network/network.ts';
import { dayOf } from '#domain/time/day.ts';
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { payWays, prepayCombined, settleSandbox } from '#areas/billing/server/door.ts';
import { channelsOf, lotOf, openTicket, ticketOf } from '#areas/passage/server/door.ts';
import type { LotRow } from '#areas/passage/server/door.ts';
import { openStates } from '#areas/road/model/debt-words.ts';
import { driverBerth, driverDebts, driverPayDebts } from '#areas/road/model/driver-calls.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { acceptClaims } from './evidence.ts';

/** Counted together with bills. Queries for plates without debts are limited too, against guessing. */
const askDoors = (network: string): Door[] => [{ key: `driver:${network}`, most: 30, seconds: 60 }];
const missDoors = (network: string): Door[] => [{ key: `driver-miss:${network}`, most: 10, seconds: 900 }];
/** A plate that is given charges somebody: few drivers park more often in an hour. */
const plateDoors = (network: string): Door[] => [{ key: `driver-plate:${network}`, most: 6, seconds: 3_600 }];

const MOST = 50;

export type DebtRow = {
  id: string;
  no: string;
  park: string;
  stay: string;
  section: string | null;
  berth: string | null;
  owed: string;
  outAt: string;
  inAt: string | null;
};

const debtsOf = (work: Work, { tenantId }: LotRow, plate: string): Promise<DebtRow[]> =>
  work.database.read(tenantScope(tenantId), (db) =>
    db.raw<DebtRow>(
      `SELECT e.id, e.escape_no AS no, e.park_id AS park, e.stay_id AS stay, a.area_name AS section, e.berth_no AS berth, e.outstanding_fen AS owed,
        coalesce(e.out_time, e.born_time) AS "outAt", e.in_time AS "inAt"
      FROM rd_escape e JOIN park p ON p.tenant_id = e.tenant_id AND p.id = e.park_id AND p.deleted_at IS NULL
        LEFT JOIN park_area a ON a.tenant_id = e.tenant_id AND a.id = e.section_id
      WHERE e.tenant_id = $1 AND e.plate_number = $2 AND e.status = ANY($3) AND e.outstanding_fen > 0 ORDER BY e.born_time, e.id LIMIT ${MOST}`,
      [tenantId, plate, openStates],
    ),
  );

/** Where and on which day. Times and the berth are for who holds its number: they say where somebody was. */
export function presentDebt(work: Work, lot: LotRow, row: DebtRow, slip: string): object {
  const named = slip !== '' && slip === row.no;
  const { tenantId } = lot;
  return {
    ticket: ticketOf({ tenantId, parkId: row.park, stayId: row.stay, orderId: row.id, page: 'debts' }, work.now),
    place: row.section ?? lot.parkName,
    parkName: lot.parkName,
    zone: lot.zone,
    day: dayOf(Date.parse(row.outAt), lot.zone),
    dueFen: Number(row.owed),
    ...(named ? { escapeNo: row.no, berthNo: row.berth, inTime: row.inAt, outTime: row.outAt } : {}),
  };
}

/** Where the money of a lot goes, of each channel: debts of the same are paid together. */
export const accountOf = (work: Work, lot: LotRow): Promise<string> =>
  work.database.read(tenantScope(lot.tenantId), async (db) => JSON.stringify(await payWays(db, lot)));

const wrongTickets = (zh: string, en: string): Refused =>
  new Refused('bad_input', {}, [{ field: 'tickets', msg: text(zh, en) }]);

type Ticked = {
  readonly tenantId: number;
  readonly orderIds: string[];
  readonly parkId: string;
  /** The stay whose own bill is paid with them, at a barrier that asks for debts. */
  readonly stayId: string;
};

/** The debts that were ticked, of one group and one plate, and the bill they are paid by. */
async function ticked(work: Work): Promise<Ticked> {
  const given = work.input['tickets'];
  const sealed = Array.isArray(given) ? given.map(String) : [];
  if (sealed.length === 0 || sealed.length > MOST) throw wrongTickets('请选择1至50笔欠费', 'Choose 1 to 50 debts');
  const tickets = sealed.map((each) => openTicket(each, work.now));
  const bills = tickets.filter(({ page }) => page !== 'debts');
  const [{ tenantId, parkId }] = [...bills, ...tickets] as [(typeof tickets)[number]];
  const orderIds = [...new Set(tickets.flatMap(({ orderId }) => (orderId ? [orderId] : [])))];
  if (orderIds.length !== tickets.length || bills.length > 1 || tickets.some((each) => each.tenantId !== tenantId))
    throw wrongTickets('请重新查询欠费', 'Please look the debts up again');
  const { plates, mode } = await work.database.read(tenantScope(tenantId), async (db) => ({
    plates: await db.raw(
      'SELECT DISTINCT plate_number FROM parking_order WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
      [tenantId, orderIds],
    ),
    mode: bills.length > 0 ? (await settingsOf(db, parkId)).arrearsAtExit : 'ask',
  }));
  if (plates.length !== 1) throw wrongTickets('须为同一车牌的欠费', 'The debts must be of one plate');
  if (mode !== 'ask') throw wrongTickets('本车场不与欠费合并支付', 'This car park takes no debts with its bills');
  return { tenantId, orderIds, parkId, stayId: bills[0]?.stayId ?? '' };
}

/** One payment for all that were ticked: booked when the channel says so, each part to its own order. */
async function payDebts(work: Work): Promise<unknown> {
  await knock(work.database, askDoors(networkOf(work.request.ip)));
  const { channel, login, payKey } = work.input as { channel: string; login?: string | null; payKey: string };
  const { tenantId, orderIds, parkId, stayId } = await ticked(work);
  const { tradeNo, amountFen, prepaid } = await prepayCombined(work.database, {
    tenantId,
    orderIds,
    channel,
    key: payKey,
    at: work.now.getTime(),
    how: login
      ? { form: 'app', login }
      : { form: 'browser', ip: work.request.ip, back: `/m/${stayId ? 'pay' : 'debts'}?parkId=${parkId}` },
  });
  const ticket = ticketOf(
    { tenantId, parkId, stayId, orderId: orderIds[0]!, page: 'debts', combined: tradeNo },
    work.now,
  );
  const answer = { ticket, sumFen: amountFen };
  if (prepaid === null) return { ...answer, paid: true };
  if (channel !== 'sandbox') return { ...answer, ...prepaid };
  await settleSandbox(work.database, tradeNo);
  return { ...answer, sandbox: true };
}

async function debts(work: Work): Promise<unknown> {
  const { parkId, plateNumber, slip } = work.input as { parkId: string; plateNumber: string; slip?: string | null };
  await knock(work.database, askDoors(networkOf(work.request.ip)));
  const foundLot = await lotOf(work.database, parkId);
  const rows = await debtsOf(work, foundLot, plateNumber);
  if (rows.length === 0) {
    await knock(work.database, missDoors(networkOf(work.request.ip)));
    throw new Refused('no_such_record', { what: text('该车牌的欠费', 'Debts of this plate') });
  }
  const lots = new Map<string, { lot: LotRow; channels: string[]; together: number }>();
  const accounts: string[] = [];
  for (const id of new Set(rows.map(({ park }) => park))) {
    const lot = await lotOf(work.database, id);
    const account = await accountOf(work, lot);
    if (!accounts.includes(account)) accounts.push(account);
    const { channels } = await channelsOf(work.database, lot);
    lots.set(id, { lot, channels, together: accounts.indexOf(account) });
  }
  return {
    plateNumber,
    count: rows.length,
    sumFen: rows.reduce((sum, row) => sum + Number(row.owed), 0),
    debts: rows.map((row) => {
      const { lot, channels, together } = lots.get(row.park)!;
      return { ...presentDebt(work, lot, row, (slip ?? '').trim().toUpperCase()), channels, together };
    }),
  };
}

type Here = { id: string; state: string | null; kind: string | null };

/** A plate that a driver gives for a car nobody has read; it changes no plate that is known. */
async function reportPlate(work: Work): Promise<null> {
  const { parkId, berth, plateNumber } = work.input as { parkId: string; berth: string; plateNumber: string };
  await knock(work.database, plateDoors(networkOf(work.request.ip)));
  const lot = await lotOf(work.database, parkId);
  const at = work.now.getTime();
  const after = await work.database.write(tenantScope(lot.tenantId), async (db) => {
    const [here] = await db.raw<Here>(
      `SELECT b.id, b.state, c.kind FROM rd_berth b LEFT JOIN car_inside c ON c.tenant_id = b.tenant_id AND c.id::text = b.stay_id
      WHERE b.tenant_id = $1 AND b.park_id = $2 AND b.deleted_at IS NULL AND (b.berth_no = $3 OR b.city_code = $3) LIMIT 1`,
      [lot.tenantId, parkId, berth],
    );
    if (!here) throw new Refused('no_such_record', { what: rdBerth.title });
    if (here.state !== 'occupied' || here.kind !== 'unidentified') return null;
    const accepted = await acceptClaims(
      db,
      lot,
      [
        {
          berthId: here.id,
          at,
          rawAt: at,
          source: 'driver',
          claim: 'plate',
          deviceId: null,
          userId: null,
          plate: plateNumber,
          colour: null,
          confidence: null,
          picture: null,
          offline: false,
          changes: null,
          sinceSeconds: null,
          restarted: false,
          alsoOf: null,
          sourceId: `driver ${here.id}`,
          seq: randomUUID(),
        },
      ],
      work.now,
    );
    return accepted.after;
  });
  after?.();
  return null;
}

const opened = { mode: 'open' } as const;
export const driverServed: Served[] = [
  serve(driverDebts, debts, opened),
  serve(driverPayDebts, payDebts, opened),
  serve(driverBerth, reportPlate, opened),
];
