/** The demo's lot with an inner area: its tariff, lanes and past agree with what the product itself would have made. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { replaysOver } from '#areas/fee/server/replay-run.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { buildLot } from './build-lot.ts';
import type { Ask } from './build-base.ts';
import { city } from './city.ts';
import { openShops } from './derates.ts';
import { pastOf } from './history.ts';
import { loadPast } from './load.ts';

const DAY = 86_400_000;

test('each part of a past stay is priced by its area, and a replay of the tariff comes to the same', async () => {
  const product = await startTestProduct();
  try {
    const plan = {
      ...city
        .flatMap(({ companies }) => companies)
        .flatMap(({ lots }) => lots)
        .find(({ inner }) => inner)!,
      staysPerDay: 60,
      passShare: 0,
    };
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const { id: maker } = await ask('POST', 'plat/sysManufacturer/submit', { name: '臻视智能', shortName: 'ZS' });
    const built = await buildLot(
      ask,
      { devices: {}, guests: {}, playedTo: {} },
      plan,
      product.companies.child,
      [maker],
      1,
    );
    const { parkId } = built.site;
    assert.deepEqual(
      built.site.lanes.map(({ direction }) => direction),
      ['entry', 'entry', 'exit', 'inner'],
    );
    const [row] = await product.database.read(platformScope, (db) =>
      db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
    );
    const now = Date.now();
    const past = pastOf(plan, 3, 12, now, 'Asia/Shanghai');
    await loadPast(
      product.database,
      row!.tenant_id,
      built,
      past,
      new Map(),
      await openShops(product.database, row!.tenant_id, built, 3, now),
      () => '马长宁',
      () => undefined,
    );
    const check = await product.must('GET', `/api/gatehouse/check/${parkId}`, {});
    assert.deepEqual(
      [check.right, check.differences, check.inside],
      [true, [], past.filter(({ outAt }) => outAt === null).length],
    );
    const moved = past.filter(({ inner, outAt }) => inner && outAt !== null).length;
    const passages = await product.database.read(platformScope, (db) =>
      db.raw<{ direction: string; n: number }>(
        "SELECT direction, count(*)::int AS n FROM passage WHERE park_id = $1 AND status = 'moved' GROUP BY direction ORDER BY direction",
        [parkId],
      ),
    );
    assert.deepEqual(
      [moved > 50, passages],
      [
        true,
        [
          { direction: 'entry', n: moved },
          { direction: 'exit', n: moved },
        ],
      ],
    );
    const [rule] = (await product.must('GET', '/api/updown/platParkFeeRule/list', { parkId, status: 'published' }))
      .records;
    const { run } = await product.must('POST', '/api/gatehouse/feeRule/replay', {
      id: rule.id,
      from: new Date(now - 13 * DAY).toISOString(),
      to: new Date(now).toISOString(),
    });
    await replaysOver();
    const { answer } = await product.must('GET', '/api/gatehouse/feeRule/replayResult', { run });
    assert.ok(answer.total.stays > 200, String(answer.total.stays));
    assert.deepEqual(
      [answer.total.billedFen, answer.more.stays, answer.less.stays, answer.exceptions],
      [answer.total.newFen, 0, 0, []],
    );
  } finally {
    await product.close();
  }
});
