import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { identify, logOn } from './directory.ts';

let product: TestProduct;
let lot: string;
const base = '/api/updown/parkdevices';
before(async () => {
  product = await startTestProduct();
  lot = await product.park(product.companies.child);
});
after(() => product.close());

const enter = (input: Record<string, unknown>, as = 'groupAdmin', key?: string) =>
  product.ask(
    'POST',
    `${base}/submit`,
    { parkId: lot, deviceType: 'camera', ...input },
    { as, ...(key ? { key } : {}) },
  );

test('the secret of a new device is shown once, opens the broker to it, and is kept as a hash', async () => {
  const key = randomUUID();
  const first = (await enter({ deviceName: '东门相机', sn: 'CAM-0001' }, 'groupAdmin', key)).body.data;
  assert.match(first.secret, /^[0-9a-f]{40}$/);
  const again = (await enter({ deviceName: '东门相机', sn: 'CAM-0001' }, 'groupAdmin', key)).body.data;
  assert.deepEqual([again.id, again.secret], [first.id, null]);
  assert.equal((await logOn(product.database, 'CAM-0001', first.secret))?.deviceId, first.id);
  assert.equal(await logOn(product.database, 'CAM-0001', 'guess'), null);
  const kept = await product.database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) =>
    db.raw<{ all: string }>(
      `SELECT (SELECT coalesce(string_agg(t::text, ''), '') FROM device_directory t) || (SELECT coalesce(string_agg(t::text, ''), '') FROM idempotency t) || (SELECT coalesce(string_agg(t::text, ''), '') FROM audit_log t) AS all`,
    ),
  );
  assert.equal(kept[0]!.all.includes(first.secret), false);
  assert.equal('secret' in (await product.must('GET', `${base}/detail`, { deviceId: first.id })), false);
});

test('a new secret stops the former one at once', async () => {
  const { id, secret } = (await enter({ deviceName: '西门相机', sn: 'CAM-0002' })).body.data;
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/parkDevice/resetSecret', { deviceId: id }, { as: 'nobody' })).status,
    403,
  );
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/parkDevice/resetSecret', { deviceId: id }, { as: 'otherTenant' }))
      .status,
    404,
  );
  const renewed = await product.must(
    'POST',
    '/api/gatehouse/parkDevice/resetSecret',
    { deviceId: id },
    { as: 'groupAdmin' },
  );
  assert.equal(await logOn(product.database, 'CAM-0002', secret), null);
  assert.equal((await logOn(product.database, 'CAM-0002', renewed.secret))?.deviceId, id);
});

test('a serial number is one device in the whole installation, whoever owns it', async () => {
  await enter({ deviceName: '南门相机', sn: 'CAM-0003' });
  const foreign = await product.park(product.companies.second);
  const refused = await enter({ parkId: foreign, deviceName: '他家相机', sn: 'CAM-0003' }, 'otherTenant');
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [409, 'sn']);
  assert.equal((await product.must('GET', `${base}/list`, { sn: 'CAM-0003' }, { as: 'otherTenant' })).total, 0);
  for (const sn of ['a/b+c#1', '短', 'ok no']) assert.equal((await enter({ deviceName: '坏号', sn })).status, 400, sn);
});

test('a device that is removed frees its number and can no longer log on', async () => {
  const { id, secret } = (await enter({ deviceName: '待拆相机', sn: 'CAM-0004' })).body.data;
  await product.must('POST', `${base}/remove`, { ids: id });
  assert.equal(await logOn(product.database, 'CAM-0004', secret), null);
  assert.equal((await enter({ deviceName: '重装相机', sn: 'CAM-0004' })).status, 200);
});

test('a device that moves to another lane is known there at once, and only to a lane of its lot', async () => {
  const gate = (
    await product.must('POST', '/api/updown/baseParkGate/submit', { parkId: lot, gateName: '观察入口', gateType: 'in' })
  ).id;
  const elsewhere = await product.park(product.companies.child);
  const strange = (
    await product.must('POST', '/api/updown/baseParkGate/submit', {
      parkId: elsewhere,
      gateName: '观察入口',
      gateType: 'in',
    })
  ).id;
  const { id } = (await enter({ deviceName: '北门相机', sn: 'CAM-0005' })).body.data;
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { deviceId: id, gateId: strange })).body.errors?.[0]?.field,
    'gateId',
  );
  await product.must('POST', `${base}/submit`, { deviceId: id, gateId: gate, sn: 'CHANGED' });
  const known = await identify(product.database, 'CAM-0005');
  assert.deepEqual([known?.gateId, known?.parkId, await identify(product.database, 'CHANGED')], [gate, lot, null]);
});

test('a physical number is free or taken within the group', async () => {
  const { id } = (await enter({ deviceName: '编号相机', sn: 'CAM-0006', physicsNo: 'P-1' })).body.data;
  const free = (input: Record<string, unknown>, as = 'groupAdmin') =>
    product.must('GET', `${base}/checkDevicePhysicsNo`, input, { as });
  assert.deepEqual(
    [
      await free({ physicsNo: 'P-1' }),
      await free({ physicsNo: 'P-1', deviceId: id }),
      await free({ physicsNo: 'P-2' }),
      await free({ physicsNo: 'P-1' }, 'otherTenant'),
    ],
    [false, true, true, true],
  );
  assert.equal(
    (await product.ask('GET', `${base}/checkDevicePhysicsNo`, { physicsNo: 'P-1' }, { as: 'nobody' })).status,
    403,
  );
});

