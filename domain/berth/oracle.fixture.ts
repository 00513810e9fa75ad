/**
 * A slow second opinion: minute by minute, from the messages alone, and without a line of the module. A minute is
 * proven occupied when the messages around it leave no room for a change. It knows one counting sensor and one
 * collector who reads right.
 */
import type { Car } from './history.fixture.ts';
import type { Evidence } from './types.ts';

const MINUTE = 60_000;
const PAIR = 15;
const MAX_BACK = 30;
/** In milliseconds: what is no longer apart is one change. */
const FLICKER = 90_000;

type Message = { readonly at: number; readonly occupied: boolean; readonly change: boolean; readonly count: number };

/**
 * For each minute of the window: is it proven that one and the same thing stood there from its first to its last
 * instant?
 */
function provenMinutes(messages: readonly Message[], start: number, length: number): boolean[] {
  return Array.from({ length }, (_, nth) => {
    const from = start + nth * MINUTE;
    const before = messages.findLast(({ at }) => at <= from);
    const after = messages.find(({ at }) => at >= from + MINUTE);
    if (!before?.occupied || !after) return false;
    if (after.occupied) return after.count === before.count;
    return after.change && after.count === before.count + 1;
  });
}

/** The run of proven minutes that holds a minute, cut where the sensor counted another arrival. */
function runAround(proven: readonly boolean[], arrivals: ReadonlySet<number>, at: number): [number, number] | null {
  const inside = proven[at] ? at : at > 0 && proven[at - 1] && !arrivals.has(at) ? at - 1 : null;
  if (inside === null) return null;
  let from = inside;
  let to = inside + 1;
  while (from > 0 && proven[from - 1] && !arrivals.has(from)) from -= 1;
  while (proven[to] && !arrivals.has(to)) to += 1;
  return [from, to];
}

/** A run begins with a message that the sensor was occupied; nobody may have left between the reading and it. */
function runAfter(
  proven: readonly boolean[],
  messages: readonly Message[],
  start: number,
  first: number,
  last: number,
  next: number,
): [number, number] | null {
  const message = messages.find(({ at, occupied }) => occupied && at > start + last * MINUTE);
  if (!message || message.at > start + (first + PAIR) * MINUTE || message.at >= start + next * MINUTE) return null;
  const before = messages.findLast(({ at }) => at < message.at);
  const freed = messages.some(({ at, occupied }, nth) => {
    const previous = messages[nth - 1];
    const begins =
      !occupied && (previous === undefined || previous.occupied || previous.count !== messages[nth]!.count);
    return begins && at > start + first * MINUTE && at < message.at;
  });
  const several = before !== undefined && message.count - before.count > 1;
  const counted = before !== undefined && !before.occupied;
  const atOnce = message.at - (start + last * MINUTE) <= FLICKER;
  if (freed || several || !(counted || atOnce)) return null;
  const from = (message.at - start) / MINUTE;
  let to = from;
  while (proven[to]) to += 1;
  return [from, to];
}

/**
 * Readings of one plate, parted where the sensor counted enough changes for the car to have gone and come between two
 * of them.
 */
function visitsOf(reads: readonly number[], messages: readonly Message[], start: number): number[][] {
  const visits: number[][] = [];
  for (const read of reads) {
    const last = visits.at(-1)?.at(-1);
    const parted = messages.some((before, nth) => {
      const after = messages[nth + 1];
      if (!after || last === undefined) return false;
      const enough = after.count - before.count >= (before.occupied ? 2 : 3);
      return enough && before.at < start + read * MINUTE && start + last * MINUTE < after.at;
    });
    if (last === undefined || parted) visits.push([read]);
    else visits.at(-1)!.push(read);
  }
  return visits;
}

/** Minutes [from, to) each car is billed for, visit by visit. */
export function billedMinutes(
  list: readonly Evidence[],
  cars: readonly Car[],
  start: number,
  until: number,
): Map<string, [number, number][]> {
  const messages = list
    .filter(({ source }) => source === 'sensor')
    .map(({ at, claim, changes }) => ({
      at,
      occupied: claim === 'arrive' || claim === 'present',
      change: claim === 'arrive' || claim === 'leave',
      count: changes!,
    }))
    .sort((a, b) => a.at - b.at);
  const proven = provenMinutes(messages, start, (until - start) / MINUTE);
  const arrivals = new Set(
    messages.filter(({ change, occupied }) => change && occupied).map(({ at }) => (at - start) / MINUTE),
  );
  const billed = (visit: readonly number[], nth: number, all: readonly number[][]): [number, number] => {
    const next = all[nth + 1]?.[0] ?? Infinity;
    const first = visit[0]!;
    const last = visit.at(-1)!;
    const atFirst = runAround(proven, arrivals, first) ?? runAfter(proven, messages, start, first, first, next);
    const atLast = runAround(proven, arrivals, last) ?? runAfter(proven, messages, start, first, last, next);
    const from = atFirst ? Math.max(atFirst[0], first - MAX_BACK) : first;
    const to = Math.max(last, atLast?.[1] ?? last);
    return [Math.min(from, to), to];
  };
  return new Map(
    cars.map(({ plate }) => {
      const reads = list.filter((each) => each.plate === plate).map(({ at }) => (at - start) / MINUTE);
      return [
        plate,
        visitsOf(
          reads.sort((a, b) => a - b),
          messages,
          start,
        ).map(billed),
      ];
    }),
  );
}
