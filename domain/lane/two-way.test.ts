import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { Hub, MINUTE, T0, drive, enter, leave, seen } from './hub.fixture.ts';
import type { LotSetup } from './hub.fixture.ts';

const [P, Q] = ['京A12345', '京B54321'];
const lane = 'gate';
const twoWay = (setup: LotSetup = {}) => new Hub({ ...setup, twoWay: [lane] }, { [lane]: 'entry' });

test('a lane for both ways lets a car in, lets it out when it comes again, and in once more after that', () => {
  const hub = twoWay();
  assert.ok(enter(hub, lane, T0, P, 1));
  assert.ok(leave(hub, lane, T0 + 90 * MINUTE, P, 2));
  assert.deepEqual(
    hub.stays().map((stay) => [stay.state, stay.exit?.at]),
    [['closed', T0 + 90 * MINUTE]],
  );
  assert.ok(enter(hub, lane, T0 + 200 * MINUTE, P, 3));
  assert.deepEqual(
    hub.of('passage').map(({ direction, state }) => `${direction} ${state}`),
    ['entry entered', 'exit left', 'entry entered'],
  );
  assert.deepEqual([hub.book.occupancy(), hub.of('exception').length], [1, 0]);
});

test('whoever has only just come in through it is read again, not leaving', () => {
  const hub = twoWay();
  enter(hub, lane, T0, P, 1);
  const { repeatSeconds } = hub.book.settings;
  seen(hub, lane, T0 + (repeatSeconds - 1) * 1000, { plate: P, passing: 2 });
  assert.equal(hub.lanes.get(lane)!.direction, 'entry');
  assert.equal(hub.stays('closed').length, 0);
});

test('a lane for both ways does not turn under the vehicle that stands in it', () => {
  const hub = twoWay();
  enter(hub, lane, T0, P, 1);
  const { commands } = seen(hub, lane, T0 + 60 * MINUTE, { plate: Q, passing: 2 });
  seen(hub, lane, T0 + 60 * MINUTE + 1000, { plate: P, passing: 3 });
  assert.equal(hub.lanes.get(lane)!.direction, 'entry');
  drive(hub, lane, T0 + 60 * MINUTE + 2000, 2, commands);
  assert.deepEqual(
    hub
      .stays('open')
      .map(({ plate }) => plate)
      .sort(),
    [P, Q].sort(),
  );
});

test('a camera that reports the direction is trusted: without a plate, and with a misread one', () => {
  const hub = twoWay();
  enter(hub, lane, T0, P, 1);
  hub.send('cam', lane, T0 + 60 * MINUTE, {
    kind: 'plate',
    passing: 2,
    plate: '',
    colour: 'unknown',
    confidence: 0,
    picture: null,
    direction: 'exit',
  });
  assert.equal(hub.lanes.get(lane)!.direction, 'exit');
  hub.send('cam', lane, T0 + 61 * MINUTE, { kind: 'gone', passing: 2 });
  hub.send('cam', lane, T0 + 70 * MINUTE, {
    kind: 'plate',
    passing: 3,
    plate: '京A12346',
    colour: 'blue',
    confidence: 0.9,
    picture: null,
    direction: 'exit',
  });
  assert.deepEqual([hub.lanes.get(lane)!.direction, hub.stays().length], ['exit', 1]);
});

test('any cars that come and go through one lane for both ways are each inside exactly while they are', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 }), (visits) => {
      const hub = twoWay();
      const inside = new Set<string>();
      for (const [nth, car] of visits.entries()) {
        const plate = `京C${10_000 + car}`;
        const at = T0 + nth * 20 * MINUTE;
        assert.ok(inside.has(plate) ? leave(hub, lane, at, plate, nth + 1) : enter(hub, lane, at, plate, nth + 1));
        if (!inside.delete(plate)) inside.add(plate);
      }
      assert.deepEqual(
        hub
          .stays('open')
          .map(({ plate }) => plate)
          .sort(),
        [...inside].sort(),
      );
      assert.deepEqual([hub.book.occupancy(), hub.of('exception').length], [inside.size, 0]);
    }),
  ));
