import type { BillLine } from '#domain/fee/types.ts';
import type { Stay } from '#domain/lane/types.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { DayDelta, OrderEntry } from '#areas/billing/server/door.ts';
import type { Lot } from '#areas/passage/server/lot.ts';
import type { BuiltLot } from './build-lot.ts';
import type { Shops } from './derates.ts';
import type { PastStay } from './history.ts';
import type { Stand } from './street-past.ts';

export type Wide = Record<string, unknown>;

export type Batch = {
  stays: Wide[];
  inside: Wide[];
  passages: Wide[];
  openings: Wide[];
  releases: Wide[];
  troubles: Wide[];
  notes: Wide[];
  derates: Wide[];
  entries: OrderEntry[];
  postings: Posting[];
  days: DayDelta[];
};

export type Scene = {
  lot: Lot;
  built: BuiltLot;
  types: { temp: string | null; pass: string | null };
  passes: ReadonlyMap<string, string>;
  shops: Shops;
  entries: readonly string[];
  exits: readonly string[];
  /** The lane to the inner area. */ inner: string | null;
  /** Accounts that online trades of the last days were begun with, and since when, epoch ms. */ accounts: ReadonlyMap<
    string,
    string
  >;
  accountsSince: number;
  /** As its camera counted it, by where and when; 0 for what is too old to be looked up. */ passing: (
    lane: string,
    at: number,
  ) => number;
  /** Where a car stood at the kerb; none behind barriers. */ stand: (past: PastStay) => Stand | undefined;
  /** Who is on duty at the gate at an instant, epoch ms. */ onDuty: (at: number) => string;
};

/**
 * What stays add to their days is written when it is so much: the same rows of a day are written again with each part
 * of it.
 */
export const DELTAS = 25_000;

/** What is given back in the past; never the whole of a payment, which would give its discounts back too. */
export const BACK_FEN = 500;

export const HOUR = 3_600_000;

export const refunders = ['沈亦舟', '程若谷', '陶知夏'];

export const whyBack = ['车主投诉，核实为重复计费', '出口抓拍延迟，多计一个计费单位', '优惠未自动生效，人工退还'];

/**
 * One bill in some four hundred is never paid, at the kerb, where no barrier enforces it, one in thirteen; one in some
 * two hundred goes back in part; by the number of the exit, so that a past is always the same.
 */
export const fateOf = (seq: number, atKerb = false): 'owed' | 'refunded' | null =>
  seq % (atKerb ? 13 : 389) === 0 ? 'owed' : seq % 197 === 0 ? 'refunded' : null;

export const covered = (from: number, to: number): BillLine[] => [
  { kind: 'covered', from, to, amountFen: 0, clause: { zh: '月租有效期内', en: 'Covered by a pass' } },
];

/** Into the inner area and out of it again, as far as it has happened. */
export function movesOf({ lot, inner }: Scene, { inner: within, outAt }: PastStay): Pick<Stay, 'moves'> {
  const way = inner === null ? null : lot.lanes.get(inner)?.inner;
  return within && way && outAt !== null
    ? {
        moves: [
          { at: within.from, area: way.into },
          { at: within.to, area: way.around },
        ],
      }
    : {};
}
