import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { prepay, reconcileAll } from '#areas/billing/server/door.ts';
import { dayOf } from '#domain/time/day.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';

let product: TestProduct;
let exit: Exit;
let configId: string;
const bank = new WechatStand();
let close: () => Promise<void>;

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  exit = await openExit(product, 'wechat', bank.url, async (companyId) => {
    configId = await inForce(product, '/api/updown/wxApiConfig/submit', {
      companyId,
      ...bank.config,
      appSecret: bank.appSecret,
    });
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

test('a driver pays the code at the exit: the notice opens the lane, and coming twice and late it pays once', async () => {
  const { orderId } = await exit.car();
  const { tradeNo, code } = await exit.code(orderId);
  assert.match(code, /^weixin:\/\/wxpay/);
  assert.deepEqual([bank.refused, bank.trades.get(tradeNo)!.amountFen], [[], 1500]);
  bank.pay(tradeNo);
  Object.assign(bank.notices, { copies: 2, lateMs: 300 });
  assert.deepEqual(
    (await bank.notify(tradeNo)).map(({ status, body }) => [status, body]),
    [
      [200, '{"code":"SUCCESS"}'],
      [200, '{"code":"SUCCESS"}'],
    ],
  );
  await exit.now();
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  const order = await exit.order(orderId);
  assert.deepEqual(
    [order.status, order.pay_type, order.paid_fen, order.surplus_fen, order.outstanding_fen],
    ['paid', 'wechat', 1500, 0, 0],
  );
  const [payment, ...more] = await exit.payments(orderId);
  assert.deepEqual(
    [more.length, payment!.amount_fen, payment!.channel_trade_no, payment!.merchant_ref],
    [0, 1500, bank.trades.get(tradeNo)!.providerNo, configId],
  );
  assert.equal((await exit.words(tradeNo))[0], 'notice booked');
  await right();
});

test('a lost notice is found by asking after 30 seconds', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  await exit.later(10_000);
  assert.equal(await exit.phase(), 'awaiting');
  await exit.later(35_000);
  assert.deepEqual([await exit.words(tradeNo), await exit.phase()], [['query booked'], 'releasing']);
  await exit.leave();
  await right();
});

test('a forged notice, an old one sent again, one of another amount and one of another merchant pay nothing', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  bank.notices.forged = true;
  assert.equal((await bank.notify(tradeNo))[0]!.status, 403);
  bank.notices.forged = false;
  assert.equal((await bank.notify(tradeNo, { at: Date.now() - 6 * 60_000 }))[0]!.status, 403);
  assert.equal((await bank.notify(tradeNo, { words: { mchid: '1900000999' } }))[0]!.status, 403);
  assert.equal((await bank.notify(tradeNo, { words: { amount: { total: 1 } } }))[0]!.status, 403);
  const other = new WechatStand();
  const form = { companyId: product.companies.second, ...other.config };
  const id = await inForce(product, '/api/updown/wxApiConfig/submit', form, 'otherTenant');
  other.trade(tradeNo, 1500, `${bank.trades.get(tradeNo)!.notify!.replace(configId, id)}`);
  other.pay(tradeNo);
  assert.equal((await other.notify(tradeNo))[0]!.status, 403, 'well signed, but by an account of another group');
  await exit.now();
  assert.deepEqual([await exit.phase(), (await exit.order(orderId)).paid_fen], ['awaiting', 0]);
  assert.deepEqual([...new Set(await exit.words(tradeNo))].sort(), ['notice wrong-amount', 'notice wrong-signature']);
  assert.equal((await bank.notify(tradeNo))[0]!.status, 200);
  await exit.now();
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
});

test('the pay code on the phone is charged by the channel its digits name; without money the next code pays', async () => {
  const { orderId } = await exit.car();
  const scan = (payCode: string) => exit.lot.send('out1', Date.now(), { kind: 'scan', payCode }, 'scan-out1');
  await scan('134650450000000000');
  await exit.now();
  assert.deepEqual([await exit.phase(), (await exit.order(orderId)).status], ['awaiting', 'failed']);
  bank.bad.loseAnswers = 1;
  await scan('134650450000001234');
  await exit.now();
  await exit.later(5_000);
  assert.deepEqual(
    [
      await exit.phase(),
      (await exit.order(orderId)).paid_fen,
      [...bank.trades.values()].filter(({ state }) => state === 'paid').length > 0,
    ],
    ['releasing', 1500, true],
  );
  await exit.leave();
  await right();
});

