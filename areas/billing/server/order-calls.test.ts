import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { orderStep } from '#domain/ledger/order.ts';
import { tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { listen, quoted, withOrder } from './books.fixture.ts';
import { calm, noticesArrived, setSandbox } from './channel/sandbox.ts';
import { moneyRound, ordersOf, placesOf, prepay, writeMoney } from './door.ts';
import type { OrderEntry, Paid, Place } from './door.ts';

let product: TestProduct;
let place: Place;
const published: Paid[] = [];
const scope = () => tenantScope(place.tenantId);
const now = Date.now() - 60_000;

before(async () => {
  product = await startTestProduct();
  const parkId = await product.park(product.companies.child);
  const [row] = await product.database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  place = await product.database.read(tenantScope(row!.tenant_id), async (db) =>
    (await placesOf(db, [parkId])).get(parkId)!,
  );
  listen(({ paid }) => {
    published.push(...paid);
  });
});
after(() => product.close());

const rounds = async (aheadMs = 0) => {
  while ((await moneyRound(product.database, new Date(Date.now() + aheadMs))) > 0) await noticesArrived();
  await noticesArrived();
};

async function orderOf(fen: number, deratedFen = 0): Promise<OrderEntry> {
  const entry = quoted(place, fen, deratedFen, now);
  const lines = [
    {
      kind: 'time',
      from: now - 3_600_000,
      to: now,
      units: 1,
      unitFen: fen,
      amountFen: fen,
      clause: { zh: '首小时', en: 'First hour' },
    },
    ...(deratedFen === 0
      ? []
      : [{ kind: 'derate', from: now, to: now, amountFen: -deratedFen, clause: { zh: '优惠', en: 'Discount' } }]),
  ];
  const full = { ...entry, about: { ...entry.about, lines } };
  await product.database.write(scope(), (db) => writeMoney(db, place, { entries: [full] }));
  return full;
}

async function paidInCash(fen: number, deratedFen = 0): Promise<string> {
  const entry = await orderOf(fen, deratedFen);
  const step = orderStep(entry.order, {
    kind: 'cash',
    id: newId(),
    amountFen: fen - deratedFen,
    tenderedFen: fen,
    drawer: 'box-1',
    at: now + 1000,
  });
  await product.database.write(scope(), (db) =>
    writeMoney(db, place, { entries: [withOrder(entry, step.order)], postings: step.postings }),
  );
  return entry.order.id;
}

const refund = (onlineOrderId: string, more: Record<string, unknown> = {}, as = 'groupAdmin') =>
  product.ask('POST', '/api/updown/parkorder/refund', { onlineOrderId, remark: '客户投诉', ...more }, { as });
const orderRow = async (id: string) =>
  (await product.must('GET', '/api/updown/static/getOnlineOrder', { parkId: place.parkId, size: 100 })).records.find(
    (row: { id: string }) => row.id === id,
  );

test('a cash refund is out of the drawer at once and named with its reason in the list of refunds', async () => {
  const id = await paidInCash(1000);
  const { status, body } = await refund(id, { amountFen: 300 });
  assert.equal(status, 200, body.msg);
  assert.equal((await orderRow(id)).status, 'partRefunded');
  const { records, totals } = await product.must(
    'GET',
    '/api/updown/static/getSearchRefundOrder',
    { parkId: place.parkId },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    [records[0].amountFen, records[0].status, records[0].remark, records[0].payType, totals.amountFen],
    [300, 'refunded', '客户投诉', 'cash', 300],
  );
});

test('a refund needs a reason, an amount that is left, and an order that was paid', async () => {
  const id = await paidInCash(1000);
  assert.deepEqual(
    (await refund(id, { remark: '' })).body.errors?.map(({ field }) => field),
    ['remark'],
  );
  assert.equal((await refund(id, { amountFen: 1001 })).status, 422);
  assert.equal((await refund((await orderOf(500)).order.id)).status, 422);
  assert.equal((await refund(id)).status, 200);
  assert.equal((await refund(id)).status, 422, 'nothing is left');
  assert.equal((await orderRow(id)).status, 'refunded');
});

test('an amount below nothing, in parts of a fen, in words or beyond all money is refused, and nothing goes back', async () => {
  const id = await paidInCash(1000);
  for (const amountFen of [
    -1,
    0,
    0.5,
    1001,
    '1e3',
    'NaN',
    'Infinity',
    '１００',
    2 ** 53,
    '99999999999999999999',
    { amount: 1 },
    [1, 2],
  ])
    assert.ok([400, 422].includes((await refund(id, { amountFen })).status), JSON.stringify(amountFen));
  for (const remark of ['', '   ', 'x'.repeat(201), '\u0000', { a: 1 }])
    assert.equal((await refund(id, { remark })).status, 400, JSON.stringify(remark).slice(0, 40));
  for (const other of ['x', '', `${id}'--`, id.toUpperCase().slice(0, 35)])
    assert.ok([400, 404].includes((await refund(other)).status), other);
  const { refundedFen, status } = await orderRow(id);
  assert.deepEqual([refundedFen ?? 0, status], [0, 'paid']);
});

test('only what makes sense for an order is offered on its row', async () => {
  const actionsOf = async (id: string) =>
    (await orderRow(id)).may.filter((name: string) => /refund|notify|query/.test(name)).sort();
  const id = await paidInCash(1000);
  assert.deepEqual(await actionsOf(id), ['parkingOrder.notify', 'parkingOrder.refund']);
  await refund(id);
  assert.deepEqual(await actionsOf(id), ['parkingOrder.notify']);
  const waiting = await orderOf(500);
  await prepay(product.database, {
    tenantId: place.tenantId,
    orderId: waiting.order.id,
    channel: 'sandbox',
    at: now + 1000,
  });
  assert.deepEqual(await actionsOf(waiting.order.id), ['parkingOrder.query']);
});

test('the same click twice refunds once', async () => {
  const id = await paidInCash(1000);
  const click = () =>
    product.ask(
      'POST',
      '/api/updown/parkorder/refund',
      { onlineOrderId: id, remark: 'x', amountFen: 400 },
      { as: 'groupAdmin', key: `click-${id}` },
    );
  await Promise.all([click(), click()]);
  assert.equal((await orderRow(id)).refundedFen, 400);
});

test('an order of another group of companies is not there, and without the right nothing is refunded', async () => {
  const id = await paidInCash(1000);
  assert.equal((await refund(id, {}, 'otherTenant')).status, 404);
  assert.equal((await refund(id, {}, 'nobody')).status, 403);
  assert.equal((await orderRow(id)).refundedFen, 0);
});

test('a channel refund is under way until the channel has answered', async () => {
  await setSandbox(product.database, calm);
  const entry = await orderOf(800);
  const { tradeNo } = await prepay(product.database, {
    tenantId: place.tenantId,
    orderId: entry.order.id,
    channel: 'sandbox',
    at: now + 1000,
  });
  await product.must('POST', '/api/gatehouse/sandbox', { pay: tradeNo });
  await noticesArrived();
  assert.equal((await orderRow(entry.order.id)).status, 'paid');
  assert.equal((await refund(entry.order.id)).status, 200);
  assert.equal((await orderRow(entry.order.id)).status, 'refunding');
  await rounds();
  assert.equal((await orderRow(entry.order.id)).status, 'refunded');
});

test('querying the result books a payment whose notice was lost, and notifies the lane', async () => {
  await product.must('POST', '/api/gatehouse/sandbox', { copies: 0 });
  const entry = await orderOf(900);
  const { tradeNo } = await prepay(product.database, {
    tenantId: place.tenantId,
    orderId: entry.order.id,
    channel: 'sandbox',
    at: now + 1000,
  });
  await product.must('POST', '/api/gatehouse/sandbox', { pay: tradeNo });
  await noticesArrived();
  assert.equal((await orderRow(entry.order.id)).status, 'pending');
  const response = await product.must(
    'GET',
    '/api/updown/parkorder/queryPayResult',
    { onlineOrderId: entry.order.id },
    { as: 'groupAdmin' },
  );
  assert.deepEqual([response.status, response.paidFen, response.outstandingFen], ['paid', 900, 0]);
  published.length = 0;
  await rounds();
  assert.deepEqual(
    published.map(({ orderId }) => orderId),
    [entry.order.id],
  );
  await product.must(
    'POST',
    '/api/updown/parkorder/manualPayResultNotice',
    { onlineOrderId: entry.order.id },
    { as: 'groupAdmin' },
  );
  await rounds();
  assert.equal(published.length, 2, 'notified once more on request');
  await setSandbox(product.database, calm);
});

test('a notice is believed by its signature alone', async () => {
  const entry = await orderOf(700);
  const { tradeNo } = await prepay(product.database, {
    tenantId: place.tenantId,
    orderId: entry.order.id,
    channel: 'sandbox',
    at: now + 1000,
  });
  const forged = { tradeNo, state: 'paid', amountFen: 700, at: now + 2000, channelNo: 'X' };
  assert.equal((await product.ask('POST', '/api/gatehouse/notice/sandbox', forged, { as: null })).status, 403);
  assert.equal((await product.ask('POST', '/api/gatehouse/notice/nowhere', forged, { as: null })).status, 404);
  assert.equal((await product.ask('POST', '/api/gatehouse/notice/sandbox', { hello: 1 }, { as: null })).status, 400);
  assert.equal((await orderRow(entry.order.id)).status, 'pending');
  const { records } = await product.must(
    'GET',
    '/api/updown/static/getPageOnlinePayParkOrderRec',
    { tradeNo },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    records.map((row: { result: string }) => row.result),
    ['wrong-signature'],
  );
});

test('only operators of the platform change how the sandbox behaves', async () => {
  assert.equal((await product.ask('POST', '/api/gatehouse/sandbox', { copies: 0 }, { as: 'groupAdmin' })).status, 403);
  assert.equal((await product.ask('GET', '/api/gatehouse/sandbox', {}, { as: 'otherTenant' })).status, 403);
});

test('charges in detail name every line of the bill, in the requested language', async () => {
  const id = await paidInCash(600, 100);
  const page = await product.must(
    'GET',
    '/api/updown/static/getChargeDetail',
    { onlineOrderId: id },
    { as: 'groupAdmin', lang: 'en' },
  );
  assert.equal(page.total, 1);
  assert.deepEqual(
    page.records[0].lines.map((line: { text: string; amountFen: number }) => [line.text, line.amountFen]),
    [
      ['First hour', 600],
      ['Discount', -100],
    ],
  );
  assert.equal(page.records[0].book, undefined);
  const byStay = await product.must(
    'GET',
    '/api/updown/static/getChargeDetail',
    { recordId: page.records[0].stayId },
    { as: 'groupAdmin' },
  );
  assert.equal(byStay.records[0].id, id);
  assert.equal(
    (
      await product.must(
        'GET',
        '/api/updown/static/getChargeDetail',
        { recordId: page.records[0].stayId },
        { as: 'otherTenant' },
      )
    ).total,
    0,
  );
});

test('the sums of orders follow the filters of their list', async () => {
  const filters = { parkId: place.parkId, status: 'paid' };
  const list = await product.must(
    'GET',
    '/api/updown/static/getOnlineOrder',
    { ...filters, size: 1 },
    { as: 'groupAdmin' },
  );
  const sums = await product.must('GET', '/api/updown/static/getOnlineOrderPayAmountSum', filters, {
    as: 'groupAdmin',
  });
  assert.deepEqual(
    [sums.count, sums.receivableFen, sums.paidFen],
    [list.total, list.totals.receivableFen, list.totals.paidFen],
  );
  assert.equal(
    (await product.must('GET', '/api/updown/static/getOnlineOrderPayAmountSum', filters, { as: 'otherTenant' })).count,
    0,
  );
});

test('lists of money leave as files with their own columns', async () => {
  for (const path of [
    'exportOnlineOrder',
    'exportTempWCPays',
    'exportRefundOrder',
    'exportOnlinePayParkOrderRec',
    'exportChargeDetail',
  ]) {
    const { status, text } = await product.ask(
      'GET',
      `/api/updown/static/${path}`,
      { parkId: place.parkId, format: 'csv' },
      { as: 'groupAdmin' },
    );
    assert.equal(status, 200, path);
    assert.ok(text.split('\n').length > 1, path);
  }
});

test('the books of the lot are right, and say so', async () => {
  const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: place.parkId }, { as: 'groupAdmin' });
  assert.equal(check.parks.length, 1);
  assert.deepEqual(check.parks[0].differences, []);
  assert.equal(check.right, true);
  assert.equal(
    (await product.must('GET', '/api/gatehouse/money-check', { parkId: place.parkId }, { as: 'otherTenant' })).parks
      .length,
    0,
  );
  const orders = await product.database.read(scope(), async (db) => [
    ...(
      await ordersOf(
        db,
        (await db.raw<{ id: string }>('SELECT id FROM parking_order')).map((row) => row.id),
      )
    ).values(),
  ]);
  assert.ok(orders.length > 5);
});
