/** One event being worked on: what the transition functions share. Mutable inside `step`, never seen outside. */
import type {
  AttendEvent,
  Cause,
  Command,
  LaneEvent,
  LaneState,
  PassedEvent,
  Phase,
  PlateEvent,
  Step,
  Unread,
  Vehicle,
} from './types.ts';
import type { Fact, PassageState } from './facts.ts';
import type { EventRef } from './identity.ts';
import type { Lookup } from './lookup.ts';
import { factId } from './identity.ts';
import { say } from './words.ts';
import type { ExceptionCode, ReasonId } from './words.ts';

export interface Turn {
  readonly look: Lookup;
  readonly event: LaneEvent;
  state: LaneState;
  readonly facts: Fact[];
  readonly commands: Command[];
}

export const UNKNOWN_CAUSE: Cause = { kind: 'unknown', id: null };
export const IDLE: Phase = { name: 'idle' };

export const newLane = (lane: string, direction: LaneState['direction']): LaneState => ({
  lane,
  direction,
  phase: IDLE,
  ahead: [],
  gate: 'down',
  upBy: null,
  upCause: null,
  given: {},
  unexplained: {},
  passing: 0,
  early: [],
});

export const begin = (state: LaneState, event: LaneEvent, look: Lookup): Turn => ({
  look,
  event,
  state,
  facts: [],
  commands: [],
});
export const end = (turn: Turn): Step => ({ state: turn.state, facts: turn.facts, commands: turn.commands });

/** The phase as it is now, also after a call that may have changed it. */
export const phaseNow = (turn: Turn): Phase => turn.state.phase;

export function go(turn: Turn, phase: Phase): void {
  turn.state = { ...turn.state, phase };
}

export const vehicleOf = (phase: Phase): Vehicle | null => (phase.name === 'idle' ? null : phase.vehicle);

/** A lane that was cut off has already acted: nothing is sent to it for that vehicle. */
export function command(turn: Turn, vehicle: Vehicle | null, ...commands: Command[]): void {
  if (vehicle === null || vehicle.offline === null) turn.commands.push(...commands);
}

export function decided(
  turn: Turn,
  vehicle: Vehicle,
  verdict: 'open' | 'refuse' | 'ask' | 'charge',
  reasons: readonly ReasonId[],
): void {
  turn.facts.push({
    fact: 'decision',
    id: factId(turn.event, `decision:${turn.facts.length}`),
    lane: turn.state.lane,
    passing: lastPassing(vehicle),
    at: turn.event.at,
    plate: vehicle.plate,
    verdict,
    reasons,
    offline: vehicle.offline !== null,
  });
}

export const lastPassing = (vehicle: Vehicle): number => vehicle.passings[vehicle.passings.length - 1] ?? 0;

export function except(
  turn: Turn,
  code: ExceptionCode,
  about: { plate?: string | null; stay?: string | null; other?: string | null; amountFen?: number; at?: number },
): void {
  turn.facts.push({
    fact: 'exception',
    id: factId(turn.event, `exception:${turn.facts.length}`),
    code,
    lane: turn.state.lane,
    at: about.at ?? turn.event.at,
    plate: about.plate ?? null,
    stay: about.stay ?? null,
    other: about.other ?? null,
    amountFen: about.amountFen ?? null,
  });
}

// ---------------------------------------------------------------- readings

/** A camera's result as a vehicle in the lane. Below the threshold a text counts as not read. */
export function vehicleFrom(turn: Turn, event: PlateEvent): Vehicle {
  const read = event.confidence >= turn.look.settings.minConfidence;
  return {
    passings: [event.passing],
    ref: { device: event.device, seq: event.seq, rawAt: event.rawAt },
    plate: read ? event.plate : '',
    colour: event.colour,
    confidence: event.confidence,
    picture: event.picture,
    reading: factId(event, 'reading'),
    at: event.at,
    offline: event.offline ?? null,
  };
}

/** Same passing, or same plate soon after with nobody passed between: still the vehicle that stands there. */
export function isRepeat(turn: Turn, current: Vehicle | null, event: PlateEvent): current is Vehicle {
  if (current === null) return false;
  if (current.passings.includes(event.passing)) return true;
  const window = turn.look.settings.repeatSeconds * 1000;
  return event.plate !== '' && event.plate === current.plate && event.at - current.at <= window;
}

