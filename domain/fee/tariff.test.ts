/** What the published tariffs do not use of the language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Meter, Scheme, Step, Tariff } from './form.ts';
import { priceUncovered } from './covered.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext } from './types.ts';

const hourly: Meter = { id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 800 }] };
const of = (scheme: Partial<Scheme>, more: Partial<Tariff> = {}): Tariff => ({
  form: 2,
  schemes: [{ meters: [hourly], ...scheme }],
  ...more,
});
const at = (text: string): number => Date.parse(`${text}:00+08:00`);

/** Fen due for a stay of Shanghai wall times, or why there is no price. */
function due(tariff: Tariff, from: string, to: string, context: Partial<FeeContext> = {}): number | string {
  const priced = price(
    tariff,
    { inAt: at(from), outAt: at(to), carKind: 'small' },
    { zone: 'Asia/Shanghai', ...context },
  );
  return isFeeRefusal(priced) ? priced.refused : priced.totalFen;
}

test('the clock may start at an event of the stay; what was before it is free', () => {
  const idle = of({ startsAt: 'chargingEnd', free: { minutes: 30, lost: false } });
  const events = { chargingEnd: at('2026-03-04T10:00') };
  assert.deepEqual(
    [
      due(idle, '2026-03-04T08:00', '2026-03-04T10:30', { events }),
      due(idle, '2026-03-04T08:00', '2026-03-04T10:31', { events }),
      due(idle, '2026-03-04T08:00', '2026-03-04T09:00', { events }),
    ],
    [0, 800, 0],
  );
});

test('a cap may hold until the next working day: a weekend is one span, a holiday Monday belongs to it', () => {
  const capped = of({ after: [{ cap: 5000, per: { at: '06:00', days: ['workday'] } }] });
  assert.equal(due(capped, '2026-03-06T18:00', '2026-03-09T05:00'), 5000);
  assert.equal(due(capped, '2026-03-06T18:00', '2026-03-09T07:00'), 5800);
  assert.equal(due(capped, '2026-03-06T18:00', '2026-03-09T07:00', { calendar: { holidays: ['2026-03-09'] } }), 5000);
});

test('a cap behind a reduction sees what that left, taken from what began last, so that no fee falls below nothing', () => {
  const label = { zh: '会员', en: 'Member' };
  const cap = (fen: number, only?: string[]): Step => ({ cap: fen, per: 'day', ...(only ? { of: only } : {}) });
  // Thirty-two yuan on the first day and eight on the second; the half taken off is all of the second and twelve of the
  // first.
  const [from, to] = ['2026-03-04T20:00', '2026-03-05T01:00'];
  const half: Step = { less: { percent: 50 }, label };
  assert.deepEqual(
    [
      due(of({ after: [half, cap(1000)] }), from, to),
      due(of({ after: [half, cap(2500)] }), from, to),
      due(of({ after: [half, cap(100, ['time'])] }), from, to),
      due(of({ after: [cap(1000), half] }), from, to),
    ],
    [1000, 2000, 100, 900],
  );
  assert.equal(due(of({ after: [{ roundTo: 3900, how: 'down' }, cap(3000)] }), from, to), 3700);
  assert.equal(due(of({ after: [{ plus: 500, label }, cap(1000)] }), from, to), 2000);
  assert.equal(due(of({ after: [half, { cap: 2000, per: 'stay' }] }), from, to), 2000);
});

test('a factor is described after unit prices; lines made by a step keep their own text', () => {
  const label = { zh: '过夜', en: 'Overnight' };
  const after: Step[] = [
    { cap: 1000, per: 'stay' },
    { plus: 300, label },
    { plus: 200, label, each: {} },
    { less: { fen: 100 }, label },
    { times: 2 },
  ];
  const priced = price(
    of({ after }),
    { inAt: at('2026-03-04T09:00'), outAt: at('2026-03-04T11:00') },
    { zone: 'Asia/Shanghai' },
  );
  assert.ok(!isFeeRefusal(priced));
  assert.deepEqual(
    priced.lines.map(({ clause, amountFen }) => [clause.zh, amountFen]),
    [
      ['每小时8.00元 × 2', 3200],
      ['每次停车封顶10.00元', -1200],
      ['过夜', 600],
      ['过夜', 400],
      ['过夜', -200],
    ],
  );
});

