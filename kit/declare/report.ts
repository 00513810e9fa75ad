/**
 * Reports. The ordinary one says what its figures are made of, and needs no code at all:
 *
 * ```ts
 * export const berthUse = report({
 *   name: 'berthUse',
 *   …
 *   from: roadStay, // the resource whose rows are counted
 *   time: 'outTime', // by which of its fields they belong to a day
 *   where: { status: ['closed', 'left'] }, // rows that count at all
 *   group: { day: byDay(), parkId: byField('parkId') },
 *   measures: {
 *     stays: count(text('停车次数', 'Stays')),
 *     unpaid: count(text('欠费', 'Unpaid'), { status: 'left' }),
 *     paidFen: sum('paidFen'), // named as the field is
 *     meanSeconds: rate(text('平均时长', 'Average stay'), 'staySeconds', 'stays', { as: 'duration' }),
 *   },
 *   filters: { ...lotFilters, ...fieldsOf(roadStay, 'payType') },
 * });
 * ```
 *
 * From it come the call with its totals and its comparison with the period before, the export, the page, and the way
 * from each figure to the rows behind it. Some measures may be those of another source (`measuresOf`). What this cannot
 * say (people by name, figures worked back from others) declares `dimensions` and `measures` as fields and is answered by a query of the area's server:
 * `answerReport(report, query)`.
 */
import type { Fields } from './field.ts';
import { fieldOfDimension, fieldOfMeasure, drillOf, ratesOf } from './report-parts.ts';
import type { Rate } from './rate.ts';
import type { Dimension, Measure, Path, Where } from './report-parts.ts';
import { month } from './field.ts';
import type { Resource } from './resource.ts';
import { text } from './text.ts';
import type { Text } from './text.ts';

export type { Rate } from './rate.ts';
export {
  bound,
  byDay,
  byField,
  byHour,
  byLength,
  byMonth,
  byWeekday,
  count,
  fieldsOf,
  minus,
  rate,
  share,
  sum,
  hours,
  measuresOf,
  weekdays,
} from './report-parts.ts';

/**
 * `heat`: a field of `by` and `x` whose colour is the first of `y`. `days`: `x` is the day, though the lines are about
 * something else; only where the report says its source.
 */
export type Chart =
  | {
      readonly kind: 'line' | 'bar' | 'pie';
      readonly x: string;
      readonly y: readonly string[];
      readonly days?: true;
    }
  | { readonly kind: 'heat'; readonly x: string; readonly y: readonly string[]; readonly by: string };

/** The list whose rows a figure is made of. */
export type Drill = {
  readonly route: string;
  /** Filters of the list, each from a dimension of the line. A line without the value leads nowhere. */
  readonly params?: Readonly<Record<string, string>>;
  /** Filters that are always the same. */
  readonly fixed?: Readonly<Record<string, string>>;
  /**
   * The field of the list that the days of the figure count by, where it is not the one the list is kept by; null for a
   * list that knows no days.
   */
  readonly time?: string | null;
  /** How many days before and after the line's own the list covers, where it is kept by another time. */
  readonly slack?: readonly [before: number, after: number];
};

export type Report = {
  readonly kind: 'report';
  readonly name: string;
  readonly title: Text;
  readonly area: string;
  readonly route?: string;
  readonly help?: Text;
  /** The menu group its page is added to, at the end, where `apps/menu.ts` does not place it among others. */
  readonly menu?: string;
  readonly wire: { readonly path: string; readonly export?: string };
  /** What a line is about: day, month, lot, pay way … Cells of these can be drilled into. */
  readonly dimensions: Fields;
  readonly measures: Fields;
  readonly filters: Fields;
  /**
   * Parameters the call takes besides its filters and range, such as a month or one day; the page does not ask for
   * them.
   */
  readonly accepts?: Fields;
  /** Measures that are no sums, and how they come from two that are. */
  readonly rates?: Readonly<Record<string, Rate>>;
  /** Measures whose sums stand above the chart, where all would bury the table; the totals row has every one. */
  readonly tiles?: readonly string[];
  /** Measures that say how things stand now, whatever the period: nothing before to compare with. */
  readonly now?: readonly string[];
  /** Days back from today, the lots' own; 0 is today alone. */
  readonly defaultDays: number;
  /** The longest range that may be requested, in days; 801 unless declared otherwise. */
  readonly mostDays?: number;
  readonly chart?: Chart;
  readonly order?: { readonly by: string; readonly desc: boolean };
  /** Where the first column leads. */
  readonly drill?: Drill;
  /** Where figures lead, by measure: to the rows that add up to them. */
  readonly cells?: Readonly<Record<string, Drill>>;
  /** What the figures are made of, where the declaration says it. */
  readonly source?: ReportSource;
};

