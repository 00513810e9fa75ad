/** Whether the caps of a tariff ever take anything. */
import { HOUR, MINUTE } from '../time/zone.ts';
import type { Chosen, Scheme, Span, Step, Tariff } from './form.ts';
import { Prices, endingLengths, entriesOf, exampleOf } from './lint-space.ts';
import type { Circumstance } from './lint-circumstances.ts';
import type { LintSpace } from './lint-space.ts';
import type { Finding } from './lint-types.ts';
import { feeWords, lengthWords } from './lint-words.ts';
import type { Words } from './words.ts';

const MOST_HOURS = 63 * 24;

/** The how manieth span a choice names at most; 1 where it names none. */
function lastNth(chosen: Chosen<number>): number {
  if (typeof chosen === 'number') return 1;
  const own = chosen.by === 'nth' ? Object.keys(chosen.of).map(Number) : [1];
  const nested = [...Object.values(chosen.of), ...(chosen.else === undefined ? [] : [chosen.else])].map(lastNth);
  return Math.max(...own, ...nested);
}

/** Hours that are sure to hold so many whole spans, or as many of them as are looked at. */
function hoursOf(span: Span, spans: number): number {
  if (span === 'month' || span === 'stay') return MOST_HOURS;
  const one =
    span === 'week' || (typeof span === 'object' && 'at' in span)
      ? 7.5 * 24
      : typeof span === 'object'
        ? span.minutes / 60
        : 24;
  return Math.min(MOST_HOURS, spans * one);
}

/** Stays this long hold few enough units for many of them to be priced. */
const MANY_ENTRIES_HOURS = 48;

/**
 * What a stay costs after the cap and before it, whatever follows, which may hide what the cap takes; and by the whole
 * tariff, whose scheme may be another.
 */
type Pair = {
  readonly circumstance: Circumstance;
  readonly scheme: number;
  readonly capped: Prices;
  readonly free: Prices;
  /** Null where there is one scheme alone. */ readonly whole: Prices | null;
};
type Reached = { readonly pair: Pair; readonly at: number; readonly ms: number };

const chosen = ({ whole, scheme }: Pair, at: number, ms: number): boolean =>
  whole === null || whole.schemeOf(at, ms) === scheme;

/** Whether the cap takes something from a stay that its scheme prices. A refusal is neither. */
const isReached = (pair: Pair, at: number, ms: number): boolean =>
  pair.capped.of(at, ms) < pair.free.of(at, ms) && chosen(pair, at, ms);

/** The shortest stay from an entry that the cap lowers, given that it lowers the longest. */
function shortest(pair: Pair, at: number, longest: number, grid: number): number {
  let [no, yes] = [0, Math.ceil(longest / grid)];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (isReached(pair, at, middle * grid)) yes = middle;
    else no = middle;
  }
  return yes * grid;
}

/** The one scheme, with only the first so many of its steps. */
const upTo = (tariff: Tariff, { after = [], ...scheme }: Scheme, steps: number): Tariff => ({
  ...tariff,
  choose: 'first',
  schemes: [{ ...scheme, after: after.slice(0, steps) }],
});

type Looked = { best: Reached | null; dearest: { readonly pair: Pair; readonly at: number } | null; all: boolean };

const pricedBy = (pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { capped, free, whole }) => sum + capped.count + free.count + (whole?.count ?? 0), 0);

/** Searches for shorter stays than the best so far that the cap lowers, until `most` are priced. */
function look(
  {
    pairs,
    entries,
    lengths,
    grid,
    most,
  }: {
    pairs: readonly Pair[];
    entries: readonly number[];
    /** Those to be looked at, from an entry on, the longest first. */ lengths: (at: number) => readonly number[];
    grid: number;
    most: number;
  },
  before: Looked,
): Looked {
  let { best, dearest } = before;
  for (const pair of pairs) {
    for (const at of entries) {
      if (pricedBy(pairs) > most) return { best, dearest, all: false };
      const all = lengths(at);
      for (const length of all) {
        const ms = best ? Math.min(length, best.ms - grid) : length;
        if (ms > 0 && isReached(pair, at, ms)) best = { pair, at, ms: shortest(pair, at, ms, grid) };
      }
      const longest = all[0]!;
      const fen = best || !chosen(pair, at, longest) ? 0 : pair.capped.of(at, longest);
      if (fen > (dearest ? dearest.pair.capped.of(dearest.at, longest) : 0)) dearest = { pair, at };
    }
  }
  return { best, dearest, all: true };
}

