/**
 * Sensors, concentrators, cameras, locks and screens at the roadside, over MQTT as their bytes come, on the real
 * engine.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { takeStreet, updateGuideScreens } from '#areas/road/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { virtualLock, virtualSensor } from '#device/simulator/street.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const SECOND = 1_000;
const quiet = { error: () => undefined, info: () => undefined };
let product: TestProduct;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];
before(async () => {
  product = await startTestProduct();
  devices = await openDevices({
    ports: devicePorts(product.database, {
      ingest: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      street: (target, events) => takeStreet(product.database, target, events),
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'street',
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

const rows = <T>(street: Street, sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<T>(sql, [street.lot.tenantId, street.lot.parkId, ...values]),
  );
const incidents = (street: Street) =>
  rows<{ reason: string }>(
    street,
    `SELECT reason FROM device_incident WHERE tenant_id = $1 AND park_id = $2 AND kind = 'rejected' ORDER BY id`,
  );
const evidence = (street: Street) =>
  rows<{ berth: string; claim: string; source: string; plate: string | null }>(
    street,
    'SELECT berth_id AS berth, claim, source, plate_number AS plate FROM berth_evidence WHERE tenant_id = $1 AND park_id = $2 ORDER BY at, id',
  );

/** A device of the register, on MQTT with its own secret. */
async function online(made: { id?: string; secret?: string | null }, sn: string): Promise<VirtualDevice> {
  const secret =
    made.secret ?? (await product.must('POST', '/api/gatehouse/parkDevice/resetSecret', { deviceId: made.id }));
  const device = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn, secret: typeof secret === 'string' ? secret : secret.secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => device.close());
  return device;
}

async function added(
  path: string,
  fields: Record<string, unknown>,
): Promise<{ id: string; sn: string; on: VirtualDevice }> {
  const sn = `ST-${randomUUID().slice(0, 12)}`;
  const made = await product.must('POST', path, { sn, ...fields });
  return { id: made.id, sn, on: await online(made, sn) };
}

async function sensorOf(street: Street, nth: number): Promise<VirtualDevice> {
  const [row] = await rows<{ sn: string }>(
    street,
    'SELECT sn FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
    [street.sensors[nth]],
  );
  return online({ id: street.sensors[nth]! }, row!.sn);
}

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const T = NOW - 3 * 60 * MINUTE;

test('a sensor over MQTT gives a stay, and its state stands at the sensor', async () => {
  const street = await openStreet(product, 1);
  const sensor = virtualSensor(await sensorOf(street, 0));
  await sensor.heartbeat(T - 60 * MINUTE);
  await sensor.change(true, T);
  await sensor.heartbeat(T + 40 * MINUTE);
  await sensor.change(false, T + 70 * MINUTE);
  // An end is final after a quiet time, and everything was received just now.
  await street.sweep(Date.now() + 5 * MINUTE);
  assert.deepEqual(
    (await street.stays()).map(({ in: from, out }) => [from, out]),
    [[new Date(T).toISOString(), new Date(T + 70 * MINUTE).toISOString()]],
  );
  const [row] = await rows(
    street,
    'SELECT status, battery_mv, rssi, changes FROM park_device WHERE tenant_id = $1 AND park_id = $2',
  );
  assert.deepEqual(row, { status: 'online', battery_mv: 3600, rssi: -92, changes: 2 });
});

test('what is doubled, late and out of order comes to the same (R10)', async () => {
  const readings = (street: Street) =>
    (
      [
        ['heartbeat', false, -60],
        ['change', true, 0],
        ['heartbeat', true, 40],
        ['change', false, 70],
        ['heartbeat', false, 100],
      ] as const
    ).map(([kind, occupied, minutes], nth) => ({
      kind: 'space' as const,
      device: street.sensors[0]!,
      seq: nth + 1,
      rawAt: T + minutes * MINUTE,
      at: T + minutes * MINUTE,
      sensor: null,
      occupied,
      trigger: kind,
      sinceSeconds: null,
      changes: null,
      batteryMv: 3_000 + nth,
      rssi: null,
    }));
  const found = [];
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 2, 2, 0, 3, 1, 1, 4],
  ]) {
    const street = await openStreet(product, 1);
    const all = readings(street);
    for (const nth of order) await takeStreet(product.database, street.lot, [all[nth]!], new Date(T + 70 * MINUTE + 1));
    await street.sweep(NOW);
    const stays = (await street.stays()).map(({ in: from, out, due }) => [from, out, due]);
    const spells = (await street.spells(0)).map(({ state, from }) => [state, from]);
    const state = await rows(street, 'SELECT battery_mv FROM park_device WHERE tenant_id = $1 AND park_id = $2');
    found.push({ stays, spells, state, evidence: (await evidence(street)).length });
  }
  assert.deepEqual(found[1], found[0]);
  assert.equal(found[0]!.stays.length, 1);
  assert.equal(found[0]!.evidence, 5);
});

