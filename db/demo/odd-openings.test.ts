/** Barriers are opened by hand now and then, in each lot at its own times. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { oddOf } from './odd-openings.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 4, 4, 9);

test('no two lots have an odd opening at the same second, and each has both kinds within the last week', () => {
  const lots = Array.from({ length: 12 }, (_, nth) => oddOf(nth + 1, now, 4));
  const seconds = lots.flat().map(({ at }) => Math.floor(at / 1000));
  assert.equal(new Set(seconds).size, seconds.length);
  for (const odd of lots) {
    assert.deepEqual([...new Set(odd.filter(({ at }) => at > now - 7 * DAY).map(({ cause }) => cause))].sort(), [
      'remote',
      'unknown',
    ]);
    assert.ok(odd.every(({ at, gate }) => at < now && at > now - 16 * DAY && gate >= 0 && gate < 4));
  }
  assert.deepEqual(oddOf(3, now, 4), lots[2]);
});
