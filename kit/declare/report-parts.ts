/** What a report with a source is put together of: what its lines are about, and what is counted in them. */
import { date, decimal, duration, integer, money, month, percent, select } from './field.ts';
import type { Field, Fields, Options } from './field.ts';
import type { Rate } from './rate.ts';
import type { Drill, ReportSource } from './report.ts';
import type { Resource } from './resource.ts';
import { text } from './text.ts';
import type { Text } from './text.ts';

type Value = string | number | boolean;
/** A value, any of several, none (`null`), anything but these (`not`), or a span with both ends in it. */
export type Condition =
  | Value
  | null
  | readonly Value[]
  | { readonly not: Value | null | readonly Value[] }
  | { readonly from?: number | string; readonly to?: number | string };
/** A field of the source, or by way of one of its relations a field of the row it points at: `parkId.parkType`. */
export type Path<N extends string = string> = N | `${N}.${string}` | 'parkId' | 'companyId' | `parkId.${string}`;
/** All must hold. */
export type Where<P extends string = string> = { readonly [K in P]?: Condition };

/** `N`: the paths it may name. */
export type Dimension<N extends string = string> =
  | { readonly by: 'day' | 'month' | 'hour' | 'weekday'; readonly label?: Text }
  | { readonly by: 'field'; readonly field: N; readonly as?: Text | Field }
  | { readonly by: 'length'; readonly field: N; readonly ends: readonly number[]; readonly as: Field };

/** Other rows than the report's own: those of `from` for which `where` holds. */
type Rows = { readonly from: Resource; readonly where: Where };
export type Measure<N extends string = string, W extends string = N> =
  | { readonly kind: 'count'; readonly label: Text; readonly where?: Where<W>; readonly rows?: Rows }
  | {
      readonly kind: 'sum';
      readonly field: N;
      readonly less?: N;
      readonly label?: Text;
      readonly where?: Where<W>;
      readonly rows?: Rows;
    }
  | { readonly kind: 'minus'; readonly label: Text; readonly of: string; readonly less: string }
  | { readonly kind: 'rate'; readonly label: Text; readonly as: RateKind; readonly rate: Rate };
type RateKind = 'decimal' | 'percent' | 'money' | 'duration' | 'integer';

/** A line for each day of the report's time, in the lot's zone (the caller's, where rows have no lot). */
export const byDay = (label?: Text): Dimension<never> => ({ by: 'day', ...(label ? { label } : {}) });
/** A line for each month; the call takes `startMonth` and `endMonth` as well and counts whole months. */
export const byMonth = (label?: Text): Dimension<never> => ({ by: 'month', ...(label ? { label } : {}) });
/** `00` to `23`. */
export const byHour = (label?: Text): Dimension<never> => ({ by: 'hour', ...(label ? { label } : {}) });
/** `1` (Monday) to `7`. */
export const byWeekday = (label?: Text): Dimension<never> => ({ by: 'weekday', ...(label ? { label } : {}) });
/**
 * A line for each value of a field of the source, or of what it points at (`parkId.villageId`). `as`: another label, or
 * the whole field where the source declares none.
 */
export const byField = <const N extends string>(field: N, as?: Text | Field): Dimension<N> => ({
  by: 'field',
  field,
  ...(as ? { as } : {}),
});
/**
 * A line for each span of a number. `ends`: upper ends, the last span has none; a value belongs to the first it does
 * not exceed. `options`: their words by `1`, `2` … Lines say their span as `<name>From` and `<name>To`.
 */
export const byLength = <const N extends string>(
  field: N,
  label: Text,
  ends: readonly number[],
  options: Options,
): Dimension<N> => ({ by: 'length', field, ends, as: select(label, options) });

/** How many rows; `where`: of which kind. */
export const count = <const N extends string = never>(label: Text, where?: Where<N>): Measure<N> => ({
  kind: 'count',
  label,
  ...(where ? { where } : {}),
});
/** The sum of a money, count or duration field; `less`: of what it is more than another. */
export const sum = <const N extends string, const W extends string = never>(
  field: N,
  more: { label?: Text; where?: Where<W>; less?: N } = {},
): Measure<N, W> => ({
  kind: 'sum',
  field,
  ...more,
});
/**
 * Measures of rows of another source, which has the fields that the report is grouped and dated by: they stand in the
 * lines of the same day and car park.
 */
export function measuresOf<F extends Fields, const K extends string>(
  from: Resource<F>,
  where: Where<Path<NoInfer<keyof F & string>>>,
  measures: Readonly<Record<K, Measure<Path<NoInfer<keyof F & string>>>>>,
): Record<K, Measure<never>> {
  const rows: Rows = { from, where };
  const all = Object.entries<Measure>(measures).map(([name, each]) => [name, { ...each, rows }]);
  return Object.fromEntries(all) as Record<K, Measure<never>>;
}
/** One measure less another: what came less what was given back. */
export const minus = (label: Text, of: string, less: string): Measure<never> => ({ kind: 'minus', label, of, less });
/** One measure over another, in each line and in the totals; `times` and `decimals` as in {@link Rate}. */
export const rate = (
  label: Text,
  of: string,
  by: string,
  { as = 'decimal', ...more }: { as?: RateKind; times?: number; decimals?: number } = {},
): Measure<never> => ({
  kind: 'rate',
  label,
  as,
  rate: { of, by, ...(as === 'decimal' ? { decimals: 2 } : {}), ...more },
});
/** One measure as a share of another, in percent. */
export const share = (label: Text, of: string, by: string): Measure<never> => ({
  kind: 'rate',
  label,
  as: 'percent',
  rate: { of, by, times: 10_000 },
});

