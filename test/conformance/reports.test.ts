/** Reports that declare their source: what the kit asks the database for is what the declaration says. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { declaredReports } from '#kit/sheets/server/export.ts';
import { byDay, byField, byHour, byLength, byMonth, byWeekday } from '#kit/declare/report.ts';
import { count, fieldsOf, minus, rate, report, share, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { car, lot, openWorkshop } from './workshop.ts';
import type { Workshop } from './workshop.ts';

const label = (en: string) => text(`样例${en}`, en);
const common = { area: 'workshop', from: car, time: 'enteredAt' } as const;
const measures = {
  cars: count(label('Cars')),
  red: count(label('Red'), { colour: 'red' }),
  named: count(label('Named'), { owner: { not: null } }),
  elsewhere: count(label('Elsewhere'), { 'lotId.lotName': ['B'] }),
  price: sum('price'),
  redPrice: sum('price', { label: label('Red price'), where: { colour: ['red'] } }),
  otherPrice: minus(label('Other price'), 'price', 'redPrice'),
  mean: rate(label('Mean'), 'price', 'cars', { as: 'money' }),
  redShare: share(label('Share'), 'red', 'cars'),
};
const byDays = report({
  ...common,
  name: 'workshopByDay',
  title: label('By day'),
  wire: { path: '/api/workshop/report/day', export: '/api/workshop/report/day/export' },
  where: { active: true },
  group: { day: byDay() },
  measures,
  filters: fieldsOf(car, 'colour', 'lotId', 'price', 'plateNumber'),
  everyDay: true,
});
const byLots = report({
  ...common,
  name: 'workshopByLot',
  title: label('By lot'),
  wire: { path: '/api/workshop/report/lot' },
  group: { where: byField('lotId', label('Where')), name: byField('lotId.lotName'), colour: byField('colour') },
  measures: { cars: measures.cars, price: measures.price },
});
const byMonths = report({
  ...common,
  name: 'workshopByMonth',
  title: label('By month'),
  wire: { path: '/api/workshop/report/month' },
  group: { month: byMonth() },
  measures: { cars: measures.cars },
});
const byHours = report({
  ...common,
  name: 'workshopByHour',
  title: label('By hour'),
  wire: { path: '/api/workshop/report/hour' },
  group: { weekday: byWeekday(), hour: byHour() },
  measures: { cars: measures.cars },
});
const byStay = report({
  ...common,
  name: 'workshopByStay',
  title: label('By stay'),
  wire: { path: '/api/workshop/report/stay' },
  group: {
    stay: byLength('stay', label('Stay'), [900, 3600], { 1: label('short'), 2: label('mean'), 3: label('long') }),
  },
  measures: { cars: measures.cars },
});
const byPhone = report({
  ...common,
  name: 'workshopByPhone',
  title: label('By phone'),
  wire: { path: '/api/workshop/report/phone' },
  group: { phone: byField('phone') },
  measures: { cars: measures.cars },
});
const byMade = report({
  ...common,
  time: 'born',
  name: 'workshopByMade',
  title: label('Made'),
  wire: { path: '/api/workshop/report/made' },
  group: { day: byDay() },
  measures: { cars: measures.cars },
});

let workshop: Workshop;
const lots: Record<string, string> = {};
const rows = [
  // 2026-05-04 was a Monday; 16:30 UTC is half past midnight of the next day in Shanghai, half past one in Tokyo.
  ['浙A00001', 'A', 'red', 1000, '2026-05-03T16:30:00Z', true, 'Li', 900, '13800000001'],
  ['浙A00002', 'A', 'blue', 500, '2026-05-04T04:00:00Z', true, null, 901, '13800000001'],
  ['浙A00003', 'B', 'red', 250, '2026-05-04T15:30:00Z', true, null, 3600, '13800000002'],
  ['浙A00004', 'B', 'red', 9999, '2026-05-04T05:00:00Z', false, null, 7200, '13800000002'],
  ['浙A00005', 'B', 'blue', 700, '2026-05-06T01:00:00Z', true, null, null, null],
  ['浙A00006', 'A', 'blue', 800, '2026-04-30T15:59:00Z', true, null, 1, null],
] as const;

before(async () => {
  workshop = await openWorkshop(declaredReports([byDays, byLots, byMonths, byHours, byStay, byPhone, byMade]));
  for (const lotName of ['A', 'B']) {
    const added = await workshop.ask('POST', '/api/workshop/lot/submit', { body: { lotName } });
    assert.equal(added.status, 200, JSON.stringify(added.body));
    lots[lotName] = added.body.data.id;
  }
  for (const [plateNumber, at, colour, price, enteredAt, active, owner, stay, phone] of rows) {
    const body = {
      plateNumber,
      lotId: lots[at],
      colour,
      price,
      enteredAt,
      active,
      owner,
      stay,
      phone,
      born: '2026-05-02',
    };
    const added = await workshop.ask('POST', '/api/workshop/car/submit', { body });
    assert.equal(added.status, 200, JSON.stringify(added.body));
  }
  await workshop.ask('POST', '/api/workshop/lot/submit', { as: 'other', body: { lotName: 'A' } });
});
after(() => workshop?.close());

const days = { startTime: '2026-05-04', endTime: '2026-05-06' };
async function fetchReport(path: string, query: Record<string, unknown> = days, as = 'full') {
  const { status, body } = await workshop.ask('GET', `/api/workshop/report/${path}`, { query, as });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
const values = (records: Record<string, unknown>[], ...names: string[]) =>
  records.map((row) => names.map((name) => row[name]));

test('a line for each day counts and adds up the rows its conditions name, and days without any have a line', async () => {
  const { records } = await fetchReport('day', { ...days, sort: 'day' });
  assert.deepEqual(
    values(records, 'day', 'cars', 'red', 'named', 'elsewhere', 'price', 'redPrice', 'otherPrice', 'mean', 'redShare'),
    [
      ['2026-05-04', 3, 2, 1, 1, 1750, 1250, 500, 583, 6667],
      ['2026-05-05', 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ['2026-05-06', 1, 0, 0, 1, 700, 0, 700, 700, 0],
    ],
  );
});

test('the totals are those of all lines, their rates of the sums, and the period before stands beside them', async () => {
  const { totals, previous, range } = await fetchReport('day');
  assert.deepEqual([totals.cars, totals.price, totals.mean, totals.redShare], [4, 2450, 613, 5000]);
  assert.deepEqual(range, { from: '2026-05-04', to: '2026-05-06' });
  assert.deepEqual([previous.cars, previous.price], [0, 0]);
  const earlier = await fetchReport('day', { startTime: '2026-05-03', endTime: '2026-05-05' });
  assert.equal(earlier.previous.price, 800, 'the last minutes of April in Shanghai');
});

test("days are those of the caller's zone where rows have no car park", async () => {
  const { records } = await fetchReport('day', { ...days, sort: 'day' }, 'tokyo');
  assert.deepEqual(values(records, 'day', 'cars'), [
    ['2026-05-04', 2],
    ['2026-05-05', 1],
    ['2026-05-06', 1],
  ]);
});

test('a filter narrows as the list of the source does, and another parameter narrows nothing', async () => {
  assert.equal((await fetchReport('day', { ...days, colour: 'red' })).totals.cars, 2);
  assert.equal(
    (await fetchReport('day', { ...days, lotId: `${lots['A']},${lots['B']}`, priceFrom: 600 })).totals.cars,
    2,
  );
  assert.equal((await fetchReport('day', { ...days, owner: 'nobody' })).totals.cars, 4, 'owner is no filter of it');
  const bad = await workshop.ask('GET', '/api/workshop/report/day', { query: { ...days, lotId: 'x' } });
  assert.deepEqual([bad.status, bad.body.errors[0].field], [400, 'lotId']);
});

test('lines by a relation bring its name, by way of it a field of the row it points at', async () => {
  const { records } = await fetchReport('lot', { ...days, sort: 'name' });
  assert.deepEqual(
    records
      .map((row: any) => [row.where === lots[row.name], row.labels.where, row.name, row.colour, row.cars])
      .sort((a: unknown[], b: unknown[]) => a.join().localeCompare(b.join())),
    [
      [true, 'A', 'A', 'blue', 1],
      [true, 'A', 'A', 'red', 1],
      [true, 'B', 'B', 'blue', 1],
      [true, 'B', 'B', 'red', 2],
    ],
  );
});

test('a report by month takes months and counts them whole', async () => {
  const { records, range } = await fetchReport('month', { startMonth: '2026-04', endMonth: '2026-05' });
  assert.deepEqual([range.from, range.to], ['2026-04-01', '2026-05-31']);
  assert.deepEqual(values(records, 'month', 'cars').sort(), [
    ['2026-04', 1],
    ['2026-05', 5],
  ]);
});

test('hours and weekdays are those on the wall', async () => {
  const { records } = await fetchReport('hour');
  assert.deepEqual(values(records, 'weekday', 'hour', 'cars').sort(), [
    ['1', '00', 1],
    ['1', '12', 1],
    ['1', '13', 1],
    ['1', '23', 1],
    ['3', '09', 1],
  ]);
});

test('a length belongs to the first span it does not exceed, and the line says its span', async () => {
  const { records } = await fetchReport('stay', { ...days, sort: 'stay' });
  assert.deepEqual(values(records, 'stay', 'stayFrom', 'stayTo', 'cars'), [
    ['1', 0, 900, 2],
    ['2', 901, 3600, 2],
    ['3', 3601, 2_147_483_647, 1],
  ]);
});

test('personal data that lines are about go out masked to who may not see them', async () => {
  const phones = async (as: string) =>
    (await fetchReport('phone', days, as)).records.map(({ phone }: { phone: string | null }) => phone).sort();
  assert.deepEqual(await phones('full'), ['13800000001', '13800000002', null]);
  assert.deepEqual(await phones('clerk'), ['138****0001', '138****0002', null]);
});

test('a report may count by a date', async () => {
  assert.deepEqual(
    values((await fetchReport('made', { startTime: '2026-05-01', endTime: '2026-05-02' })).records, 'day', 'cars'),
    [['2026-05-02', 6]],
  );
  assert.equal((await fetchReport('made')).total, 0);
});

test('another tenant has none of it, and whoever lacks the right is refused', async () => {
  assert.equal((await fetchReport('day', days, 'other')).totals.cars, 0);
  assert.equal((await workshop.ask('GET', '/api/workshop/report/day', { query: days, as: 'nobody' })).status, 403);
});

test('the export has the same lines and totals', async () => {
  const file = await workshop.ask('GET', '/api/workshop/report/day/export', { query: { ...days, format: 'csv' } });
  assert.equal(file.status, 200);
  const lines = file.bytes.toString('utf8').trim().split(/\r?\n/);
  assert.equal(lines.length, 5);
  assert.match(lines.at(-1)!, /24\.50/);
});

test('a declaration that names what its source has not is refused when it is made', () => {
  const wrong = { ...common, name: 'x', title: label('x'), wire: { path: '/x' }, measures: {} };
  assert.throws(() => report({ ...wrong, group: { a: byField('lotId.nothing') } }), /no field lotId\.nothing/);
  assert.throws(() => report({ ...wrong, group: {}, measures: { a: sum('owner') } }), /no number owner/);
  assert.throws(() => report({ ...wrong, group: {}, measures: { a: minus(label('a'), 'b', 'c') } }), /called b/);
});

test('each figure leads to the rows of the source that make it, where its list can show just those', () => {
  const of = report({
    ...common,
    from: { ...car, route: '/workshop/car' },
    name: 'workshopDrill',
    title: label('Drill'),
    wire: { path: '/x' },
    where: { active: true },
    group: { day: byDay(), at: byField('lotId') },
    measures,
  });
  assert.deepEqual(of.cells?.['redPrice'], {
    route: '/workshop/car',
    params: { lotId: 'at' },
    fixed: { active: 'true', colour: 'red' },
    time: 'enteredAt',
    slack: [92, 31],
  });
  assert.equal(of.cells?.['named'], undefined, 'a list cannot filter by any non-empty value');
  assert.equal(of.cells?.['mean'], undefined);
  assert.equal(lot.route, undefined);
});
