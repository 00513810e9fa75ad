import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '#kit/declare/text.ts';
import { inTime } from './in-time.ts';

const late = text('超时', 'Too late');

test('work in time gives what it gives, and fails as it fails', async () => {
  assert.equal(await inTime(Promise.resolve(3), 1000, late), 3);
  await assert.rejects(inTime(Promise.reject(new Error('own')), 1000, late), /own/);
});

test('work that never ends fails after its time, in words', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = inTime(new Promise(() => undefined), 120_000, late);
  t.mock.timers.tick(119_999);
  assert.equal(await Promise.race([waiting.catch(() => 'failed'), Promise.resolve('waits')]), 'waits');
  t.mock.timers.tick(1);
  await assert.rejects(waiting, /超时/);
});
