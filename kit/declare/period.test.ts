import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedPeriod, periodOf } from './period.ts';

test('a whole month is shown by its name, several by the first and the last, also where a month is short', () => {
  assert.equal(periodOf('2026-10-01', '2026-10-31'), '2026-10');
  assert.equal(periodOf('2026-02-01', '2026-02-28'), '2026-02');
  assert.equal(periodOf('2026-08-01', '2026-10-31'), '2026-08_2026-10');
});

test('other spans are shown by their days, a single day once', () => {
  assert.equal(periodOf('2026-10-01', '2026-10-30'), '2026-10-01_2026-10-30');
  assert.equal(periodOf('2026-10-02', '2026-10-31'), '2026-10-02_2026-10-31');
  assert.equal(periodOf('2026-10-07', '2026-10-07'), '2026-10-07');
});

test('the span is read from the request, and there is none if an end is missing or not a day', () => {
  assert.equal(requestedPeriod({ startTime: '2026-10-01 00:00:00', endTime: '2026-10-31 23:59:59' }), '2026-10');
  assert.equal(requestedPeriod({ startTime: '2026-10-01' }), null);
  assert.equal(requestedPeriod({ startTime: 'yesterday', endTime: '2026-10-31' }), null);
});
