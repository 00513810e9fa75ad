/** A released car whose barrier does not move: the booth is notified before the lane itself gives up. */
import type { Phase } from '#domain/lane/types.ts';

/** A barrier is open this long after the command. */
export const STUCK_MS = 5_000;

/** In how many ms the barrier counts as stuck, 0 where it does; null where nothing is waited for. `now`: epoch ms. */
export function stuckInMs(phase: Phase, now: number): number | null {
  if (!('opening' in phase) || phase.opening.upAt !== null) return null;
  const { askedAt, tries, alerted } = phase.opening;
  return alerted || tries > 1 ? 0 : Math.max(0, Math.min(STUCK_MS, askedAt + STUCK_MS - now));
}
