/** What holds for the bill of any stay by any tariff, in zones that change their clocks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { stays, zones } from './arbitrary.fixture.ts';
import { bill } from './bill.ts';
import type { Bill, BillFacts } from './bill.ts';
import { derateLines } from './derate.ts';
import type { Derate } from './derate.ts';
import { growsByForm } from './lint-form.ts';
import { price } from './price.ts';
import { countedFee } from './counted-fee.fixture.ts';
import { anyTariffs, changingStays, charged, daytimeTariffs } from './tariff-arbitrary.fixture.ts';
import type { Tariff } from './form.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule, Stay } from './types.ts';

const RUNS = { numRuns: 400 };
const SECOND = 1000;
const MINUTE = 60_000;
const SPANNING = new Set(['free', 'time', 'flat', 'covered']);
const whole = (at: number): number => Math.floor(at / SECOND) * SECOND;

function fee(rule: FeeRule, stay: Stay, context: FeeContext): number {
  const result = price(rule, stay, context);
  assert.ok(!isFeeRefusal(result));
  return result.totalFen;
}

function billed(rule: FeeRule, stay: Stay, context: FeeContext, facts: BillFacts): Bill {
  const result = bill(rule, stay, context, facts);
  assert.ok(!isFeeRefusal(result));
  return result;
}

const cars = fc.constantFrom('small', 'large');
const bays = fc.constantFrom(undefined, 2, 3);
const visits = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 * 24 }), fc.integer({ min: 0, max: 4000 })), {
  maxLength: 3,
});
const around = fc
  .tuple(anyTariffs, fc.oneof(stays, changingStays), zones, cars, bays, visits, charged)
  .map(([tariff, times, zone, carKind, taken, before, charges]) => ({
    tariff,
    stay: { ...times, carKind },
    context: {
      zone,
      ...(taken ? { values: { bays: taken } } : {}),
      ...charges(times.inAt, times.outAt),
      earlier: before.map(([hours, fen]) => ({ at: times.inAt - hours * 60 * MINUTE, fen })),
    } as FeeContext,
  }));

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

test('the fee of any tariff in a zone that changes its clocks is what reading it minute by minute gives', () =>
  fc.assert(
    fc.property(daytimeTariffs, changingStays, zones, (tariff, stay, zone) => {
      assert.equal(fee(tariff, stay, { zone }), countedFee(tariff.schemes[0]!, stay.inAt, stay.outAt, zone));
    }),
    { numRuns: 200 },
  ));

test('each second of the stay lies in exactly one line, and the lines sum to the total, whatever the tariff says', () =>
  fc.assert(
    fc.property(around, ({ tariff, stay, context }) => {
      const priced = price(tariff, stay, context);
      assert.ok(!isFeeRefusal(priced));
      let at = whole(stay.inAt);
      for (const line of priced.lines) {
        assert.equal(line.from, SPANNING.has(line.kind) ? at : line.to);
        if (SPANNING.has(line.kind)) at = line.to;
        if (line.units !== undefined) assert.equal(line.units * line.unitFen!, line.amountFen);
      }
      assert.equal(at, whole(stay.outAt));
      assert.equal(
        priced.lines.reduce((sum, line) => sum + line.amountFen, 0),
        priced.totalFen,
      );
      assert.ok(Number.isSafeInteger(priced.totalFen) && priced.totalFen >= 0);
    }),
    RUNS,
  ));

test('the fee is a function of stay and tariff: on every call, by a copy, from another context object', () =>
  fc.assert(
    fc.property(around, ({ tariff, stay, context }) => {
      const first = price(tariff, stay, context);
      assert.deepEqual(price(structuredClone(tariff), stay, structuredClone(context)), first);
      assert.deepEqual(price(tariff, { ...stay }, { ...context, calendar: {} }), first);
    }),
    RUNS,
  ));

test('a tariff that asks for no clock charges elapsed time, the same in every zone and night', () =>
  fc.assert(
    fc.property(anyTariffs, changingStays, zones, zones, (tariff, stay, one, other) => {
      const timeless: Tariff = {
        form: 2,
        schemes: [
          {
            ...tariff.schemes[0]!,
            meters: tariff.schemes[0]!.meters.slice(-1).map(({ id, edge, ladder }) => ({
              id,
              edge,
              again: { minutes: 1440 },
              ladder: ladder.map(({ fen, ...rung }) => ({ ...rung, fen: typeof fen === 'number' ? fen : 300 })),
            })),
            after: [{ cap: 2000, per: { minutes: 1440 } }],
          },
        ],
      };
      assert.equal(fee(timeless, stay, { zone: one }), fee(timeless, stay, { zone: other }));
    }),
    RUNS,
  ));

test('money is conserved by any tariff: receivable = derated + prepaid + waived + due, and paid = prepaid + surplus', () =>
  fc.assert(
    fc.property(
      around,
      fc.nat({ max: 9000 }),
      derates,
      fc.option(fc.integer({ min: -500, max: 500 })),
      ({ tariff, stay, context }, paidFen, list, window) => {
        const result = billed(
          tariff,
          stay,
          window === null ? context : { ...context, freeUntil: stay.outAt + window * MINUTE },
          { paidFen, derates: list },
        );
        assert.equal(result.receivableFen, result.deratedFen + result.prepaidFen + result.waivedFen + result.totalFen);
        assert.equal(paidFen, result.prepaidFen + result.surplusFen);
        for (const amount of [
          result.receivableFen,
          result.deratedFen,
          result.prepaidFen,
          result.waivedFen,
          result.totalFen,
          result.surplusFen,
        ])
          assert.ok(Number.isSafeInteger(amount) && amount >= 0);
        assert.equal(
          result.lines.reduce((sum, line) => sum + line.amountFen, 0),
          result.totalFen,
        );
      },
    ),
    RUNS,
  ));

test('to prepay and leave at once costs the same as to pay at the exit, by any tariff', () =>
  fc.assert(
    fc.property(around, derates, fc.integer({ min: 0, max: 30 }), ({ tariff, stay, context }, list, leave) => {
      const first = billed(tariff, stay, context, { paidFen: 0, derates: list });
      const atExit = billed(
        tariff,
        stay,
        { ...context, freeUntil: stay.outAt + leave * MINUTE },
        { paidFen: first.totalFen, derates: list },
      );
      assert.deepEqual(
        [atExit.totalFen, atExit.prepaidFen, atExit.waivedFen, atExit.surplusFen],
        [0, first.totalFen, 0, 0],
      );
    }),
    RUNS,
  ));

test('in the leave window nothing is due; the first second after it the fee of the whole stay less what was paid', () =>
  fc.assert(
    fc.property(around, fc.integer({ min: 0, max: 900 }), ({ tariff, stay, context }, seconds) => {
      const paidFen = fee(tariff, stay, context);
      const freeUntil = whole(stay.outAt) + 900_000;
      const leaving = (outAt: number): Bill =>
        billed(tariff, { ...stay, outAt }, { ...context, freeUntil }, { paidFen });
      assert.deepEqual([leaving(freeUntil - seconds * SECOND).totalFen, leaving(freeUntil).totalFen], [0, 0]);
      const late = fee(tariff, { ...stay, outAt: freeUntil + SECOND }, context);
      assert.equal(leaving(freeUntil + SECOND).totalFen, Math.max(0, late - paidFen));
    }),
    RUNS,
  ));

test('each derate works on what the one before left, takes whole fen and never more than there is; its line is what it took', () =>
  fc.assert(
    fc.property(around, derates, ({ tariff, stay, context }, list) => {
      const feeFen = fee(tariff, stay, context);
      const feeAt = (outAt: number): number => fee(tariff, { ...stay, outAt: Math.max(stay.inAt, outAt) }, context);
      let rest = feeFen;
      for (const { amountFen, ref } of derateLines(list, feeFen, stay.outAt, feeAt)) {
        assert.ok(amountFen < 0 && Number.isSafeInteger(amountFen));
        const given = list.find(({ id }) => id === ref)!;
        if (given.kind === 'percent')
          assert.equal(-amountFen, Math.floor((rest * given.percentOff) / 100), 'rounded once, down');
        if (given.kind === 'amount') assert.equal(-amountFen, Math.min(rest, given.fen));
        if (given.kind === 'at-most') assert.equal(rest + amountFen, given.fen);
        rest += amountFen;
        assert.ok(rest >= 0);
      }
      const { deratedFen, receivableFen } = billed(tariff, stay, context, { paidFen: 0, derates: list });
      assert.deepEqual([receivableFen, deratedFen], [feeFen, feeFen - rest]);
    }),
    RUNS,
  ));

test('the order in which coupons were scanned does not matter, by any tariff', () =>
  fc.assert(
    fc.property(around, derates, ({ tariff, stay, context }, list) => {
      const lines = (given: Derate[]) => billed(tariff, stay, context, { paidFen: 0, derates: given }).lines;
      assert.deepEqual(lines(list.toReversed()), lines(list));
    }),
    RUNS,
  ));

test('one more coupon never raises what the driver pays, where a longer stay is never cheaper', () =>
  fc.assert(
    fc.property(around, derates, derate, ({ tariff, stay, context }, list, more) => {
      fc.pre(growsByForm(tariff));
      const due = (given: Derate[]): number => billed(tariff, stay, context, { paidFen: 0, derates: given }).totalFen;
      assert.ok(due([...list, more]) <= due(list));
    }),
    RUNS,
  ));

test('cover by a pass never makes a stay dearer, by any tariff', () =>
  fc.assert(
    fc.property(
      around,
      fc.array(fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: 0, max: 30 })), { maxLength: 3 }),
      ({ tariff, stay, context }, spans) => {
        const passCovered = spans.map(([from, hours]) => ({
          from: stay.inAt + from * 60 * MINUTE,
          to: stay.inAt + (from + hours) * 60 * MINUTE,
        }));
        assert.ok(billed(tariff, stay, context, { paidFen: 0, passCovered }).totalFen <= fee(tariff, stay, context));
      },
    ),
    RUNS,
  ));
