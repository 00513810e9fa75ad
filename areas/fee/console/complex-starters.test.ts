import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleHead } from '#domain/fee/complex.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { parkFeeRule } from '#areas/fee/model/park-fee-rule.ts';
import { readRows } from './complex-rows.ts';
import type { DraftRows } from './complex-rows.ts';
import { complexStarters, rowsOfStarter } from './complex-starters.ts';

const noRows: DraftRows = {
  head: { freeMinutes: null, freeMinutesCounted: false, dayCapBasis: 'natural-day', maxFee: null },
  areas: [],
  periods: [],
  subPeriods: [],
};
const tariffOf = (name: string) => {
  const starter = complexStarters.find((each) => each.name === name)!;
  const head = starter.head as unknown as RuleHead; // only its fields distinguish the values of the form
  return readRows({ ...rowsOfStarter(starter, noRows), head }, new Map());
};
/** 5 May 2026 is a Tuesday, 9 May a Saturday. */
const priced = (name: string, from: string, to: string): number | string => {
  const { tariff, problems } = tariffOf(name);
  assert.deepEqual(problems, [], name);
  const at = (time: string): number => Date.parse(`2026-05-${time}:00+08:00`);
  const fee = price(tariff!, { inAt: at(from), outAt: at(to), carKind: 'small' }, { zone: 'Asia/Shanghai' });
  return isFeeRefusal(fee) ? fee.refused : fee.totalFen;
};

test('every example of complex mode is a whole tariff of fields that the form has', () => {
  for (const { name, head } of complexStarters) {
    assert.deepEqual(tariffOf(name).problems, [], name);
    for (const field of Object.keys(head)) assert.ok(field in parkFeeRule.fields, field);
  }
});

test('day and night: 10 for the first hour, then 3 a half hour; the night by the hour up to 15', () => {
  assert.equal(priced('day-night', '05T09:00', '05T09:15'), 0);
  assert.equal(priced('day-night', '05T09:00', '05T10:30'), 1_300);
  assert.equal(priced('day-night', '05T21:00', '05T23:00'), 400);
  assert.equal(priced('day-night', '05T20:00', '06T08:00'), 1_500);
});

test('working days and days off: 5 and 8 an hour, each day up to 30 and 50', () => {
  assert.equal(priced('workday-restday', '05T09:00', '05T11:00'), 1_000);
  assert.equal(priced('workday-restday', '05T00:00', '05T20:00'), 3_000);
  assert.equal(priced('workday-restday', '09T09:00', '09T11:00'), 1_600);
});

test('rising by day, free at night: each quarter of an hour 2.50, after the first hour 3.75', () => {
  assert.equal(priced('steps', '05T09:00', '05T10:30'), 1_750);
  assert.equal(priced('steps', '05T20:00', '06T07:00'), 0);
});
