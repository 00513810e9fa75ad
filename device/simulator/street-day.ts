/**
 * A street's day: which car stands at which berth from when to when, who reads it and how it pays, from how full a real
 * car park was.
 */
import { randomFrom } from './random.ts';
import type { Random } from './random.ts';

/**
 * Per cent taken each half hour from 7:00 on, of a public car park with 569 spaces in Bochum on Wednesday, 8 July 2026,
 * by its own counters.
 */
const BOCHUM: readonly number[] = [
  6, 9, 20, 30, 38, 44, 49, 53, 57, 58, 59, 58, 56, 52, 50, 48, 44, 45, 43, 44, 42, 41, 46, 49, 57, 62, 64, 62, 55, 50,
  43, 31, 20, 15, 11,
];

const MINUTE = 60_000;
const STEP = 30 * MINUTE;

export type Visit = {
  readonly berth: number;
  readonly plate: string;
  readonly from: number;
  readonly to: number;
  /** When the collector read it; null where he did not. */
  readonly readAt: number | null;
  readonly pays: 'cash' | 'phone' | 'never';
  /** What its sensor does wrong. */
  readonly fault: 'none' | 'leaveLost' | 'doubled' | 'late';
};

/** Cars by the day's law: as many as it gives each half hour, and some that come and go between. */
export function streetDay(
  options: { readonly seed: string; readonly berths: number; readonly start: number },
  shares: readonly number[] = BOCHUM,
): Visit[] {
  const { seed, berths, start } = options;
  const random = randomFrom(`street ${seed}`);
  const visits: Visit[] = [];
  const standing = new Map<number, number>();
  /** A berth is not taken again in the minutes in which an end may still be contradicted. */
  const left = new Map<number, number>();
  const leave = (berth: number, at: number): void => {
    visits.push(visit(random, visits.length, berth, standing.get(berth)!, at));
    standing.delete(berth);
    left.set(berth, at);
  };
  for (const [step, share] of [...shares, 0].entries()) {
    const at = start + step * STEP;
    const wanted = Math.round((share * berths) / 100);
    const going = Math.max(0, standing.size - wanted) + (step < shares.length ? random.whole(0, 2) : 0);
    for (let n = 0; n < going; n += 1) {
      const stood = [...standing].filter(([, from]) => from < at - 10 * MINUTE).map(([berth]) => berth);
      if (stood.length > 0) leave(random.pick(stood), at + random.whole(0, 600) * 1_000);
    }
    while (standing.size < wanted) {
      const free = Array.from({ length: berths }, (_, nth) => nth).filter(
        (nth) => !standing.has(nth) && (left.get(nth) ?? 0) < at - STEP,
      );
      if (free.length === 0) break;
      standing.set(random.pick(free), at + random.whole(11, 28) * MINUTE + random.whole(0, 59) * 1_000);
    }
  }
  return visits.toSorted((a, b) => a.from - b.from);
}

function visit(random: Random, nth: number, berth: number, from: number, to: number): Visit {
  const minutes = Math.floor((to - from) / MINUTE);
  const read = random.chance(0.95) && minutes > 2;
  return {
    berth,
    plate: `粤B${String(10_000 + nth)}`,
    from,
    to,
    readAt: read ? from + random.whole(1, Math.min(25, minutes - 1)) * MINUTE : null,
    pays: random.pick(['cash', 'cash', 'phone', 'phone', 'never']),
    fault: random.pick(['none', 'none', 'none', 'none', 'none', 'none', 'doubled', 'doubled', 'late', 'leaveLost']),
  };
}
