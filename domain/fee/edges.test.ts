/** What becomes of a unit, a ladder and a span where the time of a meter ends: every line of the bill. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Meter, Rung, Step, Tariff, Window } from './form.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';

const START = Date.parse('2026-03-04T09:00:00+08:00');
const MINUTE = 60_000;

type LineTuple = [from: number, to: number, amountFen: number, units: number | null];

/** The lines of a stay from nine on a Wednesday, in minutes from the entry. */
function linesOf(tariff: Tariff, minutes: number): LineTuple[] {
  const priced = price(tariff, { inAt: START, outAt: START + minutes * MINUTE }, { zone: 'Asia/Shanghai' });
  assert.ok(!isFeeRefusal(priced));
  return priced.lines.map(({ from, to, amountFen, units }) => [
    (from - START) / MINUTE,
    (to - START) / MINUTE,
    amountFen,
    units ?? null,
  ]);
}
const due = (tariff: Tariff, minutes: number): number =>
  linesOf(tariff, minutes).reduce((sum, [, , amount]) => sum + amount, 0);
const meter = (id: string, windows: Window[] | null, rung: Rung | Rung[], more: Partial<Meter> = {}): Meter => ({
  id,
  ...(windows ? { windows } : {}),
  again: 'stay',
  edge: 'ends',
  ladder: Array.isArray(rung) ? rung : [rung],
  ...more,
});
const of = (meters: Meter[], ...after: Step[]): Tariff => ({
  form: 2,
  schemes: [{ meters, ...(after.length > 0 ? { after } : {}) }],
});
const broken: Window[] = [
  { from: '09:00', to: '09:50' },
  { from: '11:00', to: '13:00' },
];

test('a unit that runs on covers the time of others until it is over, or the stay', () => {
  const running = of([
    meter('day', [{ to: '10:00' }], { unitMinutes: 45, fen: 300 }, { edge: 'runs-on' }),
    meter('rest', null, { unitMinutes: 60, fen: 100 }, { edge: 'runs-on' }),
  ]);
  assert.deepEqual(linesOf(running, 150), [
    [0, 90, 600, 2],
    [90, 150, 100, 1],
  ]);
  assert.deepEqual(linesOf(running, 60), [[0, 60, 600, 2]]);
  assert.deepEqual(linesOf(running, 80), [[0, 80, 600, 2]]);
  assert.deepEqual(linesOf(running, 90), [[0, 90, 600, 2]]);
  assert.deepEqual(linesOf(running, 91), [
    [0, 90, 600, 2],
    [90, 91, 100, 1],
  ]);
  const even = of([
    meter('day', [{ to: '10:00' }], { unitMinutes: 30, fen: 300 }, { edge: 'runs-on' }),
    meter('rest', null, { unitMinutes: 60, fen: 100 }),
  ]);
  assert.deepEqual(linesOf(even, 90), [
    [0, 60, 600, 2],
    [60, 90, 100, 1],
  ]);
  const long = of([
    meter('day', [{ to: '10:00' }], { unitMinutes: 240, fen: 900 }, { edge: 'runs-on' }),
    meter('noon', [{ from: '10:00', to: '11:00' }], { unitMinutes: 10, fen: 10 }),
    meter('rest', null, { unitMinutes: 60, fen: 100 }),
  ]);
  assert.deepEqual(linesOf(long, 300), [
    [0, 240, 900, 1],
    [240, 300, 100, 1],
  ]);
  assert.deepEqual(linesOf(long, 150), [[0, 150, 900, 1]]);
});

test('a unit that runs on ends where its ladder restarts, also in the time of others', () => {
  const daily = of([meter('all', null, { unitMinutes: 480, fen: 800 }, { edge: 'runs-on', again: 'day' })]);
  assert.deepEqual(linesOf(daily, 1020), [
    [0, 900, 1600, 2],
    [900, 1020, 800, 1],
  ]);
  const evening = of([
    meter(
      'evening',
      [{ from: '22:00', to: '23:00' }],
      { unitMinutes: 240, fen: 500 },
      { edge: 'runs-on', again: 'day' },
    ),
    meter('rest', null, { unitMinutes: 60, fen: 100 }),
  ]);
  assert.deepEqual(linesOf(evening, 1140), [
    [0, 780, 1300, 13],
    [780, 900, 500, 1],
    [900, 1140, 400, 4],
  ]);
  const nightly = of([
    meter('evening', [{ from: '22:00', to: '23:00' }], { unitMinutes: 240, fen: 500 }, { edge: 'runs-on' }),
    meter('rest', null, { unitMinutes: 60, fen: 100 }),
  ]);
  assert.deepEqual(linesOf(nightly, 1140), [
    [0, 780, 1300, 13],
    [780, 1020, 500, 1],
    [1020, 1140, 200, 2],
  ]);
});

