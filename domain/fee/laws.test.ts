import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { dayOf, daysBetween } from '../time/day.ts';
import { DAY, MINUTE } from '../time/zone.ts';
import { rules, stays, zones } from './arbitrary.fixture.ts';
import { checkRule } from './check.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { BillLine, Priced, SimpleRule, Stay } from './types.ts';

const RUNS = { numRuns: 1000 };
const SPANNING = new Set(['free', 'time', 'flat', 'covered']);

function priced(rule: SimpleRule, stay: Stay, zone: string): Priced {
  const result = price(rule, stay, { zone });
  assert.ok(!isFeeRefusal(result));
  return result;
}

/** The rule read word by word, one unit after the other: slow, and written without the engine. */
function countedFee(rule: SimpleRule, inMs: number, outMs: number, zone: string): number {
  const [from, to] = [Math.floor(inMs / 1000) * 1000, Math.floor(outMs / 1000) * 1000];
  if (to - from <= rule.freeMinutes * MINUTE) return 0;
  if (rule.perVisitFen !== undefined) return rule.perVisitFen;
  let at = rule.freeMinutesCounted ? from : from + rule.freeMinutes * MINUTE;
  const days = new Map<string | number, number>();
  const charge = (amount: number) => {
    const day = rule.dayCapBasis === 'natural-day' ? dayOf(at, zone) : Math.floor((at - from) / DAY);
    days.set(day, (days.get(day) ?? 0) + amount);
  };
  if (rule.firstMinutes !== undefined) {
    charge(rule.firstFen!);
    at += rule.firstMinutes * MINUTE;
  }
  for (; at < to; at += rule.unitMinutes * MINUTE) {
    if (rule.roundUp || at + rule.unitMinutes * MINUTE <= to) charge(rule.unitFen);
  }
  return [...days.values()].reduce((sum, day) => sum + Math.min(day, rule.dayCapFen ?? Infinity), 0);
}

test('the random rules of these tests are rules', () => {
  fc.assert(fc.property(rules, (rule) => assert.deepEqual(checkRule(rule), [])));
});

test('the fee is what counting unit by unit gives', () => {
  fc.assert(
    fc.property(rules, stays, zones, (rule, stay, zone) => {
      assert.equal(priced(rule, stay, zone).totalFen, countedFee(rule, stay.inAt, stay.outAt, zone));
    }),
    RUNS,
  );
});

test('each second of the stay lies in exactly one line, in order, and adjustments span none', () => {
  fc.assert(
    fc.property(rules, stays, zones, (rule, stay, zone) => {
      let at = Math.floor(stay.inAt / 1000) * 1000;
      for (const line of priced(rule, stay, zone).lines) {
        assert.equal(line.from, at);
        assert.ok(SPANNING.has(line.kind) ? line.to >= line.from : line.to === line.from);
        at = line.to;
      }
      assert.equal(at, Math.floor(stay.outAt / 1000) * 1000);
    }),
    RUNS,
  );
});

test('the lines sum to the total, and units times their price to each line', () => {
  const amountOf = (line: BillLine) => (line.units === undefined ? line.amountFen : line.units * line.unitFen!);
  fc.assert(
    fc.property(rules, stays, zones, (rule, stay, zone) => {
      const { lines, totalFen } = priced(rule, stay, zone);
      assert.equal(
        lines.reduce((sum, line) => sum + line.amountFen, 0),
        totalFen,
      );
      assert.equal(
        lines.reduce((sum, line) => sum + amountOf(line), 0),
        totalFen,
      );
      assert.ok(Number.isSafeInteger(totalFen) && totalFen >= 0);
    }),
    RUNS,
  );
});

test('staying longer is never cheaper', () => {
  fc.assert(
    fc.property(rules, stays, zones, fc.integer({ min: 1, max: 3 * 86_400 }), (rule, stay, zone, seconds) => {
      const more = priced(rule, { ...stay, outAt: stay.outAt + seconds * 1000 }, zone).totalFen;
      assert.ok(more >= priced(rule, stay, zone).totalFen);
    }),
    RUNS,
  );
});

test('no day costs more than its cap, nor a stay more than the caps of the days it touches', () => {
  fc.assert(
    fc.property(rules, stays, zones, (rule, stay, zone) => {
      const cap = rule.dayCapFen;
      fc.pre(cap !== undefined);
      const { lines, totalFen } = priced(rule, stay, zone);
      const from = Math.floor(stay.inAt / 1000) * 1000;
      const days = new Map<string | number, number>();
      let day: string | number = '';
      for (const line of lines) {
        if (line.kind !== 'cap')
          day = rule.dayCapBasis === 'natural-day' ? dayOf(line.from, zone) : Math.floor((line.from - from) / DAY);
        days.set(day, (days.get(day) ?? 0) + line.amountFen);
      }
      for (const amount of days.values()) assert.ok(amount <= cap!);
      // Where a day begins with summer time it has 23 hours, and less than three days touch five of the calendar.
      const touched =
        rule.dayCapBasis === 'natural-day'
          ? daysBetween(dayOf(from, zone), dayOf(stay.outAt, zone)) + 1
          : Math.ceil((stay.outAt - from) / DAY) + 1;
      assert.ok(totalFen <= cap! * touched);
    }),
    RUNS,
  );
});

test('a cap never raises a price', () => {
  fc.assert(
    fc.property(rules, stays, zones, (rule, stay, zone) => {
      fc.pre(rule.dayCapFen !== undefined);
      const { dayCapFen: _, ...uncapped } = rule;
      assert.ok(priced(rule, stay, zone).totalFen <= priced(uncapped, stay, zone).totalFen);
    }),
    RUNS,
  );
});

test('the same stay has the same bill on every call, also by a copy of the rule', () => {
  fc.assert(
    fc.property(rules, stays, zones, (rule, stay, zone) => {
      assert.deepEqual(priced(rule, stay, zone), priced(rule, stay, zone));
      assert.deepEqual(priced(structuredClone(rule), stay, zone), priced(rule, stay, zone));
    }),
  );
});

test('an exit before the entry is refused, never free', () => {
  fc.assert(
    fc.property(rules, stays, zones, fc.integer({ min: 1000, max: 1e9 }), (rule, { inAt }, zone, early) => {
      const result = price(rule, { inAt, outAt: inAt - early }, { zone });
      assert.equal(isFeeRefusal(result) && result.refused, 'OUT_BEFORE_IN');
    }),
  );
});
