import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import {
  addDays,
  addMonths,
  dateOf,
  dayOf,
  daysBetween,
  daysInMonth,
  hourOf,
  hoursInDay,
  isDay,
  minuteOf,
  nextDayStart,
  startOfDay,
  weekdayOf,
} from './day.ts';
import { formatInstant, formatIso, parseWallTime } from './format.ts';
import { DAY, HOUR, MINUTE, SECOND, instantAt, isZone, offsetAt, wallAt } from './zone.ts';

const ZONES = [
  'Asia/Shanghai',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
  'Asia/Tokyo',
];
const zones = fc.constantFrom(...ZONES);
const instants = fc.integer({ min: Date.UTC(1985, 0, 1), max: Date.UTC(2037, 0, 1) });
const days = fc.integer({ min: -5000, max: 25_000 }).map((number) => addDays('1970-01-01', number));

/** The same query to Intl directly, with none of the caches. */
function askIntl(instant: number, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(instant);
}

test('the wall time of an instant is what Intl says, in every zone', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      assert.equal(formatInstant(instant, zone), askIntl(instant, zone));
      assert.equal(dayOf(instant, zone), askIntl(instant, zone).slice(0, 10));
      assert.equal(hourOf(instant, zone), Number(askIntl(instant, zone).slice(11, 13)));
    }),
    { numRuns: 400 },
  );
});

test('wall times within a day of every clock change agree with Intl', () => {
  for (const [zone, change] of [
    ['Europe/Berlin', '2024-03-31T01:00Z'],
    ['Europe/Berlin', '2024-10-27T01:00Z'],
    ['Australia/Lord_Howe', '2024-04-06T15:00Z'],
    ['Australia/Lord_Howe', '2024-10-05T15:30Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['Asia/Shanghai', '1991-09-14T17:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00Z'],
  ] as const) {
    const at = Date.parse(change);
    for (let step = -90 * MINUTE; step <= 90 * MINUTE; step += 7 * MINUTE + SECOND) {
      assert.equal(formatInstant(at + step, zone), askIntl(at + step, zone), `${zone} ${change} ${step}`);
    }
  }
});

test('a wall time read back gives an instant that shows that wall time, unless the clock skipped it', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const wall = wallAt(instant, zone);
      assert.equal(wallAt(instantAt(wall, zone), zone), wall);
      assert.equal(wallAt(instantAt(wall, zone, 'later'), zone), wall);
      assert.ok(instantAt(wall, zone) <= instant && instant <= instantAt(wall, zone, 'later'));
      const second = Math.floor(instant / SECOND) * SECOND;
      const back = parseWallTime(formatInstant(second, zone), zone)!;
      assert.equal(formatInstant(back, zone), formatInstant(second, zone));
      assert.equal(Date.parse(formatIso(second, zone)), second);
    }),
  );
});

test('02:30 of a spring change is read as 03:30; 02:30 of an autumn change means its first time', () => {
  assert.equal(parseWallTime('2024-03-31 02:30:00', 'Europe/Berlin'), Date.parse('2024-03-31T01:30Z'));
  assert.equal(parseWallTime('2024-10-27 02:30:00', 'Europe/Berlin'), Date.parse('2024-10-27T00:30Z'));
  const wall = Date.parse('2024-10-27T02:30Z');
  assert.equal(instantAt(wall, 'Europe/Berlin', 'later'), Date.parse('2024-10-27T01:30Z'));
  assert.equal(formatIso(Date.parse('2024-10-27T01:30Z'), 'Europe/Berlin'), '2024-10-27T02:30:00+01:00');
});

test('a day starts at wall midnight, or at the change where midnight is skipped', () => {
  assert.equal(startOfDay('2024-06-12', 'Asia/Shanghai'), Date.parse('2024-06-12T00:00+08:00'));
  assert.equal(startOfDay('2018-11-04', 'America/Sao_Paulo'), Date.parse('2018-11-04T03:00Z'));
  assert.equal(startOfDay('2011-12-30', 'Pacific/Apia'), startOfDay('2011-12-31', 'Pacific/Apia'));
  assert.equal(startOfDay('2024-11-03', 'America/Havana'), Date.parse('2024-11-03T04:00Z'));
  assert.deepEqual([hoursInDay('2024-03-31', 'Europe/Berlin'), hoursInDay('2024-10-27', 'Europe/Berlin')], [23, 25]);
  assert.equal(hoursInDay('2024-06-12', 'Asia/Shanghai'), 24);
});

