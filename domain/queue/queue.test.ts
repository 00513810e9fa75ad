import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { figuresOf, serviceLevel } from './figures.ts';
import { grantState, monthsLater, monthsUntil, overlaps, renewalFen } from './grant.ts';
import type { SeatGroup } from './groups.ts';
import { outline, SlowDesk } from './oracle.fixture.ts';
import { isOpen, OVER_MS, step } from './queue.ts';
import type { Desk, DeskEvent, Seat, Step } from './queue.ts';

const S = 1_000;
const T = Date.UTC(2026, 10, 25, 10, 2);
const seatIds = ['s1', 's2', 's3'];
const offline = (id: string, groups: readonly string[] = []): Seat => ({
  id,
  state: 'offline',
  since: 0,
  call: null,
  misses: 0,
  lots: null,
  groups,
  heardAt: 0,
});
type Members = Record<string, readonly string[]>;
const opened = (
  granted: Record<string, number>,
  seats: readonly string[] = seatIds,
  groups: readonly SeatGroup[] = [],
  members: Members = {},
): Desk => ({
  seats: new Map(seats.map((id) => [id, offline(id, members[id])])),
  calls: new Map(),
  granted: new Map(Object.entries(granted)),
  groups: new Map(groups.map((group) => [group.id, group])),
  watchedFrom: 0,
});

/** Goes through what happened, each at its second, and answers the last step. */
function play(desk: Desk, happened: readonly (readonly [second: number, event: DeskEvent])[]): Step {
  let last: Step = { desk, facts: [], refused: null };
  for (const [second, event] of happened) last = step(last.desk, event, T + second * S);
  return last;
}
const ready = (seat: string, lots: string[] | null = null): DeskEvent => ({
  kind: 'presence',
  seat,
  to: 'ready',
  lots,
});
const heartbeat = (seat: string): DeskEvent => ({ kind: 'heartbeat', seat, lots: null });
const press = (id: string, second: number, more: { lot?: string; lane?: string; exit?: boolean } = {}): DeskEvent => ({
  kind: 'press',
  call: { id, lot: 'p1', lane: `lane ${id}`, exit: false, ...more },
  at: T + second * S,
});
const kindsOf = ({ facts }: Step) => facts.map(({ kind }) => kind);
const stateOf = ({ desk }: Step, call: string) => desk.calls.get(call)?.state;

test('pressed at :10, missed by the first seat at :20, answered by the second at :26: waited 16 s, talked 54 s', () => {
  const { desk } = play(opened({ p1: 2 }), [
    [0, ready('s1')],
    [1, ready('s2')],
    [10, press('c', 10)],
    [20, { kind: 'tick' }],
    [26, { kind: 'accept', seat: 's2', call: 'c' }],
    [50, heartbeat('s2')],
    [80, { kind: 'end', seat: 's2', call: 'c' }],
    [90, { kind: 'note', seat: 's2', call: 'c' }],
  ]);
  const call = desk.calls.get('c')!;
  assert.equal(call.state, 'closed');
  assert.deepEqual(figuresOf(call), { waitS: 16, talkS: 54, counted: true, inTime: true });
  assert.equal(desk.seats.get('s2')!.state, 'ready');
});

test('nobody ready anywhere, or no grant, goes to the fallback immediately', () => {
  assert.equal(stateOf(play(opened({ p1: 2 }), [[0, press('c', 0)]]), 'c'), 'fallback');
  const ungranted = play(opened({ p2: 2 }), [
    [0, ready('s1')],
    [1, press('c', 1)],
  ]);
  assert.equal(stateOf(ungranted, 'c'), 'fallback');
});

test('all seats talk: a caller waits a minute, then the fallback rings; pressing again joins', () => {
  const busy: (readonly [number, DeskEvent])[] = [
    [0, ready('s1')],
    [1, press('a', 1)],
    [2, { kind: 'accept', seat: 's1', call: 'a' }],
    [3, press('b', 3)],
    [20, heartbeat('s1')],
    [21, press('b2', 21, { lane: 'lane b' })],
    [45, heartbeat('s1')],
  ];
  const waiting = play(opened({ p1: 2 }, ['s1']), busy);
  assert.equal(stateOf(waiting, 'b'), 'queued');
  assert.equal(stateOf(waiting, 'b2'), undefined);
  assert.equal(stateOf(play(waiting.desk, [[63, { kind: 'tick' }]]), 'b'), 'fallback');
});

