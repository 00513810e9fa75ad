/** Relays that open for cameras of whatever maker, and hosts that read several of them: on the real engine. */
import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { boardFamilies, relayFamilies } from '#areas/device/model/families.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { post } from '#device/adapters/emulation.ts';
import { emulators } from '#device/adapters/emulators.ts';
import { boardTwin } from '#device/boards/twin.ts';
import {
  begin,
  car,
  closers,
  end as ended,
  leftBehind,
  opened,
  portsOf,
  readings,
  relayAt,
  SERIALS,
  server,
  stand,
  until,
} from './bought.fixture.ts';
import type { Reading } from './bought.fixture.ts';

before(begin);
after(ended);

for (const family of relayFamilies as readonly ('shelly' | 'waveshare' | 'waveshareinputs')[]) {
  test(`${family}: a relay opens the lane of a camera that only reads, one pulse by one command`, async () => {
    const { lot, camera } = await stand('axis', 'in1', { loginName: '', loginSecret: '' });
    const { relay } = await relayAt(lot, 'in1', family);
    await camera.car(car('浙A00021'), ['repeat']);
    await until(
      () => lot.stays(),
      (all) => all.length > 0,
    );
    await later(500);
    assert.equal(relay.pulses().length, 1);
    assert.equal(camera.pulses().length, 0, 'never both');
    assert.deepEqual(
      (await opened(lot)).map(({ status }) => status),
      ['answered'],
    );
    assert.equal((await lot.of('gate_opening', 'time, id')).length, 1);
    assert.deepEqual(await lot.exceptions(), []);
  });

  test(`${family}: an output it does not have is rejected and reported, and nothing is retried`, async () => {
    const lot = await openLot(server.product);
    const { relay, deviceId } = await relayAt(lot, 'in1', family, { channelNo: 12 });
    const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
    await server.product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: row.sn, remark: '测试' });
    const commands = await until(
      () => opened(lot),
      ([first]) => first?.status === 'failed',
    );
    assert.match(commands.map(({ error }) => error).join(), /设备拒绝|refused/);
    assert.equal(relay.pulses().length, 0);
  });

  test(`${family}: one that is not there is not called twice, and shows as there once it answers`, async () => {
    const lot = await openLot(server.product);
    const { relay, deviceId } = await relayAt(lot, 'in1', family);
    const stateOf = async () =>
      (await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId })).status;
    assert.equal(await stateOf(), 'offline');
    await server.devices.probe();
    assert.equal(await until(stateOf, (state) => state === 'online'), 'online');
    assert.equal(relay.pulses().length, 0, 'asking moves nothing');
    await relay.close();
    const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
    await server.product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: row.sn, remark: '测试' });
    const commands = await until(
      () => opened(lot),
      ([first]) => first?.status === 'failed',
    );
    assert.match(commands.map(({ error }) => error).join(), /连不上设备|could not be reached/);
  });
}

/** A camera that only reads, and a relay whose inputs report its barrier. */
async function wired(more: Record<string, unknown> = {}, family: 'shelly' | 'waveshareinputs' = 'shelly') {
  const { lot, camera } = await stand('axis', 'in1', { loginName: '', loginSecret: '' });
  const { relay, deviceId } = await relayAt(lot, 'in1', family, more);
  const pulse = (times = 1) =>
    until(
      async () => relay.pulses().length,
      (count) => count === times,
    );
  return { lot, camera, relay, deviceId, pulse };
}

/** A relay is looked for every two seconds, and read from then on. */
const READING_MS = 3_000;

