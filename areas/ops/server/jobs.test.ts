/** The platform's operators steer the clock's jobs, nobody else does, and every due time leaves a line in the log. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import { startJobs } from '#kit/server/jobs.ts';
import type { Job } from '#kit/server/jobs.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until } from '#test/until.ts';
import { jobBook } from './job-book.ts';

const base = '/api/updown/job';
let product: TestProduct;
let broken = false;
let times = 0;
const work = async (): Promise<void> => {
  times += 1;
  if (broken) throw new Error('the disk is full');
};
const tidy: Job = { name: 'tidy', title: text('整理', 'Tidy'), cron: '10 2 * * *', work };
const books: Job = { name: 'books', title: text('核账', 'Books'), cron: '20 3 * * *', vital: true, work };
const log = { error: () => undefined };
const book = () => jobBook(product.database, log);
type Row = Record<string, any>;
const rows = async (path = `${base}/list`, input = {}): Promise<Row[]> =>
  (await product.must('GET', path, { size: 100, ...input })).records;
const named = async (name: string): Promise<Row> => (await rows()).find(({ jobName }) => jobName === name)!;
const logged = async (jobName: string): Promise<Row[]> => rows(`${base}/log/list`, { jobName });
const due = async (id: string): Promise<boolean> =>
  (await book().look(new Date())).schedules.some(({ jobId }) => jobId === id);
const change = (jobId: string, status: '0' | '1') => product.ask('POST', `${base}/changeStatus`, { jobId, status });

before(async () => {
  product = await startTestProduct();
  await book().enter([tidy, books], new Date());
  await book().enter([tidy, books], new Date());
});
after(() => product.close());

test('what the product brings is listed once, with its next times, in the language of the reader', async () => {
  assert.deepEqual((await rows()).map(({ jobName }) => jobName).sort(), ['整理', '核账']);
  const { id } = await named('整理');
  const found = await product.must('GET', `${base}/info`, { jobId: id }, { lang: 'en' });
  assert.equal(found.jobName, 'Tidy');
  assert.equal(found.nextTimes.length, 5);
  assert.ok(
    found.nextTimes.every((each: string) => each.endsWith('T18:10:00.000Z')),
    'ten past two in China',
  );
});

test('a paused job is due no more until it is resumed; one the books rest on is not paused', async () => {
  const { id } = await named('整理');
  assert.equal((await change(id, '1')).status, 200);
  assert.equal(await due(id), false);
  assert.equal((await named('整理')).nextTime ?? null, null);
  assert.equal((await change(id, '0')).status, 200);
  assert.equal(await due(id), true);
  const vital = await named('核账');
  assert.equal((await change(vital.id, '1')).body.reason, 'vital');
  assert.equal((await product.ask('POST', `${base}/remove`, { jobIds: vital.id })).body.reason, 'built_in');
});

test('a job is moved to a time that is one, and a further time is added and removed', async () => {
  const { id } = await named('整理');
  const move = (cronExpression: string) => product.ask('POST', `${base}/edit`, { jobId: id, cronExpression });
  assert.equal((await move('61 2 * * *')).status, 400);
  assert.equal((await move('0 30 4 * * ?')).status, 200);
  assert.equal((await named('整理')).cronExpression, '30 4 * * *');
  const more = { jobName: '午间整理', invokeTarget: id, cronExpression: '0 12 * * *' };
  await product.must('POST', `${base}/add`, more);
  const added = await named('午间整理');
  assert.equal(await due(added.id), true);
  await product.must('POST', `${base}/remove`, { jobIds: added.id });
  assert.equal(await due(added.id), false);
});

test('a job that is wanted now runs once on the clock, and the log says by whom and how it went', async () => {
  const { id } = await named('整理');
  const { logId } = await product.must('POST', `${base}/run`, { jobId: id });
  assert.equal((await product.ask('POST', `${base}/run`, { jobId: id })).body.reason, 'running');
  const clock = await startJobs(product.admin, product.database, [tidy, books], log, book());
  const over = async () => (await logged('整理')).find((row) => row.id === logId && row.endTime);
  await until(async () => Boolean(await over()), { everyMs: 200 });
  await clock.stop();
  const line = (await over())!;
  assert.deepEqual([line.status, line.cause, times], ['ok', 'hand', 1]);
  assert.ok(line.byName);
  assert.equal((await named('整理')).lastResult, 'ok');
});

test('a job that fails says why in the log, and what was missed is run once afterwards', async () => {
  const { id } = await named('核账');
  broken = true;
  const context = { jobId: id as string, logId: null, createdOn: new Date(), attempt: 1 };
  await assert.rejects(book().run(books, context), /the disk is full/);
  broken = false;
  const [failed] = await logged('核账');
  assert.deepEqual([failed!.status, failed!.error], ['failed', 'the disk is full']);
  assert.ok(failed!.errorId);
  const { requested } = await book().look(new Date(Date.now() + 3 * 86_400_000));
  const missed = requested.find(({ jobId }) => jobId === id)!;
  await book().run(books, { jobId: id, logId: missed.logId, createdOn: new Date(), attempt: 1 });
  const made = (await logged('核账')).find((row) => row.id === missed.logId)!;
  assert.deepEqual([made.status, made.cause, made.times], ['ok', 'missed', 3]);
});

test('a job never runs beside itself on two servers; the due time that was skipped has its line', async () => {
  const { id } = await named('整理');
  let [now, most, over] = [0, 0, 0];
  const slow: Job = {
    ...tidy,
    work: async () => {
      now += 1;
      most = Math.max(most, now);
      await until(() => over === 2 || now > 1); // the others are through before it is
      now -= 1;
    },
  };
  const earlier = new Set((await logged('整理')).map((line) => line.id));
  const context = () => ({ jobId: id as string, logId: null, createdOn: new Date(), attempt: 1 });
  const run = async (server: ReturnType<typeof book>): Promise<void> => {
    await server.run(slow, context());
    over += 1;
  };
  await Promise.all([book(), book(), book()].map(run));
  assert.equal(most, 1);
  const lines = (await logged('整理')).filter((line) => !earlier.has(line.id));
  assert.deepEqual(lines.map(({ status, reason }) => [status, reason]).toSorted(), [
    ['ok', null],
    ['skipped', 'overlap'],
    ['skipped', 'overlap'],
  ]);
});

test('the log keeps its last day when it is cleared', async () => {
  const lines = (await logged('核账')).length;
  assert.deepEqual(await product.must('POST', `${base}/log/clean`), { count: 0 });
  assert.equal((await logged('核账')).length, lines);
});

test('nobody but the platform’s operators sees or steers a job', async () => {
  const { id } = await named('整理');
  for (const as of ['groupAdmin', 'otherTenant', 'nobody'])
    for (const [method, path, input] of [
      ['GET', 'list', {}],
      ['GET', 'log/list', {}],
      ['GET', 'selectList', {}],
      ['POST', 'run', { jobId: id }],
      ['POST', 'changeStatus', { jobId: id, status: '1' }],
      ['POST', 'edit', { jobId: id, cronExpression: '0 1 * * *' }],
      ['POST', 'log/clean', {}],
    ] as const)
      assert.equal((await product.ask(method, `${base}/${path}`, input, { as })).status, 403, `${as} ${path}`);
});
