/**
 * Journeys of those who work the street: a day without a network, a lock that sticks, a night at the end of a month, a
 * sensor that dies.
 */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { sweepSilence, takeStreet, tendLocks } from '#areas/road/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { virtualLock, virtualSensor } from '#device/simulator/street.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { chained, firstLink } from '#domain/berth/journal.ts';
import type { ChainedEntry } from '#domain/berth/journal.ts';
import { addDays, addMonths, dayOf } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until } from '#test/until.ts';
import { calm, grant, person, rightBooks, rows, settled } from './road-journeys.fixture.ts';
import type { Person } from './road-journeys.fixture.ts';

const HOUR = 60 * MINUTE;
const SECOND = 1_000;
const ZONE = 'Asia/Shanghai';
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const quiet = { error: () => undefined, info: () => undefined };
const work = '/api/updown/plat/rdrwork';
let product: TestProduct;
let devices: Devices;
let collector: Person;
let supervisor: Person;
let clerk: Person;
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
    serverId: 'reported',
    share: 'servers',
  });
  const dispatch = startDispatch(product.database, devices, quiet);
  closers.push(
    () => devices.close(),
    () => dispatch.close(),
  );
  collector = await person(product, '李收费', 'curbCollector');
  supervisor = await person(product, '郑督导', 'lotManager');
  clerk = await person(product, '孔考勤', 'attendanceClerk');
});
after(async () => {
  for (const close of closers.toReversed()) await close();
  await product?.close();
});

/** A device of the register, on MQTT with its own secret. */
async function online(id: string, sn: string): Promise<VirtualDevice> {
  const given = await product.must('POST', '/api/gatehouse/parkDevice/resetSecret', { deviceId: id });
  const device = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn, secret: typeof given === 'string' ? given : given.secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => device.close());
  return device;
}

/** The warning of a cause that is open, made a work order for the collector, who accepts it. */
async function sentThere(street: Street, warnType: string): Promise<{ workId: string; warnId: string }> {
  const [warning] = await rows<{ id: string; status: string }>(
    product,
    street,
    'SELECT id, status FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND warn_type = $3',
    [warnType],
  );
  assert.equal(warning?.status, 'open');
  const warnId = warning.id;
  await product.must('POST', `${work}/warnToWork`, { warnId, remark: '请到现场' }, { as: supervisor.as });
  const { workId } = await product.must('GET', `${work}/getWarnDetail`, { warnId }, { as: supervisor.as });
  await product.must('POST', `${work}/allocate`, { workId, userId: collector.id }, { as: supervisor.as });
  await product.must('POST', `${work}/accept`, { workId }, { as: collector.as });
  return { workId, warnId };
}

// ---- offline, reload, upgrade, sync

const OFFSET = 7 * MINUTE;
const SYNC = NOW - 210 * MINUTE;
type Step = { kind: string; minute: number; body: Record<string, unknown> };

function journal(installation: string, steps: readonly Step[]): ChainedEntry[] {
  let previous = firstLink(installation);
  return steps.map(({ kind, minute, body }, nth) => {
    const entry = chained(
      {
        installation,
        seq: nth + 1,
        id: randomUUID(),
        kind,
        userId: collector.id,
        wallAt: SYNC + minute * MINUTE + OFFSET,
        monotonicMs: minute * MINUTE,
        body: JSON.stringify({ ...body, sync: { at: SYNC, offsetMs: OFFSET } }),
      },
      previous,
      (content) => createHash('sha256').update(content).digest('hex'),
    );
    previous = entry.hash;
    return entry;
  });
}

