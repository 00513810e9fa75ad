/**
 * Whether boards keep what they show: of the cars that passed a board, which found a space of its group in time, and how
 * many spaces a board has to hold back from its number so that enough of them do.
 */
import type { Limits } from './board.ts';

/** A driver who follows a number expects a space within this time. */
export const FIND_MS = 180_000;
/**
 * After this long an arrival has given up or gone elsewhere, and spaces that are taken are others'. Shorter, and a
 * taking by somebody who searched long counts for the next driver; longer, and one who left takes everybody else's.
 */
export const SEARCH_MS = 240_000;
/** The share of drivers who are to find one. */
export const TARGET = 0.95;
/** More is never held back. */
export const MOST_RESERVE = 50;

type Timed = { readonly at: number };

/**
 * What became of each arrival, one to one and first come first served: the earliest later event that nobody before it
 * took; null where there is none within the time.
 *
 * @param arrivals instants (ms), in order; @param events in order
 */
export function outcomesOf<E extends Timed>(
  arrivals: readonly number[],
  events: readonly E[],
  withinMs = SEARCH_MS,
): (E | null)[] {
  let next = 0;
  return arrivals.map((at) => {
    while (next < events.length && events[next]!.at < at) next += 1;
    const event = events[next];
    if (!event || event.at - at > withinMs) return null;
    next += 1;
    return event;
  });
}

/** Whether a space taken at `foundAt` was found in time. */
export const isFound = (at: number, foundAt: number): boolean => foundAt - at <= FIND_MS;

/**
 * With how many different reserves, from 0 on, a line shows a number and not FULL: with 0 up to one less than this.
 * A smaller reserve never shows FULL where a larger one does not, so that one figure says it for all.
 *
 * @param before the same figure before the change
 */
export function openWith(before: number, free: number, { fullAt, clearAt }: Limits): number {
  const stays = Math.min(before, free - fullAt);
  const clears = free - Math.max(clearAt, fullAt + 1) + 1;
  return Math.max(0, stays, clears);
}

/** Arrivals of an hour, counted by the reserve in force and by the largest with which the board had shown a number. */
export type Observed = {
  readonly reserve: number;
  readonly margin: number;
  readonly arrivals: number;
  readonly kept: number;
};
/** Of the arrivals that a reserve would have shown a number, how many found a space. */
export type Expected = { readonly reserve: number; readonly arrivals: number; readonly kept: number };

const sumOf = (reserve: number, rows: readonly Observed[]): Expected => ({
  reserve,
  arrivals: rows.reduce((sum, { arrivals }) => sum + arrivals, 0),
  kept: rows.reduce((sum, { kept }) => sum + kept, 0),
});
export const expectedOf = (observed: readonly Observed[], reserve: number): Expected =>
  sumOf(
    reserve,
    observed.filter(({ margin }) => margin >= reserve),
  );
/** What came of a reserve while it was in force. */
const recordOf = (observed: readonly Observed[], reserve: number): Expected =>
  expectedOf(
    observed.filter((row) => row.reserve === reserve),
    reserve,
  );

/** Fewer arrivals say nothing about a reserve. */
export const LEAST_ARRIVALS = 50;
const says = ({ arrivals }: Expected): boolean => arrivals >= LEAST_ARRIVALS;
const isKept = ({ arrivals, kept }: Expected): boolean => kept >= arrivals * TARGET;

/**
 * The smallest reserve with which enough drivers find a space: by what came of it while it was in force, and where it
 * was not, by the observed arrivals it would have shown a number.
 *
 * A reserve turns drivers away, so that fewer compete than were observed without it: the expectation of a larger one
 * errs to the safe side, that of a smaller one to the other. It is therefore lowered by one at a time, and not to one
 * that was in force and did not keep enough.
 *
 * @returns null where too few arrivals were observed, or no reserve would do: what keeps drivers from spaces then is
 *   not that others take them
 */
export function reserveFor(observed: readonly Observed[], inForce: number): Expected | null {
  const tried = Array.from({ length: inForce + 1 }, (_, reserve) => recordOf(observed, reserve));
  const missed = tried.findLastIndex((record) => says(record) && !isKept(record));
  for (let reserve = Math.max(0, inForce - 1, missed + 1); reserve <= MOST_RESERVE; reserve += 1) {
    const record = recordOf(observed, reserve);
    const found = says(record) ? record : expectedOf(observed, reserve);
    if (!says(found)) return null;
    if (isKept(found)) return found;
  }
  return null;
}
