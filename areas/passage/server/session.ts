/** One lot while it is being changed: the rules run in memory, what they say is gathered, and written once. */
import { doubted, endLate, stepLate } from '#domain/lane/late.ts';
import { inOrder, skipGap } from '#domain/lane/sequence.ts';
import type { DeviceState } from '#domain/lane/sequence.ts';
import { step } from '#domain/lane/step.ts';
import { unclosed } from '#domain/lane/pairing.ts';
import { settleReported, reportedEventOf } from '#domain/lane/reported.ts';
import type { ReportedEvent } from '#domain/lane/reported.ts';
import { factId } from '#domain/lane/identity.ts';
import type { Command, LaneEvent, LaneState, LotEvent, Stay, StepFunction, Vehicle } from '#domain/lane/types.ts';
import type { Fact } from '#domain/lane/facts.ts';
import { outstanding } from '#domain/ledger/order-state.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { OrderAbout } from '#areas/billing/server/door.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { note, withdraw } from './order-about.ts';
import { charge, take } from './pay-codes.ts';
import { loadLot, lockLot } from './load.ts';
import { NeedsMore, phasesOf, together } from './need.ts';
import { lotFacts } from './lot.ts';
import type { Lot } from './lot.ts';
import type { KnownDevice, LoadedLot } from './load.ts';
import type { Need } from './need.ts';

export type Session = LoadedLot & {
  readonly facts: Fact[];
  readonly commands: Command[];
  readonly postings: Posting[];
  readonly charges: { trade: string; payCode: string }[];
  readonly touchedOrders: Set<string>;
  readonly touchedStays: Set<string>;
  readonly touchedLanes: Set<string>;
  readonly touchedDevices: Set<string>;
  readonly abouts: Map<string, OrderAbout>;
  /** How surely the plate of each stay that was opened was read, 0..1. */
  readonly confidences: Map<string, number>;
  /** The vehicle before the barrier at each opening and release, by the fact's id. */
  readonly plates: Map<string, string>;
  /** Its picture, by the opening's id. */
  readonly shots: Map<string, string>;
  /** The reason given for an action, stored with every change it made. */
  remark: string | null;
  /** Device events of this batch that were new, and whether they are applied or held. */
  readonly arrived: { event: LotEvent; applied: boolean }[];
  /** Charger events without a visit yet: for the given plates, as of the end of this batch. */
  waiting: readonly ReportedEvent[];
  /**
   * Plates of visits that began, ended or got another text: their events may belong elsewhere now; with the visits that
   * began.
   */
  readonly unsettled: Map<string, Set<string>>;
  /** `device seq` of events that were held before this batch: they are counted already. */
  readonly heldBefore: ReadonlySet<string>;
};

function newSession(loaded: LoadedLot): Session {
  return {
    ...loaded,
    facts: [],
    commands: [],
    postings: [],
    charges: [],
    touchedOrders: new Set(),
    touchedStays: new Set(),
    touchedLanes: new Set(),
    touchedDevices: new Set(),
    abouts: new Map([...loaded.unkept, ...loaded.entries].map(([id, entry]) => [id, entry.about])),
    confidences: new Map(),
    plates: new Map(),
    shots: new Map(),
    remark: null,
    arrived: [],
    waiting: loaded.reported,
    unsettled: new Map(),
    heldBefore: new Set(
      [...loaded.devices].flatMap(([device, state]) => state.held.map((event) => `${device} ${event.seq}`)),
    ),
  };
}

/**
 * Locks the lot, loads what `need` names and lets `act` change it in memory, which must do nothing but change the
 * session.
 * @throws NeedsMore where a question comes up that what was loaded cannot answer; nothing was written then
 */
export async function trySession(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  need: Need,
  act: (session: Session) => void,
): Promise<Session> {
  // Before the lock: others wait for these facts, and one of them may hold the lock this transaction would wait for.
  const lot = await lotFacts(db, tenantId, parkId);
  for (;;) {
    const session = await sessionOf(db, lot, lockLot(db, lot), need, act);
    if (session !== null) return session;
  }
}

