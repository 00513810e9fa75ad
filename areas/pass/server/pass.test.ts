import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newTerm, renewTerm } from '#domain/pass/pass.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { refreshPasses } from './door.ts';
import { base, day, MONTH_FEN, openYard, today } from './pass.fixture.ts';
import type { Yard } from './pass.fixture.ts';

let product: TestProduct;
let yard: Yard;
before(async () => {
  product = await startTestProduct();
  yard = await openYard(product);
});
after(() => product.close());

const act = (name: string, input: Record<string, unknown>, options: { as?: string; key?: string } = {}) =>
  product.ask('POST', `${base}/${name}`, input, options);
const must = (name: string, input: Record<string, unknown>) => product.must('POST', `${base}/${name}`, input);
const renewals = async (id: string) => (await product.must('GET', `${base}/renewalDetail`, { grantId: id })).renewals;

test('a pass is applied for, approved, paid and then holds; its money is an order of the lot and the books are right', async () => {
  const id = await yard.submit({ plateNumber: '苏a·10001', plateNos: '苏A10002，苏a10003', ownerName: '王芳' });
  assert.deepEqual([(await yard.row(id)).status, (await yard.row(id)).plateNos], ['applied', '苏A10002,苏A10003']);
  assert.equal((await act('renewalMonth', { grantId: id, monthNum: 1 })).body.error, 'state_closed');
  await must('pass', { grantId: id, type: '1', remark: '材料齐全' });
  const approved = await yard.row(id);
  assert.deepEqual([approved.status, approved.auditRemark, approved.endTime], ['approved', '材料齐全', null]);
  await must('renewalMonth', { grantId: id, monthNum: 2 });
  const active = await yard.row(id);
  assert.deepEqual([active.status, active.endTime], ['active', newTerm(today, 2).toDay]);
  const [renewal] = await renewals(id);
  assert.deepEqual(
    [renewal.moneyFen, renewal.fromDay, renewal.newEnd, renewal.months, renewal.oldEnd],
    [2 * MONTH_FEN, today, active.endTime, 2, null],
  );
  const [order] = (
    await product.must('GET', '/api/updown/static/getOnlineOrder', { parkId: yard.parkId, kind: 'pass' })
  ).records;
  assert.deepEqual(
    [order.paidFen, order.status, order.payType, order.plateNumber],
    [2 * MONTH_FEN, 'paid', 'cash', '苏A10001'],
  );
  assert.equal(
    (await product.must('GET', '/api/updown/static/getPageTempWCPays', { parkId: yard.parkId, kind: 'pass' })).totals
      .amountFen,
    2 * MONTH_FEN,
  );
  assert.ok(await yard.booksRight());
});

test('a refused application may be changed and is then applied for again', async () => {
  const id = await yard.submit({ plateNumber: '苏A10010' });
  await must('pass', { grantId: id, type: '2', remark: '缺行驶证' });
  assert.equal((await yard.row(id)).status, 'refused');
  await product.must('POST', `${base}/submit`, { grantId: id, phone: '13800138000' });
  assert.equal((await yard.row(id)).status, 'applied');
  assert.equal((await act('pass', { grantId: id, type: '9' })).status, 400);
  await must('remove', { ids: id });
  assert.equal((await product.ask('GET', `${base}/detail`, { grantId: id })).status, 404);
});

test('issuing does all of it at once, three months end where three renewals of one month do, and the same key takes the money once', async () => {
  const whole = await yard.issue({ plateNumber: '苏A10020', monthNum: 3 });
  const id = await yard.issue({ plateNumber: '苏A10021', monthNum: 1 });
  for (const key of ['renew-1', 'renew-1', 'renew-2'])
    assert.equal((await act('renewalMonth', { grantId: id, monthNum: 1 }, { key: `${key}-${id}` })).status, 200);
  assert.equal((await yard.row(id)).endTime, (await yard.row(whole)).endTime);
  assert.equal((await renewals(id)).length, 3);
  assert.equal(
    (await act('add', { parkId: yard.parkId, carTypeId: yard.monthly, plateNumber: '苏A10022', startTime: today })).body
      .errors?.[0]?.field,
    'monthNum',
  );
  // The day that a clerk saw guards against a renewal done twice under different keys.
  const next = renewTerm(newTerm(today, 3), 1, today, 'from-today').term.toDay;
  assert.equal((await act('renewalMonth', { grantId: id, monthNum: 1, newEndDate: next })).status, 200);
  assert.equal(
    (await act('renewalMonth', { grantId: id, monthNum: 1, newEndDate: next })).body.errors?.[0]?.field,
    'newEndDate',
  );
});

