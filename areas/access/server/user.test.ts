import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/updown/sysuser';
const word = 'First-word-1';
let product: TestProduct;
let nth = 0;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const sql = <R>(text: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw<R>(text, values));
type Role = { id: string; builtIn: string | null; roleName: string };
const rolesOf = (companyId: string, as = 'admin') =>
  product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId }, { as }) as Promise<Role[]>;
const roleId = async (companyId: string, key: string) =>
  (await rolesOf(companyId)).find(({ builtIn }) => builtIn === key)!.id;

async function person(
  companyId: string,
  role: string | null,
  more: Record<string, unknown> = {},
): Promise<{ id: string; account: string; token: string }> {
  const account = `user.${(nth += 1)}`;
  const { id } = await product.must('POST', `${base}/submit`, {
    account,
    realName: `人员${nth}`,
    companyId,
    password: word,
    allParks: true,
    ...more,
  });
  if (role) await product.must('POST', `${base}/grantRole`, { userId: id, ids: await roleId(companyId, role) });
  return { id, account, token: await product.login(account, word) };
}

test('several names are joined in the requested language', async () => {
  const company = product.companies.first;
  const { account, id } = await person(company, null);
  const ids = [await roleId(company, 'auditor'), await roleId(company, 'finance')];
  await product.must('POST', `${base}/grantRole`, { userId: id, ids: ids.join(',') });
  for (const [lang, separator] of [
    ['zh', '、'],
    ['en', ', '],
  ] as const) {
    const { records } = await product.must('GET', `${base}/listAuth`, { account }, { lang });
    assert.equal(records[0].labels.roleIds.split(separator).length, 2, records[0].labels.roleIds);
  }
});

test('a user of another group is neither listed, read, changed, removed, reset nor granted', async () => {
  const theirs = await person(product.companies.second, 'auditor');
  const as = 'groupAdmin';
  const list = await product.must('GET', `${base}/listAuth`, { account: theirs.account }, { as });
  assert.equal(list.total, 0);
  const park = await product.park(product.companies.first);
  const tries: [string, string, Record<string, unknown>][] = [
    ['GET', `${base}/detail`, { id: theirs.id }],
    ['POST', `${base}/submit`, { id: theirs.id, realName: '改名' }],
    ['POST', `${base}/update`, { id: theirs.id, realName: '改名' }],
    ['POST', `${base}/remove`, { ids: theirs.id }],
    ['POST', `${base}/reset-password`, { ids: theirs.id }],
    ['POST', `${base}/grantRole`, { userId: theirs.id, ids: await roleId(product.companies.first, 'auditor') }],
    ['POST', '/api/updown/plat/ParkUserGrant/submit', { userId: theirs.id, parkId: park, grants: ['work'] }],
    ['GET', '/api/updown/plat/ParkUserGrant/get', { userId: theirs.id }],
    ['GET', `${base}/getMyRole`, { userId: theirs.id }],
  ];
  for (const [method, path, input] of tries)
    assert.equal((await product.ask(method, path, input, { as })).status, 404, path);
});

test('a role or lot of another group cannot be given to one’s own user', async () => {
  const own = await person(product.companies.first, null);
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/grantRole`,
        { userId: own.id, ids: await roleId(product.companies.second, 'auditor') },
        { as: 'groupAdmin' },
      )
    ).status,
    404,
  );
  const theirLot = await product.park(product.companies.second);
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/plat/ParkUserGrant/submit',
        { userId: own.id, parkId: theirLot, grants: ['work'] },
        { as: 'groupAdmin' },
      )
    ).status,
    404,
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/submit`,
        { id: own.id, companyId: product.companies.second },
        { as: 'groupAdmin' },
      )
    ).status,
    400,
  );
});

test('an account is unique in the whole installation, whatever its case, and free again after removal', async () => {
  await product.must('POST', `${base}/submit`, {
    account: 'Only.One',
    realName: '甲',
    companyId: product.companies.second,
    password: word,
  });
  const twice = await product.ask(
    'POST',
    `${base}/submit`,
    { account: 'only.one', realName: '乙', companyId: product.companies.first, password: word },
    { as: 'groupAdmin' },
  );
  assert.deepEqual([twice.status, twice.body.errors![0]!.field], [409, 'account']);
  const { records } = await product.must('GET', `${base}/listAuth`, { account: 'Only.One' });
  await product.must('POST', `${base}/remove`, { ids: records[0].id });
  assert.equal(
    (await product.ask('POST', '/api/api-uaa/oauth/user/token', { username: 'Only.One', password: word }, { as: null }))
      .status,
    400,
  );
  await product.must(
    'POST',
    `${base}/submit`,
    { account: 'only.one', realName: '乙', companyId: product.companies.first, password: word },
    { as: 'groupAdmin' },
  );
});

