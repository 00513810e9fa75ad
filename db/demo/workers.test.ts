import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLotFigures } from '#areas/passage/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { buildCity } from './build.ts';
import { openWorkers } from './workers.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('a thread fills a lot with books that are right, reports its progress, and the reason if it fails', async () => {
  const built = await buildCity(
    (method, path, input, as) =>
      product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input, as === undefined ? {} : { as }),
    { devices: {}, guests: {}, playedTo: {} },
    () => undefined,
  );
  const lot = built.lots.toSorted((a, b) => a.plan.staysPerDay - b.plan.staysPerDay)[0]!;
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number; company_id: string }>('SELECT tenant_id, company_id FROM park WHERE id = $1', [
      lot.site.parkId,
    ]),
  );
  const { tenant_id: tenantId, company_id: companyId } = row!;
  const job = { lot, nth: 11, tenantId, guards: new Map<string, string>(), now: Date.now() };
  const workers = openWorkers(product.database, product.admin, 3);
  assert.equal(workers.length, 2);
  try {
    let lastCount = 0;
    const { inside } = await workers[1]!.take(job, (stays) => {
      lastCount += stays;
    });
    assert.ok(inside.length > 0);
    const [{ count }] = (await product.database.read(tenantScope(tenantId), (db) =>
      db.raw<{ count: number }>('SELECT count(*)::int AS count FROM stay WHERE tenant_id = $1', [tenantId]),
    )) as [{ count: number }];
    assert.ok(lastCount > 1_000);
    assert.equal(count, lastCount);
    const check = await product.database.read(tenantScope(tenantId), (db) =>
      checkLotFigures(db, { tenantId, companyId, parkId: lot.site.parkId, zone: 'Asia/Shanghai' }, null),
    );
    assert.deepEqual(
      [check.differences, check.ledgerSumFen, check.brokenOrders, check.billsWrong, check.right],
      [[], 0, 0, 0, true],
    );
    await assert.rejects(
      workers[1]!.take(job, () => undefined),
      /duplicate key/,
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
});

test('on one core three lots are filled here at a time, on two one of them by a thread', async () => {
  assert.equal(openWorkers(product.database, product.admin, 1).length, 3);
  const two = openWorkers(product.database, product.admin, 2);
  assert.equal(two.length, 3);
  assert.notEqual(two[2]!.close, two[0]!.close);
  await Promise.all(two.map((worker) => worker.close()));
});
