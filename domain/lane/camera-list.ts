/**
 * The list of a camera of another maker, kept plate by plate. It has neither a checksum nor an end for the whole of it
 * as our own cameras do, so that each plate carries the earlier of its own end and the lot's limit, and is written
 * again before that: a plate that was taken off stops opening a lane that is cut off by its bound (INV-D6).
 */
import { plateIdentity } from '../plate/plate.ts';
import type { HeldCar } from './held-list.ts';

/** `sent`: the camera has taken it and cannot be read; `held`: the camera was read, and is as it has to be. */
type PlateState = 'due' | 'sending' | 'sent' | 'held' | 'failed';

export type KeptPlate = {
  readonly plate: string;
  /** It has to be on the camera; else it has to go. */
  readonly wanted: boolean;
  /** The end it has to carry there: ISO, whole seconds. */
  readonly ends: string;
  /**
   * The instant (ISO) after which the camera lets it in no more by itself, whatever became of what was sent last; null
   * where it never had it.
   */
  readonly bound: string | null;
  readonly state: PlateState;
};

/** As it was read from a camera. `byDay`: that one keeps days alone, and `until` is the end of the day. */
export type ReadPlate = HeldCar & { readonly byDay?: true };

/** `over`: nothing has to be known of these any more. */
export type Change = { readonly changed: readonly KeptPlate[]; readonly over: readonly string[] };

/** The bound of a plate that stands on a camera without an end. */
export const WITHOUT_END = '9999-12-31T00:00:00.000Z';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const whole = (instant: number): number => Math.floor(instant / 1_000) * 1_000;
const iso = (instant: number): string => new Date(instant).toISOString();

type At = { readonly now: number; readonly hours: number };

/** The end a plate carries that is written now. */
function endOf(until: string | null, { now, hours }: At): string {
  const limit = now + hours * HOUR;
  return iso(whole(until === null ? limit : Math.min(limit, Date.parse(until))));
}

/** Whether what a plate carries will do: no later than its own end and the limit, with half of the limit left. */
function stands({ ends }: KeptPlate, until: string | null, { now, hours }: At): boolean {
  const [end, own] = [Date.parse(ends), until === null ? Infinity : whole(Date.parse(until))];
  if (end > Math.min(own, now + hours * HOUR)) return false;
  return end === own || end >= now + (hours * HOUR) / 2;
}

/**
 * What has to change for the camera to hold `wanted`. `again` writes all of it, for a camera that cannot be read. What
 * ran out by itself is over.
 */
export function planList(
  kept: readonly KeptPlate[],
  wanted: readonly HeldCar[],
  at: At & { readonly again?: boolean },
): Change {
  const known = new Map(kept.map((each) => [each.plate, each]));
  const wants = new Map(wanted.map(({ plate, until }) => [plateIdentity(plate), until]));
  const changed: KeptPlate[] = [];
  for (const [plate, until] of wants) {
    const was = known.get(plate);
    if (was?.wanted && !at.again && stands(was, until, at)) continue;
    changed.push({ plate, wanted: true, ends: endOf(until, at), bound: was?.bound ?? null, state: 'due' });
  }
  const gone = kept.filter(({ plate }) => !wants.has(plate));
  const isOver = ({ bound }: KeptPlate): boolean => bound === null || Date.parse(bound) <= at.now;
  return {
    changed: [
      ...changed,
      ...gone
        .filter((each) => each.wanted && !isOver(each))
        .map((each): KeptPlate => ({ ...each, wanted: false, state: 'due' })),
    ],
    over: gone.filter(isOver).map(({ plate }) => plate),
  };
}

const boundOf = ({ until }: ReadPlate): string => until ?? WITHOUT_END;

function asWritten({ until, byDay }: ReadPlate, ends: string): boolean {
  if (until === null) return false;
  const late = Date.parse(until) - Date.parse(ends);
  return byDay ? late >= 0 && late <= DAY : late === 0;
}

/** By plate, what holds longest of each; what has run out does not count. */
function byPlate(read: readonly ReadPlate[], now: number): Map<string, ReadPlate> {
  const found = new Map<string, ReadPlate>();
  for (const each of read) {
    const plate = plateIdentity(each.plate);
    if (Date.parse(boundOf(each)) <= now) continue;
    const other = found.get(plate);
    if (!other || boundOf(other) < boundOf(each)) found.set(plate, { ...each, plate });
  }
  return found;
}

/**
 * After a camera was read of these plates: what it holds as it was written is held, what it does not has failed; what had to go
 * and is not there is over.
 */
export function readBack(kept: readonly KeptPlate[], read: readonly ReadPlate[], now: number): Change {
  const held = byPlate(read, now);
  const changed: KeptPlate[] = [];
  const over: string[] = [];
  for (const each of kept) {
    const found = held.get(each.plate);
    const bound = found ? boundOf(found) : null;
    if (!each.wanted && !found) over.push(each.plate);
    else if (each.wanted && found && asWritten(found, each.ends)) changed.push({ ...each, bound, state: 'held' });
    else changed.push({ ...each, bound, state: 'failed' });
  }
  return { changed, over };
}

/** `missing`: held before, and not any more or with another end; `extra`: never written by us. Both named by plate. */
type Reading = Change & { readonly missing: readonly string[]; readonly extra: readonly string[] };

/** After all of a camera's list was read: what differs is due, and what nobody wrote has to go. */
export function wholeRead(kept: readonly KeptPlate[], read: readonly ReadPlate[], now: number): Reading {
  const { changed, over } = readBack(kept, read, now);
  const before = new Map(kept.map((each) => [each.plate, each]));
  const strange = [...byPlate(read, now).values()].filter(({ plate }) => !before.has(plate));
  return {
    changed: [
      ...changed.map((each): KeptPlate => (each.state === 'failed' ? { ...each, state: 'due' } : each)),
      ...strange.map((each): KeptPlate => {
        const bound = boundOf(each);
        return { plate: each.plate, wanted: false, ends: bound, bound, state: 'due' };
      }),
    ],
    over,
    missing: changed
      .filter(({ plate, state }) => state === 'failed' && before.get(plate)!.state === 'held')
      .map(({ plate }) => plate),
    extra: strange.map(({ plate }) => plate),
  };
}
