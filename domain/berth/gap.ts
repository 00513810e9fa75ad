/**
 * With whom the occupied time without a plate lies: the share of it that he left unread while he was on duty in a
 * section.
 */
import { HOUR } from '../time/zone.ts';
import { within } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';
import { berthTime, unreadTime } from './figures.ts';
import type { PlateTime } from './figures.ts';
import type { Instant, Spell } from './types.ts';

/** That somebody did something in a section. */
export type Presence = { readonly userId: string; readonly at: Instant };

export type Gap = {
  /** Null for hours in which nobody had done anything yet. */
  readonly userId: string | null;
  readonly occupiedMs: number;
  readonly unreadMs: number;
};

/** A share above this is reported. */
export const GAP_LIMIT = 0.15;
/** Of less occupied time one car alone would make it. */
const LEAST_MS = 5 * HOUR;

/** Who was on duty when: whoever did something is until another does. */
function duties(presences: readonly Presence[], whole: Interval): { userId: string | null; time: Interval }[] {
  const runs: { userId: string | null; from: Instant }[] = [{ userId: null, from: whole.from }];
  for (const { userId, at } of presences.toSorted((a, b) => a.at - b.at))
    if (runs.at(-1)!.userId !== userId) runs.push({ userId, from: at });
  return runs.map(({ userId, from }, nth) => ({ userId, time: { from, to: runs[nth + 1]?.from ?? whole.to } }));
}

/** Occupied and unread time of a section by who was on duty, within the hours it is attended. */
export function gapsOf(
  spells: readonly Spell[],
  stays: readonly PlateTime[],
  hours: readonly Interval[],
  presences: readonly Presence[],
): Gap[] {
  if (hours.length === 0) return [];
  const whole = { from: Math.min(...hours.map(({ from }) => from)), to: Math.max(...hours.map(({ to }) => to)) };
  const runs = duties(presences, whole);
  return [...Map.groupBy(runs, ({ userId }) => userId)].map(([userId, own]) => {
    const times = own.flatMap(({ time }) => within(time, hours));
    return {
      userId,
      occupiedMs: times.reduce((sum, time) => sum + berthTime(spells, time).occupied, 0),
      unreadMs: unreadTime(spells, stays, times),
    };
  });
}

/** Whether so much was left unread that somebody has to look at it. */
export const isGap = ({ occupiedMs, unreadMs }: Gap): boolean =>
  occupiedMs >= LEAST_MS && unreadMs > GAP_LIMIT * occupiedMs;
