/** What holds at the very second at which something of a tariff changes. */
import { DAY, HOUR, MINUTE, SECOND, wallAt } from '../time/zone.ts';
import { Prices, entriesOf, exampleOf } from './lint-space.ts';
import type { Circumstance } from './lint-circumstances.ts';
import type { LintSpace } from './lint-space.ts';
import type { Finding, LintStay } from './lint-types.ts';
import { clockWords, feeWords, lengthWords } from './lint-words.ts';
import type { Words } from './words.ts';

/** A first change later than this is not looked for. */
const LONGEST = 24 * HOUR;

type Edge = {
  readonly name: Words;
  /** Alike where amounts are, too. */ readonly sign: string;
  /** The stays a second before, at and a second after the edge. */ readonly stays: readonly [
    LintStay,
    LintStay,
    LintStay,
  ];
};

function around(prices: Prices, at: number, ms: number): Edge['stays'] {
  return [prices.stay(at, Math.max(0, ms - SECOND)), prices.stay(at, ms), prices.stay(at, ms + SECOND)];
}

/**
 * The first two lengths at which the price of an entry changes: where free time ends, and where the first unit does.
 */
function firstChanges(space: LintSpace, prices: Prices, at: number): number[] {
  const [grid, found] = [space.grid * MINUTE, [] as number[]];
  for (let ms = 0; ms <= LONGEST && found.length < 2; ms += grid) {
    const [before, exact, after] = [
      prices.of(at, Math.max(0, ms - SECOND)),
      prices.of(at, ms),
      prices.of(at, ms + SECOND),
    ];
    if (!Object.is(before, exact) || !Object.is(exact, after)) found.push(ms);
  }
  return found;
}

function lengthEdges(space: LintSpace, prices: Prices, entries: readonly number[]): Edge[] {
  return entries.flatMap((at) =>
    firstChanges(space, prices, at).map((ms): Edge => {
      const [length, wall] = [lengthWords(ms), wallAt(at, space.days.zone)];
      const entry = clockWords(Math.floor((wall % DAY) / MINUTE));
      return {
        name: { zh: `${entry}进场停满${length.zh}`, en: `coming in at ${entry} for ${length.en}` },
        sign: `stay ${ms}`,
        stays: around(prices, at, ms),
      };
    }),
  );
}

const amounts = (stays: Edge['stays']): string => stays.map(({ fen }) => fen).join();

/** Leaving and coming in at the edges of the day, an hour from them, where it is the edge that makes the difference. */
function clockEdges({ days, dates, clocks, grid }: LintSpace, prices: Prices): Edge[] {
  const [hour, unit] = [Math.max(HOUR, grid * MINUTE), grid * MINUTE];
  return dates
    .flatMap((date) =>
      clocks.flatMap((clock): Edge[] => {
        const at = days.instant(date, clock);
        const [leaving, before] = [around(prices, at - hour, hour), around(prices, at - hour - unit, hour)];
        const stay = (by: number) => prices.stay(at + by, hour);
        const coming: Edge['stays'] = [stay(-SECOND), stay(0), stay(SECOND)];
        const name = clockWords(clock);
        const edges: Edge[] = [];
        if (amounts(leaving) !== amounts(before))
          edges.push({ name: { zh: `${name}出场`, en: `leaving at ${name}` }, sign: `leave ${name}`, stays: leaving });
        return [
          ...edges,
          { name: { zh: `${name}进场`, en: `coming in at ${name}` }, sign: `enter ${name}`, stays: coming },
        ];
      }),
    )
    .filter(({ stays }) => stays.some(({ fen }) => fen !== stays[0].fen));
}

/** The circumstances an edge was checked for, where the tariff depends on them. */
function circumstanceWords({ carKind, values, area }: Circumstance): string {
  const parts = [
    ...(carKind === '' ? [] : [carKind]),
    ...Object.entries(values).map(([name, value]) => `${name} = ${value}`),
    ...(area === '' ? [] : [area]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function edgeFinding(space: LintSpace, circumstance: Circumstance, { name, stays }: Edge): Finding {
  const [before, exact, after] = stays;
  const [stayTexts, who] = [stays.map((stay) => feeWords(stay, space.tariff)), circumstanceWords(circumstance)];
  const gap = exact.fen === null && (before.fen !== null || after.fen !== null);
  const example = exampleOf(space, circumstance, [exact, before, after]);
  return {
    law: 'edge-decided',
    where: '',
    ok: !gap,
    severity: 'error',
    searched: { by: 'search', stays: 3 },
    ...(gap ? { counterExample: example } : { example }),
    words: {
      zh: `${name.zh}${who}：早一秒${stayTexts[0]!.zh}，恰好${stayTexts[1]!.zh}，晚一秒${stayTexts[2]!.zh}`,
      en: `${name.en}${who}: a second earlier ${stayTexts[0]!.en}, exactly then ${stayTexts[1]!.en}, a second later ${stayTexts[2]!.en}`,
    },
  };
}

/** Entries of the first days that are unlike each other: one for each stretch of the day. */
function someEntries(space: LintSpace): number[] {
  const last = space.days.instant(space.dates[0]!, 0) + 7 * DAY;
  return [...entriesOf(space).values()].filter(({ at, alike }) => at === alike && at < last).map(({ at }) => at);
}

export function edgeFindings(space: LintSpace): Finding[] {
  const entries = someEntries(space);
  const reported = new Set<string>();
  return space.circumstances.flatMap((circumstance) => {
    const prices = new Prices(space.tariff, circumstance);
    if (entries.every((at) => Number.isNaN(prices.of(at, space.grid * MINUTE)))) return [];
    return [...lengthEdges(space, prices, entries), ...clockEdges(space, prices)].flatMap((edge) => {
      const sign = `${edge.sign} ${amounts(edge.stays)}`;
      if (reported.has(sign)) return [];
      reported.add(sign);
      return [edgeFinding(space, circumstance, edge)];
    });
  });
}
