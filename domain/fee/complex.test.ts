import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { complexTariff } from './complex.ts';
import type { AreaRow, PeriodRow, RuleHead, RuleRows, SubPeriodRow } from './complex.ts';
import { price } from './price.ts';
import { checkTariff } from './tariff-grammar.ts';
import { isFeeRefusal } from './types.ts';

const head: RuleHead = { freeMinutes: 15, freeMinutesCounted: true, dayCapBasis: 'natural-day', maxFee: null };
const area = (id: string, more: Partial<AreaRow> = {}): AreaRow => ({
  id,
  areaId: null,
  areaName: null,
  freeMinutes: null,
  dayMaxFee: null,
  ...more,
});
const period = (id: string, areaRuleId: string, more: Partial<PeriodRow> = {}): PeriodRow => ({
  id,
  areaRuleId,
  periodName: null,
  startTime: null,
  endTime: null,
  days: [],
  again: 'piece',
  edge: 'ends',
  maxFee: null,
  sort: 0,
  ...more,
});
const sub = (
  id: string,
  periodId: string,
  startMinute: number,
  endMinute: number | null,
  unitMinutes: number | null,
  unitFee: number,
  roundUp = true,
): SubPeriodRow => ({ id, periodId, startMinute, endMinute, unitMinutes, unitFee, roundUp });

const tariffOf = (rows: RuleRows) => {
  const read = complexTariff(rows);
  assert.ok(read.tariff, JSON.stringify(read.problems));
  return read.tariff;
};
const pricedStay = (rows: RuleRows, inTime: string, outTime: string, areas?: { at: string; area: string }[]) => {
  const priced = price(
    tariffOf(rows),
    { inAt: Date.parse(inTime), outAt: Date.parse(outTime) },
    { zone: 'Asia/Shanghai', ...(areas ? { areas: areas.map((each) => ({ ...each, at: Date.parse(each.at) })) } : {}) },
  );
  assert.ok(!isFeeRefusal(priced));
  return priced.totalFen;
};

/**
 * By day 2 yuan for each 15 minutes of the first hour, then 3; by night 1 yuan an hour, at most 8 a night; at most 40 a
 * day.
 */
const dayAndNight: RuleRows = {
  head,
  areas: [area('all', { dayMaxFee: 4000 })],
  periods: [
    period('day', 'all', { startTime: '08:00', endTime: '22:00' }),
    period('night', 'all', { startTime: '22:00', endTime: '08:00', maxFee: 800 }),
  ],
  subPeriods: [
    sub('d1', 'day', 0, 60, 15, 200),
    sub('d2', 'day', 60, null, 15, 300),
    sub('n1', 'night', 0, null, 60, 100),
  ],
};

test('day and night with their own units, a cap of the night and of the day', () => {
  assert.equal(pricedStay(dayAndNight, '2026-05-06T09:00:00+08:00', '2026-05-06T09:15:00+08:00'), 0);
  assert.equal(pricedStay(dayAndNight, '2026-05-06T09:00:00+08:00', '2026-05-06T10:30:00+08:00'), 4 * 200 + 2 * 300);
  assert.equal(pricedStay(dayAndNight, '2026-05-06T22:00:00+08:00', '2026-05-07T07:30:00+08:00'), 800);
  assert.equal(pricedStay(dayAndNight, '2026-05-06T09:00:00+08:00', '2026-05-06T20:00:00+08:00'), 4000);
});

