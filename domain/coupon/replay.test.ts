import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { mostCharged } from '../derate/terms.ts';
import type { Terms } from '../derate/terms.ts';
import { replayRule } from './replay.ts';
import type { PaidBill } from './replay.ts';

const five: Terms = {
  kind: 'amount',
  value: 500,
  exclusive: false,
  chargeBy: 'benefit',
  priceFen: 0,
  chargePercent: 80,
  restores: true,
  minSpendFen: 1000,
};
const none = { budgetNum: 1000, budgetFen: null, perPerson: 0, perPlateDay: 1 };
const bill = (nth: number, feeFen: number, more: Partial<PaidBill> = {}): PaidBill => ({
  id: `${nth}`,
  day: '2026-11-02',
  plate: `浙A0000${nth}`,
  feeFen,
  deratedFen: 0,
  ...more,
});

test('18.00 becomes 13.00: the store pays 4.00 and the lot gives up 1.00; a fee of 9.00 is below the floor', () => {
  const { used, offFen, bearerFen, lotFen, endsOn } = replayRule(five, none, [bill(1, 1800), bill(2, 900)]);
  assert.deepEqual([used, offFen, bearerFen, lotFen, endsOn], [1, 500, 400, 100, null]);
});

test('no more is taken off than other discounts left, and one that stands alone joins none', () => {
  const bills = [bill(1, 1800, { deratedFen: 1500 })];
  assert.equal(replayRule(five, none, bills).offFen, 300);
  assert.equal(replayRule({ ...five, exclusive: true }, none, bills).used, 0);
});

test('a car has as many a day as the rule gives it, and the budget ends on the day it is used up', () => {
  const bills = [
    bill(1, 1800),
    bill(1, 1800),
    bill(2, 1800, { day: '2026-11-03' }),
    bill(3, 1800, { day: '2026-11-04' }),
  ];
  assert.equal(replayRule(five, none, bills).used, 3);
  const short = replayRule(five, { ...none, budgetFen: 900 }, bills);
  assert.deepEqual([short.used, short.endsOn], [2, '2026-11-04']);
  assert.equal(replayRule(five, { ...none, budgetNum: 1 }, bills).endsOn, '2026-11-03');
});

test('a person takes as many as the rule gives one, with whichever of his cars', () => {
  const his = { person: '13800000001' };
  const bills = [bill(1, 1800, his), bill(2, 1800, his), bill(3, 1800), bill(3, 1800, { day: '2026-11-03' })];
  assert.equal(replayRule(five, { ...none, perPerson: 1 }, bills).used, 2, 'he, and a car nobody is known to drive');
  assert.equal(replayRule(five, { ...none, perPerson: 2 }, bills).used, 4);
});

test('minutes off are worth what the tariff charges for them, and nothing where it prices none', () => {
  const hour: Terms = { ...five, kind: 'time', value: 60, priceFen: 600, chargePercent: 100 };
  const bills = [
    bill(1, 1800, { earlierFen: 1200 }),
    bill(2, 1800, { earlierFen: 1200, deratedFen: 1500 }),
    bill(3, 1800, { earlierFen: 1800 }),
    bill(4, 1800, { earlierFen: null }),
  ];
  const { used, unpriced, offFen, bearerFen } = replayRule(hour, none, bills);
  assert.deepEqual([used, unpriced, offFen, bearerFen], [2, 1, 900, 900]);
});

test('cars that came often are counted apart', () => {
  const bills = ['02', '03', '04', '05'].map((day) => bill(1, 1800, { day: `2026-11-${day}` }));
  const { regulars, plates, offFen } = replayRule(five, none, [...bills, bill(2, 1800)]);
  assert.deepEqual([plates, regulars, offFen], [2, { plates: 1, offFen: 2000 }, 2500]);
});

test('what bearer and lot give up is what drivers save, within budget and fees, whatever the bills', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Terms['kind']>('amount', 'percent', 'full', 'flat'),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.tuple(fc.nat(5), fc.nat(20_000), fc.nat(20_000)), { maxLength: 40, size: 'max' }),
      fc.record({ budgetNum: fc.integer({ min: 1, max: 30 }), budgetFen: fc.option(fc.nat(20_000)) }),
      (kind, value, given, budget) => {
        const terms: Terms = { ...five, kind, value, priceFen: 700, minSpendFen: 0 };
        const bills = given.map(([nth, feeFen, off]) => bill(nth, feeFen, { deratedFen: Math.min(off, feeFen) }));
        const made = replayRule(terms, { ...budget, perPerson: null, perPlateDay: null }, bills);
        assert.equal(made.bearerFen + made.lotFen, made.offFen);
        assert.ok(made.used <= budget.budgetNum && made.bearerFen <= made.used * mostCharged(terms));
        assert.ok(budget.budgetFen === null || made.bearerFen <= budget.budgetFen);
        assert.ok(made.offFen <= bills.reduce((sum, { feeFen, deratedFen }) => sum + feeFen - deratedFen, 0));
      },
    ),
  );
});
