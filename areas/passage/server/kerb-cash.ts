/**
 * Cash taken at a berth, and the tariffs a handheld prices by. Money is booked as it was taken, whatever is known by
 * then.
 */
import { createHash } from 'node:crypto';
import type { KerbTariffs } from '#domain/berth/price.ts';
import { factId } from '#domain/lane/identity.ts';
import { unclosed } from '#domain/lane/pairing.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import { outstanding } from '#domain/ledger/order-state.ts';
import type { Order, OrderRefusal } from '#domain/ledger/order-types.ts';
import { carKindOf, typeOfKind } from '#areas/vehicle/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { payOrder } from './debts.ts';
import { changeLot } from './ingest.ts';
import type { Target } from './ingest.ts';
import { lotFacts } from './lot.ts';
import { keep } from './session.ts';
import type { Session } from './session.ts';

export type KerbCash = {
  /** Names the payment for good: the same again books nothing. */
  readonly id: string;
  readonly stayId: string;
  /**
   * Stays that this one continues, oldest first: they were billed before the rest of the same car's time was known, and
   * cash for the whole time pays them as well.
   */
  readonly earlier: readonly string[];
  readonly plate: string | null;
  readonly amountFen: number;
  readonly tenderedFen: number;
  readonly drawer: string;
  readonly by: string;
  /** Epoch ms. */
  readonly at: number;
  /** The bill was decided offline by a tariff in force: any higher amount now is not charged. */
  readonly decided: boolean;
};

export type KerbCashTaken = {
  readonly orderId: string;
  readonly appliedFen: number;
  /** Above what was owed. */
  readonly surplusFen: number;
  /** Not charged, because the driver was quoted less. */
  readonly waivedFen: number;
  /** Still owed. */
  readonly restFen: number;
};

/**
 * The order that cash belongs to: what the stay was left owing; of a car that has not left a prepayment; else its last,
 * as surplus.
 */
function orderFor(session: Session, cash: KerbCash): string | null {
  const orders = session.book.ordersOf(cash.stayId);
  const owing = orders.find((order) => order.owedFen > 0 && outstanding(order) > 0);
  if (owing) return owing.id;
  const stay = session.book.stay(cash.stayId);
  if (!stay) return null;
  if (!unclosed(stay)) return orders.at(-1)?.id ?? null;
  const id = factId({ device: `handheld:${cash.id}`, seq: 0, rawAt: cash.at }, 'order');
  const quote = quoteStay(session.book, stay, id, Math.max(cash.at, stay.entry?.at ?? cash.at));
  if (quote.unpriced) return null;
  keep(session, { fact: 'quoted', lane: null, passing: null, quote });
  return id;
}

const paymentIn = (order: Order, id: string) => order.payments.find((payment) => payment.id === id);
const outstandingIn = (session: Session, orderId: string): number =>
  Math.max(0, outstanding(session.book.order(orderId)!));

type Part = { readonly id: string; readonly orderId: string; readonly amountFen: number };

/** What of the cash belongs to earlier bills of the stay: what they were left owing, the oldest first. */
function earlierParts(session: Session, { id, earlier, amountFen }: KerbCash): Part[] {
  let left = amountFen;
  return earlier.flatMap((stayId, nth): Part[] => {
    const part = `${id}.${nth}`;
    const order = session.book.ordersOf(stayId).find((each) => each.owedFen > 0 || paymentIn(each, part));
    if (!order) return [];
    const share = paymentIn(order, part)?.amountFen ?? Math.min(left, outstandingIn(session, order.id));
    left -= share;
    return share > 0 ? [{ id: part, orderId: order.id, amountFen: share }] : [];
  });
}

/** How the cash is divided: earlier bills first, the rest for the stay itself. Null where there is no order for it. */
function partsOf(session: Session, cash: KerbCash): Part[] | null {
  const earlier = earlierParts(session, cash);
  const amountFen = cash.amountFen - earlier.reduce((sum, part) => sum + part.amountFen, 0);
  if (amountFen === 0) return earlier;
  const booked = session.book.ordersOf(cash.stayId).find((order) => paymentIn(order, cash.id));
  const orderId = booked?.id ?? orderFor(session, cash);
  return orderId === null ? null : [...earlier, { id: cash.id, orderId, amountFen }];
}

