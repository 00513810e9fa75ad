/**
 * The list a camera keeps to decide by while it is cut off: what is on it, that it is ours, and for how long it holds
 * (INV-M6, INV-D6).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { listHash } from '#domain/lane/held-list.ts';
import type { HeldCar } from '#domain/lane/held-list.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { identify } from './directory.ts';
import { writeAnswers, writeBeats } from './link-ports.ts';
import { watchLists } from './list-watch.ts';

const ZONE = 'Asia/Shanghai';
type Site = { parkId: string; gateId: string; camera: string; sn: string; tenantId: number };

let product: TestProduct;
let here: Site;
before(async () => {
  product = await startTestProduct();
  const parkId = await product.park(product.companies.first, '滨江商场');
  const { id: gateId } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    gateName: '东入口',
    parkId,
    gateType: 'in',
  });
  const sn = `LIST-${process.pid}`;
  const { id: camera } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '东入口相机',
    parkId,
    deviceType: 'camera',
    sn,
    gateId,
  });
  here = { parkId, gateId, camera, sn, tenantId: (await identify(product.database, sn))!.tenantId };
});
after(() => product.close());

const commands = (where: string, ...values: unknown[]) =>
  product.database.read(tenantScope(here.tenantId), (db) =>
    db.raw<{ id: string; payload: unknown }>(
      `SELECT id, payload FROM device_command WHERE ${where} ORDER BY time`,
      values,
    ),
  );

/** Queries the camera's list, and answers as the camera. */
async function read(result: { plate: string; until?: string | null }[]): Promise<any> {
  const pending = product.ask('GET', '/api/updown/parkdevices/searchWhiteList', { deviceId: here.camera });
  const queued = `command = 'whiteList' AND payload->>'action' = 'search' AND status = 'queued'`;
  let [command] = await commands(queued);
  while (!command) {
    await new Promise((then) => {
      setTimeout(then, 20);
    });
    [command] = await commands(queued);
  }
  await writeAnswers(product.database, [
    {
      device: {
        sn: here.sn,
        deviceId: here.camera,
        tenantId: here.tenantId,
        parkId: here.parkId,
        gateId: here.gateId,
        kind: 'camera',
        lanes: [],
        clockOffsetMs: 0,
      },
      commandId: command.id,
      ok: true,
      error: null,
      result,
      at: new Date().toISOString(),
    },
  ]);
  const { status, body } = await pending;
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('the list on the device is what the device answers; a list nobody sent is too much on it', async () => {
  const held = await read([{ plate: '苏A·12345', until: null }, { plate: '苏B00001' }]);
  assert.deepEqual(
    held.records.map((each: { plateNumber: string }) => each.plateNumber),
    ['苏A12345', '苏B00001'],
  );
  assert.deepEqual([held.missing, held.extra], [[], ['苏A12345', '苏B00001']]);
});

test('a camera is sent the white list and the passes for its lane today, and nobody on the black list; what it lacks or should not hold is listed', async () => {
  const today = dayOf(Date.now(), ZONE);
  const {
    records: [type],
  } = await product.must('GET', '/api/updown/plat/parkCarType/list', { parkId: here.parkId, kind: 'monthly' });
  const pass = (plateNumber: string, more: Record<string, unknown> = {}) =>
    product.must('POST', '/api/updown/parkMonth/add', {
      parkId: here.parkId,
      carTypeId: type.id,
      plateNumber,
      startTime: addDays(today, -3),
      endTime: addDays(today, 3),
      ...more,
    });
  const listed = async (plateNumber: string, kind: 'white' | 'black', more: Record<string, unknown> = {}) => {
    const { id } = await product.must('POST', '/api/updown/parkblackList/submit', {
      parkId: here.parkId,
      plateNumber,
      type: kind,
      ...more,
    });
    if (kind === 'white') await product.must('POST', '/api/updown/parkblackList/approval', { id, dataStatus: '1' });
  };
  const { id: other } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    gateName: '西入口',
    parkId: here.parkId,
    gateType: 'in',
  });
  await pass('苏C00001');
  await pass('苏C00002', { gateIds: [other] });
  await pass('苏C00003', { startTime: addDays(today, 1) });
  await pass('苏C00004');
  await listed('苏C00004', 'black', { reason: 'police' });
  await listed('苏C00005', 'white');
  await listed('苏C00006', 'white', { startTime: new Date(Date.now() + 3_600_000).toISOString() });
  const until = new Date(startOfDay(addDays(today, 4), ZONE)).toISOString();
  for (const [path, input] of [
    ['parkdevices/syncAllWhiteList', { deviceId: here.camera }],
    ['parkdevices/syncAllWhiteList', { parkId: here.parkId }],
    ['third/set/parkCommand', { parkId: here.parkId, command: 'whiteList' }],
  ] as const) {
    const { commandIds } = await product.must('POST', `/api/updown/${path}`, input);
    const { holdsUntil, ...payload } = (await commands('id = $1', commandIds[0]))[0]!.payload as { holdsUntil: string };
    assert.deepEqual(
      payload,
      {
        action: 'sync',
        entries: [
          { plate: '苏C00001', until },
          { plate: '苏C00005', until: null },
        ],
      },
      path,
    );
    assert.ok(Math.abs(Date.parse(holdsUntil) - Date.now() - 72 * 3_600_000) < 60_000, holdsUntil);
  }
  const held = await read([
    { plate: '苏C·00005', until: null },
    { plate: '苏C00004', until },
  ]);
  assert.deepEqual([held.total, held.missing, held.extra], [2, ['苏C00001'], ['苏C00004']]);
  const whole = await read([
    { plate: '苏C00005', until: null },
    { plate: '苏C00001', until },
  ]);
  assert.deepEqual([whole.missing, whole.extra], [[], []]);
});

