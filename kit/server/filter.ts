import { eq, gte, ilike, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { plateIdentity, plateKind } from '#domain/plate/plate.ts';
import { addDays, isDay, startOfDay } from '#domain/time/day.ts';
import { parseWallTime } from '#domain/time/format.ts';
import { check, isEmpty, rawOf } from '#kit/declare/check.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { isTextKind, keywordFields } from '#kit/declare/resource.ts';
import type { Resource, TextKind } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Scope } from './db.ts';
import { scoped } from './scope.ts';
import { tableOf } from './table.ts';
import { permits } from './work.ts';
import type { Person } from './work.ts';

type Raw = Readonly<Record<string, unknown>>;
/** The caller: his zone is used for times, his rights limit what he may filter by. */
export type Asker = Pick<Person, 'zone' | 'permissions'>;
type Style = 'contains' | 'equals' | 'ordered' | 'has' | 'none';

const styles: { readonly [K in Exclude<Kind, TextKind>]: Exclude<Style, 'contains'> } = {
  select: 'equals',
  relation: 'equals',
  boolean: 'equals',
  colour: 'equals',
  image: 'none',
  file: 'none',
  multiSelect: 'has',
  relations: 'has',
  integer: 'ordered',
  decimal: 'ordered',
  money: 'ordered',
  percent: 'ordered',
  date: 'ordered',
  month: 'ordered',
  dateTime: 'ordered',
  timeOfDay: 'ordered',
  duration: 'ordered',
  geoPoint: 'none',
  json: 'none',
  secret: 'none',
};

/** How a kind is filtered by, for the documents. */
export const styleOf = (kind: Kind): Style => (isTextKind(kind) ? 'contains' : styles[kind]);

/** A text parameter as the engine accepts it: without NUL, which no stored text holds. Empty where there is none. */
export const queryText = (raw: unknown): string =>
  (typeof raw === 'string' ? raw : '').replaceAll('\0', '').trim().slice(0, 100);

