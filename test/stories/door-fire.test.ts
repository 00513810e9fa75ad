/**
 * A fire at doors, by real terminals over MQTT: what stands open, who is on the roll, and how a person ends it; and a
 * roll call without a fire.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { takeDoors } from '#areas/door/server/door.ts';
import { bringFires } from '#areas/door/server/fires.ts';
import { bringRights } from '#areas/door/server/rounds.ts';
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

const quiet = { error: () => undefined, info: () => undefined };
const ROLL = '/api/gatehouse/door/roll';
const cards = { li: '0008106606', wu: '0008106607', he: '0008106608' } as const;
let product: TestProduct;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];
const at: Record<string, string> = {};
type Terminal = {
  readonly id: string;
  readonly gateId: string;
  readonly on: VirtualDevice;
  readonly door: VirtualDoor;
};
let [lobby, lab, store] = [] as unknown as [Terminal, Terminal, Terminal];

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));
const setOffline = ({ id }: Terminal): Promise<unknown> =>
  product.database.write(platformScope, (db) =>
    db.raw(`UPDATE park_device SET status = 'offline' WHERE id = $1`, [id]),
  );

const until = (done: () => Promise<boolean> | boolean): Promise<void> =>
  holding(done, { each: () => bringRights(product.database), everyMs: 50 });

async function terminal(gateName: string, areaId: string, fromAreaId: string | null, sn: string): Promise<Terminal> {
  const villageId = at['office'];
  const place = { areaId: at[areaId], ...(fromAreaId ? { fromAreaId: at[fromAreaId] } : {}) };
  const gateId = await save('doorgate', { villageId, gateName, ...place, readerSides: ['in', 'out'] });
  const { id, secret } = await product.must('POST', '/api/updown/doordevice/submit', {
    villageId,
    gateId,
    deviceName: `${gateName}终端`,
    reader: 'both',
    sn,
  });
  const memory = { sn, secret, seq: 0, passing: 0, waiting: {} };
  const tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const on = await VirtualDevice.open(`mqtt://127.0.0.1:${devices.port}`, memory, tally);
  closers.push(() => on.close());
  return { id, gateId, on, door: virtualDoor(on) };
}

const alarms = async (): Promise<{ fireId: string; areaId: string; status: string; deviceIds: string[] }[]> =>
  (await product.must('GET', '/api/gatehouse/doorFire/list')).records;
const alarmOf = async (area: string): Promise<string> =>
  (await alarms()).find(({ areaId }) => areaId === at[area])!.fireId;
const rollOf = async (fireId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await product.must('GET', ROLL, { fireId })).people.map((each: { empName: string; state: string }) => [
      each.empName,
      each.state,
    ]),
  );
const end = (fireId: string, input: Record<string, unknown> = { reason: '误报，已现场确认' }) =>
  product.ask('POST', '/api/gatehouse/door/endFire', { fireId, ...input });

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
    serverId: 'fires',
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
  at['floor'] = await save('doorarea', { villageId, areaName: '办公区' });
  at['inner'] = await save('doorarea', { villageId, areaName: '机房', parentId: at['floor'] });
  at['depot'] = await save('doorarea', { villageId, areaName: '仓库' });
  lobby = await terminal('大堂', 'floor', null, 'FIRE-LOBBY-1');
  lab = await terminal('机房门', 'inner', 'floor', 'FIRE-LAB-1');
  store = await terminal('仓库门', 'depot', null, 'FIRE-STORE-1');
  const timePeriodId = await save('doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  for (const [name, empName] of Object.entries({ li: '李四', wu: '吴九', he: '何六' }))
    at[name] = await save('dooremployee', {
      villageId,
      deptId,
      empName,
      empNo: name,
      cardNo: cards[name as keyof typeof cards],
    });
  await save('doordevgrant', {
    villageId,
    deviceIds: [lobby.id, lab.id],
    deptIds: [deptId],
    timePeriodId,
    startTime: new Date(Date.now() - 86_400_000).toISOString(),
  });
  await until(() => lobby.door.holds(at['he']!) && lab.door.holds(at['he']!));
});
after(async () => {
  for (const close of closers.toReversed()) await close();
  await product?.close();
});

test('a fire input opens the doors of its area and of those within, and no others; nobody is refused there', async () => {
  const minuteAgo = Date.now() - 60_000;
  await lobby.door.swipe(cards.li, { at: minuteAgo });
  await lobby.door.swipe(cards.wu, { at: minuteAgo });
  await lobby.door.swipe(cards.wu, { at: minuteAgo + 20_000, reader: 'out' });
  await lobby.door.swipe(cards.he, { at: minuteAgo });
  await lab.door.swipe(cards.he, { at: minuteAgo + 20_000 });
  assert.equal((await lab.door.swipe('0000000001')).result, 'refused');
  await lab.on.cutOff();
  await setOffline(lab);
  await lobby.door.fire(true);
  await until(() => lobby.door.isOpenForFire());
  const stateOf = async (gateName: string): Promise<string> =>
    (await product.must('GET', ROLL, { fireId: await alarmOf('floor') })).doors.find(
      (each: { gateName: string }) => each.gateName === gateName,
    )?.state;
  await until(async () => (await stateOf('大堂')) === 'open');
  assert.equal(await stateOf('机房门'), 'offline');
  lab.on.comeBack();
  await until(async () => (await stateOf('机房门')) === 'open');
  assert.ok(lab.door.isOpenForFire(), 'one that was offline is notified once it is back');
  assert.ok(!store.door.isOpenForFire());
  assert.equal(await stateOf('仓库门'), undefined);
  const stranger = await lab.door.swipe('0000000001');
  assert.deepEqual([stranger.result, stranger.reason], ['granted', 'fire']);
  const foretold = await product.must('GET', '/api/gatehouse/door/whatIf', {
    villageId: at['office'],
    EmpID: at['li'],
    gateId: lobby.gateId,
    time: new Date(Date.now() + 1_000).toISOString(),
  });
  assert.deepEqual([foretold.result, foretold.line], ['granted', 1]);
  const close = await product.ask('POST', '/api/gatehouse/door/command', {
    gateId: lobby.gateId,
    type: 'locked',
    reason: '检修',
  });
  assert.equal(close.status, 422, 'nobody closes a door meanwhile');
});

test('an alarm is one however often it is reported, and a warning until it is over', async () => {
  const count = (await alarms()).length;
  const [lot] = await raw<{ tenantId: number; parkId: string }>(
    'SELECT tenant_id AS "tenantId", park_id AS "parkId" FROM park_device WHERE id = $1',
    [lobby.id],
  );
  const seen = await raw<{ seq: number; at: string }>(
    `SELECT seq::int AS seq, time AS at FROM door_event WHERE device_id = $1 AND result = 'fire'`,
    [lobby.id],
  );
  const again = { kind: 'fire' as const, device: lobby.id, on: true };
  const when = Date.parse(seen[0]!.at);
  await takeDoors(product.database, lot!, [{ ...again, seq: seen[0]!.seq, rawAt: when, at: when }]);
  assert.equal((await alarms()).length, count);
  const warnings = await raw<{ status: string; level: string; subject: string }>(
    `SELECT status, level, subject FROM rd_warn WHERE warn_type = 'fire'`,
  );
  assert.deepEqual(warnings, [{ status: 'open', level: 'bad', subject: '云台大厦 · 办公区' }]);
});

test('on the roll is who a reader saw in and not out; who leaves by swipe is off, who is found is ticked off', async () => {
  const fireId = await alarmOf('floor');
  assert.deepEqual(await rollOf(fireId), { 李四: 'missing', 何六: 'missing' });
  await lobby.door.swipe(cards.li, { reader: 'out' });
  assert.deepEqual(await rollOf(fireId), { 李四: 'out', 何六: 'missing' });
  const tick = (isHere: boolean, as = 'admin') =>
    product.ask(
      'POST',
      '/api/gatehouse/door/account',
      { fireId, EmpID: at['he'], isHere, remark: '东门集合点' },
      { as },
    );
  assert.equal((await tick(true, 'otherTenant')).status, 404);
  assert.equal((await tick(true)).status, 200);
  const he = (await product.must('GET', ROLL, { fireId })).people.find(
    ({ EmpID }: { EmpID: string }) => EmpID === at['he'],
  );
  assert.deepEqual([he.state, he.areaName, he.remark], ['accounted', '机房', '东门集合点']);
  assert.equal((await tick(false)).status, 200);
  assert.equal((await rollOf(fireId))['何六'], 'missing');
});

test('visitors who were signed in are on the roll of every area until they are signed out, a party as one line', async () => {
  const fireId = await alarmOf('floor');
  const base = '/api/updown/plat/visitorInfo';
  const visitor = async (visitorName: string, people: number): Promise<string> => {
    const { recordId } = await product.must('POST', `${base}/submit`, {
      parkId: at['lot'],
      visitorName,
      phone: '13800001234',
      people,
      hostName: '李四',
      visitTime: new Date(Date.now() - 600_000).toISOString(),
      leaveTime: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await product.must('GET', `${base}/examine`, { id: recordId, type: 1 });
    return recordId;
  };
  const party = await visitor('赵客', 3);
  await visitor('未到的客人', 1);
  assert.equal((await rollOf(fireId))['赵客'], undefined, 'not yet there');
  await product.must('POST', '/api/gatehouse/visit/signIn', { recordId: party });
  const onRoll = async () =>
    (await product.must('GET', ROLL, { fireId })).people.filter(({ visitId }: { visitId: string | null }) => visitId);
  assert.deepEqual(
    (await onRoll()).map(({ visitId, EmpID, empName, people, deptName, areaName, state }: Record<string, unknown>) => [
      visitId,
      EmpID,
      empName,
      people,
      deptName,
      areaName,
      state,
    ]),
    [[party, null, '赵客', 3, '李四', null, 'missing']],
  );
  const tick = (input: Record<string, unknown>, as = 'admin') =>
    product.ask('POST', '/api/gatehouse/door/account', { fireId, isHere: true, ...input }, { as });
  assert.equal((await tick({ visitId: party }, 'otherTenant')).status, 404);
  assert.equal((await tick({})).status, 400, 'nobody is named');
  assert.equal((await tick({ visitId: party, EmpID: at['he'] })).status, 400, 'two are named');
  assert.equal((await tick({ visitId: party })).status, 200);
  assert.equal((await rollOf(fireId))['赵客'], 'accounted');
  assert.equal((await tick({ visitId: party, isHere: false })).status, 200);
  await product.must('POST', '/api/gatehouse/visit/signOut', { recordId: party });
  assert.equal((await rollOf(fireId))['赵客'], 'out');
  assert.equal((await rollOf(fireId))['未到的客人'], undefined);
});

test('a person ends an alarm with a reason, not while an input is on; a door that another alarm holds stays open', async () => {
  await lab.door.fire(true);
  const [outer, inner] = [await alarmOf('floor'), await alarmOf('inner')];
  assert.notEqual(outer, inner);
  assert.equal((await end(outer)).status, 422, 'the input is on');
  await lobby.door.fire(false);
  assert.equal((await end(outer, {})).status, 400, 'with a reason');
  assert.equal((await end(outer)).status, 200);
  assert.equal((await end(outer)).status, 409);
  await until(() => !lobby.door.isOpenForFire());
  await bringFires(product.database);
  assert.ok(lab.door.isOpenForFire());
  assert.equal((await lobby.door.swipe('0000000001')).result, 'refused', 'and is a door as before');
  await lab.door.fire(false);
  assert.equal((await end(inner)).status, 200);
  await until(() => !lab.door.isOpenForFire());
  assert.deepEqual(await raw(`SELECT 1 FROM door_gate WHERE fire_since IS NOT NULL`), []);
  assert.deepEqual(await raw(`SELECT DISTINCT status FROM rd_warn WHERE warn_type = 'fire'`), [{ status: 'cleared' }]);
  const ended = await product.must('GET', '/api/gatehouse/doorFire/detail', { fireId: outer });
  assert.deepEqual([ended.status, ended.endReason], ['ended', '误报，已现场确认']);
});

test('a roll call without an alarm lists who is inside now, is one however often it begins, and moves no door', async () => {
  const warnings = await raw(`SELECT id FROM rd_warn WHERE warn_type = 'fire'`);
  const start = (areaId: string, as = 'admin') =>
    product.ask('POST', '/api/gatehouse/door/startRoll', { areaId: at[areaId] }, { as });
  const finish = (fireId: string, input: Record<string, unknown> = { result: '演练，全部点到' }) =>
    product.ask('POST', '/api/gatehouse/door/endRoll', { fireId, ...input });
  assert.equal((await start('floor', 'otherTenant')).status, 404);
  await lobby.door.swipe(cards.wu);
  const { fireId } = (await start('floor')).body.data;
  assert.equal((await start('floor')).body.data.fireId, fireId, 'a second guard joins it');
  assert.notEqual((await start('inner')).body.data.fireId, fireId);
  // 李四 left during the alarm; 何六 went into the inner area and was seen by no reader since.
  assert.deepEqual(await rollOf(fireId), { 吴九: 'missing', 何六: 'missing' });
  assert.deepEqual((await product.must('GET', ROLL, { fireId })).doors, []);
  await lobby.door.swipe(cards.li);
  await lobby.door.swipe(cards.wu, { reader: 'out' });
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/door/account', { fireId, EmpID: at['he'], isHere: true })).status,
    200,
  );
  assert.deepEqual(await rollOf(fireId), { 李四: 'missing', 吴九: 'out', 何六: 'accounted' });
  assert.equal((await lobby.door.swipe('0000000001')).result, 'refused');
  await bringFires(product.database);
  assert.ok(!lobby.door.isOpenForFire());
  assert.deepEqual(
    await raw(`SELECT id FROM rd_warn WHERE warn_type = 'fire'`),
    warnings,
    'nobody is warned of a fire',
  );
  assert.equal((await end(fireId)).status, 422, 'it is no alarm');
  // A fire meanwhile is an alarm of its own.
  await lobby.door.fire(true);
  await until(() => lobby.door.isOpenForFire());
  const alarm = (await alarms()).find((each) => each.status === 'standing' && each.deviceIds.includes(lobby.id))!;
  assert.notEqual(alarm.fireId, fireId);
  assert.equal((await finish(alarm.fireId)).status, 422, 'nor is an alarm a roll call');
  assert.equal((await finish(fireId, {})).status, 400, 'with a result');
  assert.equal((await finish(fireId)).status, 200);
  assert.ok(lobby.door.isOpenForFire(), 'the end of a roll call closes no door');
  assert.notEqual((await start('floor')).body.data.fireId, fireId, 'the next is a new one');
  await lobby.door.fire(false);
  assert.equal((await end(alarm.fireId)).status, 200);
});
