/**
 * The stays a check of a tariff covers: its circumstances, kinds of days and the entries of a day, and what they cost.
 */
import { addDays } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import { DAY, MINUTE, offsetAt } from '../time/zone.ts';
import { Days } from './day-plan.ts';
import type { Holidays } from './day-plan.ts';
import type { Scheme, Tariff } from './form.ts';
import { tariffInputsOf, usesCalendar, circumstances } from './lint-circumstances.ts';
import type { TariffInputs, Circumstance } from './lint-circumstances.ts';
import { usesRunningMinutes } from './lint-form.ts';
import type { LintContext, LintExample, LintOptions, LintStay } from './lint-types.ts';
import { price } from './price.ts';
import { priceByScheme } from './tariff.ts';
import { isFeeRefusal } from './types.ts';

const YEAR_DAYS = 366;
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * One day for each kind there is in the year: they differ in what the tariff makes of them, of the day before or of the
 * day after.
 */
function datesOf(
  inputs: TariffInputs,
  tariff: Tariff,
  days: Days,
  first: Day,
): { year: Map<number, number>; turning: boolean } {
  const start = Math.floor(Date.parse(`${first}T00:00:00Z`) / DAY);
  const turns = (day: number): boolean =>
    offsetAt(days.instant(day, 0), days.zone) !== offsetAt(days.instant(day + 1, 0), days.zone);
  const season = (day: number): string =>
    (tariff.seasons ?? []).map((each) => days.seasonOf([{ ...each, windows: [{}] }], days.instant(day, 720))).join();
  const month = (day: number): string => (inputs.months ? new Date(day * DAY).toISOString().slice(5, 7) : '');
  const signs = Array.from({ length: YEAR_DAYS + 2 }, (_, nth): string => {
    const day = start - 1 + nth;
    return `${[...days.kinds(day)].filter((kind) => inputs.kinds.has(kind)).join()} ${season(day)} ${month(day)}${turns(day) ? ' turns' : ''}`;
  });
  const firsts = new Map<string, number>();
  const year = new Map<number, number>();
  for (let nth = 1; nth <= YEAR_DAYS; nth += 1) {
    const sign = signs.slice(nth - 1, nth + 2).join('|');
    const date = firsts.get(sign) ?? start - 1 + nth;
    firsts.set(sign, date);
    year.set(date, (year.get(date) ?? 0) + 1);
  }
  return { year, turning: signs.some((sign) => sign.endsWith('turns')) };
}

export type LintSpace = {
  readonly tariff: Tariff;
  readonly days: Days;
  readonly calendar: Holidays;
  /** The calendar was made up for the check, so that examples must name it. */
  readonly made: boolean;
  readonly circumstances: readonly Circumstance[];
  /** These, and those that have no price. */
  readonly all: readonly Circumstance[];
  /** Whether these are all the circumstances the tariff can ask for. */
  readonly whole: boolean;
  /** Those that have no price at any time; nothing else is computed for them. */
  readonly unpriced: readonly Circumstance[];
  /** Days since 1970, one of each kind. */
  readonly dates: readonly number[];
  /** How many days of the year each of them stands for. */
  readonly year: ReadonlyMap<number, number>;
  /**
   * Minutes that all lengths and clock times of the tariff are multiples of: from an entry on the grid prices change on
   * the grid only.
   */
  readonly grid: number;
  readonly hours: number;
  /** Most stays one search prices. */
  readonly most: number;
  /** Minutes of the day at which something of the tariff changes. */
  readonly clocks: readonly number[];
};

/** The calendar of the lot, or one made up where the tariff depends on calendar days. */
function calendarFor(
  inputs: TariffInputs,
  { calendar }: LintContext,
  firstDay: Day,
): { readonly calendar: Holidays; readonly made: boolean } {
  if (calendar !== undefined) return { calendar, made: false };
  const made = usesCalendar(inputs);
  if (!made) return { calendar: {}, made };
  return {
    made,
    calendar: {
      holidays: [addDays(firstDay, 2)],
      workdays: [addDays(firstDay, 6)],
      ...(inputs.kinds.has('event') ? { eventDays: [addDays(firstDay, 3)] } : {}),
    },
  };
}

