/**
 * What tariffs say besides meters and caps: paid time, bounds by the second, complete spans, spans from the end of free
 * time, what was paid before, values that change on the way.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { describeTariff } from './describe-tariff.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { price } from './price.ts';
import { checkTariff } from './tariff-grammar.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext } from './types.ts';
import { visitsSince } from './visits.ts';

const zone = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text.length === 16 ? `${text}:00` : text}+08:00`);
const hourly: Meter = { id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 500 }] };
const label = { zh: '测试', en: 'Test' };

/** Fen of a stay, or what it is refused with; the tariff must be one. */
function fee(tariff: Tariff, from: string, to: string, context: Partial<FeeContext> = {}): number | string {
  assert.deepEqual(checkTariff(tariff), []);
  const priced = price(tariff, { inAt: at(from), outAt: at(to) }, { zone, ...context });
  if (isFeeRefusal(priced)) return priced.refused;
  assert.equal(
    priced.lines.reduce((sum, { amountFen }) => sum + amountFen, 0),
    priced.totalFen,
  );
  return priced.totalFen;
}
const one = (scheme: Partial<Scheme>): Tariff => ({ form: 2, schemes: [{ meters: [hourly], ...scheme }] });

test('a longest paid time: free nights do not count, nor does free time, and the longest itself is allowed', () => {
  const day: Meter = { ...hourly, windows: [{ from: '08:00', to: '18:00' }] };
  const stay = one({ meters: [day], maxPaid: { minutes: 120 } });
  assert.equal(fee(stay, '2026-05-06T16:00', '2026-05-07T08:00'), 1000);
  assert.equal(fee(stay, '2026-05-06T16:00', '2026-05-07T08:00:01'), 'MAX_STAY');
  assert.equal(fee(stay, '2026-05-06T17:00', '2026-05-07T09:00'), 1000);
  const daily = one({ meters: [day], maxPaid: { minutes: 120, per: 'day' } });
  assert.equal(fee(daily, '2026-05-06T16:00', '2026-05-07T10:00'), 2000);
  assert.equal(fee(daily, '2026-05-06T16:00', '2026-05-07T10:01'), 'MAX_STAY');
  const free = one({ meters: [day], maxPaid: { minutes: 120 }, free: { minutes: 30, lost: false } });
  assert.equal(fee(free, '2026-05-06T09:00', '2026-05-06T11:30'), 1000);
  assert.equal(fee(free, '2026-05-06T09:00', '2026-05-06T11:31'), 'MAX_STAY');
});

test('entry and exit are bounded by the second, and either bound may be inside or outside', () => {
  const flat = (scheme: Partial<Scheme>): Tariff => ({
    form: 2,
    schemes: [
      { ...scheme, meters: [{ ...hourly, ladder: [{ fen: 3000 }] }] },
      { meters: [{ ...hourly, ladder: [{ fen: 9000 }] }] },
    ],
  });
  const early = flat({ when: [{ entry: { from: '06:00', to: '09:30:00', toInclusive: true } }] });
  const entries = ['05:59:59', '06:00:00', '09:30:00', '09:30:01'];
  assert.deepEqual(
    entries.map((time) => fee(early, `2026-05-06T${time}`, '2026-05-06T18:00')),
    [9000, 3000, 3000, 9000],
  );
  const late = flat({ when: [{ exit: { from: '15:00:30', to: '02:00', fromExclusive: true } }] });
  const exits = ['06T15:00:30', '06T15:00:31', '07T01:59:59', '07T02:00:00'];
  assert.deepEqual(
    exits.map((time) => fee(late, '2026-05-06T10:00', `2026-05-${time}`)),
    [9000, 3000, 3000, 9000],
  );
  const all = flat({ when: [{ entry: { from: '00:00', to: '24:00', toInclusive: true, days: ['wed'] } }] });
  assert.equal(fee(all, '2026-05-07T00:00', '2026-05-07T09:00'), 3000);
  assert.equal(fee(all, '2026-05-07T00:00:01', '2026-05-07T09:00'), 9000);
});

test('each complete 24 hours cost exactly so much, dearer or cheaper than they were; what is not complete stays', () => {
  const full = one({
    meters: [{ ...hourly, again: { minutes: 1440 } }],
    after: [{ complete: 3000, per: { minutes: 1440 } }],
  });
  assert.equal(fee(full, '2026-05-06T10:00', '2026-05-07T09:00'), 11_500);
  assert.equal(fee(full, '2026-05-06T10:00', '2026-05-07T10:00'), 3000);
  assert.equal(fee(full, '2026-05-06T10:00', '2026-05-08T11:30'), 7000);
  const nights = one({
    meters: [{ ...hourly, windows: [{ from: '08:00', to: '10:00' }] }],
    after: [
      { complete: { by: 'nth', of: { 1: 3000 }, else: 2000 }, per: { minutes: 1440 } },
      { cap: 4000, per: 'stay' },
    ],
  });
  assert.equal(fee(nights, '2026-05-06T12:00', '2026-05-08T12:00'), 4000);
  assert.equal(fee(one({ after: [{ complete: 100, per: 'day' }] }), '2026-05-06T23:00', '2026-05-08T01:00'), 1100);
});

