/** The demo's sellers: what they gave stands on the bills of the past, and their money agrees with the ledger. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkMoney, placesOf } from '#areas/billing/server/door.ts';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { city } from './city.ts';
import { openShops } from './derates.ts';
import { pastOf } from './history.ts';
import { loadPast } from './load.ts';

test('discounts of the past are on its bills, in the ledger and in the sellers’ accounts, to the fen', async () => {
  const product = await startTestProduct();
  try {
    const lot = await openLot(product);
    const { tenantId, parkId } = lot.target;
    const plan = { ...city[0]!.companies[0]!.lots[0]!, staysPerDay: 60, passShare: 0 };
    const now = Date.now();
    const past = pastOf(plan, 1, 12, now, 'Asia/Shanghai');
    const lanes = [
      { gateId: lot.gates.in1, direction: 'entry' },
      { gateId: lot.gates.out1, direction: 'exit' },
    ];
    const built = { plan, companyId: product.companies.child, site: { parkId, lanes, boxName: '岗亭' } } as never;
    await loadPast(
      product.database,
      tenantId,
      built,
      past,
      new Map(),
      await openShops(product.database, tenantId, built, 1, now),
      () => '马长宁',
      () => undefined,
    );
    const place = (await product.database.read(tenantScope(tenantId), (db) => placesOf(db, [parkId]))).get(parkId)!;
    const check = await product.database.read(tenantScope(tenantId), (db) =>
      checkMoney(db, place, dayOf(now - 13 * 86_400_000, place.zone), dayOf(now, place.zone)),
    );
    assert.deepEqual([check.right, check.differences], [true, []]);
    const rows = await product.database.read(platformScope, (db) =>
      db.raw<{ status: string; n: number; benefit: number; held: number }>(
        'SELECT status, count(*)::int AS n, sum(benefit_fen)::bigint AS benefit, sum(reserved_fen)::bigint AS held FROM car_derate WHERE park_id = $1 GROUP BY status',
        [parkId],
      ),
    );
    const of = (status: string) => rows.find((row) => row.status === status) ?? { n: 0, benefit: 0, held: 0 };
    assert.ok(of('used').n > 10 && of('used').benefit > 0 && of('used').held === 0, JSON.stringify(rows));
    const [orders] = await product.database.read(platformScope, (db) =>
      db.raw<{ fen: number }>('SELECT sum(derate_fen)::bigint AS fen FROM parking_order WHERE park_id = $1', [parkId]),
    );
    assert.equal(of('used').benefit, orders!.fen);
    const sellers = (await product.must('GET', '/api/updown/parkseller/list', { parkId })).records as {
      id: string;
      reservedFen: number;
    }[];
    for (const { id } of sellers)
      assert.equal(
        (await product.must('POST', '/api/updown/parkseller/synchronizeAmount', { sellerId: id })).differenceFen,
        0,
      );
    assert.equal(
      sellers.reduce((sum, each) => sum + each.reservedFen, 0),
      of('bound').held,
    );
    const cards = await product.must('GET', '/api/gatehouse/storedCard/list', { parkId });
    assert.ok(
      cards.total > 0 &&
        cards.records.every((row: { balance: number; rechargedFen: number }) => row.balance === row.rechargedFen),
    );
  } finally {
    await product.close();
  }
});
