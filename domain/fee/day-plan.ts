/** Wall times of a tariff as instants: which meter a second falls to, and where spans restart. */
import type { Bound, DayKind, Meter, Season, Span, Times, Window } from './form.ts';
import { DAY, MINUTE, SECOND, instantAt, wallAt } from '../time/zone.ts';

/**
 * Holidays, make-up working days and days of events, as local dates 'yyyy-MM-dd'. An event changes nothing else of its
 * day.
 */
export type Holidays = {
  readonly holidays?: readonly string[];
  readonly workdays?: readonly string[];
  readonly eventDays?: readonly string[];
};

/** The calendar that days of these kinds make, in their order. */
export function holidaysOf(days: readonly { readonly day: string; readonly dayKind: string }[]): Required<Holidays> {
  const of = (kind: string): string[] => days.filter(({ dayKind }) => dayKind === kind).map(({ day }) => day);
  return { holidays: of('holiday'), workdays: of('workday'), eventDays: of('event') };
}

const WEEK: readonly DayKind[] = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed']; // day 0 was a Thursday

/** Cached days; beyond this they are computed again. */
const DAYS_KEPT = 4_000;

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
const secondsOf = (text: string): number => minutesOf(text) * 60 + Number(text.slice(6, 8));
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const weekdayOf = (day: number): DayKind => WEEK[((day % 7) + 7) % 7]!;
const monthOf = (day: number): number => new Date(day * DAY).getUTCMonth() + 1;

/** The days of one lot: numbers are days since 1970 on the lot's own calendar. */
export class Days {
  readonly zone: string;
  readonly #holidays: ReadonlySet<string>;
  readonly #workdays: ReadonlySet<string>;
  readonly #eventDays: ReadonlySet<string>;
  readonly #kinds = new Map<number, ReadonlySet<DayKind>>();

  constructor(zone: string, { holidays = [], workdays = [], eventDays = [] }: Holidays) {
    this.zone = zone;
    this.#holidays = new Set(holidays);
    this.#workdays = new Set(workdays);
    this.#eventDays = new Set(eventDays);
  }

  dayAt(instant: number): number {
    return Math.floor(wallAt(instant, this.zone) / DAY);
  }

  /** Instant of a minute of a day, 1440 being the next midnight; parts of a minute are read to the millisecond. */
  instant(day: number, minute: number): number {
    return instantAt(day * DAY + Math.round(minute * MINUTE), this.zone);
  }

