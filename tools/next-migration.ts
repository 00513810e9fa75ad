/**
 * What brings the tables of one snapshot to those of another, with row security, grants and partitions for tables that
 * are new.
 */
import { createRequire } from 'node:module';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { PgTable } from 'drizzle-orm/pg-core';
import { partitions, schema } from '#db/schema.ts';

const require = createRequire(import.meta.url);
const { generateDrizzleJson, generateMigration } = require('drizzle-kit/api') as typeof import('drizzle-kit/api');

export type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** The tables as they are declared now; `before` is the snapshot they follow. */
export const declared = (before: Snapshot): Snapshot => generateDrizzleJson(schema, before.id);
/** No tables at all. */
export const nothing = (): Snapshot => generateDrizzleJson({});

/**
 * Row security for a tenant's table: the app role sees its tenant, the platform role sees all; an unset tenant is an
 * error.
 */
const wall = (name: string): string =>
  [
    `ALTER TABLE "${name}" ENABLE ROW LEVEL SECURITY;`,
    `ALTER TABLE "${name}" FORCE ROW LEVEL SECURITY;`,
    `CREATE POLICY tenant ON "${name}" TO gatehouse_app USING (tenant_id = current_setting('app.tenant')::int) WITH CHECK (tenant_id = current_setting('app.tenant')::int);`,
    `CREATE POLICY platform ON "${name}" TO gatehouse_platform USING (true) WITH CHECK (true);`,
  ].join('\n');

const split = (statement: string, name: string, by: string): string =>
  `${statement.trimEnd().replace(/\);?$/, `) PARTITION BY RANGE ("${by}");`)}\nCREATE TABLE "${name}_rest" PARTITION OF "${name}" DEFAULT;\nCREATE INDEX "${name}_${by}_brin" ON "${name}" USING brin ("${by}") WITH (pages_per_range = 32);`;

function finish(statement: string): string {
  const name = /^CREATE TABLE "(\w+)"/.exec(statement.trim())?.[1];
  if (!name) return statement;
  const table = Object.values(schema)
    .map((each) => getTableConfig(each as PgTable))
    .find((each) => each.name === name);
  const made = partitions[name] ? split(statement, name, partitions[name]) : statement;
  const grants = `GRANT SELECT, INSERT, UPDATE, DELETE ON "${name}" TO gatehouse_app, gatehouse_platform;`;
  const owned = table?.columns.some((column) => column.name === 'tenant_id');
  return [made, grants, ...(owned ? [wall(name)] : [])].join('\n');
}

/**
 * Statements in their order; none where the tables are the same. Asks at the terminal where something may have been
 * renamed.
 */
export async function nextMigration(previous: Snapshot, current: Snapshot): Promise<string[]> {
  return (await generateMigration(previous, current)).map(finish);
}
