/**
 * Reports of the roadside: their money is that of the static reports for the same rows, and berth time adds up to the
 * time gone by.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let street: Street;
const zone = 'Asia/Shanghai';
const HOUR = 60 * MINUTE;
const today = dayOf(Date.now(), zone);
const yesterday = addDays(today, -1);
/** Noon of yesterday: the whole story lies within that day. */
const T = startOfDay(yesterday, zone) + 12 * HOUR;

before(async () => {
  product = await startTestProduct();
  street = await openStreet(product, 3);
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw(`UPDATE rd_berth SET created_at = $3 WHERE tenant_id = $1 AND park_id = $2`, [
      street.lot.tenantId,
      street.lot.parkId,
      new Date(startOfDay(yesterday, zone)).toISOString(),
    ]),
  );
  // The first berth: two hours taken from noon, free before and after. The second was free for an hour. Nothing is
  // known of the third.
  await street.accept(
    [
      street.claim(0, T - 2 * HOUR, 'absent'),
      street.claim(0, T, 'arrive'),
      street.person(0, T + 5 * MINUTE, 'plate', '粤B12345'),
      street.claim(0, T + 2 * HOUR, 'leave'),
      street.claim(1, T, 'absent'),
      street.claim(1, T + HOUR, 'absent'),
    ],
    T + 2 * HOUR + MINUTE,
  );
  await street.sweep(T + 3 * HOUR);
});
after(() => product.close());

const fetchReport = (path: string, more: Record<string, unknown> = {}) =>
  product.must('GET', path, { parkId: street.lot.parkId, startTime: yesterday, endTime: yesterday, ...more });

test('money of the roadside by day and month, lot by lot, is that of the static reports for the same lot', async () => {
  const fees = ['receivableFen', 'derateFen', 'waivedFen', 'arrearsFen', 'cashFen', 'onlineFen', 'refundFen', 'netFen'];
  const of = (totals: Record<string, number>) => fees.map((name) => totals[name]);
  const day = await fetchReport('/api/updown/staticSum/getNormalData');
  assert.ok(day.totals.receivableFen > 0 && day.totals.arrearsFen > 0);
  const yard = await fetchReport('/api/updown/roadstatic/parkDailyOrMonth');
  assert.deepEqual(of(yard.totals), of(day.totals));
  assert.deepEqual(
    yard.records.map((row: Record<string, unknown>) => [row['day'], row['parkId']]),
    [[yesterday, street.lot.parkId]],
  );
  assert.deepEqual(of((await fetchReport('/api/updown/staticSum/getRoadNormalData')).totals), of(day.totals));
  const months = { startMonth: yesterday.slice(0, 7), endMonth: yesterday.slice(0, 7) };
  const month = await fetchReport('/api/updown/staticSum/getMonthFeeData', months);
  const yards = await fetchReport('/api/updown/roadstatic/parkDailyOrMonth', { ...months, staticType: 'month' });
  assert.deepEqual(of(yards.totals), of(month.totals));
  const record = await fetchReport('/api/updown/plat/rdaParkRecord/get');
  assert.deepEqual([record.totals.entries, record.totals.exits, record.totals.meanSeconds], [1, 1, 7200]);
  assert.ok(Object.keys(record.totals).every((name) => !name.endsWith('Fen')));
});

test('a lot behind barriers is in no report of the roadside', async () => {
  const parkId = await product.park(product.companies.child, '地下车场');
  for (const path of ['roadstatic/parkDailyOrMonth', 'plat/rdaParkRecord/get', 'roadstatic/berthRate'])
    assert.deepEqual((await fetchReport(`/api/updown/${path}`, { parkId })).records, []);
});

test('R21: occupied, free, unknown and closed add up to berths times the time gone by', async () => {
  const { records, totals } = await fetchReport('/api/updown/roadstatic/berthRate');
  assert.equal(records.length, 1);
  const { occupiedSeconds, freeSeconds, unknownSeconds, closedSeconds, stays } = records[0];
  assert.equal(occupiedSeconds + freeSeconds + unknownSeconds + closedSeconds, 3 * 24 * 3600);
  assert.deepEqual([occupiedSeconds, closedSeconds, stays], [7200, 0, 1]);
  assert.equal(totals.utilisation, Math.round((occupiedSeconds / (occupiedSeconds + freeSeconds)) * 10_000));
  assert.equal(totals.turnover, Number(((1 / (3 * 24 * 3600)) * 86_400).toFixed(2)));
});

test('a section is as full by the hour as its berths were: two hours from noon, and the hours add up to what is known', async () => {
  const { records, totals } = await fetchReport('/api/gatehouse/report/berthHours');
  const taken = records.filter(({ occupiedSeconds }: { occupiedSeconds: number }) => occupiedSeconds > 0);
  assert.deepEqual(
    taken.map(({ hour, occupiedSeconds }: Record<string, unknown>) => [hour, occupiedSeconds]),
    [
      ['12', 3600],
      ['13', 3600],
    ],
  );
  const rates = await fetchReport('/api/updown/roadstatic/berthRate');
  assert.deepEqual(
    [totals.occupiedSeconds, totals.freeSeconds],
    [rates.totals.occupiedSeconds, rates.totals.freeSeconds],
  );
});