test('settings of an area take precedence over those of the whole car park; midnight is the end of the day', () => {
  const rows: RuleRows = {
    head: { ...head, freeMinutes: null, maxFee: 3000 },
    areas: [area('all'), area('vip', { areaId: 'inner', areaName: '贵宾区' })],
    periods: [
      period('any', 'all'),
      period('evening', 'vip', { startTime: '18:00', endTime: '00:00', days: ['workday'] }),
    ],
    subPeriods: [
      sub('a', 'any', 0, null, 60, 500),
      sub('b', 'evening', 0, 60, null, 1000),
      sub('c', 'evening', 60, null, 30, 700),
    ],
  };
  const inner = [{ at: '2026-05-06T17:00:00+08:00', area: 'inner' }];
  assert.equal(pricedStay(rows, '2026-05-06T17:00:00+08:00', '2026-05-06T19:30:00+08:00', inner), 500 + 1000 + 700);
  assert.equal(pricedStay(rows, '2026-05-06T17:00:00+08:00', '2026-05-06T19:30:00+08:00'), 1500);
  assert.equal(
    pricedStay(rows, '2026-05-06T23:00:00+08:00', '2026-05-07T01:00:00+08:00', [
      { at: '2026-05-06T23:00:00+08:00', area: 'inner' },
    ]),
    1500,
  );
  assert.deepEqual(
    tariffOf(rows).schemes[0]!.meters.map(({ label }) => label?.zh),
    ['贵宾区 工作日 18:00–00:00', undefined],
  );
});

