/** Rules that concern several berths of a section. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOUND, clock, heartbeats, hhmmss, inputOf, person, sensor, shown } from './evidence.fixture.ts';
import { settleSection } from './section.ts';
import type { BerthStay, Evidence, SettledStay } from './types.ts';
import { settledStays } from './settled.ts';

const A = '粤B12345';
const ORDER = ['B1', 'B2', 'B3'];
const on = (berthId: string) => ({ berthId, deviceId: `sensor-${berthId}` });
const bindings = ORDER.map((berthId) => ({ ...BOUND, ...on(berthId) }));

function section(list: readonly Evidence[], sensed = true, settled: readonly SettledStay[] = []) {
  const berths = ORDER.map((berthId) => ({ berthId, closures: [] }));
  const own = list.map((each) => (each.berthId === 'B1' && each.source === 'sensor' ? { ...each, ...on('B1') } : each));
  return settleSection({ ...inputOf(own, { bindings: sensed ? bindings : [], settled }), berths });
}
const firstCar = [
  sensor('09:00', 'arrive'),
  person('09:05', 'plate', A),
  ...heartbeats('09:30', '10:00', 'present'),
  sensor('10:10', 'leave'),
];
const nextBerth = (at: string) => [
  sensor(at, 'arrive', on('B2')),
  person('10:18', 'plate', A, { berthId: 'B2' }),
  sensor('10:50', 'leave', on('B2')),
];

test('the same plate on another berth within 5 minutes has moved: one stay, one bill', () => {
  const result = section([...firstCar, ...nextBerth('10:14')]);
  assert.deepEqual(shown(result), [[A, '09:00', '10:50', 'closed']]);
  assert.deepEqual(
    result.stays[0]!.moves.map(({ at, berthId }) => [hhmmss(at), berthId]),
    [['10:14', 'B2']],
  );
  const keys = new Set(result.spells.filter(({ state }) => state === 'occupied').map(({ stay }) => stay));
  assert.deepEqual([...keys], [result.stays[0]!.key]);
  assert.equal(section([...firstCar, ...nextBerth('10:16')]).stays.length, 2, 'later it is a stay of its own');
});

test('a move after the bill was settled continues it', () => {
  const paid = {
    id: '7',
    berthId: 'B1',
    plate: A,
    beginTime: clock('09:00'),
    inTime: clock('09:00'),
    outTime: clock('10:10'),
  };
  const result = section([...firstCar, ...nextBerth('10:14')], true, [paid]);
  assert.deepEqual(
    result.stays.map(({ key, continues, moves }) => [key === '7', continues, moves.length]),
    [
      [true, null, 0],
      [false, '7', 0],
    ],
  );
});

/** The bill of a stay as it is kept. */
const billOf = (stay: BerthStay): SettledStay[] => settledStays({ ...stay, id: '7', outTime: stay.outTime! });

test('the bill of a car that moved is held against all its berths: none is doubted, none billed again, the first one free', () => {
  const list = [...firstCar, ...nextBerth('10:14'), sensor('10:55', 'absent'), sensor('11:00', 'absent', on('B2'))];
  const bill = billOf(section(list).stays[0]!);
  const result = section(list, true, bill);
  assert.deepEqual(result.exceptions, []);
  assert.deepEqual(shown(result), [[A, '09:00', '10:50', 'closed']]);
  assert.equal(result.stays[0]!.key, '7');
  const strip = (berth: string) =>
    result.spells
      .filter(({ berthId, state }) => berthId === berth && state !== 'unknown')
      .map(({ from, state, stay }) => [hhmmss(from), state, stay]);
  assert.deepEqual(strip('B1'), [
    ['09:00', 'occupied', '7'],
    ['10:10', 'free', null],
  ]);
  assert.deepEqual(strip('B2'), [
    ['10:14', 'occupied', '7'],
    ['10:50', 'free', null],
  ]);
  const next = [sensor('10:12', 'arrive'), person('10:13', 'plate', '粤B67890'), sensor('10:40', 'leave')];
  assert.deepEqual(
    shown(section([...list, ...next], true, bill)),
    [
      [A, '09:00', '10:50', 'closed'],
      ['粤B67890', '10:12', '10:40', 'closed'],
    ],
    'the next car there is billed from its own arrival',
  );
});

