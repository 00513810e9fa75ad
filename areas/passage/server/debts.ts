/**
 * Money of orders left owing, moved by a person or a payment elsewhere: the order, its stay and its exception together,
 * under the lot's lock.
 */
import type { OrderEvent, OrderRefusal } from '#domain/ledger/order-types.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { BillLine } from '#domain/fee/types.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import { DEBT_CANCELLED, DEBT_CORRECTED, withdrawnLines } from '#domain/ledger/due.ts';
import { noted } from '#areas/billing/server/door.ts';
import type { MoneyNote } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { changeLot } from './ingest.ts';
import type { Target } from './ingest.ts';
import { take } from './pay-codes.ts';
import { clearDebt } from './session.ts';
import type { Session } from './session.ts';

/** One event of one order, `note` what is known of its payment besides. */
export type DebtChange = {
  readonly orderId: string;
  readonly stayId: string;
  readonly event: Extract<OrderEvent, { at: number }>;
  readonly note?: { readonly id: string; readonly note: MoneyNote };
};

/** The bill keeps its lines and states that they are no longer due. */
function sayCancelled(session: Session, orderId: string, at: number): void {
  const [order, about] = [session.book.order(orderId), session.abouts.get(orderId)];
  if (!order || !about || !Array.isArray(about.lines)) return;
  const netFen = order.receivableFen - order.deratedFen;
  const clause = order.owedFen > 0 ? DEBT_CORRECTED : DEBT_CANCELLED;
  const lines = withdrawnLines(about.lines as BillLine[], netFen, at, clause);
  session.abouts.set(orderId, { ...about, lines });
}

/** One event of one order in a session that is open already. */
export function payOrder(session: Session, { orderId, event, note }: Omit<DebtChange, 'stayId'>): OrderRefusal | null {
  const done = session.book.pay(orderId, event);
  if (done.refused) return done.refused;
  take(session, done);
  const [order, about] = [session.book.order(orderId), session.abouts.get(orderId)];
  if (note && order && about) session.abouts.set(orderId, noted({ order, about }, note.id, note.note).about);
  if (event.kind === 'cancel') sayCancelled(session, orderId, event.at);
  session.touchedOrders.add(orderId);
  if (order) session.touchedStays.add(order.stay);
  clearDebt(session, orderId, event.at);
  return null;
}

/**
 * Does them all to one lot, inside the caller's transaction of its tenant. Repeating an action changes nothing.
 * @returns what to call after the commit, and which orders refused it
 */
export async function settleDebts(
  db: Db,
  target: Target,
  changes: readonly DebtChange[],
): Promise<{ after: () => void; refused: ReadonlyMap<string, OrderRefusal> }> {
  const refused = new Map<string, OrderRefusal>();
  const need = {
    orderIds: [...new Set(changes.map(({ orderId }) => orderId))],
    stayIds: [...new Set(changes.map(({ stayId }) => stayId))],
    earliest: Math.min(...changes.map(({ event }) => event.at)),
  };
  const after = await changeLot(db, target, need, (session) => {
    refused.clear();
    for (const change of changes) {
      const no = payOrder(session, change);
      if (no) refused.set(change.orderId, no);
    }
  });
  return { after, refused };
}

/** What a stay would have cost had it ended at `at` (epoch ms), in fen; null without a tariff. Changes nothing. */
export async function costUntil(db: Db, target: Target, stayId: string, at: number): Promise<number | null> {
  let fen: number | null = null;
  await changeLot(db, target, { stayIds: [stayId] }, (session) => {
    const stay = session.book.stay(stayId);
    const price = stay ? session.book.price(stay, at) : null;
    fen = price === null || isFeeRefusal(price) ? null : price.receivableFen - price.deratedFen;
  });
  return fen;
}

/** The amount due for a stay now. `freeUntil`: end of the leave window after its payment. */
export type CurrentQuote = {
  readonly dueFen: number | null;
  readonly freeUntil: number | null;
  readonly windowFrom: number | null;
};

/** Amounts are null without a tariff. Changes nothing. */
export async function quoteNow(db: Db, target: Target, stayId: string, at: number): Promise<CurrentQuote | null> {
  let current: CurrentQuote | null = null;
  await changeLot(db, target, { stayIds: [stayId] }, (session) => {
    const stay = session.book.stay(stayId);
    if (!stay) return;
    const quote = quoteStay(session.book, stay, `query/${stayId}`, at);
    const windows = session.book.ordersOf(stayId).flatMap(({ windowFrom }) => windowFrom ?? []);
    current = {
      dueFen: quote.unpriced ? null : quote.dueFen,
      freeUntil: session.book.settled(stayId, '').freeUntil,
      windowFrom: windows.length === 0 ? null : Math.max(...windows),
    };
  });
  return current;
}

/** What held a car let it go only at `at` (epoch ms): the leave windows of what was paid for its stay begin then. */
export async function beginWindows(db: Db, target: Target, stayId: string, at: number): Promise<() => void> {
  return changeLot(db, target, { stayIds: [stayId] }, (session) => {
    for (const { id, windowFrom } of session.book.ordersOf(stayId))
      if (windowFrom !== null && windowFrom < at) payOrder(session, { orderId: id, event: { kind: 'window', at } });
  });
}

/** A debt is another car's: its bill carries that plate from now on. The stay keeps the plate that was read. */
export async function replateDebt(
  db: Db,
  target: Target,
  { orderId, stayId, plate }: { readonly orderId: string; readonly stayId: string; readonly plate: string },
): Promise<() => void> {
  return changeLot(db, target, { orderIds: [orderId], stayIds: [stayId] }, (session) => {
    const about = session.abouts.get(orderId);
    if (!about) return;
    session.abouts.set(orderId, { ...about, plateNumber: plate });
    session.touchedOrders.add(orderId);
  });
}
