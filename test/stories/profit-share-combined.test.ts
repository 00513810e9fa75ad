/**
 * One payment of a driver's debts to several car parks of several companies, shared by WeChat Pay and by Alipay: of each
 * debt by its own company's contract, and a refund of one leaves the parts of the others where they are.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { moneyRound, prepayCombined, reach, reconcileAll } from '#areas/billing/server/door.ts';
import { countDays, proveDays, shareRound } from '#areas/fund/server/door.ts';
import { readTicket } from '#areas/passage/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { partsOf } from '#domain/fund/profit-share.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import type { Work } from '#kit/server/work.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

type Channel = 'wechat' | 'alipay';
const ZONE = 'Asia/Shanghai';
const banks = { wechat: new WechatStand(), alipay: new AlipayStand() };
const ACCOUNTS = {
  wechat: { landlord: '1900000201', investor: '1900000202' },
  alipay: { landlord: 'landlord@example.com', investor: '2088101177956123' },
} as const;
/** Rates by company: `one` shares with a landlord, `two` with the same landlord and an investor, `three` with nobody. */
const CONTRACTS = {
  one: [['landlord', 1_500]],
  two: [
    ['landlord', 2_000],
    ['investor', 1_000],
  ],
  three: [],
} as const;

let product: TestProduct;
let companies: Record<keyof typeof CONTRACTS, string>;
const stops: (() => Promise<void>)[] = [];

const settings = (companyId: string, mode: 'split' | 'own') =>
  product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId,
    mode,
    payeeName: '安泊停车',
    bankName: '招商银行',
    accountNo: '6214830112345678',
    cycle: 'daily',
  });

async function entitle(companyId: string, payType: Channel, account: 'landlord' | 'investor', shareBp: number) {
  const accountNo = ACCOUNTS[payType][account];
  const { id } = await product.must('POST', '/api/gatehouse/shareReceiver/submit', {
    companyId,
    payType,
    title: account === 'landlord' ? '物业合作方' : '投资方',
    accountNo,
    accountName: account === 'landlord' ? '安居物业管理有限公司' : '远见投资有限公司',
    shareBp,
    validFrom: dayOf(Date.now(), ZONE),
  });
  const typed = { recordId: id, accountNo };
  await product.must('POST', '/api/gatehouse/shareReceiver/confirm', typed, { as: 'groupAdmin' });
}

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const T = NOW - 5 * 60 * MINUTE;
type Streets = Record<'first' | 'second' | 'third' | 'fourth', Street>;
let streets: Streets;

before(async () => {
  for (const bank of Object.values(banks)) stops.push(await bank.start());
  product = await startTestProduct();
  const { url } = banks.wechat;
  configure(
    reach.as({
      ...reach.value(),
      self: await product.listen(),
      wechat: url,
      weixin: url,
      alipay: banks.alipay.url,
    }),
  );
  const one = product.companies.child;
  const below = async (companyName: string): Promise<string> =>
    (await product.must('POST', '/api/updown/basecompany/submit', { companyName, parentId: one })).id;
  companies = { one, two: await below('安泊停车二公司'), three: await below('安泊停车三公司') };
  await inForce(product, '/api/updown/wxApiConfig/submit', { companyId: one, ...banks.wechat.config });
  await inForce(product, '/api/updown/aliapiconfig/submit', { companyId: one, ...banks.alipay.config });
  for (const [name, contract] of Object.entries(CONTRACTS)) {
    const companyId = companies[name as keyof typeof CONTRACTS];
    await settings(companyId, contract.length > 0 ? 'split' : 'own');
    for (const payType of ['wechat', 'alipay'] as const)
      for (const [account, bp] of contract) await entitle(companyId, payType, account, bp);
  }
  streets = {
    first: await openStreet(product, 11, companies.one),
    second: await openStreet(product, 11, companies.one),
    third: await openStreet(product, 11, companies.two),
    fourth: await openStreet(product, 11, companies.three),
  };
  await round();
});
after(async () => {
  await product.close();
  for (const stop of stops) await stop();
});

