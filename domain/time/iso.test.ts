import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoOf } from './iso.ts';

test('an instant is written as everybody writes it, of any day in any order', () => {
  const most = 8_640_000_000_000_000;
  fc.assert(fc.property(fc.array(fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), fc.double({ min: -1e12, max: 1e12, noNaN: true }))), (instants) => {
    for (const ms of instants) assert.equal(isoOf(ms), new Date(ms).toISOString());
  }));
});

test('what is no instant is refused, and the next one is right', () => {
  for (const wrong of [Number.NaN, Infinity, 8_640_000_000_000_001 + 86_400_000]) assert.throws(() => isoOf(wrong), RangeError);
  assert.equal(isoOf(0), '1970-01-01T00:00:00.000Z');
});
