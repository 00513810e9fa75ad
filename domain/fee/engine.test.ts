/** Bills of small tariffs in full: every line, second by second, for what the published tariffs do not show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_CLASSES, bill } from './bill.ts';
import { derateOrder } from './derate.ts';
import type { Derate } from './derate.ts';
import type { Meter, Scheme, Step, Tariff } from './form.ts';
import { price } from './price.ts';
import { asTariff } from './simple.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, SimpleRule } from './types.ts';

const START = Date.parse('2026-03-04T09:00:00+08:00');
const MINUTE = 60_000;
const hourly: Meter = { id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 800 }] };
const of = (scheme: Partial<Scheme>, more: Partial<Tariff> = {}): Tariff => ({
  form: 2,
  schemes: [{ meters: [hourly], ...scheme }],
  ...more,
});
const after = (...steps: Step[]): Tariff => of({ after: steps });
const label = { zh: '活动', en: 'Offer' };

type LineTuple = [
  kind: string,
  from: number,
  to: number,
  amountFen: number,
  units: number | null,
  unitFen: number | null,
  clause: string,
];

/** The lines of a stay from nine on a working Wednesday, in minutes from the entry. */
function lines(tariff: Tariff, minutes: number, context: Partial<FeeContext> = {}, carKind = 'small'): LineTuple[] {
  const priced = price(
    tariff,
    { inAt: START, outAt: START + minutes * MINUTE, carKind },
    { zone: 'Asia/Shanghai', ...context },
  );
  assert.ok(!isFeeRefusal(priced));
  assert.equal(
    priced.lines.reduce((sum, line) => sum + line.amountFen, 0),
    priced.totalFen,
  );
  return priced.lines.map(({ kind, from, to, amountFen, units, unitFen, clause }) => [
    kind,
    (from - START) / MINUTE,
    (to - START) / MINUTE,
    amountFen,
    units ?? null,
    unitFen ?? null,
    clause.en,
  ]);
}
function due(tariff: Tariff, minutes: number, context: Partial<FeeContext> = {}, carKind = 'small'): number | string {
  const priced = price(
    tariff,
    { inAt: START, outAt: START + minutes * MINUTE, carKind },
    { zone: 'Asia/Shanghai', ...context },
  );
  return isFeeRefusal(priced) ? priced.refused : priced.totalFen;
}

test('a factor stands behind the words of what it multiplies, and multiplies caps, too', () => {
  assert.deepEqual(lines(after({ times: 2, label }), 90), [['time', 0, 90, 3200, 2, 1600, 'CNY 8.00 per hour × 2']]);
  assert.deepEqual(lines(after({ cap: 1000, per: 'stay' }, { times: [1, 2] }), 90), [
    ['time', 0, 90, 800, 2, 400, 'CNY 8.00 per hour × 1/2'],
    ['cap', 90, 90, -300, null, null, 'At most CNY 10.00 per stay'],
  ]);
  assert.deepEqual(lines(after({ times: [3, 3] }, { times: 1 }), 30), [
    ['time', 0, 30, 800, 1, 800, 'CNY 8.00 per hour'],
  ]);
  assert.deepEqual(lines(after({ times: 3 }, { times: [1, 2] }), 30), [
    ['time', 0, 30, 1200, 1, 1200, 'CNY 8.00 per hour × 3 × 1/2'],
  ]);
  assert.deepEqual(
    [
      due(after({ times: { value: 'bays', else: 1 } }), 30, { values: { bays: 3 } }),
      due(after({ times: { value: 'bays', else: 2 } }), 30),
    ],
    [2400, 1600],
  );
});

test('a factor chosen by the car keeps parts of a fen, also in a choice within a choice', () => {
  const chosen = after({
    times: { by: 'vehicle', of: { motorcycle: [1, 3], van: { by: 'zone', of: { a: [2, 7] }, else: 2 } }, else: [1, 2] },
  });
  assert.deepEqual(
    ['motorcycle', 'van', 'small'].map((car) => due(chosen, 30, {}, car)),
    [267, 1600, 400],
  );
  assert.equal(due(chosen, 30, { values: { zone: 'a' } }, 'van'), 229);
  assert.deepEqual(
    [
      due(after({ times: { by: 'vehicle', of: { van: [1, 3] } } }, { times: [1, 4] }), 30, {}, 'van'),
      due(after({ times: { by: 'vehicle', of: { van: [1, 3] } } }), 30),
    ],
    [67, 'NOT_SAID'],
  );
  assert.deepEqual(
    [
      due(after({ times: { by: 'vehicle', of: {}, else: [1, 3] } }, { times: 3 }), 30),
      due(after({ times: [1, 6] }, { times: [1, 4] }, { times: 24 }), 30),
    ],
    [800, 800],
  );
});

