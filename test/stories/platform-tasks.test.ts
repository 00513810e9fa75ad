import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { taskRound, tasksOver } from '#areas/platform/server/task-run.ts';

const base = '/api/updown/system/tackManagement';
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * HOUR;
const DAY = 24 * HOUR;
let product: TestProduct;
let lot: StoryLot;

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product, { capacity: 20 });
  for (const [nth, plate] of ['京A20001', '京A20002', '京A20003'].entries()) await lot.enter(plate, T + nth * MINUTE);
});
after(() => product.close());

/** A platform that the car park was registered at only now: nothing of before is recorded for it. */
async function late(): Promise<string> {
  const { id } = await product.must('POST', '/api/updown/thirdparty/submit', {
    companyId: product.companies.child,
    name: `后登记${Math.random()}`,
    kind: 'city',
    scheme: 'pyun',
    url: 'https://city.example.com',
    appSecret: 'a-secret-of-the-platform',
    personal: ['plate'],
  });
  const thirdParkId = '49f0cc52-e8c7-41e3-b54d-af666b8cc11a';
  await product.must('POST', '/api/updown/thirdparty/appsubmit', { platId: id, parkId: lot.parkId, thirdParkId });
  return id;
}
const list = (platId: string, more: Record<string, unknown> = {}) => ({
  taskKind: 'catchUp',
  parkId: lot.parkId,
  platId,
  startTime: new Date(T - 2 * DAY).toISOString(),
  endTime: new Date(T + 4 * HOUR).toISOString(),
  ...more,
});
const start = async (input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `${base}/submit`, input)).id;
const rows = <R>(sql: string, values: unknown[] = []) =>
  product.database.write(platformScope, (db) => db.raw<R>(sql, values));
const messages = async (platId: string): Promise<number> =>
  (await rows('SELECT 1 FROM third_message WHERE plat_id = $1', [platId])).length;

test('a catch-up runs day by day in the background and makes what was missing, none twice', async () => {
  const platId = await late();
  assert.equal(await messages(platId), 0);
  const id = await start(list(platId));
  await tasksOver();
  const task = await product.must('GET', `${base}/detail`, { id });
  assert.deepEqual([task.status, task.done, task.total, task.taskKind], ['done', 3, 3, 'catchUp']);
  const made = await messages(platId);
  assert.ok(made >= 3);
  await start(list(platId));
  await tasksOver();
  assert.equal(await messages(platId), made);
});

test('a task that died with its server is taken up where it was; one that was cancelled is not', async () => {
  const platId = await late();
  const id = await start(list(platId));
  await tasksOver();
  const back = (status: string) =>
    rows(
      `UPDATE task_run SET status = $2, done = 1, end_time = NULL, lease_until = now() - interval '1 minute'
        WHERE id = $1`,
      [id, status],
    );
  await back('running');
  await taskRound(product.database);
  assert.equal((await product.must('GET', `${base}/detail`, { id })).status, 'done');
  await back('running');
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: id })).status, 422, 'what runs is not removed');
  await product.must('POST', '/api/gatehouse/tackManagement/cancel', { id });
  await taskRound(product.database);
  const { status, done } = await product.must('GET', `${base}/detail`, { id });
  assert.deepEqual([status, done], ['cancelled', 1]);
  await product.must('POST', `${base}/remove`, { ids: id });
  assert.equal((await product.ask('GET', `${base}/detail`, { id })).status, 404);
});

test('spans too long, and car parks registered nowhere, are rejected or reported by the task', async () => {
  const platId = await late();
  const long = list(platId, { startTime: new Date(T - 40 * DAY).toISOString() });
  assert.equal((await product.ask('POST', `${base}/submit`, long)).status, 422);
  const bare = await openLot(product, { capacity: 5 });
  const id = await start(list(platId, { parkId: bare.parkId, platId: null }));
  await tasksOver();
  const task = await product.must('GET', `${base}/detail`, { id });
  assert.deepEqual([task.status, /没有在平台登记/.test(task.error)], ['failed', true]);
});

test('an export is among the tasks under its list’s name, and is removed but not cancelled there', async () => {
  await product.ask('GET', '/api/gatehouse/export/park', { format: 'csv' });
  const { records } = await product.must('GET', `${base}/list`, { taskKind: 'export', size: 50 });
  const found = records.find(({ title }: { title: string }) => title === '车场');
  assert.ok(found);
  const { status } = await product.ask('POST', '/api/gatehouse/tackManagement/cancel', { id: found.id });
  assert.equal(status, 422);
  await rows(`UPDATE export_run SET state = 'done' WHERE id = $1`, [found.id]);
  await product.must('POST', `${base}/remove`, { ids: found.id });
  assert.deepEqual(await rows('SELECT 1 FROM export_run WHERE id = $1', [found.id]), []);
});

test('another group sees no task of this one and starts none at its car parks', async () => {
  const id = await start(list(await late()));
  await tasksOver();
  const there = { as: 'otherTenant' };
  const refused = async (method: string, path: string, input: Record<string, unknown>): Promise<number> =>
    (await product.ask(method, `${base}/${path}`, input, there)).status;
  const listed = async (as: string): Promise<string[]> =>
    (await product.must('GET', `${base}/list`, { size: 200 }, { as })).records.map((row: { id: string }) => row.id);
  assert.ok((await listed('groupAdmin')).includes(id));
  assert.ok(!(await listed('otherTenant')).includes(id));
  assert.equal(await refused('GET', 'detail', { id }), 404);
  assert.equal(await refused('POST', 'remove', { ids: id }), 404);
  assert.equal(await refused('POST', 'submit', list(await late())), 404);
});
