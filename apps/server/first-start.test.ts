import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { served } from './areas.ts';
import { firstStart } from './first-start.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const start = (calls = served) =>
  firstStart(product.database, product.admin, { served: calls, adminPassword: undefined, log: () => undefined });
/** As a version would be that lacks some calls, and with them permissions. */
const fewer = served.slice(0, 40);
const ask = <R>(sql: string): Promise<R[]> => product.database.write(platformScope, (db) => db.raw<R>(sql));
const spoil = async (): Promise<void> => {
  await ask(`UPDATE role SET role_name = '?' WHERE built_in = 'finance'`);
  await ask(`UPDATE admin_menu SET path = '/?' WHERE path = '/basedata/park'`);
  await ask(`UPDATE province SET name = '?' WHERE code = '110000'`);
};
const spoilt = async (): Promise<boolean[]> =>
  Promise.all(
    [
      `SELECT 1 FROM role WHERE role_name = '?'`,
      `SELECT 1 FROM admin_menu WHERE path = '/?'`,
      `SELECT 1 FROM province WHERE name = '?'`,
    ].map(async (sql) => (await ask(sql)).length > 0),
  );

test('roles, menus and regions are brought to what this version says when it says something else than the last start did, and not looked through otherwise', async () => {
  await start();
  await spoil();
  await start();
  assert.deepEqual(await spoilt(), [true, true, true], 'the same version finds its own state');
  await start(fewer);
  assert.deepEqual(await spoilt(), [false, false, false], 'one with other calls');
  await spoil();
  await start();
  assert.deepEqual(await spoilt(), [false, false, false], 'and this one again after it');
});

test('a start that was cut off before the end of its work is made up for by the next', async () => {
  await spoil();
  await assert.rejects(
    firstStart({ ...product.database, write: () => Promise.reject(new Error('cut off')) }, product.admin, {
      served: fewer,
      adminPassword: undefined,
      log: () => undefined,
    }),
    /cut off/,
  );
  await start(fewer);
  assert.deepEqual(await spoilt(), [false, false, false]);
});

test('a tenant that came after the last start is looked at by the next, whichever version made it, and those before it are not', async () => {
  await start();
  await spoil();
  const { id } = await product.must('POST', '/api/updown/basecompany/submit', { companyName: '新来的集团' });
  const own = `built_in = 'finance' AND tenant_id = (SELECT tenant_id FROM company WHERE id = '${id}')`;
  await ask(`UPDATE role SET role_name = '旧' WHERE ${own}`);
  await start();
  assert.deepEqual(
    [(await ask(`SELECT 1 FROM role WHERE role_name = '旧'`)).length, await spoilt()],
    [0, [true, true, true]],
  );
});
