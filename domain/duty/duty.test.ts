import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays, dayOf, startOfDay } from '../time/day.ts';
import { MINUTE } from '../time/zone.ts';
import { DEFAULT_RULES, LONGEST_DUTY, REPEATED_WITHIN, byCell, cellOf, dutiesOf, judge, minutesOf } from './duty.ts';
import type { Cell, Clock, Duty } from './duty.ts';
import { placed } from './place.ts';
import { flagsOf } from './roster.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
const clock = (kind: 'in' | 'out', text: string): Clock => ({ id: `${kind} ${text}`, kind, at: at(text) });
const shift = (day: string, from: string, to: string, breakMinutes = 0): Cell =>
  cellOf(`${day} ${from}`, day, { startMinute: minutesOf(from), endMinute: minutesOf(to), breakMinutes }, ZONE);
const judged = (cell: Cell, clocks: Clock[], now: string) => {
  const duties = dutiesOf(clocks);
  return judge(cell, byCell(duties, [cell]).get(cell.id) ?? [], at(now));
};

test('a night from 22:00 to 06:00, in 22:07, out 05:40, break 30: late 7, early 20, worked 7 h 03', () => {
  const night = shift('2026-01-31', '22:00', '06:00', 30);
  const done = judged(night, [clock('in', '2026-01-31 22:07'), clock('out', '2026-02-01 05:40')], '2026-02-01 12:00');
  assert.deepEqual(
    [done.lateMin, done.earlyMin, done.workedMin, done.overtimeMin, done.result],
    [7, 20, 7 * 60 + 3, 0, 'late'],
  );
});

test('an out at 17:50 of a shift that ends at 16:00 is 110 minutes over, so 90 of overtime; 29 minutes are none', () => {
  const early = shift('2026-03-02', '08:00', '16:00');
  const until = (out: string) =>
    judged(early, [clock('in', '2026-03-02 08:00'), clock('out', `2026-03-02 ${out}`)], '2026-03-02 23:00').overtimeMin;
  assert.deepEqual([until('17:50'), until('16:29'), until('16:30'), until('18:00')], [90, 0, 30, 120]);
});

test('the clocks of one night belong to its shift, not to the shift of the date of each', () => {
  const nights = [shift('2026-02-28', '22:00', '06:00'), shift('2026-03-01', '22:00', '06:00')];
  const duties = dutiesOf([
    clock('in', '2026-02-28 21:55'),
    clock('out', '2026-03-01 06:02'),
    clock('in', '2026-03-01 21:58'),
    clock('out', '2026-03-02 06:00'),
  ]);
  const placedIn = byCell(duties, nights);
  assert.deepEqual([...placedIn.keys()].sort(), nights.map(({ id }) => id).sort());
  for (const night of nights)
    assert.equal(judge(night, placedIn.get(night.id)!, at('2026-03-03 00:00')).result, 'normal');
});

test('absence is determined after the end and the clock-out window, at midnight no night shift is absent', () => {
  const night = shift('2026-03-01', '22:00', '06:00');
  const resultAt = (now: string) => judged(night, [], now).result;
  assert.deepEqual(
    [resultAt('2026-03-02 00:00'), resultAt('2026-03-02 08:00'), resultAt('2026-03-02 08:01')],
    [null, null, 'absent'],
  );
  const late = [clock('in', '2026-03-02 00:01'), clock('out', '2026-03-02 06:00')];
  const { result, lateMin } = judged(night, late, '2026-03-02 09:00');
  assert.deepEqual([result, lateMin], ['absent', 0]);
});

test('an in without an out is missing, and the next in begins a new duty; a second in within the hour is the same', () => {
  const [first, second] = [shift('2026-03-02', '08:00', '16:00'), shift('2026-03-03', '08:00', '16:00')];
  const duties = dutiesOf([
    clock('in', '2026-03-02 07:58'),
    clock('in', '2026-03-02 08:20'),
    clock('in', '2026-03-03 07:59'),
    clock('out', '2026-03-03 16:00'),
  ]);
  assert.equal(duties.length, 2);
  const placedIn = byCell(duties, [first, second]);
  const now = at('2026-03-04 00:00');
  assert.equal(judge(first, placedIn.get(first.id)!, now).result, 'missing');
  assert.equal(judge(second, placedIn.get(second.id)!, now).result, 'normal');
});

