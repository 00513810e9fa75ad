/**
 * What a report template may read: tables of declared resources with the columns that everybody who may read the list
 * is shown.
 */
import { is, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect, PgTable } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Field, Kind, Options } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import type { Scope } from '#kit/server/db.ts';
import { registeredResources } from '#kit/server/registry.ts';
import { scoped } from '#kit/server/scope.ts';
import { columnName, tableOf } from '#kit/server/table.ts';
import type { ReadableTable } from '../../model/report-template.ts';

export type Readable = {
  readonly of: Resource;
  /** Columns by their names in the database; `field` is absent for those every row has. */
  readonly columns: ReadonlyMap<string, { readonly column: PgColumn; readonly field: Field | null }>;
  /** Columns that are there and may not be read. */
  readonly kept: ReadonlySet<string>;
};

/** Sealed, or written by the sources for themselves with whatever came along. */
const keptKinds: ReadonlySet<Kind> = new Set<Kind>(['secret', 'json']);
/** Whoever knows them may use them: they are worth what they stand for. */
export const worth: Readonly<Record<string, readonly string[]>> = {
  derateCode: ['code'],
  messageReceiver: ['randomstr', 'openId'],
};
/** Whose row it is and since when; the id first. */
const frame = ['id', 'tenantId', 'companyId', 'parkId', 'createdAt', 'updatedAt'];

const isKept = (of: Resource, name: string, field: Field): boolean =>
  keptKinds.has(field.kind) || (worth[of.name]?.includes(name) ?? false);

function readableOf(of: Resource): Readable {
  const t = tableOf(of);
  const columns = new Map<string, { column: PgColumn; field: Field | null }>();
  const kept = new Set<string>();
  for (const name of frame)
    if (t[name] && !of.fields[name]) columns.set(t[name].name, { column: t[name], field: null });
  for (const [name, field] of Object.entries(of.fields)) {
    if (isKept(of, name, field)) kept.add(t[name]!.name);
    else columns.set(t[name]!.name, { column: t[name]!, field });
  }
  return { of, columns, kept };
}

let found: { readonly resources: readonly Resource[]; readonly tables: ReadonlyMap<string, Readable> } | null = null;

/**
 * By the name in the database. Rows that are drawn from other tables, or are those of another resource, have no table
 * of their own.
 */
export function readableTables(): ReadonlyMap<string, Readable> {
  const resources = registeredResources();
  if (found?.resources !== resources)
    found = {
      resources,
      tables: new Map(
        resources
          .filter((of) => !of.rowsOf && is(tableOf(of), PgTable))
          .map((of) => [columnName(of.name), readableOf(of)]),
      ),
    };
  return found.tables;
}

/** Personal values as they are shown to somebody who may not read them whole. */
const masks: { readonly [kind: string]: (value: SQL) => SQL } = {
  plate: (v) =>
    sql`CASE WHEN ${v} LIKE '无牌车%' THEN ${v} WHEN length(${v}) >= 6 THEN left(${v}, 2) || '·' || repeat('*', length(${v}) - 5) || right(${v}, 3) WHEN length(${v}) <= 2 THEN repeat('*', length(${v})) ELSE left(${v}, 1) || repeat('*', length(${v}) - 2) || right(${v}, 1) END`,
  phone: (v) => sql`left(${v}, 3) || '****' || right(${v}, 4)`,
  idCard: (v) => sql`left(${v}, 4) || '************' || right(${v}, 2)`,
};
const masked = (kind: Kind, value: SQL): SQL => (masks[kind] ?? ((v) => sql`left(${v}, 1) || '**'`))(value);

const dialect = new PgDialect();

/**
 * The table under its own name, as a template finds it: the caller's rows that are not removed, the columns it may
 * read, personal ones masked. What is not among them is not there for the statement, however it asks.
 * @param values bound values so far, which it extends
 */
export function shadowOf(table: string, { of, columns }: Readable, scope: Scope, values: unknown[]): string {
  const shown = [...columns].map(([name, { column, field }]) =>
    field?.personal ? sql`${masked(field.kind, sql`${column}`)} AS ${sql.identifier(name)}` : sql`${column}`,
  );
  const query = dialect.sqlToQuery(
    sql`SELECT ${sql.join(shown, sql`, `)} FROM public.${sql.identifier(table)} AS ${sql.identifier(table)} WHERE ${scoped(of, scope)}`,
  );
  const from = values.length;
  values.push(...query.params);
  return `${JSON.stringify(table)} AS NOT MATERIALIZED (${query.sql.replace(/\$(\d+)/g, (_, nth: string) => `$${Number(nth) + from}`)})`;
}

const frameLabels: Readonly<Record<string, Text>> = {
  id: text('编号', 'Id'),
  tenant_id: text('租户编号', 'Group’s number'),
  company_id: text('单位', 'Company'),
  park_id: text('车场', 'Car park'),
  created_at: text('登记时间', 'Recorded at'),
  updated_at: text('更新时间', 'Changed at'),
};

/** What the values of a choice are called; the states of a lifecycle stand in the declaration beside their field. */
export function optionsOf({ of, columns }: Readable, column: string): Options | undefined {
  const field = columns.get(column)?.field;
  if (!field || field.options || !of.lifecycle || columnName(of.lifecycle.field) !== column)
    return field?.kind === 'select' ? field.options : undefined;
  return Object.fromEntries(Object.entries(of.lifecycle.states).map(([state, { label }]) => [state, label]));
}

function valuesOf(readable: Readable, column: string, lang: Lang): string | null {
  const { kind, target, options: own } = readable.columns.get(column)!.field ?? {};
  if (target) return `→ ${columnName(target().rowsOf?.().name ?? target().name)}.id`;
  if (kind === 'money') return text('分', 'fen')[lang];
  if (kind === 'duration') return text('秒', 'seconds')[lang];
  const options = optionsOf(readable, column) ?? own;
  return options
    ? Object.entries(options)
        .map(([key, label]) => `'${key}' ${label[lang]}`)
        .join(lang === 'zh' ? '、' : ', ')
    : null;
}

/** Tables and columns in the reader's words, for the editor. */
export const describeTables = (lang: Lang): ReadableTable[] =>
  [...readableTables()].map(([table, readable]) => ({
    table,
    title: readable.of.title[lang],
    columns: [...readable.columns].map(([name, { field }]) => ({
      name,
      label: (field?.label ?? frameLabels[name]!)[lang],
      masked: field?.personal ?? false,
      values: valuesOf(readable, name, lang),
    })),
  }));
