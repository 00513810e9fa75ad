import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { complexTariff } from './complex.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { inFull, toComplexMode, toSimpleMode } from './modes.ts';
import { price } from './price.ts';
import { asTariff } from './simple.ts';
import { tariffs } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeRule, SimpleRule } from './types.ts';

const START = Date.parse('2026-05-06T09:20:00+08:00');
const none: ReadonlyMap<string, string> = new Map();
const due = (rule: FeeRule, minutes: number, at = START): number => {
  const priced = price(rule, { inAt: at, outAt: at + minutes * 60_000 }, { zone: 'Asia/Shanghai' });
  assert.ok(!isFeeRefusal(priced));
  return priced.totalFen;
};
const rowsTariff = (rule: FeeRule, names = none): Tariff => {
  const { value, unsaid } = toComplexMode(rule, names);
  assert.ok(value, JSON.stringify(unsaid));
  return complexTariff(value).tariff!;
};

const simple: SimpleRule = {
  form: 1,
  kind: 'simple',
  freeMinutes: 15,
  freeMinutesCounted: true,
  firstMinutes: 60,
  firstFen: 1000,
  unitMinutes: 30,
  unitFen: 300,
  dayCapFen: 5000,
  dayCapBasis: 'natural-day',
  roundUp: true,
};
const anySimple: fc.Arbitrary<SimpleRule> = fc
  .record({
    freeMinutes: fc.constantFrom(0, 15, 30),
    freeMinutesCounted: fc.boolean(),
    first: fc.boolean(),
    unitMinutes: fc.constantFrom(15, 30, 60),
    unitFen: fc.integer({ min: 0, max: 900 }),
    cap: fc.boolean(),
    dayCapBasis: fc.constantFrom('natural-day' as const, 'rolling-24h' as const),
    roundUp: fc.boolean(),
    visit: fc.boolean(),
  })
  .map(({ first, cap, visit, ...rest }) => ({
    form: 1,
    kind: 'simple',
    ...rest,
    ...(first ? { firstMinutes: 60, firstFen: 500 } : {}),
    ...(cap ? { dayCapFen: 3000 } : {}),
    ...(visit ? { perVisitFen: 800 } : {}),
  }));
const stays = fc.record({ at: fc.integer({ min: 0, max: 2880 }), minutes: fc.integer({ min: 0, max: 4320 }) });

test('every simple rule can be converted to full form and to rows, and back', () =>
  fc.assert(
    fc.property(anySimple, stays, (rule, { at, minutes }) => {
      const from = START + at * 60_000;
      const rows = rowsTariff(rule);
      const back = toSimpleMode(rows).value!;
      assert.deepEqual(
        [due(rows, minutes, from), due(back, minutes, from), due(toSimpleMode(inFull(rule)).value!, minutes, from)],
        Array.from({ length: 3 }, () => due(rule, minutes, from)),
      );
    }),
    { numRuns: 300 },
  ));

test('what rows can express costs the same there; many tariffs can be expressed', () => {
  let convertedCount = 0;
  fc.assert(
    fc.property(tariffs, stays, (rule, { at, minutes }) => {
      const rows = toComplexMode(rule, none).value;
      if (!rows) return;
      convertedCount += 1;
      assert.equal(
        due(complexTariff(rows).tariff!, minutes, START + at * 60_000),
        due(rule, minutes, START + at * 60_000),
      );
    }),
    { numRuns: 400, seed: 7 },
  );
  assert.ok(convertedCount > 40, String(convertedCount));
});

const meter = (more: Partial<Meter> = {}): Meter => ({
  id: 'time',
  again: 'stay',
  edge: 'ends',
  ladder: [{ unitMinutes: 60, fen: 500 }],
  ...more,
});
const of = (scheme: Partial<Scheme>, more: Partial<Tariff> = {}): Tariff => ({
  form: 2,
  schemes: [{ meters: [meter()], ...scheme }],
  ...more,
});

test('what says the same is taken for the same', () => {
  const first = [
    { minutes: 60, unitMinutes: 60, fen: 1000 },
    { unitMinutes: 30, fen: 300, round: 'up' as const },
  ];
  const labelled = of(
    {
      label: { zh: '全天', en: 'Always' },
      free: { minutes: 15, lost: true, inclusive: true },
      otherwise: 'free',
      meters: [meter({ windows: [{ from: '00:00', to: '24:00' }], again: 'piece', edge: 'runs-on', ladder: first })],
      after: [{ cap: 5000, per: 'day', of: ['time'], visits: false }],
    },
    { choose: 'cheapest' },
  );
  assert.deepEqual(toSimpleMode(labelled).value, simple);
  assert.deepEqual(toSimpleMode(of({ free: { minutes: 0, lost: true }, after: [] })).value?.freeMinutes, 0);
  assert.equal(toSimpleMode(simple).value, simple);
});

