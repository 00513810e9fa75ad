/** The stays a check of a tariff looks at: its circumstances, kinds of days and the entries of a day, and what they cost. */
import { addDays } from '../time/day.ts';
import type { Day } from '../time/day.ts';
import { DAY, MINUTE, offsetAt } from '../time/zone.ts';
import { Days } from './day-plan.ts';
import type { Holidays } from './day-plan.ts';
import type { DayKind, Tariff } from './form.ts';
import { asksMinutesOnTheWay } from './lint-form.ts';
import type { LintContext, LintExample, LintOptions, LintStay } from './lint-types.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext } from './types.ts';

/** What is known of a stay beside its times. */
export type Circumstance = {
  readonly carKind: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly area: string;
  readonly context: FeeContext;
};

type Asked = {
  readonly vehicles: Set<string>;
  readonly values: Map<string, Set<string | number>>;
  readonly minutes: Set<number>;
  readonly clocks: Set<number>;
  readonly kinds: Set<DayKind>;
  readonly areas: Set<string>;
  /** A window names months. */ months: boolean;
};

const KINDS: ReadonlySet<string> = new Set<DayKind>([
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
  'workday',
  'restday',
  'holiday',
  'makeup',
  'event',
  'eve',
]);
const LENGTHS: ReadonlySet<string> = new Set([
  'minutes',
  'unitMinutes',
  'withinMinutes',
  'stayAtMostMinutes',
  'maxStayMinutes',
]);
const MOST_CIRCUMSTANCES = 24;
const YEAR_DAYS = 366;

const clockMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return isObject(value) ? Object.values(value).flatMap(numbersIn) : [];
}

function readChoice(node: Readonly<Record<string, unknown>>, asked: Asked): void {
  if (typeof node['by'] !== 'string' || !isObject(node['of'])) return;
  const [by, keys] = [node['by'], Object.keys(node['of'])];
  if (by === 'season' || by === 'nth') return;
  if (by === 'day') for (const kind of keys) asked.kinds.add(kind as DayKind);
  else if (by === 'vehicle') for (const key of keys) asked.vehicles.add(key);
  else asked.values.set(by, new Set([...(asked.values.get(by) ?? []), ...keys]));
}

function readValue(node: Readonly<Record<string, unknown>>, asked: Asked): void {
  if (typeof node['value'] !== 'string') return;
  const known = asked.values.get(node['value']) ?? new Set<string | number>();
  for (const each of Array.isArray(node['is']) ? node['is'] : []) known.add(each as string | number);
  for (const least of [node['atLeast'], node['each']])
    if (typeof least === 'number') for (const each of [0, least]) known.add(each);
  asked.values.set(node['value'], known);
}

