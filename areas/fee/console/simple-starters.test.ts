import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '#domain/fee/price.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { engineRule } from '#areas/fee/model/engine-rule.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { simpleStarters } from './simple-starters.ts';
import { starters } from './tariff-parts.ts';

const MINUTE = 60_000;
const inAt = Date.parse('2026-05-06T09:00:00+08:00');
const priced = (rule: FeeRule, minutes: number): number | string => {
  const fee = price(rule, { inAt, outAt: inAt + minutes * MINUTE, carKind: 'small' }, { zone: 'Asia/Shanghai' });
  return isFeeRefusal(fee) ? fee.refused : fee.totalFen;
};
const ruleOf = (name: string): FeeRule => engineRule(simpleStarters.find((each) => each.name === name)!.values).rule!;

test('every example of the plain form is a whole tariff of fields that the form has', () => {
  for (const { name, values } of simpleStarters) {
    assert.equal(engineRule(values).problems, undefined, name);
    for (const field of Object.keys(values)) assert.ok(field in feeRule.fields, field);
  }
});

test('by the hour with a daily cap asks the same in the plain form as in expert mode', () => {
  const expert = starters.find(({ name }) => name === 'hourly')!.tariff;
  for (const minutes of [10, 15, 16, 60, 61, 90, 240, 600, 900, 1500, 3000])
    assert.equal(priced(ruleOf('hourly'), minutes), priced(expert, minutes), `${minutes} minutes`);
});

test('the other examples ask what they say', () => {
  const pricesOf = (name: string, ...minutes: number[]) => minutes.map((each) => priced(ruleOf(name), each));
  assert.deepEqual(pricesOf('visit', 15, 16, 600), [0, 500, 500]);
  assert.deepEqual(pricesOf('plain', 30, 90, 1440), [0, 500, 3000]);
  assert.deepEqual(pricesOf('quarter', 15, 30, 31), [0, 150, 300]);
});
