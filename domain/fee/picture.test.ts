import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { rules, zones } from './arbitrary.fixture.ts';
import type { Tariff } from './form.ts';
import { compareRules, dayBands, priceSteps } from './picture.ts';
import type { PriceStep } from './picture.ts';
import { price } from './price.ts';
import { minuteStays, tariffs } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeRule } from './types.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const published = (id: string): Tariff =>
  (JSON.parse(readFileSync(join(import.meta.dirname, 'tariffs', `${id}.json`), 'utf8')) as { tariff: Tariff }).tariff;
const pairs = (steps: readonly PriceStep[]) => steps.map(({ ms, fen }) => [ms / 1000, fen]);

test('the price against the length of a stay changes at the very seconds', () => {
  const steps = priceSteps(
    published('cn-guangzhou-commercial-c1'),
    { inAt: Date.parse('2024-05-14T21:30:00+08:00') },
    2 * HOUR,
    { zone: ZONE },
  );
  assert.deepEqual(pairs(steps), [
    [0, 0],
    [901, 800],
    [1801, 900],
    [2701, 1000],
    [3601, 1100],
    [4501, 1200],
    [5401, 1300],
    [6301, 1400],
  ]);
  const chengdu = priceSteps(
    published('cn-chengdu-roadside-c1'),
    { inAt: Date.parse('2024-05-14T09:00:00+08:00'), carKind: 'small' },
    2 * HOUR,
    { zone: ZONE },
  );
  assert.deepEqual(pairs(chengdu), [
    [0, 0],
    [900, 1000],
    [3601, 1300],
    [5401, 1600],
  ]);
});

test('a stay without a price is a step, too', () => {
  const tariff: Tariff = {
    form: 2,
    schemes: [
      {
        maxStayMinutes: 90,
        meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 500 }] }],
      },
    ],
  };
  assert.deepEqual(pairs(priceSteps(tariff, { inAt: 0 }, 3 * HOUR, { zone: ZONE })), [
    [0, 0],
    [1, 500],
    [3601, 1000],
    [5401, null],
  ]);
});

test('a price that falls while the car is being charged is drawn where it falls', () => {
  const gift: Tariff = {
    form: 2,
    schemes: [
      {
        free: { minutes: 0, lost: true, gifts: [{ value: 'chargingMinutes', atLeast: 60, minutes: 120 }] },
        meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ fen: 800 }] }],
      },
    ],
  };
  assert.deepEqual(pairs(priceSteps(gift, { inAt: 0 }, 3 * HOUR, { zone: ZONE, events: { chargingStart: 0 } })), [
    [0, 0],
    [1, 800],
    [3600, 0],
    [7201, 800],
  ]);
});

const fee = (rule: FeeRule, inAt: number, outAt: number, zone: string): number | null => {
  const priced = price(rule, { inAt, outAt }, { zone });
  return isFeeRefusal(priced) ? null : priced.totalFen;
};

test('between the steps the price is what the step says, for any rule, zone and length', () =>
  fc.assert(
    fc.property(
      fc.oneof(rules, tariffs),
      minuteStays,
      zones,
      fc.array(fc.nat(26 * 3600), { maxLength: 20 }),
      (rule: FeeRule, { inAt }, zone, seconds) => {
        const steps = priceSteps(rule, { inAt }, 26 * HOUR, { zone });
        for (const second of [
          ...seconds,
          ...steps
            .flatMap(({ ms }) => [ms / 1000, ms / 1000 - 1])
            .filter((each) => each >= 0)
            .slice(0, 40),
        ]) {
          assert.equal(
            steps.findLast(({ ms }) => ms <= second * 1000)!.fen,
            fee(rule, inAt, inAt + second * 1000, zone),
          );
        }
        for (const [nth, { fen }] of steps.entries())
          assert.notEqual(fen, steps[nth - 1]?.fen, 'no step without a change');
      },
    ),
    { numRuns: 150 },
  ));

test('the bands of a day say which meter counts when, at what price, for each kind of day', () => {
  const [shenzhen] = dayBands(published('cn-shenzhen-roadside-c1'), {
    zone: ZONE,
    firstDay: '2026-03-02',
    calendar: { holidays: ['2026-05-01'], workdays: ['2026-05-09'] },
  });
  assert.deepEqual(
    shenzhen!.days.map(({ day, days, bands }) => [
      day,
      days,
      bands.map(({ from, to, meter, ladder }) => [from, to, meter, ladder.map(({ fen }) => fen)]),
    ]),
    [
      [
        '2026-03-02',
        262,
        [
          [0, 450, null, []],
          [450, 1200, 'workday', [300, 600, 1000]],
          [1200, 1440, null, []],
        ],
      ],
      [
        '2026-03-07',
        104,
        [
          [0, 600, null, []],
          [600, 1200, 'restday', [120, 240, 400]],
          [1200, 1440, null, []],
        ],
      ],
    ],
  );
  assert.deepEqual(
    shenzhen!.days.map(({ kinds }) => kinds),
    [['workday'], ['restday']],
  );
});

test('the bands of a season have its prices, and those of a car its own', () => {
  const season: Tariff = {
    form: 2,
    seasons: [{ id: 'high', from: '07-15', to: '08-31' }],
    schemes: [
      {
        meters: [
          {
            id: 'time',
            again: 'stay',
            edge: 'ends',
            ladder: [
              {
                unitMinutes: 60,
                fen: { by: 'season', of: { high: 900 }, else: { by: 'vehicle', of: { large: 600 } } },
              },
            ],
          },
        ],
      },
    ],
  };
  const of = (carKind: string) =>
    dayBands(season, { zone: ZONE, carKind })[0]!.days.map(({ days, bands }) => [days, bands[0]!.ladder[0]!.fen]);
  assert.deepEqual(
    [of('large'), of('small')],
    [
      [
        [318, 600],
        [48, 900],
      ],
      [
        [318, null],
        [48, 900],
      ],
    ],
  );
});

test('two rules side by side: where they differ and by how much', () => {
  const rule = (unitFen: number, dayCapFen: number): FeeRule => ({
    form: 1,
    kind: 'simple',
    freeMinutes: 15,
    freeMinutesCounted: true,
    unitMinutes: 60,
    unitFen,
    dayCapFen,
    dayCapBasis: 'rolling-24h',
    roundUp: true,
  });
  const { steps, differences } = compareRules(
    rule(500, 2000),
    rule(600, 2000),
    { inAt: Date.parse('2026-03-02T09:00:00+08:00') },
    12 * HOUR,
    { zone: ZONE },
  );
  assert.deepEqual(
    steps.map(({ ms, first, second }) => [ms / 1000, first, second]),
    [
      [0, 0, 0],
      [901, 500, 600],
      [3601, 1000, 1200],
      [7201, 1500, 1800],
      [10_801, 2000, 2000],
    ],
  );
  assert.deepEqual(differences, [{ fromMs: 901_000, toMs: 10_801_000, leastFen: 100, mostFen: 300 }]);
  assert.deepEqual(
    compareRules(rule(500, 2000), rule(500, 2000), { inAt: 0 }, 12 * HOUR, { zone: ZONE }).differences,
    [],
  );
});