test('of units that run on only completed ones may count, and only within their rung', () => {
  const down = of([
    meter('day', [{ to: '10:00' }], { unitMinutes: 45, fen: 300, round: 'down' }, { edge: 'runs-on' }),
    meter('rest', null, { unitMinutes: 60, fen: 100, round: 'down' }, { edge: 'runs-on' }),
  ]);
  assert.deepEqual(
    [due(down, 44), due(down, 45), due(down, 89), due(down, 90), due(down, 149), due(down, 150)],
    [0, 300, 300, 600, 600, 700],
  );
  const rungs = of([
    meter(
      'day',
      null,
      [
        { minutes: 50, unitMinutes: 20, fen: 100 },
        { unitMinutes: 30, fen: 10 },
      ],
      { edge: 'runs-on' },
    ),
  ]);
  assert.deepEqual(linesOf(rungs, 90), [
    [0, 50, 300, 3],
    [50, 90, 20, 2],
  ]);
});

test('a unit that ends with its time is lost, and the next begins in its place of the ladder', () => {
  const ladder: Rung[] = [
    { minutes: 60, unitMinutes: 20, fen: 100 },
    { unitMinutes: 30, fen: 300 },
  ];
  assert.deepEqual(linesOf(of([meter('a', broken, ladder)]), 240), [
    [0, 50, 300, 3],
    [50, 120, 0, null],
    [120, 240, 1200, 4],
  ]);
  assert.deepEqual(linesOf(of([meter('a', broken, ladder, { edge: 'pauses' })]), 240), [
    [0, 50, 300, 3],
    [50, 120, 0, null],
    [120, 130, 0, 0],
    [130, 240, 1200, 4],
  ]);
  assert.deepEqual(linesOf(of([meter('a', broken, ladder, { again: 'piece' })]), 240), [
    [0, 50, 300, 3],
    [50, 120, 0, null],
    [120, 180, 300, 3],
    [180, 240, 600, 2],
  ]);
  const second: Rung[] = [
    { minutes: 30, fen: 500 },
    { unitMinutes: 40, fen: 100 },
  ];
  assert.deepEqual(linesOf(of([meter('a', broken, second)]), 170), [
    [0, 30, 500, 1],
    [30, 50, 100, 1],
    [50, 120, 0, null],
    [120, 170, 200, 2],
  ]);
  assert.deepEqual(linesOf(of([meter('a', broken, { minutes: 30, fen: 500 })]), 170), [
    [0, 30, 500, 1],
    [30, 50, 0, null],
    [50, 120, 0, null],
    [120, 170, 0, null],
  ]);
  assert.deepEqual(linesOf(of([meter('a', broken, { fen: 500 })]), 170), [
    [0, 50, 500, null],
    [50, 120, 0, null],
    [120, 170, 0, null],
  ]);
  assert.deepEqual(
    linesOf(
      of([
        meter(
          'a',
          [
            { from: '09:00', to: '09:40' },
            { from: '11:00', to: '13:00' },
          ],
          { unitMinutes: 20, fen: 100 },
        ),
      ]),
      130,
    ),
    [
      [0, 40, 200, 2],
      [40, 120, 0, null],
      [120, 130, 100, 1],
    ],
  );
});

test('a completed unit counts where it begins, if the same time goes on to complete it; carried over a pause, where it is completed', () => {
  const down = (more: Partial<Meter> = {}): Tariff =>
    of([meter('a', broken, { unitMinutes: 60, fen: 100, round: 'down' }, more)]);
  assert.deepEqual(
    [
      due(down(), 179),
      due(down(), 180),
      due(down({ edge: 'pauses' }), 129),
      due(down({ edge: 'pauses' }), 130),
      due(down({ edge: 'pauses' }), 189),
      due(down({ edge: 'pauses' }), 190),
    ],
    [0, 100, 0, 100, 100, 200],
  );
  assert.deepEqual(linesOf(down({ edge: 'pauses' }), 190), [
    [0, 50, 0, 0],
    [50, 120, 0, null],
    [120, 190, 200, 2],
  ]);
  const third = of([meter('a', broken, { unitMinutes: 25, fen: 100, round: 'down' }, { edge: 'pauses' })]);
  assert.deepEqual(linesOf(third, 150), [
    [0, 50, 200, 2],
    [50, 120, 0, null],
    [120, 150, 100, 1],
  ]);
  const shift = (again: Meter['again']): Tariff =>
    of([meter('a', null, { unitMinutes: 420, fen: 100, round: 'down' }, { again })], { cap: 250, per: 'day' });
  assert.deepEqual(
    [due(shift('stay'), 1259), due(shift('stay'), 1260), due(shift('day'), 1260), due(shift('day'), 1320)],
    [200, 250, 200, 300],
  );
  const whole = of([
    meter('a', null, [
      { minutes: 90, fen: 500, round: 'down' },
      { unitMinutes: 60, fen: 100, round: 'down' },
    ]),
  ]);
  assert.deepEqual([due(whole, 89), due(whole, 90), due(whole, 149), due(whole, 150)], [0, 500, 500, 600]);
  const flat = of([meter('a', null, { fen: 500, round: 'down' })]);
  assert.equal(due(flat, 600), 0, 'a price for all time is never completed');
});

