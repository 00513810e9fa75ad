/** From where a berth has to be worked out anew when evidence comes: the bounded window of the derivation. */
import { inMilliseconds } from './scene.ts';
import type { BerthParameters, Instant, Settlement } from './types.ts';

/**
 * The latest instant from which evidence alone gives what all evidence gives, for news from `newsAt` on: the begin of a
 * free spell which a sensor reported and which lasted so long before the news that no claim reaches across it. `from`
 * where there is none.
 */
export function windowFrom(
  { spells }: Pick<Settlement, 'spells'>,
  newsAt: Instant,
  parameters: BerthParameters,
  from: Instant,
): Instant {
  const { pair, maxBack, confirm } = inMilliseconds(parameters);
  const apart = Math.max(pair, maxBack, confirm);
  const safe = spells.findLast(
    (each) =>
      each.state === 'free' && each.beganBy !== null && each.to - each.from > apart && each.from + apart < newsAt,
  );
  return safe?.from ?? from;
}
