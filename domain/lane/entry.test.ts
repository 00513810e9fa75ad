import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Hub, MINUTE, T0, drive, enter, seen } from './hub.fixture.ts';
import { REASONS } from './words.ts';

const P = '京A12345';
const verdicts = (hub: Hub) => hub.of('decision').map((it) => `${it.verdict} ${it.reasons.join(',')}`);

test('a temporary car is let in, and its stay begins at the first reading with the tariff of that moment', () => {
  const hub = new Hub();
  assert.ok(enter(hub, 'in1', T0 + 1000, P, 1));
  const [stay] = hub.stays('open');
  assert.equal(stay?.entry?.at, T0 + 1000);
  assert.equal(stay?.kind, 'temp');
  assert.equal(stay?.tariff, 'T0');
  assert.equal(hub.book.occupancy(), 1);
  assert.deepEqual(
    hub.of('passage').map((it) => [it.state, it.cause?.kind]),
    [['entered', 'stay']],
  );
});

test('a repeated recognition keeps the better picture and neither counts nor moves the entry', () => {
  const hub = new Hub();
  seen(hub, 'in1', T0, { plate: P, passing: 1, confidence: 0.7 });
  const again = seen(hub, 'in1', T0 + 800, { plate: P, passing: 1, confidence: 0.9 });
  const newTrigger = seen(hub, 'in1', T0 + 1500, { plate: P, passing: 2, confidence: 0.5 });
  assert.deepEqual(
    again.facts.map((it) => it.fact === 'reading' && it.better),
    [true],
  );
  assert.deepEqual(newTrigger.commands, []);
  hub.send('cam-in1', 'in1', T0 + 6000, { kind: 'passed', passing: 2, count: 1, picture: null });
  const [stay, ...more] = hub.stays();
  assert.equal(more.length, 0);
  assert.equal(stay?.entry?.at, T0);
  assert.equal(stay?.picture, `${P}-${T0 + 800}.jpg`);
});

test('the same plate after the repeat window is a new vehicle and the one before backed out or still passes', () => {
  const hub = new Hub();
  seen(hub, 'in1', T0, { plate: P, passing: 1 });
  const later = seen(hub, 'in1', T0 + 16_000, { plate: P, passing: 2 });
  assert.ok(later.facts.some((it) => it.fact === 'decision'));
});

test('a car on the black list is refused, shown why, alerted, and leaves no stay', () => {
  const hub = new Hub({ black: [P] });
  const { commands } = seen(hub, 'in1', T0, { plate: P, passing: 1 });
  assert.deepEqual(
    commands.map((it) => it.command),
    ['show', 'speak', 'ask'],
  );
  hub.send('cam-in1', 'in1', T0 + 9000, { kind: 'gone', passing: 1 });
  assert.deepEqual(
    hub.of('passage').map((it) => it.state),
    ['refused'],
  );
  assert.equal(hub.stays().length, 0);
});

test('law, white list, booking and pass each give their kind; the law comes before the black list', () => {
  const hub = new Hub({
    black: ['京A0006警'],
    white: ['京B11111'],
    booked: ['京C22222'],
    passes: { 京D33333: { id: 'pass-1', state: 'valid', endedDays: 0, group: null } },
  });
  ['京A0006警', '京B11111', '京C22222', '京D33333'].forEach((plate, i) =>
    enter(hub, 'in1', T0 + i * MINUTE, plate, i + 1),
  );
  assert.deepEqual(
    hub.stays().map((it) => it.kind),
    ['free', 'free', 'visitor', 'pass'],
  );
  assert.deepEqual(
    hub.of('opening').map((it) => it.cause.kind),
    ['stay', 'stay', 'stay', 'pass'],
  );
});