/** The lower or upper end of what that share may really be (95 %), in percent. */
export const bound = (label: Text, end: 'low' | 'high', of: string, by: string): Measure<never> => ({
  kind: 'rate',
  label,
  as: 'percent',
  rate: { of, by, times: 10_000, bound: end },
});

/** Fields of a source as filters of its report. */
export const fieldsOf = <F extends Fields>(from: Resource<F>, ...names: readonly (keyof F & string)[]): Fields =>
  Object.fromEntries(
    names.map((name) => {
      const { required: _, readOnly: __, default: ___, ...field } = from.fields[name]!;
      return [name, { ...field, search: true }];
    }),
  );

export const weekdays = {
  1: text('周一', 'Monday'),
  2: text('周二', 'Tuesday'),
  3: text('周三', 'Wednesday'),
  4: text('周四', 'Thursday'),
  5: text('周五', 'Friday'),
  6: text('周六', 'Saturday'),
  7: text('周日', 'Sunday'),
};
export const hours: Options = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => {
    const digits = String(hour).padStart(2, '0');
    return [digits, text(`${digits}时`, `${digits}:00`)];
  }),
);

const timeFields = {
  day: (label = text('日期', 'Day')): Field => date(label),
  month: (label = text('月份', 'Month')): Field => month(label),
  hour: (label = text('钟点', 'Hour')): Field => select(label, hours),
  weekday: (label = text('星期', 'Weekday')): Field => select(label, weekdays),
};

/** The field a path ends at; undefined for what the source declares no field of. */
export function fieldAt(from: Pick<Resource, 'fields'>, path: string): Field | undefined {
  const [name, beyond] = path.split('.') as [string, string?];
  const field = from.fields[name];
  return beyond === undefined ? field : field?.target?.().fields[beyond];
}

const isField = (as: Text | Field): as is Field => 'kind' in as;

/** A dimension as the table, the chart and the export draw it. */
export function fieldOfDimension(from: Pick<Resource, 'name' | 'fields'>, of: Dimension): Field {
  if (of.by === 'length') return of.as;
  if (of.by !== 'field') return timeFields[of.by](of.label);
  if (of.as && isField(of.as)) return of.as;
  const { required: _, search: __, default: ___, help: ____, ...field } = fieldAt(from, of.field) ?? {};
  if (!('kind' in field) || !('label' in field)) throw new Error(`${from.name} declares no field ${of.field}`);
  return { ...(field as Field), ...(of.as ? { label: of.as } : {}) };
}

/** What a chart over days runs over where the lines are about something else. */
export const dayField: Field = timeFields.day();

const kinds = { decimal, percent, money, duration, integer };

/**
 * A measure as the table, the tiles and the export draw it; `among`: the report's measures, of which it may be made.
 */
export function fieldOfMeasure(
  from: Pick<Resource, 'name' | 'fields'>,
  of: Measure,
  among: Readonly<Record<string, Measure>>,
): Field {
  if (of.kind === 'rate') return kinds[of.as](of.label);
  if (of.kind === 'count') return integer(of.label);
  if (of.kind === 'minus') {
    const whole = among[of.of];
    if (!whole) throw new Error(`${from.name}: no measure is called ${of.of}`);
    return { ...fieldOfMeasure(from, whole, among), label: of.label };
  }
  const source = of.rows?.from ?? from;
  const field = source.fields[of.field];
  const kind = field && Object.hasOwn(kinds, field.kind) ? kinds[field.kind as RateKind] : null;
  if (!field || !kind) throw new Error(`${source.name} has no number ${of.field}`);
  return kind(of.label ?? field.label, field.width ? { width: field.width } : {});
}

export const ratesOf = (measures: Readonly<Record<string, Measure>>): Record<string, Rate> =>
  Object.fromEntries(
    Object.entries(measures).flatMap(([name, each]) => (each.kind === 'rate' ? [[name, each.rate]] : [])),
  );

const isList = (condition: object): condition is readonly Value[] => Array.isArray(condition);

/** Conditions as filters of the source's list; null where a list cannot filter by them. */
function asFilters(where: Where): Record<string, string> | null {
  const found: Record<string, string> = {};
  for (const [path, condition] of Object.entries(where) as [string, Condition][]) {
    if (path.includes('.') || condition === null) return null;
    if (typeof condition !== 'object') found[path] = String(condition);
    else if (isList(condition)) found[path] = condition.join(',');
    else if ('not' in condition) return null;
    else {
      if (condition.from !== undefined) found[`${path}From`] = String(condition.from);
      if (condition.to !== undefined) found[`${path}To`] = String(condition.to);
    }
  }
  return found;
}

/** The way from a figure to the rows of the source that make it; null where its list cannot show just those. */
export function drillOf({ from, time, where, group, slack }: ReportSource, of: Measure): Drill | null {
  if (!from.route || of.kind === 'rate' || of.kind === 'minus' || of.rows) return null;
  // Marks add up to nothing that a list of rows shows.
  if (of.kind === 'sum' && from.fields[of.field]?.ordinal) return null;
  const fixed = asFilters({ ...where, ...of.where });
  const params: Record<string, string> = {};
  for (const [name, each] of Object.entries(group)) {
    if (each.by === 'hour' || each.by === 'weekday') return null;
    if (each.by === 'length') {
      params[`${each.field}From`] = `${name}From`;
      params[`${each.field}To`] = `${name}To`;
    } else if (each.by === 'field') {
      if (each.field.includes('.')) return null;
      params[each.field] = name;
    }
  }
  const keptBy = from.facts?.by ?? from.range;
  return fixed && { route: from.route, params, fixed, ...(keptBy === time ? {} : { time, slack }) };
}
