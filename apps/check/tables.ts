import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { PgTable } from 'drizzle-orm/pg-core';

type Snapshot = {
  readonly tables: Readonly<
    Record<string, { readonly columns: Readonly<Record<string, { type: string; notNull: boolean }>> }>
  >;
};

/** Columns as a text; two texts differ exactly where a migration would. */
const written = (columns: readonly (readonly [name: string, type: string, notNull: boolean])[]): string =>
  columns
    .map(([name, type, notNull]) => `${name} ${type} ${notNull}`)
    .sort()
    .join(', ');

/** Tables whose columns the migrations do not leave as they are declared; those no longer declared are among them. */
export function tablesWithoutMigration(root: string, schema: Readonly<Record<string, PgTable>>): string[] {
  const { tables } = JSON.parse(readFileSync(join(root, 'db', 'migrations', 'snapshot.json'), 'utf8')) as Snapshot;
  const migrated = new Map(
    Object.entries(tables).map(([name, { columns }]) => [
      name.replace('public.', ''),
      written(Object.entries(columns).map(([column, { type, notNull }]) => [column, type, notNull])),
    ]),
  );
  const declared = new Map(
    Object.values(schema).map((table) => {
      const { name, columns } = getTableConfig(table);
      return [name, written(columns.map((column) => [column.name, column.getSQLType(), column.notNull]))];
    }),
  );
  return [...new Set([...declared.keys(), ...migrated.keys()])].filter(
    (name) => declared.get(name) !== migrated.get(name),
  );
}
