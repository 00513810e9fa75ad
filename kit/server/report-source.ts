/** The query of a report that declares its source. */
import { and, between, eq, gte, inArray, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { check, isEmpty } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { fieldAt } from '#kit/declare/report-parts.ts';
import type { Condition, Dimension, Where } from '#kit/declare/report-parts.ts';
import type { Report, ReportSource } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { addDays, daysBetween } from '#domain/time/day.ts';
import { filters } from './filter.ts';
import { narrowOf } from './narrow.ts';
import { ownerFilters, ownerSpellings } from './owner-filter.ts';
import { registeredResources } from './registry.ts';
import type { Range, ReportQuery, ReportRow } from './report.ts';
import { masked, namesOf } from './rows.ts';
import { scoped } from './scope.ts';
import { columnName, tableOf } from './table.ts';
import type { Table } from './table.ts';
import type { Work } from './work.ts';

/** A report of more lines is none that anybody reads, and its totals would be of a part. */
const MOST_LINES = 50_000;

/**
 * The columns of a source and, by way of its relations, of the rows it points at; `joins` are those that are needed.
 */
class Reach {
  readonly table: Table;
  readonly joins = new Map<string, { table: Table; on: SQL }>();
  private readonly of: Resource;
  constructor(of: Resource) {
    [this.of, this.table] = [of, tableOf(of)];
  }

  /** @throws Error for a path that the declarations do not have */
  column(path: string): PgColumn {
    const [name, beyond] = path.split('.') as [string, string?];
    const own = name === 'parkId' && this.of.self === 'park' ? this.table.id : this.table[name];
    const column = beyond === undefined ? own : own && this.joined(name, own)[beyond];
    if (!column) throw new Error(`${this.of.name} has no column ${path}`);
    return column;
  }

  private joined(name: string, pointer: PgColumn): Table {
    const target = this.of.fields[name]?.target?.() ?? (name === 'parkId' ? parkResource() : undefined);
    if (!target) throw new Error(`${this.of.name}: ${name} points at nothing`);
    const known = this.joins.get(name);
    if (known) return known.table;
    const table: Table = alias(tableOf(target), `${columnName(name)}_row`);
    const same = table.tenantId ? eq(table.tenantId, this.table.tenantId!) : undefined;
    this.joins.set(name, { table, on: and(same, eq(table.id!, pointer))! });
    return table;
  }

  /** The zone that days of a row are counted in: its lot's, else the caller's. */
  zone(work: Work): SQL {
    const lot = parkResource();
    if (!lot?.fields['zone']) return sql`${work.person.zone}`;
    const own = this.of.self === 'park' ? this.table['zone'] : this.table.parkId && this.column('parkId.zone');
    return own ? sql`coalesce(${own}, ${work.person.zone})` : sql`${work.person.zone}`;
  }
}

const parkResource = (): Resource | undefined => registeredResources().find(({ self }) => self === 'park');

const among = (column: PgColumn, values: readonly unknown[]): SQL =>
  values.length === 1 ? eq(column, values[0]) : inArray(column, [...values]);

function holds(column: PgColumn, condition: Condition): SQL {
  if (condition === null) return isNull(column);
  if (typeof condition !== 'object') return eq(column, condition);
  if (Array.isArray(condition)) return among(column, condition);
  if ('not' in condition) {
    if (condition.not === null) return isNotNull(column);
    return or(isNull(column), not(among(column, [condition.not].flat())))!;
  }
  const { from, to } = condition as { from?: unknown; to?: unknown };
  return and(from === undefined ? undefined : gte(column, from), to === undefined ? undefined : lte(column, to))!;
}

const allOf = (reach: Reach, where: Where | undefined): SQL | undefined =>
  and(...Object.entries(where ?? {}).map(([path, condition]) => holds(reach.column(path), condition as Condition)));

const kindOfTime = ({ from, time }: ReportSource): Field['kind'] => from.fields[time]?.kind ?? 'dateTime';

/** A row's time as the clock on the wall of its lot showed it. */
function wallTime(source: ReportSource, reach: Reach, work: Work): SQL {
  const column = reach.column(source.time);
  const kind = kindOfTime(source);
  if (kind === 'dateTime') return sql`(${column} AT TIME ZONE ${reach.zone(work)})`;
  return kind === 'month' ? sql`(${column} || '-01')::date` : sql`${column}`;
}

/** Rows of the range; bounds on the columns themselves let indexes and partitions find them. */
function within(source: ReportSource, reach: Reach, work: Work, { from, to }: Range): SQL {
  const column = reach.column(source.time);
  const kind = kindOfTime(source);
  if (kind === 'date') return between(column, from, to);
  if (kind === 'month') return between(column, from.slice(0, 7), to.slice(0, 7));
  // No zone is further from UTC than fourteen hours.
  const instants = (of: PgColumn, [before, after]: readonly [number, number]) =>
    and(gte(of, `${addDays(from, -1 - before)}T00:00:00Z`), lt(of, `${addDays(to, 2 + after)}T00:00:00Z`));
  const { facts } = source.from;
  return and(
    instants(column, [0, 0]),
    facts && facts.by !== source.time ? instants(reach.column(facts.by), source.slack) : undefined,
    sql`${wallTime(source, reach, work)}::date BETWEEN ${from}::date AND ${to}::date`,
  )!;
}

const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM', hour: 'HH24', weekday: 'ID' };

function dimension(of: Dimension, source: ReportSource, reach: Reach, work: Work): SQL {
  if (of.by === 'field') return sql`${reach.column(of.field)}`;
  if (of.by !== 'length') return sql`to_char(${wallTime(source, reach, work)}, ${sql.raw(`'${formats[of.by]}'`)})`;
  const ends = sql.raw(`ARRAY[${of.ends.map(Number).join(',')}]::bigint[]`);
  return sql`(width_bucket(greatest(coalesce(${reach.column(of.field)}, 0), 1)::bigint - 1, ${ends}) + 1)::text`;
}

function figuresOf({ measures }: ReportSource, reach: Reach): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(measures).flatMap(([name, of]) => {
      if (of.kind !== 'count' && of.kind !== 'sum') return [];
      const counted = allOf(reach, of.where);
      const only = counted ? sql` FILTER (WHERE ${counted})` : sql``;
      if (of.kind === 'count') return [[name, sql`count(*)${only}`] as const];
      const less = of.less ? sql` - ${reach.column(of.less)}` : sql``;
      return [[name, sql`coalesce(sum(${reach.column(of.field)}${less})${only}, 0)`] as const];
    }),
  );
}