test('a cap per week counts from Monday, one per month from the first', () => {
  assert.equal(due(of({ after: [{ cap: 1000, per: 'week' }] }), '2026-03-08T20:00', '2026-03-09T04:00'), 2000);
  assert.equal(due(of({ after: [{ cap: 1000, per: 'month' }] }), '2026-03-31T20:00', '2026-04-01T00:00'), 1000);
  assert.equal(due(of({ after: [{ cap: 1000, per: 'month' }] }), '2026-03-31T20:00', '2026-04-01T04:00'), 2000);
});

test('earlier visits of the plate count in where the cap says so, those of other days do not', () => {
  const capped = of({ after: [{ cap: 2000, per: 'day', visits: true }] });
  const earlier = [
    { at: at('2026-03-04T07:00'), fen: 1600 },
    { at: at('2026-03-03T07:00'), fen: 1600 },
  ];
  assert.deepEqual(
    [
      due(capped, '2026-03-04T12:00', '2026-03-04T15:00', { earlier }),
      due(capped, '2026-03-04T12:00', '2026-03-04T15:00'),
    ],
    [400, 2000],
  );
});

test('of several schemes the first that fits prices the stay, or the cheapest; none that fits is a refusal', () => {
  const early: Scheme = {
    when: [{ entry: { from: '06:00', to: '09:00', days: ['workday'] }, exit: { from: '15:00', to: '20:00' } }],
    meters: [{ ...hourly, ladder: [{ fen: 3000 }] }],
  };
  const both = (choose: 'first' | 'cheapest'): Tariff => ({ form: 2, choose, schemes: [early, { meters: [hourly] }] });
  assert.deepEqual(
    [
      due(both('first'), '2026-03-04T08:59', '2026-03-04T16:00'),
      due(both('first'), '2026-03-04T09:00', '2026-03-04T16:00'),
    ],
    [3000, 5600],
  );
  assert.deepEqual(
    [
      due(both('first'), '2026-03-07T08:00', '2026-03-07T16:00'),
      due(both('cheapest'), '2026-03-04T08:30', '2026-03-04T15:00'),
    ],
    [6400, 3000],
  );
  assert.equal(
    due(
      {
        form: 2,
        choose: 'cheapest',
        schemes: [{ meters: [hourly] }, { meters: [{ ...hourly, ladder: [{ fen: 900 }] }] }],
      },
      '2026-03-04T09:00',
      '2026-03-04T09:30',
    ),
    800,
  );
  assert.equal(due({ form: 2, schemes: [early] }, '2026-03-04T12:00', '2026-03-04T16:00'), 'NOT_SAID');
});

test('what follows is done in the order written: minimum, supplement, reduction, rounding', () => {
  const label = { zh: '测试', en: 'Test' };
  const reduced = of({
    after: [
      { atLeast: 1000 },
      { plus: 150, label },
      { less: { percent: 50 }, label, when: [{ value: 'member', is: ['yes'] }] },
      { roundTo: 100, how: 'up' },
    ],
  });
  assert.deepEqual(
    [
      due(reduced, '2026-03-04T09:00', '2026-03-04T09:30'),
      due(reduced, '2026-03-04T09:00', '2026-03-04T09:30', { values: { member: 'yes' } }),
    ],
    [1200, 600],
  );
  assert.equal(
    due(
      of({
        after: [
          { roundTo: 100, how: 'up' },
          { less: { fen: 1000 }, label },
        ],
      }),
      '2026-03-04T09:00',
      '2026-03-04T09:30',
    ),
    0,
  );
  const halves = of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 1, fen: 250, perMinutes: 60 }] }] });
  assert.deepEqual(
    [
      due(halves, '2026-03-04T09:00', '2026-03-04T09:03'),
      due(
        { ...halves, schemes: [{ ...halves.schemes[0]!, after: [{ roundTo: 10, how: 'down' }] }] },
        '2026-03-04T09:00',
        '2026-03-04T09:03',
      ),
    ],
    [13, 10],
  );
});