test('a break spent off duty is not taken off twice', () => {
  const day = shift('2026-03-02', '08:00', '17:00', 60);
  const lunch = [
    clock('in', '2026-03-02 08:00'),
    clock('out', '2026-03-02 12:00'),
    clock('in', '2026-03-02 13:30'),
    clock('out', '2026-03-02 17:00'),
  ];
  assert.equal(judged(day, lunch, '2026-03-03 00:00').workedMin, 7 * 60 + 30);
  assert.equal(judged(day, [lunch[0]!, lunch[3]!], '2026-03-03 00:00').workedMin, 8 * 60);
});

test('a place is right within the radius and at most 100 metres of doubt of a granted line', () => {
  const street = [
    { lng: 114.05, lat: 22.54 },
    { lng: 114.06, lat: 22.54 },
  ];
  const north = (metres: number) => ({ lng: 114.055, lat: 22.54 + metres / 111_195 });
  assert.deepEqual(placed(north(190), 0, [street], 200), { place: 'ok', distanceM: 190 });
  assert.equal(placed(north(290), 500, [street], 200).place, 'ok');
  assert.equal(placed(north(310), 500, [street], 200).place, 'far');
  assert.deepEqual(placed(null, 0, [street], 200), { place: 'none', distanceM: null });
});

test('the seventh day in a row, less than 11 hours of rest and overlapping shifts are flagged', () => {
  const early = (day: string) => ({ ...shift(day, '06:00', '14:00'), day });
  const week = Array.from({ length: 8 }, (_, nth) => early(addDays('2026-02-23', nth)));
  assert.deepEqual(
    flagsOf(week).map(({ day, flag }) => [day, flag]),
    [
      ['2026-03-01', 'days'],
      ['2026-03-02', 'days'],
    ],
  );
  const late = { ...shift('2026-03-02', '14:00', '22:00'), day: '2026-03-02' };
  assert.deepEqual(
    flagsOf([late, early('2026-03-03')]).map(({ flag }) => flag),
    ['rest'],
  );
  assert.deepEqual(flagsOf([early('2026-03-02'), late]), []);
  const middle = { ...shift('2026-03-02', '10:00', '18:00'), day: '2026-03-02' };
  assert.deepEqual(
    flagsOf([early('2026-03-02'), middle]).map(({ flag }) => flag),
    ['overlap'],
  );
});

// ---- laws ----

const BASE = at('2026-02-26 00:00');
const clocks = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 6 * 1440 }), in: fc.boolean() }), {
    maxLength: 14,
    selector: (each) => each.at,
  })
  .map((rows): Clock[] =>
    rows.map((row) => ({ id: `c${row.at}`, at: BASE + row.at * MINUTE, kind: row.in ? 'in' : 'out' })),
  );
const SHIFTS = [
  { startMinute: 360, endMinute: 840, breakMinutes: 30 },
  { startMinute: 840, endMinute: 1320, breakMinutes: 0 },
  { startMinute: 1320, endMinute: 360, breakMinutes: 45 },
];
const cells = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 })), {
    maxLength: 8,
    selector: (each) => each.join(),
  })
  .map((rows) => rows.map(([day, kind]) => cellOf(`${day}/${kind}`, addDays('2026-02-26', day), SHIFTS[kind]!, ZONE)));

