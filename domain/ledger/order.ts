/**
 * An order: one bill of one stay, from quote to payment and refund. In every state
 * `receivable = paid + derated + waived + outstanding`, all >= 0; what was paid above it is `surplusFen`, listed until returned.
 * Money in fen, times epoch ms. Every event is idempotent by its own id.
 */
import type { Posting, Split } from './ledger.ts';
import {
  cancelled,
  cashReceived,
  channelReceived,
  derated,
  owed,
  refundAsked,
  refundPaid,
  storedValuePaid,
  waived,
} from './ledger.ts';

export type OrderState =
  | 'none'
  | 'quoted'
  | 'pending'
  | 'paid'
  | 'failed'
  | 'overpaid'
  | 'refunding'
  | 'refunded'
  | 'part-refunded'
  | 'refund-failed';

/** One try to pay through a channel, under its own trade number. */
export interface Attempt {
  readonly trade: string;
  readonly channel: string;
  readonly amountFen: number;
  readonly createdAt: number;
  readonly state: 'pending' | 'success' | 'failed';
}

export interface Payment {
  readonly id: string;
  /** Where the money lies, or the card it was taken from. */
  readonly via: `drawer:${string}` | `channel:${string}` | `stored-value:${string}`;
  readonly amountFen: number;
  readonly appliedFen: number;
  readonly at: number;
}

export interface Refund {
  readonly id: string;
  readonly payment: string;
  readonly amountFen: number;
  readonly from: 'revenue' | 'overpaid';
  readonly state: 'asked' | 'done' | 'failed';
}

export interface Order {
  readonly id: string;
  readonly park: string;
  readonly stay: string;
  readonly state: OrderState;
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly waivedFen: number;
  readonly paidFen: number;
  readonly surplusFen: number;
  /** Part of outstanding that is booked as arrears. */
  readonly owedFen: number;
  readonly derateBooked: boolean;
  readonly pricedAt: number;
  readonly validUntil: number;
  readonly paidAt: number | null;
  /** Start of the leave window: everything due was paid at this time. */
  readonly windowFrom: number | null;
  readonly attempts: readonly Attempt[];
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  /** Ids of deeds already done, so that a repeated one changes nothing. */
  readonly done: readonly string[];
}

export type OrderEvent =
  | {
      readonly kind: 'quote';
      readonly receivableFen: number;
      readonly deratedFen: number;
      readonly pricedAt: number;
      readonly validUntil: number;
    }
  | { readonly kind: 'void' }
  | { readonly kind: 'expire'; readonly at: number }
  | { readonly kind: 'create'; readonly trade: string; readonly channel: string; readonly at: number }
  /** A channel's word, pushed or asked for. `allPaid`: at `at` nothing more was due than the order's sum (starts the leave window after the hold). */
  | {
      readonly kind: 'notice';
      readonly trade: string;
      readonly amountFen: number;
      readonly success: boolean;
      readonly signatureRight: boolean;
      readonly at: number;
      readonly allPaid?: boolean;
    }
  | {
      readonly kind: 'cash';
      readonly id: string;
      readonly amountFen: number;
      readonly tenderedFen: number;
      readonly drawer: string;
      readonly at: number;
      readonly allPaid?: boolean;
    }
  /** Taken from a stored-value card. */
  | {
      readonly kind: 'stored';
      readonly id: string;
      readonly card: string;
      readonly amountFen: number;
      readonly at: number;
      readonly allPaid?: boolean;
    }
  | { readonly kind: 'waive'; readonly id: string; readonly amountFen: number; readonly at: number }
  /** The car has gone: what is open is owed. */
  | { readonly kind: 'owe'; readonly at: number }
  /** What is owed was wrongly asked: the debt ends and its revenue is taken back. */
  | { readonly kind: 'cancel'; readonly id: string; readonly at: number }
  /** The waiver `id` of a debt is taken back, since its money comes after all: `amountFen` is owed again. */
  | { readonly kind: 'restore'; readonly id: string; readonly amountFen: number; readonly at: number }
  | {
      readonly kind: 'refund';
      readonly id: string;
      readonly payment: string;
      readonly amountFen: number;
      readonly approved: boolean;
      readonly at: number;
    }
  | { readonly kind: 'refunded'; readonly id: string; readonly ok: boolean; readonly at: number };

