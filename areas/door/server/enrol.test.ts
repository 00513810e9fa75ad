/** The code by which people of a company hand themselves in for doors. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { expireChecks } from './checks.ts';
import { forgetEnrolled } from './enrol.ts';

const DAY = 86_400_000;
const open = '/api/gatehouse/door/enrol';
const codes = '/api/updown/door/basedept/getbindtemplateqrcode';
let product: TestProduct;
let code: string;
const at: Record<string, string> = {};

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const stranger = (method: string, input: Record<string, unknown>, ip = '203.0.113.9') =>
  product.ask(method, open, input, { as: null, ip });
const form = (more: Record<string, unknown> = {}) => ({
  code,
  villageId: at['office'],
  deptId: at['dept'],
  empName: '钱多多',
  phone: '13900139000',
  consent: true,
  ...more,
});
const checks = async () => (await product.must('GET', '/api/updown/dooremployeecheck/list')).records;

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  at['office'] = await save('baseVillage', { VName: '云台大厦', companyId });
  at['dept'] = await save('door/basedept', { companyId, villageId: at['office'], deptName: '研发部' });
  const made = await product.must('GET', codes, { companyId });
  assert.match(made.url, /\/m\/enrol\?code=/);
  assert.match(made.image, /^data:image\/svg\+xml;base64,/);
  assert.ok(Math.abs(Date.parse(made.until) - Date.now() - 30 * DAY) < 60_000);
  code = new URL(made.url).searchParams.get('code')!;
});
after(() => product.close());

test('a code is given for a company of the caller alone, by who may hand people in', async () => {
  const companyId = product.companies.child;
  assert.equal((await product.ask('GET', codes, { companyId }, { as: 'otherTenant' })).status, 404);
  assert.equal((await product.ask('GET', codes, { companyId }, { as: 'nobody' })).status, 403);
  assert.equal((await product.ask('GET', codes, { companyId }, { as: null })).status, 401);
});

test('the page says the company, its places and what is kept, and no person', async () => {
  await save('dooremployee', { villageId: at['office'], deptId: at['dept'], empName: '李四', phone: '13800005678' });
  const { status, body } = await stranger('GET', { code });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body.data).sort(), ['companyName', 'depts', 'privacy', 'version', 'villages']);
  assert.deepEqual(body.data.villages, [{ value: at['office'], label: '云台大厦' }]);
  assert.ok(body.data.depts.some(({ label }: { label: string }) => label === '研发部'));
  assert.ok(!JSON.stringify(body).includes('李四'));
});

test('whoever registers waits for the review, once, and is a person of the doors only when approved', async () => {
  const noConsent = await stranger('POST', form({ consent: false }));
  assert.deepEqual([noConsent.status, noConsent.body.errors?.[0]?.field], [400, 'consent']);
  const people = async () => (await product.must('GET', '/api/updown/dooremployee/list', { empName: '钱多多' })).total;
  for (const twice of [1, 2]) {
    const { status, body } = await stranger('POST', form());
    assert.deepEqual([status, body.data ?? null], [200, null], `the same answer, ${twice}`);
  }
  const [row, ...more] = await checks();
  assert.deepEqual([more.length, row.status, row.empName, row.deptId], [0, 'waiting', '钱多多', at['dept']]);
  assert.match(row.askedBy, /2026-11/, 'to which words he agreed');
  assert.equal(await people(), 0);
  await product.must('POST', '/api/updown/dooremployeecheck/audit', { id: row.id });
  assert.equal(await people(), 1);
});

test('another company cannot be named by the code, and a code that is none or over opens nothing', async () => {
  const companyId = product.companies.second;
  const elsewhere = await product.must('POST', '/api/updown/door/basedept/submit', { companyId, deptName: '外部' });
  const dept = await stranger('POST', form({ phone: '13900139001', deptId: elsewhere.id }));
  assert.deepEqual([dept.status, dept.body.errors?.[0]?.field], [400, 'deptId']);
  const village = await stranger('POST', form({ phone: '13900139001', villageId: elsewhere.id }));
  assert.deepEqual([village.status, village.body.errors?.[0]?.field], [400, 'villageId']);
  for (const bad of ['x', code.slice(0, -1), `${code}a`]) {
    const answer = await stranger('GET', { code: bad });
    assert.deepEqual([answer.status, answer.body.data ?? null], [422, null], bad);
  }
});

test('a number is accepted five times a day, and one network thirty times an hour', async () => {
  const phone = '13900139002';
  const revisions: number[] = [];
  for (let nth = 0; nth < 6; nth += 1)
    revisions.push((await stranger('POST', form({ phone }), `203.0.${nth}.1`)).status);
  assert.deepEqual(revisions, [200, 200, 200, 200, 200, 429]);
});

test('who was not taken is forgotten after thirty days', async () => {
  const waiting = (await checks()).filter(({ status }: { status: string }) => status === 'waiting');
  assert.ok(waiting.length > 0);
  await expireChecks(product.database, new Date(Date.now() + 8 * DAY));
  await forgetEnrolled(product.database, new Date(Date.now() + 20 * DAY));
  const count = async () =>
    (
      await product.database.read(platformScope, (db) =>
        db.raw<{ count: number }>('SELECT count(*)::int AS count FROM door_check'),
      )
    )[0]!.count;
  assert.equal(await count(), waiting.length + 1);
  await forgetEnrolled(product.database, new Date(Date.now() + 31 * DAY));
  assert.equal(await count(), 1, 'the one who was passed stays');
});
