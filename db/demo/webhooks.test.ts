/** The demo's webhooks have a past and call nobody. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import { webhookRound } from '#areas/webhook/server/door.ts';
import { openHouse } from '#test/house.ts';
import type { Ask } from './build-base.ts';
import { pushEvents } from './webhooks.ts';

test('each webhook is out of use, its deliveries match visits and payments, and nothing is pending', async () => {
  const house = await openHouse();
  try {
    const lot = await openLot(house);
    const T = Math.floor(Date.now() / MINUTE) * MINUTE - 300 * MINUTE;
    await lot.enter('京A10001', T);
    await lot.leave('京A10001', T + 70 * MINUTE);
    const ask: Ask = (method, path, input) =>
      house.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input);
    await pushEvents(ask, house.database, [house.companies.first], Date.now());
    const { records } = await house.must('GET', '/api/gatehouse/webhook/list', {});
    assert.deepEqual(
      records.map(({ enabled, pending }: { enabled: boolean; pending: number }) => [enabled, pending]),
      [
        [false, 0],
        [false, 0],
      ],
    );
    const { total } = await house.must('GET', '/api/gatehouse/webhookDelivery/list', {});
    assert.equal(total, 3);
    assert.ok((await house.must('GET', '/api/gatehouse/webhookTry/list', {})).total >= 3);
    assert.equal(await webhookRound(house.database), 0);
  } finally {
    await house.close();
  }
});