test('an exit is taken before an entry that has waited up to thirty seconds longer', () => {
  const { desk } = play(opened({ p1: 1 }, ['s1']), [
    [0, ready('s1')],
    [1, press('first', 1)],
    [2, { kind: 'accept', seat: 's1', call: 'first' }],
    [5, press('entry', 5)],
    [20, press('exit', 20, { exit: true })],
    [25, { kind: 'end', seat: 's1', call: 'first' }],
    [26, { kind: 'note', seat: 's1', call: 'first' }],
  ]);
  assert.equal(desk.seats.get('s1')!.call, 'exit');
});

test('two missed rings are a break; a seat that falls silent in a talk gives its caller to another', () => {
  const twice = play(opened({ p1: 1 }, ['s1']), [
    [0, ready('s1')],
    [1, press('c', 1)],
    [11, heartbeat('s1')],
    [21, heartbeat('s1')],
  ]);
  assert.equal(twice.desk.seats.get('s1')!.state, 'break');
  assert.equal(stateOf(twice, 'c'), 'fallback');
  const lost = play(opened({ p1: 2 }, ['s1', 's2']), [
    [0, ready('s1')],
    [1, press('c', 1)],
    [2, { kind: 'accept', seat: 's1', call: 'c' }],
    [20, ready('s2')],
    [40, heartbeat('s2')],
  ]);
  assert.deepEqual(
    lost.facts.map(({ kind }) => kind),
    ['lost', 'rung'],
  );
  assert.equal(lost.desk.seats.get('s2')!.call, 'c');
});

test('a talk outlives a server that stopped in it: a seat has thirty seconds from the restart to be there again', () => {
  const talk = play(opened({ p1: 1 }, ['s1']), [
    [0, ready('s1')],
    [1, press('c', 1)],
    [2, { kind: 'accept', seat: 's1', call: 'c' }],
  ]).desk;
  const restarted = { ...talk, watchedFrom: T + 300 * S };
  const back = play(restarted, [
    [301, { kind: 'tick' }],
    [330, heartbeat('s1')],
    [340, { kind: 'end', seat: 's1', call: 'c' }],
  ]);
  assert.equal(back.refused, null);
  assert.equal(stateOf(back, 'c'), 'wrapup');
  const never = play(restarted, [
    [330, { kind: 'tick' }],
    [331, { kind: 'tick' }],
  ]);
  assert.deepEqual(kindsOf(never), ['lost', 'fallback']);
  assert.equal(never.desk.seats.get('s1')!.state, 'offline');
});

test('a call is handed over to a ready seat of that car park, and to nobody where there is none', () => {
  const talk: (readonly [number, DeskEvent])[] = [
    [0, ready('s1')],
    [1, press('c', 1)],
    [2, { kind: 'accept', seat: 's1', call: 'c' }],
    [3, ready('s2', ['p2'])],
  ];
  const give: DeskEvent = { kind: 'handOver', seat: 's1', call: 'c', to: null };
  const alone = play(opened({ p1: 1, p2: 1 }), [...talk, [4, give]]);
  assert.equal(alone.refused, 'nobody-else');
  assert.equal(stateOf(alone, 'c'), 'talking');
  const given = play(opened({ p1: 1, p2: 1 }), [...talk, [4, ready('s3')], [5, give]]);
  assert.equal(given.desk.seats.get('s3')!.state, 'ringing');
  assert.equal(given.desk.seats.get('s1')!.state, 'ready');
});

const group = (id: string, lots: readonly string[], overflowTo: string | null, seconds = 20): SeatGroup => ({
  id,
  lots,
  overflowTo,
  overflowMs: seconds * S,
});
/** The car park's own group with two seats, and the head office's with one. */
const inGroups = (seats: readonly string[] = seatIds): Desk =>
  opened({ p1: 3 }, seats, [group('own', ['p1'], 'head'), group('head', [], null)], {
    s1: ['own'],
    s2: ['own'],
    s3: ['head'],
  });

test('a call rings in the group of its car park first, and in the next one once nobody took it for twenty seconds', () => {
  const begun: (readonly [number, DeskEvent])[] = [
    [0, ready('s3')],
    [1, ready('s1')],
    [2, press('c', 2)],
  ];
  const own = play(inGroups(), begun);
  assert.equal(own.desk.seats.get('s1')!.call, 'c');
  const missed = play(own.desk, [
    [11, heartbeat('s3')],
    [12, heartbeat('s1')],
  ]);
  assert.equal(missed.desk.seats.get('s1')!.call, 'c', 'nobody else of its group is ready: it rings there again');
  const next = play(missed.desk, [[22, heartbeat('s3')]]);
  assert.deepEqual(kindsOf(next), ['missed', 'overflowed', 'rung']);
  assert.equal(next.facts[1]!.group, 'head');
  assert.equal(next.desk.seats.get('s3')!.call, 'c');
  assert.deepEqual(next.desk.calls.get('c')!.reached, ['own', 'head']);
  assert.equal(next.desk.calls.get('c')!.overflowed, true);
});

