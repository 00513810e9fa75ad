/**
 * Two servers at a real Mosquitto, with its shared subscriptions: what one leaves behind the other stores, and a broker
 * that was away brings what it kept.
 */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import type { MqttClient } from 'mqtt';
import type { DevicePorts } from '#areas/device/model/link.ts';
import { gateway } from '#device/gateway.ts';
import type { Log } from '#device/types.ts';
import { openOutside } from '#device/outside.ts';
import type { Outside } from '#device/outside.ts';
import { sharedUp } from '#device/topics.ts';
import { hasMosquitto, mosquitto } from '#test/trial/mosquitto.ts';
import type { Mosquitto } from '#test/trial/mosquitto.ts';
import { until as holding } from '#test/until.ts';

const quiet = { error: () => undefined, info: () => undefined };

let folder: string;
let broker: Mosquitto;
let device: MqttClient;
const servers: Outside[] = [];

before(async () => {
  if (!hasMosquitto) return;
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-mosquitto-'));
  broker = await mosquitto(folder);
  await broker.start();
  device = await connectAsync(broker.url, { clientId: 'device', reconnectPeriod: 200 });
});
after(async () => {
  if (!hasMosquitto) return;
  await device.endAsync(true);
  await Promise.all(servers.map((each) => each.close()));
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function server(serverId: string, ingest: DevicePorts['ingest'], log: Log = quiet): Promise<Outside> {
  const ports: DevicePorts = {
    logOn: async () => null,
    identify: async (sn) => ({
      sn,
      deviceId: `id-${sn}`,
      tenantId: 1,
      parkId: 'p',
      gateId: 'g',
      kind: 'camera',
      lanes: [],
      clockOffsetMs: 0,
    }),
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
  const opened = await openOutside({
    url: broker.url,
    serverId,
    eventFilter: sharedUp('servers'),
    ports,
    gateway: gateway(ports, quiet),
    log,
    onLive: () => undefined,
    siblingPatienceMs: 200,
  });
  servers.push(opened);
  return opened;
}

let made = 0;
async function publish(many: number, by = device): Promise<void> {
  for (let n = 0; n < many; n += 1) {
    made += 1;
    await by.publishAsync(
      'gatehouse/v1/cam-1/up/plate',
      JSON.stringify({ seq: made, at: '2026-05-01T08:00:00Z', passing: made, plate: '苏A12345' }),
      { qos: 1 },
    );
  }
}
const until = (holds: () => boolean, what: () => string): Promise<void> => holding(holds, { what });

test(
  'events are shared; what waits for a server that is gone, stored or not, is stored by the other, and so is all that follows, and what the broker kept while it was away',
  { skip: hasMosquitto ? false : 'there is no Mosquitto on this machine' },
  async () => {
    const [first, second] = [new Set<number>(), new Set<number>()];
    const all = (): Set<number> => new Set([...first, ...second]);
    let storing = true;
    const leaving = await server('first', async (_, events) => {
      if (!storing) await new Promise(() => undefined); // the commit never comes
      for (const { seq } of events) first.add(seq);
    });
    const staying = await server('second', async (_, events) => {
      for (const { seq } of events) second.add(seq);
    });
    await until(
      () => leaving.reached() && staying.reached(),
      () => 'not reached',
    );
    await later(500);
    await publish(40);
    await until(
      () => all().size === 40,
      () => `${all().size} of 40 stored`,
    );
    assert.ok(first.size > 5 && second.size > 5, `${first.size} and ${second.size}`);

    storing = false;
    await publish(20);
    await leaving.close();
    servers.shift();
    await publish(20);
    await until(
      () => all().size === 80,
      () => `${all().size} of 80 stored`,
    );
    const own = first.size;
    await publish(20);
    await until(
      () => all().size === 100,
      () => `${all().size} of 100 stored`,
    );
    assert.equal(first.size, own);

    await broker.stop();
    await broker.start();
    await until(
      () => device.connected && staying.reached(),
      () => 'nobody came back to the broker',
    );
    await publish(20);
    await until(
      () => all().size === 120,
      () => `${all().size} of 120 stored`,
    );

    // Whoever is back first is not the server: the broker forgets shared subscriptions when it restarts, and accepts
    // the events anyway.
    for (let round = 1; round <= 3; round += 1) {
      await until(
        () => staying.keeps(),
        () => 'nobody holds the session of all events',
      );
      await broker.stop();
      await broker.start();
      const early = await connectAsync(broker.url, { clientId: 'early', reconnectPeriod: 0 });
      await publish(10, early);
      await early.endAsync();
      await until(
        () => all().size === 120 + round * 10,
        () => `${all().size} of ${120 + round * 10} stored`,
      );
    }
  },
);

test(
  'servers that are away are each stood in for to the end, also while one holds the session of all events',
  { skip: hasMosquitto ? false : 'there is no Mosquitto on this machine' },
  async () => {
    await Promise.all(servers.splice(0).map((each) => each.close()));
    const stored = new Set<number>();
    const settled: unknown[] = [];
    const staying = await server(
      'stays',
      async (_, events) => {
        for (const { seq } of events) stored.add(seq);
      },
      {
        error: () => undefined,
        info: (fields, message) => {
          if (message.startsWith('a server is away')) settled.push((fields as { server: string }).server);
        },
      },
    );
    await until(
      () => staying.keeps(),
      () => 'nobody holds the session of all events',
    );
    const leaving = [
      await server('leaves', () => new Promise(() => undefined)),
      await server('leaves-too', () => new Promise(() => undefined)),
    ];
    await until(
      () => leaving.every((each) => each.reached()),
      () => 'not reached',
    );
    await later(500);
    const already = made;
    await publish(60);
    await Promise.all(leaving.map((each) => each.close()));
    servers.splice(-2);
    const missing = (): number[] =>
      Array.from({ length: 60 }, (_, nth) => already + nth + 1).filter((seq) => !stored.has(seq));
    await until(
      () => missing().length === 0,
      () => `${missing().length} of 60 are not stored`,
    );
    const open = (): string[] => ['gatehouse-leaves', 'gatehouse-leaves-too'].filter((each) => !settled.includes(each));
    await until(
      () => open().length === 0,
      () => `not done with ${open().join(', ')}`,
    );
  },
);