test('nobody grants more than he holds, nor touches one who holds more', async () => {
  const low = await person(product.companies.first, 'companyAdmin');
  const high = await person(product.companies.first, 'groupAdmin');
  const plain = await person(product.companies.first, null);
  const admin = await product.must('GET', '/api/updown/sysrole/list', { builtIn: 'platformOperator' });
  const operator = admin.records[0].id;
  assert.equal(
    (await product.ask('POST', `${base}/grantRole`, { userId: plain.id, ids: operator }, { as: high.token })).status,
    404,
  );
  const lotManager = await person(product.companies.first, 'lotManager');
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/grantRole`,
        { userId: plain.id, ids: await roleId(product.companies.first, 'auditor') },
        { as: lotManager.token },
      )
    ).status,
    403,
  );
  await product.must('POST', '/api/updown/sysrole/submit', { roleName: '改用户', companyId: product.companies.first });
  const { records } = await product.must('GET', '/api/updown/sysrole/list', { roleName: '改用户' });
  await product.must('POST', '/api/updown/sysrole/grant', {
    roleIds: records[0].id,
    menuIds: [],
    permissions: ['user:read', 'user:edit', 'user:resetPassword', 'user:remove', 'user:grantRole', 'user:add'],
  });
  const helper = await person(product.companies.first, null);
  await product.must('POST', `${base}/grantRole`, { userId: helper.id, ids: records[0].id });
  for (const [path, input] of [
    ['reset-password', { ids: low.id }],
    ['submit', { id: high.id, realName: '改' }],
    ['remove', { ids: high.id }],
    ['grantRole', { userId: plain.id, ids: await roleId(product.companies.first, 'auditor') }],
    ['grantRole', { userId: low.id, ids: '' }],
  ] as const) {
    assert.equal((await product.ask('POST', `${base}/${path}`, input, { as: helper.token })).status, 403, path);
  }
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/submit`,
        {
          account: 'sly.one',
          realName: '狡',
          password: word,
          roleIds: [await roleId(product.companies.first, 'auditor')],
        },
        { as: helper.token },
      )
    ).status,
    403,
  );
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { id: plain.id, realName: '新名' }, { as: helper.token })).status,
    200,
  );
});

test('nobody changes his own roles, disables or removes himself', async () => {
  const self = await person(product.companies.first, 'groupAdmin');
  const as = self.token;
  assert.equal((await product.ask('POST', `${base}/grantRole`, { userId: self.id, ids: '' }, { as })).status, 422);
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { id: self.id, enabled: false }, { as })).body.errors![0]!.field,
    'enabled',
  );
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: self.id }, { as })).status, 422);
});

test('a reset shows a one-time password once, ends the sessions, and opens nothing until it is changed', async () => {
  const held = await person(product.companies.first, 'auditor');
  const reset = await product.must('POST', `${base}/reset-password`, { ids: held.id }, { as: 'groupAdmin', key: 'k1' });
  assert.ok(reset[0].password.length >= 12);
  assert.equal((await product.ask('GET', '/api/api-uaa/oauth/userinfo', {}, { as: held.token })).status, 401);
  const again = await product.must('POST', `${base}/reset-password`, { ids: held.id }, { as: 'groupAdmin', key: 'k1' });
  assert.equal(again[0].password, undefined);
  const { data } = (
    await product.ask(
      'POST',
      '/api/api-uaa/oauth/user/token',
      { username: held.account, password: reset[0].password },
      { as: null },
    )
  ).body;
  assert.equal(data.mustChangePassword, true);
  const other = await product.login(held.account, reset[0].password);
  assert.equal((await product.ask('GET', '/api/updown/basecompany/list', {}, { as: data.accessToken })).status, 403);
  await product.must(
    'POST',
    `${base}/updatePassword`,
    { oldPassword: reset[0].password, newPassword: 'My-own-word-3' },
    { as: data.accessToken },
  );
  assert.equal(
    (await product.ask('GET', '/api/updown/basecompany/list', {}, { as: data.accessToken })).status,
    200,
    'the session goes on, with its rights',
  );
  assert.equal(
    (await product.ask('GET', '/api/updown/basecompany/list', {}, { as: other })).status,
    401,
    'another ends',
  );
  const token = await product.login(held.account, 'My-own-word-3');
  assert.equal((await product.ask('GET', '/api/updown/basecompany/list', {}, { as: token })).status, 200);
});

