/** Rights on their way to real terminals over MQTT, what these say, and who may see whose people. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { virtualDoor } from '#device/simulator/door.ts';
import type { VirtualDoor } from '#device/simulator/door.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until as holding } from '#test/until.ts';
import { expireChecks } from '#areas/door/server/checks.ts';
import { takeDoors } from '#areas/door/server/door.ts';
import { bringAllRights, bringRights } from '#areas/door/server/rounds.ts';
import { bringUpgrades } from '#areas/door/server/upgrades.ts';

const DAY = 86_400_000;
const quiet = { error: () => undefined, info: () => undefined };
let product: TestProduct;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];
const at: Record<string, string> = {};
type Terminal = { readonly id: string; readonly on: VirtualDevice; readonly door: VirtualDoor };
let [lobby, store] = [] as unknown as [Terminal, Terminal];

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const act = (action: string, input: Record<string, unknown>, as = 'admin') =>
  product.must('POST', `/api/gatehouse/door/${action}`, input, { as });
const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));

const write = (sql: string, values: readonly unknown[]): Promise<unknown> =>
  product.database.write(platformScope, (db) => db.raw(sql, [...values]));

async function terminal(deviceName: string, gateName: string, sn: string, place = {}): Promise<Terminal> {
  const villageId = at['office'];
  const gateId = await save('doorgate', { villageId, gateName, ...place, readerSides: ['in', 'out'] });
  const { id, secret } = await product.must('POST', '/api/updown/doordevice/submit', {
    villageId,
    gateId,
    deviceName,
    reader: 'both',
    sn,
  });
  const on = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn, secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => on.close());
  const door = virtualDoor(on);
  return { id, on, door };
}

/** Looks again and again, as the server does each second, until `done`. */
const until = (done: () => Promise<boolean> | boolean): Promise<void> =>
  holding(done, { each: () => bringRights(product.database), everyMs: 50 });
const online = async ({ id }: Terminal): Promise<boolean> =>
  (await raw<{ status: string }>('SELECT status FROM park_device WHERE id = $1', [id]))[0]!.status === 'online';
const holds = ({ door }: Terminal, person: string): boolean => door.held().has(at[person]!);
const state = async ({ id }: Terminal, person: string): Promise<{ state: string; why: string | null } | undefined> =>
  (
    await raw<{ state: string; why: string | null }>(
      'SELECT state, why FROM door_delivery WHERE device_id = $1 AND emp_id = $2',
      [id, at[person]],
    )
  )[0];

const person = (empName: string, empNo: string, cardNo: string) =>
  save('dooremployee', { villageId: at['office'], deptId: at['dept'], empName, empNo, cardNo, phone: '13800005678' });