/** Keep every reading; of a repeated one only the better picture is taken over, never the time. */
export function keepReading(turn: Turn, event: PlateEvent, repeatOf: Vehicle | null): void {
  turn.facts.push({
    fact: 'reading',
    id: factId(event, 'reading'),
    lane: turn.state.lane,
    passing: event.passing,
    at: event.at,
    rawAt: event.rawAt,
    plate: event.plate,
    colour: event.colour,
    confidence: event.confidence,
    picture: event.picture,
    repeatOf: repeatOf?.reading ?? null,
    better: repeatOf !== null && event.confidence > repeatOf.confidence,
  });
}

export function merged(current: Vehicle, event: PlateEvent): Vehicle {
  const better = event.confidence > current.confidence;
  const passings = current.passings.includes(event.passing) ? current.passings : [...current.passings, event.passing];
  return better
    ? { ...current, passings, confidence: event.confidence, picture: event.picture ?? current.picture }
    : { ...current, passings };
}

// ---------------------------------------------------------------- the box

type Attend = (turn: Turn, event: AttendEvent) => void;

/** The box and the camera count separately: what speaks of a vehicle not yet seen waits for it. */
export function attendTurn(turn: Turn, event: AttendEvent, attend: Attend): void {
  if (event.passing > turn.state.passing) turn.state = { ...turn.state, early: [...turn.state.early, event] };
  else attend(turn, event);
}

/** Take up what arrived too early, each under its own time and name. */
export function attendEarly(turn: Turn, attend: Attend): void {
  const ready = turn.state.early.filter((event) => event.passing <= turn.state.passing);
  if (ready.length === 0) return;
  turn.state = { ...turn.state, early: turn.state.early.filter((event) => event.passing > turn.state.passing) };
  for (const event of ready) {
    const inner: Turn = { ...turn, event };
    attend(inner, event);
    turn.state = inner.state;
  }
}

/** The vehicle as a person turned it away: noted with who and why, and shown at the lane. */
export function turnAway(turn: Turn, event: AttendEvent, vehicle: Vehicle): Vehicle {
  if (event.act.action !== 'refuse') return vehicle;
  const { lane } = turn.state;
  const turnedAway = { reason: event.act.reason, by: event.by };
  turn.facts.push({
    fact: 'turnedAway',
    id: factId(event, 'turned-away'),
    lane,
    passing: event.passing,
    at: event.at,
    plate: vehicle.plate,
    ...turnedAway,
  });
  command(
    turn,
    vehicle,
    { command: 'show', lane, lines: [say.plate(vehicle.plate), say.backOut] },
    { command: 'speak', lane, words: say.backOut },
  );
  return { ...vehicle, turnedAway };
}

// ---------------------------------------------------------------- passages

const THROUGH: ReadonlySet<PassageState> = new Set(['entered', 'left', 'moved', 'unidentified']);

export function passage(
  turn: Turn,
  state: PassageState,
  vehicle: Vehicle | null,
  more: {
    stay?: string | null;
    order?: string | null;
    cause?: Cause | null;
    passing?: number;
    extra?: number;
    plate?: string;
    picture?: string | null;
  },
): string {
  const extra = more.extra ?? 0;
  const id = passageId(vehicle?.ref ?? turn.event, extra);
  const passing = more.passing ?? (vehicle === null ? 0 : lastPassing(vehicle));
  const before = vehicle?.passings.filter((each) => each !== passing) ?? [];
  turn.facts.push({
    fact: 'passage',
    id,
    lane: turn.state.lane,
    direction: turn.state.direction,
    passing,
    ...(before.length > 0 ? { before } : {}),
    state,
    at: vehicle?.at ?? turn.event.at,
    rawAt: vehicle?.ref.rawAt ?? turn.event.rawAt,
    plate: more.plate ?? vehicle?.plate ?? '',
    colour: vehicle?.colour ?? '',
    picture: more.picture ?? vehicle?.picture ?? null,
    stay: more.stay ?? null,
    order: more.order ?? null,
    cause: more.cause ?? null,
    offline: vehicle !== null && vehicle.offline !== null,
    ...(turn.event.kind === 'passed' && THROUGH.has(state)
      ? { evidence: turn.event.assumed ? ('assumed' as const) : ('seen' as const) }
      : {}),
    ...(vehicle?.turnedAway && (state === 'refused' || state === 'aborted') ? { turnedAway: vehicle.turnedAway } : {}),
  });
  return id;
}

export const passageId = (ref: EventRef, extra = 0): string => factId(ref, `passage:${extra}`);