test('time outside all meters, and past the last rung, says why it is free', () => {
  const two = of({
    meters: [
      { ...hourly, label: { zh: '日间', en: 'Day' }, windows: [{ from: '10:00', to: '11:00' }] },
      { ...hourly, id: 'late', windows: [{ from: '11:00', to: '12:00' }], ladder: [{ minutes: 30, fen: 500 }] },
    ],
  });
  assert.deepEqual(lines(two, 240), [
    ['free', 0, 60, 0, null, null, 'Free of charge at this time'],
    ['time', 60, 120, 800, 1, 800, 'Day: CNY 8.00 per hour'],
    ['time', 120, 150, 500, 1, 500, 'First 30 minutes CNY 5.00'],
    ['free', 150, 180, 0, null, null, 'Not charged'],
    ['free', 180, 240, 0, null, null, 'Free of charge at this time'],
  ]);
});

test('units are shown where they multiply to the amount; a price per visit is flat', () => {
  const shared = (unitMinutes: number): Tariff =>
    of({ meters: [{ ...hourly, ladder: [{ unitMinutes, fen: 100, perMinutes: 60 }] }] });
  assert.deepEqual(lines(shared(20), 70), [
    ['time', 0, 70, 133, null, null, 'CNY 1.00 per hour, in units of 20 minutes'],
  ]);
  assert.deepEqual(lines(shared(30), 70), [['time', 0, 70, 150, 3, 50, 'CNY 1.00 per hour, in units of 30 minutes']]);
  assert.deepEqual(lines(of({ meters: [{ ...hourly, ladder: [{ minutes: 60, fen: 500 }, { fen: 900 }] }] }), 90), [
    ['time', 0, 60, 500, 1, 500, 'First 1 hour CNY 5.00'],
    ['flat', 60, 90, 900, null, null, 'CNY 9.00 per visit'],
  ]);
  // 133.33 and 66.67: the running sum is rounded, so that the lines make the total.
  const halves = of({
    meters: [
      {
        ...hourly,
        ladder: [
          { minutes: 80, unitMinutes: 20, fen: 100, perMinutes: 60 },
          { unitMinutes: 40, fen: 100, perMinutes: 60 },
        ],
      },
    ],
  });
  assert.deepEqual(
    lines(halves, 120).map(([, , , amount]) => amount),
    [133, 67],
  );
  assert.equal(
    lines(
      of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 20, fen: 100, perMinutes: 60 }] }], after: [{ times: 3 }] }),
      20,
    )[0]![5],
    100,
  );
});

test('the clock may begin at an event, to the second; until then and before any time there is nothing to pay', () => {
  const charging = of({ startsAt: 'charged', free: { minutes: 30, lost: false } });
  assert.deepEqual(lines(charging, 150, { events: { charged: START + 30 * MINUTE + 999 } }), [
    ['free', 0, 30, 0, null, null, 'Before the clock starts'],
    ['free', 30, 60, 0, null, null, '30 minutes free'],
    ['time', 60, 150, 1600, 2, 800, 'CNY 8.00 per hour'],
  ]);
  const plain = of({ startsAt: 'charged' });
  assert.deepEqual(lines(plain, 150, { events: { charged: START } }), [
    ['time', 0, 150, 2400, 3, 800, 'CNY 8.00 per hour'],
  ]);
  assert.deepEqual(lines(plain, 150, { events: { charged: START - 90 * MINUTE } }), [
    ['time', 0, 150, 2400, 3, 800, 'CNY 8.00 per hour'],
  ]);
  assert.deepEqual(lines(plain, 150), [['time', 0, 150, 2400, 3, 800, 'CNY 8.00 per hour']]);
  assert.deepEqual(lines(plain, 30, { events: { charged: START + 30 * MINUTE } }), [
    ['free', 0, 30, 0, null, null, 'Before the clock starts'],
  ]);
  assert.deepEqual(lines(plain, 30, { events: { charged: START + 90 * MINUTE } }), [
    ['free', 0, 30, 0, null, null, 'Before the clock starts'],
  ]);
  assert.deepEqual(lines(plain, 0, { events: { charged: START + 30 * MINUTE } }), [
    ['free', 0, 0, 0, null, null, 'No parking time'],
  ]);
  assert.deepEqual(lines(of({ free: { minutes: 30, lost: true } }), 30), [
    ['free', 0, 30, 0, null, null, '30 minutes free'],
  ]);
  assert.deepEqual(lines(of({ free: { minutes: 0, lost: false } }), 30), [
    ['time', 0, 30, 800, 1, 800, 'CNY 8.00 per hour'],
  ]);
});

