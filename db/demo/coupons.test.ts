/** The demo's coupons: what they took stands on the bills of the past, and stores, rules and ledger say the same. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkMoney, placesOf } from '#areas/billing/server/door.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { city } from './city.ts';
import { withCoupons } from './coupons.ts';
import { openShops } from './derates.ts';
import { pastOf } from './history.ts';
import { loadPast } from './load.ts';

test('coupons of the past are on its bills, in the ledger and in the purses of stores and rules, to the fen', async () => {
  const product = await startTestProduct();
  try {
    const lot = await openLot(product);
    const { tenantId, parkId } = lot.target;
    const mall = city
      .flatMap(({ companies }) => companies.flatMap(({ lots }) => lots))
      .find(({ kind }) => kind === 'mall')!;
    const plan = { ...mall, staysPerDay: 60, passShare: 0 };
    const now = Date.now();
    const past = pastOf(plan, 1, 12, now, 'Asia/Shanghai');
    const lanes = [
      { gateId: lot.gates.in1, direction: 'entry' },
      { gateId: lot.gates.out1, direction: 'exit' },
    ];
    const built = { plan, companyId: product.companies.child, site: { parkId, lanes, boxName: '岗亭' } } as never;
    const shops = await withCoupons(
      product.database,
      tenantId,
      built,
      await openShops(product.database, tenantId, built, 1, now),
      1,
      now,
    );
    await loadPast(
      product.database,
      tenantId,
      built,
      past,
      new Map(),
      shops,
      () => '马长宁',
      () => undefined,
    );
    const place = (await product.database.read(tenantScope(tenantId), (db) => placesOf(db, [parkId]))).get(parkId)!;
    const check = await product.database.read(tenantScope(tenantId), (db) =>
      checkMoney(db, place, dayOf(now - 13 * 86_400_000, place.zone), dayOf(now, place.zone)),
    );
    assert.deepEqual([check.right, check.differences], [true, []]);
    const of = async (sql: string) =>
      (await product.database.read(platformScope, (db) => db.raw<Record<string, number>>(sql, [tenantId])))[0]!;
    const coupons = await of(
      `SELECT count(*) FILTER (WHERE status = 'used')::int AS used, sum(benefit_fen)::bigint AS benefit,
        sum(charged_fen)::bigint AS charged, sum(reserved_fen)::bigint AS reserved, count(*)::int AS issued
        FROM coupon_info WHERE tenant_id = $1`,
    );
    assert.ok(coupons.used! > 10 && coupons.issued! > 300, JSON.stringify(coupons));
    assert.deepEqual(
      await of(
        'SELECT sum(used)::int AS used, sum(benefit_fen)::bigint AS benefit, sum(used_fen)::bigint AS charged, sum(reserved_fen)::bigint AS reserved, sum(issued)::int AS issued FROM coupon_rule WHERE tenant_id = $1',
      ),
      coupons,
    );
    const deductions = await of(
      `SELECT sum(benefit_fen)::bigint AS benefit, sum(charged_fen)::bigint AS charged FROM coupon_deduction
        WHERE tenant_id = $1 AND status = 'used'`,
    );
    assert.deepEqual(deductions, { benefit: coupons.benefit, charged: coupons.charged });
    const bills = await of(
      `SELECT sum(benefit_fen)::bigint AS benefit FROM car_derate WHERE tenant_id = $1 AND source = 'coupon'
        AND status = 'used'`,
    );
    assert.equal(bills.benefit, coupons.benefit);
    const stores = await of(
      'SELECT sum(charged_fen - used_fen)::bigint AS left FROM coupon_store WHERE tenant_id = $1',
    );
    const ledger = await of(
      `SELECT -sum(amount_fen)::bigint AS left FROM ledger_line WHERE tenant_id = $1 AND account = 'seller'
        AND party IN (SELECT id::text FROM coupon_store WHERE tenant_id = $1)`,
    );
    assert.equal(stores.left, ledger.left, 'K3 the ledger and the stores’ balances are one');
  } finally {
    await product.close();
  }
});