before(async () => {
  product = await startTestProduct();
  devices = await openDevices({
    ports: devicePorts(product.database, {
      ingest: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      doors: (target, events) => takeDoors(product.database, target, events),
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'doors',
    share: 'servers',
  });
  const dispatch = startDispatch(product.database, devices, quiet);
  closers.push(
    () => devices.close(),
    () => dispatch.close(),
  );
  const companyId = product.companies.child;
  const villageId = (at['office'] = await save('baseVillage', { VName: '云台大厦', companyId }));
  at['lot'] = await product.park(companyId, '云台大厦车库', { villageId });
  at['hours'] = await save('doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  lobby = await terminal('大堂终端', '大堂', 'DOOR-LOBBY-1');
  store = await terminal('库房终端', '库房', 'DOOR-STORE-1');
  at['li'] = await person('李四', 'E001', '0008106606');
  at['wu'] = await person('吴九', 'E002', '0008106607');
  await until(async () => (await online(lobby)) && (await online(store)));
});
after(async () => {
  for (const close of closers.toReversed()) await close();
  await product?.close();
});

const grantTo = (who: readonly string[], where: readonly Terminal[]): Promise<string> =>
  save('doordevgrant', {
    villageId: at['office'],
    deviceIds: where.map(({ id }) => id),
    empIds: who.map((each) => at[each]),
    timePeriodId: at['hours'],
    startTime: new Date(Date.now() - DAY).toISOString(),
  });

test('a grant reaches the device, which then lets the person pass, and is taken back', async () => {
  assert.equal((await lobby.door.swipe('0008106606')).reason, 'unknown-credential');
  const grantId = await grantTo(['li'], [lobby]);
  await until(async () => (await state(lobby, 'li'))?.state === 'held');
  assert.ok(holds(lobby, 'li') && !holds(store, 'li'));
  assert.equal((await lobby.door.swipe('0008106606')).result, 'granted');
  const found = await product.must('GET', '/api/updown/doordevgrant/selectGrantSuccessEmployee', { grantId });
  assert.deepEqual(
    found.map(({ empName, state: of }: { empName: string; state: string }) => [empName, of]),
    [['李四', 'held']],
  );
  const [command] = await raw<{ payload: object }>(
    `SELECT payload FROM device_command WHERE command = 'people' ORDER BY time LIMIT 1`,
  );
  await until(
    async () =>
      !(
        'add' in
        (
          await raw<{ payload: object }>(
            `SELECT payload FROM device_command WHERE command = 'people' ORDER BY time LIMIT 1`,
          )
        )[0]!.payload
      ),
  );
  assert.ok(command, 'and what was sent of him is not kept once it was answered');
  await product.must('POST', '/api/updown/doordevgrant/remove', { ids: grantId });
  await until(async () => (await state(lobby, 'li'))?.state === 'gone');
  assert.ok(!holds(lobby, 'li'));
  assert.equal((await lobby.door.swipe('0008106606')).reason, 'unknown-credential');
});

test('who leaves is taken off every device; a disconnected one is updated when it is back, and until then its lease limits it', async () => {
  await grantTo(['wu'], [lobby, store]);
  await until(async () => holds(lobby, 'wu') && holds(store, 'wu') && (await state(store, 'wu'))?.state === 'held');
  await store.on.cutOff();
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE park_device SET status = 'offline' WHERE id = $1`, [store.id]),
  );
  const left = Date.now();
  await act('leave', { EmpID: at['wu'], reason: '离职' });
  await until(async () => (await state(lobby, 'wu'))?.state === 'gone');
  assert.ok(!holds(lobby, 'wu'));
  await until(async () => (await state(store, 'wu'))?.why === 'offline');
  assert.ok(holds(store, 'wu'));
  const [row] = await raw<{ until: string }>(
    'SELECT lease_until AS until FROM door_delivery WHERE device_id = $1 AND emp_id = $2',
    [store.id, at['wu']],
  );
  assert.ok(Date.parse(row!.until) - left <= 7 * DAY, 'a member of staff: seven days at most');
  store.on.comeBack();
  await until(async () => (await state(store, 'wu'))?.state === 'gone');
  assert.ok(!holds(store, 'wu'));
});

test('what takes somebody back goes by itself and puts off no lease; nor does what follows a lease confirmed a moment ago', async () => {
  const sent = async () =>
    (
      await raw<{ payload: { remove: string[]; holdsUntil?: object } }>(
        `SELECT payload FROM device_command WHERE device_id = $1 AND command = 'people' ORDER BY time DESC, id DESC
          LIMIT 1`,
        [lobby.id],
      )
    )[0]!.payload;
  const leaseOf = async (who: string) =>
    (
      await raw<{ until: string }>(
        'SELECT lease_until AS until FROM door_delivery WHERE device_id = $1 AND emp_id = $2',
        [lobby.id, at[who]],
      )
    )[0]!.until;
  at['qian'] = await person('钱一', 'E021', '0008106621');
  await grantTo(['qian'], [lobby]);
  await until(async () => (await state(lobby, 'qian'))?.state === 'held');
  const first = await leaseOf('qian');
  at['shen'] = await person('沈二', 'E022', '0008106622');
  await grantTo(['shen'], [lobby]);
  await until(async () => (await state(lobby, 'shen'))?.state === 'held');
  assert.equal((await sent()).holdsUntil, undefined);
  assert.deepEqual([await leaseOf('qian'), await leaseOf('shen')], [first, first], 'both are under the one lease');
  assert.equal((await lobby.door.swipe('0008106622')).result, 'granted');
  await act('leave', { EmpID: at['shen'], reason: '离职' });
  await until(async () => (await state(lobby, 'shen'))?.state === 'gone');
  const { remove, holdsUntil } = await sent();
  assert.deepEqual([remove, holdsUntil], [[at['shen']], undefined]);
  assert.equal(await leaseOf('qian'), first);
});

test('what is taken back by a round that began before another is taken back all the same', async () => {
  at['lang'] = await person('郎三', 'E023', '0008106623');
  await grantTo(['lang'], [lobby]);
  await until(async () => (await state(lobby, 'lang'))?.state === 'held');
  await act('leave', { EmpID: at['lang'], reason: '离职' });
  await bringRights(product.database, new Date(Date.now() - 25_000));
  await until(async () => (await state(lobby, 'lang'))?.state === 'gone');
  assert.ok(!holds(lobby, 'lang'), 'a command older than the last is passed over by the device, and answered as done');
});

test('a device that was cut off too long for an answer forgets with its lease, and says so', async () => {
  at['he'] = await person('何六', 'E003', '0008106608');
  await grantTo(['he'], [store]);
  await until(async () => (await state(store, 'he'))?.state === 'held');
  await store.on.cutOff();
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE park_device SET status = 'offline' WHERE id = $1`, [store.id]),
  );
  await act('leave', { EmpID: at['he'], reason: '离职' });
  await bringAllRights(product.database, new Date());
  assert.equal((await state(store, 'he'))?.state, 'removing');
  await bringAllRights(product.database, new Date(Date.now() + 8 * DAY));
  assert.deepEqual(await state(store, 'he'), { state: 'gone', why: 'lease-over' });
  store.on.comeBack();
  await until(() => online(store));
});

test('a list that differs from the confirmed one is resent in full', async () => {
  at['sun'] = await person('孙七', 'E004', '0008106609');
  await grantTo(['sun'], [store]);
  await until(async () => (await state(store, 'sun'))?.state === 'held');
  // It says, a while after its last answer, that it holds nobody.
  await product.database.write(platformScope, async (db) => {
    await db.raw(`UPDATE park_device SET list_hash = '811c9dc5', last_seen_at = now() WHERE id = $1`, [store.id]);
    await db.raw(`UPDATE door_delivery SET ack_time = ack_time - interval '5 minutes' WHERE device_id = $1`, [
      store.id,
    ]);
  });
  await bringAllRights(product.database, new Date());
  await until(async () => (await state(store, 'sun'))?.state === 'held');
  const [last] = await raw<{ replace: boolean | null }>(
    `SELECT (payload->>'replace')::boolean AS replace FROM device_command WHERE device_id = $1 AND command = 'people'
      ORDER BY time DESC, id DESC LIMIT 1`,
    [store.id],
  );
  assert.equal(last!.replace, true);
  assert.ok(holds(store, 'sun') && !holds(store, 'he'));
});

test('a swipe sent twice counts once, and late or out of order gives the same', async () => {
  const [lot] = await raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [at['lot']]);
  const target = { tenantId: lot!.tenantId, parkId: at['lot']! };
  const events = async () =>
    raw<Record<string, unknown>>(
      `SELECT seq::int AS seq, time, emp_name AS name, result, reason FROM door_event WHERE device_id = $1
        AND seq > 1000 ORDER BY seq`,
      [store.id],
    );
  const eight = Date.parse('2026-05-04T08:00:00+08:00');
  const readings = [0, 1, 2, 3].map((nth) => ({
    kind: 'swipe' as const,
    device: store.id,
    seq: 1001 + nth,
    rawAt: eight + nth * 3_600_000,
    at: eight + nth * 3_600_000,
    reader: 'in' as const,
    credential: 'card',
    person: at['sun']!,
    result: nth === 2 ? ('refused' as const) : ('granted' as const),
    reason: nth === 2 ? 'out-of-hours' : null,
    picture: null,
    offline: false,
  }));
  await takeDoors(product.database, target, [readings[3]!, readings[1]!, readings[1]!]);
  await takeDoors(product.database, target, [readings[0]!]);
  await takeDoors(product.database, target, [readings[2]!, readings[3]!, readings[0]!]);
  assert.deepEqual(
    (await events()).map(({ seq, name, result, reason }) => [seq, name, result, reason]),
    [
      [1001, '孙七', 'granted', null],
      [1002, '孙七', 'granted', null],
      [1003, '孙七', 'refused', 'out-of-hours'],
      [1004, '孙七', 'granted', null],
    ],
  );
  const day = await product.must('GET', '/api/updown/door/static/getSwipeCardDay', {
    VID: at['office'],
    staticDay: '2026-05-04',
  });
  const { first, last, passes, refused } = day.records[0];
  assert.deepEqual([day.total, first, last, passes, refused], [1, '08:00', '11:00', 3, 1]);
  const month = await product.must('GET', '/api/updown/door/static/getSwipeCardMonth', {
    deptId: at['dept'],
    staticMonth: '2026-05',
  });
  assert.deepEqual(
    month.records.map((row: Record<string, unknown>) => [row['month'], row['days'], row['first'], row['passes']]),
    [['2026-05', 1, '08:00', 3]],
  );
  const list = await product.must('GET', '/api/updown/doorstatic/getStaticDoorEvent', {
    deviceId: store.id,
    startTime: '2026-05-04',
    endTime: '2026-05-04',
  });
  assert.equal(list.total, 4);
});

