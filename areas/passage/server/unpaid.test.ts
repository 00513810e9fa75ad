/** A prepayment that was begun and did not come before the car had gone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { prepay } from '#areas/billing/server/door.ts';
import { factId } from '#domain/lane/identity.ts';
import { quoteStay } from '#domain/lane/settle.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { changeLot } from './door.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';
import { keep } from './session.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const P = '京A12345';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const money = (row: Record<string, unknown>) => [
  row.receivable_fen,
  row.derate_fen,
  row.waived_fen,
  row.paid_fen,
  row.outstanding_fen,
];
const revenue = async () =>
  (
    await lot.rows(
      "SELECT sum(amount_fen)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND account = 'revenue'",
    )
  )[0]!.fen;
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
};

/** Quoted to the driver's phone and begun at the channel; not paid. */
async function begun(stayId: string, at: number): Promise<{ orderId: string; tradeNo: string }> {
  const orderId = factId({ device: `phone:${stayId}`, seq: at, rawAt: at }, 'order');
  const wake = await product.database.write(tenantScope(lot.target.tenantId), (db) =>
    changeLot(db, lot.target, { stayIds: [stayId] }, (session) => {
      keep(session, {
        fact: 'quoted',
        lane: null,
        passing: null,
        quote: quoteStay(session.book, session.book.stay(stayId)!, orderId, at),
      });
    }),
  );
  wake();
  return {
    orderId,
    ...(await prepay(product.database, { tenantId: lot.target.tenantId, orderId, channel: 'sandbox', at })),
  };
}

/** Enters, begins to pay by phone after fifty minutes, and pays the hour in cash at the exit instead. */
async function paidInCash(): Promise<{ stayId: string; orderId: string; tradeNo: string }> {
  lot = await openLot(product);
  const stayId = await lot.enter(P, T);
  const begun_ = await begun(stayId, T + 50 * MINUTE);
  await lot.see('out1', T + HOUR, P);
  await lot.cash('out1', T + HOUR + 5000, 1000, 1000);
  await lot.through('out1', T + HOUR + 8000);
  return { stayId, ...begun_ };
}

const orders = async () => (await lot.of('parking_order', 'created_time')).map((row) => [row.status, ...money(row)]);

test('it is no longer due once the exit is paid: its stay owes nothing and no sum counts twice', async () => {
  const { stayId } = await paidInCash();
  assert.deepEqual(money(await lot.stay(stayId)), [1000, 0, 0, 1000, 0]);
  assert.deepEqual(await orders(), [
    ['pending', 0, 0, 0, 0, 0],
    ['paid', 1000, 0, 0, 1000, 0],
  ]);
  await right();
});

test('what comes for it after all was nobody’s debt and goes back', async () => {
  const { stayId, orderId, tradeNo } = await paidInCash();
  await product.must('POST', '/api/gatehouse/sandbox', { pay: tradeNo });
  await lot.money();
  const [refund] = await lot.of('refund');
  assert.deepEqual([refund!.order_id, refund!.amount_fen], [orderId, 1000]);
  assert.deepEqual([money(await lot.stay(stayId)), await revenue()], [[1000, 0, 0, 1000, 0], -1000]);
  await right();
});

test('one that came stands with its stay at once, while the car is still inside', async () => {
  lot = await openLot(product);
  const stayId = await lot.enter(P, T);
  const { tradeNo } = await begun(stayId, T + 50 * MINUTE);
  await product.must('POST', '/api/gatehouse/sandbox', { pay: tradeNo });
  await lot.money();
  assert.deepEqual(money(await lot.stay(stayId)), [1000, 0, 0, 1000, 0]);
  await right();
});