test('no answer about a user carries his password', async () => {
  const { id, token } = await person(product.companies.first, 'auditor');
  const row = await product.must('GET', `${base}/detail`, { id });
  assert.ok(row.password === undefined || row.password === '••••');
  assert.ok(!/argon2/.test(JSON.stringify(await product.must('GET', `${base}/listAuth`, {}))));
  assert.ok(
    !/argon2|password"/i.test(
      JSON.stringify(await product.must('POST', `${base}/getLoginUser`, {}, { as: token })).replace(
        '"mustChangePassword"',
        '',
      ),
    ),
  );
});

test('a weak first password is refused and an account without one stays shut until a reset', async () => {
  assert.equal(
    (
      await product.ask('POST', `${base}/submit`, {
        account: 'weak.one',
        realName: '弱',
        companyId: product.companies.first,
        password: 'weak.one1',
      })
    ).body.errors![0]!.field,
    'password',
  );
  const { id } = await product.must('POST', `${base}/submit`, {
    account: 'shut.one',
    realName: '闭',
    companyId: product.companies.first,
  });
  assert.equal(
    (await product.ask('POST', '/api/api-uaa/oauth/user/token', { username: 'shut.one', password: '' }, { as: null }))
      .status,
    400,
  );
  const [first] = await product.must('POST', `${base}/reset-password`, { ids: id });
  assert.ok(await product.login('shut.one', first.password));
});

