import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const base = '/api/blade-log/error';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const fault = (message: string, more: Record<string, unknown> = {}) => ({
  type: 'error',
  url: 'http://127.0.0.1/static/incar',
  message,
  stack: 'Error: x\n at y',
  info: 'in List',
  time: new Date(Date.now() - 60_000).toISOString(),
  ...more,
});
const listed = (as: string, more: Record<string, unknown> = {}) =>
  product.must('GET', `${base}/list`, more, { as }) as Promise<{ records: Record<string, unknown>[]; total: number }>;

test('any logged-in user can upload browser errors; the group’s administrator reads them, another group does not', async () => {
  assert.deepEqual(
    await product.must('POST', `${base}/submit`, { entries: [fault('列表打不开'), fault('second')] }, { as: 'nobody' }),
    { count: 2 },
  );
  assert.equal((await product.ask('GET', `${base}/list`, {}, { as: 'nobody' })).status, 403);
  const { records } = await listed('groupAdmin', { message: '列表' });
  assert.equal(records.length, 1);
  const detail = await product.must('GET', `${base}/detail`, { id: records[0]!['id'] }, { as: 'groupAdmin' });
  assert.deepEqual([detail.stack, detail.info, detail.serviceId], ['Error: x\n at y', 'in List', 'console']);
  const me = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: 'nobody' });
  assert.equal((await listed('groupAdmin', { createBy: me.userId })).total, 2);
  assert.equal((await listed('otherTenant')).total, 0);
  assert.equal((await product.ask('POST', `${base}/submit`, { entries: [fault('x')] }, { as: null })).status, 401);
});

test('the same upload twice is kept once; a bare list is taken as the documents have it', async () => {
  const entries = [fault('once')];
  for (let time = 0; time < 2; time += 1)
    await product.must('POST', `${base}/submit`, { entries }, { as: 'groupAdmin', key: 'upload-1' });
  assert.equal((await listed('groupAdmin', { message: 'once' })).total, 1);
  const bare = await product.ask('POST', `${base}/submit`, [fault('bare')] as never, { as: 'groupAdmin' });
  assert.equal(bare.status, 200);
  assert.equal((await listed('groupAdmin', { message: 'bare' })).total, 1);
});

test('what is too long is cut, a clock ahead is set right, and nonsense is refused', async () => {
  await product.must(
    'POST',
    `${base}/submit`,
    { entries: [fault('long', { stack: 'z'.repeat(9000), time: '2199-01-01T00:00:00Z' }), 'words', null] },
    { as: 'groupAdmin' },
  );
  const {
    records: [long],
  } = await listed('groupAdmin', { message: 'long' });
  const whole = await product.must('GET', `${base}/detail`, { id: long!['id'] }, { as: 'groupAdmin' });
  assert.equal(whole.stack.length, 4000);
  assert.ok(Date.parse(whole.time) <= Date.now());
  for (const entries of ['words', {}, Array.from({ length: 201 }, () => fault('many'))])
    assert.equal((await product.ask('POST', `${base}/submit`, { entries }, { as: 'groupAdmin' })).status, 400);
});

test('a person’s browsers report so much a day, and another’s go on', async () => {
  const upload = (count: number, as: string) =>
    product.ask('POST', `${base}/submit`, { entries: Array.from({ length: count }, () => fault('flood')) }, { as });
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await upload(200, 'otherTenant')).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assert.equal((await listed('otherTenant')).total, 1_000);
  assert.equal((await upload(1, 'nobody')).status, 200);
});
