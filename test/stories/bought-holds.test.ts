/** What devices of other makers may never do, each by a name of its own in docs/proof/devices.md. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTcp } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { cameraFamilies } from '#areas/device/model/families.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { post } from '#device/adapters/emulation.ts';
import { platformScope } from '#kit/server/db.ts';
import {
  begin,
  car,
  closers,
  end,
  incidents,
  logged,
  LOGIN,
  opened,
  readings,
  server,
  stand,
  until,
} from './bought.fixture.ts';

before(begin);
after(end);

const cameras = cameraFamilies;
type Kept = { key: string; seq: number; message: string; at: string };
const inbox = async (lot: StoryLot, deviceId: string): Promise<readonly Kept[]> =>
  (await lot.rows(
    `SELECT native_key AS key, seq, message, payload->>'at' AS at FROM device_inbox
     WHERE tenant_id = $1 AND $2::uuid IS NOT NULL AND device_id = $3 AND seq IS NOT NULL ORDER BY seq`,
    deviceId,
  )) as unknown as readonly Kept[];

for (const family of cameras)
  test(`${family}: its messages have one number forever, without a gap, and their original time (INV-DEV2)`, async () => {
    const { lot, camera, deviceId, url } = await stand(family);
    const reported = Array.from({ length: 5 }, (_, nth) =>
      camera.message(car(`浙C1000${nth}`, Date.now() - nth * 1_000)),
    );
    const say = ({ body, type, path }: (typeof reported)[number]) => post(path ? `${url}/${path}` : url, type, body);
    for (const each of reported) assert.equal((await say(each)).status, 200);
    const first = await inbox(lot, deviceId);
    for (const each of [...reported, ...reported.toReversed()]) await say(each);
    await camera.car(car('浙C20000'), ['clock', 'repeat']);
    const all = await inbox(lot, deviceId);
    assert.deepEqual(
      all.map(({ seq }) => Number(seq)),
      all.map((_, nth) => nth + 1),
      'no gap',
    );
    assert.equal(new Set(all.map(({ key }) => key)).size, all.length, 'no key twice');
    const plates = (rows: readonly Kept[]) => rows.filter(({ message }) => message === 'plate');
    assert.equal(plates(all).length, reported.length + 1);
    const had = new Map(first.map((row) => [row.key, row]));
    for (const row of all.filter(({ key }) => had.has(key))) assert.deepEqual(row, had.get(row.key));
  });

/** Listens on a port of its own until the end. */
async function listening(it: Server): Promise<number> {
  await new Promise<void>((then) => {
    it.listen(0, '127.0.0.1', then);
  });
  closers.push(
    () =>
      new Promise((then) => {
        it.close(then);
      }),
  );
  return (it.address() as AddressInfo).port;
}

/** A Hikvision that is called where somebody else listens. */
async function calledAt(port: number): Promise<{ lot: StoryLot; open: () => Promise<unknown> }> {
  const { lot, deviceId } = await stand('hikvision', 'in1', { loginName: '', loginSecret: '' });
  const row = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  await server.product.must('POST', '/api/updown/parkdevices/submit', { ...row, ipAddress: '127.0.0.1', port });
  const open = () =>
    server.product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: row.sn, remark: '测试' });
  return { lot, open };
}

test('a device that hangs up instead of answering is called once, and nothing says that the barrier went up (INV-DEV4)', async () => {
  let calls = 0;
  const port = await listening(
    createServer((request) => {
      calls += 1;
      request.socket.destroy();
    }),
  );
  const { lot, open } = await calledAt(port);
  await open();
  const [command] = await until(
    () => opened(lot),
    ([first]) => first?.status === 'uncertain',
  );
  assert.match(String(command!.error), /不确定|uncertain/);
  await later(1_500);
  assert.equal(calls, 1);
  assert.deepEqual(
    (await lot.of('gate_opening', 'time, id')).map(({ event }) => event),
    ['fault'],
  );
});

