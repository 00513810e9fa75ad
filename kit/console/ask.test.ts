import { afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';
import { Failed, ask, askBlob, askEarly, isOwnPath, newKey, queryOf } from './ask.ts';
import { notify, afloat } from './notices.ts';
import { session } from './session.ts';

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };
const real = globalThis.fetch;

/** Answers calls in turn; a thrown error is a lost connection. */
function answering(...answers: ([number, unknown] | Error)[]): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = (async (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    const answer = answers[Math.min(sent.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer[1]), { status: answer[0] });
  }) as typeof fetch;
  return sent;
}
afterEach(() => {
  globalThis.fetch = real;
  session.close();
  afloat.setState({ notices: [] });
});

const ok = (data: unknown) => [200, { code: 200, success: true, msg: '', data }] as [number, unknown];

test('a call answers the data of its envelope and carries token and language', async () => {
  session.open({ accessToken: 'abc', refreshToken: 'r', expiresIn: 30_000 });
  const sent = answering(ok({ n: 1 }));
  assert.deepEqual(await ask('/api/x', { a: 1, empty: '', none: null, many: ['p', 'q'] }), { n: 1 });
  assert.equal(sent[0]!.url, '/api/x?a=1&many=p%2Cq');
  assert.equal(sent[0]!.init.headers['Authorization'], 'Bearer abc');
  assert.equal(sent[0]!.init.headers['Accept-Language'], 'zh');
  assert.equal(sent[0]!.init.headers['Idempotency-Key'], undefined);
});

test('an answer requested early is given once, to the same request of the same session', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  session.open({ accessToken: 'abc', refreshToken: 'r', expiresIn: 30_000 });
  const sent = answering(ok('early'), ok('late'), ok('of old'), ok('of new'));
  askEarly('/api/x', { a: 1 });
  assert.equal(await ask('/api/x', { a: 1 }), 'early');
  assert.equal(await ask('/api/x', { a: 1 }), 'late');
  askEarly('/api/x', { a: 1 });
  session.open({ accessToken: 'other', refreshToken: 'r', expiresIn: 30_000 });
  assert.equal(await ask('/api/x', { a: 1 }), 'of new');
  assert.deepEqual(
    sent.map(({ url, init }) => `${url} ${init.headers['Authorization']}`),
    ['abc', 'abc', 'abc', 'other'].map((token) => `/api/x?a=1 Bearer ${token}`),
  );
});

test('an early answer that was lost or has grown old is requested again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answering(new TypeError('lost'), ok('again'), ok('old'), ok('new'));
  askEarly('/api/x', {});
  assert.equal(await ask('/api/x'), 'again');
  askEarly('/api/x', {});
  t.mock.timers.tick(20_000);
  assert.equal(await ask('/api/x'), 'new');
});

