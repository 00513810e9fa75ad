/** Judges the arrivals of a group: what its boards showed them, what was free, and what became of them. */
import { isFound, openWith, outcomesOf } from './promise.ts';
import type { Limits } from './board.ts';
import type { SpaceState } from './counts.ts';

type Timed = { readonly at: number };
export type StateChange = Timed & { readonly spaceId: string; readonly state: SpaceState };
/** What the lines of a group were sent, from an instant on. */
export type ShownLine = Timed & { readonly n: number; readonly full: boolean; readonly reserve: number };

/** Instants are epoch ms; lists are in the order of time. */
export type ArrivalWindow = {
  readonly from: number;
  readonly until: number;
  readonly limits: Limits;
  /** What the group's spaces for anybody were at `from`. */
  readonly states: ReadonlyMap<string, SpaceState>;
  /** What was known at `from` by `openWith`; null where nothing was. */
  readonly open: number | null;
  /** After `from`, up to the time that the last arrival has to find a space. */
  readonly changes: readonly StateChange[];
  readonly shown: readonly ShownLine[];
  /** From `from` on, before `until`. */
  readonly arrivals: readonly number[];
  /** When cars drove on into the next group, as far as `changes` go. */
  readonly onward: readonly number[];
  /** Events from `from` on that belong to arrivals before it. */
  readonly used: readonly number[];
};

export type Judged = {
  readonly at: number;
  readonly shown: number;
  readonly full: boolean;
  readonly reserve: number;
  /** Spaces that were free. */
  readonly free: number;
  /** The largest reserve with which a number would have been shown; -1 where there is none. */
  readonly margin: number;
  readonly result: 'kept' | 'missed' | 'onward';
  /** When a space was taken, or the car drove on; null where neither was seen. */
  readonly foundAt: number | null;
  readonly spaceId: string | null;
};

/** An arrival while more of the spaces are unknown says nothing: it may have found one that nobody sees. */
const MOST_UNKNOWN = 0.05;

type Event = Timed & { readonly spaceId: string | null };

/** Spaces that became taken, and cars that drove on. What was unknown may have been taken long before. */
function eventsOf({ states, changes, onward, used }: ArrivalWindow): Event[] {
  const now = new Map(states);
  const takings = changes.flatMap(({ at, spaceId, state }) => {
    const before = now.get(spaceId);
    now.set(spaceId, state);
    return before === 'free' && state === 'taken' ? [{ at, spaceId }] : [];
  });
  const left = new Map<number, number>();
  for (const at of used) left.set(at, (left.get(at) ?? 0) + 1);
  const events = [...takings, ...onward.map((at) => ({ at, spaceId: null }))].sort((a, b) => a.at - b.at);
  return events.filter(({ at }) => {
    const spent = left.get(at) ?? 0;
    left.set(at, spent - 1);
    return spent <= 0;
  });
}

/** Free and unknown spaces while time passes. */
class Floor {
  readonly #states: Map<string, SpaceState>;
  readonly #limits: Limits;
  free = 0;
  unknown = 0;
  open: number;
  constructor({ states, limits, open }: ArrivalWindow) {
    this.#states = new Map(states);
    this.#limits = limits;
    for (const state of states.values()) this.#count(state, 1);
    this.open = open ?? Math.max(0, this.free - limits.fullAt);
  }
  #count(state: SpaceState | undefined, one: number): void {
    if (state === 'free') this.free += one;
    if (state === 'unknown') this.unknown += one;
  }
  change({ spaceId, state }: StateChange): void {
    this.#count(this.#states.get(spaceId), -1);
    this.#states.set(spaceId, state);
    this.#count(state, 1);
    this.open = openWith(this.open, this.free, this.#limits);
  }
  isKnown(): boolean {
    return this.unknown <= this.#states.size * MOST_UNKNOWN;
  }
}

/** @returns the arrivals that say something, and what is known by `openWith` at `until` */
export function judge(window: ArrivalWindow): { readonly judged: Judged[]; readonly open: number } {
  const { arrivals, changes, shown, until } = window;
  const floor = new Floor(window);
  const outcomes = outcomesOf(arrivals, eventsOf(window));
  let [change, line] = [0, -1];
  const passTo = (at: number): void => {
    for (; change < changes.length && changes[change]!.at <= at; change += 1) floor.change(changes[change]!);
    while (line + 1 < shown.length && shown[line + 1]!.at <= at) line += 1;
  };
  const judged = arrivals.flatMap((at, nth): Judged[] => {
    passTo(at);
    const sign = shown[line];
    const outcome = outcomes[nth] ?? null;
    if (!sign || !floor.isKnown()) return [];
    return [
      {
        at,
        shown: sign.n,
        full: sign.full,
        reserve: sign.reserve,
        free: floor.free,
        margin: floor.open - 1,
        result:
          outcome === null
            ? 'missed'
            : outcome.spaceId === null
              ? 'onward'
              : isFound(at, outcome.at)
                ? 'kept'
                : 'missed',
        foundAt: outcome?.at ?? null,
        spaceId: outcome?.spaceId ?? null,
      },
    ];
  });
  passTo(until);
  return { judged, open: floor.open };
}
