import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { retireSuperseded, ruleById, ruleInForce } from './door.ts';

let product: TestProduct;
let lot: string;
let carTypeId: string;
const base = '/api/updown/platParkFeeRule';
const simple = { freeMinutes: 15, firstMinutes: 60, firstFee: 500, unitMinutes: 30, unitFee: 200, dayMaxFee: 3000 };
const HOUR = 3_600_000;

async function fresh(): Promise<void> {
  lot = await product.park(product.companies.child);
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot });
  carTypeId = types[0].value;
}
before(async () => {
  product = await startTestProduct();
  await fresh();
});
after(() => product.close());

const submit = (input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', `${base}/submit`, { parkId: lot, CarTypeID: carTypeId, ...input }, { as });
const publish = (ids: string, effectiveFrom?: string, as = 'groupAdmin') =>
  product.ask('POST', '/api/gatehouse/feeRule/publish', { ids, ...(effectiveFrom ? { effectiveFrom } : {}) }, { as });
const inForce = (at: number, carModelId?: string) =>
  product.database.read(platformScope, (db) => ruleInForce(db, lot, carTypeId, at, carModelId ?? null));
const versions = async () =>
  (await product.must('GET', `${base}/list`, { parkId: lot, carTypeId, sort: 'version' })).records.map(
    (row: { version: number; status: string }) => [row.version, row.status],
  );

test('a draft prices a trial, but nobody is charged by it until it is published', async () => {
  const { id } = (await submit(simple)).body.data;
  const trial = await product.must(
    'GET',
    `${base}/testFee`,
    { FeeRuleID: id, inTime: '2026-05-06 09:00:00', outTime: '2026-05-06 10:30:00' },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    [trial.totalFen, trial.status, trial.description],
    [700, 'draft', '免费15分钟，首1小时5.00元，之后每30分钟2.00元，每日封顶30.00元'],
  );
  assert.equal(
    trial.lines.reduce((sum: number, line: { amountFen: number }) => sum + line.amountFen, 0),
    700,
  );
  assert.equal(await inForce(Date.now()), null);
  assert.equal(
    (
      await product.ask('GET', `${base}/testFee`, {
        parkId: lot,
        CarTypeID: carTypeId,
        inTime: '2026-05-06 09:00:00',
        outTime: '2026-05-06 10:30:00',
      })
    ).status,
    422,
  );
  assert.equal((await publish(id)).status, 200);
  assert.equal((await inForce(Date.now() + 1000))?.id, id);
  const now = new Date(Date.now() + 60_000).toISOString();
  const live = await product.must('GET', `${base}/testFee`, {
    parkId: lot,
    CarTypeID: carTypeId,
    inTime: now,
    outTime: new Date(Date.parse(now) + 90 * 60_000).toISOString(),
  });
  assert.deepEqual([live.FeeRuleID, live.totalFen], [id, 700]);
  assert.equal(
    (
      await product.ask('GET', `${base}/testFee`, {
        FeeRuleID: id,
        inTime: '2026-05-06 11:00:00',
        outTime: '2026-05-06 10:30:00',
      })
    ).status,
    422,
  );
});

test('a published version is never edited: saving it makes the next draft, once', async () => {
  await fresh();
  const first = (await submit(simple)).body.data.id;
  await publish(first);
  const second = (await submit({ FeeRuleID: first, unitFee: 300 })).body.data;
  assert.notEqual(second.id, first);
  assert.equal((await submit({ FeeRuleID: first, unitFee: 400 })).body.data.id, second.id);
  assert.deepEqual(await versions(), [
    [1, 'published'],
    [2, 'draft'],
  ]);
  const [old, next] = [
    await product.must('GET', `${base}/detail`, { FeeRuleID: first }),
    await product.must('GET', `${base}/detail`, { FeeRuleID: second.id }),
  ];
  assert.deepEqual(
    [old.unitFee, old.rule.unitFen, next.unitFee, next.rule.unitFen, next.firstFee],
    [200, 200, 400, 400, 500],
  );
  assert.equal((await submit(simple)).body.errors?.[0]?.field, 'carTypeId');
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: first })).status, 422);
  assert.equal((await product.ask('POST', `${base}/remove`, { ids: second.id })).status, 200);
});

