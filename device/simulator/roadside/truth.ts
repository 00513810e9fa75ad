/**
 * What truly happens in a week of roadside streets: which car stands where from when to when, how it pays, and what
 * goes wrong with whom.
 */
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** How big the world is. Sections of the last kinds are among `sections`. */
export type Size = {
  readonly seed: string;
  readonly sections: number;
  readonly berths: number;
  readonly days: number;
  readonly collectors: number;
  readonly cameraStreets: number;
  readonly lockStreets: number;
};

/** How often things go wrong. Shares are of 1. */
export type Faults = {
  readonly lost: number;
  readonly ghosts: number;
  readonly silent: number;
  readonly swaps: number;
  readonly misread: number;
  readonly away: number;
  readonly twoBerths: number;
  readonly payNothing: number;
  /** The one collector leaves each so many-th car that pays cash unread; 0 for nobody. */
  readonly thiefEvery: number;
  readonly outage: boolean;
};

export const FULL: Size = {
  seed: '1',
  sections: 40,
  berths: 50,
  days: 7,
  collectors: 30,
  cameraStreets: 2,
  lockStreets: 1,
};
export const FAULTS: Faults = {
  lost: 0.02,
  ghosts: 0.005,
  silent: 0.01,
  swaps: 5,
  misread: 0.03,
  away: 5,
  twoBerths: 0.01,
  payNothing: 0.2,
  thiefEvery: 5,
  outage: true,
};

export type Street = 'sensors' | 'camera' | 'locks';
export type Spot = { readonly section: number; readonly berth: number };
export type Span = { readonly from: number; readonly to: number };
export type Car = Spot &
  Span & {
    readonly id: number;
    readonly plate: string;
    /** The next berth, where it stands on two. */
    readonly also: number | null;
    readonly pays: 'cash' | 'phone' | 'never';
  };
export type Away = Span & { readonly collector: number };

export type Truth = {
  readonly size: Size;
  readonly faults: Faults;
  readonly start: number;
  readonly end: number;
  readonly streets: readonly Street[];
  readonly cars: readonly Car[];
  /** What a sensor reports where nothing stands. */
  readonly ghosts: readonly (Spot & Span)[];
  readonly swaps: readonly { readonly section: number; readonly berths: readonly [number, number] }[];
  readonly silences: readonly (Spot & Span)[];
  /** A gateway receives nothing: `lot` counts the gateways. */
  readonly outage: (Span & { readonly gateway: number }) | null;
  /** Handhelds without a network. */
  readonly away: readonly Away[];
  /** By collector: how far his clock is ahead, ms. */
  readonly clocks: readonly number[];
  readonly thief: number | null;
};

/** When collectors work, in minutes of the day. */
export const DUTY = { from: 450, to: 1_200, hours: '07:30-20:00' };
export const onDuty = (start: number, at: number): boolean => {
  const minute = ((at - start) % DAY) / MINUTE;
  return minute >= DUTY.from && minute < DUTY.to;
};

/** Sections of one gateway, and of one car park. */
export const SECTIONS_A_LOT = 5;

/** The share of cars that were there before, and how long they stay away. */
const RETURNS = 0.1;
const LEAST_AWAY = 2 * HOUR;

/**
 * A car that takes a berth sooner after another cannot be distinguished from a flicker of the sensor
 * (`confirmSeconds`).
 */
const LEAST_FREE = 100 * SECOND;

const exponential = (random: Random, mean: number): number => -Math.log(1 - random.next()) * mean;

function carsOf(random: Random, span: Span, make: (span: Span) => Car): Car[] {
  const cars: Car[] = [];
  const busy = (at: number): boolean => onDuty(span.from - 30 * MINUTE, at);
  let at = span.from + exponential(random, 45 * MINUTE);
  while (at < span.to) {
    const length = (4 + exponential(random, busy(at) ? 60 : 150)) * MINUTE;
    const from = Math.round(at / SECOND) * SECOND;
    const to = Math.round(Math.min(at + length, at + 10 * HOUR) / SECOND) * SECOND;
    if (to < span.to - HOUR) cars.push(make({ from, to }));
    at = to + LEAST_FREE + exponential(random, (busy(to) ? 40 : 240) * MINUTE);
  }
  return cars;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Each its own, and those that follow each other far apart. */
const plateOf = (nth: number): string =>
  `粤${LETTERS[Math.floor(nth / 100_000) % 24]}${String((nth * 34_567) % 100_000).padStart(5, '0')}`;

function pay(random: Random, nothing: number): Car['pays'] {
  if (random.chance(nothing)) return 'never';
  return random.chance(0.75) ? 'cash' : 'phone';
}

/** Some come again another time, to another berth: their debts are several, and are paid together. */
function returning(random: Random, cars: readonly Car[]): Car[] {
  const leaving = cars.toSorted((a, b) => a.to - b.to);
  /** Cars that have been away for long enough, the latest last. */
  const away: Car[] = [];
  let nth = 0;
  return cars.map((car) => {
    for (; nth < leaving.length && leaving[nth]!.to + LEAST_AWAY < car.from; nth += 1) away.push(leaving[nth]!);
    if (away.length === 0 || !random.chance(RETURNS)) return car;
    return { ...car, plate: away.pop()!.plate };
  });
}

/** A car on two berths takes the next one as well; cars that would stand there then are gone. */
function spread(random: Random, cars: readonly Car[], share: number, berths: number): Car[] {
  const gone = new Set<number>();
  const bySpot = Map.groupBy(cars, ({ section, berth }) => `${section} ${berth}`);
  const placed = cars.map((car): Car => {
    if (gone.has(car.id) || car.berth + 1 >= berths || !random.chance(share)) return car;
    const there = bySpot.get(`${car.section} ${car.berth + 1}`) ?? [];
    const inTheWay = there.filter(({ from, to }) => from < car.to + 5 * MINUTE && car.from < to + 5 * MINUTE);
    if (inTheWay.some(({ also, id }) => also !== null || id < car.id)) return car;
    for (const { id } of inTheWay) gone.add(id);
    return { ...car, also: car.berth + 1 };
  });
  return placed.filter(({ id }) => !gone.has(id));
}

/** Ghosts of two to eight minutes, well away from any car. */
function haunt(random: Random, cars: readonly Car[], share: number): (Spot & Span)[] {
  const spots = Map.groupBy(
    cars.flatMap((car) => [car, ...(car.also === null ? [] : [{ ...car, berth: car.also }])]),
    ({ section, berth }) => `${section} ${berth}`,
  );
  return [...spots.values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => a.from - b.from);
    return sorted.slice(1).flatMap((next, nth) => {
      const before = sorted[nth]!;
      if (next.from - before.to < 20 * MINUTE || !random.chance(share * 3)) return [];
      const from = before.to + 5 * MINUTE;
      return [{ section: next.section, berth: next.berth, from, to: from + random.whole(120, 480) * SECOND }];
    });
  });
}