test('the same swipe over MQTT twice is one event, with the opening it caused', async () => {
  const count = async () =>
    (
      await raw<{ swipes: number; opened: number }>(
        `SELECT count(*) FILTER (WHERE result = 'granted')::int AS swipes,
          count(*) FILTER (WHERE result = 'opened' AND cause = 'swipe')::int AS opened FROM door_event
          WHERE device_id = $1 AND seq < 1000`,
        [store.id],
      )
    )[0]!;
  const { swipes, opened } = await count();
  assert.equal((await store.door.swipe('0008106609', { twice: true })).result, 'granted');
  assert.deepEqual(await count(), { swipes: swipes + 1, opened: opened + 1 });
});

test('a person opens a door from afar with a reason, and a locked one lets nobody in', async () => {
  const [gate] = await raw<{ id: string }>(`SELECT id FROM door_gate WHERE gate_name = '库房'`);
  const refused = await product.ask('POST', '/api/gatehouse/door/command', { gateId: gate!.id, type: 'unlock' });
  assert.deepEqual(
    refused.body.errors?.map(({ field }) => field),
    ['reason'],
  );
  await act('command', { gateId: gate!.id, type: 'unlock', reason: '快递到门口' });
  await until(() => store.door.unlocked() === 1);
  await act('command', { gateId: gate!.id, type: 'locked', reason: '盘点' });
  await until(async () => (await store.door.swipe('0008106609')).reason === 'mode-locked');
  assert.equal((await store.door.swipe('0008106609', { reader: 'out' })).result, 'granted', 'leaving is never refused');
  await act('command', { gateId: gate!.id, type: 'normal', reason: '盘点结束' });
  await until(async () => (await store.door.swipe('0008106609')).result === 'granted');
  const figures = await product.must('GET', '/api/updown/door/device/statistics', { VID: at['office'] });
  assert.deepEqual([figures.total, figures.online, figures.failed], [2, 2, 0]);
  assert.ok(figures.granted > 0 && figures.refused > 0);
});

