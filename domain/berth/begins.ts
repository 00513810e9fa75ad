/** Rules 0, 1 and 2: when a car that was read came, and from when its plate is proven. */
import { MINUTE } from '../time/zone.ts';
import { bindingAt } from './order.ts';
import { lateStretch, speaksOf, stretchAt } from './scene.ts';
import type { Scene } from './scene.ts';
import { sameCore } from './readings.ts';
import type { Core } from './readings.ts';
import type { End } from './ends.ts';
import type { Stretch } from './track.ts';
import type { Evidence, Instant } from './types.ts';

export type Begin = {
  readonly beginTime: Instant;
  readonly inTime: Instant;
  readonly by: string;
  readonly camera: boolean;
  /** The same car went on standing after a person ended its stay. */
  readonly continues: boolean;
};

/** The stay before on this berth. */
export type Before = { readonly core: Core; readonly end: End };

type Arrival = { readonly at: Instant; readonly id: string; readonly rank: number };

/** Order of sources for the time of an arrival: a camera that saw it come, the sensors, people, the driver. */
function rankOf({ source, claim }: Evidence): number {
  if (source === 'camera' && claim === 'arrive') return 0;
  return source === 'driver' ? 3 : 2;
}

/** Whether nothing ended between two instants: then a claim without a plate may be of the car read later. */
function quiet(scene: Scene, from: Instant, to: Instant): boolean {
  return (
    !scene.leaves.some(({ at }) => from <= at && at < to) &&
    !scene.free.some((free) => from < free.from && free.from < to)
  );
}

/** The first occupied stretch of the unbroken chain that leads to the first reading. */
function chainTo(scene: Scene, core: Core, lowest: Instant, end: Instant): Stretch | undefined {
  const late = lateStretch(scene, core.first, core.first);
  const holding = stretchAt(scene, core.first) ?? (late && late.from <= end ? late : undefined);
  if (!holding) return undefined;
  let first = holding;
  for (const each of scene.carrying.slice(0, scene.carrying.indexOf(holding)).toReversed()) {
    const flicker = each.end === 'changed' && first.from - each.to <= scene.ms.confirm;
    const another = scene.readings.some(
      ({ at, plate }) => each.from <= at && at <= each.to && !speaksOf({ plate }, core.readings[0]!.plate!),
    );
    if (!flicker || another || each.from < lowest) break;
    first = each;
  }
  return first;
}

function arrivals(scene: Scene, core: Core, chain: Stretch | undefined, lowest: Instant, end: Instant): Arrival[] {
  const car = core.readings[0]!.plate!;
  const claims = scene.evidence.filter(
    (each) =>
      (scene.readings.includes(each) ? core.readings.includes(each) : scene.claims.includes(each)) &&
      lowest <= each.at &&
      each.at <= end &&
      speaksOf(each, car) &&
      (core.first <= each.at || quiet(scene, each.at, core.first)),
  );
  return [
    ...(chain ? [{ at: chain.from, id: chain.beginBy, rank: 1 }] : []),
    ...claims.map((each) => ({ at: each.at, id: each.id, rank: rankOf(each) })),
  ];
}

/** Rule 1: claims within `pair` are one arrival, and the best source gives its time. */
function bestArrival(scene: Scene, core: Core, chain: Stretch | undefined, found: readonly Arrival[]): Arrival {
  const camera = found.findLast(({ rank, at }) => rank === 0 && at <= core.first);
  if (camera?.at === core.first) return camera; // it was seen to come then: what a sensor felt before was something else
  const anchor = chain?.from ?? camera?.at ?? core.first;
  const earliest = Math.min(...found.map(({ at }) => at).filter((at) => anchor - scene.ms.pair <= at));
  const group = found.filter(({ at }) => earliest <= at && at <= earliest + scene.ms.pair);
  return [...group].sort((a, b) => a.rank - b.rank || a.at - b.at || (a.id < b.id ? -1 : 1))[0]!;
}

/**
 * The last time before its first reading at which a person or a camera saw that the car was not there: no sensor
 * carries it back past that.
 */
function deniedUntil(scene: Scene, core: Core, lowest: Instant): Instant {
  const car = core.readings[0]!.plate!;
  const denied = scene.leaves.findLast(
    ({ by, at, plate }) =>
      (by === 'person' || by === 'camera') && lowest <= at && at < core.first && speaksOf({ plate }, car),
  );
  return denied?.at ?? -Infinity;
}

/** A device that is silent counts as unknown after so many of its reports are missing. */
const REPORTS = 3;

/**
 * Whether a device should have reported between its last message and the reading, and did not: a leave and an arrival may
 * have been lost with that report, so that what it felt before may have been another car. Its next message tells.
 */
function overdue({ input, ms }: Scene, { first }: Core, holding: Stretch | undefined): boolean {
  if (holding?.end !== 'open' || first <= holding.proven) return false;
  const binding = bindingAt(input.bindings, holding.deviceId, input.berthId, holding.proven);
  return first - holding.proven > ((binding?.silentAfterMinutes ?? Infinity) * MINUTE) / REPORTS + ms.confirm;
}

/** When the car of `core`, which left at `end`, came. */
export function beginOf(scene: Scene, core: Core, end: End, before: Before | undefined): Begin {
  const first = core.readings[0]!;
  const lowest = before?.end.at ?? scene.input.from;
  const highest = end.at ?? scene.input.until;
  const chain = chainTo(scene, core, lowest, highest);
  const denied = deniedUntil(scene, core, lowest);
  if (chain && chain.from < lowest && rankOf(first) > 0) {
    // The sensors noticed no change after the stay before: they carry the same car on, and no other.
    const same = before !== undefined && before.end.still && sameCore(before.core, core);
    const at = same ? lowest : core.first;
    return {
      beginTime: at,
      inTime: Math.max(at, denied),
      by: same ? before.end.by! : first.id,
      camera: false,
      continues: same,
    };
  }
  const best = bestArrival(scene, core, chain, arrivals(scene, core, chain, lowest, highest));
  const beginTime = Math.min(Math.max(best.at, lowest), highest);
  const camera = best.rank === 0;
  const unheard = overdue(scene, core, stretchAt(scene, core.first)) ? core.first : -Infinity;
  const proven = Math.max(beginTime, core.first - scene.ms.maxBack, denied, unheard);
  const inTime = camera ? beginTime : Math.min(proven, highest);
  return { beginTime, inTime, by: best.id, camera, continues: false };
}
