/** Floors, spaces, devices and groups on the real engine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { openGarage } from './garage.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const base = '/api/updown/plat/navigation';

test('spaces whose detectors have not reported are unknown, and a closed one is closed until it is opened', async () => {
  const garage = await openGarage(product);
  assert.deepEqual(await garage.figures(), { free: 0, taken: 0, unknown: 4, closed: 0 });
  const closed = { id: garage.spaces[0], closedReason: '漏水' };
  await product.must('POST', '/api/gatehouse/parkingSpace/close', closed);
  assert.deepEqual(await garage.figures(), { free: 0, taken: 0, unknown: 3, closed: 1 });
  await product.must('POST', '/api/gatehouse/parkingSpace/open', { id: garage.spaces[0] });
  assert.deepEqual(await garage.figures(), { free: 0, taken: 0, unknown: 4, closed: 0 });
});

test('disabled and fixed spaces are not counted among those any driver may take', async () => {
  const garage = await openGarage(product);
  await product.must('POST', `${base}/parkingSpace/submit`, { id: garage.spaces[1], spaceKind: 'disabled' });
  assert.equal((await garage.figures()).unknown, 3);
});

test('a device is of one group: bound lists, unbound lists, and another group is refused', async () => {
  const garage = await openGarage(product);
  const { parkId } = garage.lot;
  const other = await product.must('POST', `${base}/devGroup/submit`, { parkId, groupName: 'B3', countBy: 'spaces' });
  const bound = await product.must('GET', `${base}/devDevice/queryBindingList`, { groupId: garage.groupId });
  assert.equal(bound.total, 4);
  const refused = await product.ask('POST', `${base}/devGroupToDevice/submit`, {
    groupId: other.id,
    deviceIds: [garage.detectors[0]],
  });
  assert.equal(refused.status, 422);
  await product.must('POST', `${base}/devGroupToDevice/remove`, { ids: [garage.detectors[0]] });
  const free = await product.must('GET', `${base}/devDevice/queryNotBindingList`, { groupId: garage.groupId, parkId });
  assert.deepEqual(
    free.records.map(({ id }: { id: string }) => id),
    [garage.detectors[0]],
  );
  assert.equal((await garage.figures()).unknown, 3);
});

test('counted passages are corrected with a reason, never below nobody inside', async () => {
  const garage = await openGarage(product);
  const group = await product.must('POST', `${base}/devGroup/submit`, {
    parkId: garage.lot.parkId,
    groupName: '坡道',
    countBy: 'passages',
    capacity: 200,
    startCount: 20,
  });
  const correct = { groupId: group.id, delta: -3, reason: '人工清点' };
  assert.deepEqual(await product.must('POST', '/api/gatehouse/guide/adjust', correct), { inside: 17, free: 183 });
  const below = await product.ask('POST', '/api/gatehouse/guide/adjust', { ...correct, delta: -18 });
  assert.equal(below.status, 422);
  const listed = await product.must('GET', '/api/gatehouse/groupAdjust/list', { groupId: group.id });
  assert.deepEqual(
    listed.records.map(({ delta, insideAfter, reason }: Record<string, unknown>) => ({ delta, insideAfter, reason })),
    [{ delta: -3, insideAfter: 17, reason: '人工清点' }],
  );
  const bySpaces = await product.ask('POST', '/api/gatehouse/guide/adjust', { ...correct, groupId: garage.groupId });
  assert.equal(bySpaces.status, 422);
});

test('a floor is not part of itself or of what is below it, and choices leave those out', async () => {
  const parkId = await product.park(product.companies.child, `车库 ${randomUUID().slice(0, 8)}`);
  const tower = await product.must('POST', `${base}/building/submit`, { parkId, buildingName: '主楼' });
  const floor = await product.must('POST', `${base}/building/submit`, {
    parkId,
    buildingName: 'B1',
    masterBuildingId: tower.id,
    floorNo: -1,
  });
  const circle = await product.ask('POST', `${base}/building/submit`, { id: tower.id, masterBuildingId: floor.id });
  assert.equal(circle.status, 400);
  const choices = await product.must('GET', `${base}/building/getMasterBuildingSelect`, {
    parkId,
    excludeBuildingId: tower.id,
  });
  assert.ok(choices.every(({ value }: { value: string }) => value !== tower.id && value !== floor.id));
});

test('wired devices are those below gateways on a wire, and one command upgrades all of a gateway', async () => {
  const garage = await openGarage(product);
  const firmware = await product.must(
    'POST',
    '/api/updown/noWireVersions/submit',
    {
      versionNo: `D-${randomUUID().slice(0, 6)}`,
      deviceType: 'detector',
      fileUrl: `/api/updown/file/${'a'.repeat(64)}`,
    },
    { as: 'admin' },
  );
  const wired = await product.must('GET', '/api/updown/wireDevice/list', { parkId: garage.lot.parkId });
  assert.equal(wired.total, 4);
  const given = await product.must('POST', '/api/updown/wireDevice/upgradeDevice', {
    deviceIds: garage.detectors,
    versionId: firmware.id,
  });
  assert.equal(given.commandIds.length, 1);
  const { records } = await product.must('GET', '/api/gatehouse/deviceCommand/list', { deviceId: garage.gatewayId });
  assert.deepEqual(records[0].payload.addresses, [1, 2, 3, 4]);
  await product.must('POST', `${base}/devGateway/submit`, { id: garage.gatewayId, bus: 'lora' });
  assert.equal((await product.must('GET', '/api/updown/wireDevice/list', { parkId: garage.lot.parkId })).total, 0);
});

test('companies, communities and car parks of guidance are those with floors, and no others', async () => {
  const garage = await openGarage(product, 1);
  const plain = await product.park(product.companies.first, `无引导 ${randomUUID().slice(0, 8)}`);
  const parks = await product.must('GET', '/api/updown/basePark/list', { guided: 'yes', size: 200 });
  const ids = new Set(parks.records.map(({ id }: { id: string }) => id));
  assert.ok(ids.has(garage.lot.parkId) && !ids.has(plain));
  const companies = await product.must('GET', '/api/updown/basecompany/listPageAuth', { runs: 'guided', size: 200 });
  const found = new Set(companies.records.map(({ id }: { id: string }) => id));
  assert.ok(found.has(product.companies.child) && !found.has(product.companies.first));
  assert.equal((await product.must('GET', '/api/updown/baseVillage/listPage', { guided: 'yes' })).total, 0);
});

test('a gateway shows its secret once and is one of the car park’s devices', async () => {
  const garage = await openGarage(product, 1);
  assert.ok(garage.secret.length > 10);
  const all = await product.must('GET', `${base}/devGateway/getAllList`, { parkId: garage.lot.parkId });
  assert.deepEqual(
    all.map(({ sn }: { sn: string }) => sn),
    [garage.sn],
  );
  const children = await product.must('GET', `${base}/devGateway/getChildrenDeviceList`, {
    gatewayId: garage.gatewayId,
  });
  assert.equal(children.length, 1);
});
