/** What the days of a section show: who leaves cars unread, and which sensors report each other's berth. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { person } from '#test/stories/road-journeys.fixture.ts';
import { warnOfCollectors, warnOfSwaps, warnOfUnattended } from './door.ts';
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

type Row = { subject: string; figure: number; limit: number; times: number; status: string; remark: string | null };
const warnings = (street: Street, type: string): Promise<Row[]> =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      'SELECT subject, figure::float8 AS figure, "limit"::float8 AS "limit", times, status, remark FROM rd_warn WHERE tenant_id = $1 AND park_id = $2 AND warn_type = $3 ORDER BY subject',
      [street.lot.tenantId, street.lot.parkId, type],
    ),
  );

/** A car of 50 minutes at each full hour from 8 to 17 of a day; `reads` says who reads it after five minutes. */
function hourly(street: Street, nth: number, reads: (hour: number) => string | null, day = DAY_BEFORE): Claim[] {
  return Array.from({ length: 10 }, (_, each) => each + 8).flatMap((hour): Claim[] => {
    const from = day + hour * HOUR;
    const userId = reads(hour);
    const plate = `粤B${hour}${String(nth).padStart(2, '0')}0`;
    const read = { ...street.person(nth, from + 5 * MINUTE, 'plate', plate), seq: `${nth} ${from}` };
    return [
      street.claim(nth, from, 'arrive'),
      street.claim(nth, from + 30 * MINUTE, 'present'),
      ...(userId === null ? [] : [{ ...read, userId }]),
      street.claim(nth, from + 50 * MINUTE, 'leave'),
    ];
  });
}

test('who surely leaves more cars unread than the others of the car park is named after two days, once a day, and nobody else', async () => {
  const [honest, thief] = [
    await person(product, '李诚', 'curbCollector'),
    await person(product, '王漏', 'curbCollector'),
  ];
  const street = await openStreet(product, 11);
  // The one reads every car until noon, the other leaves one of five of the afternoon.
  const reads = (hour: number) => (hour < 13 ? honest.id : hour === 15 ? null : thief.id);
  const parkName = await product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<{ name: string }>('SELECT park_name AS name FROM park WHERE tenant_id = $1 AND id = $2', [
      street.lot.tenantId,
      street.lot.parkId,
    ]),
  );
  const dayOfCars = async (day: number): Promise<void> => {
    const cars = street.berths.flatMap((_, nth) => hourly(street, nth, reads, day));
    await street.accept(cars, day + 20 * HOUR);
    await street.sweep(day + 21 * HOUR);
  };
  await dayOfCars(DAY_BEFORE - 24 * HOUR);
  await warnOfCollectors(product.database, new Date(MORNING - 24 * HOUR));
  assert.deepEqual(await warnings(street, 'gap'), [], 'one day is not enough');
  await dayOfCars(DAY_BEFORE);
  await warnOfCollectors(product.database, new Date(MORNING));
  await warnOfCollectors(product.database, new Date(MORNING + HOUR));
  // The cars of 13 o'clock came before he did: four of each berth and day are his.
  assert.deepEqual(await warnings(street, 'gap'), [
    {
      subject: `${parkName[0]!.name} · 王漏`,
      figure: 25,
      limit: 0,
      times: 1,
      status: 'open',
      remark:
        '停满 30 分钟的车：2 天 88 辆中 22 辆未登记；同车场其他人 88 辆中 0 辆 / Cars that stood 30 min: 22 of 88 unread in 2 days; others here 0 of 88',
    },
  ]);
});

test('time without plates while nobody was on duty is reported of the section, and one unread car on an empty day is not', async () => {
  const street = await openStreet(product, 2);
  await street.accept(
    [0, 1].flatMap((nth) => hourly(street, nth, () => null)),
    DAY_BEFORE + 20 * HOUR,
  );
  await warnOfUnattended(product.database, new Date(MORNING));
  await warnOfUnattended(product.database, new Date(MORNING + HOUR));
  const [found, ...others] = await warnings(street, 'gap');
  assert.deepEqual([found!.subject, found!.figure, found!.times, others], ['人民路东侧', 100, 1, []]);
});

test('one unread car on an empty day is no gap', async () => {
  const honest = await person(product, '赵诚', 'curbCollector');
  const street = await openStreet(product, 1);
  const looked = { ...street.person(0, DAY_BEFORE + 7 * HOUR, 'absent'), userId: honest.id };
  await street.accept([looked, ...hourly(street, 0, () => null).slice(0, 3)], DAY_BEFORE + 20 * HOUR);
  await warnOfUnattended(product.database, new Date(MORNING));
  await warnOfCollectors(product.database, new Date(MORNING));
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
  await warnOfUnattended(product.database, new Date(MORNING));
  await warnOfCollectors(product.database, new Date(MORNING));
  assert.deepEqual(await warnings(wrong, 'gap'), [], 'nobody is blamed for what swapped sensors report');
  const subject = `${wrong.berths[0]!.berthNo} ↔ ${wrong.berths[1]!.berthNo}`;
  assert.deepEqual(await warnings(wrong, 'swap'), [
    { subject, figure: 6, limit: 5, times: 1, status: 'open', remark: null },
  ]);
  assert.deepEqual(await warnings(right, 'swap'), []);
  await product.must('POST', '/api/gatehouse/rdSensor/swap', { deviceId: wrong.sensors[0], otherId: wrong.sensors[1] });
  await warnOfSwaps(product.database, new Date());
  assert.equal((await warnings(wrong, 'swap'))[0]!.status, 'cleared');
});
