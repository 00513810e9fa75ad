import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import fastify, { LogController } from 'fastify';
import { pino } from 'pino';
import { call } from '#kit/declare/call.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Database } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import { httpServer } from './http.ts';
import { requestId, watching } from './watching.ts';

const fine = call({
  name: 'test.fine',
  title: text('好', 'Fine'),
  area: 'test',
  method: 'GET',
  path: '/api/fine',
  permission: 'public',
});

/** A database that answers or does not, as configured. */
const databaseThat = (up: { now: boolean }) =>
  ({
    read: async () => {
      if (!up.now) throw new Refused('unavailable');
      return [];
    },
    connections: () => ({ total: 1, idle: 1, waiting: 0 }),
    config: { host: '/nowhere' },
  }) as unknown as Database;

async function site(t: TestContext, metricsToken?: string) {
  const up = { now: true };
  const app = await httpServer({
    database: databaseThat(up),
    served: [serve(fine, async () => 1, { mode: 'open' })],
    whoIs: async () => null,
    logger: false,
    metricsToken,
  });
  t.after(() => app.close());
  return {
    up,
    get: (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
      app.inject({ url, headers, remoteAddress }),
  };
}

test('a server lives whether or not the database does, and is ready only with it', async (t) => {
  const { up, get } = await site(t);
  deepEqual([(await get('/healthz')).statusCode, (await get('/readyz')).statusCode], [200, 200]);
  up.now = false;
  deepEqual([(await get('/healthz')).statusCode, (await get('/readyz')).statusCode], [200, 503]);
  up.now = true;
  equal((await get('/readyz')).statusCode, 200);
});

test('without a token the metrics are for this machine alone, and not through a proxy on it', async (t) => {
  const { get } = await site(t);
  const here = await get('/metrics');
  deepEqual([here.statusCode, String(here.headers['content-type']).startsWith('text/plain')], [200, true]);
  match(here.body, /^# HELP gatehouse_calls_total /m);
  deepEqual(
    await Promise.all(
      [
        get('/metrics', {}, '10.0.0.7'),
        get('/metrics', { 'x-forwarded-for': '127.0.0.1' }),
        get('/metrics', { via: '1.1 proxy' }),
        get('/metrics', { authorization: 'Bearer ' }),
      ].map(async (each) => (await each).statusCode),
    ),
    [404, 404, 404, 200],
  );
});

test('with a token they are for whoever has it, wherever he is', async (t) => {
  const token = 'a-token-of-this-installation';
  const { get } = await site(t, token);
  deepEqual(
    await Promise.all(
      [
        get('/metrics', { authorization: `Bearer ${token}` }, '10.0.0.7'),
        get('/metrics'),
        get('/metrics', { authorization: `Bearer ${token}x` }),
        get('/metrics', { authorization: token }),
      ].map(async (each) => (await each).statusCode),
    ),
    [200, 404, 404, 404],
  );
});

test('every response names its request: by the proxy’s id, or a new one', async (t) => {
  const { get } = await site(t);
  equal((await get('/api/fine', { 'x-request-id': 'edge-0123456789' })).headers['x-request-id'], 'edge-0123456789');
  for (const odd of ['short', 'with spaces in it', 'x'.repeat(65), 'line\\nbreak-1234'])
    notEqual((await get('/api/fine', { 'x-request-id': odd })).headers['x-request-id'], odd);
  notEqual((await get('/api/fine')).headers['x-request-id'], (await get('/api/fine')).headers['x-request-id']);
});

test('a call is one line of the log with its request, without its input', async (t) => {
  const lines: string[] = [];
  const loggerInstance = pino(
    { level: 'info' },
    new Writable({
      write: (line, _, done) => {
        lines.push(String(line));
        done();
      },
    }),
  );
  const app = fastify({
    loggerInstance,
    genReqId: requestId,
    logController: new LogController({ disableRequestLogging: true }),
  });
  t.after(() => app.close());
  app.get('/api/fine', async () => 1);
  watching(app as never, { database: databaseThat({ now: true }), served: [serve(fine, async () => 1)] });
  await app.inject({
    url: '/api/fine?plate=京A12345',
    headers: { 'x-request-id': 'edge-0123456789', authorization: 'Bearer secret' },
  });
  equal(lines.length, 1);
  const { requestId: id, call: name, status, path, method } = JSON.parse(lines[0]!);
  deepEqual([id, name, status, path, method], ['edge-0123456789', 'test.fine', 200, '/api/fine', 'GET']);
  equal(/京|secret|plate/.test(lines[0]!), false);
});

test('an error is logged with its number, request and statement, and without values', async (t) => {
  const lines: string[] = [];
  const cause = Object.assign(new Error('duplicate key value violates "stay_pk"'), {
    code: 'XX000',
    detail: 'Key (plate_number)=(京A12345) is there',
    where: 'COPY stay, line 1: 13800001234',
  });
  const fault = Object.assign(
    new Error('Failed query: insert into stay values ($1, $2)\nparams: 京A12345,13800001234\nsecond line of a note', {
      cause,
    }),
    { query: 'insert into stay values ($1, $2)', params: ['京A12345', '13800001234'] },
  );
  const broken = call({
    name: 'test.broken',
    title: text('坏', 'Broken'),
    area: 'test',
    method: 'GET',
    path: '/api/broken',
    permission: 'public',
  });
  const app = await httpServer({
    database: databaseThat({ now: true }),
    served: [
      serve(
        broken,
        async () => {
          throw fault;
        },
        { mode: 'open' },
      ),
    ],
    whoIs: async () => null,
    logger: {
      level: 'error',
      stream: {
        write: (line) => {
          lines.push(line);
        },
      },
    },
  });
  t.after(() => app.close());
  const answer = await app.inject({ url: '/api/broken' });
  const { errorId, requestId: id, err } = JSON.parse(lines.find((line) => line.includes('unexpected fault'))!);
  deepEqual([answer.statusCode, answer.json().errorId, answer.headers['x-request-id']], [500, errorId, id]);
  match(`${err.message} ${err.stack}`, /insert into stay[\s\S]*watching\.test[\s\S]*caused by[\s\S]*stay_pk/);
  equal(/京A12345|13800001234|second line/.test(lines.join('')), false, lines.join(''));
});
