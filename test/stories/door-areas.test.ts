/** What terminals of an area learn over MQTT of who is inside, and how many it may hold. */
import assert from 'node:assert/strict';
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
import { takeDoors } from '#areas/door/server/door.ts';
import { bringRights } from '#areas/door/server/rounds.ts';

const DAY = 86_400_000;
const quiet = { error: () => undefined, info: () => undefined };
let product: TestProduct;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];
const at: Record<string, string> = {};
type Terminal = { readonly id: string; readonly on: VirtualDevice; readonly door: VirtualDoor };

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));

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
const holds = ({ door }: Terminal, person: string): boolean => door.held().has(at[person]!);
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

test('a full area lets nobody in until somebody leaves, by whichever terminal, and what is tried says so too', async () => {
  const villageId = at['office'];
  const areaId = await save('doorarea', { villageId, areaName: '样品库' });
  const front = await terminal('样品库前门终端', '样品库前门', 'FULL-1', { areaId });
  const back = await terminal('样品库后门终端', '样品库后门', 'FULL-2', { areaId });
  const cards = { qian: '0009900130', feng: '0009900131' };
  at['qian'] = await person('钱二', 'E130', cards.qian);
  at['feng'] = await person('冯三', 'E131', cards.feng);
  await grantTo(['qian', 'feng'], [front, back]);
  await until(() => [front, back].every((each) => holds(each, 'qian') && holds(each, 'feng')));
  const since = (Date.now() - 20 * 3_600_000) % DAY;
  await pause(since < 60_000 ? 60_000 - since : Math.max(0, since - DAY + 180_000));
  let clock = Date.now() - 60_000;
  const swipe = async ({ door }: Terminal, who: keyof typeof cards, reader: 'in' | 'out' = 'in') => {
    const { result, reason } = await door.swipe(cards[who], { reader, at: (clock += 1_000) });
    return reason === null ? result : `${result}: ${reason}`;
  };
  assert.equal(await swipe(front, 'qian'), 'granted', 'without a limit');
  const [oneSided] = [await save('doorgate', { villageId, gateName: '样品库侧门', areaId, readerSides: ['in'] })];
  const limit = { areaId, villageId, areaName: '样品库', capacity: 1 };
  const refused = await product.ask('POST', '/api/updown/doorarea/submit', limit);
  assert.match(JSON.stringify(refused.body), /capacity/, 'a door without a reader on the way out would never empty it');
  await product.must('POST', '/api/updown/doorgate/remove', { ids: oneSided });
  await product.must('POST', '/api/updown/doorarea/submit', limit);
  // The other terminal learns of the limit, and of who went in before there was one.
  await until(() => back.door.where(at['qian']!)?.area === areaId && back.door.capacity() === 1);
  assert.equal(await swipe(back, 'feng'), 'refused: area-full');
  const tried = await product.must('GET', '/api/gatehouse/door/whatIf', {
    villageId,
    EmpID: at['feng'],
    gateId: (await raw<{ gate: string }>('SELECT door_gate_id AS gate FROM park_device WHERE id = $1', [back.id]))[0]!
      .gate,
    time: new Date().toISOString(),
  });
  assert.deepEqual([tried.result, tried.reason, tried.line], ['refused', 'area-full', 8]);
  assert.equal(await swipe(back, 'qian'), 'granted', 'who is inside already takes no further place');
  assert.equal(await swipe(front, 'qian', 'out'), 'granted');
  await until(() => back.door.where(at['qian']!)?.area === null);
  assert.equal(await swipe(back, 'feng'), 'granted');
  const inside = await product.must('GET', '/api/gatehouse/door/inside', { areaId });
  assert.deepEqual(
    [inside.capacity, inside.here, inside.people.map(({ empName }: { empName: string }) => empName)],
    [1, 1, ['冯三']],
  );
  const other = await product.ask('GET', '/api/gatehouse/door/inside', { areaId }, { as: 'otherTenant' });
  assert.equal(other.status, 404);
  await product.must('POST', '/api/gatehouse/door/forgive', { EmpID: at['feng'], reason: '已自侧门离开' });
  assert.deepEqual((await product.must('GET', '/api/gatehouse/door/inside', { areaId })).people, []);
});
