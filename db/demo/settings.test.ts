import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { changeSettings } from './settings.ts';
import { hangWalls } from './walls.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('the demo has parameters that differ, a dictionary of its own, and receipts in use on both papers', async () => {
  const lots = [await product.park(product.companies.first), await product.park(product.companies.child)];
  await changeSettings(
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    [product.companies.first],
    lots,
  );
  const rows = async (path: string, input = {}) =>
    (await product.must('GET', path, input)).records as Record<string, unknown>[];
  assert.equal((await rows('/api/blade-system/param/list')).length, 3);
  assert.ok((await rows('/api/updown/sysdict/list', { code: 'lot.notice' })).some(({ code }) => code === 'lot.notice'));
  const templates = await rows('/api/updown/parkprinttemplate/list');
  assert.deepEqual(templates.map(({ paper, inUse }) => `${String(paper)} ${String(inUse)}`).sort(), [
    '58 true',
    '80 true',
  ]);
});

test("the demo's big screens keep to the grid and name reports that stand", async () => {
  await openLot(product);
  await hangWalls(
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    product.database,
    [product.companies.first],
  );
  const { records } = await product.must('GET', '/api/updown/sysbigreport/list');
  assert.equal(records.length, 3);
  const kinds = new Set<string>();
  for (const { id } of records) {
    const { tiles } = await product.must('POST', '/api/gatehouse/sysbigreport/preview', { id });
    assert.deepEqual(
      tiles.filter((tile: { shows: { state: string } }) => tile.shows.state === 'refused'),
      [],
    );
    for (const { kind } of tiles) kinds.add(kind);
  }
  for (const kind of ['chart', 'map', 'passages', 'camera', 'picture']) assert.ok(kinds.has(kind), kind);
});