test('an ended pass is let in within its grace, then as a temporary car or refused by rule', () => {
  const passes = { [P]: { id: 'p', state: 'expired', endedDays: 9, group: null } } as const;
  const grace = new Hub({ passes: { [P]: { ...passes[P], state: 'grace', endedDays: 3 } } });
  const shown = seen(grace, 'in1', T0, { plate: P, passing: 1 }).commands.find((it) => it.command === 'show');
  assert.ok(shown?.command === 'show' && shown.lines.some((it) => it.zh === '已过期3天'));
  const temporary = new Hub({ passes });
  enter(temporary, 'in1', T0, P, 1);
  assert.equal(temporary.stays()[0]?.kind, 'temp-expired');
  const refuse = new Hub({ passes, settings: { expiredPassRule: 'refuse' } });
  assert.ok(!enter(refuse, 'in1', T0, P, 1));
});

test('when the spaces of a group are taken the next car of it is temporary from its entry, or refused by rule', () => {
  const setup = { groupPlates: ['京A00001', '京A00002'], groupSpaces: 1 };
  const hub = new Hub(setup);
  enter(hub, 'in1', T0, '京A00001', 1);
  enter(hub, 'in2', T0 + MINUTE, '京A00002', 1);
  assert.deepEqual(
    hub.stays().map((it) => it.kind),
    ['pass', 'temp-group-full'],
  );
  const strict = new Hub({ ...setup, settings: { groupFullRule: 'refuse' } });
  enter(strict, 'in1', T0, '京A00001', 1);
  assert.ok(!enter(strict, 'in2', T0 + MINUTE, '京A00002', 1));
});

test('a full lot refuses temporary cars and still lets fixed ones in', () => {
  const hub = new Hub({ capacity: 1, white: ['京W11111'] });
  enter(hub, 'in1', T0, P, 1);
  assert.ok(!enter(hub, 'in1', T0 + MINUTE, '京A54321', 2));
  assert.deepEqual(verdicts(hub).at(-1), 'refuse park-full,temporary');
  assert.ok(enter(hub, 'in1', T0 + 2 * MINUTE, '京W11111', 3));
  assert.equal(hub.book.occupancy(), 2);
});

test('a plate that is inside already is let in, the old stay becomes suspect and is never overwritten', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  enter(hub, 'in2', T0 + 60 * MINUTE, P, 1);
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['suspect', 'open'],
  );
  assert.deepEqual(hub.exceptions(), ['E-DUP']);
  assert.equal(hub.book.occupancy(), 1);
});

test('a gate that does not move gets the command once more, then a person is alerted', () => {
  const hub = new Hub();
  seen(hub, 'in1', T0, { plate: P, passing: 1 });
  const tick = (at: number) => hub.apply({ kind: 'tick', lane: 'in1', device: 'clock', seq: 0, at, rawAt: at });
  tick(T0 + 2000);
  assert.equal(hub.commands.filter((it) => it.command === 'open').length, 1);
  tick(T0 + 2001);
  assert.equal(hub.commands.filter((it) => it.command === 'open').length, 2);
  tick(T0 + 4001);
  tick(T0 + 9000);
  assert.deepEqual(hub.exceptions(), ['E-GATE']);
  assert.equal(hub.phase('in1'), 'granted');
});

test('a car that backs out after the gate opened leaves no stay and no count', () => {
  const hub = new Hub();
  const { commands } = seen(hub, 'in1', T0, { plate: P, passing: 1 });
  const opened = commands.find((it) => it.command === 'open');
  hub.send('cam-in1', 'in1', T0 + 900, {
    kind: 'gate',
    gate: 'up',
    by: 'command',
    commandId: opened?.command === 'open' ? opened.commandId : null,
  });
  hub.send('cam-in1', 'in1', T0 + 5000, { kind: 'gone', passing: 1 });
  assert.deepEqual(
    hub.of('passage').map((it) => it.state),
    ['aborted'],
  );
  assert.equal(hub.stays().length, 0);
  assert.equal(hub.book.occupancy(), 0);
});

