import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ensurePartitions } from './partitions.ts';

const NOW = new Date('2031-03-15T00:00:00Z');
const tables = { cut_one: 'at' };

let product: TestProduct;
let admin: pg.Client;
before(async () => {
  product = await startTestProduct();
  admin = new pg.Client(product.database.config as pg.ClientConfig);
  await admin.connect();
});
after(async () => {
  await admin.end();
  await product.close();
});
beforeEach(() =>
  admin.query(
    'CREATE TABLE cut_one (id int, at timestamptz NOT NULL) PARTITION BY RANGE (at); CREATE INDEX ON cut_one (id); CREATE TABLE cut_one_rest PARTITION OF cut_one DEFAULT',
  ),
);
afterEach(() => admin.query('DROP TABLE cut_one'));

const where = async (): Promise<unknown[]> =>
  (await admin.query('SELECT id, tableoid::regclass::text AS lies FROM cut_one ORDER BY id')).rows;

test('the months of a table are made, and a second time nothing is', async () => {
  assert.deepEqual(await ensurePartitions(admin, tables, NOW, 1, 2), [
    'cut_one_2031_02',
    'cut_one_2031_03',
    'cut_one_2031_04',
    'cut_one_2031_05',
  ]);
  assert.deepEqual(await ensurePartitions(admin, tables, NOW, 1, 2), []);
  await admin.query(
    `INSERT INTO cut_one VALUES (1, '2031-02-01T00:00:00Z'), (2, '2031-05-31T23:59:59Z'), (3, '2031-06-01T00:00:00Z')`,
  );
  assert.deepEqual(await where(), [
    { id: 1, lies: 'cut_one_2031_02' },
    { id: 2, lies: 'cut_one_2031_05' },
    { id: 3, lies: 'cut_one_rest' },
  ]);
});

test('rows that came before their month was made are moved into it, and those of other months stay', async () => {
  await admin.query(
    `INSERT INTO cut_one VALUES (1, '2031-04-10T00:00:00Z'), (2, '2031-03-31T23:59:59Z'), (3, '2033-01-01T00:00:00Z')`,
  );
  assert.deepEqual(await ensurePartitions(admin, tables, NOW, 0, 1), ['cut_one_2031_03', 'cut_one_2031_04']);
  assert.deepEqual(await where(), [
    { id: 1, lies: 'cut_one_2031_04' },
    { id: 2, lies: 'cut_one_2031_03' },
    { id: 3, lies: 'cut_one_rest' },
  ]);
  assert.equal(
    (await admin.query(`SELECT count(*)::int AS n FROM pg_indexes WHERE tablename = 'cut_one_2031_04'`)).rows[0].n,
    1,
  );
});