test('offline with a clock 7 minutes ahead, a reload and a new version between: the cash taken at the handheld’s price is the full amount due', async () => {
  const street = await openStreet(product, 2);
  await grant(product, collector, street);
  const berthId = street.berths[0]!.id;
  // The sensor knows the car from 15 minutes into it to 144; the handheld read it at 20 and saw it out at 145.
  await street.accept(
    [
      street.claim(0, SYNC - HOUR, 'absent'),
      street.claim(0, SYNC + 15 * MINUTE + 10 * SECOND, 'arrive'),
      street.claim(0, SYNC + 144 * MINUTE + 30 * SECOND, 'leave'),
    ],
    SYNC + 150 * MINUTE,
  );
  const { deviceId } = await product.must('POST', '/api/updown/pda/pdadevice/submit', {
    deviceName: `手持机 ${randomUUID().slice(0, 6)}`,
    companyId: product.companies.child,
  });
  const { code } = await product.must('POST', '/api/updown/pda/pdadevice/issueCode', { deviceId });
  await product.must('POST', '/api/gatehouse/handheld/enrol', { code, appVersion: '1.0.0' }, { as: collector.as });
  const installation = randomUUID();
  const entries = journal(installation, [
    { kind: 'plate', minute: 20, body: { berthId, plate: '粤B12345', colour: 'blue' } },
    { kind: 'end', minute: 145, body: { berthId } },
    { kind: 'cash', minute: 145, body: { berthId, plate: '粤B12345', amountFen: 1500, tenderedFen: 2000 } },
    { kind: 'begin', minute: 160, body: { berthId: street.berths[1]!.id, plate: '粤B54321', colour: 'blue' } },
  ]);
  const send = async (some: readonly ChainedEntry[], appVersion: string) =>
    product.must(
      'POST',
      '/api/gatehouse/handheld/deeds',
      { deviceId, installation, wallAt: Date.now() + OFFSET, queued: some.length, deeds: some, appVersion },
      { as: collector.as },
    );
  // The answer to the first batch is lost; after the reload the new version sends everything again.
  await send(entries.slice(0, 2), '1.0.0');
  const { acked, results, faults } = await send(entries, '1.1.0');
  assert.deepEqual([acked, faults], [4, []]);
  assert.deepEqual(
    results.map(({ outcome }: { outcome: string }) => outcome),
    ['done', 'done', 'done', 'done'],
  );
  // An end is final after a quiet time, and everything was received just now.
  await street.sweep(Date.now() + 20 * MINUTE);
  const stays = await street.stays();
  assert.deepEqual(
    stays.map(({ plate, status, due, owed }) => [plate, status, due, owed]),
    [
      ['粤B12345', 'closed', 1500, 0],
      ['粤B54321', 'open', 0, 0],
    ],
  );
  assert.equal(
    Date.parse(stays[1]!['in']!),
    SYNC + 160 * MINUTE,
    'by the server’s time, not by a clock that was ahead',
  );
  const paid = await rows(
    product,
    street,
    'SELECT amount_fen AS fen FROM payment WHERE tenant_id = $1 AND park_id = $2',
  );
  assert.deepEqual(paid, [{ fen: 1500 }]);
  const [shown] = await product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw('SELECT app_version AS version, queued FROM pdadevice WHERE tenant_id = $1 AND id = $2', [
      street.lot.tenantId,
      deviceId,
    ]),
  );
  assert.deepEqual(shown, { version: '1.1.0', queued: 0 });
  await rightBooks(product, street);
});

// ---- lock stuck

test('a lock goes up when the free time is over; after payment it is lowered, sticks, and somebody is sent; the time it held the car is not charged', async () => {
  await calm(product);
  const street = await openStreet(product, 1);
  await grant(product, collector, street);
  const sn = `LK-${randomUUID().slice(0, 12)}`;
  const made = await product.must('POST', '/api/updown/lockDevice/submit', {
    sn,
    parkId: street.lot.parkId,
    lockerName: '一号锁',
    berthNo: street.berths[0]!.berthNo,
    use: 'hold',
    mode: 'auto',
  });
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      `UPDATE sensor_binding SET from_time = from_time - interval '1 day' WHERE tenant_id = $1 AND device_id = $2`,
      [street.lot.tenantId, made.id],
    ),
  );
  const device = await online(made.id, sn);
  const lock = virtualLock(device);
  const turns = device.onCommand;
  await device.event('lock', Date.now() - 41 * MINUTE, { kind: 'arm', arm: 'down', car: false, batteryMv: 5900 });
  await lock.car(true, Date.now() - 40 * MINUTE);
  await reads(street, '粤B61001');
  const arm = async () =>
    (
      await rows<{ arm: string; fault: string | null }>(
        product,
        street,
        'SELECT arm, fault_text AS fault FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
        [made.id],
      )
    )[0]!;
  const tend = () => tendLocks(product.database, { raises: true });
  await tend();
  await until(async () => (await arm()).arm === 'up');
  const bill = await product.must(
    'POST',
    '/api/gatehouse/driver/bill',
    { parkId: street.lot.parkId, plateNumber: '粤B61001' },
    { as: null },
  );
  assert.equal(bill.dueFen, 600);
  device.onCommand = () => ({ ok: true }); // it answers, and its motor does not turn
  await product.must('POST', '/api/gatehouse/driver/pay', { ticket: bill.ticket, channel: 'sandbox' }, { as: null });
  await settled(product);
  await tend();
  const orders = () =>
    rows<{ do: string; cause: string }>(
      product,
      street,
      `SELECT payload->>'do' AS "do", cause FROM device_command WHERE tenant_id = $1 AND park_id = $2 ORDER BY time`,
    );
  assert.deepEqual(await orders(), [
    { do: 'raise', cause: 'lock' },
    { do: 'lower', cause: 'lock' },
  ]);
  const paidAt = Date.now();
  for (const seconds of [2, 5, 12, 21, 32])
    await tendLocks(product.database, { raises: false }, new Date(paidAt + seconds * SECOND));
  assert.match(String((await arm()).fault), /did not follow/);
  assert.ok((await orders()).filter(({ do: what }) => what === 'lower').length >= 4, 'who has paid is let go');
  const { workId, warnId } = await sentThere(street, 'lock');
  // Forty minutes it held the car that had paid; then the collector frees it by hand.
  for (let minute = 1; minute <= 40; minute += 1)
    await tendLocks(product.database, { raises: false }, new Date(paidAt + minute * MINUTE));
  const [window] = await rows<{ at: number }>(
    product,
    street,
    `SELECT (book->'order'->>'windowFrom')::bigint AS at FROM parking_order WHERE tenant_id = $1 AND park_id = $2
      AND book->'order'->>'windowFrom' IS NOT NULL`,
  );
  assert.ok(Number(window!.at) >= paidAt + 38 * MINUTE, 'his time to leave has not begun');
  device.onCommand = turns;
  await device.event('lock', Date.now(), { kind: 'arm', arm: 'down', car: true, batteryMv: 5900 });
  await product.must('POST', `${work}/deal`, { workId, remark: '齿轮卡石子，已清' }, { as: collector.as });
  await product.must('POST', `${work}/check`, { workId }, { as: supervisor.as });
  await product.must(
    'POST',
    '/api/updown/lockDevice/operate',
    { lockerId: made.id, type: 'auto' },
    { as: supervisor.as },
  );
  assert.equal((await arm()).fault, null);
  assert.equal(
    (await product.must('GET', `${work}/getWarnDetail`, { warnId }, { as: supervisor.as })).status,
    'converted',
  );
  // An order that was under way may still turn the arm, and what the lock then sends knows that the car has left.
  await lock.settled();
  await lock.car(false, Date.now());
  await street.sweep(Date.now() + 5 * MINUTE);
  assert.deepEqual(
    (await street.stays()).map(({ plate, status, due, owed }) => [plate, status, due, owed]),
    [['粤B61001', 'closed', 600, 0]],
  );
  await rightBooks(product, street);
});

