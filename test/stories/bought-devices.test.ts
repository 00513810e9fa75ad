/** Devices of other makers, by their emulators over real sockets, on the real engine: every family holds the same. */
import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { cameraFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { post } from '#device/adapters/emulation.ts';
import { adapters } from '#device/adapters/index.ts';
import {
  begin,
  broken,
  car,
  end,
  incidents,
  leftBehind,
  opened,
  readings,
  SERIALS,
  server,
  stand,
  until,
} from './bought.fixture.ts';

before(begin);
after(end);

/** Devices that report cars; relays only receive commands. */
const cameras = cameraFamilies;
const inAnswers = (family: FamilyName): boolean => adapters[family].can.open.includes('reply');
/** How an opening ends: of one that goes with an answer no more is known than that it was delivered. */
const endOf = (family: FamilyName): string => (inAnswers(family) ? 'delivered' : 'answered');

for (const family of cameras) {
  test(`${family}: a car is read, the barrier opens once by one command, and a stay begins`, async () => {
    const { lot, camera } = await stand(family);
    const [posted] = await camera.car(car('浙A12345'));
    assert.equal(posted!.status, 200);
    assert.ok(posted!.ms < adapters[family].limits.replyMs + 500, `answered after ${posted!.ms} ms`);
    await until(
      async () => camera.pulses(),
      (pulses) => pulses.length > 0,
    );
    const stays = await until(
      () => lot.stays(),
      (all) => all.length > 0,
    );
    assert.deepEqual(
      stays.map(({ plate_number }) => plate_number),
      ['浙A12345'],
    );
    await later(1_200);
    assert.equal(camera.pulses().length, 1);
    const commands = await until(
      () => opened(lot),
      ([first]) => first?.status === endOf(family),
    );
    assert.deepEqual(
      commands.map(({ status, cause }) => [status, cause]),
      [[endOf(family), 'stay']],
    );
    assert.equal((await lot.of('gate_opening', 'time, id')).length, 1, 'one opening, with its cause');
    assert.deepEqual(await lot.exceptions(), []);
    const [reading] = await readings(lot);
    assert.match(reading!.payload.picture, /^\/api\/updown\/file\/[0-9a-f]{64}$/);
  });

  test(`${family}: what comes again counts once, however often and in whatever order (C3)`, async () => {
    const { lot, camera } = await stand(family);
    await camera.car(car('浙A00001'), ['repeat', 'lost-reply', 'split']);
    // Of an opening that was in a lost answer nobody knows, and the car stands there: no stay begins.
    const stays = inAnswers(family) ? 0 : 1;
    await until(
      async () => [(await opened(lot))[0]?.status, (await lot.stays()).length] as const,
      ([status, begun]) => status === (stays ? 'answered' : 'uncertain') && begun === stays,
    );
    assert.equal((await readings(lot)).length, 1);
    assert.equal((await lot.stays()).length, stays);
    assert.equal(camera.pulses().length, stays);
  });

  test(`${family}: a body that is cut does nothing, and what follows it is taken`, async () => {
    const { lot, camera } = await stand(family);
    await camera.car(car('浙A00002'), ['cut']);
    assert.equal((await readings(lot)).length, 1);
  });

  test(`${family}: killed before the journal, nothing is acknowledged, and the repetition is the event (C4)`, async () => {
    const { lot, camera, url } = await stand(family);
    const { body, type, path } = camera.message(car('浙A00003'));
    const say = () => post(path ? `${url}/${path}` : url, type, body);
    broken.journal = true;
    assert.equal((await say()).status, 503);
    broken.journal = false;
    assert.equal((await say()).status, 200);
    assert.equal((await say()).status, 200);
    assert.equal((await readings(lot)).length, 1);
  });

  test(`${family}: killed between journal and lane, nothing is lost and nothing doubled (C4)`, async () => {
    const { lot, camera, deviceId, url } = await stand(family);
    const { body, type, path } = camera.message(car('浙A00004'));
    broken.ingest = true;
    assert.equal((await post(path ? `${url}/${path}` : url, type, body)).status, 200, 'it is in the journal');
    broken.ingest = false;
    assert.equal((await readings(lot)).length, 0);
    await leftBehind(lot, deviceId);
    assert.equal((await readings(lot)).length, 1);
    await post(path ? `${url}/${path}` : url, type, body);
    await leftBehind(lot, deviceId);
    assert.equal((await readings(lot)).length, 1);
  });

  test(`${family}: what it kept while cut off is history: stored in its own time, and nothing opens (C5)`, async () => {
    const { lot, camera } = await stand(family);
    const from = Date.now() - 3_600_000;
    for (let nth = 0; nth < 12; nth += 1)
      await camera.car(car(`浙B${String(10_000 + nth)}`, from + nth * 60_000), [
        'offline',
        ...(nth % 3 === 0 ? (['repeat'] as const) : []),
      ]);
    await camera.car(car('浙A00005'));
    const all = await until(
      () => readings(lot),
      (found) => found.length >= 13,
    );
    assert.equal(all.length, 13);
    assert.equal(Math.abs(Date.parse(all[0]!.at) - from) < 1_000, true);
    assert.equal((await opened(lot)).length, 1, 'for the car that stands there');
    await until(
      async () => camera.pulses(),
      (pulses) => pulses.length > 0,
    );
    await later(300);
    assert.equal(camera.pulses().length, 1);
  });

  test(`${family}: a wrong secret is nobody's, another serial is refused, another network is refused`, async () => {
    const { lot, camera, deviceId } = await stand(family);
    assert.equal((await camera.car(car('浙A00006'), ['wrong-secret']))[0]!.status, 404);
    await camera.car(car('浙A00007'), ['spoof']);
    assert.equal((await readings(lot)).length, 0);
    assert.match((await incidents(lot)).map(({ reason }) => reason).join(), /its own id|机内编号/);
    const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
    assert.equal(row.trust, 'placed');
    assert.equal(row.nativeId, SERIALS[family]);
    const elsewhere = await stand(family, 'in1', { sourceNetworks: '10.9.0.0/16' });
    assert.equal((await elsewhere.camera.car(car('浙A00008')))[0]!.status, 403);
    assert.equal((await readings(elsewhere.lot)).length, 0);
  });

  test(`${family}: on no named network and without TLS it is shown, and nothing is done on its word (INV-DEV5)`, async () => {
    const { lot, camera, deviceId } = await stand(family, 'in1', { sourceNetworks: '' });
    const [posted] = await camera.car(car('浙A00009'));
    assert.equal(posted!.status, 200);
    assert.equal((await readings(lot)).length, 0);
    assert.equal((await opened(lot)).length, 0);
    const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
    assert.equal(row.trust, 'claimed');
    const held = await lot.rows(
      "SELECT payload FROM device_inbox WHERE tenant_id = $1 AND $2::uuid IS NOT NULL AND device_id = $3 AND seq IS NULL AND message = 'plate'",
      deviceId,
    );
    assert.equal(held[0]!.payload.plate, '浙A00009');
  });

  test(`${family}: too large is refused by its length, and a big picture is none`, async () => {
    const { lot, camera, url } = await stand(family);
    assert.equal(
      (await post(url, 'application/json', Buffer.alloc(adapters[family].limits.bodyBytes + 1))).status,
      413,
    );
    assert.equal((await camera.car(car('浙A00010'), ['big-picture']))[0]!.status, 200);
    assert.equal((await readings(lot)).length, 1);
  });

  test(`${family}: a clock that is eight hours ahead does not move the car`, async () => {
    const { lot, camera } = await stand(family);
    const at = Date.now();
    await camera.car(car('浙A00011', at), ['clock']);
    const [reading] = await readings(lot);
    assert.ok(Math.abs(Date.parse(reading!.at) - at) < 60_000, reading!.at);
  });

  test(`${family}: what cannot be read is kept on record without its logins, and answered`, async () => {
    const { lot, camera, url } = await stand(family);
    const posted = await post(url, 'application/json', Buffer.from('{"user_name":"admin","pass_wd":"hidden-word"'));
    assert.equal(posted.status, 200);
    const [row] = await until(
      () => incidents(lot),
      (all) => all.length > 0,
    );
    assert.doesNotMatch(JSON.stringify(row), /hidden-word/);
    const all = await lot.rows(
      'SELECT coalesce(string_agg(t::text, $3), $3) AS text FROM device_inbox t WHERE tenant_id = $1 AND $2::uuid IS NOT NULL',
      '',
    );
    assert.doesNotMatch(all[0]!.text, /hidden-word/);
    await camera.beat();
  });
}

test('what a device cannot do is reported, and a remote opening uses what it can', async () => {
  const { lot, camera, deviceId } = await stand('hikvision');
  const { commandIds } = await server.product.must('POST', '/api/updown/parkdevices/sysTime', { deviceId });
  const response = await server.product
    .must('GET', '/api/gatehouse/deviceCommand/outcome', { commandIds: commandIds.join(',') })
    .catch((error: Error) => error);
  assert.match(String((response as Error).message ?? JSON.stringify(response)), /不能执行|cannot/);
  const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  await server.product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: row.sn, remark: '测试' });
  await until(
    async () => camera.pulses(),
    (pulses) => pulses.length > 0,
  );
  assert.equal(camera.pulses().length, 1);
  assert.deepEqual(await lot.exceptions(), []);
});