test('a call goes on at once where nobody of its group is on duty, and to the booth where nobody of the next is either', () => {
  const away = play(inGroups(), [
    [0, ready('s3')],
    [1, press('c', 1)],
  ]);
  assert.deepEqual(kindsOf(away), ['queued', 'overflowed', 'rung']);
  assert.equal(away.desk.seats.get('s3')!.call, 'c');
  const none = play(inGroups(), [[1, press('c', 1)]]);
  assert.equal(stateOf(none, 'c'), 'fallback');
});

test('a seat takes no call that has not come to its group, save one that is handed over to it', () => {
  const talk = play(inGroups(), [
    [0, ready('s3')],
    [1, ready('s1')],
    [2, press('a', 2)],
    [3, { kind: 'accept', seat: 's1', call: 'a' }],
    [4, press('b', 4)],
    [5, { kind: 'accept', seat: 's3', call: 'b' }],
  ]);
  assert.equal(talk.refused, 'not-yours');
  assert.equal(stateOf(talk, 'b'), 'queued');
  const given = play(talk.desk, [[6, { kind: 'handOver', seat: 's1', call: 'a', to: 's3' }]]);
  assert.equal(given.desk.seats.get('s3')!.call, 'a');
});

test('groups that lead to each other are gone through once', () => {
  const round = opened({ p1: 1 }, ['s1'], [group('x', ['p1'], 'y', 5), group('y', [], 'x', 5)], { s1: ['x'] });
  const { desk } = play(round, [
    [0, ready('s1')],
    [1, press('c', 1)],
    [20, { kind: 'accept', seat: 's1', call: 'c' }],
    [25, press('d', 25)],
    [29, heartbeat('s1')],
    [50, heartbeat('s1')],
  ]);
  assert.deepEqual(desk.calls.get('d')!.reached, ['x', 'y']);
});

test('what is reported hours late is over and rings nobody', () => {
  const late = play(opened({ p1: 1 }), [
    [0, ready('s1')],
    [1, press('c', -3 * 3_600)],
  ]);
  assert.equal(stateOf(late, 'c'), 'abandoned');
  assert.equal(late.desk.seats.get('s1')!.state, 'ready');
});

test('of 50 calls 41 in time, 5 later, 3 who left and 1 who left at once are 83.67 per cent', () => {
  const answered = (waitS: number) =>
    figuresOf({ state: 'closed', queuedAt: T, answeredAt: T + waitS * S, endedAt: T + (waitS + 60) * S });
  const left = (waitS: number) =>
    figuresOf({ state: 'abandoned', queuedAt: T, answeredAt: null, endedAt: T + waitS * S });
  const all = [
    ...Array.from({ length: 41 }, () => answered(12)),
    ...Array.from({ length: 5 }, () => answered(31)),
    ...Array.from({ length: 3 }, () => left(40)),
    left(4),
  ];
  assert.equal(all.length, 50);
  assert.equal(serviceLevel(all), 8_367);
  assert.equal(serviceLevel([left(4)]), null);
});

test('three seats for two months at 300.00 are 1,800.00, and an end on 31 December moves to 28 February', () => {
  const zone = 'Asia/Shanghai';
  const end = Date.parse('2026-12-31T00:00:00+08:00');
  assert.equal(renewalFen(3, 2, 30_000), 180_000);
  assert.equal(new Date(monthsLater(end, 2, zone)).toISOString(), '2027-02-27T16:00:00.000Z');
  assert.equal(monthsUntil(end, '2027-02-28', zone, 36), 2);
  assert.equal(monthsUntil(end, '2027-02-20', zone, 36), null);
  assert.equal(grantState({ from: end, until: end + 90 * 86_400_000 }, end - 1), 'future');
  assert.equal(grantState({ from: 0, until: end }, end - 86_400_000), 'ending');
  assert.equal(overlaps({ from: 0, until: 5 }, { from: 5, until: 9 }), false);
});

