import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoOf, msOf, wallText } from './iso.ts';

test('an instant is written as everybody writes it, of any day in any order', () => {
  const most = 8_640_000_000_000_000;
  fc.assert(fc.property(fc.array(fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), fc.double({ min: -1e12, max: 1e12, noNaN: true }))), (instants) => {
    for (const ms of instants) {
      assert.equal(isoOf(ms), new Date(ms).toISOString());
      assert.equal(wallText(ms), new Date(ms).toISOString().slice(0, -5).replace('T', ' '));
    }
  }));
});

test('what is no instant is refused, and the next one is right', () => {
  for (const wrong of [Number.NaN, Infinity, 8_640_000_000_000_001 + 86_400_000]) assert.throws(() => isoOf(wrong), RangeError);
  assert.equal(isoOf(0), '1970-01-01T00:00:00.000Z');
});

test('an instant is read as everybody reads it, and what is none is none', () => {
  const most = 8_640_000_000_000_000;
  const written = fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 })).map((ms) => new Date(ms).toISOString());
  const spoilt = fc.tuple(written, fc.nat({ max: 26 }), fc.constantFrom('', '0', '9', '-', 'Z', ' ', '+', '车', '.')).map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at + 1));
  const other = fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T08:00:00+08:00', '2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00.000Z', '2026-01-01T24:00:00.000Z', '2026-01-01T23:59:60.000Z', '', 'yesterday');
  fc.assert(fc.property(fc.array(fc.oneof(written, spoilt, other)), (texts) => {
    for (const text of texts) assert.equal(msOf(text), Date.parse(text), text);
  }), { numRuns: 2_000 });
});
