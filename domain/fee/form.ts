/**
 * The language of tariffs: a rule is data, and every tariff is a combination of the same few parts.
 * Whole minutes, fen (or the currency's smallest unit), local wall times 'HH:MM' of the lot's zone.
 *
 * A stay is cut into time by windows; each second falls to the first meter whose window it lies in, or to none (free).
 * A meter counts its time by a ladder of units; what it counts is capped, multiplied and rounded by `after`, in that
 * order.
 */
import type { Words } from './words.ts';

/**
 * One of several by what is known of the stay: `by` is vehicle, season, day, or the name of a given value; for a cap,
 * or the price of a unit, also nth: the how manieth of the cap's spans, or of the ladder's, since the clock began.
 */
export type Chosen<T> =
  | T
  | { readonly by: string; readonly of: Readonly<Record<string, Chosen<T>>>; readonly else?: Chosen<T> };

/**
 * mon..sun as the calendar has them; a workday is Monday to Friday or a make-up day and no holiday, a restday any
 * other; an event is on a day of any kind; the day before a restday is an eve, whatever else it is.
 */
export type DayKind =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun'
  | 'workday'
  | 'restday'
  | 'holiday'
  | 'makeup'
  | 'event'
  | 'eve';

/**
 * Recurring time. From `from` to before `to`; over midnight where `to` is not later, and then it belongs to the day it
 * begins on.
 */
export type Window = {
  readonly from?: string;
  /** '24:00' is the end of the day. */
  readonly to?: string;
  readonly days?: readonly DayKind[];
  /** Days it does not hold on, whatever `days` says. */
  readonly not?: readonly DayKind[];
  /** 1..12 */
  readonly months?: readonly number[];
  /** Only while the car is in this area of the lot. */
  readonly area?: string;
};

/**
 * A window that an entry or exit is held against, by the second: 'HH:MM' or 'HH:MM:SS'. The second of `to` lies
 * outside, that of `from` within, unless given otherwise.
 */
export type Bound = Window & { readonly fromExclusive?: boolean; readonly toInclusive?: boolean };

/** Recurring time wherever the car is. */
export type Times = Omit<Window, 'area'>;

/**
 * A span that restarts repeatedly: the whole stay; a continuous piece of a meter's time; the local day, week (from
 * Monday) or month; every so many minutes from the start of the clock, or from the end of the scheme's free time, what
 * lies before that belonging to the first; or at a wall time of certain days.
 */
export type Span =
  | 'stay'
  | 'piece'
  | 'day'
  | 'week'
  | 'month'
  | { readonly minutes: number; readonly from?: 'free' }
  | { readonly at: string; readonly days?: readonly DayKind[] };

/**
 * Earlier visits of the plate in the span that this one begins in: how many there were, and what they cost together.
 * All given conditions must hold.
 */
export type Before = {
  readonly per: Span;
  readonly paidAtLeast?: number;
  readonly paidAtMost?: number;
  readonly visitsAtLeast?: number;
  readonly visitsAtMost?: number;
};

/** One stretch of a ladder. Without `unitMinutes` it is sold as a whole; without `minutes` it goes on to the end. */
export type Rung = {
  readonly minutes?: number;
  readonly unitMinutes?: number;
  /** Price of a unit; with `perMinutes` the price of that many minutes, of which a unit costs its part. */
  readonly fen: Chosen<number>;
  readonly perMinutes?: number;
  /** up: a unit begun is charged whole. down: only a completed one. */
  readonly round?: 'up' | 'down';
};

/**
 * Minutes that `values` of the stay add to free time: a gift once a value reaches `atLeast`, or for `each` of it. One
 * gift of a `group`.
 */
export type Gift = {
  readonly value: string;
  readonly atLeast?: number;
  readonly each?: number;
  readonly minutes: number;
  readonly group?: string;
};

export type FreeTime = {
  readonly minutes: Chosen<number>;
  /** Whether exactly so long is still free; true by default. */
  readonly inclusive?: boolean;
  /** Once exceeded, whether these minutes are charged too (true), or stay free. */
  readonly lost: boolean;
  readonly gifts?: readonly Gift[];
  /** Free minutes count only within so many minutes from the start. */
  readonly withinMinutes?: number;
  /** Only for the first of the plate's visits in each such span; of minutes, counted from the first visit. */
  readonly once?: Span;
};

