import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import type { MenuEntry } from '#areas/access/model/menu-entry.ts';
import { access } from './index.ts';
import { menuWanted, syncMenus } from './menu-sync.ts';

const admin = '/api/updown/sysAdminMenu';
let product: TestProduct;
const sync = (of: readonly MenuEntry[]): Promise<void> =>
  syncMenus(product.database, of, menuWanted(of, access.served));
before(async () => {
  product = await startTestProduct();
  await sync(menu);
});
after(() => product.close());

const screen = (route: string, zh: string): MenuEntry => ({ key: route, title: text(zh, zh), route });
const system: MenuEntry = {
  key: 'system',
  title: text('系统', 'System'),
  icon: 'setting',
  children: [
    {
      key: 'access',
      title: text('权限', 'Access'),
      children: [
        screen('/system/user', '用户'),
        screen('/system/sysRole', '角色'),
        screen('/system/topMenu', '顶部菜单'),
      ],
    },
  ],
};
const base: MenuEntry = {
  key: 'base',
  title: text('基础', 'Base'),
  children: [
    { key: 'companies', title: text('单位', 'Companies'), children: [screen('/basedata/company', '单位管理')] },
  ],
};
const menu: readonly MenuEntry[] = [base, system];

type Item = { id: string; name: string; path: string; children: Item[] };
const flat = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.children)]);
const tops = (as: string) =>
  product.must('GET', '/api/updown/topMenu/listAll', {}, { as }) as Promise<{ id: string; name: string }[]>;
const under = async (as: string, name: string) =>
  flat(
    await product.must(
      'GET',
      `${admin}/routesParentIdTop`,
      { parentId: (await tops(as)).find((top) => top.name === name)!.id },
      { as },
    ),
  )
    .filter(({ children }) => children.length === 0)
    .map(({ path }) => path);
const row = async (path: string) =>
  (await product.must('GET', `${admin}/list`, { path, category: 'menu', size: 100 })).records.find(
    (each: { path: string }) => each.path === path,
  );

test('a person finds under a top menu only the screens he may read', async () => {
  assert.deepEqual(await under('admin', '系统'), ['/system/user', '/system/sysRole', '/system/topMenu']);
  assert.deepEqual(await under('groupAdmin', '系统'), ['/system/user', '/system/sysRole']);
  assert.deepEqual(await tops('nobody'), []);
});

test('the top menu of a page is found by its address, whatever its query, and not for users who may not open it', async () => {
  const holder = (path: string, as: string) => product.must('GET', '/api/gatehouse/menu-holder', { path }, { as });
  const id = async (name: string) => (await tops('admin')).find((top) => top.name === name)!.id;
  assert.deepEqual(
    [await holder('/system/topMenu', 'admin'), await holder('/basedata/company', 'admin')],
    [await id('系统'), await id('基础')],
  );
  assert.deepEqual(
    [
      await holder('/system/topMenu', 'groupAdmin'),
      await holder('/system', 'admin'),
      await holder('/system/user', 'nobody'),
    ],
    [null, null, null],
  );
  const outside = 'https://example.com/board?floor=2';
  const added = (await product.ask('POST', `${admin}/submit`, { name: '大屏', category: 'menu', path: outside })).body
    .data.id as string;
  const top = await id('系统');
  const bound = (await product.must('GET', '/api/updown/topMenu/getIdsBindMenu', { topMenuId: top })) as string[];
  await product.must('POST', '/api/updown/topMenu/addMenu', { topMenuId: top, menuIds: [...bound, added] });
  assert.deepEqual(
    [
      await holder(outside, 'admin'),
      await holder('https://example.com/board', 'admin'),
      await holder('https://example.com/', 'admin'),
    ],
    [top, top, null],
  );
  await product.must('POST', '/api/updown/topMenu/addMenu', { topMenuId: top, menuIds: bound });
  await product.must('POST', `${admin}/remove`, { ids: added });
});

test('what an operator renamed, moved and hid stays so at the next start; path and code stay the product’s', async () => {
  const user = await row('/system/user');
  await product.must('POST', `${admin}/submit`, { id: user.id, name: '人员', sort: 5 });
  const company = await row('/basedata/company');
  await product.must('POST', `${admin}/submit`, { id: company.id, visible: false });
  await sync(menu);
  assert.deepEqual([(await row('/system/user')).name, (await row('/system/user')).sort], ['人员', 5]);
  assert.ok(!(await tops('admin')).some(({ name }) => name === '基础'));
  assert.equal(
    (await product.ask('POST', `${admin}/submit`, { id: user.id, code: 'park:read' })).body.errors![0]!.field,
    'code',
  );
  const { records } = await product.must('GET', `${admin}/list`, { code: 'user:edit', size: 100 });
  assert.equal((await product.ask('POST', `${admin}/remove`, { ids: records[0].id })).status, 422);
  await product.must('POST', `${admin}/submit`, { id: company.id, visible: true });
});

