/** The first conflict with a separation rule against a slow oracle that tries every minute. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, startOfDay } from '../time/day.ts';
import type { Grant } from './decide.ts';
import { planAt } from './plan.ts';
import type { Calendar, DayKind, Plan, Span } from './plan.ts';
import type { Period } from './reach.ts';
import { conflictTimes, firstConflict, meetingOf } from './separation.ts';
import type { Separation } from './separation.ts';

const MINUTE = 60_000;
const DAYS = 7;
const kinds: readonly DayKind[] = ['holiday', 'workday', 'event'];

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Short spans, so that two plans often just miss each other. */
const spansOf = (random: () => number): Span[] =>
  Array.from({ length: Math.floor(random() * 3) }, () => {
    const from = Math.floor(random() * 1_320);
    return { from, to: from + 1 + Math.floor(random() * 120) };
  });

const planOf = (random: () => number, monday: string): Plan => ({
  week: Array.from({ length: 7 }, () => spansOf(random)),
  days: random() < 0.5 ? { holiday: spansOf(random), workday: spansOf(random), event: spansOf(random) } : null,
  dateFrom: random() < 0.2 ? addDays(monday, Math.floor(random() * DAYS)) : null,
  dateTo: random() < 0.2 ? addDays(monday, Math.floor(random() * DAYS)) : null,
});

type Course = { period: Period; rights: ReadonlyMap<string, readonly Grant[]>; rule: Separation };

function courseOf(seed: number, zone: string, monday: string): Course {
  const random = randomFrom(seed);
  const from = startOfDay(monday, zone);
  const until = startOfDay(addDays(monday, DAYS), zone);
  const calendar: Calendar = new Map(
    Array.from({ length: DAYS }, (_, nth) => [addDays(monday, nth), new Set(kinds.filter(() => random() < 0.2))]),
  );
  const plans = [planOf(random, monday), planOf(random, monday), planOf(random, monday)];
  const minuteIn = (): number => from + Math.floor(random() * DAYS * 1_440) * MINUTE;
  const doors = ['cash', 'safe', 'server', 'lab'];
  const grant = (nth: number): Grant => {
    const begins = random() < 0.5 ? from - MINUTE : minuteIn();
    return {
      id: String(nth),
      from: begins,
      until: random() < 0.5 ? null : begins + Math.floor(random() * 2_880) * MINUTE,
      plan: plans[nth % 3]!,
    };
  };
  const rights = new Map(
    doors.map((door) => [door, Array.from({ length: Math.floor(random() * 3) }, (_, nth) => grant(nth))]),
  );
  const rule: Separation =
    random() < 0.6
      ? { kind: 'apart', doors: ['cash', 'safe'], others: ['server', 'lab'] }
      : { kind: 'hours', doors: ['cash', 'safe'], hours: planOf(random, monday) };
  return { period: { from, until, zone, calendar }, rights, rule };
}

/** As slow and as plain as can be: minute by minute, which doors are open to him. */
function* tried({ period, rights, rule }: Course, since = period.from) {
  const { zone, calendar } = period;
  for (let at = since; at < period.until; at += MINUTE) {
    const open = (door: string): boolean =>
      rights
        .get(door)!
        .some(
          ({ from, until, plan }) =>
            from <= at && (until === null || at < until) && planAt(plan, at, zone, calendar) === 'open',
        );
    const doors = new Set(rule.doors.filter(open));
    const others = new Set(rule.kind === 'apart' ? rule.others.filter(open) : []);
    const isOther = rule.kind === 'apart' ? others.size > 0 : planAt(rule.hours, at, zone, calendar) === 'open';
    if (doors.size > 0 && isOther) yield { at, doors, others };
  }
}

function holds(seed: number, zone: string, monday: string): boolean {
  const course = courseOf(seed, zone, monday);
  const expected = tried(course).next().value ?? null;
  const found = firstConflict(course.rule, (door) => course.rights.get(door)!, meetingOf(course.period));
  assert.equal(found?.from, expected?.at, `course ${seed}: first minute`);
  if (!found || !expected) return false;
  assert.ok(expected.doors.has(found.door), `course ${seed}: ${found.door} is shut then`);
  if (course.rule.kind === 'apart')
    assert.ok(expected.others.has(found.other!), `course ${seed}: ${found.other} is shut`);
  else assert.equal(found.other, null);
  return true;
}

test('the first minute in which both are open is that of trying every minute, in 120 random weeks', () => {
  let broken = 0;
  for (let seed = 1; seed <= 120; seed += 1) if (holds(seed, 'Asia/Shanghai', '2026-09-28')) broken += 1;
  assert.ok(broken > 24 && broken < 104, `${broken} of 120 broken: the courses are one-sided`);
});

test('the same where the clock is put forward and back in the week', () => {
  let broken = 0;
  for (let seed = 301; seed <= 315; seed += 1)
    for (const monday of ['2026-03-23', '2026-10-19']) if (holds(seed, 'Europe/Berlin', monday)) broken += 1;
  assert.ok(broken > 5, String(broken));
});

test('all times at which it is broken, and the first from an instant on, are those of trying every minute', () => {
  let later = 0;
  for (let seed = 401; seed <= 430; seed += 1) {
    const course = courseOf(seed, 'Asia/Shanghai', '2026-09-28');
    const since = course.period.from + (seed % 7) * 1_440 * MINUTE + 613 * MINUTE;
    const rightsAt = (door: string) => course.rights.get(door)!;
    const meeting = meetingOf(course.period);
    const minutes = [...tried(course, since)].map(({ at }) => at);
    const times = conflictTimes(course.rule, rightsAt, meeting, since);
    assert.deepEqual(
      times.flatMap(({ from, until }) =>
        Array.from({ length: (until - from) / MINUTE }, (_, nth) => from + nth * MINUTE),
      ),
      minutes,
      `course ${seed}`,
    );
    assert.ok(
      times.every(({ from }, nth) => nth === 0 || from > times[nth - 1]!.until),
      'sorted and apart',
    );
    assert.equal(firstConflict(course.rule, rightsAt, meeting, since)?.from, minutes[0], `course ${seed}`);
    if (minutes.length > 0) later += 1;
  }
  assert.ok(later > 3, String(later));
});

test('one who leaves the one door’s hours when the other’s begin breaks nothing; a minute more and he does', () => {
  const day = (from: number, to: number): Plan => ({
    week: Array.from({ length: 7 }, () => [{ from, to }]),
    days: null,
    dateFrom: null,
    dateTo: null,
  });
  const from = startOfDay('2026-12-07', 'Asia/Shanghai');
  const period: Period = { from, until: from + 366 * 86_400_000, zone: 'Asia/Shanghai', calendar: new Map() };
  const at = (to: number) => {
    const held = new Map([
      ['cash', [{ id: '1', from, until: null, plan: day(480, to) }]],
      ['server', [{ id: '2', from, until: null, plan: day(720, 1_080) }]],
    ]);
    const rule: Separation = { kind: 'apart', doors: ['cash'], others: ['server'] };
    return firstConflict(rule, (door) => held.get(door) ?? [], meetingOf(period));
  };
  assert.equal(at(720), null);
  const [noon, found] = [from + 720 * MINUTE, at(721)];
  assert.deepEqual(found, { from: noon, until: noon + MINUTE, door: 'cash', other: 'server' });
});
