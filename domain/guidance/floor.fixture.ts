/**
 * A floor that is simulated car by car: drivers pass its board and its counter, drive to a space, wait for one where
 * none is free, and give up. What it reports is what a counter and detectors would.
 */
import { nextLine } from './board.ts';
import type { Limits } from './board.ts';
import { FIND_MS, openWith, outcomesOf } from './promise.ts';

export const HOUR = 3_600_000;

export type Course = {
  readonly spaces: number;
  readonly limits: Limits;
  /** Drivers a minute who want a space, by hour of the day. */
  readonly perMinute: (hour: number) => number;
  /** Spaces the board holds back, by hour of the day. */
  readonly reserve: (hour: number) => number;
  readonly hours: number;
  /** Drivers leave who have not found a space after so long. */
  readonly patienceMs?: number;
  /** From 0 to 1, evenly. */
  readonly random: () => number;
};
/** An arrival as it is observed, and what really became of it. */
export type Seen = {
  readonly at: number;
  readonly hour: number;
  readonly full: boolean;
  readonly margin: number;
  /** As matched from the floor's reports. */
  readonly kept: boolean;
  /** As it was. */
  readonly found: boolean;
};
export type Played = { readonly arrivals: readonly Seen[]; readonly turnedAway: number };

/** Of the drivers who see FULL so many go elsewhere. */
const OBEY = 0.8;
const [NEAREST_MS, FARTHEST_MS, MEAN_STAY_MS] = [40_000, 150_000, 3_600_000];

/** `nth`: of the arrivals. */
type Event = { readonly at: number; readonly kind: 'wants' | 'there' | 'leaves'; readonly nth: number };
type Arrival = { readonly at: number; readonly full: boolean; readonly margin: number; found: boolean };

/** The earliest first. */
class Agenda {
  readonly #heap: Event[] = [];
  add(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    for (let above = (at - 1) >> 1; at > 0 && heap[above]!.at > event.at; above = (at - 1) >> 1) {
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = event;
  }
  take(): Event | undefined {
    const heap = this.#heap;
    const [first, last] = [heap[0], heap.pop()];
    if (!last || heap.length === 0) return first;
    let at = 0;
    for (let below = 1; below < heap.length; below = at * 2 + 1) {
      if (below + 1 < heap.length && heap[below + 1]!.at < heap[below]!.at) below += 1;
      if (heap[below]!.at >= last.at) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

export function playFloor({ spaces, limits, perMinute, reserve, hours, random, patienceMs = 360_000 }: Course): Played {
  const agenda = new Agenda();
  const hourOf = (at: number): number => Math.floor(at / HOUR) % 24;
  const after = (mean: number): number => -Math.log(1 - random()) * mean;
  const [arrivals, takings, waiting]: [Arrival[], { at: number }[], number[]] = [[], [], []];
  let [free, full, open, turnedAway] = [spaces, false, spaces, 0];
  const show = (at: number): void => {
    full = nextLine(full, free - reserve(hourOf(at)), limits).full;
    open = openWith(open, free, limits);
  };
  const park = (at: number, nth: number): void => {
    free -= 1;
    takings.push({ at });
    arrivals[nth]!.found = at - arrivals[nth]!.at <= FIND_MS;
    agenda.add({ at: at + after(MEAN_STAY_MS), kind: 'leaves', nth });
  };
  const pass = (at: number): void => {
    if (full && random() < OBEY) turnedAway += 1;
    else {
      const nth = arrivals.push({ at, full, margin: open - 1, found: false }) - 1;
      agenda.add({ at: at + NEAREST_MS + random() * (FARTHEST_MS - NEAREST_MS), kind: 'there', nth });
    }
  };
  agenda.add({ at: 0, kind: 'wants', nth: -1 });
  for (let event = agenda.take(); event && event.at < hours * HOUR; event = agenda.take()) {
    const { at, kind, nth } = event;
    show(at);
    if (kind === 'wants') {
      agenda.add({ at: at + after(60_000 / perMinute(hourOf(at))), kind, nth });
      pass(at);
    } else if (kind === 'there') {
      if (free > 0) park(at, nth);
      else waiting.push(nth);
    } else {
      free += 1;
      while (waiting.length > 0 && at - arrivals[waiting[0]!]!.at > patienceMs) waiting.shift();
      const next = waiting.shift();
      if (next !== undefined) park(at, next);
    }
    show(at);
  }
  const outcomes = outcomesOf(
    arrivals.map(({ at }) => at),
    takings,
  );
  const isKept = (nth: number): boolean => (outcomes[nth]?.at ?? Infinity) - arrivals[nth]!.at <= FIND_MS;
  return {
    arrivals: arrivals.map((each, nth) => ({ ...each, hour: hourOf(each.at), kept: isKept(nth) })),
    turnedAway,
  };
}
