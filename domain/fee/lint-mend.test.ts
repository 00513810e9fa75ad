import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Meter, Scheme, Tariff } from './form.ts';
import { mendOf } from './lint-mend.ts';
import type { Mend } from './lint-mend.ts';
import { lintRule } from './lint.ts';
import type { LintLaw } from './lint-types.ts';
import { price } from './price.ts';
import { checkTariff } from './tariff-grammar.ts';
import { isFeeRefusal } from './types.ts';

const zone = 'Asia/Shanghai';
const time: Meter = { id: 'time', again: 'day', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 500 }] };
const of = (...schemes: Partial<Scheme>[]): Tariff => ({
  form: 2,
  schemes: schemes.map((each) => ({ meters: [time], ...each })),
});

/** The remedy of the one finding at a place; with it the finding is gone, and the tariff is still one. */
function mended(rule: Tariff, law: LintLaw, where: string): Mend {
  const found = lintRule(rule, { zone }).find((each) => each.law === law && each.where === where);
  assert.equal(found?.ok, false, `${law} at ${where}`);
  const mend = mendOf(rule, found, { zone });
  assert.ok(mend);
  assert.deepEqual(checkTariff(mend.rule), []);
  const left = lintRule(mend.rule, { zone }).filter(({ ok, severity }) => ok === false && severity !== 'note');
  assert.deepEqual(
    left.map((each) => `${each.law} ${each.where}`),
    [],
  );
  return mend;
}

const fee = (rule: Tariff, minutes: number): number => {
  const inAt = Date.parse('2026-05-06T10:00:00+08:00');
  const priced = price(rule, { inAt, outAt: inAt + minutes * 60_000 }, { zone });
  assert.ok(!isFeeRefusal(priced));
  return priced.totalFen;
};

test('a cap that is never reached, and rungs that are not, are removed without a change of any price', () => {
  const capped = of({ after: [{ cap: 100_000_000, per: 'day' }] });
  const ladder = [
    { minutes: 1440, unitMinutes: 60, fen: 500 },
    { minutes: 60, fen: 900 },
    { unitMinutes: 60, fen: 100 },
  ];
  const steps = of({ meters: [{ ...time, ladder }] });
  for (const [rule, { rule: mend }] of [
    [capped, mended(capped, 'cap-reached', 'schemes[0].after[0]')],
    [steps, mended(steps, 'rung-reached', 'schemes[0].meters[0].ladder[1]')],
  ] as const) {
    assert.notDeepEqual(mend, rule);
    for (const minutes of [0, 1, 60, 61, 600, 1500, 5000]) assert.equal(fee(mend, minutes), fee(rule, minutes));
  }
});

test('a meter behind others comes before them, as little as is needed', () => {
  const lunch: Meter = { ...time, id: 'lunch', windows: [{ from: '12:00', to: '13:00' }], ladder: [{ fen: 100 }] };
  const night: Meter = { ...time, id: 'night', windows: [{ from: '22:00', to: '06:00' }] };
  const rule = of({ meters: [night, time, lunch] });
  const { rule: mend } = mended(rule, 'meter-seen', 'schemes[0].meters[2]');
  assert.deepEqual(
    mend.schemes[0]!.meters.map(({ id }) => id),
    ['night', 'lunch', 'time'],
  );
});

test('a scheme behind one that fits every stay comes before it', () => {
  const rule = of({}, { when: [{ vehicle: ['large'] }], meters: [{ ...time, ladder: [{ fen: 900 }] }] });
  const { rule: mend } = mended(rule, 'scheme-reached', 'schemes[1]');
  assert.deepEqual(
    mend.schemes.map(({ when }) => when === undefined),
    [false, true],
  );
});

test('what a person has to decide has no remedy: a rule without a price, and what only may be so', () => {
  const zoned = of({ meters: [{ ...time, ladder: [{ unitMinutes: 60, fen: { by: 'zone', of: { near: 5 } } }] }] });
  for (const finding of lintRule(zoned, { zone })) assert.equal(mendOf(zoned, finding, { zone }), null);
  const visits = of({ after: [{ cap: 100_000_000, per: 'day', visits: true }] });
  for (const finding of lintRule(visits, { zone })) assert.equal(mendOf(visits, finding, { zone }), null);
});

test('a rule that needs working days with an empty car park calendar is reported', () => {
  const rule = of({ meters: [{ ...time, windows: [{ from: '08:00', to: '18:00', days: ['workday'] }] }] });
  const findingsOf = (each: Tariff, calendarEmpty: boolean) =>
    lintRule(each, { zone, calendarEmpty }).filter(({ law }) => law === 'calendar-filled').length;
  assert.deepEqual([findingsOf(rule, true), findingsOf(rule, false), findingsOf(of({}), true)], [1, 0, 0]);
});
