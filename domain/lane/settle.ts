/** The money part of an exit: quote, hold, pay, release. Money in fen. */
import type { Cause, Instant, Quote, Settling, Stay, Vehicle } from './types.ts';
import type { ReasonId } from './words.ts';
import type { Lookup } from './lookup.ts';
import type { Turn } from './turn.ts';
import { open } from './opening.ts';
import { IDLE, decided, except, go, lastPassing, command } from './turn.ts';
import { asListed, freeWithoutEntry } from './decide.ts';
import { factId } from './identity.ts';
import { LANE_ALONE, say } from './words.ts';
import { pricingInstant, remaining } from '../ledger/due.ts';
import { isFeeRefusal } from '../fee/types.ts';
import type { FeeRefusal } from '../fee/types.ts';
import type { Price } from '../ledger/due.ts';

/** What an exit is settled on: a stay, or a vehicle without one. */
export interface Subject {
  readonly stay: Stay | null;
  readonly claims: string | null;
  readonly declaredIn: Instant | null;
  readonly reasons: readonly ReasonId[];
}

const FREE: Price = { receivableFen: 0, deratedFen: 0, lines: [], tariff: null };

/** Price `subject` at `at` as order number `round` of this vehicle, less what other orders settled. */
export function quoteOf(turn: Turn, vehicle: Vehicle, subject: Subject, round: number, at: Instant): Quote {
  const [order, stay] = [factId(vehicle.ref, `order:${round}`), subject.stay?.id ?? factId(vehicle.ref, 'stay')];
  return quoted(turn.look, stay, order, at, (pricedAt) => priceOf(turn, vehicle, subject, pricedAt));
}

/** What a stay would be charged at an exit at `at`, before any vehicle stands there. */
export const quoteStay = (look: Lookup, stay: Stay, order: string, at: Instant): Quote =>
  quoted(look, stay.id, order, at, (pricedAt) => look.price(stay, pricedAt));

function quoted(
  look: Lookup,
  stay: string,
  order: string,
  at: Instant,
  priceAt: (at: Instant) => Price | FeeRefusal,
): Quote {
  const settled = look.settled(stay, order);
  const pricedAt = pricingInstant(at, settled);
  const price = priceAt(pricedAt);
  if (isFeeRefusal(price))
    return {
      order,
      stay,
      pricedAt,
      validUntil: at,
      tariff: null,
      receivableFen: 0,
      deratedFen: 0,
      dueFen: 0,
      lines: [],
      unpriced: price,
    };
  const rest = remaining(price, settled, at);
  return {
    order,
    stay,
    pricedAt,
    validUntil: at + look.settings.quoteSeconds * 1000,
    tariff: price.tariff,
    receivableFen: rest.receivableFen,
    deratedFen: rest.deratedFen,
    dueFen: rest.dueFen,
    lines: rest.lines,
  };
}

function priceOf(turn: Turn, vehicle: Vehicle, subject: Subject, at: Instant): Price | FeeRefusal {
  const { look, state } = turn;
  if (subject.stay !== null) return look.price(asListed(look, subject.stay, vehicle, state.lane, at), at);
  if (freeWithoutEntry(look, vehicle.plate, vehicle.colour, state.lane, at)) return FREE;
  if (look.settings.noEntryRule === 'release' && subject.declaredIn === null) return FREE;
  return look.priceNoEntry(vehicle.plate, vehicle.colour, subject.declaredIn, at);
}

/** Quote the exit and do what follows from the sum: release, deduct, or wait for the money. */
export function settle(turn: Turn, vehicle: Vehicle, subject: Subject, round = 1, at: Instant = turn.event.at): void {
  const quote = quoteOf(turn, vehicle, subject, round, at);
  if (round > 1) turn.facts.push({ fact: 'quoteVoid', order: factId(vehicle.ref, `order:${round - 1}`), at });
  const settling: Settling = {
    stay: subject.stay?.id ?? null,
    claims: subject.claims,
    declaredIn: subject.declaredIn,
    order: quote.order,
    round,
    quote,
  };
  if (quote.unpriced) return askForPrice(turn, vehicle, settling, quote.unpriced, subject.reasons);
  turn.facts.push({ fact: 'quoted', lane: turn.state.lane, passing: lastPassing(vehicle), quote });
  if (vehicle.offline !== null) return settleOffline(turn, vehicle, settling, subject.reasons);
  if (quote.dueFen === 0) return release(turn, vehicle, settling, [...subject.reasons, 'nothing-due']);
  const storedFen = takeStored(turn, vehicle, subject, settling, at);
  if (storedFen === quote.dueFen) return release(turn, vehicle, settling, [...subject.reasons, 'paid']);
  if (storedFen > 0)
    return awaitMoney(turn, vehicle, settling, [...subject.reasons, 'payment-due'], quote.dueFen - storedFen);
  if (round === 1 && turn.look.sensorless(vehicle.plate, vehicle.colour)) {
    decided(turn, vehicle, 'charge', [...subject.reasons, 'deduction-asked']);
    turn.facts.push({
      fact: 'charge',
      id: factId(vehicle.ref, 'deduct'),
      order: quote.order,
      how: 'deduct',
      payCode: null,
      amountFen: quote.dueFen,
      at,
    });
    return go(turn, { name: 'deducting', vehicle, settling });
  }
  awaitMoney(
    turn,
    vehicle,
    settling,
    [...subject.reasons, round === 1 || subject.reasons.length > 0 ? 'payment-due' : 'price-rose'],
    quote.dueFen,
  );
}

