/** Lists of cameras of other makers: what reaches them, what they hold, and how long a plate that was taken off stays. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watchCameraLists } from '#areas/device/server/door.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { tenantScope } from '#kit/server/db.ts';
import { begin, end, server, stand, until } from './bought.fixture.ts';

before(begin);
after(end);

const HOUR = 3_600_000;
const DEVICES = '/api/updown/parkdevices';

/** Puts plates on the white list of the lot; answers their ids. */
async function white(lot: StoryLot, plates: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const plateNumber of plates) {
    const { id } = await server.product.must('POST', '/api/updown/parkblackList/submit', {
      parkId: lot.parkId,
      plateNumber,
      type: 'white',
    });
    await server.product.must('POST', '/api/updown/parkblackList/approval', { id, dataStatus: '1' });
    ids.push(id);
  }
  return ids;
}
const off = (ids: readonly string[]) =>
  server.product.must('POST', '/api/updown/parkblackList/remove', { ids: ids.join(',') });
const sync = (deviceId: string) => server.product.must('POST', `${DEVICES}/syncAllWhiteList`, { deviceId });
/** A round of the server; cameras that are away wait for a later one. */
const round = async (deviceId: string): Promise<void> => {
  await until(
    () => server.product.must('GET', `${DEVICES}/detail`, { id: deviceId }),
    ({ status }: { status: string }) => status === 'online',
  );
  await watchCameraLists(server.product.database, new Date());
};
type Shown = {
  plateNumber: string;
  wanted: boolean;
  status: string;
  bound: string | null;
  tries: number;
  error: string | null;
};
type List = { records: Shown[]; counts: Record<string, number>; listUntil: string; readsBack: boolean };
const shown = (deviceId: string): Promise<List> =>
  server.product.must('GET', '/api/gatehouse/parkDevice/cameraList', { deviceId });
const states = ({ records }: List) =>
  records.map(({ plateNumber, wanted, status }) => `${wanted ? '' : '-'}${plateNumber} ${status}`).toSorted();
const became = async (deviceId: string, wanted: readonly string[]): Promise<List> => {
  const list = await until(
    () => shown(deviceId),
    (now) => states(now).join() === [...wanted].toSorted().join(),
  );
  assert.deepEqual(states(list), [...wanted].toSorted());
  return list;
};
const plates = (camera: { list?: { cars: () => readonly { plate: string }[] } }) =>
  camera
    .list!.cars()
    .map(({ plate }) => plate)
    .toSorted();
/** Six minutes have passed since anything came of its plates. */
const later = (lot: StoryLot, deviceId: string) =>
  server.product.database.write(tenantScope(lot.target.tenantId), (db) =>
    db.raw(
      `UPDATE device_listed SET changed_at = changed_at - interval '6 minutes' WHERE tenant_id = $1 AND device_id = $2`,
      [lot.target.tenantId, deviceId],
    ),
  );
const differing = async (lot: StoryLot) =>
  (await lot.of('device_incident', 'time, id')).filter(({ kind }) => kind === 'list');

test('hikvision: a list is held once the camera was read back; what nobody sent is named and goes', async () => {
  const { lot, camera, deviceId } = await stand('hikvision');
  await white(lot, ['浙L00001', '浙L00002']);
  camera.list!.put({ plate: '浙L99999', until: null });
  const first = await server.product.must('GET', `${DEVICES}/searchWhiteList`, { deviceId });
  assert.deepEqual([first.missing, first.extra], [['浙L00001', '浙L00002'], ['浙L99999']]);
  await round(deviceId);
  assert.deepEqual([plates(camera), (await shown(deviceId)).records], [['浙L99999'], []], 'to read it changes nothing');
  const { commandIds } = await sync(deviceId);
  assert.equal(commandIds.length, 1);
  const list = await became(deviceId, ['浙L00001 held', '浙L00002 held']);
  assert.deepEqual(plates(camera), ['浙L00001', '浙L00002']);
  assert.equal(list.readsBack, true);
  const [differs] = await until(
    () => differing(lot),
    (all) => all.length > 0,
  );
  assert.deepEqual([differs!.reason, differs!.payload], ['changed', { missing: [], extra: ['浙L99999'] }]);
  const bound = Date.parse(list.listUntil);
  assert.ok(Math.abs(bound - Date.now() - 72 * HOUR) < 60_000, list.listUntil);
  assert.deepEqual(
    [bound - 1_000, bound + 1_000].map((at) => camera.list!.letsIn('浙L00001', at)),
    [true, false],
    'cut off, it opens by its list until the bound that is shown',
  );
  await sync(deviceId);
  const over = await until(
    () => differing(lot),
    (all) => all.every(({ end_time: ended }) => ended !== null),
  );
  assert.ok(over.length === 1 && over[0]!.end_time !== null, 'over once a reading finds no difference');
});

test('hikvision: a plate taken off goes at the next round; where the camera ignores it, it has failed, with its bound, and is tried again', async () => {
  const { lot, camera, deviceId } = await stand('hikvision');
  const [first, second] = await white(lot, ['浙L10001', '浙L10002']);
  await sync(deviceId);
  await became(deviceId, ['浙L10001 held', '浙L10002 held']);
  await off([first!]);
  await round(deviceId);
  await became(deviceId, ['浙L10002 held']);
  assert.deepEqual(plates(camera), ['浙L10002']);
  camera.list!.ignores(true);
  await off([second!]);
  await round(deviceId);
  const [failed] = (await became(deviceId, ['-浙L10002 failed'])).records;
  assert.deepEqual([failed!.tries, failed!.error], [1, '回读与下发的不同，稍后再发']);
  assert.equal(camera.list!.letsIn('浙L10002', Date.parse(failed!.bound!) + 1), false);
  assert.equal(camera.list!.letsIn('浙L10002', Date.parse(failed!.bound!) - 1_000), true);
  camera.list!.ignores(false);
  await round(deviceId);
  assert.deepEqual(states(await shown(deviceId)), ['-浙L10002 failed'], 'not at once');
  await later(lot, deviceId);
  await round(deviceId);
  await became(deviceId, []);
  assert.deepEqual(plates(camera), []);
});