test('a screen that is gone disappears, a new one stands where the operator’s own binding is', async () => {
  const top = (await tops('admin')).find(({ name }) => name === '系统')!;
  const company = await row('/basedata/company');
  const bound = (await product.must('GET', '/api/updown/topMenu/getIdsBindMenu', { topMenuId: top.id })) as string[];
  await product.must('POST', '/api/updown/topMenu/addMenu', { topMenuId: top.id, menuIds: [...bound, company.id] });
  assert.ok((await under('groupAdmin', '系统')).includes('/basedata/company'));
  const next = [
    {
      ...system,
      children: [
        { key: 'access', title: text('权限', 'Access'), children: [screen('/system/user', '用户')] },
        { key: 'more', title: text('更多', 'More'), children: [screen('/system/sysRole', '角色')] },
      ],
    },
    base,
  ];
  await sync(next);
  assert.deepEqual(
    new Set(await under('admin', '系统')),
    new Set(['/system/user', '/system/sysRole', '/basedata/company']),
  );
  await sync(menu);
});

test('buttons are the codes the person holds, as a tree', async () => {
  const codes = (nodes: any[]): string[] =>
    nodes.flatMap((node) => [...(node.code ? [node.code] : []), ...codes(node.children)]);
  const mine = codes(await product.must('GET', `${admin}/buttons`, {}, { as: 'groupAdmin' }));
  assert.ok(mine.includes('user:resetPassword') && mine.includes('boxWork:pay') && !mine.includes('topMenu:edit'));
  assert.deepEqual(await product.must('GET', `${admin}/buttons`, {}, { as: 'nobody' }), []);
});

test('a right that a call asks for on top of its own is among the buttons a role is given', async () => {
  await sync([
    ...menu,
    { key: 'money', title: text('资金', 'Money'), children: [screen('/static/onlineorder', '订单')] },
  ]);
  const { records } = await product.must('GET', `${admin}/list`, { code: 'parkingOrder:refundLarge', size: 100 });
  assert.deepEqual(
    records.map(({ name, nameEn, category }: Record<string, unknown>) => [name, nameEn, category]),
    [['大额退款', 'Large refunds', 'button']],
  );
  await sync(menu);
});

test('menus of one’s own are checked: addresses, codes, no rings, buttons with a code', async () => {
  const add = (input: Record<string, unknown>) => product.ask('POST', `${admin}/submit`, input);
  assert.equal(
    (await add({ name: '坏', category: 'menu', path: 'javascript:alert(1)' })).body.errors![0]!.field,
    'path',
  );
  assert.equal((await add({ name: '坏', category: 'menu', code: '*' })).body.errors![0]!.field, 'code');
  assert.equal((await add({ name: '坏', category: 'button' })).body.errors![0]!.field, 'code');
  const dir = (await add({ name: '目录', category: 'directory' })).body.data.id;
  const below = (await add({ name: '外部', category: 'menu', path: 'https://example.com', parentId: dir })).body.data
    .id;
  assert.equal((await add({ id: dir, parentId: below })).body.errors![0]!.field, 'parentId');
  assert.equal(
    (await product.ask('POST', `${admin}/submit`, { name: 'x', category: 'menu' }, { as: 'groupAdmin' })).status,
    403,
  );
});

test('a menu only for some roles is shown to nobody else', async () => {
  const company = await row('/basedata/company');
  await product.must('POST', `${admin}/submit`, { id: company.id, roles: ['finance'] });
  assert.ok(!(await under('groupAdmin', '系统')).includes('/basedata/company'));
  await product.must('POST', `${admin}/submit`, { id: company.id, roles: [] });
  assert.ok((await under('groupAdmin', '基础')).includes('/basedata/company'));
});

test('business menus are kept by the platform and reach whoever holds their code', async () => {
  const { id } = await product.must('POST', '/api/updown/sysmenu/submit', {
    name: '手持查单位',
    category: 'menu',
    code: 'company:read',
    path: '/pda/company',
  });
  const tree = await product.must('GET', '/api/updown/sysmenu/tree', {}, { as: 'groupAdmin' });
  assert.deepEqual(
    tree.map((each: { id: string }) => each.id),
    [id],
  );
  assert.deepEqual(await product.must('GET', '/api/updown/sysmenu/tree', {}, { as: 'nobody' }), []);
});

test('the contract’s other path answers the same menu', async () => {
  const { records } = await product.must('GET', '/api/blade-system/menu/list', { name: '角色' });
  assert.equal(records[0].path, '/system/sysRole');
});