test('a message belongs to the berth its sensor was bound to at its own time; one bound to none then is listed', async () => {
  const street = await openStreet(product, 2);
  const [sensor] = street.sensors;
  await product.must('POST', '/api/updown/pda/rdSensor/submit', { id: sensor, berthNo: street.berths[1]!.berthNo });
  const [bound] = await rows<{ at: string }>(
    street,
    'SELECT max(from_time) AS at FROM sensor_binding WHERE tenant_id = $1 AND park_id = $2',
  );
  const since = Date.parse(bound!.at);
  const say = (seq: number, at: number) => ({
    kind: 'space' as const,
    device: sensor!,
    seq,
    rawAt: at,
    at,
    sensor: null,
    occupied: true,
    trigger: 'heartbeat' as const,
    sinceSeconds: null,
    changes: null,
    batteryMv: null,
    rssi: null,
  });
  await takeStreet(product.database, street.lot, [
    say(2, since + SECOND),
    say(1, since - MINUTE),
    say(3, since - 60 * 24 * 60 * MINUTE),
  ]);
  assert.deepEqual(
    (await evidence(street)).map(({ berth }) => berth),
    [street.berths[0]!.id, street.berths[1]!.id],
  );
  assert.match((await incidents(street)).map(({ reason }) => reason).join(), /Bound to no berth/);
});

test('a concentrator speaks for sensors of its own car park and for no others', async () => {
  const [street, other] = [await openStreet(product, 1), await openStreet(product, 1)];
  const concentrator = await added('/api/updown/parkdevices/submit', {
    parkId: street.lot.parkId,
    deviceName: '集中器',
    deviceType: 'concentrator',
  });
  const sn = async (of: Street) =>
    (
      await rows<{ sn: string }>(
        of,
        `SELECT sn FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND device_type = 'sensor'`,
      )
    )[0]!.sn;
  const say = (fields: Record<string, unknown>) =>
    concentrator.on.event('space', T, { kind: 'change', occupied: true, ...fields });
  await say({ sensor: await sn(street) });
  await say({ sensor: await sn(other) });
  await say({});
  assert.deepEqual(
    (await evidence(street)).map(({ berth, source, claim }) => [berth, source, claim]),
    [[street.berths[0]!.id, 'sensor', 'arrive']],
  );
  assert.equal((await evidence(other)).length, 0);
  const listed = (await incidents(street)).map(({ reason }) => reason).join('\n');
  assert.match(listed, /No such sensor in this car park/);
  assert.match(listed, /a concentrator must name the sensor/);
});

test('a camera that stands in no lane reads plates at berths of its car park', async () => {
  const street = await openStreet(product, 1);
  const camera = await added('/api/updown/parkdevices/submit', {
    parkId: street.lot.parkId,
    deviceName: '高位相机',
    deviceType: 'camera',
  });
  const saw = (claim: string, spaceNo: string) =>
    camera.on.event('berthCar', T, { spaceNo, claim, plate: '粤B·12345', colour: 'blue', confidence: 0.98 });
  await saw('arrive', street.berths[0]!.berthNo);
  await saw('arrive', 'R-NONE');
  assert.deepEqual(
    (await evidence(street)).map(({ source, claim, plate }) => [source, claim, plate]),
    [['camera', 'arrive', '粤B12345']],
  );
  assert.deepEqual(
    (await street.stays()).map(({ plate }) => plate),
    ['粤B12345'],
  );
  assert.match((await incidents(street))[0]!.reason, /no berth of this number/);
});

const operate = (lockerId: string, type: string) =>
  product.ask('POST', '/api/updown/lockDevice/operate', { lockerId, type });
const outcome = (commandIds: string[]) =>
  product.must('GET', '/api/gatehouse/deviceCommand/outcome', { commandIds: commandIds.join(',') });

async function lockAt(street: Street, more: Record<string, unknown> = {}) {
  const made = await added('/api/updown/lockDevice/submit', {
    parkId: street.lot.parkId,
    lockerName: '一号锁',
    berthNo: street.berths[0]!.berthNo,
    use: 'hold',
    ...more,
  });
  return { ...made, lock: virtualLock(made.on) };
}
const armOf = async (street: Street, id: string) =>
  (
    await rows<{ arm: string; fault: string | null; car: string | null }>(
      street,
      'SELECT arm, fault_text AS fault, car_there AS car FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
      [id],
    )
  )[0]!;

