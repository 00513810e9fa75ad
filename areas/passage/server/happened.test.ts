/**
 * A charger reports events of the cars next to it like any device: numbered, duplicated, out of order, late, and for
 * unknown cars.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UpEvent } from '#areas/device/model/link.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { sweepLanes } from './door.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

const [P, Q, R, S] = ['京AD12345', '京AD54321', '京AD22222', '京AD33333'];
/** Nobody pays before a quarter of an hour after charging; then nine yuan for each hour begun. */
const tariff = {
  form: 2,
  schemes: [
    {
      startsAt: 'chargingEnd',
      free: { minutes: 15, lost: false },
      meters: [{ id: 'idle', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 60, fen: 900 }] }],
    },
  ],
};

let product: TestProduct;
let lot: StoryLot;
let begin: number;
before(async () => {
  product = await startTestProduct();
  lot = await openLot(product, { tariff });
  begin = Date.now() - 5 * HOUR;
});
after(() => product.close());

/** The message of the charger of this name. */
const happened = (charger: string, seq: number, plate: string, event: string, minute: number): UpEvent => {
  const at = begin + minute * MINUTE;
  return { kind: 'happened', device: lot.device(charger), seq, lane: null, at, rawAt: at, plate, event };
};
const eventsOf = async (id: string): Promise<unknown> =>
  (((await lot.stay(id)).events as { event: string; at: number }[] | null) ?? []).map(({ event, at }) => [
    event,
    (at - begin) / MINUTE,
  ]);
const owed = async (id: string): Promise<number> =>
  (await product.must('GET', '/api/gatehouse/stay/quote', { recordId: id })).dueFen;

test('the end of charging starts the clock; reported twice it counts once; what arrives before its number waits', async () => {
  const id = await lot.enter(P, begin);
  const [start, end] = [happened('pile', 1, P, 'chargingStart', 10), happened('pile', 2, P, 'chargingEnd', 200)];
  await lot.ingest(start);
  assert.equal(await owed(id), 0, 'it charges');
  await lot.ingest(happened('pile', 3, 'nobody', 'chargingEnd', 210));
  assert.deepEqual(await eventsOf(id), [['chargingStart', 10]]);
  await lot.ingest(end, end);
  await lot.ingest(end, start);
  assert.deepEqual(await eventsOf(id), [
    ['chargingStart', 10],
    ['chargingEnd', 200],
  ]);
  // Eighty-five minutes and a little past the quarter of an hour: two hours begun.
  assert.equal(await owed(id), 1800);
  assert.deepEqual(
    (
      await lot.rows(
        'SELECT seq, gate_id, applied FROM device_event WHERE tenant_id = $1 AND park_id = $2 AND device_id = $3 ORDER BY seq',
        lot.device('pile'),
      )
    ).map(({ seq, gate_id, applied }) => [Number(seq), gate_id, applied]),
    [
      [1, null, true],
      [2, null, true],
      [3, null, true],
    ],
  );
  await lot.see('out1', begin + 260 * MINUTE, P);
  const { phase } = await lot.lane('out1');
  assert.equal(phase.name === 'awaiting' && phase.settling.quote.dueFen, 900, '45 minutes past the quarter');
  await lot.cash('out1', begin + 261 * MINUTE, 900);
  await lot.through('out1', begin + 262 * MINUTE);
  await lot.ingest(happened('pile', 4, P, 'chargingEnd', 100));
  assert.deepEqual(
    await eventsOf(id),
    [
      ['chargingStart', 10],
      ['chargingEnd', 200],
    ],
    'an event reported after the car has left changes nothing',
  );
});

test('a number that stays missing is listed and still counts when it comes; of visits the one that was there has the event', async () => {
  const first = await lot.enter(Q, begin + 20 * MINUTE);
  await lot.ingest(happened('other', 2, Q, 'chargingEnd', 120));
  assert.deepEqual(await eventsOf(first), []);
  await sweepLanes(product.database, new Date(Date.now() + MINUTE), 0);
  assert.deepEqual(await eventsOf(first), [['chargingEnd', 120]]);
  assert.ok((await lot.exceptions()).includes('E-GAP'));
  await lot.ingest(happened('other', 1, Q, 'chargingStart', 30));
  assert.deepEqual(await eventsOf(first), [
    ['chargingStart', 30],
    ['chargingEnd', 120],
  ]);
  assert.ok((await lot.exceptions()).includes('E-GAP cleared'));
  await lot.ingest(happened('other', 3, Q, 'chargingEnd', 10));
  assert.deepEqual(
    await eventsOf(first),
    [
      ['chargingStart', 30],
      ['chargingEnd', 120],
    ],
    'before the car came',
  );
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences], [true, []]);
});

test('a charger event received before its car’s entry waits for it, and the bill uses it', async () => {
  await lot.ingest(
    happened('third', 1, R, 'chargingEnd', 150),
    happened('third', 2, R, 'chargingStart', 40),
    happened('third', 3, R, 'chargingEnd', 5),
  );
  assert.equal(
    (await lot.rows('SELECT id FROM told_event WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3', R)).length,
    3,
  );
  const id = await lot.enter(R, begin + 30 * MINUTE);
  assert.deepEqual(await eventsOf(id), [
    ['chargingStart', 40],
    ['chargingEnd', 150],
  ]);
  // Two hours and a quarter past the quarter of an hour after 150 minutes, up to now at 300.
  assert.equal(await owed(id), 2700);
  assert.equal(
    (await lot.rows('SELECT id FROM told_event WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3', R)).length,
    1,
    'what happened before it came waits for the visit it belongs to',
  );
});

test('a corrected plate keeps its events', async () => {
  const id = await lot.enter('京AD33338', begin + 30 * MINUTE);
  await lot.ingest(happened('fourth', 1, S, 'chargingEnd', 100));
  assert.deepEqual(await eventsOf(id), []);
  await product.must('POST', '/api/updown/parkIORecord/updatePlateNumber', {
    recordId: id,
    plateNumber: S,
    merge: false,
    remark: '识别有误',
  });
  assert.deepEqual(await eventsOf(id), [['chargingEnd', 100]]);
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences], [true, []]);
});
