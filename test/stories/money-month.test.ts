/**
 * A day of a small car park and their settlement: a campaign, a shop, drivers who pay by all channels and some twice,
 * invoices, the channels' bills, the bank and two accountants. What the product says is held against itself and against
 * the books of channels, bank and tax platform. A month is `npm run simulate -- --people`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playMoney } from '../../tools/money/run.ts';

test('the money of a small car park comes out the same in ledger, reports, channels’ books, bank and tax platform', async () => {
  const { bounds, tally } = await playMoney({ seed: 'story', days: 1, lots: 1, cars: 14 });
  assert.deepEqual(
    bounds.filter(({ holds }) => !holds),
    [],
  );
  for (const name of ['byChannel', 'cash', 'claimed', 'discounts', 'refunds', 'applied', 'confirmed', 'lines'])
    assert.ok(tally[name]! > 0, `nobody did ${name}: ${JSON.stringify(tally)}`);
});
