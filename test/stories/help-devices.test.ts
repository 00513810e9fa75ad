/**
 * A lane's intercom over MQTT: the button rings at a seat, the driver sees the progress of the call, and pressing again
 * joins it.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { takeHelp } from '#areas/seat/server/door.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until } from '#test/until.ts';

const quiet = { error: () => undefined, info: () => undefined };
let product: TestProduct;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];

before(async () => {
  product = await startTestProduct();
  devices = await openDevices({
    ports: devicePorts(product.database, {
      ingest: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      help: (target, events) => takeHelp(product.database, target, events),
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'help',
    share: 'servers',
  });
  const dispatch = startDispatch(product.database, devices, quiet);
  closers.push(
    () => devices.close(),
    () => dispatch.close(),
  );
});
after(async () => {
  for (const close of closers.toReversed()) await close();
  await product?.close();
});

test('a button pressed twice over MQTT is one call, and the intercom shows that nobody is on duty', async () => {
  const parkId = await product.park(product.companies.child);
  const { id: gateId } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    parkId,
    gateName: '出口',
    gateType: 'out',
  });
  const sn = `IC-${randomUUID().slice(0, 8)}`;
  const { secret } = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId,
    gateId,
    deviceName: '出口对讲',
    deviceType: 'intercom',
    sn,
  });
  const on = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn, secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => on.close());
  const states: unknown[] = [];
  on.onCommand = ({ name, payload }) => {
    if (name === 'call') states.push(payload['state']);
    return { ok: true };
  };
  await on.event('help', Date.now(), { action: 'press' }, { twice: true });
  const calls = () =>
    product.database.read(platformScope, (db) =>
      db.raw<{ status: string }>('SELECT status FROM call_record WHERE park_id = $1', [parkId]),
    );
  assert.deepEqual(await calls(), [{ status: 'fallback' }]);
  await until(() => states.includes('fallback'));
});
