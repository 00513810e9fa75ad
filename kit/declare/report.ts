import type { Fields } from './field.ts';
import type { Text } from './text.ts';

export type Chart = { readonly kind: 'line' | 'bar' | 'pie'; readonly x: string; readonly y: readonly string[] };

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
  /** Days back from today, the lots' own; 0 is today alone. */
  readonly defaultDays: number;
  readonly chart?: Chart;
  readonly order?: { readonly by: string; readonly desc: boolean };
  /** The list a cell leads to, with the line's dimensions as filters. */
  readonly drill?: { readonly route: string; readonly params: Readonly<Record<string, string>> };
};

/** Declares a report; its rows come from `answerReport(report, query)` in the area's `server/`. */
export const report = (options: Omit<Report, 'kind' | 'defaultDays'> & { defaultDays?: number }): Report => ({ kind: 'report', defaultDays: 7, ...options });
