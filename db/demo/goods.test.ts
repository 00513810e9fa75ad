/** The goods gate of the demo's mall. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { buildLot } from './build-lot.ts';
import { city } from './city.ts';
import { goodsMoves, openGoodsGate } from './goods.ts';
import type { LivingGoods } from './goods.ts';

test('a truck comes every two and a half minutes, unloads for six and leaves once', () => {
  const lane = { secret: 's', serial: 'n' };
  const goods: LivingGoods = { entry: lane, exit: lane, inside: [] };
  let [cameAt, came, left] = [0, 0, 0];
  for (let now = 1_000_000; now < 1_000_000 + 30 * 60_000; now += 20_000) {
    const { leaving, coming } = goodsMoves(goods, now, cameAt, () => `浙A${10_000 + came}`);
    if (coming !== null) [cameAt, came] = [now, came + 1];
    left += leaving.length;
  }
  assert.equal(came - left, goods.inside.length);
  assert.ok(came >= 11 && came <= 13, `${came}`);
  assert.ok(goods.inside.length <= 3);
});

test('the goods gate is two lanes of the mall, each with a camera that is known by its secret', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const { id: maker } = await ask('POST', 'plat/sysManufacturer/submit', { name: '臻视智能', shortName: 'ZS' });
    const plan = city[0]!.companies[0]!.lots[0]!;
    const memory = { devices: {}, guests: {}, playedTo: {} };
    const built = await buildLot(ask, memory, plan, product.companies.child, [maker], 1);
    const { entry, exit } = await openGoodsGate(ask, built);
    assert.match(entry.secret, /^[0-9a-f]{40}$/);
    assert.notEqual(entry.secret, exit.secret);
    const { records } = await ask('GET', 'parkdevices/list', { parkId: built.site.parkId, size: 100 });
    const cameras = records.filter(({ family }) => family === 'alphadigi');
    assert.equal(cameras.length, 2);
    assert.ok(cameras.every(({ gateId, sourceNetworks }) => gateId && sourceNetworks === '127.0.0.1, ::1'));
  } finally {
    await product.close();
  }
});
