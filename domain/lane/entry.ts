/** The entry lane: idle -> (no-plate | refused | granted) -> entered, aborted or refused. */
import type {
  AttendEvent,
  CodedEvent,
  Grant,
  LaneEvent,
  LaneState,
  PassedEvent,
  Phase,
  PlateEvent,
  Stay,
  Step,
  Vehicle,
} from './types.ts';
import type { Lookup } from './lookup.ts';
import type { Turn } from './turn.ts';
import { expireOpening, explain, leftClosed, onGate, onRemote, open } from './opening.ts';
import {
  IDLE,
  UNKNOWN_CAUSE,
  begin,
  decided,
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
  command,
  turnAway,
  vehicleFrom,
  vehicleOf,
} from './turn.ts';
import { decideEntry, kindOfFull } from './decide.ts';
import { codeFor, factId } from './identity.ts';
import { placeEntry } from './pairing.ts';
import { ticketOf } from './ticket.ts';
import { say } from './words.ts';

/** One event at an entry lane. Pure; facts are in the order they have to be applied. */
export function stepEntry(state: LaneState, event: LaneEvent, look: Lookup): Step {
  const turn = begin(state, event, look);
  if (event.kind !== 'attend' && event.kind !== 'coded' && event.kind !== 'remote') expireOpening(turn, event.at);
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
    case 'attend':
      attendTurn(turn, event, attend);
      break;
    case 'coded':
      onCoded(turn, event);
      break;
    case 'remote':
      onRemote(turn, event);
      break;
    case 'scan':
    case 'paid':
    case 'deducted':
    case 'tick':
      break;
  }
  return end(turn);
}

function onPlate(turn: Turn, event: PlateEvent): void {
  const phase = turn.state.phase;
  const standing = vehicleOf(phase);
  if (phase.name !== 'idle' && isRepeat(turn, standing, event)) {
    keepReading(turn, event, standing);
    const vehicle = merged(standing, event);
    turn.state = { ...turn.state, passing: Math.max(turn.state.passing, event.passing) };
    const fresh = vehicleFrom(turn, event);
    if (phase.name === 'no-plate' && fresh.plate !== '')
      decide(turn, { ...vehicle, plate: fresh.plate, colour: fresh.colour });
    else go(turn, { ...phase, vehicle });
  } else {
    leaveStanding(turn);
    keepReading(turn, event, null);
    turn.state = { ...turn.state, passing: Math.max(turn.state.passing, event.passing) };
    decide(turn, vehicleFrom(turn, event));
  }
  attendEarly(turn, attend);
}

/** The next vehicle is here: the one before either was let through (its passage is still to come) or turned away. */
function leaveStanding(turn: Turn): void {
  const phase = turn.state.phase;
  if (phase.name === 'granted') turn.state = { ...turn.state, phase: IDLE, ahead: [...turn.state.ahead, phase] };
  else lost(turn, phase, turnedAway);
  // Passages come in order: a vehicle two places ahead that was never seen passing backed out.
  while (turn.state.ahead.length > 2) {
    const [first = IDLE, ...ahead] = turn.state.ahead;
    turn.state = { ...turn.state, ahead };
    lost(turn, first, turnedAway);
  }
}

function turnedAway(turn: Turn, phase: Phase): void {
  if (phase.name === 'idle') return;
  leftClosed(turn, phase);
  passage(turn, phase.name === 'refused' ? 'refused' : 'aborted', phase.vehicle, {});
}

function decide(turn: Turn, vehicle: Vehicle): void {
  if (vehicle.plate === '') return withoutPlate(turn, vehicle);
  const { look, state } = turn;
  const verdict = decideEntry(look, vehicle.plate, vehicle.colour, state.lane, factId(vehicle.ref, 'stay'), vehicle.at);
  const grant: Grant = { ...verdict.grant, cause: verdict.grant.cause ?? UNKNOWN_CAUSE };
  if (vehicle.offline !== null) return recordOffline(turn, vehicle, grant, verdict.open);
  if (verdict.open) return letIn(turn, vehicle, grant, verdict.endedDays);
  decided(turn, vehicle, 'refuse', grant.reasons);
  go(turn, { name: 'refused', vehicle, reasons: grant.reasons });
  const words = grant.reasons.map(say.reason);
  command(turn, vehicle, { command: 'show', lane: state.lane, lines: [say.plate(vehicle.plate), ...words] });
  if (words[0] !== undefined) command(turn, vehicle, { command: 'speak', lane: state.lane, words: words[0] });
  command(turn, vehicle, {
    command: 'ask',
    lane: state.lane,
    passing: lastPassing(vehicle),
    read: vehicle.plate,
    picture: vehicle.picture,
    why: grant.reasons[0] ?? 'temporary',
    candidates: [],
  });
}

