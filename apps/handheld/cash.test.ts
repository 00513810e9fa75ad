/** The settings of a car park on its handhelds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#domain/time/zone.ts';
import { usual, whyNoCash } from './cash.ts';

const till = { offlineMs: 0, takenFen: 0, dueFen: 900 };

test('a handheld takes cash as long as its car park lets it: at all, so long without the server, up to so much', () => {
  assert.equal(whyNoCash(usual, till), null);
  assert.ok(whyNoCash({ ...usual, cashAllowed: false }, till));
  assert.equal(whyNoCash(usual, { ...till, offlineMs: 8 * HOUR - 1 }), null);
  assert.match(whyNoCash(usual, { ...till, offlineMs: 8 * HOUR })!.en, /8 hours/);
  assert.match(whyNoCash({ ...usual, offlineHours: 2 }, { ...till, offlineMs: 2 * HOUR })!.zh, /2小时/);
  assert.equal(whyNoCash(usual, { ...till, takenFen: 99_100 }), null, 'up to the limit itself');
  assert.ok(whyNoCash(usual, { ...till, takenFen: 99_101 }));
  assert.equal(whyNoCash({ ...usual, maxCash: 0 }, { ...till, takenFen: 10_000_000 }), null, 'nought is no limit');
});