test('lots are granted one by one, replaced as a whole, and bound what a person sees and passes on', async () => {
  const [north, south] = [
    await product.park(product.companies.child, '北场'),
    await product.park(product.companies.child, '南场'),
  ];
  const guard = await person(product.companies.child, 'lotManager', { allParks: false });
  const grants = (input: Record<string, unknown>, as = 'groupAdmin') =>
    product.ask('POST', '/api/updown/plat/ParkUserGrant/submit', { userId: guard.id, ...input }, { as });
  const own = (parkId: string) =>
    product.must('GET', '/api/updown/plat/ParkUserGrant/getLoginUserGrant', { parkId }, { as: guard.token });
  assert.equal((await own(north)).granted, false);
  await grants({ parkId: north, grants: ['work'] });
  assert.equal((await own(north)).granted, true);
  assert.equal((await own(south)).granted, false);
  await grants({ parkIds: [south], allParks: 'false' });
  const held = await product.must(
    'GET',
    '/api/updown/plat/ParkUserGrant/get',
    { userId: guard.id },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(held.parkIds, [south]);
  await grants({ parkId: south, grants: [] });
  assert.equal((await own(south)).granted, false);
  await grants({ parkIds: [south] });
  const boss = await person(product.companies.child, 'companyAdmin', { allParks: false });
  await product.must(
    'POST',
    '/api/updown/plat/ParkUserGrant/submit',
    { userId: boss.id, parkIds: [north], allParks: 'false' },
    { as: 'groupAdmin' },
  );
  const token = boss.token;
  assert.equal((await grants({ parkId: south, grants: ['work'] }, token)).status, 404);
  assert.equal((await grants({ allParks: 'true' }, token)).status, 422);
  await grants({ parkIds: [north] }, token);
  const left = await product.must(
    'GET',
    '/api/updown/plat/ParkUserGrant/get',
    { userId: guard.id },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    new Set(left.parkIds),
    new Set([north, south]),
    'a lot the granting person does not see stays granted',
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/submit`,
        { account: 'wide.one', realName: '宽', password: word, allParks: true },
        { as: token },
      )
    ).body.errors![0]!.field,
    'allParks',
  );
});

test('look-ups of users answer the company’s and the lot’s people', async () => {
  const lot = await product.park(product.companies.child);
  const one = await person(product.companies.child, null, { allParks: false });
  const seller = await person(product.companies.child, null, { userType: 'seller' });
  const far = await person(product.companies.second, null);
  const of = (path: string, input: Record<string, unknown>) =>
    product.must('GET', path, input, { as: 'groupAdmin' }) as Promise<{ value: string }[]>;
  const company = new Set(
    (await of('/api/updown/baseSelect/getSelectUserByCompany', { companyId: product.companies.child })).map(
      ({ value }) => value,
    ),
  );
  assert.ok(company.has(one.id) && !company.has(far.id));
  const byLot = new Set(
    (await of('/api/updown/baseSelect/getSelectUserByPark', { parkId: lot })).map(({ value }) => value),
  );
  assert.ok(byLot.has(seller.id) && !byLot.has(one.id));
  assert.deepEqual(
    (await of(`${base}/getSellerByParkId`, { parkId: lot })).map(({ value }) => value),
    [seller.id],
  );
  assert.deepEqual(
    await of('/api/updown/baseSelect/getSelectUserByCompany', { companyId: product.companies.second }),
    [],
  );
});

test('sysuser/update changes what it names and nothing else', async () => {
  const { id, account } = await person(product.companies.first, 'auditor');
  await product.must(
    'POST',
    `${base}/update`,
    { id, realName: '新姓名', account: 'other.account', enabled: false, roleIds: [] },
    { as: 'groupAdmin' },
  );
  const row = await product.must('GET', `${base}/detail`, { id });
  assert.deepEqual([row.realName, row.account, row.enabled, row.roleIds.length], ['新姓名', account, true, 1]);
  const [audit] = await sql<{ before: { realName: string }; after: { realName: string } }>(
    `SELECT before, after FROM audit_log WHERE row_id = $1 AND action = 'edit' ORDER BY at DESC LIMIT 1`,
    [id],
  );
  assert.equal(audit!.after.realName, '新姓名');
});

test('who is made without a word about car parks sees those he is granted, unless he is made an administrator', async () => {
  const made = async (key: string): Promise<unknown> => {
    const { id } = await product.must(
      'POST',
      `${base}/submit`,
      {
        account: `unsaid.${key}`,
        realName: '未说明',
        companyId: product.companies.child,
        password: word,
        roleIds: [await roleId(product.companies.child, key)],
      },
      { as: 'groupAdmin' },
    );
    return (await product.must('GET', '/api/updown/plat/ParkUserGrant/get', { userId: id })).allParks;
  };
  assert.deepEqual([await made('finance'), await made('gateGuard'), await made('companyAdmin')], [false, false, true]);
});

test('who is made an administrator sees all car parks of his company, and who adds one sees it', async () => {
  const lots = (as: string) => product.must('GET', '/api/updown/basePark/list', { size: 200 }, { as });
  const sees = async (as: string, id: string) => (await lots(as)).records.some((row: { id: string }) => row.id === id);
  const made = await person(product.companies.child, 'companyAdmin', { allParks: false });
  const guard = await person(product.companies.child, 'gateGuard', { allParks: false });
  const first = await product.park(product.companies.child, '新场一', {}, made.token);
  assert.ok(await sees(made.token, first), 'by his role');
  assert.ok(!(await sees(guard.token, first)), 'a guard sees what he is granted');
  const { id } = await product.must(
    'POST',
    `${base}/submit`,
    {
      account: 'form.admin',
      realName: '表单管理员',
      companyId: product.companies.child,
      password: word,
      allParks: false,
      roleIds: [await roleId(product.companies.child, 'companyAdmin')],
    },
    { as: 'groupAdmin' },
  );
  const entered = await product.login('form.admin', word);
  assert.ok(await sees(entered, first), 'as the form sends it');
  const narrowed = { userId: id, parkIds: [first], allParks: 'false' };
  await product.must('POST', '/api/updown/plat/ParkUserGrant/submit', narrowed, { as: 'groupAdmin' });
  const second = await product.park(product.companies.child, '新场二', {}, made.token);
  assert.ok(!(await sees(entered, second)), 'narrowed afterwards');
  const own = await product.park(product.companies.child, '新场三', {}, entered);
  assert.ok(await sees(entered, own), 'what he added himself');
});
