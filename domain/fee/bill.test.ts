import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { rules, stays, zones } from './arbitrary.fixture.ts';
import { LIST_CLASSES, bill } from './bill.ts';
import type { Bill, BillFacts, ListClass } from './bill.ts';
import type { Derate } from './derate.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule, Stay } from './types.ts';

const RUNS = { numRuns: 500 };
const ZONE = 'Asia/Shanghai';
const MINUTES = 60_000;
const RULE: FeeRule = {
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
const NINE = Date.parse('2024-06-12T09:00:00+08:00');

function billed(rule: FeeRule, stay: Stay, context: FeeContext, facts: BillFacts): Bill {
  const result = bill(rule, stay, context, facts);
  assert.ok(!isFeeRefusal(result));
  return result;
}

function fee(rule: FeeRule, stay: Stay, zone: string): number {
  const result = price(rule, stay, { zone });
  assert.ok(!isFeeRefusal(result));
  return result.totalFen;
}

const name = { zh: '商户优惠', en: 'Seller discount' };
const derate: fc.Arbitrary<Derate> = fc
  .tuple(
    fc.uuid(),
    fc.oneof(
      fc.record({ kind: fc.constant('time' as const), minutes: fc.integer({ min: 0, max: 300 }) }),
      fc.record({ kind: fc.constant('at-most' as const), fen: fc.integer({ min: 0, max: 3000 }) }),
      fc.record({ kind: fc.constant('percent' as const), percentOff: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), fen: fc.integer({ min: 0, max: 3000 }) }),
    ),
  )
  .map(([id, rest]) => ({ id, name, ...rest }));
const derates = fc.array(derate, { maxLength: 4 });
const coverage = fc.oneof(
  fc.boolean(),
  fc.array(fc.tuple(fc.integer({ min: -5, max: 100 }), fc.integer({ min: 0, max: 60 })), { maxLength: 3 }),
);

/** Hours after the entry made into spans of cover. */
function coverOf(stay: Stay, cover: boolean | [number, number][]): NonNullable<BillFacts['passCovered']> {
  if (typeof cover === 'boolean') return cover;
  return cover.map(([from, hours]) => ({
    from: stay.inAt + from * 3_600_000,
    to: stay.inAt + (from + hours) * 3_600_000,
  }));
}

test('money is conserved: receivable = derated + prepaid + waived + due, and paid = prepaid + surplus', () => {
  fc.assert(
    fc.property(
      rules,
      stays,
      zones,
      fc.nat({ max: 9000 }),
      derates,
      coverage,
      fc.option(fc.integer({ min: -500, max: 500 })),
      (rule, stay, zone, paidFen, list, cover, window) => {
        const context = window === null ? { zone } : { zone, freeUntil: stay.outAt + window * MINUTES };
        const result = billed(rule, stay, context, { paidFen, derates: list, passCovered: coverOf(stay, cover) });
        const { receivableFen, deratedFen, prepaidFen, waivedFen, totalFen, surplusFen } = result;
        assert.equal(receivableFen, deratedFen + prepaidFen + waivedFen + totalFen);
        assert.equal(paidFen, prepaidFen + surplusFen);
        for (const amount of [receivableFen, deratedFen, prepaidFen, waivedFen, totalFen, surplusFen])
          assert.ok(Object.is(Math.abs(amount), amount));
        assert.equal(
          result.lines.reduce((sum, line) => sum + line.amountFen, 0),
          totalFen,
        );
        let at = Math.floor(stay.inAt / 1000) * 1000;
        for (const line of result.lines) {
          assert.equal(line.from, at);
          at = line.to;
        }
        assert.equal(at, Math.floor(stay.outAt / 1000) * 1000);
      },
    ),
    RUNS,
  );
});

test('to prepay and leave at once costs the same as to pay at the exit', () => {
  fc.assert(
    fc.property(rules, stays, zones, derates, (rule, stay, zone, list) => {
      const first = billed(rule, stay, { zone }, { paidFen: 0, derates: list });
      const atExit = billed(
        rule,
        stay,
        { zone, freeUntil: stay.outAt + 15 * MINUTES },
        { paidFen: first.totalFen, derates: list },
      );
      assert.equal(atExit.totalFen, 0);
      assert.equal(atExit.prepaidFen, first.totalFen);
      assert.equal(atExit.waivedFen + atExit.surplusFen, 0);
    }),
    RUNS,
  );
});

test('inside the leave window nothing is due; the first second after it the whole fee less what was paid', () => {
  fc.assert(
    fc.property(rules, stays, zones, fc.integer({ min: 0, max: 900 }), (rule, stay, zone, seconds) => {
      const paidFen = fee(rule, stay, zone);
      const freeUntil = Math.floor(stay.outAt / 1000) * 1000 + 900_000;
      const leaving = (outAt: number) => billed(rule, { ...stay, outAt }, { zone, freeUntil }, { paidFen }).totalFen;
      assert.equal(leaving(freeUntil - seconds * 1000), 0);
      assert.equal(leaving(freeUntil), 0);
      assert.equal(leaving(freeUntil + 1000), fee(rule, { ...stay, outAt: freeUntil + 1000 }, zone) - paidFen);
    }),
    RUNS,
  );
});

