/** What the lanes of one lot share: which cars are inside, under which text, and whose turn it is. */
import type { Car, Movement, Plan } from './plan.ts';

/** A car inside as the simulator remembers it; `text` is what the entry camera read. */
export type Guest = Car & { text: string; at: number };

type Place = { readonly car: Car; readonly entered: Promise<Guest>; readonly enter: (guest: Guest) => void };

export type ParkWorld = {
  readonly plan: Plan;
  /** The cars inside now, for the state file. */
  readonly inside: Map<number, Guest>;
  /** Whether a text is the plate, or the reading, of a car inside or still to come. */
  readonly known: (text: string) => boolean;
  /** Resolves when the car has come in; at once for one that stands there already. */
  readonly guest: (car: Car) => Promise<Guest>;
  readonly isInside: (car: Car) => boolean;
  readonly entered: (guest: Guest) => void;
  /** A car's exit is acknowledged: a space is free. `at`: when it left, by the exit's clock. */
  readonly left: (car: Car, at: number) => void;
  /**
   * Whether this entry has a space: lanes run side by side, and one must not fill the lot before another has emptied
   * it.
   */
  readonly hasSpace: (rank: number) => boolean;
  readonly space: (rank: number) => Promise<void>;
  readonly hasLeft: (id: number) => boolean;
  /** Resolves when a stay has ended, with when: lanes are held up differently, and no car comes before it has gone. */
  readonly leaving: (id: number) => Promise<number>;
};

export type Ranked = Movement & {
  /** How many cars are inside or came before, this one with them. */
  readonly rank: number;
  /** The stay of the same plate before this one; it must have ended. */
  readonly before: number | null;
};

export function rankedMovements(plan: Plan): Ranked[] {
  let rank = plan.initial.length;
  const last = new Map(plan.initial.map(({ plate, id }) => [plate, id]));
  return plan.movements.map((movement) => {
    const { kind, car } = movement;
    const before = kind === 'in' ? (last.get(car.plate) ?? null) : null;
    last.set(car.plate, car.id);
    return { ...movement, before, rank: kind === 'in' ? (rank += 1) : rank };
  });
}

/** Plates, and their readings, of the cars inside and of those still to come, counted. */
function plateTexts(plan: Plan, guests: readonly Guest[]) {
  const counts = new Map<string, number>();
  const count = (text: string, by: number): void => {
    counts.set(text, (counts.get(text) ?? 0) + by);
  };
  for (const { plate, text } of guests) {
    count(plate, 1);
    count(text, 1);
  }
  for (const { kind, car } of plan.movements) if (kind === 'in') count(car.plate, 1);
  return { count, has: (text: string): boolean => (counts.get(text) ?? 0) > 0 };
}

export function parkWorld(plan: Plan, guests: readonly Guest[]): ParkWorld {
  const inside = new Map(guests.map((guest) => [guest.id, guest]));
  const places = new Map<number, Place>();
  const texts = plateTexts(plan, guests);
  const place = (car: Car): Place => {
    let found = places.get(car.id);
    if (!found) {
      const { promise, resolve } = Promise.withResolvers<Guest>();
      places.set(car.id, (found = { car, entered: promise, enter: resolve }));
    }
    return found;
  };
  let exits = 0;
  const gone = new Map<number, number>();
  const awaited = new Map<number, (at: number) => void>();
  let waiting: { rank: number; go: () => void }[] = [];
  const hasSpace = (rank: number): boolean => rank - exits <= plan.capacity;
  return {
    plan,
    inside,
    hasSpace,
    known: texts.has,
    isInside: (car) => inside.has(car.id),
    guest: (car) => {
      const here = inside.get(car.id);
      return here ? Promise.resolve(here) : place(car).entered;
    },
    entered: (guest) => {
      inside.set(guest.id, guest);
      texts.count(guest.text, 1);
      place(guest).enter(guest);
    },
    left: (car, at) => {
      const guest = inside.get(car.id);
      inside.delete(car.id);
      places.delete(car.id);
      if (guest) {
        texts.count(guest.text, -1);
        texts.count(guest.plate, -1);
      }
      exits += 1;
      gone.set(car.id, at);
      awaited.get(car.id)?.(at);
      const ready = waiting.filter(({ rank }) => hasSpace(rank));
      waiting = waiting.filter(({ rank }) => !hasSpace(rank));
      for (const { go } of ready) go();
    },
    hasLeft: (id) => gone.has(id),
    leaving: (id) => {
      const at = gone.get(id);
      return at === undefined
        ? new Promise((then) => {
            awaited.set(id, then);
          })
        : Promise.resolve(at);
    },
    space: (rank) =>
      hasSpace(rank)
        ? Promise.resolve()
        : new Promise((go) => {
            waiting.push({ rank, go });
          }),
  };
}
