import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

type Day = { day: string; dayKind: string; holidayName: string; source: string };
const load = (input: Record<string, unknown>, as = 'groupAdmin') =>
  product.ask('POST', '/api/gatehouse/holidayDate/load', input, { as });
const daysOf = async (parkingId: string): Promise<Day[]> =>
  (await product.must('GET', '/api/updown/parkHolidayDate/detailByParkingId', { parkingId })).dates;

test('a year of China comes with its make-up days; what was entered by hand stays, and loading again adds nothing', async () => {
  const parkId = await product.park(product.companies.child);
  await product.must(
    'POST',
    '/api/updown/parkHolidayDate/submit',
    { parkingId: parkId, dates: [{ day: '2026-10-01', dayKind: 'workday', holidayName: '店庆照常' }, '2026-12-24'] },
    { as: 'groupAdmin' },
  );
  const [loaded] = (await load({ parkIds: [parkId], year: 2026 })).body.data.parks;
  assert.deepEqual([loaded.kept, loaded.added.length, loaded.days], [['2026-10-01', '2026-12-24'], 38, 38]);
  const days = await daysOf(parkId);
  const of = (day: string) => days.find((each) => each.day === day);
  assert.deepEqual(
    [
      of('2026-10-01')?.dayKind,
      of('2026-10-01')?.source,
      of('2026-02-17')?.holidayName,
      of('2026-02-14')?.dayKind,
      of('2026-02-14')?.source,
    ],
    ['workday', 'hand', '春节', 'workday', 'chinese-days'],
  );
  const [again] = (await load({ parkId, year: 2026, country: 'cn' })).body.data.parks;
  assert.deepEqual([again.added, again.days, (await daysOf(parkId)).length], [[], 38, 40]);
});

test('saving a calendar keeps the source of the days that stay', async () => {
  const parkId = await product.park(product.companies.child);
  await load({ parkIds: [parkId], year: 2026 });
  const days = await daysOf(parkId);
  await product.must(
    'POST',
    '/api/updown/parkHolidayDate/submit',
    { parkingId: parkId, dates: [...days.map(({ day, dayKind }) => ({ day, dayKind })), '2026-12-24'] },
    { as: 'groupAdmin' },
  );
  const sources = Map.groupBy(await daysOf(parkId), ({ source }) => source);
  assert.deepEqual(
    [sources.get('chinese-days')?.length, sources.get('hand')?.map(({ day }) => day)],
    [39, ['2026-12-24']],
  );
});

test('a day may be a holiday and have an event; loading the holidays leaves the event, an unknown kind is refused', async () => {
  const parkId = await product.park(product.companies.child);
  const submit = (dates: unknown[]) =>
    product.ask('POST', '/api/updown/parkHolidayDate/submit', { parkingId: parkId, dates }, { as: 'groupAdmin' });
  assert.equal((await submit([{ day: '2026-10-01', dayKind: 'event', holidayName: '音乐节' }])).status, 200);
  const [loaded] = (await load({ parkIds: [parkId], year: 2026 })).body.data.parks;
  assert.deepEqual([loaded.kept, loaded.days], [[], 39]);
  const first = (await daysOf(parkId)).filter(({ day }) => day === '2026-10-01');
  assert.deepEqual(first.map(({ dayKind, holidayName }) => `${dayKind} ${holidayName}`).sort(), [
    'event 音乐节',
    'holiday 国庆节',
  ]);
  await submit((await daysOf(parkId)).map(({ day, dayKind, holidayName }) => ({ day, dayKind, holidayName })));
  assert.equal((await daysOf(parkId)).length, 40);
  const wrong = await submit([{ day: '2026-10-01', dayKind: 'party' }]);
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'dates']);
});

test('other countries have their public holidays; an unknown one, and a year nobody announced, are refused', async () => {
  const parkId = await product.park(product.companies.child);
  const [japan] = (await load({ parkIds: [parkId], year: 2026, country: 'JP' })).body.data.parks;
  assert.deepEqual(
    japan.added.slice(0, 2).map(({ day, dayKind }: Day) => [day, dayKind]),
    [
      ['2026-01-01', 'holiday'],
      ['2026-01-12', 'holiday'],
    ],
  );
  assert.equal((await load({ parkIds: [parkId], year: 2026, country: 'ZZ' })).body.errors?.[0]?.field, 'country');
  assert.equal((await load({ parkIds: [parkId], year: 2099 })).status, 422);
  assert.equal((await load({ parkIds: [parkId], year: 2026 }, 'otherTenant')).status, 404);
  assert.equal((await load({ parkIds: [parkId], year: 2026 }, 'nobody')).status, 403);
  const names = await product.must('GET', '/api/gatehouse/holidayDate/countries', {}, { as: 'groupAdmin' });
  assert.ok(names.length > 150 && names.some(({ value }: { value: string }) => value === 'HK'));
});