/** The same for a car park whose lock was requested; null if it could not be acquired. */
export async function sessionOf(
  db: Db,
  lot: Lot,
  locking: Promise<number | null>,
  need: Need,
  act: (session: Session) => void,
): Promise<Session | null> {
  const loaded = await loadLot(db, lot, locking, need);
  if (loaded === null) return null;
  const session = newSession(loaded);
  act(session);
  settle(session);
  session.book.close();
  return session;
}

/**
 * The same inside a transaction that has work of its own: where more is needed, the lot is loaded with more and `act`
 * runs again.
 */
export async function openSession(
  db: Db,
  tenantId: number,
  parkId: string,
  need: Partial<Need>,
  act: (session: Session) => void,
): Promise<Session> {
  const saved = db.raw('SAVEPOINT loaded');
  for (let required = together(need); ;) {
    try {
      const [session] = await Promise.all([trySession(db, { tenantId, parkId }, required, act), saved]);
      return session;
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error;
      required = together(required, error.need);
      await db.raw('ROLLBACK TO SAVEPOINT loaded'); // orders are locked in the order of their ids, all at once
    }
  }
}

/**
 * A device's event, by its own number: applied with all that waited for it, held for its predecessors, or dropped as
 * known.
 */
export function receive(session: Session, event: LotEvent & { readonly unread?: number }): void {
  const known = session.devices.get(event.device);
  const before = known && withUnread(known, event);
  if (!before) throw new Error(`device ${event.device} was not loaded`);
  // A camera is bound to its lane; a terminal names the lane somebody acts at.
  if (event.kind === 'attend' && !session.lot.lanes.has(event.lane))
    throw new Error(`lane ${event.lane} is none of this lot`);
  const arrival = inOrder(before, event);
  if (arrival.verdict === 'duplicate') return;
  session.touchedDevices.add(event.device);
  if (arrival.verdict === 'hold') {
    session.devices.set(event.device, waiting(arrival.state, before.since));
    if (event.kind !== 'void') session.arrived.push({ event, applied: false });
    return;
  }
  // What waits within an older gap goes on waiting since then, whatever is applied behind it.
  const [first] = arrival.state.held;
  session.devices.set(
    event.device,
    waiting(arrival.state, !arrival.late && first && first.seq < arrival.state.next ? before.since : undefined),
  );
  applied(session, arrival);
  if (arrival.filled !== null)
    keep(session, {
      fact: 'exceptionCleared',
      code: 'E-GAP',
      subject: gapId(event.device, arrival.filled),
      at: event.at,
    });
  if (arrival.late && arrival.state.missing === undefined && event.kind !== 'happened' && event.kind !== 'void')
    apply(session, event, endLate);
}

function applied(session: Session, { events, late }: { events: readonly LotEvent[]; late: boolean }): void {
  for (const event of events) {
    if (event.kind === 'void') continue;
    session.arrived.push({ event, applied: true });
    if (event.kind !== 'happened') {
      apply(session, event, late || 'history' in event ? stepLate : step);
      continue;
    }
    session.waiting = [...session.waiting, reportedEventOf(event)];
    session.unsettled.set(event.plate, new Set());
    settle(session);
  }
}

/**
 * Where no more numbers are missing than messages came whose number could not be read, those were they: they were
 * answered, and nobody waits for them.
 */
function withUnread(state: KnownDevice, { seq, unread = 0 }: { seq: number; unread?: number }): KnownDevice {
  const missing = seq - state.next;
  return missing > 0 && missing <= unread && state.held.length === 0 ? { ...state, next: seq } : state;
}

/** Names a gap by its device and first number, whatever came behind it. */
const gapId = (device: string, listed: number): string => factId({ device, seq: listed, rawAt: 0 }, 'gap');

/** With the moment the device began to wait for the number now missing. */
const waiting = ({ next, held, missing }: DeviceState<LotEvent>, since = Date.now()): KnownDevice => ({
  next,
  held,
  ...(missing ? { missing } : {}),
  ...(held.length > 0 ? { since } : {}),
});