for (const family of ['shelly', 'waveshareinputs'] as const)
  test(`${family}: contacts show that the pole rises by its command, and the loop behind it the passage`, async () => {
    const { lot, camera, relay, pulse } = await wired({ passedAfterSec: 0 }, family);
    if (family === 'waveshareinputs') await later(READING_MS);
    await camera.car(car('浙A00061'));
    assert.equal(await pulse(), 1);
    assert.equal((await relay.contact!('up')).status, 200);
    await later(500);
    assert.equal((await lot.stays()).length, 0, 'nothing is assumed, and nobody has passed');
    for (const name of ['passed', 'passed', 'down'] as const) assert.equal((await relay.contact!(name)).status, 200);
    await until(
      () => lot.stays(),
      (all) => all.length > 0,
    );
    await later(500);
    assert.equal((await lot.stays()).length, 1);
    assert.deepEqual(
      (await lot.of('passage')).map(({ evidence }) => evidence),
      ['seen'],
    );
    assert.equal((await lot.of('gate_opening', 'time, id')).length, 1, 'one opening, by its command');
    assert.deepEqual(await lot.exceptions(), []);
  });

test('inputs are read by one server, and by another once it has been gone for a while', async () => {
  const { lot, deviceId } = await wired();
  const { bySn, reads } = portsOf(server.product).bought!;
  const { sn } = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  const device = (await bySn(sn))!;
  assert.deepEqual([await reads(device, 'a'), await reads(device, 'b'), await reads(device, 'a')], [true, false, true]);
  await leftBehind(lot, deviceId);
  assert.deepEqual([await reads(device, 'b'), await reads(device, 'a')], [true, false]);
});

test('contacts of a relay: a pole that nobody here raised is an opening without a cause', async () => {
  const { lot, relay } = await wired();
  await relay.contact!('up');
  const found = await until(
    () => lot.exceptions(),
    (all) => all.length > 0,
  );
  assert.deepEqual(found, ['E-CAUSE']);
  assert.equal((await lot.stays()).length, 0);
});

test('contacts of a relay: what is known to report is not assumed, and a pole that does not rise is a fault', async () => {
  const { lot, camera, relay, pulse } = await wired();
  const stays = (count: number) =>
    until(
      () => lot.stays(),
      (all) => all.length === count,
    );
  const due = async () => {
    await later(1_200);
    await server.devices.sweep();
    await later(300);
  };
  await camera.car(car('浙A00062'));
  await pulse();
  for (const name of ['up', 'passed', 'down'] as const) await relay.contact!(name);
  assert.equal((await stays(1)).length, 1);
  await camera.car(car('浙A00063'));
  await pulse(2);
  await relay.contact!('up');
  await due();
  assert.equal((await lot.stays()).length, 1, 'it stands before the loop still');
  for (const name of ['passed', 'down'] as const) await relay.contact!(name);
  assert.equal((await stays(2)).length, 2);
  await camera.car(car('浙A00064'));
  await pulse(3);
  await due();
  const found = await until(
    () => lot.exceptions(),
    (all) => all.length > 0,
  );
  assert.deepEqual(found, ['E-GATE']);
  assert.equal((await lot.stays()).length, 2);
  assert.deepEqual([...new Set((await lot.of('passage')).map(({ evidence }) => evidence))], ['seen']);
});

test('contacts of a relay from nowhere named are shown and change nothing, and a wrong secret or contact neither', async () => {
  const { lot, relay, deviceId } = await wired({ sourceNetworks: '' });
  assert.equal((await relay.contact!('up')).status, 200);
  const seen = await server.product.must('GET', '/api/gatehouse/parkDevice/connection', { deviceId });
  assert.equal(seen.trust, 'claimed');
  assert.ok(seen.contacts.every(({ at }: { at: string | null }) => at === null));
  await server.product.must('POST', '/api/updown/parkdevices/submit', { id: deviceId, sourceNetworks: '127.0.0.1' });
  await later(2_100);
  const get = (path: string) => post(`${server.base}/device/shelly/${path}`, '', Buffer.alloc(0), { method: 'GET' });
  assert.equal((await get(`${'f'.repeat(40)}/up`)).status, 404);
  await later(300);
  assert.deepEqual(await lot.exceptions(), []);
  await relay.contact!('down');
  const then = await server.product.must('GET', '/api/gatehouse/parkDevice/connection', { deviceId });
  assert.deepEqual(
    then.contacts.map(({ contact, at }: { contact: string; at: string | null }) => [contact, at !== null]),
    [
      ['up', false],
      ['down', true],
      ['passed', false],
    ],
  );
});

