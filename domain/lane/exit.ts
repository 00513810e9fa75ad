/** The exit lane: idle -> (confirm | no-entry | awaiting | deducting | releasing) -> left, or backed out. */
import type {
  DeductedEvent,
  LaneEvent,
  LaneState,
  PaidEvent,
  PassedEvent,
  Phase,
  PlateEvent,
  ScanEvent,
  Settling,
  Step,
  Vehicle,
} from './types.ts';
import type { Lookup } from './lookup.ts';
import type { Turn } from './turn.ts';
import type { Subject } from './settle.ts';
import { expireOpening, leftClosed, onGate, onRemote } from './opening.ts';
import {
  IDLE,
  UNKNOWN_CAUSE,
  begin,
  end,
  except,
  go,
  attendTurn,
  attendEarly,
  isRepeat,
  keepReading,
  lastPassing,
  lost,
  merged,
  passage,
  passageId,
  passedUnread,
  readAfterAll,
  takePassed,
  vehicleFrom,
  vehicleOf,
} from './turn.ts';
import { attendExit } from './attend-exit.ts';
import {
  afterMoney,
  awaitMoney,
  expirePassage,
  freshen,
  quoteOf,
  release,
  settle,
  subjectOf,
  withdraw,
} from './settle.ts';
import { identify } from './identify.ts';
import { codeFor, factId } from './identity.ts';
import { placeExit } from './pairing.ts';
import { onTicket } from './ticket.ts';
import { ticketIn } from '../plate/ticket.ts';

/** One event at an exit lane. Pure; facts are in the order they have to be applied. */
export function stepExit(state: LaneState, event: LaneEvent, look: Lookup): Step {
  const turn = begin(state, event, look);
  if (
    event.kind === 'plate' ||
    event.kind === 'gone' ||
    event.kind === 'gate' ||
    event.kind === 'passed' ||
    event.kind === 'tick'
  ) {
    expireOpening(turn, event.at);
    if (event.kind !== 'passed') expirePassage(turn, event.at);
  }
  switch (event.kind) {
    case 'plate':
      onPlate(turn, event);
      break;
    case 'passed':
      onPassed(turn, event);
      break;
    case 'gone':
      onGone(turn, event.passing);
      break;
    case 'gate':
      onGate(turn, event);
      break;
    case 'scan':
      onScan(turn, event);
      break;
    case 'paid':
      onPaid(turn, event);
      break;
    case 'deducted':
      onDeducted(turn, event);
      break;
    case 'attend':
      attendTurn(turn, event, attendExit);
      break;
    case 'remote':
      onRemote(turn, event);
      break;
    case 'coded':
    case 'tick':
      break;
  }
  return end(turn);
}

function onPlate(turn: Turn, event: PlateEvent): void {
  const { phase } = turn.state;
  const standing = vehicleOf(phase);
  if (phase.name !== 'idle' && isRepeat(turn, standing, event)) {
    keepReading(turn, event, standing);
    turn.state = { ...turn.state, passing: Math.max(turn.state.passing, event.passing) };
    readAgain(turn, phase, merged(standing, event), vehicleFrom(turn, event));
  } else {
    leaveStanding(turn);
    keepReading(turn, event, null);
    turn.state = { ...turn.state, passing: Math.max(turn.state.passing, event.passing) };
    identify(turn, vehicleFrom(turn, event));
  }
  attendEarly(turn, attendExit);
}

/**
 * A second reading of the same car may find the stay the first one did not, or show that a stalled car is still here.
 */
function readAgain(turn: Turn, phase: Exclude<Phase, { name: 'idle' }>, vehicle: Vehicle, fresh: Vehicle): void {
  const undecided = phase.name === 'confirm' || phase.name === 'no-entry';
  if (undecided && fresh.plate !== '' && fresh.plate !== vehicle.plate) {
    return identify(turn, { ...vehicle, plate: fresh.plate, colour: fresh.colour });
  }
  if (phase.name === 'stalled') return settle(turn, vehicle, subjectOf(turn, phase.settling), phase.settling.round + 1);
  go(turn, { ...phase, vehicle });
}

function leaveStanding(turn: Turn): void {
  const { phase } = turn.state;
  if (phase.name === 'releasing') turn.state = { ...turn.state, phase: IDLE, ahead: [...turn.state.ahead, phase] };
  else lost(turn, phase, backedOut);
  // Passages come in order: a vehicle two places ahead that was never seen passing backed out.
  while (turn.state.ahead.length > 2) {
    const [first = IDLE, ...ahead] = turn.state.ahead;
    turn.state = { ...turn.state, ahead };
    lost(turn, first, backedOut);
  }
}

function backedOut(turn: Turn, phase: Phase): void {
  if (phase.name === 'idle') return;
  leftClosed(turn, phase);
  const order = 'settling' in phase && phase.name !== 'unpriced' ? phase.settling.order : null;
  const stay = 'settling' in phase ? phase.settling.stay : null;
  passage(turn, 'aborted', phase.vehicle, { stay, order });
  if ('settling' in phase && phase.name !== 'unpriced') withdraw(turn, phase.vehicle, phase.settling);
}

function onGone(turn: Turn, passing: number): void {
  backedOut(turn, takePassed(turn, passing));
}

// ---------------------------------------------------------------- money

/** Clocks of a camera and of a reader differ by less. */
const SCANNED_BEFORE_MS = 10_000;

