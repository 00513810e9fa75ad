import { refundRequested, refundPaid } from './ledger.ts';
import type { OrderState, Payment, Refund, Order, OrderStep, Of } from './order-types.ts';
import { outstanding, refundable, same, refuse } from './order-state.ts';

export function refund(order: Order, event: Of<'refund'>): OrderStep {
  if (order.refunds.some((it) => it.id === event.id)) return same(order);
  const payment = order.payments.find((it) => it.id === event.payment);
  if (payment === undefined) return refuse(order, 'no-such-payment');
  if (!event.approved) return refuse(order, 'needs-approval');
  if (!Number.isSafeInteger(event.amountFen) || event.amountFen <= 0) return refuse(order, 'bad-amount');
  const surplusLeft = refundable(order, payment.id) - revenueLeft(order, payment);
  const from = event.amountFen <= surplusLeft ? 'overpaid' : 'revenue';
  if (event.amountFen > (from === 'overpaid' ? surplusLeft : revenueLeft(order, payment)))
    return refuse(order, 'more-than-paid');
  const requested: Refund = { id: event.id, payment: payment.id, amountFen: event.amountFen, from, state: 'asked' };
  const posting = refundRequested(
    { key: `refund-asked/${event.id}`, park: order.park, at: event.at, about: event.id },
    from,
    event.amountFen,
  );
  return {
    ...same({ ...order, state: 'refunding', refunds: [...order.refunds, requested] }),
    postings: [posting],
    refunds: [requested],
  };
}

/** What a payment brought to revenue, less its refunds out of revenue. */
function revenueLeft(order: Order, payment: Payment): number {
  return order.refunds
    .filter((it) => it.payment === payment.id && it.from === 'revenue' && it.state !== 'failed')
    .reduce((rest, it) => rest - it.amountFen, payment.appliedFen);
}

export function refunded(order: Order, event: Of<'refunded'>): OrderStep {
  const requested = order.refunds.find((it) => it.id === event.id);
  if (requested === undefined || requested.state !== 'asked') return same(order);
  const refunds = order.refunds.map((it): Refund =>
    it === requested ? { ...it, state: event.ok ? 'done' : 'failed' } : it,
  );
  const head = { park: order.park, at: event.at, about: requested.id };
  const payment = order.payments.find((it) => it.id === requested.payment);
  if (payment === undefined) return same(order);
  const surplusFen = order.surplusFen - (event.ok && requested.from === 'overpaid' ? requested.amountFen : 0);
  const next: Order = { ...order, refunds, surplusFen };
  const posting = event.ok
    ? refundPaid({ ...head, key: `refund-paid/${requested.id}` }, payment.via, requested.amountFen)
    : {
        ...refundRequested({ ...head, key: `refund-failed/${requested.id}` }, requested.from, -requested.amountFen),
        kind: 'reversal' as const,
        reverses: `refund-asked/${requested.id}`,
      };
  return { ...same({ ...next, state: afterRefund(next) }), postings: [posting] };
}

/** The state follows from all refunds together, so their order does not matter. */
function afterRefund(order: Order): OrderState {
  if (order.refunds.some((it) => it.state === 'asked' && it.from === 'revenue')) return 'refunding';
  if (order.refunds.some((it) => it.state === 'failed')) return 'refund-failed';
  const back = order.refunds
    .filter((it) => it.state === 'done' && it.from === 'revenue')
    .reduce((sum, it) => sum + it.amountFen, 0);
  if (back > 0) return back === order.paidFen ? 'refunded' : 'part-refunded';
  if (order.refunds.some((it) => it.state === 'asked')) return 'overpaid';
  return outstanding(order) === 0 ? 'paid' : order.state;
}