test('a relay stands as a barrier and a camera as a camera', async () => {
  const lot = await openLot(server.product);
  const enter = (family: string, deviceType: string) =>
    server.product
      .must('POST', '/api/updown/parkdevices/submit', {
        parkId: lot.parkId,
        deviceName: `${family} ${deviceType}`,
        deviceType,
        sn: `RL-${crypto.randomUUID().slice(0, 12)}`,
        family,
      })
      .then(
        () => 'taken',
        () => 'refused',
      );
  assert.equal(await enter('shelly', 'camera'), 'refused');
  assert.equal(await enter('rekor', 'gate'), 'refused');
  assert.equal(await enter('shelly', 'gate'), 'taken');
});

test('one host speaks for several cameras: each car is of the lane its camera stands at', async () => {
  const { lot, camera, url } = await stand('rekor');
  await camera.car(car('浙A00031'));
  await server.product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot.parkId,
    deviceName: 'rekor-in2',
    deviceType: 'camera',
    sn: `BD-${crypto.randomUUID().slice(0, 12)}`,
    gateId: lot.gates.in2,
    family: 'rekor',
    nativeId: '15',
    sourceNetworks: '127.0.0.1',
  });
  const other = await emulators.rekor({ url, serial: '15' });
  await other.car(car('浙A00032'));
  const all = await until(
    () => lot.of('device_event', 'at, seq'),
    (found) => found.filter(({ kind }) => kind === 'plate').length > 1,
  );
  const read = all.filter(({ kind }) => kind === 'plate');
  assert.deepEqual(
    read.map(({ gate_id, payload }) => [gate_id, (payload as Reading['payload']).plate]),
    [
      [lot.gates.in1, '浙A00031'],
      [lot.gates.in2, '浙A00032'],
    ],
  );
});

test('Frigate publishes at our broker as the device, and a car it sees behind the barrier has passed, once', async () => {
  const { lot, deviceId, url } = await stand('frigate');
  const { sn } = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  const mqtt = { url: `mqtt://127.0.0.1:${server.devices.port}`, sn, secret: url.split('/').at(-1)! };
  const frigate = await emulators.frigate({ url, serial: SERIALS.frigate!, mqtt });
  closers.push(() => frigate.close());
  await frigate.beat();
  const at = Date.now();
  await frigate.car(car('浙A00041', at));
  await until(
    () => readings(lot),
    (found) => found.length > 0,
  );
  await until(
    () => opened(lot),
    ([first]) => first?.status === 'answered',
  );
  const [reading] = await lot.rows(
    `SELECT native_key AS key FROM device_inbox WHERE tenant_id = $1 AND $2::uuid IS NOT NULL AND device_id = $3
      AND message = 'plate'`,
    deviceId,
  );
  const end = {
    id: reading!.key.split('/')[0],
    camera: SERIALS.frigate,
    label: 'car',
    frame_time: at / 1_000 + 1,
    end_time: null,
    entered_zones: ['waiting', 'passed'],
    current_zones: ['passed'],
  };
  const say = (type: string) =>
    post(`${url}/events`, 'application/json', Buffer.from(JSON.stringify({ type, before: end, after: end })));
  await say('update');
  await say('end');
  await later(1_500);
  await server.devices.sweep();
  await until(
    () => lot.stays(),
    (all) => all.length > 0,
  );
  const passed = (await lot.of('device_event', 'at, seq')).filter(({ kind }) => kind === 'passed');
  assert.equal(passed.length, 1, 'seen, and not taken as passed once more');
  assert.equal((await lot.stays()).length, 1);
  assert.deepEqual(
    (await lot.of('passage')).map(({ evidence }) => evidence),
    ['seen'],
  );
  assert.deepEqual(await lot.exceptions(), []);
});

