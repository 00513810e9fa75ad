/** The worked cases of a day: exact times, and their price at the Shenzhen class-1 tariff. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
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
import type { SettledStay } from './types.ts';

const A = '粤B12345';
const B = '粤B67890';
const read = (result: ReturnType<typeof settle>, plate: string) => result.stays.find((stay) => stay.plate === plate)!;

test('plain: the sensor times both ends, 140 min 20 s cost 27.00', () => {
  const result = settle([
    sensor('09:00:20', 'arrive'),
    ...heartbeats('09:30', '11:00', 'present'),
    person('09:06', 'plate', A),
    sensor('11:20:40', 'leave'),
  ]);
  assert.deepEqual(shown(result), [[A, '09:00:20', '11:20:40', 'closed']]);
  assert.equal(feeOf(result.stays[0]!), 2700);
  assert.deepEqual(strip(result).slice(0, 2), ['06:00 unknown 09:00:20', '09:00:20 occupied 11:20:40']);
});

test('late plate: a reading proves 30 minutes before it and no more, 43.00 instead of 63.00', () => {
  const result = settle([
    sensor('08:00', 'arrive'),
    ...heartbeats('08:30', '12:00', 'present'),
    person('09:32', 'plate', A),
    sensor('12:30', 'leave'),
  ]);
  assert.deepEqual(shown(result), [[A, '09:02', '12:30', 'closed']]);
  assert.equal(hhmmss(result.stays[0]!.beginTime), '08:00', 'the berth was occupied all the same');
  assert.equal(feeOf(result.stays[0]!), 4300);
  assert.equal(feeFen(clock('08:00'), clock('12:30')), 6300);
  assert.deepEqual(
    result.warnings.map(({ code, at }) => [code, hhmmss(at)]),
    [['W-UNREAD', '08:10']],
  );
});

test('missed change: the first car pays to its last sighting, 9.00, and 90 minutes are unknown', () => {
  const result = settle([
    sensor('09:00', 'arrive'),
    person('09:05', 'plate', A),
    ...heartbeats('09:30', '12:00', 'present'),
    person('10:00', 'plate', A),
    person('11:30', 'plate', B),
    sensor('12:15', 'leave'),
  ]);
  assert.deepEqual(shown(result), [
    [A, '09:00', '10:00', 'closed-inferred'],
    [B, '11:30', '12:15', 'closed'],
  ]);
  assert.equal(feeOf(read(result, A)), 900);
  assert.equal(feeFen(clock('09:00'), clock('11:30')), 2700);
  assert.deepEqual(strip(result).slice(1, 4), ['09:00 occupied 10:00', '10:00 unknown 11:30', '11:30 occupied 12:15']);
  assert.deepEqual(
    result.faults.map(({ deviceId, kind }) => [deviceId, kind]),
    [['sensor1', 'miss']],
  );
});

test('missed change with a counting sensor: the first car ends at the heartbeat before the count grew by two', () => {
  const result = settle([
    sensor('09:00', 'arrive', { changes: 7 }),
    person('09:05', 'plate', A),
    ...heartbeats('09:30', '10:30', 'present', 30, { changes: 7 }),
    ...heartbeats('11:00', '12:00', 'present', 30, { changes: 9 }),
    person('11:20', 'plate', B),
    sensor('12:15', 'leave', { changes: 10 }),
  ]);
  assert.deepEqual(shown(result), [
    [A, '09:00', '10:30', 'closed-inferred'],
    [B, '11:00', '12:15', 'closed'],
  ]);
});

test('silent: to the last heartbeat, 43.00 and not 93.00', () => {
  const list = [
    sensor('09:00', 'arrive'),
    person('09:04', 'plate', A),
    ...heartbeats('09:30', '12:30', 'present'),
    sensor('15:00', 'absent'),
  ];
  const result = settle(list);
  assert.deepEqual(shown(result), [[A, '09:00', '12:30', 'closed-inferred']]);
  assert.equal(feeOf(result.stays[0]!), 4300);
  assert.equal(feeFen(clock('09:00'), clock('15:00')), 9300);
  const soon = settle(list, { until: clock('15:30') });
  assert.deepEqual(strip(soon).slice(1), ['09:00 occupied 12:30', '12:30 unknown 15:00', '15:00 free 15:30']);
  const settlement = settle([...list.slice(0, -1), sensor('15:00', 'absent', { sinceSeconds: 3600 })]);
  assert.deepEqual(shown(settlement), [[A, '09:00', '14:00', 'closed']], 'unless the sensor reports when it changed');
  const waiting = settle(list.slice(0, -1));
  assert.deepEqual(shown(waiting), [[A, '09:00', null, 'open']], 'no end is invented');
  assert.equal(strip(waiting).at(-1), '12:30 unknown 20:00');
});

test('ended too early: the same car later is a stay that continues the paid one, 18.00 and not 15.00', () => {
  const list = [
    sensor('09:00', 'arrive'),
    person('09:05', 'plate', A),
    ...heartbeats('09:30', '11:00', 'present'),
    person('10:00', 'leave', A),
    person('10:40', 'plate', A),
    sensor('11:20:40', 'leave'),
  ];
  const paid: SettledStay = {
    id: '71',
    berthId: 'B1',
    plate: A,
    beginTime: clock('09:00'),
    inTime: clock('09:00'),
    outTime: clock('10:00'),
  };
  for (const settled of [[], [paid]]) {
    const result = settle(list, { settled });
    assert.deepEqual(shown(result), [
      [A, '09:00', '10:00', 'closed'],
      [A, '10:00', '11:20:40', 'closed'],
    ]);
    assert.equal(result.stays[1]!.continues, result.stays[0]!.key);
    assert.deepEqual(result.exceptions, []);
  }
  assert.equal(feeFen(clock('09:00'), clock('10:00')), 900);
  assert.equal(feeFen(clock('09:00'), clock('11:20:40')) - 900, 1800);
  assert.equal(feeFen(clock('10:00'), clock('11:20:40')), 1500, 'a new ladder would be cheaper than staying');
});

test('prepaid: 09 to 11 for 21.00, gone at 11:50, 12.00 more', () => {
  const result = settle([
    sensor('09:00', 'arrive'),
    person('09:01', 'plate', A),
    ...heartbeats('09:30', '11:30', 'present'),
    sensor('11:50', 'leave'),
  ]);
  assert.equal(feeFen(clock('09:00'), clock('11:00')), 2100);
  assert.equal(feeOf(result.stays[0]!) - 2100, 1200);
});

test('one arrival: a camera that saw it come is believed over the sensor, the sensor over a person', () => {
  const begin = (...list: Parameters<typeof settle>[0]) => hhmmss(settle(list).stays[0]!.inTime);
  assert.equal(
    begin(sensor('09:00:20', 'arrive'), camera('09:00:05', 'arrive', A), sensor('09:40', 'leave')),
    '09:00:05',
  );
  assert.equal(
    begin(sensor('09:00:20', 'arrive'), person('09:00:10', 'plate', A), sensor('09:40', 'leave')),
    '09:00:20',
  );
  assert.equal(begin(person('09:02', 'plate', A), sensor('09:40', 'leave')), '09:02');
});

test('a camera that saw it come proves the plate however late it is read', () => {
  const result = settle([
    camera('08:00', 'arrive', null),
    sensor('08:00:10', 'arrive'),
    ...heartbeats('08:30', '09:30', 'present'),
    person('09:32', 'plate', A),
    sensor('10:00', 'leave'),
  ]);
  assert.deepEqual(shown(result), [[A, '08:00', '10:00', 'closed']]);
});

test('of the leaves within 15 minutes the earliest counts that nobody contradicts within 90 seconds', () => {
  const day = [sensor('09:00', 'arrive'), person('09:05', 'plate', A), ...heartbeats('09:30', '10:00', 'present')];
  const ends = (...list: Parameters<typeof settle>[0]) =>
    settle([...day, ...list]).stays.map(({ outTime }) => hhmmss(outTime!));
  assert.deepEqual(ends(camera('10:10', 'leave', A), sensor('10:11', 'leave')), ['10:10'], 'the sensor agrees in time');
  assert.deepEqual(
    ends(camera('10:10', 'leave', null), sensor('10:14', 'leave')),
    ['10:14'],
    'the sensor was still occupied',
  );
  assert.deepEqual(
    ends(sensor('10:10', 'leave'), sensor('10:11', 'arrive'), sensor('10:20', 'leave')),
    ['10:20'],
    'a flicker',
  );
});

test('never after the next car: its first evidence ends the stay before', () => {
  const result = settle([
    sensor('09:00', 'arrive'),
    person('09:05', 'plate', A),
    sensor('10:10', 'leave'),
    sensor('10:11', 'arrive'),
    person('10:15', 'plate', B),
    sensor('10:40', 'leave'),
  ]);
  assert.deepEqual(shown(result), [
    [A, '09:00', '10:10', 'closed'],
    [B, '10:11', '10:40', 'closed'],
  ]);
});
