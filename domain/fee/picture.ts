/**
 * What a rule looks like: its price against the length of a stay, what holds at which time of which day, and two rules
 * side by side.
 */
import type { Fen } from '../money/fen.ts';
import type { Day } from '../time/day.ts';
import { DAY, MINUTE, SECOND, wallAt } from '../time/zone.ts';
import { DayPlans } from './day-plan.ts';
import type { Stretch } from './day-plan.ts';
import type { DayKind, Meter, Rung, Scheme, Tariff } from './form.ts';
import { growsByForm } from './lint-form.ts';
import { lintSpace } from './lint-space.ts';
import { price, wholeSecond } from './price.ts';
import { asTariff } from './simple.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule, Stay } from './types.ts';
import type { Words } from './words.ts';

const tariffOf = (rule: FeeRule): Tariff => (rule.form === 1 ? asTariff(rule) : rule);

type PictureRequest = { readonly rule: FeeRule; readonly stay: Omit<Stay, 'outAt'>; readonly context: FeeContext };

/** Fen of a stay of so many ms, null where it is refused. */
function feeAt({ rule, stay, context }: PictureRequest, ms: number): Fen | null {
  const priced = price(rule, { ...stay, outAt: stay.inAt + ms }, context);
  return isFeeRefusal(priced) ? null : priced.totalFen;
}

/** From a length of `ms` (whole seconds) on, to the next step, a stay costs `fen`; null: it has no price. */
export type PriceStep = { readonly ms: number; readonly fen: Fen | null };

/** Adds the steps after `low` up to `high`, whose prices are given. */
function between(request: PictureRequest, grows: boolean, low: PriceStep, high: PriceStep, steps: PriceStep[]): void {
  const short = high.ms - low.ms <= MINUTE;
  if (low.fen === high.fen && (short || (grows && low.fen !== null))) return;
  if (high.ms - low.ms <= SECOND) {
    steps.push(high);
    return;
  }
  const unit = short ? SECOND : MINUTE;
  const ms = low.ms + Math.max(unit, Math.floor((high.ms - low.ms) / 2 / unit) * unit);
  const middle = { ms, fen: feeAt(request, ms) };
  between(request, grows, low, middle, steps);
  between(request, grows, middle, high, steps);
}

/**
 * The price of a stay from an entry, by its length up to `longestMs`: every length at which it changes, to the second.
 * Exact for entries at a whole minute; from others only a change that is taken back within the same minute would be
 * missed.
 */
export function priceSteps(
  rule: FeeRule,
  stay: Omit<Stay, 'outAt'>,
  longestMs: number,
  context: FeeContext,
): PriceStep[] {
  const request: PictureRequest = { rule, stay: { ...stay, inAt: wholeSecond(stay.inAt) }, context };
  const grows = growsByForm(tariffOf(rule));
  const last = Math.floor(longestMs / SECOND) * SECOND;
  const steps: PriceStep[] = [{ ms: 0, fen: feeAt(request, 0) }];
  // Prices change at whole minutes or the second after: so each minute is priced at both its ends.
  for (let from = 0; from < last; from += DAY) {
    const to = Math.min(last, from + DAY);
    const [begin, after, end] = [from, from + SECOND, to].map((ms) => ({ ms, fen: feeAt(request, ms) })) as [
      PriceStep,
      PriceStep,
      PriceStep,
    ];
    between(request, grows, begin, after, steps);
    between(request, grows, after, end, steps);
  }
  return steps;
}

// ---------------------------------------------------------------- the bands of a day

export type BandRung = Omit<Rung, 'fen'> & {
  /** Of a unit, of `perMinutes` or of the whole rung; null where the tariff does not say. */ readonly fen: Fen | null;
};

/** Minutes of the day's wall clock, 0..1440. */
export type Band = {
  readonly from: number;
  readonly to: number;
  /** null: no meter counts. */ readonly meter: string | null;
  readonly label: Words | null;
  readonly ladder: readonly BandRung[];
};

/**
 * Days that are alike: the first of them, how many there are in the year that is looked through, and what they all are.
 */
export type DayBands = {
  readonly day: Day;
  readonly days: number;
  readonly kinds: readonly DayKind[];
  readonly bands: readonly Band[];
};

export type SchemeBands = { readonly label: Words | null; readonly days: readonly DayBands[] };

type BandContext = FeeContext & {
  readonly carKind?: string;
  readonly area?: string;
  /** The year that begins here is looked through. */ readonly firstDay?: Day;
};

