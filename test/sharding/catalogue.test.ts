import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { tablesOf } from '#db/distribute.ts';
import type { PlacedTable } from '#db/distribute.ts';
import { schema } from '#db/schema.ts';
import { testDatabase } from '#test/postgres.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { getTableName } from 'drizzle-orm';

let database: TestDatabase;
let client: pg.Client;
let tables: PlacedTable[];
before(async () => {
  database = await testDatabase();
  client = new pg.Client(database.config);
  await client.connect();
  tables = await tablesOf(client);
});
after(async () => {
  await client.end();
  await database.close();
});

const of = (placement: string): string[] =>
  tables.filter((each) => each.placement === placement).map(({ table }) => table);
const ask = async (sql: string, names: readonly string[]): Promise<string[]> =>
  (await client.query<{ found: string }>(sql, [names])).rows.map(({ found }) => found);

test('every table has a place, and what belongs to a tenant lies with its tenant', () => {
  assert.deepEqual(
    tables.map(({ table }) => table).sort(),
    Object.values(schema)
      .map((table) => getTableName(table))
      .sort(),
  );
  const wide = Object.values(schema)
    .filter((table) => 'tenantId' in table)
    .map((table) => getTableName(table));
  assert.deepEqual(
    wide.filter((table) => !of('distributed').includes(table)).sort(),
    ['device_directory', 'outbox'],
    'found by a name before a tenant is known, or taken for all tenants',
  );
  assert.ok(of('distributed').length > 60);
});

test('tables of tenants can lie side by side: one type of tenant, never empty', async () => {
  assert.deepEqual(
    await ask(
      `SELECT DISTINCT format('%s %s', a.atttypid::regtype, a.attnotnull) AS found FROM pg_attribute a
        WHERE a.attrelid = ANY($1::text[]::regclass[]) AND a.attname = 'tenant_id'`,
      of('distributed').map((name) => `public."${name}"`),
    ),
    ['integer t'],
  );
});

test('what is unique is unique within a tenant', async () => {
  assert.deepEqual(
    await ask(
      `
    SELECT i.indexrelid::regclass::text AS found FROM pg_index i WHERE i.indrelid = ANY($1::text[]::regclass[])
        AND i.indisunique
      AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'tenant_id'
        AND a.attnum = ANY(i.indkey::int2[]))`,
      of('distributed').map((name) => `public."${name}"`),
    ),
    [],
  );
});

test('no table asks for what many nodes do not have: triggers, rules, foreign keys, numbers of a sequence', async () => {
  const names = tables.map(({ table }) => `public."${table}"`);
  assert.deepEqual(
    await ask(
      `SELECT tgname::text AS found FROM pg_trigger WHERE tgrelid = ANY($1::text[]::regclass[]) AND NOT tgisinternal`,
      names,
    ),
    [],
  );
  assert.deepEqual(
    await ask(`SELECT rulename::text AS found FROM pg_rewrite WHERE ev_class = ANY($1::text[]::regclass[])`, names),
    [],
  );
  assert.deepEqual(
    await ask(
      `SELECT conname::text AS found FROM pg_constraint WHERE conrelid = ANY($1::text[]::regclass[]) AND contype = 'f'`,
      names,
    ),
    [],
  );
  const counted = await ask(
    `SELECT format('%s.%s', d.adrelid::regclass, a.attname) AS found FROM pg_attrdef d
      JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = ANY($1::text[]::regclass[])
      AND pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%'`,
    of('distributed').map((name) => `public."${name}"`),
  );
  assert.deepEqual(counted, []);
});

test('row security stands on every table of tenants, and goes along to its nodes as plain policies', async () => {
  assert.deepEqual(
    await ask(
      `SELECT relname::text AS found FROM pg_class WHERE oid = ANY($1::text[]::regclass[])
        AND NOT (relrowsecurity AND relforcerowsecurity)`,
      of('distributed').map((name) => `public."${name}"`),
    ),
    [],
  );
});
