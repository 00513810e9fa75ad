import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockStart, eventWords, lastOf, startOf, tookMinutes } from './events.ts';
import { knownAtGate } from './known.ts';
import { price } from './price.ts';
import type { Tariff } from './form.ts';

const MINUTE = 60_000;

test('an event ends what its name says began', () => {
  assert.deepEqual(['chargingEnd', 'End', 'loaded', 'Ending', 'washEndEnd'].map(startOf), [
    'chargingStart',
    null,
    null,
    null,
    'washEndStart',
  ]);
  assert.deepEqual([eventWords('chargingEnd').zh, eventWords('loaded')], ['充电结束', { zh: 'loaded', en: 'loaded' }]);
});

test('of several of one name the last counts, and none that had not happened yet', () => {
  const events = [
    { at: 1, event: 'a' },
    { at: 2, event: 'b' },
    { at: 5, event: 'a' },
    { at: 9, event: 'b' },
  ];
  assert.deepEqual([lastOf(events, 5), lastOf(events, 4), lastOf(events, 0)], [{ a: 5, b: 2 }, { a: 1, b: 2 }, {}]);
});

test('a clock starts at its event, not at all while what it ends is under way, and at the entry where nothing is known', () => {
  const [from, to] = [10_000, 90_000];
  const start = (known?: Record<string, number>, event: string | undefined = 'chargingEnd') =>
    clockStart(event, known, from, to);
  assert.deepEqual(
    [start(), start({}), start({ other: 5 }), start({ chargingEnd: 30_999 })],
    [from, from, from, 30_000],
  );
  assert.deepEqual(
    [
      start({ chargingStart: 20_000 }),
      start({ chargingStart: 20_000, chargingEnd: 20_000 }),
      start({ chargingStart: 40_000, chargingEnd: 30_000 }),
      start({ chargingStart: 20_000, chargingEnd: 30_000 }),
    ],
    [to, 20_000, to, 30_000],
  );
  assert.deepEqual(
    [
      clockStart(undefined, { chargingStart: 20_000 }, from, to),
      start({ loaded: 25_000 }, 'loaded'),
      start({ undefined: 25_000 }, 'loaded'),
    ],
    [from, 25_000, from],
  );
});

test('a space that is free while a car charges and dear afterwards', () => {
  const tariff: Tariff = {
    form: 2,
    schemes: [
      {
        startsAt: 'chargingEnd',
        free: { minutes: 15, lost: false },
        meters: [{ id: 'idle', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 10, fen: 500 }] }],
      },
    ],
  };
  const due = (minutes: number, ...events: [number, string][]): number | string => {
    const known = knownAtGate({
      colour: 'green',
      area: null,
      from: 0,
      to: minutes * MINUTE,
      events: events.map(([at, event]) => ({ at: at * MINUTE, event })),
    });
    const priced = price(tariff, { inAt: 0, outAt: minutes * MINUTE }, { zone: 'Asia/Shanghai', ...known });
    return 'totalFen' in priced ? priced.totalFen : priced.refused;
  };
  assert.deepEqual(
    [
      due(60),
      due(60, [2, 'chargingStart']),
      due(60, [2, 'chargingStart'], [40, 'chargingEnd']),
      due(60, [2, 'chargingStart'], [70, 'chargingEnd']),
    ],
    [2500, 0, 500, 0],
  );
});

test('what began and ended at once took no time, and part minutes are none', () => {
  assert.deepEqual(
    [
      tookMinutes('chargingMinutes', { chargingStart: 60_000, chargingEnd: 60_000 }, 0, 600_000),
      tookMinutes('chargingMinutes', { chargingStart: 60_000, chargingEnd: 179_999 }, 0, 600_000),
    ],
    [0, 1],
  );
});
