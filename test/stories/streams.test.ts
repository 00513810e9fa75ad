/** A stream lives as long as whoever reads it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { platformScope } from '#kit/server/db.ts';
import { batchesOf } from '#kit/sheets/server/export-rows.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const QUERY = { sql: 'SELECT n FROM generate_series(1, 20000) AS n', params: [] };

test('a reader may take longer over all rows than a plain read is given for its statement', async () => {
  const [plain] = await product.database.read(platformScope, (db) =>
    db.raw<{ statement_timeout: string }>('SHOW statement_timeout'),
  );
  const streamed = await product.database.stream(platformScope, (client) =>
    client.query<{ statement_timeout: string }>('SHOW statement_timeout'),
  );
  assert.deepEqual([plain!.statement_timeout, streamed.rows[0]!.statement_timeout], ['1min', '1h']);
});

test('time between batches counts as time of the statement, which is why', async () => {
  const hurried = {
    ...product.database,
    stream: (scope, work) =>
      product.database.stream(scope, async (client) => {
        await client.query(`SET LOCAL statement_timeout = '300'`);
        return work(client);
      }),
  } as typeof product.database;
  let rows = 0;
  await assert.rejects(async () => {
    for await (const batch of batchesOf(hurried, platformScope, QUERY)) {
      rows += batch.length;
      await later(200);
    }
  }, /statement timeout/);
  assert.ok(rows > 0 && rows < 20_000);
});