test('what the tariff does not say is refused: too long a stay, time without a price, a choice without an answer', () => {
  assert.deepEqual(
    [
      due(of({ maxStayMinutes: 120 }), '2026-03-04T09:00', '2026-03-04T11:00'),
      due(of({ maxStayMinutes: 120 }), '2026-03-04T09:00', '2026-03-04T11:01'),
    ],
    [1600, 'MAX_STAY'],
  );
  const daytime = of({ meters: [{ ...hourly, windows: [{ from: '08:00', to: '20:00' }] }], otherwise: 'refuse' });
  assert.deepEqual(
    [due(daytime, '2026-03-04T09:00', '2026-03-04T10:00'), due(daytime, '2026-03-04T19:00', '2026-03-04T20:01')],
    [800, 'UNCOVERED'],
  );
  const zoned = of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: { by: 'zone', of: { a: 100 } } }] }] });
  assert.deepEqual(
    [
      due(zoned, '2026-03-04T09:00', '2026-03-04T10:00', { values: { zone: 'a' } }),
      due(zoned, '2026-03-04T09:00', '2026-03-04T10:00'),
    ],
    [100, 'NOT_SAID'],
  );
});

test('a cap and the price of a unit may depend on the how manieth span it is', () => {
  const falling = of({
    meters: [{ ...hourly, again: { minutes: 1440 } }],
    after: [{ cap: { by: 'nth', of: { 1: 8000, 2: 8000 }, else: 6000 }, per: { minutes: 1440 } }],
  });
  assert.deepEqual(
    ['2026-03-04T22:00', '2026-03-05T12:00', '2026-03-06T12:00', '2026-03-07T12:00', '2026-03-08T12:00'].map((out) =>
      due(falling, '2026-03-04T12:00', out),
    ),
    [8000, 8000, 16_000, 22_000, 28_000],
  );
  const nightly = of({
    meters: [{ ...hourly, again: 'day', ladder: [{ unitMinutes: 60, fen: { by: 'nth', of: { 1: 100 }, else: 300 } }] }],
  });
  assert.equal(due(nightly, '2026-03-04T22:00', '2026-03-06T01:00'), 2 * 100 + 25 * 300);
  const weekly = of({ after: [{ cap: { by: 'nth', of: { 1: 500, 2: 700 }, else: 900 }, per: 'week' }] });
  assert.equal(due(weekly, '2026-03-06T12:00', '2026-03-25T12:00'), 500 + 700 + 900 + 900);
  const late = of({ startsAt: 'end', after: [{ cap: { by: 'nth', of: { 1: 500 }, else: 900 }, per: 'day' }] });
  assert.equal(
    due(late, '2026-03-04T12:00', '2026-03-07T12:00', { events: { end: at('2026-03-05T12:00') } }),
    500 + 900 + 900,
  );
  for (const per of ['stay', 'piece'] as const)
    assert.equal(
      due(
        of({ after: [{ cap: { by: 'nth', of: { 1: 500 }, else: 900 }, per }] }),
        '2026-03-04T12:00',
        '2026-03-07T12:00',
      ),
      500,
    );
  assert.equal(
    due(of({ free: { minutes: { by: 'nth', of: { 1: 30 } }, lost: false } }), '2026-03-04T12:00', '2026-03-04T12:30'),
    0,
  );
});