/** What a report's figures are made of; read by the server alone. */
export type ReportSource = {
  readonly from: Resource;
  readonly time: string;
  readonly where: Where;
  readonly group: Readonly<Record<string, Dimension>>;
  readonly measures: Readonly<Record<string, Measure>>;
  /** Days without any rows have a line too; only where the day is all that lines are about. */
  readonly everyDay: boolean;
  /** Lines whose figures have come back to nothing are left out. */
  readonly skipEmpty: boolean;
  /** Filters that are no field of the source, and the field each narrows by. */
  readonly narrows: Readonly<Record<string, string>>;
  /**
   * Days before and after the range in which facts may lie by the time they are kept by, where the report counts by
   * another.
   */
  readonly slack: readonly [before: number, after: number];
};

type Common = Omit<Report, 'kind' | 'defaultDays' | 'dimensions' | 'measures' | 'rates' | 'filters' | 'source'> & {
  readonly defaultDays?: number;
};
type Written = Common & Pick<Report, 'dimensions' | 'measures' | 'rates' | 'filters'>;
type Name<F> = keyof F & string;
type Sourced<F extends Fields> = Common & {
  readonly from: Resource<F>;
  /** A `dateTime` (days are the lot's own, in its zone), `date` or `month` field. */
  readonly time: NoInfer<Name<F>> | 'createdAt' | 'updatedAt';
  readonly where?: Where<Path<NoInfer<Name<F>>>>;
  readonly group: Readonly<Record<string, Dimension<Path<NoInfer<Name<F>>>>>>;
  readonly measures: Readonly<Record<string, Measure<Path<NoInfer<Name<F>>>>>>;
  /** Fields of the source, or `companyId` and `parkId`; each narrows as it does in the source's list. */
  readonly filters?: Fields;
  readonly everyDay?: boolean;
  readonly skipEmpty?: boolean;
  readonly narrows?: Readonly<Record<string, Path<NoInfer<Name<F>>>>>;
  readonly slack?: readonly [before: number, after: number];
};

/** Months that a report by month takes in place of a range of days. */
const monthRange: Fields = {
  startMonth: month(text('开始月份', 'From month')),
  endMonth: month(text('结束月份', 'To month')),
};

/** Lists of facts look back at most so many days; an entry found later may lie a month before. */
const usualSlack = [92, 31] as const;

function fromSource<F extends Fields>(options: Sourced<F>): Report {
  const { from, time, where = {}, group, measures, everyDay = false, skipEmpty = false, ...other } = options;
  const { narrows = {}, slack = usualSlack, ...rest } = other;
  const source: ReportSource = { from, time, where, group, measures, everyDay, skipEmpty, narrows, slack };
  const dimensions = Object.entries(group).map(([name, each]) => [name, fieldOfDimension(from, each)]);
  const figures = Object.entries(measures).map(([name, each]) => [name, fieldOfMeasure(from, each, measures)]);
  const cells = Object.fromEntries(
    Object.entries(measures).flatMap(([name, each]) => {
      const drill = drillOf(source, each);
      return drill ? [[name, drill]] : [];
    }),
  );
  const byMonths = Object.values(group).some(({ by }) => by === 'month');
  return {
    kind: 'report',
    defaultDays: 7,
    filters: {},
    ...(byMonths ? { accepts: monthRange } : {}),
    ...rest,
    dimensions: Object.fromEntries(dimensions),
    measures: Object.fromEntries(figures),
    rates: ratesOf(measures),
    cells: { ...cells, ...rest.cells },
    source,
  };
}

/** Declares a report: by its source (`from`), or by its fields where the area's `server/` answers its rows. */
export function report(options: Written): Report;
export function report<F extends Fields>(options: Sourced<F>): Report;
export function report<F extends Fields>(options: Written | Sourced<F>): Report {
  return 'from' in options ? fromSource(options) : { kind: 'report', defaultDays: 7, ...options };
}
