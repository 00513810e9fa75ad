/** Figures of berths: the worked numbers, and R21 against counting second by second. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { HOUR, MINUTE } from '../time/zone.ts';
import { clock, heartbeats, person, sensor, settle } from './evidence.fixture.ts';
import { START, minute, wildBindings, wildLists } from './history.fixture.ts';
import {
  addBerthTime,
  berthTime,
  coverage,
  gapShare,
  noCarFigures,
  staysBegun,
  timeBands,
  turnover,
  unreadTime,
  utilisation,
} from './figures.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { settleBerth } from './settle.ts';
import type { BerthState, Spell } from './types.ts';

const A = '粤B12345';

/** Ten berths for twelve hours whose states last so many hours in all. */
function street(hours: Record<BerthState, number>): Spell[] {
  const spells: Spell[] = [];
  let at = 0;
  for (const state of ['occupied', 'free', 'unknown', 'closed'] as const) {
    for (let left = hours[state]; left > 0;) {
      const within = Math.min(left, 12 - (at % 12));
      const from = (at % 12) * HOUR;
      spells.push({
        berthId: `B${Math.floor(at / 12)}`,
        from,
        to: from + within * HOUR,
        state,
        stay: null,
        beganBy: null,
        endedBy: null,
      });
      at += within;
      left -= within;
    }
  }
  return spells;
}

test('10 berths for 12 hours, occupied 66, free 36, unknown 6, closed 12, 44 stays: 64.7 %, 94.4 %, 4.89', () => {
  const window = { from: 0, to: 12 * HOUR };
  const time = berthTime(street({ occupied: 66, free: 36, unknown: 6, closed: 12 }), window);
  assert.equal((utilisation(time)! * 100).toFixed(1), '64.7');
  assert.equal((coverage(time)! * 100).toFixed(1), '94.4');
  assert.equal(turnover(44, time, window)!.toFixed(2), '4.89');
  assert.deepEqual([utilisation(berthTime([], window)), coverage(berthTime([], window))], [null, null]);
});

const wild = fc.record({ evidence: wildLists(), bindings: wildBindings() });

test('R21 occupied + free + unknown + closed is the window, days sum to ranges, and each second counts once', () => {
  fc.assert(
    fc.property(wild, fc.nat(470), fc.nat(470), fc.option(fc.nat(300)), ({ evidence, bindings }, a, b, closed) => {
      const closures = closed === null ? [] : [{ from: minute(closed), to: minute(closed + 60) }];
      const until = minute(481);
      const { spells } = settleBerth({
        berthId: 'B1',
        evidence,
        bindings,
        closures,
        parameters: DEFAULT_PARAMETERS,
        settled: [],
        from: START,
        until,
      });
      const from = minute(Math.min(a, b));
      const to = minute(Math.max(a, b) + 1);
      const time = berthTime(spells, { from, to });
      assert.equal(time.occupied + time.free + time.unknown + time.closed, to - from);
      const middle = from + Math.floor((to - from) / 2000) * 1000;
      assert.deepEqual(
        addBerthTime([berthTime(spells, { from, to: middle }), berthTime(spells, { from: middle, to })]),
        time,
      );
      const counted = { free: 0, occupied: 0, unknown: 0, closed: 0 };
      const step = 30_000;
      for (let at = from; at < to; at += step)
        counted[spells.find((spell) => spell.from <= at && at < spell.to)!.state] += step;
      const exact = spells.every((spell) => (spell.from - START) % step === 0 && (spell.to - START) % step === 0);
      if (exact) assert.deepEqual(counted, time);
    }),
    { numRuns: 200 },
  );
});

test('a berth without a car: free time, the longest of it, the last car; never occupied in a busy section is doubted', () => {
  const spell = (berthId: string, from: number, to: number, state: BerthState): Spell => ({
    berthId,
    from: from * HOUR,
    to: to * HOUR,
    state,
    stay: null,
    beganBy: null,
    endedBy: null,
  });
  const figures = noCarFigures(
    [
      spell('B1', 0, 2, 'free'),
      spell('B1', 2, 9, 'occupied'),
      spell('B1', 9, 12, 'free'),
      spell('B2', 0, 12, 'free'),
      spell('B3', 0, 12, 'occupied'),
    ],
    { from: 0, to: 12 * HOUR },
  );
  assert.deepEqual(
    figures.map(({ berthId, freeMs, longestFreeMs, lastCar, sensorDoubt }) => [
      berthId,
      freeMs / HOUR,
      longestFreeMs / HOUR,
      lastCar === null ? null : lastCar / HOUR,
      sensorDoubt,
    ]),
    [
      ['B1', 5, 3, 9, false],
      ['B2', 12, 12, null, true],
      ['B3', 0, 0, 12, false],
    ],
  );
  assert.equal(figures[0]!.freeShare, 5 / 12);
});

test('every stay is in one band of parking time, its upper end included', () => {
  const bands = timeBands(
    [0, 15, 15.5, 30, 60, 61, 240, 1440, 3000].map((minutes) => ({
      inTime: 0,
      outTime: minutes * MINUTE,
      grossFen: 100,
    })),
  );
  assert.deepEqual(
    bands.map(({ stays }) => stays),
    [2, 2, 1, 1, 1, 0, 1, 1],
  );
  assert.equal(
    bands.reduce((sum, { grossFen }) => sum + grossFen, 0),
    900,
  );
  assert.equal(bands[0]!.share, 2 / 9);
});

test('time without a plate: unread cars and what lies too far before a late plate; its share makes the gap', () => {
  const { spells, stays } = settle([
    sensor('08:00', 'arrive'),
    ...heartbeats('08:30', '12:00', 'present'),
    person('09:32', 'plate', A),
    sensor('12:30', 'leave'),
    sensor('13:00', 'arrive'),
    ...heartbeats('13:10', '13:20', 'present', 10),
    sensor('13:28', 'leave'),
  ]);
  const paid = [{ from: clock('07:30'), to: clock('20:00') }];
  assert.equal(unreadTime(spells, stays, paid) / MINUTE, 62 + 28);
  assert.equal(gapShare(spells, stays, paid), 90 / (270 + 28));
  assert.equal(
    unreadTime(spells, stays, [{ from: clock('08:30'), to: clock('09:00') }]) / MINUTE,
    30,
    'only the paid hours',
  );
  assert.equal(staysBegun(stays, { from: clock('08:00'), to: clock('13:00') }), 1);
});