function onScan(turn: Turn, event: ScanEvent): void {
  const { phase } = turn.state;
  // One scanned long before this vehicle came was for another.
  if (phase.name === 'idle' || event.at < phase.vehicle.at - SCANNED_BEFORE_MS) return;
  const ticket = ticketIn(event.payCode);
  if (ticket !== null) return onTicket(turn, event, phase, ticket);
  if (phase.name !== 'awaiting') return;
  const { settling, dueFen } = freshen(turn, phase, event.at);
  if (dueFen === 0) return;
  turn.facts.push({
    fact: 'charge',
    // Of the order and the code: a reader reports the same code again as long as the phone is held before it.
    id: factId({ device: settling.order, seq: 0, rawAt: settling.quote.pricedAt }, `pay-code:${event.payCode}`),
    order: settling.order,
    how: 'pay-code',
    payCode: event.payCode,
    amountFen: dueFen,
    at: event.at,
  });
}

function onPaid(turn: Turn, event: PaidEvent): void {
  const { phase } = turn.state;
  if ((phase.name !== 'awaiting' && phase.name !== 'deducting') || phase.settling.order !== event.order) return;
  afterMoney(turn, phase.vehicle, phase.settling, turn.look.outstanding(event.order), event.at);
}

function onDeducted(turn: Turn, event: DeductedEvent): void {
  const { phase } = turn.state;
  if (phase.name !== 'deducting' || phase.settling.order !== event.order) return;
  const { vehicle, settling } = phase;
  if (event.result === 'paid') return release(turn, vehicle, settling, ['paid']);
  if (event.result === 'accepted') {
    if (turn.look.settings.openOnAccepted) release(turn, vehicle, settling, ['deduction-accepted']);
    return;
  }
  awaitMoney(turn, vehicle, settling, ['deduction-failed', 'payment-due'], turn.look.outstanding(settling.order));
}

// ---------------------------------------------------------------- passage

function onPassed(turn: Turn, event: PassedEvent): void {
  const phase = takePassed(turn, event.passing);
  const cause = turn.state.upCause ?? UNKNOWN_CAUSE;
  if (phase.name === 'idle') {
    passedUnread(turn, event, null);
    passage(turn, 'unidentified', null, {
      cause,
      passing: event.passing,
      picture: event.picture,
      plate: codeFor(event),
    });
  } else {
    readAfterAll(turn, event.passing, phase.vehicle, left(turn, phase));
  }
  for (let extra = 1; extra < event.count; extra += 1) {
    except(turn, 'E-TAIL', { plate: vehicleOf(phase)?.plate ?? null });
    passage(turn, 'unidentified', null, {
      cause,
      passing: event.passing,
      extra,
      picture: event.picture,
      plate: codeFor(event, extra),
    });
  }
  attendEarly(turn, attendExit);
}

/** A car that left without being settled is billed all the same: what is open is owed, not lost. */
function billed(
  turn: Turn,
  phase: Exclude<Phase, { name: 'idle' }>,
): { readonly settling: Settling | null; readonly order: string; readonly stay: string; readonly owedFen: number } {
  if ('settling' in phase) {
    const { settling } = phase;
    if (phase.name === 'unpriced')
      turn.facts.push({
        fact: 'quoted',
        lane: turn.state.lane,
        passing: lastPassing(phase.vehicle),
        quote: settling.quote,
      });
    return {
      settling,
      order: settling.order,
      stay: settling.quote.stay,
      owedFen: turn.look.outstanding(settling.order),
    };
  }
  const subject: Subject = { stay: null, claims: null, declaredIn: null, reasons: [] };
  const quote = quoteOf(turn, phase.vehicle, subject, 1, phase.vehicle.at);
  if (quote.unpriced) except(turn, 'E-NOPRICE', { plate: phase.vehicle.plate, stay: quote.stay, other: quote.order });
  turn.facts.push({ fact: 'quoted', lane: turn.state.lane, passing: lastPassing(phase.vehicle), quote });
  return { settling: null, order: quote.order, stay: quote.stay, owedFen: quote.dueFen };
}

/** Answers the stay that the exit ends. */
function left(turn: Turn, phase: Exclude<Phase, { name: 'idle' }>): string {
  const { vehicle } = phase;
  const bill = billed(turn, phase);
  const plate = vehicle.plate === '' ? codeFor(vehicle.ref) : vehicle.plate;
  const id = passageId(vehicle.ref);
  const placed = placeExit(turn.look, {
    ref: vehicle.ref,
    plate,
    colour: vehicle.colour,
    ownId: factId(vehicle.ref, 'stay'),
    picture: vehicle.picture,
    end: { at: vehicle.at, rawAt: vehicle.ref.rawAt, lane: turn.state.lane, passage: id },
    chosen: bill.settling?.stay ?? null,
    claims: bill.settling?.claims ?? null,
    offline: vehicle.offline !== null,
  });
  const cause = phase.name === 'releasing' ? phase.opening.cause : (turn.state.upCause ?? UNKNOWN_CAUSE);
  passage(turn, 'left', vehicle, { stay: placed.stay, order: bill.order, cause, plate });
  turn.facts.push(...placed.facts);
  if (placed.stay !== bill.stay)
    turn.facts.push({ fact: 'exitMoved', passage: id, from: bill.stay, to: placed.stay, at: turn.event.at });
  turn.facts.push({
    fact: 'billed',
    order: bill.order,
    stay: placed.stay,
    at: vehicle.at,
    outstandingFen: bill.owedFen,
  });
  // The exit's bill covers everything open: an unpaid prepayment is no longer due, and money that still arrives for it
  // was nobody's debt.
  for (const order of turn.look.stillAsking(placed.stay, bill.order))
    turn.facts.push({ fact: 'quoteVoid', order, at: turn.event.at });
  if (bill.owedFen > 0)
    except(turn, 'E-UNPAID', { plate, stay: placed.stay, other: bill.order, amountFen: bill.owedFen });
  return placed.stay;
}
