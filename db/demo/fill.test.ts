import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tenantScope } from '#kit/server/db.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { filling } from './fill.ts';

let product: TestProduct;
let owner: Record<string, unknown>;
before(async () => {
  product = await startTestProduct();
  const parkId = await product.park(product.companies.child);
  [owner] = (await product.database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) =>
    db.raw('SELECT tenant_id, company_id, id AS park_id FROM park WHERE id = $1', [parkId]),
  )) as [Record<string, unknown>];
});
after(() => product.close());

const words = ['沪A12345', 'a\tb\nc\rd\\e', '\\N', '', '"quoted" {and} \\.', "it's"];
const lines = [{ kind: 'covered', clause: { zh: '月租\t有效', en: 'a "pass"\\' }, amountFen: 0 }];
const passage = (nth: number, more: Record<string, unknown>) => ({
  ...owner,
  id: `0197a1b2-c3d4-7e5f-8a9b-00000000${String(nth).padStart(4, '0')}`,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.123Z',
  gate_id: null,
  direction: 'entry',
  passing: 0,
  status: 'entered',
  time: '2026-11-01T00:00:00.000Z',
  raw_time: '2026-11-01T00:00:00.000Z',
  plate_number: null,
  offline: false,
  ...more,
});
const read = (ids: readonly string[], table = 'passage') =>
  product.database.read(tenantScope(Number(owner['tenant_id'])), (db) =>
    db.raw(`SELECT * FROM ${table} WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id`, [
      owner['tenant_id'],
      ids,
    ]),
  );

test('rows that are copied read as rows that are inserted, whatever signs stand in them', async () => {
  const scope = tenantScope(Number(owner['tenant_id']));
  const [copied, inserted] = [
    words.map((word, nth) => passage(nth, { reasons: word, offline: nth % 2 === 0 })),
    words.map((word, nth) => passage(100 + nth, { reasons: word, offline: nth % 2 === 0 })),
  ];
  await filling(product.database, scope, async (db) => {
    assert.deepEqual(await insertRows(db, 'passage', copied, ''), copied);
  });
  await product.database.write(scope, (db) => insertRows(db, 'passage', inserted, ''));
  const bare = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, id: null }));
  assert.deepEqual(bare(await read(copied.map(({ id }) => id))), bare(await read(inserted.map(({ id }) => id))));
});

test('JSON is copied as it is', async () => {
  const id = '0197a1b2-c3d4-7e5f-8a9b-000000009999';
  const stay = {
    ...owner,
    id,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    begin_time: '2026-11-01T00:00:00Z',
    plate_number: '沪A12345',
    status: 'closed',
    lines,
  };
  await filling(product.database, tenantScope(Number(owner['tenant_id'])), async (db) => {
    await insertRows(db, 'stay', [stay], '');
  });
  assert.deepEqual((await read([id], 'stay'))[0]!['lines'], lines);
});

test('what fails takes everything back, and the connection is under the scope again', async () => {
  const scope = tenantScope(Number(owner['tenant_id']));
  const row = passage(200, {});
  await assert.rejects(
    filling(product.database, scope, async (db) => {
      await insertRows(db, 'passage', [row], '');
      assert.equal((await db.raw<{ role: string }>('SELECT current_role AS role'))[0]!.role, 'gatehouse_app');
      await insertRows(db, 'passage', [row], '');
    }),
    /duplicate key/,
  );
  assert.deepEqual(await read([row.id]), []);
});

test('a row of another tenant is refused, though row security does not look', async () => {
  const row = passage(300, { tenant_id: Number(owner['tenant_id']) + 1 });
  await assert.rejects(
    filling(product.database, tenantScope(Number(owner['tenant_id'])), async (db) => {
      await insertRows(db, 'passage', [row], '');
    }),
    /another tenant/,
  );
});
