/** The shapes that all callers of the fee engine see. New rule kinds join `FeeRule`; callers stay as they are. */
import type { Fen } from '../money/fen.ts';
import type { Interval } from '../time/interval.ts';
import type { Holidays } from './day-plan.ts';
import type { Tariff } from './form.ts';
import type { Words } from './words.ts';

/**
 * Simple mode: free minutes, a first period, units, a daily cap; or one price for the visit.
 * A unit belongs to the day it starts in, so a cap only ever lowers a price.
 */
export type SimpleRule = {
  readonly form: 1;
  readonly kind: 'simple';
  /** A stay no longer than this is free. */
  readonly freeMinutes: number;
  /** true: once exceeded, the free minutes count as paid time and charging starts at entry. false: they stay free. */
  readonly freeMinutesCounted: boolean;
  /** The first period of a visit and its price; once per visit, charged whole when begun. Both or neither. */
  readonly firstMinutes?: number;
  readonly firstFen?: Fen;
  readonly unitMinutes: number;
  readonly unitFen: Fen;
  /** Most that is charged for the units that start in one day. */
  readonly dayCapFen?: Fen;
  /** The day of the cap: the calendar day of the lot's zone, or each 24 hours from entry. */
  readonly dayCapBasis: 'natural-day' | 'rolling-24h';
  /** true: a unit begun is charged whole. false: only completed units are charged. */
  readonly roundUp: boolean;
  /** One price for the visit past the free minutes, however long; then first period, units and cap say nothing. */
  readonly perVisitFen?: Fen;
};

/** A tariff version as stored data. `form` is the version of the language it is written in. */
export type FeeRule = SimpleRule | Tariff;

/** Entry and exit as instants in ms. Part seconds are dropped, so that the bill agrees with the times it shows. */
export type Stay = { readonly inAt: number; readonly outAt: number; readonly carKind?: string };

/** What a price may depend on beside the stay. */
export type FeeContext = {
  /** IANA zone of the lot: its midnights bound natural days. */
  readonly zone: string;
  /** End of the leave window after a payment (instant in ms, itself still inside). Read by `bill`, not by `price`. */
  readonly freeUntil?: number;
  /** The lot's holidays and make-up days. Give the same object for the same ones: days are worked out once for each. */
  readonly calendar?: Holidays;
  /** What a tariff may ask for by name: the zone of the lot, bays taken, money spent. */
  readonly values?: Readonly<Record<string, string | number>>;
  /**
   * Values that become others on the way, from an instant (ms) on, ascending. Before its first change a value is that
   * of `values`.
   */
  readonly changes?: readonly { readonly at: number; readonly value: string; readonly is: string | number }[];
  /** The area the car is in from an instant (ms) on, ascending. */
  readonly areas?: readonly { readonly at: number; readonly area: string }[];
  /** Instants (ms) a tariff may start its clock at, such as the end of charging. */
  readonly events?: Readonly<Record<string, number>>;
  /** What earlier visits of the plate cost, and when they began. */
  readonly earlier?: readonly { readonly at: number; readonly fen: Fen }[];
};

export type LineKind =
  | 'free'
  | 'time'
  | 'flat'
  | 'covered' // these span the stay: each second lies in exactly one of them
  | 'cap'
  | 'minimum'
  | 'extra'
  | 'derate'
  | 'prepaid'
  | 'waived'
  | 'superseded'
  | 'rounding'; // these adjust: from = to

/** One line of a bill. The amounts of all lines sum to the total to the fen. */
export type BillLine = Interval & {
  readonly kind: LineKind;
  /** How many units were charged, and the price of one. */
  readonly units?: number;
  readonly unitFen?: Fen;
  /** Negative for what takes from the sum. */
  readonly amountFen: Fen;
  /** The clause of the tariff, or the reason, in plain words. */
  readonly clause: Words;
  /** Id of the derate the line comes from. */
  readonly ref?: string;
};

export type Priced = { readonly lines: readonly BillLine[]; readonly totalFen: Fen };

/** A stay that has no price. Never to be taken for 0. */
export type FeeRefusal = {
  readonly refused: 'OUT_BEFORE_IN' | 'MAX_STAY' | 'UNCOVERED' | 'NOT_SAID';
  readonly words: Words;
};

export function isFeeRefusal(result: object): result is FeeRefusal {
  return 'refused' in result;
}
