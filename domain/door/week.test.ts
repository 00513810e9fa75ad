/** What is drawn of rights against what is decided by them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, startOfDay } from '../time/day.ts';
import { decide } from './decide.ts';
import type { Door, PassageRequest } from './decide.ts';
import { always } from './plan.ts';
import type { Calendar, DayKind, Plan, Span } from './plan.ts';
import { openOn } from './week.ts';
import type { Right } from './week.ts';

const zone = 'Asia/Shanghai';
const MINUTE = 60_000;
const at = (time: string): number => Date.parse(`${time}+08:00`);
const kinds = (...of: DayKind[]): ReadonlySet<DayKind> => new Set(of);
const calendar: Calendar = new Map([
  ['2026-10-01', kinds('holiday')],
  ['2026-10-02', kinds('holiday', 'event')],
  ['2026-10-10', kinds('workday')],
]);
const door: Door = {
  mode: 'normal',
  fire: false,
  into: null,
  fromArea: null,
  verify: 'any',
  otherOpen: false,
  tempGate: false,
  firstCard: false,
  openPlan: null,
  firstCame: false,
};

const requestOf = (rights: readonly Right[], time: number): PassageRequest => ({
  at: time,
  zone,
  calendar,
  reader: 'in',
  door,
  credential: { state: 'active', duress: false },
  person: {
    id: 'li',
    status: 'active',
    barred: false,
    opener: false,
    grants: rights.map((right, nth) => ({ id: String(nth), ...right })),
    area: undefined,
    cameIn: null,
  },
  second: true,
  companion: true,
  hot: false,
  lease: null,
});
const isDrawn = (spans: readonly Span[], minute: number) => spans.some(({ from, to }) => from <= minute && minute < to);

const morning = { from: 480, to: 720 };
const afternoon = { from: 780, to: 1110 };
const office: Plan = {
  week: [...Array.from({ length: 5 }, () => [morning, afternoon]), [], []],
  days: { holiday: [], workday: [], event: [{ from: 600, to: 660 }] },
  dateFrom: null,
  dateTo: null,
};
const nights: Plan = { ...always, week: always.week.map(() => [{ from: 1320, to: 1440 }]), dateTo: '2026-10-08' };

test('a minute is drawn if and only if a passage in it is granted, on every day of two weeks with holidays', () => {
  const rights: Right[] = [
    { from: at('2026-09-29T10:30:00'), until: at('2026-10-09T15:45:00'), plan: office },
    { from: at('2026-10-10T00:00:00'), until: null, plan: office },
    { from: at('2026-01-01T00:00:00'), until: at('2026-10-07T23:00:00'), plan: nights },
  ];
  let drawn = 0;
  for (let day = '2026-09-28'; day <= '2026-10-11'; day = addDays(day, 1)) {
    const spans = openOn(rights, day, zone, calendar);
    for (let minute = 0; minute < 1440; minute += 1) {
      const { result } = decide(requestOf(rights, startOfDay(day, zone) + minute * MINUTE));
      assert.equal(isDrawn(spans, minute), result === 'granted', `${day} minute ${minute}`);
      drawn += isDrawn(spans, minute) ? 1 : 0;
    }
  }
  assert.ok(drawn > 3_000, 'there is something to draw');
});

test('a holiday is closed, an event has its own hours, a day worked instead is a Monday', () => {
  const right: Right = { from: 0, until: null, plan: office };
  assert.deepEqual(openOn([right], '2026-10-01', zone, calendar), []);
  assert.deepEqual(openOn([right], '2026-10-02', zone, calendar), [{ from: 600, to: 660 }]);
  assert.deepEqual(openOn([right], '2026-10-10', zone, calendar), [morning, afternoon]);
});

test('rights that touch or overlap are drawn as one, and a part of a minute as the whole', () => {
  const hours = (from: string, until: string): Right => ({ from: at(from), until: at(until), plan: always });
  const parts = [
    hours('2026-10-05T08:00:00', '2026-10-05T09:00:00'),
    hours('2026-10-05T09:00:00', '2026-10-05T10:00:01'),
    hours('2026-10-05T09:30:00', '2026-10-05T09:40:00'),
  ];
  assert.deepEqual(openOn(parts, '2026-10-05', zone, calendar), [{ from: 480, to: 601 }]);
  const none = hours('2026-10-05T09:00:00', '2026-10-05T09:00:00');
  assert.deepEqual(openOn([none], '2026-10-05', zone, calendar), []);
  assert.deepEqual(openOn([{ from: 0, until: null, plan: always }], '2026-10-05', zone, calendar), [
    { from: 0, to: 1440 },
  ]);
});
