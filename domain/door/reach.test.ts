/** Stretches against a slow oracle that puts every minute to the rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, startOfDay } from '../time/day.ts';
import { decide } from './decide.ts';
import type { Area, Grant } from './decide.ts';
import type { Calendar, DayKind, Plan, Span } from './plan.ts';
import { isAtNight, manners, reachOf, without } from './reach.ts';
import type { Comer, Entrance, Manner, Period, Stretch } from './reach.ts';

const MINUTE = 60_000;
const DAYS = 7;

/** A small generator, so that a failure can be played again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const kinds: readonly DayKind[] = ['holiday', 'workday', 'event'];

function spansOf(random: () => number): Span[] {
  return Array.from({ length: Math.floor(random() * 4) }, () => {
    const from = Math.floor(random() * 1_440);
    return { from, to: from + 1 + Math.floor(random() * (1_440 - from)) };
  });
}

function planOf(random: () => number, monday: string): Plan {
  const bound = (): string | null => (random() < 0.2 ? addDays(monday, Math.floor(random() * DAYS)) : null);
  return {
    week: Array.from({ length: 7 }, () => spansOf(random)),
    days: random() < 0.6 ? { holiday: spansOf(random), workday: spansOf(random), event: spansOf(random) } : null,
    dateFrom: bound(),
    dateTo: bound(),
  };
}

function courseOf(seed: number, zone: string, monday: string) {
  const random = randomFrom(seed);
  const from = startOfDay(monday, zone);
  const until = startOfDay(addDays(monday, DAYS), zone);
  const calendar: Calendar = new Map(
    Array.from({ length: DAYS }, (_, nth) => [addDays(monday, nth), new Set(kinds.filter(() => random() < 0.2))]),
  );
  const plans = [planOf(random, monday), planOf(random, monday)];
  // They lie within minutes, too.
  const instant = (): number => from - 86_400_000 + Math.floor(random() * (DAYS + 2) * 86_400_000);
  const grant = (nth: number): Grant => ({
    id: String(nth),
    from: instant(),
    until: random() < 0.4 ? null : instant(),
    plan: plans[nth % 2]!,
  });
  const comer: Comer =
    random() < 0.15 ? null : Array.from({ length: Math.floor(random() * 4) }, (_, nth) => grant(nth));
  const antiPassback = (['off', 'soft', 'hard', 'timed'] as const)[Math.floor(random() * 4)]!;
  const into: Entrance['into'] =
    random() < 0.3 ? null : { id: 'lab', antiPassback, passMinutes: random() < 0.5 ? 1 : 5, twoPerson: random() < 0.5 };
  const entrance: Entrance = {
    into,
    fromArea: random() < 0.5 ? null : 'hall',
    openPlan: random() < 0.3 ? planOf(random, monday) : null,
    firstCard: random() < 0.3,
  };
  const period: Period = { from, until, zone, calendar };
  return { comer, entrance, period };
}

/** As slow and as plain as can be: the question of one minute, written out anew. */
function lets(
  comer: Comer,
  { into, fromArea, openPlan, firstCard }: Entrance,
  period: Period,
  manner: Manner,
  at: number,
) {
  const area: Area | null = into && { ...into, capacity: null, inside: 0 };
  const door = { mode: 'normal', fire: false, into: area, fromArea, verify: 'any', otherOpen: false } as const;
  const isInside = manner === 'again' && into !== null;
  const { result } = decide({
    at,
    zone: period.zone,
    calendar: period.calendar,
    reader: 'in',
    door: { ...door, tempGate: false, firstCard, openPlan, firstCame: false },
    credential: comer && { state: 'active', duress: false },
    person: comer && {
      id: 'li',
      status: 'active',
      barred: false,
      opener: false,
      grants: comer,
      area: isInside ? into.id : undefined,
      cameIn: isInside ? at - MINUTE : null,
    },
    second: true,
    companion: manner !== 'alone',
    hot: false,
    lease: null,
  });
  return result === 'granted';
}

const isIn = (stretches: readonly Stretch[], at: number): boolean =>
  stretches.some(({ from, until }) => from <= at && at < until);

function holds(seed: number, zone: string, monday: string): number {
  const { comer, entrance, period } = courseOf(seed, zone, monday);
  const manner = manners[seed % manners.length]!;
  const stretches = reachOf(comer, entrance, period, manner);
  for (const [nth, { from, until }] of stretches.entries()) {
    assert.ok(from < until && (nth === 0 || stretches[nth - 1]!.until < from), `course ${seed}: not apart`);
    assert.ok(from >= period.from && until <= period.until, `course ${seed}: outside the time looked at`);
  }
  let admitted = 0;
  for (let at = period.from; at < period.until; at += MINUTE) {
    const expected = lets(comer, entrance, period, manner, at);
    if (expected !== isIn(stretches, at)) assert.fail(`course ${seed}: minute ${new Date(at).toISOString()}`);
    admitted += expected ? 1 : 0;
  }
  return admitted;
}

test('a minute lies in a stretch if and only if the rules let the person in, in 60 random weeks', () => {
  let minutes = 0;
  for (let seed = 1; seed <= 60; seed += 1) minutes += holds(seed, 'Asia/Shanghai', '2026-09-28');
  assert.ok(minutes > 60_000, String(minutes));
});

test('the same where the clock is put forward and back in the week', () => {
  let minutes = 0;
  for (let seed = 61; seed <= 68; seed += 1)
    for (const monday of ['2026-03-23', '2026-10-19']) minutes += holds(seed, 'Europe/Berlin', monday);
  assert.ok(minutes > 10_000, String(minutes));
});

test('what one has and the other has not: minute by minute, in 300 random pairs', () => {
  const random = randomFrom(7);
  const some = (): Stretch[] => {
    const edges = [...new Set(Array.from({ length: 12 }, () => Math.floor(random() * 60)))].toSorted((a, b) => a - b);
    return Array.from({ length: Math.floor(edges.length / 2) }, (_, nth) => ({
      from: edges[2 * nth]!,
      until: edges[2 * nth + 1]!,
    }));
  };
  for (let course = 0; course < 300; course += 1) {
    const [a, b] = [some(), some()];
    const left = without(a, b);
    for (let at = 0; at < 60; at += 1)
      assert.equal(isIn(left, at), isIn(a, at) && !isIn(b, at), `${course}: ${at} of ${JSON.stringify([a, b])}`);
  }
});

test('a night is from ten to six by the wall, and a stretch over it is at night', () => {
  const at = (time: string): number => Date.parse(`2026-12-07T${time}+08:00`);
  const night = (from: string, until: string): boolean =>
    isAtNight([{ from: at(from), until: at(until) }], 'Asia/Shanghai');
  assert.deepEqual(
    [
      night('06:00:00', '22:00:00'),
      night('21:00:00', '22:00:01'),
      night('05:59:59', '06:30:00'),
      night('23:00:00', '23:10:00'),
    ],
    [false, true, true, true],
  );
  assert.ok(isAtNight([{ from: at('08:00:00'), until: at('08:00:00') + 86_400_000 }], 'Asia/Shanghai'));
});
