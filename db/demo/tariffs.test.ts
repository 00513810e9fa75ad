/**
 * The demo's tariffs stand as a tariff clerk would have left them: in force since before the past they priced, with
 * their known cases, the next one drafted.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import { buildLot } from './build-lot.ts';
import type { Ask } from './build-base.ts';
import { city } from './city.ts';

const DAY = 86_400_000;
const plans = city
  .flatMap(({ companies }) => companies)
  .flatMap(({ lots }) => lots)
  .filter(({ kind, inner }) => kind === 'mall' && !inner);

test('a tariff is in force since before the first past stay, comes out as its cases say, and the next one is drafted by the form or by hand', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const { id: maker } = await ask('POST', 'plat/sysManufacturer/submit', { name: '臻视智能', shortName: 'ZS' });
    const modes: string[] = [];
    for (const plan of plans) {
      const {
        site: { parkId },
      } = await buildLot(ask, { devices: {}, guests: {}, playedTo: {} }, plan, product.companies.child, [maker], 1);
      const { records } = await product.must('GET', '/api/updown/platParkFeeRule/list', { parkId });
      const rule = (status: string) => records.find((each: { status: string }) => each.status === status);
      assert.ok(Date.parse(rule('published').effectiveFrom) < Date.now() - 100 * DAY);
      const { cases } = await product.must('GET', '/api/gatehouse/feeRule/runCases', { id: rule('published').id });
      assert.deepEqual(
        cases.map(({ ok }: { ok: boolean }) => ok),
        [true, true, true],
      );
      modes.push(rule('draft').mode);
    }
    assert.deepEqual(modes, ['complex', 'expert']);
  } finally {
    await product.close();
  }
});