test('two clerks renewing at the same time both buy days, one after the other', async () => {
  const id = await yard.issue({ plateNumber: '苏A10025' });
  const answers = await Promise.all(
    [1, 2, 3].map((nth) => act('renewalMonth', { grantId: id, monthNum: 1 }, { key: `same-time-${nth}` })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await yard.row(id)).endTime, newTerm(today, 4).toDay);
});

test('an amount buys whole months at the price; another amount or day needs the right to set prices; VIP passes are free', async () => {
  const id = await yard.issue({ plateNumber: '苏A10030' });
  assert.equal((await act('renewalMoney', { grantId: id, money: MONTH_FEN + 1 })).body.errors?.[0]?.field, 'money');
  await must('renewalMoney', { grantId: id, money: 2 * MONTH_FEN });
  assert.equal((await yard.row(id)).endTime, newTerm(today, 3).toDay);
  await must('renewalMoney', { grantId: id, money: 1, newEndDate: day(200) });
  assert.equal((await yard.row(id)).endTime, day(200));
  assert.equal(
    (await act('renewalMoney', { grantId: id, money: 1, newEndDate: day(10) })).body.errors?.[0]?.field,
    'newEndDate',
  );
  assert.equal((await act('renewalVip', { grantId: id, newEndDate: day(300) })).status, 422);
  const vip = await yard.issue({ plateNumber: '苏A10031', carTypeId: yard.vip, monthNum: null, endTime: day(60) });
  await must('renewalVip', { grantId: vip, newEndDate: day(90) });
  assert.deepEqual(
    [(await yard.row(vip)).endTime, (await renewals(vip)).map((each: { moneyFen: number }) => each.moneyFen)],
    [day(90), [0, 0]],
  );
  assert.ok(await yard.booksRight());
});

test('a plate has one pass for a lane: a second is refused by its field until the first is stopped, and lanes apart may differ', async () => {
  const lane = async (gateName: string) =>
    (await product.must('POST', '/api/updown/baseParkGate/submit', { parkId: yard.parkId, gateName, gateType: 'in' }))
      .id;
  const [north, south] = [await lane('北入口'), await lane('南入口')];
  const form = { parkId: yard.parkId, carTypeId: yard.monthly, startTime: today };
  const first = await yard.issue({ plateNumber: '苏A10040', gateIds: [north] });
  await yard.issue({ plateNumber: '苏A10040', gateIds: [south] });
  assert.equal((await act('submit', { ...form, plateNumber: '苏A10040' })).body.errors?.[0]?.field, 'plateNumber');
  assert.equal(
    (await act('submit', { ...form, plateNumber: '苏A10041', plateNos: '苏A10040' })).body.errors?.[0]?.field,
    'plateNos',
  );
  const waiting = await yard.submit({ plateNumber: '苏A10042' });
  await yard.issue({ plateNumber: '苏A10042' });
  assert.equal((await act('pass', { grantId: waiting, type: '1' })).body.errors?.[0]?.field, 'plateNumber');
  assert.equal((await act('authGate', { parkId: yard.parkId, carTypeId: yard.monthly, gateIds: [north] })).status, 422);
  await must('stop', { grantId: first, remark: '换车' });
  assert.ok(
    (await must('authGate', { parkId: yard.parkId, carTypeId: yard.monthly, gateIds: [north, south] })).count > 3,
  );
  assert.deepEqual(
    (await product.must('GET', `${base}/getPlateExitsParkName`, { plateNo: '苏A10040' })).map(
      (each: { parkId: string }) => each.parkId,
    ),
    [yard.parkId],
  );
  const twins = await Promise.all([1, 2].map(() => act('add', { ...form, plateNumber: '苏A10043', monthNum: 1 })));
  assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 400]);
});

