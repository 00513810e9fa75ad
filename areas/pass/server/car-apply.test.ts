import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newTerm } from '#domain/pass/pass.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { MONTH_FEN, openYard, today } from './pass.fixture.ts';
import type { Yard } from './pass.fixture.ts';

const base = '/api/updown/parkCarApply';
let product: TestProduct;
let yard: Yard;
before(async () => {
  product = await startTestProduct();
  yard = await openYard(product);
});
after(() => product?.close());

const form = (plateNumber: string) => ({
  parkId: yard.parkId,
  carTypeId: yard.monthly,
  plateNumber,
  ownerName: '王芳',
  phone: '13800138000',
  address: '3幢201',
});
const apply = async (plateNumber: string): Promise<string> =>
  (await product.must('POST', `${base}/submit`, form(plateNumber))).id;
const act = (name: string, input: Record<string, unknown>, options: { as?: string; key?: string } = {}) =>
  product.ask('POST', `${base}/${name}`, input, options);
const row = (id: string) => product.must('GET', `${base}/detail`, { id });
const passesOf = async (plate: string) =>
  (await product.must('GET', '/api/updown/parkMonth/listPage', { parkId: yard.parkId, plateNumber: plate })).records;

test('applied, refused with a reason, applied again and passed: one pass, paid and holding', async () => {
  const id = await apply('苏B10001');
  const first = await row(id);
  assert.deepEqual([first.status, first.version, first.monthNum], ['applied', 1, 1]);
  assert.equal((await product.ask('GET', `${base}/refuse`, { id })).body.errors?.[0]?.field, 'auditRemark');
  await product.must('GET', `${base}/refuse`, { id, auditRemark: '行驶证看不清' });
  assert.deepEqual([(await row(id)).status, (await row(id)).auditRemark], ['refused', '行驶证看不清']);
  assert.equal((await act('pass', { id })).body.error, 'state_closed');
  await product.must('POST', `${base}/submit`, { id, address: '3幢202' });
  await product.must('POST', `${base}/reapply`, { id, remark: '已重拍' });
  const again = await row(id);
  assert.deepEqual(
    [again.status, again.version, again.auditRemark, again.remark, again.address],
    ['applied', 2, null, '已重拍', '3幢202'],
  );
  const answers = await Promise.all(
    ['a', 'b'].map((key) => act('pass', { id, monthNum: 2, auditRemark: '材料齐全' }, { key: `pass-${key}` })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const [pass, ...more] = await passesOf('苏B10001');
  assert.deepEqual(
    [more.length, pass.status, pass.endTime, pass.ownerName, pass.auditRemark],
    [0, 'active', newTerm(today, 2).toDay, '王芳', '材料齐全'],
  );
  assert.equal((await row(id)).passId, pass.id);
  const {
    records: [order],
  } = await product.must('GET', '/api/updown/static/getOnlineOrder', {
    parkId: yard.parkId,
    kind: 'pass',
    plateNumber: '苏B10001',
  });
  assert.equal(order.paidFen, 2 * MONTH_FEN);
  assert.ok(await yard.booksRight());
  assert.equal((await act('remove', { ids: id })).status, 422);
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { id, address: '别处' })).body.errors?.[0]?.field,
    'status',
  );
});

test('passed without months the pass waits to be paid; a VIP type holds free until the day given', async () => {
  const waiting = await apply('苏B10002');
  await product.must('POST', `${base}/pass`, { id: waiting });
  assert.equal((await passesOf('苏B10002'))[0].status, 'approved');
  const vip = (await product.must('POST', `${base}/submit`, { ...form('苏B10003'), carTypeId: yard.vip })).id;
  const until = newTerm(today, 6).toDay;
  await product.must('POST', `${base}/pass`, { id: vip, endTime: until });
  const [pass] = await passesOf('苏B10003');
  assert.deepEqual([pass.status, pass.endTime], ['active', until]);
});

test('a plate waits once in a lot, one that has a pass is not passed again, and a withdrawn application is over', async () => {
  const id = await apply('苏B10004');
  assert.equal((await product.ask('POST', `${base}/submit`, form('苏B10004'))).body.errors?.[0]?.field, 'plateNumber');
  const both = await Promise.all(
    ['1', '2'].map((key) => product.ask('POST', `${base}/submit`, form('苏B10005'), { key: `twice-${key}` })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
  await yard.issue({ plateNumber: '苏B10004' });
  assert.equal((await act('pass', { id, monthNum: 1 })).body.errors?.[0]?.field, 'plateNumber');
  assert.equal((await row(id)).status, 'applied');
  await product.must('POST', `${base}/cancel`, { id });
  assert.equal((await act('reapply', { id })).body.error, 'state_closed');
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { ...form('苏B10006'), carTypeId: yard.temp })).body.errors?.[0]
      ?.field,
    'carTypeId',
  );
});

test('nobody of another group, nor without permission, sees or decides', async () => {
  const id = await apply('苏B10007');
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const) {
    assert.equal((await act('pass', { id }, { as })).status, status);
    assert.equal((await act('refuse', { id, auditRemark: 'x' }, { as })).status, status);
  }
  assert.equal((await product.must('GET', `${base}/list`, {}, { as: 'otherTenant' })).total, 0);
});
