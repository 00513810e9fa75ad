/** The demo's mall: floors with spaces that add up, boards that have lines, and cars of the lot standing at them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { guideMall } from './guidance.ts';

test('every page of guidance has rows, each floor adds up, and only detectors that are lost leave spaces unknown', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input);
    const companyId = product.companies.child;
    const parkId = await product.park(companyId, '云汇广场地下停车场', { totalStall: 600 });
    const one = async (sql: string) => (await product.database.read(platformScope, (db) => db.raw(sql, [parkId])))[0]!;
    const { tenant } = await one('SELECT tenant_id AS tenant FROM park WHERE id = $1');
    const memory = { devices: {}, guests: {}, playedTo: {} };
    const living = await guideMall(
      product.database,
      ask,
      [{ plan: { code: 'AB01' }, companyId, site: { parkId } }],
      new Map([[parkId, Number(tenant)]]),
      memory,
      new Date(),
    );
    assert.deepEqual(Object.keys(memory.devices), [...living.sns]);
    const { records } = await ask('GET', 'plat/navigation/building/list', { parkId, size: 10 });
    const counts: unknown[] = [];
    const now = Date.now();
    for (const { id, floorNo } of records) {
      if (floorNo === null) continue;
      const live = await product.must('GET', '/api/gatehouse/guide/live', { buildingId: id });
      assert.equal(
        live.spaces.length,
        Object.values<number>(live.counts).reduce((sum, n) => sum + n),
      );
      const at = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
      for (const hours of [0, 30]) {
        const then = await product.must('GET', '/api/gatehouse/guide/replay', { buildingId: id, at: at(hours) });
        assert.equal(then.spaces.length, live.spaces.length);
        if (hours === 0) assert.deepEqual(then.counts, live.counts);
      }
      const { days } = await product.must('GET', '/api/gatehouse/guide/curve', { buildingId: id });
      assert.deepEqual(
        days.slice(1).map(({ hours }: { hours: unknown[] }) => hours.length),
        [24, 24],
      );
      counts.push([live.counts.unknown, live.counts.closed, live.boards.length, live.gateways.length]);
    }
    assert.deepEqual(counts, [
      [1, 0, 2, 1],
      [1, 1, 1, 1],
      [1, 0, 1, 1],
    ]);
    for (const [path, least] of [
      ['devGateway/list', 3],
      ['devDevice/list', 604],
      ['parkingSpace/list', 600],
      ['devGroup/list', 4],
      ['devCommunication/list', 3],
    ] as const)
      assert.ok((await product.must('GET', `/api/updown/plat/navigation/${path}`, { parkId })).total >= least, path);
    assert.ok((await product.must('GET', '/api/updown/wireDevice/list', { parkId })).total >= 604);
    const promises = await product.must('GET', '/api/gatehouse/boardPromise', { parkId });
    assert.ok(promises.totals.arrivals > 1_000 && promises.totals.missed > 20, JSON.stringify(promises.totals));
  } finally {
    await product.close();
  }
});
