/**
 * Arrivals and departures whose balance is an occupancy series, exactly at every sample, with turnover besides: cars
 * that come while others go. Pure; same seed and same cars inside give the same plan.
 */
import type { Random } from './random.ts';
import { randomFrom } from './random.ts';
import { drawPlate, homeOf } from './plates.ts';
import type { Plate } from './plates.ts';
import type { ParkRow, Sample } from './series.ts';

export type Car = Plate & {
  readonly id: number;
  /** When it came in, epoch ms. */
  readonly in: number;
};
/** `down` and `up`: through a lane between areas, to the inner one and back. */
export type Movement = { readonly time: number; readonly kind: 'in' | 'out' | 'down' | 'up'; readonly car: Car };
export type Plan = {
  readonly park: string;
  readonly capacity: number;
  readonly initial: readonly Car[];
  readonly movements: readonly Movement[];
  readonly insideAtEnd: readonly Car[];
};

const HOUR = 3_600_000;
/** Before the first sample the lot fills up within this time. */
const LEAD_IN = 2 * HOUR;
const SHORTEST_STAY = 4 * 60_000;
/** Share of the cars inside that is replaced per hour besides what the series shows. */
const TURNOVER_PER_HOUR = 0.035;
/** Of the cars that come, how many have been here before. */
const REGULARS = 0.3;

/** Spaces taken at a sample; counters that are off are kept within the lot. */
export const taken = (capacity: number, free: number): number => Math.min(capacity, Math.max(0, capacity - free));

type Inside = { readonly car: Car; readonly leaves: number };

/** How long a driver means to stay: errands, some hours, a working day, a night. */
function stayLength(random: Random): number {
  const hours = random.chance(0.45) ? 0.9 : random.chance(0.6) ? 2.4 : random.chance(0.8) ? 8.5 : 20;
  return Math.max(SHORTEST_STAY, hours * HOUR * random.around(0.45));
}

class Lot {
  readonly movements: Movement[] = [];
  readonly inside: Inside[] = [];
  readonly #random: Random;
  readonly #home: string;
  readonly #plates = new Set<string>();
  readonly #gone: Plate[] = [];
  #next: number;

  constructor(random: Random, initial: readonly Car[], now: number) {
    this.#random = random;
    this.#home = homeOf(random);
    this.#next = initial.reduce((most, { id }) => Math.max(most, id), 0) + 1;
    for (const car of initial) {
      this.#plates.add(car.plate);
      this.inside.push({ car, leaves: Math.max(now, car.in + stayLength(random)) });
    }
  }

  #plate(): Plate {
    if (this.#gone.length > 50 && this.#random.chance(REGULARS)) {
      const [again] = this.#gone.splice(this.#random.whole(0, this.#gone.length - 20), 1);
      if (again && !this.#plates.has(again.plate)) return again;
    }
    for (;;) {
      const made = drawPlate(this.#random, this.#home);
      if (!this.#plates.has(made.plate)) return made;
    }
  }

  arrive(time: number): void {
    const { plate, colour } = this.#plate();
    const car: Car = { id: this.#next, plate, colour, in: time };
    this.#next += 1;
    this.#plates.add(plate);
    this.inside.push({ car, leaves: time + stayLength(this.#random) });
    this.movements.push({ time, kind: 'in', car });
  }

  /** The one whose time is most nearly up goes, of those that have stayed at all. */
  depart(time: number): void {
    let best = 0;
    const ready = (each: Inside): boolean => each.car.in <= time - SHORTEST_STAY;
    for (let nth = 1; nth < this.inside.length; nth += 1) {
      const [a, b] = [this.inside[nth]!, this.inside[best]!];
      const [aReady, bReady] = [ready(a), ready(b)];
      if (aReady !== bReady ? aReady : aReady ? a.leaves < b.leaves : a.car.in < b.car.in) best = nth;
    }
    const { car } = this.inside[best]!;
    this.inside[best] = this.inside.at(-1)!;
    this.inside.pop();
    this.#plates.delete(car.plate);
    this.#gone.push({ plate: car.plate, colour: car.colour });
    this.movements.push({ time, kind: 'out', car });
  }
}

/** Cars that come and go unseen by the series between two samples. */
function turnover(random: Random, inside: number, ms: number, capacity: number): number {
  const expected = (Math.min(inside, capacity) * TURNOVER_PER_HOUR * Math.min(ms, 3 * HOUR)) / HOUR;
  const whole = Math.floor(expected);
  return whole + (random.chance(expected - whole) ? 1 : 0);
}

/** Moves the lot from the cars inside now to `target` within (from, to], never below none or above its spaces. */
function between(lot: Lot, random: Random, capacity: number, from: number, to: number, target: number): void {
  const now = lot.inside.length;
  const extra = turnover(random, Math.min(now, target), to - from, capacity);
  let arrivals = Math.max(0, target - now) + extra;
  let departures = Math.max(0, now - target) + extra;
  const times = Array.from(
    { length: arrivals + departures },
    () => from + 1 + Math.floor(random.next() * Math.max(1, to - from - 1)),
  ).sort((a, b) => a - b);
  for (const time of times) {
    const inside = lot.inside.length;
    const mayCome = arrivals > 0 && inside < capacity;
    const mayGo = departures > 0 && inside > 0;
    if (mayCome && (!mayGo || random.chance(arrivals / (arrivals + departures)))) {
      lot.arrive(time);
      arrivals -= 1;
    } else {
      lot.depart(time);
      departures -= 1;
    }
  }
}

/** @param initial cars inside before the first sample, from a simulation before */
export function planPark(row: ParkRow, samples: readonly Sample[], seed: string, initial: readonly Car[] = []): Plan {
  const first = samples[0];
  if (!first) return { park: row.park, capacity: row.capacity, initial, movements: [], insideAtEnd: initial };
  const random = randomFrom(`${seed}/${row.park}`);
  const start = first.time - LEAD_IN;
  const lot = new Lot(random, initial, start);
  let before = start;
  for (const { time, free } of samples) {
    between(lot, random, row.capacity, before, time, taken(row.capacity, free));
    before = time;
  }
  return {
    park: row.park,
    capacity: row.capacity,
    initial,
    movements: lot.movements,
    insideAtEnd: lot.inside.map(({ car }) => car),
  };
}