test('while a driver enters a password the trade is queried every five seconds: scanned codes have no notice', async () => {
  const { orderId } = await exit.car();
  await exit.lot.send('out1', Date.now(), { kind: 'scan', payCode: '134650450000560001' }, 'scan-out1');
  await exit.now();
  const [{ trade_no: tradeNo }] = (await exit.payments(orderId)) as [{ trade_no: string }];
  await exit.later(6_000);
  assert.equal(await exit.phase(), 'awaiting');
  bank.pay(tradeNo);
  await exit.later(12_000);
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  await right();
});

test('a refund with a lost response is queried under the same number, and money is paid back once', async () => {
  const orderId = await exit.paidAndGone(bank);
  bank.bad.loseAnswers = 1;
  await product.must('POST', '/api/updown/parkorder/refund', {
    onlineOrderId: orderId,
    amountFen: 501,
    remark: '多收',
  });
  await exit.now();
  assert.equal((await exit.refunds(orderId))[0]!.status, 'refunding');
  await exit.later(10_000);
  const [refund, ...more] = await exit.refunds(orderId);
  assert.deepEqual([refund!.status, refund!.amount_fen, more.length], ['refunded', 501, 0]);
  assert.deepEqual(
    [...bank.refunds.values()].map(({ number, amountFen }) => [number, amountFen]),
    [[refund!.refund_no, 501]],
  );
  await right();
});

test('a refund that cannot reach the driver says why: the provider’s own words, or what its state means', async () => {
  for (const [day, why] of [
    [
      () => {
        bank.bad.empty = true;
      },
      /^NOT_ENOUGH: ./,
    ],
    [
      () => {
        bank.bad.refundsEnd = 'ABNORMAL';
      },
      /^abnormal$/,
    ],
    [
      () => {
        bank.bad.refundsEnd = 'CLOSED';
      },
      /^closed$/,
    ],
  ] as const) {
    const orderId = await exit.paidAndGone(bank);
    day();
    await product.must('POST', '/api/updown/parkorder/refund', {
      onlineOrderId: orderId,
      amountFen: 100,
      remark: '多收',
    });
    await exit.now();
    Object.assign(bank.bad, { refundsEnd: null, empty: false });
    const [refund] = await exit.refunds(orderId);
    assert.deepEqual([refund!.status, refund!.done_time], ['failed', null]);
    const { records } = await product.must('GET', '/api/updown/static/getSearchRefundOrder', {
      orderNo: refund!.order_no,
    });
    assert.match(records[0].failure, why);
    assert.equal((await exit.order(orderId)).status, 'refundFailed');
    await right();
  }
});

test('paid in cash while the code was shown, the trade is closed with the channel; paid there first, the surplus goes back by itself', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  await exit.lot.cash('out1', Date.now(), 1500);
  await exit.leave();
  await exit.later(35_000);
  assert.equal(bank.trades.get(tradeNo)!.state, 'closed');
  const second = await exit.car();
  const late = await exit.code(second.orderId);
  await exit.lot.cash('out1', Date.now(), 1500);
  bank.pay(late.tradeNo);
  await bank.notify(late.tradeNo);
  await exit.leave();
  await exit.now();
  assert.deepEqual(
    [
      (await exit.refunds(second.orderId)).map((row) => [row.status, row.amount_fen]),
      [...bank.refunds.values()].at(-1)!.amountFen,
    ],
    [[['refunded', 1500]], 1500],
  );
  await right();
});

test('a second code closes the first so that it cannot be paid; one that was paid meanwhile counts', async () => {
  const { orderId } = await exit.car();
  const first = await exit.code(orderId);
  const second = await exit.code(orderId);
  assert.deepEqual(
    [bank.trades.get(first.tradeNo)!.state, bank.trades.get(second.tradeNo)!.state],
    ['closed', 'waiting'],
  );
  bank.pay(second.tradeNo);
  await assert.rejects(exit.code(orderId), /cannot be paid/);
  assert.equal((await exit.order(orderId)).paid_fen, 1500);
  await exit.now();
  await exit.leave();
  await right();
});

test('a lot without an account of the channel offers none of it, and no play money beside real money', async () => {
  const { orderId } = await exit.car();
  for (const channel of ['alipay', 'sandbox'])
    await assert.rejects(
      prepay(product.database, { tenantId: exit.lot.target.tenantId, orderId, channel, at: Date.now() }),
      /Payment channel/,
    );
  await exit.lot.cash('out1', Date.now(), 1500);
  await exit.leave();
});