/** What the card of the plate pays of a quote, by itself; fen. */
function takeStored(
  turn: Turn,
  vehicle: Vehicle,
  subject: Subject,
  { order, round, quote }: Settling,
  at: Instant,
): number {
  const found = turn.look.storedValue(subject.stay?.plate ?? vehicle.plate);
  const amountFen = Math.min(found?.balanceFen ?? 0, quote.dueFen);
  if (found === null || amountFen <= 0) return 0;
  turn.facts.push({
    fact: 'stored',
    id: factId(vehicle.ref, `stored:${round}`),
    order,
    stay: quote.stay,
    lane: turn.state.lane,
    at,
    card: found.card,
    amountFen,
  });
  return amountFen;
}

const WHY_UNPRICED: Readonly<Record<FeeRefusal['refused'], ReasonId>> = {
  MAX_STAY: 'unpriced-max-stay',
  UNCOVERED: 'unpriced-uncovered',
  NOT_SAID: 'unpriced-not-said',
  OUT_BEFORE_IN: 'unpriced-not-said',
};

/** No price: listed, and left to a person. A lane that was cut off has acted already; what it took is the price. */
function askForPrice(
  turn: Turn,
  vehicle: Vehicle,
  settling: Settling,
  refusal: FeeRefusal,
  reasons: readonly ReasonId[],
): void {
  const why = WHY_UNPRICED[refusal.refused];
  except(turn, 'E-NOPRICE', { plate: vehicle.plate, stay: settling.quote.stay, other: settling.order });
  if (vehicle.offline?.opened)
    return settleOffline(turn, vehicle, pricedByHand(turn, vehicle, settling, vehicle.offline.cashFen), [
      ...reasons,
      why,
    ]);
  decided(turn, vehicle, 'ask', [...reasons, why]);
  go(turn, { name: 'unpriced', vehicle, settling });
  const { lane } = turn.state;
  command(
    turn,
    vehicle,
    { command: 'show', lane, lines: [say.waitForGuard] },
    {
      command: 'ask',
      lane,
      passing: lastPassing(vehicle),
      read: vehicle.plate,
      picture: vehicle.picture,
      why,
      candidates: [],
    },
  );
}

const BY_HAND = { zh: '规则无法计价，由人工定价', en: 'No price by the tariff, set by a person' } as const;

/** The bill of a vehicle the tariff has no price for is the sum (fen) a person names. */
export function pricedByHand(turn: Turn, vehicle: Vehicle, settling: Settling, amountFen: number): Settling {
  const { unpriced: _, ...open_ } = settling.quote;
  const at = turn.event.at;
  const quote: Quote = {
    ...open_,
    receivableFen: amountFen,
    dueFen: amountFen,
    validUntil: at + turn.look.settings.quoteSeconds * 1000,
    lines: [{ kind: 'flat', from: at, to: at, amountFen, clause: BY_HAND }],
  };
  turn.facts.push({ fact: 'quoted', lane: turn.state.lane, passing: lastPassing(vehicle), quote });
  if (vehicle.offline === null)
    turn.facts.push({ fact: 'exceptionCleared', code: 'E-NOPRICE', subject: quote.stay, at });
  return { ...settling, quote };
}

export function awaitMoney(
  turn: Turn,
  vehicle: Vehicle,
  settling: Settling,
  reasons: readonly ReasonId[],
  dueFen: number,
): void {
  decided(turn, vehicle, 'charge', reasons);
  go(turn, { name: 'awaiting', vehicle, settling });
  const lane = turn.state.lane;
  command(
    turn,
    vehicle,
    { command: 'show', lane, lines: [say.plate(vehicle.plate), say.due(dueFen)] },
    { command: 'speak', lane, words: say.due(dueFen) },
  );
}

/**
 * A cut-off lane let it out (or not) and may have taken cash: that is booked as it happened, what is missing is owed.
 */
function settleOffline(turn: Turn, vehicle: Vehicle, settling: Settling, reasons: readonly ReasonId[]): void {
  const did = vehicle.offline;
  if (did === null) return;
  if (did.cashFen > 0) {
    turn.facts.push({
      fact: 'cash',
      id: factId(vehicle.ref, 'cash'),
      order: settling.order,
      stay: settling.quote.stay,
      lane: turn.state.lane,
      at: vehicle.at,
      amountFen: did.cashFen,
      tenderedFen: did.cashFen,
      changeFen: 0,
      drawer: `lane:${turn.state.lane}`,
      by: LANE_ALONE,
      offline: true,
    });
  }
  decided(turn, vehicle, did.opened ? 'open' : 'charge', ['decided-offline', ...reasons]);
  if (!did.opened) return go(turn, { name: 'awaiting', vehicle, settling });
  go(turn, {
    name: 'releasing',
    vehicle,
    settling,
    opening: open(turn, vehicle, vehicle.ref, causeFor(turn, settling)),
  });
}