test('a piece of time begins where its meter does and where its ladder restarts', () => {
  const capped = (again: Meter['again']): Tariff =>
    of([meter('a', null, { unitMinutes: 60, fen: 800 }, { again })], { cap: 1000, per: 'piece' });
  assert.deepEqual(
    [
      due(capped('day'), 1080),
      due(capped('stay'), 1080),
      due(capped({ minutes: 360 }), 1080),
      due(capped({ minutes: 360 }), 1081),
    ],
    [2000, 1000, 3000, 3800],
  );
  const pieces = of([meter('a', broken, { unitMinutes: 60, fen: 800 })], { cap: 1000, per: 'piece' });
  assert.deepEqual(
    linesOf(pieces, 240)
      .filter(([, , amount]) => amount !== 0)
      .map(([, , amount]) => amount),
    [800, 1600, -600],
  );
});

test('free time that goes on is one line; where a ladder restarts it is two', () => {
  const free = (again: Meter['again']): Tariff =>
    of([meter('a', null, { unitMinutes: 60, fen: 800 }, { again, free: { minutes: 2000, lost: true } })], {
      cap: 5000,
      per: 'day',
    });
  assert.deepEqual(
    [linesOf(free('stay'), 1080), linesOf(free('day'), 1080)],
    [
      [[0, 1080, 0, null]],
      [
        [0, 900, 0, null],
        [900, 1080, 0, null],
      ],
    ],
  );
  const part = of([meter('a', null, { unitMinutes: 60, fen: 800 }, { free: { minutes: 950, lost: false } })], {
    cap: 5000,
    per: 'day',
  });
  assert.deepEqual(linesOf(part, 1080), [
    [0, 950, 0, null],
    [950, 1080, 2400, 3],
  ]);
  const lost = of([
    meter('a', broken, { unitMinutes: 60, fen: 800 }, { free: { minutes: 60, lost: false }, edge: 'pauses' }),
  ]);
  assert.deepEqual(linesOf(lost, 150), [
    [0, 50, 0, null],
    [50, 120, 0, null],
    [120, 130, 0, null],
    [130, 150, 800, 1],
  ]);
});

test('a price by the day is that of the day a unit begins on; other prices are not cut at midnight', () => {
  const byDay = of([meter('a', null, { unitMinutes: 420, fen: { by: 'day', of: { wed: 100, thu: 200 } } })]);
  assert.deepEqual(linesOf(byDay, 1080), [
    [0, 900, 300, 3],
    [900, 1080, 0, 0],
  ]);
  assert.deepEqual(linesOf(byDay, 1300), [
    [0, 900, 300, 3],
    [900, 1300, 200, 1],
  ]);
  assert.deepEqual(
    linesOf(of([meter('a', null, { unitMinutes: 420, fen: { by: 'vehicle', of: {}, else: 100 } })]), 1080),
    [[0, 1080, 300, 3]],
  );
  const other = of([
    meter('day', [{ from: '09:00', to: '12:00' }], { unitMinutes: 60, fen: 100 }, { again: 'day' }),
    meter('rest', null, { unitMinutes: 60, fen: 10 }),
  ]);
  assert.deepEqual(linesOf(other, 1080), [
    [0, 180, 300, 3],
    [180, 1080, 150, 15],
  ]);
});

test('areas cut the time at the instant the car goes over', () => {
  const nested: Tariff = {
    form: 2,
    entryArea: 'out',
    schemes: [
      {
        meters: [
          meter('out', [{ area: 'out' }], { unitMinutes: 60, fen: 300 }, { edge: 'pauses' }),
          meter('in', [{ area: 'in' }], { unitMinutes: 60, fen: 600 }, { edge: 'pauses' }),
        ],
      },
    ],
  };
  const at = (minutes: number, area: string) => ({ at: START + minutes * MINUTE, area });
  const lines = (minutes: number, ...areas: { at: number; area: string }[]): LineTuple[] => {
    const priced = price(nested, { inAt: START, outAt: START + minutes * MINUTE }, { zone: 'Asia/Shanghai', areas });
    assert.ok(!isFeeRefusal(priced));
    return priced.lines.map(({ from, to, amountFen, units }) => [
      (from - START) / MINUTE,
      (to - START) / MINUTE,
      amountFen,
      units ?? null,
    ]);
  };
  assert.deepEqual(lines(120), [[0, 120, 600, 2]]);
  assert.deepEqual(lines(120, at(0, 'in')), [[0, 120, 1200, 2]]);
  assert.deepEqual(lines(120, at(-30, 'in'), at(30, 'out'), at(90, 'in')), [
    [0, 30, 600, 1],
    [30, 90, 300, 1],
    [90, 120, 0, 0],
  ]);
  assert.deepEqual(lines(120, at(120, 'in')), [[0, 120, 600, 2]]);
  assert.deepEqual(lines(1000, at(950, 'in')), [
    [0, 950, 4800, 16],
    [950, 1000, 600, 1],
  ]);
  assert.deepEqual(lines(120, at(30, 'elsewhere')), [
    [0, 30, 300, 1],
    [30, 120, 0, null],
  ]);
});

