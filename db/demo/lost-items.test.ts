/**
 * The demo's lost property can go on from where it is: each state as its lifecycle leaves it, nothing later than now.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lostItem } from '#areas/lost/model/lost-item.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { loadLostItems } from './lost-items.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('every state has a found thing; one that was closed says how, one that was returned to whom', async () => {
  const parkId = await product.park(product.companies.child);
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant: number }>('SELECT tenant_id AS tenant FROM park WHERE id = $1', [parkId]),
  );
  const tenantId = lot!.tenant;
  await loadLostItems(product.database, tenantId, parkId, 0, Date.now());
  const rows = await product.database.read(tenantScope(tenantId), (db) =>
    db.raw<{ status: string; closed_note: string | null; owner_name: string | null; late: boolean }>(
      'SELECT status, closed_note, owner_name, updated_at > now() AS late FROM lost_item WHERE tenant_id = $1',
      [tenantId],
    ),
  );
  assert.deepEqual(
    [...new Set(rows.map(({ status }) => status))].toSorted(),
    Object.keys(lostItem.lifecycle!.states).toSorted(),
  );
  for (const { status, closed_note: note, owner_name: owner, late } of rows) {
    assert.equal(late, false);
    assert.equal(note !== null, status !== 'stored');
    assert.equal(owner !== null, status === 'returned');
  }
});
