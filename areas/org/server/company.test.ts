import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/updown/basecompany';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const sql = <R>(text: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw<R>(text, values));
const add = (companyName: string, more: Record<string, unknown> = {}, as = 'admin') =>
  product.ask('POST', `${base}/submit`, { companyName, ...more }, { as });
const added = async (companyName: string, more: Record<string, unknown> = {}, as = 'admin') =>
  (await product.must('POST', `${base}/submit`, { companyName, ...more }, { as })).id as string;
type Node = { id: string; name: string; children?: Node[] };
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

test('a company without a superior is a new tenant with a number of its own, a register entry and its roles', async () => {
  const [one, two] = [await added('新集团甲'), await added('新集团乙')];
  const rows = await sql<{ id: string; tenant: number; type: string }>(
    'SELECT id, tenant_id AS tenant, company_type AS type FROM company WHERE id = ANY($1)',
    [[one, two]],
  );
  assert.equal(new Set(rows.map(({ tenant }) => tenant)).size, 2);
  assert.deepEqual(new Set(rows.map(({ type }) => type)), new Set(['group']));
  const { records } = await product.must('GET', '/api/blade-system/tenant/list', { tenantName: '新集团甲' });
  assert.equal(records[0].rootCompanyId, one);
  assert.match(records[0].tenantCode, /^\d{6}$/);
  assert.ok((await product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId: one })).length > 8);
});

test('many groups made at once each get their own number', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map((each) => added(`同时${each}`)));
  const [row] = await sql<{ tenants: number }>(
    'SELECT count(DISTINCT tenant_id)::int AS tenants FROM company WHERE id = ANY($1)',
    [ids],
  );
  assert.equal(row!.tenants, 4);
});