test('a car that changes areas stays in the same piece of a meter that asks for none', () => {
  const capped = of(
    [
      meter('early', [{ to: '12:00' }], { unitMinutes: 60, fen: 800 }),
      meter('late', null, { unitMinutes: 60, fen: 800 }),
    ],
    { cap: 1000, per: 'piece' },
  );
  const priced = price(
    capped,
    { inAt: START, outAt: START + 180 * MINUTE },
    { zone: 'Asia/Shanghai', areas: [{ at: START + 60 * MINUTE, area: 'in' }] },
  );
  assert.equal(!isFeeRefusal(priced) && priced.totalFen, 1000);
});

test('every piece has its own cap, however many there are', () => {
  const pieces = of(
    [
      meter('day', [{ to: '16:00' }], { unitMinutes: 60, fen: 800 }, { again: { minutes: 360 } }),
      meter('late', null, { unitMinutes: 60, fen: 800 }),
    ],
    { cap: 1000, per: 'piece' },
  );
  assert.equal(due(pieces, 540), 2800);
});

test('a unit of several days is completed over all of them, and counts on the day it begins', () => {
  const long = of([meter('a', null, { unitMinutes: 3600, fen: 300, round: 'down' })], { cap: 250, per: 'day' });
  assert.deepEqual([due(long, 3599), due(long, 3600), due(long, 7199), due(long, 7200)], [0, 250, 250, 500]);
});

test('a unit carried over a pause counts once, also where a span ends with it', () => {
  const carried = of(
    [
      meter(
        'a',
        [{ from: '09:00', to: '09:50' }, { from: '23:50' }, { to: '02:00' }],
        { unitMinutes: 60, fen: 100, round: 'down' },
        { edge: 'pauses' },
      ),
    ],
    { cap: 5000, per: 'day' },
  );
  assert.deepEqual([due(carried, 899), due(carried, 900), due(carried, 930), due(carried, 960)], [0, 100, 100, 200]);
});

test('free time of a meter is not used up, nor given, while the unit of another runs on over its time', () => {
  const both = of([
    meter('first', [{ from: '09:00', to: '10:00' }], { unitMinutes: 240, fen: 900 }, { edge: 'runs-on' }),
    meter(
      'later',
      [
        { from: '10:00', to: '11:00' },
        { from: '14:00', to: '15:00' },
      ],
      { unitMinutes: 10, fen: 100 },
      { free: { minutes: 30, lost: false } },
    ),
  ]);
  assert.deepEqual(linesOf(both, 360), [
    [0, 240, 900, 1],
    [240, 300, 0, null],
    [300, 330, 0, null],
    [330, 360, 300, 3],
  ]);
});

test('a unit lost at the end of its time is lost in its own rung', () => {
  const ladder: Rung[] = [
    { minutes: 30, fen: 500 },
    { minutes: 60, unitMinutes: 20, fen: 100 },
    { unitMinutes: 60, fen: 10 },
  ];
  const windows: Window[] = [
    { from: '09:00', to: '09:45' },
    { from: '11:00', to: '13:00' },
  ];
  assert.deepEqual(linesOf(of([meter('a', windows, ladder)]), 240), [
    [0, 30, 500, 1],
    [30, 45, 100, 1],
    [45, 120, 0, null],
    [120, 160, 200, 2],
    [160, 240, 20, 2],
  ]);
  const flat = price(
    of([meter('a', windows, { fen: 500 })]),
    { inAt: START, outAt: START + 240 * MINUTE },
    { zone: 'Asia/Shanghai' },
  );
  assert.deepEqual(!isFeeRefusal(flat) && flat.lines.map(({ kind }) => kind), ['flat', 'free', 'flat']);
});

test('past its last rung a ladder stays past it, however the time is cut', () => {
  const once = of([meter('a', broken, { minutes: 30, unitMinutes: 10, fen: 100 }, { edge: 'pauses' })]);
  assert.deepEqual([due(once, 50), due(once, 240)], [300, 300]);
});
