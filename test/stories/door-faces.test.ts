/**
 * A face on its way to a terminal over MQTT and off it again: a state for each person and device, and proof of each
 * erasure.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { bringAllRights, bringRights } from '#areas/door/server/rounds.ts';
import { takeDoors } from '#areas/door/server/door.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { virtualDoor } from '#device/simulator/door.ts';
import type { Face, VirtualDoor } from '#device/simulator/door.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope } from '#kit/server/db.ts';
import { filesOfTests } from '#test/files.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until as holding } from '#test/until.ts';

const DAY = 86_400_000;
const quiet = { error: () => undefined, info: () => undefined };
type Terminal = { readonly id: string; readonly on: VirtualDevice; readonly door: VirtualDoor };
let product: TestProduct;
let devices: Devices;
let [gate, camera, reader] = [] as unknown as [Terminal, Terminal, Terminal];
const closers: (() => Promise<unknown>)[] = [];
const at: Record<string, string> = {};

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));
const write = (sql: string, values: readonly unknown[]): Promise<unknown> =>
  product.database.write(platformScope, (db) => db.raw(sql, [...values]));
const photoOf = (nth: number): string =>
  `data:image/jpeg;base64,${readFileSync(join(import.meta.dirname, '..', '..', 'db', 'demo', 'faces', `${nth}.jpg`)).toString('base64')}`;
const submitPhoto = (who: string, nth: number) =>
  save('dooremployeephoto', { EmpID: at[who], photoUrl: photoOf(nth), textVersion: '2026-11' });

async function connected(path: string, input: Record<string, unknown> & { sn: string }): Promise<Terminal> {
  const { id, secret } = await product.must('POST', `/api/updown/${path}/submit`, input);
  const on = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn: input.sn, secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => on.close());
  return { id, on, door: virtualDoor(on) };
}

/** Looks again and again, as the server does each second, until `done`. */
const until = (done: () => Promise<boolean> | boolean): Promise<void> =>
  holding(done, { each: () => bringRights(product.database), everyMs: 50 });
const state = async ({ id }: Terminal, who: string): Promise<Record<string, unknown> | undefined> =>
  (
    await raw<Record<string, unknown>>(
      'SELECT state, face_state AS face, why FROM door_delivery WHERE device_id = $1 AND emp_id = $2',
      [id, at[who]],
    )
  )[0];
const faceOn = async (terminal: Terminal, who: string) => (await state(terminal, who))?.['face'] ?? null;
const knows = ({ door }: Terminal, who: string): string | undefined => door.faces().get(at[who]!);
const receipts = async (photoId: string) =>
  (await product.must('GET', '/api/gatehouse/doorErasure/list', { size: 100 })).records.filter(
    (row: Record<string, unknown>) => row['photoId'] === photoId,
  );
const offline = async ({ id, on }: Terminal): Promise<void> => {
  await on.cutOff();
  await write(`UPDATE park_device SET status = 'offline' WHERE id = $1`, [id]);
};

before(async () => {
  product = await startTestProduct();
  filesOfTests();
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
    serverId: 'faces',
    share: 'servers',
  });
  const dispatch = startDispatch(product.database, devices, quiet);
  closers.push(
    () => devices.close(),
    () => dispatch.close(),
  );
  const companyId = product.companies.child;
  const villageId = (at['office'] = await save('baseVillage', { VName: '云台大厦', companyId }));
  await product.park(companyId, '云台大厦车库', { villageId });
  at['hours'] = await save('doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  at['place'] = await save('yjPlace', { companyId, placeName: '大堂', address: '一层' });
  const gateId = await save('doorgate', { villageId, gateName: '大堂', readerSides: ['in', 'out'] });
  const door = { villageId, gateId, reader: 'both' };
  gate = await connected('doordevice', { ...door, deviceName: '人脸闸机', deviceType: 'face', sn: 'FACE-GATE-1' });
  reader = await connected('doordevice', { ...door, deviceName: '读卡器', deviceType: 'reader', sn: 'FACE-CARD-1' });
  camera = await connected('yjCamera', { placeId: at['place'], cameraName: '大堂相机', sn: 'FACE-HEAT-1' });
  for (const [nth, who] of ['li', 'wu', 'he'].entries())
    at[who] = await save('dooremployee', {
      villageId,
      deptId: at['dept'],
      empName: `员工${nth}`,
      empNo: `F00${nth}`,
      cardNo: `000810661${nth}`,
    });
  await until(async () => {
    const [row] = await raw<{ count: number }>(
      `SELECT count(*)::int AS count FROM park_device WHERE device_type = 'door' AND status = 'online'`,
    );
    return row!.count === 3;
  });
  at['grant'] = await save('doordevgrant', {
    villageId,
    deviceIds: [gate.id, camera.id, reader.id],
    empIds: [at['li'], at['wu'], at['he']],
    timePeriodId: at['hours'],
    startTime: new Date(Date.now() - DAY).toISOString(),
  });
  await until(async () => (await state(gate, 'he'))?.['state'] === 'held');
});
after(async () => {
  for (const close of closers.toReversed()) await close();
  await product?.close();
});