test('an answer that was cut off on its way is uncertain, and its opening goes with no later one (INV-DEV4)', async () => {
  const { lot, camera, url } = await stand('alphadigi');
  const { body, path } = camera.message(car('浙C30000'));
  const raw = { path, headers: { 'content-type': 'application/json' }, body };
  const { answer, sent } = await server.devices.intake!.receive('alphadigi', url.split('/').at(-1)!, raw, {
    address: '127.0.0.1',
    secure: false,
  });
  assert.match(answer.body, /"info":"ok"/);
  await sent('cut');
  const [command] = await opened(lot);
  assert.equal(command!.status, 'uncertain');
  assert.match(String(command!.error), /不确定|uncertain/);
  await camera.beat();
  assert.equal(camera.pulses().length, 0);
  assert.deepEqual(
    (await lot.of('gate_opening', 'time, id')).map(({ event }) => event),
    ['fault'],
    'a person looks',
  );
});

for (const family of ['alphadigi', 'huaxia'] as const) {
  test(`${family}: an opening that went with a lost answer is not shown as done, and its car is not inside (INV-DEV4)`, async () => {
    const { lot, camera } = await stand(family);
    await camera.car(car('浙C31000'), ['lost-reply']);
    const [command] = await until(
      () => opened(lot),
      ([first]) => first?.status === 'uncertain',
    );
    assert.equal(command!.status, 'uncertain');
    assert.match(String(command!.error), /又发来同一消息/);
    await later(1_500);
    await camera.beat();
    assert.equal(camera.pulses().length, 0);
    assert.equal((await opened(lot)).length, 1, 'nothing is repeated by itself');
    assert.equal((await lot.stays()).length, 0);
    assert.deepEqual(await lot.exceptions(), ['E-GATE'], 'a person looks');
    await camera.car(car('浙C31001'));
    const stays = await until(
      () => lot.stays(),
      (all) => all.length === 2,
    );
    assert.deepEqual(stays.map(({ plate_number }) => plate_number).toSorted(), ['浙C31000', '浙C31001']);
    assert.equal((await opened(lot))[0]!.status, 'uncertain', 'that another car stands there proves nothing');
    assert.equal(camera.pulses().length, 1);
  });

  test(`${family}: an answer that found nobody goes with the same message again, and the barrier opens once (INV-DEV4)`, async () => {
    const { lot, camera } = await stand(family);
    await camera.car(car('浙C32000'), ['hang-up', 'repeat']);
    await until(
      async () => camera.pulses(),
      (pulses) => pulses.length > 0,
    );
    await camera.beat();
    assert.equal(camera.pulses().length, 1);
    assert.equal((await opened(lot)).length, 1);
  });
}

async function settled(lot: StoryLot, found: 'opened' | 'closed') {
  const [command] = await until(
    () => opened(lot),
    ([first]) => first?.status === 'uncertain',
  );
  const input = { commandId: command!.id, found, remark: '保安到场查看' };
  await server.product.must('POST', '/api/gatehouse/deviceCommand/settle', input);
  const again = await server.product.ask('POST', '/api/gatehouse/deviceCommand/settle', input);
  assert.equal(again.status, 422, 'once');
  return (await opened(lot))[0]!;
}

test('an uncertain opening that a person saw open is done, with its one cause, and its car is inside', async () => {
  const { lot, camera, deviceId } = await stand('alphadigi');
  await camera.car(car('浙C35000'), ['lost-reply']);
  const command = await settled(lot, 'opened');
  assert.deepEqual([command.status, command.error], ['answered', null]);
  const stays = await until(
    () => lot.stays(),
    (all) => all.length === 1,
  );
  assert.deepEqual(
    stays.map(({ plate_number }) => plate_number),
    ['浙C35000'],
  );
  const openings = (await lot.of('gate_opening', 'time, id')).filter(({ event }) => event === 'up');
  assert.deepEqual(
    openings.map(({ cause, plate_number, evidence }) => [cause, plate_number, evidence]),
    [['stay', '浙C35000', 'commanded']],
  );
  await camera.beat();
  assert.deepEqual([camera.pulses().length, (await opened(lot)).length], [0, 1], 'nothing more is sent');
  const audited = await lot.rows(
    `SELECT action, after->>'found' AS found FROM audit_log WHERE tenant_id = $1 AND $2::uuid IS NOT NULL
      AND row_id = $3 AND action = 'settleOpening'`,
    deviceId,
  );
  assert.deepEqual(audited, [{ action: 'settleOpening', found: 'opened' }]);
});