test('a picture is fetched from the host of a recogniser alone, and a host that gives none costs the picture, not the car', async () => {
  const { lot, camera, deviceId, url } = await stand('frigate');
  const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  const { body, type, path } = camera.message(car('浙A00042'));
  const elsewhere = JSON.parse(body.toString());
  await post(`${url}/${path}`, type, Buffer.from(JSON.stringify({ ...elsewhere, id: '../../../config' })));
  await server.product.must('POST', '/api/updown/parkdevices/submit', { ...row, ipAddress: '192.0.2.1', port: 80 });
  await later(2_100);
  const from = performance.now();
  await camera.car(car('浙A00043'));
  assert.ok(performance.now() - from < 30_000); // the system gives up a connection after two minutes
  const all = await until(
    () => readings(lot),
    (found) => found.length === 2,
  );
  assert.deepEqual(
    all.map(({ payload }) => payload.picture ?? null),
    [null, null],
  );
});

for (const family of boardFamilies)
  test(`${family}: a board on the camera shows and says what the lane does, and what it cannot say is refused (C9)`, async () => {
    const { camera, deviceId } = await stand(family, 'in1', { board: 'zero64' });
    await camera.car(car('浙A00051'));
    await camera.beat();
    await later(200);
    await camera.beat();
    const { lines, spoken, bad } = boardTwin(camera.serial!());
    assert.deepEqual(bad, []);
    assert.equal(lines[1]!.text, '浙A00051');
    assert.ok(Object.values(lines).every(({ colour, seconds }) => colour === '00ff0000' && seconds === 15));
    assert.ok(spoken.length > 0 && spoken.every((words) => words !== ''));
    const { commandIds } = await server.product.must('POST', '/api/updown/parkdevices/voice', { deviceId, voiceNo: 3 });
    const opening = server.product
      .must('GET', '/api/gatehouse/deviceCommand/outcome', { commandIds: commandIds.join(',') })
      .catch((error: Error) => error);
    await later(300);
    await camera.beat();
    assert.match(String(((await opening) as Error).message), /不能执行|cannot/);
    assert.equal(camera.pulses().length, 1, 'what is shown opens nothing');
  });

test('the idle content is written to a board on the camera, with its effect, and a board that keeps its own refuses it', async () => {
  const stored = await stand('alphadigi', 'in1', { board: 'zero64Stored' });
  const own = await stand('huaxia', 'in1', { board: 'zero64' });
  for (const { lot } of [stored, own])
    await server.product.must('POST', '/api/updown/parkledconfig/submit', {
      parkId: lot.parkId,
      configType: 'idle',
      ledRuleType: 'always',
      text1: '欢迎光临',
      colour1: 'yellow',
      effect1: '54',
      seconds1: 7,
    });
  await stored.camera.beat();
  await own.camera.beat();
  const shown = { text: '欢迎光临', colour: 'ffff0000', entry: 0x05, seconds: 7 };
  assert.deepEqual(boardTwin(stored.camera.serial!()).stored[1], shown);
  assert.deepEqual(boardTwin(own.camera.serial!()).stored, {});
  const programs = async (lot: typeof own.lot) =>
    (await lot.of('device_command', 'time, id'))
      .filter(({ command, gate_id }) => command === 'program' && gate_id === lot.gates.in1)
      .map(({ status }) => status);
  assert.deepEqual([await programs(stored.lot), await programs(own.lot)], [['delivered'], ['failed']]);
});

test('a camera without a board is given nothing to show or to say, so that nothing fails with each car', async () => {
  const { lot, camera, deviceId } = await stand('hikvision', 'in1');
  await camera.car(car('浙A00061'));
  await until(
    () => opened(lot),
    ([first]) => first?.status === 'answered',
  );
  assert.equal(camera.pulses().length, 1);
  await assert.rejects(
    server.product.must('POST', '/api/updown/third/set/parkCommand', {
      parkId: lot.parkId,
      command: 'light',
      onOff: true,
    }),
    /没有可执行此指令的设备/,
  );
  assert.deepEqual(
    (await lot.of('device_command', 'time, id'))
      .filter(({ device_id }) => device_id === deviceId)
      .map(({ command, status }) => [command, status]),
    [['open', 'answered']],
  );
});

test('a board hangs on a camera that passes it on, and on no other', async () => {
  await assert.rejects(stand('axis', 'in1', { board: 'zero64' }));
});
