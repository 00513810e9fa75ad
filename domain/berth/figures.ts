/**
 * Figures of berths from their spells and stays: use, coverage, turnover, free time, lengths of stay, time without a
 * plate.
 */
import { HOUR, MINUTE } from '../time/zone.ts';
import { within } from '../time/interval.ts';
import type { Interval } from '../time/interval.ts';
import { heldTo } from './stays.ts';
import type { BerthState, BerthStay, Instant, Spell } from './types.ts';

/** Berth time by state in milliseconds. The four add up to the window times the number of berths (R21). */
export type BerthTime = Readonly<Record<BerthState, number>>;

const NONE: BerthTime = { free: 0, occupied: 0, unknown: 0, closed: 0 };

const lengthWithin = ({ from, to }: Interval, window: Interval): number =>
  Math.max(0, Math.min(to, window.to) - Math.max(from, window.from));

/**
 * Time in each state within a window. The spells of each berth fill it; what they leave open is `unknown` by
 * `settleBerth`.
 */
export function berthTime(spells: readonly Spell[], window: Interval): BerthTime {
  const sums = { ...NONE };
  for (const spell of spells) sums[spell.state] += lengthWithin(spell, window);
  return sums;
}

export const addBerthTime = (parts: readonly BerthTime[]): BerthTime =>
  parts.reduce<BerthTime>(
    (sum, each) => ({
      free: sum.free + each.free,
      occupied: sum.occupied + each.occupied,
      unknown: sum.unknown + each.unknown,
      closed: sum.closed + each.closed,
    }),
    NONE,
  );

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** occupied / (occupied + free): unknown time is on neither side. Null where nothing is known. */
export const utilisation = ({ occupied, free }: BerthTime): number | null => share(occupied, occupied + free);

/** (occupied + free) / (all - closed): how much of the open time is known at all. */
export const coverage = ({ occupied, free, unknown }: BerthTime): number | null =>
  share(occupied + free, occupied + free + unknown);

/** Stays begun per berth and window, of berths as far as they were open. A voided stay is in no figure (R16). */
export function turnover(staysBegun: number, time: BerthTime, window: Interval): number | null {
  const open = time.occupied + time.free + time.unknown;
  return share(staysBegun * (window.to - window.from), open);
}

/** Stays that began in a window and stood: the figure behind turnover. */
export const staysBegun = (stays: readonly BerthStay[], { from, to }: Interval): number =>
  stays.filter(({ beginTime, state }) => state !== 'voided' && from <= beginTime && beginTime < to).length;

// ---------------------------------------------------------------- no car

export type NoCar = {
  readonly berthId: string;
  readonly freeMs: number;
  readonly freeShare: number | null;
  readonly longestFreeMs: number;
  /** End of the last occupied spell in the window; null where no car stood there. */
  readonly lastCar: Instant | null;
  /** Never occupied while its section is more than half occupied: rather the sensor than the street. */
  readonly sensorDoubt: boolean;
};

/** Free time of each berth of one section. */
export function noCarFigures(spells: readonly Spell[], window: Interval): NoCar[] {
  const busy = (utilisation(berthTime(spells, window)) ?? 0) > 0.5;
  return [...Map.groupBy(spells, ({ berthId }) => berthId)].map(([berthId, own]) => {
    const time = berthTime(own, window);
    const free = own.filter(({ state }) => state === 'free');
    const cars = own.filter((spell) => spell.state === 'occupied' && lengthWithin(spell, window) > 0);
    return {
      berthId,
      freeMs: time.free,
      freeShare: share(time.free, time.free + time.occupied),
      longestFreeMs: Math.max(0, ...within(window, free).map(({ from, to }) => to - from)),
      lastCar: cars.length === 0 ? null : Math.min(window.to, Math.max(...cars.map(({ to }) => to))),
      sensorDoubt: busy && cars.length === 0,
    };
  });
}

// ---------------------------------------------------------------- lengths of stay

/** Upper ends of the bands of parking time, each included; the last band has none. */
export const TIME_BANDS: readonly number[] = [
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  24 * HOUR,
  Infinity,
];

export type TimeBand = {
  readonly upTo: number;
  readonly stays: number;
  readonly share: number | null;
  readonly grossFen: number;
};

/** Ended stays by length, with what they cost: every stay is in exactly one band. */
export function timeBands(
  stays: readonly { readonly inTime: Instant; readonly outTime: Instant; readonly grossFen: number }[],
): TimeBand[] {
  return TIME_BANDS.map((upTo, nth) => {
    const above = nth === 0 ? -1 : TIME_BANDS[nth - 1]!;
    const here = stays.filter(({ inTime, outTime }) => above < outTime - inTime && outTime - inTime <= upTo);
    return {
      upTo,
      stays: here.length,
      share: share(here.length, stays.length),
      grossFen: here.reduce((sum, { grossFen }) => sum + grossFen, 0),
    };
  });
}

// ---------------------------------------------------------------- without a plate

/** What of a stay says whether a berth's occupied time has a plate. */
export type PlateTime = Pick<BerthStay, 'berthId' | 'alsoBerths' | 'moves' | 'plate' | 'state' | 'inTime' | 'outTime'>;

/** Where a stay stands: its own berth, and those added to it. */
const berthsOf = ({ berthId, alsoBerths, moves }: PlateTime): string[] => [
  berthId,
  ...alsoBerths,
  ...moves.map((move) => move.berthId),
];

/**
 * Occupied time in no stay with a plate, and time before a plate reaches back to its stay, in milliseconds, within some
 * hours.
 */
export function unreadTime(spells: readonly Spell[], stays: readonly PlateTime[], hours: readonly Interval[]): number {
  const read = stays.filter(({ plate, state }) => plate !== null && state !== 'voided');
  return spells
    .filter(({ state }) => state === 'occupied')
    .flatMap((spell) => {
      const mine = read.filter((stay) => berthsOf(stay).includes(spell.berthId));
      const paid = mine.map((stay) => ({ from: stay.inTime, to: heldTo(stay, spell.to) }));
      return hours.map((hour) => {
        const occupied = within(hour, [spell]);
        const known = within(hour, within(spell, paid));
        return length(occupied) - length(known);
      });
    })
    .reduce((sum, each) => sum + each, 0);
}

const length = (parts: readonly Interval[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0);

/** Share of the occupied time of the paid hours in no stay with a plate; null where nothing was occupied. */
export function gapShare(
  spells: readonly Spell[],
  stays: readonly BerthStay[],
  paidHours: readonly Interval[],
): number | null {
  const occupied = paidHours.reduce((sum, hour) => sum + berthTime(spells, hour).occupied, 0);
  return share(unreadTime(spells, stays, paidHours), occupied);
}