function causeFor(turn: Turn, settling: Settling): Cause {
  const stay = settling.stay === null ? null : turn.look.stay(settling.stay);
  return stay?.kind === 'pass' && stay.pass !== null
    ? { kind: 'pass', id: stay.pass }
    : { kind: 'stay', id: settling.quote.stay };
}

/** Open for a vehicle that owes nothing any more. */
export function release(
  turn: Turn,
  vehicle: Vehicle,
  settling: Settling,
  reasons: readonly ReasonId[],
  cause?: Cause,
): void {
  decided(turn, vehicle, 'open', reasons);
  const opening =
    cause?.kind === 'manual'
      ? open(turn, vehicle, turn.event, cause)
      : open(turn, vehicle, vehicle.ref, cause ?? causeFor(turn, settling), String(settling.round));
  go(turn, { name: 'releasing', vehicle, settling, opening });
  const lane = turn.state.lane;
  command(
    turn,
    vehicle,
    { command: 'show', lane, lines: [say.plate(vehicle.plate), say.farewell] },
    { command: 'speak', lane, words: say.farewell },
  );
}

/** Subject of a vehicle already being settled, as things stand now. */
export function subjectOf(turn: Turn, settling: Settling): Subject {
  const stay = settling.stay === null ? null : turn.look.stay(settling.stay);
  return { stay, claims: settling.claims, declaredIn: settling.declaredIn, reasons: [] };
}

/**
 * `rest` is what the order still owes. Paid within the hold: the quoted sum is the price; later the rest is demanded.
 */
export function afterMoney(turn: Turn, vehicle: Vehicle, settling: Settling, rest: number, at: number): void {
  if (rest > 0) return awaitMoney(turn, vehicle, settling, ['payment-due'], rest);
  if (at <= settling.quote.validUntil) return release(turn, vehicle, settling, ['paid']);
  settle(turn, vehicle, subjectOf(turn, settling), settling.round + 1, at);
}

/**
 * The settling with a price that still holds: quoted again when the hold has run out. `dueFen` is what is open on its
 * order.
 */
export function freshen(
  turn: Turn,
  phase: { readonly vehicle: Vehicle; readonly settling: Settling },
  at: Instant,
): { readonly settling: Settling; readonly dueFen: number } {
  if (at <= phase.settling.quote.validUntil)
    return { settling: phase.settling, dueFen: turn.look.outstanding(phase.settling.order) };
  settle(turn, phase.vehicle, subjectOf(turn, phase.settling), phase.settling.round + 1, at);
  const now = turn.state.phase;
  const settling = now.name !== 'idle' && 'settling' in now ? now.settling : phase.settling;
  return { settling, dueFen: settling.quote.dueFen };
}

/** The car left the lane backwards: the quote is void; what it paid stays with its stay as a prepayment. */
export function withdraw(turn: Turn, vehicle: Vehicle, settling: Settling): void {
  const paid = settling.quote.dueFen - turn.look.outstanding(settling.order);
  turn.facts.push({ fact: 'quoteVoid', order: settling.order, at: turn.event.at });
  if (settling.stay === null && paid > 0) {
    turn.facts.push({
      fact: 'exception',
      id: factId(turn.event, 'paidgone'),
      code: 'E-PAIDGONE',
      lane: turn.state.lane,
      at: turn.event.at,
      plate: vehicle.plate,
      stay: null,
      other: settling.order,
      amountFen: paid,
    });
  }
}

/** Gate up, nobody passed: close it and price again; the stay is still open. */
export function expirePassage(turn: Turn, now: Instant): void {
  const { phase } = turn.state;
  if (phase.name !== 'releasing' || phase.opening.upAt === null || phase.vehicle.offline !== null) return;
  const deadline = phase.opening.upAt + turn.look.settings.passageSeconds * 1000;
  if (now <= deadline) return;
  command(turn, phase.vehicle, { command: 'close', lane: turn.state.lane, at: deadline });
  decided(turn, phase.vehicle, 'charge', ['no-passage']);
  const { vehicle, settling } = phase;
  const subject = subjectOf(turn, settling);
  const quote = quoteOf(turn, vehicle, subject, settling.round + 1, deadline);
  if (quote.dueFen === 0 && !quote.unpriced) {
    go(turn, { name: 'stalled', vehicle, settling });
    return;
  }
  turn.state = { ...turn.state, phase: IDLE };
  settle(turn, vehicle, subject, settling.round + 1, deadline);
}