test('a parameter reaches its device, which says of each whether it took it', async () => {
  const set = (paramKey: string, paramValue: string, id?: string) =>
    product.ask('POST', '/api/updown/dmdevparam/submit', {
      ...(id ? { id } : { deviceId: store.id, paramKey }),
      paramValue,
    });
  assert.equal((await set('language', 'fr')).status, 400);
  const { id } = (await set('volume', '95')).body.data;
  await set('language', 'en');
  const states = async () =>
    Object.fromEntries(
      (
        await raw<{ key: string; state: string }>(
          'SELECT param_key AS key, state FROM door_param WHERE device_id = $1',
          [store.id],
        )
      ).map(({ key, state: of }) => [key, of]),
    );
  await until(async () => (await states())['volume'] === 'refused' && (await states())['language'] === 'held');
  assert.deepEqual([...store.door.parameters()], [['language', 'en']]);
  await set('volume', '70', id);
  await until(async () => (await states())['volume'] === 'held');
  assert.equal(store.door.parameters().get('volume'), '70');
});

test('a thermal camera applies its settings, and a reading counts once, however often it is sent', async () => {
  const placeId = await save('yjPlace', {
    villageId: at['office'],
    placeName: '大堂',
    address: '一层',
    purpose: '流感季节',
    untilDate: new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10),
  });
  const { id, secret } = await product.must('POST', '/api/updown/yjCamera/submit', {
    placeId,
    cameraName: '大堂相机',
    sn: 'HEAT-LOBBY-1',
    warnTemp: 37.5,
  });
  const on = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn: 'HEAT-LOBBY-1', secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => on.close());
  const door = virtualDoor(on);
  await until(() => door.parameters().get('warnTemp') === '37.5');
  await door.measure(374, { twice: true });
  await door.measure(375);
  assert.deepEqual(
    await raw('SELECT temperature, level, status FROM thermal_record WHERE camera_id = $1 ORDER BY seq', [id]),
    [
      { temperature: 37.4, level: 'normal', status: null },
      { temperature: 37.5, level: 'suspect', status: 'open' },
    ],
  );
});

