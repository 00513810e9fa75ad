/** The machine of a lane: one event, one step. */
import type { LaneEvent, LaneState, Step } from './types.ts';
import type { Lookup } from './lookup.ts';
import { stepEntry } from './entry.ts';
import { stepExit } from './exit.ts';
import { stepInner } from './inner.ts';
import { openAt } from './pairing.ts';

export { newLane } from './turn.ts';

/** Pure: `state` is not changed; facts are in the order in which they have to be applied before the next step. */
export function step(state: LaneState, event: LaneEvent, look: Lookup): Step {
  const lane = facing(state, event, look);
  if (look.inner(state.lane) !== null) return stepInner(lane, event, look);
  return lane.direction === 'entry' ? stepEntry(lane, event, look) : stepExit(lane, event, look);
}

/**
 * An empty lane for both ways faces where its next vehicle goes: as the camera says, else out for one that is inside
 * and in for any other. Who has only just come in is read again, not leaving. One between areas leads into its area,
 * unless the camera says otherwise.
 */
function facing(state: LaneState, event: LaneEvent, look: Lookup): LaneState {
  const inner = look.inner(state.lane) !== null;
  if (event.kind !== 'plate') return state;
  // Whoever is seen to come towards a car let through between areas has not met it: that one is through, though nothing
  // reported it.
  const isFree = state.phase.name === 'idle' && state.ahead.length === 0;
  if (!isFree && !(inner && event.direction !== undefined)) return state;
  if (!inner && !look.twoWay(state.lane)) return state;
  const inside =
    inner || event.plate === '' ? null : openAt(look.stays(event.plate), event.at - look.settings.repeatSeconds * 1000);
  const direction = event.direction ?? (inside === null ? 'entry' : 'exit');
  return direction === state.direction ? state : { ...state, direction };
}