test('what follows the meters has a line of its own where it changes the sum', () => {
  assert.deepEqual(
    lines(
      after({ plus: 150, label }, { less: { fen: 50 }, label }, { roundTo: 100, how: 'up' }, { atLeast: 2000 }),
      60,
    ),
    [
      ['time', 0, 60, 800, 1, 800, 'CNY 8.00 per hour'],
      ['extra', 60, 60, 150, null, null, 'Offer'],
      ['derate', 60, 60, -50, null, null, 'Offer'],
      ['minimum', 60, 60, 1100, null, null, 'Lowest charge CNY 20.00'],
    ],
  );
  assert.deepEqual(lines(after({ roundTo: 300, how: 'half-up' }), 60).at(-1), [
    'rounding',
    60,
    60,
    100,
    null,
    null,
    'Rounding',
  ]);
  assert.deepEqual(
    [
      due(after({ roundTo: 300, how: 'up' }), 60),
      due(after({ roundTo: 300, how: 'down' }), 60),
      due(after({ roundTo: 1600, how: 'half-up' }), 60),
      due(after({ roundTo: 1700, how: 'half-up' }), 60),
    ],
    [900, 600, 1600, 0],
  );
  assert.deepEqual([due(after({ atLeast: 800 }), 60), due(after({ atLeast: 801 }), 60)], [800, 801]);
});

test('a lowest charge needs something to be charged; a reduction takes no more than there is', () => {
  const evening = (...steps: Step[]): Tariff =>
    of({ meters: [{ ...hourly, windows: [{ from: '12:00', to: '13:00' }] }], after: steps });
  assert.deepEqual(
    [
      due(evening({ atLeast: 500 }), 60),
      due(evening({ atLeast: 500 }), 240),
      due(evening({ less: { fen: 500 }, label }, { plus: 70, label }), 60),
      due(evening({ plus: 300, label }, { atLeast: 500 }), 60),
    ],
    [0, 800, 70, 500],
  );
  assert.deepEqual(
    [
      due(after({ less: { fen: 900 }, label }, { plus: 70, label }), 60),
      due(after({ less: { percent: 100 }, label }), 60),
      due(after({ less: { percent: 33 }, label }), 60),
    ],
    [70, 0, 536],
  );
  const parts = (...steps: Step[]): Tariff =>
    of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 1, fen: 100, perMinutes: 60 }] }], after: steps });
  assert.deepEqual(
    [
      due(parts({ plus: 10, label }), 60),
      due(parts({ less: { fen: 10 }, label }), 60),
      due(parts({ atLeast: 150 }), 60),
      due(parts({ cap: 70, per: 'stay' }), 60),
      due(parts({ less: { percent: 50 }, label }), 7),
      due(parts({ roundTo: 10, how: 'up' }), 1),
      due(parts({ roundTo: 10, how: 'down' }), 17),
    ],
    [110, 90, 150, 70, 6, 10, 20],
  );
});

test('supplements and reductions ask what they are for: the car, a value, the entry, the exit, the length', () => {
  const plus = (...when: NonNullable<Scheme['when']>): Tariff => after({ plus: 1, label, when });
  const more = (tariff: Tariff, minutes: number, context: Partial<FeeContext> = {}, car = 'small'): number =>
    (due(tariff, minutes, context, car) as number) % 100;
  assert.deepEqual([more(plus({ vehicle: ['small'] }), 30), more(plus({ vehicle: ['large'] }), 30)], [1, 0]);
  assert.deepEqual(
    [
      more(plus({ value: 'spend', atLeast: 100 }), 30, { values: { spend: 100 } }),
      more(plus({ value: 'spend', atLeast: 100 }), 30, { values: { spend: 99 } }),
      more(plus({ value: 'spend', atLeast: 100 }), 30),
      more(plus({ atLeast: 1 }), 30, { values: { undefined: 7 } }),
    ],
    [1, 0, 0, 0],
  );
  assert.deepEqual(
    [
      more(plus({ value: 'zone', is: ['a', 7] }), 30, { values: { zone: 'a' } }),
      more(plus({ value: 'zone', is: ['a', 7] }), 30, { values: { zone: '7' } }),
      more(plus({ value: 'zone', is: ['a'] }), 30, { values: { zone: 'b' } }),
      more(plus({ value: 'zone', is: ['a'] }), 30),
    ],
    [1, 1, 0, 0],
  );
  assert.deepEqual(
    [
      more(plus({ entry: { from: '09:00', to: '10:00' } }), 30),
      more(plus({ entry: { from: '09:01', to: '10:00' } }), 30),
      more(plus({ exit: { to: '09:30' } }), 30),
      more(plus({ exit: { to: '09:31' } }), 30),
    ],
    [1, 0, 0, 1],
  );
  assert.deepEqual(
    [
      more(plus({ stayAtMostMinutes: 30 }), 30),
      more(plus({ stayAtMostMinutes: 29 }), 30),
      more(plus({ stayAtMostMinutes: 31 }), 30),
    ],
    [1, 0, 1],
  );
  assert.deepEqual(
    [
      more(plus({ vehicle: ['small'] }, { stayAtMostMinutes: 29 }), 30),
      more(plus({ vehicle: ['small'], stayAtMostMinutes: 30 }), 30),
    ],
    [0, 1],
  );
});

