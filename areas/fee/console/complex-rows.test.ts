import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  withMoved,
  periodsOf,
  readRows,
  sentAreas,
  stepsOf,
  withArea,
  withPeriod,
  withRow,
  withStep,
  withoutRow,
} from './complex-rows.ts';
import type { DraftRows } from './complex-rows.ts';

const empty: DraftRows = {
  head: { freeMinutes: 15, freeMinutesCounted: true, dayCapBasis: 'rolling-24h', maxFee: null },
  areas: [],
  periods: [],
  subPeriods: [],
};
const noNames: ReadonlyMap<string, string> = new Map();

/** By day 4 yuan, by night 1 yuan for each quarter of an hour, a night at most 15 yuan, 24 hours at most 128. */
function dayAndNight(): DraftRows {
  const begun = withArea(empty);
  const area = begun.areas[0]!.id;
  const both = withPeriod(
    withRow(begun, 'period', begun.periods[0]!.id, {
      startTime: '08:00',
      endTime: '22:00',
      again: '24h',
      edge: 'runs-on',
    }),
    area,
  );
  const [day, night] = periodsOf(both, area);
  const priced = [
    [day!, 400],
    [night!, 100],
  ].reduce(
    (rows, [period, unitFee]) =>
      withRow(rows, 'subPeriod', stepsOf(rows, (period as { id: string }).id)[0]!.id, { unitMinutes: 15, unitFee }),
    both,
  );
  return withRow(withRow(priced, 'period', night!.id, { maxFee: 1500 }), 'area', area, { dayMaxFee: 12800 });
}

test('a night period is offered right after the day it follows, and both make a tariff', () => {
  const rows = dayAndNight();
  const [, night] = periodsOf(rows, rows.areas[0]!.id);
  assert.deepEqual([night!.startTime, night!.endTime, night!.again, night!.edge], ['22:00', '08:00', '24h', 'runs-on']);
  const { tariff } = readRows(rows, noNames);
  const [scheme] = tariff!.schemes;
  assert.deepEqual(scheme!.free, { minutes: 15, lost: true });
  assert.deepEqual(
    scheme!.meters.map(({ ladder, again }) => [ladder, again]),
    [
      [[{ unitMinutes: 15, fen: 400 }], { minutes: 1440 }],
      [[{ unitMinutes: 15, fen: 100 }], { minutes: 1440 }],
    ],
  );
  assert.deepEqual(
    scheme!.after!.map((step) => ('cap' in step ? [step.cap, step.per] : [])),
    [
      [1500, 'piece'],
      [12800, { minutes: 1440 }],
    ],
  );
});

test('after a period of some days the next is offered for the others, with steps of the same lengths and no prices; then what is left of the day', () => {
  const begun = withArea(empty);
  const area = begun.areas[0]!.id;
  const stepped = withStep(
    withStep(
      withRow(begun, 'period', begun.periods[0]!.id, { startTime: '07:30', endTime: '20:00', days: ['workday'] }),
      begun.periods[0]!.id,
    ),
    begun.periods[0]!.id,
  );
  const priced = stepsOf(stepped, begun.periods[0]!.id).reduce(
    (rows, { id }) => withRow(rows, 'subPeriod', id, { unitMinutes: 30, unitFee: 300 }),
    stepped,
  );
  const when = (rows: DraftRows, nth: number) => {
    const { startTime, endTime, days } = periodsOf(rows, area)[nth]!;
    return [startTime, endTime, days];
  };
  const two = withPeriod(priced, area);
  assert.deepEqual(when(two, 1), ['07:30', '20:00', ['restday']]);
  assert.deepEqual(
    stepsOf(two, periodsOf(two, area)[1]!.id).map(({ startMinute, endMinute, unitMinutes, unitFee }) => [
      startMinute,
      endMinute,
      unitMinutes,
      unitFee,
    ]),
    [
      [0, 60, 30, null],
      [60, 120, 30, null],
      [120, null, 30, null],
    ],
  );
  const ids = two.subPeriods.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const three = withPeriod(two, area);
  assert.deepEqual(
    [when(three, 2), stepsOf(three, periodsOf(three, area)[2]!.id).map(({ unitMinutes }) => unitMinutes)],
    [['20:00', '07:30', []], [30]],
  );
  const shorter = withRow(two, 'period', periodsOf(two, area)[1]!.id, { startTime: '10:00' });
  assert.deepEqual(when(withPeriod(shorter, area), 2), ['20:00', '10:00', ['restday']]);
  const days = (...named: string[]) =>
    when(
      withPeriod(
        withRow(begun, 'period', begun.periods[0]!.id, { startTime: '08:00', endTime: '18:00', days: named }),
        area,
      ),
      1,
    )[2];
  assert.deepEqual(
    [days('sat', 'sun'), days('workday'), days('workday', 'restday'), days('holiday'), days()],
    [['mon', 'tue', 'wed', 'thu', 'fri'], ['restday'], [], [], []],
  );
});