export const streetOf = ({ sections, cameraStreets, lockStreets }: Size, section: number): Street =>
  section >= sections - cameraStreets
    ? 'camera'
    : section >= sections - cameraStreets - lockStreets
      ? 'locks'
      : 'sensors';

/** Pairs of berths of streets with sensors, each in a section of its own where there are enough. */
function mountedWrong(random: Random, size: Size, streets: readonly Street[], count: number) {
  const sensed = streets.flatMap((street, section) => (street === 'sensors' ? [section] : []));
  return Array.from({ length: count }, (_, nth) => {
    const section = sensed[(nth * 7 + 3) % sensed.length]!;
    const round = Math.floor(nth / sensed.length);
    const berth = (random.whole(0, 3) + round * 8) % (size.berths - 4);
    return { section, berths: [berth, berth + random.whole(1, 3)] as const };
  }).filter((swap, nth, all) => all.findIndex((each) => overlaps(each, swap)) === nth);
}
type Mounted = { readonly section: number; readonly berths: readonly [number, number] };
const overlaps = (a: Mounted, b: Mounted): boolean =>
  a.section === b.section && a.berths.some((berth) => b.berths.includes(berth));

function timesAway(random: Random, size: Size, start: number, count: number): Away[] {
  return Array.from({ length: Math.min(count, size.collectors) }, (_, nth) => {
    const from = start + random.whole(0, size.days - 1) * DAY + random.whole(8 * 60, 14 * 60) * MINUTE;
    return { collector: size.collectors - 1 - nth, from, to: from + random.whole(120, 300) * MINUTE };
  });
}

/** @param start - first instant, midnight of the lots' own day */
export function truthOf(size: Size, faults: Faults, start: number): Truth {
  const random = randomFrom(`roadside ${size.seed}`);
  const end = start + size.days * DAY;
  const streets = Array.from({ length: size.sections }, (_, section) => streetOf(size, section));
  let id = 0;
  const all = streets.flatMap((_, section) =>
    Array.from({ length: size.berths }, (__, berth) =>
      carsOf(random, { from: start, to: end }, (span): Car => {
        id += 1;
        return { id, plate: plateOf(id), section, berth, also: null, ...span, pays: pay(random, faults.payNothing) };
      }),
    ).flat(),
  );
  const cars = returning(
    randomFrom(`returns ${size.seed}`),
    spread(random, all, faults.twoBerths, size.berths).toSorted((a, b) => a.from - b.from),
  );
  const away = timesAway(random, size, start, faults.away);
  const silences = streets.flatMap((street, section) =>
    Array.from({ length: size.berths }, (_, berth) => berth)
      .filter(() => street !== 'locks' && random.chance(faults.silent))
      .map((berth) => {
        const from = start + random.whole(7 * 60, (size.days - 1) * 1440 + 17 * 60) * MINUTE;
        return { section, berth, from, to: from + 3 * HOUR };
      }),
  );
  const quiet = start + Math.floor(size.days / 2) * DAY + 10 * HOUR;
  return {
    size,
    faults,
    start,
    end,
    streets,
    cars,
    ghosts: haunt(random, cars, faults.ghosts),
    swaps: mountedWrong(random, size, streets, faults.swaps),
    silences,
    outage: faults.outage ? { gateway: 0, from: quiet, to: quiet + 4 * HOUR } : null,
    away,
    clocks: Array.from({ length: size.collectors }, (_, nth) =>
      away.some(({ collector }) => collector === nth)
        ? random.whole(-7 * 60, 12 * 60) * SECOND
        : random.whole(-20, 20) * SECOND,
    ),
    thief: faults.thiefEvery > 0 ? 0 : null,
  };
}

/** Cars by where they stand, in the order of time; one on two berths at both. */
export function standing(truth: Truth): (spot: Spot, at: number) => Car | null {
  const spots = Map.groupBy(
    truth.cars.flatMap((car) => [
      { key: `${car.section} ${car.berth}`, car },
      ...(car.also === null ? [] : [{ key: `${car.section} ${car.also}`, car }]),
    ]),
    ({ key }) => key,
  );
  return ({ section, berth }, at) =>
    spots.get(`${section} ${berth}`)?.find(({ car }) => car.from <= at && at < car.to)?.car ?? null;
}
