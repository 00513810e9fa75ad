/** The demo's webhooks have a past and call nobody. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import { webhookRound } from '#areas/webhook/server/door.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { pushEvents } from './webhooks.ts';

test('each webhook is out of use, older than what it did, its deliveries match visits and payments, and nothing is pending', async () => {
  const product = await startTestProduct();
  try {
    const lot = await openLot(product);
    const T = Math.floor(Date.now() / MINUTE) * MINUTE - 300 * MINUTE;
    await lot.enter('京A10001', T);
    await lot.leave('京A10001', T + 70 * MINUTE);
    const ask: Ask = (method, path, input) =>
      product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input);
    await pushEvents(ask, product.database, [product.companies.first], Date.now());
    const { records } = await product.must('GET', '/api/gatehouse/webhook/list', {});
    assert.deepEqual(
      records.map(({ enabled, pending }: { enabled: boolean; pending: number }) => [enabled, pending]),
      [
        [false, 0],
        [false, 0],
      ],
    );
    for (const hook of records as { createdAt: string; lastOk: string; offTime: string | null }[])
      assert.ok(
        hook.createdAt < hook.lastOk && (!hook.offTime || hook.lastOk < hook.offTime),
        `made ${hook.createdAt}, last delivered ${hook.lastOk}, off ${hook.offTime}`,
      );
    const { total } = await product.must('GET', '/api/gatehouse/webhookDelivery/list', {});
    assert.equal(total, 3);
    assert.ok((await product.must('GET', '/api/gatehouse/webhookTry/list', {})).total >= 3);
    assert.equal(await webhookRound(product.database), 0);
  } finally {
    await product.close();
  }
});
