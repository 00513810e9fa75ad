/** Profit sharing by WeChat Pay against a stand-in that refuses what the published protocol refuses. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { channelAt, reconcileAll } from '#areas/billing/server/door.ts';
import { countDays, proveDays, shareRound } from '#areas/fund/server/door.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';

const PARTNER = '1900000201';
const MINUTES_2 = 120_000;
let product: TestProduct;
let exit: Exit;
let setting: string;
const bank = new WechatStand();
let close: () => Promise<void>;

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  exit = await openExit(product, 'wechat', bank.url, (companyId) =>
    inForce(product, '/api/updown/wxApiConfig/submit', { companyId, ...bank.config }).then(() => undefined),
  );
  ({ id: setting } = await product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId: product.companies.child,
    mode: 'split',
    payeeName: '安泊停车',
    bankName: '招商银行',
    accountNo: '6214830112345678',
    cycle: 'daily',
  }));
});
after(async () => {
  await product.close();
  await close();
});
beforeEach(() => {
  Object.assign(bank.bad, { loseAnswers: 0, faults: 0 });
  Object.assign(bank.notices, { copies: 1, forged: false });
  Object.assign(bank.sharing, { aheadMs: MINUTES_2, slow: false });
  bank.sharing.closes.clear();
  bank.sharing.poor.clear();
  bank.calls.length = 0;
});

const round = (aheadMs = MINUTES_2) => shareRound(product.database, new Date(Date.now() + aheadMs));
const list = async (tradeNo: string): Promise<Record<string, any>[]> =>
  (await product.must('GET', '/api/gatehouse/profitShare/list', { tradeNo, size: 50 })).records;
const partOf = async (tradeNo: string) => (await list(tradeNo)).find((row) => row['shareKind'] === 'part')!;
const restOf = async (tradeNo: string) => (await list(tradeNo)).find((row) => row['shareKind'] === 'rest')!;
const figures = (row: Record<string, any>) => [row['amountFen'], row['returnedFen'], row['status']];
const right = async () => {
  assert.deepEqual((await exit.lot.check()).differences, []);
  assert.deepEqual(bank.refused, []);
};
const sumOf = async (account: string): Promise<number> =>
  Number(
    (
      await exit.lot.rows(
        'SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND account = $3',
        account,
      )
    )[0]!['fen'],
  );
const sharing = (last: string) => bank.calls.filter((call) => call.startsWith(`POST /v3/profitsharing/${last}`)).length;
/** A driver paid 15.00 and left. */
async function paid(): Promise<{ orderId: string; tradeNo: string }> {
  const orderId = await exit.paidAndGone(bank);
  const [{ trade_no: tradeNo }] = (await exit.payments(orderId)) as [{ trade_no: string }];
  return { orderId, tradeNo };
}
const refund = (onlineOrderId: string, amountFen?: number) =>
  product.must('POST', '/api/updown/parkorder/refund', { onlineOrderId, remark: '多收', amountFen });

const base = '/api/gatehouse/shareReceiver';
const receiver = (over: Record<string, unknown> = {}) => ({
  companyId: product.companies.child,
  title: '物业合作方',
  accountNo: PARTNER,
  accountName: '安居物业管理有限公司',
  shareBp: 1500,
  validFrom: dayOf(Date.now(), 'Asia/Shanghai'),
  ...over,
});
const stateOf = async (recordId: string) =>
  (await product.must('GET', `${base}/list`, { size: 50 })).records.find((row: { id: string }) => row.id === recordId);

test('without a registered receiver an order is made as ever, and nothing is shared', async () => {
  const { tradeNo } = await paid();
  await round();
  assert.deepEqual([bank.trades.get(tradeNo)!.sharing, await list(tradeNo)], [false, []]);
});