/** The longest stay in ms that is looked at: one that holds enough spans of the cap, and that the scheme may price. */
function longestOf({ maxStayMinutes, when = [] }: Scheme, { cap, per }: Extract<Step, { cap: unknown }>): number {
  const limits = [maxStayMinutes, ...when.map((each) => each.stayAtMostMinutes)];
  const hours = hoursOf(per, Math.max(2, lastNth(cap) + 1));
  return Math.min(hours * HOUR, ...limits.map((minutes) => (minutes ?? Number.POSITIVE_INFINITY) * MINUTE));
}

function capFinding(space: LintSpace, at: number, nth: number, step: Extract<Step, { cap: unknown }>): Finding {
  const { tariff } = space;
  const scheme = tariff.schemes[at]!;
  const [capped, free] = [upTo(tariff, scheme, nth + 1), upTo(tariff, scheme, nth)];
  const alone = tariff.schemes.length === 1;
  const pairs = space.circumstances.map((circumstance): Pair => ({
    circumstance,
    scheme: at,
    whole: alone ? null : new Prices(tariff, circumstance),
    capped: new Prices(capped, circumstance),
    free: new Prices(free, circumstance),
  }));
  const longest = longestOf(scheme, step);
  const entries = [...entriesOf(space).values()];
  // Where the length or the end of the stay matters, the scheme may not price the longest stay.
  const ending = tariff.schemes.some(({ when = [] }) => when.some((each) => each.exit ?? each.stayAtMostMinutes));
  const lengths = (entry: number): number[] => [
    longest,
    ...(ending
      ? endingLengths(tariff.schemes, space, entry)
          .filter((ms) => ms < longest)
          .sort((a, b) => b - a)
      : []),
  ];
  const grid = space.grid * MINUTE;
  const first = look(
    {
      pairs,
      entries: entries.flatMap((entry) => (entry.at === entry.alike ? [entry.at] : [])),
      lengths,
      grid,
      most: space.most,
    },
    { best: null, dearest: null, all: true },
  );
  const most = longest > MANY_ENTRIES_HOURS * HOUR ? 0 : space.most / (first.best ? 8 : 2);
  const { best, dearest, all } = look(
    { pairs, entries: entries.map(({ at: each }) => each), lengths, grid, most: pricedBy(pairs) + most },
    first,
  );
  const stays = pricedBy(pairs);
  const law = {
    law: 'cap-reached',
    where: `schemes[${at}].after[${nth}]`,
    severity: 'warning',
    searched: { by: 'search', stays, hours: longest / HOUR },
  } as const;
  if (best) {
    const { pair, at: inAt, ms } = best;
    const [less, full, length] = [pair.capped.stay(inAt, ms), pair.free.stay(inAt, ms), lengthWords(ms)];
    return {
      ...law,
      ok: true,
      example: exampleOf(space, pair.circumstance, [new Prices(tariff, pair.circumstance).stay(inAt, ms)]),
      words: {
        zh: `停${length.zh}时封顶起作用：${feeWords(full, tariff).zh}降为${feeWords(less, tariff).zh}`,
        en: `The cap takes something from a stay of ${length.en}: ${feeWords(less, tariff).en} instead of ${feeWords(full, tariff).en}`,
      },
    };
  }
  const dear = dearest && new Prices(tariff, dearest.pair.circumstance).stay(dearest.at, longest);
  const never = all && space.whole && !ending && step.visits !== true && longest < MOST_HOURS * HOUR;
  return {
    ...law,
    ok: never ? false : 'unknown',
    ...(dear ? { counterExample: exampleOf(space, dearest!.pair.circumstance, [dear]) } : {}),
    words: untouched(never, lengthWords(longest), dear && feeWords(dear, tariff)),
  };
}

/** The finding for a cap that no stay was found to reach: that it is never reached only where that is certain. */
function untouched(never: boolean, length: Words, most: Words | null): Words {
  const [zh, en] = most
    ? [`停${length.zh}最多${most.zh}`, `${length.en} cost at most ${most.en}`]
    : [`已查停车${length.zh}以内`, `stays up to ${length.en} were searched`];
  return never
    ? { zh: `封顶从未起作用：${zh}`, en: `The cap never takes anything: ${en}` }
    : {
        zh: `没有找到封顶起作用的停车（未查尽）：${zh}`,
        en: `No stay was found that the cap takes anything from (not all was searched): ${en}`,
      };
}

export function capFindings(space: LintSpace): Finding[] {
  return space.tariff.schemes.flatMap(({ after = [] }, at) =>
    after.flatMap((step, nth) => ('cap' in step ? [capFinding(space, at, nth, step)] : [])),
  );
}
