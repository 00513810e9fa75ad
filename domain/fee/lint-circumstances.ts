/** Circumstances of stays in a check of a tariff: kinds of cars, values and areas. */
import type { Holidays } from './day-plan.ts';
import type { DayKind, Tariff } from './form.ts';
import type { LintContext } from './lint-types.ts';
import type { FeeContext } from './types.ts';

/** What is known of a stay beside its times. */
export type Circumstance = {
  readonly carKind: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Values the tariff needs that are not given. */
  readonly unsaid: readonly string[];
  readonly area: string;
  readonly context: FeeContext;
};

/** All inputs a tariff needs, and all times it names. */
export type TariffInputs = {
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

/** Minutes of the day, in parts where seconds are named. */
const clockMinutes = (text: string): number =>
  Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)) + Number(text.slice(6, 8)) / 60;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return isObject(value) ? Object.values(value).flatMap(numbersIn) : [];
}

function readChoice(node: Readonly<Record<string, unknown>>, inputs: TariffInputs): void {
  if (typeof node['by'] !== 'string' || !isObject(node['of'])) return;
  const [by, keys] = [node['by'], Object.keys(node['of'])];
  if (by === 'season' || by === 'nth') return;
  if (by === 'day') for (const kind of keys) inputs.kinds.add(kind as DayKind);
  else if (by === 'vehicle') for (const key of keys) inputs.vehicles.add(key);
  else inputs.values.set(by, new Set([...(inputs.values.get(by) ?? []), ...keys]));
}

function readValue(node: Readonly<Record<string, unknown>>, inputs: TariffInputs): void {
  if (typeof node['value'] !== 'string') return;
  const known = inputs.values.get(node['value']) ?? new Set<string | number>();
  for (const each of Array.isArray(node['is']) ? node['is'] : []) known.add(each as string | number);
  for (const least of [node['atLeast'], node['each']])
    if (typeof least === 'number') for (const each of [0, least]) known.add(each);
  inputs.values.set(node['value'], known);
}

/** Collects the inputs of a part of a tariff. */
function read(node: unknown, inputs: TariffInputs): void {
  if (Array.isArray(node)) for (const each of node) read(each, inputs);
  if (!isObject(node)) return;
  readChoice(node, inputs);
  readValue(node, inputs);
  for (const [name, value] of Object.entries(node)) {
    if (LENGTHS.has(name)) for (const each of numbersIn(value)) inputs.minutes.add(each);
    if ((name === 'from' || name === 'to' || name === 'at') && typeof value === 'string' && value.includes(':'))
      inputs.clocks.add(clockMinutes(value));
    if ((name === 'days' || name === 'not') && Array.isArray(value))
      for (const kind of value) if (KINDS.has(String(kind))) inputs.kinds.add(kind as DayKind);
    if (name === 'vehicle' && Array.isArray(value)) for (const each of value) inputs.vehicles.add(String(each));
    if (name === 'area' && typeof value === 'string') inputs.areas.add(value);
    if (name === 'months') inputs.months = true;
    if (
      (name === 'per' || name === 'again' || name === 'once') &&
      typeof value === 'string' &&
      value !== 'stay' &&
      value !== 'piece'
    )
      inputs.clocks.add(0);
    read(value, inputs);
  }
}

/** A dimension of what may be known: every answer the tariff names, and that there is none. */
type Dimension = { readonly name: string; readonly options: readonly (string | number | undefined)[] };

/** What each value may be. Where the tariff compares it with amounts, not given is as good as 0. */
function dimensions(inputs: TariffInputs, given: Circumstance['values']): Dimension[] {
  return [...inputs.values]
    .filter(([name, options]) => !Object.hasOwn(given, name) && options.size > 0)
    .map(([name, options]) => ({ name, options: options.has(0) ? [...options] : [...options, undefined] }));
}

/** Every combination of one choice each, the last changing fastest. */
const combined = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>(
    (rows, size) => rows.flatMap((row) => Array.from({ length: size }, (_, nth) => [...row, nth])),
    [[]],
  );

