/** What a database split by tenant asks of the tables: Citus wants the distribution column in every key, and no thing it cannot carry. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { askOnce, testDatabase } from '#test/postgres.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { directories, distribute, spreadOf } from './distribute.ts';

let made: TestDatabase;
before(async () => { made = await testDatabase(); });
after(() => made.close());

const ask = <T extends Record<string, unknown>>(sql: string) => askOnce<T>(made.config, sql);
const product = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
const tenant = `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)`;

test('every table of a tenant has the tenant in each of its keys, first of all columns', async (t) => {
  const keys = await ask<{ name: string; columns: string[] }>(`SELECT i.relname AS name, (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(x.indkey::int2[]) WITH ORDINALITY k(col, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.col) AS columns
    FROM pg_class c JOIN pg_index x ON x.indrelid = c.oid AND x.indisunique JOIN pg_class i ON i.oid = x.indexrelid WHERE ${product} AND ${tenant}`);
  t.diagnostic(`${keys.length} keys`);
  assert.ok(keys.length > 60);
  assert.deepEqual(keys.filter(({ columns }) => columns[0] !== 'tenant_id').filter(({ name }) => !directories.some((each) => name === `${each}_pk`)).map(({ name, columns }) => `${name}: ${columns.join(', ')}`), []);
});

test('a tenant is an integer that is never absent, and all its tables stand under row security that is forced', async () => {
  const odd = await ask(`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' WHERE ${product} AND (NOT a.attnotnull OR a.atttypid <> 'int4'::regtype OR NOT c.relrowsecurity OR NOT c.relforcerowsecurity)`);
  assert.deepEqual(odd, []);
});

test('there are no triggers, sequences, inheritance by hand, or keys between a table of a tenant and one without', async () => {
  assert.deepEqual(await ask(`SELECT c.relname AS table, g.tgname AS trigger FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE NOT g.tgisinternal AND c.relnamespace = 'public'::regnamespace`), []);
  assert.deepEqual(await ask(`SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`), []);
  assert.deepEqual(await ask(`SELECT conname FROM pg_constraint c WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM unnest(conkey) k JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k WHERE a.attname = 'tenant_id')`), []);
});

test('what has no tenant is few and small: it would be copied to every node', async (t) => {
  const without = (await ask<{ name: string }>(`SELECT c.relname AS name FROM pg_class c WHERE ${product} AND NOT ${tenant} ORDER BY 1`)).map(({ name }) => name);
  t.diagnostic(without.join(', '));
  assert.ok(without.length < 20, without.join(', '));
});

/** A client that writes down what it is asked, on a database that says it has Citus. */
async function asked(): Promise<string[]> {
  const client = new pg.Client(made.config);
  await client.connect();
  const said: string[] = [];
  const plain = client.query.bind(client) as unknown as (sql: string) => Promise<{ rows: unknown[] }>;
  client.query = (async (sql: string) => {
    said.push(sql);
    if (sql.includes('pg_extension')) return { rows: [{ version: '13' }] };
    if (sql.includes('pg_dist_partition')) return { rows: [{ name: 'audit_log' }] };
    return /create_(distributed|reference)_table|ALTER ROLE/.test(sql) ? { rows: [] } : plain(sql);
  }) as unknown as typeof client.query;
  await distribute(client, () => undefined).finally(() => client.end());
  return said;
}

test('with Citus every table is split by tenant or copied, once, and what is split already is left alone; without it nothing happens', async () => {
  const client = new pg.Client(made.config);
  await client.connect();
  try {
    assert.deepEqual(await distribute(client, () => undefined), []);
    const [spread, said] = [await spreadOf(client), await asked()];
    for (const { name, how } of spread) {
      const about = said.filter((sql) => sql.includes(`'"${name}"'`));
      const expected = name === 'audit_log' ? [] : [how === 'by tenant' ? `SELECT create_distributed_table('"${name}"', 'tenant_id')` : `SELECT create_reference_table('"${name}"')`];
      assert.deepEqual(about, expected, name);
    }
    assert.ok(spread.filter(({ how }) => how === 'by tenant').length > 50);
    assert.equal(said.filter((sql) => sql.includes('propagate_set_commands')).length, 1);
  } finally {
    await client.end();
  }
});
