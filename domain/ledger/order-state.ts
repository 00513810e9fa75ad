import type { OrderState, Order, OrderAlert, OrderRefusal, OrderStep } from './order-types.ts';

/** States of an order whose money is settled: its discounts are used. */
export const CLOSED_MONEY: ReadonlySet<OrderState> = new Set([
  'paid',
  'overpaid',
  'refunding',
  'refunded',
  'part-refunded',
  'refund-failed',
]);

export const newOrder = (id: string, park: string, stay: string): Order => ({
  id,
  park,
  stay,
  state: 'none',
  receivableFen: 0,
  deratedFen: 0,
  waivedFen: 0,
  paidFen: 0,
  surplusFen: 0,
  owedFen: 0,
  derateBooked: false,
  pricedAt: 0,
  validUntil: 0,
  paidAt: null,
  windowFrom: null,
  attempts: [],
  payments: [],
  refunds: [],
  done: [],
});

/** What is still to be paid. */
export const outstanding = (order: Order): number =>
  order.receivableFen - order.deratedFen - order.waivedFen - order.paidFen;

/** Demanded and not settled: money for it may still come, and nobody owes it yet. */
export const isOwed = (order: Order): boolean =>
  unsettled(order.state) && order.owedFen === 0 && outstanding(order) > 0;

/** What may still be refunded of a payment. Failed refunds give their part free again. */
export function refundable(order: Order, payment: string): number {
  const paid = order.payments.find((it) => it.id === payment)?.amountFen ?? 0;
  return order.refunds
    .filter((it) => it.payment === payment && it.state !== 'failed')
    .reduce((rest, it) => rest - it.amountFen, paid);
}

/**
 * When to ask the channel, for try `n` = 0, 1, …; null after 24 h. First 30 s without notice, then 5, 15, 30, 60 s,
 * then every 5 min.
 */
export function queryAt(createdAt: number, n: number): number | null {
  const pauses = [5, 15, 30, 60];
  const seconds = pauses.slice(0, n).reduce((sum, it) => sum + it, 30) + Math.max(0, n - pauses.length) * 300;
  return seconds > 86_400 ? null : createdAt + seconds * 1000;
}

export const same = (order: Order): OrderStep => ({ order, postings: [], refunds: [], alert: null, refused: null });

export const refuse = (order: Order, refused: OrderRefusal): OrderStep => ({ ...same(order), refused });

export const warn = (order: Order, alert: OrderAlert): OrderStep => ({ ...same(order), alert });

/** Before money has settled it; afterwards a dearer stay gets a new order. */
export const unsettled = (state: OrderState): boolean =>
  state === 'none' || state === 'quoted' || state === 'pending' || state === 'failed';
