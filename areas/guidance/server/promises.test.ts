/** Boards and their promises: arrivals judged from messages, the report of them, and reserves that boards hold back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import { dayOf, hourOf, weekdayOf } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { MISSES, arrivalsYesterday, yesterday } from './arrivals.fixture.ts';
import { updateBoards } from './boards.ts';
import { openGarage } from './garage.fixture.ts';
import type { Garage } from './garage.fixture.ts';
import { takeGuidance } from './intake.ts';
import { forgetPromises, judgePromises } from './promises.ts';
import { tuneReserves } from './reserves.ts';

const [SECOND, DAY, ZONE] = [1_000, 86_400_000, 'Asia/Shanghai'];
const guide = '/api/gatehouse/guide';
const arrivalList = '/api/gatehouse/boardArrival/list';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const write = <T>({ lot }: Garage, sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.write(tenantScope(lot.tenantId), (db) => db.raw<T>(sql, [lot.tenantId, ...values]));

/** A garage with a board, and its gateway connected. */
async function garageOf(count = 4): Promise<Garage & { boardId: string }> {
  const garage = await openGarage(product, count);
  const boardId = await garage.add('board', 231, { groupId: garage.groupId });
  await write(garage, `UPDATE park_device SET status = 'online' WHERE tenant_id = $1 AND id = $2 RETURNING 1`, [
    garage.gatewayId,
  ]);
  await write(garage, 'UPDATE parking_space SET created_at = $3 WHERE tenant_id = $1 AND park_id = $2 RETURNING 1', [
    garage.lot.parkId,
    new Date(Date.now() - 50 * DAY).toISOString(),
  ]);
  return { ...garage, boardId };
}

let seq = 0;
const take = async (garage: Garage, at: number, event: object): Promise<void> => {
  seq += 1;
  const whole = { device: garage.gatewayId, seq, at, rawAt: at, ...event } as GuidanceEvent;
  await takeGuidance(product.database, garage.lot, [whole], new Date(at));
  await updateBoards(product.database, new Date(at + SECOND));
};
const sees = (garage: Garage, at: number, ...changes: readonly (readonly [number, boolean])[]): Promise<void> =>
  take(garage, at, {
    kind: 'spaces',
    changes: changes.map(([address, taken]) => ({ address, taken, plate: null, picture: null })),
  });
const counts = (garage: Garage, at: number, address = 201, n = 1): Promise<void> =>
  take(garage, at, { kind: 'counted', address, way: 'in', n });

const judgedOf = async (garage: Garage, t0: number): Promise<string[]> => {
  const { records } = await product.must('GET', arrivalList, { parkId: garage.lot.parkId, sort: 'at', size: 50 });
  return records.map((row: Record<string, any>) =>
    [
      Math.round((Date.parse(row.at) - t0) / SECOND),
      row.sign === 'full' ? 'FULL' : row.shown,
      `of ${row.free}`,
      row.result,
      row.waitS ?? '-',
      row.labels?.spaceId ?? '-',
    ].join(' '),
  );
};

test('each car past a counter is held against what the board showed and the spaces that became taken, once', async () => {
  const garage = await garageOf();
  await garage.add('counter', 201, { groupId: garage.groupId });
  const t0 = Math.floor(Date.now() / SECOND) * SECOND - 7_200 * SECOND;
  const past = (seconds: number): number => t0 + seconds * SECOND;
  await sees(garage, past(0), [1, false], [2, false], [3, false], [4, false]);
  await counts(garage, past(60));
  await sees(garage, past(110), [1, true]);
  // Two cars, and one space: the other drives on or gives up.
  await counts(garage, past(200), 201, 2);
  await sees(garage, past(260), [2, true]);
  await counts(garage, past(700));
  await sees(garage, past(900), [3, true], [4, true]);
  await counts(garage, past(1_300));
  await judgePromises(product.database, new Date(past(1_200 + 900)));
  const first = [
    '60 4 of 4 kept 50 B2-001',
    '200 3 of 3 kept 60 B2-002',
    '200 3 of 3 missed - -',
    '700 2 of 2 missed 200 B2-003',
  ];
  assert.deepEqual(await judgedOf(garage, t0), first);
  await judgePromises(product.database, new Date(past(1_200 + 901)));
  assert.deepEqual(await judgedOf(garage, t0), first);
  await judgePromises(product.database, new Date(past(3_000)));
  assert.deepEqual(await judgedOf(garage, t0), [...first, '1300 FULL of 0 missed - -']);
  const zoned = (of: string) => (ms: number) => (of === 'day' ? String(weekdayOf(dayOf(ms, ZONE))) : hourOf(ms, ZONE));
  const { records } = await product.must('GET', arrivalList, { parkId: garage.lot.parkId, sort: 'at' });
  assert.equal(records[0].weekday, zoned('day')(past(60)));
  assert.equal(Number(records[0].hour), zoned('hour')(past(60)));
});