export type Meter = {
  readonly id: string;
  readonly label?: Words;
  /** All time where absent. */
  readonly windows?: readonly Window[];
  /** Of the meter's own time, over the whole stay. */
  readonly free?: FreeTime;
  /** When the ladder and the current unit restart. */
  readonly again: Span;
  /**
   * A unit under way where the meter's time ends: is ended; pauses until its time comes again; or runs on, and what
   * comes next begins after it.
   */
  readonly edge: 'ends' | 'pauses' | 'runs-on';
  readonly ladder: readonly Rung[];
};

/** A factor: a number, a fraction, or the value given for the stay. */
export type Factor = number | readonly [number, number] | { readonly value: string; readonly else: number };

/** Conditions on a stay. All that are named must hold. */
export type Condition = {
  readonly vehicle?: readonly string[];
  /** A given value is one of these, or at least so much. */
  readonly value?: string;
  readonly is?: readonly (string | number)[];
  readonly atLeast?: number;
  readonly entry?: Bound;
  readonly exit?: Bound;
  readonly stayAtMostMinutes?: number;
  readonly earlier?: Before;
};

/** What follows the meters, in the order written. */
export type Step =
  /**
   * At most so much for what begins within one span; of these meters, or of all. `visits`: earlier visits of the plate
   * count in; a span of minutes then begins with the first of them.
   */
  | { readonly cap: Chosen<number>; readonly per: Span; readonly of?: readonly string[]; readonly visits?: boolean }
  /**
   * Exactly so much, in place of what began within it, for each span that the stay holds from its beginning to its end;
   * a span it does not complete stays as it is.
   */
  | { readonly complete: Chosen<number>; readonly per: Span; readonly of?: readonly string[] }
  | { readonly times: Chosen<Factor>; readonly label?: Words }
  /** At least so much, where anything is charged at all. */
  | { readonly atLeast: Chosen<number> }
  | { readonly roundTo: number; readonly how: 'up' | 'down' | 'half-up' }
  /** `each`: once for every time the stay is in this window, however short. */
  | {
      readonly plus: Chosen<number>;
      readonly label: Words;
      readonly when?: readonly Condition[];
      readonly each?: Times;
    }
  | {
      readonly less:
        | { readonly percent: number; /** Fen the reduction never exceeds. */ readonly atMost?: number }
        | { readonly fen: number }
        /** What the plate paid for its earlier visits in this span. */
        | { readonly paid: Span };
      readonly label: Words;
      readonly when?: readonly Condition[];
    };

export type Scheme = {
  readonly label?: Words;
  /** Only for stays that meet all of these. */
  readonly when?: readonly Condition[];
  /** The clock starts at this event of the stay instead of the entry; before it nothing is charged. */
  readonly startsAt?: string;
  readonly maxStayMinutes?: number;
  /**
   * The longest time in one span, by default the stay, that may be charged for; more has no price. Free time and rungs
   * that cost nothing are not charged.
   */
  readonly maxPaid?: { readonly minutes: number; readonly per?: Span };
  readonly free?: FreeTime;
  readonly meters: readonly Meter[];
  /** What time outside all meters is: free, or without a price, which refuses the stay. */
  readonly otherwise?: 'free' | 'refuse';
  readonly after?: readonly Step[];
};

/**
 * A part of the year, and of its days where `windows` are named: all given conditions must hold, and one of the
 * windows.
 */
export type Season = {
  readonly id: string;
  readonly months?: readonly number[];
  /** MM-DD, both inclusive; may go over the new year. */ readonly from?: string;
  readonly to?: string;
  readonly windows?: readonly Times[];
};

export type Tariff = {
  readonly form: 2;
  readonly label?: Words;
  /** ISO 4217 code amounts are read in, CNY by default; `fen` are its smallest units. */
  readonly currency?: string;
  readonly seasons?: readonly Season[];
  /** Area a stay begins in. */
  readonly entryArea?: string;
  /** Minutes to leave after a payment. */
  readonly leaveMinutes?: number;
  /** Of the schemes that fit the stay, the first or the cheapest prices it. */
  readonly choose?: 'first' | 'cheapest';
  readonly schemes: readonly Scheme[];
};
