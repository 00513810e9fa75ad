/** What a gate knows of a car that a tariff may ask for: its plate's colour, whether it runs on electricity, the areas it was in. */
import type { FeeContext } from './types.ts';

/** Plates of these colours are of cars that run on electricity. */
const NEW_ENERGY: ReadonlySet<string> = new Set(['green', 'yellow-green']);

/**
 * `area` is that of the entry lane, `moves` are the changes on the way in the order of time, null for no area of its own; `inAt` in ms.
 */
export function knownAtGate(colour: string, area: string | null, inAt: number, moves: readonly { readonly at: number; readonly area: string | null }[] = []): Pick<FeeContext, 'values' | 'areas'> {
  const areas = [...(area === null ? [] : [{ at: inAt, area }]), ...moves.map((move) => ({ at: move.at, area: move.area ?? '' }))];
  return { values: { colour, newEnergy: NEW_ENERGY.has(colour) ? 'yes' : 'no' }, ...(areas.length === 0 ? {} : { areas }) };
}
