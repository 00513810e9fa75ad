import type { Posting, Split } from './ledger.ts';
import {
  cancelled,
  cashReceived,
  channelReceived,
  derated,
  owed,
  refundRequested,
  storedValuePaid,
  waived,
} from './ledger.ts';
import type { Attempt, Payment, Refund, Order, OrderStep, Of } from './order-types.ts';
import { outstanding, same, refuse, warn, unsettled } from './order-state.ts';

export function quote(order: Order, event: Of<'quote'>): OrderStep {
  if (!unsettled(order.state) || order.owedFen > 0) return refuse(order, 'state-closed');
  const { receivableFen, deratedFen } = event;
  if (![receivableFen, deratedFen].every((n) => Number.isSafeInteger(n) && n >= 0)) return refuse(order, 'bad-amount');
  if (receivableFen < deratedFen + order.waivedFen + order.paidFen) return refuse(order, 'bad-amount');
  const next: Order = {
    ...order,
    receivableFen,
    deratedFen,
    pricedAt: event.pricedAt,
    validUntil: event.validUntil,
    state: order.state === 'pending' ? 'pending' : 'quoted',
  };
  return outstanding(next) === 0 ? settledNow(next, [], event.pricedAt, null) : same(next);
}

/** Withdrawn before it was settled: only what was paid or waived stands. */
export function voided(order: Order): OrderStep {
  if (!unsettled(order.state) || order.owedFen > 0) return same(order);
  return same({
    ...order,
    receivableFen: order.paidFen + order.waivedFen,
    deratedFen: 0,
    state: order.state === 'pending' ? 'pending' : 'none',
  });
}

export function expire(order: Order, at: number): OrderStep {
  return order.state === 'quoted' && at > order.validUntil ? same({ ...order, state: 'none' }) : same(order);
}

/**
 * Each channel may have one try in flight; a number serves one try for ever. What was left owing is priced no more: it
 * may be paid at any time.
 */
export function create(order: Order, event: Of<'create'>): OrderStep {
  if (order.attempts.some((it) => it.trade === event.trade)) return refuse(order, 'trade-used');
  const debt = order.owedFen > 0 && unsettled(order.state);
  if (!debt && order.state !== 'quoted' && order.state !== 'pending') return refuse(order, 'state-closed');
  if (!debt && event.at > order.validUntil) return refuse(order, 'quote-expired');
  if (order.attempts.some((it) => it.channel === event.channel && it.state === 'pending'))
    return refuse(order, 'already-pending');
  if (outstanding(order) === 0) return refuse(order, 'nothing-due');
  const attempt: Attempt = {
    trade: event.trade,
    channel: event.channel,
    amountFen: outstanding(order),
    createdAt: event.at,
    state: 'pending',
  };
  return same({ ...order, state: 'pending', attempts: [...order.attempts, attempt] });
}

export function notice(order: Order, event: Of<'notice'>): OrderStep {
  if (!event.signatureRight) return warn(order, 'wrong-signature');
  const attempt = order.attempts.find((it) => it.trade === event.trade);
  if (attempt === undefined) return warn(order, 'unknown-trade');
  if (attempt.state === 'success') return same(order);
  if (event.success && event.amountFen !== attempt.amountFen) return warn(order, 'wrong-amount');
  const attempts = order.attempts.map((it): Attempt =>
    it === attempt ? { ...it, state: event.success ? 'success' : 'failed' } : it,
  );
  if (!event.success) {
    const waits = attempts.some((it) => it.state === 'pending');
    return same({
      ...order,
      attempts,
      state: order.state !== 'pending' || waits ? order.state : outstanding(order) > 0 ? 'failed' : 'none',
    });
  }
  const payment = {
    id: event.trade,
    via: `channel:${attempt.channel}` as const,
    amountFen: event.amountFen,
    at: event.at,
  };
  return take(
    { ...order, attempts },
    payment,
    event.allPaid,
    (head, split) => channelReceived(head, attempt.channel, split),
    true,
  );
}

export function cash(order: Order, event: Of<'cash'>): OrderStep {
  if (order.payments.some((it) => it.id === event.id)) return same(order);
  const { amountFen, tenderedFen } = event;
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0 || !Number.isSafeInteger(tenderedFen))
    return refuse(order, 'bad-amount');
  const given = Math.max(tenderedFen, amountFen);
  const payment = { id: event.id, via: `drawer:${event.drawer}` as const, amountFen, at: event.at };
  return take(
    order,
    payment,
    event.allPaid,
    (head, split) => cashReceived(head, event.drawer, given, given - amountFen, split),
    false,
  );
}

export function stored(order: Order, event: Of<'stored'>): OrderStep {
  if (order.payments.some((it) => it.id === event.id)) return same(order);
  if (!Number.isSafeInteger(event.amountFen) || event.amountFen <= 0) return refuse(order, 'bad-amount');
  const payment = {
    id: event.id,
    via: `stored-value:${event.card}` as const,
    amountFen: event.amountFen,
    at: event.at,
  };
  return take(order, payment, event.allPaid, (head, split) => storedValuePaid(head, event.card, split), false);
}

type Head = Parameters<typeof channelReceived>[0];

/**
 * Book money that has arrived: on arrears first, then on the rest; what nobody owes is surplus and, from a channel,
 * goes back.
 */
