/** Discounts at the exit, on the real engine: counted, locked, used once, charged to their sellers, given back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { prepay } from '#areas/billing/server/door.ts';
import { factId } from '#domain/lane/identity.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { changeLot } from './door.ts';
import { MINUTE, openLot } from './lot.fixture.ts';
import type { LaneName, StoryLot } from './lot.fixture.ts';
import { keep } from './session.ts';

let product: TestProduct;
let lot: StoryLot;
let seller: string;
const P = '京A12345';
/** Cars came an hour and fifty minutes ago, so that they leave after what is given now. */
const cameAt = (): number => Math.floor(Date.now() / MINUTE) * MINUTE - 110 * MINUTE;
const T = cameAt();

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const rule = async (more: Record<string, unknown>): Promise<string> =>
  (
    await product.must('POST', '/api/updown/parkderate/submit', {
      parkId: lot.parkId,
      derateName: `规则${Math.random()}`,
      dayLimit: 0,
      ...more,
    })
  ).id;
async function shop(rules: readonly string[], chargedFen: number): Promise<string> {
  const { id } = await product.must('POST', '/api/updown/parkseller/submit', {
    parkId: lot.parkId,
    sellerName: `商家${Math.random()}`,
    derateIds: rules,
  });
  if (chargedFen > 0)
    await product.must('POST', '/api/updown/parkseller/sellerCharge', {
      recordId: id,
      money: chargedFen,
      remark: '首充',
    });
  return id;
}
const give = async (derateId: string, plateNumber = P): Promise<string> =>
  (await product.must('POST', '/api/gatehouse/carDerate/grant', { sellerId: seller, derateId, plateNumber })).id;
const coupons = async () =>
  (await lot.of('car_derate', 'time, id')).map((row) => [
    row.status,
    row.benefit_fen,
    row.charged_fen,
    row.reserved_fen,
  ]);
const account = async () => {
  const [row] = await lot.rows(
    'SELECT charged_fen, used_fen, reserved_fen, balance FROM park_seller WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
    seller,
  );
  return [row!.charged_fen, row!.used_fen, row!.reserved_fen, row!.balance];
};
const ledgerOf = async (name: string) =>
  (
    await lot.rows(
      'SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND account = $3',
      name,
    )
  )[0]!.fen;
const due = async (lane: LaneName = 'out1'): Promise<number> => {
  const { phase } = await lot.lane(lane);
  return 'settling' in phase ? phase.settling.quote.dueFen : -1;
};
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
  assert.deepEqual(
    (await product.must('POST', '/api/updown/parkseller/synchronizeAmount', { sellerId: seller })).differenceFen,
    0,
  );
};

/** A quote for a driver's phone while the car is inside, and its payment through the channel. */
async function quoteInside(stayId: string, at: number): Promise<string> {
  const id = factId({ device: `phone:${stayId}`, seq: at, rawAt: at }, 'order');
  const wake = await product.database.write(tenantScope(lot.target.tenantId), (db) =>
    changeLot(db, lot.target, { stayIds: [stayId] }, (session) => {
      keep(session, {
        fact: 'quoted',
        lane: null,
        passing: null,
        quote: quoteStay(session.book, session.book.stay(stayId)!, id, at),
      });
    }),
  );
  wake();
  return id;
}
const begin = async (orderId: string, at: number): Promise<string> =>
  (await prepay(product.database, { tenantId: lot.target.tenantId, orderId, channel: 'sandbox', at })).tradeNo;
async function payByPhone(orderId: string, at: number): Promise<void> {
  await product.must('POST', '/api/gatehouse/sandbox', { pay: await begin(orderId, at) });
  await lot.money();
}