/**
 * Patience with a device's missing numbers has run out: the gap is listed and what waited is applied. What is missing
 * is still taken when it comes.
 */
export function giveUpWaiting(session: Session, device: string): void {
  const state = session.devices.get(device);
  const skipped = state ? skipGap(state) : null;
  const [first] = skipped?.events ?? [];
  if (!skipped || !first) return;
  session.devices.set(device, waiting(skipped.state));
  session.touchedDevices.add(device);
  const lane = first.lane === null ? undefined : session.lanes.get(first.lane);
  if (skipped.gap) {
    if (lane) session.lanes.set(lane.lane, doubted(lane));
    keep(session, {
      fact: 'exception',
      id: factId(first, 'gap'),
      code: 'E-GAP',
      lane: first.lane,
      at: first.at,
      plate: null,
      stay: null,
      other: gapId(device, skipped.gap.listed),
      amountFen: null,
    });
  }
  applied(session, skipped);
}

/**
 * Assigns reported events to their visits before bills are calculated. Not while the facts of one step are being kept:
 * they build on each other.
 */
function settle(session: Session): void {
  for (const [plate, opened] of session.unsettled) {
    session.unsettled.delete(plate);
    const own = session.waiting.filter((reported) => reported.plate === plate);
    const settled = settleReported(session.book.stays(plate), plate, own, opened);
    session.waiting = [...session.waiting.filter((reported) => reported.plate !== plate), ...settled.waiting];
    for (const fact of settled.facts) keep(session, fact);
  }
}

function unsettle(session: Session, fact: Fact): void {
  const mark = (plate: string): Set<string> =>
    session.unsettled.get(plate) ?? session.unsettled.set(plate, new Set()).get(plate)!;
  if (fact.fact === 'stayOpened') mark(fact.stay.plate).add(fact.stay.id);
  if (fact.fact !== 'stayChanged' || fact.why === 'event') return;
  const { before, after } = fact;
  if (after.plate !== before.plate || (unclosed(after) && !unclosed(before)) || (after.events ?? []).length > 0)
    mark(after.plate);
}

/** One step of the lane; its facts hold before the next. Events the server itself makes come here directly. */
export function apply(session: Session, event: LaneEvent, by: StepFunction = step): void {
  const lane = session.lanes.get(event.lane);
  if (!lane) throw new Error(`lane ${event.lane} was not loaded`);
  const { state, facts, commands, again = [] } = by(lane, event, session.book);
  session.lanes.set(event.lane, state);
  if (event.kind !== 'tick' || facts.length > 0 || commands.length > 0) session.touchedLanes.add(event.lane);
  for (const fact of facts) {
    witness(session, fact, lane, by === step ? state : null);
    keep(session, fact);
  }
  session.commands.push(...commands);
  settle(session);
  for (const each of again) apply(session, each, stepLate);
}

const vehiclesIn = (lane: LaneState): Vehicle[] => phasesOf([lane]).map((phase) => phase.vehicle);

/**
 * What the lane knows of the vehicle at this moment and the fact does not say. `after` is null where the fact is not
 * about who stands there now.
 */
function witness(session: Session, fact: Fact, before: LaneState, after: LaneState | null): void {
  if (fact.fact === 'stayOpened') {
    const vehicle = vehiclesIn(before).find((each) => factId(each.ref, 'stay') === fact.stay.id);
    if (vehicle) session.confidences.set(fact.stay.id, vehicle.confidence);
  }
  if (after && (fact.fact === 'opening' || fact.fact === 'release')) {
    const { phase } = after.phase.name === 'idle' ? before : after;
    const plate =
      'grant' in phase
        ? phase.grant.plate
        : 'settling' in phase
          ? (session.book.given(phase.settling.quote.stay)?.plate ?? phase.vehicle.plate)
          : 'vehicle' in phase
            ? phase.vehicle.plate
            : '';
    if (plate) session.plates.set(fact.id, plate);
    if ('vehicle' in phase && phase.vehicle.picture) session.shots.set(fact.id, phase.vehicle.picture);
  }
}

