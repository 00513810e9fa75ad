import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWallTime } from '../time/format.ts';
import { price, shortestCharged } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeRefusal, FeeRule, Priced } from './types.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string): number => parseWallTime(text, ZONE)!;

function total(rule: FeeRule, from: string, to: string): number | string {
  const result = price(rule, { inAt: at(from), outAt: at(to) }, { zone: ZONE });
  return isFeeRefusal(result) ? result.refused : result.totalFen;
}

/**
 * Like the day rate of a Guangzhou commercial car park: 15 minutes free and lost once exceeded, 4 yuan per 15 minutes,
 * 128 per 24 hours.
 */
const GUANGZHOU: FeeRule = {
  form: 1,
  kind: 'simple',
  freeMinutes: 15,
  freeMinutesCounted: true,
  unitMinutes: 15,
  unitFen: 400,
  dayCapFen: 12_800,
  dayCapBasis: 'rolling-24h',
  roundUp: true,
};

/**
 * Like a Shenzhen roadside berth at its first tiers: 10 minutes free and lost, first half hour 3 yuan, then 6 per half
 * hour.
 */
const SHENZHEN: FeeRule = {
  form: 1,
  kind: 'simple',
  freeMinutes: 10,
  freeMinutesCounted: true,
  firstMinutes: 30,
  firstFen: 300,
  unitMinutes: 30,
  unitFen: 600,
  dayCapBasis: 'natural-day',
  roundUp: true,
};

/** A usual mall: 15 minutes that stay free, first hour 5 yuan, then 2 per half hour, 30 a day. */
const MALL: FeeRule = {
  form: 1,
  kind: 'simple',
  freeMinutes: 15,
  freeMinutesCounted: false,
  firstMinutes: 60,
  firstFen: 500,
  unitMinutes: 30,
  unitFen: 200,
  dayCapFen: 3000,
  dayCapBasis: 'natural-day',
  roundUp: true,
};

test('a Guangzhou stay of 15 minutes is free, a second more is charged from entry', () => {
  const cases: [string, string, number | string][] = [
    ['2024-05-14 10:00:00', '2024-05-14 10:15:00', 0],
    ['2024-05-14 10:00:00', '2024-05-14 10:15:01', 800],
    ['2024-05-14 10:00:00', '2024-05-14 11:00:00', 1600],
    ['2024-05-14 10:00:00', '2024-05-14 11:01:00', 2000],
    ['2024-05-14 08:00:00', '2024-05-14 18:00:00', 12_800],
    ['2024-05-14 10:00:00', '2024-05-15 10:00:00', 12_800],
    ['2024-05-14 10:00:00', '2024-05-15 10:10:00', 13_200],
    ['2024-05-14 10:00:00', '2024-05-15 11:00:00', 14_400],
    ['2024-05-14 10:00:00', '2024-05-14 10:00:00', 0],
    ['2024-05-14 10:00:00', '2024-05-13 10:00:00', 'OUT_BEFORE_IN'],
  ];
  for (const [from, to, expected] of cases) assert.equal(total(GUANGZHOU, from, to), expected, `${from} ${to}`);
});

test('a Shenzhen stay pays the first half hour cheaper than the others', () => {
  const cases: [string, string, number | string][] = [
    ['2024-06-12 09:00:00', '2024-06-12 09:10:00', 0],
    ['2024-06-12 09:00:00', '2024-06-12 09:10:01', 300],
    ['2024-06-12 09:00:00', '2024-06-12 09:30:00', 300],
    ['2024-06-12 09:00:00', '2024-06-12 12:00:00', 3300],
    ['2024-06-12 09:00:00', '2024-06-12 08:00:00', 'OUT_BEFORE_IN'],
  ];
  for (const [from, to, expected] of cases) assert.equal(total(SHENZHEN, from, to), expected, `${from} ${to}`);
});

test('a mall stay keeps its free minutes, pays the first hour once, and at most 30 yuan a calendar day', () => {
  const cases: [string, string, number][] = [
    ['2024-06-12 09:00:00', '2024-06-12 09:15:00', 0],
    ['2024-06-12 09:00:00', '2024-06-12 09:15:01', 500],
    ['2024-06-12 09:00:00', '2024-06-12 10:15:00', 500],
    ['2024-06-12 09:00:00', '2024-06-12 10:15:01', 700],
    ['2024-06-12 09:00:00', '2024-06-12 23:00:00', 3000],
    // Day 1 capped at 30; the unit from 23:45 belongs to day 1, then 17 units to 08:30 make 34, capped at 30.
    ['2024-06-12 09:00:00', '2024-06-13 08:30:00', 6000],
    // 12 units from 00:15 to 06:15.
    ['2024-06-12 09:00:00', '2024-06-13 06:00:00', 5400],
    ['2024-06-12 23:30:00', '2024-06-13 00:50:00', 700],
  ];
  for (const [from, to, expected] of cases) assert.equal(total(MALL, from, to), expected, `${from} ${to}`);
});

