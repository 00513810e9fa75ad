import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { checkFees } from './fees.ts';
import type { BilledFee } from './fees.ts';
import { channelSums, shareOf } from './settlement.ts';

const day = '2026-11-02';
const part = (amountFen: number, parkId = 'P') => ({ parkId, companyId: 'C', ref: 'W', amountFen });
const line = (kind: BilledFee['kind'], amountFen: number, feeFen: number, times = 1): BilledFee => ({
  kind,
  day,
  number: `N${amountFen}`,
  times,
  feeFen,
  parts: [part(amountFen)],
});
/** The worked Monday at 0.6 %: 8 + 9 + 6 - 3 = 20. */
const monday = [line('payment', 1300, 8), line('payment', 1500, 9), line('payment', 1000, 6), line('refund', 500, 3)];
const usual = () => 60;

test('the worked Monday: the bill’s fees are the reckoned ones, and a fen of rounding is listed by nobody', () => {
  assert.deepEqual(checkFees(monday, usual), { offFen: 0, lines: 4, items: [] });
  const rounded = monday.map((each) => ({ ...each, feeFen: each.feeFen + 1 }));
  assert.deepEqual(checkFees(rounded, usual), { offFen: -2, lines: 4, items: [] }, 'a refund gives its fen back');
});

test('a line that costs more or less than its rate is listed by its number, the same sums together', () => {
  const items = (fees: readonly BilledFee[]) => checkFees(fees, usual).items;
  assert.deepEqual(items([...monday, line('payment', 2000, 20)]), [{ ref: 'N2000', amountFen: -8 }]);
  assert.deepEqual(items([line('payment', 2000, 20, 12)]), [{ ref: 'N2000 ×12', amountFen: -96 }]);
  assert.deepEqual(items([line('refund', 2000, 0)]), [{ ref: 'N2000', amountFen: -12 }], 'kept what was to come back');
  assert.deepEqual(items([line('payment', 2000, 0)]), [{ ref: 'N2000', amountFen: 12 }]);
});

test('a combined trade is reckoned part by part, each at the rate of its car park', () => {
  const combined = { ...line('payment', 0, 19), parts: [part(1300, 'P'), part(1100, 'Q')] };
  const rateOf = ({ parkId }: { parkId: string }): number => (parkId === 'P' ? 60 : 100);
  assert.deepEqual(checkFees([combined], rateOf), { offFen: 0, lines: 2, items: [] });
  assert.equal(checkFees([{ ...combined, feeFen: 22 }], rateOf).items[0]!.amountFen, -3);
});

test('whatever a bill charges: what is settled is its fees to the fen, and what is not listed is a fen a line', () => {
  const fee = fc.record({
    kind: fc.constantFrom('payment', 'refund'),
    amountFen: fc.integer({ min: 1, max: 100_000 }),
    errorFen: fc.integer({ min: -3, max: 3 }),
    times: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(fee, { size: 'large', maxLength: 30 }), fc.integer({ min: 0, max: 300 }), (bill, rateBp) => {
      const fees = bill.map(({ kind, amountFen, errorFen, times }) =>
        line(kind as BilledFee['kind'], amountFen, Math.max(0, shareOf(amountFen, rateBp) + errorFen), times),
      );
      const { offFen, lines, items } = checkFees(fees, () => rateBp);
      const billed = fees.reduce(
        (sum, { kind, feeFen, times }) => sum + (kind === 'payment' ? 1 : -1) * feeFen * times,
        0,
      );
      const amounts = bill.map(({ kind, amountFen, times }) => ({
        amountFen: kind === 'payment' ? amountFen : -amountFen,
        times,
      }));
      assert.equal(channelSums(amounts, rateBp).feeFen - offFen, billed);
      const named = items.reduce((sum, { amountFen }) => sum + amountFen, 0);
      assert.ok(Math.abs(offFen - named) <= lines);
      const off = fees.filter(({ feeFen, parts }) => Math.abs(feeFen - shareOf(parts[0]!.amountFen, rateBp)) > 1);
      assert.equal(items.length, off.length, 'each that is off by more than a fen, and no other');
    }),
  );
});
