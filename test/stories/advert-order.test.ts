/**
 * Months without a platform's adverts: ordered by one, paid by another's word, booked once, and adverts gone for so
 * long.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkMoney } from '#areas/billing/server/door.ts';
import { addDays, addMonths, dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let parkId: string;
const base = '/api/gatehouse/adverOrder';
const today = dayOf(Date.now(), 'Asia/Shanghai');

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child);
  for (const [plat, closeFen] of [
    ['pp', 30_000],
    ['h', null],
  ])
    await product.must(
      'POST',
      '/api/gatehouse/adPlat/submit',
      { plat, name: plat, shareBp: 7000, closeFen },
      { as: 'groupAdmin' },
    );
});
after(() => product.close());

const order = (more: Record<string, unknown> = {}) =>
  product.ask('POST', `${base}/submit`, { parkId, plat: 'pp', months: 3, ...more }, { as: 'groupAdmin' });
const list = async (more: Record<string, unknown> = {}) =>
  product.must('GET', '/api/updown/plat/collect/searchAdverOrder', { parkId, size: 50, ...more });
const accounts = async (): Promise<Record<string, number>> => {
  const rows = await product.database.read(platformScope, (db) =>
    db.raw<{ account: string; fen: number }>(
      'SELECT account, sum(amount_fen)::bigint AS fen FROM ledger_line WHERE park_id = $1 GROUP BY account HAVING sum(amount_fen) <> 0 ORDER BY 1',
      [parkId],
    ),
  );
  return Object.fromEntries(rows.map(({ account, fen }) => [account, fen]));
};
const pay = (id: string, as = 'admin') =>
  product.ask('POST', `${base}/pay`, { orderId: id, payType: 'transfer', payRef: 'R-1' }, { as });

test('the price is the platform’s, whoever ordered does not record the payment, and it is booked once', async () => {
  assert.deepEqual(
    (await order({ plat: 'h' })).body.errors?.map(({ field }) => field),
    ['plat'],
    'not for sale',
  );
  const { id } = (await order({ amountFen: 1 })).body.data;
  assert.deepEqual([(await list()).records[0].amountFen, (await list()).totals.amountFen], [90_000, 90_000]);
  assert.equal((await pay(id, 'groupAdmin')).status, 422, 'not by who ordered');
  assert.equal((await pay(id)).status, 200);
  assert.equal((await pay(id)).status, 409, 'once');
  assert.deepEqual(await accounts(), { 'ad-free': 90_000, 'platform-income': -90_000 });
  const [paid] = (await list({ plat: 'pp' })).records;
  assert.deepEqual([paid.validFrom, paid.validUntil], [today, addDays(addMonths(today, 3), -1)]);
  const next = (await order({ months: 1 })).body.data.id;
  await pay(next);
  const following = (await list()).records.find((row: { id: string }) => row.id === next);
  assert.equal(following.validFrom, addDays(paid.validUntil, 1), 'months follow one another');
  await product.must('POST', `${base}/withdraw`, { orderId: next, why: '重复登记' });
  assert.deepEqual(await accounts(), { 'ad-free': 90_000, 'platform-income': -90_000 }, 'undone to the fen');
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number; company_id: string }>('SELECT tenant_id, company_id FROM park WHERE id = $1', [parkId]),
  );
  const place = { tenantId: row!.tenant_id, companyId: row!.company_id, parkId, zone: 'Asia/Shanghai' };
  const check = await product.database.read(tenantScope(place.tenantId), (db) => checkMoney(db, place, today, today));
  assert.deepEqual(check.differences, [], 'it is no takings of the day');
});

test('an order that is not paid yet is cancelled with a reason, and another group sees none of them', async () => {
  const { id } = (await order()).body.data;
  await product.must('POST', `${base}/cancel`, { orderId: id, why: '不需要' }, { as: 'groupAdmin' });
  assert.equal((await pay(id)).status, 409);
  assert.equal(
    (await product.must('GET', '/api/updown/plat/collect/searchAdverOrder', {}, { as: 'otherTenant' })).total,
    0,
  );
});