test('a declared change is posted with an idempotency key, also where the contract has it by GET', async () => {
  const sent = answering(ok(null));
  await ask(
    call({
      name: 'x.sync',
      title: text('同步', 'Sync'),
      area: 'lot',
      method: 'GET',
      path: '/api/x',
      permission: 'session',
      changes: true,
    }),
    { id: '1' },
  );
  assert.equal(sent[0]!.init.method, 'POST');
  assert.match(
    sent[0]!.init.headers['Idempotency-Key']!,
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.equal(sent[0]!.init.body, '{"id":"1"}');
});

test('a change whose answer was lost is sent once more with the same key', async () => {
  const sent = answering(new TypeError('lost'), ok('done'));
  assert.equal(await ask('/api/x', {}, { method: 'POST', key: 'k' }), 'done');
  assert.deepEqual(
    sent.map(({ init }) => init.headers['Idempotency-Key']),
    ['k', 'k'],
  );
});

test('a call waits for its answer for a hundred seconds and no longer', async (t) => {
  const limit = new AbortController();
  const limited = t.mock.method(AbortSignal, 'timeout', () => limit.signal);
  globalThis.fetch = ((_: string, { signal }: RequestInit) =>
    new Promise((_then, fail) => {
      signal!.addEventListener('abort', () => fail(signal!.reason as Error));
    })) as typeof fetch;
  const request = ask('/api/x', {}, { method: 'POST', quiet: true }).catch((error: unknown) => error as Failed);
  assert.deepEqual(
    limited.mock.calls.map(({ arguments: [ms] }) => ms),
    [100_000],
  );
  limit.abort(new DOMException('late', 'TimeoutError'));
  assert.equal(((await request) as Failed).status, 0, 'nor is it sent a second time');
});

test('invalid input names its fields', async () => {
  answering([
    400,
    {
      code: 400,
      success: false,
      msg: '输入有误',
      error: 'bad_input',
      errors: [{ field: 'plate', msg: '车牌号不能为空' }],
    },
  ]);
  const failure = (await ask('/api/x', {}, { method: 'POST', quiet: true }).catch(
    (error: unknown) => error as Failed,
  )) as Failed;
  assert.ok(failure instanceof Failed);
  assert.deepEqual(
    [failure.status, failure.error, failure.problems[0]!.field, failure.message],
    [400, 'bad_input', 'plate', '输入有误'],
  );
});

test('a call without a token names the client', async () => {
  const sent = answering(ok(null));
  await ask('/api/x');
  assert.equal(sent[0]!.init.headers['Authorization'], `Basic ${btoa('gatehouse:console')}`);
});

test('a call that was on its way while the token was renewed is sent again with the new one, and under the same key', async () => {
  session.open({ accessToken: 'old', refreshToken: 'r', expiresIn: 30_000 });
  const sent: Sent[] = [];
  globalThis.fetch = (async (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    if (init.headers['Authorization'] === 'Bearer new')
      return new Response(JSON.stringify({ code: 200, success: true, msg: '', data: 'done' }));
    session.open({ accessToken: 'new', refreshToken: 'r2', expiresIn: 30_000 });
    return new Response('{}', { status: 401 });
  }) as typeof fetch;
  assert.equal(await ask('/api/x', { id: 1 }, { method: 'POST' }), 'done');
  assert.deepEqual(
    sent.map(({ init }) => init.headers['Authorization']),
    ['Bearer old', 'Bearer new'],
  );
  assert.equal(sent[0]!.init.headers['Idempotency-Key'], sent[1]!.init.headers['Idempotency-Key']);
  assert.equal(session.tokens()?.accessToken, 'new');
});

test('401 ends the session here', async () => {
  session.open({ accessToken: 'abc', refreshToken: 'r', expiresIn: 30_000 });
  answering([401, { code: 401, success: false, msg: 'x', error: 'not_logged_in' }]);
  await assert.rejects(ask('/api/x', {}, { quiet: true }));
  assert.equal(session.tokens(), null);
  assert.equal(session.left(), false);
});

test('400, 404 and 500 are left to the page; other errors are shown, at most once in two seconds', async () => {
  answering(
    [500, { msg: 'a', errorId: 'e1' }],
    [404, { msg: 'b' }],
    [400, { msg: 'c' }],
    [403, { msg: '没有权限' }],
    [409, { msg: 'again' }],
  );
  for (let n = 0; n < 5; n++) await assert.rejects(ask('/api/x'));
  assert.deepEqual(
    afloat.getState().notices.map(({ words }) => words),
    ['没有权限'],
  );
  notify.error('too soon');
  assert.equal(afloat.getState().notices.length, 1);
});

test('keys differ, and queries drop what is empty', () => {
  assert.notEqual(newKey(), newKey());
  assert.equal(queryOf({ a: false, b: 0, c: undefined, d: [] }), 'a=false&b=0');
});

test('a token is sent only to this server, however another address is spelled', async () => {
  session.open({ accessToken: 'abc', refreshToken: 'r', expiresIn: 30_000 });
  const sent = answering(ok(null));
  for (const address of [
    'https://elsewhere.example/x',
    '//elsewhere.example/x',
    '/\\elsewhere.example/x',
    '/\t/elsewhere.example/x',
    'x.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '',
  ]) {
    assert.equal(isOwnPath(address), false, address);
    await assert.rejects(askBlob(address), Failed);
    await assert.rejects(ask(address), Failed);
  }
  assert.deepEqual(sent, []);
  assert.equal(isOwnPath('/api/updown/file?name=a//b'), true);
});
