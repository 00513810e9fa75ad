/**
 * Who may pass a door: the office's week, a hard area, and ten thousand questions against a slow second reading of the
 * rules.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayOf, weekdayOf } from '../time/day.ts';
import { decide, reasons } from './decide.ts';
import type { Area, PassageRequest, Door, Grant, Passer, Reason } from './decide.ts';
import { always, joined, minuteIn, planAt, spansOn } from './plan.ts';
import type { Calendar, DayKind, Plan, Span } from './plan.ts';

const zone = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text}+08:00`);
const workdays: Span[] = [
  { from: 480, to: 720 },
  { from: 780, to: 1110 },
];
const office: Plan = {
  week: [workdays, workdays, workdays, workdays, workdays, [], []],
  days: { holiday: [], workday: [], event: [] },
  dateFrom: null,
  dateTo: null,
};
const calendar: Calendar = new Map([
  ['2026-10-01', new Set<DayKind>(['holiday'])],
  ['2026-10-10', new Set<DayKind>(['workday'])],
]);
const door: Door = {
  mode: 'normal',
  fire: false,
  into: { id: 'A', antiPassback: 'off', passMinutes: 0, capacity: null, inside: 0, twoPerson: false },
  fromArea: null,
  verify: 'any',
  otherOpen: false,
  tempGate: false,
  firstCard: false,
  openPlan: null,
  firstCame: false,
};
const right: Grant = { id: 'g', from: 0, until: null, plan: office };
const li: Passer = {
  id: 'li',
  status: 'active',
  barred: false,
  opener: false,
  grants: [right],
  area: undefined,
  cameIn: null,
};
const request = (when: string, more: Partial<PassageRequest> = {}): PassageRequest => ({
  at: at(when),
  zone,
  calendar,
  reader: 'in',
  door,
  credential: { state: 'active', duress: false },
  person: li,
  second: false,
  companion: false,
  hot: false,
  lease: null,
  ...more,
});
const outcome = (one: PassageRequest): string => {
  const { result, reason } = decide(one);
  return reason === null ? result : `${result}: ${reason}`;
};

test('an office is open in its spans, half open, closed on holidays, open as on a Monday on days worked instead', () => {
  assert.equal(outcome(request('2026-10-01T09:00:00')), 'refused: holiday');
  assert.equal(outcome(request('2026-10-10T09:00:00')), 'granted');
  assert.deepEqual(
    ['12:00:00', '13:00:00', '18:29:59', '18:30:00'].map((time) => outcome(request(`2026-12-07T${time}`))),
    ['refused: out-of-hours', 'granted', 'granted', 'refused: out-of-hours'],
  );
  assert.equal(outcome(request('2026-12-07T19:10:00', { reader: 'out' })), 'granted', 'leaving is never refused');
});

test('in a hard area nobody comes in a second time without having left', () => {
  const hard: Door = { ...door, into: { ...door.into!, antiPassback: 'hard' } };
  const come = (time: string, area: Passer['area']): string =>
    outcome(request(`2026-12-07T${time}`, { door: hard, person: { ...li, area } }));
  assert.equal(come('09:00:00', undefined), 'granted', 'of whom nobody knows where he is, nobody is kept out');
  assert.equal(come('09:00:40', 'A'), 'refused: passed-back');
  assert.equal(come('13:00:00', null), 'granted');
  const soft = { ...hard, into: { ...hard.into!, antiPassback: 'soft' as const } };
  assert.deepEqual(decide(request('2026-12-07T14:00:00', { door: soft, person: { ...li, area: 'A' } })).odd, [
    'passed-back',
  ]);
  const timed = { ...hard, into: { ...hard.into!, antiPassback: 'timed' as const, passMinutes: 5 } };
  const back = (cameIn: string) =>
    outcome(request('2026-12-07T14:00:00', { door: timed, person: { ...li, cameIn: at(`2026-12-07T${cameIn}`) } }));
  assert.equal(back('13:55:01'), 'refused: passed-back');
  assert.equal(back('13:55:00'), 'granted');
});

test('passing back is a matter of areas: each by its own rule, whichever of its doors, an inner one from the one around it', () => {
  const into = (id: string, antiPassback: Area['antiPassback'], fromArea: string | null = null): Door => ({
    ...door,
    into: { ...door.into!, id, antiPassback, passMinutes: 10 },
    fromArea,
  });
  const come = (to: Door, area: Passer['area'], cameIn: string | null = null): string =>
    outcome(
      request('2026-12-07T14:00:00', {
        door: to,
        person: { ...li, area, cameIn: cameIn === null ? null : at(`2026-12-07T${cameIn}`) },
      }),
    );
  // Two doors of one area are one rule: who came in by the front does not come in by the back.
  assert.deepEqual(
    [come(into('A', 'hard'), 'A'), come({ ...into('A', 'hard'), firstCard: true }, 'A')],
    ['refused: passed-back', 'refused: passed-back'],
  );
  assert.equal(come(into('A', 'off'), 'A'), 'granted', 'an area without a rule has none because another has one');
  // Into the inner one leads the way from the one around it, and from nowhere else.
  assert.deepEqual(
    [null, 'A', 'B'].map((area) => come(into('B', 'hard', 'A'), area)),
    ['refused: passed-back', 'granted', 'refused: passed-back'],
  );
  // For a time only: over to the second, and of no other door's time.
  assert.deepEqual(
    ['13:50:01', '13:50:00', null].map((cameIn) => come(into('A', 'timed'), 'A', cameIn)),
    ['refused: passed-back', 'granted', 'granted'],
  );
  // Nobody is kept in by it.
  assert.equal(
    decide({
      ...request('2026-12-07T14:00:00', { door: into('A', 'hard'), person: { ...li, area: null } }),
      reader: 'out',
    }).result,
    'granted',
  );
});

test('while fire stands nothing is refused, and a locked door opens for those who may open it', () => {
  const fire = { ...door, fire: true, mode: 'locked' as const };
  assert.equal(
    outcome(request('2026-12-07T03:00:00', { door: fire, credential: null, person: null })),
    'granted: fire',
  );
  const locked = { ...door, mode: 'locked' as const };
  assert.equal(outcome(request('2026-12-07T09:00:00', { door: locked })), 'refused: mode-locked');
  assert.equal(outcome(request('2026-12-07T09:00:00', { door: locked, person: { ...li, opener: true } })), 'granted');
});

test('a door with an open plan stands open from its first opener on', () => {
  const first = { ...door, firstCard: true, openPlan: office };
  assert.equal(
    outcome(request('2026-12-07T09:00:00', { door: first, person: null, credential: null })),
    'refused: unknown-credential',
  );
  const came = { ...first, firstCame: true };
  assert.equal(
    outcome(request('2026-12-07T09:00:00', { door: came, person: null, credential: null })),
    'granted: mode-open',
  );
  assert.equal(
    outcome(request('2026-12-07T20:00:00', { door: came, person: null, credential: null })),
    'refused: unknown-credential',
  );
});

test('a device that is cut off lets nobody in once its lease is over', () => {
  assert.equal(outcome(request('2026-12-07T09:00:00', { lease: at('2026-12-07T09:00:01') })), 'granted');
  assert.equal(outcome(request('2026-12-07T09:00:01', { lease: at('2026-12-07T09:00:01') })), 'refused: lease-over');
  assert.equal(outcome(request('2026-12-07T09:00:01', { lease: 0, reader: 'out' })), 'granted');
});

test('a plan knows its bounds, its events, and the end of a day', () => {
  assert.deepEqual(
    [minuteIn('24:00'), minuteIn('24:01'), minuteIn('08:30'), minuteIn('8:30')],
    [1440, null, 510, null],
  );
  const event: Plan = { ...office, days: { ...office.days!, event: [{ from: 0, to: 1440 }] } };
  const both: Calendar = new Map([['2026-10-01', new Set<DayKind>(['holiday', 'event'])]]);
  assert.equal(planAt(event, at('2026-10-01T03:00:00'), zone, both), 'open', 'an event goes before the holiday');
  assert.equal(
    planAt(office, at('2026-10-01T09:00:00'), zone, both),
    'holiday',
    'a plan without event spans keeps the holiday',
  );
  const bounded = { ...always, dateFrom: '2026-12-07', dateTo: '2026-12-07' };
  assert.deepEqual(
    ['2026-12-06T23:59:59', '2026-12-07T00:00:00', '2026-12-07T23:59:59', '2026-12-08T00:00:00'].map((each) =>
      planAt(bounded, at(each), zone, calendar),
    ),
    ['out-of-hours', 'open', 'open', 'out-of-hours'],
  );
  assert.deepEqual(
    joined([
      { from: 60, to: 120 },
      { from: 0, to: 60 },
      { from: 200, to: 300 },
    ]),
    [
      { from: 0, to: 120 },
      { from: 200, to: 300 },
    ],
  );
});

/** Numbers that follow each other without a pattern; the same for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * sides);
  };
}

const some = <T>(roll: (sides: number) => number, of: readonly T[]): T => of[roll(of.length)]!;

function question(roll: (sides: number) => number): PassageRequest {
  const now = at('2026-10-05T00:00:00') + roll(14 * 1440) * 60_000 - 7 * 86_400_000;
  const around = () => now + (roll(5) - 2) * 3_600_000;
  const grants = Array.from({ length: roll(3) }, (_, nth): Grant => {
    const from = around();
    return {
      id: `g${nth}`,
      from,
      until: roll(3) === 0 ? null : from + roll(4) * 3_600_000,
      plan: some(roll, [office, always]),
    };
  });
  const person: Passer = {
    id: 'p',
    status: some(roll, ['active', 'active', 'active', 'suspended', 'left'] as const),
    barred: roll(8) === 0,
    opener: roll(4) === 0,
    grants,
    area: some(roll, [undefined, null, 'A', 'B']),
    cameIn: roll(2) === 0 ? null : now - roll(10) * 60_000,
  };
  return {
    at: now,
    zone,
    calendar,
    reader: some(roll, ['in', 'in', 'in', 'out'] as const),
    door: {
      mode: some(roll, ['normal', 'normal', 'normal', 'open', 'locked'] as const),
      fire: roll(12) === 0,
      into:
        roll(4) === 0
          ? null
          : {
              id: 'A',
              antiPassback: some(roll, ['off', 'soft', 'hard', 'timed'] as const),
              passMinutes: 5,
              capacity: roll(2) === 0 ? null : 3,
              inside: roll(5),
              twoPerson: roll(6) === 0,
            },
      fromArea: some(roll, [null, 'B']),
      verify: some(roll, ['any', 'any', 'cardAndPin'] as const),
      otherOpen: roll(8) === 0,
      tempGate: roll(4) === 0,
      firstCard: roll(2) === 0,
      openPlan: roll(5) === 0 ? office : null,
      firstCame: roll(2) === 0,
    },
    credential:
      roll(9) === 0
        ? null
        : { state: some(roll, ['active', 'active', 'active', 'lost', 'revoked'] as const), duress: roll(9) === 0 },
    person: roll(9) === 0 ? null : person,
    second: roll(2) === 0,
    companion: roll(2) === 0,
    hot: roll(3) === 0,
    lease: roll(3) === 0 ? around() : null,
  };
}

/** The plan read minute by minute and day by day, with nothing but its words. */
function slowlyOpen(plan: Plan, one: PassageRequest): 'open' | 'holiday' | 'closed' {
  const day = dayOf(one.at, zone);
  const minute = Math.floor((one.at - at(`${day}T00:00:00`)) / 60_000);
  const isHoliday = plan.days !== null && day === '2026-10-01';
  const isMonday = plan.days !== null && day === '2026-10-10';
  const spans = isHoliday ? [] : plan.week[isMonday ? 0 : weekdayOf(day) - 1]!;
  for (const span of spans) for (let each = span.from; each < span.to; each += 1) if (each === minute) return 'open';
  return isHoliday ? 'holiday' : 'closed';
}

