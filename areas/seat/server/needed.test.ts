/** Seats that calls need, on the real engine: from stored calls to a number for each hour of the week. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay, weekdayOf } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { agent, openLot } from './seat.fixture.ts';
import type { Lot } from './seat.fixture.ts';

const path = '/api/gatehouse/seat/needed';
const ZONE = 'Asia/Shanghai';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

type Kept = {
  readonly daysAgo: number;
  readonly hour: number;
  readonly n: number;
  readonly more?: Record<string, unknown>;
};

const dayAgo = (days: number): string => addDays(dayOf(Date.now(), ZONE), -days);
const CLOSED = { status: 'closed', counted: true, talk_s: 80, wrap_s: 10 };

/** Calls as they are stored once they are over, a second apart. */
async function keep({ parkId, gate, tenantId }: Lot, { daysAgo, hour, n, more = CLOSED }: Kept): Promise<void> {
  const from = startOfDay(dayAgo(daysAgo), ZONE) + hour * 3_600_000;
  const { status, counted, talk_s: talkS, wrap_s: wrapS } = { ...CLOSED, ...more };
  await product.database.write(platformScope, (db) =>
    db.raw(
      `INSERT INTO call_record (tenant_id, company_id, park_id, id, created_at, updated_at, call_no, gate_id, status, queued_time, talk_s, wrap_s, counted)
       SELECT $1, p.company_id, p.id, gen_random_uuid(), now(), now(), $4 || n, $3, $5, $6::timestamptz + n * interval '1 second', $7, $8, $9
       FROM park p, generate_series(1, $10::int) n WHERE p.tenant_id = $1 AND p.id = $2`,
      [
        tenantId,
        parkId,
        gate,
        `N${randomUUID().slice(0, 8)}-`,
        status,
        new Date(from).toISOString(),
        talkS,
        wrapS,
        counted,
        n,
      ],
    ),
  );
}

test('60 calls an hour of 90 s need 3 seats for 80 % and 4 for 90 %, where 2 are granted and reach 42 %', async () => {
  const lot = await openLot(product, 2);
  await keep(lot, { daysAgo: 1, hour: 18, n: 70 });
  await keep(lot, { daysAgo: 8, hour: 18, n: 50 });
  await keep(lot, { daysAgo: 2, hour: 9, n: 1, more: { status: 'fallback', counted: false, talk_s: 0, wrap_s: null } });
  const found = await product.must('GET', path, { parkId: lot.parkId });
  const { hours, ...sums } = found;
  assert.deepEqual(sums, { weeks: 2, calls: 121, handleS: 90, withinS: 20, level: 80, seats: 2, most: 3 });
  const at = (daysAgo: number, hour: number) =>
    hours.find(
      (each: { weekday: number; hour: number }) => each.weekday === weekdayOf(dayAgo(daysAgo)) && each.hour === hour,
    );
  assert.equal(hours.length, 2);
  assert.deepEqual(
    [at(1, 18), at(2, 9)].map(({ callsPerHour, seats, level }) => ({ callsPerHour, seats, level })),
    [
      { callsPerHour: 60, seats: 3, level: 42 },
      { callsPerHour: 0.5, seats: 1, level: 100 },
    ],
  );
  const higher = await product.must('GET', path, { parkId: lot.parkId, level: 90 });
  assert.equal(higher.most, 4);
});

test('who hung up at once, calls of today and those before eight weeks need nobody', async () => {
  const lot = await openLot(product, 1);
  await keep(lot, { daysAgo: 1, hour: 10, n: 5, more: { status: 'abandoned', counted: false } });
  await keep(lot, { daysAgo: 0, hour: 0, n: 5 });
  await keep(lot, { daysAgo: 57, hour: 10, n: 5 });
  const none = await product.must('GET', path, { parkId: lot.parkId });
  assert.deepEqual([none.calls, none.weeks, none.handleS, none.most, none.hours], [0, 0, null, 0, []]);
  await keep(lot, { daysAgo: 56, hour: 10, n: 8 });
  const eight = await product.must('GET', path, { parkId: lot.parkId });
  assert.deepEqual([eight.calls, eight.weeks, eight.hours[0].callsPerHour], [8, 8, 1]);
});

test('a group needs seats for the calls of all its car parks, beside its own members; others’ are not counted', async () => {
  const [one, two, other] = [await openLot(product), await openLot(product), await openLot(product)];
  const group = await product.must('POST', '/api/gatehouse/seatGroup/submit', {
    companyId: product.companies.first,
    groupName: `组 ${randomUUID().slice(0, 8)}`,
    overflowS: 20,
    parkIds: [one.parkId, two.parkId],
  });
  await agent(product, { groupIds: [group.id] });
  for (const lot of [one, two, other]) await keep(lot, { daysAgo: 1, hour: 18, n: 30 });
  const found = await product.must('GET', path, { groupId: group.id });
  assert.deepEqual([found.calls, found.seats, found.most], [60, 1, 3]);
  const both = await product.ask('GET', path, { groupId: group.id, parkId: one.parkId });
  assert.equal(both.status, 400);
  assert.equal((await product.ask('GET', path, {})).status, 400);
  assert.equal((await product.ask('GET', path, { parkId: randomUUID() })).status, 404);
});