test('what a mode cannot say is named, with its place', () => {
  const why = (rule: Tariff): unknown[] =>
    [toSimpleMode(rule), toComplexMode(rule, none)].map(({ unsaid }) => unsaid?.place ?? null);
  assert.deepEqual(why(of({})), [null, null]);
  assert.deepEqual(why(of({ startsAt: 'chargingEnd' })), ['schemes[0].startsAt', 'schemes[0].startsAt']);
  assert.deepEqual(why(of({ maxStayMinutes: 60 })), ['schemes[0].maxStayMinutes', 'schemes[0].maxStayMinutes']);
  assert.deepEqual(why(of({}, { leaveMinutes: 20 })), ['leaveMinutes', 'leaveMinutes']);
  assert.deepEqual(why({ form: 2, schemes: [{ meters: [meter()] }, { meters: [meter()] }] }), [
    'schemes[1]',
    'schemes[1]',
  ]);
  assert.deepEqual(
    why(of({ meters: [meter({ windows: [{ from: '08:00', to: '20:00' }] }), meter({ id: 'night' })] })),
    ['schemes[0].meters[0].windows', null],
  );
  assert.deepEqual(why(of({ meters: [meter({ windows: [{ from: '08:00', to: '20:00', months: [7] }] })] })), [
    'schemes[0].meters[0].windows',
    'schemes[0].meters[0].windows[0].months',
  ]);
  assert.deepEqual(
    why(of({ meters: [meter({ ladder: [{ unitMinutes: 60, fen: { by: 'vehicle', of: {}, else: 500 } }] })] })),
    ['schemes[0].meters[0].ladder[0].fen', 'schemes[0].meters[0].ladder[0].fen'],
  );
  assert.deepEqual(why(of({ after: [{ cap: 3000, per: 'stay' }] })), ['schemes[0].after[0].per', null]);
  assert.deepEqual(why(of({ after: [{ cap: 3000, per: 'week' }] })), ['schemes[0].after[0].per', 'schemes[0].after']);
  assert.deepEqual(why(of({ after: [{ cap: 3000, per: 'day', visits: true }] })), [
    'schemes[0].after[0].visits',
    'schemes[0].after[0].visits',
  ]);
  assert.deepEqual(why(of({ after: [{ roundTo: 100, how: 'up' }] })), ['schemes[0].after', 'schemes[0].after']);
  assert.deepEqual(toSimpleMode(of({ startsAt: 'x' })).unsaid?.words.zh, '从事件起计时');
  for (const rule of [of({ meters: [meter({ windows: [{ area: 'inner' }] })] })])
    assert.equal(toComplexMode(rule, none).unsaid?.place, 'inner');
});

test('areas keep their periods, caps and free time; names of periods are kept where they say more than the times', () => {
  const rule = of({
    free: { minutes: 15, lost: true },
    meters: [
      meter({
        id: 'in',
        label: { zh: '内场 贵宾', en: 'Court' },
        windows: [{ area: 'a1' }],
        again: { minutes: 1440 },
        free: { minutes: 30, lost: true },
      }),
      meter({
        id: 'day',
        label: { zh: '08:00–22:00', en: '08:00–22:00' },
        windows: [{ from: '08:00', to: '22:00' }],
        again: 'piece',
      }),
      meter({ id: 'night', windows: [{ from: '22:00', to: '08:00' }], again: 'piece', edge: 'runs-on' }),
    ],
    after: [
      { cap: 800, per: 'piece', of: ['night'] },
      { cap: 600, per: 'piece', of: ['day'] },
      { cap: 9000, per: 'day', of: ['in'] },
      { cap: 4000, per: 'day', of: ['night', 'day'] },
      { cap: 20_000, per: 'stay' },
    ],
  });
  const { value, unsaid } = toComplexMode(rule, new Map([['a1', '内场']]));
  assert.deepEqual(
    [unsaid, value!.areas.map(({ areaId, freeMinutes, dayMaxFee }) => [areaId, freeMinutes, dayMaxFee])],
    [
      undefined,
      [
        ['a1', 30, 9000],
        [null, null, 4000],
      ],
    ],
  );
  assert.deepEqual(
    value!.periods.map(({ periodName, maxFee }) => [periodName, maxFee]),
    [
      ['贵宾', null],
      [null, 600],
      [null, 800],
    ],
  );
  assert.deepEqual([value!.head.maxFee, value!.head.freeMinutes], [20_000, 15]);
});

test('of the published tariffs those of one scheme, fixed prices and caps are rows; for the others the reason is given', () => {
  const folder = join(import.meta.dirname, 'tariffs');
  for (const file of globSync('*.json', { cwd: folder })) {
    const { tariff, cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      tariff: Tariff;
      cases: { in: string; out: string }[];
    };
    const { value, unsaid } = toComplexMode(tariff, none);
    assert.ok(value || (unsaid && unsaid.words.zh.length > 0), file);
    assert.ok(cases.length > 0);
  }
});

test('one price for the visit has no unit, and one is made up for the form', () => {
  const visit = asTariff({
    form: 1,
    kind: 'simple',
    freeMinutes: 0,
    freeMinutesCounted: false,
    unitMinutes: 60,
    unitFen: 300,
    dayCapBasis: 'natural-day',
    roundUp: true,
    perVisitFen: 700,
  });
  assert.deepEqual([toSimpleMode(visit).value!.perVisitFen, toSimpleMode(visit).value!.unitMinutes], [700, 60]);
});