test('a season may go over the new year, and is evaluated when a unit begins', () => {
  const festive = of(
    { meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: { by: 'season', of: { feast: 500 }, else: 200 } }] }] },
    { seasons: [{ id: 'feast', from: '12-20', to: '01-06' }] },
  );
  assert.deepEqual(
    [due(festive, '2026-01-06T22:00', '2026-01-07T02:00'), due(festive, '2026-12-19T23:00', '2026-12-20T01:00')],
    [1400, 700],
  );
});

test('a completed unit carried over a pause counts where it is completed, also where the span of a cap begins in between', () => {
  const carried = of({
    meters: [
      {
        id: 'open',
        windows: [{ from: '07:00', to: '10:00' }, { from: '14:00' }],
        again: 'stay',
        edge: 'pauses',
        ladder: [{ unitMinutes: 240, fen: 400, round: 'down' }],
      },
    ],
    after: [{ cap: 100, per: { minutes: 360 } }],
  });
  assert.equal(due(carried, '2026-03-04T08:01', '2026-03-04T16:00'), 0);
  assert.equal(due(carried, '2026-03-04T08:01', '2026-03-04T20:30'), 100);
});

test('no price for what a pass leaves over is no price for the stay; what it covers whole needs none', () => {
  const days = of({ otherwise: 'refuse', meters: [{ ...hourly, windows: [{ from: '08:00', to: '20:00' }] }] });
  const stay = { inAt: at('2026-03-04T08:00'), outAt: at('2026-03-05T10:00') };
  assert.ok('refused' in priceUncovered(days, stay, { zone: 'Asia/Shanghai' }, false));
  const mornings = of({ when: [{ entry: { from: '08:00', to: '10:00' } }] });
  const rest = priceUncovered(mornings, { ...stay, outAt: at('2026-03-04T15:00') }, { zone: 'Asia/Shanghai' }, [
    { from: at('2026-03-04T08:00'), to: at('2026-03-04T12:00') },
  ]);
  assert.deepEqual('refused' in rest && rest.refused, 'NOT_SAID');
  const covered = priceUncovered(days, stay, { zone: 'Asia/Shanghai' }, true);
  assert.ok(!isFeeRefusal(covered) && covered.totalFen === 0);
});

test('a supplement for each time the stay is in a window, at the moment that begins; a cap counts it there', () => {
  const label = { zh: '过夜', en: 'Overnight' };
  const nights = of({
    after: [{ plus: { by: 'day', of: { sat: 500 }, else: 300 }, label, each: { from: '22:00', to: '05:00' } }],
  });
  assert.deepEqual(
    [
      due(nights, '2026-03-04T20:00', '2026-03-04T22:00'),
      due(nights, '2026-03-04T20:00', '2026-03-04T22:01'),
      due(nights, '2026-03-04T05:00', '2026-03-04T06:00'),
      due(nights, '2026-03-04T04:59', '2026-03-04T05:59'),
    ],
    [1600, 2700, 800, 1100],
  );
  assert.equal(due(nights, '2026-03-06T20:00', '2026-03-08T06:00'), 34 * 800 + 300 + 500);
  assert.equal(
    due(
      of({
        after: [
          { plus: 300, label, each: { from: '22:00', to: '23:00' } },
          { cap: 1000, per: 'day' },
        ],
      }),
      '2026-03-04T22:30',
      '2026-03-05T22:30',
    ),
    2000,
  );
  assert.equal(
    due(
      of({ startsAt: 'chargingEnd', after: [{ plus: 300, label, each: {} }] }),
      '2026-03-04T20:00',
      '2026-03-05T01:00',
      { events: { chargingEnd: at('2026-03-05T00:00') } },
    ),
    1100,
  );
  const priced = price(
    nights,
    { inAt: at('2026-03-04T20:00'), outAt: at('2026-03-04T23:00'), carKind: 'small' },
    { zone: 'Asia/Shanghai' },
  );
  assert.deepEqual(
    isFeeRefusal(priced) || priced.lines.map(({ kind, from, to, amountFen }) => [kind, from, to, amountFen]),
    [
      ['time', at('2026-03-04T20:00'), at('2026-03-04T23:00'), 2400],
      ['extra', at('2026-03-04T22:00'), at('2026-03-04T22:00'), 300],
    ],
  );
  assert.equal(
    due(
      of({ after: [{ plus: { by: 'day', of: { sat: 500 }, else: 0 }, label, each: { from: '22:00' } }] }),
      '2026-03-04T22:00',
      '2026-03-04T23:00',
    ),
    800,
  );
});

