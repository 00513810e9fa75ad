/** An order as the rules keep it, with what the lists show of it, and the rows it is stored as. */
import type { Order, Payment, Refund } from '#domain/ledger/order-types.ts';
import { newOrder, outstanding } from '#domain/ledger/order-state.ts';
import { dayOf } from '#domain/time/day.ts';
import { isoOf, msOf } from '#domain/time/iso.ts';
import type { Place } from '#areas/billing/model/events.ts';
import type { backReasons, orderKinds } from '#areas/billing/model/words.ts';
import type { BulkRow as Row } from '#kit/server/bulk.ts';
import { idOf, paymentIdOf, tradeOf } from './ids.ts';

export type { Place };

/** What is known of one payment or refund besides what the rules keep, by its domain id. Times epoch ms. */
export type MoneyNote = {
  readonly operator?: string | null;
  readonly tenderedFen?: number;
  readonly changeFen?: number;
  readonly remark?: string | null;
  readonly askedAt?: number;
  readonly doneAt?: number;
  /** The channel's own number of the payment or refund. */
  readonly channelNo?: string | null;
  /** Why a refund failed: a code of `refundFailures` or the provider's own words. */
  readonly failure?: string | null;
  /** The merchant account a try was begun with; it is settled there and nowhere else. */
  readonly merchantRef?: string | null;
  /** A debt was paid by it, after the car had gone. */
  readonly late?: boolean;
  /** The channel knows it as a part of this trade, which pays other orders too. */
  readonly joint?: { readonly tradeNo: string; readonly amountFen: number };
};

/** What an order is about. `createdTime` never changes: the row is found by it. Times epoch ms. */
export type OrderAbout = {
  readonly kind: keyof typeof orderKinds;
  readonly plateNumber: string;
  readonly carTypeId: string | null;
  readonly gateId: string | null;
  readonly createdTime: number;
  readonly inTime: number | null;
  readonly lines: unknown;
  readonly ruleId: string | null;
  readonly remark: string | null;
  readonly money: Readonly<Record<string, MoneyNote>>;
};

export type OrderEntry = { readonly order: Order; readonly about: OrderAbout };

/** The entry with a note on one of its payments or refunds. */
export const noted = (entry: OrderEntry, id: string, note: MoneyNote): OrderEntry => ({
  ...entry,
  about: { ...entry.about, money: { ...entry.about.money, [id]: { ...entry.about.money[id], ...note } } },
});

/** Under which number, and as how much, the channel knows a try or payment of an order. */
export const tradeQuery = (
  { about }: Pick<OrderEntry, 'about'>,
  trade: string,
  amountFen: number,
): { tradeNo: string; amountFen: number } => about.money[trade]?.joint ?? { tradeNo: trade, amountFen };

/** Grows with every action and never shrinks: an older copy of an order does not overwrite a newer one. */
export const actionCountOf = (order: Order): number =>
  order.attempts.length +
  order.attempts.filter((it) => it.state !== 'pending').length +
  order.payments.length +
  order.refunds.length +
  order.refunds.filter((it) => it.state !== 'asked').length +
  order.done.length +
  (order.owedFen > 0 ? 1 : 0);

/** `payType` of where money lies. */
export const payTypeOf = (via: string): string =>
  via.startsWith('drawer:') ? 'cash' : via.startsWith('stored-value:') ? 'storedValue' : via.slice('channel:'.length);

/** The state in the words of the order list. */
export function statusOf(order: Order): string {
  const { state } = order;
  if (state === 'refunding' || state === 'refunded' || state === 'overpaid') return state;
  if (state === 'part-refunded') return 'partRefunded';
  if (state === 'refund-failed') return 'refundFailed';
  if (order.owedFen > 0) return 'arrears';
  if (state === 'paid') return order.paidFen > 0 ? 'paid' : order.waivedFen > 0 ? 'waived' : 'free';
  if (order.paidFen > 0 && outstanding(order) > 0) return 'partPaid';
  return state === 'none' ? 'closed' : state;
}

const msAt = (value: unknown): number | null => (typeof value === 'string' ? msOf(value) : null);
const iso = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : isoOf(ms));

const doneSum = (order: Order, payment?: string): number =>
  order.refunds
    .filter((it) => it.state === 'done' && (payment === undefined || it.payment === payment))
    .reduce((sum, it) => sum + it.amountFen, 0);

