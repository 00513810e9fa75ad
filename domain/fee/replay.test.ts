import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { rules, stays, zones } from './arbitrary.fixture.ts';
import { price } from './price.ts';
import { Replay } from './replay.ts';
import type { AsideCause, BilledStay } from './replay.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeRule, SimpleRule } from './types.ts';

const ZONE = 'Asia/Shanghai';
const rule = (unitFen: number): SimpleRule => ({
  form: 1,
  kind: 'simple',
  freeMinutes: 15,
  freeMinutesCounted: true,
  unitMinutes: 60,
  unitFen,
  dayCapBasis: 'natural-day',
  roundUp: true,
});
const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const billed = (id: string, from: string, to: string, more: Partial<BilledStay> = {}): BilledStay => {
  const [inAt, pricedAt] = [at(from), at(to)];
  const priced = price(rule(500), { inAt, outAt: pricedAt }, { zone: ZONE });
  assert.ok(!isFeeRefusal(priced));
  return { id, lot: 'north', carClass: 'small', inAt, pricedAt, billedFen: priced.totalFen, version: 'v1', ...more };
};
const replay = (unitFen: number, version: string | null, list: readonly BilledStay[]) => {
  const fold = new Replay({ rule: rule(unitFen), version });
  for (const stay of list) fold.add(stay, { zone: ZONE });
  return fold.answer();
};

const DAY = [
  billed('a', '2026-03-02T08:00', '2026-03-02T08:10'),
  billed('b', '2026-03-02T08:00', '2026-03-02T10:00'),
  billed('c', '2026-03-02T09:00', '2026-03-02T18:30', { carClass: 'large', lot: 'south' }),
  billed('d', '2026-03-02T20:00', '2026-03-03T00:30'),
];

test('a dearer draft: what it brings in by hour, car class and lot, and who pays more', () => {
  const answer = replay(600, null, DAY);
  assert.deepEqual(answer.total, { stays: 4, billedFen: 8500, newFen: 10_200 });
  assert.deepEqual(
    answer.byHour.filter((each) => each.stays > 0).map(({ key, stays: count, newFen }) => [key, count, newFen]),
    [
      ['0', 1, 3000],
      ['8', 1, 0],
      ['10', 1, 1200],
      ['18', 1, 6000],
    ],
  );
  assert.deepEqual(answer.byCarClass, [
    { key: 'small', stays: 3, billedFen: 3500, newFen: 4200 },
    { key: 'large', stays: 1, billedFen: 5000, newFen: 6000 },
  ]);
  assert.deepEqual(
    answer.byLot.map(({ key, billedFen }) => [key, billedFen]),
    [
      ['north', 3500],
      ['south', 5000],
    ],
  );
  assert.deepEqual(
    [answer.more, answer.less, answer.same],
    [
      { stays: 3, differenceFen: 1700 },
      { stays: 0, differenceFen: 0 },
      { stays: 1, differenceFen: 0 },
    ],
  );
  assert.deepEqual(
    answer.most.map(({ id, newFen, billedFen }) => [id, newFen - billedFen]),
    [
      ['c', 1000],
      ['d', 500],
      ['b', 200],
    ],
  );
  assert.deepEqual(answer.exceptions, []);
});

