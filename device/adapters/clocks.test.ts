import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clocks } from './clocks.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const HOUR = 3_600_000;

test('a clock ahead is seen at once, one behind when two events agree', () => {
  const clock = clocks();
  clock.note('ahead', NOW + 8 * HOUR, NOW);
  assert.equal(clock.offset('ahead'), 8 * HOUR);
  clock.note('behind', NOW - 8 * HOUR, NOW);
  assert.equal(clock.offset('behind'), 0);
  clock.note('behind', NOW - 8 * HOUR + 60_000, NOW + 60_000);
  assert.equal(clock.offset('behind'), -8 * HOUR);
});

test('events that were kept and are sent one after the other show no wrong clock, however often each comes', () => {
  const clock = clocks();
  for (let nth = 0; nth < 12; nth += 1)
    for (let again = 0; again < 3; again += 1) clock.note('kept', NOW - HOUR + nth * 60_000, NOW + nth * 100);
  assert.equal(clock.offset('kept'), 0);
});

test('the way of a message is no wrong clock', () => {
  const clock = clocks();
  clock.note('slow', NOW - 4_000, NOW);
  assert.equal(clock.offset('slow'), 0);
  assert.equal(clock.offset('unknown'), 0);
});
