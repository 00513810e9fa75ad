/** Spaces drawn on a floor, on the real engine: all of them or none. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spacesOf } from '#domain/guidance/rows.ts';
import type { Row } from '#domain/guidance/rows.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { openGarage } from './garage.fixture.ts';
import type { Garage } from './garage.fixture.ts';

const path = '/api/gatehouse/guide/draw';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const row = (more: Partial<Row> = {}): Row => ({
  x: 10,
  y: 20,
  angle: 90,
  count: 5,
  width: 2.4,
  length: 5.3,
  side: 'left',
  prefix: 'B2-',
  first: '101',
  reversed: false,
  kind: 'charging',
  ...more,
});
const draw = (garage: Garage, input: Record<string, unknown>) =>
  product.ask('POST', path, { buildingId: garage.floorId, ...input });
const live = async (garage: Garage) =>
  (await product.must('GET', '/api/gatehouse/guide/live', { buildingId: garage.floorId })).spaces as Record<
    string,
    unknown
  >[];
const refused = async (garage: Garage, input: Record<string, unknown>): Promise<[number, string, string]> => {
  const { status, body } = await draw(garage, input);
  return [status, body.errors?.[0]?.field ?? '', body.errors?.[0]?.msg ?? ''];
};

test('a row of spaces and a moved one are saved at once, as they were drawn, unknown until detectors report', async () => {
  const garage = await openGarage(product, 2);
  const added = spacesOf(row());
  const [first] = garage.spaces;
  const { status, body } = await draw(garage, { added, moved: [{ id: first, x: 40, y: 30.5 }] });
  assert.deepEqual([status, body.data], [200, { added: 5, moved: 1 }]);
  const spaces = await live(garage);
  assert.deepEqual(
    spaces
      .filter(({ kind }) => kind === 'charging')
      .map(({ spaceNo, kind, state, x, y, w, h, angle }) => ({ spaceNo, kind, state, x, y, w, h, angle })),
    added.map((space) => ({ ...space, state: 'unknown' })),
  );
  const moved = spaces.find(({ id }) => id === first)!;
  assert.deepEqual([moved['x'], moved['y'], moved['w']], [40, 30.5, 2.5]);
  const { total } = await product.must('GET', '/api/updown/plat/navigation/parkingSpace/list', {
    parkId: garage.lot.parkId,
  });
  assert.equal(total, 7);
});

test('where one number is used already, or one space lies beyond the floor, nothing is saved and it is named', async () => {
  const garage = await openGarage(product, 2);
  const other = await openGarage(product, 1);
  const [own] = garage.spaces;
  const good = spacesOf(row());
  const known = await refused(garage, { added: [...good, ...spacesOf(row({ first: '002', count: 1, x: 40 }))] });
  assert.deepEqual(known.slice(0, 2), [400, 'added']);
  assert.match(known[2], /B2-002/);
  const twice = await refused(garage, { added: [...good, good[1]] });
  assert.match(twice[2], /B2-102/);
  const outside = await refused(garage, { added: spacesOf(row({ y: 50 })) });
  assert.match(outside[2], /B2-105/);
  const away = await refused(garage, { added: good, moved: [{ id: own, x: 99, y: 10 }] });
  assert.deepEqual(away.slice(0, 2), [400, 'moved']);
  const foreign = await refused(garage, { added: good, moved: [{ id: other.spaces[0], x: 10, y: 10 }] });
  assert.deepEqual(foreign.slice(0, 2), [400, 'moved']);
  for (const input of [
    {},
    { added: 'all' },
    { added: [{ ...good[0], kind: 'best' }] },
    { moved: [{ id: own, x: -1, y: 0 }] },
  ])
    assert.equal((await draw(garage, input)).status, 400);
  assert.equal((await live(garage)).length, 2);
});

test('the numbers of a removed space are free again, and the same drawing twice is refused', async () => {
  const garage = await openGarage(product, 1);
  const added = spacesOf(row({ first: '001', count: 1 }));
  assert.equal((await draw(garage, { added })).status, 400);
  await product.must('POST', '/api/updown/plat/navigation/parkingSpace/remove', { id: garage.spaces[0] });
  assert.equal((await draw(garage, { added })).status, 200);
  assert.equal((await draw(garage, { added })).status, 400);
});