test('the published version comes out as billed; what does not is listed by its cause', () => {
  const off = { billedFen: 9900 };
  const causes: AsideCause[] = [
    'pass',
    'listed',
    'no-entry',
    'unidentified',
    'merged',
    'inferred',
    'batch',
    'no-tariff',
    'no-bill',
  ];
  const answer = replay(500, 'v1', [
    ...DAY,
    ...causes.map((aside, nth): BilledStay => ({ ...DAY[1]!, id: `aside${nth}`, aside })),
    { ...DAY[1]!, id: 'other', version: 'v0' },
    { ...DAY[1]!, id: 'corrected', doubt: 'corrected', ...off },
    { ...DAY[1]!, id: 'manual', doubt: 'manual' },
    { ...DAY[1]!, id: 'strange', ...off },
    { ...DAY[1]!, id: 'never', billedFen: null },
    { ...DAY[1]!, id: 'unseen', inAt: null },
  ]);
  assert.equal(answer.seen, 4 + causes.length + 6);
  assert.deepEqual(Object.fromEntries(answer.exceptions.map(({ cause, stays: count }) => [cause, count])), {
    pass: 1,
    listed: 1,
    'no-entry': 2,
    unidentified: 1,
    merged: 1,
    inferred: 1,
    batch: 1,
    'no-tariff': 1,
    'no-bill': 2,
    'other-version': 1,
    corrected: 1,
    unexplained: 1,
  });
  assert.deepEqual(
    answer.exceptions.find(({ cause }) => cause === 'unexplained'),
    { cause: 'unexplained', stays: 1, billedFen: 9900, newFen: 1000, examples: ['strange'] },
  );
  assert.equal(answer.same.stays, 5, 'four and the one let out by hand, whose bill was right');
});

test('a draft prices what any version billed, and says what it has no price for', () => {
  const short: FeeRule = {
    form: 2,
    schemes: [
      {
        maxStayMinutes: 240,
        meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 500 }] }],
      },
    ],
  };
  const fold = new Replay({ rule: short, version: null });
  assert.deepEqual(
    [fold.add({ ...DAY[1]!, version: 'v0' }, { zone: ZONE }), fold.add(DAY[2]!, { zone: ZONE })],
    [
      { cause: null, newFen: 1000 },
      { cause: 'no-price', newFen: null },
    ],
  );
  assert.deepEqual(
    fold.answer().exceptions.map(({ cause, billedFen, examples }) => [cause, billedFen, examples]),
    [['no-price', 5000, ['c']]],
  );
});

test('twenty bills are kept, those that change most, whatever the order they came in', () => {
  const many = Array.from({ length: 60 }, (_, nth) =>
    billed(
      `s${String(nth).padStart(2, '0')}`,
      '2026-03-02T00:00',
      `2026-03-02T${String(nth % 20).padStart(2, '0')}:30`,
    ),
  );
  const [forth, back] = [replay(600, null, many), replay(600, null, many.toReversed())];
  assert.deepEqual(forth.most, back.most);
  assert.deepEqual([forth.most.length, forth.most[0]!.newFen - forth.most[0]!.billedFen], [20, 2000]);
  assert.deepEqual(forth.most.map(({ id }) => id).slice(0, 4), ['s19', 's39', 's59', 's18']);
});

test('all sums are the same money, whatever the stays', () =>
  fc.assert(
    fc.property(
      rules,
      rules,
      zones,
      fc.array(fc.tuple(stays, fc.constantFrom('small', 'large'), fc.constantFrom('north', 'south')), {
        maxLength: 30,
      }),
      (before, draft, zone, list) => {
        const fold = new Replay({ rule: draft, version: null });
        const own = new Replay({ rule: before, version: 'v1' });
        for (const [nth, [{ inAt, outAt }, carClass, lot]] of list.entries()) {
          const priced = price(before, { inAt, outAt }, { zone });
          assert.ok(!isFeeRefusal(priced));
          const stay: BilledStay = {
            id: String(nth),
            lot,
            carClass,
            inAt,
            pricedAt: outAt,
            billedFen: priced.totalFen,
            version: 'v1',
          };
          fold.add(stay, { zone });
          assert.deepEqual(own.add(stay, { zone }), { cause: null, newFen: priced.totalFen });
        }
        const answer = fold.answer();
        for (const sums of [answer.byHour, answer.byCarClass, answer.byLot]) {
          for (const measure of ['stays', 'billedFen', 'newFen'] as const)
            assert.equal(
              sums.reduce((sum, each) => sum + each[measure], 0),
              answer.total[measure],
            );
        }
        assert.equal(answer.more.stays + answer.less.stays + answer.same.stays, list.length);
        assert.equal(
          answer.more.differenceFen + answer.less.differenceFen,
          answer.total.newFen - answer.total.billedFen,
        );
        assert.deepEqual([own.answer().same.stays, own.answer().exceptions], [list.length, []]);
      },
    ),
    { numRuns: 200 },
  ));
