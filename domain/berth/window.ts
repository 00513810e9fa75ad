/** From where a berth has to be worked out anew when evidence comes: the bounded window of the derivation. */
import { isDevice, isOccupying } from './order.ts';
import { inMilliseconds } from './scene.ts';
import type { BerthParameters, Evidence, Instant, SensorBinding, Settlement } from './types.ts';

/** A berth turned free, and what stood there before: nothing later depends on what was before `at`. */
export type FreshStart = {
  /** When the occupied spell before it began. */
  readonly since: Instant;
  readonly at: Instant;
};

/** No claim reaches across a free time that is longer than this, in ms. */
export function apartMs(parameters: BerthParameters): number {
  const { pair, maxBack, confirm, move, stillThere, unread } = inMilliseconds(parameters);
  return Math.max(pair, maxBack, confirm, move, stillThere, unread);
}

/**
 * The latest instant from which evidence alone may give what all evidence gives, for news from `newsAt` on: the begin of
 * a free spell after an occupied one, so long before the news that no claim reaches across it. Null where there is
 * none. The evidence has to bear it out (`isFresh`).
 */
export function freshStart(
  { spells }: Pick<Settlement, 'spells'>,
  newsAt: Instant,
  parameters: BerthParameters,
): FreshStart | null {
  const apart = apartMs(parameters);
  const nth = spells.findLastIndex(
    (each, place) =>
      each.state === 'free' &&
      each.beganBy !== null &&
      each.to - each.from > apart &&
      each.from + apart < newsAt &&
      spells[place - 1]?.state === 'occupied',
  );
  return nth < 0 ? null : { since: spells[nth - 1]!.from, at: spells[nth]!.from };
}

/**
 * Whether a berth can be worked out from `start.at` on: its only device, proven to be there, reported a leave in that
 * instant, nothing else was claimed then, no picture of the empty berth before it speaks for the time after, and nobody claimed a
 * car soon after.
 * @param evidence - of the berth, from `start.since` on
 * @param bindings - of the berth
 */
export function isFresh(
  { at }: FreshStart,
  evidence: readonly Evidence[],
  bindings: readonly SensorBinding[],
  parameters: BerthParameters,
): boolean {
  const until = at + apartMs(parameters);
  const speaking = bindings.filter(({ to }) => to === null || to > at);
  const [only] = speaking;
  const then = evidence.filter((each) => each.at === at);
  return (
    speaking.length === 1 &&
    only!.from <= at &&
    only!.provenFrom !== null &&
    only!.provenFrom <= at &&
    new Set(then.map(({ id }) => id)).size === 1 &&
    then.every((each) => isDevice(each) && each.claim === 'leave' && each.deviceId === only!.deviceId) &&
    !evidence.some((each) => each.at < at && each.claim === 'absent' && each.picture !== null) &&
    !evidence.some((each) => at < each.at && each.at <= until && isOccupying(each) && !isDevice(each))
  );
}
