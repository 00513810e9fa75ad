import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/blade-system/dept';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const add = (deptName: string, more: Record<string, unknown> = {}, as = 'groupAdmin') =>
  product.ask('POST', `${base}/submit`, { deptName, ...more }, { as });
const added = async (deptName: string, more: Record<string, unknown> = {}) =>
  (await product.must('POST', `${base}/submit`, { deptName, ...more }, { as: 'groupAdmin' })).id as string;

test('departments form a tree within their company', async () => {
  const top = await added('运营部', { companyId: product.companies.first });
  const below = await added('夜班组', { companyId: product.companies.first, parentId: top });
  const tree = await product.must('GET', `${base}/tree`, { companyId: product.companies.first }, { as: 'groupAdmin' });
  assert.deepEqual([tree[0].id, tree[0].children[0].id], [top, below]);
  assert.equal(
    (await add('错', { companyId: product.companies.child, parentId: top })).body.errors![0]!.field,
    'parentId',
  );
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { id: top, parentId: below }, { as: 'groupAdmin' })).body.errors![0]!
      .field,
    'parentId',
  );
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: top }, { as: 'groupAdmin' })).status, 409);
});

test('another group’s departments are out of sight and reach', async () => {
  const { id } = await product.must('POST', `${base}/submit`, { deptName: '对方部门' }, { as: 'otherTenant' });
  assert.equal((await product.ask('GET', `${base}/detail`, { id }, { as: 'groupAdmin' })).status, 404);
  assert.equal((await add('越界', { companyId: product.companies.second })).status, 400);
  assert.deepEqual(
    await product
      .must(
        'GET',
        '/api/updown/door/basedept/getSelectBaseDeptByCpId',
        { cpid: product.companies.first },
        { as: 'groupAdmin' },
      )
      .then((rows: { id: string }[]) => rows.filter((row) => row.id === id)),
    [],
  );
});

test('look-ups answer the departments of a company, of a lot’s company and one’s own', async () => {
  const id = await added('值班部', { companyId: product.companies.child });
  const lot = await product.park(product.companies.child);
  const of = async (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
    ((await product.must('GET', path, input, { as })) as { value: string }[]).map(({ value }) => value);
  assert.deepEqual(await of('/api/updown/door/basedept/getSelectBaseDeptByCpId', { cpid: product.companies.child }), [
    id,
  ]);
  assert.deepEqual(await of('/api/updown/plat/baseDept/getAllDeptByParkId', { parkId: lot }), [id]);
  assert.deepEqual(await of('/api/updown/plat/baseDept/getAllDeptByParkId', { parkId: lot }, 'otherTenant'), []);
  await product.must('POST', '/api/updown/sysuser/submit', {
    account: 'dept.user',
    realName: '部员',
    companyId: product.companies.child,
    deptId: id,
    password: 'First-word-1',
    allParks: true,
  });
  const token = await product.login('dept.user', 'First-word-1');
  assert.deepEqual(await of('/api/updown/plat/baseDept/getDeptByLoginUserId', {}, token), [id]);
  assert.deepEqual(await of('/api/updown/plat/baseDept/getDeptByLoginUserId', {}), []);
  const elsewhere = await product.ask('POST', '/api/updown/sysuser/submit', {
    account: 'dept.other',
    realName: '错',
    companyId: product.companies.first,
    deptId: id,
    allParks: true,
  });
  assert.equal(elsewhere.body.errors![0]!.field, 'deptId');
});
