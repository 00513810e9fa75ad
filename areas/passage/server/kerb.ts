/**
 * Stays at the roadside. Where they begin and end follows from evidence of berths (`areas/road`); here they become rows
 * of `stay`, are priced by the tariffs of the lot, and what nobody paid is left owing. Times are epoch ms.
 */
import { isFeeRefusal } from '#domain/fee/types.ts';
import { codeFor, factId } from '#domain/lane/identity.ts';
import { changed, unclosed, uncount } from '#domain/lane/pairing.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import type { AtBerth, Quote, Stay, StayKind, StayState } from '#domain/lane/types.ts';
import { outstanding, isOwed } from '#domain/ledger/order-state.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { changeLot } from './ingest.ts';
import type { Target } from './ingest.ts';
import { keep } from './session.ts';
import type { Session } from './session.ts';

/**
 * A stay as the evidence has it now. `settle`: its end stands, so it is priced and closed; until then its row stays
 * open.
 */
export type KerbStay = {
  readonly id: string;
  /** Null while nobody has read it. */
  readonly plate: string | null;
  readonly colour: string | null;
  readonly inTime: number;
  readonly outTime: number | null;
  readonly state: 'open' | 'suspect' | 'closed' | 'closed-inferred';
  readonly picture: string | null;
  readonly offline: boolean;
  readonly berth: AtBerth;
  readonly settle: boolean;
};

/** The amount due at the end of a stay, in fen; `owedFen` of it stayed unpaid. */
export type KerbBill = {
  readonly stay: string;
  readonly order: string;
  readonly dueFen: number;
  readonly owedFen: number;
};

export type KerbChange = {
  readonly stays: readonly KerbStay[];
  /** Rows that the evidence knows no more, and which stay took their time, if any. */
  readonly gone?: readonly { readonly id: string; readonly into: string | null }[];
  /** Ended without a fee at `at` by a person, and listed. */
  readonly batch?: { readonly ids: readonly string[]; readonly by: string; readonly remark: string | null };
  readonly at: number;
};

const UNREAD: StayKind = 'unidentified';

function kindOf(session: Session, plate: string, colour: string, at: number): StayKind {
  const listed = session.book.listClass(plate, colour, at);
  return listed === 'white' || listed === 'law-free' ? 'free' : 'temp';
}

/** The row a stay of the evidence is; `before` is the row there is. Its times in the row are those of the bill. */
function rowOf(session: Session, kerb: KerbStay, before: Stay | null): Stay {
  const plate = kerb.plate ?? codeFor({ device: kerb.berth.id, seq: 0, rawAt: 0 }, hashOf(kerb.id));
  const colour = kerb.colour ?? before?.colour ?? 'unknown';
  const same = before !== null && before.plate === plate;
  return {
    id: kerb.id,
    plate,
    colour,
    kind: same ? before.kind : kerb.plate === null ? UNREAD : kindOf(session, plate, colour, kerb.inTime),
    state: kerb.settle ? (kerb.state === 'closed-inferred' ? 'closed-inferred' : 'closed') : openState(kerb.state),
    clone: false,
    entry: { at: kerb.inTime, rawAt: kerb.inTime, lane: null, passage: null },
    exit:
      kerb.settle && kerb.outTime !== null
        ? { at: kerb.outTime, rawAt: kerb.outTime, lane: null, passage: null }
        : null,
    exitPlate: null,
    exitStay: null,
    tariff: same ? before.tariff : session.book.tariff(plate, colour, kerb.inTime),
    pass: null,
    booking: null,
    picture: kerb.picture ?? before?.picture ?? null,
    mergedInto: null,
    claims: null,
    offline: kerb.offline,
    berth: kerb.berth,
  };
}

const openState = (state: KerbStay['state']): StayState => (state === 'suspect' ? 'suspect' : 'open');

/** A number of a stay's id, for the code an unread car is kept under. */
const hashOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(-8), 16) >>> 0;

const same = (a: Stay, b: Stay): boolean => JSON.stringify(a) === JSON.stringify({ ...b, ...absent(a, b) });
/** Optional parts that neither has are left out alike. */
const absent = (a: Stay, b: Stay) => ({
  ...(a.moves && !b.moves ? { moves: a.moves } : {}),
  ...(a.events && !b.events ? { events: a.events } : {}),
});