test('complete spans are priced as counting them by hand does, whatever the ladder', () =>
  fc.assert(
    fc.property(
      fc.record({
        unitMinutes: fc.constantFrom(15, 30, 60, 240),
        fen: fc.integer({ min: 0, max: 900 }),
        span: fc.constantFrom(360, 720, 1440),
        complete: fc.integer({ min: 0, max: 9000 }),
        minutes: fc.integer({ min: 1, max: 6000 }),
      }),
      ({ unitMinutes, fen, span, complete, minutes }) => {
        const tariff = one({
          meters: [{ ...hourly, again: { minutes: span }, ladder: [{ unitMinutes, fen }] }],
          after: [{ complete, per: { minutes: span } }],
        });
        const inAt = at('2026-05-06T10:07');
        const priced = price(tariff, { inAt, outAt: inAt + minutes * 60_000 }, { zone });
        assert.ok(!isFeeRefusal(priced));
        const rest = Math.ceil((minutes % span) / unitMinutes) * fen;
        assert.equal(priced.totalFen, Math.floor(minutes / span) * complete + rest);
      },
    ),
    { numRuns: 400 },
  ));

test('a cap of hours may be counted from the end of free time, lost or not; so may the ladder', () => {
  const cap = (lost: boolean, from?: 'free'): Tariff =>
    one({
      free: { minutes: 120, lost },
      after: [{ cap: 2000, per: { minutes: 1440, ...(from ? { from } : {}) } }],
    });
  assert.equal(fee(cap(false), '2026-05-06T10:00', '2026-05-07T11:00'), 2500);
  assert.equal(fee(cap(false, 'free'), '2026-05-06T10:00', '2026-05-07T11:00'), 2000);
  assert.equal(fee(cap(false, 'free'), '2026-05-06T10:00', '2026-05-07T12:00:01'), 2500);
  assert.equal(fee(cap(true, 'free'), '2026-05-06T10:00', '2026-05-07T12:00'), 2000);
  assert.equal(fee(cap(true, 'free'), '2026-05-06T10:00', '2026-05-07T12:00:01'), 2500);
  const first: Meter = {
    ...hourly,
    again: { minutes: 1440, from: 'free' },
    ladder: [
      { minutes: 60, fen: 1000 },
      { unitMinutes: 1440, fen: 0 },
    ],
  };
  assert.equal(
    fee(one({ free: { minutes: 120, lost: false }, meters: [first] }), '2026-05-06T10:00', '2026-05-07T12:00'),
    1000,
  );
  assert.equal(
    fee(one({ free: { minutes: 120, lost: false }, meters: [first] }), '2026-05-06T10:00', '2026-05-07T12:01'),
    2000,
  );
});

test('a price may depend on what was paid before, and on how often, and what was paid may be taken off', () => {
  const paid: Tariff = {
    form: 2,
    schemes: [
      { when: [{ earlier: { per: 'day', paidAtLeast: 1000 } }], meters: [{ ...hourly, ladder: [{ fen: 200 }] }] },
      {
        when: [{ earlier: { per: 'day', visitsAtLeast: 2, paidAtMost: 999 } }],
        meters: [{ ...hourly, ladder: [{ fen: 300 }] }],
      },
      { meters: [hourly] },
    ],
  };
  const visits = (...fens: number[]): Partial<FeeContext> => ({
    earlier: fens.map((fen, nth) => ({ at: at(`2026-05-06T0${nth + 1}:00`), fen })),
  });
  const [from, to] = ['2026-05-06T10:00', '2026-05-06T12:00'];
  assert.deepEqual(
    [visits(), visits(999), visits(1000), visits(400, 599), visits(400, 600)].map((each) => fee(paid, from, to, each)),
    [1000, 1000, 200, 300, 200],
  );
  assert.equal(fee(paid, '2026-05-07T10:00', '2026-05-07T12:00', visits(5000)), 1000);
  const credit = one({ after: [{ less: { paid: 'day' }, label }] });
  assert.deepEqual(
    [visits(300), visits(300, 900)].map((each) => fee(credit, from, to, each)),
    [700, 0],
  );
  assert.equal(visitsSince(paid, at(from), { zone }), at('2026-05-06T00:00'));
  assert.equal(visitsSince(credit, at(from), { zone }), at('2026-05-06T00:00'));
});