/** Whether all that is known of `one` is known of `other`, and more. */
const knowsMore = (one: Circumstance, other: Circumstance): boolean =>
  one !== other &&
  one.area === other.area &&
  (one.carKind === '' || one.carKind === other.carKind) &&
  Object.entries(one.values).every(([name, value]) => other.values[name] === value);

/** Those of the circumstances that have no price: at no time, or not where more is known and there is one. */
function unpricedOf(tariff: Tariff, space: LintSpace): Set<Circumstance> {
  const entries = [...entriesOf(space).values()].filter(({ at, alike }) => at === alike);
  const length = Math.min(DAY, ...tariff.schemes.map(({ maxStayMinutes }) => (maxStayMinutes ?? 1440) * MINUTE));
  const refused = new Map(
    space.all.map((circumstance) => {
      const prices = new Prices(tariff, circumstance);
      return [circumstance, entries.flatMap(({ at }) => [MINUTE, length].map((ms) => Number.isNaN(prices.of(at, ms))))];
    }),
  );
  return new Set(
    space.all.filter((circumstance) => {
      const own = refused.get(circumstance)!;
      if (own.every(Boolean)) return true;
      if (!own.some(Boolean)) return false;
      const more = space.all.filter((other) => knowsMore(circumstance, other));
      return more.some((other) => refused.get(other)!.some((no, nth) => !no && own[nth]));
    }),
  );
}

/** What a check of the tariff covers: what may be known, one day of each kind, and the entries of a day. */
export function lintSpace(
  tariff: Tariff,
  context: LintContext,
  { firstDay = '2026-03-02', hours = 25, stays = 25_000 }: LintOptions,
): LintSpace {
  const inputs = tariffInputsOf(tariff);
  const { calendar, made } = calendarFor(inputs, context, firstDay);
  const days = new Days(context.zone, calendar);
  const { year, turning } = datesOf(inputs, tariff, days, firstDay);
  const { all, whole } = circumstances(tariff, inputs, context, calendar);
  const space: LintSpace = {
    tariff,
    days,
    calendar,
    made,
    circumstances: all,
    all,
    unpriced: [],
    whole: whole && !usesRunningMinutes(tariff),
    dates: [...year.keys()],
    year,
    hours,
    most: stays,
    grid: [...inputs.minutes, ...[...inputs.clocks].map(Math.floor), ...(turning ? [30] : [])].reduce(gcd, 1440),
    clocks: [...new Set([...inputs.clocks].map((clock) => clock % 1440))].sort((a, b) => a - b),
  };
  const unpriced = unpricedOf(tariff, space);
  const some = all.filter((each) => !unpriced.has(each));
  return { ...space, circumstances: some.length > 0 ? some : all, unpriced: [...unpriced] };
}

/**
 * Lengths in ms, from an entry on, at which a condition that is held against the exit or the length may begin or cease
 * to hold.
 */
export function endingLengths(schemes: readonly Scheme[], { clocks, days }: LintSpace, at: number): number[] {
  const most = schemes.flatMap(({ when = [] }) =>
    when.flatMap(({ stayAtMostMinutes }) =>
      stayAtMostMinutes === undefined ? [] : [stayAtMostMinutes * MINUTE, (stayAtMostMinutes + 1) * MINUTE],
    ),
  );
  const day = days.dayAt(at);
  const leaving = [0, 1].flatMap((more) =>
    clocks.flatMap((clock) => [days.instant(day + more, clock) - at, days.instant(day + more, clock) - at - MINUTE]),
  );
  return [...most, ...leaving].filter((ms) => ms > 0);
}

/**
 * An entry on the grid. Stays from it shorter than `aloneMs` lie within one stretch of the day and cost what they cost
 * from `alike`.
 */
