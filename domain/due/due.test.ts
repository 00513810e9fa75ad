import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { DEFAULT_HOURS, PROMISES, dueAt, pausedMs, serviceMs } from './due.ts';
import type { ServiceHours } from './due.ts';

const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const shown = (instant: number): string => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 16);

test('240 minutes raised at 18:30 are due at 10:30 of the next day, and at 11:10 when paused from 09:00 to 09:40', () => {
  const raised = at('2026-03-02T18:30');
  assert.equal(shown(dueAt(raised, 240)), '2026-03-03T10:30');
  const pause = { from: at('2026-03-03T09:00'), to: at('2026-03-03T09:40') };
  assert.equal(shown(dueAt(raised, 240, DEFAULT_HOURS, [pause])), '2026-03-03T11:10');
});

test('a pause outside the hours moves nothing; a matter raised at night begins to run in the morning', () => {
  const night = { from: at('2026-03-02T21:00'), to: at('2026-03-03T06:00') };
  assert.equal(shown(dueAt(at('2026-03-02T18:30'), 240, DEFAULT_HOURS, [night])), '2026-03-03T10:30');
  assert.equal(shown(dueAt(at('2026-03-02T23:59'), 15)), '2026-03-03T08:15');
  assert.equal(shown(dueAt(at('2026-03-02T05:00'), PROMISES[3].solveMinutes)), '2026-03-03T20:00');
});

const MINUTE = 60_000;
const minuteOfDay = (instant: number): number => Math.floor(instant / MINUTE + 480) % 1440;
/** Counts minutes one by one; all times are whole minutes. */
function bySteps(raised: number, minutes: number, hours: ServiceHours, pauses: { from: number; to: number }[]): number {
  let [now, left] = [raised, minutes];
  while (left > 0) {
    const wall = minuteOfDay(now);
    const open = wall >= hours.fromMinute && wall < hours.toMinute;
    if (open && !pauses.some(({ from, to }) => from <= now && now < to)) left -= 1;
    now += MINUTE;
  }
  return now;
}

const base = at('2026-02-27T00:00');
const minute = (days: number) => fc.integer({ min: 0, max: days * 1440 }).map((n) => base + n * MINUTE);
const pause = fc
  .tuple(minute(4), fc.integer({ min: 0, max: 900 }))
  .map(([from, length]) => ({ from, to: from + length * MINUTE }));
const hoursOf = fc
  .tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 30, max: 1440 }))
  .map(([from, length]) => ({
    fromMinute: from,
    toMinute: Math.min(1440, from + length),
    zone: 'Asia/Shanghai',
  }));

test('a due time is what counting minutes one by one comes to', () => {
  fc.assert(
    fc.property(
      minute(3),
      fc.integer({ min: 1, max: 1500 }),
      hoursOf,
      fc.array(pause, { maxLength: 4 }),
      (raised, n, hours, pauses) => {
        assert.equal(dueAt(raised, n, hours, pauses), bySteps(raised, n, hours, pauses));
        assert.equal(serviceMs(raised, dueAt(raised, n, hours, pauses), hours, pauses), n * MINUTE);
      },
    ),
    { numRuns: 150 },
  );
});

test('A6: one more pause never brings a due time forward, and moves it by no less than its service time', () => {
  fc.assert(
    fc.property(
      minute(3),
      fc.integer({ min: 1, max: 1500 }),
      fc.array(pause, { maxLength: 3 }),
      pause,
      (raised, n, pauses, more) => {
        const before = dueAt(raised, n, DEFAULT_HOURS, pauses);
        const after = dueAt(raised, n, DEFAULT_HOURS, [...pauses, more]);
        assert.ok(after >= before);
        assert.ok(serviceMs(raised, after) >= n * MINUTE);
      },
    ),
  );
});

test('time paused counts overlapping pauses once', () => {
  assert.equal(
    pausedMs([
      { from: 0, to: 10 },
      { from: 5, to: 20 },
      { from: 30, to: 31 },
    ]),
    21,
  );
});
