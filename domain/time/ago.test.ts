import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago } from './ago.ts';

const now = Date.parse('2026-11-21T03:00:00Z');
const texts = (seconds: number) => [ago(now - seconds * 1000, now, 'zh'), ago(now - seconds * 1000, now, 'en')];

test('a short time ago is shown in the largest whole unit, in either language', () => {
  assert.deepEqual(texts(5), ['刚刚', 'just now']);
  assert.deepEqual(texts(60), ['1分钟前', '1 minute ago']);
  assert.deepEqual(texts(3_599), ['59分钟前', '59 minutes ago']);
  assert.deepEqual(texts(7_200), ['2小时前', '2 hours ago']);
  assert.deepEqual(texts(86_400 * 29), ['29天前', '29 days ago']);
});

test('what is a month ago or ahead is left to a date; a clock a few seconds ahead is not ahead', () => {
  assert.deepEqual(
    [texts(86_400 * 30), texts(-61), texts(-20)],
    [
      [null, null],
      [null, null],
      ['刚刚', 'just now'],
    ],
  );
});