test('a camera that reports another list than is kept here is an incident once, until it reports the right one; one that reports none is left alone', async () => {
  const device = {
    sn: here.sn,
    deviceId: here.camera,
    tenantId: here.tenantId,
    parkId: here.parkId,
    gateId: here.gateId,
    kind: 'camera',
    lanes: [],
    clockOffsetMs: 0,
  };
  const reports = (hash: string | null) =>
    writeBeats(product.database, [
      {
        device,
        receivedAt: Date.now(),
        clockOffsetMs: 0,
        firmware: null,
        listHash: hash,
        lastSeq: 0,
        queued: 0,
        journalPercent: null,
        journalDays: null,
      },
    ]);
  let round = Date.now() + 300_000; // after what the tests before sent
  const looked = async () => {
    await watchLists(product.database, new Date((round += 130_000))); // what was sent at the last check has arrived since
    const { records } = await product.must('GET', '/api/gatehouse/deviceIncident/list', {
      deviceId: here.camera,
      kind: 'list',
      timeTo: new Date(round + 1_000).toISOString(),
    });
    return records.map((each: { endTime: string | null }) => (each.endTime === null ? 'differs' : 'agreed'));
  };
  await product.must('POST', '/api/updown/parkdevices/syncAllWhiteList', { deviceId: here.camera });
  const [sent] = await product.database.read(tenantScope(here.tenantId), (db) =>
    db.raw<{ payload: { entries: HeldCar[] } }>(
      `SELECT payload FROM device_command WHERE command = 'whiteList' AND payload->>'action' = 'sync' AND device_id = $1 ORDER BY time DESC LIMIT 1`,
      [here.camera],
    ),
  );
  const right = listHash(sent!.payload.entries, Date.now());
  await reports(null);
  assert.deepEqual(await looked(), []);
  await reports('811c9dc5');
  assert.deepEqual(await looked(), ['differs']);
  await reports(null);
  assert.deepEqual(await looked(), ['differs'], 'reported once, and a heartbeat without it takes nothing back');
  await reports(right);
  assert.deepEqual(await looked(), ['agreed']);
  await reports('00000000');
  assert.deepEqual((await looked()).toSorted(), ['agreed', 'differs']);
  await reports(right);
  assert.deepEqual(await looked(), ['agreed', 'agreed']);
});

test('a list that was sent just now is not looked at until the camera had time to say it', async () => {
  await product.database.write(tenantScope(here.tenantId), (db) =>
    db.raw('DELETE FROM device_command WHERE device_id = $1', [here.camera]),
  ); // what was sent before this
  await product.must('POST', '/api/updown/parkdevices/syncAllWhiteList', { deviceId: here.camera });
  await product.database.write(tenantScope(here.tenantId), (db) =>
    db.raw(`UPDATE park_device SET list_hash = '00000000' WHERE id = $1`, [here.camera]),
  );
  const open = async () =>
    (
      await product.database.read(tenantScope(here.tenantId), (db) =>
        db.raw(`SELECT 1 FROM device_incident WHERE device_id = $1 AND kind = 'list' AND end_time IS NULL`, [
          here.camera,
        ]),
      )
    ).length;
  await watchLists(product.database, new Date());
  assert.equal(await open(), 0);
  await watchLists(product.database, new Date(Date.now() + 180_000));
  assert.equal(await open(), 1);
});

test('cameras of a lot that is gone are not looked at, and those of the others still are', async () => {
  const parkId = await product.park(product.companies.first, '已拆车场');
  const { id: gone } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '旧相机',
    parkId,
    deviceType: 'camera',
    sn: `GONE-${process.pid}`,
  });
  const change = (sql: string, ...values: unknown[]) =>
    product.database.write(tenantScope(here.tenantId), (db) => db.raw(sql, values));
  await change(
    `UPDATE park_device SET list_hash = '00000000', status = 'online', last_seen_at = now() WHERE id = ANY($1::uuid[])`,
    [gone, here.camera],
  );
  await change('UPDATE device_incident SET end_time = now() WHERE end_time IS NULL');
  await change('UPDATE park SET deleted_at = now() WHERE id = $1', parkId);
  await watchLists(product.database, new Date(Date.now() + 600_000));
  const commanded = await product.database.read(tenantScope(here.tenantId), (db) =>
    db.raw<{ device: string }>(
      `SELECT device_id AS device FROM device_incident WHERE kind = 'list' AND end_time IS NULL`,
    ),
  );
  assert.deepEqual(
    commanded.map(({ device }) => device),
    [here.camera],
  );
});