test('the status list counts all states of the filter, whichever of them is shown', async () => {
  const { counts, records } = await product.must(
    'GET',
    `${base}/statusList`,
    { parkId: lot, status: 'online' },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    [records.length, counts.online, counts.total === counts.offline, counts.total > 0],
    [0, 0, true, true],
  );
  assert.deepEqual((await product.must('GET', `${base}/statusList`, {}, { as: 'otherTenant' })).counts, {
    total: 0,
    online: 0,
    offline: 0,
    fault: 0,
  });
});

test('a second serial number is bound to a device of the lot, and is no device itself', async () => {
  const { id } = (await enter({ deviceName: '主相机', sn: 'CAM-0007' })).body.data;
  const bind = (input: Record<string, unknown>, as = 'groupAdmin') =>
    product.ask(
      'POST',
      `${base}/bindSnConfig/submit`,
      { parkId: lot, deviceId: id, configType: 'screen', ...input },
      { as },
    );
  assert.equal((await bind({ bindSn: 'CAM-0001' })).body.errors?.[0]?.field, 'bindSn');
  assert.equal((await bind({ bindSn: 'SCREEN-01' })).status, 200);
  assert.equal((await bind({ bindSn: 'SCREEN-02' }, 'otherTenant')).status, 404);
  const [row] = (await product.must('GET', `${base}/bindSnConfig/list`, { parkId: lot })).records;
  assert.deepEqual([row.sn, row.bindSn], ['CAM-0007', 'SCREEN-01']);
});

test('the platform keeps manufacturers for everybody; a tenant chooses from them and does not write', async () => {
  const path = '/api/updown/plat/sysManufacturer';
  const { id } = await product.must('POST', `${path}/submit`, { name: '示例厂商' });
  assert.deepEqual(await product.must('GET', '/api/gatehouse/options/manufacturer', {}, { as: 'otherTenant' }), [
    { value: id, label: '示例厂商' },
  ]);
  for (const [call, input] of [
    ['submit', { name: '自家厂商' }],
    ['submit', { id, name: '改名' }],
    ['remove', { ids: id }],
  ] as const) {
    assert.equal((await product.ask('POST', `${path}/${call}`, input, { as: 'groupAdmin' })).status, 403, call);
  }
});

test('the row of a device of another maker offers what its protocol carries out, and our own everything', async () => {
  const actions = ['sysTime', 'speak', 'ledLight', 'syncAllWhiteList', 'upgradMqtt'];
  const offered = async (sn: string, family?: string): Promise<string[]> => {
    const { id } = (await enter({ deviceName: sn, sn, ...(family ? { family } : {}) })).body.data;
    const { may } = await product.must('GET', `${base}/detail`, { id }, { as: 'groupAdmin' });
    return actions.filter((name) => may.some((each: string) => each.split('.').pop() === name));
  };
  assert.deepEqual(await offered('CAM-OFFER-1'), actions);
  assert.deepEqual(await offered('CAM-OFFER-2', 'hikvision'), ['syncAllWhiteList']);
  assert.deepEqual(await offered('CAM-OFFER-3', 'alphadigi'), ['speak', 'syncAllWhiteList']);
  assert.deepEqual(await offered('CAM-OFFER-4', 'dahua'), []);
});

/** A device of another maker, by its family. */
async function bought(family: string, more: Record<string, unknown> = {}): Promise<{ id: string; sn: string }> {
  const sn = `BF-${randomUUID().slice(0, 12)}`;
  const { body } = await enter({ deviceName: sn, sn, family, ...more });
  return { id: body.data.id, sn };
}

test('an opening is offered and given only where a barrier can be raised: recognisers read, called cameras need their address', async () => {
  const devices = {
    rekor: await bought('rekor'),
    frigate: await bought('frigate', { ipAddress: '10.8.0.21' }),
    platerecognizer: await bought('platerecognizer'),
    webhook: await bought('webhook'),
    alphadigi: await bought('alphadigi'),
    'axis, no address': await bought('axis'),
    axis: await bought('axis', { ipAddress: '10.8.0.22' }),
  };
  const { records } = await product.must('GET', `${base}/list`, { parkId: lot, size: 50 });
  const offered = (id: string): boolean =>
    records.find((row: { id: string }) => row.id === id).may.includes('parkDevice.wXRemoteSnGate');
  assert.deepEqual(
    Object.entries(devices).flatMap(([name, { id }]) => (offered(id) ? [name] : [])),
    ['alphadigi', 'axis'],
  );
  const open = { sn: devices.rekor.sn, remark: '测试' };
  const { status, body } = await product.ask('POST', '/api/updown/remoteGate/wXRemoteSnGate', open);
  assert.deepEqual([status, body.msg], [422, '这类设备不能执行此指令']);
});

test('a lane is opened by the camera that can, although one that only reads was entered first', async () => {
  const lane = { gateName: '北侧二号入口', parkId: lot, gateType: 'in' };
  const { id: gateId } = await product.must('POST', '/api/updown/baseParkGate/submit', lane);
  const [, opens] = [await bought('rekor', { gateId }), await bought('alphadigi', { gateId })];
  await product.must('POST', '/api/updown/remoteGate/wXRemoteGate', { gateId, remark: '测试' });
  const { records } = await product.must('GET', '/api/gatehouse/deviceCommand/list', { gateId });
  assert.deepEqual(
    records.map((row: { deviceId: string }) => row.deviceId),
    [opens.id],
  );
});
