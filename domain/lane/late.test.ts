import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { Hub, T0, cash, drive, enter, seen } from './hub.fixture.ts';
import { Day, SETUP, history, outcome } from './history.fixture.ts';
import type { Logged } from './history.fixture.ts';
import type { LaneEvent } from './types.ts';

const wide = { ...SETUP, capacity: null, groupPlates: [] };
const isCamera = (entry: Logged): entry is { message: LaneEvent } =>
  'message' in entry && entry.message.device.startsWith('cam-');

/** Everything but `late` in its time; then patience runs out with every device; then what is late, as `late` has it. */
function patienceRunsOut(day: Day, late: readonly { message: LaneEvent }[]): Hub {
  const hub = new Hub(wide);
  const left = new Set(late.map(({ message }) => message));
  for (const entry of day.log) if ('message' in entry && !left.has(entry.message)) hub.receive(entry.message);
  for (const device of hub.devices.keys()) while (hub.devices.get(device)!.held.length > 0) hub.loseGap(device);
  for (const { message } of [...late, ...late]) hub.receive(message);
  return hub;
}

/**
 * A day and what of one camera comes too late: from one vehicle's reading, or the opening after it, to just before
 * another's.
 */
const lateDays = (whole: boolean) =>
  history({ online: false, misread: false, tail: false }, 25).chain((ops) => {
    const day = new Day(wide).run(ops);
    const cameras = [...new Set(day.log.filter(isCamera).map(({ message }) => message.device))];
    return fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 4 })).chain(([which, where, vehicles]) => {
      const messages = day.log
        .filter(isCamera)
        .filter(({ message }) => message.device === cameras[which % Math.max(1, cameras.length)]);
      const begins = [
        ...new Map(
          messages
            .flatMap(({ message }, at) => (message.kind === 'plate' ? [[message.passing, at] as const] : []))
            .toReversed(),
        ).values(),
      ].toReversed();
      const first = where % Math.max(1, begins.length);
      const from = begins[first] ?? messages.length;
      const run = messages.slice(from, begins[first + (whole ? vehicles : 1)] ?? messages.length);
      const late = whole ? run : run.filter(({ message }) => message.kind !== 'plate');
      return fc.shuffledSubarray(late, { minLength: late.length }).map((shuffled) => ({ day, late: shuffled }));
    });
  });

const readings = (hub: Hub): string[] =>
  hub
    .of('reading')
    .map(({ id }) => id)
    .toSorted();

for (const [whole, what] of [
  [false, 'of a car that was read in time'],
  [true, 'of whole cars, their readings too'],
] as const) {
  test(`what comes after patience has run out, ${what}, gives the same stays, passages, openings and cash as in time`, () =>
    fc.assert(
      fc.property(lateDays(whole), ({ day, late }) => {
        const hub = patienceRunsOut(day, late);
        assert.deepEqual(outcome(hub), outcome(day.hub));
        assert.deepEqual(readings(hub), readings(day.hub));
        for (const state of hub.devices.values()) assert.deepEqual([state.held, state.missing], [[], undefined]);
        for (const lane of hub.lanes.values()) assert.equal(lane.late, undefined);
      }),
      { numRuns: 300 },
    ));
}

test('a late reading neither opens the barrier nor moves the car that stands there', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, '京A1B201', 1);
  seen(hub, 'out1', T0 + 3_600_000, { plate: '京A1B201', passing: 9 });
  const before = hub.phase('out1');
  const device = hub.devices.get('cam-out1')!;
  hub.devices.set('cam-out1', { ...device, next: 8, missing: [{ from: 2, to: 7, listed: 2 }] });
  hub.commands.length = 0;
  hub.receive({
    kind: 'plate',
    passing: 5,
    plate: '沪C3B462',
    colour: 'blue',
    confidence: 0.9,
    picture: null,
    device: 'cam-out1',
    seq: 2,
    lane: 'out1',
    at: T0 + 60_000,
    rawAt: T0 + 60_000,
  });
  assert.deepEqual([before, hub.phase('out1'), hub.commands], ['awaiting', 'awaiting', []]);
  assert.equal(drive(hub, 'out1', T0 + 3_605_000, 9, cash(hub, 'out1', T0 + 3_605_000, 9, 1000).commands), true);
});

/** Of one car that a cut-off lane let through only what was read comes too late. */
const lateReading = history({ online: false, misread: false, tail: false }, 25).chain((ops) => {
  const day = new Day(wide).run(ops);
  const messages = day.log
    .filter(isCamera)
    .filter(({ message }) => message.kind === 'plate' && message.offline?.opened);
  return fc.nat().map((which) => {
    const one = messages[which % Math.max(1, messages.length)]?.message;
    return {
      day,
      late: day.log
        .filter(isCamera)
        .filter(
          ({ message }) =>
            message.kind === 'plate' &&
            one?.kind === 'plate' &&
            message.device === one.device &&
            message.passing === one.passing,
        ),
    };
  });
});

