import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeClass } from './size.ts';

test('1200 pixels or more are class 3, 992 class 2, 768 class 1, less is class 0', () => {
  assert.deepEqual([2560, 1200, 1199, 992, 991, 768, 767, 0].map(sizeClass), [3, 3, 2, 2, 1, 1, 0, 0]);
});
