/** Settings of a lot for its berths. A lot may set each otherwise (`plat/RdParameter`). */
import type { BerthParameters } from './types.ts';

export const MINUTE_PARAMETERS = {
  /** Claims so near to each other are one arrival, or one departure. */
  pairMinutes: 15,
  /** A plate proves the time before it at most so far back, unless a camera saw the car come. */
  maxBackMinutes: 30,
  /** Occupied so long without a plate calls for a reading. */
  unreadMinutes: 10,
  /** A berth still occupied so long after a person ended its stay holds a car of its own. */
  stillThereMinutes: 10,
  /** The same car on another berth of the section within this time has moved, not left. */
  moveMinutes: 5,
} as const;

export const DEFAULT_PARAMETERS: BerthParameters = { ...MINUTE_PARAMETERS, confirmSeconds: 90 };
