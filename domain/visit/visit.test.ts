import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { EARLY_MS, LATE_MS, afterExit, byClock, entryRefusal } from './visit.ts';
import type { Visit, VisitState } from './visit.ts';

const MINUTE = 60_000;
const at = (clock: string): number => Date.parse(`2026-12-07T${clock}:00+08:00`);
const zhao: Visit = { state: 'approved', from: at('14:00'), until: at('16:00'), entries: 1, used: 0 };

test('a guest enters from half an hour before his time and not at its end', () => {
  assert.deepEqual(
    ['13:29', '13:30', '15:59', '16:00'].map((clock) => entryRefusal(zhao, at(clock))),
    ['early', null, null, 'over'],
  );
});

test('nobody enters by a visit that waits, was refused or withdrawn, or has no entries left', () => {
  for (const state of ['waiting', 'refused', 'cancelled', 'left', 'noShow', 'expired'] as const)
    assert.equal(entryRefusal({ ...zhao, state }, at('14:30')), 'notApproved');
  assert.equal(entryRefusal({ ...zhao, used: 1 }, at('14:30')), 'usedUp');
  assert.equal(entryRefusal({ ...zhao, state: 'inside', used: 1 }, at('14:30')), 'inside');
});

test('who has gone may come again while entries and time are left', () => {
  assert.equal(afterExit({ ...zhao, entries: 2, used: 1 }, at('15:00')), 'approved');
  assert.equal(afterExit({ ...zhao, entries: 2, used: 1 }, at('16:00')), 'left');
  assert.equal(afterExit({ ...zhao, used: 1 }, at('15:00')), 'left');
});

test('a guest is overstaying half an hour after his end, not before', () => {
  const inside: Visit = { ...zhao, state: 'inside', used: 1 };
  assert.equal(byClock(inside, at('16:29')), null);
  assert.equal(byClock(inside, at('16:30')), 'overstay');
});

test('at its end a visit nobody decided expires, one nobody came to is missed, one that was entered is over', () => {
  assert.equal(byClock({ ...zhao, state: 'waiting' }, at('16:00')), 'expired');
  assert.equal(byClock(zhao, at('16:00')), 'noShow');
  assert.equal(byClock({ ...zhao, entries: 2, used: 1 }, at('16:00')), 'left');
  assert.equal(byClock(zhao, at('15:59')), null);
});

const states: readonly VisitState[] = [
  'waiting',
  'approved',
  'inside',
  'overstay',
  'left',
  'refused',
  'cancelled',
  'noShow',
  'expired',
];

test('whatever a visit is, it lets in only when approved, in its time and with entries left; and time moves nothing twice', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: -300, max: 300 }),
      (state, entries, used, minutes) => {
        const each: Visit = { ...zhao, state, entries, used };
        const now = zhao.from + minutes * MINUTE;
        if (entryRefusal(each, now) === null) {
          assert.equal(state, 'approved');
          assert.ok(now >= each.from - EARLY_MS && now < each.until && used < entries);
        }
        const next = byClock(each, now);
        if (next) assert.equal(byClock({ ...each, state: next }, now), null);
        if (next === 'overstay') assert.ok(now >= each.until + LATE_MS);
      },
    ),
  );
});