test('what is missing or wrong is reported by table, row and field', () => {
  const problemsOf = (rows: Partial<RuleRows>) =>
    (complexTariff({ ...dayAndNight, ...rows }).problems ?? []).map(
      ({ table, rowId, field }) => `${table} ${rowId} ${field}`,
    );
  assert.deepEqual(problemsOf({ areas: [], periods: [], subPeriods: [] }), ['rule null areas']);
  assert.deepEqual(problemsOf({ periods: [], subPeriods: [] }), ['area all periods']);
  assert.deepEqual(problemsOf({ subPeriods: [sub('d1', 'day', 0, null, 15, 200)] }), ['period night subPeriods']);
  const night = sub('n', 'night', 0, null, 60, 100);
  assert.deepEqual(problemsOf({ subPeriods: [night, sub('d1', 'day', 15, null, 15, 200)] }), [
    'subPeriod d1 startMinute',
  ]);
  assert.deepEqual(
    problemsOf({ subPeriods: [night, sub('d1', 'day', 0, 60, 15, 200), sub('d2', 'day', 45, null, 15, 200)] }),
    ['subPeriod d2 startMinute'],
  );
  assert.deepEqual(
    problemsOf({ subPeriods: [night, sub('d1', 'day', 0, null, 15, 200), sub('d2', 'day', 60, null, 15, 200)] }),
    ['subPeriod d2 startMinute'],
  );
  assert.deepEqual(problemsOf({ areas: [area('all', { freeMinutes: 10 }), area('two')] }), [
    'area two areaId',
    'area two periods',
  ]);
  assert.deepEqual(problemsOf({ areas: [area('all', { areaId: 'x', freeMinutes: 10 })] }), ['area all freeMinutes']);
});

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: odd, weight: 1 });
const HH = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
const minutes = fc.option(fc.integer({ min: 1, max: 300 }), { nil: null });
const fen = fc.option(fc.integer({ min: 1, max: 5000 }), { nil: null });
const subs = (periodId: string): fc.Arbitrary<SubPeriodRow[]> =>
  fc
    .array(
      fc.record({
        length: mostly(fc.integer({ min: 1, max: 240 }), fc.integer({ min: -5, max: 0 })),
        gap: mostly(fc.constant(0), fc.constant(7)),
        unitMinutes: minutes,
        unitFee: fc.integer({ min: 0, max: 900 }),
        roundUp: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .chain((parts) =>
      fc.boolean().map((open) => {
        let at = 0;
        return parts.map(({ length, gap, ...rest }, nth): SubPeriodRow => {
          const startMinute = at + gap;
          at = startMinute + length;
          return {
            id: `${periodId}.${nth}`,
            periodId,
            startMinute,
            endMinute: open && nth === parts.length - 1 ? null : at,
            ...rest,
          };
        });
      }),
    );
const periods = (areaRuleId: string): fc.Arbitrary<{ period: PeriodRow; subs: SubPeriodRow[] }[]> =>
  fc
    .array(
      fc.record({
        startTime: fc.option(HH, { nil: null }),
        endTime: fc.option(HH, { nil: null }),
        days: fc.constantFrom([], ['workday' as const], ['restday' as const, 'holiday' as const]),
        again: fc.constantFrom('piece' as const, 'stay' as const, 'day' as const, '24h' as const),
        edge: fc.constantFrom('ends' as const, 'pauses' as const, 'runs-on' as const),
        maxFee: fen,
        sort: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .chain((all) =>
      fc.tuple(
        ...all.map((each, nth) =>
          subs(`${areaRuleId}-${nth}`).map((own) => ({
            period: { id: `${areaRuleId}-${nth}`, areaRuleId, periodName: null, ...each },
            subs: own,
          })),
        ),
      ),
    );
const anyRows: fc.Arbitrary<RuleRows> = fc
  .tuple(
    fc.record({
      freeMinutes: minutes,
      freeMinutesCounted: fc.boolean(),
      dayCapBasis: fc.constantFrom('natural-day' as const, 'rolling-24h' as const),
      maxFee: fen,
    }),
    fc
      .array(
        fc.record({
          areaId: fc.constantFrom(null, 'inner', 'roof'),
          freeMinutes: mostly(fc.constant(null), minutes),
          dayMaxFee: fen,
        }),
        { maxLength: 3 },
      )
      .chain((all) =>
        fc.tuple(...all.map((each, nth) => periods(`a${nth}`).map((own) => ({ row: area(`a${nth}`, each), own })))),
      ),
  )
  .map(([first, areas]) => ({
    head: first,
    areas: areas.map(({ row }) => row),
    periods: areas.flatMap(({ own }) => own.map((each) => each.period)),
    subPeriods: areas.flatMap(({ own }) => own.flatMap((each) => each.subs)),
  }));

test('any rows are either a tariff by the grammar, which prices every stay, or problems that name rows there are', () => {
  let [good, bad] = [0, 0];
  fc.assert(
    fc.property(
      anyRows,
      fc.integer({ min: 0, max: 5000 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (rows, length, mixed) => {
        const read = complexTariff(rows);
        const shuffled = complexTariff({
          ...rows,
          subPeriods: rows.subPeriods.toSorted(
            (a, b) =>
              (mixed[a.startMinute % 12] ?? 0) - (mixed[b.startMinute % 12] ?? 0) || a.startMinute - b.startMinute,
          ),
        });
        if (read.problems) {
          bad += 1;
          assert.ok(read.problems.length > 0 && shuffled.problems);
          const known = new Set<string | null>([
            null,
            ...rows.areas.map(({ id }) => id),
            ...rows.periods.map(({ id }) => id),
            ...rows.subPeriods.map(({ id }) => id),
          ]);
          for (const { rowId, words } of read.problems)
            assert.ok(known.has(rowId) && words.zh !== '' && words.en !== '');
          return;
        }
        good += 1;
        assert.deepEqual(checkTariff(read.tariff), []);
        assert.deepEqual(shuffled.tariff, read.tariff, 'the order rows of a ladder come in says nothing');
        const inAt = Date.parse('2026-05-08T06:30:00+08:00');
        const priced = price(
          read.tariff,
          { inAt, outAt: inAt + length * 60_000 },
          { zone: 'Asia/Shanghai', areas: [{ at: inAt, area: 'inner' }] },
        );
        assert.ok(!isFeeRefusal(priced) && priced.totalFen >= 0);
        assert.equal(
          priced.lines.reduce((sum, line) => sum + line.amountFen, 0),
          priced.totalFen,
        );
        if (rows.head.maxFee !== null) assert.ok(priced.totalFen <= rows.head.maxFee);
      },
    ),
    { numRuns: 1500 },
  );
  assert.ok(good > 50 && bad > 50, `${good} tariffs, ${bad} with problems`);
});
