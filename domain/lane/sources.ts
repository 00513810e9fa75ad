import type { FeeContext, FeeRefusal } from '#domain/fee/types.ts';
import type { Price } from '#domain/ledger/due.ts';
import type { Order, OrderAlert, OrderRefusal, Refund } from '#domain/ledger/order-types.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { PassageFact } from './facts.ts';
import type { Instant, Stay, StayKind } from './types.ts';
import type { InnerLane, LaneBar, ListClass, Lookup, LotSettings, PassView } from './lookup.ts';

export type Earlier = NonNullable<FeeContext['earlier']>;

/** What the lot knows beside its stays and money. Pass groups count their cars inside through `passInside`. */
export interface Sources {
  readonly settings: LotSettings;
  readonly capacity: number | null;
  listClass(plate: string, colour: string, at: Instant): ListClass;
  pass(
    plate: string,
    colour: string,
    lane: string,
    at: Instant,
    passInside: (plates: readonly string[]) => number,
  ): PassView | null;
  booking(plate: string, lane: string, at: Instant): string | null;
  laneBar?(lane: string, kind: StayKind, fixed: boolean, at: Instant): LaneBar | null;
  twoWay?(lane: string): boolean;
  inner?(lane: string): InnerLane | null;
  tariff(plate: string, colour: string, at: Instant): string | null;
  sensorless(plate: string, colour: string): boolean;
  storedValue?(plate: string): ReturnType<Lookup['storedValue']>;
  /**
   * `earlier`: what visits of the same plate before this one cost that began at `since` or later; `mates`: stays of
   * these plates that were in the lot at `since` or later.
   */
  price(
    stay: Stay,
    at: Instant,
    earlier: (since: Instant) => Earlier,
    mates: (plates: readonly string[], since: Instant) => readonly Stay[],
  ): Price | FeeRefusal;
  priceNoEntry(plate: string, colour: string, declaredIn: Instant | null, at: Instant): Price | FeeRefusal;
  /** Minutes to leave after a payment at `at` where the tariff of the stay says so itself. */
  leaveMinutes?(stay: Stay, at: Instant): number | undefined;
}

export interface Loaded {
  readonly park: string;
  /** Cars inside as counted so far: open stays plus adjustments, also of stays that were not loaded. */
  readonly inside: number;
  readonly stays: readonly Stay[];
  readonly orders: readonly Order[];
  readonly passages: readonly PassageFact[];
}

/** What an order's events brought about, to be written with the facts. */
export interface MoneyDone {
  readonly postings: readonly Posting[];
  readonly refunds: readonly Refund[];
  readonly alert: OrderAlert | null;
  readonly refused: OrderRefusal | null;
}