test('a visitor of a mall with two discounts prepays and leaves too late: both bills count them once, the seller pays by his rules', async () => {
  lot = await openLot(product);
  const [hour, five] = [
    await rule({ derateType: 'time', minutes: 60, chargeBy: 'price', price: 300 }),
    await rule({ derateType: 'amount', amountFen: 500, chargeBy: 'benefit' }),
  ];
  seller = await shop([hour, five], 2000);
  const stay = await lot.enter(P, T);
  await give(hour);
  await give(five);
  assert.deepEqual(await account(), [2000, 0, 800, 1200]);
  const paidAt = T + 110 * MINUTE;
  const order = await quoteInside(stay, paidAt);
  assert.deepEqual((await lot.of('parking_order'))[0]!.outstanding_fen, 500);
  assert.deepEqual(
    (await coupons()).map(([state]) => state),
    ['locked', 'locked'],
  );
  await payByPhone(order, paidAt + 5000);
  assert.deepEqual(await coupons(), [
    ['used', 1000, 300, 0],
    ['used', 500, 500, 0],
  ]);
  assert.deepEqual(await account(), [2000, 800, 0, 1200]);
  await lot.see('out1', T + 150 * MINUTE, P);
  assert.equal(await due(), 500);
  await lot.cash('out1', T + 150 * MINUTE + 5000, 500);
  await lot.through('out1', T + 150 * MINUTE + 8000);
  const closed = await lot.stay(stay);
  assert.deepEqual(
    [closed.status, closed.receivable_fen, closed.derate_fen, closed.paid_fen, closed.bill_fen],
    ['closed', 2500, 1500, 1000, 500],
  );
  assert.deepEqual(
    closed.lines
      .filter((line: { kind: string }) => line.kind === 'derate')
      .map((line: { amountFen: number }) => line.amountFen),
    [-1000, -500],
  );
  assert.deepEqual(await coupons(), [
    ['used', 1000, 300, 0],
    ['used', 500, 500, 0],
  ]);
  const { events } = await product.must('GET', '/api/gatehouse/stay/story', { recordId: stay });
  assert.deepEqual(
    events.flatMap((event: { kind: string; detail: { status: string; benefitFen: number } }) =>
      event.kind === 'derate' ? [[event.detail.status, event.detail.benefitFen]] : [],
    ),
    [
      ['used', 1000],
      ['used', 500],
    ],
    'its timeline shows both',
  );
  assert.deepEqual(
    [await ledgerOf('seller'), await ledgerOf('derated'), await ledgerOf('revenue')],
    [-1200, 700, -2500],
  );
  assert.deepEqual(
    (await lot.of('park_day', 'day')).reduce((sum, day) => sum + day.derate_fen, 0),
    1500,
  );
  await right();
});

test('a seller whose balance runs out gives no more until he recharges or a discount is withdrawn', async () => {
  lot = await openLot(product);
  const whole = await rule({ derateType: 'full', chargeBy: 'price', price: 600 });
  seller = await shop([whole], 1000);
  const first = await give(whole, '京A10001');
  const refused = await product.ask('POST', '/api/gatehouse/carDerate/grant', {
    sellerId: seller,
    derateId: whole,
    plateNumber: P,
  });
  assert.deepEqual([refused.status, /余额不足/.test(refused.body.msg)], [422, true]);
  await product.must('POST', '/api/gatehouse/carDerate/cancel', { recordId: first });
  assert.deepEqual(await account(), [1000, 0, 0, 1000]);
  await give(whole);
  await lot.enter(P, T);
  await lot.leave(P, T + 115 * MINUTE);
  assert.deepEqual(await coupons(), [
    ['cancelled', 0, 0, 0],
    ['used', 2000, 600, 0],
  ]);
  assert.deepEqual(await account(), [1000, 600, 0, 400]);
  await right();
});

test('used at most once: a bill paid by phone and in cash at the same moment charges the seller once', async () => {
  lot = await openLot(product);
  const five = await rule({ derateType: 'amount', amountFen: 500, chargeBy: 'face' });
  seller = await shop([five], 500);
  const stay = await lot.enter(P, T);
  const id = await give(five);
  const at = T + 112 * MINUTE;
  const trade = await begin(await quoteInside(stay, at), at + 1000);
  await lot.see('out1', at + 2000, P);
  assert.equal(await due(), 1500);
  await Promise.all([
    product.must('POST', '/api/gatehouse/sandbox', { pay: trade }).then(() => lot.money()),
    lot.cash('out1', at + 9000, 1500),
  ]);
  await lot.money();
  assert.deepEqual(await coupons(), [['used', 500, 500, 0]]);
  assert.deepEqual(await account(), [500, 500, 0, 0]);
  assert.equal(
    (
      await lot.rows(
        `SELECT count(DISTINCT posting) AS n FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND kind = 'seller-derate'`,
      )
    )[0]!.n,
    1,
  );
  assert.equal((await lot.of('car_derate'))[0]!.id, id);
  await lot.through('out1', at + 15_000);
  await right();
});

test('a lock keeps a discount from another car of the plate while the quote holds, and a car that leaves without it ends it', async () => {
  lot = await openLot(product);
  // The lock holds for a minute by the clock on the wall.
  const came = cameAt();
  const five = await rule({ derateType: 'amount', amountFen: 500, chargeBy: 'face' });
  seller = await shop([five], 1000);
  await lot.enter(P, came);
  await give(five);
  await lot.see('out1', came + 111 * MINUTE, P);
  assert.deepEqual([await due(), (await coupons())[0]![0]], [1500, 'locked']);
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/carDerate/cancel', { recordId: (await lot.of('car_derate'))[0]!.id }))
      .status,
    422,
  );
  await lot.gone('out1', came + 111 * MINUTE + 20_000);
  assert.equal((await coupons())[0]![0], 'bound');
  await lot.leave(P, came + 112 * MINUTE);
  assert.deepEqual(await coupons(), [['used', 500, 500, 0]]);
  await lot.enter('京B20002', came + 108 * MINUTE);
  await give(five, '京B20002');
  await lot.leave('京B20002', came + 113 * MINUTE);
  assert.deepEqual((await coupons())[1], ['expired', 0, 0, 0]);
  assert.deepEqual(await account(), [1000, 500, 0, 500]);
  await right();
});

