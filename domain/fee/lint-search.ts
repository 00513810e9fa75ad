/** Searches for stays that break a law, the shortest first. */
import { HOUR, MINUTE, SECOND } from '../time/zone.ts';
import { inputsOf } from './inputs.ts';
import type { LintExample, LintStay } from './lint-types.ts';
import { Prices, entriesOf, exampleOf } from './lint-space.ts';
import type { Circumstance } from './lint-circumstances.ts';
import type { Entry, LintSpace } from './lint-space.ts';

export type Search = {
  readonly found?: LintExample;
  /** Nothing was left out up to the longest stay. */ readonly all: boolean;
  readonly stays: number;
  readonly hours: number;
  /** Hours up to which entries off the grid were looked at, too. */ readonly offGrid?: number;
};

/** What one step of a search covers: stays from an entry, of `nth` units of the grid and perhaps a second. */
type Step = { readonly prices: Prices; readonly entry: Entry; readonly nth: number; readonly grid: number };
type Found = readonly (readonly [at: number, ms: number, before?: LintStay | undefined])[] | null;

/** By length, then by entry; an entry whose stay lies within one stretch stands for all of that stretch. */
function search(space: LintSpace, more: number, test: (step: Step) => Found): Search {
  const grid = space.grid * MINUTE;
  const entries = [...entriesOf(space).values()];
  const tried = space.circumstances.map((circumstance): { circumstance: Circumstance; prices: Prices } => ({
    circumstance,
    prices: new Prices(space.tariff, circumstance),
  }));
  const stays = (): number => tried.reduce((sum, { prices }) => sum + prices.count, 0);
  const last = Math.floor((space.hours * HOUR) / grid);
  for (let nth = 0; nth < last; nth += 1) {
    for (const { circumstance, prices } of tried) {
      for (const entry of entries) {
        if (entry.at !== entry.alike && (nth + more) * grid < entry.aloneMs) continue;
        const found = test({ prices, entry, nth, grid });
        if (!found) continue;
        const [first, ...others] = found.map(([at, ms, before]) => prices.stay(at, ms, before));
        return {
          found: exampleOf(space, circumstance, [first!, ...others]),
          all: false,
          stays: stays(),
          hours: ((nth + 1) * grid) / HOUR,
        };
      }
      if (stays() > space.most) return { all: false, stays: stays(), hours: (nth * grid) / HOUR };
    }
  }
  return { all: space.whole, stays: stays(), hours: space.hours };
}

/** The shortest stay that costs less than a shorter one from the same entry. */
export function findCheaper(space: LintSpace): Search {
  return search(space, 1, ({ prices, entry: { at }, nth, grid }) => {
    const ends = [nth * grid, nth * grid + SECOND, (nth + 1) * grid];
    for (const [before, ms] of [
      [ends[0]!, ends[1]!],
      [ends[1]!, ends[2]!],
    ] as const) {
      if (prices.of(at, ms) < prices.of(at, before))
        return [
          [at, ms],
          [at, before],
        ];
    }
    return null;
  });
}

/**
 * The prices of stays from one entry, by whole units of the grid, and by those and a second; `next` is a unit later.
 */
type Row = {
  readonly at: number;
  readonly alike: Row | null;
  readonly aloneMs: number;
  readonly whole: number[];
  readonly second: number[];
  next: Row | null;
};

/** Prices as a search through splits needs them: again and again, one entry after the other. */
class Rows {
  readonly #prices: Prices;
  readonly #known: ReadonlyMap<number, Entry>;
  readonly #grid: number;
  readonly #rows = new Map<number, Row>();

  constructor(prices: Prices, known: ReadonlyMap<number, Entry>, grid: number) {
    [this.#prices, this.#known, this.#grid] = [prices, known, grid];
  }

  at(at: number): Row {
    let row = this.#rows.get(at);
    if (!row) {
      const entry = this.#known.get(at);
      this.#rows.set(
        at,
        (row = {
          at,
          alike: entry && entry.alike !== at ? this.at(entry.alike) : null,
          aloneMs: entry?.aloneMs ?? 0,
          whole: [],
          second: [],
          next: null,
        }),
      );
    }
    return row;
  }

  after(row: Row): Row {
    return (row.next ??= this.at(row.at + this.#grid));
  }

  /** Fen of `units` of the grid, and `more` ms: none, or a second. */
  fen(row: Row, units: number, more: number): number {
    const ms = units * this.#grid + more;
    const of = row.alike && ms < row.aloneMs ? row.alike : row;
    const kept = more === 0 ? of.whole : of.second;
    return (kept[units] ??= this.#prices.of(of.at, ms));
  }
}

/**
 * The shortest stay that costs more than two stays it is split into at a whole unit of the grid, split where that saves
 * most.
 */
export function findGain(space: LintSpace): Search {
  const known = entriesOf(space, space.hours * HOUR);
  const rows = new Map<Prices, Rows>();
  const visits = inputsOf(space.tariff).earlier;
  return search(space, 1, ({ prices, entry: { at }, nth, grid }) => {
    let of = rows.get(prices);
    if (!of) rows.set(prices, (of = new Rows(prices, known, grid)));
    const own = of.at(at);
    for (const [units, more] of [
      [nth, SECOND],
      [nth + 1, 0],
    ] as const) {
      const whole = of.fen(own, units, more);
      let [least, split, rest] = [whole, 0, own];
      for (let first = 1; first <= nth; first += 1) {
        rest = of.after(rest);
        const stay = { inAt: at, outAt: at + first * grid, fen: of.fen(own, first, 0) };
        const apart =
          stay.fen +
          (visits ? prices.of(rest.at, (units - first) * grid + more, stay) : of.fen(rest, units - first, more));
        if (apart < whole && apart <= least) [least, split] = [apart, first * grid];
      }
      if (split > 0)
        return [
          [at, units * grid + more],
          [at, split],
          [at + split, units * grid + more - split, visits ? prices.stay(at, split) : undefined],
        ];
    }
    return null;
  });
}
