/** How many statements a batch of a street's messages costs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { StreetEvent } from '#areas/device/model/link.ts';
import { database } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeStreet } from './street.ts';
import { MINUTE, openStreet } from './street.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

/** A car comes, one leaves, and three sensors report as each half hour. */
test('a batch of messages of a street takes its lot once, and costs a bounded number of statements', async (t) => {
  const street = await openStreet(product, 6);
  const start = Date.now() - 5 * 60 * MINUTE;
  const accept = (at: number, ...claims: Parameters<typeof street.accept>[0]) => street.accept(claims, at + 20_000);
  for (const nth of [0, 1, 2, 3]) {
    const at = start + nth * MINUTE;
    await accept(at, street.claim(nth, at, 'arrive', { changes: 1 }));
    const read = at + 5 * MINUTE;
    await accept(read, street.person(nth, read, 'plate', `粤B1${nth}345`.slice(0, 7)));
  }
  const now = start + 40 * MINUTE;
  const space = (nth: number, trigger: 'change' | 'heartbeat', occupied: boolean, changes: number): StreetEvent => ({
    kind: 'space',
    device: street.sensors[nth]!,
    seq: 100 + nth,
    rawAt: now,
    at: now,
    sensor: null,
    occupied,
    trigger,
    sinceSeconds: null,
    changes,
    batteryMv: 3600,
    rssi: -80,
  });
  const statements: string[] = [];
  const counted = database(product.database.config, 2, (sql) => statements.push(sql));
  try {
    const events = [
      space(0, 'change', false, 2),
      space(1, 'heartbeat', true, 1),
      space(2, 'heartbeat', true, 1),
      space(3, 'heartbeat', true, 1),
      space(4, 'change', true, 1),
    ];
    await takeStreet(counted, street.lot, events, new Date(now + 20_000));
  } finally {
    await counted.close();
  }
  const taken = statements.filter((sql) => /park_live/.test(sql) && !/inside/.test(sql));
  assert.deepEqual(taken, ['SELECT 1 FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE']);
  t.diagnostic(`${statements.length} statements`);
  // The lot's settings, lanes and tariffs are read again after two seconds: some twenty more.
  assert.ok(statements.length <= 80, `${statements.length} statements`);
});