test('a camera that is not called opens by its next sign of life', async () => {
  const { camera, deviceId } = await stand('alphadigi');
  const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  await server.product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: row.sn, remark: '测试' });
  await later(200);
  assert.equal(camera.pulses().length, 0);
  await camera.beat();
  await camera.beat();
  assert.equal(camera.pulses().length, 1, 'once, however often it asks');
});

test('a first message that is only a heartbeat shows when, from where and who, claimed or known, and opens nothing', async () => {
  const look = (deviceId: string) =>
    server.product.must('GET', '/api/gatehouse/parkDevice/connection', { deviceId: deviceId });
  const claimed = await stand('hikvision', 'in1', { sourceNetworks: '' });
  const first = await look(claimed.deviceId);
  assert.deepEqual([first.trust, first.messages], ['claimed', []]);
  assert.deepEqual(
    [first.beat.from, first.beat.nativeId, first.nativeId],
    ['127.0.0.1', SERIALS.hikvision, null],
    'what only claims to be it is shown, and is not taken as its own id',
  );
  assert.ok(Date.now() - Date.parse(first.beat.at) < 60_000);
  assert.deepEqual(await claimed.lot.of('device_command', 'time, id'), []);
  const { deviceId } = await stand('hikvision', 'in1');
  const known = await until(
    () => look(deviceId),
    ({ beat }) => beat !== null,
  );
  assert.deepEqual([known.trust, known.beat.nativeId], ['placed', SERIALS.hikvision]);
});
