/** The barrier of a lane: why it is commanded to open, what it reports, and what is done when it does not move. */
import type { Cause, GateEvent, Opening, Phase, RemoteEvent, Vehicle } from './types.ts';
import type { EventRef } from './identity.ts';
import { factId } from './identity.ts';
import { UNKNOWN_CAUSE, except, go, isRepeat, command, vehicleOf } from './turn.ts';
import type { Turn } from './turn.ts';
import { EXCEPTIONS } from './words.ts';

const KEPT_COMMANDS = 32;

/** Commands that no gate ever confirmed must not pile up in the state: only the newest are kept. */
function remember<T>(record: Readonly<Record<string, T>>, key: string, value: T): Record<string, T> {
  return Object.fromEntries([...Object.entries(record), [key, value] as const].slice(-KEPT_COMMANDS));
}

function forget<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = record;
  return rest;
}

/** Note why a command opens the gate; if the gate has already reported it (true), explain that opening now. */
export function explain(turn: Turn, commandId: string, cause: Cause): boolean {
  const opening = turn.state.unexplained[commandId];
  if (opening === undefined) {
    turn.state = { ...turn.state, given: remember(turn.state.given, commandId, cause) };
    return false;
  }
  turn.state = { ...turn.state, unexplained: forget(turn.state.unexplained, commandId) };
  turn.facts.push(
    { fact: 'openingExplained', opening, lane: turn.state.lane, at: turn.event.at, cause },
    { fact: 'exceptionCleared', code: 'E-CAUSE', subject: opening, at: turn.event.at },
  );
  return true;
}

/**
 * Tell the gate to open. The command id follows from the event that caused it and a name that distinguishes its
 * openings.
 */
export function open(
  turn: Turn,
  vehicle: Vehicle | null,
  ref: EventRef,
  cause: Cause,
  name = '1',
  at = turn.event.at,
): Opening {
  const commandId = factId(ref, `open:${name}`);
  const already = explain(turn, commandId, cause);
  if (!already) command(turn, vehicle, { command: 'open', lane: turn.state.lane, commandId, cause, at });
  return { commandId, name, cause, askedAt: at, tries: 1, alerted: false, upAt: already ? at : null };
}

/** An opening is every change to up; a report that repeats the opening in force is none. */
export function onGate(turn: Turn, event: GateEvent): void {
  const state = turn.state;
  if (event.gate !== 'up') {
    const { upSince, ...rest } = state;
    turn.state = {
      ...rest,
      gate: event.gate,
      upBy: null,
      upCause: null,
      ...(event.gate === 'fault' && upSince !== undefined ? { upSince } : {}),
    };
    if (event.gate === 'down' && upSince !== undefined && state.upOpening)
      turn.facts.push({ fact: 'closed', opening: state.upOpening, lane: state.lane, openedAt: upSince, at: event.at });
    if (event.gate === 'fault') failed(turn, event);
    return;
  }
  if (state.gate === 'up' && (event.commandId === null || event.commandId === state.upBy)) return;
  const cause = causeOf(turn, event);
  supersede(turn, event, cause);
  const id = factId(event, 'opening');
  turn.facts.push({
    fact: 'opening',
    id,
    lane: state.lane,
    at: event.at,
    rawAt: event.rawAt,
    commandId: event.commandId,
    cause,
    ...(event.assumed ? { assumed: true } : {}),
  });
  turn.state = { ...state, gate: 'up', upBy: event.commandId, upCause: cause, upOpening: id, upSince: event.at };
  if (event.commandId !== null) {
    turn.state =
      cause.kind === 'unknown'
        ? { ...turn.state, unexplained: remember(turn.state.unexplained, event.commandId, id) }
        : { ...turn.state, given: forget(turn.state.given, event.commandId) };
  }
  if (cause.kind === 'unknown') except(turn, 'E-CAUSE', { other: id });
  const phase = turn.state.phase;
  if ((phase.name === 'granted' || phase.name === 'releasing') && phase.opening.upAt === null) {
    go(turn, { ...phase, opening: { ...phase.opening, upAt: event.at } });
  }
}

/** Names of the commands a vehicle's own event gives: first and second round, each with its retry. */
const OWN_COMMANDS = ['1', '1:again', '2', '2:again'];
const isOwnCommand = (commandId: string, { ref }: Vehicle): boolean =>
  OWN_COMMANDS.some((name) => commandId === factId(ref, `open:${name}`));

function causeOf(turn: Turn, event: GateEvent): Cause {
  const phase = turn.state.phase;
  if (event.commandId !== null) {
    const given = turn.state.given[event.commandId];
    if (given !== undefined) return given;
    // The gate proves that the vehicle's own command was given, whatever is decided on reading its event again.
    const own = phase.name !== 'idle' && isOwnCommand(event.commandId, phase.vehicle);
    return own ? { kind: 'stay', id: factId(phase.vehicle.ref, 'stay') } : UNKNOWN_CAUSE;
  }
  // A cut-off lane opens by its own decision and has no command to name.
  if (
    event.by === 'command' &&
    (phase.name === 'granted' || phase.name === 'releasing') &&
    phase.vehicle.offline !== null
  ) {
    return phase.opening.cause;
  }
  return UNKNOWN_CAUSE;
}

