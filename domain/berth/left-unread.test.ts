/** Who is named for leaving cars unread, and who is not: chance, bad days and hard streets name nobody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../time/zone.ts';
import { chance } from './chance.fixture.ts';
import { addedUp, leavesUnread, readCounts, shareBounds } from './left-unread.ts';
import type { ReadCount } from './left-unread.ts';

const START = Date.UTC(2024, 5, 12);
const at = (hours: number): number => START + hours * HOUR;
const hours = [{ from: at(8), to: at(20) }];

test('a car is counted for whoever was on duty for half an hour while it stood there, and read however late that came', () => {
  const car = (from: number, minutes: number, read = false) => ({
    from: at(from),
    to: at(from) + minutes * MINUTE,
    read,
  });
  const presences = [
    { userId: 'early', at: at(8.1) },
    { userId: 'late', at: at(14) },
    { userId: 'late', at: at(15) },
  ];
  const cars = [
    car(8, 90), // before anybody was there
    car(9, 29), // gone too soon
    car(10, 60),
    car(11, 60, true),
    car(13.75, 90), // the one went before he had half an hour, the other came later
    car(15, 240, true),
    car(16, 31),
    car(19.75, 60), // the section is not attended long enough
  ];
  assert.deepEqual(readCounts(cars, hours, presences), [
    { userId: 'early', cars: 2, unread: 1, days: 1 },
    { userId: 'late', cars: 2, unread: 1, days: 1 },
  ]);
  assert.deepEqual(readCounts(cars, [], presences), []);
});

test('counts of several sections and days are one for each person', () => {
  const count = (userId: string, day: string, cars: number, unread: number) => ({ userId, day, cars, unread, days: 1 });
  assert.deepEqual(
    addedUp([count('a', '1', 10, 1), count('a', '1', 5, 0), count('b', '1', 7, 2), count('a', '2', 4, 1)]),
    [
      { userId: 'a', cars: 19, unread: 2, days: 2 },
      { userId: 'b', cars: 7, unread: 2, days: 1 },
    ],
  );
});

const count = (userId: string, unread: number, cars: number, days = 3): ReadCount => ({ userId, cars, unread, days });
const names = (counts: readonly ReadCount[]): string[] => leavesUnread(counts).map(({ userId }) => userId);

test('who leaves one of eight unread where the others leave hardly any is named, with what they leave', () => {
  const counts = [count('thief', 18, 132), count('honest', 0, 47)];
  assert.deepEqual(leavesUnread(counts), [{ ...counts[0]!, others: { cars: 47, unread: 0 } }]);
});

test('nobody is named after one day, for a handful of cars, for a small share, or where the street is the same for all', () => {
  assert.deepEqual(names([count('one day', 10, 65, 1), count('b', 0, 60)]), []);
  assert.deepEqual(names([count('few cars', 5, 30), count('b', 0, 300)]), []);
  assert.deepEqual(names([count('small', 30, 1_000), count('b', 2, 1_000)]), []);
  assert.deepEqual(
    names([count('a', 60, 400), count('b', 52, 400), count('c', 49, 380)]),
    [],
    'too few people for all',
  );
});

test('who works alone in a car park is held against one in ten', () => {
  assert.deepEqual(names([count('alone', 12, 100)]), []);
  assert.deepEqual(names([count('alone', 40, 200)]), ['alone']);
});

test('the bounds hold the share they are of, and close as more is seen', () => {
  assert.deepEqual(shareBounds(0, 0), { low: 0, high: 1 });
  const [few, many] = [shareBounds(2, 20), shareBounds(200, 2_000)];
  assert.ok(few.low < many.low && many.low < 0.1 && 0.1 < many.high && many.high < few.high);
});

type Person = { readonly cars: number; readonly unread: number; readonly leavesCash?: boolean };

/** A week of a car park: what each has left unread by each morning, with bad days that meet one alone. */
function week(seed: number, people: readonly Person[]): string[][] {
  const random = chance(seed);
  const days = Array.from({ length: 7 }, (_, day) =>
    people.map(({ cars, unread, leavesCash = false }, nth): ReadCount & { day: string } => {
      // On the first day few sensors are proven; one day of twelve is worse than the others.
      const here = Math.round(cars * (day === 0 ? 0.2 : 1) * (0.8 + 0.4 * random()));
      const share = unread + (random() < 1 / 12 ? 0.04 : 0);
      let cash = 0;
      const left = Array.from({ length: here }, () => {
        if (random() < 0.6) cash += 1;
        else return random() < share;
        return (leavesCash && cash % 5 === 0) || random() < share;
      }).filter(Boolean).length;
      return { userId: `${nth}`, cars: here, unread: left, days: 1, day: `${day}` };
    }),
  );
  return days.map((_, day) => names(addedUp(days.slice(0, day + 1).flat())));
}

test('whoever leaves every fifth cash car unread is named within three days, and nobody honest in a week, whatever the seed', () => {
  let late = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const mornings = week(seed, [
      { cars: 60, unread: 0.015, leavesCash: true },
      { cars: 50, unread: 0.02 },
      { cars: 60, unread: 0.015 },
      { cars: 45, unread: 0.02 },
    ]);
    assert.deepEqual(
      [...new Set(mornings.flat())].filter((each) => each !== '0'),
      [],
      `seed ${seed}`,
    );
    if (!mornings[2]!.includes('0')) late += 1;
    assert.ok(mornings[6]!.includes('0'), `seed ${seed}: not named in a week`);
  }
  assert.ok(late <= 4, `${late} of 200 are named later than after three days`);
});

test('in a week of honest people alone, busy ones as well, nobody is named', () => {
  let wrong = 0;
  const people = [
    { cars: 60, unread: 0.025 },
    { cars: 120, unread: 0.02 },
    { cars: 40, unread: 0.01 },
  ];
  for (let seed = 1_000; seed < 1_300; seed += 1) if (week(seed, people).flat().length > 0) wrong += 1;
  assert.ok(wrong <= 3, `${wrong} of 300 weeks name somebody`);
});