test('a group administrator adds below his own company, never a group, and never in another', async () => {
  const id = await added('自建公司', {}, 'groupAdmin');
  const row = await product.must('GET', `${base}/detail`, { id }, { as: 'groupAdmin' });
  assert.equal(row.parentId, product.companies.first);
  assert.equal(
    (await add('越界', { parentId: product.companies.second }, 'groupAdmin')).body.errors![0]!.field,
    'parentId',
  );
  assert.equal(
    (await product.ask('GET', `${base}/detail`, { id: product.companies.second }, { as: 'groupAdmin' })).status,
    404,
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/submit`,
        { id: product.companies.second, companyName: '改名' },
        { as: 'groupAdmin' },
      )
    ).status,
    404,
  );
});

test('a company added by the platform below another group belongs to that group', async () => {
  const id = await added('平台代建', { parentId: product.companies.second });
  const [row] = await sql<{ same: boolean }>(
    'SELECT a.tenant_id = b.tenant_id AS same FROM company a, company b WHERE a.id = $1 AND b.id = $2',
    [id, product.companies.second],
  );
  assert.equal(row!.same, true);
  assert.equal((await product.ask('GET', `${base}/detail`, { id }, { as: 'otherTenant' })).status, 200);
});

test('a company stays in its group and out of its own branch', async () => {
  const grandchild = await added('孙公司', { parentId: product.companies.child });
  const move = async (id: string, parentId: string | null) =>
    (await product.ask('POST', `${base}/submit`, { id, parentId })).body.errors?.[0]?.field;
  assert.equal(await move(product.companies.child, grandchild), 'parentId');
  assert.equal(await move(product.companies.child, product.companies.second), 'parentId');
  assert.equal(await move(product.companies.first, product.companies.child), 'parentId');
  assert.equal(await move(product.companies.child, null), 'parentId');
  assert.equal(await move(grandchild, product.companies.first), undefined);
});

test('the tree answers what is in sight, whole and node by node', async () => {
  const tree = flat(await product.must('GET', `${base}/tree`, {}, { as: 'groupAdmin' }));
  assert.ok(
    tree.some(({ id }) => id === product.companies.child) && !tree.some(({ id }) => id === product.companies.second),
  );
  const top = await product.must('GET', `${base}/getTreeNode`, {}, { as: 'groupAdmin' });
  assert.deepEqual(
    top.map(({ id, hasChildren }: { id: string; hasChildren: boolean }) => [id, hasChildren]),
    [[product.companies.first, true]],
  );
  const below = await product.must(
    'GET',
    `${base}/getTreeNode`,
    { nodeId: product.companies.first },
    { as: 'groupAdmin' },
  );
  assert.ok(below.some(({ id }: { id: string }) => id === product.companies.child));
});

test('possible superiors leave out the company’s own branch and disabled ones', async () => {
  const off = await added('停用公司', { parentId: product.companies.first, enabled: false });
  const { records } = await product.must(
    'GET',
    `${base}/listParentPageAuth`,
    { companyId: product.companies.child, size: 200 },
    { as: 'groupAdmin' },
  );
  const ids = new Set(records.map(({ id }: { id: string }) => id));
  assert.ok(ids.has(product.companies.first) && !ids.has(product.companies.child) && !ids.has(off));
});

test('credit code, time zone and type are checked', async () => {
  assert.equal((await add('错码', { creditCode: '91350211M000100Y49' })).body.errors![0]!.field, 'creditCode');
  assert.equal((await add('错区', { zone: 'Mars/Base' })).body.errors![0]!.field, 'zone');
  assert.equal((await add('假平台', { companyType: 'platform' })).body.errors![0]!.field, 'companyType');
  assert.equal((await add('安泊停车一公司', { parentId: product.companies.first })).status, 409);
});

test('a company in use is not removed, nor the one worked in', async () => {
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: product.companies.first })).status, 409);
  assert.equal(
    (await product.ask('POST', `${base}/remove`, { ids: product.companies.first }, { as: 'groupAdmin' })).status,
    422,
  );
  const id = await added('空公司', { parentId: product.companies.first });
  await product.must('POST', `${base}/remove`, { ids: id }, { as: 'groupAdmin' });
  assert.equal((await product.ask('GET', `${base}/detail`, { id })).status, 404);
});

test('the current company is returned in full', async () => {
  const own = await product.must('GET', `${base}/getUserLoginCompanyDetail`, {}, { as: 'groupAdmin' });
  assert.equal(own.id, product.companies.first);
  assert.equal(
    (
      await product.must(
        'GET',
        `${base}/getCompanyDetailByCompanyId`,
        { companyId: product.companies.child },
        { as: 'groupAdmin' },
      )
    ).companyName,
    '安泊停车一公司',
  );
  assert.equal(
    (
      await product.ask(
        'GET',
        `${base}/getCompanyDetailByCompanyId`,
        { companyId: product.companies.second },
        { as: 'groupAdmin' },
      )
    ).status,
    404,
  );
});

test('a tenant is added with its company and removed with it; its name and switch are the company’s', async () => {
  const { id } = await product.must('POST', '/api/blade-system/tenant/submit', { tenantName: '租户丙', linkman: '张' });
  const row = await product.must('GET', '/api/blade-system/tenant/detail', { id });
  assert.equal((await product.must('GET', `${base}/detail`, { id: row.rootCompanyId })).companyName, '租户丙');
  await product.must('POST', '/api/blade-system/tenant/submit', { id, tenantName: '租户丁' });
  assert.equal((await product.must('GET', `${base}/detail`, { id: row.rootCompanyId })).companyName, '租户丁');
  await product.must('POST', `${base}/submit`, { id: row.rootCompanyId, companyName: '租户戊' });
  assert.equal((await product.must('GET', '/api/blade-system/tenant/detail', { id })).tenantName, '租户戊');
  await product.must('POST', '/api/blade-system/tenant/remove', { ids: id });
  assert.equal((await product.ask('GET', `${base}/detail`, { id: row.rootCompanyId })).status, 404);
});

test('a tenant with people is not removed, and the platform’s own neither', async () => {
  const { records } = await product.must('GET', '/api/blade-system/tenant/list', { tenantName: '安泊集团' });
  assert.equal((await product.ask('POST', '/api/blade-system/tenant/remove', { ids: records[0].id })).status, 409);
  const own = await product.must('GET', '/api/blade-system/tenant/list', { tenantCode: 'platform' });
  assert.equal((await product.ask('POST', '/api/blade-system/tenant/remove', { ids: own.records[0].id })).status, 422);
});

test('the register of tenants is the platform’s; a group finds no other’s name in it', async () => {
  assert.equal((await product.ask('GET', '/api/blade-system/tenant/list', {}, { as: 'groupAdmin' })).status, 403);
  assert.equal((await product.ask('GET', '/api/gatehouse/options/tenant', {}, { as: 'groupAdmin' })).status, 403);
});
