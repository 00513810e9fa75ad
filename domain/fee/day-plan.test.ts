import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '../time/zone.ts';
import { DayPlans, Days, holidaysOf, nextStart, spanKey } from './day-plan.ts';
import type { Meter, Season, Span, Window } from './form.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(text.length > 16 ? `${text}+08:00` : `${text}:00+08:00`);
const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;
const plain = new Days(ZONE, {});
const worked = new Days(ZONE, { holidays: ['2026-03-04', '2026-03-07'], workdays: ['2026-03-07', '2026-03-08'] });

test('a day is its weekday, a workday or a restday, and what the calendar makes of it', () => {
  const kinds = (day: string, days = plain): string => [...days.kinds(dayOf(day))].join(' ');
  assert.deepEqual(
    ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'].map((day) =>
      kinds(day),
    ),
    ['mon workday', 'tue workday', 'wed workday', 'thu workday', 'eve fri workday', 'eve sat restday', 'sun restday'],
  );
  assert.deepEqual(
    ['2026-03-04', '2026-03-07', '2026-03-08'].map((day) => kinds(day, worked)),
    ['wed restday holiday', 'sat workday holiday makeup', 'sun workday makeup'],
  );
  assert.deepEqual(
    ['2026-03-03', '2026-03-06'].map((day) => kinds(day, worked)),
    ['eve tue workday', 'fri workday'],
    'the day before a holiday, and before a Saturday that is worked',
  );
  assert.equal(kinds('1969-12-31'), 'wed workday');
  const shown = new Days(ZONE, { holidays: ['2026-03-04'], eventDays: ['2026-03-04', '2026-03-05'] });
  assert.deepEqual(
    ['2026-03-04', '2026-03-05', '2026-03-06'].map((day) => kinds(day, shown)),
    ['event wed restday holiday', 'event thu workday', 'eve fri workday'],
  );
});

test('rows of days make a calendar, each kind in their order', () => {
  const rows = [
    { day: '2026-10-01', dayKind: 'holiday' },
    { day: '2026-10-03', dayKind: 'event' },
    { day: '2026-10-10', dayKind: 'workday' },
    { day: '2026-10-03', dayKind: 'holiday' },
  ];
  assert.deepEqual(holidaysOf(rows), {
    holidays: ['2026-10-01', '2026-10-03'],
    workdays: ['2026-10-10'],
    eventDays: ['2026-10-03'],
  });
});

test('a window holds from its first minute to before its last, on its days and not on others', () => {
  const holds = (window: Window, when: string, days = plain): boolean => days.inWindow(window, at(when));
  const nine: Window = { from: '09:00', to: '10:00' };
  assert.deepEqual(
    ['2026-03-04T08:59:59', '2026-03-04T09:00:00', '2026-03-04T09:59:59', '2026-03-04T10:00:00'].map((when) =>
      holds(nine, when),
    ),
    [false, true, true, false],
  );
  const night: Window = { from: '22:00', to: '06:00', days: ['wed'] };
  assert.deepEqual(
    [
      '2026-03-04T03:00',
      '2026-03-04T21:59',
      '2026-03-04T22:00',
      '2026-03-05T05:59',
      '2026-03-05T06:00',
      '2026-03-05T22:00',
    ].map((when) => holds(night, when)),
    [false, false, true, true, false, false],
  );
  const round: Window = { from: '09:00', to: '09:00', days: ['wed'] };
  assert.deepEqual(
    ['2026-03-04T08:59', '2026-03-04T09:00', '2026-03-05T08:59', '2026-03-05T09:00'].map((when) => holds(round, when)),
    [false, true, true, false],
  );
  assert.deepEqual(
    [
      holds({}, '2026-03-04T00:00'),
      holds({ to: '24:00' }, '2026-03-04T23:59'),
      holds({ from: '12:00' }, '2026-03-04T12:00'),
      holds({ from: '12:00' }, '2026-03-04T11:59'),
    ],
    [true, true, true, false],
  );
  assert.deepEqual(
    [
      holds({ days: ['sat', 'sun'] }, '2026-03-08T12:00'),
      holds({ days: ['sat', 'sun'] }, '2026-03-04T12:00'),
      holds({ not: ['holiday', 'sun'] }, '2026-03-08T12:00'),
      holds({ not: ['holiday', 'sun'] }, '2026-03-04T12:00'),
      holds({ not: ['holiday', 'sun'] }, '2026-03-04T12:00', worked),
    ],
    [true, false, false, true, false],
  );
  assert.deepEqual(
    [
      holds({ days: ['makeup'] }, '2026-03-08T12:00', worked),
      holds({ days: ['makeup'] }, '2026-03-08T12:00'),
      holds({ days: ['holiday'] }, '2026-03-04T12:00', worked),
      holds({ days: ['workday'], not: ['wed'] }, '2026-03-04T12:00'),
    ],
    [true, false, true, false],
  );
  assert.deepEqual(
    [
      holds({ months: [2, 3] }, '2026-03-04T12:00'),
      holds({ months: [4] }, '2026-03-04T12:00'),
      holds({ months: [12] }, '2026-12-31T23:59'),
      holds({ months: [1] }, '2027-01-01T00:00'),
    ],
    [true, false, true, true],
  );
});

test('a season is named by its months, its days, or both; a single day is one', () => {
  const named = (seasons: Season[], ...days: string[]): string[] =>
    days.map((day) => plain.seasonOf(seasons, at(`${day}T00:00`)));
  assert.deepEqual(named([{ id: 'feast', from: '10-01', to: '10-01' }], '2026-09-30', '2026-10-01', '2026-10-02'), [
    '',
    'feast',
    '',
  ]);
  assert.deepEqual(
    named(
      [{ id: 'winter', from: '12-20', to: '01-06' }, { id: 'rest' }],
      '2026-12-19',
      '2026-12-20',
      '2026-01-06',
      '2026-01-07',
    ),
    ['rest', 'winter', 'winter', 'rest'],
  );
  assert.deepEqual(named([{ id: 'open', to: '02-01' }], '2026-06-01'), ['open']);
});

