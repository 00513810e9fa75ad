/** Sources that disagree: who wins, and what follows. One test for each rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BOUND,
  camera,
  clock,
  feeFen,
  feeOf,
  heartbeats,
  hhmmss,
  person,
  sensor,
  settle,
  shown,
  strip,
} from './evidence.fixture.ts';
import type { Evidence, SensorBinding } from './types.ts';

const A = '粤B12345';
const B = '粤B67890';
const codes = ({ warnings }: ReturnType<typeof settle>) => warnings.map(({ code }) => code);
const faults = (result: ReturnType<typeof settle>) => result.faults.map(({ deviceId, kind }) => `${deviceId} ${kind}`);

test('sensor occupied, no plate: the sensor wins; a picture of the empty berth voids the stay and costs the sensor a fault', () => {
  const ghost = [sensor('09:00', 'arrive'), ...heartbeats('09:30', '11:30', 'present')];
  const waiting = settle(ghost, { until: clock('12:00') });
  assert.deepEqual(shown(waiting), [[null, '09:00', null, 'open']]);
  assert.deepEqual(codes(waiting), ['W-UNREAD']);
  const shownEmpty = settle([...ghost, person('10:10', 'absent', null, { picture: 'empty' })], {
    until: clock('12:00'),
  });
  assert.deepEqual(shown(shownEmpty), [[null, '09:00', '10:10', 'voided']]);
  assert.deepEqual(faults(shownEmpty), ['sensor1 ghost']);
  assert.deepEqual(strip(shownEmpty).slice(-2), ['06:00 unknown 10:10', '10:10 free 12:00']);
});

test('a collector registers where the sensor is free for 5 minutes: the stay stands, blocked until a second picture', () => {
  const list = [
    ...heartbeats('08:30', '10:00', 'absent'),
    person('09:00', 'plate', A, { picture: 'first' }),
    person('09:50', 'leave', A),
  ];
  const result = settle(list);
  assert.deepEqual(shown(result), [[A, '09:00', '09:50', 'closed']]);
  assert.equal(feeOf(result.stays[0]!), 900);
  assert.deepEqual([result.stays[0]!.blocked, codes(result), faults(result)], ['no-car', ['W-NOCAR'], []]);
  const proved = settle([...list, person('09:30', 'present', A, { picture: 'second' })]);
  assert.deepEqual([proved.stays[0]!.blocked, faults(proved)], [null, ['sensor1 miss']]);
});

test('sensor free, later a picture of the same car: the stay goes on, and a settled one is continued', () => {
  const list = [
    sensor('09:00', 'arrive'),
    person('09:02', 'plate', A),
    sensor('09:40', 'leave'),
    ...heartbeats('10:00', '11:00', 'absent'),
    person('10:05', 'present', A, { picture: 'still there' }),
    person('10:30', 'leave', A),
  ];
  const result = settle(list);
  assert.deepEqual(shown(result), [[A, '09:00', '10:30', 'closed']]);
  assert.equal(feeOf(result.stays[0]!), 1500);
  assert.deepEqual(faults(result), ['sensor1 miss']);
  const settled = {
    id: '7',
    berthId: 'B1',
    plate: A,
    beginTime: clock('09:00'),
    inTime: clock('09:00'),
    outTime: clock('09:40'),
  };
  const after = settle(list, { settled: [settled] });
  assert.deepEqual(shown(after), [
    [A, '09:00', '09:40', 'closed'],
    [A, '09:40', '10:30', 'closed'],
  ]);
  assert.equal(after.stays[1]!.continues, '7');
  assert.equal(feeFen(clock('09:00'), clock('10:30')) - feeFen(clock('09:00'), clock('09:40')), 600);
});

test('a collector ends while the sensor goes on for more than 10 minutes: the bill stands, a new spell, a patrol', () => {
  const list = [
    sensor('09:00', 'arrive'),
    person('09:05', 'plate', A),
    ...heartbeats('09:30', '10:30', 'present'),
    person('10:00', 'leave', A),
  ];
  const result = settle([...list, sensor('10:45', 'leave')]);
  assert.deepEqual(shown(result), [
    [A, '09:00', '10:00', 'closed'],
    [null, '10:00', '10:45', 'closed'],
  ]);
  assert.equal(feeOf(result.stays[0]!), 900);
  assert.ok(codes(result).includes('W-STILL'));
  const soon = settle([
    ...list.slice(0, -1).filter(({ at }) => at < clock('10:05')),
    person('10:00', 'leave', A),
    sensor('10:05', 'leave'),
  ]);
  assert.deepEqual(shown(soon), [[A, '09:00', '10:05', 'closed']], 'within 10 minutes the sensor times the same leave');
});

test('one confusable letter apart: the sure camera over a person, a picture over an unsure camera, else nobody is chased', () => {
  const plateOf = (...list: Evidence[]) => {
    const [stay] = settle([sensor('09:00', 'arrive'), ...list, sensor('09:40', 'leave')]).stays;
    return [stay!.plate, stay!.blocked];
  };
  const misread = '粤B12B45';
  const really = '粤B12845';
  assert.deepEqual(plateOf(camera('09:01', 'present', really), person('09:05', 'plate', misread)), [really, null]);
  assert.deepEqual(
    plateOf(
      camera('09:01', 'present', misread, { confidence: 0.8 }),
      person('09:05', 'plate', really, { picture: 'p' }),
    ),
    [really, null],
  );
  assert.deepEqual(
    plateOf(camera('09:01', 'present', misread, { confidence: 0.8 }), person('09:05', 'plate', really)),
    [misread, 'plate'],
  );
  assert.deepEqual(plateOf(camera('09:01', 'present', misread), person('09:05', 'plate', really, { picture: 'p' })), [
    misread,
    'plate',
  ]);
});

const SECOND: SensorBinding = { ...BOUND, deviceId: 'sensor2' };
const second = (at: string, claim: Evidence['claim']) => sensor(at, claim, { deviceId: 'sensor2' });

test('two sensors of a berth: the one with a reading beside it, else the one with fewer faults, else unknown', () => {
  const list = [
    sensor('08:00', 'absent'),
    second('08:00', 'absent'),
    sensor('09:00', 'arrive'),
    ...heartbeats('09:15', '09:45', 'present', 15),
    second('09:20', 'absent'),
    sensor('10:00', 'leave'),
    second('10:00', 'absent'),
  ];
  const among = (first: number, other: number, ...more: Evidence[]) =>
    settle([...list, ...more], {
      bindings: [
        { ...BOUND, faults: first },
        { ...SECOND, faults: other },
      ],
      until: clock('10:30'),
    });
  assert.deepEqual(strip(among(0, 0)).slice(1), ['08:00 free 09:00', '09:00 unknown 10:00', '10:00 free 10:30']);
  assert.deepEqual(codes(among(0, 0)), ['W-DISPUTE']);
  assert.deepEqual(shown(among(0, 3)), [[null, '09:00', '10:00', 'closed']]);
  assert.deepEqual(shown(among(3, 0)), []);
  assert.deepEqual(shown(among(3, 0, person('09:10', 'plate', A))), [[A, '09:00', '10:00', 'closed']]);
});

test('two sensors that notice one change at different times give one arrival and one leave', () => {
  const result = settle(
    [
      sensor('09:00', 'arrive'),
      second('09:00:30', 'arrive'),
      person('09:05', 'plate', A),
      second('10:00', 'leave'),
      sensor('10:00:40', 'leave'),
    ],
    { bindings: [BOUND, SECOND], until: clock('10:30') },
  );
  assert.deepEqual(shown(result), [[A, '09:00', '10:00', 'closed']]);
});

test('a sensor restarted: its zero may be a car, so the berth is unknown until a change or a person', () => {
  const list = [sensor('08:00', 'absent', { restarted: true }), ...heartbeats('08:30', '09:00', 'absent')];
  assert.deepEqual(strip(settle(list)), ['06:00 unknown 20:00']);
  const changed = settle([...list, sensor('09:10', 'arrive'), sensor('09:30', 'leave')], { until: clock('10:00') });
  assert.deepEqual(strip(changed), ['06:00 unknown 09:10', '09:10 occupied 09:30', '09:30 free 10:00']);
  const person9 = settle([...list, person('09:05', 'plate', A)], { until: clock('10:00') });
  assert.deepEqual(shown(person9), [[A, '09:05', null, 'open']]);
});

test('a car seen on a closed berth is no stay but a warning', () => {
  const result = settle([sensor('09:00', 'arrive'), person('09:05', 'plate', B), sensor('09:40', 'leave')], {
    closures: [{ from: clock('08:00'), to: clock('10:00') }],
    until: clock('11:00'),
  });
  assert.deepEqual(shown(result), []);
  assert.deepEqual(codes(result), ['W-CLOSED', 'W-CLOSED']);
  assert.deepEqual(strip(result).slice(0, 2), ['06:00 unknown 08:00', '08:00 closed 10:00']);
});

test('after settlement evidence changes nothing: it is an exception with both times', () => {
  const settled = {
    id: '7',
    berthId: 'B1',
    plate: A,
    beginTime: clock('09:00'),
    inTime: clock('09:00'),
    outTime: clock('10:00'),
  };
  const result = settle([sensor('09:00', 'arrive'), person('09:05', 'plate', A), sensor('09:25', 'leave')], {
    settled: [settled],
  });
  assert.deepEqual(shown(result), [[A, '09:00', '10:00', 'closed']]);
  assert.deepEqual(
    result.exceptions.map(({ code, before, after }) => [code, hhmmss(before.outTime!), hhmmss(after!.outTime!)]),
    [['earlier-end', '10:00', '09:25']],
  );
  assert.equal(feeFen(clock('09:00'), clock('09:25')) - feeFen(clock('09:00'), clock('10:00')), -600);
});

test('a camera that saw the car come wins over a sensor that felt something there before: nothing is charged before it came', () => {
  // The sensor has been silent since the car before left, and counts as occupied until it reports.
  const list = [
    sensor('09:34', 'arrive', { changes: 9 }),
    camera('09:34', 'arrive', A),
    camera('10:19', 'leave', A),
    camera('11:01', 'arrive', A),
    camera('11:14', 'leave', A),
  ];
  assert.deepEqual(shown(settle(list)), [
    [A, '09:34', '10:19', 'closed'],
    [A, '11:01', '11:14', 'closed'],
  ]);
  const unread = [sensor('09:00', 'arrive'), ...heartbeats('09:30', '10:30', 'present'), camera('10:20', 'arrive', B)];
  const after = settle([...unread, camera('11:00', 'leave', B)]).stays.find(({ plate }) => plate === B);
  assert.deepEqual([hhmmss(after!.inTime), hhmmss(after!.outTime!)], ['10:20', '11:00']);
});

test('a sensor carries a car back to no time at which a person saw that nothing stood there', () => {
  const list = [
    sensor('09:00', 'arrive'),
    ...heartbeats('09:30', '10:30', 'present'),
    person('09:36', 'absent', null),
    person('09:45', 'plate', A),
    sensor('10:50', 'leave'),
  ];
  const stay = settle(list).stays.find(({ plate }) => plate === A);
  assert.deepEqual([hhmmss(stay!.inTime), hhmmss(stay!.outTime!)], ['09:36', '10:50']);
});

test('who finds the berth empty ends the car at what its sensor last reported of it: its leave may be lost', () => {
  const list = [
    sensor('09:00', 'arrive', { changes: 1 }),
    person('09:05', 'plate', A),
    sensor('09:30', 'present', { changes: 1 }),
    person('09:50', 'absent', null),
  ];
  // The car left at 09:40, and the sensor's message of it was not received.
  assert.deepEqual(shown(settle(list, { until: clock('09:51') })), [[A, '09:00', '09:30', 'closed-inferred']]);
  const next = [sensor('09:55', 'arrive', { changes: 3 }), person('09:58', 'plate', B)];
  assert.deepEqual(shown(settle([...list, ...next], { until: clock('10:00') })), [
    [A, '09:00', '09:30', 'closed-inferred'],
    [B, '09:55', null, 'open'],
  ]);
  const received = [...list, sensor('09:40', 'leave', { changes: 2 })];
  assert.deepEqual(shown(settle(received, { until: clock('09:51') })), [[A, '09:00', '09:40', 'closed']]);
});

test('a bill takes no time of another car that was read later, though its own evidence is out of reach', () => {
  // Half of the first car's evidence is older than what is read: its sensor seems to have felt the second one.
  const list = [
    sensor('12:59:58', 'present', { changes: 9 }),
    person('13:36:42', 'plate', B),
    sensor('13:59:58', 'present', { changes: 9 }),
    person('14:13:21', 'plate', '粤B33333'),
  ];
  const bill = (id: string, plate: string, from: string, to: string) => ({
    id,
    berthId: 'B1',
    plate,
    beginTime: clock(from),
    inTime: clock(from),
    outTime: clock(to),
  });
  const settled = [bill('1', A, '12:41:37', '13:16:20'), bill('2', B, '13:36:42', '13:36:42')];
  const bindings = [{ ...BOUND, provenFrom: null }];
  const more = { bindings, from: clock('12:50'), until: clock('14:20') };
  const stays = (bills: typeof settled) =>
    settle(list, { ...more, settled: bills }).stays.map(({ plate, inTime, outTime }) => [
      plate,
      hhmmss(inTime),
      outTime === null ? null : hhmmss(outTime),
    ]);
  assert.deepEqual(stays(settled).slice(0, 2), [
    [A, '12:41:37', '13:16:20'],
    [B, '13:36:42', '13:36:42'],
  ]);
  assert.deepEqual(stays(settled.slice(0, 1)).slice(0, 2), [
    [A, '12:41:37', '13:16:20'],
    [B, '13:36:42', '13:36:42'],
  ]);
  assert.deepEqual(stays(settled).filter(([plate]) => plate === B).length, 1, 'its own bill is known by its plate');
});

test('a sensor that missed its report when the car was read carries it back only once it reports again', () => {
  // It reports each hour; from 10:00 its gateway received nothing, and the car of 08:55 may have left since.
  const bindings = [{ ...BOUND, silentAfterMinutes: 180 }];
  const before = [sensor('08:55', 'arrive', { changes: 1 }), sensor('09:52', 'present', { changes: 1 })];
  const begin = (at: string, ...more: Evidence[]) => {
    const list = [...before, person(at, 'plate', A), person('12:40', 'leave', null), ...more];
    const { stays } = settle(list, { bindings, until: clock('12:41') });
    return hhmmss(stays.find(({ plate }) => plate === A)!.inTime);
  };
  assert.equal(begin('11:14'), '11:14');
  assert.equal(begin('10:40'), '10:10', 'its next report was not due');
  assert.equal(begin('11:14', sensor('11:52', 'present', { changes: 1 })), '10:44', 'it was there all the time');
  assert.equal(begin('11:14', sensor('11:52', 'present', { changes: 3 })), '11:14', 'another car came');
});

test('a leave that follows once the sensor has been free is of a car that came later, and bills nothing to the one before', () => {
  // The first car's leave was lost; a second one came unread, and a collector ended that one.
  const list = [
    sensor('09:00', 'arrive', { changes: 1 }),
    person('09:05', 'plate', A),
    sensor('10:00', 'present', { changes: 1 }),
    sensor('11:00', 'absent', { changes: 2 }),
    sensor('11:20', 'arrive', { changes: 3 }),
    person('12:10', 'leave', null),
    sensor('12:10:30', 'leave', { changes: 4 }),
  ];
  assert.deepEqual(shown(settle(list)), [
    [A, '09:00', '10:00', 'closed-inferred'],
    [null, '11:20', '12:10:30', 'closed'],
  ]);
});

test('the rest of a stay that was billed in two parts is not doubted, as long as the berth was occupied to its end', () => {
  const list = [
    sensor('09:00', 'arrive', { changes: 1 }),
    sensor('09:40', 'present', { changes: 1 }),
    sensor('10:20', 'leave', { changes: 2 }),
  ];
  const bill = (id: string, from: string, to: string) => ({
    id,
    berthId: 'B1',
    plate: null,
    beginTime: clock(from),
    inTime: clock(from),
    outTime: clock(to),
  });
  const doubts = (...settled: ReturnType<typeof bill>[]) =>
    settle(list, { settled }).exceptions.map(({ code }) => code);
  assert.deepEqual(doubts(bill('1', '09:00', '09:40'), bill('2', '09:40', '10:20')), []);
  assert.deepEqual(doubts(bill('1', '09:00', '09:40'), bill('2', '09:40', '10:40')), ['no-stay']);
  assert.deepEqual(doubts(bill('1', '09:00', '09:40'), bill('2', '11:40', '12:00')), ['no-stay']);
});
