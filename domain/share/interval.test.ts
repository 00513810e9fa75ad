import assert from 'node:assert/strict';
import test from 'node:test';
import { shareInterval } from './interval.ts';

test('intervals are Wilson’s published ones, and hold for all, none and nothing', () => {
  const of = (parts: number, whole: number): string[] =>
    Object.values(shareInterval(parts, whole)!).map((share) => share.toFixed(4));
  // Newcombe 1998, table I, method 3.
  assert.deepEqual(of(81, 263), ['0.2553', '0.3662']);
  assert.deepEqual(of(15, 148), ['0.0624', '0.1605']);
  assert.deepEqual(of(0, 20), ['0.0000', '0.1611']);
  assert.deepEqual(of(1, 29), ['0.0061', '0.1718']);
  assert.deepEqual(of(20, 20), ['0.8389', '1.0000']);
  assert.equal(shareInterval(0, 0), null);
});

test('of many samples 95 % hold the true share', () => {
  let state = 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (const share of [0.5, 0.9, 0.97]) {
    let held = 0;
    for (let sample = 0; sample < 4_000; sample += 1) {
      let parts = 0;
      for (let each = 0; each < 60; each += 1) if (random() < share) parts += 1;
      const { low, high } = shareInterval(parts, 60)!;
      if (low <= share && share <= high) held += 1;
    }
    assert.ok(held / 4_000 > 0.92 && held / 4_000 < 0.98, `${share}: ${held / 4_000}`);
  }
});
