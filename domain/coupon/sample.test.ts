import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { mostCharged } from '../derate/terms.ts';
import type { Terms } from '../derate/terms.ts';
import { sampleBill } from './sample.ts';

type Named = Terms & { name: string };
const terms = (more: Partial<Named>): Named => ({
  name: '满减',
  kind: 'amount',
  value: 500,
  exclusive: false,
  chargeBy: 'benefit',
  priceFen: 0,
  chargePercent: 100,
  restores: true,
  ...more,
});

test('18.00 becomes 13.00, of which a store at 80 per cent pays 4.00', () => {
  assert.deepEqual(sampleBill(terms({ chargePercent: 80, minSpendFen: 1000 }), 1800), {
    feeFen: 1800,
    driverFen: 1300,
    offFen: 500,
    bearerFen: 400,
    lotFen: 100,
  });
});

test('below the minimum fee nothing is taken off and nobody pays', () => {
  const { driverFen, offFen, bearerFen } = sampleBill(
    terms({ minSpendFen: 1000, chargeBy: 'price', priceFen: 300 }),
    900,
  );
  assert.deepEqual([driverFen, offFen, bearerFen], [900, 0, 0]);
});

test('minutes off are worth what the tariff charges for them', () => {
  const { driverFen, offFen } = sampleBill(terms({ kind: 'time', value: 60, priceFen: 1000 }), 1800, 1200);
  assert.deepEqual([driverFen, offFen], [1200, 600]);
});

test('the parts add up to the fee, and the bearer never pays more than the most', () => {
  const kinds = fc.constantFrom('time', 'amount', 'percent', 'full', 'flat') as fc.Arbitrary<Terms['kind']>;
  const charges = fc.constantFrom('price', 'benefit') as fc.Arbitrary<Terms['chargeBy']>;
  fc.assert(
    fc.property(
      fc.record({
        kind: kinds,
        value: fc.integer({ min: 1, max: 100 }),
        chargeBy: charges,
        priceFen: fc.integer({ min: 0, max: 3000 }),
        chargePercent: fc.integer({ min: 1, max: 100 }),
        minSpendFen: fc.integer({ min: 0, max: 3000 }),
      }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (made, feeFen, part) => {
        const of = terms(made);
        const bill = sampleBill(of, feeFen, Math.floor(feeFen * part));
        assert.equal(bill.driverFen + bill.bearerFen + bill.lotFen, feeFen);
        assert.ok(bill.driverFen >= 0 && bill.driverFen <= feeFen);
        assert.ok(bill.bearerFen <= mostCharged(of));
      },
    ),
  );
});
