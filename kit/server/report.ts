import { call } from '#kit/declare/call.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { dateTime } from '#kit/declare/field.ts';
import type { Field, Fields, Kind } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { byDay } from '#kit/declare/report.ts';
import { rateOf } from '#kit/declare/rate.ts';
import type { Report } from '#kit/declare/report.ts';
import { dayField } from '#kit/declare/report-parts.ts';
import { fill, text } from '#kit/declare/text.ts';
import { addDays, addMonths, dayOf, daysBetween, daysInMonth } from '#domain/time/day.ts';
import { instantOf, isDayOfTime, paging } from './filter.ts';
import { sourceQuery } from './report-source.ts';
import { serve } from './served.ts';
import type { Served } from './served.ts';
import type { Work } from './work.ts';

export type ReportRow = Record<string, unknown>;
/** Days of the range, first and last, in the caller's zone; and all other parameters. */
export type Range = { from: string; to: string };
/** Answers all rows of a report for a range, unsorted, unpaged: reports read rollups, which are small. */
export type ReportQuery = (work: Work, range: Range) => Promise<ReportRow[]>;

export const rangeFields: Fields = {
  startTime: dateTime(text('开始时间', 'From')),
  endTime: dateTime(text('结束时间', 'To')),
};

function requestedDay(work: Work, names: readonly string[], upper: boolean): string | null {
  const name = names.find((each) => !isEmpty(work.raw[each]));
  if (!name) return null;
  const spoken = String(work.raw[name]);
  const ms = Date.parse(instantOf(spoken, work.person.zone, upper) ?? spoken);
  if (Number.isNaN(ms) || !isDayOfTime(new Date(ms).toISOString().slice(0, 10)))
    throw new Refused('bad_input', {}, [
      { field: name, msg: text('应为日期，如 2026-05-01', 'It must be a date such as 2026-05-01') },
    ]);
  return dayOf(ms, work.person.zone);
}

const monthIn = (raw: unknown): string | null => /^(\d{4}-(?:0[1-9]|1[0-2]))/.exec(String(raw ?? ''))?.[1] ?? null;

/** Reports that take months begin with the first of one: two months back unless given otherwise. */
function months({ startMonth, endMonth, startTime, endTime }: Work['raw'], today: string): Range {
  const first = monthIn(startMonth) ?? monthIn(startTime) ?? addMonths(`${today.slice(0, 7)}-01`, -2).slice(0, 7);
  const last = monthIn(endMonth) ?? monthIn(endTime) ?? today.slice(0, 7);
  const end = `${last}-${daysInMonth(Number(last.slice(0, 4)), Number(last.slice(5)))}`;
  return { from: `${first}-01`, to: end > today ? today : end };
}

/** The one day or month that some reports of the contract take by its name. */
function named({ accepts }: Report, work: Work): Range | null {
  const day = accepts?.['staticDay'] ? requestedDay(work, ['staticDay'], false) : null;
  if (day) return { from: day, to: day };
  const month = accepts?.['staticMonth'] ? monthIn(work.raw['staticMonth']) : null;
  return month
    ? { from: `${month}-01`, to: `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))}` }
    : null;
}

function days(report: Report, work: Work, today: string): Range {
  const to = requestedDay(work, ['endTime', 'dayTo'], true) ?? today;
  return {
    from: requestedDay(work, ['startTime', 'dayFrom'], false) ?? addDays(to, -Math.max(0, report.defaultDays - 1)),
    to,
  };
}

/**
 * First and last day of the requested range, in the caller's zone.
 * @throws Refused bad_input naming the parameter
 */
export function rangeOf(report: Report, work: Work): Range {
  const today = dayOf(work.now.getTime(), work.person.zone);
  const { from, to } =
    named(report, work) ?? (report.accepts?.['startMonth'] ? months(work.raw, today) : days(report, work, today));
  if (from > to)
    throw new Refused('bad_input', {}, [
      { field: 'startTime', msg: text('开始时间不能晚于结束时间', 'The start time cannot be later than the end time') },
    ]);
  const { mostDays = 801 } = report;
  if (daysBetween(from, to) >= mostDays)
    throw new Refused('bad_input', {}, [
      {
        field: 'startTime',
        msg: fill(text('时间范围最多{mostDays}天', 'The range can be {mostDays} days at most'), { mostDays }),
      },
    ]);
  return { from, to };
}

/** The period of equal length just before. */
const before = ({ from, to }: Range): Range => {
  const length = daysBetween(from, to) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
};

/**
 * The days of a range that are over: only those can be compared with as many others. Null where none is; today alone is
 * still going on.
 */
function finished(range: Range, today: string): Range | null {
  if (range.to < today) return range;
  return range.from < today ? { from: range.from, to: addDays(today, -1) } : null;
}

/** A line with its rates, from its sums. */
function rated({ rates = {} }: Report, row: ReportRow): ReportRow {
  const found = Object.entries(rates).map(([name, rate]) => [
    name,
    rateOf(rate, Number(row[rate.of] ?? 0), Number(row[rate.by] ?? 0)),
  ]);
  return { ...row, ...Object.fromEntries(found) };
}

