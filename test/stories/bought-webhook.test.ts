/** The universal webhook: what is not understood is kept to name its fields by, and counts from the next message on. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mappingPresets } from '#areas/device/model/webhook-mapping.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { jpeg, post } from '#device/adapters/emulation.ts';
import { begin, end, readings, relayAt, server, until } from './bought.fixture.ts';

before(begin);
after(end);

const message = (plate: string, at = Date.now()) =>
  Buffer.from(JSON.stringify({ hits: [{ text: plate, when: at, shot: jpeg(9_000).toString('base64') }], box: 'B7' }));
const MAPPING = 'each = hits\nplate = text\ntime = when\npicture = shot\ncamera = $.box';
const device = (id: string) => server.product.must('GET', '/api/gatehouse/parkDevice/connection', { deviceId: id });
const tryIt = (deviceId: string, mapping: string, sample: string) =>
  server.product.must('POST', '/api/gatehouse/parkDevice/tryMapping', { deviceId, mapping, sample });

async function bridge() {
  const { product, base } = server;
  const lot = await openLot(product);
  const made = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'bridge',
    deviceType: 'camera',
    sn: `WH-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.in1,
    family: 'webhook',
    sourceNetworks: '127.0.0.1',
  });
  const { relay } = await relayAt(lot, 'in1');
  const send = (body: Buffer) => post(`${base}/device/webhook/${made.secret}`, 'application/json', body);
  return { lot, relay, send, deviceId: made.id as string };
}

test('an unknown message is a sample, its fields are tried on it, and the next one opens', async () => {
  const { lot, relay, send, deviceId } = await bridge();
  assert.equal((await send(message('浙A12345'))).status, 200);
  const { sample, mapping, can } = await device(deviceId);
  assert.deepEqual([mapping, can.mapping], [null, true]);
  assert.match(sample, /"text":"浙A12345"/);
  assert.ok(sample.length < 300, 'its picture is cut short');
  const read = await tryIt(deviceId, MAPPING, sample);
  assert.deepEqual(
    [read.problem, read.nativeId, read.events.map(({ plate }: { plate: string }) => plate)],
    [null, 'B7', ['浙A12345']],
  );
  assert.deepEqual([(await readings(lot)).length, relay.pulses().length], [0, 0], 'trying it changes nothing');
  await server.product.must('POST', '/api/updown/parkdevices/submit', { id: deviceId, mapping: MAPPING });
  // The server looks a device up again after two seconds.
  await until(
    async () => {
      await send(message('浙A12346'));
      return readings(lot);
    },
    (all) => all.length > 0,
  );
  await until(
    async () => relay.pulses(),
    (pulses) => pulses.length > 0,
  );
  const [reading] = await readings(lot);
  assert.equal(reading!.payload.plate, '浙A12346');
  assert.match(reading!.payload.picture, /^\/api\/updown\/file\/[0-9a-f]{64}$/);
});

test('what is wrong in a mapping is named by its line, when it is tried and when it is kept', async () => {
  const { deviceId } = await bridge();
  const WRONG: readonly (readonly [string, RegExp])[] = [
    ['plate = a\nplates = b', /第 2 行：只认 plate/],
    ['plate = a..b\ntime = t', /第 1 行：应为/],
    ['plate a', /第 1 行/],
    ['plate = a\ntime = t\nonly = kind', /第 3 行：路径后应有值/],
    ['plate = a', /缺少 time/],
  ];
  for (const [mapping, words] of WRONG) {
    assert.match((await tryIt(deviceId, mapping, '{}')).problem, words);
    const answer = await server.product.ask('POST', '/api/updown/parkdevices/submit', { id: deviceId, mapping });
    assert.equal(answer.status, 400, mapping);
  }
  assert.match((await tryIt(deviceId, 'plate = a\ntime = t', '{"a":"浙A12345"}')).problem, /没有找到车牌或时间/);
});

test('every form that is offered reads its own sample', async () => {
  const { deviceId } = await bridge();
  for (const { name, mapping, sample } of mappingPresets) {
    const { events, problem } = await tryIt(deviceId, mapping, sample);
    assert.deepEqual([problem, events.map(({ plate }: { plate: string }) => plate)], [null, ['浙A12345']], name);
  }
});
