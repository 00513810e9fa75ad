import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openHouse } from '#test/house.ts';
import type { House } from '#test/house.ts';
import { changeSettings } from './settings.ts';
import { hangWalls } from './walls.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

test('the demo has parameters that differ, a dictionary of its own, and receipts in use on both papers', async () => {
  const lots = [await house.park(house.companies.first), await house.park(house.companies.child)];
  await changeSettings(
    (method, path, input) => house.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    [house.companies.first],
    lots,
  );
  const rows = async (path: string, input = {}) =>
    (await house.must('GET', path, input)).records as Record<string, unknown>[];
  assert.equal((await rows('/api/blade-system/param/list')).length, 3);
  assert.ok((await rows('/api/updown/sysdict/list', { code: 'lot.notice' })).some(({ code }) => code === 'lot.notice'));
  const templates = await rows('/api/updown/parkprinttemplate/list');
  assert.deepEqual(templates.map(({ paper, inUse }) => `${String(paper)} ${String(inUse)}`).sort(), [
    '58 true',
    '80 true',
  ]);
});

test("the demo's big screens keep to the grid and name reports that stand", async () => {
  await hangWalls(
    (method, path, input) => house.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    [house.companies.first],
  );
  const { records } = await house.must('GET', '/api/updown/sysbigreport/list');
  assert.equal(records.length, 2);
  for (const { id } of records) {
    const { tiles } = await house.must('POST', '/api/gatehouse/sysbigreport/preview', { id });
    assert.deepEqual(
      tiles.filter((tile: { shows: { state: string } }) => tile.shows.state === 'refused'),
      [],
    );
  }
});
