import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { company } from '#areas/org/model/company.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { builtInRoles } from '#areas/access/model/built-in-roles.ts';
import { refreshBuiltInRoles } from './built-in.ts';

const base = '/api/updown/sysrole';
const word = 'First-word-1';
let product: TestProduct;
let nth = 0;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

type Menu = { id: string; name: string; code: string | null; children?: Menu[] };
const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);
const grantable = async (as = 'admin') =>
  flat(await product.must('GET', '/api/updown/sysmenu/adminGrantTree', {}, { as }));

async function person(companyId: string, roleIds: string[]): Promise<string> {
  const account = `role.user.${(nth += 1)}`;
  await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: account,
    companyId,
    password: word,
    allParks: true,
    roleIds,
  });
  return product.login(account, word);
}
const newRole = async (roleName: string, companyId: string | null, as = 'admin') =>
  (await product.must('POST', `${base}/submit`, { roleName, ...(companyId ? { companyId } : {}) }, { as }))
    .id as string;

test('every group has the built-in roles, and only the platform has its operator', async () => {
  const roles = (await product.must('GET', `${base}/getListByCompany`, { companyId: product.companies.second })) as {
    builtIn: string;
  }[];
  assert.deepEqual(
    new Set(roles.map(({ builtIn }) => builtIn)),
    new Set(Object.keys(builtInRoles).filter((key) => key !== 'platformOperator')),
  );
  const own = (await product.must('GET', '/api/blade-system/role/tree', { tenantCode: 'platform' })) as {
    builtIn: string;
  }[];
  assert.ok(own.some(({ builtIn }) => builtIn === 'platformOperator'));
});

test('a built-in role is renewed with the product and cannot be changed, granted to or removed', async () => {
  const roles = (await product.must('GET', `${base}/getListByCompany`, { companyId: product.companies.first })) as {
    id: string;
    builtIn: string;
  }[];
  const { id } = roles.find(({ builtIn }) => builtIn === 'finance')!;
  for (const [path, input] of [
    ['submit', { id, remark: '改' }],
    ['remove', { ids: id }],
    ['grant', { roleIds: id, menuIds: [] }],
  ] as const)
    assert.equal((await product.ask('POST', `${base}/${path}`, input)).status, 422, path);
  await refreshBuiltInRoles(product.database);
  const renewed = (await product.must('GET', `${base}/getListByCompany`, { companyId: product.companies.first })) as {
    id: string;
  }[];
  assert.deepEqual(renewed.map((each) => each.id).sort(), roles.map((each) => each.id).sort());
});

test('a role of one’s own brings the codes of the menus granted to it, and loses them again', async () => {
  const id = await newRole('查单位', product.companies.first, 'groupAdmin');
  const menus = await grantable('groupAdmin');
  const [screen, edit] = [
    menus.find(({ code, name }) => code === 'company:read' && name === company.many.zh)!,
    menus.find(({ code }) => code === 'company:edit')!,
  ];
  await product.must(
    'POST',
    '/api/updown/sysAdminRole/grant',
    { roleIds: id, menuIds: [screen.id] },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    await product.must('GET', '/api/updown/sysmenu/adminRoleTreeKeys', { roleIds: id }, { as: 'groupAdmin' }),
    [screen.id],
  );
  const token = await person(product.companies.first, [id]);
  assert.equal((await product.ask('GET', '/api/updown/basecompany/list', {}, { as: token })).status, 200);
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/basecompany/submit',
        { id: product.companies.child, remark: 'x' },
        { as: token },
      )
    ).status,
    403,
  );
  await product.must(
    'POST',
    '/api/updown/sysAdminRole/grant',
    { roleIds: id, menuIds: [screen.id, edit.id] },
    { as: 'groupAdmin' },
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/basecompany/submit',
        { id: product.companies.child, remark: 'x' },
        { as: token },
      )
    ).status,
    200,
  );
  const tree = await product.must('GET', '/api/updown/sysAdminMenu/routesParentIdTop', {}, { as: token });
  assert.deepEqual(
    flat(tree)
      .map(({ path }: any) => path)
      .filter((path: string) => path.startsWith('/basedata')),
    ['/basedata/company'],
  );
  await product.must('POST', '/api/updown/sysAdminRole/grant', { roleIds: id, menuIds: [] }, { as: 'groupAdmin' });
  assert.equal((await product.ask('GET', '/api/updown/basecompany/list', {}, { as: token })).status, 403);
});

