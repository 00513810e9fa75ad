import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { analyseNewPartitions } from './analyse-partitions.ts';

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

test('a table is counted once it is empty no more, and not again', async () => {
  await admin.query(
    'CREATE TABLE young_one (id int) WITH (autovacuum_enabled = off); CREATE TABLE young_empty (id int) WITH (autovacuum_enabled = off)',
  );
  try {
    assert.ok(!(await analyseNewPartitions(product.database, product.admin)).some((name) => name.startsWith('young_')));
    await admin.query('INSERT INTO young_one SELECT generate_series(1, 5000)');
    assert.ok((await analyseNewPartitions(product.database, product.admin)).includes('young_one'));
    assert.ok(!(await analyseNewPartitions(product.database, product.admin)).includes('young_one'));
    assert.equal(
      (await admin.query<{ n: number }>(`SELECT reltuples::int AS n FROM pg_class WHERE relname = 'young_one'`))
        .rows[0]!.n,
      5000,
    );
  } finally {
    await admin.query('DROP TABLE young_one, young_empty');
  }
});