export type Entry = { readonly at: number; readonly alike: number; readonly aloneMs: number };

const entriesKept = new WeakMap<LintSpace, Map<number, Map<number, Entry>>>();

/** The entries of the days, and of `more` ms behind each; worked out once for each. */
export function entriesOf(space: LintSpace, more = 0): ReadonlyMap<number, Entry> {
  let kept = entriesKept.get(space);
  if (!kept) entriesKept.set(space, (kept = new Map()));
  let entries = kept.get(more);
  if (!entries) kept.set(more, (entries = entriesAnew(space, more)));
  return entries;
}

function entriesAnew({ days, dates, grid, clocks }: LintSpace, more: number): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  for (const date of dates) {
    for (let day = date; day <= date + Math.ceil(more / DAY); day += 1) {
      const edges = (clocks.length === 0 ? [] : [...clocks, 1440 + clocks[0]!]).map((clock) =>
        days.instant(day + Math.floor(clock / 1440), clock % 1440),
      );
      const end = days.instant(day + 1, 0);
      let [alike, nth] = [days.instant(day, 0), 0];
      for (let at = alike; at < end; at += grid * MINUTE) {
        while (nth < edges.length && edges[nth]! <= at) {
          alike = at;
          nth += 1;
        }
        if (!entries.has(at))
          entries.set(at, {
            at,
            alike: clocks.length === 0 ? days.instant(date, 0) : alike,
            aloneMs: clocks.length === 0 ? Number.POSITIVE_INFINITY : edges[nth]! - at,
          });
      }
    }
  }
  return entries;
}

/** Prices stays of one circumstance, each once. */
export class Prices {
  readonly #tariff: Tariff;
  readonly #circumstance: Circumstance;
  readonly #known = new Map<number, Map<number, number>>();
  /** How many stays were priced. */
  count = 0;

  constructor(tariff: Tariff, circumstance: Circumstance) {
    [this.#tariff, this.#circumstance] = [tariff, circumstance];
  }

  #price(at: number, ms: number, before: readonly LintStay[] = []): number {
    this.count += 1;
    const { carKind, context } = this.#circumstance;
    const earlier = before.map(({ inAt, fen }) => ({ at: inAt, fen: fen ?? 0 }));
    const priced = price(
      this.#tariff,
      { inAt: at, outAt: at + ms, carKind },
      earlier.length === 0 ? context : { ...context, earlier },
    );
    return isFeeRefusal(priced) ? Number.NaN : priced.totalFen;
  }

  /** The place of the scheme that prices a stay; null where it is refused. */
  schemeOf(at: number, ms: number): number | null {
    this.count += 1;
    const { carKind, context } = this.#circumstance;
    const found = priceByScheme(this.#tariff, at, at + ms, carKind, context);
    return 'refused' in found ? null : found.scheme;
  }

  /** Fen of a stay, or NaN where it is refused; `before` is an earlier one of the same car. */
  of(at: number, ms: number, before?: LintStay): number {
    if (before) return this.#price(at, ms, [before]);
    let from = this.#known.get(at);
    if (!from) this.#known.set(at, (from = new Map()));
    let fen = from.get(ms);
    if (fen === undefined) from.set(ms, (fen = this.#price(at, ms)));
    return fen;
  }

  stay(at: number, ms: number, before?: LintStay): LintStay {
    const fen = this.of(at, ms, before);
    return { inAt: at, outAt: at + ms, fen: Number.isNaN(fen) ? null : fen };
  }
}

/** A stay with its circumstances, so that pricing it again gives the same. */
export function exampleOf(
  { calendar, made }: LintSpace,
  { carKind, values, area }: Circumstance,
  [stay, ...others]: readonly [LintStay, ...LintStay[]],
): LintExample {
  return {
    ...stay,
    others,
    ...(carKind === '' ? {} : { carKind }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(made ? { calendar } : {}),
    ...(area === '' ? {} : { area }),
  };
}
