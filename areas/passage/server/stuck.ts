/** A car was released and its barrier does not move: whoever is at the box is told before the lane itself gives up. */
import type { Phase } from '#domain/lane/types.ts';

/** A barrier that was told to open is up by then. */
export const STUCK_MS = 5_000;

/** In how many ms the barrier counts as stuck, 0 where it does; null where nothing is waited for. `now`: epoch ms. */
export function stuckInMs(phase: Phase, now: number): number | null {
  if (!('opening' in phase) || phase.opening.upAt !== null) return null;
  const { askedAt, tries, alerted } = phase.opening;
  return alerted || tries > 1 ? 0 : Math.max(0, Math.min(STUCK_MS, askedAt + STUCK_MS - now));
}
