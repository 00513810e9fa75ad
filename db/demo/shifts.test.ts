/**
 * The demo's shifts agree with its cash: each row in one shift, sums right, receipts without gaps. Made in a product
 * with one lot.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOrder } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { newId } from '#kit/server/id.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { loadShifts, rotaOf } from './shifts.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('shifts of a lot hold all its cash of those days, once', async () => {
  const parkId = await product.park(product.companies.child);
  await product.must('POST', '/api/updown/baseParkBox/submit', { parkId, boxName: '值班岗亭' });
  const [{ tenant_id: tenantId }] = (await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  )) as [{ tenant_id: number }];
  const now = Date.now();
  const sql = (text: string) =>
    product.database.read(platformScope, (db) => db.raw<Record<string, number>>(text, [parkId]));
  await product.database.write(tenantScope(tenantId), async (db) => {
    const place = (await placesOf(db, [parkId])).get(parkId)!;
    for (let nth = 0; nth < 40; nth += 1) {
      const at = now - 4 * 86_400_000 + ((nth * 37) % 40) * 2 * 3_600_000;
      const quoted = orderStep(newOrder(newId(at), parkId, newId(at)), {
        kind: 'quote',
        receivableFen: 500,
        deratedFen: 0,
        pricedAt: at,
        validUntil: at + 60_000,
      });
      const paid = orderStep(quoted.order, {
        kind: 'cash',
        id: newId(at),
        amountFen: 500,
        tenderedFen: 1_000,
        drawer: '值班岗亭',
        at,
      });
      const about = {
        kind: 'exit' as const,
        plateNumber: '浙A12345',
        carTypeId: null,
        gateId: null,
        createdTime: at,
        inTime: null,
        lines: [],
        ruleId: null,
        remark: null,
        money: {},
      };
      await writeMoney(db, place, {
        entries: [{ order: paid.order, about }],
        postings: [...quoted.postings, ...paid.postings],
      });
    }
  });
  const lot = { plan: { name: '甲' }, companyId: '', site: { parkId, lanes: [{}] } };
  const guards = new Map([
    ['马长宁', newId()],
    ['赵小川', newId()],
  ]);
  await loadShifts(
    product.database,
    tenantId,
    lot as never,
    guards,
    rotaOf(guards, 1, { now, days: 5, zone: 'Asia/Shanghai' }),
    1,
    now,
  );
  const [loose] = await sql('SELECT count(*)::int AS n FROM shift_entry WHERE park_id = $1 AND shift_id IS NULL');
  assert.equal(loose!.n, 0);
  const [sums] = await sql(
    `SELECT sum(cash_fen)::int AS cash, sum(payments)::int AS payments,
      sum(counted_fen - difference_fen - expected_fen)::int AS off,
      sum(counted_fen - keep_fen - hand_in_fen)::int AS kept, count(*) FILTER (WHERE status = 'open')::int AS open
      FROM shift WHERE park_id = $1`,
  );
  const [inOpen] = await sql(
    `SELECT count(*)::int AS n FROM shift_entry e JOIN shift s ON s.id = e.shift_id WHERE e.park_id = $1
      AND s.status = 'open'`,
  );
  assert.deepEqual(sums, { cash: (40 - inOpen!.n!) * 500, payments: 40 - inOpen!.n!, off: 0, kept: 0, open: 1 });
  const receipts = await sql(`SELECT receipt_no AS n FROM shift_entry WHERE park_id = $1 ORDER BY time`);
  assert.deepEqual(
    receipts.map(({ n }) => n),
    receipts.map((_, nth) => nth + 1),
  );
});
