/**
 * A driver asks for an invoice: whoever holds the ticket of a bill, or knows the number on his payment and the whole
 * plate. A plate alone opens nothing.
 */
import { networkOf } from '#domain/network/network.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { dayOf, isDay, startOfDay, addDays } from '#domain/time/day.ts';
import { knock, mustBeOpen } from '#areas/access/server/door.ts';
import { readTrade } from '#areas/billing/server/door.ts';
import { lotOf, openTicket } from '#areas/passage/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import type { Work } from '#kit/server/work.ts';
import { applyFor, billables, MOST_ORDERS } from './apply.ts';
import type { Billable, Buyer } from './apply.ts';
import { itemsOf } from './forms.ts';
import { ZONE } from './seller.ts';

const BASKET_MS = 2 * 3_600_000;
const TOKEN_MS = 180 * 86_400_000;

/** Orders whose payer this was shown to be. */
export type Basket = { readonly tenantId: number; readonly orders: readonly string[] };
type Sealed<T> = T & { readonly use: string; readonly until: number };

const sealed = (use: string, value: object, until: number): string => seal(JSON.stringify({ ...value, use, until }));

function opened<T>(use: string, from: string | undefined, now: Date): T | null {
  if (!from) return null;
  try {
    const value = JSON.parse(unseal(from)) as Sealed<T>;
    return value.use === use && value.until > now.getTime() ? value : null;
  } catch {
    return null;
  }
}

export const sealBasket = (basket: Basket, now: Date): string =>
  sealed('invoice-basket', basket, now.getTime() + BASKET_MS);
export const openBasket = (from: string | undefined, now: Date): Basket | null => opened('invoice-basket', from, now);

export type Token = { readonly tenantId: number; readonly formId: string };
export const sealToken = (token: Token, now: Date): string => sealed('invoice', token, now.getTime() + TOKEN_MS);
export const openToken = (from: string | undefined, now: Date): Token | null => opened('invoice', from, now);

const from = (work: Work): string => networkOf(work.request.ip);

export const beforeLook = (work: Work): Promise<void> =>
  knock(work.database, [{ key: `invoice-look:${from(work)}`, most: 60, seconds: 60 }]);
const missesOf = (work: Work) => [{ key: `invoice-miss:${from(work)}`, most: 10, seconds: 900 }];
const afterMiss = (work: Work): Promise<void> => knock(work.database, missesOf(work));

/** The order a ticket of the page of bills is for; null where it is none, or for none. */
export function basketOfTicket(ticket: string | undefined, now: Date): Basket | null {
  if (!ticket) return null;
  try {
    const { tenantId, orderId } = openTicket(ticket, now);
    return orderId ? { tenantId, orders: [orderId] } : null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

type Proven = { readonly tenantId: number; readonly orderId: string };

/** The payment a trade number names, as it stands in the driver's bill of his bank or wallet. */
async function byTrade(work: Work, number: string, plate: string): Promise<Proven | null> {
  const trade = readTrade(number);
  if (!trade) return null;
  const [row] = await work.database.read(tenantScope(trade.tenantId), (db) =>
    db.raw<{ orderId: string; plate: string | null }>(
      `SELECT order_id AS "orderId", plate_number AS plate FROM payment WHERE tenant_id = $1 AND id = $2 AND status <> 'pending' AND status <> 'failed'`,
      [trade.tenantId, trade.paymentId],
    ),
  );
  return row?.orderId && row.plate === plate ? { tenantId: trade.tenantId, orderId: row.orderId } : null;
}

/** The number on a receipt: its day and twelve random digits. Of the lot whose code was scanned. */
async function byOrderNo(
  work: Work,
  parkId: string | undefined,
  number: string,
  plate: string,
): Promise<Proven | null> {
  const match = /^(\d{4})(\d{2})(\d{2})[0-9A-F]{12}$/.exec(number.toUpperCase());
  const day = match ? `${match[1]}-${match[2]}-${match[3]}` : '';
  if (!isDay(day) || !parkId || !isId(parkId)) return null;
  const lot = await lotOf(work.database, parkId).catch(() => null);
  if (!lot) return null;
  const at = (days: number): string => new Date(startOfDay(addDays(day, days), ZONE)).toISOString();
  const [row] = await work.database.read(tenantScope(lot.tenantId), (db) =>
    db.raw<{ id: string; plate: string | null }>(
      'SELECT id, plate_number AS plate FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND created_time >= $3 AND created_time < $4 AND order_no = $5',
      [lot.tenantId, parkId, at(-1), at(2), number.toUpperCase()],
    ),
  );
  return row && row.plate === plate ? { tenantId: lot.tenantId, orderId: row.id } : null;
}

const notFound = text('没有找到这笔付款，请核对单号和车牌', 'There is no such payment: please check number and plate');
const otherGroup = text(
  '这笔付款属于另一家停车公司，请分开申请',
  'That payment is of another parking company: please apply for it apart',
);

/**
 * The basket with one more order in it. @throws Refused where the number and the plate name none, without saying which
 * of them is wrong
 */
export async function addOrder(
  work: Work,
  basket: Basket | null,
  wanted: { readonly parkId: string | undefined; readonly number: string; readonly plate: string },
): Promise<Basket> {
  await mustBeOpen(work.database, missesOf(work));
  const plate = plateIdentity(wanted.plate);
  const number = wanted.number.trim();
  const found = (await byTrade(work, number, plate)) ?? (await byOrderNo(work, wanted.parkId, number, plate));
  if (!found) {
    await afterMiss(work);
    throw ruleRefused(notFound);
  }
  if (basket && basket.tenantId !== found.tenantId) throw ruleRefused(otherGroup);
  const orders = [...new Set([...(basket?.orders ?? []), found.orderId])];
  return { tenantId: found.tenantId, orders: orders.slice(0, MOST_ORDERS) };
}

export const ordersIn = (work: Work, basket: Basket): Promise<Billable[]> =>
  work.database.read(tenantScope(basket.tenantId), (db) => billables(db, basket.tenantId, basket.orders));

/** The orders of an application whose holder asks anew. */
export const basketOfForm = (work: Work, { tenantId, formId }: Token): Promise<Basket> =>
  work.database.read(tenantScope(tenantId), async (db) => ({
    tenantId,
    orders: (await itemsOf(db, tenantId, [formId])).filter(({ kind }) => kind === 'blue').map(({ orderId }) => orderId),
  }));

/** @returns the token of the application */
export async function applyNow(work: Work, basket: Basket, buyer: Buyer): Promise<string> {
  await knock(work.database, [
    { key: `invoice-from:${from(work)}`, most: 20, seconds: 3600 },
    { key: `invoice-order:${basket.orders[0]}`, most: 10, seconds: 3600 },
  ]);
  const formId = await work.database.write(tenantScope(basket.tenantId), (db) =>
    applyFor(db, basket.tenantId, basket.orders, buyer, { now: work.now, source: 'driver', from: from(work) }),
  );
  return sealToken({ tenantId: basket.tenantId, formId }, work.now);
}

/** The driver's day of an instant. */
export const dayAt = (at: number): string => dayOf(at, ZONE);