test('a receiver is confirmed by somebody else who types its number, and registered under its encrypted name', async () => {
  const { id } = await product.must('POST', `${base}/submit`, receiver());
  const confirm = (as: string, accountNo: string) =>
    product.ask('POST', `${base}/confirm`, { recordId: id, accountNo }, { as });
  assert.equal((await confirm('admin', PARTNER)).status, 422, 'whoever entered it does not confirm it');
  assert.equal((await confirm('groupAdmin', '1900000202')).status, 422);
  await round();
  assert.deepEqual([(await stateOf(id)).status, bank.sharing.receivers.size], ['drafted', 0]);
  assert.equal((await confirm('groupAdmin', PARTNER)).status, 200);
  await round();
  assert.equal((await stateOf(id)).status, 'registered', (await stateOf(id)).failure);
  assert.equal(bank.sharing.receivers.get(PARTNER)!.name, '安居物业管理有限公司');
  assert.equal((await stateOf(id)).accountName === '安居物业管理有限公司', false, 'and is never shown again');
  const edited = await product.ask('POST', `${base}/submit`, { id, ...receiver({ shareBp: 2000 }) });
  assert.equal(edited.status, 422, 'what was confirmed stands');
  const more = await product.must('POST', `${base}/submit`, receiver({ accountNo: '1900000203', shareBp: 1501 }));
  const typed = { recordId: more.id, accountNo: '1900000203' };
  assert.equal((await product.ask('POST', `${base}/confirm`, typed, { as: 'groupAdmin' })).status, 422, 'over 30 %');
  await product.must('POST', `${base}/remove`, { ids: more.id });
});

test('a receiver the channel does not accept says why, and is registered once that is mended', async () => {
  const wrong = receiver({ accountNo: '1900000204', accountName: '不存在的公司', shareBp: 100 });
  const { id } = await product.must('POST', `${base}/submit`, wrong);
  await product.must('POST', `${base}/confirm`, { recordId: id, accountNo: '1900000204' }, { as: 'groupAdmin' });
  bank.bad.faults = 1;
  await round();
  assert.equal((await stateOf(id)).status, 'confirmed', 'a fault of the channel says nothing');
  await round();
  assert.deepEqual([(await stateOf(id)).status, /商户全称/.test((await stateOf(id)).failure)], ['refused', true]);
  await product.must('POST', `${base}/stop`, { recordId: id, remark: '名称有误' });
});

test('an order of 15.00: after a minute 2.24 go to the partner, 12.67 are released, each once', async () => {
  const { tradeNo } = await paid();
  assert.equal(bank.trades.get(tradeNo)!.sharing, true);
  await round(30_000);
  assert.equal(sharing('orders'), 0, 'sooner than a minute it is not requested');
  await round();
  const [part, rest] = [await partOf(tradeNo), await restOf(tradeNo)];
  assert.deepEqual([figures(part), figures(rest), part['netFen']], [[224, 0, 'done'], [1267, 0, 'done'], 1491]);
  assert.notEqual(part['shareNo'], rest['shareNo'], 'released under a number of its own');
  assert.deepEqual([bank.sharing.sharedFen(tradeNo), bank.sharing.isFinished(tradeNo)], [224, true]);
  const was = [bank.calls.length, await sumOf('profit-share'), await sumOf('channel')];
  await round(30 * 60_000);
  assert.deepEqual([bank.calls.length, await sumOf('profit-share'), await sumOf('channel')], was);
  await right();
});

test('a scanned pay code is shared like any other payment', async () => {
  const { orderId } = await exit.car();
  await exit.lot.send('out1', Date.now(), { kind: 'scan', payCode: '134650450000001234' }, 'scan-out1');
  await exit.now();
  await exit.leave();
  const [{ trade_no: tradeNo }] = (await exit.payments(orderId)) as [{ trade_no: string }];
  await round();
  assert.deepEqual([bank.trades.get(tradeNo)!.sharing, figures(await partOf(tradeNo))], [true, [224, 0, 'done']]);
  await right();
});

test('a lost answer and a request that never came are found by asking, never under another number', async () => {
  const shared = await sumOf('profit-share');
  const lost = await paid();
  bank.bad.loseAnswers = 1;
  await round();
  assert.equal((await partOf(lost.tradeNo))['status'], 'sent', 'nobody knows');
  assert.equal(await sumOf('profit-share'), shared, 'and nothing is booked');
  await round(10 * 60_000);
  assert.deepEqual(figures(await partOf(lost.tradeNo)), [224, 0, 'done']);
  const never = await paid();
  bank.bad.faults = 1;
  await round();
  const { shareNo } = await partOf(never.tradeNo);
  assert.deepEqual([(await partOf(never.tradeNo))['status'], bank.sharing.orders.has(shareNo)], ['sent', false]);
  const killed = await product.must('POST', '/api/gatehouse/profitShare/query', {
    recordId: (await partOf(never.tradeNo))['id'],
  });
  assert.deepEqual([killed.status, (await partOf(never.tradeNo))['shareNo']], ['done', shareNo]);
  await round(20 * 60_000);
  for (const { tradeNo } of [lost, never])
    assert.equal([...bank.sharing.orders.values()].filter(({ trade }) => trade === tradeNo).length, 2);
  assert.equal(await sumOf('profit-share'), shared + 448);
  await right();
});