test('a full refund gives back what the rule restores: to the driver for another day, to the seller his money', async () => {
  lot = await openLot(product);
  const [back, kept] = [
    await rule({ derateType: 'amount', amountFen: 500, chargeBy: 'face' }),
    await rule({ derateType: 'percent', percentOff: 50, chargeBy: 'price', price: 200, restores: false }),
  ];
  seller = await shop([back, kept], 1000);
  await lot.enter(P, T);
  await give(back);
  await give(kept);
  await lot.leave(P, T + 115 * MINUTE);
  assert.deepEqual(await coupons(), [
    ['used', 500, 500, 0],
    ['used', 1000, 200, 0],
  ]);
  const [order] = await lot.of('parking_order');
  await product.must('GET', '/api/updown/parkorder/refund', { onlineOrderId: order!.id, remark: '误收' });
  assert.deepEqual(await coupons(), [
    ['restored', 0, 0, 500],
    ['used', 1000, 200, 0],
  ]);
  assert.deepEqual(await account(), [1000, 200, 500, 300]);
  await right();
  const from = new Date(T).toISOString();
  const { totals } = await product.must('GET', '/api/updown/static/getPageCarDerates', {
    parkId: lot.parkId,
    usedTimeFrom: from,
  });
  assert.equal(order!.derate_fen, 1500, 'reports keep what the bill was given');
  assert.deepEqual([totals.benefitFen, totals.returnedFen], [1000, 500], 'and the list of discounts shows where it is');
});

test('what is given after everything was paid takes nothing and costs the seller nothing', async () => {
  lot = await openLot(product);
  const five = await rule({ derateType: 'amount', amountFen: 500, chargeBy: 'face' });
  seller = await shop([five], 500);
  const stay = await lot.enter(P, T);
  const paidAt = T + 110 * MINUTE;
  await payByPhone(await quoteInside(stay, paidAt), paidAt + 1000);
  await give(five);
  await lot.see('out1', paidAt + 5 * MINUTE, P);
  assert.deepEqual([(await lot.lane('out1')).phase.name, await due()], ['releasing', 0]);
  await lot.through('out1', paidAt + 5 * MINUTE + 2000);
  assert.deepEqual([await coupons(), await account()], [[['expired', 0, 0, 0]], [500, 0, 0, 500]]);
  await right();
});

test('a stored-value card pays at the exit by itself after the discounts, the rest is due, and a refund restores it', async () => {
  lot = await openLot(product);
  const five = await rule({ derateType: 'amount', amountFen: 500, chargeBy: 'face' });
  seller = await shop([five], 500);
  const recharge = (money: number) =>
    product.must('POST', '/api/gatehouse/storedCard/recharge', { parkId: lot.parkId, plateNumber: P, money });
  const balance = async () => (await lot.of('stored_card'))[0]!.balance;
  await recharge(1800);
  await lot.enter(P, T);
  await give(five);
  await lot.see('out1', T + 115 * MINUTE, P);
  assert.deepEqual([(await lot.lane('out1')).phase.name, await balance()], ['releasing', 300]);
  await lot.through('out1', T + 115 * MINUTE + 5000);
  const [payment] = await lot.of('payment');
  assert.deepEqual([payment!.pay_type, payment!.amount_fen, payment!.derate_fen], ['storedValue', 1500, 500]);
  await lot.enter(P, T + 116 * MINUTE, 'in2');
  await lot.see('out1', T + 156 * MINUTE, P);
  assert.deepEqual(
    [
      (await lot.lane('out1')).phase.name,
      await balance(),
      (await lot.of('parking_order', 'created_time'))[1]!.outstanding_fen,
    ],
    ['awaiting', 0, 200],
  );
  await lot.cash('out1', T + 156 * MINUTE + 5000, 200);
  await lot.through('out1', T + 156 * MINUTE + 9000);
  await product.must('GET', '/api/updown/parkorder/refund', {
    onlineOrderId: (await lot.of('parking_order', 'created_time'))[0]!.id,
    remark: '误扣',
  });
  assert.deepEqual([await balance(), await ledgerOf('stored-value')], [1500, -1500]);
  await right();
});