function pay(session: Session, cash: KerbCash, { id, orderId, amountFen }: Part): OrderRefusal | null {
  if (paymentIn(session.book.order(orderId)!, id)) return null;
  const { drawer, at } = cash;
  const tenderedFen = Math.max(cash.tenderedFen - cash.amountFen, 0) + amountFen;
  const note = { operator: cash.by, tenderedFen, changeFen: tenderedFen - amountFen };
  return payOrder(session, {
    orderId,
    event: { kind: 'cash', id, amountFen, tenderedFen, drawer, at },
    note: { id, note },
  });
}

/** Waives what the stay still owes where its bill was decided offline; returns the amount, fen. */
function waiveRest(session: Session, { id, at }: KerbCash, orderId: string): number {
  const amountFen = outstandingIn(session, orderId);
  const { owedFen, waivedFen } = session.book.order(orderId)!;
  if (amountFen > 0 && owedFen > 0)
    payOrder(session, { orderId, event: { kind: 'waive', id: `offline/${id}`, amountFen, at } });
  return session.book.order(orderId)!.waivedFen - waivedFen;
}

function takeIn(session: Session, cash: KerbCash): KerbCashTaken | null {
  const parts = partsOf(session, cash);
  if (parts === null) return null;
  const known = parts.every(({ orderId, id }) => paymentIn(session.book.order(orderId)!, id));
  if (parts.some((part) => pay(session, cash, part) !== null)) return null;
  const bills = [...cash.earlier, cash.stayId].flatMap((stayId) => session.book.ordersOf(stayId));
  const owing = bills.filter((order) => order.owedFen > 0).map((order) => order.id);
  const orderIds = [...new Set([...owing, ...parts.map(({ orderId }) => orderId)])];
  const sum = (of: (orderId: string) => number): number => orderIds.reduce((all, each) => all + of(each), 0);
  const waivedFen = cash.decided && !known ? sum((orderId) => waiveRest(session, cash, orderId)) : 0;
  const appliedFen = parts.reduce(
    (all, { id, orderId }) => all + (paymentIn(session.book.order(orderId)!, id)?.appliedFen ?? 0),
    0,
  );
  return {
    orderId: parts.at(-1)!.orderId,
    appliedFen,
    surplusFen: cash.amountFen - appliedFen,
    waivedFen,
    restFen: sum((orderId) => outstandingIn(session, orderId)),
  };
}

/**
 * Books cash for a stay at a berth, in the caller's transaction; null where there is no order it could be booked to.
 */
export async function takeKerbCash(
  db: Db,
  target: Target,
  cash: KerbCash,
): Promise<{ readonly taken: KerbCashTaken | null; readonly after: () => void }> {
  let taken: KerbCashTaken | null = null;
  const need = { stayIds: [...cash.earlier, cash.stayId], plates: cash.plate ? [cash.plate] : [], earliest: cash.at };
  const after = await changeLot(db, target, need, (session) => {
    taken = takeIn(session, cash);
  });
  return { taken, after };
}

const hashes = new WeakMap<object, string>();
function hashOf(rule: object): string {
  const known = hashes.get(rule) ?? createHash('sha256').update(JSON.stringify(rule)).digest('hex');
  hashes.set(rule, known);
  return known;
}

/** What a lot prices temporary cars at its berths by. */
export async function kerbTariffs(db: Db, { tenantId, parkId }: Target): Promise<KerbTariffs> {
  const lot = await lotFacts(db, tenantId, parkId);
  const temp = typeOfKind(lot.kinds, 'temp')?.id ?? null;
  return {
    zone: lot.place.zone,
    calendar: lot.calendar,
    freezeAt: lot.freezeAt,
    models: lot.kinds.models.map((model) => ({
      id: model.id,
      carKind: carKindOf(model),
      plateColours: model.plateColours,
      isDefault: model.isDefault,
    })),
    rules: lot.rules
      .filter((rule) => rule.carTypeId === temp)
      .map(({ id, rule, from, until, carModelId }) => ({ id, rule, from, until, carModelId, hash: hashOf(rule) })),
  };
}