test('people are sent to a camera and taken off it one by one, and all else of their grants stays', async () => {
  const [camera] = await raw<{ id: string }>(`SELECT id FROM park_device WHERE sn = 'HEAT-LOBBY-1'`);
  const placeId = (await product.must('GET', '/api/updown/yjPlace/list')).records[0].id;
  const other = (
    await product.must('POST', '/api/updown/yjCamera/submit', { placeId, cameraName: '侧门相机', sn: 'HEAT-SIDE-1' })
  ).id;
  at['zhou'] = await save('yjEmployee', {
    villageId: at['office'],
    deptId: at['dept'],
    empName: '周十',
    empNo: 'E010',
  });
  const { grantIds, pairs } = await product.must('POST', '/api/updown/yjIdentitydown/submit', {
    deviceIds: [camera!.id, other],
    empIds: [at['zhou'], at['li']],
  });
  assert.deepEqual([grantIds.length, pairs], [1, 4]);
  const list = async (input: Record<string, unknown> = {}) =>
    (await product.must('GET', '/api/updown/yjIdentitydown/list', { deviceId: camera!.id, ...input })).records;
  await until(async () => (await list({ status: 'held' })).length === 2);
  const [row] = await list({ EmpID: at['zhou'] });
  await product.must('POST', '/api/updown/yjIdentitydown/remove', { ids: row.id });
  await until(async () => (await list({ EmpID: at['zhou'] }))[0].state === 'gone');
  assert.equal((await list({ status: 'held' })).length, 1);
  const there = await product.must('GET', '/api/updown/yjIdentitydown/list', { deviceId: other });
  assert.deepEqual(
    there.records.map(({ state: of }: { state: string }) => of),
    ['waiting', 'waiting'],
    'he stays on the other one',
  );
  assert.equal((await product.must('GET', '/api/updown/yjDevgrant/list', { EmpID: at['zhou'] })).total, 1);
  assert.equal((await product.must('GET', '/api/updown/yjDevgrant/list', { deviceId: camera!.id })).total, 1);
  await save('yjDevgrant', { deviceIds: [other], empIds: [at['sun']] });
  await until(
    async () => (await product.must('GET', '/api/updown/yjIdentitydown/list', { deviceId: other })).total === 3,
  );
  const byDoor = await product.must('GET', '/api/updown/yjIdentitydown/list', { deviceId: lobby.id });
  assert.equal(byDoor.total, 0, 'doors have a list of their own');
});

