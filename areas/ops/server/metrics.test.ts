import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startJobs } from '#kit/server/jobs.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { findingsOf, watched } from '#areas/ops/model/metrics.ts';
import type { MetricsAnswer } from '#areas/ops/model/metrics.ts';
import { countCall, countMessage, exposition } from './counting.ts';
import { readLags } from './lags.ts';
import { look } from './measure.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

const path = '/api/gatehouse/metrics';

test('the platform operator reads the figures, nobody else', async () => {
  countCall('test.slow', 200, 3);
  countCall('test.slow', 500, 1);
  countMessage('event', true, 0.08);
  await product.login('admin', product.passwords['admin']!);
  const { server, now, calls, lags, history }: MetricsAnswer = await product.must('GET', path);
  assert.ok(Date.parse(server.startedAt) <= Date.now() && now.memoryMb > 20);
  assert.deepEqual([lags.databaseUp, lags.databaseMb > 5, history.length], [true, true, 1]);
  const slow = calls.find(({ name }) => name === 'test.slow')!;
  assert.deepEqual([slow.count, slow.faults, slow.meanMs], [2, 1, 2000]);
  assert.ok(
    calls.some(({ name, title }) => name === 'park.submit' || title === '用户登录' || name.startsWith('session')),
  );
  for (const as of ['groupAdmin', 'nobody', 'otherTenant'] as const)
    assert.equal((await product.ask('GET', path, {}, { as })).status, 403, as);
  assert.equal((await product.ask('GET', path, {}, { as: null })).status, 401);
});

test('only who may read them has the figures in his menu', async () => {
  const paths = async (as: string): Promise<string> => {
    const tops = (await product.must('GET', '/api/updown/topMenu/listAll', {}, { as })) as { id: string }[];
    return JSON.stringify(
      await Promise.all(
        tops.map(({ id }) =>
          product.must('GET', '/api/updown/sysAdminMenu/routesParentIdTop', { parentId: id }, { as }),
        ),
      ),
    );
  };
  assert.ok((await paths('admin')).includes('"/system/metrics"'));
  assert.ok(!(await paths('groupAdmin')).includes('/system/metrics'));
});

test('what waits is counted: outgoing messages, those given up, and late jobs', async () => {
  const client = await product.database.write(
    { tenantId: 0, platform: true, companyIds: null, parkIds: null },
    async (db) => {
      const put = (state: string, due: string) =>
        db.raw(
          `INSERT INTO outbox (tenant_id, id, kind, target, payload, state, due_at) VALUES (1, gen_random_uuid(), 'test', 'x', '{}', $1, now() - $2::interval)`,
          [state, due],
        );
      await put('pending', '90 seconds');
      await put('pending', '-90 seconds');
      await put('dead', '1 day');
    },
  );
  assert.equal(client, undefined);
  const lags = await readLags(product.database);
  assert.deepEqual([lags.outboxPending, lags.outboxDead, lags.jobsLateSeconds], [2, 1, 0]);
  assert.ok(lags.outboxOldestSeconds >= 90 && lags.outboxOldestSeconds < 120, String(lags.outboxOldestSeconds));
  const clock = await startJobs(product.database.config, product.database, [], { error: () => undefined });
  assert.equal((await readLags(product.database)).databaseUp, true);
  await clock.stop();
});

test('Prometheus reads every figure, and no label says whose it is', async () => {
  await look(product.database);
  const { text: metricsText } = await exposition();
  for (const name of [
    'gatehouse_calls_total',
    'gatehouse_call_seconds_bucket',
    'gatehouse_pool_connections',
    'gatehouse_device_messages_total',
    'gatehouse_device_acknowledge_seconds_bucket',
    'gatehouse_outbox_oldest_seconds',
    'gatehouse_jobs_late_seconds',
    'gatehouse_lanes_waiting',
    'gatehouse_broker_up 1',
    'gatehouse_file_store_up 1',
    'process_resident_memory_bytes',
  ])
    assert.ok(metricsText.includes(name), name);
  const labels = new Set(
    [...metricsText.matchAll(/^gatehouse_\w+\{([^}]*)\}/gm)].flatMap(([, all]) =>
      [...all!.matchAll(/(\w+)="/g)].map(([, name]) => name!),
    ),
  );
  assert.deepEqual(
    [...labels].sort(),
    ['call', 'kind', 'le', 'outcome', 'phase', 'state', 'status'].filter((name) => labels.has(name)),
  );
  assert.doesNotMatch(metricsText, /[\u4e00-\u9fff]/);
});

test('a healthy server has no findings, a faulty one shows the worst first, and the operations guide has advice for each', () => {
  const now = {
    at: '',
    callsPerSecond: 1,
    faultsPerSecond: 0,
    callP95Ms: 20,
    messagesPerSecond: 1,
    acknowledgeP95Ms: 20,
    memoryMb: 200,
    loopDelayMs: 3,
    poolWaiting: 0,
    eventsWaiting: 0,
    devices: 1,
  };
  const lags = {
    databaseUp: true,
    databaseMb: 1,
    outboxPending: 1,
    outboxOldestSeconds: 2,
    outboxDead: 0,
    commandsDue: 0,
    commandsOldestSeconds: 0,
    jobsLateSeconds: 0,
    jobsFailed: 0,
    jobsOverdue: 0,
    lanes: {},
  };
  assert.deepEqual(findingsOf({ now, lags, brokerUp: true, filesUp: true }), []);
  assert.deepEqual(
    findingsOf({
      now: { ...now, poolWaiting: 3 },
      lags: { ...lags, commandsDue: 2, commandsOldestSeconds: 31 },
      brokerUp: false,
      filesUp: false,
    }).map(({ id }) => id),
    ['broker', 'files', 'commands', 'pool'],
  );
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  for (const id of watched) assert.ok(page.includes(`\`${id}\``), `docs/operations.md says nothing of ${id}`);
});
