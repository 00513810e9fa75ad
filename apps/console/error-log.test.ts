import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import '#kit/console/browser.fixture.ts';
import { Failed } from '#kit/console/ask.ts';
import { clearLog, logError, logged, uploadLog, watchErrors } from './error-log.ts';

const realFetch = globalThis.fetch;
beforeEach(() => localStorage.clear());
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a fault is noted with type, address, words, stack, place and time, newest first', () => {
  logError('error', new Error('first'), 'in List');
  logError('chunk', 'second');
  const [second, first] = logged();
  assert.deepEqual(
    { ...first, stack: '', time: '' },
    {
      type: 'error',
      url: 'http://gatehouse.test/static/incar?page=2',
      message: 'first',
      stack: '',
      info: 'in List',
      time: '',
    },
  );
  assert.match(first!.stack, /Error: first/);
  assert.match(first!.time, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual([second!.type, second!.message, second!.stack], ['chunk', 'second', '']);
});

test('the log holds a hundred entries of bounded length, and a fault in a loop takes one place', () => {
  for (let nth = 0; nth < 120; nth += 1) logError('error', new Error(`fault ${nth}`));
  assert.equal(logged().length, 100);
  assert.equal(logged()[0]!.message, 'fault 119');
  for (let nth = 0; nth < 50; nth += 1) logError('error', new Error('again'));
  assert.deepEqual(
    logged()
      .slice(0, 2)
      .map(({ message }) => message),
    ['again', 'fault 119'],
  );
  logError('error', new Error('x'.repeat(9000)), 'y'.repeat(9000));
  const { message, stack, info } = logged()[0]!;
  assert.deepEqual([message.length, stack.length, info.length], [500, 4000, 2000]);
});

test('clearing empties the log, and so does nothing else', async () => {
  logError('error', new Error('one'));
  const sent: { url: string; body: string }[] = [];
  globalThis.fetch = (async (url: string, init: { body: string }) => {
    sent.push({ url, body: init.body });
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data: null }));
  }) as unknown as typeof fetch;
  assert.equal(await uploadLog(), 1);
  assert.equal(sent[0]!.url, '/api/blade-log/error/submit');
  assert.deepEqual(JSON.parse(sent[0]!.body), { entries: logged() });
  assert.equal(logged().length, 1);
  clearLog();
  assert.deepEqual(logged(), []);
  assert.equal(await uploadLog(), 0);
  assert.equal(sent.length, 1);
});

test('an upload that fails is the caller’s to show, and loses nothing', async () => {
  logError('error', new Error('kept'));
  globalThis.fetch = (async () =>
    new Response(JSON.stringify({ code: 403, success: false, msg: 'no', error: 'not_permitted' }), {
      status: 403,
    })) as unknown as typeof fetch;
  await assert.rejects(uploadLog(), (error: Failed) => error.status === 403);
  assert.equal(logged().length, 1);
});

test('what nobody caught is noted; answers of the server and calls broken off are not', () => {
  watchErrors();
  dispatchEvent(Object.assign(new Event('error'), { error: new Error('uncaught'), message: 'uncaught' }));
  for (const reason of [new Error('nobody waited'), new Failed(403, {}), new DOMException('gone', 'AbortError')])
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  assert.deepEqual(
    logged().map(({ type, message }) => [type, message]),
    [
      ['rejection', 'nobody waited'],
      ['error', 'uncaught'],
    ],
  );
});
