/**
 * Tables that a past fills lose their indexes meanwhile, and have every one of them again, also where the start that
 * took them away did not come to its end.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';

let product: TestProduct;
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-indexes-'));
before(async () => {
  product = await startTestProduct();
});
after(async () => {
  await product.close();
  rmSync(dataDir, { recursive: true });
});

/** Of all tables and their months: name, what it is, whether it may be used. */
const all = () =>
  product.database.read(platformScope, (db) =>
    db.raw<{ name: string; def: string; valid: boolean; unique: boolean }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS def, indisvalid AS valid,
        indisunique AS unique FROM pg_index JOIN pg_class c ON c.oid = indrelid
        WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    ),
  );

/** Tables the engine neither counts nor cleans up by itself. */
const left = () =>
  product.database.read(platformScope, (db) =>
    db.raw<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE 'autovacuum_enabled=off' = ANY(reloptions) ORDER BY 1",
    ),
  );

test('what refuses a row stays, the rest is made again as it was by whoever finds the note', async () => {
  const had = await all();
  await dropIndexes(product.admin, dataDir);
  const meanwhile = await all();
  assert.ok(!meanwhile.some(({ name }) => name === 'stay_plate_number_ix' || name === 'gate_opening_cause_id_ix'));
  assert.deepEqual(
    meanwhile.filter(({ unique }) => unique),
    had.filter(({ unique }) => unique),
  );
  assert.ok((await left()).some(({ name }) => name === 'stay_rest'));
  await makeIndexes(product.admin, dataDir);
  assert.ok(isDeepStrictEqual(await all(), had));
  assert.deepEqual(await left(), []);
  assert.ok(!existsSync(join(dataDir, 'demo-indexes.json')));
  await makeIndexes(product.admin, dataDir);
  assert.ok(isDeepStrictEqual(await all(), had));
});