/** All that speaks against it, each by its line; the lowest line is the answer. */
function slowly(one: PassageRequest): { result: string; line: number; reasons: Set<Reason | null> } {
  const { door: d, person: p, credential: c, reader } = one;
  const answer = (line: number, result: string, ...why: (Reason | null)[]) => ({ line, result, reasons: new Set(why) });
  const against: ReturnType<typeof answer>[] = [];
  if (d.fire) against.push(answer(1, 'granted', 'fire'));
  if (reader === 'out' && p) against.push(answer(2, 'granted', null));
  if (d.mode === 'locked' && !(p && p.opener)) against.push(answer(3, 'refused', 'mode-locked'));
  const planned = d.openPlan && slowlyOpen(d.openPlan, one) === 'open' && (!d.firstCard || d.firstCame);
  if (d.mode === 'open' || planned) against.push(answer(3.5, 'granted', 'mode-open'));
  if (!c || !p) against.push(answer(4, 'refused', 'unknown-credential'));
  if (c && c.state !== 'active') against.push(answer(4.1, 'refused', `${c.state}-credential` as Reason));
  if (p && p.status !== 'active') against.push(answer(4.2, 'refused', p.status));
  if (p?.barred) against.push(answer(4.3, 'refused', 'barred'));
  if (one.lease !== null && one.lease <= one.at) against.push(answer(6, 'refused', 'lease-over'));
  const live = (p?.grants ?? []).filter((g) => g.from <= one.at && (g.until ?? Infinity) > one.at);
  if (!live.some((g) => slowlyOpen(g.plan, one) === 'open')) {
    const why: Reason[] = live.length > 0 ? ['holiday', 'out-of-hours'] : ['not-granted', 'ended', 'not-yet'];
    against.push(answer(6.1, 'refused', ...why));
  }
  if (d.verify !== 'any' && !one.second) against.push(answer(7, 'pending', 'second-factor'));
  if (d.into?.twoPerson && !one.companion) against.push(answer(7.1, 'pending', 'second-person'));
  if (d.otherOpen) against.push(answer(8, 'refused', 'interlock'));
  const full = d.into?.capacity != null && d.into.inside >= d.into.capacity && p?.area !== 'A';
  if (full) against.push(answer(8.1, 'refused', 'area-full'));
  const hard = d.into?.antiPassback === 'hard' && p && p.area !== undefined && p.area !== d.fromArea;
  const timed = d.into?.antiPassback === 'timed' && p && p.cameIn !== null && (one.at - p.cameIn) / 60_000 < 5;
  if (hard || timed) against.push(answer(9, 'refused', 'passed-back'));
  if (d.tempGate && one.hot) against.push(answer(10, 'pending', 'temperature'));
  const first = against.toSorted((a, b) => a.line - b.line)[0] ?? answer(11, 'granted', null);
  return { ...first, line: Math.floor(first.line) };
}

test('ten thousand questions have the answer of a slow second reading of the rules', () => {
  const roll = dice(20_261_207);
  const met = new Set<string>();
  for (let nth = 0; nth < 10_000; nth += 1) {
    const one = question(roll);
    const [fast, slow] = [decide(one), slowly(one)];
    met.add(String(fast.reason));
    assert.deepEqual(
      [fast.result, fast.line, slow.reasons.has(fast.reason)],
      [slow.result, slow.line, true],
      JSON.stringify({ fast, nth }),
    );
    if (one.reader === 'out' && one.person) assert.equal(fast.result, 'granted');
    if (one.door.fire) assert.equal(fast.result, 'granted');
    assert.deepEqual(decide(one), fast, 'the same question has the same answer');
  }
  assert.deepEqual(
    reasons.filter((each) => !met.has(each)),
    [],
    'every reason was met',
  );
});

test('each minute of a year is open by spans exactly where it is open by the plan', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    const { spans } = spansOn(office, day, calendar);
    for (let minute = 0; minute < 1440; minute += 30)
      assert.equal(
        planAt(office, at(`${day}T00:00:00`) + minute * 60_000, zone, calendar) === 'open',
        spans.some(({ from, to }) => from <= minute && minute < to),
      );
  }
});
