import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf } from '#domain/time/day.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let parkId: string;
const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
const hour = 3_600_000;

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child, '东区车场');
});
after(() => product.close());

type Line = { key: string; title: string; count: number; route: string };
const waiting = async (as: string): Promise<Record<string, Line>> =>
  Object.fromEntries(
    ((await product.must('GET', '/api/gatehouse/waiting', {}, { as })) as Line[]).map((line) => [line.key, line]),
  );

test('a request is listed for those who decide it, with the address of exactly those rows, until it is decided', async () => {
  assert.equal((await waiting('groupAdmin'))['booking'], undefined);
  const book = (plateNumber: string) =>
    product.must(
      'POST',
      '/api/updown/plat/managebook/submit',
      { parkId, plateNumber, startTime: iso(hour), endTime: iso(3 * hour) },
      { as: 'groupAdmin' },
    );
  await book('浙A20001');
  await book('浙A20002');
  await product.must(
    'POST',
    '/api/updown/parkblackList/submit',
    { parkId, plateNumber: '浙A20003', type: 'white' },
    { as: 'groupAdmin' },
  );
  const found = await waiting('groupAdmin');
  assert.deepEqual(found['booking'], {
    key: 'booking',
    title: '车位预约待审核',
    count: 2,
    route: '/car/managebook?status=pending',
  });
  assert.equal(found['carList']!.count, 1);

  const query = Object.fromEntries(new URL(found['booking']!.route, 'http://x').searchParams);
  const { records } = await product.must('GET', '/api/updown/plat/managebook/listPage', query, { as: 'groupAdmin' });
  assert.equal(records.length, 2, 'the route leads to what was counted');
  await product.must('POST', '/api/updown/plat/managebook/pass', { ids: records[0].id }, { as: 'groupAdmin' });
  await product.must(
    'POST',
    '/api/updown/plat/managebook/refuse',
    { ids: records[1].id, RefuseRemark: '没有车位' },
    { as: 'groupAdmin' },
  );
  assert.equal((await waiting('groupAdmin'))['booking'], undefined);
});

test('a pass that ends within a week is listed for those who renew it, and one that ends later is not', async () => {
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const types = await product.must(
    'GET',
    '/api/updown/baseSelect/getSelectCarKindType',
    { parkId },
    { as: 'groupAdmin' },
  );
  const carTypeId = types.find((type: { kind: string }) => type.kind === 'monthly').value;
  for (const [plateNumber, ends] of [
    ['浙A20004', 3],
    ['浙A20005', 30],
  ] as const)
    await product.must(
      'POST',
      '/api/updown/parkMonth/add',
      { parkId, carTypeId, plateNumber, startTime: addDays(today, -5), endTime: addDays(today, ends), money: 100 },
      { as: 'groupAdmin' },
    );
  const { passEnds } = await waiting('groupAdmin');
  assert.equal(passEnds!.count, 1);
  const { records } = await product.must(
    'GET',
    '/api/updown/parkMonth/listPage',
    Object.fromEntries(new URL(passEnds!.route, 'http://x').searchParams),
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    records.map((row: { plateNumber: string }) => row.plateNumber),
    ['浙A20004'],
  );
});

test('nothing is listed for users who may not decide, and nothing of another tenant', async () => {
  assert.deepEqual(await waiting('nobody'), {});
  assert.equal((await waiting('otherTenant'))['carList'], undefined);
});
