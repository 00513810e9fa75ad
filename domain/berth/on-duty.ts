/** Who was on duty in a section, from what people did there. */
import type { Interval } from '../time/interval.ts';
import type { Instant } from './types.ts';

/** That somebody did something in a section. */
export type Presence = { readonly userId: string; readonly at: Instant };

/** `userId` is null for the time before anybody did something. */
type Duty = { readonly userId: string | null; readonly time: Interval };

/** Duties from the first to the last of the hours: whoever did something is on duty until another does. */
export function dutiesOf(presences: readonly Presence[], hours: readonly Interval[]): Duty[] {
  if (hours.length === 0) return [];
  const [from, to] = [Math.min(...hours.map((hour) => hour.from)), Math.max(...hours.map((hour) => hour.to))];
  const runs: { userId: string | null; from: Instant }[] = [{ userId: null, from }];
  for (const { userId, at } of presences.toSorted((a, b) => a.at - b.at))
    if (runs.at(-1)!.userId !== userId) runs.push({ userId, from: at });
  return runs.map((run, nth) => ({ userId: run.userId, time: { from: run.from, to: runs[nth + 1]?.from ?? to } }));
}
