/** The machine of a lane: one event, one step. */
import type { LaneEvent, LaneState, Step } from './types.ts';
import type { Lookup } from './lookup.ts';
import { stepEntry } from './entry.ts';
import { stepExit } from './exit.ts';

export { newLane } from './turn.ts';

/** Pure: `state` is not changed; facts are in the order in which they have to be applied before the next step. */
export function step(state: LaneState, event: LaneEvent, look: Lookup): Step {
  return state.direction === 'entry' ? stepEntry(state, event, look) : stepExit(state, event, look);
}
