/** Several cars on several spaces: whose stay is the pass's, and from when. */

/** One car of the group in the lot. `outAt` is null while it is inside. Times epoch ms. */
export type GroupStay = { readonly id: string; readonly inAt: number; readonly outAt: number | null };

/** A space that becomes free: nothing changes for cars inside, or the one waiting longest takes it. */
export type FreedRule = 'stay-temporary' | 'take-over';

type Inside = { readonly stay: GroupStay; pass: boolean };

/**
 * From which instant each stay counts as the pass's; null where it was temporary throughout. A car takes a space where
 * one is free at its entry. Cars that leave at an instant free their spaces before one is given on, so that the order
 * of simultaneous exits is no matter.
 */
export function groupShares(spaces: number, stays: readonly GroupStay[], rule: FreedRule): Map<string, number | null> {
  const shares = new Map<string, number | null>(stays.map((stay) => [stay.id, null]));
  const arriving = [...stays].sort((a, b) => a.inAt - b.inAt || (a.id < b.id ? -1 : 1));
  const moments = [...new Set(stays.flatMap(({ inAt, outAt }) => (outAt === null ? [inAt] : [inAt, outAt])))].sort(
    (a, b) => a - b,
  );
  let inside: Inside[] = [];
  let next = 0;
  const taken = () => inside.filter(({ pass }) => pass).length;
  const give = (car: Inside, at: number): void => {
    car.pass = true;
    shares.set(car.stay.id, at);
  };
  for (const at of moments) {
    inside = inside.filter(({ stay }) => stay.outAt === null || stay.outAt > at);
    if (rule === 'take-over') for (const car of inside) if (!car.pass && taken() < spaces) give(car, at);
    for (; next < arriving.length && arriving[next]!.inAt === at; next += 1) {
      const stay = arriving[next]!;
      const car: Inside = { stay, pass: false };
      if (taken() < spaces) give(car, at);
      if (stay.outAt === null || stay.outAt > at) inside.push(car);
    }
  }
  return shares;
}

/** Two sets of lanes, empty for all lanes, that have one in common. */
export const lanesMeet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((lane) => other.includes(lane));

/** Whether a pass limited to lanes holds in one; empty is every lane. */
export const laneAllowed = (lanes: readonly string[], lane: string): boolean =>
  lanes.length === 0 || lanes.includes(lane);
