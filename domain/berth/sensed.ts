/** What a sensor reported of its berth at an instant, from its messages alone. */
import type { Instant } from './types.ts';

/** What is claimed of a berth at an instant: whether a car stands there. */
export type Look = { readonly berthId: string; readonly at: Instant; readonly occupied: boolean };

/** Reports of one berth in the order of time. */
export type Timeline = { readonly at: readonly Instant[]; readonly occupied: readonly boolean[] };

/** By berth. */
export function timelines(sensed: readonly Look[]): Map<string, Timeline> {
  return new Map(
    [...Map.groupBy(sensed, ({ berthId }) => berthId)].map(([berthId, own]) => {
      const sorted = own.toSorted((a, b) => a.at - b.at);
      return [berthId, { at: sorted.map(({ at }) => at), occupied: sorted.map(({ occupied }) => occupied) }];
    }),
  );
}

/** How many reports there are up to an instant. */
function countTo({ at }: Timeline, instant: Instant): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A berth sensor's last report; null where it had been silent for too long. */
export function sensedAt(line: Timeline | undefined, at: Instant, silentMs: number): boolean | null {
  if (!line) return null;
  const count = countTo(line, at);
  return count === 0 || at - line.at[count - 1]! > silentMs ? null : line.occupied[count - 1]!;
}

/** Whether it reported both states in [from, to]; null where it had been silent for too long at either end. */
export function changedIn(line: Timeline | undefined, from: Instant, to: Instant, silentMs: number): boolean | null {
  const [first, last] = [sensedAt(line, from, silentMs), sensedAt(line, to, silentMs)];
  if (!line || first === null || last === null) return null;
  return line.occupied.slice(countTo(line, from), countTo(line, to)).some((occupied) => occupied !== first);
}
