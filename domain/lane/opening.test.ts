/** The barrier of a lane, as it reports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter, Hub, MINUTE, seen, T0 } from './hub.fixture.ts';

test('a command that the barrier reports as failed is not repeated automatically: a person has been alerted', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, '京A1B201', 1);
  const opened = seen(hub, 'out1', T0 + 5 * MINUTE, { plate: '京A1B201', passing: 1 }).commands.find(
    (it) => it.command === 'open',
  );
  assert.ok(opened?.command === 'open');
  hub.send('gate-out1', 'out1', T0 + 5 * MINUTE + 500, {
    kind: 'gate',
    gate: 'fault',
    by: 'command',
    commandId: opened.commandId,
  });
  hub.commands.length = 0;
  seen(hub, 'out1', T0 + 5 * MINUTE + 5_000, { plate: '京A1B201', passing: 1 });
  assert.deepEqual(hub.commands, []);
  assert.deepEqual(hub.exceptions(), ['E-GATE']);
});

test('an opening that waits is superseded with its cause once the barrier was opened otherwise, and where the car has left', () => {
  const hub = new Hub();
  const read = seen(hub, 'in1', T0, { plate: '京A1B201', passing: 1 });
  const own = read.commands.find((it) => it.command === 'open');
  assert.ok(own?.command === 'open');
  hub.send('gate-in1', 'in1', T0 + 500, { kind: 'gate', gate: 'up', by: 'local', commandId: null });
  assert.deepEqual(
    hub.of('superseded').map(({ commandId, why, by }) => [commandId, why, by?.kind]),
    [[own.commandId, 'opened', 'unknown']],
  );
  const other = seen(hub, 'in2', T0, { plate: '京A1B202', passing: 1 }).commands.find((it) => it.command === 'open');
  assert.ok(other?.command === 'open');
  hub.send('cam-in2', 'in2', T0 + 800, { kind: 'gone', passing: 1 });
  assert.deepEqual(
    hub.of('superseded').map(({ commandId, why }) => [commandId, why]),
    [
      [own.commandId, 'opened'],
      [other.commandId, 'left'],
    ],
  );
});

test('what is to open for the next car is not superseded by the opening of the one before', () => {
  const hub = new Hub();
  const first = seen(hub, 'in1', T0, { plate: '京A1B201', passing: 1 }).commands.find((it) => it.command === 'open');
  seen(hub, 'in1', T0 + 700, { plate: '京A1B202', passing: 2 });
  assert.ok(first?.command === 'open');
  hub.send('gate-in1', 'in1', T0 + 900, { kind: 'gate', gate: 'up', by: 'command', commandId: first.commandId });
  assert.deepEqual(hub.of('superseded'), []);
});