function put(session: Session, kerb: KerbStay, at: number): KerbBill | null {
  const before = session.book.stay(kerb.id);
  if (before && !unclosed(before)) return null; // its bill stands
  const after = rowOf(session, kerb, before);
  if (!before) keep(session, { fact: 'stayOpened', stay: { ...after, state: openState(kerb.state), exit: null } });
  const open = session.book.stay(kerb.id)!;
  if (kerb.settle && kerb.outTime !== null) return settle(session, open, after, at);
  if (before && !same(after, before))
    keep(session, changed(before, { ...before, ...after }, after.plate === before.plate ? 'left' : 'plate', at));
  return null;
}

/** Priced once as the order of its exit: card first, then what was paid before, and the rest is left owing. */
function settle(session: Session, open: Stay, closed: Stay, at: number): KerbBill | null {
  const who = { device: open.berth?.id ?? open.id, seq: 0, rawAt: closed.entry!.at };
  const leftAt = closed.exit!.at;
  const order = factId({ ...who, device: closed.id }, 'order:1');
  const priced = { ...open, ...closed };
  const quote =
    closed.kind === UNREAD ? unread(session, closed, order, leftAt) : quoteStay(session.book, priced, order, leftAt);
  for (const fact of uncount(session.book, who, open, leftAt)) keep(session, fact);
  keep(session, changed(open, priced, 'left', at));
  if (quote.unpriced) {
    keep(session, {
      fact: 'exception',
      id: factId({ ...who, device: closed.id }, 'noprice'),
      code: 'E-NOPRICE',
      lane: null,
      at: leftAt,
      plate: closed.plate,
      stay: closed.id,
      other: order,
      amountFen: null,
    });
    return null;
  }
  for (const other of session.book.ordersOf(closed.id))
    if (other.id !== order && isOwed(other)) keep(session, { fact: 'quoteVoid', order: other.id, at: leftAt });
  keep(session, { fact: 'quoted', lane: null, passing: null, quote });
  const about = session.abouts.get(order);
  if (about) session.abouts.set(order, { ...about, kind: 'exit', createdTime: leftAt });
  const owedFen = collect(session, closed, quote);
  return { stay: closed.id, order, dueFen: quote.dueFen, owedFen };
}

/**
 * Nobody can be charged for a car without a plate: its bill is zero, and its value by the tariff appears only in
 * reports.
 */
function unread(session: Session, stay: Stay, order: string, at: number): Quote {
  const clause = { zh: '未登记车牌，不收费', en: 'Plate never read, nothing charged' };
  return {
    order,
    stay: stay.id,
    pricedAt: at,
    validUntil: at + session.lot.settings.quoteSeconds * 1000,
    tariff: null,
    receivableFen: 0,
    deratedFen: 0,
    dueFen: 0,
    lines: [{ kind: 'free', from: stay.entry!.at, to: at, amountFen: 0, clause }],
  };
}

/** Takes what the plate's card has and leaves the rest owing; answers that rest. */
function collect(session: Session, stay: Stay, quote: Quote): number {
  if (quote.dueFen === 0) return 0;
  const card = session.book.storedValue(stay.plate);
  const amountFen = Math.min(card?.balanceFen ?? 0, quote.dueFen);
  if (card && amountFen > 0)
    keep(session, {
      fact: 'stored',
      id: factId({ device: stay.id, seq: 0, rawAt: quote.pricedAt }, 'stored:1'),
      order: quote.order,
      stay: stay.id,
      lane: '',
      at: quote.pricedAt,
      card: card.card,
      amountFen,
    });
  const rest = outstanding(session.book.order(quote.order)!);
  if (rest > 0)
    keep(session, { fact: 'billed', order: quote.order, stay: stay.id, at: quote.pricedAt, outstandingFen: rest });
  return rest;
}