test('a rest freezes days from tomorrow on and gives them back at the end; no day is both', async () => {
  const id = await yard.issue({ plateNumber: '苏A10050' });
  await must('tempStop', { grantId: id, remark: '出差' });
  const end = (await yard.row(id)).endTime;
  await yard.age(id, 11); // ten days have rested
  assert.equal((await act('renewalMonth', { grantId: id, monthNum: 1 })).body.error, 'state_closed');
  await must('recorve', { grantId: id });
  const row = await yard.row(id);
  const { suspensions, days } = await product.must('GET', `${base}/renewalDetail`, {
    grantId: id,
    month: today.slice(0, 7),
  });
  const left = Date.parse(end) / 86_400_000 - Date.parse(today) / 86_400_000;
  assert.deepEqual([row.status, row.endTime, suspensions[0].frozenDays], ['active', day(left - 11 + 10), 10]);
  assert.equal(days.find((each: { day: string }) => each.day === today).reason, 'covered');
  if (today.slice(8) > '01')
    assert.equal(days.find((each: { day: string }) => each.day === day(-1)).reason, 'suspended');
});

test('a stop gives back what was paid for the days left, no more than was taken, and is the end', async () => {
  const id = await yard.issue({ plateNumber: '苏A10060', monthNum: 2 });
  await yard.age(id, 10);
  const row = await yard.row(id);
  const whole = (Date.parse(row.endTime) - Date.parse(row.startTime)) / 86_400_000 + 1;
  const unused = (Date.parse(row.endTime) - Date.parse(today)) / 86_400_000;
  await must('stop', { grantId: id, remark: '搬家' });
  const [renewal] = await renewals(id);
  assert.equal(renewal.refundedFen, Math.floor((2 * MONTH_FEN * unused) / whole));
  assert.ok(renewal.refundedFen < renewal.moneyFen);
  assert.deepEqual([(await yard.row(id)).status, (await yard.row(id)).lastDay], ['stopped', today]);
  for (const name of ['renewalMonth', 'tempStop', 'recorve', 'stop'])
    assert.equal((await act(name, { grantId: id, monthNum: 1, remark: 'x' })).body.error, 'state_closed', name);
  assert.equal((await act('submit', { grantId: id, remark: 'x' })).status, 400);
  assert.equal((await act('remove', { ids: id })).body.error, 'in_use');
  assert.ok(await yard.booksRight());
});

test('what went back through the order already is not given a second time', async () => {
  const id = await yard.issue({ plateNumber: '苏A10065' });
  const [{ orderId }] = (await yard.sql('SELECT order_id AS "orderId" FROM pass_renewal WHERE pass_id = $1', id)) as [
    { orderId: string },
  ];
  await product.must('POST', '/api/updown/parkorder/refund', { onlineOrderId: orderId, remark: '误收' });
  await must('stop', { grantId: id, remark: '误办' });
  assert.equal((await renewals(id))[0].refundedFen, 0);
  assert.ok(await yard.booksRight());
});

