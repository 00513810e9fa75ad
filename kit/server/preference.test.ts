import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openHouse } from '#test/house.ts';
import type { House } from '#test/house.ts';

const path = '/api/gatehouse/preference';
let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

test('a key that ends with a colon answers all that one has set below it, and nothing of anybody else', async () => {
  const set = (as: string, key: string, value: unknown) => house.must('POST', path, { key, value }, { as });
  const get = (as: string, key: string) => house.must('GET', path, { key }, { as });
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