test('an uncertain opening that a person saw stay closed has failed, and its car did not pass when the next one comes', async () => {
  const { lot, camera } = await stand('alphadigi');
  await camera.car(car('浙C36000'), ['lost-reply']);
  const command = await settled(lot, 'closed');
  assert.equal(command.status, 'failed');
  assert.match(String(command.error), /未开闸：保安到场查看\n.*did not open: 保安到场查看/);
  await camera.car(car('浙C36001'));
  const stays = await until(
    () => lot.stays(),
    (all) => all.length > 0,
  );
  assert.deepEqual(
    stays.map(({ plate_number }) => plate_number),
    ['浙C36001'],
  );
});

test('a car that the camera sees pass proves the opening that was only delivered (INV-DEV4)', async () => {
  const { lot, camera, url } = await stand('alphadigi', 'in1', { passedAfterSec: 60 });
  await camera.car(car('浙C33000'));
  await until(
    () =>
      lot.rows(
        'SELECT opened FROM device_count WHERE tenant_id = $1 AND $2::uuid IS NOT NULL AND about_id = $3 AND opened IS NOT NULL',
        lot.gates.in1,
      ),
    (all) => all.length > 0,
  );
  assert.equal((await opened(lot))[0]!.status, 'delivered');
  const { body, type, path } = camera.message(car('浙C33000'));
  const passed = JSON.parse(body.toString());
  passed.AlarmInfoPlate.result.PlateResult.triggerType = 83;
  await post(`${url}/${path}`, type, Buffer.from(JSON.stringify(passed)));
  const [command] = await until(
    () => opened(lot),
    ([first]) => first?.status === 'answered',
  );
  assert.equal(command!.status, 'answered');
  assert.equal((await lot.inside('浙C33000')).length, 1);
});

test('an opening that waits is superseded by the one that opened for the car, and goes with no later answer', async () => {
  const { lot, camera, deviceId } = await stand('alphadigi');
  const { sn } = await server.product.must('GET', '/api/updown/parkdevices/detail', { id: deviceId });
  await server.product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn, remark: '测试' });
  await camera.car(car('浙C34000'));
  const all = await until(
    () => opened(lot),
    (found) => found.some(({ status }) => status === 'superseded'),
  );
  assert.deepEqual(
    all.map(({ cause, status }) => [cause, status]),
    [
      ['remote', 'superseded'],
      ['stay', 'delivered'],
    ],
  );
  await camera.beat();
  assert.equal(camera.pulses().length, 1);
  const shown = async (lang: 'zh' | 'en') => {
    const input = { parkId: lot.parkId, status: 'superseded' };
    const { records } = await server.product.must('GET', '/api/gatehouse/deviceCommand/list', input, { lang });
    return records.map(({ error }: { error: string }) => error);
  };
  assert.deepEqual(await shown('zh'), ['道闸已开：停车记录放行']);
  assert.deepEqual(await shown('en'), ['The barrier was opened otherwise: Stay']);
});

test('a passage nobody saw names the opening it is taken from, and the passages are as many (INV-DEV7)', async () => {
  const { lot, camera, deviceId } = await stand('dahua');
  for (const plate of ['浙C40000', '浙C40001']) {
    await camera.car(car(plate));
    await until(
      () => lot.inside(plate),
      (found) => found.length > 0,
    );
  }
  const passed = (await inbox(lot, deviceId)).filter(({ message }) => message === 'passed');
  const commands = await opened(lot);
  assert.deepEqual(
    passed.map(({ key }) => key).toSorted(),
    commands.map(({ id, status }) => `passed/${status === 'answered' ? id : 'not carried out'}`).toSorted(),
  );
  const passages = (await lot.of('passage')).filter(({ status }) => status === 'entered');
  assert.equal(passages.length, passed.length);
  assert.ok(passages.every(({ evidence }) => evidence === 'assumed'));
  assert.ok((await lot.of('gate_opening', 'time, id')).every(({ evidence }) => evidence === 'commanded'));
  const { records } = await server.product.must('GET', '/api/gatehouse/openingSum', { parkId: lot.parkId });
  assert.deepEqual(
    records.map(({ family, openings, commanded, seen, assumed }: Record<string, unknown>) => [
      family,
      openings,
      commanded,
      seen,
      assumed,
    ]),
    [['dahua', 2, 2, 0, 2]],
    'counted by what the lane speaks',
  );
  const among = await server.product.must('GET', '/api/gatehouse/openingSum', { parkId: lot.parkId, family: 'axis' });
  assert.deepEqual(among.records, []);
});

