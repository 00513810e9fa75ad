import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { Hub, MINUTE, T0, drive, enter, leave, release, seen } from './hub.fixture.ts';
import type { LotSetup } from './hub.fixture.ts';

const [P, Q] = ['京A12345', '京B54321'];
const lane = 'gate';
const lot = (setup: LotSetup = {}) =>
  new Hub(
    { ...setup, inner: { [lane]: { into: 'inner', around: 'outer' } } },
    { in1: 'entry', out1: 'exit', [lane]: 'entry' },
  );
const at = (minutes: number): number => T0 + minutes * MINUTE;
const out = (hub: Hub, when: number, plate: string, passing: number) =>
  hub.send(`cam-${lane}`, lane, when, {
    kind: 'plate',
    passing,
    plate,
    colour: 'blue',
    confidence: 0.9,
    picture: null,
    direction: 'exit',
  });

test('a car that passes a lane between areas is in its area from then on, and out of it where the camera says so; nothing else of its stay changes', () => {
  const hub = lot();
  enter(hub, 'in1', T0, P, 1);
  const [before] = hub.stays();
  assert.ok(enter(hub, lane, at(10), P, 1));
  assert.ok(drive(hub, lane, at(40), 2, out(hub, at(40), P, 2).commands));
  const [stay] = hub.stays();
  assert.deepEqual(stay, {
    ...before,
    moves: [
      { at: at(10), area: 'inner' },
      { at: at(40), area: 'outer' },
    ],
  });
  assert.deepEqual(
    hub
      .of('passage')
      .slice(1)
      .map(({ state, direction, stay: of }) => [state, direction, of]),
    [
      ['moved', 'entry', stay!.id],
      ['moved', 'exit', stay!.id],
    ],
  );
  assert.deepEqual(
    [hub.book.occupancy(), hub.exceptions(), hub.of('opening').map(({ cause }) => cause.kind)],
    [1, [], ['stay', 'stay', 'stay']],
  );
  assert.ok(leave(hub, 'out1', at(60), P, 1));
  assert.deepEqual([hub.stays('closed').length, hub.book.occupancy()], [1, 0]);
});

test('a misread plate moves the only similar car; one without a record, or unread, goes on and moves nobody', () => {
  const hub = lot();
  enter(hub, 'in1', T0, '京A1B201', 1);
  assert.ok(enter(hub, lane, at(5), '京A18201', 1));
  assert.ok(enter(hub, lane, at(6), '沪C99999', 2));
  assert.ok(enter(hub, lane, at(7), '', 3));
  hub.send(`cam-${lane}`, lane, at(8), { kind: 'passed', passing: 4, count: 1, picture: null });
  assert.deepEqual([hub.stays().length, hub.stays()[0]!.moves?.length, hub.exceptions()], [1, 1, ['E-UNREAD']]);
  const alone = lot({ settings: { autoAcceptFuzzy: false } });
  enter(alone, 'in1', T0, '京A1B201', 1);
  assert.ok(enter(alone, lane, at(5), '京A18201', 1));
  assert.equal(alone.stays()[0]!.moves, undefined);
});

test('a car that backs out stays where it was; one read twice moves once; two in a row move each', () => {
  const hub = lot();
  enter(hub, 'in1', T0, P, 1);
  enter(hub, 'in1', at(1), Q, 2);
  seen(hub, lane, at(10), { plate: P, passing: 1 });
  hub.send(`cam-${lane}`, lane, at(10) + 5000, { kind: 'gone', passing: 1 });
  assert.deepEqual([hub.of('passage').at(-1)!.state, hub.stays()[0]!.moves], ['aborted', undefined]);
  const first = seen(hub, lane, at(11), { plate: P, passing: 2 });
  seen(hub, lane, at(11) + 3000, { plate: P, passing: 3 });
  const next = seen(hub, lane, at(11) + 6000, { plate: Q, passing: 4 });
  assert.equal(first.commands.filter(({ command }) => command === 'open').length, 1);
  hub.send(`cam-${lane}`, lane, at(11) + 8000, { kind: 'passed', passing: 2, count: 1, picture: null });
  drive(hub, lane, at(12), 4, next.commands);
  assert.deepEqual(
    hub.stays().map(({ plate, moves }) => [plate, moves?.length]),
    [
      [P, 1],
      [Q, 1],
    ],
  );
});