/** The collector reads the plate at the first berth now. */
const reads = (street: Street, plateNumber: string) =>
  product.must(
    'POST',
    '/api/gatehouse/rdBerth/evidence',
    {
      berthId: street.berths[0]!.id,
      claim: 'plate',
      plateNumber,
      plateColour: 'blue',
      at: new Date(Date.now() - 30 * MINUTE).toISOString(),
    },
    { as: collector.as },
  );

// ---- night shift at month end

test('a night at the end of a month is one duty of that month, late, early and worked as it was, and the closed month keeps it', async () => {
  const parkId = await product.park(product.companies.child, '夜班路', { parkType: 'curb' });
  const night = await product.must(
    'POST',
    '/api/updown/pda/rdworkset/submit',
    { shiftName: '月末夜班', startTime: '22:00', endTime: '06:00', breakMin: 30 },
    { as: clerk.as },
  );
  const today = dayOf(Date.now() - 6 * HOUR, ZONE); // on the first of a month its night is over at six
  const next = `${today.slice(0, 7)}-01`;
  const last = addDays(next, -1);
  const month = addMonths(today, -1).slice(0, 7);
  const nightly = await person(product, '李夜班', 'curbCollector');
  await product.must(
    'POST',
    '/api/updown/employeWork/submit',
    { cells: [{ userId: nightly.id, day: last, shiftId: night.id, parkId }] },
    { as: clerk.as },
  );
  // The clocks came too late to be sent; each is entered by the clerk and approved by the supervisor.
  for (const [kind, at] of [
    ['in', `${last}T22:07:00+08:00`],
    ['out', `${next}T05:40:00+08:00`],
  ] as const) {
    const { id } = await product.must(
      'POST',
      '/api/gatehouse/duty/correction/submit',
      { userId: nightly.id, kind, at: new Date(at).toISOString(), reason: '手持机没电' },
      { as: clerk.as },
    );
    await product.must('POST', '/api/gatehouse/duty/correction/approve', { correctionId: id }, { as: supervisor.as });
  }
  const detail = async (startTime: string, endTime: string) =>
    (
      await product.must(
        'GET',
        '/api/updown/attendance/attendanceDetail',
        { userId: nightly.id, startTime, endTime, size: 50 },
        { as: clerk.as },
      )
    ).records.filter(({ shiftId }: { shiftId: string | null }) => shiftId !== null) as Record<string, unknown>[];
  const details = (await detail(last, next)).map((row) => [
    row['day'],
    row['lateMin'],
    row['earlyMin'],
    row['workedMin'],
  ]);
  assert.deepEqual(details, [[last, 7, 20, 423]]);
  const sums = async (startTime: string, endTime: string) =>
    (
      await product.must(
        'GET',
        '/api/updown/attendance/attendanceSum',
        { userId: nightly.id, startTime, endTime },
        { as: clerk.as },
      )
    ).records.reduce((sum: number, { workedMin }: { workedMin: number }) => sum + workedMin, 0);
  assert.deepEqual([await sums(`${month}-01`, last), await sums(next, today)], [423, 0], 'A3: in one month alone');
  const { id } = await product.must('POST', '/api/gatehouse/duty/month/submit', { month }, { as: clerk.as });
  await product.must('POST', '/api/gatehouse/duty/month/close', { monthId: id }, { as: clerk.as });
  await product.must(
    'POST',
    '/api/updown/workCompanySet/submit',
    { validFrom: `${month}-01`, lateMinutes: 60 },
    { as: clerk.as },
  );
  assert.deepEqual(
    (await detail(last, next)).map((row) => [row['day'], row['lateMin'], row['earlyMin'], row['workedMin']]),
    details,
  );
});