test('a season may hold at times of the day: a unit costs what holds when it begins, on one ladder', () => {
  const peak = of(
    {
      meters: [
        {
          ...hourly,
          ladder: [
            { minutes: 120, unitMinutes: 60, fen: { by: 'season', of: { peak: 700 }, else: 500 } },
            { unitMinutes: 60, fen: { by: 'season', of: { peak: 300 }, else: 200 } },
          ],
        },
      ],
    },
    {
      seasons: [
        { id: 'peak', months: [3], windows: [{ from: '08:00', to: '10:00', days: ['workday'] }, { from: '17:30' }] },
      ],
    },
  );
  assert.deepEqual(
    [
      due(peak, '2026-03-04T07:30', '2026-03-04T10:30'),
      due(peak, '2026-03-07T07:30', '2026-03-07T10:30'),
      due(peak, '2026-04-01T07:30', '2026-04-01T10:30'),
    ],
    [500 + 700 + 300, 1200, 1200],
  );
  assert.equal(due(peak, '2026-03-04T15:00', '2026-03-04T19:00'), 500 + 500 + 200 + 300);
});

test('a duration is derived from its events, unless it is given', () => {
  const charged = of({
    free: { minutes: 0, lost: false, gifts: [{ value: 'chargingMinutes', each: 1, minutes: 1 }], withinMinutes: 120 },
  });
  const fee = (
    chargingStart: string | null,
    chargingEnd: string | null,
    values?: Record<string, number>,
  ): number | string =>
    due(charged, '2026-03-04T08:00', '2026-03-04T11:00', {
      events: {
        ...(chargingStart ? { chargingStart: at(chargingStart) } : {}),
        ...(chargingEnd ? { chargingEnd: at(chargingEnd) } : {}),
      },
      ...(values ? { values } : {}),
    });
  assert.deepEqual(
    [
      fee(null, null),
      fee('2026-03-04T08:10', '2026-03-04T09:10'),
      fee(null, '2026-03-04T08:30'),
      fee('2026-03-04T10:00', null),
      fee('2026-03-04T10:00', '2026-03-04T09:00'),
    ],
    [2400, 1600, 2400, 1600, 1600],
  );
  assert.deepEqual(
    [
      fee('2026-03-04T07:00', '2026-03-04T12:00'),
      fee('2026-03-04T08:10', '2026-03-04T09:10', { chargingMinutes: 0 }),
      fee('2026-03-04T07:00', '2026-03-04T07:30'),
    ],
    [800, 2400, 2400],
  );
});