function take(
  order: Order,
  money: Omit<Payment, 'appliedFen'>,
  allPaid: boolean | undefined,
  post: (head: Head, split: Split) => Posting,
  giveBack: boolean,
): OrderStep {
  const appliedFen = Math.min(money.amountFen, outstanding(order));
  const surplusFen = money.amountFen - appliedFen;
  const arrearsFen = Math.min(appliedFen, order.owedFen);
  const posting = post(
    { key: `payment/${money.id}`, park: order.park, at: money.at, about: order.id },
    { revenueFen: appliedFen - arrearsFen, arrearsFen, surplusFen },
  );
  const next: Order = {
    ...order,
    paidFen: order.paidFen + appliedFen,
    surplusFen: order.surplusFen + surplusFen,
    owedFen: order.owedFen - arrearsFen,
    payments: [...order.payments, { ...money, appliedFen }],
  };
  const inFull = money.at <= order.validUntil || allPaid === true;
  const step =
    outstanding(next) === 0 && unsettled(next.state)
      ? settledNow(next, [posting], money.at, inFull && appliedFen > 0 ? money.at : null)
      : { ...same(next), postings: [posting] };
  return surplusFen > 0 && giveBack ? returnSurplus(step, money.id, surplusFen, money.at) : step;
}

/** Nothing is open any more: the derate is booked once, with the order it belongs to. */
function settledNow(order: Order, postings: readonly Posting[], at: number, windowFrom: number | null): OrderStep {
  const next: Order = { ...order, state: 'paid', paidAt: at, windowFrom: windowFrom ?? order.windowFrom };
  const step = { ...same(next), postings };
  return bookDerate(step, at);
}

function bookDerate(step: OrderStep, at: number): OrderStep {
  const { order } = step;
  if (order.derateBooked || order.deratedFen === 0) return step;
  const posting = derated({ key: `derate/${order.id}`, park: order.park, at, about: order.id }, order.deratedFen);
  return { ...step, order: { ...order, derateBooked: true }, postings: [...step.postings, posting] };
}

function returnSurplus(step: OrderStep, payment: string, amountFen: number, at: number): OrderStep {
  const { order } = step;
  const back: Refund = { id: `surplus/${payment}`, payment, amountFen, from: 'overpaid', state: 'asked' };
  const posting = refundRequested(
    { key: `refund-asked/${back.id}`, park: order.park, at, about: back.id },
    'overpaid',
    amountFen,
  );
  const next: Order = {
    ...order,
    state: order.state === 'paid' ? 'overpaid' : order.state,
    refunds: [...order.refunds, back],
  };
  return { ...step, order: next, postings: [...step.postings, posting], refunds: [...step.refunds, back] };
}

/** Only later, and only where all was paid: a window that nobody opened is not begun by this. */
export function window(order: Order, at: number): OrderStep {
  if (order.windowFrom === null || at <= order.windowFrom) return same(order);
  return same({ ...order, windowFrom: at });
}

/** More than is open cannot be waived: money that came in meanwhile has precedence. */
export function waive(order: Order, event: Of<'waive'>): OrderStep {
  if (order.done.includes(event.id)) return same(order);
  const amountFen = Math.min(event.amountFen, outstanding(order));
  if (amountFen <= 0) return same({ ...order, done: [...order.done, event.id] });
  const arrearsFen = Math.min(amountFen, order.owedFen);
  const posting = waived(
    { key: `waiver/${event.id}`, park: order.park, at: event.at, about: order.id },
    amountFen - arrearsFen,
    arrearsFen,
  );
  const next: Order = {
    ...order,
    waivedFen: order.waivedFen + amountFen,
    owedFen: order.owedFen - arrearsFen,
    done: [...order.done, event.id],
  };
  return outstanding(next) === 0 && unsettled(next.state)
    ? settledNow(next, [posting], event.at, null)
    : { ...same(next), postings: [posting] };
}

export function owe(order: Order, at: number): OrderStep {
  const open = outstanding(order);
  const amountFen = open - order.owedFen;
  if (amountFen <= 0) return same(order);
  const posting = owed({ key: `owed/${order.id}`, park: order.park, at, about: order.id }, amountFen);
  return bookDerate({ ...same({ ...order, owedFen: open }), postings: [posting] }, at);
}

export function cancel(order: Order, event: Of<'cancel'>): OrderStep {
  if (order.done.includes(event.id)) return same(order);
  const amountFen = event.amountFen ?? order.owedFen;
  const done = [...order.done, event.id];
  if (order.owedFen <= 0) return same({ ...order, done });
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0 || amountFen > order.owedFen)
    return refuse(order, 'bad-amount');
  const posting = cancelled(
    { key: `cancelled/${event.id}`, park: order.park, at: event.at, about: order.id },
    amountFen,
  );
  const next: Order = {
    ...order,
    receivableFen: order.receivableFen - amountFen,
    owedFen: order.owedFen - amountFen,
    done,
  };
  return outstanding(next) === 0 && unsettled(next.state)
    ? settledNow(next, [posting], event.at, null)
    : { ...same(next), postings: [posting] };
}

export function restore(order: Order, event: Of<'restore'>): OrderStep {
  const reference = `restored/${event.id}`;
  if (order.done.includes(reference) || !order.done.includes(event.id)) return same(order);
  const amountFen = event.amountFen;
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0 || amountFen > order.waivedFen)
    return refuse(order, 'bad-amount');
  const posting: Posting = {
    ...waived({ key: reference, park: order.park, at: event.at, about: order.id }, 0, -amountFen),
    kind: 'reversal',
    reverses: `waiver/${event.id}`,
  };
  const next: Order = {
    ...order,
    waivedFen: order.waivedFen - amountFen,
    owedFen: order.owedFen + amountFen,
    done: [...order.done, reference],
  };
  return { ...same(next), postings: [posting] };
}