test('a follower under one opening gets an unidentified stay of its own', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1, 2);
  assert.deepEqual(
    hub.stays().map((it) => it.kind),
    ['temp', 'unidentified'],
  );
  assert.deepEqual(
    hub.of('passage').map((it) => it.state),
    ['entered', 'unidentified'],
  );
  assert.deepEqual(hub.exceptions(), ['E-TAIL']);
  assert.equal(hub.book.occupancy(), 2);
});

test('without a plate the car waits for a code or gets one immediately, by rule', () => {
  const asking = new Hub({ settings: { noPlateRule: 'ask' } });
  seen(asking, 'in1', T0, { plate: '', passing: 1 });
  assert.equal(asking.phase('in1'), 'no-plate');
  asking.apply({
    kind: 'coded',
    lane: 'in1',
    device: 'scan',
    seq: 1,
    at: T0 + 9000,
    rawAt: T0 + 9000,
    passing: 1,
    code: '无牌车-77AB',
  });
  drive(asking, 'in1', T0 + 9000, 1, asking.commands);
  assert.deepEqual(
    asking.stays('open').map((it) => it.plate),
    ['无牌车-77AB'],
  );
  const atOnce = new Hub();
  assert.ok(enter(atOnce, 'in1', T0, '', 1));
  assert.match(atOnce.stays()[0]?.plate ?? '', /^无牌车-/);
});

test('a person may let a refused car in; the cause of the opening is that release', () => {
  const hub = new Hub({ black: [P] });
  seen(hub, 'in1', T0, { plate: P, passing: 1 });
  const { commands, facts } = hub.send('box-in1', 'in1', T0 + 5000, {
    kind: 'attend',
    passing: 1,
    by: 'clerk',
    act: { action: 'open', reason: '已缴清', picture: null },
  });
  drive(hub, 'in1', T0 + 5000, 1, commands);
  const release = facts.find((it) => it.fact === 'release');
  assert.deepEqual(
    hub.of('opening').map((it) => it.cause),
    [{ kind: 'manual', id: release?.fact === 'release' ? release.id : '' }],
  );
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['open'],
  );
});

test('what a cut-off lane did stands; where the platform would have decided otherwise an exception is listed', () => {
  const hub = new Hub({ black: [P] });
  const { commands } = seen(hub, 'in1', T0, { plate: P, passing: 1, offline: { opened: true, cashFen: 0 } });
  hub.send('cam-in1', 'in1', T0 + 900, { kind: 'gate', gate: 'up', by: 'command', commandId: null });
  hub.send('cam-in1', 'in1', T0 + 4000, { kind: 'passed', passing: 1, count: 1, picture: null });
  assert.deepEqual(commands, []);
  assert.deepEqual(hub.exceptions(), ['E-OFFLINE']);
  assert.deepEqual(
    hub.stays().map((it) => [it.state, it.offline]),
    [['open', true]],
  );
  assert.equal(hub.of('opening')[0]?.cause.kind, 'stay');
});

test('an opening nobody ordered has the cause unknown and is listed; the vehicle that passes is unidentified', () => {
  const hub = new Hub();
  hub.send('cam-in1', 'in1', T0, { kind: 'gate', gate: 'up', by: 'local', commandId: null });
  hub.send('cam-in1', 'in1', T0 + 4000, { kind: 'passed', passing: 1, count: 1, picture: 'x.jpg' });
  assert.deepEqual(
    hub.of('opening').map((it) => it.cause.kind),
    ['unknown'],
  );
  assert.deepEqual(hub.exceptions(), ['E-CAUSE', 'E-UNREAD']);
  assert.deepEqual(
    hub.stays('open').map((it) => it.kind),
    ['unidentified'],
  );
});

