/** What the days of a section show: who leaves cars unread, and which sensors report each other's berth. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { person } from '#test/stories/road-journeys.fixture.ts';
import { warnOfGaps, warnOfSwaps } from './door.ts';
import type { Claim } from './door.ts';
import { MINUTE, openStreet } from './street.fixture.ts';
import type { Street } from './street.fixture.ts';

const HOUR = 60 * MINUTE;
const ZONE = 'Asia/Shanghai';
const DAY_BEFORE = startOfDay(addDays(dayOf(Date.now(), ZONE), -1), ZONE);
const MORNING = DAY_BEFORE + 25.5 * HOUR;

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

type Row = { subject: string; figure: number; times: number; status: string };
const warnings = (street: Street, type: string): Promise<Row[]> =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      'SELECT subject, figure::float8 AS figure, times, status FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND warn_type = $3 ORDER BY subject',
      [street.lot.tenantId, street.lot.parkId, type],
    ),
  );

/** A car of 50 minutes at each full hour from 8 to 17; `reads` says who reads it after five minutes. */
function hourly(street: Street, nth: number, reads: (hour: number) => string | null): Claim[] {
  return Array.from({ length: 10 }, (_, each) => each + 8).flatMap((hour): Claim[] => {
    const from = DAY_BEFORE + hour * HOUR;
    const userId = reads(hour);
    const read = { ...street.person(nth, from + 5 * MINUTE, 'plate', `粤B${hour}${nth}00`), seq: `${nth} ${hour}` };
    return [
      street.claim(nth, from, 'arrive'),
      street.claim(nth, from + 30 * MINUTE, 'present'),
      ...(userId === null ? [] : [{ ...read, userId }]),
      street.claim(nth, from + 50 * MINUTE, 'leave'),
    ];
  });
}

test('who left more than 15 % of the occupied time of a section and day unread is named, once a day, and nobody else', async () => {
  const [honest, thief] = [
    await person(product, '李诚', 'curbCollector'),
    await person(product, '王漏', 'curbCollector'),
  ];
  const street = await openStreet(product, 2);
  // The one reads every car until noon, the other leaves one of five of the afternoon.
  const reads = (hour: number) => (hour < 13 ? honest.id : hour === 15 ? null : thief.id);
  await street.accept([...hourly(street, 0, reads), ...hourly(street, 1, reads)], DAY_BEFORE + 20 * HOUR);
  await street.sweep(DAY_BEFORE + 21 * HOUR);
  await warnOfGaps(product.database, new Date(MORNING));
  await warnOfGaps(product.database, new Date(MORNING + HOUR));
  // Two cars of 50 minutes of ten, of which ten minutes lie before his first reading.
  assert.deepEqual(await warnings(street, 'gap'), [
    { subject: '人民路东侧 · 王漏', figure: 20.4, times: 1, status: 'open' },
  ]);
});

test('one unread car on an empty day is no gap', async () => {
  const honest = await person(product, '赵诚', 'curbCollector');
  const street = await openStreet(product, 1);
  const looked = { ...street.person(0, DAY_BEFORE + 7 * HOUR, 'absent'), userId: honest.id };
  await street.accept([looked, ...hourly(street, 0, () => null).slice(0, 3)], DAY_BEFORE + 20 * HOUR);
  await warnOfGaps(product.database, new Date(MORNING));
  assert.deepEqual(await warnings(street, 'gap'), []);
});

/** Cars at two berths by turns, whose sensors report as `sensorOf` says; a person sees each car at its own berth. */
function byTurns(street: Street, sensorOf: (nth: number) => number): Claim[] {
  return Array.from({ length: 6 }, (_, turn) => turn).flatMap((turn) => {
    const nth = turn % 2;
    const from = DAY_BEFORE + (8 + turn) * HOUR;
    return [
      street.claim(sensorOf(nth), from, 'arrive'),
      { ...street.person(nth, from + 5 * MINUTE, 'plate', `粤B77${turn}00`), seq: `plate ${turn}` },
      street.claim(sensorOf(nth), from + 50 * MINUTE, 'leave'),
    ];
  });
}

test('sensors that report each other’s berth are named by their numbers, and cleared once they are corrected', async () => {
  const [wrong, right] = [await openStreet(product, 3), await openStreet(product, 3)];
  for (const [street, sensorOf] of [
    [wrong, (nth: number) => 1 - nth],
    [right, (nth: number) => nth],
  ] as const) {
    const first = [0, 1, 2].map((nth) => street.claim(nth, DAY_BEFORE + 7 * HOUR, 'absent'));
    await street.accept([...first, ...byTurns(street, sensorOf)], DAY_BEFORE + 20 * HOUR);
  }
  await warnOfSwaps(product.database, new Date(MORNING));
  await warnOfSwaps(product.database, new Date(MORNING + HOUR));
  await warnOfGaps(product.database, new Date(MORNING));
  assert.deepEqual(await warnings(wrong, 'gap'), [], 'nobody is blamed for what swapped sensors report');
  const subject = `${wrong.berths[0]!.berthNo} ↔ ${wrong.berths[1]!.berthNo}`;
  assert.deepEqual(await warnings(wrong, 'swap'), [{ subject, figure: 6, times: 1, status: 'open' }]);
  assert.deepEqual(await warnings(right, 'swap'), []);
  await product.must('POST', '/api/gatehouse/rdSensor/swap', { deviceId: wrong.sensors[0], otherId: wrong.sensors[1] });
  await warnOfSwaps(product.database, new Date());
  assert.equal((await warnings(wrong, 'swap'))[0]!.status, 'cleared');
});