/** Gathers all that a tariff asks of a stay and all times it names. */
function read(node: unknown, asked: Asked): void {
  if (Array.isArray(node)) for (const each of node) read(each, asked);
  if (!isObject(node)) return;
  readChoice(node, asked);
  readValue(node, asked);
  for (const [name, value] of Object.entries(node)) {
    if (LENGTHS.has(name)) for (const each of numbersIn(value)) asked.minutes.add(each);
    if ((name === 'from' || name === 'to' || name === 'at') && typeof value === 'string' && value.includes(':'))
      asked.clocks.add(clockMinutes(value));
    if ((name === 'days' || name === 'not') && Array.isArray(value))
      for (const kind of value) if (KINDS.has(String(kind))) asked.kinds.add(kind as DayKind);
    if (name === 'vehicle' && Array.isArray(value)) for (const each of value) asked.vehicles.add(String(each));
    if (name === 'area' && typeof value === 'string') asked.areas.add(value);
    if (name === 'months') asked.months = true;
    if (
      (name === 'per' || name === 'again' || name === 'once') &&
      typeof value === 'string' &&
      value !== 'stay' &&
      value !== 'piece'
    )
      asked.clocks.add(0);
    read(value, asked);
  }
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function circumstances(
  asked: Asked,
  { zone, values: given = {}, carKind }: LintContext,
  calendar: Holidays,
): { all: Circumstance[]; unsaid: Circumstance[]; whole: boolean } {
  const kinds = carKind === undefined ? [...asked.vehicles, ''] : [carKind];
  let sets: Record<string, string | number>[] = [{ ...given }];
  for (const [name, options] of asked.values) {
    if (Object.hasOwn(given, name) || options.size === 0) continue;
    sets = sets
      .flatMap((values) => [...options].map((option) => ({ ...values, [name]: option })))
      .slice(0, MOST_CIRCUMSTANCES + 1);
  }
  const areas = asked.areas.size === 0 ? [''] : [...asked.areas];
  const of = (values: Circumstance['values'], kind: string, area: string): Circumstance => ({
    carKind: kind,
    values,
    area,
    context: { zone, calendar, values, ...(area === '' ? {} : { areas: [{ at: Number.NEGATIVE_INFINITY, area }] }) },
  });
  const all = sets.flatMap((values) => kinds.flatMap((kind) => areas.map((area) => of(values, kind, area))));
  const unsaid = asked.values.size === 0 ? [] : kinds.map((kind) => of(given, kind, areas[0]!));
  return { all: all.slice(0, MOST_CIRCUMSTANCES), unsaid, whole: all.length <= MOST_CIRCUMSTANCES };
}

/** One day for each kind there is in the year: they differ in what the tariff asks of them, of the day before or of the day after. */
function datesOf(
  asked: Asked,
  tariff: Tariff,
  days: Days,
  first: Day,
): { year: Map<number, number>; turning: boolean } {
  const start = Math.floor(Date.parse(`${first}T00:00:00Z`) / DAY);
  const turns = (day: number): boolean =>
    offsetAt(days.instant(day, 0), days.zone) !== offsetAt(days.instant(day + 1, 0), days.zone);
  const season = (day: number): string =>
    (tariff.seasons ?? []).map((each) => days.seasonOf([{ ...each, windows: [{}] }], days.instant(day, 720))).join();
  const month = (day: number): string => (asked.months ? new Date(day * DAY).toISOString().slice(5, 7) : '');
  const signs = Array.from({ length: YEAR_DAYS + 2 }, (_, nth): string => {
    const day = start - 1 + nth;
    return `${[...days.kinds(day)].filter((kind) => asked.kinds.has(kind)).join()} ${season(day)} ${month(day)}${turns(day) ? ' turns' : ''}`;
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
  /** Whether these are all the circumstances the tariff can ask for. */
  readonly whole: boolean;
  /** Those that have no price at any time; nothing else is asked of them. */
  readonly unpriced: readonly Circumstance[];
  /** Days since 1970, one of each kind. */
  readonly dates: readonly number[];
  /** How many days of the year each of them stands for. */
  readonly year: ReadonlyMap<number, number>;
  /** Minutes that all lengths and clock times of the tariff are multiples of: from an entry on the grid prices change on the grid only. */
  readonly grid: number;
  readonly hours: number;
  /** Most stays one search prices. */
  readonly most: number;
  /** Minutes of the day at which something of the tariff changes. */
  readonly clocks: readonly number[];
};

export function lintSpace(
  tariff: Tariff,
  context: LintContext,
  { firstDay = '2026-03-02', hours = 25, stays = 25_000 }: LintOptions,
): LintSpace {
  const asked: Asked = {
    vehicles: new Set(),
    values: new Map(),
    minutes: new Set(),
    clocks: new Set(),
    kinds: new Set(),
    areas: new Set(tariff.entryArea === undefined ? [] : [tariff.entryArea]),
    months: false,
  };
  for (const scheme of tariff.schemes) read(scheme, asked);
  for (const { windows = [] } of tariff.seasons ?? []) read(windows, asked);
  const made =
    context.calendar === undefined &&
    ['workday', 'restday', 'holiday', 'makeup', 'event', 'eve'].some((kind) => asked.kinds.has(kind as DayKind));
  const calendar =
    context.calendar ??
    (made
      ? {
          holidays: [addDays(firstDay, 2)],
          workdays: [addDays(firstDay, 6)],
          ...(asked.kinds.has('event') ? { eventDays: [addDays(firstDay, 3)] } : {}),
        }
      : {});
  const days = new Days(context.zone, calendar);
  const { year, turning } = datesOf(asked, tariff, days, firstDay);
  if (asked.kinds.size > 0 || asked.months || tariff.seasons !== undefined) asked.clocks.add(0);
  const { all, unsaid, whole } = circumstances(asked, context, calendar);
  const space: LintSpace = {
    tariff,
    days,
    calendar,
    made,
    circumstances: all,
    unpriced: [],
    whole: whole && !asksMinutesOnTheWay(tariff),
    dates: [...year.keys()],
    year,
    hours,
    most: stays,
    grid: [...asked.minutes, ...asked.clocks, ...(turning ? [30] : [])].reduce(gcd, 1440),
    clocks: [...new Set([...asked.clocks].map((clock) => clock % 1440))].sort((a, b) => a - b),
  };
  const entries = [...entriesOf(space).values()].filter(({ at, alike }) => at === alike);
  const length = Math.min(DAY, ...tariff.schemes.map(({ maxStayMinutes }) => (maxStayMinutes ?? 1440) * MINUTE));
  const lengths = [MINUTE, length];
  const prices = new Map(all.map((circumstance) => [circumstance, new Prices(tariff, circumstance)]));
  const refused = (each: Prices): boolean[] =>
    entries.flatMap(({ at }) => lengths.map((ms) => Number.isNaN(each.of(at, ms))));
  /** A kind that is not named must have a price whenever the named ones do. */
  const priced = (circumstance: Circumstance): boolean => {
    const own = refused(prices.get(circumstance) ?? new Prices(tariff, circumstance));
    if (own.every(Boolean)) return false;
    const named =
      circumstance.carKind === ''
        ? all.filter(
            ({ carKind, values, area }) =>
              carKind !== '' && values === circumstance.values && area === circumstance.area,
          )
        : [];
    return named.every((each) => refused(prices.get(each)!).every((no, nth) => no || !own[nth]));
  };
  const some = all.filter(priced);
  return {
    ...space,
    circumstances: some.length > 0 ? some : all,
    unpriced: [...all, ...unsaid].filter((each) => !priced(each)),
  };
}

/** An entry on the grid. Stays from it shorter than `aloneMs` lie within one stretch of the day and cost what they cost from `alike`. */
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
