/** The list a camera keeps to decide by while it is cut off: whom it lets in by itself, and until when. */
import { laneAllowed } from '../pass/group.ts';
import { coveredDays } from '../pass/history.ts';
import type { PassHistory } from '../pass/history.ts';
import { plateIdentity } from '../plate/plate.ts';
import { addDays, dayOf, startOfDay } from '../time/day.ts';

/** `until`: ISO instant from which it holds no more; null without an end. */
export type HeldCar = { readonly plate: string; readonly until: string | null };
/** White entries, and the plates on the black list, that count now. */
export type ListedCars = { readonly white: readonly HeldCar[]; readonly black: readonly string[] };
export type ListedPass = {
  readonly plates: readonly string[];
  readonly lanes: readonly string[];
  readonly history: PassHistory;
};
/**
 * The list as a camera keeps it: `until` (epoch ms) is when it lets nobody in by it any more, unless it is confirmed
 * before (INV-D6).
 */
export type HeldList = { readonly cars: readonly HeldCar[]; readonly until: number };
export const noList: HeldList = { cars: [], until: 0 };
/** Commands to a camera about its list: to report it, to forget a plate, to replace all, to go on with what it has. */
export type ListCommand =
  | { readonly action: 'search' }
  | { readonly action: 'delete'; readonly plateNumber: string }
  | { readonly action: 'sync'; readonly entries: readonly HeldCar[]; readonly holdsUntil: string }
  | { readonly action: 'confirm'; readonly hash: string; readonly holdsUntil: string };

const later = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one > other ? one : other;

/** One line a plate, the one that holds longest, by plate. */
function byPlate(cars: readonly HeldCar[]): HeldCar[] {
  const longest = new Map<string, string | null>();
  for (const { plate, until } of cars) {
    const known = plateIdentity(plate);
    longest.set(known, longest.has(known) ? later(longest.get(known)!, until) : until);
  }
  return [...longest].map(([plate, until]) => ({ plate, until })).sort((a, b) => (a.plate < b.plate ? -1 : 1));
}

/** Until when the days paid for go on without a gap from `day`; null where that day is not covered. */
function coveredUntil(history: PassHistory, day: string, zone: string): string | null {
  const parts = coveredDays(history)
    .filter(({ fromDay, toDay }) => fromDay <= toDay)
    .sort((a, b) => (a.fromDay < b.fromDay ? -1 : 1));
  let next = day;
  for (const { fromDay, toDay } of parts) if (fromDay <= next && next <= toDay) next = addDays(toDay, 1);
  return next === day ? null : new Date(startOfDay(next, zone)).toISOString();
}

/**
 * What the camera of a lane has to hold at an instant (epoch ms): the white list, and the cars whose pass covers the
 * day and is for this lane; nobody who is on the black list. A camera of no lane has the passes for all lanes. Days of
 * grace are not in it: they are announced to the driver, which it cannot do alone.
 */
export function laneList(
  { white, black }: ListedCars,
  passes: readonly ListedPass[],
  where: { readonly lane: string | null; readonly at: number; readonly zone: string },
): HeldCar[] {
  const day = dayOf(where.at, where.zone);
  const alive = white
    .filter(({ until }) => until === null || Date.parse(until) > where.at)
    .map(({ plate, until }) => ({ plate, until: until === null ? null : new Date(until).toISOString() }));
  const paid = passes
    .filter(({ lanes }) => laneAllowed(lanes, where.lane ?? ''))
    .flatMap(({ plates, history }) => {
      const until = coveredUntil(history, day, where.zone);
      return until === null ? [] : plates.map((plate) => ({ plate, until }));
    });
  const barred = new Set(black.map(plateIdentity));
  return byPlate([...alive, ...paid]).filter(({ plate }) => !barred.has(plate));
}

/**
 * What a camera holds after a command it was given at an instant; null where another list is confirmed than it has,
 * which it has to refuse.
 */
export function heldAfter(held: HeldList, command: ListCommand, at: number): HeldList | null {
  switch (command.action) {
    case 'search':
      return held;
    case 'delete':
      return { ...held, cars: held.cars.filter(({ plate }) => plate !== plateIdentity(command.plateNumber)) };
    case 'sync':
      return { cars: byPlate(command.entries), until: Date.parse(command.holdsUntil) };
    case 'confirm':
      return command.hash === listHash(held.cars, at) ? { ...held, until: Date.parse(command.holdsUntil) } : null;
  }
}

/** Whether a lane that is cut off lets a car in by its list. */
export function letsIn(held: HeldList, plate: string, at: number): boolean {
  const known = plateIdentity(plate);
  return (
    at < held.until &&
    held.cars.some((car) => car.plate === known && (car.until === null || at < Date.parse(car.until)))
  );
}

const encoder = new TextEncoder();
/** FNV-1a, 32 bits, as devices count it too. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/**
 * What a list is recognised by, as cameras say it in heartbeats (docs/protocol.md): what ran out at `at` (epoch ms)
 * does not count.
 */
export const listHash = (held: readonly HeldCar[], at: number): string =>
  fnv1a(
    byPlate(held)
      .filter(({ until }) => until === null || Date.parse(until) > at)
      .map(({ plate, until }) => `${plate}|${until === null ? '' : new Date(until).toISOString()}\n`)
      .join(''),
  );

const HOUR = 3_600_000;
/** Until when a list of a lot with this limit holds that is sent or confirmed now. */
export const holdsUntil = (hours: number, now: number): string => new Date(now + hours * HOUR).toISOString();

/**
 * What is known of a camera's list: whether it is the one kept here (null where it does not say), and until when it
 * holds.
 */
export type ListSeen = {
  readonly same: boolean | null;
  readonly until: number | null;
  /** The lot's limit. */ readonly hours: number;
};

/**
 * What a camera needs now. One that says which list it has gets a short confirmation that it still holds, so often that
 * eleven twelfths of the limit are left when its line breaks; one that does not say needs the whole list, and gets it
 * at half the limit.
 */
export function listNeeds({ same, until, hours }: ListSeen, now: number): 'nothing' | 'confirm' | 'sync' {
  if (same === false) return 'sync';
  const left = (until ?? 0) - now;
  const enough = (same ? 11 / 12 : 1 / 2) * hours * HOUR;
  if (left > enough && left <= hours * HOUR) return 'nothing';
  return same ? 'confirm' : 'sync';
}

export type ListDifference = { readonly missing: readonly string[]; readonly extra: readonly string[] };

/**
 * Plates the camera lacks or holds with another end, and plates it should not hold; both empty where the lists are one.
 * What has run out by itself is no difference.
 */
export function listDifference(wanted: readonly HeldCar[], held: readonly HeldCar[], at: number): ListDifference {
  const wants = new Map(wanted.map(({ plate, until }) => [plate, until]));
  const has = new Map(
    byPlate(held)
      .filter(({ until }) => until === null || Date.parse(until) > at)
      .map(({ plate, until }) => [plate, until]),
  );
  return {
    missing: [...wants].filter(([plate, until]) => !has.has(plate) || has.get(plate) !== until).map(([plate]) => plate),
    extra: [...has.keys()].filter((plate) => !wants.has(plate)),
  };
}
