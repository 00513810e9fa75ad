/** What odd, hostile or merely unlucky input does not do. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Answer, TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: string;
before(async () => {
  product = await startTestProduct();
  lot = await product.park(product.companies.child);
});
after(() => product?.close());

const base = '/api/updown';
const summaryOf = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const fields = ({ body }: Answer) => body.errors?.map(({ field }) => field) ?? [];
const post = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', path, input, { as });
const list = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.must('GET', path, input, { as });
const sql = <R = Record<string, unknown>>(text: string, values: readonly unknown[]) =>
  product.database.read(platformScope, (db) => db.raw<R>(text, values));
const dept = '/api/blade-system/dept';
const addDept = (deptName: string, more: Record<string, unknown> = {}) =>
  post(`${dept}/submit`, { deptName, companyId: product.companies.first, ...more });

test('whose a row is, who made it and when are not for the sender to say', async () => {
  const [{ tenant_id: theirs }] = (await sql<{ tenant_id: number }>('SELECT tenant_id FROM company WHERE id = $1', [
    product.companies.second,
  ])) as [{ tenant_id: number }];
  const id = newId();
  const {
    body: { data },
  } = await addDept('自有', {
    tenantId: theirs,
    tenant_id: theirs,
    createdBy: id,
    createdAt: '2001-01-01T00:00:00Z',
    deletedAt: '2001-01-01T00:00:00Z',
    permissions: ['*'],
  });
  const [row] = await sql<{
    tenant_id: number;
    company_id: string;
    created_by: string;
    created_at: string;
    deleted_at: null;
  }>('SELECT * FROM dept WHERE id = $1', [data.id]);
  assert.deepEqual(
    [row!.tenant_id === theirs, row!.company_id, row!.created_by === id, row!.created_at < '2020', row!.deleted_at],
    [false, product.companies.first, false, false, null],
  );
  await post(`${dept}/submit`, { id: data.id, tenantId: theirs, deletedAt: '2001-01-01T00:00:00Z' });
  assert.deepEqual((await sql('SELECT tenant_id, deleted_at FROM dept WHERE id = $1', [data.id]))[0], {
    tenant_id: row!.tenant_id,
    deleted_at: null,
  });
  assert.deepEqual(fields(await addDept('别家', { companyId: product.companies.second })), ['companyId']);
  assert.equal(
    summaryOf(await post(`${dept}/submit`, { id: data.id, companyId: product.companies.second })),
    '400 bad_input',
  );
});

test('a person cannot give himself rights, a password or another account by the fields of a form', async () => {
  const { userId } = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: 'nobody' });
  for (const path of ['/sysuser/submit', '/sysuser/update'])
    assert.equal(
      summaryOf(
        await post(`${base}${path}`, { id: userId, allParks: true, enabled: true, roleIds: [newId()] }, 'nobody'),
      ),
      '403 not_permitted',
    );
  const [kept] = await sql<{ password: string; account: string }>(
    'SELECT password, account FROM "user" WHERE id = $1',
    [userId],
  );
  await post(`${base}/sysuser/submit`, {
    id: userId,
    password: 'Other-word-1',
    account: 'other.name',
    mustChangePassword: false,
    lastLoginAt: '2001-01-01T00:00:00Z',
  });
  assert.deepEqual((await sql('SELECT password, account FROM "user" WHERE id = $1', [userId]))[0], kept);
});

test('signs that a search might take for its own stand for themselves', async () => {
  const names = ['百分%部', '下划_部', '反斜\\部', "单引'部", '双引"部', '笑脸😀部', '尖<b>部'];
  for (const name of names) assert.equal((await addDept(name)).status, 200, name);
  for (const name of names) {
    const sign = name.slice(2, -1);
    for (const filter of [{ keyword: sign }, { deptName: sign }])
      assert.deepEqual(
        (await list(`${dept}/list`, filter)).records.map((row: { deptName: string }) => row.deptName),
        [name],
        JSON.stringify(filter),
      );
  }
  for (const keyword of ["' OR 1=1 --", '%%', '__', '\\\\', "'; DROP TABLE dept; --"])
    assert.equal((await list(`${dept}/list`, { keyword })).total, 0, keyword);
  assert.equal((await list(`${dept}/list`, { keyword: `${'x'.repeat(5_000)}` })).total, 0);
});

test('a page far behind the last is empty, an unknown order is the list’s own, and no page is larger than 500', async () => {
  const all = await list(`${dept}/list`, { size: 500 });
  const far = await list(`${dept}/list`, { current: 1e9, size: 10 });
  assert.deepEqual([far.records, far.total], [[], all.total]);
  for (const sort of ['nothing', '-__proto__', 'password', 'deleted_at; DROP TABLE dept', 'tenantId'])
    assert.deepEqual(
      (await list(`${dept}/list`, { sort, size: 500 })).records.map(({ id }: { id: string }) => id),
      all.records.map(({ id }: { id: string }) => id),
      sort,
    );
  assert.equal((await list(`${dept}/list`, { size: 1e12 })).size, 500);
  for (const size of [0, -3, 'x', '']) assert.ok((await list(`${dept}/list`, { size })).size >= 1);
});

test('money is whole fen, not below nothing, and not beyond what a lot could take', async () => {
  const [type] = await list(`${base}/baseSelect/getSelectCarKindType`, { parkId: lot });
  const rule = { parkId: lot, CarTypeID: type.value, freeMinutes: 15, unitMinutes: 60, unitFee: 500 };
  for (const unitFee of [
    -1,
    0.5,
    '5.005',
    '1e3',
    'NaN',
    'Infinity',
    2 ** 53,
    '99999999999999999999',
    1e15,
    { a: 1 },
    [1],
  ]) {
    const answer = await post(`${base}/platParkFeeRule/submit`, { ...rule, unitFee });
    assert.deepEqual([answer.status, fields(answer)], [400, ['unitFee']], JSON.stringify(unitFee));
  }
  for (const [name, value] of [
    ['freeMinutes', -1],
    ['unitMinutes', 0],
    ['unitMinutes', -60],
    ['freeMinutes', 1e9],
    ['dayMaxFee', -1],
  ] as const) {
    assert.equal(
      (await post(`${base}/platParkFeeRule/submit`, { ...rule, [name]: value })).status,
      400,
      `${name} ${value}`,
    );
  }
});

test('a trial over any span is priced or refused, also over days that are shorter, longer or not there', async () => {
  const [type] = await list(`${base}/baseSelect/getSelectCarKindType`, { parkId: lot });
  const { id } = (
    await post(`${base}/platParkFeeRule/submit`, {
      parkId: lot,
      CarTypeID: type.value,
      freeMinutes: 0,
      unitMinutes: 60,
      unitFee: 500,
      dayMaxFee: 4000,
    })
  ).body.data;
  const trial = (inTime: string, outTime: string) =>
    product.ask('GET', `${base}/platParkFeeRule/testFee`, { FeeRuleID: id, inTime, outTime }, { as: 'groupAdmin' });
  assert.equal((await trial('2028-02-28 23:30:00', '2028-03-01 00:30:00')).status, 200);
  assert.equal((await trial('2026-03-28T22:00:00+01:00', '2026-03-29T04:00:00+02:00')).status, 200);
  for (const [from, to] of [
    ['2027-02-29 00:00:00', '2027-03-01 00:00:00'],
    ['0000-01-01', '2026-01-01'],
    ['2026-01-01', '9999-12-31'],
    ['x', 'y'],
    ['', ''],
  ] as const)
    assert.equal((await trial(from, to)).status, 400, `${from} ${to}`);
  assert.equal((await trial('2016-01-01 00:00:00', '2026-01-01 00:00:00')).status, 200);
  assert.deepEqual(fields(await trial('1970-01-02 00:00:00', '2199-12-30 00:00:00')), ['outTime']);
});

test('a plate is a plate: a thousand signs, markup and nothing are refused, spellings of one are one', async () => {
  const enter = (plateNumber: unknown) =>
    post(`${base}/parkblackList/submit`, { parkId: lot, plateNumber, type: 'black' });
  for (const plate of [
    '京'.repeat(1_000),
    '<img src=x onerror=alert(1)>',
    '',
    '   ',
    "京A'OR'1",
    '\u0000京A',
    '京',
    { a: 1 },
    ['京A12345'],
    null,
  ])
    assert.deepEqual(
      [(await enter(plate)).status, fields(await enter(plate))],
      [400, ['plateNumber']],
      JSON.stringify(plate),
    );
  assert.equal((await enter('京A 12345')).status, 200);
  for (const same of ['京a·12345', ' 京A-12345 ', '京Ａ１２３４５'])
    assert.equal(summaryOf(await enter(same)), '409 already_exists', same);
});

test('who may not see a number in full does not write its mask over it', async () => {
  const account = 'input.masked';
  const { id: userId } = (
    await post(`${base}/sysuser/submit`, {
      account,
      realName: '遮',
      companyId: product.companies.first,
      password: product.passwords.admin,
      allParks: true,
    })
  ).body.data;
  const roles = await list(`${base}/sysrole/getListByCompany`, { companyId: product.companies.first });
  await post(`${base}/sysuser/grantRole`, {
    userId,
    ids: roles.find((each: { builtIn?: string }) => each.builtIn === 'customerService').id,
  });
  const clerk = await product.login(account, product.passwords.admin!);
  const { id } = (
    await post(`${base}/parkblackList/submit`, { parkId: lot, plateNumber: '京A54321', type: 'black', owner: '欧阳锋' })
  ).body.data;
  const seen = await list(`${base}/parkblackList/detail`, { id }, clerk);
  assert.deepEqual([seen.plateNumber, seen.owner], ['京A·**321', '欧**']);
  assert.equal(summaryOf(await post(`${base}/parkblackList/submit`, { ...seen, remark: '已联系' }, clerk)), '200');
  const kept = async () => (await sql('SELECT plate_number, owner, remark FROM car_list WHERE id = $1', [id]))[0];
  assert.deepEqual(await kept(), { plate_number: '京A54321', owner: '欧阳锋', remark: '已联系' });
  assert.equal(summaryOf(await post(`${base}/parkblackList/submit`, { id, owner: '黄药师' }, clerk)), '200');
  assert.equal((await kept())!.owner, '黄药师');
});

test('an address is http or https, and a file one that was stored', async () => {
  const set = (paramValue: string) =>
    post(`${base}/parkParameter/submit`, { parkId: lot, paramKey: 'driverUrl', paramValue });
  for (const bad of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '//evil.example',
    'gopher://x',
    'http://',
  ])
    assert.equal((await set(bad)).status, 400, bad);
  for (const mapPicture of [
    'https://evil.example/a.png',
    '/api/updown/file/../../etc/passwd',
    `/api/updown/file/${'g'.repeat(64)}`,
  ])
    assert.equal(
      (
        await post(`${base}/basePark/submit`, {
          parkName: '图',
          totalStall: 1,
          companyId: product.companies.child,
          picture: mapPicture,
          image: mapPicture,
          logo: mapPicture,
          parkImage: mapPicture,
        })
      ).status === 500,
      false,
    );
});