function letIn(turn: Turn, vehicle: Vehicle, grant: Grant, endedDays: number | null): void {
  decided(turn, vehicle, 'open', grant.reasons);
  const opening = open(turn, vehicle, vehicle.ref, grant.cause);
  go(turn, { name: 'granted', vehicle, grant, opening });
  const lines = [say.plate(grant.plate), endedDays === null ? say.welcome : say.expiredDays(endedDays)];
  command(
    turn,
    vehicle,
    { command: 'show', lane: turn.state.lane, lines },
    { command: 'speak', lane: turn.state.lane, words: say.welcome },
    ticketOf(turn, vehicle, grant),
  );
}

/** The lane has decided by itself. Its decision stands; a different one is listed, never applied. */
function recordOffline(turn: Turn, vehicle: Vehicle, grant: Grant, wouldOpen: boolean): void {
  const opened = vehicle.offline?.opened ?? false;
  decided(turn, vehicle, opened ? 'open' : 'refuse', ['decided-offline', ...grant.reasons]);
  if (opened !== wouldOpen) except(turn, 'E-OFFLINE', { plate: vehicle.plate });
  if (opened) go(turn, { name: 'granted', vehicle, grant, opening: open(turn, vehicle, vehicle.ref, grant.cause) });
  else go(turn, { name: 'refused', vehicle, reasons: grant.reasons });
}

function coded(vehicle: Vehicle, code: string): Grant {
  return {
    kind: 'temp',
    plate: code,
    reasons: ['no-plate-coded'],
    pass: null,
    booking: null,
    cause: { kind: 'stay', id: factId(vehicle.ref, 'stay') },
  };
}

function withoutPlate(turn: Turn, vehicle: Vehicle): void {
  const grant = coded(vehicle, codeFor(vehicle.ref));
  if (vehicle.offline !== null) return recordOffline(turn, vehicle, grant, turn.look.settings.noPlateRule === 'code');
  if (turn.look.settings.noPlateRule === 'code') return letIn(turn, vehicle, grant, null);
  decided(turn, vehicle, 'ask', ['no-plate']);
  go(turn, { name: 'no-plate', vehicle });
  const lane = turn.state.lane;
  command(
    turn,
    vehicle,
    { command: 'show', lane, lines: [say.scan] },
    { command: 'speak', lane, words: say.scan },
    {
      command: 'ask',
      lane,
      passing: lastPassing(vehicle),
      read: '',
      picture: vehicle.picture,
      why: 'no-plate',
      candidates: [],
    },
  );
}

function onCoded(turn: Turn, event: CodedEvent): void {
  const phase = turn.state.phase;
  if (phase.name !== 'no-plate' || !phase.vehicle.passings.includes(event.passing)) return;
  letIn(turn, phase.vehicle, coded(phase.vehicle, event.code), null);
}

function onGone(turn: Turn, passing: number): void {
  turnedAway(turn, takePassed(turn, passing));
}

function onPassed(turn: Turn, event: PassedEvent): void {
  const phase = takePassed(turn, event.passing);
  const cause = turn.state.upCause ?? UNKNOWN_CAUSE;
  if (phase.name === 'idle') {
    passedUnread(turn, event, factId(event, 'unidentified:0'));
    unidentified(turn, event, 0);
  } else if (phase.name === 'granted') {
    readAfterAll(turn, event.passing, phase.vehicle, entered(turn, phase.vehicle, phase.grant));
  } else {
    // Refused or without a plate, and yet through: a person opened, or it broke through.
    const { vehicle } = phase;
    if (cause.kind === 'unknown') except(turn, 'E-FORCED', { plate: vehicle.plate });
    const stayId = factId(vehicle.ref, 'stay');
    const grant =
      vehicle.plate === ''
        ? coded(vehicle, codeFor(vehicle.ref))
        : decideEntry(turn.look, vehicle.plate, vehicle.colour, turn.state.lane, stayId, vehicle.at).grant;
    readAfterAll(turn, event.passing, vehicle, entered(turn, vehicle, { ...grant, cause }));
  }
  for (let extra = 1; extra < event.count; extra += 1) {
    except(turn, 'E-TAIL', { other: factId(event, `unidentified:${extra}`) });
    unidentified(turn, event, extra);
  }
  attendEarly(turn, attend);
}

/** Two cars of a group may be let in before either has passed: the space is the first one's that does. */
function kindEntered(turn: Turn, vehicle: Vehicle, grant: Grant): Grant['kind'] {
  if (grant.kind !== 'pass') return grant.kind;
  const group = turn.look.pass(grant.plate, vehicle.colour, turn.state.lane, vehicle.at)?.group ?? null;
  return group !== null && group.taken >= group.spaces ? kindOfFull(turn.look.settings.groupFullRule) : 'pass';
}

