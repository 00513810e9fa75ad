/**
 * Clocks that are wrong and clocks that are set: of devices by days and years, of the server by hours, while cars come
 * and go.
 */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, mock, test } from 'node:test';
import { connectAsync } from 'mqtt';
import { moneyRound } from '#areas/billing/server/door.ts';
import { devicePorts, queueCommand, startDispatch } from '#areas/device/server/door.ts';
import { HOUR, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { LaneName, StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { ingestBatch, sweepLanes } from '#areas/passage/server/door.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { downTopic, upTopic } from '#device/topics.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { setClock } from '#test/clock.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until } from '#test/until.ts';

const nobody = async () => ({ problem: text('无人', 'nobody') });

const [DAY, YEAR, SLACK] = [24 * HOUR, 365 * 24 * HOUR, 5_000];
const quiet = { error: () => undefined, info: () => undefined };
let product: TestProduct;
let lot: StoryLot;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
  devices = await openDevices({
    ports: devicePorts(product.database, {
      ingest: (target, events) => ingestBatch(product.database, target, events),
      doer: nobody,
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'clocks',
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
afterEach(() => {
  setClock(0);
  mock.restoreAll();
});

/** A camera with a clock of its own: ahead of the true time by `ahead` ms. */
async function camera(name: LaneName, ahead: number) {
  const sn = `CLOCK-${name}`;
  const { secret } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: sn,
    parkId: lot.parkId,
    deviceType: 'camera',
    sn,
    gateId: lot.gates[name],
  });
  const client = await connectAsync(`mqtt://127.0.0.1:${devices.port}`, {
    username: sn,
    password: secret,
    clientId: sn,
    clean: true,
    reconnectPeriod: 0,
  });
  closers.push(() => client.endAsync(true));
  const lines: string[] = [];
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/open')) lines.push((JSON.parse(payload.toString()) as { id: string }).id);
  });
  await client.subscribeAsync(downTopic(sn, '#'), { qos: 1 });
  let [seq, passing] = [0, 0];
  const now = (): string => new Date(Date.now() + own.ahead).toISOString();
  const emit = async (message: string, fields: object): Promise<void> => {
    await client.publishAsync(upTopic(sn, message), JSON.stringify({ seq: ++seq, at: now(), ...fields }), { qos: 1 });
  };
  const own = {
    ahead,
    told: lines,
    beat: async (): Promise<void> => {
      await client.publishAsync(upTopic(sn, 'heartbeat'), JSON.stringify({ seq, at: now(), queued: 0 }), { qos: 1 });
    },
    /** Seen, let through when the command comes, gone. */
    drive: async (plate: string): Promise<void> => {
      passing += 1;
      const count = lines.length;
      await emit('plate', { passing, plate, colour: 'blue', confidence: 0.95 });
      await until(() => lines.length > count, { what: () => `no opening for ${plate}` });
      await emit('gate', { gate: 'up', by: 'command', commandId: lines.at(-1) });
      await emit('passed', { passing, count: 1 });
      await emit('gate', { gate: 'down', by: 'local' });
    },
  };
  await own.beat();
  return own;
}

test('devices whose clocks are wrong by days and years, are set, or are lost, report stays as they were', async () => {
  const from = Date.now() - SLACK;
  const [entry, exit] = [await camera('in1', -400 * DAY), await camera('out1', 2 * YEAR)];
  const whole = async (plate: string): Promise<void> => {
    await entry.drive(plate);
    await exit.drive(plate);
    const stay = (await lot.stays()).find((row) => row.plate_number === plate);
    const [came, went] = [Date.parse(stay!.in_time), Date.parse(stay!.out_time)];
    assert.ok(
      from <= came && came <= went && went <= Date.now() + SLACK,
      `${plate} came ${stay!.in_time} and left ${stay!.out_time}`,
    );
    assert.deepEqual(
      [stay!.kind, stay!.status, stay!.receivable_fen, stay!.paid_fen],
      ['temp', 'closed', 0, 0],
      'minutes are free',
    );
  };
  await whole('京A00001');
  // Corrected, with events before the next heartbeat.
  entry.ahead = 0;
  exit.ahead = 0;
  await whole('京A00002');
  // Set wrong again; the heartbeat reports it and is trusted at once.
  [entry.ahead, exit.ahead] = [3 * DAY, -YEAR];
  await entry.beat();
  await exit.beat();
  await whole('京A00003');
  // Lost: a camera that begins at 1970, with no heartbeat yet.
  exit.ahead = 1_000 - Date.now();
  await whole('京A00004');
  const { right, differences, inside, events, held } = await lot.check();
  assert.deepEqual([right, differences, inside, events, held, await lot.exceptions()], [true, [], 0, 32, 0, []]);
});

test("after the server's clock was hours ahead, what it wrote then holds up nothing and opens for nobody", async () => {
  const other = await openLot(product);
  const { tenantId } = other.target;
  const sn = 'CLOCK-LATE';
  const { id: deviceId } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: sn,
    parkId: other.parkId,
    deviceType: 'camera',
    sn,
    gateId: other.gates.in1,
  });
  assert.ok(deviceId);
  const T = Date.now() - HOUR;
  const [read, up] = [
    other.reading('in1', T, '京B00001'),
    other.event('in1', T + 1_000, { kind: 'gate', gate: 'up', by: 'local', commandId: null }),
  ];

  setClock(5 * HOUR);
  await other.ingest(up); // its predecessor is missing; the wait begins by the wrong clock
  const { id: opening } = (await product.database.write(tenantScope(tenantId), (db) =>
    queueCommand(db, tenantId, { name: 'open', gateId: other.gates.in1, cause: 'remote', causeId: randomUUID() }),
  ))!;
  await product.database.write(platformScope, (db) =>
    db.raw(
      `INSERT INTO outbox (tenant_id, id, kind, target, payload, state, tries, due_at)
        VALUES ($1, $2, 'billing.paid', 'clock', '{}', 'pending', 0, $3)`,
      [tenantId, randomUUID(), new Date().toISOString()],
    ),
  );
  setClock(0);

  await sweepLanes(product.database, new Date());
  assert.deepEqual(
    [(await other.check()).held, (await other.exceptions()).includes('E-GAP')],
    [0, true],
    'not waited for until the wrong time has come',
  );
  await other.ingest(read);
  assert.equal((await other.of('device_event', 'seq')).length, 2);
  const command = async () =>
    (
      await other.rows(
        'SELECT status, tries FROM device_command WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
        opening,
      )
    )[0];
  await until(async () => (await command())?.status !== 'queued');
  assert.deepEqual(await command(), { status: 'timed-out', tries: 0 }, 'an opening of hours ahead is over');
  await moneyRound(product.database, new Date());
  assert.deepEqual(
    await product.database.read(platformScope, (db) => db.raw(`SELECT id FROM outbox WHERE target = 'clock'`)),
    [],
    'a paid car is not kept waiting',
  );
});

test('a session that another server ended does not live on by a clock that was set back, and none outlives its time', async () => {
  const me = (token: string) => product.ask('GET', '/api/api-uaa/oauth/userinfo', {}, { as: token });
  const token = await product.login('admin', product.passwords.admin!);
  setClock(6 * HOUR);
  assert.equal((await me(token)).status, 200);
  setClock(0);
  await product.database.write(platformScope, (db) =>
    db.raw(
      `UPDATE session_token SET replaced_at = now() WHERE expires_at = (SELECT max(expires_at) FROM session_token)`,
    ),
  );
  const real = performance.now.bind(performance);
  mock.method(performance, 'now', () => real() + 11_000);
  assert.equal((await me(token)).status, 401, 'ten seconds are ten seconds');
  mock.restoreAll();
  const next = await product.login('admin', product.passwords.admin!);
  assert.equal((await me(next)).status, 200);
  setClock(9 * HOUR);
  assert.equal((await me(next)).status, 401);
});
