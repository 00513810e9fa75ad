/** Notices reach their audience, once published, and count who read them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/blade-desk/notice';
let product: TestProduct;
const tokens: Record<string, string> = {};

before(async () => {
  product = await startTestProduct();
  for (const [name, role, userType] of [
    ['collector', 'curbCollector', 'collector'],
    ['guard', 'gateGuard', 'guard'],
  ] as const) {
    const account = `${name}.${newId().slice(-6)}`;
    const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
      account,
      realName: name,
      companyId: product.companies.child,
      password: 'Gatehouse-2026',
      allParks: true,
      userType,
    });
    const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
      companyId: product.companies.child,
    });
    const found = (Array.isArray(roles) ? roles : roles.records).find(
      (each: { builtIn?: string }) => each.builtIn === role,
    );
    await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: found.id });
    tokens[name] = await product.login(account, 'Gatehouse-2026');
  }
});
after(() => product.close());

const admin = { as: 'groupAdmin' };
const add = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await product.must('POST', `${base}/submit`, { title: '国庆排班', content: '请按排班表上班', ...more }, admin)).id;
const act = (name: string, id: string, as: string | undefined = 'groupAdmin') =>
  product.ask('POST', `${base}/${name}`, { id }, { as });
const seen = async (name: string): Promise<string[]> =>
  (await product.must('GET', `${base}/list`, {}, { as: tokens[name]! })).records.map((row: { id: string }) => row.id);

test('a notice is seen by its audience while it is published, and by nobody of another group', async () => {
  const id = await add({ audience: ['collector'] });
  assert.deepEqual(await seen('collector'), []);
  assert.equal((await act('publish', id)).status, 200);
  assert.deepEqual([await seen('collector'), await seen('guard')], [[id], []]);
  const other = await product.must('GET', `${base}/list`, {}, { as: 'otherTenant' });
  assert.equal(other.total, 0);
  const edit = await product.ask('POST', `${base}/submit`, { id, title: '改' }, admin);
  assert.equal(edit.body.reason, 'published');
  assert.equal((await act('withdraw', id)).status, 200);
  assert.deepEqual(await seen('collector'), []);
});

test('a notice of later is not shown before its time, one for other companies not at all', async () => {
  const later = await add({ releaseTime: new Date(Date.now() + 3_600_000).toISOString() });
  const elsewhere = await add({ forCompanies: [product.companies.first] });
  for (const id of [later, elsewhere]) assert.equal((await act('publish', id)).status, 200);
  assert.deepEqual(await seen('guard'), []);
});

test('whoever opens a notice is counted once, and it cannot be opened by whom it does not reach', async () => {
  const id = await add({ audience: ['guard'] });
  await act('publish', id);
  assert.equal((await act('read', id, tokens['collector']!)).status, 404);
  for (const _ of [1, 2]) assert.equal((await act('read', id, tokens['guard']!)).status, 200);
  const row = await product.must('GET', `${base}/detail`, { id }, admin);
  assert.equal(row.readers, 1);
  const readers = await product.must('GET', '/api/gatehouse/noticeReader/list', { noticeId: id }, admin);
  assert.equal(readers.records[0].labels.userId, 'guard');
  assert.equal(
    (await product.ask('POST', `${base}/submit`, { title: 'x', content: 'y' }, { as: tokens['guard']! })).status,
    403,
  );
});
