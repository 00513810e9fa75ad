import type { Fields } from './field.ts';
import type { Text } from './text.ts';

/** `heat`: a field of `by` and `x` whose colour is the first of `y`. */
export type Chart =
  | { readonly kind: 'line' | 'bar' | 'pie'; readonly x: string; readonly y: readonly string[] }
  | { readonly kind: 'heat'; readonly x: string; readonly y: readonly string[]; readonly by: string };

/** A measure that is the sum of one over the sum of another, on each line and in the totals; nothing where the other is nothing. */
export type Rate = { readonly of: string; readonly by: string; readonly times?: number; readonly decimals?: number };

/** The list whose rows a figure is made of. */
export type Drill = {
  readonly route: string;
  /** Filters of the list, each from a dimension of the line. A line without the value leads nowhere. */
  readonly params?: Readonly<Record<string, string>>;
  /** Filters that are always the same. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The field of the list that the days of the figure count by, where it is not the one the list is kept by; null for a list that knows no days. */
  readonly time?: string | null;
  /** How many days before and after the line's own the list looks, where it is kept by another time. */
  readonly slack?: readonly [before: number, after: number];
};

export type Report = {
  readonly kind: 'report';
  readonly name: string;
  readonly title: Text;
  readonly area: string;
  readonly route?: string;
  readonly help?: Text;
  readonly wire: { readonly path: string; readonly export?: string };
  /** What a line is about: day, month, lot, pay way … Cells of these can be drilled into. */
  readonly dimensions: Fields;
  readonly measures: Fields;
  readonly filters: Fields;
  /** Parameters the call takes besides its filters and range, such as a month or one day; the page does not ask for them. */
  readonly accepts?: Fields;
  /** Measures that are no sums, and how they come from two that are. */
  readonly rates?: Readonly<Record<string, Rate>>;
  /** Measures whose sums stand above the chart, where all would bury the table; the totals row has every one. */
  readonly tiles?: readonly string[];
  /** Measures that say how things stand now, whatever the period: nothing before to compare with. */
  readonly now?: readonly string[];
  /** Days back from today, the lots' own; 0 is today alone. */
  readonly defaultDays: number;
  readonly chart?: Chart;
  readonly order?: { readonly by: string; readonly desc: boolean };
  /** Where the first column leads. */
  readonly drill?: Drill;
  /** Where figures lead, by measure: to the rows that add up to them. */
  readonly cells?: Readonly<Record<string, Drill>>;
};

/** Declares a report; its rows come from `answerReport(report, query)` in the area's `server/`. */
export const report = (options: Omit<Report, 'kind' | 'defaultDays'> & { defaultDays?: number }): Report => ({
  kind: 'report',
  defaultDays: 7,
  ...options,
});