test('gifts add free minutes: once from a value on, for each of it, and the largest of a group', () => {
  const free = (gifts: NonNullable<Scheme['free']>['gifts'], withinMinutes?: number): Tariff =>
    of({
      free: { minutes: 30, lost: false, ...(gifts ? { gifts } : {}), ...(withinMinutes ? { withinMinutes } : {}) },
      meters: [{ ...hourly, ladder: [{ unitMinutes: 1, fen: 1 }] }],
    });
  const paid = (tariff: Tariff, values: Record<string, number> = {}): number =>
    600 - (due(tariff, 600, { values }) as number);
  assert.deepEqual(
    [
      paid(free([{ value: 'spend', atLeast: 100, minutes: 60 }]), { spend: 100 }),
      paid(free([{ value: 'spend', atLeast: 100, minutes: 60 }]), { spend: 99 }),
      paid(free([{ value: 'spend', minutes: 60 }])),
    ],
    [90, 30, 90],
  );
  assert.deepEqual(
    [
      paid(free([{ value: 'points', each: 100, minutes: 60 }]), { points: 250 }),
      paid(free([{ value: 'points', each: 100, minutes: 60 }]), { points: 99 }),
    ],
    [150, 30],
  );
  const both = free([
    { value: 'shop', atLeast: 1, minutes: 60, group: 'spend' },
    { value: 'cinema', atLeast: 1, minutes: 90, group: 'spend' },
    { value: 'points', each: 1, minutes: 10 },
    { value: 'card', atLeast: 1, minutes: 5, group: 'card' },
  ]);
  assert.deepEqual(
    [
      paid(both, { shop: 1, cinema: 1 }),
      paid(both, { shop: 1 }),
      paid(both, { cinema: 1, points: 2, card: 1 }),
      paid(both, { shop: 1, card: 1 }),
    ],
    [120, 90, 145, 95],
  );
  assert.deepEqual(
    [paid(free(undefined, 20)), paid(free([{ value: 'points', each: 1, minutes: 60 }], 100), { points: 9 })],
    [20, 100],
  );
});

test('free time ends at its very minute, as it says', () => {
  const of30 = (inclusive?: boolean): Tariff =>
    of({ free: { minutes: 30, lost: true, ...(inclusive === undefined ? {} : { inclusive }) } });
  assert.deepEqual(
    [due(of30(), 30), due(of30(true), 30), due(of30(false), 30), due(of30(false), 29), due(of30(), 31)],
    [0, 0, 800, 0, 800],
  );
  const own = (lost: boolean): Tariff =>
    of({
      meters: [
        {
          ...hourly,
          windows: [
            { from: '10:00', to: '11:00' },
            { from: '12:00', to: '13:00' },
          ],
          edge: 'pauses',
          free: { minutes: 70, lost },
          ladder: [{ unitMinutes: 10, fen: 100 }],
        },
      ],
    });
  assert.deepEqual(
    [due(own(true), 120), due(own(true), 190), due(own(true), 191), due(own(false), 190), due(own(false), 191)],
    [0, 0, 800, 0, 100],
  );
  assert.deepEqual(lines(own(false), 200), [
    ['free', 0, 60, 0, null, null, 'Free of charge at this time'],
    ['free', 60, 120, 0, null, null, 'Not charged'],
    ['free', 120, 180, 0, null, null, 'Free of charge at this time'],
    ['free', 180, 190, 0, null, null, 'Not charged'],
    ['time', 190, 200, 100, 1, 100, 'CNY 1.00 per 10 minutes'],
  ]);
});