/** The values of the report's own filters, in any of the contract's spellings; nothing else narrows it. */
function requestedFilters({ filters: own }: Report, of: Resource, raw: Work['raw']): Record<string, unknown> {
  const owners = 'companyId' in own || 'parkId' in own ? ownerSpellings(of) : [];
  const names = Object.entries(own).flatMap(([name, { alias: others = [] }]) => [
    name,
    `${name}From`,
    `${name}To`,
    ...others,
    ...(of.fields[name]?.alias ?? []),
  ]);
  return Object.fromEntries([...names, ...owners].map((name) => [name, raw[name]]));
}

/** @throws Refused bad_input naming the filter */
function narrowed({ filters: own }: Report, { narrows }: ReportSource, reach: Reach, raw: Work['raw']): SQL[] {
  return Object.entries(narrows).flatMap(([name, path]) => {
    if (isEmpty(raw[name])) return [];
    const field = own[name]!;
    const wanted = String(raw[name])
      .split(',')
      .map((each) => check(field, each.trim()));
    const problem = wanted.find((each) => each.problem)?.problem;
    if (problem)
      throw new Refused('bad_input', {}, [
        { field: name, msg: fill(text('{label}{problem}', '{label} {problem}'), { label: field.label, problem }) },
      ]);
    return [
      among(
        reach.column(path),
        wanted.map(({ value }) => value),
      ),
    ];
  });
}

async function found(report: Report, source: ReportSource, work: Work, range: Range): Promise<ReportRow[]> {
  const { from } = source;
  const reach = new Reach(from);
  const dimensions = Object.entries(source.group).map(
    ([name, of]) => [name, dimension(of, source, reach, work)] as const,
  );
  const raw = requestedFilters(report, from, work.raw);
  const columns = { ...Object.fromEntries(dimensions), ...figuresOf(source, reach) };
  const where = scoped(from, work.db.scope, [
    within(source, reach, work, range),
    allOf(reach, source.where),
    narrowOf(from, work),
    ...narrowed(report, source, reach, work.raw),
    ...filters(from, raw, work.person, work.db.scope),
    ...ownerFilters(from, raw, work.person.zone, work.db.scope),
  ]);
  let query = work.db.select(columns).from(reach.table).$dynamic();
  for (const { table, on } of reach.joins.values()) query = query.leftJoin(table, on);
  query = query.where(where).limit(MOST_LINES + 1);
  if (dimensions.length > 0) query = query.groupBy(sql.raw(dimensions.map((_, nth) => nth + 1).join(', ')));
  const rows: ReportRow[] = await query;
  if (rows.length > MOST_LINES)
    throw new Refused('bad_input', {}, [
      { field: 'startTime', msg: text('结果过多，请缩小范围', 'Too many lines: narrow the range') },
    ]);
  return rows;
}

