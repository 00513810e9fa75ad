import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedTo } from './moved-to.ts';

test('a row goes to the place named, and the others close up', () => {
  assert.deepEqual(movedTo(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(movedTo(['a', 'b', 'c', 'd'], 3, 0), ['d', 'a', 'b', 'c']);
});

test('a place that is none leaves the rows as they are', () => {
  const rows = ['a', 'b'];
  for (const [from, to] of [
    [0, 2],
    [0, -1],
    [2, 0],
    [1, 1],
    [Number.NaN, 0],
  ] as const)
    assert.equal(movedTo(rows, from, to), rows);
});
