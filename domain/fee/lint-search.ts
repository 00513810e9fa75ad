/** Looks for stays that break a law, the shortest first. */
import { HOUR, MINUTE, SECOND } from '../time/zone.ts';
import type { LintExample } from './lint-types.ts';
import { Prices, entriesOf, exampleOf } from './lint-space.ts';
import type { Circumstance, Entry, LintSpace } from './lint-space.ts';

export type Search = { readonly found?: LintExample; /** Nothing was left out up to the longest stay. */ readonly all: boolean; readonly stays: number; readonly hours: number; /** Hours up to which entries off the grid were looked at, too. */ readonly offGrid?: number };

/** What one step of a search asks: stays from an entry, of `nth` units of the grid and perhaps a second. */
type Step = { readonly prices: Prices; readonly entry: Entry; readonly nth: number; readonly grid: number };
type Found = readonly [at: number, ms: number][] | null;

/** By length, then by entry; an entry whose stay lies within one stretch stands for all of that stretch. */
function walk(space: LintSpace, more: number, test: (step: Step) => Found): Search {
  const grid = space.grid * MINUTE;
  const entries = [...entriesOf(space).values()];
  const tried = space.circumstances.map((circumstance): { circumstance: Circumstance; prices: Prices } => ({ circumstance, prices: new Prices(space.tariff, circumstance) }));
  const stays = (): number => tried.reduce((sum, { prices }) => sum + prices.count, 0);
  const last = Math.floor((space.hours * HOUR) / grid);
  for (let nth = 0; nth < last; nth += 1) {
    for (const { circumstance, prices } of tried) {
      for (const entry of entries) {
        if (entry.at !== entry.alike && (nth + more) * grid < entry.aloneMs) continue;
        const found = test({ prices, entry, nth, grid });
        if (!found) continue;
        const [first, ...others] = found.map(([at, ms]) => prices.stay(at, ms));
        return { found: exampleOf(space, circumstance, [first!, ...others]), all: false, stays: stays(), hours: ((nth + 1) * grid) / HOUR };
      }
      if (stays() > space.most) return { all: false, stays: stays(), hours: (nth * grid) / HOUR };
    }
  }
  return { all: space.whole, stays: stays(), hours: space.hours };
}

/** The shortest stay that costs less than a shorter one from the same entry. */
export function findCheaper(space: LintSpace): Search {
  return walk(space, 1, ({ prices, entry: { at }, nth, grid }) => {
    const ends = [nth * grid, nth * grid + SECOND, (nth + 1) * grid];
    for (const [before, ms] of [[ends[0]!, ends[1]!], [ends[1]!, ends[2]!]] as const) {
      if (prices.of(at, ms) < prices.of(at, before)) return [[at, ms], [at, before]];
    }
    return null;
  });
}

/** The shortest stay that costs more than two stays it is split into at a whole unit of the grid, split where that saves most. */
export function findGain(space: LintSpace): Search {
  const known = entriesOf(space, space.hours * HOUR);
  const of = (prices: Prices, at: number, ms: number): number => {
    const entry = known.get(at);
    return prices.of(entry && ms < entry.aloneMs ? entry.alike : at, ms);
  };
  return walk(space, 1, ({ prices, entry: { at }, nth, grid }) => {
    for (const ms of [nth * grid + SECOND, (nth + 1) * grid]) {
      const whole = of(prices, at, ms);
      let [least, split] = [whole, 0];
      for (let first = grid; first < ms; first += grid) {
        const apart = of(prices, at, first) + of(prices, at + first, ms - first);
        if (apart < whole && apart <= least) [least, split] = [apart, first];
      }
      if (split > 0) return [[at, ms], [at, split], [at + split, ms - split]];
    }
    return null;
  });
}