/** A report's own source and those its other measures are of, each with its measures. */
function partsOf(source: ReportSource): ReportSource[] {
  const own = Map.groupBy(Object.entries(source.measures), ([, measure]) => ('rows' in measure ? measure.rows : null));
  return [...own].map(([of, measures]) => ({ ...source, ...of, measures: Object.fromEntries(measures) }));
}

/** Lines of the same dimensions are one; a figure that its part has no row for is nothing. */
function merged({ group, measures }: ReportSource, parts: readonly ReportRow[][]): ReportRow[] {
  if (parts.length === 1) return parts[0]!;
  const nothing = Object.fromEntries(Object.keys(measures).map((name) => [name, 0]));
  const lines = new Map<string, ReportRow>();
  for (const row of parts.flat()) {
    const key = JSON.stringify(Object.keys(group).map((name) => row[name]));
    lines.set(key, { ...nothing, ...lines.get(key), ...row });
  }
  return [...lines.values()];
}

/** Days that no row fell on, as lines of nothing. */
function withEveryDay({ group, measures, everyDay }: ReportSource, rows: ReportRow[], range: Range): ReportRow[] {
  const [[name, of] = ['', null], ...more] = Object.entries(group);
  if (!everyDay || of?.by !== 'day' || more.length > 0) return rows;
  const byDay = new Map(rows.map((row) => [row[name], row]));
  const nothing = Object.fromEntries(Object.keys(measures).map((each) => [each, 0]));
  return Array.from({ length: daysBetween(range.from, range.to) + 1 }, (_, nth) => {
    const day = addDays(range.from, nth);
    return byDay.get(day) ?? { [name]: day, ...nothing };
  });
}

/** The span of a line by length, as filters of its list. */
const spanOf = (name: string, ends: readonly number[], at: unknown): ReportRow => {
  const nth = Number(at) - 1;
  return { [`${name}From`]: nth === 0 ? 0 : ends[nth - 1]! + 1, [`${name}To`]: ends[nth] ?? 2_147_483_647 };
};

/**
 * Lines with what follows from others of their figures, the names of what they are about, and nothing personal for who
 * may not see it.
 */
async function presented(report: Report, { from, group, measures }: ReportSource, rows: ReportRow[], work: Work) {
  work.db.sees ??= (name) => work.permits(`${name}:unmask`);
  const pointing = Object.entries(report.dimensions).filter(([, field]) => field.target);
  const names = await Promise.all(
    pointing.map(async ([name, field]) => {
      const ids = new Set(rows.map((row) => row[name]).filter((id) => typeof id === 'string'));
      return [name, await namesOf(field.target!(), [...ids], work.db)] as const;
    }),
  );
  const personal = Object.entries(group).filter(([, of]) => {
    if (of.by !== 'field' || !fieldAt(from, of.field)?.personal) return false;
    const [name, beyond] = of.field.split('.') as [string, string?];
    return !work.db.sees!(beyond === undefined ? from.name : from.fields[name]!.target!().name);
  });
  return rows.map((row): ReportRow => {
    const line = { ...row };
    for (const [name, of] of Object.entries(measures))
      if (of.kind === 'minus') line[name] = Number(line[of.of] ?? 0) - Number(line[of.less] ?? 0);
    for (const [name, of] of Object.entries(group))
      if (of.by === 'length') Object.assign(line, spanOf(name, of.ends, line[name]));
    for (const [name] of personal) if (line[name]) line[name] = masked(report.dimensions[name]!, line[name]);
    if (names.length > 0)
      line['labels'] = Object.fromEntries(names.map(([name, known]) => [name, known.get(String(row[name])) ?? '—']));
    return line;
  });
}

/**
 * The rows of a report from its source: within the caller's scope and rules, of the range by the lots' own days,
 * narrowed by its filters.
 */
export function sourceQuery(report: Report): ReportQuery {
  const { source } = report;
  if (!source) throw new Error(`${report.name} declares no source and has no query`);
  const parts = partsOf(source);
  return async (work, range) => {
    const rows = merged(source, await Promise.all(parts.map((part) => found(report, part, work, range))));
    const lines = source.skipEmpty
      ? rows.filter((row) => Object.keys(source.measures).some((name) => Number(row[name] ?? 0) !== 0))
      : rows;
    return presented(report, source, withEveryDay(source, lines, range), work);
  };
}