test('a cap takes from the last of its span backwards, so that a later cap sees what the first hours cost', () => {
  const two = (...steps: Step[]): Tariff =>
    of({
      meters: [
        { ...hourly, id: 'early', windows: [{ to: '11:00' }] },
        { ...hourly, id: 'late', windows: [{ from: '11:00' }] },
      ],
      after: steps,
    });
  const cap = (most: number, ...ids: string[]): Step => ({ cap: most, per: 'stay', of: ids });
  assert.deepEqual(
    [
      due(two(), 240),
      due(two(cap(1000, 'late')), 240),
      due(two(cap(2000, 'early', 'late'), cap(1000, 'late')), 240),
      due(two(cap(2000, 'early', 'late'), cap(300, 'late')), 240),
      due(two(cap(2000, 'early', 'late'), cap(1000, 'early')), 240),
    ],
    [3200, 2600, 2000, 1900, 1400],
  );
  assert.deepEqual([due(two(cap(1600, 'early')), 240), due(two(cap(1599, 'early')), 240)], [3200, 3199]);
  assert.deepEqual(
    lines(two({ cap: 1000, per: 'piece' }), 240).map(([kind, from, to, amount]) => [kind, from, to, amount]),
    [
      ['time', 0, 120, 1600],
      ['cap', 120, 120, -600],
      ['time', 120, 240, 1600],
      ['cap', 240, 240, -600],
    ],
  );
  assert.equal(due(after({ cap: { by: 'day', of: { wed: 1000, thu: 500 }, else: 0 }, per: 'day' }), 24 * 60), 1500);
});

test('only a cap that counts visits counts them, those of its own span', () => {
  const earlier = [
    { at: START - 60 * MINUTE, fen: 700 },
    { at: START - 20 * 60 * MINUTE, fen: 900 },
    { at: START - 120 * MINUTE, fen: 100 },
  ];
  const visits = (cap: number, counts?: boolean): Tariff =>
    after({ cap, per: 'day', ...(counts === undefined ? {} : { visits: counts }) });
  assert.deepEqual(
    [
      due(visits(1200, true), 60, { earlier }),
      due(visits(700, true), 60, { earlier }),
      due(visits(1000), 60, { earlier }),
      due(visits(700), 60, { earlier }),
      due(visits(1000, false), 60, { earlier }),
      due(visits(1700, true), 60, { earlier }),
    ],
    [400, 0, 800, 700, 800, 800],
  );
});

test('the cheapest of the schemes that fit, the earlier of two that cost the same; the first by default', () => {
  const flat = (fen: number, name: string): Scheme => ({
    label: { zh: name, en: name },
    meters: [{ id: name, label: { zh: name, en: name }, again: 'stay', edge: 'ends', ladder: [{ fen }] }],
  });
  const choosing = (choose: Tariff['choose'], ...schemes: Scheme[]): string =>
    lines({ form: 2, ...(choose ? { choose } : {}), schemes }, 60)[0]![6];
  const chosen = [
    choosing('cheapest', flat(900, 'a'), flat(500, 'b'), flat(700, 'c')),
    choosing('cheapest', flat(500, 'a'), flat(500, 'b')),
    choosing('first', flat(900, 'a'), flat(500, 'b')),
    choosing(undefined, flat(900, 'a'), flat(500, 'b')),
  ];
  assert.deepEqual(
    chosen.map((clause) => clause.charAt(0)),
    ['b', 'a', 'a', 'a'],
  );
});

test('the days of a calendar are those of the requested zone', () => {
  const sundays = of({ meters: [{ ...hourly, windows: [{ days: ['holiday'] }] }] });
  const calendar = { holidays: ['2026-03-04'] };
  const night = (zone: string, more: object = {}): number | string => {
    const priced = price(
      sundays,
      { inAt: Date.parse('2026-03-04T02:00:00Z'), outAt: Date.parse('2026-03-04T03:00:00Z') },
      { zone, ...more },
    );
    return isFeeRefusal(priced) ? priced.refused : priced.totalFen;
  };
  assert.deepEqual(
    [
      night('Asia/Shanghai', { calendar }),
      night('America/Chicago', { calendar }),
      night('Asia/Shanghai', { calendar }),
      night('Asia/Shanghai'),
      night('America/Chicago'),
      night('Asia/Shanghai', { calendar: { holidays: ['2026-03-05'] } }),
    ],
    [800, 0, 800, 0, 0, 0],
  );
});