/** For a person to look at, and for the barrier's own record. */
function gateAlert(turn: Turn, what: 'fault' | 'still', at: number, commandId: string | null): void {
  const vehicle = vehicleOf(turn.state.phase);
  turn.facts.push({
    fact: 'barrier',
    id: factId(turn.event, `barrier:${what}`),
    lane: turn.state.lane,
    at,
    rawAt: turn.event.rawAt,
    event: what,
    plate: vehicle?.plate || null,
    commandId,
  });
  except(turn, 'E-GATE', { plate: vehicle?.plate ?? null, at });
  command(turn, vehicle, { command: 'alert', lane: turn.state.lane, code: 'E-GATE', words: EXCEPTIONS['E-GATE'] });
}

const forVehicle = ({ kind }: Cause): boolean => kind === 'stay' || kind === 'pass';

/**
 * Whatever else was to open for the vehicle that stands there is not wanted any more; what is to open for another
 * vehicle is.
 */
function supersede(turn: Turn, { commandId, at }: GateEvent, by: Cause): void {
  const { lane, given } = turn.state;
  for (const [other, cause] of Object.entries(given)) {
    const anothers = forVehicle(cause) && forVehicle(by) && cause.id !== by.id;
    if (other !== commandId && !anothers)
      turn.facts.push({ fact: 'superseded', commandId: other, lane, at, why: 'opened', by });
  }
}

/** A vehicle has left before its barrier opened. */
export function leftClosed(turn: Turn, phase: Phase): void {
  if ((phase.name !== 'granted' && phase.name !== 'releasing') || phase.opening.upAt !== null) return;
  const { commandId } = phase.opening;
  turn.facts.push({ fact: 'superseded', commandId, lane: turn.state.lane, at: turn.event.at, why: 'left', by: null });
}

/**
 * A command that the barrier reports as failed, or whose outcome is unknown, is not repeated automatically: a person
 * has been alerted.
 */
function failed(turn: Turn, { at, commandId }: GateEvent): void {
  gateAlert(turn, 'fault', at, commandId);
  const { phase } = turn.state;
  if (phase.name !== 'granted' && phase.name !== 'releasing') return;
  if (phase.opening.commandId === commandId && phase.opening.upAt === null)
    go(turn, { ...phase, opening: { ...phase.opening, alerted: true } });
}

export function onRemote(turn: Turn, event: RemoteEvent): void {
  explain(turn, event.commandId, event.cause);
}

/** Whether the event shows that the barrier did move for the vehicle in the lane, however late it reports it. */
function showsOpened({ event, state: { phase } }: Turn): boolean {
  if (phase.name === 'idle' || !('opening' in phase)) return false;
  if (event.kind === 'passed') return phase.vehicle.passings.includes(event.passing);
  return (
    event.kind === 'gate' &&
    event.gate === 'up' &&
    event.commandId !== null &&
    (event.commandId === phase.opening.commandId || isOwnCommand(event.commandId, phase.vehicle))
  );
}

/**
 * Whether the vehicle that the gate was to open for may have gone: another one is read, or so much time has passed
 * unheard. A command would open for whoever stands there now.
 */
function mayHaveGone(turn: Turn, vehicle: Vehicle, deadline: number, now: number): boolean {
  const { event, look } = turn;
  return (
    now > deadline + look.settings.passageSeconds * 1000 || (event.kind === 'plate' && !isRepeat(turn, vehicle, event))
  );
}

/**
 * The gate did not move: once more, then a person. Returns without effect while the deadline is ahead. A second command
 * after the first was obeyed would open for whoever comes next.
 */
export function expireOpening(turn: Turn, now: number): void {
  const phase = turn.state.phase;
  if (showsOpened(turn)) return;
  if (
    (phase.name !== 'granted' && phase.name !== 'releasing') ||
    phase.opening.upAt !== null ||
    phase.vehicle.offline !== null
  )
    return;
  const { opening, vehicle } = phase;
  const deadline = opening.askedAt + turn.look.settings.gateSeconds * 1000;
  if (opening.alerted || now <= deadline) return;
  if (opening.tries === 1 && !mayHaveGone(turn, vehicle, deadline, now)) {
    const again = open(turn, vehicle, vehicle.ref, opening.cause, `${opening.name}:again`, deadline);
    go(turn, { ...phase, opening: { ...again, tries: 2 } });
    expireOpening(turn, now);
    return;
  }
  gateAlert(turn, 'still', deadline, opening.commandId);
  go(turn, { ...phase, opening: { ...opening, alerted: true } });
}
