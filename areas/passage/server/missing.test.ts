/** Device numbers that are missing, given up, and come after all. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';
import { sweepLanes } from './door.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const P = '京A12345';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test('a missing number holds back what came after it; when it does not come it is listed, and when it comes after all it is taken', async () => {
  lot = await openLot(product);
  const events = [
    lot.reading('in1', T, P),
    lot.event('in1', T + 1000, { kind: 'gate', gate: 'up', by: 'local', commandId: null }),
    lot.event('in1', T + 3000, { kind: 'passed', passing: 1, count: 1, picture: null }),
  ] as const;
  const [read, up, passed] = events;
  await lot.ingest(read);
  await lot.ingest(passed);
  assert.deepEqual([await lot.count(), (await lot.check()).held], [0, 1]);
  // The device goes on talking; that does not make us wait longer.
  const gone = await lot.device('cam-in1');
  const down = {
    kind: 'gate',
    gate: 'down',
    by: 'local',
    commandId: null,
    device: gone,
    seq: 5,
    lane: lot.gates.in1,
    at: T + 9000,
    rawAt: T + 9000,
  } as const;
  await lot.ingest(down);
  await sweepLanes(product.database, new Date(Date.now() + 10_000));
  assert.equal(await lot.count(), 0);
  // A server that has only just begun to listen has not waited yet.
  await sweepLanes(product.database, new Date(Date.now() + 16_000), Date.now() + 5_000);
  assert.equal(await lot.count(), 0);
  await sweepLanes(product.database, new Date(Date.now() + 16_000));
  assert.deepEqual([await lot.count(), (await lot.check()).held, await lot.exceptions()], [1, 1, ['E-GAP']]);
  await lot.ingest(up);
  const left = async (): Promise<unknown> => [
    (await lot.of('device_event', 'seq')).map((row) => [row.seq, row.applied]),
    (await lot.of('gate_opening', 'time')).length,
    (await lot.check()).events,
  ];
  assert.deepEqual(await left(), [
    [
      [1, true],
      [2, true],
      [3, true],
      [5, false],
    ],
    1,
    4,
  ]);
  assert.deepEqual(
    (await lot.of('lane_exception', 'time'))
      .filter((row) => row.code === 'E-GAP')
      .map((row) => row.cleared_time !== null),
    [true],
  );
  for (const event of events) await lot.ingest(event);
  assert.deepEqual(await left(), [
    [
      [1, true],
      [2, true],
      [3, true],
      [5, false],
    ],
    1,
    4,
  ]);
});

test('two cars whose messages arrive after the wait has ended are both recorded; their late readings open nothing', async () => {
  lot = await openLot(product);
  const drives = (passing: number, at: number, plate: string) =>
    [
      { ...lot.reading('in1', at, plate), passing },
      lot.event('in1', at + 2000, { kind: 'gate', gate: 'up', by: 'local', commandId: null }),
      lot.event('in1', at + 6000, { kind: 'passed', passing, count: 1, picture: null }),
      lot.event('in1', at + 9000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
    ] as const;
  const [first, second, third] = [
    drives(1, T, P),
    drives(2, T + 60_000, '京N77777'),
    drives(3, T + 120_000, '沪B22222'),
  ];
  await lot.ingest(first[0], ...third);
  await sweepLanes(product.database, new Date(Date.now() + 16_000));
  assert.deepEqual([await lot.count(), (await lot.check()).held], [1, 0]);
  const openCount = async () => (await lot.of('device_command', 'id')).filter((row) => row.name === 'open').length;
  const opened = await openCount();
  await lot.ingest(...second.slice(2));
  assert.equal((await lot.check()).held, 2);
  await lot.ingest(second[0], second[1], ...first.slice(1));
  assert.deepEqual([await lot.count(), (await lot.check()).held, await openCount()], [3, 0, opened]);
  assert.deepEqual(
    (await lot.of('passage', 'time')).map((row) => [row.passing, row.status]),
    [
      [1, 'entered'],
      [2, 'entered'],
      [3, 'entered'],
    ],
  );
  const { right, differences, billsWrong } = await lot.check();
  assert.deepEqual([right, differences, billsWrong], [true, [], 0]);
});

test('a reading that comes after its car has left unread ends the stay after all, pays what the lane took, and leaves no car behind', async () => {
  lot = await openLot(product);
  const head = { passing: 1 } as const;
  await lot.ingest(
    lot.reading('in1', T, P),
    lot.event('in1', T + 2000, { kind: 'gate', gate: 'up', by: 'local', commandId: null }),
    lot.event('in1', T + 6000, { kind: 'passed', ...head, count: 1, picture: null }),
    lot.event('in1', T + 9000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
  );
  const out = T + 2 * HOUR;
  const read = { ...lot.reading('out1', out, P), offline: { opened: true, cashFen: 500 } };
  await lot.ingest(
    lot.event('out1', out + 2000, { kind: 'gate', gate: 'up', by: 'command', commandId: null }),
    lot.event('out1', out + 6000, { kind: 'passed', ...head, count: 1, picture: null }),
    lot.event('out1', out + 9000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
  );
  await sweepLanes(product.database, new Date(Date.now() + 16_000));
  assert.deepEqual(
    [await lot.count(), (await lot.of('passage', 'time')).map((row) => row.status)],
    [1, ['entered', 'unidentified']],
  );
  await lot.ingest(read, read);
  assert.equal(await lot.count(), 0);
  assert.deepEqual(
    (await lot.of('passage', 'time')).map((row) => [row.status, row.stay_id !== null]),
    [
      ['entered', true],
      ['left', true],
      ['read-late', true],
    ],
  );
  assert.deepEqual(
    (await lot.of('stay', 'begin_time')).map((row) => [row.status, row.paid_fen]),
    [['closed', 500]],
  );
  assert.deepEqual(
    (await lot.of('gate_opening', 'time')).map((row) => row.cause),
    ['unknown', 'stay'],
  );
  assert.deepEqual(
    (await lot.of('lane_exception', 'time'))
      .filter((row) => row.gate_id === lot.gates.out1 && row.cleared_time === null)
      .map((row) => row.code)
      .filter((code) => code !== 'E-UNPAID'),
    [],
  );
  const { right, differences, billsWrong } = await lot.check();
  assert.deepEqual([right, differences, billsWrong], [true, [], 0]);
});