export type OrderAlert = 'wrong-amount' | 'wrong-signature' | 'unknown-trade';
export type OrderRefusal =
  | 'state-closed'
  | 'quote-expired'
  | 'already-pending'
  | 'trade-used'
  | 'more-than-paid'
  | 'needs-approval'
  | 'nothing-due'
  | 'no-such-payment'
  | 'bad-amount';

export interface OrderStep {
  readonly order: Order;
  readonly postings: readonly Posting[];
  /** Refunds to be sent to the payment's own channel. */
  readonly refunds: readonly Refund[];
  readonly alert: OrderAlert | null;
  readonly refused: OrderRefusal | null;
}

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

/** Asked for and not settled: money for it may still come, and nobody owes it yet. */
export const stillAsks = (order: Order): boolean =>
  unsettled(order.state) && order.owedFen === 0 && outstanding(order) > 0;

/** What may still be refunded of a payment. Failed refunds give their part free again. */
export function refundable(order: Order, payment: string): number {
  const paid = order.payments.find((it) => it.id === payment)?.amountFen ?? 0;
  return order.refunds
    .filter((it) => it.payment === payment && it.state !== 'failed')
    .reduce((rest, it) => rest - it.amountFen, paid);
}

/** When to ask the channel, for try `n` = 0, 1, …; null after 24 h. First 30 s without notice, then 5, 15, 30, 60 s, then every 5 min. */
export function queryAt(createdAt: number, n: number): number | null {
  const pauses = [5, 15, 30, 60];
  const seconds = pauses.slice(0, n).reduce((sum, it) => sum + it, 30) + Math.max(0, n - pauses.length) * 300;
  return seconds > 86_400 ? null : createdAt + seconds * 1000;
}

const same = (order: Order): OrderStep => ({ order, postings: [], refunds: [], alert: null, refused: null });
const refuse = (order: Order, refused: OrderRefusal): OrderStep => ({ ...same(order), refused });
const warn = (order: Order, alert: OrderAlert): OrderStep => ({ ...same(order), alert });

export function orderStep(order: Order, event: OrderEvent): OrderStep {
  switch (event.kind) {
    case 'quote':
      return quote(order, event);
    case 'void':
      return voided(order);
    case 'expire':
      return expire(order, event.at);
    case 'create':
      return create(order, event);
    case 'notice':
      return notice(order, event);
    case 'cash':
      return cash(order, event);
    case 'stored':
      return stored(order, event);
    case 'waive':
      return waive(order, event);
    case 'owe':
      return owe(order, event.at);
    case 'cancel':
      return cancel(order, event);
    case 'restore':
      return restore(order, event);
    case 'refund':
      return refund(order, event);
    case 'refunded':
      return refunded(order, event);
  }
}

type Of<K extends OrderEvent['kind']> = Extract<OrderEvent, { kind: K }>;

/** Before money has settled it; afterwards a dearer stay gets a new order. */
const unsettled = (state: OrderState): boolean =>
  state === 'none' || state === 'quoted' || state === 'pending' || state === 'failed';