test('under way it waits; a notice, twice and before its time, has it queried, and a forged one does nothing', async () => {
  bank.sharing.slow = true;
  const { tradeNo } = await paid();
  await round();
  const { shareNo, status } = await partOf(tradeNo);
  assert.equal(status, 'sent');
  bank.notices.copies = 2;
  const early = await bank.notifyShare(shareNo, PARTNER);
  assert.deepEqual(
    early.map((answer) => answer.status),
    [200, 200],
  );
  await round();
  assert.equal((await partOf(tradeNo))['status'], 'sent', 'the notice is not believed for its words');
  bank.sharing.settle();
  bank.notices.forged = true;
  assert.equal((await bank.notifyShare(shareNo, PARTNER))[0]!.status, 403);
  bank.notices.forged = false;
  assert.equal(
    (await bank.notifyShare(shareNo, PARTNER, { mchid: '1900000999' }))[0]!.status,
    403,
    'of another merchant',
  );
  await bank.notifyShare(shareNo, PARTNER);
  bank.sharing.slow = false;
  await round();
  assert.deepEqual([figures(await partOf(tradeNo)), (await restOf(tradeNo))['status']], [[224, 0, 'done'], 'done']);
  await bank.notifyShare(shareNo, PARTNER);
  await round();
  assert.deepEqual(figures(await partOf(tradeNo)), [224, 0, 'done'], 'late it changes nothing');
  await right();
});

test('before 5.00 go back to the driver 0.75 come back from the partner, and with the rest all of it', async () => {
  const shared = await sumOf('profit-share');
  const { orderId, tradeNo } = await paid();
  await round();
  await refund(orderId, 500);
  await exit.now();
  assert.equal((await exit.refunds(orderId))[0]!['status'], 'refunding', 'it waits for the part');
  assert.equal(bank.refunds.size, [...bank.refunds.values()].filter(({ trade }) => trade !== tradeNo).length);
  bank.bad.loseAnswers = 1;
  await round();
  assert.equal((await partOf(tradeNo))['status'], 'returning');
  await exit.later(60_000);
  assert.equal((await exit.refunds(orderId))[0]!['status'], 'refunding');
  await round(10 * 60_000);
  assert.deepEqual(figures(await partOf(tradeNo)), [224, 75, 'done']);
  await exit.later(10 * 60_000);
  assert.equal((await exit.refunds(orderId))[0]!['status'], 'refunded');
  assert.deepEqual([bank.sharing.sharedFen(tradeNo), bank.sharing.backs.size], [149, 1]);
  assert.equal(await sumOf('profit-share'), shared + 149);
  await refund(orderId);
  await exit.now();
  await round(20 * 60_000);
  await exit.later(20 * 60_000);
  assert.deepEqual(
    (await exit.refunds(orderId)).map((row) => row['status']),
    ['refunded', 'refunded'],
  );
  assert.deepEqual([figures(await partOf(tradeNo)), await sumOf('profit-share')], [[224, 224, 'returned'], shared]);
  await right();
});

test('a refund before anything was shared leaves less to share; in full, nothing', async () => {
  const [some, all] = [await paid(), await paid()];
  await refund(some.orderId, 500);
  await refund(all.orderId);
  await exit.now();
  await round();
  assert.deepEqual(figures(await partOf(some.tradeNo)), [149, 0, 'done']);
  assert.deepEqual(figures(await restOf(some.tradeNo)), [845, 0, 'done']);
  assert.deepEqual(
    (await list(all.tradeNo)).map((row) => row['status']),
    ['cancelled', 'cancelled'],
  );
  await right();
});

test('a part that cannot come back fails the refund, which says so; later it is called back and the driver paid', async () => {
  const { orderId, tradeNo } = await paid();
  await round();
  bank.sharing.poor.add(PARTNER);
  await refund(orderId, 1000);
  await exit.now();
  await round();
  assert.deepEqual(
    [(await partOf(tradeNo))['status'], (await partOf(tradeNo))['failure']],
    ['backFailed', 'BALANCE_NOT_ENOUGH'],
  );
  await exit.later(10 * 60_000);
  const [failed] = await exit.refunds(orderId);
  assert.deepEqual([failed!['status'], failed!['failure']], ['failed', 'shareKept']);
  bank.sharing.poor.clear();
  await refund(orderId, 1000);
  await exit.now();
  await round(10 * 60_000);
  await exit.later(20 * 60_000);
  assert.deepEqual(figures(await partOf(tradeNo)), [224, 149, 'done']);
  assert.ok((await exit.refunds(orderId)).some((row) => row['status'] === 'refunded'));
  await right();
});