test('of berths without a car each line says how long, and when a car last stood there', async () => {
  const { records } = await fetchReport('/api/updown/roadstatic/rdBerthNoCarAnalysis');
  const line = (nth: number) =>
    records.find(({ berthId }: { berthId: string }) => berthId === street.berths[nth]!.id) as Record<string, unknown>;
  assert.deepEqual(
    [line(0)['occupiedSeconds'], line(0)['lastCar'], line(1)['lastCar']],
    [7200, new Date(T + 2 * HOUR).toISOString(), null],
  );
  assert.ok(Number(line(0)['longestSeconds']) >= 7200);
  assert.equal((line(1)['labels'] as Record<string, string>)['berthId'], street.berths[1]!.berthNo);
});

test('a collector’s line has the stays that ended on his duty and what he took himself, and says who he is', async () => {
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account: 'road.reader',
    realName: '王收费',
    companyId: product.companies.child,
    password: 'Gatehouse-2026',
    allParks: true,
    userType: 'collector',
  });
  await product.must('POST', '/api/updown/userSectionGrant/add', { userId: id, sectionIds: [street.sectionId] });
  const line = async () => {
    const { records } = await product.must('GET', '/api/updown/roadstatic/groupEmployeeStatic', {
      companyId: product.companies.child,
      startTime: yesterday,
      endTime: yesterday,
    });
    return records.find(({ userId }: { userId: string }) => userId === id);
  };
  assert.deepEqual([(await line()).stays, (await line()).labels.userId], [0, '王收费']);
  await product.database.write(tenantScope(street.lot.tenantId), (db) =>
    db.raw('UPDATE user_section_grant SET from_time = NULL WHERE tenant_id = $1 AND user_id = $2', [
      street.lot.tenantId,
      id,
    ]),
  );
  await street.accept(
    [
      street.claim(2, T - 3 * HOUR, 'arrive'),
      { ...street.person(2, T - 3 * HOUR + MINUTE, 'plate', '粤B54321'), userId: id },
      street.claim(2, T - 2 * HOUR, 'leave'),
    ],
    T + 4 * HOUR,
  );
  await street.sweep(T + 5 * HOUR);
  const { stays, receivableFen, outstandingFen } = await line();
  assert.deepEqual([stays, receivableFen, outstandingFen], [1, 600, 600]);
});

test('the roadside now is what its lists and the reports of today say, and nothing of what one may not see', async () => {
  const now = Date.now();
  await street.accept(
    [
      street.claim(1, now - 40 * MINUTE, 'arrive'),
      street.person(1, now - 39 * MINUTE, 'plate', '粤B77777'),
      street.claim(0, now - 30 * MINUTE, 'arrive'),
    ],
    now,
  );
  const parkId = street.lot.parkId;
  const figures = await product.must('GET', '/api/updown/roadstatic/realTimeStatistics', { parkId });
  const { berths, parked, sections, money, day } = figures;
  assert.equal(berths.occupied + berths.free + berths.unknown + berths.closed, berths.total);
  assert.deepEqual([berths.total, berths.occupied, berths.unread, parked], [3, 2, 1, 2]);
  const cars = await product.must('GET', '/api/updown/roadstatic/searchPageRdInCar', { parkId });
  assert.equal(cars.total, parked);
  assert.deepEqual(
    sections.map((line: Record<string, unknown>) => [line['sectionId'], line['occupied'], line['parked']]),
    [[street.sectionId, 2, 2]],
  );
  const report = await fetchReport('/api/updown/staticSum/getRoadNormalData', { startTime: day, endTime: day });
  for (const name of ['receivableFen', 'paidFen', 'refundFen', 'arrearsFen'])
    assert.equal(money[name], report.totals[name] ?? 0, name);
  const debts = await product.must('GET', '/api/updown/pda/rdEscape/list', { parkId, status: 'waiting,owing,handed' });
  assert.deepEqual([figures.debts.count, figures.debts.owedFen], [debts.total, debts.totals.outstandingFen]);
  assert.equal(sections[0].owedFen, figures.debts.owedFen);
  assert.deepEqual(figures.people, [], 'nobody clocked in');
  const elsewhere = await product.must('GET', '/api/updown/roadstatic/realTimeStatistics', {
    parkId: await product.park(product.companies.child, '地下二层'),
  });
  assert.deepEqual([elsewhere.berths.total, elsewhere.parked, elsewhere.sections], [0, 0, []]);
});

test('people on duty now are those who clocked in, have not clocked out and hold a section', async () => {
  const now = async () =>
    (await product.must('GET', '/api/updown/roadstatic/realTimeStatistics', { parkId: street.lot.parkId })).people;
  const { tenantId } = street.lot;
  const [grant] = await product.database.read(tenantScope(tenantId), (db) =>
    db.raw<{ userId: string }>('SELECT user_id AS "userId" FROM user_section_grant WHERE tenant_id = $1 LIMIT 1', [
      tenantId,
    ]),
  );
  const since = new Date(Date.now() - HOUR).toISOString();
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw(
      `INSERT INTO rdworkrecord (tenant_id, company_id, id, created_at, updated_at, user_id, start_at, in_time, state)
        VALUES ($1, $2, gen_random_uuid(), $4, $4, $3, $4, $4, 'on')`,
      [tenantId, product.companies.child, grant!.userId, since],
    ),
  );
  const people = await now();
  assert.deepEqual(
    people.map(({ userId, since: at, sections }: Record<string, unknown>) => [userId, at, sections]),
    [[grant!.userId, since, [street.sectionId]]],
  );
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw(`UPDATE rdworkrecord SET state = 'off' WHERE tenant_id = $1 AND user_id = $2`, [tenantId, grant!.userId]),
  );
  assert.deepEqual(await now(), []);
});
