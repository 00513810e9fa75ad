/** The menu shows a page to those alone who may read what it asks for: no entry is without its right. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { menu } from '#apps/menu.ts';
import { reports, resources, served } from '#apps/server/areas.ts';
import { permissionCodes } from '#apps/server/docs/generated.ts';
import { builtInRoles, codesOf } from '#areas/access/model/built-in-roles.ts';
import { menuWanted } from '#areas/access/server/door.ts';
import { permits } from '#kit/server/work.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let testProduct: TestProduct;
let screens: ReturnType<typeof menuWanted> = [];
before(async () => {
  testProduct = await startTestProduct();
  screens = menuWanted(menu, served).filter(({ category }) => category === 'menu');
});
after(() => testProduct?.close());

test('every page of the menu names the right that opens it, and the product knows that right', () => {
  const known = new Set(permissionCodes({ served, resources, reports }).map(({ code }) => code));
  assert.ok(screens.length > 60);
  assert.deepEqual(
    screens.filter(({ code }) => code === null || !known.has(code)).map(({ path, code }) => `${path}: ${code}`),
    [],
  );
});

test('every built-in role has pages of its own, and not those of others', () => {
  const opened = Object.entries(builtInRoles).map(([key, role]) => {
    const held = codesOf(role);
    return [key, screens.flatMap(({ path, code }) => (permits(held, code!) ? [path!] : []))] as const;
  });
  for (const [key, paths] of opened) assert.ok(paths.length > 0, key);
  const of = (key: string) => opened.find(([name]) => name === key)![1];
  assert.ok(!of('seller').includes('/work/parkBoxSource') && !of('seller').includes('/car/carbatchgrant'));
  assert.ok(!of('attendanceClerk').includes('/basedata/parkdeviceStatus'));
  assert.ok(!of('deviceInstaller').includes('/car/parkfeerule'));
  assert.ok(of('gateGuard').includes('/work/parkBoxSource') && of('deviceInstaller').includes('/basedata/parkdevice'));
});