const aSeat = fc.constantFrom(...seatIds);
const aLane = fc.nat(4);
const lots = fc.constantFrom<string[] | null>(null, ['p0'], ['p1'], ['p0', 'p1', 'p2']);
/** An action names a call by its place among all there were. */
const actions = fc.array(
  fc.record({
    after: fc.constantFrom(0, 1_000, 3_000, 9_999, 10_000, 12_000, 29_000, 31_000, 61_000, 200_000),
    what: fc.constantFrom(
      'press',
      'press',
      'press',
      'gone',
      'ready',
      'ready',
      'break',
      'heartbeat',
      'accept',
      'accept',
      'handOver',
      'end',
      'note',
      'tick',
    ),
    seat: aSeat,
    to: fc.option(aSeat),
    lane: aLane,
    nth: fc.nat(30),
    late: fc.constantFrom(0, 0, 0, 70_000, 190_000),
    lots,
  }),
  { maxLength: 60 },
);
type Action = (typeof actions extends fc.Arbitrary<infer D extends readonly unknown[]> ? D : never)[number];

/** Mostly what the seat has just to do with, so that histories come to talks and not to refusals alone. */
function eventOf(action: Action, desk: Desk, made: number, now: number): DeskEvent {
  const own = desk.seats.get(action.seat)!.call;
  const call = own !== null && action.nth % 3 !== 0 ? own : `c${String(action.nth).padStart(3, '0')}`;
  const { seat } = action;
  switch (action.what) {
    case 'press':
      return {
        kind: 'press',
        call: {
          id: `c${String(made).padStart(3, '0')}`,
          lot: `p${action.lane % 3}`,
          lane: `l${action.lane}`,
          exit: action.lane % 2 === 1,
        },
        at: now - action.late,
      };
    case 'gone':
      return { kind: 'gone', lane: `l${action.lane}` };
    case 'ready':
    case 'break':
      return { kind: 'presence', seat, to: action.what, lots: action.lots };
    case 'heartbeat':
      return { kind: 'heartbeat', seat, lots: desk.seats.get(seat)!.lots };
    case 'accept':
      return { kind: 'accept', seat, call };
    case 'handOver':
      return { kind: 'handOver', seat, call, to: action.to };
    case 'end':
      return { kind: 'end', seat, call };
    case 'note':
      return { kind: 'note', seat, call };
    default:
      return { kind: 'tick' };
  }
}

const grants = fc.record({ p0: fc.nat(2), p1: fc.nat(3) });
const groupIds = ['g0', 'g1', 'g2'];
/** Up to three groups in any order, rings of them too; a car park is in one at most. */
const groupings = fc.record({
  groups: fc
    .uniqueArray(
      fc.record({
        id: fc.constantFrom(...groupIds),
        lots: fc.subarray(['p0', 'p1']),
        overflowTo: fc.option(fc.constantFrom(...groupIds)),
        overflowMs: fc.constantFrom(5_000, 10_000, 20_000, 45_000),
      }),
      { selector: ({ id }) => id, maxLength: 3 },
    )
    .map((all) =>
      all.map((each, nth) => ({
        ...each,
        lots: each.lots.filter((lot) => !all.slice(0, nth).some(({ lots: taken }) => taken.includes(lot))),
      })),
    ),
  members: fc.record({
    s1: fc.subarray(groupIds),
    s2: fc.subarray(groupIds),
    s3: fc.subarray(groupIds),
  }),
});
type Grouping = { readonly groups: readonly SeatGroup[]; readonly members: Members };
const ungrouped: Grouping = { groups: [], members: {} };
const ofGroups = fc.oneof(fc.constant(ungrouped), groupings, groupings);

/** A history of a desk, step by step. */
function history(
  granted: Record<string, number>,
  steps: readonly Action[],
  look: (desk: Step, event: DeskEvent, now: number) => void,
  { groups, members }: Grouping = ungrouped,
  watchedFrom = 0,
): void {
  let desk: Desk = { ...opened(granted, seatIds, groups, members), watchedFrom };
  let now = T;
  let made = 0;
  for (const action of steps) {
    now += action.after;
    const event = eventOf(action, desk, made, now);
    if (event.kind === 'press') made += 1;
    const next = step(desk, event, now);
    look(next, event, now);
    desk = next.desk;
  }
}

