/**
 * A database of an older version with rows is upgraded by a generated migration: nothing is lost, and it equals a new
 * one.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { served } from '#apps/server/areas.ts';
import { firstStart } from '#apps/server/first-start.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import { migrate, migrations } from '#db/migrate.ts';
import { partitions } from '#db/schema.ts';
import { database } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { askOnce } from '#test/postgres.ts';
import { declared, nextMigration, nothing } from '../../tools/next-migration.ts';
import type { Snapshot } from '../../tools/next-migration.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'db', 'migrations');
/**
 * What the older version did not have: a tenant's table, one cut into months, a column, an index, and a unique
 * constraint on names.
 */
const NEW_TABLES = ['preference', 'lane_exception'] as const;
const [NEW_COLUMN, NEW_INDEX, NEW_RULE] = ['fee_notice', 'park_park_type_ix', 'park_company_id_park_name_uq'] as const;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-forward-'));
let product: TestProduct;
let admin: pg.ClientConfig;

before(async () => {
  product = await startTestProduct();
  admin = product.database.config as pg.ClientConfig;
});
after(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

const current = (): Snapshot => JSON.parse(readFileSync(join(FOLDER, 'snapshot.json'), 'utf8')) as Snapshot;

function older(): Snapshot {
  const snapshot = structuredClone(current()) as unknown as {
    tables: Record<string, { columns: Record<string, unknown>; indexes: Record<string, unknown> }>;
  };
  for (const name of NEW_TABLES) delete snapshot.tables[`public.${name}`];
  const park = snapshot.tables['public.park']!;
  delete park.columns[NEW_COLUMN];
  for (const name of [NEW_INDEX, NEW_RULE]) {
    assert.ok(name in park.indexes, `${name} is declared`);
    delete park.indexes[name];
  }
  return snapshot as unknown as Snapshot;
}

const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

/** All that a database is, apart from its rows and the months its tables are cut into. */
async function shape(): Promise<Record<string, string[]>> {
  const months = `!~ '_\\d{4}_\\d\\d(_|$)'`;
  const queries = {
    columns: `SELECT table_name, column_name, udt_name, is_nullable, column_default FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name ${months}`,
    indexes: `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename ${months}`,
    rules: `SELECT conrelid::regclass::text AS of, conname, pg_get_constraintdef(oid) AS says FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text ${months}`,
    policies: `SELECT tablename, policyname, roles::text[], cmd, qual, with_check FROM pg_policies
      WHERE schemaname = 'public'`,
    walls: `SELECT relname, relkind, relrowsecurity, relforcerowsecurity FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname ${months}`,
    grants: `SELECT table_name, grantee, privilege_type FROM information_schema.role_table_grants
      WHERE table_schema = 'public' AND grantee LIKE 'gatehouse%' AND table_name ${months}`,
  };
  const found: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(queries)) found[name] = inOrder(await askOnce(admin, sql));
  return found;
}

/** A digest of each table's rows, without what the older version did not have. */
async function contents(): Promise<Record<string, string>> {
  const tables = await askOnce<{ name: string }>(
    admin,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname <> ALL('{${NEW_TABLES.join(',')}}')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await askOnce<{ content: string }>(
      admin,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - '${NEW_COLUMN}')::text), ''
        ORDER BY md5((to_jsonb(t) - '${NEW_COLUMN}')::text))), '') AS content FROM "${name}" t`,
    );
    found[name] = row!.content;
  }
  return found;
}

test('rows, row security, grants, indexes and months are there after a migration forward, which one of two servers that start at once does', async () => {
  const lot = await openLot(product);
  const T = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * HOUR;
  for (const [nth, plate] of ['京A12345', '京N77777', '沪B22222'].entries()) await lot.enter(plate, T + nth * MINUTE);
  await lot.leave('京A12345', T + 2 * HOUR);
  const [made, rows] = [await shape(), await contents()];

  // The older version: its files, and the database as it had made it.
  const old = older();
  const [declaredFile, ...manualFiles] = ['0001_declared.sql', '0000_roles.sql', '0002_by_hand.sql'];
  for (const name of manualFiles) {
    const lines = readFileSync(join(FOLDER, name), 'utf8')
      .split('\n')
      .filter((line) => !NEW_TABLES.some((table) => line.includes(` ON ${table} `)));
    writeFileSync(join(folder, name), lines.join('\n'));
  }
  // What later files brought is among what the older version declared.
  const later = Object.keys(migrations()).filter((name) => ![declaredFile, ...manualFiles].includes(`${name}.sql`));
  for (const name of later) writeFileSync(join(folder, `${name}.sql`), 'SELECT 1;\n');
  writeFileSync(join(folder, declaredFile!), `${(await nextMigration(nothing(), old)).join('\n')}\n`);
  await askOnce(admin, (await nextMigration(current(), old)).join('\n'));
  for (const [name, hash] of Object.entries(migrations(folder)))
    await askOnce(admin, `UPDATE gatehouse_meta.migration SET hash = '${hash}' WHERE name = '${name}'`);
  assert.deepEqual(await migrate(admin, () => undefined, folder), [], 'the older version finds its own database');
  assert.notDeepEqual(await shape(), made);

  // The next one: the tool says what is new, a person what it can not know.
  const forward = await nextMigration(old, declared(old));
  const lost = readFileSync(join(FOLDER, '0002_by_hand.sql'), 'utf8')
    .split('\n')
    .filter((line) => NEW_TABLES.some((table) => line.includes(` ON ${table} `)));
  writeFileSync(join(folder, '9999_forward.sql'), `${[...forward, ...lost].join('\n')}\n`);
  const ran = await Promise.all([1, 2].map(() => migrate(admin, () => undefined, folder)));
  assert.deepEqual(ran.flat(), ['9999_forward'], 'one of the two did it, once');
  assert.deepEqual(await contents(), rows);
  assert.deepEqual(await shape(), made, 'as if it had been created new');

  // And the product works on it: the new column, the new table and the months of the one that is cut.
  const again = database(admin, 4);
  const app = await httpServer({ database: again, served, whoIs: whoIs(again), logger: false });
  try {
    await firstStart(again, admin, { served, adminPassword: undefined, log: () => undefined });
    const months = await askOnce<{ n: number }>(
      admin,
      `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'lane_exception'::regclass`,
    );
    assert.ok(partitions['lane_exception'] && months[0]!.n > 5, `${months[0]!.n} months`);
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<any> => {
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${product.people.admin}` },
        ...(payload ? { payload } : {}),
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().data;
    };
    await ask('POST', '/api/gatehouse/preference', { key: 'forward', value: { kept: true } });
    assert.deepEqual(await ask('GET', '/api/gatehouse/preference?key=forward'), { kept: true });
    assert.equal(
      (await ask('GET', '/api/updown/basePark/list?size=50')).records.find(
        (park: { id: string }) => park.id === lot.parkId,
      )?.feeNotice ?? null,
      null,
    );
    await lot.leave('京N77777', T + 3 * HOUR);
    const { right, differences } = await lot.check();
    assert.deepEqual([right, differences], [true, []]);
  } finally {
    await app.close();
    await again.close();
  }
});
