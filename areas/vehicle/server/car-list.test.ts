import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { carKindsOf, listClassAt, listClassesFor, modelOfColour, typeOfKind } from './door.ts';

let product: TestProduct;
let lot: string;
const base = '/api/updown/parkblackList';
before(async () => {
  product = await startTestProduct();
  lot = await product.park(product.companies.child);
});
after(() => product.close());

const enter = (input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', `${base}/submit`, { parkId: lot, ...input }, { as });
const classOf = async (plate: string, at = Date.now()) =>
  listClassAt((await product.database.read(platformScope, (db) => listClassesFor(db, lot, [plate]))).get(plate), at);

test('a black entry is in force at once, a white one once it is approved', async () => {
  assert.equal((await enter({ plateNumber: '苏a·10001', type: 'black', reason: 'unpaid', owed: 3500 })).status, 200);
  const { id } = (await enter({ plateNumber: '苏A10002', type: 'white' })).body.data;
  assert.equal(await classOf('苏A10001'), 'black');
  assert.equal(await classOf('苏A10002'), null);
  assert.equal((await product.ask('POST', `${base}/approval`, { id, dataStatus: '7' })).status, 400);
  await product.must(
    'POST',
    `${base}/approval`,
    { id, dataStatus: '1', auditRemark: '协议单位' },
    { as: 'groupAdmin' },
  );
  assert.equal(await classOf('苏A10002'), 'white');
  const row = await product.must('GET', `${base}/detail`, { recordId: id });
  assert.deepEqual([row.dataStatus, row.auditBy, row.auditRemark], ['1', 'groupAdmin', '协议单位']);
  assert.equal((await product.ask('POST', `${base}/approval`, { id, dataStatus: '2' })).body.error, 'state_closed');
});

test('a refused white entry lets nobody in, and may be approved after all', async () => {
  const { id } = (await enter({ plateNumber: '苏A10003', type: 'white' })).body.data;
  await product.must('POST', `${base}/approval`, { id, dataStatus: '2' });
  assert.equal(await classOf('苏A10003'), null);
  await product.must('POST', `${base}/approval`, { id, dataStatus: '1' });
  assert.equal(await classOf('苏A10003'), 'white');
});

test('an entry holds from its start to its end, and black comes before white', async () => {
  const [from, to] = ['2026-05-01T00:00:00.000Z', '2026-05-31T00:00:00.000Z'];
  await enter({ plateNumber: '苏A10004', type: 'black', startTime: from, endTime: to });
  const { id } = (await enter({ plateNumber: '苏A10004', type: 'white' })).body.data;
  await product.must('POST', `${base}/approval`, { id, dataStatus: '1' });
  const at = [Date.parse(from) - 1, Date.parse(from), Date.parse(to), Date.parse(to) + 1];
  assert.deepEqual(await Promise.all(at.map((instant) => classOf('苏A10004', instant))), [
    'white',
    'black',
    'black',
    'white',
  ]);
  assert.equal(
    (await enter({ plateNumber: '苏A10005', type: 'black', startTime: to, endTime: from })).body.errors?.[0]?.field,
    'endTime',
  );
  assert.equal((await enter({ plateNumber: '苏A10004', type: 'black' })).body.error, 'already_exists');
});

test('the white list alone shows and takes white entries only', async () => {
  const { id } = await product.must('POST', '/api/updown/parkWhiteList/submit', {
    parkId: lot,
    plateNumber: '苏A10006',
  });
  const plates = new Set(
    (await product.must('GET', '/api/updown/parkWhiteList/list', { parkId: lot, size: 100 })).records.map(
      (row: { plateNumber: string }) => row.plateNumber,
    ),
  );
  assert.deepEqual([plates.has('苏A10006'), plates.has('苏A10001')], [true, false]);
  assert.equal((await product.must('GET', `${base}/detail`, { recordId: id })).dataStatus, '0');
  const [black] = (await product.must('GET', `${base}/listPage`, { parkId: lot, type: 'black' })).records;
  assert.equal((await product.ask('GET', '/api/updown/parkWhiteList/detail', { id: black.id })).status, 404);
  assert.equal((await product.ask('POST', '/api/updown/parkWhiteList/remove', { ids: black.id })).status, 404);
});

test('nobody reads or decides on the lists of another tenant, nor without permission', async () => {
  const { id } = (await enter({ plateNumber: '苏A10007', type: 'white' })).body.data;
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const) {
    assert.equal((await product.ask('POST', `${base}/approval`, { id, dataStatus: '1' }, { as })).status, status);
    assert.equal((await product.ask('POST', `${base}/remove`, { ids: id }, { as })).status, status);
  }
  assert.deepEqual((await product.must('GET', `${base}/listPage`, {}, { as: 'otherTenant' })).records, []);
  assert.equal((await enter({ plateNumber: '苏A10008', type: 'black' }, 'otherTenant')).status, 400);
});

test('one car type per kind and one model per lot is the default, and plate colours determine the model', async () => {
  const { id } = await product.must('POST', '/api/updown/plat/parkCarType/submit', {
    parkId: lot,
    typeName: '商户月租',
    kind: 'monthly',
    isDefault: true,
  });
  await product.must('POST', '/api/updown/plat/parkCarModel/submit', {
    parkId: lot,
    modelName: '超大型车',
    isDefault: true,
  });
  const kinds = await product.database.read(platformScope, (db) => carKindsOf(db, lot));
  assert.deepEqual(
    kinds.types.filter(({ kind, isDefault }) => kind === 'monthly' && isDefault).map((type) => type.id),
    [id],
  );
  assert.equal(kinds.types.filter(({ isDefault }) => isDefault).length, 6);
  assert.equal(typeOfKind(kinds, 'monthly')?.typeName, '商户月租');
  assert.deepEqual(
    ['blue', 'yellow', 'unknown'].map((colour) => modelOfColour(kinds, colour)?.modelName),
    ['小型车', '大型车', '超大型车'],
  );
  assert.deepEqual(
    await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot }, { as: 'otherTenant' }),
    [],
  );
});