test('a part the channel refused is shared again under a new number, or dropped so that the rest is released', async () => {
  bank.sharing.closes.set(PARTNER, 'ACCOUNT_ABNORMAL');
  const [again, dropped] = [await paid(), await paid()];
  await round();
  const part = await partOf(again.tradeNo);
  assert.deepEqual([part['status'], part['failure']], ['failed', 'ACCOUNT_ABNORMAL']);
  assert.equal((await restOf(again.tradeNo))['status'], 'planned', 'the rest waits');
  bank.sharing.closes.clear();
  await product.must('POST', '/api/gatehouse/profitShare/retry', { recordId: part['id'] });
  const giveUp = { recordId: (await partOf(dropped.tradeNo))['id'], failure: '合同已解除' };
  await product.must('POST', '/api/gatehouse/profitShare/giveUp', giveUp);
  await round(20 * 60_000);
  assert.deepEqual(figures(await partOf(again.tradeNo)), [224, 0, 'done']);
  assert.notEqual((await partOf(again.tradeNo))['shareNo'], part['shareNo']);
  assert.deepEqual(figures(await restOf(dropped.tradeNo)), [1491, 0, 'done']);
  const clerk = await product.ask('POST', '/api/gatehouse/profitShare/callBack', giveUp, { as: 'otherTenant' });
  assert.equal(clerk.status, 404);
  const back = { recordId: (await partOf(again.tradeNo))['id'], failure: '对方要求' };
  await product.must('POST', '/api/gatehouse/profitShare/callBack', back);
  await round(20 * 60_000);
  assert.deepEqual(figures(await partOf(again.tradeNo)), [224, 224, 'returned']);
  await right();
});

test('after thirty days nothing is requested any more: the channel has released it itself', async () => {
  const { tradeNo } = await paid();
  bank.calls.length = 0;
  await round(31 * 86_400_000);
  assert.deepEqual(
    (await list(tradeNo)).map((row) => [row['status'], row['amountFen']]),
    [
      ['cancelled', 0],
      ['cancelled', 0],
    ],
  );
  assert.equal(sharing('orders'), 0);
});

test('the stand-in refuses what WeChat Pay refuses, and the channel says so by its code', async () => {
  const { tradeNo } = await paid();
  const { tenantId } = exit.lot.target;
  const [{ merchant_ref: ref }] = (await exit.lot.rows(
    'SELECT merchant_ref FROM payment WHERE tenant_id = $1 AND park_id = $2 AND trade_no = $3',
    tradeNo,
  )) as unknown as [{ merchant_ref: string }];
  const { channel, terms } = await channelAt(product.database, tenantId, 'wechat', ref);
  const channelNo = bank.trades.get(tradeNo)!.providerNo;
  const share = (shareNo: string, amountFen: number, account = PARTNER, of = channelNo) =>
    channel.sharing!.share({ shareNo, channelNo: of, parts: [{ account, amountFen }] }, terms);
  const plain = [...bank.trades.values()].find((each) => each.state === 'paid' && !each.sharing)!;
  await assert.rejects(share('X-1', 100, PARTNER, plain.providerNo), /INVALID_REQUEST/, 'not made to be shared');
  bank.sharing.aheadMs = 0;
  await assert.rejects(share('X-2', 100), /INVALID_REQUEST/, 'sooner than a minute');
  bank.sharing.aheadMs = 31 * 86_400_000;
  await assert.rejects(share('X-3', 100), /INVALID_REQUEST/, 'later than thirty days');
  bank.sharing.aheadMs = MINUTES_2;
  await assert.rejects(share('X-4', 100, '1900000999'), /INVALID_REQUEST/, 'a receiver that was not added');
  await assert.rejects(share('X-5', 451), /RULE_LIMIT/, 'over 30 % of 15.00');
  const once = await share('X-6', 450);
  assert.deepEqual(await share('X-6', 450), once, 'the same again is the same');
  await assert.rejects(share('X-6', 449), /INVALID_REQUEST/, 'the same number with other content');
  await assert.rejects(share('X-7', 1), /RULE_LIMIT/, 'and no more than that in all');
  const refundNo = `R-${tradeNo}`.slice(0, 32);
  const tooMuch = await channel.refund({ refundNo, tradeNo, amountFen: 1_051, totalFen: 1_500 }, terms);
  assert.equal(tooMuch.state, 'failed', 'more than is left before the part comes back');
  await assert.rejects(channel.sharing!.finish({ shareNo: 'X-6', channelNo }, terms), /INVALID_REQUEST/);
  assert.equal(
    (await channel.sharing!.finish({ shareNo: 'X-8', channelNo }, terms)).over,
    true,
    'by a number of its own',
  );
  await assert.rejects(share('X-9', 1), /INVALID_REQUEST/, 'finished is finished');
  const { returns } = channel.sharing!;
  assert.ok(returns.by === 'request');
  const back = { shareNo: 'X-6', account: PARTNER, amountFen: 451 };
  await assert.rejects(returns.giveBack({ ...back, backNo: 'B-1' }, terms), /INVALID_REQUEST/);
  const whole = { ...back, amountFen: 450, backNo: 'B-2' };
  assert.equal((await returns.giveBack(whole, terms)).state, 'done');
  assert.equal((await returns.backQuery(whole, terms))!.state, 'done');
  assert.equal(await channel.sharing!.query({ shareNo: 'X-99', channelNo }, terms), null);
});