test('the start of a day is its first instant', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const day = dayOf(instant, zone);
      const start = startOfDay(day, zone);
      assert.ok(start <= instant);
      assert.equal(dayOf(start, zone), day);
      assert.ok(dayOf(start - 1, zone) < day);
      const next = nextDayStart(instant, zone);
      assert.ok(next > instant && dayOf(next, zone) > day && dayOf(next - 1, zone) === day);
    }),
    { numRuns: 500 },
  );
});

test('the next day starts at its first instant also on the days the clocks change', () => {
  const changes: [string, string][] = [
    ['Europe/Berlin', '2024-03-31T01:00Z'],
    ['Europe/Berlin', '2024-10-27T01:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['America/Sao_Paulo', '2018-02-18T02:00Z'],
    ['America/Havana', '2024-11-03T05:00Z'],
    ['Australia/Lord_Howe', '2024-04-06T15:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00Z'],
    ['Asia/Shanghai', '1991-04-13T18:00Z'],
  ];
  for (const [zone, change] of changes) {
    for (let hours = -30; hours <= 30; hours++) {
      const at = Date.parse(change) + hours * HOUR + 17 * MINUTE;
      const next = nextDayStart(at, zone);
      assert.ok(next > at && dayOf(next, zone) > dayOf(at, zone), `${zone} ${change} ${hours}`);
      assert.equal(dayOf(next - 1, zone), dayOf(at, zone), `${zone} ${change} ${hours}`);
    }
  }
});

test('31 January plus a month is the last of February, leap years known', () => {
  assert.equal(addMonths('2023-01-31', 1), '2023-02-28');
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2024-02-29', 12), '2025-02-28');
  assert.equal(addMonths('2024-03-31', -1), '2024-02-29');
  assert.equal(addMonths('2024-12-15', 1), '2025-01-15');
  assert.equal(addMonths('2023-02-28', 1, 31), '2023-03-31');
  assert.throws(() => addMonths('2023-02-29', 1), RangeError);
});

test('n single months anchored on the first day equal one step of n months', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 48 }), (day, count) => {
      let step = day;
      for (let i = 0; i < count; i++) step = addMonths(step, 1, dateOf(day));
      assert.equal(step, addMonths(day, count));
    }),
  );
});

test('days add up, have a weekday, and only real days are days', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
      assert.equal(daysBetween(day, addDays(day, count)), count);
      assert.equal(weekdayOf(addDays(day, 7)), weekdayOf(day));
      assert.equal(weekdayOf(day), new Date(`${day}T00:00Z`).getUTCDay() || 7);
      assert.ok(isDay(day));
    }),
  );
  assert.deepEqual(['2023-02-29', '2024-13-01', '2024-1-01', '2024-00-10', ''].map(isDay), [
    false,
    false,
    false,
    false,
    false,
  ]);
  assert.equal(isDay('2024-02-29'), true);
  assert.equal(daysInMonth(2100, 2), 28);
  assert.throws(() => addDays('2024-02-30', 1), RangeError);
  assert.throws(() => addDays('9999-12-31', 1), RangeError);
});

test('wall times that no clock shows are null', () => {
  for (const bad of [
    '',
    '2024-02-30 00:00:00',
    '2024-01-01 24:00:00',
    '2024-01-01 10:60:00',
    '2024-01-01',
    '2024/01/01 10:00:00',
    '2024-01-01 10:00:00Z',
    'x2024-01-01 10:00:00',
  ]) {
    assert.equal(parseWallTime(bad, 'Asia/Shanghai'), null, bad);
  }
  assert.equal(parseWallTime('2024-06-12 09:00', 'Asia/Shanghai'), Date.parse('2024-06-12T09:00+08:00'));
  assert.equal(minuteOf(Date.parse('2024-06-12T09:05:59+08:00'), 'Asia/Shanghai'), 545);
});

test('an unknown zone is refused', () => {
  assert.equal(isZone('Asia/Shanghai'), true);
  assert.equal(isZone('Asia/Nowhere'), false);
  assert.throws(() => offsetAt(0, 'Asia/Nowhere'), RangeError);
  assert.equal(offsetAt(Date.UTC(1988, 6, 1), 'Asia/Shanghai'), 9 * HOUR);
  assert.equal(DAY, 24 * HOUR);
});
