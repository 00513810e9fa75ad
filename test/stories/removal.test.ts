/** What is in use cannot be removed, by any spelling of the call; and removed users are logged out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Answer, TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const base = '/api/updown';
const summaryOf = ({ status, body }: Answer) => `${status} ${body.error ?? ''}`.trim();
const post = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', `${base}${path}`, input, { as });
const must = (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
  product.must('POST', `${base}${path}`, input, { as });
const sql = <R>(text: string, values: readonly unknown[]) =>
  product.database.write(platformScope, (db) => db.raw<R>(text, values));
const row = async (table: string, id: string) =>
  (await sql<{ deleted_at: string | null }>(`SELECT deleted_at FROM ${table} WHERE id = $1`, [id]))[0]!;

test('a lot with cars inside is not removed, by either of its paths; an empty one is', async () => {
  const parkId = await product.park(product.companies.child);
  const [lot] = await sql<{ tenant_id: number; company_id: string }>(
    'SELECT tenant_id, company_id FROM park WHERE id = $1',
    [parkId],
  );
  await sql(`INSERT INTO park_live (tenant_id, company_id, park_id, inside) VALUES ($1, $2, $3, 2)`, [
    lot!.tenant_id,
    lot!.company_id,
    parkId,
  ]);
  assert.equal(summaryOf(await post('/basePark/remove', { ids: parkId })), '409 in_use');
  assert.match((await post('/basePark/remove', { ids: parkId })).body.msg, /2/);
  await sql('UPDATE park_live SET inside = 0 WHERE park_id = $1', [parkId]);
  assert.equal(summaryOf(await post('/curbPark/remove', { ids: parkId })), '404 no_such_record');
  assert.equal(summaryOf(await post('/basePark/remove', { ids: parkId })), '200');
});

test('a lot with a lane, a lane with a device, a car type with a tariff, a company below and a role of a person stay', async () => {
  const parkId = await product.park(product.companies.child);
  const gateId = (await must('/baseParkGate/submit', { parkId, gateName: '东门', gateType: 'in' })).id;
  const deviceId = (await must('/parkdevices/submit', { parkId, gateId, deviceName: '相机', sn: 'REMOVAL-1' })).id;
  const [type] = await product.must('GET', `${base}/baseSelect/getSelectCarKindType`, { parkId }, { as: 'groupAdmin' });
  await must('/platParkFeeRule/submit', {
    parkId,
    CarTypeID: type.value,
    freeMinutes: 15,
    unitMinutes: 60,
    unitFee: 500,
  });
  const roleId = (await must('/sysrole/submit', { roleName: '移动收费' })).id;
  const userId = (
    await must('/sysuser/submit', {
      account: 'removal.one',
      realName: '甲',
      allParks: true,
      companyId: product.companies.first,
      password: product.passwords.admin,
    })
  ).id;
  await must('/sysuser/grantRole', { userId, ids: roleId });
  const tries: [string, string][] = [
    ['/basePark/remove', parkId],
    ['/baseParkGate/remove', gateId],
    ['/plat/parkCarType/remove', type.value],
    ['/basecompany/remove', product.companies.child],
    ['/sysrole/remove', roleId],
  ];
  for (const [path, id] of tries) assert.equal(summaryOf(await post(path, { ids: id })), '409 in_use', path);
  for (const [path, id] of [
    ['/parkdevices/remove', deviceId],
    ['/baseParkGate/remove', gateId],
  ] as const)
    assert.equal(summaryOf(await post(path, { ids: id })), '200', path);
});

test('nobody removes the company or the tenant he works in by another spelling of its id', async () => {
  const companyId = (await must('/basecompany/submit', { companyName: '空公司' })).id;
  const account = 'removal.two';
  const { id: userId } = await must('/sysuser/submit', {
    account,
    realName: '乙',
    companyId,
    password: product.passwords.admin,
    allParks: true,
  });
  const roles = await product.must(
    'GET',
    `${base}/sysrole/getListByCompany`,
    { companyId: product.companies.first },
    { as: 'groupAdmin' },
  );
  await must('/sysuser/grantRole', {
    userId,
    ids: roles.find((each: { builtIn?: string }) => each.builtIn === 'groupAdmin').id,
  });
  const own = await product.login(account, product.passwords.admin!);
  for (const input of [
    { ids: companyId },
    { ids: '', id: companyId },
    { ids: [companyId] },
    { recordId: companyId },
    { ids: ` ${companyId.toUpperCase()} ` },
  ]) {
    assert.equal(summaryOf(await post('/basecompany/remove', input, own)), '422 rule_refused', JSON.stringify(input));
  }
  const { records } = await product.must('GET', '/api/blade-system/tenant/list', { size: 100 });
  const ownTenant = records.find((each: { tenantNo: number }) => each.tenantNo === 1);
  assert.ok(ownTenant, 'the platform has a tenant');
  for (const input of [
    { ids: ownTenant.id },
    { ids: '', id: ownTenant.id },
    { recordId: ownTenant.id },
    { ids: ownTenant.id.toUpperCase() },
  ]) {
    assert.equal(
      summaryOf(await product.ask('POST', '/api/blade-system/tenant/remove', input)),
      '422 rule_refused',
      JSON.stringify(input),
    );
  }
});

test('a tenant removed by any spelling takes its company along', async () => {
  const made = await product.must('POST', '/api/blade-system/tenant/submit', { tenantName: '短命集团' });
  const { rootCompanyId } = await product.must('GET', '/api/blade-system/tenant/detail', { id: made.id });
  assert.equal(summaryOf(await product.ask('POST', '/api/blade-system/tenant/remove', { recordId: made.id })), '200');
  assert.notEqual((await row('company', rootCompanyId)).deleted_at, null);
});

test('a list of removals is done whole or not at all', async () => {
  const names = ['整批一', '整批二', '整批三'];
  const ids: string[] = [];
  for (const deptName of names)
    ids.push(
      (
        await product.must(
          'POST',
          '/api/blade-system/dept/submit',
          { deptName, companyId: product.companies.first },
          { as: 'groupAdmin' },
        )
      ).id,
    );
  await product.must(
    'POST',
    '/api/blade-system/dept/submit',
    { deptName: '在下', companyId: product.companies.first, parentId: ids[2] },
    { as: 'groupAdmin' },
  );
  assert.equal(
    summaryOf(await product.ask('POST', '/api/blade-system/dept/remove', { ids: ids.join(',') }, { as: 'groupAdmin' })),
    '409 in_use',
  );
  assert.deepEqual(
    (await Promise.all(ids.map((id) => row('dept', id)))).map(({ deleted_at: gone }) => gone),
    [null, null, null],
  );
  assert.equal(
    summaryOf(
      await product.ask(
        'POST',
        '/api/blade-system/dept/remove',
        { ids: [...ids.slice(0, 2), newId()] },
        { as: 'groupAdmin' },
      ),
    ),
    '404 no_such_record',
  );
  assert.equal((await row('dept', ids[0]!)).deleted_at, null);
  assert.equal(
    summaryOf(
      await product.ask(
        'POST',
        '/api/blade-system/dept/remove',
        { ids: Array.from({ length: 501 }, newId) },
        { as: 'groupAdmin' },
      ),
    ),
    '400 bad_input',
  );
});

test('who is removed is out at once, cannot come back, and his token is nobody’s', async () => {
  const account = 'removal.three';
  const { id } = await must('/sysuser/submit', {
    account,
    realName: '丙',
    companyId: product.companies.first,
    password: product.passwords.admin,
    allParks: true,
  });
  const token = await product.login(account, product.passwords.admin!);
  assert.equal((await product.ask('GET', '/api/api-uaa/oauth/userinfo', {}, { as: token })).status, 200);
  await must('/sysuser/remove', { ids: id });
  assert.equal((await product.ask('GET', '/api/api-uaa/oauth/userinfo', {}, { as: token })).status, 401);
  assert.equal(
    summaryOf(
      await product.ask(
        'POST',
        '/api/api-uaa/oauth/user/token',
        { username: account, password: product.passwords.admin },
        { as: null },
      ),
    ),
    '400 wrong_password',
  );
});

test('forty wrong passwords in one moment are answered ten times at most', async () => {
  const account = 'removal.four';
  await must('/sysuser/submit', {
    account,
    realName: '丁',
    companyId: product.companies.first,
    password: product.passwords.admin,
  });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      product.ask(
        'POST',
        '/api/api-uaa/oauth/user/token',
        { username: account, password: `wrong-${nth}` },
        { as: null },
      ),
    ),
  );
  assert.deepEqual(
    [answers.filter(({ status }) => status === 400).length, answers.filter(({ status }) => status === 429).length],
    [10, 30],
  );
});
