import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import type { Span, Tariff } from './form.ts';
import { isFeeRefusal } from './types.ts';
import { price } from './price.ts';
import { visitsClock, visitsSince } from './visits.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const zone = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const capped = (...spans: Span[]): Tariff => ({
  form: 2,
  schemes: [
    {
      meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 500 }] }],
      after: spans.map((per) => ({ cap: 3000, per, visits: true })),
    },
  ],
});
const since = (rule: Tariff, from: string): string | null => {
  const found = visitsSince(rule, at(from), { zone });
  return found === null ? null : new Date(found + 8 * HOUR).toISOString().slice(0, 16);
};

test('a cap looks back to where its span began, the longest of several the farthest', () => {
  assert.equal(since(capped('day'), '2026-05-20T09:30'), '2026-05-20T00:00');
  assert.equal(since(capped('week'), '2026-05-20T09:30'), '2026-05-18T00:00');
  assert.equal(since(capped('month', 'day'), '2026-05-20T09:30'), '2026-05-01T00:00');
  assert.equal(since(capped({ at: '06:00' }), '2026-05-20T05:00'), '2026-05-19T00:00');
  assert.equal(since(capped({ at: '06:00', days: ['workday'] }), '2026-05-17T05:00'), '2026-05-15T00:00');
});

test('if no earlier visit can count, none are requested, and never more than two months', () => {
  assert.equal(since(capped(), '2026-05-20T09:30'), null);
  assert.equal(since(capped('piece'), '2026-05-20T09:30'), null);
  assert.equal(since(capped({ minutes: 1440 }), '2026-05-20T09:30'), '2026-03-19T09:30');
  assert.equal(since(capped('stay'), '2026-05-20T09:30'), '2026-03-19T09:30');
  const simple = {
    form: 1,
    kind: 'simple',
    freeMinutes: 0,
    freeMinutesCounted: true,
    unitMinutes: 60,
    unitFen: 500,
    dayCapBasis: 'natural-day',
    roundUp: true,
  } as const;
  assert.equal(visitsSince(simple, at('2026-05-20T09:30'), { zone }), null);
  const { visits: _, ...plain } = { cap: 3000, per: 'month' as const, visits: true };
  assert.equal(
    visitsSince({ ...capped(), schemes: [{ ...capped().schemes[0]!, after: [plain] }] }, at('2026-05-20T09:30'), {
      zone,
    }),
    null,
  );
});

test('spans of minutes begin with the first visit that none before reaches; free time once in a span is gone for the visits that follow', () => {
  const per = { minutes: 1440 };
  const earlier = ['2026-05-20T10:00', '2026-05-18T22:00', '2026-05-19T21:00', '2026-05-20T00:00'].map((text) => ({
    at: at(text),
    fen: 500,
  }));
  const clock = (text: string): string =>
    new Date(visitsClock(per, at(text), earlier) + 8 * HOUR).toISOString().slice(0, 16);
  assert.deepEqual(['2026-05-19T21:59', '2026-05-20T09:30', '2026-05-20T23:59', '2026-05-21T00:00'].map(clock), [
    '2026-05-18T22:00',
    '2026-05-20T00:00',
    '2026-05-20T00:00',
    '2026-05-21T00:00',
  ]);
  assert.deepEqual(
    [visitsClock('day', 5, earlier), visitsClock(per, 5), visitsClock({ at: '06:00' }, 5, earlier)],
    [5, 5, 5],
  );
  const once = (span: Span, own = false): Tariff => ({
    form: 2,
    schemes: [
      {
        ...(own ? {} : { free: { minutes: 15, lost: true, once: span } }),
        meters: [
          {
            id: 'time',
            again: 'stay',
            edge: 'ends',
            ladder: [{ unitMinutes: 60, fen: 500 }],
            ...(own ? { free: { minutes: 15, lost: true, once: span } } : {}),
          },
        ],
      },
    ],
  });
  const fee = (rule: Tariff, from: string, visits: string[]): number => {
    const priced = price(
      rule,
      { inAt: at(from), outAt: at(from) + HOUR / 4 },
      { zone, earlier: visits.map((text) => ({ at: at(text), fen: 0 })) },
    );
    return isFeeRefusal(priced) ? -1 : priced.totalFen;
  };
  for (const own of [false, true]) {
    assert.deepEqual(
      [
        fee(once('day', own), '2026-05-20T09:30', []),
        fee(once('day', own), '2026-05-20T09:30', ['2026-05-20T00:00']),
        fee(once('day', own), '2026-05-20T09:30', ['2026-05-19T23:59']),
      ],
      [0, 500, 0],
    );
    assert.deepEqual(
      [
        fee(once(per, own), '2026-05-20T09:30', ['2026-05-19T09:31']),
        fee(once(per, own), '2026-05-20T09:31', ['2026-05-19T09:31']),
      ],
      [500, 0],
    );
    assert.deepEqual(
      [fee(once('piece', own), '2026-05-20T09:30', ['2026-05-20T09:00']), since(once('day', own), '2026-05-20T09:30')],
      [0, '2026-05-20T00:00'],
    );
  }
  assert.equal(
    fee(once('day'), '2026-05-20T09:30', ['2026-05-20T09:30']),
    0,
    'what begins with the stay is not earlier',
  );
});

