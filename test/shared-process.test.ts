/** Two products of one process, as two test files have them, know nothing of each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { forget } from '#areas/access/server/door.ts';
import { invoiceRound } from '#areas/invoice/server/door.ts';
import { database, platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

async function started(t: TestContext): Promise<TestProduct> {
  const product = await startTestProduct();
  t.after(() => product.close());
  return product;
}
const raw = (product: TestProduct, sql: string): Promise<unknown[]> =>
  product.database.write(platformScope, (db) => db.raw(sql));

test('who lost his rights in one product has them in the next one, though both know him by the same token', async (t) => {
  const list = (product: TestProduct) => product.ask('GET', '/api/updown/basePark/list', {}, { as: 'groupAdmin' });
  const one = await started(t);
  await raw(one, `UPDATE "user" SET role_ids = '{}' WHERE role_ids <> '{}' RETURNING 1`);
  await forget(one.database);
  assert.equal((await list(one)).status, 403);
  const two = await started(t);
  assert.equal(two.people.groupAdmin, one.people.groupAdmin);
  assert.equal((await list(two)).status, 200);
});

test('who saw personal data whole stands in the log of each product, though session and question are the same', async (t) => {
  for (let nth = 0; nth < 2; nth += 1) {
    const product = await started(t);
    const parkId = await product.park(product.companies.child);
    const car = { parkId, plateNumber: '苏A12345', type: 'white' };
    await product.must('POST', '/api/updown/parkblackList/submit', car);
    await product.must('GET', '/api/updown/parkblackList/listPage', { keyword: '苏A' }, { as: 'groupAdmin' });
    const seen = await raw(product, `SELECT 1 FROM audit_log WHERE action = 'view' AND call_name = 'carList.list'`);
    assert.equal(seen.length, 1);
  }
});

test('refunds are looked at for each product in its own time, however far ahead another one’s clock is', async (t) => {
  const product = await started(t);
  const sent = async (aheadMs: number): Promise<string[]> => {
    const statements: string[] = [];
    const own = database(product.admin, 2, (sql) => statements.push(sql));
    await invoiceRound(own, new Date(Date.now() + aheadMs)).finally(own.close);
    return statements;
  };
  const ahead = await sent(2 * 86_400_000);
  assert.ok(ahead.length > 0);
  assert.deepEqual(await sent(0), ahead);
});

test('the figures that an operator reads are of the product whose operator he is', async (t) => {
  for (let waiting = 0; waiting < 2; waiting += 1) {
    const product = await started(t);
    if (waiting > 0)
      await raw(
        product,
        `INSERT INTO outbox (tenant_id, id, kind, target, payload, state, due_at)
         VALUES (1, gen_random_uuid(), 'test', 'x', '{}', 'pending', now())`,
      );
    const { history, lags } = await product.must('GET', '/api/gatehouse/metrics');
    assert.deepEqual([history.length, lags.outboxPending], [1, waiting]);
  }
});