test('a car that goes on through the ramp is nobody’s promise; without counters, entries are those of the only group', async () => {
  const garage = await garageOf(2);
  await garage.add('counter', 201, { groupId: garage.groupId });
  const base = '/api/updown/plat/navigation';
  const { parkId } = garage.lot;
  const below = await product.must('POST', `${base}/devGroup/submit`, {
    parkId,
    groupName: 'B3',
    countBy: 'passages',
    capacity: 9,
  });
  await garage.add('counter', 202, { groupId: below.id, fromGroupId: garage.groupId });
  const t0 = Math.floor(Date.now() / SECOND) * SECOND - 7_200 * SECOND;
  await sees(garage, t0, [1, false], [2, false]);
  await counts(garage, t0 + 60 * SECOND);
  await counts(garage, t0 + 90 * SECOND, 202);
  await judgePromises(product.database, new Date(t0 + 3_600 * SECOND));
  assert.deepEqual(await judgedOf(garage, t0), ['60 2 of 2 onward 30 -']);
  const report = await product.must('GET', '/api/gatehouse/boardPromise', { parkId });
  assert.equal(report.total, 0);

  const small = await garageOf(2);
  await sees(small, t0, [1, false], [2, false]);
  const entered = new Date(t0 + 100 * SECOND).toISOString();
  await write(
    small,
    `INSERT INTO stay (tenant_id, company_id, park_id, id, begin_time, in_time, status)
     SELECT tenant_id, company_id, id, $3, $4, $4, 'open' FROM park WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
    [small.lot.parkId, newId(), entered],
  );
  await sees(small, t0 + 200 * SECOND, [2, true]);
  await judgePromises(product.database, new Date(t0 + 3_600 * SECOND));
  assert.deepEqual(await judgedOf(small, t0), ['100 2 of 2 kept 100 B2-002']);
});

const arrivals = (garage: Garage, rows: Parameters<typeof arrivalsYesterday>[2]) =>
  arrivalsYesterday(product, garage, rows);

test('the share kept comes with its arrivals and its interval, on the lines and in the totals, and leads to its rows', async () => {
  const garage = await garageOf(1);
  const { weekday, hour } = await arrivals(garage, MISSES);
  const report = await product.must('GET', '/api/gatehouse/boardPromise', { parkId: garage.lot.parkId });
  const expected = { arrivals: 320, kept: 273, missed: 47, keptShare: 8_531, low: 8_102, high: 8_877, meanWait: 60 };
  const of = (row: Record<string, unknown>) =>
    Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]]));
  assert.deepEqual([report.records[0].weekday, report.records[0].hour], [weekday, hour]);
  assert.deepEqual(of(report.records[0]), expected);
  assert.deepEqual(of(report.totals), expected);
  const { total } = await product.must('GET', arrivalList, {
    groupId: garage.groupId,
    weekday,
    hour,
    result: 'missed',
  });
  assert.equal(total, 47);
});

test('a reserve is proposed, put in force by a person, held back from the board in its hour, and each change is noted', async () => {
  const garage = await garageOf(4);
  const { groupId } = garage;
  const { weekday, hour } = await arrivals(garage, MISSES);
  const at = async () =>
    (await product.must('GET', `${guide}/reserves`, { groupId })).hours.find(
      (each: { weekday: string; hour: string }) => each.weekday === weekday && each.hour === hour,
    );
  // 198 of 200 with 2, 243 of 260 (93 %) with 1.
  assert.deepEqual(await at(), {
    weekday,
    hour,
    reserve: 0,
    proposed: 2,
    basis: 'own',
    basisArrivals: 200,
    basisKept: 198,
    arrivals: 320,
    kept: 273,
  });
  const t0 = yesterday();
  const shown = async (): Promise<unknown> =>
    (
      await write<{ lines: { n: number; full: boolean }[] }>(
        garage,
        'SELECT sent_lines AS lines FROM dev_device WHERE tenant_id = $1 AND id = $2',
        [garage.boardId],
      )
    )[0]!.lines.map(({ n, full }) => (full ? 'FULL' : n))[0];
  await sees(garage, t0, [1, false], [2, false], [3, false], [4, false]);
  assert.equal(await shown(), 4);
  // Nothing is put in force by itself.
  await tuneReserves(product.database, new Date());
  assert.equal((await at()).reserve, 0);
  const hours = [{ weekday: Number(weekday), hour: Number(hour), reserve: 2 }];
  assert.deepEqual(await product.must('POST', `${guide}/reserves`, { groupId, hours }), { changed: 1 });
  assert.deepEqual(await product.must('POST', `${guide}/reserves`, { groupId, hours }), { changed: 0 });
  await updateBoards(product.database, new Date(t0 + 10 * SECOND));
  assert.equal(await shown(), 2);
  await sees(garage, t0 + 20 * SECOND, [1, true], [2, true]);
  assert.equal(await shown(), 'FULL');
  // An hour later nothing is held back.
  await updateBoards(product.database, new Date(t0 + 3_600 * SECOND));
  assert.equal(await shown(), 'FULL', 'two free are fewer than show numbers again');
  await sees(garage, t0 + 3_610 * SECOND, [1, false]);
  assert.equal(await shown(), 3);
  const { records } = await product.must('GET', '/api/gatehouse/reserveChange/list', { groupId });
  assert.deepEqual(
    records.map((row: Record<string, unknown>) => [
      row.weekday,
      row.hour,
      row.reserveBefore,
      row.reserve,
      row.arrivals,
      row.kept,
    ]),
    [[weekday, hour, 0, 2, 200, 198]],
  );
  assert.ok(records[0].byName);
});

test('only where the setting says so are proposals put in force by themselves, and that is noted as such', async () => {
  const garage = await garageOf(1);
  const { groupId } = garage;
  await arrivals(garage, MISSES);
  await product.must('POST', '/api/updown/plat/navigation/devGroup/submit', { groupId, reserveBy: 'auto' });
  await tuneReserves(product.database, new Date());
  const { hours } = await product.must('GET', `${guide}/reserves`, { groupId });
  // Arrivals of one day speak for the same hour of days like it.
  const held = hours.filter(({ reserve }: { reserve: number }) => reserve > 0);
  assert.ok([2, 5].includes(held.length), String(held.length));
  const { records } = await product.must('GET', '/api/gatehouse/reserveChange/list', { groupId });
  assert.deepEqual(
    records.map(({ reserve, byName }: { reserve: number; byName: string | null }) => [reserve, byName]),
    held.map(() => [2, null]),
  );
});

test('hours that are none, reserves beyond the most and groups counted by passages are refused', async () => {
  const garage = await garageOf(1);
  const { groupId, lot } = garage;
  const tries = [
    [],
    [{ weekday: 8, hour: 1, reserve: 1 }],
    [{ weekday: 1, hour: 24, reserve: 1 }],
    [{ weekday: 1, hour: 1, reserve: 51 }],
  ];
  const twice = { weekday: 1, hour: 1, reserve: 1 };
  for (const hours of [...tries, [twice, twice], 'x', [null]])
    assert.equal(
      (await product.ask('POST', `${guide}/reserves`, { groupId, hours })).status,
      400,
      JSON.stringify(hours),
    );
  const ramp = await product.must('POST', '/api/updown/plat/navigation/devGroup/submit', {
    parkId: lot.parkId,
    groupName: '坡道',
    countBy: 'passages',
    capacity: 5,
  });
  const refused = await product.ask('POST', `${guide}/reserves`, { groupId: ramp.id, hours: [twice] });
  assert.equal(refused.status, 422);
});

test('arrivals and what was shown are forgotten after 35 days, but for what was shown when the kept time begins', async () => {
  const garage = await garageOf(2);
  const now = Date.now();
  for (const days of [40, 38, 3]) await sees(garage, now - days * DAY, [1, days === 38], [2, false]);
  await arrivals(garage, [[1, 2, 1]]);
  const left = async (): Promise<[number, number]> => {
    const [row] = await write<{ shown: number; arrived: number }>(
      garage,
      `SELECT (SELECT count(*)::int FROM group_shown WHERE tenant_id = $1 AND group_id = $2) AS shown,
        (SELECT count(*)::int FROM board_arrival WHERE tenant_id = $1 AND group_id = $2) AS arrived`,
      [garage.groupId],
    );
    return [row!.shown, row!.arrived];
  };
  assert.deepEqual(await left(), [3, 2]);
  const forget = (at: number) =>
    product.database.write(tenantScope(garage.lot.tenantId), (db) => forgetPromises(db, garage.lot, new Date(at)));
  await forget(now);
  assert.deepEqual(await left(), [2, 2]);
  await forget(now + 35 * DAY);
  assert.deepEqual(await left(), [1, 0]);
});
