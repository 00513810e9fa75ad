import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startingWith } from './type-ahead.ts';

const labels = ['首页', '车场管理', '车位组', 'Users'];

test('a letter goes to the next entry that begins with it by word or sound, round and round', () => {
  const typed = { letters: '', at: 0 };
  assert.equal(startingWith(labels, 0, typed, 'c', 1000), 1);
  assert.equal(startingWith(labels, 1, typed, 'c', 3000), 2);
  assert.equal(startingWith(labels, 2, typed, 'c', 5000), 1);
  assert.equal(startingWith(labels, 1, typed, 'U', 7000), 3);
});

test('letters typed on belong together, and what begins nothing goes nowhere', () => {
  const typed = { letters: '', at: 0 };
  assert.equal(startingWith(labels, 0, typed, 'c', 1000), 1);
  assert.equal(startingWith(labels, 1, typed, 'w', 1200), 2);
  assert.equal(startingWith(labels, 2, typed, 'z', 1400), 2);
  assert.equal(startingWith(labels, 2, typed, 'q', 1500), null);
});