test('a value that changes on the way prices what begins after it, and conditions ask it as it is at the exit', () => {
  const bays = one({
    meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: { by: 'zone', of: { near: 800 }, else: 500 } }] }],
    after: [{ times: { value: 'bays', else: 1 } }],
  });
  const changes = [
    { at: at('2026-05-06T12:00'), value: 'bays', is: 2 },
    { at: at('2026-05-06T13:30'), value: 'zone', is: 'near' },
  ];
  const [from, to] = ['2026-05-06T10:00', '2026-05-06T16:00'];
  assert.equal(fee(bays, from, to, { changes }), 500 + 500 + 1000 + 1000 + 1600 + 1600);
  assert.equal(fee(bays, from, to, { changes, values: { bays: 3 } }), 1500 + 1500 + 1000 + 1000 + 1600 + 1600);
  const spent = one({ after: [{ less: { percent: 50 }, label, when: [{ value: 'spend', atLeast: 100 }] }] });
  const spend = [{ at: at('2026-05-06T11:00'), value: 'spend', is: 100 }];
  assert.deepEqual(
    [fee(spent, from, '2026-05-06T10:59', { changes: spend }), fee(spent, from, to, { changes: spend })],
    [500, 1500],
  );
});

test('values that change are priced as cutting the time at each change does, unit by unit', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ minute: fc.integer({ min: 0, max: 700 }), is: fc.constantFrom('a', 'b', 'c') }), {
        maxLength: 5,
      }),
      fc.integer({ min: 1, max: 700 }),
      (turns, minutes) => {
        const prices: Readonly<Record<string, number>> = { a: 10, b: 25, c: 70 };
        const tariff = one({
          meters: [{ ...hourly, ladder: [{ unitMinutes: 30, fen: { by: 'zone', of: prices, else: 5 } }] }],
        });
        const inAt = at('2026-05-06T10:00');
        const changes = turns
          .toSorted((a, b) => a.minute - b.minute)
          .map(({ minute, is }) => ({ at: inAt + minute * 60_000, value: 'zone', is }));
        const priced = price(tariff, { inAt, outAt: inAt + minutes * 60_000 }, { zone, changes });
        assert.ok(!isFeeRefusal(priced));
        let sum = 0;
        for (let minute = 0; minute < minutes; minute += 30) {
          const now = changes.findLast((each) => each.at <= inAt + minute * 60_000);
          sum += now ? prices[now.is]! : 5;
        }
        assert.equal(priced.totalFen, sum);
      },
    ),
    { numRuns: 400 },
  ));

test('sentences describe everything in both languages, with days, currency and decimals', () => {
  const tariff: Tariff = {
    form: 2,
    currency: 'JPY',
    schemes: [
      {
        when: [
          { entry: { to: '09:30:00', toInclusive: true }, earlier: { per: 'day', paidAtLeast: 200, visitsAtMost: 3 } },
        ],
        maxPaid: { minutes: 120, per: 'day' },
        free: { minutes: 30, lost: false },
        meters: [{ ...hourly, ladder: [{ unitMinutes: 60, fen: { by: 'zone', of: { near: 200 }, else: 100 } }] }],
        after: [
          { cap: 2000, per: { at: '06:00', days: ['workday'] } },
          { cap: 3000, per: { minutes: 1440, from: 'free' } },
          { complete: 1500, per: { minutes: 1440 } },
          { less: { paid: 'day' }, label },
        ],
      },
    ],
  };
  assert.deepEqual(checkTariff(tariff), []);
  assert.deepEqual(describeTariff(tariff), {
    zh: '入场 00:00–09:30:00 （含09:30:00），同车每日此前付费不少于200日元、停车不多于3次：每日最长计费2小时，超过则不计价，免费30分钟，每小时按zone〔near 200日元、其余 100日元〕，至下一个工作日06:00封顶2,000日元，免费时间结束起每24小时封顶3,000日元，满每24小时计1,500日元，代替其间费用，测试减同车每日此前已付',
    en: 'Entry 00:00–09:30:00 (09:30:00 included), by the plate before, per day: paid at least JPY 200, visits at most 3: at most 2 hours paid for per day, no price beyond, 30 minutes free, by zone [near JPY 200, else JPY 100] per hour, at most JPY 2,000 until the next 06:00 of working days, at most JPY 3,000 per 24 hours from the end of free time, JPY 1,500 per 24 hours that is complete, in place of what it cost, Test less what the plate paid before per day',
  });
  const priced = price(
    tariff,
    { inAt: at('2026-05-06T09:30'), outAt: at('2026-05-06T10:30') },
    {
      zone,
      values: { zone: 'near' },
      earlier: [{ at: at('2026-05-06T07:00'), fen: 250 }],
    },
  );
  assert.ok(!isFeeRefusal(priced));
  assert.deepEqual(
    priced.lines.map(({ clause, amountFen }) => [clause.zh, amountFen]),
    [
      ['免费30分钟', 0],
      ['每小时200日元', 200],
      ['测试', -200],
    ],
  );
});