/** Takes a stay out that the evidence knows no more. Money taken for it goes to the stay that took its time. */
function remove(session: Session, id: string, into: string | null, at: number): void {
  const stay = session.book.stay(id);
  if (!stay || !unclosed(stay)) return;
  const paid = session.book.ordersOf(id).some((order) => order.paidFen > 0);
  if (paid && into === null) return; // money stands on it: a person decides
  const who = { device: stay.berth?.id ?? id, seq: 1, rawAt: stay.entry?.at ?? at };
  for (const fact of uncount(session.book, who, stay, at)) keep(session, fact);
  keep(
    session,
    changed(stay, { ...stay, state: into ? 'merged' : 'voided', mergedInto: into }, into ? 'merged' : 'left', at),
  );
  if (into) keep(session, { fact: 'moneyMoved', from: id, to: into, at });
}

function closeBatch(session: Session, id: string, by: string, at: number): void {
  const stay = session.book.stay(id);
  if (!stay || !unclosed(stay)) return;
  const who = { device: stay.berth?.id ?? id, seq: 2, rawAt: at };
  const price = session.book.price(stay, Math.max(at, stay.entry?.at ?? at));
  for (const fact of uncount(session.book, who, stay, at)) keep(session, fact);
  const exit = { at: Math.max(at, stay.entry?.at ?? at), rawAt: at, lane: null, passage: null };
  keep(session, changed(stay, { ...stay, state: 'closed-batch', exit }, 'batch', at, by));
  keep(session, {
    fact: 'exception',
    id: factId({ ...who, device: id }, 'batch'),
    code: 'E-BATCH',
    lane: null,
    at,
    plate: stay.plate,
    stay: id,
    other: null,
    amountFen: isFeeRefusal(price) ? null : price.receivableFen - price.deratedFen,
  });
}

/**
 * Writes a lot's stays as the evidence shows them, in the caller's transaction; returns their bills and what to call
 * after the commit.
 */
export async function changeKerb(
  db: Db,
  target: Target,
  { stays, gone = [], batch, at }: KerbChange,
): Promise<{ readonly bills: readonly KerbBill[]; readonly after: () => void }> {
  if (stays.length + gone.length + (batch?.ids.length ?? 0) === 0) return { bills: [], after: () => undefined };
  let bills: KerbBill[] = [];
  const stayIds = [...stays.map(({ id }) => id), ...gone.map(({ id }) => id), ...(batch?.ids ?? [])];
  const plates = [...new Set(stays.flatMap(({ plate }) => plate ?? []))];
  const after = await changeLot(db, target, { stayIds, plates }, (session) => {
    session.remark = batch?.remark ?? null;
    bills = stays.flatMap((stay) => put(session, stay, at) ?? []);
    for (const { id, into } of gone) remove(session, id, into, at);
    for (const id of batch?.ids ?? []) closeBatch(session, id, batch!.by, at);
  });
  return { bills, after };
}

/**
 * A person declares that nothing stood there: no bill, no debt, in no figure. Money that was taken has to be refunded
 * first.
 */
export async function voidKerb(
  db: Db,
  target: Target,
  id: string,
  who: { readonly by: string; readonly remark: string; readonly at: number },
): Promise<() => void> {
  if (!isId(id)) throw new Refused('no_such_record', { what: text('停车记录', 'Stay') });
  return changeLot(db, target, { stayIds: [id] }, (session) => {
    const stay = session.book.stay(id);
    if (!stay?.berth) throw new Refused('no_such_record', { what: text('停车记录', 'Stay') });
    if (stay.state === 'voided') return;
    const orders = session.book.ordersOf(id);
    if (orders.some((order) => order.paidFen > 0 || order.owedFen > 0))
      throw new Refused('rule_refused', {
        why: orders.some((order) => order.paidFen > 0)
          ? text('已收过钱，请先退款', 'Money was taken for it: refund it first')
          : text('已转为欠费，请先取消欠费', 'It is a debt already: cancel the debt first'),
      });
    session.remark = who.remark;
    const ref = { device: stay.berth.id, seq: 3, rawAt: who.at };
    for (const fact of uncount(session.book, ref, stay, who.at)) keep(session, fact);
    keep(session, changed(stay, { ...stay, state: 'voided' }, 'resolved', who.at, who.by));
    for (const order of orders) if (isOwed(order)) keep(session, { fact: 'quoteVoid', order: order.id, at: who.at });
  });
}
