import type { TimeHistogram } from './instruments.ts';

/** What came between two readings of a histogram. */
export const since = (now: TimeHistogram, before: TimeHistogram | undefined): TimeHistogram =>
  before
    ? {
        bounds: now.bounds,
        upTo: now.upTo.map((count, at) => count - (before.upTo[at] ?? 0)),
        count: now.count - before.count,
        sum: now.sum - before.sum,
      }
    : now;

/** Several histograms with the same bounds as one; undefined of none. */
export function together(all: readonly TimeHistogram[]): TimeHistogram | undefined {
  const [first, ...rest] = all;
  return (
    first &&
    rest.reduce<TimeHistogram>(
      (sum, each) => ({
        bounds: sum.bounds,
        upTo: sum.upTo.map((count, at) => count + each.upTo[at]!),
        count: sum.count + each.count,
        sum: sum.sum + each.sum,
      }),
      first,
    )
  );
}

/**
 * The value below which a part of all lies, estimated from the buckets, assuming an even distribution within each;
 * beyond the last bound the last bound. null of nothing.
 * @param part 0 to 1
 */
export function quantile({ bounds, upTo, count }: TimeHistogram, part: number): number | null {
  if (count === 0) return null;
  const rank = part * count;
  const at = upTo.findIndex((below) => below >= rank);
  if (at < 0) return bounds.at(-1)!;
  const [from, below] = at === 0 ? [0, 0] : [bounds[at - 1]!, upTo[at - 1]!];
  const inside = upTo[at]! - below;
  return inside === 0 ? from : from + (bounds[at]! - from) * ((rank - below) / inside);
}