test('a camera is upgraded once its heartbeat says so; one that is away waits, and what is newer takes the place of it', async () => {
  const [camera] = await raw<{ id: string }>(`SELECT id FROM park_device WHERE sn = 'HEAT-LOBBY-1'`);
  const [away] = await raw<{ id: string }>(`SELECT id FROM park_device WHERE sn = 'HEAT-SIDE-1'`);
  const bytes = Buffer.from('firmware of cameras');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const fileUrl = (await product.must('POST', `/api/updown/file/${hash}`, {}, { bytes })).url;
  const issue = (versionNo: string, deviceIds: readonly string[], url = fileUrl) =>
    product.ask('POST', '/api/updown/yjUpgrade/submit', { versionNo, fileUrl: url, deviceIds });
  assert.equal((await issue('2.0.1', [lobby.id])).status, 404, 'doors are no cameras');
  assert.equal((await issue('2.0.1', [camera!.id], '/api/updown/other')).status, 400);
  const ids = (await issue('2.0.1', [camera!.id, away!.id])).body.data.ids as string[];
  const seen = (id: string) => product.must('GET', '/api/updown/yjUpgrade/detail', { id });
  const isTaken = async () => ['accepted', 'done'].includes((await seen(ids[0]!)).state as string);
  await until(async () => (await isTaken()) && (await seen(ids[1]!)).why === 'offline');
  await write(`UPDATE park_device SET firmware = '2.0.1' WHERE id = $1`, [camera!.id]);
  await until(async () => (await seen(ids[0]!)).state === 'done');
  const next = (await issue('2.0.2', [away!.id])).body.data.ids as string[];
  assert.deepEqual([(await seen(ids[1]!)).state, (await seen(next[0]!)).state], ['replaced', 'waiting']);
  const old = await product.ask('POST', '/api/gatehouse/door/retryUpgrade', { id: ids[1] });
  assert.equal(old.status, 422);
  await bringUpgrades(product.database);
  await write(`UPDATE thermal_upgrade SET state = 'accepted', ack_time = now() - interval '31 minutes' WHERE id = $1`, [
    next[0],
  ]);
  const gone = await product.ask('POST', '/api/updown/yjUpgrade/remove', { ids: next[0] });
  assert.equal(gone.status, 422, 'what was sent cannot be taken back');
  await bringUpgrades(product.database);
  assert.deepEqual([(await seen(next[0]!)).state, (await seen(next[0]!)).why], ['failed', 'not-proved']);
  await product.must('POST', '/api/gatehouse/door/retryUpgrade', { id: next[0] });
  assert.equal((await seen(next[0]!)).state, 'waiting');
  await product.must('POST', '/api/updown/yjUpgrade/remove', { ids: next[0] });
  const { total } = await product.must('GET', '/api/updown/yjUpgrade/list', { versionNo: '2.0' });
  assert.equal(total, 2);
});

test('who was handed in passes by somebody else alone, and then has what his department may', async () => {
  await save('doordevgrant', {
    villageId: at['office'],
    deviceIds: [lobby.id],
    deptIds: [at['dept']],
    timePeriodId: at['hours'],
    startTime: new Date(Date.now() - DAY).toISOString(),
  });
  const query = { villageId: at['office'], deptId: at['dept'], empName: '周八', empNo: 'E005', cardNo: '0008106610' };
  const { id } = await product.must('POST', '/api/updown/dooremployeecheck/submit', query, { as: 'groupAdmin' });
  const audit = (as: string) => product.ask('POST', '/api/updown/dooremployeecheck/audit', { id }, { as });
  assert.equal((await audit('groupAdmin')).status, 422, 'not by who handed him in');
  assert.equal((await audit('admin')).status, 200);
  assert.equal((await audit('admin')).status, 409);
  const list = await product.must('GET', '/api/updown/dooremployee/list', { empName: '周八' });
  at['zhou'] = list.records[0].id ?? list.records[0].EmpID;
  await until(() => holds(lobby, 'zhou'));
  const { id: other } = await product.must('POST', '/api/updown/dooremployeecheck/submit', {
    ...query,
    empNo: 'E006',
    cardNo: '0008106611',
  });
  await expireChecks(product.database, new Date(Date.now() + 8 * DAY));
  const { status } = await product.must('GET', '/api/updown/dooremployeecheck/detail', { id: other });
  assert.equal(status, 'expired');
});

