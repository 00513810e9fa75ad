import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import type { Price } from './due.ts';
import { NOTHING_SETTLED, leaveUntil, pricingInstant, remaining, withdrawnLines } from './due.ts';

const SECOND = 1000;

/** Any fee that grows in steps: the price of each begun period of the stay. */
const fee = fc.record({
  period: fc.integer({ min: 1, max: 90 }),
  step: fc.integer({ min: 0, max: 2000 }),
  derate: fc.integer({ min: 0, max: 500 }),
});
const at = fc.integer({ min: 0, max: 86_400 }).map((s) => s * SECOND);

function priceAt({ period, step, derate }: { period: number; step: number; derate: number }, t: number): Price {
  const receivableFen = Math.ceil(t / (period * 60 * SECOND)) * step;
  const deratedFen = Math.min(derate, receivableFen);
  const line = {
    kind: 'time',
    from: 0,
    to: t,
    clause: { zh: '计时', en: 'Time' },
    amountFen: receivableFen - deratedFen,
  } as const;
  return { receivableFen, deratedFen, lines: [line], tariff: null };
}

test('INV-P4: prepaying and leaving at once costs what paying at the exit at that moment costs', () =>
  fc.assert(
    fc.property(fee, at, (f, t) => {
      const whole = remaining(priceAt(f, t), NOTHING_SETTLED, t).dueFen;
      const settled = {
        ...NOTHING_SETTLED,
        paidFen: whole,
        deratedFen: priceAt(f, t).deratedFen,
        pricedAt: t,
        freeUntil: leaveUntil(t, 15),
      };
      assert.equal(whole + remaining(priceAt(f, pricingInstant(t, settled)), settled, t).dueFen, whole);
    }),
  ));

test('INV-P5: exits in the window pay 0; the first second after it pays fee(t) - paid', () =>
  fc.assert(
    fc.property(fee, at, fc.integer({ min: 0, max: 60 }), (f, t, minutes) => {
      const paidFen = remaining(priceAt(f, t), NOTHING_SETTLED, t).dueFen;
      const freeUntil = leaveUntil(t, minutes);
      const settled = { ...NOTHING_SETTLED, paidFen, deratedFen: priceAt(f, t).deratedFen, pricedAt: t, freeUntil };
      const due = (when: number) => remaining(priceAt(f, pricingInstant(when, settled)), settled, when).dueFen;
      assert.equal(due(freeUntil), 0);
      const net = priceAt(f, freeUntil + SECOND);
      assert.equal(due(freeUntil + SECOND), net.receivableFen - net.deratedFen - paidFen);
    }),
  ));

test('what is due is never below 0, equals the sum of the lines and receivable - derated, however much was settled', () => {
  fc.assert(
    fc.property(fee, at, fc.nat(100_000), fc.nat(3000), fc.nat(600), (f, t, paidFen, waivedFen, deratedFen) => {
      const rest = remaining(priceAt(f, t), { ...NOTHING_SETTLED, paidFen, waivedFen, deratedFen }, t);
      assert.ok(rest.dueFen >= 0 && rest.receivableFen >= 0 && rest.deratedFen >= 0);
      assert.equal(rest.dueFen, rest.receivableFen - rest.deratedFen);
      assert.equal(
        rest.lines.reduce((sum, it) => sum + it.amountFen, 0),
        rest.dueFen,
      );
    }),
  );
});

test('the bill of an order that another replaced keeps its lines and sums to what it still asks', () =>
  fc.assert(
    fc.property(fee, at, fc.integer({ min: 0, max: 9_000 }), (f, t, netFen) => {
      const { lines } = priceAt(f, t);
      const withdrawn = withdrawnLines(lines, netFen, t);
      assert.deepEqual(withdrawn.slice(0, lines.length), lines);
      assert.equal(
        withdrawn.reduce((sum, { amountFen }) => sum + amountFen, 0),
        netFen,
      );
      assert.deepEqual(withdrawnLines(withdrawn, netFen, t), withdrawn, 'booking twice counts once');
    }),
  ));