test('a reading that comes after its car has passed unread gives the same stays, passages, openings and cash as in time', () =>
  fc.assert(
    fc.property(lateReading, ({ day, late }) => {
      const hub = patienceRunsOut(day, late);
      assert.deepEqual(outcome(hub), outcome(day.hub));
      assert.deepEqual(hub.book.occupancy(), day.hub.book.occupancy());
      for (const lane of hub.lanes.values()) assert.equal(lane.late, undefined);
    }),
    { numRuns: 300 },
  ));

test('who left unread is known by a late reading: the stay ends, its opening has a cause, nothing is listed any more', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, '京A1B201', 1);
  const head = { device: 'cam-out1', lane: 'out1' };
  const at = T0 + 3_600_000;
  hub.receive({
    ...head,
    kind: 'gate',
    gate: 'up',
    by: 'command',
    commandId: null,
    seq: 2,
    at: at + 2000,
    rawAt: at + 2000,
  });
  hub.receive({
    ...head,
    kind: 'passed',
    passing: 1,
    count: 1,
    picture: null,
    seq: 3,
    at: at + 4000,
    rawAt: at + 4000,
  });
  hub.loseGap('cam-out1');
  assert.deepEqual([hub.book.occupancy(), hub.exceptions()], [1, ['E-CAUSE', 'E-UNREAD']]);
  const reading = {
    ...head,
    kind: 'plate',
    passing: 1,
    plate: '京A1B201',
    colour: 'blue',
    confidence: 0.9,
    picture: null,
    offline: { opened: true, cashFen: 1000 },
    seq: 1,
    at,
    rawAt: at,
  } as const;
  hub.receive(reading);
  hub.receive(reading);
  assert.deepEqual(
    [hub.book.occupancy(), hub.of('openingExplained').length, hub.of('cash').map(({ amountFen }) => amountFen)],
    [0, 1, [1000]],
  );
  assert.deepEqual(
    hub.of('exceptionCleared').map(({ code }) => code),
    ['E-UNREAD', 'E-CAUSE'],
  );
  assert.deepEqual(
    hub.stays().map(({ state, exit }) => [state, exit?.at]),
    [['closed', at]],
  );
});

test('of a car that passed unread and was named by a person a late reading decides nothing', () => {
  const hub = new Hub();
  const head = { device: 'cam-in1', lane: 'in1' };
  hub.receive({
    ...head,
    kind: 'passed',
    passing: 1,
    count: 1,
    picture: null,
    seq: 2,
    at: T0 + 5000,
    rawAt: T0 + 5000,
  });
  hub.loseGap('cam-in1');
  const [coded] = hub.stays();
  hub.keep({
    fact: 'stayChanged',
    stay: coded!.id,
    at: T0 + 6000,
    why: 'plate',
    by: 'clerk',
    before: coded!,
    after: { ...coded!, plate: '京A1B299' },
  });
  hub.receive({
    ...head,
    kind: 'plate',
    passing: 1,
    plate: '京A1B201',
    colour: 'blue',
    confidence: 0.9,
    picture: null,
    seq: 1,
    at: T0,
    rawAt: T0,
  });
  assert.deepEqual(
    hub.stays().map(({ plate, state }) => [plate, state]),
    [['京A1B299', 'open']],
  );
  assert.deepEqual([hub.book.occupancy(), hub.of('reading').length], [1, 1]);
});

test('of a car that came in unread a late reading makes no second car: its stay is the one under the plate', () => {
  const hub = new Hub();
  const head = { device: 'cam-in1', lane: 'in1' };
  hub.receive({
    ...head,
    kind: 'passed',
    passing: 1,
    count: 1,
    picture: null,
    seq: 2,
    at: T0 + 5000,
    rawAt: T0 + 5000,
  });
  hub.loseGap('cam-in1');
  assert.deepEqual([hub.book.occupancy(), hub.exceptions()], [1, ['E-UNREAD']]);
  hub.receive({
    ...head,
    kind: 'plate',
    passing: 1,
    plate: '京A1B201',
    colour: 'blue',
    confidence: 0.9,
    picture: null,
    seq: 1,
    at: T0,
    rawAt: T0,
  });
  assert.deepEqual([hub.book.occupancy(), hub.of('reading').length, hub.lanes.get('in1')!.late], [1, 1, undefined]);
  assert.deepEqual(
    hub
      .stays()
      .filter(({ state }) => state !== 'merged')
      .map(({ plate, state }) => [plate, state]),
    [['京A1B201', 'open']],
  );
});
