import { knownAtGate } from '#domain/fee/known.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { BillLine } from '#domain/fee/types.ts';
import { factId } from '#domain/lane/identity.ts';
import type { Stay } from '#domain/lane/types.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { newOrder, outstanding } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import type { OrderEvent } from '#domain/ledger/order-types.ts';
import { beginTrade } from '#areas/billing/server/door.ts';
import type { OrderAbout, OrderEntry } from '#areas/billing/server/door.ts';
import type { ruleAt } from '#areas/passage/server/lot-fees.ts';
import type { PastStay } from './history.ts';
import { BACK_FEN, HOUR, refunders, whyBack, fateOf } from './load-base.ts';
import type { Wide, Scene } from './load-base.ts';

type Paying = {
  stay: Stay;
  rule: NonNullable<ReturnType<typeof ruleAt>>;
  outRef: { device: string; seq: number; rawAt: number };
  carTypeId: string | null;
  outLane: string | null;
  outAt: number;
};

/** At one entry in so many the barrier moved only at the second command, or reported a fault before it did. */
export const STUCK = 1_117;

/**
 * From the reading at the exit to the money, or to the guard who lets the car go: what a driver takes to find his
 * phone.
 */
const waitOf = (seq: number): number => (6 + ((seq * 7_919) % 23)) * 1000;

/** An order with what is noted beside it, and the postings that its events made. */
class PastOrder {
  entry: OrderEntry;
  readonly postings: Posting[] = [];

  constructor(entry: OrderEntry) {
    this.entry = entry;
  }

  apply(event: OrderEvent): void {
    const { order, postings } = orderStep(this.entry.order, event);
    this.entry = { ...this.entry, order };
    this.postings.push(...postings);
  }
}

type Paid = {
  lines: readonly BillLine[];
  totalFen: number;
  given: Wide | null;
  entry: OrderEntry | null;
  postings: Posting[];
  settledAt: number;
};

/** The bill of the stay, and what it would have been at another time of leaving. */
function billed({ lot }: Scene, past: PastStay, { stay, rule, outAt }: Paying) {
  const area = lot.lanes.get(stay.entry?.lane ?? '')?.areaId ?? null;
  const context = {
    zone: lot.place.zone,
    ...knownAtGate({ colour: stay.colour, area, from: past.inAt, to: outAt, moves: stay.moves ?? [] }),
  };
  const bill = price(rule.rule, { inAt: past.inAt, outAt }, context);
  if (isFeeRefusal(bill)) throw new Error(`demo stay without a price: ${bill.refused}`);
  const feeAt = (end: number): number => {
    const shorter = price(rule.rule, { inAt: past.inAt, outAt: Math.max(past.inAt, end) }, context);
    return isFeeRefusal(shorter) ? bill.totalFen : shorter.totalFen;
  };
  return { bill, feeAt };
}

/** Settles what is due by a waiver, as a debt, in cash or through the car's channel. */
function settle(scene: Scene, past: PastStay, { outRef, outAt }: Paying, order: PastOrder, settledAt: number): void {
  const dueFen = outstanding(order.entry.order);
  if (past.release) order.apply({ kind: 'waive', id: factId(outRef, 'release'), amountFen: dueFen, at: settledAt });
  else if (fateOf(outRef.seq, past.kerb) === 'owed') order.apply({ kind: 'owe', at: outAt });
  else if (dueFen > 0 && past.payType === 'cash')
    order.apply({
      kind: 'cash',
      id: factId(outRef, 'cash'),
      amountFen: dueFen,
      tenderedFen: tendered(dueFen),
      drawer: scene.built.site.boxName,
      at: settledAt,
      allPaid: true,
    });
  else if (dueFen > 0) {
    const begun = beginTrade(scene.lot.place.tenantId, order.entry, {
      id: factId(outRef, 'pay'),
      channel: past.payType,
      at: settledAt - 4_000,
      merchantRef: outAt >= scene.accountsSince ? (scene.accounts.get(past.payType) ?? null) : null,
    });
    order.entry = begun.entry;
    order.apply({
      kind: 'notice',
      trade: begun.trade,
      amountFen: dueFen,
      success: true,
      signatureRight: true,
      at: settledAt,
      allPaid: true,
    });
  }
}

/** Gives a part of the payment back some hours later, where that is the visit's fate. */
function giveBack(past: PastStay, { outRef, outAt }: Paying, order: PastOrder): void {
  const payment = order.entry.order.payments.at(-1);
  const requestedAt = outAt + 2 * HOUR;
  if (
    fateOf(outRef.seq, past.kerb) !== 'refunded' ||
    !payment ||
    payment.amountFen <= BACK_FEN ||
    requestedAt > Date.now() - HOUR
  )
    return;
  const back = factId(outRef, 'refund');
  const doneAt = requestedAt + (past.payType === 'cash' ? 0 : 40_000);
  order.apply({ kind: 'refund', id: back, payment: payment.id, amountFen: BACK_FEN, approved: true, at: requestedAt });
  order.apply({ kind: 'refunded', id: back, ok: true, at: doneAt });
  const note = {
    operator: refunders[outRef.seq % refunders.length]!,
    remark: whyBack[outRef.seq % whyBack.length]!,
    askedAt: requestedAt,
    doneAt,
  };
  const { about } = order.entry;
  order.entry = { ...order.entry, about: { ...about, money: { ...about.money, [back]: note } } };
}

/** Cash is handed over in notes of 10 yuan. */
const tendered = (dueFen: number): number => Math.ceil(dueFen / 1000) * 1000;

/** The bill at the exit and, where something is due, its order with the payment or the waiver that settled it. */
export function paid(scene: Scene, past: PastStay, about: Paying): Paid {
  const { stay, rule, outRef, outAt } = about;
  const { bill, feeAt } = billed(scene, past, about);
  if (bill.totalFen === 0)
    return { lines: bill.lines, totalFen: 0, given: null, entry: null, postings: [], settledAt: outAt };
  const { row: given, lines: less } =
    fateOf(outRef.seq, past.kerb) === 'owed'
      ? { row: null, lines: [] }
      : scene.shops.give(stay, past, bill.totalFen, feeAt);
  const lines = [...bill.lines, ...less];
  const dueFen = lines.reduce((sum, line) => sum + line.amountFen, 0);
  const settledAt = dueFen > 0 ? outAt + waitOf(outRef.seq) : outAt;
  const tenderedFen = tendered(dueFen);
  const note: OrderAbout = {
    kind: 'exit',
    plateNumber: stay.plate,
    carTypeId: about.carTypeId,
    gateId: about.outLane,
    createdTime: outAt,
    inTime: past.inAt,
    lines,
    ruleId: rule.id,
    remark: null,
    money:
      past.payType === 'cash' && dueFen > 0
        ? {
            [factId(outRef, 'cash')]: {
              operator: scene.onDuty(settledAt),
              tenderedFen,
              changeFen: tenderedFen - dueFen,
            },
          }
        : {},
  };
  const order = new PastOrder({
    order: newOrder(factId(outRef, 'order:1'), scene.lot.place.parkId, stay.id),
    about: note,
  });
  order.apply({
    kind: 'quote',
    receivableFen: bill.totalFen,
    deratedFen: bill.totalFen - dueFen,
    pricedAt: outAt,
    validUntil: outAt + 60_000,
  });
  settle(scene, past, about, order, settledAt);
  giveBack(past, about, order);
  return { lines, totalFen: dueFen, given, entry: order.entry, postings: order.postings, settledAt };
}