/** Pairs by looking back from each clock at what lies before it, without a state that is carried on. */
function slowDuties(given: readonly Clock[]): Pick<Duty, 'in' | 'out'>[] {
  const sorted = [...given].sort((a, b) => a.at - b.at);
  const begins = (nth: number): boolean => {
    const [self, before] = [sorted[nth]!, sorted[nth - 1]];
    return self.kind === 'in' && !(before?.kind === 'in' && self.at - before.at <= REPEATED_WITHIN);
  };
  const closes = (nth: number, open: number): boolean =>
    sorted[nth]!.kind === 'out' &&
    nth > open &&
    sorted[nth]!.at - sorted[open]!.at <= LONGEST_DUTY &&
    sorted.slice(open + 1, nth).every((each, index) => each.kind === 'in' && !begins(open + 1 + index));
  const openings = sorted.flatMap((_, nth) => (begins(nth) ? [nth] : []));
  return openings.map((open) => {
    const nth = sorted.findIndex((_, index) => closes(index, open));
    return { in: sorted[open]!.at, out: nth < 0 ? null : sorted[nth]!.at };
  });
}

test('pairing agrees with looking back from each clock, whatever the order and doubles', () => {
  fc.assert(
    fc.property(clocks, (given) => {
      const duties = dutiesOf(given);
      const begun = duties.filter((duty) => duty.in !== null).map((duty) => ({ in: duty.in, out: duty.out }));
      assert.deepEqual(begun, slowDuties(given));
      assert.deepEqual(dutiesOf([...given.toReversed(), ...given]), duties);
    }),
  );
});

test('A1: a clock is in one duty, a duty in at most one cell, duties never overlap', () => {
  fc.assert(
    fc.property(clocks, cells, (given, roster) => {
      const duties = dutiesOf(given);
      const used = duties.flatMap((duty) => duty.clocks);
      assert.equal(new Set(used).size, used.length);
      assert.deepEqual([...used].sort(), given.map(({ id }) => id).sort());
      const inCells = [...byCell(duties, roster).values()].flat();
      assert.equal(inCells.length, duties.length);
      const closed = duties.filter((duty) => duty.in !== null && duty.out !== null);
      for (const [nth, duty] of closed.slice(1).entries()) assert.ok(duty.in! >= closed[nth]!.out!);
    }),
  );
});

test('A2, A3: a day computed from its own clocks and two days around agrees with the whole past', () => {
  const spaced = clocks.filter((given) => given.length > 0);
  fc.assert(
    fc.property(spaced, cells, fc.integer({ min: 0, max: 5 }), (given, roster, nth) => {
      const now = BASE + 12 * 1440 * MINUTE;
      const day = addDays('2026-02-26', nth);
      const [from, to] = [startOfDay(addDays(day, -2), ZONE), startOfDay(addDays(day, 3), ZONE)];
      const near = given.filter((each) => each.at >= from && each.at < to);
      const [all, some] = [byCell(dutiesOf(given), roster), byCell(dutiesOf(near), roster)];
      for (const cell of roster.filter(({ start }) => dayOf(start, ZONE) === day))
        assert.deepEqual(judge(cell, some.get(cell.id) ?? [], now), judge(cell, all.get(cell.id) ?? [], now));
    }),
  );
});

test('A4: absence is determined only after the end, late excludes absent, worked is no longer than present minute by minute', () => {
  fc.assert(
    fc.property(clocks, cells, fc.integer({ min: 0, max: 9 * 1440 }), (given, roster, passed) => {
      const now = BASE + passed * MINUTE;
      const known = given.filter((each) => each.at <= now);
      const placedIn = byCell(dutiesOf(known), roster);
      for (const cell of roster) {
        const duties = placedIn.get(cell.id) ?? [];
        const { result, lateMin, workedMin, in: first, out: last } = judge(cell, duties, now);
        if (result === 'absent') assert.ok(now > cell.end + DEFAULT_RULES.lateOut * MINUTE && lateMin === 0);
        if (result === 'late') assert.ok(lateMin > DEFAULT_RULES.graceLate);
        const whole = first === null || last === null ? 0 : (last - first) / MINUTE;
        const present = Array.from({ length: whole }, (_, nth) => first! + nth * MINUTE).filter((minute) =>
          duties.some((duty) => duty.out !== null && duty.in! <= minute && minute < duty.out),
        ).length;
        assert.ok(workedMin <= present || last === null);
        assert.ok(last === null || workedMin <= whole);
      }
    }),
    { numRuns: 60 },
  );
});