/** Answers the stay that the entry begins. */
function entered(turn: Turn, vehicle: Vehicle, grant: Grant): string {
  const id = factId(vehicle.ref, 'stay');
  const fresh: Stay = {
    id,
    plate: grant.plate,
    colour: vehicle.colour,
    kind: kindEntered(turn, vehicle, grant),
    state: 'open',
    clone: false,
    entry: { at: vehicle.at, rawAt: vehicle.ref.rawAt, lane: turn.state.lane, passage: passageId(vehicle.ref) },
    exit: null,
    exitPlate: null,
    exitStay: null,
    tariff: turn.look.tariff(grant.plate, vehicle.colour, vehicle.at),
    pass: grant.pass,
    booking: grant.booking,
    picture: vehicle.picture,
    mergedInto: null,
    claims: null,
    offline: vehicle.offline !== null,
  };
  const placed = placeEntry(turn.look, vehicle.ref, fresh, turn.event.at);
  passage(turn, 'entered', vehicle, { stay: placed.stay, cause: grant.cause, plate: grant.plate });
  turn.facts.push(...placed.facts);
  return placed.stay;
}

/** A vehicle nobody identified takes a space all the same: a stay under a code, with its picture. */
function unidentified(turn: Turn, event: PassedEvent, extra: number): void {
  const plate = codeFor(event, extra);
  const id = factId(event, `unidentified:${extra}`);
  turn.facts.push({
    fact: 'stayOpened',
    stay: {
      id,
      plate,
      colour: '',
      kind: 'unidentified',
      state: 'open',
      clone: false,
      entry: { at: event.at, rawAt: event.rawAt, lane: event.lane, passage: passageId(event, extra) },
      exit: null,
      exitPlate: null,
      exitStay: null,
      tariff: turn.look.tariff(plate, '', event.at),
      pass: null,
      booking: null,
      picture: event.picture,
      mergedInto: null,
      claims: null,
      offline: false,
    },
  });
  passage(turn, 'unidentified', null, {
    stay: id,
    cause: turn.state.upCause ?? UNKNOWN_CAUSE,
    passing: event.passing,
    extra,
    plate,
    picture: event.picture,
  });
}

// ---------------------------------------------------------------- the box

function attend(turn: Turn, event: AttendEvent): void {
  const { phase } = turn.state;
  const here = phase.name !== 'idle' && phase.vehicle.passings.includes(event.passing) ? phase : IDLE;
  const act = event.act;
  if (act.action === 'open' || act.action === 'release') letInByPerson(turn, event, act.reason, act.picture, here);
  else if (act.action === 'pick' && act.plate !== null) corrected(turn, event, act.plate, here);
  else if (act.action === 'refuse' && (here.name === 'refused' || here.name === 'no-plate'))
    refusedByPerson(turn, event, here);
}

function refusedByPerson(
  turn: Turn,
  event: AttendEvent,
  phase: Extract<Phase, { name: 'refused' | 'no-plate' }>,
): void {
  const vehicle = turnAway(turn, event, phase.vehicle);
  const reasons = [
    'turned-away' as const,
    ...(phase.name === 'refused' ? phase.reasons.filter((id) => id !== 'turned-away') : []),
  ];
  decided(turn, vehicle, 'refuse', reasons);
  go(turn, { name: 'refused', vehicle, reasons });
}

function letInByPerson(turn: Turn, event: AttendEvent, reason: string, picture: string | null, phase: Phase): void {
  const id = factId(event, 'release');
  const cause = { kind: 'manual', id } as const;
  turn.facts.push({
    fact: 'release',
    id,
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    stay: null,
    order: null,
    waivedFen: 0,
    reason,
    picture,
    by: event.by,
  });
  if (phase.name === 'idle') {
    // Passing 0 = the empty lane. Of a vehicle that has gone only the reason of its opening is still to be known.
    if (event.passing === 0) open(turn, null, event, cause);
    else explain(turn, factId(event, 'open:1'), cause);
    return;
  }
  const { vehicle } = phase;
  const opening = open(turn, vehicle, event, cause);
  if (phase.name === 'granted') return go(turn, { ...phase, opening });
  const known = vehicle.plate !== '';
  const base = known
    ? decideEntry(turn.look, vehicle.plate, vehicle.colour, turn.state.lane, factId(vehicle.ref, 'stay'), vehicle.at)
        .grant
    : coded(vehicle, codeFor(vehicle.ref));
  const grant: Grant = { ...base, reasons: ['let-in-by-person', ...base.reasons], cause };
  decided(turn, vehicle, 'open', grant.reasons);
  go(turn, { name: 'granted', vehicle, grant, opening });
  command(turn, vehicle, ticketOf(turn, vehicle, grant));
}

function corrected(turn: Turn, event: AttendEvent, plate: string, phase: Phase): void {
  if (phase.name === 'idle') return;
  const { vehicle } = phase;
  turn.facts.push({
    fact: 'picked',
    id: factId(event, 'picked'),
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    read: vehicle.plate,
    chosen: plate,
    stay: null,
    by: event.by,
  });
  const named = { ...vehicle, plate };
  if (phase.name !== 'granted') return decide(turn, named);
  // The barrier is up for it already; what it is let in as follows from its own plate.
  const { grant } = decideEntry(
    turn.look,
    plate,
    vehicle.colour,
    turn.state.lane,
    factId(vehicle.ref, 'stay'),
    vehicle.at,
  );
  go(turn, { ...phase, vehicle: named, grant: { ...grant, reasons: phase.grant.reasons, cause: phase.grant.cause } });
}
