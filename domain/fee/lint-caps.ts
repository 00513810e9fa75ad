/** Whether the caps of a tariff ever take anything. */
import { HOUR, MINUTE } from '../time/zone.ts';
import type { Scheme, Span, Step, Tariff } from './form.ts';
import { Prices, entriesOf, exampleOf } from './lint-space.ts';
import type { Circumstance, LintSpace } from './lint-space.ts';
import type { Finding } from './lint-types.ts';
import { feeWords, lengthWords } from './lint-words.ts';

/** Hours that are sure to hold two whole spans. */
function twoSpans(span: Span): number {
  if (span === 'week') return 15 * 24;
  if (span === 'month' || span === 'stay') return 63 * 24;
  if (typeof span === 'object' && 'at' in span) return 15 * 24;
  return typeof span === 'object' ? Math.min(63 * 24, (span.minutes * 2) / 60) : 2 * 24;
}

/** Stays this long hold few enough units for many of them to be priced. */
const MANY_ENTRIES_HOURS = 48;

/** What a stay costs after the cap and before it, whatever follows, which may hide what the cap takes. */
type Pair = { readonly circumstance: Circumstance; readonly capped: Prices; readonly free: Prices };
type Reached = { readonly pair: Pair; readonly at: number; readonly ms: number };

/** A refusal is neither. */
const isReached = ({ capped, free }: Pair, at: number, ms: number): boolean => capped.of(at, ms) < free.of(at, ms);

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
  pairs.reduce((sum, { capped, free }) => sum + capped.count + free.count, 0);

/** Looks for shorter stays than the best so far that the cap lowers, until `most` are priced. */
function look(
  {
    pairs,
    entries,
    longest,
    grid,
    most,
  }: { pairs: readonly Pair[]; entries: readonly number[]; longest: number; grid: number; most: number },
  before: Looked,
): Looked {
  let { best, dearest } = before;
  for (const pair of pairs) {
    for (const at of entries) {
      if (pricedBy(pairs) > most) return { best, dearest, all: false };
      const ms = best ? best.ms - grid : longest;
      if (ms > 0 && isReached(pair, at, ms)) best = { pair, at, ms: shortest(pair, at, ms, grid) };
      const fen = best ? 0 : pair.capped.of(at, longest);
      if (fen > (dearest ? dearest.pair.capped.of(dearest.at, longest) : -1)) dearest = { pair, at };
    }
  }
  return { best, dearest, all: true };
}

function capFinding(space: LintSpace, at: number, nth: number, step: Extract<Step, { cap: unknown }>): Finding {
  const { tariff } = space;
  const scheme = tariff.schemes[at]!;
  const [capped, free] = [upTo(tariff, scheme, nth + 1), upTo(tariff, scheme, nth)];
  const pairs = space.circumstances.map((circumstance): Pair => ({
    circumstance,
    capped: new Prices(capped, circumstance),
    free: new Prices(free, circumstance),
  }));
  const hours = twoSpans(step.per);
  const longest = Math.min(hours * HOUR, (scheme.maxStayMinutes ?? Number.POSITIVE_INFINITY) * MINUTE);
  const entries = [...entriesOf(space).values()];
  const grid = space.grid * MINUTE;
  const first = look(
    {
      pairs,
      entries: entries.flatMap((entry) => (entry.at === entry.alike ? [entry.at] : [])),
      longest,
      grid,
      most: space.most,
    },
    { best: null, dearest: null, all: true },
  );
  const most = hours > MANY_ENTRIES_HOURS ? 0 : space.most / (first.best ? 8 : 2);
  const { best, dearest, all } = look(
    { pairs, entries: entries.map(({ at: each }) => each), longest, grid, most: pricedBy(pairs) + most },
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
        zh: `停${length.zh}时封顶起作用：${feeWords(full).zh}降为${feeWords(less).zh}`,
        en: `The cap takes something from a stay of ${length.en}: ${feeWords(less).en} instead of ${feeWords(full).en}`,
      },
    };
  }
  const length = lengthWords(longest);
  const dear = dearest && new Prices(tariff, dearest.pair.circumstance).stay(dearest.at, longest);
  return {
    ...law,
    ok: all && space.whole && step.visits !== true ? false : 'unknown',
    ...(dear ? { counterExample: exampleOf(space, dearest!.pair.circumstance, [dear]) } : {}),
    words: {
      zh: `封顶从未起作用：${dear ? `停${length.zh}最多${feeWords(dear).zh}` : `已查停车${length.zh}以内`}`,
      en: `The cap never takes anything: ${dear ? `${length.en} cost at most ${feeWords(dear).en}` : `stays up to ${length.en} were searched`}`,
    },
  };
}

export function capFindings(space: LintSpace): Finding[] {
  return space.tariff.schemes.flatMap(({ after = [] }, at) =>
    after.flatMap((step, nth) => ('cap' in step ? [capFinding(space, at, nth, step)] : [])),
  );
}