test('a photo goes with the rights to what knows faces and nowhere else, by an address that ends with the answer', async () => {
  const faces: Face[] = [];
  gate.door.onFace = (face) => {
    faces.push(face);
    return null;
  };
  const photoId = await submitPhoto('li', 1);
  await until(async () => (await faceOn(gate, 'li')) === 'held' && (await faceOn(camera, 'li')) === 'held');
  assert.deepEqual([knows(gate, 'li'), knows(camera, 'li'), knows(reader, 'li')], [photoId, photoId, undefined]);
  assert.deepEqual([await faceOn(reader, 'li'), await faceOn(gate, 'wu')], [null, null]);
  const { url } = faces.at(-1)!;
  const fetched = () => {
    const [path, query] = url.split('?');
    return product.ask('GET', path!, Object.fromEntries(new URLSearchParams(query)), { as: null });
  };
  assert.equal((await fetched()).status, 404, 'the command is answered');
  const [command] = await raw<{ id: string }>(
    `SELECT id FROM device_command WHERE device_id = $1 AND command = 'people' ORDER BY time DESC, id DESC LIMIT 1`,
    [gate.id],
  );
  await write(`UPDATE device_command SET status = 'sent', valid_until = now() + interval '1 minute' WHERE id = $1`, [
    command!.id,
  ]);
  const open = await fetched();
  assert.deepEqual([open.status, open.headers['content-type']], [200, 'image/jpeg']);
  await write(`UPDATE device_command SET status = 'answered' WHERE id = $1`, [command!.id]);
  const list = await product.must('GET', '/api/updown/yjIdentitydown/list', { EmpID: at['li'] });
  assert.deepEqual(
    [list.records[0].faceState, list.records[0].state],
    ['held', 'held'],
    'cameras have a list of their own',
  );
});

test('only the device proves a photo: what it cannot use it says, and a person has it tried again', async () => {
  gate.door.onFace = () => 'no face found';
  await submitPhoto('wu', 2);
  await until(async () => (await state(gate, 'wu'))?.['state'] === 'partly');
  const row = await state(gate, 'wu');
  assert.deepEqual([row!['face'], row!['why']], ['refused', 'no face found']);
  assert.ok(gate.door.held().has(at['wu']!), 'his card opens all the same');
  gate.door.onFace = () => null;
  const [{ id }] = (await raw<{ id: string }>('SELECT id FROM door_delivery WHERE device_id = $1 AND emp_id = $2', [
    gate.id,
    at['wu'],
  ])) as [{ id: string }];
  await product.must('POST', '/api/gatehouse/door/retry', { ids: [id] });
  await until(async () => (await faceOn(gate, 'wu')) === 'held');
});

test('a withdrawn consent takes the photo off every device, each of which confirms; the card goes on opening', async () => {
  const photoId = knows(gate, 'li')!;
  const [consent] = (await product.must('GET', '/api/gatehouse/doorConsent/list', { EmpID: at['li'], purpose: 'face' }))
    .records;
  await offline(camera);
  await product.must('POST', '/api/gatehouse/door/withdrawConsent', { id: consent.id });
  await until(async () => (await faceOn(gate, 'li')) === null);
  assert.deepEqual([knows(gate, 'li'), gate.door.held().has(at['li']!)], [undefined, true]);
  const by = async () =>
    Object.fromEntries(
      (await receipts(photoId)).map((row: Record<string, unknown>) => [row['deviceId'] ?? 'store', row]),
    ) as Record<string, Record<string, unknown>>;
  const found = await by();
  assert.deepEqual(
    [found['store']!['state'], found[gate.id]!['state'], found[camera.id]!['state'], found[reader.id]],
    ['confirmed', 'confirmed', 'waiting', undefined],
  );
  assert.ok(found[gate.id]!['commandId'] && found[gate.id]!['confirmedTime'], 'by which command, and when');
  assert.equal(await faceOn(camera, 'li'), 'removing');
  camera.on.comeBack();
  await until(async () => (await by())[camera.id]!['state'] === 'confirmed');
  assert.equal(knows(camera, 'li'), undefined);
});

test('a device that is away longer than its lease still owes the erasure, and says so when it is back', async () => {
  const photoId = await submitPhoto('he', 3);
  await until(async () => (await faceOn(camera, 'he')) === 'held' && (await faceOn(gate, 'he')) === 'held');
  await offline(camera);
  await product.must('POST', '/api/gatehouse/door/leave', { EmpID: at['he'], reason: '离职' });
  const waiting = async () =>
    (await receipts(photoId)).filter((each: Record<string, unknown>) => each['state'] !== 'confirmed');
  await until(async () => (await waiting()).length === 1);
  await bringAllRights(product.database, new Date(Date.now() + 8 * DAY));
  const row = await state(camera, 'he');
  assert.deepEqual([row!['state'], row!['face']], ['removing', 'removing']);
  assert.equal((await waiting()).length, 1);
  camera.on.comeBack();
  await until(async () => (await waiting()).length === 0);
  assert.ok(!camera.door.held().has(at['he']!) && knows(camera, 'he') === undefined);
});

test('a device that is taken down confirms no more, and the receipt says that', async () => {
  const photoId = knows(gate, 'wu')!;
  await offline(gate);
  await product.must('POST', '/api/updown/dooremployeephoto/remove', { ids: [photoId] });
  await product.must('POST', '/api/updown/doordevgrant/remove', { ids: at['grant'] });
  await product.must('POST', '/api/updown/doordevice/remove', { ids: [gate.id] });
  const of = (await receipts(photoId)).find((row: Record<string, unknown>) => row['deviceId'] === gate.id);
  assert.deepEqual([of.state, of.why, of.confirmedTime ?? null], ['takenDown', 'removed', null]);
});
