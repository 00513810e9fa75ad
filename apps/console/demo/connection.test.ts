import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryOf } from './connection.ts';

test('replies are summed up by median, slowest and failures', () => {
  const reply = (ms: number, ok = true) => ({ ms, ok, offMs: 400 });
  assert.deepEqual(summaryOf([reply(30), reply(10), reply(900), reply(5000, false)]), {
    sent: 4,
    failed: 1,
    middleMs: 30,
    worstMs: 900,
    offSeconds: 0,
  });
  assert.deepEqual(summaryOf([]), { sent: 0, failed: 0, middleMs: null, worstMs: null, offSeconds: null });
});

test('a clock offset is shown in seconds, ahead or behind', () => {
  assert.equal(summaryOf([{ ms: 1, ok: true, offMs: 61_200 }]).offSeconds, 61);
  assert.equal(summaryOf([{ ms: 1, ok: true, offMs: -7_600 }]).offSeconds, -8);
});