test('an entry or exit can require an area; a reduction can have a maximum; a cap chosen by case is described', () => {
  const inner = (when: Scheme['when']): Tariff => ({
    form: 2,
    entryArea: 'outer',
    schemes: [{ when: when!, meters: [{ ...hourly, ladder: [{ fen: 100 }] }] }, { meters: [hourly] }],
  });
  const areas = [{ at: at('2026-03-04T09:30'), area: 'inner' }];
  const fees = (rule: Tariff): unknown => [
    due(rule, '2026-03-04T09:00', '2026-03-04T10:00', { areas }),
    due(rule, '2026-03-04T09:30', '2026-03-04T10:00', { areas }),
    due(rule, '2026-03-04T09:00', '2026-03-04T10:00'),
  ];
  assert.deepEqual(
    [
      fees(inner([{ entry: { area: 'inner' } }])),
      fees(inner([{ exit: { area: 'inner' } }])),
      fees(inner([{ entry: { area: 'outer' } }])),
    ],
    [
      [800, 100, 800],
      [100, 100, 800],
      [100, 800, 100],
    ],
  );
  const label = { zh: '优待', en: 'Offer' };
  const half = of({ after: [{ less: { percent: 50, atMost: 500 }, label }] });
  assert.deepEqual(
    [due(half, '2026-03-04T09:00', '2026-03-04T10:00'), due(half, '2026-03-04T09:00', '2026-03-04T11:00')],
    [400, 1100],
  );
  const chosen = of({
    after: [
      { cap: { by: 'vehicle', of: { small: 1000 } }, per: 'day', visits: true },
      { atLeast: { by: 'vehicle', of: { small: 900 } } },
    ],
  });
  const priced = price(
    chosen,
    { inAt: at('2026-03-04T09:00'), outAt: at('2026-03-04T12:00'), carKind: 'small' },
    { zone: 'Asia/Shanghai', earlier: [{ at: at('2026-03-04T07:00'), fen: 300 }] },
  );
  assert.deepEqual(isFeeRefusal(priced) || priced.lines.map(({ clause }) => clause.zh), [
    '每小时8.00元',
    '每日封顶 10.00元 − 3.00元',
    '最低收费 9.00元',
  ]);
});

test('supplements hold on their days, for whole days too, in parts of a fen, and count into no cap of a meter', () => {
  const label = { zh: '加收', en: 'Supplement' };
  const each = (window: object, more: readonly Step[] = []): Tariff =>
    of({ after: [{ plus: 300, label, each: window }, ...more] });
  assert.equal(due(each({ days: ['fri'] }), '2026-03-04T12:00', '2026-03-06T12:00'), 48 * 800 + 300);
  assert.equal(due(each({ from: '06:00', to: '06:00' }), '2026-03-04T12:00', '2026-03-05T12:00'), 24 * 800 + 600);
  const parts = (after: readonly Step[]): Tariff =>
    of({ meters: [{ ...hourly, ladder: [{ unitMinutes: 1, fen: 700, perMinutes: 60 }] }], after });
  assert.equal(
    due(
      parts([
        { plus: 300, label, each: {} },
        { less: { percent: 50, atMost: 200 }, label },
      ]),
      '2026-03-04T12:00',
      '2026-03-04T12:30',
    ),
    450,
  );
  const two = of({
    meters: [
      { ...hourly, id: 'a', windows: [{ from: '00:00', to: '12:00' }] },
      { ...hourly, id: 'b' },
    ],
    after: [
      { plus: 900, label, each: {} },
      { cap: 1000, per: 'day', of: ['b'] },
    ],
  });
  assert.equal(due(two, '2026-03-04T11:00', '2026-03-04T13:00'), 2500);
  const free = price(
    of({ after: [{ plus: 0, label, each: {} }] }),
    { inAt: at('2026-03-04T12:00'), outAt: at('2026-03-04T13:00') },
    { zone: 'Asia/Shanghai' },
  );
  assert.equal(isFeeRefusal(free) || free.lines.length, 1);
  const moved = {
    form: 2,
    schemes: [
      { when: [{ exit: { area: 'b' } }], meters: [{ ...hourly, ladder: [{ fen: 100 }] }] },
      { meters: [hourly] },
    ],
  } as const satisfies Tariff;
  assert.equal(
    due(moved, '2026-03-04T12:00', '2026-03-04T13:00', {
      areas: [
        { at: at('2026-03-04T12:00'), area: 'a' },
        { at: at('2026-03-04T12:30'), area: 'b' },
      ],
    }),
    100,
  );
});
