/** The barrier of a lane, as it reports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter, Hub, MINUTE, seen, T0 } from './hub.fixture.ts';

test('a command that the barrier says has failed is not given again by itself: a person was told', () => {
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