test('the first and the last berth of a car that moved show what contradicts its bill, with the times of the whole bill', () => {
  const list = [...firstCar, ...nextBerth('10:14')];
  const bill = billOf(section(list).stays[0]!);
  const doubts = (evidence: readonly Evidence[]) =>
    section(evidence, true, bill).exceptions.map(({ code, berthId, before, after }) => [
      code,
      berthId,
      [before, after].map((times) => times && [times.inTime, times.outTime!].map(hhmmss)),
    ]);
  assert.deepEqual(doubts([...list, sensor('10:30', 'leave', on('B2'))]), [
    [
      'earlier-end',
      'B2',
      [
        ['09:00', '10:50'],
        ['09:00', '10:30'],
      ],
    ],
  ]);
  assert.deepEqual(doubts([...list, person('08:50', 'arrive', A)]), [
    [
      'earlier-begin',
      'B1',
      [
        ['09:00', '10:50'],
        ['08:50', '10:50'],
      ],
    ],
  ]);
  assert.deepEqual(doubts([...list, sensor('10:09', 'leave')]), [], 'when it moved changes no bill');
});

test('a car on two berths: a person adds the second, two spells and one bill of two bays', () => {
  const result = section([
    ...firstCar,
    sensor('09:00:30', 'arrive', on('B2')),
    ...heartbeats('09:30', '10:00', 'present', 30, on('B2')),
    person('09:06', 'present', A, { berthId: 'B2', alsoOf: 'B1' }),
    sensor('10:10:20', 'leave', on('B2')),
  ]);
  assert.deepEqual(
    result.stays.map(({ plate, alsoBerths, bays }) => [plate, alsoBerths, bays]),
    [[A, ['B2'], 2]],
  );
  const occupied = result.spells.filter(({ state }) => state === 'occupied');
  assert.deepEqual(
    occupied.map(({ berthId, stay }) => [berthId, stay === result.stays[0]!.key]),
    [
      ['B1', true],
      ['B2', true],
    ],
  );
});

test('neighbours that change within 5 seconds, one plate: the berth with the plate has the stay', () => {
  const line = (from: string, to: string) =>
    section([
      ...firstCar,
      sensor(from, 'arrive', on('B2')),
      ...heartbeats('09:30', '10:00', 'present', 30, on('B2')),
      sensor(to, 'leave', on('B2')),
    ]);
  const result = line('09:00:03', '10:10:04');
  assert.deepEqual(shown(result), [[A, '09:00', '10:10', 'closed']]);
  assert.ok(result.warnings.some(({ code, berthId }) => code === 'W-OVERLINE' && berthId === 'B2'));
  assert.equal(line('09:00:07', '10:10:04').stays.length, 2, 'two cars');
  assert.equal(line('09:00:03', '10:30').stays.length, 2, 'it stayed when the other left');
});

test('a plate read elsewhere: the old stay ends at what is proven where its berth is not occupied, else it is suspect', () => {
  const elsewhere = person('11:00', 'plate', A, { berthId: 'B3' });
  const unsensed = section([person('09:05', 'plate', A), person('09:40', 'present', A), elsewhere], false);
  assert.deepEqual(shown(unsensed), [
    [A, '09:05', '09:40', 'closed-inferred'],
    [A, '11:00', null, 'open'],
  ]);
  const standing = section([
    ...firstCar.slice(0, -1),
    ...heartbeats('10:30', '12:00', 'present', 30, on('B1')),
    elsewhere,
  ]);
  assert.deepEqual(
    standing.stays.map(({ berthId, state }) => [berthId, state]),
    [
      ['B1', 'suspect'],
      ['B3', 'open'],
    ],
  );
  assert.ok(standing.warnings.some(({ code }) => code === 'W-SUSPECT'));
});