test('any history comes to what a slow desk comes to that goes through plain lists', () =>
  fc.assert(
    fc.property(grants, actions, ofGroups, fc.constantFrom(0, T + 40_000), (granted, steps, grouping, watchedFrom) => {
      const { groups, members }: Grouping = grouping;
      const slow = new SlowDesk(
        seatIds.map((id) => [id, members[id] ?? []] as const),
        granted,
        groups,
        watchedFrom,
      );
      history(
        granted,
        steps,
        ({ desk }, event, now) => {
          slow.happen(event, now);
          assert.deepEqual(outline(desk), outline(slow));
        },
        grouping,
        watchedFrom,
      );
    }),
    { numRuns: 1_000 },
  ));

test('a call comes to another group in its time alone, or while nobody it came to is on duty, and to none twice', () =>
  fc.assert(
    fc.property(grants, actions, groupings, (granted, steps, grouping) => {
      const isAt = (groups: readonly string[]) => (seat: Seat) => seat.groups.some((each) => groups.includes(each));
      history(
        granted,
        steps,
        ({ desk, facts }, _, now) => {
          for (const { reached, reachedAt, waitingFrom, state } of desk.calls.values()) {
            assert.equal(new Set(reached).size, reached.length);
            if (state !== 'queued') continue;
            assert.ok(reachedAt >= waitingFrom && reachedAt <= now);
          }
          for (const { kind, call, group: to } of facts) {
            if (kind !== 'overflowed') continue;
            const { reached, lot } = desk.calls.get(call)!;
            const earlier = reached.slice(0, reached.indexOf(to!));
            const wait = desk.groups.get(earlier.at(-1)!)!.overflowMs;
            const someone = [...desk.seats.values()].some(
              (seat) =>
                isAt(earlier)(seat) &&
                seat.state !== 'offline' &&
                seat.state !== 'break' &&
                (seat.lots === null || seat.lots.includes(lot)),
            );
            assert.ok(!someone || now - desk.calls.get(call)!.waitingFrom >= wait);
          }
          const handed = new Set(facts.filter(({ kind }) => kind === 'handedOver').map(({ call }) => call));
          for (const { kind, call, seat } of facts) {
            const { reached } = desk.calls.get(call)!;
            if (kind === 'rung' && reached.length > 0 && !handed.has(call))
              assert.ok(isAt(reached)(desk.seats.get(seat!)!));
          }
        },
        grouping,
      );
    }),
    { numRuns: 500 },
  ));

test('a seat has one call, a car park no more talks than its grant, a lane one open call', () =>
  fc.assert(
    fc.property(grants, actions, ofGroups, (granted, steps, grouping) => {
      const look = ({ desk }: Step): void => {
        const busy = [...desk.seats.values()].filter(({ state }) => state === 'ringing' || state === 'talking');
        const taken = busy.map(({ call }) => call);
        assert.equal(new Set(taken).size, taken.length);
        for (const lot of ['p0', 'p1', 'p2'])
          assert.ok(
            busy.filter(({ call }) => desk.calls.get(call!)!.lot === lot).length <=
              (granted[lot as keyof typeof granted] ?? 0),
          );
        const lanes = [...desk.calls.values()].filter(isOpen).map(({ lane }) => lane);
        assert.equal(new Set(lanes).size, lanes.length);
        for (const call of desk.calls.values())
          if (call.state === 'talking') assert.equal(desk.seats.get(call.seat!)!.call, call.id);
      };
      history(granted, steps, look, grouping);
    }),
    { numRuns: 500 },
  ));

test('every call is answered, abandoned or passed to the fallback, none of them twice, and none waits over three minutes', () =>
  fc.assert(
    fc.property(grants, actions, ofGroups, (granted, steps, grouping) => {
      const ends = new Map<string, number>();
      let [last, at] = [opened(granted), T];
      const look = ({ desk, facts }: Step, _: DeskEvent, now: number): void => {
        for (const { kind, call } of facts)
          if (kind === 'abandoned' || kind === 'fallback') ends.set(call, (ends.get(call) ?? 0) + 1);
        for (const { state, waitingFrom } of desk.calls.values())
          if (state === 'queued') assert.ok(now - waitingFrom < OVER_MS);
        [last, at] = [desk, now];
      };
      history(granted, steps, look, grouping);
      const over = step(last, { kind: 'tick' }, at + OVER_MS).desk;
      for (const { id, state, answeredAt } of over.calls.values()) {
        const isAnswered = state === 'wrapup' || state === 'closed';
        if (isAnswered) assert.notEqual(answeredAt, null);
        assert.equal((ends.get(id) ?? 0) <= 1, true);
        assert.ok(isAnswered || state === 'abandoned' || state === 'fallback', state);
      }
    }),
    { numRuns: 300 },
  ));