test('nobody grants a menu or a code he does not hold, nor is he offered it', async () => {
  const id = await newRole('太多', product.companies.first, 'groupAdmin');
  const all = await grantable();
  const beyond = all.find(({ code }) => code === 'topMenu:edit')!;
  assert.ok(!(await grantable('groupAdmin')).some(({ code }) => code === 'topMenu:edit'));
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/sysAdminRole/grant',
        { roleIds: id, menuIds: [beyond.id] },
        { as: 'groupAdmin' },
      )
    ).status,
    403,
  );
  for (const code of ['*', '*:read', 'tenant:read'])
    assert.equal(
      (
        await product.ask(
          'POST',
          `${base}/grant`,
          { roleIds: id, menuIds: [], permissions: [code] },
          { as: 'groupAdmin' },
        )
      ).status,
      403,
      code,
    );
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/grant`,
        { roleIds: id, menuIds: [], permissions: ['company:read'] },
        { as: 'groupAdmin' },
      )
    ).status,
    200,
  );
});

test('roles of another group do not exist, and a company below neither sees a sister’s role nor changes the group’s', async () => {
  const theirs = await newRole('对方角色', product.companies.second);
  for (const [method, path, input] of [
    ['GET', 'detail', { id: theirs }],
    ['POST', 'submit', { id: theirs, remark: 'x' }],
    ['POST', 'grant', { roleIds: theirs, menuIds: [] }],
  ] as const)
    assert.ok(
      [400, 404].includes((await product.ask(method, `${base}/${path}`, input, { as: 'groupAdmin' })).status),
      path,
    );
  const sister = (
    await product.must('POST', '/api/updown/basecompany/submit', {
      companyName: '姊妹公司',
      parentId: product.companies.first,
    })
  ).id;
  const [hers, group] = [
    await newRole('姊妹角色', sister, 'groupAdmin'),
    await newRole('集团角色', null, 'groupAdmin'),
  ];
  const builtIn = (
    (await product.must('GET', `${base}/getListByCompany`, { companyId: product.companies.first })) as {
      id: string;
      builtIn: string;
    }[]
  ).find((each) => each.builtIn === 'companyAdmin')!.id;
  const below = await person(product.companies.child, [builtIn]);
  const seen = new Set(
    (await product.must('GET', `${base}/list`, { size: 100 }, { as: below })).records.map(
      (row: { id: string }) => row.id,
    ),
  );
  assert.ok(seen.has(group) && !seen.has(hers));
  assert.equal((await product.ask('GET', `${base}/detail`, { id: hers }, { as: below })).status, 404);
  assert.equal((await product.ask('POST', `${base}/submit`, { id: group, remark: 'x' }, { as: below })).status, 422);
  const own = await newRole('自己的', null, below);
  const { ofCompanyId } = await product.must('GET', `${base}/detail`, { id: own }, { as: below });
  assert.equal(ofCompanyId, product.companies.child);
});

test('a role in use is not removed, a name of a built-in role is not taken', async () => {
  const id = await newRole('在用', product.companies.first);
  await person(product.companies.first, [id]);
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: id })).status, 409);
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/submit`,
        { roleName: '财务', companyId: product.companies.first },
        { as: 'groupAdmin' },
      )
    ).body.errors![0]!.field,
    'roleName',
  );
});

test('a user’s roles are listed with those the company offers', async () => {
  const id = await newRole('持有', product.companies.first);
  const token = await person(product.companies.first, [id]);
  const list = (await product.must('GET', `${base}/getUserAndCompanyRole`, {}, { as: token })) as {
    id: string;
    held: boolean;
  }[];
  assert.deepEqual(
    list.filter(({ held }) => held).map((each) => each.id),
    [id],
  );
  assert.ok(list.length > 5);
  const mine = await product.must('GET', '/api/updown/sysuser/getMyRole', {}, { as: token });
  assert.deepEqual(
    mine.map((each: { roleName: string }) => each.roleName),
    ['持有'],
  );
});

test('the form of a user offers the roles that can be saved: of his company’s group, and none beyond the caller’s own rights', async () => {
  const offered = (input: Record<string, unknown>, as: string) =>
    product.must('GET', '/api/gatehouse/options/role', input, { as }) as Promise<{ value: string; label: string }[]>;
  const names = (rows: { label: string }[]) => rows.map(({ label }) => label);
  for (const companyId of [product.companies.first, product.companies.second]) {
    const rows = await offered({ companyId }, 'admin');
    assert.equal(names(rows).filter((label) => label === '集团管理员').length, 1, 'once, of that group');
    const group = await product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId }, { as: 'admin' });
    const known = new Set(group.map(({ id }: { id: string }) => id));
    assert.ok(rows.every(({ value }) => known.has(value)));
  }
  const account = 'offers.roles';
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '单位管理员',
    companyId: product.companies.child,
    password: 'First-word-1',
  });
  const all = await offered({ companyId: product.companies.child }, 'groupAdmin');
  const own = all.find(({ label }) => label === '单位管理员')!;
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: own.value }, { as: 'groupAdmin' });
  const as = await product.login(account, 'First-word-1');
  const his = names(await offered({ companyId: product.companies.child }, as));
  assert.ok(his.includes('单位管理员') && !his.includes('集团管理员'), his.join());
});