test('people are seen by their own company and those above, and their numbers by who may', async () => {
  const [sister] = [await save('basecompany', { companyName: '姐妹公司', parentId: product.companies.first })];
  const see = async (companyId: string, role: string) => {
    const account = `see${role}${companyId.slice(-6)}`.toLowerCase();
    const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
      account,
      realName: '看客',
      password: 'Gatehouse-2026',
      companyId,
      allParks: true,
    });
    const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId });
    const found = (Array.isArray(roles) ? roles : roles.records).find(
      (each: { builtIn?: string }) => each.builtIn === role,
    );
    await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: found.id });
    const as = await product.login(account, 'Gatehouse-2026');
    const page = await product.must('GET', '/api/updown/dooremployee/list', { empName: '李四' }, { as });
    return page.records.map(({ phone }: { phone: string }) => phone);
  };
  assert.deepEqual(await see(product.companies.child, 'doorClerk'), ['13800005678']);
  assert.deepEqual(await see(product.companies.child, 'lotManager'), ['138****5678']);
  assert.deepEqual(
    await see(product.companies.first, 'doorClerk'),
    ['13800005678'],
    'a company above sees those below',
  );
  assert.deepEqual(await see(sister, 'doorClerk'), []);
  const other = await product.must('GET', '/api/updown/dooremployee/list', {}, { as: 'otherTenant' });
  assert.equal(other.total, 0);
});

test('passing back is a matter of the area: its terminals learn of each other, one that was offline once it is back', async () => {
  const areaId = await save('doorarea', { villageId: at['office'], areaName: '实验区', antiPassback: 'hard' });
  const front = await terminal('前门终端', '实验区前门', 'DOOR-FRONT-1', { areaId });
  const back = await terminal('后门终端', '实验区后门', 'DOOR-BACK-1', { areaId });
  const cards = { zhou: '0009900120', zheng: '0009900121' };
  at['zhou'] = await person('周十', 'E120', cards.zhou);
  at['zheng'] = await person('郑一', 'E121', cards.zheng);
  await grantTo(['zhou', 'zheng'], [front, back]);
  await until(() => [front, back].every((each) => holds(each, 'zhou') && holds(each, 'zheng')));
  // At 04:00 in Shanghai who is inside is forgotten: this story lies on one side of it, two minutes of swipes and all.
  const since = (Date.now() - 20 * 3_600_000) % DAY;
  await pause(since < 60_000 ? 60_000 - since : Math.max(0, since - DAY + 180_000));
  let clock = Date.now() - 60_000;
  const swipe = async ({ door }: Terminal, who: keyof typeof cards, reader: 'in' | 'out' = 'in') => {
    const { result, reason } = await door.swipe(cards[who], { reader, at: (clock += 1_000) });
    return reason === null ? result : `${result}: ${reason}`;
  };
  const knows = ({ door }: Terminal, who: string, area: string | null | undefined) =>
    until(() => door.where(at[who]!) !== undefined && door.where(at[who]!)!.area === area);
  assert.equal(await swipe(front, 'zhou'), 'granted');
  await knows(back, 'zhou', areaId);
  assert.equal(await swipe(back, 'zhou'), 'refused: passed-back', 'in by the front, so not by the back');
  assert.equal(await swipe(back, 'zhou', 'out'), 'granted');
  await knows(front, 'zhou', null);
  assert.equal(await swipe(front, 'zhou'), 'granted', 'out by the back, so in by the front again');
  await knows(back, 'zhou', areaId);
  assert.equal(lobby.door.where(at['zhou']!), undefined, 'terminals elsewhere are not informed');
  await front.on.cutOff();
  await write(`UPDATE park_device SET status = 'offline' WHERE id = $1`, [front.id]);
  assert.equal(await swipe(back, 'zhou', 'out'), 'granted');
  assert.equal(await swipe(back, 'zheng'), 'granted');
  const offline = swipe(front, 'zhou');
  front.on.comeBack();
  assert.equal(await offline, 'refused: passed-back');
  await knows(front, 'zhou', null);
  await knows(front, 'zheng', areaId);
  assert.equal(await swipe(front, 'zheng'), 'refused: passed-back');
  const forgiven = { EmpID: at['zheng'], reason: '尾随他人离开' };
  const other = await product.ask('POST', '/api/gatehouse/door/forgive', forgiven, { as: 'otherTenant' });
  assert.equal(other.status, 404);
  await act('forgive', forgiven);
  for (const each of [front, back]) await knows(each, 'zheng', undefined);
  clock = Date.now();
  assert.equal(await swipe(front, 'zheng'), 'granted');
  await knows(back, 'zheng', areaId);
  assert.equal(await swipe(back, 'zheng'), 'refused: passed-back', 'once, not for good');
});
