import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import pg from 'pg';
import { askOnce, testDatabase, type TestDatabase } from '#test/postgres.ts';
import { migrate, migrations, statementsOf } from './migrate.ts';

const ROLES = join(import.meta.dirname, 'migrations', '0000_roles.sql');
const quiet = () => undefined;
let db: TestDatabase;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-migrate-'));
  db = await testDatabase();
  await ask('DROP SCHEMA gatehouse_meta CASCADE');
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
const run = () => migrate(db.config, quiet, folder);

const ask = <T extends pg.QueryResultRow>(sql: string, config: pg.ClientConfig = db.config): Promise<T[]> =>
  askOnce<T>(config, sql);

test('migrations run once, in the order of their numbers, several statements in a file', async () => {
  put('0010_second.sql', 'INSERT INTO word VALUES (2);\n--> statement-breakpoint\nINSERT INTO word VALUES (3);');
  put('0009_first.sql', 'CREATE TABLE word (n int); INSERT INTO word VALUES (1)');
  assert.deepEqual(await run(), ['0009_first', '0010_second']);
  assert.deepEqual(await run(), []);
  put('0011_third.sql', 'INSERT INTO word VALUES (4)');
  assert.deepEqual(await run(), ['0011_third']);
  assert.deepEqual(await ask('SELECT array_agg(n) AS all FROM word'), [{ all: [1, 2, 3, 4] }]);
});

test('every statement goes alone, for a node of Citus is handed the whole text a change stood in', async () => {
  const file =
    "CREATE TABLE 车场 (n int); -- it's ; no end\nDO $$ BEGIN PERFORM 1; PERFORM 2; END $$;\nSELECT ';' AS sign";
  const found = await statementsOf(file);
  assert.deepEqual(
    found.map(({ text }) => text.replace(/--.*$/m, '').trim()),
    ['CREATE TABLE 车场 (n int)', 'DO $$ BEGIN PERFORM 1; PERFORM 2; END $$', "SELECT ';' AS sign"],
  );
  assert.deepEqual(
    found.map(({ text, from }) => file.slice(from, from + text.length) === text),
    [true, true, true],
  );
  for (const name of Object.keys(migrations())) {
    const sql = readFileSync(join(import.meta.dirname, 'migrations', `${name}.sql`), 'utf8');
    assert.ok((await statementsOf(sql)).length > 0, name);
  }
});

test('of servers that start concurrently one migrates and the others wait for it', async () => {
  put('0001_slow.sql', 'CREATE TABLE once_only (); SELECT pg_sleep(0.2)');
  put('0002_next.sql', 'CREATE TABLE once_too ()');
  const all = await Promise.all([run(), run(), run()]);
  assert.deepEqual(all.map((names) => names.length).sort(), [0, 0, 2]);
});

test('a file that fails leaves nothing behind, those before it stay, and the message names file and line', async () => {
  put('0001_good.sql', 'CREATE TABLE good ()');
  put('0002_bad.sql', 'CREATE TABLE half ();\nSELECT nonsense;');
  await assert.rejects(run(), /0002_bad failed: .*nonsense.*\(line 2\)/);
  assert.deepEqual(await ask("SELECT to_regclass('good')::text AS good, to_regclass('half') AS half"), [
    { good: 'good', half: null },
  ]);
  put('0002_bad.sql', 'CREATE TABLE half ()');
  assert.deepEqual(await run(), ['0002_bad']);
});

test('a file changed, taken away or slipped in after the fact is refused', async () => {
  put('0002_one.sql', 'CREATE TABLE one ()');
  await run();
  put('0002_one.sql', 'CREATE TABLE other ()');
  await assert.rejects(run(), /0002_one was changed after/);
  put('0002_one.sql', 'CREATE TABLE one ()');
  put('0001_late.sql', 'CREATE TABLE late ()');
  await assert.rejects(run(), /0001_late comes before 0002_one/);
  rmSync(join(folder, '0001_late.sql'));
  rmSync(join(folder, '0002_one.sql'));
  await assert.rejects(run(), /newer Gatehouse/);
});

test('names that do not sort and doubled numbers are refused', async () => {
  put('1_short.sql', '');
  await assert.rejects(run(), /1_short\.sql must be named like/);
  rmSync(join(folder, '1_short.sql'));
  put('0001_a.sql', '');
  put('0001_b.sql', '');
  await assert.rejects(run(), /Two migrations have the number 0001/);
});

test('the working roles can use tables made later, and can neither log in nor pass row security', async () => {
  const roles = await ask(
    "SELECT rolname, rolcanlogin, rolsuper, rolbypassrls FROM pg_roles WHERE rolname IN ('gatehouse_app', 'gatehouse_platform') ORDER BY 1",
  );
  assert.deepEqual(roles, [
    { rolname: 'gatehouse_app', rolcanlogin: false, rolsuper: false, rolbypassrls: false },
    { rolname: 'gatehouse_platform', rolcanlogin: false, rolsuper: false, rolbypassrls: false },
  ]);
  await ask(
    'CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY, secret int); ALTER TABLE later ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
  );
  await ask('INSERT INTO later (secret) VALUES (1)');
  const client = new pg.Client(db.config);
  await client.connect();
  await client.query('BEGIN; SET LOCAL ROLE gatehouse_app');
  assert.deepEqual((await client.query('SELECT * FROM later')).rows, []);
  await assert.rejects(client.query('INSERT INTO later (secret) VALUES (2)'), /row-level security/);
  await client.end();
});

test('databases of one server that are migrated concurrently can all make the roles they share', async () => {
  const prefix = `t${process.pid}`;
  put('0000_roles.sql', readFileSync(ROLES, 'utf8').replaceAll('gatehouse_', `${prefix}_`));
  const others = await Promise.all([1, 2, 3].map(() => testDatabase()));
  const all = [db, ...others];
  await Promise.all(others.map((other) => ask('DROP SCHEMA gatehouse_meta CASCADE', other.config)));
  await Promise.all(all.map((one) => migrate(one.config, quiet, folder)));
  const [granted] = await ask<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_auth_members JOIN pg_roles r ON r.oid = roleid WHERE rolname LIKE '${prefix}\\_%'`,
  );
  assert.equal(granted?.n, 2);
  const roles = `${prefix}_app, ${prefix}_platform`;
  for (const one of all) await ask(`DROP OWNED BY ${roles}`, one.config);
  await ask(`DROP ROLE ${roles}`);
  await Promise.all(others.map((other) => other.close()));
});
