import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { stays, zones } from './arbitrary.fixture.ts';
import { price } from './price.ts';
import { countedFee } from './counted-fee.fixture.ts';
import { minuteStays, tariffs } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule, Priced, Stay } from './types.ts';

const RUNS = { numRuns: 1000 };
const SPANNING = new Set(['free', 'time', 'flat', 'covered']);

function priced(rule: FeeRule, stay: Stay, context: FeeContext): Priced {
  const result = price(rule, stay, context);
  assert.ok(!isFeeRefusal(result));
  return result;
}

test('the fee of any tariff is what reading it minute by minute gives', () =>
  fc.assert(
    fc.property(tariffs, minuteStays, (tariff, stay) => {
      assert.equal(
        priced(tariff, stay, { zone: 'Asia/Shanghai' }).totalFen,
        countedFee(tariff.schemes[0]!, stay.inAt, stay.outAt),
      );
    }),
    RUNS,
  ));

test('each second of the stay lies in exactly one line, and the lines sum to the total, by any tariff in any zone', () =>
  fc.assert(
    fc.property(tariffs, stays, zones, (tariff, stay, zone) => {
      const { lines, totalFen } = priced(tariff, stay, { zone });
      let at = Math.floor(stay.inAt / 1000) * 1000;
      for (const line of lines) {
        assert.equal(line.from, SPANNING.has(line.kind) ? at : line.to);
        if (SPANNING.has(line.kind)) at = line.to;
        if (line.units !== undefined) assert.equal(line.units * line.unitFen!, line.amountFen);
      }
      assert.equal(at, Math.floor(stay.outAt / 1000) * 1000);
      assert.equal(
        lines.reduce((sum, line) => sum + line.amountFen, 0),
        totalFen,
      );
      assert.ok(Number.isSafeInteger(totalFen) && totalFen >= 0);
    }),
    RUNS,
  ));

test('one more cap never raises a price, and a cap on the stay holds', () =>
  fc.assert(
    fc.property(tariffs, stays, fc.integer({ min: 0, max: 4000 }), (tariff, stay, cap) => {
      const [scheme] = tariff.schemes;
      const capped = priced(
        { ...tariff, schemes: [{ ...scheme!, after: [...(scheme!.after ?? []), { cap, per: 'stay' }] }] },
        stay,
        { zone: 'Asia/Shanghai' },
      );
      assert.equal(capped.totalFen, Math.min(cap, priced(tariff, stay, { zone: 'Asia/Shanghai' }).totalFen));
    }),
    RUNS,
  ));

test('INV-P3: the same stay has the same bill on every call, also by a copy of the tariff', () =>
  fc.assert(
    fc.property(tariffs, stays, zones, (tariff, stay, zone) => {
      assert.deepEqual(priced(structuredClone(tariff), stay, { zone }), priced(tariff, stay, { zone }));
    }),
  ));