/** The price of a rung on a day: what it costs alone at noon. */
function rungOn(
  { seasons }: Tariff,
  { fen, ...rung }: Rung,
  noon: number,
  { carKind, ...context }: BandContext,
): BandRung {
  const alone: Tariff = {
    form: 2,
    ...(seasons ? { seasons } : {}),
    schemes: [{ meters: [{ id: 'rung', again: 'stay', edge: 'ends', ladder: [{ fen }] }] }],
  };
  const priced = price(
    alone,
    { inAt: noon, outAt: noon + SECOND, ...(carKind === undefined ? {} : { carKind }) },
    context,
  );
  return { ...rung, fen: isFeeRefusal(priced) ? null : priced.totalFen };
}

function bandsOf(
  tariff: Tariff,
  meters: readonly Meter[],
  plan: readonly Stretch[],
  date: number,
  noon: number,
  context: BandContext,
): Band[] {
  const minuteOf = (at: number): number => Math.round((wallAt(at, context.zone) - date * DAY) / MINUTE);
  return plan.map(({ from, to, meter }): Band => {
    const own = meters[meter];
    return {
      from: minuteOf(from),
      to: minuteOf(to),
      meter: own?.id ?? null,
      label: own?.label ?? null,
      ladder: own ? own.ladder.map((rung) => rungOn(tariff, rung, noon, context)) : [],
    };
  });
}

function schemeBands(tariff: Tariff, scheme: Scheme, context: BandContext): SchemeBands {
  const { days, dates, year } = lintSpace(
    tariff,
    context,
    context.firstDay === undefined ? {} : { firstDay: context.firstDay },
  );
  const plans = new DayPlans(days, scheme.meters);
  const alike = new Map<string, { day: Day; days: number; kinds: readonly DayKind[]; bands: readonly Band[] }>();
  for (const date of dates) {
    const bands = bandsOf(
      tariff,
      scheme.meters,
      plans.of(date, context.area ?? tariff.entryArea ?? ''),
      date,
      days.instant(date, 720),
      context,
    );
    const [sign, kinds, count] = [JSON.stringify(bands), [...days.kinds(date)], year.get(date) ?? 1];
    const known = alike.get(sign);
    if (known) {
      known.days += count;
      known.kinds = known.kinds.filter((kind) => kinds.includes(kind));
    } else alike.set(sign, { day: new Date(date * DAY).toISOString().slice(0, 10), days: count, kinds, bands });
  }
  return { label: scheme.label ?? null, days: [...alike.values()] };
}

/** For each scheme the days that differ, and which meter counts when, at what price. */
export function dayBands(rule: FeeRule, context: BandContext): SchemeBands[] {
  const tariff = tariffOf(rule);
  return tariff.schemes.map((scheme) => schemeBands(tariff, scheme, context));
}

// ---------------------------------------------------------------- side by side

/** From a length on both prices hold, `first` by the one rule and `second` by the other. */
export type PairStep = { readonly ms: number; readonly first: Fen | null; readonly second: Fen | null };

export type Comparison = {
  readonly steps: readonly PairStep[];
  /** Lengths [from, to) at which the prices differ, and by how much the second is dearer at most. */
  readonly differences: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly leastFen: Fen | null;
    readonly mostFen: Fen | null;
  }[];
};

/** Two rules for the same entry: all lengths at which either price changes, and where they differ. */
export function compareRules(
  first: FeeRule,
  second: FeeRule,
  stay: Omit<Stay, 'outAt'>,
  longestMs: number,
  context: FeeContext,
): Comparison {
  const [one, two] = [priceSteps(first, stay, longestMs, context), priceSteps(second, stay, longestMs, context)];
  const steps: PairStep[] = [];
  for (let [a, b] = [0, 0]; a < one.length || b < two.length;) {
    const ms = Math.min(one[a]?.ms ?? Number.POSITIVE_INFINITY, two[b]?.ms ?? Number.POSITIVE_INFINITY);
    if (one[a]?.ms === ms) a += 1;
    if (two[b]?.ms === ms) b += 1;
    steps.push({ ms, first: one[a - 1]!.fen, second: two[b - 1]!.fen });
  }
  const differences: { fromMs: number; toMs: number; leastFen: Fen | null; mostFen: Fen | null }[] = [];
  for (const [nth, { ms, first: before, second: after }] of steps.entries()) {
    const toMs = steps[nth + 1]?.ms ?? longestMs;
    if (before === after || toMs <= ms) continue;
    const by = before === null || after === null ? null : after - before;
    const last = differences.at(-1);
    if (last && last.toMs === ms && (by === null) === (last.leastFen === null)) {
      last.toMs = toMs;
      if (by !== null) [last.leastFen, last.mostFen] = [Math.min(last.leastFen!, by), Math.max(last.mostFen!, by)];
    } else differences.push({ fromMs: ms, toMs, leastFen: by, mostFen: by });
  }
  return { steps, differences };
}
