/** Settlements from the ledger to their confirmation by two people, on the real engine. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkMoney } from '#areas/billing/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { countDays } from '#areas/fund/server/door.ts';
import { daysAgo, openPaidLot } from './paid-lot.fixture.ts';
import type { PaidLot } from './paid-lot.fixture.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
  await product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId: product.companies.child,
    ...setting,
    serviceBp: 200,
  });
});
after(() => product.close());

const setting = {
  mode: 'own',
  payeeName: '安泊停车',
  bankName: '招商银行',
  accountNo: '6214830112345678',
  cycle: 'daily',
};
const base = '/api/gatehouse/settlementRecord';
const count = (lot: PaidLot, last = daysAgo(1)) =>
  product.database.write(tenantScope(lot.tenantId), (db) =>
    countDays(db, lot.tenantId, last, { parkId: lot.place.parkId }),
  );
const list = async (lot: PaidLot) =>
  (await product.must('GET', '/api/updown/plat/settlementrecord/getPageList', { parkId: lot.place.parkId, size: 50 }))
    .records as Record<string, any>[];
const of = async (lot: PaidLot, day: string) => (await list(lot)).find((row) => row.day === day)!;
const right = async (lot: PaidLot) => {
  const check = await product.database.read(tenantScope(lot.tenantId), (db) =>
    checkMoney(db, lot.place, daysAgo(5), daysAgo(0)),
  );
  assert.deepEqual([check.right, check.differences], [true, []]);
};
const close = async (id: string) => {
  await product.must('POST', `${base}/check`, { recordId: id }, { as: 'groupAdmin' });
  await product.must('POST', `${base}/confirm`, { recordId: id });
};

test('the worked Monday: counted from the ledger, agrees with the bill, and is confirmed by a second person', async () => {
  const lot = await openPaidLot(product);
  const day = daysAgo(3);
  const paid = [await lot.pay(1300, day), await lot.pay(1500, day), await lot.pay(1000, day)];
  await lot.refund(paid[1]!, 500, day);
  await count(lot);
  assert.equal((await of(lot, day)).status, 'counting', 'there is no bill yet');
  await lot.bill(day);
  await count(lot);
  const row = await of(lot, day);
  assert.deepEqual(
    [row.count, row.grossFen, row.refundFen, row.channelFeeFen, row.netFen, row.serviceFeeFen, row.dueFen, row.status],
    [3, 3800, 500, 20, 3280, 66, -66, 'counted'],
  );
  const early = await product.ask('POST', `${base}/confirm`, { recordId: row.id });
  assert.equal(early.status, 409, 'nobody confirms what nobody checked');
  await product.must('POST', `${base}/check`, { recordId: row.id }, { as: 'groupAdmin' });
  const own = await product.ask('POST', `${base}/confirm`, { recordId: row.id }, { as: 'groupAdmin' });
  assert.equal(own.status, 422, 'nor his own');
  await product.must('POST', `${base}/confirm`, { recordId: row.id });
  assert.deepEqual(await lot.accounts(), {
    channel: 3280,
    'channel-fee': 20,
    due: -66,
    revenue: -3300,
    'service-fee': 66,
  });
  const again = await product.ask('POST', `${base}/confirm`, { recordId: row.id });
  assert.equal(again.status, 409, 'once');
  await right(lot);
});

test('a confirmed day stands: what comes later is carried by the next, which names it', async () => {
  const lot = await openPaidLot(product);
  const [first, second] = [daysAgo(3), daysAgo(2)];
  await lot.pay(1000, first);
  await lot.bill(first);
  await count(lot, first);
  const closed = await of(lot, first);
  await close(closed.id);
  const stood = await of(lot, first);
  const late = await lot.pay(700, first);
  await lot.pay(200, second);
  await lot.bill(second);
  await count(lot, second);
  const { updatedAt: _, ...kept } = await of(lot, first);
  const { updatedAt: __, ...was } = stood;
  assert.deepEqual(kept, was);
  const row = await of(lot, second);
  assert.deepEqual(
    [row.grossFen, row.adjustFen, row.channelFeeFen, row.netFen],
    [200, 700, 5, 895],
    'its own 2.00 and 7.00 of the day before',
  );
  assert.match(row.adjustText, new RegExp(`${first} 7\\.00`));
  assert.equal(row.status, 'counted');
  await close(row.id);
  await lot.refund(late, 300, second);
  await count(lot);
  const third = await of(lot, daysAgo(1));
  assert.deepEqual([third.grossFen, third.adjustFen, third.channelFeeFen, third.netFen], [0, -300, -2, -298]);
  await count(lot);
  assert.equal(
    (await list(lot)).reduce((sum, each) => sum + each.netFen, 0),
    1600 - 9,
    'counted twice is the same',
  );
  await right(lot);
});

test('a difference from the bill needs a reason, and what is sent back is recalculated', async () => {
  const lot = await openPaidLot(product);
  const day = daysAgo(4);
  await lot.pay(1000, day);
  await lot.bill(day, (lines) => lines.map((line) => ({ ...line, amountFen: line.amountFen - 100 })));
  await count(lot);
  const row = await of(lot, day);
  assert.deepEqual([row.status, row.differenceFen], ['differs', -100]);
  assert.equal((await product.ask('POST', `${base}/check`, { recordId: row.id })).status, 409);
  assert.equal(
    (await product.ask('POST', `${base}/explain`, { recordId: row.id })).status,
    400,
    'a reason is required',
  );
  await product.must('POST', `${base}/explain`, { recordId: row.id, remark: '渠道漏记一元' }, { as: 'groupAdmin' });
  await product.must('POST', `${base}/sendBack`, { recordId: row.id, remark: '请先问渠道' });
  assert.deepEqual([(await of(lot, day)).status, (await of(lot, day)).checkedBy], ['counting', null]);
  await lot.bill(day);
  const { records } = await product.must('POST', `${base}/recount`, { recordId: row.id });
  assert.equal(records, 1);
  assert.equal((await of(lot, day)).status, 'counted');
});

test('where the platform collects, it owes what arrives less its fee from the confirmation on', async () => {
  const lot = await openPaidLot(product);
  const { id } = await product.must('GET', '/api/updown/plat/cashoutset/detail', {
    companyId: product.companies.child,
  });
  await product.must('POST', '/api/updown/plat/cashoutset/submit', { id, mode: 'agency' });
  const day = daysAgo(2);
  await lot.pay(3800, day);
  await lot.bill(day);
  await count(lot);
  const row = await of(lot, day);
  assert.deepEqual([row.channelFeeFen, row.netFen, row.serviceFeeFen, row.dueFen], [23, 3777, 76, 3701]);
  await close(row.id);
  assert.deepEqual(await lot.accounts(), { 'channel-fee': 23, due: 3701, revenue: -3800, 'service-fee': 76 });
  await product.must('POST', '/api/updown/plat/cashoutset/submit', { id, mode: 'own' });
});

test('the account is sealed and answered by its end alone; the service fee is the platform’s to set', async () => {
  const row = await product.must('GET', '/api/updown/plat/cashoutset/detail', { companyId: product.companies.child });
  assert.deepEqual([row.accountTail, row.accountNo === setting.accountNo], ['5678', false]);
  const lot = await openPaidLot(product);
  const [kept] = await lot.rows<{ no: string }>(
    'SELECT account_no AS no FROM cashout_set WHERE tenant_id = $1 AND $2::text IS NOT NULL',
  );
  assert.ok(!kept!.no.includes(setting.accountNo));
  const tried = await product.ask(
    'POST',
    '/api/updown/plat/cashoutset/submit',
    { id: row.id, serviceBp: 0 },
    { as: 'groupAdmin' },
  );
  assert.equal(tried.status, 400);
  assert.equal(
    (
      await product.ask(
        'GET',
        '/api/updown/plat/cashoutset/detail',
        { companyId: product.companies.second },
        { as: 'groupAdmin' },
      )
    ).status,
    404,
  );
});