/** Take the vehicle that passed out of the lane, or from beside it; idle when nothing was read for it. */
export function takePassed(turn: Turn, passing: number): Phase {
  const is = (phase: Phase): boolean => vehicleOf(phase)?.passings.includes(passing) ?? false;
  turn.state = { ...turn.state, passing: Math.max(turn.state.passing, passing) };
  const { phase, ahead, late } = turn.state;
  const before = ahead.find(is);
  if (before !== undefined) turn.state = { ...turn.state, ahead: ahead.filter((it) => it !== before) };
  else if (is(phase)) go(turn, IDLE);
  else if (late) return takeLate(turn, late, is);
  return before ?? (is(phase) ? phase : IDLE);
}

function takeLate(turn: Turn, late: LaneState, is: (phase: Phase) => boolean): Phase {
  const found = [late.phase, ...late.ahead].find(is) ?? IDLE;
  turn.state = beside(turn.state, {
    ...late,
    phase: found === late.phase ? IDLE : late.phase,
    ahead: late.ahead.filter((it) => it !== found),
  });
  return found;
}

/** The lane with these vehicles beside it; without them as soon as there is none. */
export function beside(state: LaneState, late: LaneState): LaneState {
  const { late: _, ...rest } = state;
  return late.phase.name === 'idle' && late.ahead.length === 0 ? rest : { ...rest, late };
}

const MOST_BESIDE = 8;

/**
 * Nothing more was reported of this vehicle: it backed out, unless what became of it may still come; then it waits
 * beside the lane.
 */
export function lost(turn: Turn, phase: Phase, backsOut: (turn: Turn, phase: Phase) => void): void {
  const doubtful = vehicleOf(phase)?.passings.some((passing) => turn.state.doubtful?.includes(passing)) ?? false;
  if (!doubtful) return backsOut(turn, phase);
  const late = turn.state.late ?? newLane(turn.state.lane, turn.state.direction);
  const [oldest = IDLE, ...rest] = late.ahead;
  if (late.ahead.length < MOST_BESIDE) {
    turn.state = { ...turn.state, late: { ...late, ahead: [...late.ahead, phase] } };
  } else {
    turn.state = { ...turn.state, late: { ...late, ahead: [...rest, phase] } };
    backsOut(turn, oldest);
  }
}

const KEPT_UNREAD = 32;

/** The vehicle passed without having been read; remembers what is made of it. */
export function passedUnread(turn: Turn, event: PassedEvent, stay: string | null): void {
  const { direction, upCause, upOpening = null, unread = [] } = turn.state;
  const made = passageId(event);
  except(turn, 'E-UNREAD', { other: made });
  const it: Unread = {
    passing: event.passing,
    direction,
    passed: { ...event, count: 1 },
    passage: made,
    stay,
    opening: upCause?.kind === 'unknown' ? upOpening : null,
  };
  turn.state = { ...turn.state, unread: [...unread, it].slice(-KEPT_UNREAD) };
}

/**
 * The vehicle that passed was read after all, if late: what had been made of it unread gives way to its own passage and
 * stay.
 */
export function readAfterAll(turn: Turn, passing: number, vehicle: Vehicle, stay: string): void {
  const { unread = [] } = turn.state;
  const it = unread.find((each) => each.passing === passing && each.passed !== null);
  if (!it) return;
  const { at } = turn.event;
  turn.state = { ...turn.state, unread: unread.map((each) => (each === it ? { ...each, passed: null } : each)) };
  const coded = it.stay === null ? null : turn.look.stay(it.stay);
  if (coded) {
    turn.facts.push(
      {
        fact: 'stayChanged',
        stay: coded.id,
        at,
        why: 'merged',
        by: null,
        before: coded,
        after: { ...coded, state: 'merged', mergedInto: stay },
      },
      { fact: 'moneyMoved', from: coded.id, to: stay, at },
    );
  }
  turn.facts.push(
    { fact: 'passageRead', passage: it.passage, by: passageId(vehicle.ref), stay, at },
    { fact: 'exceptionCleared', code: 'E-UNREAD', subject: it.passage, at },
  );
  // A cut-off lane opens by its own decision; what a person or a blow opened stays without a cause.
  if (it.opening === null || !vehicle.offline?.opened) return;
  turn.facts.push(
    { fact: 'openingExplained', opening: it.opening, lane: turn.state.lane, at, cause: { kind: 'stay', id: stay } },
    { fact: 'exceptionCleared', code: 'E-CAUSE', subject: it.opening, at },
  );
}
