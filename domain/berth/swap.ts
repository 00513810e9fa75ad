/**
 * Two sensors mounted the wrong way round: what people and cameras see at one berth, the sensor of the other one
 * reports. A sensor that is merely dead or wild is no swap: the berth it would have changed places with agrees with its
 * own sensor.
 */
import { sensedAt, timelines } from './sensed.ts';
import type { Look } from './sensed.ts';

export type Swap = {
  readonly berths: readonly [string, string];
  /** How often a berth was found as the other one's sensor reported, against its own. */
  readonly times: number;
};

/** So often in the time that is read, and at each of the two berths at least. */
const LEAST = 5;
const LEAST_EACH = 2;
/** The share of checks with disagreeing sensors that must support the swap. */
const SHARE = 0.8;

/**
 * @param seen - what people and cameras saw
 * @param sensed - what the sensors reported of the same berths
 * @param silentMs - a sensor silent for longer counts as unknown
 */
export function swapsOf(seen: readonly Look[], sensed: readonly Look[], silentMs: number): Swap[] {
  const lines = timelines(sensed);
  const own = (look: Look): boolean | null => sensedAt(lines.get(look.berthId), look.at, silentMs);
  const looks = Map.groupBy(seen, ({ berthId }) => berthId);
  const suspects = [...looks.keys()]
    .filter((berthId) => {
      const against = looks.get(berthId)!.filter((look) => own(look) === !look.occupied);
      return against.length >= LEAST_EACH;
    })
    .sort();
  /** Checks of one berth that the other one's sensor had right; null where there are too few. */
  const speaking = (berthId: string, other: string): number | null => {
    const apart = looks.get(berthId)!.filter((look) => {
      const [mine, others] = [own(look), sensedAt(lines.get(other), look.at, silentMs)];
      return mine !== null && others !== null && mine !== others;
    });
    const times = apart.filter((look) => own(look) !== look.occupied).length;
    return times >= LEAST_EACH && times >= SHARE * apart.length ? times : null;
  };
  const found = suspects.flatMap((one, nth) =>
    suspects.slice(nth + 1).flatMap((other): Swap[] => {
      const [here, there] = [speaking(one, other), speaking(other, one)];
      if (here === null || there === null || here + there < LEAST) return [];
      return [{ berths: [one, other], times: here + there }];
    }),
  );
  const used = new Set<string>();
  return found
    .toSorted((a, b) => b.times - a.times)
    .filter(({ berths }) => {
      if (berths.some((berthId) => used.has(berthId))) return false;
      for (const berthId of berths) used.add(berthId);
      return true;
    });
}