test('a season begins and ends on its days, within a year or over the new one; the first that holds counts', () => {
  const seasonal =
    (seasons: Tariff['seasons']) =>
    (day: string): number | string => {
      const tariff = of(
        {
          meters: [
            { ...hourly, ladder: [{ unitMinutes: 60, fen: { by: 'season', of: { one: 100, two: 200 }, else: 300 } }] },
          ],
        },
        { seasons: seasons! },
      );
      const inAt = Date.parse(`${day}T12:00:00+08:00`);
      const priced = price(tariff, { inAt, outAt: inAt + 30 * MINUTE }, { zone: 'Asia/Shanghai' });
      return isFeeRefusal(priced) ? priced.refused : priced.totalFen;
    };
  assert.deepEqual(
    ['2026-06-30', '2026-07-01', '2026-08-31', '2026-09-01'].map(seasonal([{ id: 'one', from: '07-01', to: '08-31' }])),
    [300, 100, 100, 300],
  );
  assert.deepEqual(
    ['2026-12-19', '2026-12-20', '2026-12-31', '2026-01-01', '2026-01-06', '2026-01-07'].map(
      seasonal([{ id: 'one', from: '12-20', to: '01-06' }]),
    ),
    [300, 100, 100, 100, 100, 300],
  );
  assert.deepEqual(
    ['2026-02-01', '2026-03-01', '2026-02-20'].map(
      seasonal([
        { id: 'one', months: [2], from: '02-10', to: '03-10' },
        { id: 'two', months: [2, 3] },
      ]),
    ),
    [200, 200, 100],
  );
  assert.deepEqual(['2026-05-05'].map(seasonal([{ id: 'one', from: '07-01' }])), [100], 'one end says nothing');
});

test('a simple rule is described once, without free time it does not have', () => {
  const simple: SimpleRule = {
    form: 1,
    kind: 'simple',
    freeMinutes: 0,
    freeMinutesCounted: true,
    firstMinutes: 60,
    firstFen: 500,
    unitMinutes: 60,
    unitFen: 300,
    dayCapBasis: 'natural-day',
    roundUp: true,
  };
  assert.equal(asTariff(simple), asTariff(simple));
  assert.deepEqual(asTariff(simple).schemes, [
    {
      meters: [
        {
          id: 'time',
          again: 'stay',
          edge: 'ends',
          ladder: [
            { minutes: 60, fen: 500 },
            { unitMinutes: 60, fen: 300 },
          ],
        },
      ],
    },
  ]);
  assert.deepEqual(asTariff({ ...simple, freeMinutes: 1 }).schemes[0]!.free, { minutes: 1, lost: true });
});

test('derates of one kind go by size, then by id, however they were scanned', () => {
  const named = { name: label };
  const list: Derate[] = [
    { ...named, id: 'c', kind: 'at-most', fen: 300 },
    { ...named, id: 'a', kind: 'at-most', fen: 500 },
    { ...named, id: 'b', kind: 'at-most', fen: 300 },
    { ...named, id: 'e', kind: 'time', minutes: 10 },
    { ...named, id: 'd', kind: 'time', minutes: 20 },
    { ...named, id: 'g', kind: 'percent', percentOff: 5 },
    { ...named, id: 'f', kind: 'percent', percentOff: 50 },
    { ...named, id: 'h', kind: 'amount', fen: 1 },
    { ...named, id: 'i', kind: 'amount', fen: 2 },
  ];
  for (const given of [list, list.toReversed()])
    assert.equal(
      derateOrder(given)
        .map(({ id }) => id)
        .join(''),
      'debcafgih',
    );
});

test('a bill shows what was covered, free by rule, paid and waived', () => {
  const stay = { inAt: START, outAt: START + 90 * MINUTE };
  const facts = bill(of({}), stay, { zone: 'Asia/Shanghai', freeUntil: stay.outAt }, { paidFen: 500 });
  assert.ok(!isFeeRefusal(facts));
  assert.deepEqual(
    facts.lines.map(({ kind, from, to, amountFen }) => [kind, from - START, to - START, amountFen]),
    [
      ['time', 0, 90 * MINUTE, 1600],
      ['prepaid', 90 * MINUTE, 90 * MINUTE, -500],
      ['waived', 90 * MINUTE, 90 * MINUTE, -1100],
    ],
  );
  assert.deepEqual(
    [facts.totalFen, facts.receivableFen, facts.prepaidFen, facts.waivedFen, facts.surplusFen],
    [0, 1600, 500, 1100, 0],
  );
  const listed = bill(of({}), stay, { zone: 'Asia/Shanghai' }, { paidFen: 100, listClass: 'police' });
  assert.ok(!isFeeRefusal(listed));
  assert.deepEqual(
    [listed.lines, listed.receivableFen, listed.surplusFen],
    [[{ from: stay.inAt, to: stay.outAt, kind: 'free', amountFen: 0, clause: LIST_CLASSES.police }], 0, 100],
  );
  const refused = bill(of({ maxStayMinutes: 60 }), stay, { zone: 'Asia/Shanghai' }, { paidFen: 0 });
  assert.equal(isFeeRefusal(refused) && refused.refused, 'MAX_STAY');
  const shortened = bill(
    of({ startsAt: 'x', otherwise: 'refuse', meters: [{ ...hourly, windows: [{ from: '10:00' }] }] }),
    stay,
    { zone: 'Asia/Shanghai', events: { x: START + 60 * MINUTE } },
    { paidFen: 0, derates: [{ id: 'a', name: label, kind: 'time', minutes: 600 }] },
  );
  assert.ok(!isFeeRefusal(shortened));
  assert.deepEqual([shortened.receivableFen, shortened.totalFen], [800, 0]);
});

