/** Profit sharing by Alipay against a stand-in that refuses what the published protocol refuses. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { channelAt, prepay, reconcileAll } from '#areas/billing/server/door.ts';
import { countDays, proveDays, shareRound } from '#areas/fund/server/door.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { openExit } from '#test/providers/at-the-exit.fixture.ts';
import type { Exit } from '#test/providers/at-the-exit.fixture.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';

const LANDLORD = 'landlord@example.com';
const MINUTES_2 = 120_000;
/** The client repeats a request once by itself where its connection breaks. */
const LOST = 2;
let product: TestProduct;
let exit: Exit;
const bank = new AlipayStand();
let close: () => Promise<void>;

before(async () => {
  close = await bank.start();
  product = await startTestProduct();
  exit = await openExit(product, 'alipay', bank.url, (companyId) =>
    inForce(product, '/api/updown/aliapiconfig/submit', { companyId, ...bank.config }).then(() => undefined),
  );
  await product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId: product.companies.child,
    mode: 'split',
    payeeName: '安泊停车',
    bankName: '招商银行',
    accountNo: '6214830112345678',
    cycle: 'daily',
  });
});
after(async () => {
  await product.close();
  await close();
});
beforeEach(() => {
  Object.assign(bank.bad, { loseAnswers: 0, faults: 0, empty: false });
  Object.assign(bank.sharing, { aheadMs: 0 });
  bank.sharing.closes.clear();
  bank.sharing.poor.clear();
  bank.sharing.keeps.clear();
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
const settles = () => bank.calls.filter((call) => call === 'alipay.trade.order.settle').length;

/** A driver paid 15.00 by the code at the exit and left. */
async function paid(): Promise<{ orderId: string; tradeNo: string }> {
  const orderId = await exit.paidAndGone(bank);
  const [{ trade_no: tradeNo }] = (await exit.payments(orderId)) as [{ trade_no: string }];
  return { orderId, tradeNo };
}
/** The same in a browser. */
async function paidInBrowser(): Promise<{ orderId: string; tradeNo: string }> {
  const { orderId } = await exit.car();
  const { tradeNo, prepaid } = await prepay(product.database, {
    tenantId: exit.lot.target.tenantId,
    orderId,
    channel: 'alipay',
    at: Date.now(),
    how: { form: 'browser', ip: '203.0.113.9', back: '/m/pay?parkId=1' },
  });
  bank.visit('url' in prepaid ? prepaid.url : '');
  bank.pay(tradeNo);
  await bank.notify(tradeNo);
  await exit.now();
  await exit.leave();
  return { orderId, tradeNo };
}
const refund = async (onlineOrderId: string, amountFen?: number) => {
  await product.must('POST', '/api/updown/parkorder/refund', { onlineOrderId, remark: '多收', amountFen });
  await exit.now();
};
const statesOf = async (orderId: string) => (await exit.refunds(orderId)).map((row) => row['status']).toSorted();

const base = '/api/gatehouse/shareReceiver';
const receiver = (over: Record<string, unknown> = {}) => ({
  companyId: product.companies.child,
  payType: 'alipay',
  title: '物业合作方',
  accountNo: LANDLORD,
  accountName: '安居物业管理有限公司',
  shareBp: 1500,
  validFrom: dayOf(Date.now(), 'Asia/Shanghai'),
  ...over,
});
const stateOf = async (recordId: string) =>
  (await product.must('GET', `${base}/list`, { size: 50 })).records.find((row: { id: string }) => row.id === recordId);

test('a receiver is an account as Alipay names them, bound under its name once a second person confirmed it', async () => {
  for (const accountNo of ['1900000201', '208810117795612', 'landlord', '12345678901234567'])
    assert.equal((await product.ask('POST', `${base}/submit`, receiver({ accountNo }))).status, 400, accountNo);
  const merchant = receiver({ payType: 'wechat', accountNo: LANDLORD });
  assert.equal((await product.ask('POST', `${base}/submit`, merchant)).status, 400, 'no number of a merchant');
  const unknown = receiver({ accountNo: '2088101177956123', accountName: '不存在的公司', shareBp: 100 });
  const confirmed = async (row: ReturnType<typeof receiver>) => {
    const { id } = await product.must('POST', `${base}/submit`, row);
    const typed = { recordId: id, accountNo: row.accountNo };
    await product.must('POST', `${base}/confirm`, typed, { as: 'groupAdmin' });
    return id;
  };
  const [id, wrong] = [await confirmed(receiver()), await confirmed(unknown)];
  bank.bad.faults = 2;
  await round();
  assert.equal((await stateOf(id)).status, 'confirmed', 'a fault of the channel says nothing');
  await round();
  assert.equal((await stateOf(id)).status, 'registered', (await stateOf(id)).failure);
  assert.equal(bank.sharing.relations.get(LANDLORD)!.name, '安居物业管理有限公司');
  const { status, failure } = await stateOf(wrong);
  assert.deepEqual([status, /USER_NOT_EXIST/.test(failure)], ['refused', true]);
});

test('an order of 15.00: the trade is frozen, 2.24 go to the landlord, 12.67 are released, each once', async () => {
  const { tradeNo } = await paid();
  assert.equal(bank.trades.get(tradeNo)!.sharing, true);
  await round(30_000);
  assert.equal(settles(), 0, 'sooner than a minute it is not requested');
  await round();
  const [part, rest] = [await partOf(tradeNo), await restOf(tradeNo)];
  assert.deepEqual([figures(part), figures(rest), part['netFen']], [[224, 0, 'done'], [1267, 0, 'done'], 1491]);
  assert.match(part['shareNo'], /^\w{1,32}$/);
  assert.equal(bank.sharing.settles.get(part['shareNo'])!.settleNo, part['channelNo']);
  assert.deepEqual([bank.sharing.sharedFen(tradeNo), bank.sharing.isFinished(tradeNo)], [224, true]);
  const was = [bank.calls.length, await sumOf('profit-share'), await sumOf('channel')];
  await round(30 * 60_000);
  assert.deepEqual([bank.calls.length, await sumOf('profit-share'), await sumOf('channel')], was);
  await right();
});

test('a lost answer and a request that never came are queried, never sent under another number', async () => {
  const shared = await sumOf('profit-share');
  const lost = await paid();
  bank.bad.loseAnswers = LOST;
  await round();
  assert.deepEqual([(await partOf(lost.tradeNo))['status'], await sumOf('profit-share')], ['sent', shared]);
  await round(10 * 60_000);
  assert.deepEqual(figures(await partOf(lost.tradeNo)), [224, 0, 'done']);
  const never = await paid();
  bank.bad.faults = 1;
  await round();
  const { id, shareNo, status } = await partOf(never.tradeNo);
  assert.deepEqual([status, bank.sharing.settles.has(shareNo)], ['sent', false]);
  const queried = await product.must('POST', '/api/gatehouse/profitShare/query', { recordId: id });
  assert.deepEqual([queried.status, (await partOf(never.tradeNo))['shareNo']], ['done', shareNo]);
  await round(20 * 60_000);
  for (const { tradeNo } of [lost, never])
    assert.equal([...bank.sharing.settles.values()].filter(({ trade }) => trade === tradeNo).length, 2);
  assert.equal(await sumOf('profit-share'), shared + 448);
  await right();
});

test('a payment in a browser names what comes back: 0.75 with 5.00, with a lost answer once, and all with the rest', async () => {
  const shared = await sumOf('profit-share');
  const { orderId, tradeNo } = await paidInBrowser();
  await round();
  assert.deepEqual(figures(await partOf(tradeNo)), [224, 0, 'done']);
  bank.bad.loseAnswers = LOST;
  await refund(orderId, 500);
  assert.deepEqual([(await partOf(tradeNo))['status'], await sumOf('profit-share')], ['returning', shared + 224]);
  await round(10 * 60_000);
  assert.equal((await partOf(tradeNo))['status'], 'returning', 'the refund alone shows what came back');
  await exit.later(10 * 60_000);
  assert.deepEqual([await statesOf(orderId), figures(await partOf(tradeNo))], [['refunded'], [224, 75, 'done']]);
  const [{ refund_no: refundNo }] = (await exit.refunds(orderId)) as [{ refund_no: string }];
  assert.deepEqual(bank.sharing.backs.get(refundNo), [{ account: LANDLORD, amountFen: 75 }]);
  assert.equal((await partOf(tradeNo))['backNo'], refundNo);
  assert.equal(await sumOf('profit-share'), shared + 149);
  await refund(orderId);
  assert.deepEqual(
    [await statesOf(orderId), figures(await partOf(tradeNo)), await sumOf('profit-share')],
    [['refunded', 'refunded'], [224, 224, 'returned'], shared],
  );
  await right();
});

test('of a code paid at the exit the channel returns parts by ratio, and what it says is booked', async () => {
  const shared = await sumOf('profit-share');
  const { orderId, tradeNo } = await paid();
  await round();
  await refund(orderId, 100);
  assert.deepEqual(figures(await partOf(tradeNo)), [224, 15, 'done']);
  await refund(orderId);
  assert.deepEqual([figures(await partOf(tradeNo)), await sumOf('profit-share')], [[224, 224, 'returned'], shared]);
  await right();
});

test('of a refund that is refused nothing comes back; a receiver without money refuses it, later it is done', async () => {
  const { orderId, tradeNo } = await paidInBrowser();
  await round();
  const shared = await sumOf('profit-share');
  bank.bad.empty = true;
  await refund(orderId, 1000);
  bank.bad.empty = false;
  bank.sharing.poor.add(LANDLORD);
  await refund(orderId, 1000);
  assert.deepEqual(
    [await statesOf(orderId), figures(await partOf(tradeNo))],
    [
      ['failed', 'failed'],
      [224, 0, 'done'],
    ],
  );
  assert.equal(await sumOf('profit-share'), shared);
  const failures = (await exit.refunds(orderId)).map((row) => String(row['failure']));
  assert.ok(failures.some((why) => why.startsWith('ACQ.TXN_RESULT_ACCOUNT_BALANCE_NOT_ENOUGH')));
  bank.sharing.poor.clear();
  await refund(orderId, 1000);
  assert.deepEqual(figures(await partOf(tradeNo)), [224, 149, 'done']);
  assert.ok((await statesOf(orderId)).includes('refunded'));
  const alone = await product.ask('POST', '/api/gatehouse/profitShare/callBack', {
    recordId: (await partOf(tradeNo))['id'],
    failure: '对方要求',
  });
  assert.equal(alone.status, 422, 'not without a refund');
  assert.equal((await partOf(tradeNo))['may'].includes('callBack'), false);
  await right();
});

test('a part that does not come with a refund that is done is shown, and comes with the next', async () => {
  const { orderId, tradeNo } = await paidInBrowser();
  await round();
  const shared = await sumOf('profit-share');
  bank.sharing.keeps.set(LANDLORD, 'PAYEE_ACCOUNT_ABNORMAL');
  await refund(orderId, 500);
  const part = await partOf(tradeNo);
  assert.deepEqual(
    [await statesOf(orderId), figures(part), part['failure']],
    [['refunded'], [224, 0, 'backFailed'], 'PAYEE_ACCOUNT_ABNORMAL'],
  );
  assert.equal(await sumOf('profit-share'), shared, 'nothing is booked that did not come');
  bank.sharing.keeps.clear();
  await refund(orderId);
  assert.deepEqual(
    [figures(await partOf(tradeNo)), await sumOf('profit-share')],
    [[224, 224, 'returned'], shared - 224],
  );
  await right();
});

test('a refund before anything was shared leaves less to share; a refused part is shared again or dropped', async () => {
  const [some, again, dropped] = [await paid(), await paid(), await paid()];
  await refund(some.orderId, 500);
  bank.sharing.closes.set(LANDLORD, 'ACQ.USER_NOT_EXIST');
  await round();
  const part = await partOf(again.tradeNo);
  assert.deepEqual([part['status'], /USER_NOT_EXIST/.test(part['failure'])], ['failed', true]);
  assert.equal((await restOf(again.tradeNo))['status'], 'planned', 'the rest waits');
  bank.sharing.closes.clear();
  for (const { tradeNo } of [some, again])
    await product.must('POST', '/api/gatehouse/profitShare/retry', { recordId: (await partOf(tradeNo))['id'] });
  const giveUp = { recordId: (await partOf(dropped.tradeNo))['id'], failure: '合同已解除' };
  await product.must('POST', '/api/gatehouse/profitShare/giveUp', giveUp);
  await round(20 * 60_000);
  assert.deepEqual(
    [figures(await partOf(some.tradeNo)), figures(await restOf(some.tradeNo))],
    [
      [149, 0, 'done'],
      [845, 0, 'done'],
    ],
  );
  assert.deepEqual(figures(await partOf(again.tradeNo)), [224, 0, 'done']);
  assert.notEqual((await partOf(again.tradeNo))['shareNo'], part['shareNo']);
  assert.deepEqual(figures(await restOf(dropped.tradeNo)), [1491, 0, 'done']);
  await right();
});

test('the stand-in refuses what Alipay refuses, and the channel says so by its code', async () => {
  const { tradeNo } = await paidInBrowser();
  const { tenantId } = exit.lot.target;
  const [{ merchant_ref: ref }] = (await exit.lot.rows(
    'SELECT merchant_ref FROM payment WHERE tenant_id = $1 AND park_id = $2 AND trade_no = $3',
    tradeNo,
  )) as unknown as [{ merchant_ref: string }];
  const { channel, terms } = await channelAt(product.database, tenantId, 'alipay', ref);
  const trade = bank.trades.get(tradeNo)!;
  const channelNo = trade.providerNo;
  const share = (shareNo: string, amountFen: number, account = LANDLORD) =>
    channel.sharing!.share({ shareNo, channelNo, parts: [{ account, amountFen }] }, terms);
  trade.sharing = false;
  await assert.rejects(share('X1', 100), /ILLEGAL_SETTLE_STATE/, 'not frozen');
  trade.sharing = true;
  bank.sharing.aheadMs = 31 * 86_400_000;
  await assert.rejects(share('X2', 100), /ILLEGAL_SETTLE_STATE/, 'later than thirty days');
  bank.sharing.aheadMs = 0;
  await assert.rejects(share('X3', 100, '2088101177956999'), /ROYALTY_RECEIVER_INVALID/, 'not bound');
  await assert.rejects(share('X4', 451), /ALLOC_AMOUNT_VALIDATE_ERROR/, 'over 30 % of 15.00');
  await assert.rejects(share('X-5', 100), /INVALID_PARAMETER/, 'numbers are letters and digits');
  const once = await share('X6', 450);
  assert.equal((await share('X6', 450)).channelNo, once.channelNo, 'the same again is the same');
  await assert.rejects(share('X6', 449), /DISCORDANT_REPEAT_REQUEST/, 'the same number with other content');
  await assert.rejects(share('X7', 1), /ALLOC_AMOUNT_VALIDATE_ERROR/, 'and no more than that in all');
  const back = (refundNo: string, amountFen: number, ofPart: number) =>
    channel.refund(
      {
        refundNo,
        tradeNo,
        amountFen,
        totalFen: 1_500,
        shares: { form: 'browser', parts: [{ account: LANDLORD, amountFen: ofPart }] },
      },
      terms,
    );
  assert.equal((await back('R1', 500, 451)).state, 'failed', 'more than was given');
  assert.equal((await back('R2', 100, 101)).state, 'failed', 'more than the refund');
  assert.equal(
    (await channel.refund({ refundNo: 'R3', tradeNo, amountFen: 1_051, totalFen: 1_500 }, terms)).state,
    'failed',
  );
  const done = await back('R4', 1_051, 450);
  assert.deepEqual(done.state === 'done' && done.back?.map(({ amountFen }) => amountFen), [450]);
  assert.equal((await channel.sharing!.finish({ shareNo: 'X8', channelNo }, terms)).over, true);
  await assert.rejects(share('X9', 1), /ILLEGAL_SETTLE_STATE/, 'finished is finished');
  assert.equal(await channel.sharing!.query({ shareNo: 'X99', channelNo }, terms), null);
  // None of this is known to the product: it leaves the books of the day.
  bank.refunds.delete('R4');
  bank.sharing.settles.delete('X6');
  bank.sharing.backs.delete('R4');
});

test('the day: settlement, bill and bank agree to the fen without what was shared', async () => {
  const { tenantId } = exit.lot.target;
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const tomorrow = new Date(Date.now() + 86_400_000);
  await reconcileAll(product.database, tomorrow);
  await product.database.write(tenantScope(tenantId), (db) => countDays(db, tenantId, today));
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
  const net = (row.netFen / 100).toFixed(2);
  const file = `交易日期,收入,支出,对方户名,摘要,流水号\r\n${addDays(today, 1)},${net},,支付宝（中国）网络技术有限公司,商户结算,B-1`;
  await product.must('POST', '/api/gatehouse/bankLine/statement', {
    companyId: product.companies.child,
    accountTail: '5678',
    file: Buffer.from(file).toString('base64'),
  });
  await product.database.write(tenantScope(tenantId), (db) => proveDays(db, tenantId, today, tomorrow));
  const days = (await product.must('GET', '/api/gatehouse/moneyDay/list', { size: 20 })).records;
  const day = days.find((each: Record<string, unknown>) => each['day'] === today && each['payType'] === 'alipay');
  assert.deepEqual(
    [day.shareFen, day.netFen, day.bankFen, day.unexplainedFen, day.status],
    [shared, row.netFen, row.netFen, 0, 'proved'],
  );
  assert.equal(await sumOf('channel'), 0, 'the channel owes nothing more');
  assert.equal(await sumOf('profit-share'), shared);
});
