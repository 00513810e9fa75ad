import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { adjust, correctionFor, freeSpaces, fullVerdict, occupancy } from './occupancy.ts';

test('only open stays take a space, and adjustments are signed', () => {
  assert.equal(
    occupancy(
      ['open', 'open', 'suspect', 'stale', 'closed', 'closed-inferred', 'closed-batch', 'merged'],
      [{ delta: 3 }, { delta: -1 }],
    ),
    4,
  );
});

test('with its correction no change brings the figure below 0', () =>
  fc.assert(
    fc.property(fc.nat(50), fc.integer({ min: -60, max: 60 }), (now, change) => {
      const correction = correctionFor(now, change);
      assert.ok(correction >= 0 && now + change + correction >= 0);
      assert.ok(correction === 0 || now + change + correction === 0);
    }),
  ));

test('a correction by a person is the difference, and is refused below 0 or when it changes nothing', () => {
  assert.deepEqual(adjust(7, 4), { delta: -3 });
  assert.equal(adjust(7, -1), null);
  assert.equal(adjust(7, 7), null);
  assert.equal(adjust(7, 4.5), null);
});

test('temporary cars stop before the spaces kept for fixed cars; an unlimited lot is never full', () => {
  const rule = { temporary: 'refuse', fixed: 'refuse', keepForFixed: 2 } as const;
  assert.equal(fullVerdict(7, 10, rule, false), 'free');
  assert.equal(fullVerdict(8, 10, rule, false), 'full-refused');
  assert.equal(fullVerdict(8, 10, rule, true), 'free');
  assert.equal(fullVerdict(10, 10, rule, true), 'full-refused');
  assert.equal(fullVerdict(10, 10, { ...rule, fixed: 'allow' }, true), 'full-allowed');
  assert.equal(fullVerdict(999, null, rule, false), 'free');
  assert.deepEqual([freeSpaces(12, 10), freeSpaces(3, 10), freeSpaces(3, null)], [0, 7, null]);
});