test('a car that overstays the window pays the difference by the same fee', () => {
  const pay = { inAt: NINE, outAt: NINE + 75 * MINUTES };
  assert.equal(billed(RULE, pay, { zone: ZONE }, { paidFen: 0 }).totalFen, 500);
  const freeUntil = NINE + 90 * MINUTES;
  const inside = billed(RULE, { inAt: NINE, outAt: freeUntil }, { zone: ZONE, freeUntil }, { paidFen: 500 });
  assert.deepEqual([inside.totalFen, inside.waivedFen], [0, 200]);
  assert.deepEqual(
    inside.lines.map(({ kind, amountFen }) => [kind, amountFen]),
    [
      ['free', 0],
      ['time', 500],
      ['time', 200],
      ['prepaid', -500],
      ['waived', -200],
    ],
  );
  const after = billed(RULE, { inAt: NINE, outAt: freeUntil + 1000 }, { zone: ZONE, freeUntil }, { paidFen: 500 });
  assert.deepEqual([after.totalFen, after.waivedFen], [200, 0]);
});

test('paid twice is never lost: what the bill does not need is surplus', () => {
  const result = billed(RULE, { inAt: NINE, outAt: NINE + 60 * MINUTES }, { zone: ZONE }, { paidFen: 1000 });
  assert.deepEqual([result.totalFen, result.prepaidFen, result.surplusFen], [0, 500, 500]);
});

test('list classes and pass cars pay nothing, and the bill says why', () => {
  fc.assert(
    fc.property(
      rules,
      stays,
      zones,
      fc.constantFrom(...(Object.keys(LIST_CLASSES) as ListClass[])),
      (rule, stay, zone, listClass) => {
        const listed = billed(rule, stay, { zone }, { paidFen: 0, listClass });
        assert.deepEqual(
          listed.lines.map(({ kind, amountFen, clause }) => [kind, amountFen, clause]),
          [['free', 0, LIST_CLASSES[listClass]]],
        );
        const covered = billed(rule, stay, { zone }, { paidFen: 0, passCovered: true });
        assert.deepEqual([covered.totalFen, covered.lines.map((line) => line.kind)], [0, ['covered']]);
      },
    ),
  );
});

test('a pass that ended during the stay leaves only the rest to pay', () => {
  const midnight = Date.parse('2024-06-13T00:00:00+08:00');
  const stay = { inAt: NINE, outAt: midnight + 100 * MINUTES };
  const result = billed(RULE, stay, { zone: ZONE }, { paidFen: 0, passCovered: [{ from: 0, to: midnight }] });
  assert.deepEqual(
    result.lines.map(({ kind, from, amountFen }) => [kind, from, amountFen]),
    [
      ['covered', NINE, 0],
      ['free', midnight, 0],
      ['time', midnight + 15 * MINUTES, 500],
      ['time', midnight + 75 * MINUTES, 200],
    ],
  );
});

test('cover never makes a stay dearer', () => {
  fc.assert(
    fc.property(rules, stays, zones, coverage, (rule, stay, zone, cover) => {
      const result = billed(rule, stay, { zone }, { paidFen: 0, passCovered: coverOf(stay, cover) });
      assert.ok(result.totalFen <= fee(rule, stay, zone));
    }),
    RUNS,
  );
});

test('derates give the same sum in any order, and one more never raises what is due', () => {
  fc.assert(
    fc.property(rules, stays, zones, derates, derate, (rule, stay, zone, list, more) => {
      const due = (given: Derate[]) => billed(rule, stay, { zone }, { paidFen: 0, derates: given }).totalFen;
      assert.equal(due(list), due(list.toReversed()));
      assert.ok(due([...list, more]) <= due(list));
    }),
    RUNS,
  );
});

test('derates apply in their order: time, at most, per cent, amount', () => {
  const stay = { inAt: NINE, outAt: NINE + 195 * MINUTES };
  const list: Derate[] = [
    { id: 'd', name, kind: 'amount', fen: 100 },
    { id: 'c', name, kind: 'percent', percentOff: 50 },
    { id: 'b', name, kind: 'at-most', fen: 701 },
    { id: 'a', name, kind: 'time', minutes: 60 },
  ];
  const result = billed(RULE, stay, { zone: ZONE }, { paidFen: 0, derates: list });
  assert.equal(result.receivableFen, 1300);
  assert.deepEqual(
    result.lines.filter((line) => line.kind === 'derate').map((line) => [line.ref, line.amountFen]),
    [
      ['a', -400],
      ['b', -199],
      ['c', -350],
      ['d', -100],
    ],
  );
  assert.equal(result.totalFen, 251);
});

test('of two coupons the larger goes first, and one that is not needed has no line', () => {
  const stay = { inAt: NINE, outAt: NINE + 60 * MINUTES };
  const list: Derate[] = [
    { id: 'a', name, kind: 'amount', fen: 100 },
    { id: 'b', name, kind: 'amount', fen: 500 },
  ];
  const result = billed(RULE, stay, { zone: ZONE }, { paidFen: 0, derates: list });
  assert.deepEqual(
    result.lines.filter((line) => line.kind === 'derate').map((line) => [line.ref, line.amountFen]),
    [['b', -500]],
  );
});

test('an exit before the entry is refused whatever else is known', () => {
  const result = bill(
    RULE,
    { inAt: NINE, outAt: NINE - 1000 },
    { zone: ZONE },
    { paidFen: 0, passCovered: true, listClass: 'white' },
  );
  assert.equal(isFeeRefusal(result) && result.refused, 'OUT_BEFORE_IN');
});
