/** Writes the next migration: what the declared tables are now, against the last snapshot. `npm run migration -- name`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { PgTable } from 'drizzle-orm/pg-core';
import { partitions, schema } from '#db/schema.ts';

const require = createRequire(import.meta.url);
const { generateDrizzleJson, generateMigration } = require('drizzle-kit/api') as typeof import('drizzle-kit/api');

const folder = new URL('../db/migrations/', import.meta.url);
const snapshotFile = new URL('snapshot.json', folder);

/** Row security for a tenant's table: the app role sees its tenant, the platform role sees all; an unset tenant is an error. */
const wall = (name: string): string => [
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
  const table = Object.values(schema).map((each) => getTableConfig(each as PgTable)).find((each) => each.name === name);
  const made = partitions[name] ? split(statement, name, partitions[name]) : statement;
  const grants = `GRANT SELECT, INSERT, UPDATE, DELETE ON "${name}" TO gatehouse_app, gatehouse_platform;`;
  const owned = table?.columns.some((column) => column.name === 'tenant_id');
  return [made, grants, ...(owned ? [wall(name)] : [])].join('\n');
}

const previous = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : generateDrizzleJson({});
const current = generateDrizzleJson(schema, previous.id);
const statements = await generateMigration(previous, current);
if (statements.length === 0) {
  console.log('Nothing to migrate: the tables are as declared.');
} else {
  const number = String(readdirSync(folder).filter((file) => file.endsWith('.sql')).length).padStart(4, '0');
  const file = `${number}_${process.argv[2] ?? 'declared'}.sql`;
  writeFileSync(new URL(file, folder), `${statements.map(finish).join('\n')}\n`);
  writeFileSync(snapshotFile, `${JSON.stringify(current, null, 1)}\n`);
  console.log(`db/migrations/${file}: ${statements.length} statements. Read it before committing.`);
}
