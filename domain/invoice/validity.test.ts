import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOn, renewal, validityOf } from './validity.ts';

test('a seller ends with its last day and is warned of for 30 days before', () => {
  assert.deepEqual(
    ['2026-11-24', '2026-11-25', '2026-12-25', '2026-12-26'].map((end) => validityOf(end, '2026-11-25')),
    ['expired', 'ending', 'ending', 'valid'],
  );
});

test('a renewal sent twice extends once, and one that fits nothing is refused', () => {
  assert.equal(renewal('2026-12-31', 1, '2027-12-31'), '2027-12-31');
  assert.equal(renewal('2027-12-31', 1, '2027-12-31'), 'done');
  assert.equal(renewal('2026-12-31', 2, '2027-12-31'), null);
  assert.equal(renewal('2024-02-29', 1, '2025-02-28'), '2025-02-28');
});

test('a rate to come holds from its first day on', () => {
  const rates = { rateBp: 900, nextRateBp: 600, nextRateFrom: '2027-01-01' };
  assert.deepEqual([rateOn(rates, '2026-12-31'), rateOn(rates, '2027-01-01')], [900, 600]);
  assert.equal(rateOn({ ...rates, nextRateFrom: null }, '2027-01-01'), 900);
});
