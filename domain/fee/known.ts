/** What a gate knows of a car that a tariff may ask for: its plate's colour, whether it runs on electricity, the area it came into. */
import type { FeeContext } from './types.ts';

/** Plates of these colours are of cars that run on electricity. */
const NEW_ENERGY: ReadonlySet<string> = new Set(['green', 'yellow-green']);

/** `area` is that of the entry lane, null where the lane has none; `inAt` in ms. */
export function knownAtGate(colour: string, area: string | null, inAt: number): Pick<FeeContext, 'values' | 'areas'> {
  return { values: { colour, newEnergy: NEW_ENERGY.has(colour) ? 'yes' : 'no' }, ...(area === null ? {} : { areas: [{ at: inAt, area }] }) };
}