const like = (raw: unknown): string => `%${queryText(String(raw)).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Text that holds the words; also what the product writes itself, by the words it is shown in. In quotes it is the
 * whole text, and quotes around nothing are no text.
 */
function contains(field: Field, column: PgColumn, raw: unknown): SQL | undefined {
  const whole = /^"(.*)"$/s.exec(String(raw).trim())?.[1];
  if (whole !== undefined)
    return whole === ''
      ? or(isNull(column), eq(column, ''))
      : eq(
          column,
          Object.entries(field.options ?? {}).find(([, label]) => Object.values(label).includes(whole))?.[0] ??
            whole.replaceAll('\0', ''),
        );
  return or(
    ilike(column, like(raw)),
    ...Object.entries(field.options ?? {})
      .filter(([, label]) =>
        Object.values(label).some((side) => side.toLowerCase().includes(String(raw).trim().toLowerCase())),
      )
      .map(([key]) => eq(column, key)),
  );
}

/** A calendar day near enough that its instants, and those of the days beside it, can be stored. */
export const isDayOfTime = (spoken: string): boolean => isDay(spoken) && spoken >= '1970' && spoken < '2200';

/**
 * Spoken wall times become instants of the given zone; a bare day is its first instant, or its last for an upper bound.
 */
export function instantOf(raw: unknown, zone: string, upper = false): string | null {
  const spoken = String(raw).trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(spoken)) {
    if (!isDayOfTime(spoken)) return null;
    return new Date(upper ? startOfDay(addDays(spoken, 1), zone) - 1 : startOfDay(spoken, zone)).toISOString();
  }
  if (/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(spoken)) {
    const at = isDayOfTime(spoken.slice(0, 10)) ? parseWallTime(spoken, zone) : null;
    return at === null ? null : new Date(upper ? at + 999 : at).toISOString();
  }
  return null;
}

function value(name: string, field: Field, raw: unknown, zone: string, upper: boolean, problems: Problem[]): unknown {
  const spoken = field.kind === 'dateTime' ? instantOf(raw, zone, upper) : null;
  const { min: _, max: __, ...plain } = field;
  const checked = check(plain, spoken ?? raw);
  if (checked.problem)
    problems.push({
      field: name,
      msg: fill(text('{label}{problem}', '{label} {problem}'), { label: field.label, problem: checked.problem }),
    });
  return checked.value;
}

/**
 * Whether a field is shown to this person masked. What is hidden may be looked for by its whole value only: each order,
 * range or part of it that can be filtered by reveals a little, and a hundred queries reveal all.
 */
export const hiddenFrom = (
  of: Resource,
  field: Field | undefined,
  { permissions }: Pick<Asker, 'permissions'>,
): boolean => field?.personal === true && !permits(permissions, `${of.name}:unmask`);

/** Signs of the shortest plate that is looked for whole. */
const SHORTEST_PLATE = 5;

/**
 * The wanted value of a hidden field, as it is stored; a problem where it is plainly a part. `""` finds rows without
 * one.
 */
function wholeValue(field: Field, raw: unknown): { value: unknown } | null {
  const spoken = String(raw).trim();
  const wanted = /^"(.*)"$/s.exec(spoken)?.[1] ?? spoken;
  if (wanted === '') return { value: null };
  const { min: _, max: __, ...plain } = field;
  const checked = check(plain, wanted);
  const stored = String(checked.value);
  const part = field.kind === 'plate' && stored.length < SHORTEST_PLATE && plateKind(stored) === 'unknown';
  return checked.problem || part ? null : { value: checked.value };
}

function hidden(name: string, field: Field, column: PgColumn, raw: unknown, problems: Problem[]): SQL | undefined {
  const whole = wholeValue(field, raw);
  if (!whole)
    problems.push({
      field: name,
      msg: fill(
        text(
          '{label}须填写完整，您没有权限查看其完整内容',
          '{label} must be given whole, as you may not see it in full',
        ),
        { label: field.label },
      ),
    });
  else return whole.value === null ? or(isNull(column), eq(column, '')) : eq(column, whole.value);
  return undefined;
}

/** How many levels below a row are looked at for who sees all tenants: nodes have no recursion that names no tenant. */
const PLATFORM_LEVELS = 12;

/** The rows of a tree that are named and all below them; of one tenant unless it is null. */
export function withBelow(tree: Resource, ids: readonly unknown[], tenantId: number | null): SQL {
  const t = tableOf(tree);
  const parent = sql.identifier(t[tree.parent!]!.name);
  if (tenantId !== null)
    return sql`(WITH RECURSIVE below AS (SELECT ${t.id!} FROM ${t}
      WHERE ${inArray(t.id!, [...ids])} AND ${t.tenantId!} = ${tenantId} UNION SELECT lower.id FROM ${t} AS lower
      JOIN below ON lower.${parent} = below.id AND lower.tenant_id = ${tenantId}) SELECT id FROM below)`;
  const named = (level: number): SQL => inArray(sql.raw(`up${level}.id`), [...ids]);
  const levels = Array.from({ length: PLATFORM_LEVELS }, (_, at) => at + 1);
  const steps = levels.map(
    (at) =>
      sql` LEFT JOIN ${t} AS ${sql.raw(`up${at}`)} ON ${sql.raw(`up${at}.tenant_id = up${at - 1}.tenant_id AND up${at}.id = up${at - 1}`)}.${parent}`,
  );
  return sql`(SELECT up0.id FROM ${t} AS up0${sql.join(steps)} WHERE ${or(...[0, ...levels].map(named))})`;
}

/** A filter by company includes the companies below it. */
const meansBelow = (of: Resource, name: string): boolean =>
  name !== of.parent && of.fields[name]?.target?.().self === 'company';

function one(
  name: string,
  field: Field,
  column: PgColumn,
  raw: unknown,
  zone: string,
  problems: Problem[],
  below: { readonly tenantId: number | null } | null,
): SQL | undefined {
  const style = styleOf(field.kind);
  if (style === 'none') return undefined;
  if (style === 'contains') return contains(field, column, field.kind === 'plate' ? plateIdentity(String(raw)) : raw);
  if (style === 'has') {
    const wanted = value(name, field, raw, zone, false, problems);
    return wanted === undefined ? undefined : sql`${column} && ${sql.param(wanted, column)}`;
  }
  const wantedValues = Array.isArray(raw) ? raw : style === 'equals' ? String(raw).split(',') : [raw];
  const values = wantedValues
    .filter((item) => !isEmpty(item))
    .map((item) => value(name, field, item, zone, false, problems));
  if (values.some((item) => item === undefined || item === null)) return undefined;
  if (below) return inArray(column, withBelow(field.target!(), values, below.tenantId));
  return values.length === 1 ? eq(column, values[0]) : inArray(column, values);
}

/**
 * What a list call takes besides filters, one of facts its range. A field of the same name (`sort` is a favourite, and
 * when an incident was over) is filtered by from and to only.
 */
export const listWords: ReadonlySet<string> = new Set([
  'current',
  'size',
  'pageNumber',
  'pageSize',
  'start',
  'limit',
  'sort',
  'keyword',
  'format',
  'columns',
  'run',
  'resource',
  'totals',
]);

/** `startTime` and `endTime` are the range of a list that has one, also where it has a field of that name. */
const namesTheRange = (of: Resource, name: string): boolean =>
  Boolean(of.facts ?? of.range) && /^(start|end)Time$/.test(name);

/**
 * Conditions on what a row points at, in the words of a report's own: `parkId.parkType=curb`. One step far, and of
 * choices alone: what is personal or secret cannot be filtered by behind a relation.
 */
function throughRelations(of: Resource, raw: Raw, zone: string, scope: Scope, problems: Problem[]): SQL[] {
  const t = tableOf(of);
  return Object.entries(raw).flatMap(([name, given]) => {
    const [relation, beyond] = name.split('.') as [string, string?];
    const target = beyond === undefined || isEmpty(given) ? undefined : of.fields[relation]?.target?.();
    const field = target?.fields[beyond!];
    if (!target || !field || styleOf(field.kind) !== 'equals' || field.personal || field.target) return [];
    const wanted = String(given).split(',');
    const values = wanted.map((item) => value(name, field, item, zone, false, problems));
    if (problems.length > 0) return [];
    const to = tableOf(target);
    return [
      sql`${t[relation]!} IN (SELECT ${to.id!} FROM ${to} WHERE ${scoped(target, scope, [inArray(to[beyond!]!, values)])})`,
    ];
  });
}

/**
 * Reads the filters of a list call. Every field but secrets can be filtered by; ordered kinds also by `<field>From` and
 * `<field>To`; what the asker sees masked by its whole value alone. `exact`: a company does not include those below it.
 */
export function filters(of: Resource, raw: Raw, asker: Asker, scope: Scope, exact = false): SQL[] {
  const t = tableOf(of);
  const { zone } = asker;
  const problems: Problem[] = [];
  const found: (SQL | undefined)[] = [];
  for (const [name, field] of Object.entries(of.fields)) {
    const column = t[name]!;
    const given = rawOf(name, field, raw);
    const masked = hiddenFrom(of, field, asker);
    if (given !== undefined && !isEmpty(given) && !listWords.has(name) && !namesTheRange(of, name))
      found.push(
        masked && styleOf(field.kind) !== 'none'
          ? hidden(name, field, column, given, problems)
          : one(
              name,
              field,
              column,
              given,
              zone,
              problems,
              !exact && meansBelow(of, name) ? { tenantId: scope.platform ? null : scope.tenantId } : null,
            ),
      );
    if (styleOf(field.kind) !== 'ordered' || masked) continue;
    const [from, to] = [raw[`${name}From`], raw[`${name}To`]];
    if (!isEmpty(from)) found.push(gte(column, value(`${name}From`, field, from, zone, false, problems)));
    if (!isEmpty(to)) found.push(lte(column, value(`${name}To`, field, to, zone, true, problems)));
  }
  found.push(...throughRelations(of, raw, zone, scope, problems));
  if (!isEmpty(raw.keyword)) found.push(keyword(of, raw.keyword, asker));
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  return found.filter((condition): condition is SQL => condition !== undefined);
}

/**
 * A word looked for in the row's name and its other searchable text; in what the asker sees masked only as the whole of
 * it.
 */
export function keyword(of: Resource, word: unknown, asker: Asker, names = keywordFields(of)): SQL | undefined {
  const t = tableOf(of);
  const held = names.map((name) => {
    if (!hiddenFrom(of, of.fields[name], asker)) return ilike(t[name]!, like(word));
    const whole = wholeValue(of.fields[name]!, word);
    return whole?.value ? eq(t[name]!, whole.value) : sql`false`;
  });
  return held.length > 0 ? or(...held) : undefined;
}

const dayMs = 86_400_000;
/** Lists of facts always have a time range: the given one, at most 90 days, or the declaration's days back from now. */
export function factRange(of: Resource, raw: Raw, zone: string, now: Date): SQL[] {
  if (!of.facts) return [];
  const column = tableOf(of)[of.facts.by]!;
  const field: Field = of.fields[of.facts.by] ?? { kind: 'dateTime', label: text('时间', 'Time') };
  const problems: Problem[] = [];
  const read = (names: readonly string[], upper: boolean) => {
    const name = names.find((each) => !isEmpty(raw[each]));
    return name ? (value(name, field, raw[name], zone, upper, problems) as string | undefined) : undefined;
  };
  const to = read(['endTime', `${of.facts.by}To`], true);
  const from =
    read(['startTime', `${of.facts.by}From`], false) ??
    new Date((to ? Date.parse(to) : now.getTime()) - of.facts.days * dayMs).toISOString();
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const end = to ?? now.toISOString();
  if (Date.parse(from) > Date.parse(end))
    throw new Refused('bad_input', {}, [
      { field: 'startTime', msg: text('开始时间不能晚于结束时间', 'The start time cannot be later than the end time') },
    ]);
  if (Date.parse(end) - Date.parse(from) > 92 * dayMs)
    throw new Refused('bad_input', {}, [
      { field: 'endTime', msg: text('时间范围不能超过90天', 'The range must not exceed 90 days') },
    ]);
  return [gte(column, from), ...(to ? [lte(column, to)] : [])];
}

export type Paging = { current: number; size: number };

/** Takes the three spellings of the contract. */
export function paging(raw: Raw): Paging {
  const whole = (given: unknown, other: number, most: number) => {
    const wanted = Number(given);
    return given === undefined || given === '' || !Number.isFinite(wanted)
      ? other
      : Math.min(most, Math.max(1, Math.trunc(wanted)));
  };
  const size = whole(raw.size ?? raw.pageSize ?? raw.limit, 10, 500);
  if (raw.start !== undefined && raw.current === undefined)
    return { size, current: Math.floor((whole(Number(raw.start) + 1, 1, 10_000_000) - 1) / size) + 1 };
  return { size, current: whole(raw.current ?? raw.pageNumber, 1, 1_000_000) };
}
