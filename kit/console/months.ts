import { rateOf } from '#kit/declare/rate.ts';
import type { Report } from '#kit/declare/report.ts';
import type { AnyRow } from './fields.ts';
import { change } from '#kit/declare/format.ts';

/** More do not fit a sheet of paper. */
const mostMonths = 12;

export type Months = {
  readonly months: readonly string[];
  /** The last full month, compared with the one before; null where there are no two to compare. */
  readonly compared: string | null;
  readonly lines: readonly {
    readonly name: string;
    readonly figures: readonly number[];
    readonly moved: string | null;
  }[];
};

/** A measure over lines: a rate from its two sums, any other added up. */
export function figureOf(of: Report, rows: readonly AnyRow[], name: string): number {
  const sum = (measure: string) => rows.reduce((all, row) => all + Number(row[measure] ?? 0), 0);
  const rate = of.rates?.[name];
  return rate ? rateOf(rate, sum(rate.of), sum(rate.by)) : sum(name);
}

/**
 * A report by month turned round; null of one month alone. A month that is still running (`now`, as `2026-11`) is
 * shown, but not compared: it would look like a fall.
 */
export function monthsBeside(of: Report, by: string, rows: readonly AnyRow[], now: string): Months | null {
  const groups = Map.groupBy(rows, (row) => String(row[by]));
  const months = [...groups.keys()].sort().slice(-mostMonths);
  if (months.length < 2) return null;
  const over = months.filter((month) => month < now);
  const last = over.length > 1 ? months.indexOf(over.at(-1)!) : -1;
  const lines = Object.keys(of.measures).map((name) => {
    const figures = months.map((month) => figureOf(of, groups.get(month)!, name));
    return { name, figures, moved: last < 1 ? null : change(figures[last]!, figures[last - 1]) };
  });
  return { months, compared: last < 1 ? null : months[last]!, lines };
}
