import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openHouse } from '#test/house.ts';
import type { House } from '#test/house.ts';

const base = '/api/blade-system/dept';
let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const add = (deptName: string, more: Record<string, unknown> = {}, as = 'groupAdmin') =>
  house.ask('POST', `${base}/submit`, { deptName, ...more }, { as });
const added = async (deptName: string, more: Record<string, unknown> = {}) =>
  (await house.must('POST', `${base}/submit`, { deptName, ...more }, { as: 'groupAdmin' })).id as string;

test('departments form a tree within their company', async () => {
  const top = await added('运营部', { companyId: house.companies.first });
  const below = await added('夜班组', { companyId: house.companies.first, parentId: top });
  const tree = await house.must('GET', `${base}/tree`, { companyId: house.companies.first }, { as: 'groupAdmin' });
  assert.deepEqual([tree[0].id, tree[0].children[0].id], [top, below]);
  assert.equal(
    (await add('错', { companyId: house.companies.child, parentId: top })).body.errors![0]!.field,
    'parentId',
  );
  assert.equal(
    (await house.ask('POST', `${base}/submit`, { id: top, parentId: below }, { as: 'groupAdmin' })).body.errors![0]!
      .field,
    'parentId',
  );
  assert.equal((await house.ask('POST', `${base}/remove`, { ids: top }, { as: 'groupAdmin' })).status, 409);
});

test('another group’s departments are out of sight and reach', async () => {
  const { id } = await house.must('POST', `${base}/submit`, { deptName: '对方部门' }, { as: 'otherTenant' });
  assert.equal((await house.ask('GET', `${base}/detail`, { id }, { as: 'groupAdmin' })).status, 404);
  assert.equal((await add('越界', { companyId: house.companies.second })).status, 400);
  assert.deepEqual(
    await house
      .must(
        'GET',
        '/api/updown/door/basedept/getSelectBaseDeptByCpId',
        { cpid: house.companies.first },
        { as: 'groupAdmin' },
      )
      .then((rows: { id: string }[]) => rows.filter((row) => row.id === id)),
    [],
  );
});

test('look-ups answer the departments of a company, of a lot’s company and one’s own', async () => {
  const id = await added('值班部', { companyId: house.companies.child });
  const lot = await house.park(house.companies.child);
  const of = async (path: string, input: Record<string, unknown>, as = 'groupAdmin') =>
    ((await house.must('GET', path, input, { as })) as { value: string }[]).map(({ value }) => value);
  assert.deepEqual(await of('/api/updown/door/basedept/getSelectBaseDeptByCpId', { cpid: house.companies.child }), [
    id,
  ]);
  assert.deepEqual(await of('/api/updown/plat/baseDept/getAllDeptByParkId', { parkId: lot }), [id]);
  assert.deepEqual(await of('/api/updown/plat/baseDept/getAllDeptByParkId', { parkId: lot }, 'otherTenant'), []);
  await house.must('POST', '/api/updown/sysuser/submit', {
    account: 'dept.user',
    realName: '部员',
    companyId: house.companies.child,
    deptId: id,
    password: 'First-word-1',
    allParks: true,
  });
  const token = await house.login('dept.user', 'First-word-1');
  assert.deepEqual(await of('/api/updown/plat/baseDept/getDeptByLoginUserId', {}, token), [id]);
  assert.deepEqual(await of('/api/updown/plat/baseDept/getDeptByLoginUserId', {}), []);
  const elsewhere = await house.ask('POST', '/api/updown/sysuser/submit', {
    account: 'dept.other',
    realName: '错',
    companyId: house.companies.first,
    deptId: id,
    allParks: true,
  });
  assert.equal(elsewhere.body.errors![0]!.field, 'deptId');
});