test('the next car may be read before the first has cleared the second loop', () => {
  const hub = new Hub();
  const first = seen(hub, 'in1', T0, { plate: P, passing: 1 }).commands.find((it) => it.command === 'open');
  hub.send('cam-in1', 'in1', T0 + 800, {
    kind: 'gate',
    gate: 'up',
    by: 'command',
    commandId: first?.command === 'open' ? first.commandId : null,
  });
  const second = seen(hub, 'in1', T0 + 2000, { plate: '京B22222', passing: 2 });
  hub.send('cam-in1', 'in1', T0 + 3000, { kind: 'passed', passing: 1, count: 1, picture: null });
  drive(hub, 'in1', T0 + 3500, 2, second.commands);
  assert.deepEqual(
    hub.stays('open').map((it) => it.plate),
    [P, '京B22222'],
  );
});

test('a gate that stays up for the next car has been opened twice, a repeated report once', () => {
  const hub = new Hub();
  const up = (commandId: string, at: number) =>
    hub.send('cam-in1', 'in1', at, { kind: 'gate', gate: 'up', by: 'command', commandId });
  const opened = (plate: string, passing: number, at: number) => {
    const found = seen(hub, 'in1', at, { plate, passing }).commands.find((it) => it.command === 'open');
    return found?.command === 'open' ? found.commandId : '';
  };
  const first = opened(P, 1, T0);
  up(first, T0 + 800);
  up(first, T0 + 900);
  up(opened('京B22222', 2, T0 + 2000), T0 + 2500);
  hub.send('cam-in1', 'in1', T0 + 2600, { kind: 'gate', gate: 'up', by: 'local', commandId: null });
  assert.deepEqual(
    hub.of('opening').map((it) => it.cause.kind),
    ['stay', 'stay'],
  );
});

test('every reason has a text in both languages', () => {
  for (const { zh, en } of Object.values(REASONS)) assert.ok(/\p{Script=Han}/u.test(zh) && /^[A-Z]/.test(en));
});

test('a closed lane lets nobody in, a full one fixed cars alone, and a police car passes either', () => {
  const barred = (bar: 'lane-closed' | 'lane-full', plate: string, pass = false) => {
    const hub = new Hub({
      ...(pass ? { passes: { [plate]: { id: 'p', state: 'valid', endedDays: 0, group: null } } } : {}),
      laneBar: (_lane, _kind, fixed) => (bar === 'lane-full' && fixed ? null : bar),
    });
    return enter(hub, 'in1', T0, plate, 1);
  };
  assert.equal(barred('lane-closed', '京A12345'), false);
  assert.equal(barred('lane-closed', '京A12345', true), false);
  assert.equal(barred('lane-full', '京A12345'), false);
  assert.equal(barred('lane-full', '京A12345', true), true);
  assert.equal(barred('lane-closed', '京A0006警'), true);
});

test('a person turns a vehicle away: recorded with who and why, nothing opens, and its passage says so', () => {
  const hub = new Hub({ settings: { noPlateRule: 'ask' } });
  seen(hub, 'in1', T0, { plate: '', passing: 1 });
  assert.equal(hub.phase('in1'), 'no-plate');
  const { commands } = hub.send('box-in1', 'in1', T0 + 5000, {
    kind: 'attend',
    passing: 1,
    by: 'clerk',
    act: { action: 'refuse', reason: '货车超高' },
  });
  assert.equal(hub.phase('in1'), 'refused');
  assert.ok(!commands.some((it) => it.command === 'open'));
  assert.deepEqual(
    hub.of('turnedAway').map(({ reason, by, passing }) => [reason, by, passing]),
    [['货车超高', 'clerk', 1]],
  );
  hub.send('cam-in1', 'in1', T0 + 9000, { kind: 'gone', passing: 1 });
  const passage = hub.of('passage').at(-1);
  assert.deepEqual([passage?.state, passage?.turnedAway], ['refused', { reason: '货车超高', by: 'clerk' }]);
  assert.equal(hub.stays().length, 0, 'INV-E7');
});
