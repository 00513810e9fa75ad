/**
 * An aggregator's account as a company keeps it, and drivers paying by it: the same suite that WeChat Pay and Alipay
 * stand.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { prepay, reconcileAll } from '#areas/billing/server/door.ts';
import { dayOf } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AllinpayStand } from '#test/providers/allinpay.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';

let product: TestProduct;
let exit: Exit;
let configId: string;
const bank = new AllinpayStand();
let close: () => Promise<void>;
const base = '/api/updown/otherpay/config';

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  exit = await openExit(product, 'allinpay', bank.url, async (companyId) => {
    configId = await inForce(product, `${base}/submit`, { companyId, ...bank.config });
  });
});
after(async () => {
  await product.close();
  await close();
});
beforeEach(() => {
  Object.assign(bank.bad, { loseAnswers: 0, faults: 0, delayMs: 0, empty: false, refundsEnd: null });
  Object.assign(bank.notices, { copies: 1, forged: false, lateMs: 0 });
});

const right = async () => assert.deepEqual((await exit.lot.check()).differences, []);
const scan = (payCode: string) => exit.lot.send('out1', Date.now(), { kind: 'scan', payCode }, 'scan-out1');

test('a driver pays the code at the exit: the notice opens the lane, and coming twice and late it pays once', async () => {
  const { orderId } = await exit.car();
  const { tradeNo, code } = await exit.code(orderId);
  assert.match(code, /\/code\/42/);
  bank.pay(tradeNo);
  Object.assign(bank.notices, { copies: 2, lateMs: 50 });
  assert.deepEqual(await bank.notify(tradeNo), [
    { status: 200, body: 'success' },
    { status: 200, body: 'success' },
  ]);
  await exit.now();
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  bank.notices.lateMs = 0;
  assert.equal((await bank.notify(tradeNo))[0]!.status, 200);
  const order = await exit.order(orderId);
  assert.deepEqual(
    [order.status, order.pay_type, order.paid_fen, order.surplus_fen, bank.refused],
    ['paid', 'allinpay', 1500, 0, []],
  );
  assert.deepEqual(await exit.words(tradeNo), ['notice booked', 'notice repeated']);
  await right();
});

test('a lost notice is found by asking; forged ones, of another app, merchant or amount, pay nothing', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  bank.notices.forged = true;
  assert.equal((await bank.notify(tradeNo))[0]!.status, 403);
  bank.notices.forged = false;
  for (const words of [{ appid: '00000157' }, { cusid: '990581007426999' }, { initamt: '1' }])
    assert.equal((await bank.notify(tradeNo, { words }))[0]!.status, 403);
  await exit.now();
  assert.equal(await exit.phase(), 'awaiting');
  await exit.later(35_000);
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  assert.equal((await exit.words(tradeNo)).at(-1), 'query booked');
  await right();
});

test('a wallet’s promotion does not make the sum wrong: what was ordered is what is booked', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  assert.equal((await bank.notify(tradeNo, { words: { trxamt: '1200' } }))[0]!.status, 200);
  await exit.now();
  await exit.leave();
  assert.equal((await exit.order(orderId)).paid_fen, 1500);
  await right();
});

test('codes of all three wallets are charged; a lost response is queried under the same number', async () => {
  const { orderId } = await exit.car();
  await scan('134567890123450000');
  await exit.now();
  assert.equal((await exit.order(orderId)).status, 'failed');
  bank.bad.loseAnswers = 1;
  await scan('6212345678901234567');
  await exit.now();
  await exit.later(5_000);
  assert.deepEqual([await exit.phase(), (await exit.order(orderId)).paid_fen], ['releasing', 1500]);
  await exit.leave();
  const second = await exit.car();
  await scan('281234567890120001');
  await exit.now();
  const [{ trade_no: tradeNo }] = (await exit.payments(second.orderId)) as [{ trade_no: string }];
  assert.equal(await exit.phase(), 'awaiting');
  bank.pay(tradeNo);
  await exit.later(6_000);
  assert.equal(await exit.phase(), 'releasing');
  await exit.leave();
  await right();
});

test('a refund with a lost response is queried, in parts of a yuan to the fen, and is paid once', async () => {
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

test('a refund for which the merchant has no money fails for good and says so in Allinpay’s words', async () => {
  const orderId = await exit.paidAndGone(bank);
  bank.bad.empty = true;
  await product.must('POST', '/api/updown/parkorder/refund', {
    onlineOrderId: orderId,
    amountFen: 709,
    remark: '多收',
  });
  await exit.now();
  const [refund] = await exit.refunds(orderId);
  assert.deepEqual([refund!.status, refund!.failure], ['failed', '3999: 商户余额不足']);
  await right();
});

test('a second code closes the first, cash closes the code, and paid there first the surplus goes back by itself', async () => {
  const { orderId } = await exit.car();
  const [first, second] = [await exit.code(orderId), await exit.code(orderId)];
  assert.deepEqual(
    [bank.trades.get(first.tradeNo)!.state, bank.trades.get(second.tradeNo)!.state],
    ['closed', 'waiting'],
  );
  bank.pay(second.tradeNo);
  await assert.rejects(exit.code(orderId), /cannot be paid/);
  await exit.now();
  await exit.leave();
  const other = await exit.car();
  const late = await exit.code(other.orderId);
  await exit.lot.cash('out1', Date.now(), 1500);
  bank.pay(late.tradeNo);
  await bank.notify(late.tradeNo);
  await exit.leave();
  await exit.now();
  assert.deepEqual(
    (await exit.refunds(other.orderId)).map((row) => [row.status, row.amount_fen]),
    [['refunded', 1500]],
  );
  await right();
});

test('the driver’s page is sent to the channel’s cashier and comes back to its bill', async () => {
  const { plate } = await exit.car();
  const { parkId } = exit.lot;
  const lot = await product.must('GET', '/api/gatehouse/driver/lot', { parkId }, { as: null });
  assert.deepEqual(lot.channels, ['allinpay']);
  const bill = await product.must('POST', '/api/gatehouse/driver/bill', { parkId, plateNumber: plate }, { as: null });
  const { url } = await product.must(
    'POST',
    '/api/gatehouse/driver/pay',
    { ticket: bill.ticket, channel: 'allinpay' },
    { as: null },
  );
  assert.ok(url.startsWith(`${bank.url}/cashier/42`));
  const back = bank.cashiers.at(-1)!;
  assert.equal(`${back.pathname}${back.search}`, `/m/pay?parkId=${parkId}`);
  const trade = [...bank.trades.values()].at(-1)!;
  bank.pay(trade.number);
  await bank.notify(trade.number);
  await exit.now();
  const state = await product.must('POST', '/api/gatehouse/driver/state', { ticket: bill.ticket }, { as: null });
  assert.equal(state.paid, true);
  await exit.leave();
  await right();
});

test('the bill of the day agrees to the fen; a payment only it knows is booked late, and what differs is listed', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const day = async () =>
    (await product.must('GET', '/api/gatehouse/channelDay/list', { merchantNo: bank.merchantNo })).records.find(
      (row: { configId: string; day: string }) =>
        row.configId === configId && row.day === dayOf(Date.now(), 'Asia/Shanghai'),
    );
  await reconcileAll(product.database, tomorrow);
  const agreed = await day();
  const sum = (rows: { amountFen: number }[]) => rows.reduce((total, { amountFen }) => total + amountFen, 0);
  const taken = sum([...bank.trades.values()].filter(({ state }) => state === 'paid'));
  const back = sum(bank.refunded());
  assert.deepEqual(
    [agreed.payType, agreed.status, agreed.ourFen, agreed.theirFen, agreed.ourRefundFen, agreed.theirRefundFen],
    ['allinpay', 'matched', taken, taken, back, back],
  );
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  bank.pay(tradeNo);
  const paid = [...bank.trades.values()].find(({ state }) => state === 'paid')!;
  bank.zipped = true;
  bank.bill = (csv) => csv.replace(new RegExp(`.*,${paid.number},.*\r\n`), '');
  const { differences } = await product.must('POST', '/api/gatehouse/channelDay/reconcile', {
    recordId: agreed.recordId,
  });
  bank.bill = (csv) => csv;
  const now = await day();
  assert.deepEqual([differences, now.status, now.late, now.differences], [1, 'differs', 1, 1]);
  assert.deepEqual(
    [(await exit.order(orderId)).paid_fen, (await exit.words(paid.number)).at(-1)],
    [1500, 'bill oursOnly'],
  );
  await exit.now();
  await exit.leave();
  await right();
});

test('the test asks one signed question; keys are sealed, masked, and in neither exports nor the audit', async () => {
  const tryOut = () => product.ask('POST', '/api/gatehouse/otherpay-config/test', { recordId: configId });
  assert.deepEqual((await tryOut()).body.data, { result: '通过' });
  const stranger = new AllinpayStand();
  await inForce(product, `${base}/submit`, { recordId: configId, appSecret: stranger.config.appSecret });
  const { status, body } = await tryOut();
  assert.deepEqual([status, /签名验证失败/.test(body.msg)], [422, true]);
  await inForce(product, `${base}/submit`, { recordId: configId, appSecret: bank.config.appSecret });
  await inForce(product, `${base}/submit`, { recordId: configId, appSecret: '••••', remark: '核对' });
  assert.equal((await tryOut()).status, 200, 'a form sent back with masks keeps the keys');
  const secret = bank.app.privateKey.split('\n')[1]!.slice(0, 40);
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw('SELECT * FROM otherpay_config WHERE id = $1', [configId]),
  );
  const detail = await product.must('GET', `${base}/detail`, { recordId: configId });
  assert.deepEqual([detail.appSecret, detail.merchantNo], ['••••', bank.merchantNo]);
  const file = await product.ask('GET', '/api/gatehouse/export/otherpayConfig', {
    format: 'csv',
    columns: 'merchantNo,appSecret',
  });
  const audit = await product.database.read(platformScope, (db) => db.raw('SELECT * FROM audit_log'));
  for (const where of [row, detail, await product.must('GET', `${base}/list`), file.text, audit])
    assert.ok(!JSON.stringify(where).includes(secret));
});

test('keys that do not fit the way of signing, another way without its key, another channel and a second of one number are refused', async () => {
  const refusedBy = async (form: Record<string, unknown>) => {
    const { status, body } = await product.ask('POST', `${base}/submit`, form);
    return [status, body.errors?.map(({ field }) => field) ?? body.code];
  };
  const { companies } = product;
  const mine = { ...bank.config, companyId: companies.first, merchantNo: '990581007426777' };
  assert.deepEqual(await refusedBy({ ...mine, signType: 'RSA' }), [400, ['appSecret', 'publicKey']]);
  assert.deepEqual(await refusedBy({ ...mine, publicKey: null }), [400, ['publicKey']]);
  assert.deepEqual(await refusedBy({ ...mine, terminalNo: '12' }), [400, ['terminalNo']]);
  assert.deepEqual(await refusedBy({ ...mine, payType: 'unionpay' }), [400, ['payType']]);
  assert.deepEqual(await refusedBy({ recordId: configId, signType: 'MD5' }), [400, ['appSecret']]);
  assert.equal((await refusedBy({ ...bank.config, companyId: companies.first }))[0], 409);
  for (const call of [`${base}/detail`, `${base}/list`]) {
    const seen = await product.ask('GET', call, { recordId: configId }, { as: 'otherTenant' });
    assert.ok(seen.status === 404 || seen.body.data.total === 0, call);
  }
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { recordId: configId, remark: '1' }, { as: 'nobody' })).status,
    403,
  );
});

test('a client sent to another payment page pays there: no wallet script is requested from the channel', async () => {
  const { orderId } = await exit.car();
  const request = { tenantId: exit.lot.target.tenantId, orderId, channel: 'allinpay', at: Date.now() };
  await assert.rejects(prepay(product.database, { ...request, how: { form: 'app', login: 'code' } }), /LOGIN/);
  await exit.lot.cash('out1', Date.now(), 1500);
  await exit.leave();
});