test('parts of a fen are exact to the last, however they came about', () => {
  const parts = (fen: number, ...steps: Step[]): Tariff =>
    of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 1, fen, perMinutes: 60 }] }], after: steps });
  // In binary fractions 45 times 42/60 is less than 31.5, and a 49th of 27, times 49, less than 27.
  assert.deepEqual([due(parts(42), 45), due(parts(65), 54), due(parts(123), 50)], [32, 59, 103]);
  const one = (...steps: Step[]): number | string =>
    due(of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: 27 }] }], after: steps }), 60);
  const [split, joined]: [Step, Step] = [{ times: [1, 49] }, { times: [49, 2] }];
  assert.deepEqual(
    [
      one(split, joined),
      one({ times: { by: 'vehicle', of: { small: [1, 49] } } }, joined),
      one({ times: { by: 'vehicle', of: { large: 3 }, else: [1, 49] } }, joined),
      one({ times: { by: 'vehicle', of: { small: { by: 'zone', of: { a: 2 }, else: [1, 49] } }, else: 1 } }, joined),
    ],
    [14, 14, 14, 14],
  );
  const rungs = of({
    meters: [
      {
        ...hourly,
        ladder: [
          { minutes: 60, unitMinutes: 60, fen: 0 },
          { unitMinutes: 7, fen: 42, perMinutes: 60 },
        ],
      },
    ],
  });
  assert.equal(due(rungs, 165), 74);
});

test('what a factor made of a line counts into the caps behind it', () => {
  assert.deepEqual(
    [
      due(after({ times: 2 }, { cap: 1000, per: 'stay' }), 90),
      due(after({ times: [1, 2] }, { cap: 1000, per: 'stay' }), 90),
      due(after({ times: [1, 2] }, { cap: 700, per: 'stay' }), 90),
      due(after({ cap: 1000, per: 'stay' }, { times: 2 }, { cap: 1500, per: 'stay' }), 90),
    ],
    [1000, 800, 700, 1500],
  );
});

test('a supplement counts into the caps behind it as what began last, into those of no meter', () => {
  const two = (...steps: Step[]): Tariff =>
    of({
      meters: [
        { ...hourly, id: 'early', windows: [{ to: '10:00' }] },
        { ...hourly, id: 'late' },
      ],
      after: steps,
    });
  assert.deepEqual(
    [
      due(two({ plus: 500, label }, { cap: 300, per: 'stay', of: ['late'] }), 120),
      due(two({ plus: 500, label }, { cap: 300, per: 'stay' }), 120),
    ],
    [1600, 300],
  );
  assert.deepEqual(
    [
      due(two({ plus: 5000, label }, { cap: 12_500, per: 'day' }), 960),
      due(two({ plus: 5000, label }, { cap: 5000, per: 'day' }), 960),
    ],
    [12_000 + 5800, 10_000],
  );
});

test('each span is capped on its own: one that is cheap enough does not save the next, and what is just enough has no line', () => {
  assert.equal(due(after({ cap: 15_000, per: 'day' }), 39 * 60), 27_000);
  assert.equal(lines(after({ cap: 1600, per: 'stay' }), 90).length, 1);
  assert.deepEqual(lines(after({ cap: 1599, per: 'stay' }), 90)[1], [
    'cap',
    90,
    90,
    -1,
    null,
    null,
    'At most CNY 15.99 per stay',
  ]);
});

test('earlier visits belong to no piece of this one', () => {
  const earlier = [{ at: START - 60 * MINUTE, fen: 700 }];
  assert.equal(due(after({ cap: 1000, per: 'piece', visits: true }), 90, { earlier }), 1000);
});

