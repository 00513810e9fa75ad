/**
 * Temperature: kept only where a place says why, named only by consent, decided by a clinical thermometer, forgotten in
 * time.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeDoors } from './door.ts';
import { endWarnings, forgetHealth } from './readings.ts';

const updown = '/api/updown';
const DAY = 86_400_000;
let product: TestProduct;
const at: Record<string, string> = {};
let target: { tenantId: number; parkId: string };
let seq = 0;

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `${path.startsWith('/') ? path : `${updown}/${path}`}/submit`, input)).id;
const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));
const reading = (tempDeci: number, time: number, person: string | null = null, picture: string | null = null) => ({
  kind: 'temperature' as const,
  device: at['camera']!,
  seq: (seq += 1),
  rawAt: time,
  at: time,
  person,
  tempDeci,
  ambientDeci: 185,
  site: 'forehead',
  picture,
  thermal: picture,
});
const count = async (where = 'true'): Promise<number> =>
  (await raw<{ count: number }>(`SELECT count(*)::int AS count FROM thermal_record WHERE ${where}`))[0]!.count;
const consent = (EmpID: string) =>
  product.must('POST', '/api/gatehouse/doorConsent/submit', {
    EmpID,
    purpose: 'temperature',
    textVersion: '2026-01',
    way: 'self',
  });
const warnings = async (input: Record<string, unknown> = {}) =>
  (await product.must('GET', `${updown}/yjRecord/Yjlist`, { placeId: at['place'], ...input })).records;

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  at['office'] = await save('baseVillage', { VName: '云台大厦', companyId });
  const villageId = at['office'];
  at['lot'] = await product.park(companyId, '云台大厦车库', { villageId });
  at['place'] = await save('yjPlace', { companyId, placeName: '大堂', address: '一层' });
  at['camera'] = await save('yjCamera', { placeId: at['place'], cameraName: '大堂相机', sn: 'HEAT-LOBBY-1' });
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  for (const [name, empName] of [
    ['li', '李四'],
    ['wu', '吴九'],
  ] as const)
    at[name] = await save('dooremployee', { villageId, deptId: at['dept'], empName });
  const [lot] = await raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [at['lot']]);
  target = { tenantId: lot!.tenantId, parkId: at['lot']! };
});
after(() => product.close());

test('a place keeps nothing until it says why and until when, and nothing after its last day', async () => {
  const now = Date.now();
  await takeDoors(product.database, target, [reading(365, now)]);
  assert.equal(await count(), 0, 'off');
  const { body } = await product.ask('POST', `${updown}/yjPlace/submit`, { id: at['place'], purpose: '流感季节' });
  assert.deepEqual(
    body.errors?.map(({ field }) => field),
    ['untilDate'],
  );
  const untilDate = new Date(now + 10 * DAY).toISOString().slice(0, 10);
  await save('yjPlace', { id: at['place'], purpose: '流感季节', untilDate });
  const first = reading(365, now);
  await takeDoors(product.database, target, [first, first, reading(366, now + 12 * DAY)]);
  await takeDoors(product.database, target, [first]);
  assert.equal(await count(), 1, 'the same number once, and none after the last day');
});

test('a day adds up: normal, high and implausible, and what was high by what came of it', async () => {
  const eight = Date.parse('2026-05-04T08:00:00+08:00');
  const events = Array.from({ length: 500 }, (_, nth) =>
    reading(nth < 5 ? 375 : nth < 8 ? 310 : 365, eight + nth * 1_000),
  );
  for (let from = 0; from < 500; from += 100)
    await takeDoors(product.database, target, events.slice(from, from + 100).toReversed());
  const open = await warnings({ startTime: '2026-05-04', endTime: '2026-05-04' });
  assert.equal(open.length, 5);
  const act = (action: string, recordId: string, secondTemp: number) =>
    product.ask('POST', `/api/gatehouse/door/temperature/${action}`, { recordId, secondTemp });
  const odd = await act('confirm', open[0].id, 36.8);
  assert.deepEqual([odd.status, odd.body.errors?.[0]?.field], [400, 'secondTemp']);
  for (const row of open.slice(0, 3)) assert.equal((await act('clear', row.id, 36.8)).status, 200);
  assert.equal((await act('confirm', open[3].id, 37.6)).status, 200);
  await endWarnings(product.database, new Date());
  assert.equal((await act('clear', open[4].id, 36.5)).status, 409, 'a quarter of an hour is over');
  const day = await product.must('GET', `${updown}/yjRecord/getDayStatistics`, { staticDay: '2026-05-04' });
  const { readings, normal, suspect, implausible, cleared, confirmed, unverified, waiting } = day.records[0];
  assert.deepEqual(
    [day.total, readings, normal, suspect, implausible, cleared, confirmed, unverified, waiting],
    [1, 500, 492, 5, 3, 3, 1, 1, 0],
  );
  const month = await product.must('GET', `${updown}/yjRecord/getMonthStatistics`, { staticMonth: '2026-05' });
  assert.deepEqual([month.total, month.records[0].readings], [1, 500]);
  const range = { startTime: '2026-05-04T00:00:00+08:00', endTime: '2026-05-05T00:00:00+08:00' };
  const all = await product.must('GET', `${updown}/door/yjPageCpId/collection`, {
    cpid: product.companies.child,
    ...range,
  });
  assert.deepEqual([all.readings, all.suspect, all.confirmed, all.cameras, all.people], [500, 5, 1, 1, 0]);
  const [best] = await product.must('GET', `${updown}/door/yjPageCpId/rankings`, range);
  assert.deepEqual([best.name, best.warnings, best.rate], ['大堂', 5, 100]);
});

test('only who consented is named, from then on; a withdrawal erases names and pictures and leaves the figures', async () => {
  const { id } = await consent(at['li']!);
  const now = Date.now() + 60_000;
  const picture = '/api/updown/file/abc';
  const before_ = await count();
  await takeDoors(product.database, target, [
    reading(364, now, at['li'], picture),
    reading(364, now, at['wu'], null),
    reading(364, Date.now() - DAY, at['li']),
  ]);
  const rows = await raw<{ name: string | null; picture: string | null }>(
    'SELECT emp_name AS name, picture FROM thermal_record ORDER BY seq DESC LIMIT 3',
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [null, null, '李四'],
    'not who did not, and not before he did',
  );
  const [row] = await raw<{ id: string }>(`SELECT id FROM thermal_record WHERE emp_name = '李四'`);
  const images = await product.must('GET', `${updown}/yjImage/list`, { recordId: row!.id });
  assert.deepEqual(images.records.map(({ imageKind }: { imageKind: string }) => imageKind).sort(), [
    'thermal',
    'visible',
  ]);
  const again = await product.ask('POST', '/api/gatehouse/doorConsent/submit', {
    EmpID: at['li'],
    purpose: 'temperature',
    textVersion: '2026-02',
  });
  assert.equal(again.status, 400);
  await product.must('POST', '/api/gatehouse/door/withdrawConsent', { id });
  const { erased, status } = await product.must('GET', '/api/gatehouse/doorConsent/detail', { id });
  assert.equal(status, 'withdrawn');
  assert.match(erased, /测温记录 1 条/);
  assert.equal(await count('emp_id IS NOT NULL OR emp_name IS NOT NULL OR picture IS NOT NULL'), 0);
  assert.equal(await count(), before_ + 3, 'that somebody was measured stays');
  assert.equal((await product.must('GET', `${updown}/yjImage/list`, { recordId: row!.id })).total, 0);
});

test('after thirty days nobody can tell whose a reading was; results of agencies are gone after fourteen', async () => {
  await consent(at['wu']!);
  await takeDoors(product.database, target, [reading(365, Date.now() + 1_000, at['wu'], '/api/updown/file/def')]);
  const file = Buffer.from(
    `\uFEFF姓名,证件号,采样时间,结果,检测机构\n李四,320102199001011232,${new Date(Date.now() - DAY).toISOString()},阴性,城市医学检验所\n`,
  );
  const imported = await product.ask(
    'POST',
    '/api/gatehouse/import/nucleicRecord',
    {},
    { bytes: file, as: 'groupAdmin' },
  );
  assert.equal(imported.status, 200, JSON.stringify(imported.body));
  const swabs = async () => (await product.must('GET', `${updown}/static/getPageNucleicAcidRecord`)).total;
  assert.equal(await swabs(), 1);
  const all = await count();
  await forgetHealth(product.database, new Date(Date.now() + 12 * DAY));
  assert.equal(await count(`emp_name = '吴九'`), 1, 'not yet');
  await forgetHealth(product.database, new Date(Date.now() + 31 * DAY));
  assert.equal(await count('emp_id IS NOT NULL OR emp_name IS NOT NULL OR picture IS NOT NULL'), 0);
  assert.deepEqual([await count(), await swabs()], [all, 0]);
});

test('a camera is set by its own form alone, and belongs where its place is', async () => {
  const params = async () =>
    Object.fromEntries(
      (
        await raw<{ key: string; value: string }>(
          'SELECT param_key AS key, param_value AS value FROM door_param WHERE device_id = $1',
          [at['camera']],
        )
      ).map(({ key, value }) => [key, value]),
    );
  assert.deepEqual(await params(), {
    warnTemp: '37.3',
    lowTemp: '34',
    highTemp: '42',
    tempOffset: '0',
    distanceCm: '80',
  });
  await save('yjHeat', { id: at['camera'], warnTemp: 37.5 });
  assert.equal((await params())['warnTemp'], '37.5');
  const set = await product.ask('POST', `${updown}/dmdevparam/submit`, {
    deviceId: at['camera'],
    paramKey: 'warnTemp',
    paramValue: '36',
  });
  assert.deepEqual([set.status, set.body.errors?.[0]?.field], [400, 'paramKey']);
  const as = await product.ask('POST', `${updown}/doordevice/submit`, {
    villageId: at['office'],
    deviceName: '又一台',
    deviceType: 'thermal',
    sn: 'HEAT-LOBBY-2',
  });
  assert.deepEqual([as.status, as.body.errors?.[0]?.field], [400, 'doorKind']);
  assert.equal((await product.ask('GET', `${updown}/yjCamera/list`, {}, { as: 'otherTenant' })).body.data.total, 0);
  assert.equal((await product.must('GET', `${updown}/yjCamera/list`, { placeId: at['place'] })).total, 1);
});