  #works(day: number): boolean {
    const [date, week] = [dateOf(day), weekdayOf(day)];
    return this.#workdays.has(date) || (!this.#holidays.has(date) && week !== 'sat' && week !== 'sun');
  }

  kinds(day: number): ReadonlySet<DayKind> {
    let kinds = this.#kinds.get(day);
    if (!kinds) {
      const [date, week] = [dateOf(day), weekdayOf(day)];
      if (this.#kinds.size >= DAYS_KEPT) this.#kinds.clear();
      kinds = new Set<DayKind>([
        ...(this.#eventDays.has(date) ? ['event' as const] : []),
        ...(this.#works(day + 1) ? [] : ['eve' as const]),
        week,
        this.#works(day) ? 'workday' : 'restday',
        ...(this.#holidays.has(date) ? ['holiday' as const] : []),
        ...(this.#workdays.has(date) ? ['makeup' as const] : []),
      ]);
      this.#kinds.set(day, kinds);
    }
    return kinds;
  }

  /** Whether a window holds on a day it would begin on. */
  holds({ days, not, months }: Window, day: number): boolean {
    const kinds = this.kinds(day);
    return (
      (!days || days.some((kind) => kinds.has(kind))) &&
      !not?.some((kind) => kinds.has(kind)) &&
      (!months || months.includes(monthOf(day)))
    );
  }

  /** Whether a minute of a day lies in the window, begun on that day or the one before. */
  contains(window: Window, day: number, minute: number): boolean {
    const [from, to] = [window.from ? minutesOf(window.from) : 0, window.to ? minutesOf(window.to) : 1440];
    if (from < to) return minute >= from && minute < to && this.holds(window, day);
    return (minute >= from && this.holds(window, day)) || (minute < to && this.holds(window, day - 1));
  }

  inWindow(window: Window, instant: number): boolean {
    const wall = wallAt(instant, this.zone);
    const day = Math.floor(wall / DAY);
    return this.contains(window, day, Math.floor((wall - day * DAY) / MINUTE));
  }

  /** Whether an instant in ms lies within the bound, by the second of the wall. */
  inBound({ fromExclusive = false, toInclusive = false, ...window }: Bound, instant: number): boolean {
    const wall = wallAt(instant, this.zone);
    const today = Math.floor(wall / DAY);
    const [begin, end] = [secondsOf(window.from ?? '00:00'), secondsOf(window.to ?? '24:00')];
    const first = begin + (fromExclusive ? 1 : 0);
    const past = (begin < end ? end : end + 86_400) + (toInclusive ? 1 : 0);
    return [today, today - 1].some((day) => {
      const second = Math.floor((wall - day * DAY) / SECOND);
      return second >= first && second < past && this.holds(window, day);
    });
  }

  /** The beginnings, in ms, of each time the window holds between two instants; the first no earlier than `from`. */
  timesIn(window: Times, from: number, to: number): number[] {
    const [begin, end] = [window.from ? minutesOf(window.from) : 0, window.to ? minutesOf(window.to) : 1440];
    const found: number[] = [];
    for (let day = this.dayAt(from) - 1; day <= this.dayAt(to); day += 1) {
      if (!this.holds(window, day)) continue;
      const [start, over] = [this.instant(day, begin), this.instant(begin < end ? day : day + 1, end)];
      if (Math.max(start, from) < Math.min(over, to)) found.push(Math.max(start, from));
    }
    return found;
  }

  seasonOf(seasons: readonly Season[], instant: number): string {
    const day = this.dayAt(instant);
    const [month, date] = [monthOf(day), dateOf(day).slice(5)];
    const is = ({ months, from, to, windows }: Season): boolean =>
      (months?.includes(month) ?? true) &&
      (windows?.some((window) => this.inWindow(window, instant)) ?? true) &&
      (from === undefined ||
        to === undefined ||
        (from <= to ? date >= from && date <= to : date >= from || date <= to));
    return seasons.find(is)?.id ?? '';
  }
}

/** Wall times at which seasons that hold for parts of a day change. */
export const seasonEdges = (seasons: readonly Season[]): string[] => [
  ...new Set(seasons.flatMap(({ windows = [] }) => windows.flatMap(({ from = '00:00', to = '24:00' }) => [from, to]))),
];

/** A stretch of a day; `meter` is -1 where no meter counts. */
export type Stretch = { readonly from: number; readonly to: number; readonly meter: number };

/** The stretches of single days, worked out once per day and area. */
export class DayPlans {
  readonly days: Days;
  readonly #meters: readonly Meter[];
  readonly #plans = new Map<string, Map<number, readonly Stretch[]>>();

  constructor(days: Days, meters: readonly Meter[]) {
    this.days = days;
    this.#meters = meters;
  }

  of(day: number, area: string): readonly Stretch[] {
    let plans = this.#plans.get(area);
    if (!plans) this.#plans.set(area, (plans = new Map()));
    let plan = plans.get(day);
    if (!plan) {
      if (plans.size >= DAYS_KEPT) plans.clear();
      plans.set(day, (plan = this.#plan(day, area)));
    }
    return plan;
  }

  #plan(day: number, area: string): Stretch[] {
    const windows = this.#meters.flatMap((meter) => meter.windows ?? []);
    const edges = [
      ...new Set([
        0,
        1440,
        ...windows.flatMap(({ from, to }) => [from ? minutesOf(from) : 0, to ? minutesOf(to) : 1440]),
      ]),
    ].sort((a, b) => a - b);
    const plan: Stretch[] = [];
    for (const [nth, minute] of edges.slice(0, -1).entries()) {
      const meter = this.#meters.findIndex(
        ({ windows: own }) =>
          own === undefined ||
          own.some(
            (window) => (window.area === undefined || window.area === area) && this.days.contains(window, day, minute),
          ),
      );
      const [from, to] = [this.days.instant(day, minute), this.days.instant(day, edges[nth + 1]!)];
      const last = plan.at(-1);
      if (last && last.meter === meter) plan[plan.length - 1] = { ...last, to };
      else if (to > from) plan.push({ from, to, meter });
    }
    return plan;
  }
}

/** The number of a span of minutes; what lies before the end of free time belongs to the first counted from there. */
function rollingKey({ minutes, from }: Extract<Span, { minutes: number }>, at: number, clock: number): number {
  const key = Math.floor((at - clock) / (minutes * MINUTE));
  return from === 'free' ? Math.max(0, key) : key;
}

/**
 * First instant after `at` at which the span restarts, of minutes counted from `clock`; Infinity where it does not by
 * the clock.
 */
export function nextStart(span: Span, at: number, clock: number, days: Days): number {
  if (span === 'stay' || span === 'piece') return Number.POSITIVE_INFINITY;
  if (typeof span === 'object' && 'minutes' in span)
    return clock + (rollingKey(span, at, clock) + 1) * span.minutes * MINUTE;
  const today = days.dayAt(at);
  for (let day = today; day < today + 62; day += 1) {
    const start = startOn(span, day, days);
    if (start !== null && start > at) return start;
  }
  return Number.POSITIVE_INFINITY;
}

/** Names the span `at` lies in. */
export function spanKey(span: Span, at: number, clock: number, days: Days): number {
  if (span === 'stay' || span === 'piece') return 0;
  if (typeof span === 'object' && 'minutes' in span) return rollingKey(span, at, clock);
  const today = days.dayAt(at);
  for (let day = today; day > today - 62; day -= 1) {
    const start = startOn(span, day, days);
    if (start !== null && start <= at) return day;
  }
  return 0;
}

/**
 * The how manieth span since the clock began `at` lies in; 1 is the first. Pieces are numbered where they are counted.
 */
export function spanNth(span: Span, at: number, clock: number, days: Days): number {
  if (span === 'day') return days.dayAt(at) - days.dayAt(clock) + 1;
  if (typeof span === 'object' && 'minutes' in span) return spanKey(span, at, clock, days) + 1;
  let nth = 1;
  for (let start = nextStart(span, clock, clock, days); start <= at; start = nextStart(span, start, clock, days))
    nth += 1;
  return nth;
}

function startOn(span: Exclude<Span, 'stay' | 'piece' | { minutes: number }>, day: number, days: Days): number | null {
  if (span === 'day') return days.instant(day, 0);
  if (span === 'week') return days.kinds(day).has('mon') ? days.instant(day, 0) : null;
  if (span === 'month') return dateOf(day).endsWith('-01') ? days.instant(day, 0) : null;
  return days.holds(span.days ? { days: span.days } : {}, day) ? days.instant(day, minutesOf(span.at)) : null;
}
