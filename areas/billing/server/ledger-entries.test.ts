/**
 * The list of ledger lines: whatever a day's report counts is there, a row each, with its car, bill, person and reason.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { orderStep } from '#domain/ledger/order.ts';
import { dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { quoted, withOrder } from './books.fixture.ts';
import { noted, placesOf, writeMoney } from './door.ts';
import type { OrderEntry, Place } from './door.ts';

let product: TestProduct;
let place: Place;
const now = Date.now() - 60_000;
const day = { startTime: dayOf(now, 'Asia/Shanghai'), endTime: dayOf(now, 'Asia/Shanghai') };
const path = '/api/gatehouse/ledgerEntry/list';

before(async () => {
  product = await startTestProduct();
  const parkId = await product.park(product.companies.child);
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  place = await product.database.read(tenantScope(row!.tenant_id), async (db) =>
    (await placesOf(db, [parkId])).get(parkId)!,
  );
});
after(() => product?.close());

const write = (entry: OrderEntry, postings: ReturnType<typeof orderStep>['postings']) =>
  product.database.write(tenantScope(place.tenantId), (db) => writeMoney(db, place, { entries: [entry], postings }));
const list = async (more: Record<string, unknown> = {}, as = 'groupAdmin') =>
  product.must('GET', path, { parkId: place.parkId, ...day, size: 100, ...more }, { as });

/** A bill of `fen`, `off` of it discounted, paid in cash with a note of 50 yuan. */
async function paidInCash(fen: number, off = 0): Promise<OrderEntry> {
  const entry = quoted(place, fen, off, now);
  const id = newId();
  const { order, postings } = orderStep(entry.order, {
    kind: 'cash',
    id,
    amountFen: fen - off,
    tenderedFen: 5_000,
    drawer: 'box-1',
    at: now + 1_000,
  });
  const paid = noted(withOrder(entry, order), id, { operator: '王敏' });
  await write(paid, postings);
  return paid;
}

test('a bill paid in cash is listed with amount due, discounts, cash received and change, with its person, bill and car', async () => {
  const entry = await paidInCash(1_200, 200);
  const { records, total, totals } = await list();
  const rows = records
    .map((row: Record<string, unknown>) => [row['item'], row['kind'], row['amountFen'], row['payType']])
    .sort();
  assert.deepEqual(
    rows,
    [
      ['derate', 'derate', 200, null],
      ['paid', 'change', -4_000, 'cash'],
      ['paid', 'payment', 5_000, 'cash'],
      ['receivable', 'derate', 200, null],
      ['receivable', 'payment', 1_000, null],
    ].sort(),
  );
  assert.equal(total, 5);
  assert.deepEqual(totals, {
    receivableFen: 1_200,
    derateFen: 200,
    waivedFen: 0,
    arrearsFen: 0,
    surplusFen: 0,
    paidFen: 1_000,
    refundFen: 0,
    netFen: 1_000,
  });
  const { records: bills } = await product.must('GET', '/api/updown/static/getOnlineOrder', { parkId: place.parkId });
  for (const row of records)
    assert.deepEqual(
      [row.orderId, row.plateNumber, row.orderNo, row.orderKind],
      [entry.order.id, bills[0].plateNumber, bills[0].orderNo, bills[0].kind],
    );
  assert.deepEqual(
    records.filter((row: { item: string }) => row.item === 'paid').map((row: { operator: string }) => row.operator),
    ['王敏', '王敏'],
  );
  for (const filter of [
    { orderNo: bills[0].orderNo },
    { plateNumber: bills[0].plateNumber },
    { orderId: entry.order.id },
    { orderKind: bills[0].kind },
  ])
    assert.equal((await list(filter)).total, 5, JSON.stringify(filter));
  assert.deepEqual(
    [
      (await list({ item: 'receivable' })).total,
      (await list({ operator: '王敏' })).total,
      (await list({ payType: 'cash' })).total,
      (await list({ kind: 'change' })).total,
    ],
    [2, 3, 2, 1],
  );
});

test('a refund is listed with its reason once it has arrived, and the day of the report is the sum of the list', async () => {
  const { order } = await paidInCash(3_000);
  await product.must(
    'POST',
    '/api/updown/parkorder/refund',
    { onlineOrderId: order.id, amountFen: 700, remark: '客户投诉' },
    { as: 'groupAdmin' },
  );
  const { records } = await list({ item: 'refund' });
  assert.deepEqual(
    records.map((row: Record<string, unknown>) => [
      row['amountFen'],
      row['kind'],
      row['payType'],
      row['reason'],
      row['orderId'],
    ]),
    [[700, 'refund-paid', 'cash', '客户投诉', order.id]],
  );
  const owing = quoted(place, 900, 0, now);
  const left = orderStep(owing.order, { kind: 'owe', at: now + 2_000 });
  await write(withOrder(owing, left.order), left.postings);
  const [listed, reported] = [
    (await list()).totals,
    (
      await product.must(
        'GET',
        '/api/updown/staticSum/getNormalData',
        { parkId: place.parkId, ...day },
        { as: 'groupAdmin' },
      )
    ).totals,
  ];
  for (const name of Object.keys(listed).filter((each) => each in reported))
    assert.deepEqual([name, listed[name]], [name, reported[name]]);
  assert.deepEqual([listed.arrearsFen, listed.refundFen], [900, 700]);
  assert.equal(
    listed.receivableFen + listed.surplusFen,
    listed.paidFen + listed.derateFen + listed.waivedFen + listed.arrearsFen,
  );
});

test('another group and a person without the lot see none of it, and the file has the rows of the page', async () => {
  const { body, text } = await product.ask(
    'GET',
    '/api/gatehouse/export/ledgerEntry',
    { parkId: place.parkId, ...day, item: 'refund', format: 'csv', columns: 'item,amountFen,reason' },
    { as: 'groupAdmin' },
  );
  assert.equal(text, '\ufeff账目,金额（元）,原因\r\n退款,7.00,客户投诉\r\n', JSON.stringify(body));
  const elsewhere = await product.park(product.companies.second);
  assert.equal((await product.must('GET', path, { parkId: elsewhere, ...day }, { as: 'groupAdmin' })).total, 0);
});
