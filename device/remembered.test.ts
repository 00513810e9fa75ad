/** Who a device is stands no longer than ten seconds, and devices that talk are looked for together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { DeviceIdentity, DevicePorts } from '#areas/device/model/link.ts';
import { gateway } from './gateway.ts';

const identity = (sn: string): DeviceIdentity => ({
  sn,
  deviceId: `id-${sn}`,
  tenantId: 1,
  parkId: 'lot',
  gateId: 'lane',
  kind: 'camera',
  lanes: [],
  clockOffsetMs: 0,
});
const all = ['a', 'b', 'c', 'd'];

function world(t: TestContext) {
  const clock = { now: 0 };
  t.mock.method(performance, 'now', () => clock.now);
  const lookups: string[] = [];
  const ports = {
    identify: async (sn: string) => {
      lookups.push(sn);
      return identity(sn);
    },
    beats: async () => undefined,
  } as unknown as DevicePorts;
  const made = gateway(ports, { error: () => undefined, info: () => undefined });
  t.after(() => made.close());
  const at = async (now: number, sns: readonly string[]): Promise<string> => {
    clock.now = now;
    await Promise.all(sns.map((sn) => made.identify(sn)));
    return lookups.splice(0).toSorted().join('');
  };
  return { ...made, at };
}

test('one that is due is looked for with the others that talk, and who is silent is not', async (t) => {
  const { at } = world(t);
  assert.equal(await at(0, all), 'abcd');
  assert.equal(await at(3_000, ['b', 'c']), '');
  assert.equal(await at(9_999, ['a']), '');
  assert.equal(await at(10_000, ['a']), 'abc');
  assert.equal(await at(19_999, ['a', 'b', 'c']), '');
  assert.equal(await at(20_000, ['b', 'd']), 'abcd');
});

test('a device’s latest clock report is not replaced by an older one', async (t) => {
  const { at, receive, identify } = world(t);
  await at(0, ['a', 'b']);
  await at(9_000, ['a', 'b']);
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  await new Promise<void>((then) => {
    receive(identity('b'), 'heartbeat', Buffer.from(JSON.stringify({ seq: 1, at: ahead, queued: 0 })), () => then());
  });
  await at(9_500, ['b']);
  assert.equal(await at(10_000, ['a', 'x']), 'ax');
  assert.ok((await identify('a'))!.clockOffsetMs === 0);
});
