/**
 * How many seats calls need: Erlang C, for calls that come at random, are answered in turn, and wait as long as it
 * takes. Drivers who give up make the real waits shorter, so the number is on the safe side.
 */
import { IN_TIME_S } from './figures.ts';

/** Calls of an hour, and the mean seconds one keeps a seat: the talk and what is noted after it. */
export type Load = { readonly callsPerHour: number; readonly handleS: number };

/** How many talk at a time on average. */
const erlangsOf = ({ callsPerHour, handleS }: Load): number => (callsPerHour * handleS) / 3_600;

/** The share of calls that find no seat free, 0 to 1; all of them where there is more to do than seats can. */
export function waitingShare(seats: number, erlangs: number): number {
  if (seats <= erlangs) return 1;
  let blocked = 1;
  for (let n = 1; n <= seats; n += 1) blocked = (erlangs * blocked) / (n + erlangs * blocked);
  return blocked / (1 - (erlangs / seats) * (1 - blocked));
}

/** The share of calls answered within so many seconds, 0 to 1. Without calls, whoever came would be answered. */
export function levelWith(seats: number, load: Load, withinS = IN_TIME_S): number {
  const erlangs = erlangsOf(load);
  if (seats <= erlangs) return 0;
  if (erlangs === 0) return 1;
  return 1 - waitingShare(seats, erlangs) * Math.exp((-(seats - erlangs) * withinS) / load.handleS);
}

/** The fewest seats that answer at least this share (0 to 1, without 1) within so many seconds; none without calls. */
export function seatsNeeded(load: Load, level: number, withinS = IN_TIME_S): number {
  if (!(level < 1)) throw new RangeError('no number of seats answers every call in time');
  if (load.callsPerHour <= 0) return 0;
  let seats = Math.floor(erlangsOf(load)) + 1;
  while (levelWith(seats, load, withinS) < level) seats += 1;
  return seats;
}