const round = (aheadMs = 2 * MINUTE) => shareRound(product.database, new Date(Date.now() + aheadMs));
const money = async (aheadMs = 0) => {
  while ((await moneyRound(product.database, new Date(Date.now() + aheadMs))) > 0);
};
const rows = <R = Record<string, any>>(sql: string, ...more: unknown[]) =>
  product.database.read(tenantScope(streets.first.lot.tenantId), (db) =>
    db.raw<R>(sql, [streets.first.lot.tenantId, ...more]),
  );

let berth = 0;
/** A car that stood so many minutes at a street and left owing: 3 yuan for each half hour. */
async function owes(street: Street, nth: number, plate: string, minutes: number): Promise<void> {
  const from = T + nth * 1_000;
  await street.accept(
    [
      street.claim(nth, from - 60 * MINUTE, 'absent'),
      street.claim(nth, from, 'arrive'),
      street.person(nth, from + 6 * MINUTE, 'plate', plate),
      street.claim(nth, from + minutes * MINUTE, 'leave'),
      street.claim(nth, from + (minutes + 30) * MINUTE, 'absent'),
    ],
    NOW - 30 * MINUTE,
  );
  await street.sweep(NOW);
}

type Debts = { readonly plate: string; readonly tickets: readonly string[]; readonly payKey: string };
/** 9.00, 12.00, 15.00 and 6.00 at car parks of three companies: 42.00. */
async function debtsOf(): Promise<Debts> {
  const nth = berth++;
  const plate = `粤B9${String(1_000 + nth)}`;
  for (const [name, minutes] of [
    ['first', 70],
    ['second', 100],
    ['third', 130],
    ['fourth', 40],
  ] as const)
    await owes(streets[name], nth, plate, minutes);
  await product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'driver%'`));
  const { parkId } = streets.first.lot;
  const { debts } = await product.must(
    'POST',
    '/api/gatehouse/driver/debts',
    { parkId, plateNumber: plate },
    { as: null },
  );
  assert.deepEqual(debts.map(({ dueFen }: { dueFen: number }) => dueFen).sort(), [1200, 1500, 600, 900]);
  return { plate, tickets: debts.map(({ ticket }: { ticket: string }) => ticket), payKey: randomUUID() };
}

/** Begins the payment in a browser. @returns its number at the channel */
async function begun(channel: Channel, { tickets, payKey }: Debts): Promise<string> {
  const answer = await product.must(
    'POST',
    '/api/gatehouse/driver/payDebts',
    { tickets, channel, payKey },
    { as: null },
  );
  if (channel === 'alipay') banks.alipay.visit(answer.url);
  return readTicket({ input: { ticket: answer.ticket }, now: new Date() } as unknown as Work).combined!;
}
async function paid(channel: Channel): Promise<{ tradeNo: string; plate: string }> {
  const debts = await debtsOf();
  const tradeNo = await begun(channel, debts);
  banks[channel].pay(tradeNo);
  await banks[channel].notify(tradeNo);
  await money();
  return { tradeNo, plate: debts.plate };
}

type Row = {
  parkId: string;
  shareKind: 'part' | 'rest';
  amountFen: number;
  returnedFen: number;
  netFen: number;
  shareBp: number;
  status: string;
  shareNo: string;
};
/** Rows of a combined payment, by the street whose debt they are of. */
async function sharesOf(channel: Channel, tradeNo: string): Promise<Record<keyof Streets, Row[]>> {
  const channelTradeNo = banks[channel].trades.get(tradeNo)!.providerNo;
  const { records } = await product.must('GET', '/api/gatehouse/profitShare/list', { channelTradeNo, size: 50 });
  const of = ({ lot }: Street) => records.filter(({ parkId }: Row) => parkId === lot.parkId) as Row[];
  const { first, second, third, fourth } = streets;
  return { first: of(first), second: of(second), third: of(third), fourth: of(fourth) };
}
const figuresOf = (all: Record<keyof Streets, Row[]>) => JSON.stringify(all);
const sum = (fens: readonly number[]) => fens.reduce((a, b) => a + b, 0);
const kept = (own: readonly Row[]) =>
  sum(own.filter(({ shareKind }) => shareKind === 'part').map((row) => row.amountFen - row.returnedFen));
const contractOf = (name: keyof Streets) =>
  CONTRACTS[name === 'third' ? 'two' : name === 'fourth' ? 'three' : 'one'].map(([id, bp]) => ({ id, bp }));

async function right(): Promise<void> {
  for (const { lot } of Object.values(streets)) {
    const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: lot.parkId });
    assert.deepEqual(check.differences ?? [], []);
  }
  const [{ fen, shared }] = (await rows(
    `SELECT sum(amount_fen)::bigint AS fen, coalesce(sum(amount_fen) FILTER (WHERE account = 'profit-share'), 0)::bigint
      AS shared FROM ledger_line WHERE tenant_id = $1`,
  )) as [{ fen: number; shared: number }];
  assert.equal(Number(fen), 0, 'the ledger is balanced');
  const atChannels = Object.values(banks).flatMap((bank) =>
    [...bank.trades.keys()].map((trade) => bank.sharing.sharedFen(trade)),
  );
  assert.equal(Number(shared), sum(atChannels), 'and holds what receivers have got by the channels’ books');
  for (const bank of Object.values(banks)) assert.deepEqual(bank.refused, []);
}
const refund = async (street: Street, plate: string, amountFen?: number) => {
  const [order] = await rows(
    'SELECT order_id AS id FROM payment WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 AND paid_time IS NOT NULL',
    street.lot.parkId,
    plate,
  );
  const input = { onlineOrderId: order!['id'], remark: '误收', amountFen };
  await product.must('POST', '/api/updown/parkorder/refund', input);
  await money();
  await round(10 * MINUTE);
  await money(20 * MINUTE);
  const [last] = await rows(
    'SELECT status FROM refund WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 ORDER BY created_time DESC LIMIT 1',
    street.lot.parkId,
    plate,
  );
  assert.equal(last!['status'], 'refunded');
};

for (const channel of ['wechat', 'alipay'] as const) {
  const bank = banks[channel];

  test(`${channel}: 42.00 of four debts are shared by each company’s contract, and released once for all of them`, async () => {
    bank.sharing.aheadMs = 2 * MINUTE;
    const { tradeNo } = await paid(channel);
    assert.equal(bank.trades.get(tradeNo)!.sharing, true, 'made to be shared');
    await round();
    const all = await sharesOf(channel, tradeNo);
    for (const [name, own] of Object.entries(all) as [keyof Streets, Row[]][]) {
      const { netFen } = own[0]!;
      const due = partsOf(netFen, contractOf(name));
      const [parts, rest] = [own.filter(({ shareKind }) => shareKind === 'part'), own.at(-1)!];
      assert.deepEqual(
        parts.map(({ amountFen }) => amountFen).toSorted((a, b) => b - a),
        due.parts.map(({ fen }) => fen).toSorted((a, b) => b - a),
        name,
      );
      assert.equal(sum(own.map(({ amountFen }) => amountFen)), netFen, 'parts and rest are what the debt left');
      assert.ok(own.every(({ status }) => status === 'done') && rest.amountFen > 0);
    }
    const whole = 4_200 - bank.feeFen(4_200, Date.now());
    assert.equal(sum(Object.values(all).map(([row]) => row!.netFen)), whole, 'each fen but the fee of the one trade');
    const parts = Object.values(all).flatMap((own) => own.filter(({ shareKind }) => shareKind === 'part'));
    assert.equal(bank.sharing.sharedFen(tradeNo), sum(parts.map(({ amountFen }) => amountFen)));
    assert.ok(bank.sharing.sharedFen(tradeNo) <= 1_260, 'no more than 30 %');
    assert.equal(new Set(parts.map(({ shareNo }) => shareNo)).size, 2, 'a request for each company that shares');
    const rests = Object.values(all).flatMap((own) => own.filter(({ shareKind }) => shareKind === 'rest'));
    assert.deepEqual([rests.length, new Set(rests.map(({ shareNo }) => shareNo)).size], [4, 1]);
    assert.equal(bank.sharing.isFinished(tradeNo), true);
    const calls = bank.calls.length;
    await round(30 * MINUTE);
    assert.equal(bank.calls.length, calls, 'each once');
    await right();
  });

  test(`${channel}: a refund of one debt calls back that one’s parts alone, in part and whole`, async () => {
    const { tradeNo, plate } = await paid(channel);
    await round();
    const was = await sharesOf(channel, tradeNo);
    await refund(streets.third, plate, 500);
    const now = await sharesOf(channel, tradeNo);
    assert.equal(figuresOf({ ...now, third: [] }), figuresOf({ ...was, third: [] }), 'the others stand');
    assert.ok(kept(now.third) < kept(was.third) && kept(now.third) <= 300, 'at most 30 % of the 10.00 left');
    await refund(streets.third, plate);
    const last = await sharesOf(channel, tradeNo);
    assert.equal(kept(last.third), 0);
    assert.equal(figuresOf({ ...last, third: [] }), figuresOf({ ...was, third: [] }));
    assert.equal(bank.sharing.sharedFen(tradeNo), kept(was.first) + kept(was.second));
    await right();
  });

  test(`${channel}: what is refunded before anything was shared leaves less of that debt alone`, async () => {
    const { tradeNo, plate } = await paid(channel);
    await product.must('POST', '/api/updown/parkorder/refund', {
      onlineOrderId: (
        await rows(
          'SELECT order_id AS id FROM payment WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3',
          streets.first.lot.parkId,
          plate,
        )
      )[0]!['id'],
      remark: '误收',
    });
    await money();
    await round();
    const all = await sharesOf(channel, tradeNo);
    assert.ok(all.first.every(({ status, amountFen }) => status === 'cancelled' && amountFen === 0));
    assert.ok([...all.second, ...all.third, ...all.fourth].every(({ status }) => status === 'done'));
    assert.equal(bank.sharing.isFinished(tradeNo), true);
    await right();
  });

  test(`${channel}: what one company’s receiver is refused for holds up no other’s, and the rest waits for all`, async () => {
    bank.sharing.closes.set(
      ACCOUNTS[channel].investor,
      channel === 'wechat' ? 'ACCOUNT_ABNORMAL' : 'ACQ.USER_NOT_EXIST',
    );
    const { tradeNo } = await paid(channel);
    await round();
    bank.sharing.closes.clear();
    const held = await sharesOf(channel, tradeNo);
    const parts = (own: readonly Row[]) => own.filter(({ shareKind }) => shareKind === 'part');
    assert.deepEqual(
      [held.first, held.second].map((own) => parts(own)[0]!.status),
      ['done', 'done'],
    );
    const failed = parts(held.third).filter(({ status }) => status === 'failed');
    assert.ok(failed.length > 0);
    assert.ok(
      held.fourth.every(({ status }) => status === 'planned'),
      'the whole trade is held back meanwhile',
    );
    for (const row of failed)
      await product.must('POST', '/api/gatehouse/profitShare/retry', {
        recordId: (row as unknown as { id: string }).id,
      });
    await round(20 * MINUTE);
    assert.ok(
      Object.values(await sharesOf(channel, tradeNo)).every((own) => own.every(({ status }) => status === 'done')),
    );
    await right();
  });

  test(`${channel}: the same payment requested again is the same, and a lost answer is queried`, async () => {
    const debts = await debtsOf();
    const tradeNo = await begun(channel, debts);
    assert.equal(await begun(channel, debts), tradeNo);
    bank.pay(tradeNo);
    await bank.notify(tradeNo);
    await money();
    bank.bad.loseAnswers = channel === 'alipay' ? 2 : 1;
    await round();
    bank.bad.loseAnswers = 0;
    await round(10 * MINUTE);
    await round(20 * MINUTE);
    const all = Object.values(await sharesOf(channel, tradeNo)).flat();
    assert.deepEqual([all.length, [...new Set(all.map(({ status }) => status))]], [8, ['done']]);
    assert.equal(
      bank.sharing.sharedFen(tradeNo),
      sum(all.filter(({ shareKind }) => shareKind === 'part').map(({ amountFen }) => amountFen)),
    );
    await right();
  });
}

test('alipay: of a code paid face to face parts come back from all receivers, so several debts in one are not shared', async () => {
  const { plate } = await debtsOf();
  const orders = await rows<{ id: string }>(
    `SELECT id FROM parking_order WHERE tenant_id = $1 AND plate_number = $2 AND outstanding_fen > 0`,
    plate,
  );
  const { tenantId } = streets.first.lot;
  const request = { tenantId, orderIds: orders.map(({ id }) => id), at: Date.now(), key: 'code' };
  const { tradeNo } = await prepayCombined(product.database, { ...request, channel: 'alipay' });
  assert.equal(banks.alipay.trades.get(tradeNo)!.sharing, false);
  const other = await prepayCombined(product.database, { ...request, channel: 'wechat' });
  assert.equal(banks.wechat.trades.get(other.tradeNo)!.sharing, true, 'WeChat Pay calls back by receiver');
});

test('the day: each car park is settled without what its own receivers got, and nothing is unexplained', async () => {
  const { tenantId } = streets.first.lot;
  const today = dayOf(Date.now(), ZONE);
  const tomorrow = new Date(Date.now() + 86_400_000);
  await reconcileAll(product.database, tomorrow);
  await product.database.write(tenantScope(tenantId), (db) => countDays(db, tenantId, today));
  const { records } = await product.must('GET', '/api/updown/plat/settlementrecord/getPageList', { size: 50 });
  const settled = records.filter(({ netFen }: { netFen: number }) => netFen !== 0) as Record<string, any>[];
  assert.equal(settled.length, 8, 'four car parks, two channels');
  const shared = await rows<{ parkId: string; fen: number; payType: string }>(
    `SELECT park_id AS "parkId", pay_type AS "payType", sum(amount_fen - coalesce(returned_fen, 0))::bigint AS fen FROM profit_share
      WHERE tenant_id = $1 AND share_kind = 'part' AND status <> 'cancelled' GROUP BY 1, 2`,
  );
  for (const row of settled) {
    const own = shared.find((each) => each.parkId === row['parkId'] && each.payType === row['payType']);
    assert.equal(row['shareFen'] ?? 0, Number(own?.fen ?? 0));
    assert.equal(row['netFen'], row['grossFen'] - row['refundFen'] - row['channelFeeFen'] - (row['shareFen'] ?? 0));
    await product.must('POST', '/api/gatehouse/settlementRecord/check', { recordId: row['id'] }, { as: 'groupAdmin' });
    await product.must('POST', '/api/gatehouse/settlementRecord/confirm', { recordId: row['id'] });
  }
  const net = (channel: Channel) =>
    sum(settled.filter((row) => row['payType'] === channel).map((row) => row['netFen'] as number));
  const line = (channel: Channel, payer: string, no: string) =>
    `${addDays(today, 1)},${(net(channel) / 100).toFixed(2)},,${payer},商户结算,${no}`;
  const file = [
    '交易日期,收入,支出,对方户名,摘要,流水号',
    line('wechat', '财付通支付科技有限公司', 'B-1'),
    line('alipay', '支付宝（中国）网络技术有限公司', 'B-2'),
  ].join('\r\n');
  await product.must('POST', '/api/gatehouse/bankLine/statement', {
    companyId: companies.one,
    accountTail: '5678',
    file: Buffer.from(file).toString('base64'),
  });
  await product.database.write(tenantScope(tenantId), (db) => proveDays(db, tenantId, today, tomorrow));
  const days = (await product.must('GET', '/api/gatehouse/moneyDay/list', { size: 20 })).records as Record<
    string,
    any
  >[];
  for (const channel of ['wechat', 'alipay'] as const) {
    const day = days.find((each) => each['day'] === today && each['payType'] === channel)!;
    const atChannel = sum([...banks[channel].trades.keys()].map((trade) => banks[channel].sharing.sharedFen(trade)));
    assert.deepEqual(
      [day['shareFen'], day['netFen'], day['bankFen'], day['unexplainedFen'], day['status']],
      [atChannel, net(channel), net(channel), 0, 'proved'],
      channel,
    );
  }
  const [owed] = await rows(
    `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND account = 'channel'`,
  );
  assert.equal(Number(owed!['fen']), 0, 'channels owe nothing more');
});
