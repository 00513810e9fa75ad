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
import type { Order } from '#domain/ledger/order-types.ts';
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

function takeIn(session: Session, cash: KerbCash): KerbCashTaken | null {
  const booked = session.book.ordersOf(cash.stayId).find((order) => paymentIn(order, cash.id));
  const orderId = booked?.id ?? orderFor(session, cash);
  if (orderId === null) return null;
  const { id, amountFen, drawer, at } = cash;
  const tenderedFen = Math.max(cash.tenderedFen, amountFen);
  const note = { operator: cash.by, tenderedFen, changeFen: tenderedFen - amountFen };
  if (!booked) {
    const event = { kind: 'cash', id, amountFen, tenderedFen, drawer, at } as const;
    if (payOrder(session, { orderId, event, note: { id, note } })) return null;
  }
  const paid = session.book.order(orderId)!;
  const restFen = Math.max(0, outstanding(paid));
  if (!booked && cash.decided && restFen > 0 && paid.owedFen > 0)
    payOrder(session, { orderId, event: { kind: 'waive', id: `offline/${id}`, amountFen: restFen, at } });
  const now = session.book.order(orderId)!;
  const appliedFen = paymentIn(now, id)?.appliedFen ?? 0;
  return {
    orderId,
    appliedFen,
    surplusFen: amountFen - appliedFen,
    waivedFen: now.waivedFen - paid.waivedFen,
    restFen: Math.max(0, outstanding(now)),
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
  const need = { stayIds: [cash.stayId], plates: cash.plate ? [cash.plate] : [], earliest: cash.at };
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