// ---- dead sensor to repair

test('a sensor that dies: its car is charged only to its last message, somebody is sent, and the new sensor takes over the berth', async () => {
  const street = await openStreet(product, 1);
  await grant(product, collector, street);
  const [old] = await rows<{ sn: string }>(
    product,
    street,
    'SELECT sn FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
    [street.sensors[0]],
  );
  const sensor = virtualSensor(await online(street.sensors[0]!, old!.sn));
  const came = NOW - 8 * HOUR;
  await sensor.heartbeat(came - HOUR);
  await sensor.change(true, came);
  await street.accept([street.person(0, came + 5 * MINUTE, 'plate', '粤B62001')], came + 5 * MINUTE);
  const last = Date.now();
  await sensor.heartbeat(came + 2 * HOUR);
  const seen = 'SELECT last_seen_at AS at FROM park_device WHERE tenant_id = $1 AND park_id = $2 AND id = $3';
  const written = async () => (await rows<{ at: string | null }>(product, street, seen, [street.sensors[0]]))[0]!.at;
  await until(async () => Date.parse((await written()) ?? '') >= last); // heartbeats are written every second
  // Everything came from devices just now; what counts is when it was last received.
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw('UPDATE park_device SET last_seen_at = $3 WHERE tenant_id = $1 AND id = $2', [
      street.lot.tenantId,
      street.sensors[0],
      new Date(came + 2 * HOUR).toISOString(),
    ]),
  );
  await sweepSilence(product.database, new Date(NOW));
  await street.sweep(NOW);
  assert.equal((await street.spells(0)).at(-1)!.state, 'unknown', 'no end is invented, and no time either');
  const { workId } = await sentThere(street, 'sensorSilent');
  // The collector finds the berth empty and puts another sensor in.
  await product.must(
    'POST',
    '/api/gatehouse/rdBerth/evidence',
    { berthId: street.berths[0]!.id, claim: 'absent' },
    { as: collector.as },
  );
  await street.sweep(Date.now() + 20 * MINUTE);
  const [stay] = await street.stays();
  assert.deepEqual(
    [stay!['plate'], stay!['out'], stay!['due']],
    ['粤B62001', new Date(came + 2 * HOUR).toISOString(), 1200],
    'two hours are proven, and two hours are charged',
  );
  await product.must('POST', '/api/updown/pda/rdSensor/submit', { id: street.sensors[0]!, berthNo: '' });
  const sn = `DC${randomUUID().slice(0, 12)}`;
  const fresh = await product.must('POST', '/api/updown/pda/rdSensor/submit', {
    parkId: street.lot.parkId,
    sn,
    berthNo: street.berths[0]!.berthNo,
  });
  const spoken = virtualSensor(await online(fresh.id, sn));
  await spoken.heartbeat(Date.now());
  await product.must('POST', `${work}/deal`, { workId, remark: '已更换地磁' }, { as: collector.as });
  assert.equal(
    (await product.ask('POST', `${work}/check`, { workId }, { as: collector.as })).status === 200,
    false,
    'not by who did it',
  );
  await product.must('POST', `${work}/check`, { workId }, { as: supervisor.as });
  await sweepSilence(product.database, new Date());
  const open = await rows(
    product,
    street,
    `SELECT warn_type FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND status = 'open'`,
  );
  assert.deepEqual(open, []);
  await spoken.change(true, Date.now());
  assert.equal((await street.spells(0)).at(-1)!.state, 'occupied');
  await rightBooks(product, street);
});