/** Where there are too many combinations: each choice at least once, together with others in turn. */
const covering = (sizes: readonly number[]): number[][] =>
  Array.from({ length: MOST_CIRCUMSTANCES }, (_, row) =>
    sizes.map((size, nth) => (row + (nth % 2) * (row >> 2)) % size),
  );

/** What the conditions of each scheme ask for, so that none of them is missed where not all can be tried. */
const wanted = ({ schemes }: Tariff): { kind?: string; area?: string; values: Record<string, string | number> }[] =>
  schemes.map(({ when = [] }) => {
    const values: Record<string, string | number> = {};
    for (const { value, is, atLeast } of when) if (value !== undefined) values[value] = is?.[0] ?? atLeast ?? 0;
    const kind = when.find(({ vehicle }) => vehicle)?.vehicle?.[0];
    const area = when.find(({ entry }) => entry?.area !== undefined)?.entry?.area;
    return { values, ...(kind === undefined ? {} : { kind }), ...(area === undefined ? {} : { area }) };
  });

/** What may be known of stays beside their times: all of it, or where that is too much, each answer at least once. */
export function circumstances(
  tariff: Tariff,
  inputs: TariffInputs,
  { zone, values: given = {}, carKind }: LintContext,
  calendar: Holidays,
): { all: Circumstance[]; whole: boolean } {
  const kinds = carKind === undefined ? [...inputs.vehicles, ''] : [carKind];
  // A car may be in an area the tariff does not name.
  const areas = [...inputs.areas, ...(tariff.entryArea === undefined ? [''] : [])];
  const values = dimensions(inputs, given);
  const names = values.map(({ name }) => name);
  const of = (own: Circumstance['values'], kind: string, area: string): Circumstance => ({
    carKind: kind,
    values: { ...given, ...own },
    unsaid: names.filter((name) => !Object.hasOwn(own, name)),
    area,
    context: {
      zone,
      calendar,
      values: { ...given, ...own },
      ...(area === '' ? {} : { areas: [{ at: Number.NEGATIVE_INFINITY, area }] }),
    },
  });
  const row = (choices: readonly number[]): Circumstance => {
    const own = values.flatMap(({ name, options }, nth) => {
      const option = options[choices[nth]!];
      return option === undefined ? [] : [[name, option] as const];
    });
    return of(Object.fromEntries(own), kinds[choices[values.length]!]!, areas[choices[values.length + 1]!]!);
  };
  const sizes = [...values.map(({ options }) => options.length), kinds.length, areas.length];
  const whole = sizes.reduce((product, size) => product * size, 1) <= MOST_CIRCUMSTANCES;
  if (whole) return { all: combined(sizes).map(row), whole };
  const named = wanted(tariff).map((each) => {
    const own = Object.entries(each.values).filter(([name]) => names.includes(name));
    return of(Object.fromEntries(own), each.kind ?? kinds.at(-1)!, each.area ?? areas.at(-1)!);
  });
  const alike = new Map(
    [...named, ...covering(sizes).map(row)].map((each) => [
      JSON.stringify([each.carKind, each.values, each.area]),
      each,
    ]),
  );
  return { all: [...alike.values()], whole };
}

/** Whether days of a calendar matter, beyond weekdays. */
export const usesCalendar = ({ kinds }: TariffInputs): boolean =>
  (['workday', 'restday', 'holiday', 'makeup', 'event', 'eve'] as const).some((kind) => kinds.has(kind));

/** Collects the inputs a tariff needs. */
export function tariffInputsOf(tariff: Tariff): TariffInputs {
  const inputs: TariffInputs = {
    vehicles: new Set(),
    values: new Map(),
    minutes: new Set(),
    clocks: new Set(),
    kinds: new Set(),
    areas: new Set(tariff.entryArea === undefined ? [] : [tariff.entryArea]),
    months: false,
  };
  for (const scheme of tariff.schemes) read(scheme, inputs);
  for (const { windows = [] } of tariff.seasons ?? []) read(windows, inputs);
  if (tariff.seasons !== undefined || inputs.kinds.size > 0 || inputs.months) inputs.clocks.add(0);
  return inputs;
}
