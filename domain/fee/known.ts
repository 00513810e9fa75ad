/**
 * What a gate knows of a car that a tariff may ask for: its plate's colour, whether it runs on electricity, the areas
 * it was in, and what happened on the way.
 */
import { lastOf } from './events.ts';
import type { StayEvent } from './events.ts';
import type { FeeContext } from './types.ts';

/** Plates of these colours are of cars that run on electricity. */
const NEW_ENERGY: ReadonlySet<string> = new Set(['green', 'yellow-green']);

/**
 * `area` is that of the entry lane; `moves` are the changes on the way, null for no area of its own, and `events` what
 * happened, both in the order of time. Instants in ms.
 */
export type SeenAtGate = {
  readonly colour: string;
  readonly area: string | null;
  readonly from: number;
  readonly to: number;
  readonly moves?: readonly { readonly at: number; readonly area: string | null }[];
  readonly events?: readonly StayEvent[];
};

/** Events after `to` had not happened when the price was made. */
export function knownAtGate({
  colour,
  area,
  from,
  to,
  moves = [],
  events = [],
}: SeenAtGate): Pick<FeeContext, 'values' | 'areas' | 'events'> {
  const areas = [
    ...(area === null ? [] : [{ at: from, area }]),
    ...moves.map((move) => ({ at: move.at, area: move.area ?? '' })),
  ];
  return {
    values: { colour, newEnergy: NEW_ENERGY.has(colour) ? 'yes' : 'no' },
    ...(areas.length === 0 ? {} : { areas }),
    ...(events.length === 0 ? {} : { events: lastOf(events, to) }),
  };
}