test('a closed lane asks the box, whose word opens it and moves the car', () => {
  const hub = lot({ laneBar: (of) => (of === lane ? 'lane-closed' : null) });
  enter(hub, 'in1', T0, P, 1);
  const { commands } = seen(hub, lane, at(10), { plate: P, passing: 1 });
  assert.deepEqual([hub.phase(lane), commands.map(({ command }) => command)], ['refused', ['show', 'ask']]);
  assert.ok(drive(hub, lane, at(11), 1, release(hub, lane, at(11), 1).commands));
  assert.deepEqual(
    [hub.stays()[0]!.moves, hub.of('release').length, hub.exceptions()],
    [[{ at: at(10), area: 'inner' }], 1, []],
  );
  seen(hub, lane, at(20), { plate: P, passing: 2 });
  hub.send(`cam-${lane}`, lane, at(20) + 4000, { kind: 'passed', passing: 2, count: 2, picture: null });
  assert.deepEqual([hub.stays()[0]!.moves?.length, hub.exceptions()], [2, ['E-FORCED', 'E-TAIL']]);
});

test('the box names the car that was read wrongly', () => {
  const hub = lot({
    settings: { autoAcceptFuzzy: false },
    laneBar: (of, kind) => (of === lane && kind !== 'pass' ? 'out-of-hours' : null),
    passes: { [P]: { id: 'pass1', state: 'valid', endedDays: 0, group: null } },
  });
  enter(hub, 'in1', T0, P, 1);
  seen(hub, lane, at(10), { plate: '京A12846', passing: 1 });
  assert.equal(hub.phase(lane), 'refused');
  const { commands } = hub.send('box', lane, at(11), {
    kind: 'attend',
    passing: 1,
    by: 'clerk',
    act: { action: 'pick', stay: null, plate: P },
  });
  assert.ok(drive(hub, lane, at(11), 1, commands));
  assert.equal(hub.stays()[0]!.moves?.length, 1);
});

test('a passage reported after the car has left changes nothing of its ended stay', () => {
  const hub = lot();
  enter(hub, 'in1', T0, P, 1);
  leave(hub, 'out1', at(60), P, 1);
  const [before] = hub.stays();
  enter(hub, lane, at(30), P, 1);
  assert.deepEqual(hub.stays(), [before]);
});

test('any way through the lot: moves neither count nor open nor close a stay, and stand in the order of time', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.boolean(), fc.boolean()), { maxLength: 40 }), (ways) => {
      const hub = lot();
      const inside = new Set<string>();
      let passing = 0;
      for (const [car, inner, back] of ways) {
        passing += 1;
        const [plate, when] = [`京C${10_000 + car}`, at(passing * 20)];
        if (inner)
          drive(
            hub,
            lane,
            when,
            passing,
            back ? out(hub, when, plate, passing).commands : seen(hub, lane, when, { plate, passing }).commands,
          );
        else if (inside.delete(plate)) leave(hub, 'out1', when, plate, passing);
        else {
          enter(hub, 'in1', when, plate, passing);
          inside.add(plate);
        }
      }
      assert.deepEqual(
        [
          hub
            .stays('open')
            .map(({ plate }) => plate)
            .sort(),
          hub.book.occupancy(),
          hub.stays('suspect').length,
        ],
        [[...inside].sort(), inside.size, 0],
      );
      for (const { entry, exit, moves = [] } of hub.stays()) {
        for (const [nth, move] of moves.entries())
          assert.ok(move.at >= (moves[nth - 1]?.at ?? entry!.at) && move.at <= (exit?.at ?? Infinity));
      }
      assert.equal(
        hub.stays().flatMap(({ moves = [] }) => moves).length,
        hub.of('passage').filter(({ state, stay }) => state === 'moved' && stay !== null).length,
      );
    }),
    { numRuns: 60 },
  ));

test('a car whose passing nobody reported does not make the lane lead into the inner area for ever', () => {
  const hub = lot();
  enter(hub, 'in1', T0, P, 1);
  enter(hub, 'in1', at(1), Q, 2);
  assert.ok(enter(hub, lane, at(5), Q, 1));
  seen(hub, lane, at(10), { plate: P, passing: 2 });
  assert.ok(drive(hub, lane, at(40), 3, out(hub, at(40), Q, 3).commands));
  assert.deepEqual(hub.stays().find(({ plate }) => plate === Q)!.moves, [
    { at: at(5), area: 'inner' },
    { at: at(40), area: 'outer' },
  ]);
});