test('the clock moves an ended pass to its grace and on; renewed after a gap it begins today', async () => {
  const lot = await openYard(product, { passGraceDays: 3 });
  const id = await lot.issue({ plateNumber: '苏A10070' });
  const [{ end }] = (await lot.sql('SELECT end_time AS end FROM park_month WHERE id = $1', id)) as [{ end: string }];
  const length = (Date.parse(end) - Date.parse(today)) / 86_400_000 + 1;
  await lot.age(id, length);
  await refreshPasses(product.database, new Date());
  assert.equal((await lot.row(id)).status, 'grace');
  await lot.age(id, 3);
  await refreshPasses(product.database, new Date());
  assert.equal((await lot.row(id)).status, 'expired');
  assert.equal(await refreshPasses(product.database, new Date()), 0);
  const log = await lot.sql(
    `SELECT action, before->>'status' AS was, after->>'status' AS became FROM audit_log WHERE row_id = $1 AND person_name = 'clock' ORDER BY action`,
    id,
  );
  assert.deepEqual(
    log.map((line) => Object.values(line as Record<string, unknown>)),
    [
      ['end', 'active', 'grace'],
      ['expire', 'grace', 'expired'],
    ],
    'changes by scheduled jobs are in the log like a person’s actions',
  );
  await product.must('POST', `${base}/renewalMonth`, { grantId: id, monthNum: 1 });
  assert.deepEqual(
    [(await lot.row(id)).status, (await lot.row(id)).startTime, (await lot.row(id)).endTime],
    ['active', today, newTerm(today, 1).toDay],
  );
});

test('where a gap is paid for, a renewal that still ends before today is refused', async () => {
  const lot = await openYard(product, { passGapRule: 'from-end' });
  const id = await lot.issue({ plateNumber: '苏A10071' });
  await lot.age(id, 80);
  assert.equal((await act('renewalMonth', { grantId: id, monthNum: 1 })).status, 422);
  await must('renewalMonth', { grantId: id, monthNum: 3 });
  assert.ok((await lot.row(id)).endTime > today);
});

test('nobody sees or changes passes of another tenant, nor without the right', async () => {
  const id = await yard.issue({ plateNumber: '苏A10080' });
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const) {
    assert.equal((await product.ask('GET', `${base}/renewalDetail`, { grantId: id }, { as })).status, status);
    for (const name of ['renewalMonth', 'tempStop', 'stop'])
      assert.equal(
        (await act(name, { grantId: id, monthNum: 1, remark: 'x' }, { as })).status,
        status,
        `${as} ${name}`,
      );
  }
  assert.deepEqual(
    await product.must('GET', `${base}/getPlateExitsParkName`, { plateNo: '苏A10080' }, { as: 'otherTenant' }),
    [],
  );
  assert.deepEqual(
    (await product.must('GET', '/api/updown/static/getSearchCardExtension', {}, { as: 'otherTenant' })).records,
    [],
  );
  assert.equal(
    (
      await act('add', {
        parkId: yard.parkId,
        carTypeId: yard.temp,
        plateNumber: '苏A10081',
        startTime: today,
        monthNum: 1,
      })
    ).body.errors?.[0]?.field,
    'carTypeId',
  );
});

test('renewals are found by the contract’s range, sum up and can be exported', async () => {
  const query = { parkId: yard.parkId, startTime: `${today} 00:00:00`, endTime: `${today} 23:59:59`, size: 500 };
  const page = await product.must('GET', '/api/updown/static/getSearchCardExtension', query);
  assert.equal(
    page.totals.moneyFen,
    page.records.reduce((sum: number, row: { moneyFen: number }) => sum + row.moneyFen, 0),
  );
  assert.ok(page.total > 5);
  assert.ok(
    page.records.every(
      (row: { moneyFen: number; payType: string | null }) => row.payType === (row.moneyFen > 0 ? 'cash' : null),
    ),
    'how each was paid',
  );
  const cash = await product.must('GET', '/api/updown/static/getSearchCardExtension', { ...query, payType: 'cash' });
  assert.ok(cash.total > 0 && cash.total < page.total && cash.totals.moneyFen === page.totals.moneyFen);
  assert.equal(
    (
      await product.must('GET', '/api/updown/static/getSearchCardExtension', {
        ...query,
        endTime: `${day(-1)} 23:59:59`,
        startTime: `${day(-2)} 00:00:00`,
      })
    ).total,
    0,
  );
  const file = await product.ask('GET', '/api/updown/static/exportCardExtension', { ...query, format: 'csv' });
  assert.equal(file.text.trim().split('\n').length, page.total + 1);
  assert.equal((await product.ask('GET', `${base}/exportListPage`, { parkId: yard.parkId })).status, 200);
});