export function summed(report: Report, rows: readonly ReportRow[]): ReportRow {
  return rated(
    report,
    Object.fromEntries(
      Object.keys(report.measures).map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]),
    ),
  );
}

export function sorted(report: Report, rows: ReportRow[], sort: unknown): ReportRow[] {
  const spoken =
    typeof sort === 'string' && sort !== ''
      ? sort
      : report.order
        ? `${report.order.desc ? '-' : ''}${report.order.by}`
        : (Object.keys(report.dimensions)[0] ?? '');
  const name = spoken.replace(/^-/, '');
  const way = spoken.startsWith('-') ? -1 : 1;
  const compare = (a: unknown, b: unknown) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''), 'zh-CN');
  // Equal lines are ordered by their dimensions, so that the same rows always come in the same order.
  const about = Object.keys(report.dimensions);
  return [...rows].sort(
    (a, b) => way * compare(a[name], b[name]) || about.reduce((result, each) => result || compare(a[each], b[each]), 0),
  );
}

/** Lines added up by what the chart is drawn over; whatever else a line says is the first one's. */
function charted({ chart, ...of }: Report, rows: readonly ReportRow[]): ReportRow[] {
  const over = chart!.kind === 'heat' ? [chart!.x, chart!.by] : [chart!.x];
  const keyOf = (row: ReportRow): string => JSON.stringify(over.map((name) => row[name]));
  return [...Map.groupBy(rows, keyOf).values()].map((same) => ({ ...same[0]!, ...summed(of, same) }));
}

/** The report with a line for each day instead of its own, where its chart runs over days that its lines do not. */
function daily({ chart, source, ...of }: Report): Report | null {
  if (!source || !chart || chart.kind === 'heat' || !chart.days) return null;
  const group = { [chart.x]: byDay() };
  return { ...of, dimensions: { [chart.x]: dayField }, source: { ...source, group, everyDay: true } };
}

const several: Partial<Record<Kind, Kind>> = { relation: 'relations', select: 'multiSelect' };

/** What the calls of a report take: its filters, each of several values where a list takes several, and its days. */
export const reportInput = ({ filters, accepts }: Report): Fields => ({
  ...Object.fromEntries(
    Object.entries(filters).map(([name, field]) => [name, { ...field, kind: several[field.kind] ?? field.kind }]),
  ),
  ...accepts,
  ...rangeFields,
});

type Answered = {
  readonly report: Report;
  readonly query: ReportQuery;
  /** Its lines by day, where its chart runs over days that its lines do not. */ readonly byDays: {
    readonly report: Report;
    readonly query: ReportQuery;
  } | null;
};
const queries = new Map<string, Answered>();
/** Every report that has its query. */
export const reportsAnswered = (): Report[] => [...queries.values()].map(({ report }) => report);
/** A report's rows for whoever streams them out whole (export). */
export const reportNamed = (name: string): Answered | undefined => queries.get(name);

/**
 * Binds a report to the query behind it, where it declares no source: the page call with totals and the totals of the
 * period before; with what the chart shows of all lines where they are more than a page, or where it runs over days.
 */
export function answerReport(report: Report, reportQuery: ReportQuery = sourceQuery(report)): Served {
  const query: ReportQuery = report.rates
    ? async (work, range) => (await reportQuery(work, range)).map((row) => rated(report, row))
    : reportQuery;
  const ofDay = daily(report);
  const byDays = ofDay && { report: ofDay, query: sourceQuery(ofDay) };
  queries.set(report.name, { report, query, byDays });
  const declared = call({
    name: `${report.name}.report`,
    title: report.title,
    area: report.area,
    method: 'GET',
    path: report.wire.path,
    permission: `${report.name}:read`,
    answer: 'page',
    input: reportInput(report),
  });
  return serve(declared, async (work) => {
    const range = rangeOf(report, work);
    const today = dayOf(work.now.getTime(), work.person.zone);
    const over = finished(range, today);
    const [rows, past, earlier, ofDays] = await Promise.all([
      query(work, range),
      over && over !== range ? query(work, over) : null,
      over ? query(work, before(over)) : [],
      byDays ? byDays.query(work, range) : null,
    ]);
    const { current, size } =
      work.raw.current === undefined && work.raw.size === undefined ? { current: 1, size: 500 } : paging(work.raw);
    const ordered = sorted(report, rows, work.raw.sort);
    return {
      records: ordered.slice((current - 1) * size, current * size),
      total: rows.length,
      current,
      size,
      pages: Math.ceil(rows.length / size),
      ...(ofDays
        ? { charted: ofDays }
        : report.chart && rows.length > size
          ? { charted: charted(report, ordered) }
          : {}),
      totals: summed(report, rows),
      ...(past ? { finished: summed(report, past) } : {}),
      previous: over
        ? Object.fromEntries(Object.entries(summed(report, earlier)).filter(([name]) => !report.now?.includes(name)))
        : {},
      range,
    };
  });
}

export const reportFields = (report: Report): Record<string, Field> => ({ ...report.dimensions, ...report.measures });
