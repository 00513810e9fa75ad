/**
 * What a camera or barrier reports after its number had been given up and newer events were applied: it counts as if it
 * had come in time, but nobody stands there any more. So the lane's own vehicle is left alone and nothing is commanded.
 */
import { isNoPlateCode } from '../plate/plate.ts';
import type { GateEvent, LaneEvent, LaneState, Phase, PlateEvent, Step, Unread } from './types.ts';
import type { Lookup } from './lookup.ts';
import { IDLE, begin, beside, end, keepReading, newLane, vehicleOf } from './turn.ts';
import { step } from './step.ts';

type Busy = Exclude<Phase, { name: 'idle' }>;

const vehiclesOf = (state: LaneState | undefined): Busy[] =>
  (state ? [state.phase, ...state.ahead] : []).filter((phase): phase is Busy => phase.name !== 'idle');

/**
 * Numbers of the lane's camera are given up: vehicles in the lane are not taken for backed out when the next one is
 * read.
 */
export const doubted = (state: LaneState): LaneState => ({
  ...state,
  doubtful: vehiclesOf(state).flatMap(({ vehicle }) => vehicle.passings),
});

/**
 * One late event. Pure; what a person or the server says is never too late for the vehicle it names and goes its usual
 * way.
 */
export function stepLate(state: LaneState, event: LaneEvent, look: Lookup): Step {
  if (event.kind === 'plate') return readLate(state, event, look);
  if (event.kind === 'gate') return gateLate(state, event, look);
  const unread = event.kind === 'passed' ? state.unread?.find(({ passing }) => passing === event.passing) : undefined;
  if (!unread) return step(state, event, look);
  const done = step({ ...state, direction: unread.direction }, event, look);
  return { ...done, state: { ...done.state, direction: state.direction }, commands: [] };
}

/** All that was missing has come: vehicles beside the lane that were not seen passing have backed out. */
export function endLate(state: LaneState, event: LaneEvent, look: Lookup): Step {
  const { device, seq, lane, at, rawAt } = event;
  const { doubtful: _, ...rest } = state;
  let now: Step = { state: rest, facts: [], commands: [] };
  for (const { vehicle } of vehiclesOf(state.late)) {
    const next = step(now.state, { kind: 'gone', device, seq, lane, at, rawAt, passing: vehicle.passings[0]! }, look);
    now = { state: next.state, facts: [...now.facts, ...next.facts], commands: [] };
  }
  return now;
}

/**
 * An unknown vehicle comes beside the lane; of one that is known the reading is kept and decides nothing. One that
 * passed unread comes beside the lane and passes again, read.
 */
function readLate(state: LaneState, event: PlateEvent, look: Lookup): Step {
  const is = ({ vehicle }: Busy): boolean => vehicle.passings.includes(event.passing);
  const known = vehiclesOf(state).find(is);
  if (known && known === state.phase) return step(state, event, look);
  const unread = state.unread?.find(({ passing }) => passing === event.passing);
  const passed = unread && !known && isAsMade(unread, look) ? unread.passed : null;
  if (!known && (!unread || passed)) {
    const { state: late, facts } = step(
      state.late ?? newLane(state.lane, unread?.direction ?? state.direction),
      event,
      look,
    );
    return { state: beside(state, late), facts, commands: [], again: passed ? [passed] : [] };
  }
  const turn = begin(state, event, look);
  keepReading(turn, event, known ? vehicleOf(known) : null);
  return end(turn);
}

/** Whether nobody has named the car or closed its stay meanwhile: that stands then. */
function isAsMade({ stay }: Unread, look: Lookup): boolean {
  const made = stay === null ? null : look.stay(stay);
  return (
    stay === null ||
    (made !== null && made.state === 'open' && made.kind === 'unidentified' && isNoPlateCode(made.plate))
  );
}

/** The opening is counted and gets its cause; the barrier itself has moved on since. */
function gateLate(state: LaneState, event: GateEvent, look: Lookup): Step {
  const { late } = state;
  if (event.gate !== 'up' || (event.commandId !== null && event.commandId === state.upBy))
    return { state, facts: [], commands: [] };
  const own = [...vehiclesOf(late), ...vehiclesOf(state)].find((phase) => awaits(event, phase));
  const { late: _, ...alone } = state;
  const { state: after, facts } = step(
    {
      ...alone,
      phase: own ?? IDLE,
      ahead: [],
      gate: 'down',
      upBy: null,
      upCause: null,
      given: { ...late?.given, ...state.given },
    },
    event,
    look,
  );
  const opened = (phase: Phase): Phase => (phase === own && after.phase.name === own.name ? after.phase : phase);
  const kept = {
    ...alone,
    phase: opened(state.phase),
    ahead: state.ahead.map(opened),
    given: still(state.given, after),
    unexplained: after.unexplained,
  };
  return {
    state: late
      ? {
          ...kept,
          late: { ...late, phase: opened(late.phase), ahead: late.ahead.map(opened), given: still(late.given, after) },
        }
      : kept,
    facts,
    commands: [],
  };
}

/** Commands that the gate has still not confirmed. */
const still = (given: LaneState['given'], after: LaneState): LaneState['given'] =>
  Object.fromEntries(Object.entries(given).filter(([command]) => command in after.given));

/** A cut-off lane has no command to name: its opening is that of the vehicle it decided about. */
function awaits(event: GateEvent, phase: Busy): boolean {
  if (!('opening' in phase) || phase.opening.upAt !== null) return false;
  return event.commandId === null
    ? event.by === 'command' && phase.vehicle.offline !== null
    : phase.opening.commandId === event.commandId;
}