test('a browser goes to the address the channel gives, its own app is given signed parameters', async () => {
  const { orderId } = await exit.car();
  const target = { tenantId: exit.lot.target.tenantId, orderId, channel: 'wechat' };
  const browser = await prepay(product.database, {
    ...target,
    at: Date.now(),
    how: { form: 'browser', ip: '203.0.113.9', back: '/m/pay?parkId=1' },
  });
  assert.ok(
    'url' in browser.prepaid &&
      browser.prepaid.url.startsWith('https://wx.tenpay.com/') &&
      browser.prepaid.url.endsWith(encodeURIComponent('/m/pay?parkId=1')),
  );
  const app = await prepay(product.database, {
    ...target,
    at: Date.now(),
    how: { form: 'app', login: 'code-of-a-login' },
  });
  assert.ok(
    'params' in app.prepaid && app.prepaid.params['paySign'] && app.prepaid.params['package']!.startsWith('prepay_id='),
  );
  await assert.rejects(
    prepay(product.database, { ...target, at: Date.now(), how: { form: 'app', login: 'code-of-a-login' } }),
    /LOGIN/,
    'a login is good once',
  );
  const shown = await product.must('GET', '/api/gatehouse/driver/lot', { parkId: exit.lot.parkId }, { as: null });
  assert.deepEqual([shown.wechatApp, shown.channels], [bank.appId, ['wechat']]);
  await exit.lot.cash('out1', Date.now(), 1500);
  await exit.leave();
});

test('the bill of the day agrees to the fen; a payment only it knows is booked late, and what differs is listed', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const day = async () =>
    (await product.must('GET', '/api/gatehouse/channelDay/list', { merchantNo: bank.mchId })).records.find(
      (row: { configId: string; day: string }) =>
        row.configId === configId && row.day === dayOf(Date.now(), 'Asia/Shanghai'),
    );
  await reconcileAll(product.database, tomorrow);
  const agreed = await day();
  const taken = [...bank.trades.values()]
    .filter(({ state }) => state === 'paid')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  const back = bank.refunded().reduce((sum, { amountFen }) => sum + amountFen, 0);
  assert.deepEqual(
    [agreed.status, agreed.ourFen, agreed.theirFen, agreed.ourRefundFen, agreed.theirRefundFen, agreed.differences],
    ['matched', taken, taken, back, back, 0],
  );
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  const paid = [...bank.trades.values()].find(({ state }) => state === 'paid')!;
  bank.bill = (csv) =>
    csv
      .replace(new RegExp(`.*${paid.number}.*\r\n`), '')
      .replace(
        '\r\n',
        `\r\n\`${dayOf(Date.now(), 'Asia/Shanghai')} 09:00:00,\`a,\`m,\`0,\`,\`4200009,\`ELSEWHERE-1,\`o,\`NATIVE,\`SUCCESS,\`O,\`CNY,\`8.00,\`0,\`0,\`0,\`0.00,\`0,\`,\`,\`,\`,\`0,\`0,\`8.00,\`0.00,\`\r\n`,
      );
  const { differences } = await product.must('POST', '/api/gatehouse/channelDay/reconcile', {
    recordId: agreed.recordId,
  });
  const now = await day();
  assert.deepEqual(
    [differences, now.status, now.late, now.differences, now.unknown],
    [2, 'differs', 1, 2, 'ELSEWHERE-1 8.00'],
  );
  assert.deepEqual(
    [(await exit.order(orderId)).paid_fen, (await exit.words(paid.number)).at(-1)],
    [1500, 'bill oursOnly'],
  );
  await exit.now();
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  bank.bill = (csv) => csv.replace('`0.60%,`15.00', '`0.60%,`15.01');
  assert.equal(
    (await product.must('POST', '/api/gatehouse/channelDay/reconcile', { recordId: agreed.recordId })).differences,
    1,
  );
  assert.equal(
    (
      await exit.lot.rows(
        "SELECT asked_fen, said_fen FROM channel_record WHERE tenant_id = $1 AND park_id = $2 AND result = 'amountDiffers'",
      )
    )
      .map((row) => `${row.asked_fen} ${row.said_fen}`)
      .join(),
    '1500 1501',
  );
  let queries = 0;
  bank.bill = (csv) => ((queries += 1) === 1 ? csv : `${csv} `);
  await product.must('POST', '/api/gatehouse/channelDay/reconcile', { recordId: agreed.recordId });
  assert.equal((await day()).status, 'failed', 'a bill with a wrong checksum is rejected');
  bank.bill = (csv) => csv;
  await right();
});