test('a refused car whose camera reports nothing more of it has left after ten minutes, and not before', async () => {
  const { lot, camera } = await stand('dahua');
  const plate = '浙C41000';
  await server.product.must('POST', '/api/updown/parkblackList/submit', {
    parkId: lot.parkId,
    plateNumber: plate,
    type: 'black',
    reason: 'unpaid',
  });
  await camera.car(car(plate));
  const phase = async () => (await lot.lane('in1')).phase.name;
  assert.equal(await until(phase, (name) => name === 'refused'), 'refused');
  await server.devices.sweep();
  assert.deepEqual([await phase(), (await lot.of('passage')).length], ['refused', 0], 'a person may still let it in');
  await lot.product.database.write(platformScope, (db) =>
    db.raw(
      `UPDATE lane_live SET state = jsonb_set(state, '{phase,vehicle,at}',
        to_jsonb((state->'phase'->'vehicle'->>'at')::bigint - 600000))
       WHERE park_id = $1 AND gate_id = $2`,
      [lot.parkId, lot.gates.in1],
    ),
  );
  await server.devices.sweep();
  assert.equal(await until(phase, (name) => name === 'idle'), 'idle');
  const passages = await lot.of('passage');
  assert.deepEqual(
    passages.map(({ plate_number, status, reasons }) => [plate_number, status, reasons]),
    [[plate, 'refused', 'black-listed']],
  );
});

test('a deaf device and one that floods hold up no other (INV-DEV10)', async () => {
  const port = await listening(createTcp((socket) => socket.on('error', () => undefined).resume()));
  const deaf = await calledAt(port);
  const flooding = await stand('huaxia');
  const other = await stand('dahua');
  await deaf.open();
  const rubbish = Buffer.alloc(1024 * 1024, '&');
  const flood = Promise.all(
    Array.from({ length: 20 }, () => post(flooding.url, 'application/x-www-form-urlencoded', rubbish)),
  );
  await other.camera.car(car('浙C50000'));
  await until(
    async () => other.camera.pulses(),
    (pulses) => pulses.length > 0,
  );
  const [waits] = await opened(deaf.lot);
  assert.equal(other.camera.pulses().length, 1);
  assert.equal(waits!.status, 'sent', 'the deaf one is still waited for');
  assert.deepEqual([...new Set((await flood).map(({ status }) => status))], [200]);
  const rejected = await incidents(flooding.lot);
  assert.deepEqual(
    rejected.map(({ times }) => Number(times)),
    [20],
    'the same twenty times is one line',
  );
});

test('no login, no secret and no path of a device stands in a log, a row, an export or a name of a picture (INV-DEV9)', async () => {
  const { lot, camera, url } = await stand('alphadigi');
  const called = await stand('hikvision');
  await camera.car(car('浙C60000'));
  await called.camera.car(car('浙C60001'));
  await post(url, 'application/json', Buffer.from('{"user_name":"admin","pass_wd":"hidden-word"'));
  await post(`${url}/beat`, 'application/x-www-form-urlencoded', Buffer.from('serialno=x&pass_wd=hidden-word'));
  const secrets = ['hidden-word', LOGIN.password, ...[url, called.url].map((each) => each.split('/').at(-1)!)];
  await until(
    () => readings(lot),
    (all) => all.length > 0,
  );
  const { product } = server;
  const tables = await product.database.read(platformScope, (db) =>
    db.raw<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
       WHERE s.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1`,
    ),
  );
  assert.ok(tables.length > 100);
  for (const { name } of tables) {
    const found = await product.database.read(platformScope, (db) =>
      db.raw<{ n: number }>(`SELECT count(*)::int AS n FROM "${name}" t WHERE t::text LIKE ANY($1::text[])`, [
        secrets.map((each) => `%${each}%`),
      ]),
    );
    assert.equal(found[0]!.n, 0, `in ${name}`);
  }
  const exported = await product.ask('GET', '/api/gatehouse/export/parkDevice', { parkId: lot.parkId, format: 'csv' });
  assert.equal(exported.status, 200);
  assert.match(exported.text, /alphadigi/);
  for (const each of secrets) {
    assert.ok(!exported.text.includes(each), 'in the export');
    assert.ok(!logged.join('\n').includes(each), 'in the log');
  }
  for (const { payload } of await readings(lot)) assert.match(payload.picture, /\/[0-9a-f]{64}$/);
});