const frame = (): Row => {
  const now = isoOf(Date.now());
  return { created_at: now, updated_at: now };
};
const owner = (place: Place): Row => ({
  tenant_id: place.tenantId,
  company_id: place.companyId,
  park_id: place.parkId,
});

/** Readable on a receipt; the row's id is what counts. */
export const orderNoOf = (entry: OrderEntry, zone: string): string =>
  `${dayOf(entry.about.createdTime, zone).replaceAll('-', '')}${idOf(entry.order.id).replaceAll('-', '').slice(-12).toUpperCase()}`;

/** An order as its row's columns hold it; what differs from them is in the row's `book`. */
const orderFromRow = (row: Row): Order => ({
  ...newOrder(row['id'] as string, row['park_id'] as string, row['stay_id'] as string),
  receivableFen: row['receivable_fen'] as number,
  deratedFen: row['derate_fen'] as number,
  waivedFen: row['waived_fen'] as number,
  paidFen: row['paid_fen'] as number,
  surplusFen: row['surplus_fen'] as number,
  pricedAt: msAt(row['priced_time']) ?? 0,
  validUntil: msAt(row['valid_until']) ?? 0,
  paidAt: msAt(row['paid_time']),
});

/** The columns `orderFromRow` and `entryOf` read. */
export const entryColumns = `id, park_id, stay_id, kind, plate_number, car_type_id, gate_id, created_time, in_time, priced_time, valid_until, paid_time, receivable_fen, derate_fen, waived_fen, paid_fen, surplus_fen,
  lines, rule_id, remark, book`;

type Book = { readonly deeds: number; readonly order: Partial<Order>; readonly money?: OrderAbout['money'] };

/** Nothing twice: of millions of orders a book that repeated its row was half. */
function bookOf(row: Row, { order, about: { money } }: OrderEntry): Book {
  const fromRow: Readonly<Record<string, unknown>> = { ...orderFromRow(row) };
  const rest = Object.entries(order).filter(
    ([name, value]) => value !== fromRow[name] && !(Array.isArray(value) && value.length === 0),
  );
  return {
    deeds: actionCountOf(order),
    order: Object.fromEntries(rest),
    ...(Object.keys(money).length > 0 ? { money } : {}),
  };
}

export function orderRow(place: Place, { order, about }: OrderEntry): Row {
  const last = order.payments.at(-1);
  const trying = order.attempts.at(-1);
  const row = {
    ...owner(place),
    id: order.id,
    ...frame(),
    order_no: orderNoOf({ order, about }, place.zone),
    plate_number: about.plateNumber,
    kind: about.kind,
    status: statusOf(order),
    pay_type: last ? payTypeOf(last.via) : (trying?.channel ?? null),
    stay_id: order.stay,
    car_type_id: about.carTypeId,
    gate_id: about.gateId,
    created_time: iso(about.createdTime),
    priced_time: iso(order.pricedAt),
    valid_until: iso(order.validUntil),
    in_time: iso(about.inTime),
    paid_time: iso(order.paidAt),
    receivable_fen: order.receivableFen,
    derate_fen: order.deratedFen,
    waived_fen: order.waivedFen,
    paid_fen: order.paidFen,
    outstanding_fen: outstanding(order),
    refunded_fen: doneSum(order),
    surplus_fen: order.surplusFen,
    lines: about.lines,
    rule_id: about.ruleId,
    remark: about.remark,
  };
  return { ...row, book: bookOf(row, { order, about }) };
}

function paidStatus(order: Order, payment: Payment): string {
  const back = doneSum(order, payment.id);
  if (back > 0) return back === payment.amountFen ? 'refunded' : 'partRefunded';
  return payment.amountFen > payment.appliedFen ? 'overpaid' : 'paid';
}

/**
 * One row per payment and per attempt that has not become one. What was derated stands with the order's first payment.
 */
