/**
 * A real Mosquitto with the settings, accounts and rules of `deploy/mosquitto`: who gets in, and what an account can do
 * to others.
 */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import type { MqttClient } from 'mqtt';
import type { DevicePorts } from '#areas/device/model/link.ts';
import { gateway } from '#device/gateway.ts';
import { openOutside } from '#device/outside.ts';
import type { Outside } from '#device/outside.ts';
import { sharedUp } from '#device/topics.ts';
import { hasMosquitto, mosquitto } from '#test/trial/mosquitto.ts';
import type { Mosquitto } from '#test/trial/mosquitto.ts';
import { freePort } from '#test/trial/server.ts';
import { until } from '#test/until.ts';

const DEPLOYED = join(import.meta.dirname, '..', '..', 'deploy', 'mosquitto');
const quiet = { error: () => undefined, info: () => undefined };
const skip = hasMosquitto ? false : 'there is no Mosquitto on this machine';

let folder: string;
let broker: Mosquitto;
let product: Outside;
const stored: string[] = [];

const as = (username: string, password = username, more = {}): Promise<MqttClient> =>
  connectAsync(broker.url, { username, password, reconnectPeriod: 0, connectTimeout: 5_000, ...more });
const plate = (seq: number): string =>
  JSON.stringify({ seq, at: '2026-05-01T08:00:00Z', passing: seq, plate: '苏A12345' });

before(async () => {
  if (!hasMosquitto) return;
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-mosquitto-'));
  const inside = await freePort();
  copyFileSync(join(DEPLOYED, 'acl'), join(folder, 'acl'));
  writeFileSync(join(folder, 'passwords'), '', { mode: 0o600 });
  for (const account of ['gatehouse', 'cam-1', 'cam-2'])
    execFileSync('mosquitto_passwd', ['-b', join(folder, 'passwords'), account, account], { stdio: 'ignore' });
  broker = await mosquitto(folder, (port, kept) =>
    readFileSync(join(DEPLOYED, 'mosquitto.conf'), 'utf8')
      .replace('listener 1883', `listener ${port} 127.0.0.1`)
      .replace('listener 1884', `listener ${inside} 127.0.0.1`)
      .replaceAll('/mosquitto/config/', `${folder}/`)
      .replace('/mosquitto/data/', `${kept}/`),
  );
  await broker.start();
  const ports: DevicePorts = {
    logOn: async () => null,
    identify: async (sn) => ({
      sn,
      deviceId: sn,
      tenantId: 1,
      parkId: 'p',
      gateId: 'g',
      kind: 'camera',
      lanes: [],
      clockOffsetMs: 0,
    }),
    welcome: async () => ({ parkName: 'P', zone: 'Asia/Shanghai', lanes: [] }),
    ingest: async (_, events) => {
      for (const { device, seq } of events) stored.push(`${device}:${seq}`);
    },
    setAside: async () => undefined,
    doer: async () => ({ problem: text('无人', 'nobody') }),
    answered: async () => undefined,
    beats: async () => undefined,
    reject: async () => undefined,
    ticket: () => null,
    stands: async () => true,
  };
  product = await openOutside({
    url: `mqtt://gatehouse:gatehouse@127.0.0.1:${inside}`,
    serverId: 'one',
    eventFilter: sharedUp('0f3a'),
    ports,
    gateway: gateway(ports, quiet),
    log: quiet,
    onLive: () => undefined,
    siblingPatienceMs: 200,
  });
  await until(() => product.keeps());
});
after(async () => {
  if (!hasMosquitto) return;
  await product.close();
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('only accounts get in, each with its own password and under its own name as client id', { skip }, async () => {
  for (const [account, password] of [
    [undefined, undefined],
    ['cam-1', 'cam-2'],
    ['cam-1', ''],
    ['cam-3', 'cam-3'],
  ] as const) {
    await assert.rejects(
      connectAsync(broker.url, {
        ...(account ? { username: account, password } : {}),
        reconnectPeriod: 0,
        connectTimeout: 5_000,
      }),
      /not authori[sz]ed/i,
    );
  }
  const device = await as('cam-1', 'cam-1', { clientId: 'gatehouse-one' });
  await later(300);
  assert.ok(product.reached() && product.keeps());
  await device.endAsync();
});

test('no account takes part in the events of others, whatever it subscribes to', { skip }, async () => {
  const [curious, device] = [await as('cam-2'), await as('cam-1')];
  const received: string[] = [];
  curious.on('message', (topic) => received.push(topic));
  for (const filter of [
    '#',
    '$share/gatehouse/gatehouse/v1/+/up/+',
    '$share/cam-2/#',
    'gatehouse/v1/cam-1/down/+',
    'gatehouse/v1/live/#',
    'gatehouse/v1/kept/#',
  ])
    await curious.subscribeAsync(filter, { qos: 1 });
  for (let seq = 1; seq <= 40; seq += 1)
    await device.publishAsync('gatehouse/v1/cam-1/up/plate', plate(seq), { qos: 1 });
  await until(() => new Set(stored).size === 40);
  assert.equal(new Set(stored).size, 40);
  assert.deepEqual(
    received.filter((topic) => !topic.startsWith('gatehouse/v1/cam-2/down/')),
    [],
  );
  await Promise.all([curious.endAsync(), device.endAsync()]);
});

test('an account says nothing in the name of another', { skip }, async () => {
  for (const topic of [
    'gatehouse/v1/cam-1/up/plate',
    'gatehouse/v1/cam-1/down/open',
    'gatehouse/v1/live/gatehouse-one',
    'gatehouse/v1/kept/mark',
  ]) {
    const liar = await as('cam-2'); // older Mosquittos close the connection
    liar.publish(topic, plate(99));
    await later(100);
    await liar.endAsync(true);
  }
  const device = await as('cam-2');
  await device.publishAsync('gatehouse/v1/cam-2/up/plate', plate(100), { qos: 1 });
  await until(() => stored.includes('cam-2:100'));
  assert.deepEqual(
    stored.filter((each) => /:(99|100)$/.test(each)),
    ['cam-2:100'],
  );
  await device.endAsync();
});

test('the protocol shows these rules', () => {
  const rules = readFileSync(join(DEPLOYED, 'acl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const protocol = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'protocol.md'), 'utf8');
  for (const rule of rules) assert.ok(protocol.includes(`\n${rule}\n`), rule);
});