function quote(order: Order, event: Of<'quote'>): OrderStep {
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
function voided(order: Order): OrderStep {
  if (!unsettled(order.state) || order.owedFen > 0) return same(order);
  return same({
    ...order,
    receivableFen: order.paidFen + order.waivedFen,
    deratedFen: 0,
    state: order.state === 'pending' ? 'pending' : 'none',
  });
}

function expire(order: Order, at: number): OrderStep {
  return order.state === 'quoted' && at > order.validUntil ? same({ ...order, state: 'none' }) : same(order);
}

/** Each channel may have one try in flight; a number serves one try for ever. */
function create(order: Order, event: Of<'create'>): OrderStep {
  if (order.attempts.some((it) => it.trade === event.trade)) return refuse(order, 'trade-used');
  if (order.state !== 'quoted' && order.state !== 'pending') return refuse(order, 'state-closed');
  if (event.at > order.validUntil) return refuse(order, 'quote-expired');
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

function notice(order: Order, event: Of<'notice'>): OrderStep {
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

function cash(order: Order, event: Of<'cash'>): OrderStep {
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

function stored(order: Order, event: Of<'stored'>): OrderStep {
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

/** Book money that has arrived: on arrears first, then on the rest; what nobody owes is surplus and, from a channel, goes back. */
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
  const posting = refundAsked(
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

/** More than is open cannot be waived: money that came in meanwhile has precedence. */
function waive(order: Order, event: Of<'waive'>): OrderStep {
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

function owe(order: Order, at: number): OrderStep {
  const open = outstanding(order);
  const amountFen = open - order.owedFen;
  if (amountFen <= 0) return same(order);
  const posting = owed({ key: `owed/${order.id}`, park: order.park, at, about: order.id }, amountFen);
  return bookDerate({ ...same({ ...order, owedFen: open }), postings: [posting] }, at);
}

function cancel(order: Order, event: Of<'cancel'>): OrderStep {
  if (order.done.includes(event.id)) return same(order);
  const amountFen = order.owedFen;
  const done = [...order.done, event.id];
  if (amountFen <= 0) return same({ ...order, done });
  const posting = cancelled(
    { key: `cancelled/${event.id}`, park: order.park, at: event.at, about: order.id },
    amountFen,
  );
  const next: Order = { ...order, receivableFen: order.receivableFen - amountFen, owedFen: 0, done };
  return outstanding(next) === 0 && unsettled(next.state)
    ? settledNow(next, [posting], event.at, null)
    : { ...same(next), postings: [posting] };
}

function restore(order: Order, event: Of<'restore'>): OrderStep {
  const deed = `restored/${event.id}`;
  if (order.done.includes(deed) || !order.done.includes(event.id)) return same(order);
  const amountFen = event.amountFen;
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0 || amountFen > order.waivedFen)
    return refuse(order, 'bad-amount');
  const posting: Posting = {
    ...waived({ key: deed, park: order.park, at: event.at, about: order.id }, 0, -amountFen),
    kind: 'reversal',
    reverses: `waiver/${event.id}`,
  };
  const next: Order = {
    ...order,
    waivedFen: order.waivedFen - amountFen,
    owedFen: order.owedFen + amountFen,
    done: [...order.done, deed],
  };
  return { ...same(next), postings: [posting] };
}

// ---------------------------------------------------------------- refunds

function refund(order: Order, event: Of<'refund'>): OrderStep {
  if (order.refunds.some((it) => it.id === event.id)) return same(order);
  const payment = order.payments.find((it) => it.id === event.payment);
  if (payment === undefined) return refuse(order, 'no-such-payment');
  if (!event.approved) return refuse(order, 'needs-approval');
  if (!Number.isSafeInteger(event.amountFen) || event.amountFen <= 0) return refuse(order, 'bad-amount');
  const surplusLeft = refundable(order, payment.id) - revenueLeft(order, payment);
  const from = event.amountFen <= surplusLeft ? 'overpaid' : 'revenue';
  if (event.amountFen > (from === 'overpaid' ? surplusLeft : revenueLeft(order, payment)))
    return refuse(order, 'more-than-paid');
  const asked: Refund = { id: event.id, payment: payment.id, amountFen: event.amountFen, from, state: 'asked' };
  const posting = refundAsked(
    { key: `refund-asked/${event.id}`, park: order.park, at: event.at, about: event.id },
    from,
    event.amountFen,
  );
  return {
    ...same({ ...order, state: 'refunding', refunds: [...order.refunds, asked] }),
    postings: [posting],
    refunds: [asked],
  };
}

/** What a payment brought to revenue, less its refunds out of revenue. */
function revenueLeft(order: Order, payment: Payment): number {
  return order.refunds
    .filter((it) => it.payment === payment.id && it.from === 'revenue' && it.state !== 'failed')
    .reduce((rest, it) => rest - it.amountFen, payment.appliedFen);
}

function refunded(order: Order, event: Of<'refunded'>): OrderStep {
  const asked = order.refunds.find((it) => it.id === event.id);
  if (asked === undefined || asked.state !== 'asked') return same(order);
  const refunds = order.refunds.map((it): Refund =>
    it === asked ? { ...it, state: event.ok ? 'done' : 'failed' } : it,
  );
  const head = { park: order.park, at: event.at, about: asked.id };
  const payment = order.payments.find((it) => it.id === asked.payment);
  if (payment === undefined) return same(order);
  const surplusFen = order.surplusFen - (event.ok && asked.from === 'overpaid' ? asked.amountFen : 0);
  const next: Order = { ...order, refunds, surplusFen };
  const posting = event.ok
    ? refundPaid({ ...head, key: `refund-paid/${asked.id}` }, payment.via, asked.amountFen)
    : {
        ...refundAsked({ ...head, key: `refund-failed/${asked.id}` }, asked.from, -asked.amountFen),
        kind: 'reversal' as const,
        reverses: `refund-asked/${asked.id}`,
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