test('visits before that moment never change a price', () =>
  fc.assert(
    fc.property(
      fc.constantFrom<Span>(
        'day',
        'week',
        'month',
        { at: '06:00' },
        { at: '06:00', days: ['workday'] },
        { minutes: 1440 },
      ),
      fc.integer({ min: 0, max: 400 * 24 }),
      fc.integer({ min: 1, max: 20 * 24 }),
      fc.integer({ min: 1, max: 70 * 24 }),
      (per, start, hours, before) => {
        const rule = capped(per);
        const inAt = at('2026-01-01T00:00') + start * HOUR;
        const bound = visitsSince(rule, inAt, { zone }) ?? inAt;
        const fee = (earlier: { at: number; fen: number }[]): number => {
          const priced = price(rule, { inAt, outAt: inAt + hours * HOUR }, { zone, earlier });
          return isFeeRefusal(priced) ? -1 : priced.totalFen;
        };
        assert.equal(fee([{ at: bound - before * HOUR, fen: 1700 }]), fee([]));
        assert.ok(bound > inAt - 62 * DAY - 1);
      },
    ),
    { numRuns: 300 },
  ));

test('a cap over 24 hours of several visits is counted from the first of them', () => {
  const fee = (hours: number): number => {
    const priced = price(
      capped({ minutes: 1440 }),
      { inAt: at('2026-05-20T20:00'), outAt: at('2026-05-20T20:00') + hours * HOUR },
      { zone, earlier: [{ at: at('2026-05-20T08:00'), fen: 2600 }] },
    );
    return isFeeRefusal(priced) ? -1 : priced.totalFen;
  };
  // Until eight in the morning four yuan are left; from then on a span of its own.
  assert.deepEqual([fee(1), fee(12), fee(13), fee(30)], [400, 400, 900, 3400]);
});

test('a cap that is of one stay is counted from that stay, whatever visits there were before', () => {
  const [scheme] = capped().schemes;
  const rule: Tariff = { form: 2, schemes: [{ ...scheme!, after: [{ cap: 3000, per: { minutes: 1440 } }] }] };
  const inAt = at('2026-05-20T20:00');
  const fee = (hours: number, earlier: { at: number; fen: number }[]): number => {
    const priced = price(rule, { inAt, outAt: inAt + hours * HOUR }, { zone, earlier });
    return isFeeRefusal(priced) ? -1 : priced.totalFen;
  };
  for (const hours of [1, 12, 13, 24, 30])
    assert.equal(fee(hours, [{ at: at('2026-05-20T08:00'), fen: 2600 }]), fee(hours, []), `${hours} h`);
  assert.equal(fee(13, [{ at: at('2026-05-20T08:00'), fen: 2600 }]), 3000);
});