const meters: Meter[] = [
  { id: 'noon', windows: [{ from: '12:00', to: '13:00' }], again: 'stay', edge: 'ends', ladder: [{ fen: 1 }] },
  {
    id: 'day',
    windows: [
      { from: '08:00', to: '12:00' },
      { from: '10:00', to: '20:00', area: 'in' },
    ],
    again: 'stay',
    edge: 'ends',
    ladder: [{ fen: 1 }],
  },
];

test('the plan of a day joins what one meter counts, and leaves out what the clocks skip', () => {
  const plan = (zone: string, of: Meter[], day: string, area: string): [number, number, number][] => {
    const days = new Days(zone, {});
    const midnight = days.instant(dayOf(day), 0);
    return new DayPlans(days, of)
      .of(dayOf(day), area)
      .map(({ from, to, meter }) => [(from - midnight) / MINUTE, (to - midnight) / MINUTE, meter]);
  };
  assert.deepEqual(plan(ZONE, meters, '2026-03-04', ''), [
    [0, 480, -1],
    [480, 720, 1],
    [720, 780, 0],
    [780, 1440, -1],
  ]);
  assert.deepEqual(plan(ZONE, meters, '2026-03-04', 'in'), [
    [0, 480, -1],
    [480, 720, 1],
    [720, 780, 0],
    [780, 1200, 1],
    [1200, 1440, -1],
  ]);
  const skipped: Meter[] = [{ ...meters[0]!, windows: [{ from: '02:30', to: '03:30' }] }];
  assert.deepEqual(plan('Europe/Berlin', skipped, '2024-03-31', ''), [[0, 1380, -1]]);
  assert.deepEqual(plan('Europe/Berlin', skipped, '2024-10-27', ''), [
    [0, 150, -1],
    [150, 270, 0],
    [270, 1500, -1],
  ]);
});

const hours = (from: number, to: number): number => (to - from) / (60 * MINUTE);

test('a span restarts with the day, the week, the month, each so many minutes, or at a time of certain days', () => {
  const from = at('2026-03-04T09:30');
  const next = (span: Span, when = from, clock = from): number => hours(when, nextStart(span, when, clock, plain));
  assert.deepEqual(
    [next('stay'), next('piece'), next('day'), next('week'), next('month')],
    [Infinity, Infinity, 14.5, 4 * 24 + 14.5, 27 * 24 + 14.5],
  );
  assert.deepEqual(
    [
      next({ minutes: 90 }),
      next({ minutes: 90 }, from + 60 * MINUTE),
      next({ minutes: 90 }, from + 90 * MINUTE),
      next({ minutes: 90 }, from - 30 * MINUTE),
    ],
    [1.5, 0.5, 1.5, 0.5],
  );
  assert.deepEqual(
    [
      next({ at: '10:00' }),
      next({ at: '09:30' }),
      next({ at: '09:00' }),
      next({ at: '06:00', days: ['sat'] }),
      next({ at: '06:00', days: ['mon'] }, at('2026-03-09T06:00')),
    ],
    [0.5, 24, 23.5, 2 * 24 + 20.5, 7 * 24],
  );
  assert.deepEqual(
    [next('day', at('2026-03-04T00:00')), next('week', at('2026-03-02T00:00')), next('month', at('2026-03-01T00:00'))],
    [24, 168, 744],
  );
  assert.equal(next({ at: '06:00', days: ['holiday'] }), Infinity, 'a day that never comes');
});

test('instants of one span have one key, and the next span another', () => {
  const clock = at('2026-03-04T09:30');
  const key = (span: Span, when: string): number => spanKey(span, at(when), clock, plain);
  const same = (span: Span, one: string, other: string): boolean => key(span, one) === key(span, other);
  assert.deepEqual(
    [same('stay', '2026-03-04T10:00', '2027-03-04T10:00'), same('piece', '2026-03-04T10:00', '2026-03-05T10:00')],
    [true, true],
  );
  assert.deepEqual(
    [same('day', '2026-03-04T00:00', '2026-03-04T23:59'), same('day', '2026-03-04T23:59', '2026-03-05T00:00')],
    [true, false],
  );
  assert.deepEqual(
    [same('week', '2026-03-02T00:00', '2026-03-08T23:59'), same('week', '2026-03-08T23:59', '2026-03-09T00:00')],
    [true, false],
  );
  assert.deepEqual(
    [same('month', '2026-03-01T00:00', '2026-03-31T23:59'), same('month', '2026-03-31T23:59', '2026-04-01T00:00')],
    [true, false],
  );
  assert.deepEqual(
    [
      same({ minutes: 60 }, '2026-03-04T09:30', '2026-03-04T10:29'),
      same({ minutes: 60 }, '2026-03-04T10:29', '2026-03-04T10:30'),
      key({ minutes: 60 }, '2026-03-04T10:30'),
    ],
    [true, false, 1],
  );
  assert.deepEqual(
    [
      same({ at: '06:00', days: ['workday'] }, '2026-03-06T06:00', '2026-03-09T05:59'),
      same({ at: '06:00', days: ['workday'] }, '2026-03-09T05:59', '2026-03-09T06:00'),
      same({ at: '06:00', days: ['workday'] }, '2026-03-06T05:59', '2026-03-06T06:00'),
    ],
    [true, false, false],
  );
  assert.equal(key({ at: '06:00', days: ['holiday'] }, '2026-03-04T10:00'), 0);
});
