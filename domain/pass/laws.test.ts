/** The invariants of passes (INV-M) on any history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays, addMonths, daysBetween } from '../time/day.ts';
import { groupShares, laneAllowed, lanesMeet } from './group.ts';
import type { GroupStay } from './group.ts';
import { coveredDays, dayReason, daysExplained, freeDays, standingOn } from './history.ts';
import type { PassHistory } from './history.ts';
import { daysCovered, newTerm, renewTerm } from './pass.ts';
import { daysUnused, recover, refundOf, restFrom } from './rest.ts';

const START = '2024-01-01';
const day = (nth: number): string => addDays(START, nth);
const spans = fc
  .array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 60 })), { maxLength: 5 })
  .map((list) => list.map(([from, length]) => ({ fromDay: day(from), toDay: day(from + length - 1) })));
const rests = fc
  .array(fc.tuple(fc.nat(200), fc.option(fc.integer({ min: 0, max: 40 }))), { maxLength: 3 })
  .map((list) =>
    list.map(([from, length]) => ({ fromDay: day(from), toDay: length === null ? null : day(from + length - 1) })),
  );
const histories: fc.Arbitrary<PassHistory> = fc.record({
  spans,
  suspended: rests,
  lastDay: fc.option(fc.nat(260).map(day)),
});

const cars = fc.array(fc.tuple(fc.nat(60), fc.option(fc.integer({ min: 0, max: 40 }))), { maxLength: 12 }).map((list) =>
  list.map(([inAt, length], nth): GroupStay => ({
    id: `s${nth}`,
    inAt,
    outAt: length === null ? null : inAt + length,
  })),
);
const temporary = (stays: readonly GroupStay[], shares: Map<string, number | null>): number =>
  stays.reduce((sum, { id, inAt, outAt }) => sum + (shares.get(id) ?? outAt ?? 200) - inAt, 0);

test('INV-M1 at any instant no more cars of a group have a pass than it has spaces, by either rule', () => {
  fc.assert(
    fc.property(
      cars,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('stay-temporary', 'take-over'),
      fc.nat(110),
      (stays, spaces, rule, at) => {
        const shares = groupShares(spaces, stays, rule);
        const there = stays.filter(
          ({ id, outAt }) => shares.get(id) !== null && shares.get(id)! <= at && (outAt === null || at < outAt),
        );
        assert.ok(there.length <= spaces);
      },
    ),
  );
});

test('by rule A a car that was temporary at its entry stays so; by rule B the one that waits longest takes the space that becomes free', () => {
  const stays = [
    { id: 'a', inAt: 0, outAt: 60 },
    { id: 'b', inAt: 10, outAt: 100 },
    { id: 'c', inAt: 20, outAt: 100 },
  ];
  assert.deepEqual([...groupShares(1, stays, 'stay-temporary').values()], [0, null, null]);
  assert.deepEqual([...groupShares(1, stays, 'take-over').values()], [0, 60, null]);
});

test('INV-M2 two passes of a plate meet where their lanes do, and one for all lanes meets every other', () => {
  assert.equal(lanesMeet([], ['x']), true);
  assert.equal(lanesMeet(['x'], ['y']), false);
  assert.equal(lanesMeet(['x', 'y'], ['y']), true);
});

test('INV-M3 the temporary time of a group is the same in whatever order simultaneous exits and stays arrive', () => {
  fc.assert(
    fc.property(cars, fc.integer({ min: 0, max: 4 }), fc.infiniteStream(fc.nat()), (stays, spaces, picks) => {
      const mixed = stays
        .map((stay) => ({ stay, key: picks.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ stay }) => stay);
      assert.equal(
        temporary(stays, groupShares(spaces, stays, 'take-over')),
        temporary(mixed, groupShares(spaces, mixed, 'take-over')),
      );
    }),
  );
});

test('INV-M4 paid months are covered days by the calendar, and three times one month is once three months', () => {
  fc.assert(
    fc.property(fc.nat(2000).map(day), fc.integer({ min: 1, max: 24 }), (from, months) => {
      const term = newTerm(from, months);
      assert.equal(daysCovered(term), daysBetween(from, addMonths(from, months)));
      let step = newTerm(from, 1);
      for (let nth = 1; nth < months; nth += 1) step = renewTerm(step, 1, from, 'from-today').term;
      assert.deepEqual(step, term);
    }),
  );
  assert.equal(renewTerm(newTerm('2023-01-01', 1), 1, '2023-01-05', 'from-today').term.toDay, '2023-02-28');
});

test('INV-M5 no day is both suspended and covered, none after a stop is, and lane, bill and explanation say the same', () => {
  fc.assert(
    fc.property(histories, fc.nat(300).map(day), fc.nat(10), (history, at, grace) => {
      const within = (parts: readonly { fromDay: string; toDay: string }[]) =>
        parts.some(({ fromDay, toDay }) => fromDay <= at && at <= toDay);
      const covered = within(coveredDays(history));
      if (history.suspended.some(({ fromDay, toDay }) => fromDay <= at && (toDay === null || at <= toDay)))
        assert.equal(covered, false);
      if (history.lastDay !== null && at > history.lastDay) assert.equal(covered, false);
      const reason = dayReason(history, at, grace);
      assert.equal(reason === 'covered', covered);
      assert.equal(reason === 'covered' || reason === 'grace', within(freeDays(history, grace)));
      const standing = standingOn(history, at, grace);
      assert.equal(
        standing?.state ?? null,
        reason === 'covered'
          ? 'valid'
          : reason === 'grace'
            ? 'grace'
            : reason === 'gap' || reason === 'ended'
              ? 'expired'
              : null,
      );
    }),
    { numRuns: 500 },
  );
});

test('why a car was temporary on 3 May is explained day by day', () => {
  const history = {
    spans: [
      { fromDay: '2024-04-01', toDay: '2024-04-30' },
      { fromDay: '2024-05-06', toDay: '2024-06-05' },
    ],
    suspended: [{ fromDay: '2024-05-08', toDay: '2024-05-09' }],
    lastDay: '2024-05-10',
  };
  const explained = daysExplained(history, '2024-04-30', '2024-05-11', 2).map(
    ({ day: each, reason }) => `${each.slice(8)} ${reason}`,
  );
  assert.deepEqual(explained, [
    '30 covered',
    '01 grace',
    '02 grace',
    '03 gap',
    '04 gap',
    '05 gap',
    '06 covered',
    '07 covered',
    '08 suspended',
    '09 suspended',
    '10 covered',
    '11 stopped',
  ]);
  assert.deepEqual(standingOn(history, '2024-05-03', 2), { state: 'expired', endedDays: 3 });
  assert.equal(dayReason(history, '2024-03-31', 2), 'notBegun');
});

test('a rest begins tomorrow and, where the rule gives them back, moves the end by the days it froze and no more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 120 }),
      fc.constantFrom('extend', 'keep'),
      (left, away, rule) => {
        const [today, end] = [day(100), day(100 + left)];
        const from = restFrom(today);
        const { toDay, frozenDays, added } = recover(end, from, addDays(today, away), rule);
        const bought = { spans: [{ fromDay: START, toDay: end }], suspended: [], lastDay: null };
        const after = {
          ...bought,
          spans: [...bought.spans, ...(added ? [added] : [])],
          suspended: [{ fromDay: from, toDay }],
        };
        const count = (history: PassHistory) => coveredDays(history).reduce((sum, part) => sum + daysCovered(part), 0);
        assert.equal(frozenDays, Math.min(left, Math.max(0, away - 1)));
        assert.equal(count(after), count(bought) - (rule === 'keep' ? frozenDays : 0));
        if (added) assert.ok(added.fromDay > end && added.fromDay >= addDays(today, away));
      },
    ),
  );
});

test('the same facts in another order give the same result', () => {
  fc.assert(
    fc.property(histories, fc.nat(300).map(day), fc.nat(10), (history, at, grace) => {
      assert.deepEqual(
        standingOn(
          { ...history, spans: history.spans.toReversed(), suspended: history.suspended.toReversed() },
          at,
          grace,
        ),
        standingOn(history, at, grace),
      );
    }),
  );
});

test('INV-M7 a stop gives back no more than was paid for days that are not covered', () => {
  const bought = fc.array(fc.record({ moneyFen: fc.nat(10_000_000), days: fc.integer({ min: 1, max: 366 }) }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(bought, fc.nat(2000), (purchases, unused) => {
      const back = refundOf(purchases, unused);
      const days = purchases.reduce((sum, each) => sum + each.days, 0);
      purchases.forEach((each, nth) => assert.ok(back[nth]! >= 0 && back[nth]! <= each.moneyFen));
      if (unused >= days)
        assert.deepEqual(
          back,
          purchases.map(({ moneyFen }) => moneyFen),
        );
      if (unused === 0) assert.ok(back.every((fen) => fen === 0));
    }),
  );
  assert.deepEqual(
    refundOf(
      [
        { moneyFen: 30_000, days: 30 },
        { moneyFen: 31_000, days: 31 },
      ],
      40,
    ),
    [9_000, 31_000],
  );
  assert.deepEqual(refundOf([{ moneyFen: 10_000, days: 30 }], 10), [3_333]);
});

test('a stop leaves today used; of a pass at rest the frozen days are left where the rule gives them back', () => {
  assert.equal(daysUnused('2024-05-31', '2024-05-10', null, 'extend'), 21);
  assert.equal(daysUnused('2024-05-31', '2024-05-10', '2024-05-06', 'extend'), 26);
  assert.equal(daysUnused('2024-05-31', '2024-05-10', '2024-05-06', 'keep'), 21);
  assert.equal(daysUnused('2024-05-31', '2024-05-31', null, 'extend'), 0);
  assert.equal(daysUnused('2024-04-30', '2024-05-31', null, 'extend'), 0);
});

test('INV-M8 a pass limited to lanes holds in those alone', () => {
  assert.deepEqual([laneAllowed(['x'], 'x'), laneAllowed(['x'], 'y'), laneAllowed([], 'y')], [true, false, true]);
});
