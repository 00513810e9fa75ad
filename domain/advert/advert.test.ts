import assert from 'node:assert/strict';
import test from 'node:test';
import { minuteOf, startOfDay } from '#domain/time/day.ts';
import { chargeToDate, lotsPart } from './charge.ts';
import { chosen } from './choose.ts';
import { isShownAt, isShownOn } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { hourNo, isKnownBot, whyNot } from './visit.ts';
import type { VisitKind } from './visit.ts';

const random = (() => {
  let state = 20_261_125;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
})();
const below = (n: number): number => Math.floor(random() * n);

test('a thousand views at 20.00, 70 per cent to car parks: 194.62, 136.23 and 58.39', () => {
  const price = { model: 'cpm', priceFen: 2000, budgetFen: null } as const;
  const charge = chargeToDate(price, { views: 9731, clicks: 146, days: 14 });
  assert.deepEqual([charge, lotsPart(charge, 7000), charge - lotsPart(charge, 7000)], [19_462, 13_623, 5839]);
});

test('however views come in parts, the charges of the parts are that of the whole and never above the budget', () => {
  for (let round = 0; round < 200; round += 1) {
    const price = { model: 'cpm', priceFen: below(5000), budgetFen: below(2) === 0 ? null : 1 + below(2000) } as const;
    let [views, charged] = [0, 0];
    for (let part = 0; part < 40; part += 1) {
      views += below(90);
      const due = chargeToDate(price, { views, clicks: 0, days: 0 });
      assert.ok(due >= charged, 'a charge is never taken back');
      charged = due;
    }
    assert.equal(charged, Math.min(Math.floor((views * price.priceFen) / 1000), price.budgetFen ?? Infinity));
  }
});

test('in any order and however often it is reported, a viewer counts at most once an hour, and clicks never exceed views', () => {
  const kinds: readonly VisitKind[] = ['served', 'viewable', 'click', 'close'];
  for (let round = 0; round < 300; round += 1) {
    const counted = new Map<string, Set<VisitKind>>();
    const sums: Record<VisitKind, number> = { served: 0, viewable: 0, click: 0, close: 0 };
    for (let message = 0; message < 60; message += 1) {
      const key = `${below(3)} ${hourNo(below(3) * 3_600_000)}`;
      const known = counted.get(key) ?? new Set<VisitKind>();
      counted.set(key, known);
      const kind = kinds[below(4)]!;
      const why = whyNot({ kind, isBot: below(10) === 0, isFlood: below(10) === 0, counted: known });
      if (why === null) {
        assert.ok(!known.has(kind));
        known.add(kind);
        sums[kind] += 1;
      }
    }
    assert.ok(sums.viewable <= sums.served && sums.click <= sums.viewable && sums.close <= sums.viewable);
  }
});

test('programs that say what they are do not count, and neither do those that say nothing', () => {
  for (const agent of ['', 'Googlebot/2.1', 'curl/8.5.0', 'python-requests/2.32', 'Mozilla/5.0 HeadlessChrome/120'])
    assert.ok(isKnownBot(agent), agent);
  for (const agent of [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
    'Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36',
  ])
    assert.ok(!isKnownBot(agent), agent);
});

const at = (clock: string): number => Date.parse(`${clock}:00+08:00`);
const always = {
  from: at('2026-11-02T00:00'),
  until: at('2026-12-01T00:00'),
  weekdays: [],
  fromMinute: null,
  untilMinute: null,
};

test('an advert is shown from its first instant to just before its last, by the clock of the lot', () => {
  const zone = 'Asia/Shanghai';
  assert.equal(isShownAt(always, always.from - 1, zone), false);
  assert.equal(isShownAt(always, always.from, zone), true);
  assert.equal(isShownAt(always, always.until - 1, zone), true);
  assert.equal(isShownAt(always, always.until, zone), false);
  const morning = { ...always, fromMinute: 7 * 60, untilMinute: 9 * 60 };
  assert.equal(isShownAt(morning, at('2026-11-10T08:59'), zone), true);
  assert.equal(isShownAt(morning, at('2026-11-10T09:00'), zone), false);
  assert.equal(isShownAt(morning, at('2026-11-10T08:59'), 'Asia/Tokyo'), false, 'it is 9:59 there');
});

test('hours past midnight belong to the day they began on', () => {
  const night = { ...always, weekdays: [5], fromMinute: 22 * 60, untilMinute: 2 * 60 };
  const zone = 'Asia/Shanghai';
  assert.equal(isShownAt(night, at('2026-11-13T23:00'), zone), true, 'Friday');
  assert.equal(isShownAt(night, at('2026-11-14T01:59'), zone), true, 'still Friday night');
  assert.equal(isShownAt(night, at('2026-11-14T02:00'), zone), false);
  assert.equal(isShownAt(night, at('2026-11-14T23:00'), zone), false, 'Saturday');
  assert.equal(isShownAt(night, at('2026-11-13T01:00'), zone), false, 'Thursday night');
});

test('at no instant outside its span or hours is an advert shown, in any zone', () => {
  const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];
  for (let round = 0; round < 2000; round += 1) {
    const [fromMinute, untilMinute] = [below(1440), below(1440)];
    if (fromMinute === untilMinute) continue;
    const zone = zones[below(4)]!;
    const moment = always.from - 5 * 86_400_000 + below(40 * 1440) * 60_000;
    const minute = minuteOf(moment, zone);
    const inHours =
      fromMinute < untilMinute
        ? minute >= fromMinute && minute < untilMinute
        : minute >= fromMinute || minute < untilMinute;
    const inSpan = moment >= always.from && moment < always.until;
    assert.equal(isShownAt({ ...always, fromMinute, untilMinute }, moment, zone), inHours && inSpan);
  }
});

test('weights decide how often each is shown, and the same draw chooses the same', () => {
  const from = [
    { name: 'a', weight: 30 },
    { name: 'b', weight: 10 },
  ];
  const shown = Array.from({ length: 4000 }, (_, nth) => chosen(from, nth / 4000)!.name);
  assert.equal(shown.filter((name) => name === 'a').length, 3000);
  assert.equal(chosen([], 0.5), null);
});

test('a day of the calendar is booked just where the advert is shown at some minute of it', () => {
  const zone = 'Asia/Shanghai';
  const first = startOfDay('2026-11-02', zone);
  const MINUTE = 60_000;
  for (let round = 0; round < 60; round += 1) {
    const daily = below(3) > 0;
    const from = first + below(3 * 1440) * MINUTE;
    const schedule: Schedule = {
      from,
      until: from + (1 + below(3 * 1440)) * MINUTE,
      weekdays: below(2) === 0 ? [] : [1 + below(7), 1 + below(7)],
      fromMinute: daily ? below(24) * 60 : null,
      untilMinute: daily ? below(24) * 60 + 30 : null,
    };
    for (const day of [
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
      '2026-11-06',
      '2026-11-07',
    ]) {
      const start = startOfDay(day, zone);
      const minutes = Array.from({ length: 1440 }, (_, minute) => start + minute * MINUTE);
      assert.equal(
        isShownOn(schedule, day, zone),
        minutes.some((minute) => isShownAt(schedule, minute, zone)),
        `${day} ${JSON.stringify(schedule)}`,
      );
    }
  }
});