test('the lines explain the sum, day by day', () => {
  const result = price(MALL, { inAt: at('2024-06-12 09:00:00'), outAt: at('2024-06-13 06:00:00') }, { zone: ZONE });
  assert.ok(!isFeeRefusal(result));
  const shown = result.lines.map((line) => [line.kind, line.units, line.unitFen, line.amountFen, line.clause.zh]);
  assert.deepEqual(shown, [
    ['free', undefined, undefined, 0, '免费15分钟'],
    ['time', 1, 500, 500, '首1小时5.00元'],
    ['time', 28, 200, 5600, '每30分钟2.00元'],
    ['cap', undefined, undefined, -3100, '每日封顶30.00元'],
    ['time', 12, 200, 2400, '每30分钟2.00元'],
  ]);
});

test('a price per visit is the same for an hour and a week, after the free minutes', () => {
  const rule: FeeRule = { ...GUANGZHOU, freeMinutes: 30, perVisitFen: 1000 };
  assert.equal(total(rule, '2024-06-12 09:00:00', '2024-06-12 09:30:00'), 0);
  assert.equal(total(rule, '2024-06-12 09:00:00', '2024-06-12 09:30:01'), 1000);
  assert.equal(total(rule, '2024-06-12 09:00:00', '2024-06-19 09:30:01'), 1000);
});

test('where units are not rounded up only completed ones are charged', () => {
  const rule: FeeRule = { ...GUANGZHOU, freeMinutes: 0, unitMinutes: 60, unitFen: 500, roundUp: false };
  assert.equal(total(rule, '2024-06-12 09:00:00', '2024-06-12 09:59:59'), 0);
  assert.equal(total(rule, '2024-06-12 09:00:00', '2024-06-12 10:00:00'), 500);
  assert.equal(total(rule, '2024-06-12 09:00:00', '2024-06-12 10:59:59'), 500);
});

test('time is elapsed time: the night the clocks go forward is an hour shorter', () => {
  const rule: FeeRule = {
    ...GUANGZHOU,
    freeMinutes: 0,
    unitMinutes: 60,
    unitFen: 100,
    dayCapFen: 100_000,
    dayCapBasis: 'natural-day',
  };
  const berlin = (text: string) => parseWallTime(text, 'Europe/Berlin')!;
  const night = (day: string, next: string) => {
    const result = price(
      rule,
      { inAt: berlin(`${day} 22:00:00`), outAt: berlin(`${next} 06:00:00`) },
      { zone: 'Europe/Berlin' },
    );
    return isFeeRefusal(result) ? -1 : result.totalFen;
  };
  assert.deepEqual(
    [night('2024-03-30', '2024-03-31'), night('2024-10-26', '2024-10-27'), night('2024-06-12', '2024-06-13')],
    [700, 900, 800],
  );
});

test('part seconds are dropped, so that a stay shown as 15:00 is priced as 15:00', () => {
  const inAt = at('2024-05-14 10:00:00');
  const result = price(GUANGZHOU, { inAt, outAt: inAt + 15 * 60_000 + 900 }, { zone: ZONE });
  assert.ok(!isFeeRefusal(result) && result.totalFen === 0);
  const late = price(GUANGZHOU, { inAt: inAt + 999, outAt: inAt + 1 }, { zone: ZONE });
  assert.ok(!isFeeRefusal(late) && late.totalFen === 0);
  assert.throws(() => price(GUANGZHOU, { inAt: Number.NaN, outAt: inAt }, { zone: ZONE }), RangeError);
});

test('the shortest stay that costs is found to the minute, refusals passed over; a minute where none of up to a day costs', () => {
  const NEVER: FeeRefusal = { refused: 'UNCOVERED', words: { zh: '无价', en: 'No price' } };
  const from = (minutes: number, before: Priced | FeeRefusal = { lines: [], totalFen: 0 }) =>
    shortestCharged((length) => (length / 60_000 >= minutes ? { lines: [], totalFen: 500 } : before)) / 60_000;
  assert.deepEqual([from(1), from(16), from(30, NEVER), from(1440), from(1441)], [1, 16, 30, 1440, 1]);
});