test('minutes of several gifts add up', () => {
  const free = of({
    free: {
      minutes: 0,
      lost: false,
      gifts: [
        { value: 'a', atLeast: 1, minutes: 10 },
        { value: 'b', atLeast: 1, minutes: 20 },
        { value: 'c', each: 1, minutes: 5 },
      ],
    },
    meters: [{ ...hourly, ladder: [{ unitMinutes: 1, fen: 1 }] }],
  });
  assert.equal(due(free, 100, { values: { a: 1, b: 1, c: 2 } }), 60);
});

test('a price by the day is looked for on every rung and in every choice', () => {
  const rung = {
    unitMinutes: 420,
    fen: { by: 'vehicle', of: { small: { by: 'day', of: { wed: 100 }, else: 200 } }, else: 900 },
  } as const;
  assert.deepEqual(
    [
      lines(of({ meters: [{ ...hourly, ladder: [{ minutes: 60, fen: 5 }, rung] }] }), 1400).map(
        ([, from, to, amount]) => [from, to, amount],
      ),
      due(of({ meters: [{ ...hourly, ladder: [rung] }] }), 1300),
    ],
    [
      [
        [0, 60, 5],
        [60, 900, 200],
        [900, 1400, 400],
      ],
      500,
    ],
  );
});

test('units whose price is no whole fen are not shown, also where their sum is', () => {
  assert.deepEqual(
    lines(of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 20, fen: 100, perMinutes: 60 }] }] }), 60),
    [['time', 0, 60, 100, null, null, 'CNY 1.00 per hour, in units of 20 minutes']],
  );
  const priced = price(after({ times: 2 }), { inAt: START, outAt: START + MINUTE }, { zone: 'Asia/Shanghai' });
  assert.equal(!isFeeRefusal(priced) && priced.lines[0]!.clause.zh, '每小时8.00元 × 2');
});

test('a fault is no refusal', () => {
  assert.throws(() => price(of({}), { inAt: START, outAt: START + MINUTE }, { zone: 'No/Where' }), RangeError);
});

test('derates work one on what the other left: time, at most, per cent rounded down, amount; one that gives nothing has no line', () => {
  const quarter = of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 15, fen: 333 }] }] });
  const stay = { inAt: START, outAt: START + 120 * MINUTE };
  const derated = (...list: Derate[]): [string | undefined, number][] => {
    const result = bill(quarter, stay, { zone: 'Asia/Shanghai' }, { paidFen: 0, derates: list });
    assert.ok(!isFeeRefusal(result));
    assert.equal(
      result.lines.reduce((sum, line) => sum + line.amountFen, 0),
      result.totalFen,
    );
    return [
      ...result.lines
        .filter(({ kind }) => kind === 'derate')
        .map(({ ref, amountFen }): [string | undefined, number] => [ref, amountFen]),
      ['due', result.totalFen],
    ];
  };
  const named = { name: label };
  const time = (minutes: number): Derate => ({ ...named, id: `t${minutes}`, kind: 'time', minutes });
  const most = (fen: number): Derate => ({ ...named, id: `m${fen}`, kind: 'at-most', fen });
  const percent = (percentOff: number): Derate => ({ ...named, id: `p${percentOff}`, kind: 'percent', percentOff });
  const amount = (fen: number): Derate => ({ ...named, id: `a${fen}`, kind: 'amount', fen });
  assert.deepEqual(derated(amount(100), percent(50), most(1001), time(30)), [
    ['t30', -666],
    ['m1001', -997],
    ['p50', -500],
    ['a100', -100],
    ['due', 401],
  ]);
  assert.deepEqual(derated(time(0), time(10), time(20), most(5000), percent(1), amount(0)), [
    ['t20', -333],
    ['t10', -333],
    ['p1', -19],
    ['due', 1979],
  ]);
  assert.deepEqual(
    [
      derated(time(120)),
      derated(time(500)),
      derated(most(0)),
      derated(percent(100)),
      derated(amount(2664)),
      derated(amount(9999), amount(1)),
    ].map((each) => each.at(-1)![1]),
    [0, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(derated(most(0), percent(50), amount(7)), [
    ['m0', -2664],
    ['due', 0],
  ]);
  const never = bill(
    of({ meters: quarter.schemes[0]!.meters, otherwise: 'refuse', when: [{ exit: { from: '10:30' } }] }),
    stay,
    { zone: 'Asia/Shanghai' },
    { paidFen: 0, derates: [time(60)] },
  );
  assert.equal(!isFeeRefusal(never) && never.totalFen, 0, 'what has no price is not charged for');
});
