/**
 * Which sensors are mounted at the berth they are bound to. A sensor that was mounted at another berth proves nothing
 * of this one, and nothing it sends shows it: what people and cameras see does. Until then it carries no car
 * (`SensorBinding.provenFrom`).
 */
import { changedIn, sensedAt, timelines } from './sensed.ts';
import type { Look, Timeline } from './sensed.ts';
import type { Instant } from './types.ts';

/** What people and cameras saw at a berth; `plate` where they read one. */
export type Sight = Look & { readonly plate: string | null };

/** Its own berth was found as it reported so often at the least, */
const LEAST_RIGHT = 5;
/** and at most one in so many as it did not: messages are lost, and people err. */
const RIGHT_TO_WRONG = 4;
/** Each other sensor it might have changed places with was contradicted so much oftener than it was itself. */
const LEAD = 2;

type Count = { readonly right: number; readonly wrong: number };
type Place = { readonly line: Timeline; readonly sights: readonly Sight[]; readonly changes: readonly Change[] };
/** Between two instants the car at a berth was another one. */
type Change = { readonly from: Instant; readonly to: Instant };

function changesOf(sights: readonly Sight[]): Change[] {
  const read = sights.filter(({ plate }) => plate !== null);
  return read.slice(1).flatMap((next, nth) => {
    const before = read[nth]!;
    return before.plate === next.plate ? [] : [{ from: before.at, to: next.at }];
  });
}

/** How often what was seen at a place is what a sensor reported. */
function agreement({ sights, changes }: Place, line: Timeline, silentMs: number): Count {
  const words = sights.flatMap(({ at, occupied }) => {
    const sensed = sensedAt(line, at, silentMs);
    return sensed === null ? [] : [sensed === occupied];
  });
  const missed = changes.filter(({ from, to }) => changedIn(line, from, to, silentMs) === false).length;
  const right = words.filter(Boolean).length;
  return { right, wrong: words.length - right + missed };
}

/** How much oftener a place was as its own sensor reported than as the other one did, where the two differ. */
function lead({ line, sights, changes }: Place, other: Timeline, silentMs: number): number {
  const of = (own: boolean | null, others: boolean | null, truth: boolean): number =>
    own === null || others === null || own === others ? 0 : own === truth ? 1 : -1;
  return (
    sights.reduce(
      (sum, { at, occupied }) => sum + of(sensedAt(line, at, silentMs), sensedAt(other, at, silentMs), occupied),
      0,
    ) +
    changes.reduce(
      (sum, { from, to }) => sum + of(changedIn(line, from, to, silentMs), changedIn(other, from, to, silentMs), true),
      0,
    )
  );
}

/**
 * Berths whose sensor is proven to be mounted there.
 * @param seen - what people and cameras saw at the berths of a section
 * @param sensed - what their sensors reported
 * @param proven - berths whose sensors are proven already: no other can be mounted there
 * @param silentMs - a sensor silent for longer counts as unknown
 */
export function mountedRight(
  seen: readonly Sight[],
  sensed: readonly Look[],
  proven: ReadonlySet<string>,
  silentMs: number,
): string[] {
  const sights = Map.groupBy(seen, ({ berthId }) => berthId);
  const places = new Map(
    [...timelines(sensed)]
      .filter(([berthId]) => !proven.has(berthId))
      .map(([berthId, line]): [string, Place] => {
        const own = (sights.get(berthId) ?? []).toSorted((a, b) => a.at - b.at);
        return [berthId, { line, sights: own, changes: changesOf(own) }];
      }),
  );
  const doubtful = new Set(places.keys());
  const fits = [...places].filter(([, place]) => {
    const { right, wrong } = agreement(place, place.line, silentMs);
    return right >= LEAST_RIGHT && right >= RIGHT_TO_WRONG * wrong;
  });
  for (let before = Infinity; doubtful.size < before;) {
    before = doubtful.size;
    for (const [berthId, place] of fits) {
      const apart = ([other, there]: [string, Place]): boolean =>
        other === berthId ||
        !doubtful.has(other) ||
        lead(place, there.line, silentMs) + lead(there, place.line, silentMs) >= LEAD;
      if ([...places].every(apart)) doubtful.delete(berthId);
    }
  }
  return fits
    .map(([berthId]) => berthId)
    .filter((berthId) => !doubtful.has(berthId))
    .toSorted();
}