/** A camera of a lot of its own, as it reports and answers. */
async function lone(sn: string) {
  const parkId = await product.park(product.companies.first, `车场${sn}`);
  const { id: camera } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '相机',
    parkId,
    deviceType: 'camera',
    sn,
  });
  const device = (await identify(product.database, sn))!;
  const actions = new Set<string>();
  return {
    parkId,
    camera,
    until: async (): Promise<number> =>
      Date.parse((await product.must('GET', '/api/updown/parkdevices/detail', { id: camera })).listUntil),
    /** Says which list it has, and is looked at. */
    looked: async (hash: string | null, at: number) => {
      await writeBeats(product.database, [
        {
          device,
          receivedAt: at,
          clockOffsetMs: 0,
          firmware: null,
          listHash: hash,
          lastSeq: 0,
          queued: 0,
          journalPercent: null,
          journalDays: null,
        },
      ]);
      await watchLists(product.database, new Date(at));
    },
    /** Commands it got since the last call, each answered by `ok`. */
    receives: async (ok = true) => {
      const fresh = (await commands(`device_id = $1 AND command = 'whiteList'`, camera)).filter(
        ({ id }) => !actions.has(id),
      );
      await writeAnswers(
        product.database,
        fresh.map(({ id }) => ({
          device,
          commandId: id,
          ok,
          error: ok ? null : 'another list',
          result: null,
          at: new Date().toISOString(),
        })),
      );
      return fresh.map(({ id, payload }) => {
        actions.add(id);
        return payload as { action: string; hash?: string; entries?: HeldCar[]; holdsUntil: string };
      });
    },
  };
}
const HOUR = 3_600_000;

test('INV-D6 a list that is still ours is confirmed by its number alone once a twelfth of its time is over; a camera that has another one then is sent the whole list, an hour apart at most', async () => {
  const [{ parkId, camera, until, looked, receives }, start] = [await lone(`AGE-${process.pid}`), Date.now()];
  await product.must('POST', '/api/updown/parkParameter/submit', { parkId, settings: { listAgeHours: 24 } });
  await product.must('POST', '/api/updown/parkdevices/syncAllWhiteList', { deviceId: camera });
  const [sync] = await receives();
  assert.equal(await until(), Date.parse(sync!.holdsUntil));
  assert.ok(Math.abs((await until()) - start - 24 * HOUR) < 60_000);
  const right = listHash(sync!.entries!, start);
  await looked(right, start + HOUR);
  assert.deepEqual(await receives(), [], 'it was sent an hour ago');
  await looked(right, start + 3 * HOUR);
  assert.deepEqual(await receives(), [
    { action: 'confirm', hash: right, holdsUntil: new Date(start + 27 * HOUR).toISOString() },
  ]);
  assert.equal(await until(), start + 27 * HOUR);
  await looked(right, start + 6 * HOUR);
  assert.deepEqual(
    (await receives(false)).map(({ action }) => action),
    ['confirm'],
  );
  assert.equal(await until(), start + 27 * HOUR, 'it has another list by now: nothing was put off');
  await watchLists(product.database, new Date(start + 6 * HOUR + 300_000));
  assert.deepEqual(
    (await receives()).map(({ action }) => action),
    ['sync'],
  );
  await looked('00000000', start + 6 * HOUR + 600_000);
  assert.deepEqual(await receives(), [], 'not again so soon');
  await looked('00000000', start + 8 * HOUR);
  assert.deepEqual(
    (await receives()).map(({ action }) => action),
    ['sync'],
  );
  await product.must('POST', '/api/updown/parkParameter/submit', { parkId, settings: { listAgeHours: 1 } });
  await looked(right, start + 9 * HOUR);
  assert.deepEqual(
    (await receives()).map(({ holdsUntil }) => holdsUntil),
    [new Date(start + 10 * HOUR).toISOString()],
    'a shorter limit holds at once',
  );
});

test('a camera that does not say which list it has is sent the whole of it at half its time; one that was never sent a list is left alone', async () => {
  const [{ camera, looked, receives }, other, start] = [
    await lone(`MUTE-${process.pid}`),
    await lone(`NEW-${process.pid}`),
    Date.now(),
  ];
  await product.must('POST', '/api/updown/parkdevices/syncAllWhiteList', { deviceId: camera });
  await receives();
  await looked(null, start + 30 * HOUR);
  assert.deepEqual(await receives(), []);
  await other.looked(null, start + 37 * HOUR);
  await looked(null, start + 37 * HOUR);
  assert.deepEqual([(await receives()).map(({ action }) => action), await other.receives()], [['sync'], []]);
});
