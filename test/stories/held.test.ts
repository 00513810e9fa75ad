/** The short form of `npm run trial -- held`: connections that ask for nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { AddressInfo } from 'node:net';
import { httpServer } from '#apps/server/http.ts';
import { openDevices } from '#device/index.ts';
import type { Database } from '#kit/server/db.ts';
import { hold, keptBy, serves, WAYS } from '#test/trial/held.ts';

const FEW = { perAddress: 20, total: 40 };
const nothing = async (): Promise<never> => {
  throw new Error('not needed here');
};

async function product(t: TestContext, waitMs: number) {
  const app = await httpServer({
    database: {} as Database,
    served: [],
    whoIs: async () => null,
    logger: false,
    held: { silent: { ...FEW, waitMs }, resting: FEW },
  });
  const devices = await openDevices({
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'test',
    share: 'servers',
    http: app.server,
    log: { error: () => undefined, info: () => undefined },
    waiting: { ...FEW, waitMs },
    ports: {
      logOn: async () => null,
      identify: async () => null,
      welcome: nothing,
      ingest: nothing,
      setAside: nothing,
      doer: nothing,
      answered: nothing,
      beats: nothing,
      reject: nothing,
      ticket: () => null,
      stands: async () => true,
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const stop = async (): Promise<void> => {
    await devices.close();
    await app.close();
  };
  let stopped: Promise<void> | null = null;
  t.after(() => (stopped ??= stop()));
  return {
    ports: { http: (app.server.address() as AddressInfo).port, mqtt: devices.port! },
    stop: () => (stopped ??= stop()),
  };
}

for (const way of Object.keys(WAYS))
  test(`however many connections are held (${way}), few stay, others are served, and the server stops`, async (t) => {
    const { ports, stop } = await product(t, 60_000);
    const holder = await hold(ports, way, 500);
    t.after(holder.dropAll);
    assert.ok((await keptBy(holder, FEW.perAddress, 20_000)) <= FEW.perAddress, `${holder.open()} stay`);
    assert.deepEqual(await serves(ports), []);
    await stop();
    assert.equal(await keptBy(holder, 0, 5_000), 0);
  });

test('a connection that says nothing is ended after its time, however few there are', async (t) => {
  const { ports } = await product(t, 300);
  for (const way of [
    'HTTP without a word',
    'half the head of a request',
    'MQTT without a word',
    'WebSocket without CONNECT',
  ]) {
    const holder = await hold(ports, way, 1);
    assert.equal(await keptBy(holder, 0, 10_000), 0, way);
  }
});

test('a client that only offers another protocol is answered by HTTP', async (t) => {
  const { ports } = await product(t, 60_000);
  const outgoing = request({
    port: ports.http,
    path: '/api/gatehouse/no-such-call',
    headers: { Connection: 'Upgrade', Upgrade: 'h2c' },
  }).end();
  const [answer] = (await once(outgoing, 'response')) as [{ statusCode: number; resume: () => void }];
  answer.resume();
  assert.equal(answer.statusCode, 404);
});
