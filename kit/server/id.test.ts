import assert from 'node:assert/strict';
import test from 'node:test';
import { isId } from '#kit/declare/check.ts';
import { newId } from './id.ts';

test('ids are UUIDs of version 7, unique, and in the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  assert.ok(ids.every(isId));
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => id[14] === '7' && '89ab'.includes(id[19]!)));
  const byTime = ids.map((id) => id.slice(0, 13));
  assert.deepEqual(byTime, [...byTime].sort());
});

test('a backdated id between two of now leaves these in order', () => {
  const made = Array.from({ length: 5_000 }, () => {
    const id = newId();
    newId(1_700_000_000_000);
    return id.slice(0, 18);
  });
  assert.deepEqual(made, made.toSorted());
});