test('steps follow each other: an added one closes the last, a changed end moves the next, a removed one leaves no gap', () => {
  const begun = withArea(empty);
  const period = begun.periods[0]!.id;
  const starts = (rows: DraftRows) =>
    stepsOf(rows, period).map(({ startMinute, endMinute }) => [startMinute, endMinute]);
  const three = withStep(withStep(begun, period), period);
  assert.deepEqual(starts(three), [
    [0, 60],
    [60, 120],
    [120, null],
  ]);
  const [first, second] = stepsOf(three, period);
  assert.deepEqual(starts(withRow(three, 'subPeriod', first!.id, { endMinute: 30 })), [
    [0, 30],
    [30, 120],
    [120, null],
  ]);
  assert.deepEqual(starts(withoutRow(three, 'subPeriod', second!.id)), [
    [0, 60],
    [60, null],
  ]);
});

test('what is missing is shown at the field of its row', () => {
  const begun = withArea(empty);
  const [step] = begun.subPeriods;
  assert.deepEqual(
    readRows(begun, noNames).problems.map(({ table, rowId, field }) => [table, rowId, field]),
    [['subPeriod', step!.id, 'unitFee']],
  );
  const bare = withoutRow(begun, 'period', begun.periods[0]!.id);
  assert.deepEqual(
    readRows(bare, noNames).problems.map(({ table, field }) => [table, field]),
    [['area', 'periods']],
  );
  assert.deepEqual(readRows(dayAndNight(), noNames).problems, []);
});

test('all rows go with one call, each below its own; rows that are new have no id, stored ones keep theirs', () => {
  const rows = dayAndNight();
  const [area] = sentAreas(rows) as {
    id?: string;
    dayMaxFee: number;
    periods: {
      id?: string;
      sort: number;
      maxFee: number | null;
      subPeriods: { startMinute: number; unitFee: number }[];
    }[];
  }[];
  assert.deepEqual(
    [
      area!.id,
      area!.dayMaxFee,
      area!.periods.map(({ id, maxFee, subPeriods }) => [
        id,
        maxFee,
        subPeriods.map(({ startMinute, unitFee }) => [startMinute, unitFee]),
      ]),
    ],
    [
      undefined,
      12800,
      [
        [undefined, null, [[0, 400]]],
        [undefined, 1500, [[0, 100]]],
      ],
    ],
  );
  const stored: DraftRows = {
    ...rows,
    areas: [{ ...rows.areas[0]!, id: 'a1' }],
    periods: rows.periods.map((period) => ({ ...period, areaRuleId: 'a1' })),
  };
  assert.deepEqual(
    [(sentAreas(stored)[0] as { id: string }).id, sentAreas(withRow(stored, 'area', 'a1', { dayMaxFee: 100 }))],
    ['a1', [{ ...sentAreas(stored)[0], dayMaxFee: 100 }]],
  );
});

test('periods moved away and back are as they were: there is nothing to save', () => {
  const begun = dayAndNight();
  const [, night] = periodsOf(begun, begun.areas[0]!.id);
  const back = withMoved(withMoved(begun, night!.id, -1), night!.id, 1);
  assert.deepEqual(sentAreas(back), sentAreas(begun));
});

test('a period is moved among those of its area, no further than they go, and counts in its new order', () => {
  const begun = dayAndNight();
  const [day, night] = periodsOf(begun, begun.areas[0]!.id);
  const ids = (each: DraftRows): string[] => periodsOf(each, begun.areas[0]!.id).map(({ id }) => id);
  assert.deepEqual(ids(withMoved(begun, night!.id, -1)), [night!.id, day!.id]);
  assert.deepEqual(ids(withMoved(begun, day!.id, 1)), [night!.id, day!.id]);
  assert.deepEqual(ids(withMoved(begun, day!.id, 99)), [night!.id, day!.id]);
  assert.equal(withMoved(begun, day!.id, -1), begun);
  assert.equal(withMoved(begun, 'gone', 1), begun);
  const moved = withMoved(begun, night!.id, -1);
  assert.deepEqual(
    sentAreas(moved).flatMap((area) =>
      (area as { periods: { sort: number; startTime: string }[] }).periods.map(({ sort, startTime }) => [
        sort,
        startTime,
      ]),
    ),
    [
      [0, '22:00'],
      [1, '08:00'],
    ],
  );
});
