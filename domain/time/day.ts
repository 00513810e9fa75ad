import { DAY, HOUR, MINUTE, instantAt, offsetAt, wallAt } from './zone.ts';

/** A calendar day 'yyyy-MM-dd', years 0000 to 9999; days compare and sort as strings. */
export type Day = string;

const DAY_SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Day strings kept by day number, as bulk work needs the same few hundred over and over. */
const names = new Map<number, Day>();
const NAMES_KEPT = 50_000;

function nameOf(number: number): Day {
  let name = names.get(number);
  if (name === undefined) {
    if (names.size >= NAMES_KEPT) names.clear();
    name = new Date(number * DAY).toISOString().slice(0, 10);
    if (!DAY_SHAPE.test(name)) throw new RangeError('day outside the years 0000 to 9999');
    names.set(number, name);
  }
  return name;
}

function utcOf(year: number, month: number, date: number): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, date);
  return at.getTime();
}

function partsOf(day: Day): [year: number, month: number, date: number] {
  const match = DAY_SHAPE.exec(day);
  if (!match) throw new RangeError(`not a day: ${day}`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

/** Whole days since 1970-01-01; throws RangeError for a day that is not in the calendar. */
function numberOf(day: Day): number {
  const [year, month, date] = partsOf(day);
  const at = utcOf(year, month, date);
  if (new Date(at).toISOString().slice(0, 10) !== day) throw new RangeError(`not a day: ${day}`);
  return at / DAY;
}

/** Whether the text is a day that exists ('2023-02-29' is not). */
export function isDay(text: string): boolean {
  const match = DAY_SHAPE.exec(text);
  return (
    match !== null &&
    new Date(utcOf(Number(match[1]), Number(match[2]), Number(match[3]))).toISOString().slice(0, 10) === text
  );
}

/** Day on the zone's calendar at an instant. */
export function dayOf(instant: number, zone: string): Day {
  return nameOf(Math.floor(wallAt(instant, zone) / DAY));
}

/** Wall midnight of a day as a wall time (milliseconds as if UTC). */
export function wallOfDay(day: Day): number {
  return numberOf(day) * DAY;
}

/**
 * First instant of a day in the zone. Where the change to summer time skips midnight, that is the
 * instant of the change; for a day the zone left out altogether, the start of the next one.
 */
export function startOfDay(day: Day, zone: string): number {
  const wall = wallOfDay(day);
  const instant = instantAt(wall, zone);
  if (wallAt(instant, zone) === wall) return instant;
  let before = instant - 2 * DAY;
  let within = instant;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (wallAt(middle, zone) >= wall) within = middle;
    else before = middle;
  }
  return within;
}

/** First instant after `instant` that belongs to a later day of the zone. */
export function nextDayStart(instant: number, zone: string): number {
  const offset = offsetAt(instant, zone);
  const midnight = (Math.floor((instant + offset) / DAY) + 1) * DAY - offset;
  if (offsetAt(midnight, zone) === offset) return midnight;
  let day = addDays(dayOf(instant, zone), 1);
  while (startOfDay(day, zone) <= instant) day = addDays(day, 1);
  return startOfDay(day, zone);
}

/** The day `count` days later (or earlier). */
export function addDays(day: Day, count: number): Day {
  return nameOf(numberOf(day) + count);
}

/** Days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return numberOf(to) - numberOf(from);
}

/** Length of a month (1..12) of a year. */
export function daysInMonth(year: number, month: number): number {
  return new Date(utcOf(year, month + 1, 0)).getUTCDate();
}

/** Day of the month, 1..31. */
export function dateOf(day: Day): number {
  return partsOf(day)[2];
}

/**
 * The day `count` months later by the calendar: 31 January + 1 month is the last of February.
 * `anchor` is the day of the month the counting began on (default: the day's own); passing it on
 * makes three steps of one month equal one step of three.
 */
export function addMonths(day: Day, count: number, anchor: number = dateOf(day)): Day {
  numberOf(day);
  const [year, month] = partsOf(day);
  const index = year * 12 + (month - 1) + count;
  const toYear = Math.floor(index / 12);
  const toMonth = index - toYear * 12 + 1;
  const date = Math.min(anchor, daysInMonth(toYear, toMonth));
  return nameOf(utcOf(toYear, toMonth, date) / DAY);
}

/** Day of the week by ISO: 1 Monday .. 7 Sunday. */
export function weekdayOf(day: Day): number {
  return ((((numberOf(day) + 3) % 7) + 7) % 7) + 1;
}

/** Hour on the zone's wall at an instant, 0..23. */
export function hourOf(instant: number, zone: string): number {
  return Math.floor(minuteOf(instant, zone) / 60);
}

/** Minute of the zone's day at an instant, 0..1439, as the wall shows it. */
export function minuteOf(instant: number, zone: string): number {
  const wall = wallAt(instant, zone);
  return Math.floor((wall - Math.floor(wall / DAY) * DAY) / MINUTE);
}

/** Elapsed hours of a day in the zone: 24, or 23 and 25 when the clocks change. */
export function hoursInDay(day: Day, zone: string): number {
  return (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / HOUR;
}
