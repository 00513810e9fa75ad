/**
 * Sources that know their worth: how often a sensor, camera or collector misses a car, reports one that is not there,
 * and how late it is, from where they disagree. Nobody knows the truth; it is estimated together with the sources
 * (Dawid and Skene, 1979).
 */
import type { Instant } from './types.ts';

/** Reports of several sources on one berth at one time. */
export type Comparison = { readonly claims: readonly { readonly source: string; readonly occupied: boolean }[] };

/** Rates between 0 and 1. */
export type Worth = {
  readonly source: string;
  /** It reports free where a car is. */
  readonly missRate: number;
  /** It reports occupied where nothing is. */
  readonly ghostRate: number;
  /** Comparisons it took part in. */
  readonly checks: number;
  /** How many of them it probably had wrong: what repairs are ordered by. */
  readonly wrong: number;
};

/** A source is taken for so good before it is known: one error in a hundred, with the weight of ten comparisons. */
const PRIOR_ERROR = 0.01;
const PRIOR_WEIGHT = 10;
const ROUNDS = 12;

/** What each source is taken for, by its number. */
type Rates = { readonly miss: Float64Array; readonly ghost: Float64Array };
type Sums = {
  readonly occupied: Float64Array;
  readonly missed: Float64Array;
  readonly free: Float64Array;
  readonly ghosts: Float64Array;
};
type Numbered = readonly { readonly nth: number; readonly occupied: boolean }[];

/** Probability that a car stood there, by the rates of those who spoke. */
function probability(claims: Numbered, { miss, ghost }: Rates, occupancy: number): number {
  let occupied = occupancy;
  let free = 1 - occupancy;
  for (const claim of claims) {
    occupied *= claim.occupied ? 1 - miss[claim.nth]! : miss[claim.nth]!;
    free *= claim.occupied ? ghost[claim.nth]! : 1 - ghost[claim.nth]!;
  }
  return occupied + free === 0 ? occupancy : occupied / (occupied + free);
}

const estimated = (wrong: number, of: number): number => (wrong + PRIOR_ERROR * PRIOR_WEIGHT) / (of + PRIOR_WEIGHT);

/** One round: what each source had right and wrong if the present rates hold, and the share of occupied berths. */
function weighed(comparisons: readonly Numbered[], rates: Rates, occupancy: number): { sums: Sums; occupancy: number } {
  const zeros = (): Float64Array => new Float64Array(rates.miss.length);
  const sums: Sums = { occupied: zeros(), missed: zeros(), free: zeros(), ghosts: zeros() };
  let all = 0;
  for (const claims of comparisons) {
    const occupied = probability(claims, rates, occupancy);
    all += occupied;
    for (const claim of claims) {
      sums.occupied[claim.nth]! += occupied;
      sums.free[claim.nth]! += 1 - occupied;
      if (claim.occupied) sums.ghosts[claim.nth]! += 1 - occupied;
      else sums.missed[claim.nth]! += occupied;
    }
  }
  // Never quite sure that all berths are occupied, or none: no claim could change that any more.
  return { sums, occupancy: Math.min(0.99, Math.max(0.01, all / comparisons.length)) };
}

/**
 * The worth of every source that was compared, the worst first. A comparison of one source alone proves nothing and is
 * left out.
 */
export function worthOf(comparisons: readonly Comparison[]): Worth[] {
  const several = comparisons.filter(({ claims }) => claims.length > 1);
  if (several.length === 0) return [];
  const sources = [...new Set(several.flatMap(({ claims }) => claims.map(({ source }) => source)))];
  const numbers = new Map(sources.map((source, nth) => [source, nth]));
  const numbered = several.map(({ claims }) =>
    claims.map(({ source, occupied }) => ({ nth: numbers.get(source)!, occupied })),
  );
  const first = new Float64Array(sources.length).fill(PRIOR_ERROR);
  let rates: Rates = { miss: first, ghost: first };
  let round = weighed(numbered, rates, 0.5);
  for (let nth = 1; nth < ROUNDS; nth += 1) {
    const { missed, occupied, ghosts, free } = round.sums;
    rates = {
      miss: missed.map((wrong, source) => estimated(wrong, occupied[source]!)),
      ghost: ghosts.map((wrong, source) => estimated(wrong, free[source]!)),
    };
    round = weighed(numbered, rates, round.occupancy);
  }
  const { missed, occupied, ghosts, free } = round.sums;
  return sources
    .map((source, nth): Worth => ({
      source,
      missRate: estimated(missed[nth]!, occupied[nth]!),
      ghostRate: estimated(ghosts[nth]!, free[nth]!),
      checks: Math.round(occupied[nth]! + free[nth]!),
      wrong: missed[nth]! + ghosts[nth]!,
    }))
    .sort((a, b) => errorRate(b) - errorRate(a) || (a.source < b.source ? -1 : 1));
}

/** Share of its claims that are wrong, held towards that of a usual source while it was compared little. */
export const errorRate = ({ wrong, checks }: Worth): number => estimated(wrong, checks);

/**
 * How late each source is against the best time of a change, in seconds: the median, which a few wild ones do not move.
 */
export function delaysOf(
  changes: readonly {
    readonly best: Instant;
    readonly reports: readonly { readonly source: string; readonly at: Instant }[];
  }[],
): Map<string, number> {
  const delays = new Map<string, number[]>();
  for (const { best, reports } of changes)
    for (const { source, at } of reports) delays.set(source, [...(delays.get(source) ?? []), (at - best) / 1000]);
  return new Map([...delays].map(([source, list]) => [source, median(list)]));
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** What a source that misses cars costs in a day, in fen: cars it does not report are read by chance or not at all. */
export const leakFenPerDay = ({ missRate }: Worth, staysPerDay: number, meanFen: number): number =>
  Math.round(missRate * staysPerDay * meanFen);
