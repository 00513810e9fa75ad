import { MAX_PLATE } from '#domain/plate/plate.ts';
import {
  bigint,
  boolean,
  char,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { PgColumn, PgColumnBuilderBase, PgTable } from 'drizzle-orm/pg-core';
import { Subquery, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Field, Kind } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';

/** `parkName` is `park_name`, `VName` is `v_name`, `sn2` is `sn2`. */
export const columnName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

const columns: { readonly [K in Kind]: (name: string, field: Field) => PgColumnBuilderBase } = {
  text: (name) => text(name),
  longText: (name) => text(name),
  integer: (name) => bigint(name, { mode: 'number' }),
  decimal: (name) => doublePrecision(name),
  money: (name) => bigint(name, { mode: 'number' }),
  percent: (name) => integer(name),
  boolean: (name) => boolean(name),
  select: (name) => varchar(name, { length: 60 }),
  multiSelect: (name) => text(name).array(),
  relation: (name) => uuid(name),
  relations: (name) => uuid(name).array(),
  plate: (name) => varchar(name, { length: MAX_PLATE }),
  phone: (name) => varchar(name, { length: 20 }),
  idCard: (name) => varchar(name, { length: 30 }),
  email: (name) => text(name),
  url: (name) => text(name),
  date: (name) => date(name, { mode: 'string' }),
  month: (name) => char(name, { length: 7 }),
  dateTime: (name) => instant(name),
  timeOfDay: (name) => varchar(name, { length: 8 }),
  duration: (name) => integer(name),
  colour: (name) => char(name, { length: 7 }),
  image: (name) => text(name),
  file: (name) => text(name),
  geoPoint: (name) => jsonb(name),
  json: (name) => jsonb(name),
  secret: (name) => text(name),
  cron: (name) => text(name),
};

export type Table = PgTable & { readonly [column: string]: PgColumn };

const frame = {
  id: uuid('id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  createdBy: uuid('created_by'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by'),
  deletedAt: instant('deleted_at'),
};

/** Columns that say whose row it is, first in every key. A reference table (scope platform) has none. */
function owner(of: Resource): Record<string, PgColumnBuilderBase> {
  if (of.scope === 'platform') return {};
  return {
    tenantId: integer('tenant_id').notNull(),
    ...(of.scope !== 'tenant' && of.self !== 'company' ? { companyId: uuid('company_id').notNull() } : {}),
    ...(of.scope === 'park' && of.self !== 'park' ? { parkId: uuid('park_id').notNull() } : {}),
  };
}

const columnOf = (of: Resource, name: string, field: Field) => {
  const column = columns[field.kind](columnName(name), field);
  return of.facts?.by === name ? (column as ReturnType<typeof instant>).notNull() : column;
};

const made = new Map<string, Table>();

/** What rows of a rollup differ by is never empty, nor are its sums. */
function rollupColumn(name: string, { kind, max }: Field): PgColumnBuilderBase {
  if (kind === 'date') return date(name, { mode: 'string' }).notNull();
  if (kind === 'text') return varchar(name, { length: max! }).notNull();
  return (kind === 'integer' ? integer(name) : bigint(name, { mode: 'number' })).notNull().default(0);
}

function rollupTable(of: Resource, { key }: NonNullable<Resource['rollup']>): Table {
  const name = columnName(of.name);
  const fields = Object.entries(of.fields).map(([each, field]) => [each, rollupColumn(columnName(each), field)]);
  return pgTable(name, { ...owner(of), ...Object.fromEntries(fields) } as Record<string, PgColumnBuilderBase>, (t) => [
    primaryKey({ name: `${name}_pk`, columns: [t.tenantId!, t.parkId!, t.day!, ...key.map((each) => t[each]!)] }),
    index(`${name}_day_ix`).on(t.tenantId!, t.day!, ...key.slice(0, 1).map((each) => t[each]!)),
  ]);
}

/** The table of a resource: owner columns, the fields, who and when. Removed rows stay, marked. */
export function tableOf(of: Resource): Table {
  if (of.rowsOf) return tableOf(of.rowsOf());
  const known = made.get(of.name);
  if (known) return known;
  if (of.rollup) {
    const table = rollupTable(of, of.rollup);
    made.set(of.name, table);
    return table;
  }
  const owned = owner(of);
  const fields = Object.fromEntries(
    Object.entries(of.fields)
      .filter(([name]) => !(name in owned))
      .map(([name, field]) => [name, columnOf(of, name, field)]),
  );
  const name = columnName(of.name);
  const table = pgTable(name, { ...owned, ...frame, ...fields } as Record<string, PgColumnBuilderBase>, (built) => {
    const t = built;
    const first = of.scope === 'platform' ? [] : [t.tenantId!];
    const on = (...cols: PgColumn[]) => cols as [PgColumn, ...PgColumn[]];
    const named = (kind: string, keys: readonly string[]) =>
      [name, ...keys.map(columnName), kind].join('_').slice(0, 63);
    return [
      primaryKey({ name: `${name}_pk`, columns: on(...first, ...(of.facts ? [t[of.facts.by]!] : []), t.id!) }),
      ...of.unique.map((keys) =>
        uniqueIndex(named('uq', keys))
          .on(...on(...first, ...keys.map((key) => t[key]!)))
          .where(isNull(t.deletedAt!)),
      ),
      ...of.index.map((keys) => index(named('ix', keys)).on(...on(...first, ...keys.map((key) => t[key]!)))),
      ...(of.scope === 'park' && of.self !== 'park'
        ? [index(named('ix', ['park'])).on(...on(...first, t.parkId!, ...(of.facts ? [t[of.facts.by]!] : [])))]
        : []),
      ...(of.facts ? [index(named('ix', ['id'])).on(...on(...first, t.id!))] : []),
    ];
  });
  made.set(of.name, table);
  return table;
}

/**
 * Lets a resource have no table of its own: its rows are those of a query (our own words) with its columns, the owner's
 * and the frame's. Before its list is served.
 */
export function drawFrom(of: Resource, query: string): void {
  const own = getTableColumns(tableOf(of));
  made.set(of.name, Object.assign(new Subquery(sql.raw(query), own, columnName(of.name)), own) as unknown as Table); // a subquery with the columns of a table
}
