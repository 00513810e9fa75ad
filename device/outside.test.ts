import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import type { MqttClient } from 'mqtt';
import type { DeviceIdentity, DevicePorts, UpEvent } from '#areas/device/model/link.ts';
import { gateway } from './gateway.ts';
import { openOutside } from './outside.ts';
import { until } from '#test/until.ts';

// The stand-in broker knows no shared subscriptions, so the plain filter is used; everything else is as with a real
// one.
const FILTER = 'gatehouse/v1/+/up/+';
const quiet = { error: () => undefined, info: () => undefined };
const identity = (sn: string): DeviceIdentity => ({
  sn,
  deviceId: `id-${sn}`,
  tenantId: 1,
  parkId: 'p',
  gateId: 'g',
  kind: 'camera',
  lanes: [],
  clockOffsetMs: 0,
});

let url: string;
let device: MqttClient;
const closers: (() => Promise<unknown>)[] = [];
before(async () => {
  const broker = await Aedes.createBroker();
  const listener = createServer((socket) => {
    broker.handle(socket);
  });
  await new Promise<void>((then) => {
    listener.listen(0, '127.0.0.1', then);
  });
  url = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  closers.push(
    () =>
      new Promise<void>((then) => {
        broker.close(() => listener.close(() => then()));
      }),
  );
  device = await connectAsync(url, { clientId: 'device' });
  closers.push(() => device.endAsync(true));
});
after(async () => {
  for (const close of closers.toReversed()) await close();
});

async function server(
  serverId: string,
  ingest: DevicePorts['ingest'],
  onLive: (...args: unknown[]) => void = () => undefined,
) {
  const ports: DevicePorts = {
    logOn: async () => null,
    identify: async (sn) => (sn === 'cam-1' ? identity(sn) : null),
    welcome: async () => ({ parkName: 'P', zone: 'Asia/Shanghai', lanes: [] }),
    ingest,
    setAside: async () => undefined,
    doer: async () => ({ problem: text('无人', 'nobody') }),
    answered: async () => undefined,
    beats: async () => undefined,
    reject: async () => undefined,
    ticket: () => null,
    stands: async () => true,
  };
  const made = await openOutside({
    url,
    serverId,
    ports,
    gateway: gateway(ports, quiet),
    log: quiet,
    onLive,
    eventFilter: FILTER,
    siblingPatienceMs: 600_000,
  });
  await until(made.reached);
  return made;
}
const plate = (seq: number): string =>
  JSON.stringify({ seq, at: '2026-05-01T08:00:00Z', passing: seq, plate: '苏A12345' });
const settle = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

test('an event the server did not store before it died comes again to the server that follows, and only that one', async () => {
  const first: number[] = [];
  const dying = await server('one', async (_, events) => {
    if (events.some(({ seq }) => seq > 2)) await new Promise(() => undefined); // the commit never comes
    first.push(...events.map(({ seq }) => seq));
  });
  await settle(200);
  for (const seq of [1, 2]) await device.publishAsync('gatehouse/v1/cam-1/up/plate', plate(seq), { qos: 1 });
  await until(() => first.length === 2);
  for (const seq of [3, 4]) await device.publishAsync('gatehouse/v1/cam-1/up/plate', plate(seq), { qos: 1 });
  await settle(200);
  await dying.close();

  const second: number[] = [];
  const following = await server('one', async (_, events) => {
    second.push(...events.map(({ seq }) => seq));
  });
  await until(() => second.length >= 2);
  await settle(200);
  assert.deepEqual(second.toSorted(), [3, 4]);
  await following.close();
});

test('many events are under way at once, each acknowledged after its own commit', async () => {
  const sizes: number[] = [];
  const made = await server('two', async (_, events) => {
    sizes.push(events.length);
    await settle(30);
  });
  await settle(200);
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => device.publishAsync('gatehouse/v1/cam-1/up/plate', plate(i + 10), { qos: 1 })),
  );
  await until(() => sizes.reduce((sum, n) => sum + n, 0) === 60);
  assert.ok(Math.max(...sizes) > 5, `batches of ${sizes.join(', ')}`);
  await made.close();
});

test('a failed store is sent again by the broker until it succeeds', async () => {
  let away = true;
  const stored: UpEvent[] = [];
  const made = await server('three', async (_, events) => {
    if (away) throw Object.assign(new Error('deadlock'), { code: '40001' });
    stored.push(...events);
  });
  await settle(200);
  await device.publishAsync('gatehouse/v1/cam-1/up/plate', plate(100), { qos: 1 });
  await settle(300);
  away = false;
  await until(() => stored.length > 0);
  assert.equal(stored[0]!.seq, 100);
  await made.close();
});

test('a live event of one server reaches the consoles of the others', async () => {
  const received: unknown[][] = [];
  const made = await server(
    'four',
    async () => undefined,
    (...args) => received.push(args),
  );
  await settle(200);
  made.live(1, 'p', 'lane', { plate: '苏A12345' });
  await until(() => received.length > 0);
  assert.deepEqual(received, [[1, 'p', 'lane', { plate: '苏A12345' }]]);
  await made.close();
});

test('messages of unknown devices are taken from the broker and dropped', async () => {
  const stored: UpEvent[] = [];
  const made = await server('five', async (_, events) => {
    stored.push(...events);
  });
  await settle(200);
  await device.publishAsync('gatehouse/v1/stranger/up/plate', plate(1), { qos: 1 });
  await device.publishAsync('gatehouse/v1/cam-1/up/plate', plate(200), { qos: 1 });
  await until(() => stored.length > 0);
  assert.deepEqual(
    stored.map(({ device: from }) => from),
    ['id-cam-1'],
  );
  await made.close();
});