test('hikvision: what somebody changes on the camera is found by reading it, named, and put right', async () => {
  const { lot, camera, deviceId } = await stand('hikvision');
  await white(lot, ['浙L20001', '浙L20002']);
  await sync(deviceId);
  await became(deviceId, ['浙L20001 held', '浙L20002 held']);
  camera.list!.take('浙L20001');
  camera.list!.put({ plate: '浙L20002', until: null });
  const read = await server.product.must('GET', `${DEVICES}/searchWhiteList`, { deviceId });
  assert.deepEqual([read.missing.toSorted(), read.extra], [['浙L20001', '浙L20002'], []]);
  const [differs] = await until(
    () => differing(lot),
    (all) => all.length > 0,
  );
  assert.deepEqual((differs!.payload as { missing: string[] }).missing.toSorted(), ['浙L20001', '浙L20002']);
  await became(deviceId, ['浙L20001 held', '浙L20002 held']);
  assert.ok(camera.list!.cars().every(({ until: ends }) => ends !== null));
  const again = await server.product.must('GET', `${DEVICES}/searchWhiteList`, { deviceId });
  assert.deepEqual([again.missing, again.extra, again.total], [[], [], 2]);
});

test('alphadigi: five plates go with each sign of life, and count as sent: they cannot be read back', async () => {
  const { lot, camera, deviceId } = await stand('alphadigi');
  const all = Array.from({ length: 7 }, (_, nth) => `浙L3000${nth}`);
  const ids = await white(lot, all);
  await sync(deviceId);
  await camera.beat();
  assert.equal(camera.list!.cars().length, 5);
  await until(
    () => shown(deviceId),
    ({ counts }) => counts['sent'] === 5,
  );
  await camera.beat();
  const list = await became(
    deviceId,
    all.map((plate) => `${plate} sent`),
  );
  assert.deepEqual([plates(camera), list.readsBack, camera.pulses().length], [all, false, 0]);
  const search = await server.product.ask('GET', `${DEVICES}/searchWhiteList`, { deviceId });
  assert.deepEqual([search.status, /不能读取/.test(search.body.msg)], [422, true]);
  const remove = await server.product.ask('POST', `${DEVICES}/deleteWhiteList`, { deviceId, plateNumber: all[0] });
  assert.deepEqual([remove.status, /自动核对/.test(remove.body.msg)], [422, true]);
  await off([ids[0]!]);
  await round(deviceId);
  await camera.beat();
  const { records } = await became(deviceId, [`-${all[0]} sent`, ...all.slice(1).map((plate) => `${plate} sent`)]);
  assert.deepEqual(plates(camera), all.slice(1));
  const gone = records.find(({ wanted }) => !wanted)!;
  assert.ok(Date.parse(gone.bound!) <= Date.now() + 72 * HOUR, 'it is shown until when it may still be let in');
});

test('alphadigi: a list waits for a sign of life, never goes with a car, and holds no opening up', async () => {
  const { lot, camera, deviceId } = await stand('alphadigi');
  await white(lot, ['浙L40001']);
  await sync(deviceId);
  await camera.car({ plate: '浙L40009', colour: 'blue', at: Date.now() });
  await until(
    async () => camera.pulses(),
    (pulses) => pulses.length > 0,
  );
  assert.deepEqual([camera.pulses().length, camera.list!.cars()], [1, []]);
  await camera.beat();
  await became(deviceId, ['浙L40001 sent']);
});

test('alphadigi: what no camera took in time says so, and is given again', async () => {
  const { lot, camera, deviceId } = await stand('alphadigi');
  await white(lot, ['浙L50001']);
  await sync(deviceId);
  await server.product.database.write(tenantScope(lot.target.tenantId), (db) =>
    db.raw(
      `UPDATE device_command SET status = 'timed-out', due_time = NULL WHERE tenant_id = $1 AND device_id = $2 AND command = 'whiteList'`,
      [lot.target.tenantId, deviceId],
    ),
  );
  await round(deviceId);
  const [failed] = (await became(deviceId, ['浙L50001 failed'])).records;
  assert.match(failed!.error!, /未在有效期内取走/);
  await later(lot, deviceId);
  await round(deviceId);
  await camera.beat();
  await became(deviceId, ['浙L50001 sent']);
  assert.deepEqual(plates(camera), ['浙L50001']);
});

test('a family whose list is not sure is sent none, and the call says so', async () => {
  const { lot, deviceId } = await stand('dahua');
  for (const [method, path] of [
    ['POST', `${DEVICES}/syncAllWhiteList`],
    ['GET', `${DEVICES}/searchWhiteList`],
    ['GET', '/api/gatehouse/parkDevice/cameraList'],
  ] as const) {
    const { status, body } = await server.product.ask(method, path, { deviceId });
    assert.deepEqual([status, /该协议的相机不由平台写入名单/.test(body.msg)], [422, true], path);
  }
  const whole = await server.product.ask('POST', `${DEVICES}/syncAllWhiteList`, { parkId: lot.parkId });
  assert.ok(!JSON.stringify(whole.body).includes(deviceId));
});
