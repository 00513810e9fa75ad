import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { prepay } from '#areas/billing/server/door.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';

let product: TestProduct;
let exit: Exit;
const bank = new AlipayStand();
let close: () => Promise<void>;

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  exit = await openExit(product, 'alipay', bank.url, async (companyId) => {
    await inForce(product, '/api/updown/aliapiconfig/submit', { companyId, ...bank.config });
  });
});
after(async () => {
  await product.close();
  await close();
});
beforeEach(() => {
  Object.assign(bank.bad, { loseAnswers: 0, faults: 0, delayMs: 0 });
  Object.assign(bank.notices, { copies: 1, forged: false, lateMs: 0 });
});

const right = async () => assert.deepEqual((await exit.lot.check()).differences, []);

test('a driver pays the code at the exit: the notice opens the lane, and coming twice it pays once', async () => {
  const { orderId } = await exit.car();
  const { tradeNo, code } = await exit.code(orderId);
  assert.match(code, /^https:\/\/qr\.alipay\.com\//);
  bank.pay(tradeNo);
  bank.notices.copies = 2;
  assert.deepEqual(await bank.notify(tradeNo), [
    { status: 200, body: 'success' },
    { status: 200, body: 'success' },
  ]);
  await exit.now();
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  const order = await exit.order(orderId);
  assert.deepEqual(
    [order.status, order.pay_type, order.paid_fen, order.surplus_fen, bank.refused],
    ['paid', 'alipay', 1500, 0, []],
  );
  await right();
});

test('a lost notice is found by asking; forged ones, of another app or another seller, pay nothing', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  bank.notices.forged = true;
  assert.equal((await bank.notify(tradeNo))[0]!.status, 403);
  bank.notices.forged = false;
  for (const words of [{ app_id: '2021000116699999' }, { seller_id: '2088000000000000' }, { total_amount: '0.01' }])
    assert.equal((await bank.notify(tradeNo, { words }))[0]!.status, 403);
  await exit.now();
  assert.equal(await exit.phase(), 'awaiting');
  await exit.later(35_000);
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  assert.equal((await exit.words(tradeNo)).at(-1), 'query booked');
  await right();
});

test('a payment code with a lost response is queried under the same number and charged once', async () => {
  const { orderId } = await exit.car();
  const scan = (payCode: string) => exit.lot.send('out1', Date.now(), { kind: 'scan', payCode }, 'scan-out1');
  await scan('281234567890120000');
  await exit.now();
  assert.equal((await exit.order(orderId)).status, 'failed');
  bank.bad.loseAnswers = 1;
  await scan('281234567890121234');
  await exit.now();
  await exit.later(5_000);
  assert.deepEqual([await exit.phase(), (await exit.order(orderId)).paid_fen], ['releasing', 1500]);
  assert.equal(bank.calls.filter((call) => call === 'alipay.trade.pay').length, 3);
  await exit.leave();
  await right();
});

test('a driver who has to confirm on the phone is waited for', async () => {
  const { orderId } = await exit.car();
  await exit.lot.send('out1', Date.now(), { kind: 'scan', payCode: '281234567890120001' }, 'scan-out1');
  await exit.now();
  const [{ trade_no: tradeNo }] = (await exit.payments(orderId)) as [{ trade_no: string }];
  assert.equal(await exit.phase(), 'awaiting');
  bank.pay(tradeNo);
  await bank.notify(tradeNo);
  await exit.now();
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
});

test('a refund with a lost response is queried, in parts of a yuan to the fen', async () => {
  const orderId = await exit.paidAndGone(bank);
  bank.bad.loseAnswers = 1;
  await product.must('POST', '/api/updown/parkorder/refund', {
    onlineOrderId: orderId,
    amountFen: 709,
    remark: '多收',
  });
  await exit.now();
  await exit.later(10_000);
  const [refund] = await exit.refunds(orderId);
  assert.deepEqual(
    [refund!.status, [...bank.refunds.values()].map(({ number, amountFen }) => [number, amountFen])],
    ['refunded', [[refund!.refund_no, 709]]],
  );
  await right();
});

test('a refund for which the merchant has no money fails for good and says so in Alipay’s words', async () => {
  const orderId = await exit.paidAndGone(bank);
  bank.bad.empty = true;
  await product.must('POST', '/api/updown/parkorder/refund', {
    onlineOrderId: orderId,
    amountFen: 709,
    remark: '多收',
  });
  await exit.now();
  bank.bad.empty = false;
  const [refund] = await exit.refunds(orderId);
  assert.deepEqual([refund!.status, refund!.done_time], ['failed', null]);
  assert.match(refund!.failure, /^ACQ\.SELLER_BALANCE_NOT_ENOUGH: ./);
  await right();
});

test('the page in a browser is sent on with a signed address, the app is given a trade number', async () => {
  const { orderId } = await exit.car();
  const target = { tenantId: exit.lot.target.tenantId, orderId, channel: 'alipay' };
  const browser = await prepay(product.database, {
    ...target,
    at: Date.now(),
    how: { form: 'browser', ip: '203.0.113.9', back: '/m/pay?parkId=1' },
  });
  const address = new URL('url' in browser.prepaid ? browser.prepaid.url : '');
  assert.deepEqual(
    [
      address.searchParams.get('method'),
      Boolean(address.searchParams.get('sign')),
      address.searchParams.get('return_url')?.endsWith('/m/pay?parkId=1'),
      JSON.parse(address.searchParams.get('biz_content')!).total_amount,
    ],
    ['alipay.trade.wap.pay', true, true, '15.00'],
  );
  const app = await prepay(product.database, {
    ...target,
    at: Date.now(),
    how: { form: 'app', login: 'code-of-a-login' },
  });
  assert.ok('params' in app.prepaid && app.prepaid.params['tradeNO']);
});
