/** Incidents of one kind share a row, however many reasons a device thinks of. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faultOf } from '#areas/device/model/incident.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { identify } from './directory.ts';
import { devicePorts } from './link-ports.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('refused messages with twenty reasons have a row each within the hour, and all that come after share one more', async () => {
  const parkId = await product.park(product.companies.first);
  await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '入口相机',
    parkId,
    deviceType: 'camera',
    sn: 'FLOOD-1',
  });
  const device = (await identify(product.database, 'FLOOD-1'))!;
  const ports = devicePorts(product.database, {
    ingest: async () => undefined,
    doer: async () => ({ problem: text('无人', 'nobody') }),
  });
  const bad = (nth: number) => ({
    device,
    topic: 'plate',
    payload: '{',
    reason: faultOf(text(`字段 ${nth}`, `field ${nth}`)),
  });
  for (let from = 0; from < 500; from += 100)
    await ports.reject(Array.from({ length: 100 }, (_, nth) => bad(from + nth)));
  await ports.reject([bad(0)]);
  const rows = await product.database.read(platformScope, (db) =>
    db.raw<{ times: number }>('SELECT times FROM device_incident WHERE sn = $1 ORDER BY times', ['FLOOD-1']),
  );
  // A run that crosses the full hour begins its rows anew.
  assert.ok(rows.length <= 42, `${rows.length} rows`);
  assert.equal(
    rows.reduce((sum, { times }) => sum + times, 0),
    501,
  );
});