test('a lock is raised and lowered, says so itself, and its parameters are read and written', async () => {
  const street = await openStreet(product, 1);
  const { id, lock } = await lockAt(street);
  await lock.car(true, Date.now() - 2 * MINUTE);
  await outcome(
    (await product.must('POST', '/api/updown/lockDevice/operate', { lockerId: id, type: 'raise' })).commandIds,
  );
  await lock.settled();
  assert.deepEqual([(await armOf(street, id)).arm, (await armOf(street, id)).car], ['up', 'yes']);
  await outcome(
    (await product.must('POST', '/api/updown/lockDevice/operate', { lockerId: id, type: 'lower' })).commandIds,
  );
  await lock.settled();
  assert.equal((await armOf(street, id)).arm, 'down');
  const written = await product.must('POST', '/api/updown/lockDevice/writeValue', {
    lockerId: id,
    index: '9',
    value: 600,
  });
  assert.deepEqual(written, { index: 9, value: 600 });
  assert.deepEqual(
    await product.must('GET', '/api/updown/lockDevice/readValue', { lockerId: id, index: '9' }),
    written,
  );
  assert.equal((await product.must('GET', '/api/updown/lockDevice/detail', { lockerId: id })).lockValues, '9=600');
});

test('no arm goes up near movement, and a raise that waits is called off when a car comes (R19)', async () => {
  const street = await openStreet(product, 1);
  const { id, lock, on } = await lockAt(street);
  await lock.car(true, Date.now());
  const refused = await operate(id, 'raise');
  assert.notEqual(refused.status, 200);
  const away = await openStreet(product, 1);
  const other = await lockAt(away);
  await other.on.cutOff();
  const { commandIds } = await product.must('POST', '/api/updown/lockDevice/operate', {
    lockerId: other.id,
    type: 'raise',
  });
  await takeStreet(product.database, away.lot, [
    {
      kind: 'space',
      device: away.sensors[0]!,
      seq: 1,
      rawAt: Date.now(),
      at: Date.now(),
      sensor: null,
      occupied: true,
      trigger: 'change',
      sinceSeconds: null,
      changes: null,
      batteryMv: null,
      rssi: null,
    },
  ]);
  const [command] = await rows<{ status: string }>(
    away,
    'SELECT status FROM device_command WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
    [commandIds[0]],
  );
  assert.equal(command!.status, 'timed-out');
  assert.equal(other.lock.arm(), 'down');
  await on.settled();
});

test('an arm that was forced is not raised before a person says that it is sound', async () => {
  const street = await openStreet(product, 1);
  const { id, lock } = await lockAt(street);
  await lock.force(Date.now() - 2 * MINUTE);
  assert.deepEqual([(await armOf(street, id)).arm, (await armOf(street, id)).fault !== null], ['unknown', true]);
  assert.notEqual((await operate(id, 'raise')).status, 200);
  const warned = await rows<{ status: string }>(
    street,
    `SELECT status FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND warn_type = 'lock'`,
  );
  assert.deepEqual(warned, [{ status: 'open' }]);
  assert.equal((await operate(id, 'manual')).status, 200);
  assert.equal((await armOf(street, id)).fault, null);
  assert.equal((await operate(id, 'lower')).status, 200);
});

test('a screen shows the free berths bound to it, on change and anyway; unknown is not free (R20)', async () => {
  const street = await openStreet(product, 3);
  const screen = await added('/api/updown/door/rdLed/submit', { parkId: street.lot.parkId, ledName: '路口屏' });
  await product.must('POST', '/api/updown/rdBindled/submit', {
    parkId: street.lot.parkId,
    ledId: screen.id,
    line: 1,
    label: '人民路',
    arrow: 'left',
    sectionIds: [street.sectionId],
  });
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw(`UPDATE park_device SET status = 'online' WHERE tenant_id = $1 AND id = $2`, [
      street.lot.tenantId,
      screen.id,
    ]),
  );
  const sent = async () =>
    (
      await rows<{ payload: { lines: { free: number; label: string; arrow: string }[] } }>(
        street,
        `SELECT payload FROM device_command WHERE tenant_id = $1 AND park_id = $2 AND command = 'guide' ORDER BY time`,
      )
    ).map(({ payload }) => payload.lines[0]!);
  const at = Date.now();
  const say = (nth: number, seq: number) =>
    takeStreet(product.database, street.lot, [
      {
        kind: 'space',
        device: street.sensors[nth]!,
        seq,
        rawAt: at - MINUTE,
        at: at - MINUTE,
        sensor: null,
        occupied: false,
        trigger: 'heartbeat',
        sinceSeconds: null,
        changes: null,
        batteryMv: null,
        rssi: null,
      },
    ]);
  await say(0, 1);
  await updateGuideScreens(product.database, new Date(at));
  assert.deepEqual(await sent(), [{ label: '人民路', free: 1, arrow: 'left' }]);
  await say(1, 1);
  await updateGuideScreens(product.database, new Date(at + 2 * SECOND));
  assert.equal((await sent()).length, 1, 'no oftener than every five seconds');
  await updateGuideScreens(product.database, new Date(at + 6 * SECOND));
  await updateGuideScreens(product.database, new Date(at + 20 * SECOND));
  assert.deepEqual(
    (await sent()).map(({ free }) => free),
    [1, 2],
  );
  await updateGuideScreens(product.database, new Date(at + 6 * SECOND + 5 * MINUTE));
  assert.deepEqual(
    (await sent()).map(({ free }) => free),
    [1, 2, 2],
  );
});
