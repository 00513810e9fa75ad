/** The decisions of a berth lock, row by row, and R19. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { MINUTE, SECOND } from '../time/zone.ts';
import { QUIET_MS, RAISE_MS, decideLock, freeUntil } from './lock.ts';
import type { LockView } from './lock.ts';

const NOW = 100 * MINUTE;
const STANDING: LockView = {
  use: 'hold',
  mode: 'auto',
  arm: 'down',
  car: true,
  carSince: NOW - 11 * MINUTE,
  movedAt: NOW - 10 * MINUTE,
  faulty: false,
  freeMinutes: 10,
  paidUntil: null,
  entitled: false,
  order: null,
};
const decide = (more: Partial<LockView>, now = NOW) => {
  const { do: what, why, until, warn } = decideLock({ ...STANDING, ...more }, now);
  return [what, why, until === null ? null : until - now, warn];
};
const order = (what: 'raise' | 'lower', ago: number, tries: number) => ({
  do: what,
  at: NOW - ago,
  until: what === 'raise' ? NOW - ago + RAISE_MS : null,
  tries,
  answered: true,
});

test('free minutes over, automatic, nothing moved for 30 s: raise, for 30 s', () => {
  assert.deepEqual(decide({}), ['raise', 'free-minutes-over', RAISE_MS, false]);
  assert.deepEqual(decide({ carSince: NOW - 10 * MINUTE }), ['none', 'in-place', null, false]);
  assert.deepEqual(decide({ movedAt: NOW - 20 * SECOND }), ['none', 'movement', 10 * SECOND, false]);
  assert.deepEqual(decide({ mode: 'manual' }), ['none', 'not-auto', null, false]);
});

test('an answer proves nothing: the order is tried again after 1, 3 and 10 s until the arm moves, and then no more', () => {
  assert.equal(decide({ order: order('raise', 500, 1) })[1], 'waiting');
  assert.deepEqual(decide({ order: order('raise', SECOND, 1) }), ['raise', 'retry', 29 * SECOND, false]);
  assert.deepEqual(decide({ order: order('raise', 3 * SECOND, 2) }), ['raise', 'retry', 27 * SECOND, false]);
  assert.deepEqual(decide({ order: order('raise', 10 * SECOND, 3) }), ['raise', 'retry', 20 * SECOND, false]);
  assert.equal(decide({ order: order('raise', 20 * SECOND, 4) })[0], 'none');
  assert.deepEqual(decide({ order: order('raise', 31 * SECOND, 4) }), ['none', 'expired', null, true]);
  assert.deepEqual(decide({ arm: 'up', order: order('raise', SECOND, 1) }), ['none', 'in-place', null, false]);
});

test('paid: lower immediately, also by hand or with a fault; not down in 20 s is a warning', () => {
  const paid = { paidUntil: NOW + 15 * MINUTE, arm: 'up' as const };
  assert.deepEqual(decide(paid), ['lower', 'paid', null, false]);
  assert.deepEqual(decide({ ...paid, mode: 'manual', faulty: true, movedAt: NOW }), ['lower', 'paid', null, false]);
  assert.deepEqual(decide({ ...paid, order: order('lower', 20 * SECOND, 4) }), ['lower', 'retry', null, true]);
  assert.deepEqual(decide({ ...paid, order: order('lower', 11 * SECOND, 4) }), ['none', 'waiting', 9 * SECOND, false]);
  assert.equal(decide({ ...paid, mode: 'service' })[0], 'none');
});

test('the leave window is over and the car stands there: raise again', () => {
  assert.deepEqual(decide({ paidUntil: NOW - SECOND }), ['raise', 'leave-window-over', RAISE_MS, false]);
  assert.deepEqual(decide({ paidUntil: NOW - SECOND, car: false, arm: 'up' }), ['lower', 'no-car', null, false]);
});

test('forced, stuck, no answer: unknown, a warning, no raise before a person says so', () => {
  for (const more of [{ faulty: true }, { arm: 'stuck' as const }])
    assert.deepEqual(decide(more), ['none', 'fault', null, true]);
  assert.deepEqual(decide({ arm: 'unknown' }), ['none', 'arm-unknown', null, true]);
});

test('a kept berth is up while free and down for its pass or booking', () => {
  const keep = { use: 'keep' as const, car: false, carSince: null };
  assert.deepEqual(decide(keep), ['raise', 'keep-free', RAISE_MS, false]);
  assert.deepEqual(decide({ ...keep, entitled: true, arm: 'up' }), ['lower', 'entitled', null, false]);
  assert.equal(decide({ ...keep, car: true })[0], 'none', 'never under a car that stands there');
});

test('R19 a slow arm costs the driver nothing: the leave window begins when it is down', () => {
  assert.equal(freeUntil(0, 4 * SECOND, 15), 15 * MINUTE + 4 * SECOND);
  assert.equal(freeUntil(0, 6 * MINUTE, 15), 21 * MINUTE);
  assert.equal(freeUntil(0, null, 15), null);
  assert.equal(freeUntil(2 * MINUTE, MINUTE, 15), 17 * MINUTE, 'it was down already');
});

const instants = fc.integer({ min: NOW - 20 * MINUTE, max: NOW });
const views: fc.Arbitrary<LockView> = fc.record({
  use: fc.constantFrom('hold' as const, 'keep' as const),
  mode: fc.constantFrom('auto' as const, 'manual' as const, 'service' as const),
  arm: fc.constantFrom('down' as const, 'up' as const, 'moving' as const, 'stuck' as const, 'unknown' as const),
  car: fc.option(fc.boolean()),
  carSince: fc.option(instants),
  movedAt: fc.option(fc.integer({ min: NOW - MINUTE, max: NOW })),
  faulty: fc.boolean(),
  freeMinutes: fc.nat(20),
  paidUntil: fc.option(fc.integer({ min: NOW - MINUTE, max: NOW + MINUTE })),
  entitled: fc.boolean(),
  order: fc.option(
    fc.record({
      do: fc.constantFrom('raise' as const, 'lower' as const),
      at: fc.integer({ min: NOW - MINUTE, max: NOW }),
      until: fc.option(fc.integer({ min: NOW - MINUTE, max: NOW + MINUTE })),
      tries: fc.integer({ min: 1, max: 8 }),
      answered: fc.boolean(),
    }),
  ),
});

test('R19 no raise after its end, near movement, on a fault, over a driver who has paid, or under a car of a kept berth', () => {
  fc.assert(
    fc.property(views, (view) => {
      const decision = decideLock(view, NOW);
      if (decision.do !== 'raise') return;
      assert.ok(decision.until >= NOW && decision.until <= NOW + RAISE_MS + MINUTE);
      assert.ok(!(view.order?.do === 'raise' && view.order.until !== null && view.order.until < NOW), 'after its end');
      assert.ok(view.movedAt === null || view.movedAt + QUIET_MS <= NOW, 'near movement');
      assert.ok(view.mode === 'auto' && view.arm === 'down' && !view.faulty);
      assert.ok(view.use === 'keep' ? view.car === false && !view.entitled : view.car === true);
      assert.ok(view.use === 'keep' || view.paidUntil === null || view.paidUntil < NOW, 'paid');
    }),
    { numRuns: 2000 },
  );
});
