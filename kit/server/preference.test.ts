import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { platformScope } from './db.ts';
import { MOST_SETTINGS, SETTING_TEXT } from './preference.ts';

const path = '/api/gatehouse/preference';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('a key that ends with a colon answers all that one has set below it, and nothing of anybody else', async () => {
  const set = (as: string, key: string, value: unknown) => product.must('POST', path, { key, value }, { as });
  const get = (as: string, key: string) => product.must('GET', path, { key }, { as });
  await set('admin', 'list:stay', { hidden: ['remark'] });
  await set('admin', 'list:carModel', { order: ['sort'] });
  await set('admin', 'views:stay', []);
  await set('groupAdmin', 'list:stay', { hidden: ['kind'] });
  assert.deepEqual(await get('admin', 'list:'), {
    'list:stay': { hidden: ['remark'] },
    'list:carModel': { order: ['sort'] },
  });
  assert.deepEqual(
    [await get('admin', 'list:stay'), await get('admin', 'list:none'), await get('admin', 'list')],
    [{ hidden: ['remark'] }, null, null],
  );
  assert.deepEqual(
    [await get('groupAdmin', 'list:'), await get('nobody', 'list:'), await get('nobody', '%:')],
    [{ 'list:stay': { hidden: ['kind'] } }, {}, {}],
  );
});

test('settings are so many and so long', async () => {
  const set = (key: string, value: unknown) => product.ask('POST', path, { key, value }, { as: 'nobody' });
  assert.equal((await set('long', { text: 'x'.repeat(SETTING_TEXT) })).status, 413);
  const { tenantId, userId } = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: 'nobody' });
  await product.database.write(platformScope, (db) =>
    db.raw(
      `INSERT INTO preference (tenant_id, user_id, key, value) SELECT $1, $2, 'k' || n, '1'
        FROM generate_series(1, $3::int) n`,
      [tenantId, userId, MOST_SETTINGS],
    ),
  );
  const refused = await set('one more', 1);
  assert.deepEqual([refused.status, refused.body.error], [429, 'too_many']);
  assert.equal((await set('k1', 2)).status, 200, 'what is there can be changed');
});