test('the day: settlement, bill and bank agree to the fen without what was shared', async () => {
  const { tenantId } = exit.lot.target;
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const tomorrow = new Date(Date.now() + 86_400_000);
  await reconcileAll(product.database, tomorrow);
  const count = () => product.database.write(tenantScope(tenantId), (db) => countDays(db, tenantId, today));
  await count();
  const rows = (await product.must('GET', '/api/updown/plat/settlementrecord/getPageList', { size: 20 })).records;
  const row = rows.find((each: { parkId: string }) => each.parkId === exit.lot.parkId);
  const shared = [...bank.trades.keys()].reduce((sum, trade) => sum + bank.sharing.sharedFen(trade), 0);
  assert.ok(shared > 0);
  assert.deepEqual(
    [row.mode, row.status, row.shareFen, row.netFen],
    ['split', 'counted', shared, row.grossFen - row.refundFen - row.channelFeeFen - shared],
  );
  await product.must('POST', '/api/gatehouse/settlementRecord/check', { recordId: row.id }, { as: 'groupAdmin' });
  await product.must('POST', '/api/gatehouse/settlementRecord/confirm', { recordId: row.id });
  const yuan = (row.netFen / 100).toFixed(2);
  const file = `交易日期,收入,支出,对方户名,摘要,流水号\r\n${addDays(today, 1)},${yuan},,财付通支付科技有限公司,商户结算,B-1`;
  await product.must('POST', '/api/gatehouse/bankLine/statement', {
    companyId: product.companies.child,
    accountTail: '5678',
    file: Buffer.from(file).toString('base64'),
  });
  await product.database.write(tenantScope(tenantId), (db) => proveDays(db, tenantId, today, tomorrow));
  const days = (await product.must('GET', '/api/gatehouse/moneyDay/list', { size: 20 })).records;
  const day = days.find((each: Record<string, unknown>) => each['day'] === today && each['payType'] === 'wechat');
  assert.deepEqual(
    [day.shareFen, day.netFen, day.bankFen, day.unexplainedFen, day.status],
    [shared, row.netFen, row.netFen, 0, 'proved'],
  );
  assert.equal(await sumOf('channel'), 0, 'the channel owes nothing more');
  assert.equal(await sumOf('profit-share'), shared);
});

test('where a company does not share any more, what was made to be shared is released whole', async () => {
  const { orderId } = await exit.car();
  const { tradeNo } = await exit.code(orderId);
  await product.must('POST', '/api/updown/plat/cashoutset/submit', { id: setting, mode: 'own' });
  bank.pay(tradeNo);
  await bank.notify(tradeNo);
  await exit.now();
  await exit.leave();
  await round();
  assert.deepEqual((await list(tradeNo)).map(figures), [[1491, 0, 'done']]);
  assert.equal(bank.sharing.isFinished(tradeNo), true);
  const next = await paid();
  assert.equal(bank.trades.get(next.tradeNo)!.sharing, false);
});