test('in force is the version published last from then or before; the past keeps its own', async () => {
  await fresh();
  const first = (await submit(simple)).body.data.id;
  await publish(first);
  const started = Date.now();
  const second = (await submit({ FeeRuleID: first, unitFee: 300 })).body.data.id;
  const from = started + 2 * HOUR;
  assert.equal((await publish(second, new Date(from).toISOString())).status, 200);
  assert.deepEqual([(await inForce(from - 1))?.id, (await inForce(from))?.id], [first, second]);
  assert.deepEqual(await versions(), [
    [1, 'published'],
    [2, 'published'],
  ]);
  const third = (await submit({ FeeRuleID: second, unitFee: 250 })).body.data.id;
  assert.equal((await publish(third, new Date(started - HOUR).toISOString())).body.errors?.[0]?.field, 'effectiveFrom');
  await publish(third, new Date(started + HOUR).toISOString());
  assert.deepEqual(
    await Promise.all(
      [started + 1000, started + HOUR, from, from + 9 * HOUR].map(async (at) => (await inForce(at))?.id),
    ),
    [first, third, second, second],
  );
  assert.equal(await retireSuperseded(product.database, new Date(from + HOUR)), 2);
  assert.deepEqual(await versions(), [
    [1, 'retired'],
    [2, 'published'],
    [3, 'retired'],
  ]);
  assert.equal((await inForce(started + 1000))?.id, first);
  const stored = (await product.database.read(platformScope, (db) => ruleById(db, first)))?.rule;
  assert.equal(stored?.form === 1 && stored.unitFen, 200);
});

test('a version published at once retires the one before; a retired tariff leaves none', async () => {
  await fresh();
  const first = (await submit(simple)).body.data.id;
  await publish(first);
  const second = (await submit({ FeeRuleID: first, unitFee: 300 })).body.data.id;
  await publish(second);
  assert.deepEqual(await versions(), [
    [1, 'retired'],
    [2, 'published'],
  ]);
  assert.equal((await publish(second)).body.error, 'state_closed');
  await product.must('POST', '/api/gatehouse/feeRule/retire', { ids: second });
  assert.equal(await inForce(Date.now() + 1000), null);
});

test('a tariff for a car model comes before the one for all models', async () => {
  await fresh();
  const [small] = (await product.must('GET', '/api/updown/plat/parkCarModel/list', { parkId: lot })).records;
  const general = (await submit(simple)).body.data.id;
  const special = (await submit({ ...simple, unitFee: 900, CarModelID: small.id })).body.data.id;
  await publish(general);
  await publish(special);
  assert.deepEqual(
    [(await inForce(Date.now() + 1000))?.id, (await inForce(Date.now() + 1000, small.id))?.id],
    [general, special],
  );
});

test('a rule that makes no sense is refused at its fields', async () => {
  await fresh();
  assert.equal((await submit({ ...simple, firstFee: null, firstMinutes: 60 })).body.errors?.[0]?.field, 'firstFee');
  assert.equal((await submit({ ...simple, perVisitFee: 1000 })).status, 400);
  assert.equal((await submit({ ...simple, unitFee: undefined })).body.errors?.[0]?.field, 'unitFee');
  const other = await product.park(product.companies.child);
  assert.equal((await submit({ ...simple, parkId: other })).body.errors?.[0]?.field, 'carTypeId');
});

test('nobody reads, tries or publishes the tariffs of another tenant, nor without permission', async () => {
  await fresh();
  const { id } = (await submit(simple)).body.data;
  for (const [as, status] of [
    ['otherTenant', 404],
    ['nobody', 403],
  ] as const) {
    assert.equal((await publish(id, undefined, as)).status, status);
    assert.equal(
      (
        await product.ask(
          'GET',
          `${base}/testFee`,
          { FeeRuleID: id, inTime: '2026-05-06 09:00:00', outTime: '2026-05-06 10:30:00' },
          { as },
        )
      ).status,
      status,
    );
    assert.equal((await product.ask('POST', `${base}/submit`, { FeeRuleID: id, unitFee: 1 }, { as })).status, status);
  }
  assert.equal((await product.must('GET', `${base}/list`, {}, { as: 'otherTenant' })).total, 0);
});

test('saving the calendar of a lot replaces it', async () => {
  await fresh();
  const save = (dates: unknown, as = 'groupAdmin') =>
    product.ask('POST', '/api/updown/parkHolidayDate/submit', { parkingId: lot, dates }, { as });
  const days = async () =>
    (await product.must('GET', '/api/updown/parkHolidayDate/detailByParkingId', { parkingId: lot })).dates.map(
      (each: { day: string; dayKind: string }) => [each.day, each.dayKind],
    );
  assert.equal((await save(['2026-10-01', '2026-10-02', '2026-10-01'])).body.data.days, 2);
  assert.equal(
    (await save([{ day: '2026-10-10', dayKind: 'workday', holidayName: '调休' }, '2026-10-01'])).status,
    200,
  );
  assert.deepEqual(await days(), [
    ['2026-10-01', 'holiday'],
    ['2026-10-10', 'workday'],
  ]);
  for (const wrong of [['2026-02-30'], [{ day: '2026-10-01', dayKind: 'x' }], 'x', [7]])
    assert.equal((await save(wrong)).status, 400, JSON.stringify(wrong));
  assert.equal((await save(['2026-10-01'], 'otherTenant')).status, 404);
  assert.equal((await save([])).status, 200);
  assert.deepEqual(await days(), []);
});