export function paymentRows(place: Place, { order, about }: OrderEntry): Row[] {
  const shared = {
    ...owner(place),
    ...frame(),
    plate_number: about.plateNumber,
    order_id: order.id,
    stay_id: order.stay,
    gate_id: about.gateId,
    in_time: iso(about.inTime),
  };
  const paid = order.payments.map((payment, nth) => {
    const note = about.money[payment.id];
    const derateFen = nth === 0 ? order.deratedFen : 0;
    const id = paymentIdOf(payment.id);
    const attempt = order.attempts.find((it) => it.trade === payment.id);
    return {
      ...shared,
      id,
      kind: note?.late ? 'arrears' : about.kind,
      pay_type: payTypeOf(payment.via),
      status: paidStatus(order, payment),
      trade_no: tradeOf(place.tenantId, id),
      channel_trade_no: note?.channelNo ?? null,
      merchant_ref: note?.merchantRef ?? null,
      created_time: iso(attempt?.createdAt ?? payment.at),
      paid_time: iso(payment.at),
      receivable_fen: payment.appliedFen + derateFen,
      derate_fen: derateFen,
      amount_fen: payment.amountFen,
      tendered_fen: note?.tenderedFen ?? null,
      change_fen: note?.changeFen ?? null,
      refunded_fen: doneSum(order, payment.id),
      drawer: payment.via.startsWith('drawer:') ? payment.via.slice('drawer:'.length) : null,
      operator: note?.operator ?? null,
    };
  });
  const tried = order.attempts
    .filter((it) => it.state !== 'success')
    .map((attempt) => {
      const id = paymentIdOf(attempt.trade);
      return {
        ...shared,
        id,
        kind: about.money[attempt.trade]?.late ? 'arrears' : about.kind,
        pay_type: attempt.channel,
        status: attempt.state,
        trade_no: tradeOf(place.tenantId, id),
        channel_trade_no: about.money[attempt.trade]?.channelNo ?? null,
        merchant_ref: about.money[attempt.trade]?.merchantRef ?? null,
        created_time: iso(attempt.createdAt),
        paid_time: null,
        receivable_fen: attempt.amountFen,
        derate_fen: 0,
        amount_fen: 0,
        tendered_fen: null,
        change_fen: null,
        refunded_fen: 0,
        drawer: null,
        operator: about.money[attempt.trade]?.operator ?? null,
      };
    });
  return [...paid, ...tried];
}

/** The row id of a refund; automatic ones are named after the payment they return. */
export const refundIdOf = (refund: Pick<Refund, 'id'>): string => idOf(refund.id);

const refundStates = { asked: 'refunding', done: 'refunded', failed: 'failed' } as const;

/**
 * Surplus is paid twice where other money met the bill after this payment had been requested; else less was due by
 * then.
 */
function whyBack({ attempts, payments }: Order, refund: Refund): keyof typeof backReasons {
  const attempt = attempts.find((it) => it.trade === refund.payment);
  const before = payments.slice(
    0,
    payments.findIndex((it) => it.id === refund.payment),
  );
  return before.some((it) => it.appliedFen > 0 && it.at >= (attempt?.createdAt ?? 0))
    ? '重复支付，自动退回'
    : '多于应付，自动退回';
}

export function refundRows(place: Place, entry: OrderEntry): Row[] {
  const { order, about } = entry;
  return order.refunds.map((refund) => {
    const note = about.money[refund.id];
    const payment = order.payments.find((it) => it.id === refund.payment);
    return {
      ...owner(place),
      id: refundIdOf(refund),
      ...frame(),
      refund_no: tradeOf(place.tenantId, refundIdOf(refund)),
      order_no: orderNoOf(entry, place.zone),
      plate_number: about.plateNumber,
      pay_type: payment ? payTypeOf(payment.via) : null,
      status: refundStates[refund.state],
      amount_fen: refund.amountFen,
      created_time: iso(note?.askedAt ?? payment?.at ?? about.createdTime),
      done_time: refund.state === 'done' ? iso(note?.doneAt) : null,
      operator: note?.operator ?? null,
      remark: note?.remark ?? (refund.from === 'overpaid' ? whyBack(order, refund) : null),
      order_id: order.id,
      payment_id: paymentIdOf(refund.payment),
      channel_refund_no: note?.channelNo ?? null,
      failure: note?.failure ?? null,
    };
  });
}

/** A stored order as the rules keep it; `row` has `entryColumns`. */
export function entryOf(row: Row): OrderEntry {
  const { order, money = {} } = row['book'] as Book;
  return {
    order: { ...orderFromRow(row), ...order },
    about: {
      kind: row['kind'] as OrderAbout['kind'],
      plateNumber: String(row['plate_number'] ?? ''),
      carTypeId: row['car_type_id'] as string | null,
      gateId: row['gate_id'] as string | null,
      createdTime: msAt(row['created_time'])!,
      inTime: msAt(row['in_time']),
      lines: row['lines'],
      ruleId: row['rule_id'] as string | null,
      remark: row['remark'] as string | null,
      money,
    },
  };
}