const touch = (session: Session, ...ids: (string | null | undefined)[]): void => {
  for (const id of ids) if (id) session.touchedStays.add(id);
};

export function keep(session: Session, fact: Fact): void {
  session.facts.push(fact);
  if (fact.fact === 'quoted') session.offers.lock(fact.quote, fact.quote.pricedAt);
  const owed =
    (fact.fact === 'cash' || fact.fact === 'stored' || fact.fact === 'release') && fact.order !== null
      ? (session.book.order(fact.order)?.owedFen ?? 0)
      : 0;
  const done = session.book.apply(fact);
  if (done) take(session, done);
  if (fact.fact === 'cash' && done?.refused) throw new Error(`cash ${fact.id} could not be booked: ${done.refused}`);
  unsettle(session, fact);
  if (fact.fact === 'stayOpened') touch(session, fact.stay.id);
  if (fact.fact === 'stayChanged') touch(session, fact.stay);
  if (fact.fact === 'exitMoved' || fact.fact === 'moneyMoved') {
    touch(session, fact.from, fact.to);
    for (const order of session.book.ordersOf(fact.to)) session.touchedOrders.add(order.id);
  }
  if (fact.fact === 'quoted') quoted(session, fact);
  if (fact.fact === 'quoteVoid') withdraw(session, fact);
  if (fact.fact === 'stored') session.cards.spend(fact.card, fact.amountFen);
  if (fact.fact === 'charge') charge(session, fact);
  if (fact.fact === 'cash')
    note(session, fact.order, fact.id, { operator: fact.by, tenderedFen: fact.tenderedFen, changeFen: fact.changeFen });
  if ('order' in fact && typeof fact.order === 'string') {
    session.touchedOrders.add(fact.order);
    touch(session, session.book.order(fact.order)?.stay);
    if (owed > 0 && 'at' in fact) clearDebt(session, fact.order, fact.at);
  }
}

function quoted(session: Session, { quote, lane }: Extract<Fact, { fact: 'quoted' }>): void {
  session.touchedOrders.add(quote.order);
  touch(session, quote.stay); // its bill is kept with it, for the exit comes in a later batch
  const stay: Stay | null = session.book.stay(quote.stay);
  const known = session.abouts.get(quote.order);
  const order = session.book.order(quote.order);
  // A quote that came when the order was settled changed nothing of it, and is not its bill.
  const taken = order?.receivableFen === quote.receivableFen && order.deratedFen === quote.deratedFen;
  session.abouts.set(quote.order, {
    kind: known?.kind ?? (lane === null ? 'prepay' : 'exit'),
    plateNumber: stay?.plate ?? known?.plateNumber ?? vehicleIn(session, lane),
    carTypeId: known?.carTypeId ?? null,
    gateId: lane,
    createdTime: known?.createdTime ?? quote.validUntil - session.lot.settings.quoteSeconds * 1000,
    inTime: stay?.entry?.at ?? null,
    lines: taken || !known ? quote.lines : known.lines,
    ruleId: quote.tariff,
    remark: known?.remark ?? null,
    money: known?.money ?? {},
  });
}

/** The text read of a vehicle that has no stay (yet). */
function vehicleIn(session: Session, lane: string | null): string {
  const phase = lane === null ? undefined : session.lanes.get(lane)?.phase;
  return phase && phase.name !== 'idle' ? phase.vehicle.plate : '';
}

/** The stay in the caller's scope that an action refers to. */
export function stayNamed(session: Session, id: string): Stay {
  const stay = session.book.stay(id);
  if (!stay) throw new Refused('no_such_record', { what: text('停车记录', 'Stay') });
  return stay;
}

/** A car that left owing is no exception any more once all its money has come. */
export function clearDebt(session: Session, orderId: string, at: number): void {
  const order = session.book.order(orderId);
  if (order && outstanding(order) === 0)
    keep(session, { fact: 'exceptionCleared', code: 'E-UNPAID', subject: orderId, at });
}
