import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { largeRefund } from '#areas/billing/model/parameters.ts';
import { silentSeconds } from '#areas/device/model/parameters.ts';
import type { Parameter } from '#kit/declare/parameter.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { openHouse } from '#test/house.ts';
import type { House } from '#test/house.ts';
import { ensureDictionaries } from './dictionaries.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const params = '/api/blade-system/param';
const dicts = '/api/updown/sysdict';
const set = async (input: Record<string, unknown>) =>
  (await house.must('POST', `${params}/submit`, input)).id as string;
const says = <V>(of: Parameter<V>, line: string[] = []) =>
  house.database.read(platformScope, (db) => parameterIn(db, of, line));
const words = async (code: string, lang: 'zh' | 'en' = 'zh', as = 'nobody') =>
  ((await house.must('GET', '/api/gatehouse/sysdict/words', { code }, { as, lang })) as { word: string }[]).map(
    ({ word }) => word,
  );

test('the nearest company that has a value of its own decides, then the house, then what the product brings', async () => {
  const { first, child, second } = house.companies;
  assert.equal(await says(largeRefund, [child, first]), 50_000);
  const whole = await set({ paramKey: 'refund.largeFen', paramValue: '100000' });
  const own = await set({ paramKey: 'refund.largeFen', paramValue: ' 30000 ', forCompanyId: first });
  assert.deepEqual(
    [await says(largeRefund, [child, first]), await says(largeRefund, [second]), await says(largeRefund)],
    [30_000, 100_000, 100_000],
  );
  const asTenant = await house.database.read(tenantScope(1), (db) => parameterIn(db, largeRefund, [child, first]));
  assert.equal(asTenant, 30_000, 'whoever works in a group reads what holds for it');
  await house.must('POST', `${params}/remove`, { ids: own });
  assert.equal(await says(largeRefund, [child, first]), 100_000);
  await house.must('POST', `${params}/remove`, { ids: whole });
  assert.equal(await says(largeRefund, [child, first]), 50_000);
});

test('a value outside its declaration is rejected, and a global one exists once', async () => {
  const { first } = house.companies;
  const refused = async (input: Record<string, unknown>) => {
    const { status, body } = await house.ask('POST', `${params}/submit`, input);
    return `${status} ${body.errors?.[0]?.field ?? ''}`.trim();
  };
  for (const paramValue of ['44', '3601', '60.5', 'soon', '-60'])
    assert.equal(await refused({ paramKey: 'device.silentSeconds', paramValue }), '400 paramValue', paramValue);
  assert.equal(await refused({ paramKey: 'text.paused', paramValue: 'yes' }), '400 paramValue');
  assert.equal(await refused({ paramKey: 'alert.language', paramValue: 'fr' }), '400 paramValue');
  assert.equal(await refused({ paramKey: 'nobody.reads', paramValue: '1' }), '400 paramKey');
  assert.equal(
    await refused({ paramKey: 'device.silentSeconds', paramValue: '60', forCompanyId: first }),
    '400 forCompanyId',
  );
  const id = await set({ paramKey: 'device.silentSeconds', paramValue: '60' });
  assert.equal((await refused({ paramKey: 'device.silentSeconds', paramValue: '70' })).slice(0, 3), '409');
  assert.equal(await refused({ id, paramValue: '10' }), '400 paramValue');
  await set({ id, paramValue: '75' });
  assert.equal(await says(silentSeconds), 75);
  const all = await house.must('GET', '/api/gatehouse/param/declared', {});
  const setting = all.find(({ key }: { key: string }) => key === 'device.silentSeconds');
  assert.deepEqual([setting.default, setting.value, setting.byCompany], [90, 75, false]);
  const { records } = await house.must('GET', `${params}/list`, { paramName: '离线' });
  assert.deepEqual(
    records.map(({ paramKey }: { paramKey: string }) => paramKey),
    ['device.silentSeconds'],
  );
  await house.must('POST', `${params}/remove`, { ids: id });
});

test('parameters are the platform operator’s alone', async () => {
  assert.equal((await house.ask('GET', `${params}/list`, {}, { as: 'groupAdmin' })).status, 403);
  assert.equal((await house.ask('POST', `${params}/submit`, {}, { as: 'groupAdmin' })).status, 403);
});

test('forms offer the words of a dictionary that are switched on, in the requested language, at once', async () => {
  const offered = await words('visit.reason');
  assert.ok(offered.includes('送货') && offered.length >= 5);
  assert.ok((await words('visit.reason', 'en')).includes('Delivery'));
  const { records } = await house.must('GET', `${dicts}/list`, { code: 'visit.reason' });
  const head = records.find(({ parentId }: { parentId: string | null }) => !parentId);
  const delivery = records.find(({ dictKey }: { dictKey: string }) => dictKey === 'delivery');
  const added = await house.must('POST', `${dicts}/submit`, {
    parentId: head.id,
    dictKey: 'tour',
    dictValue: '参观',
    sort: 9,
  });
  await house.must('POST', `${dicts}/submit`, { id: delivery.id, enable: false });
  assert.deepEqual(await words('visit.reason'), [...offered.filter((each) => each !== '送货'), '参观']);
  assert.ok((await words('visit.reason', 'en')).includes('参观'), 'a word without English is shown as it is');
  await ensureDictionaries(house.database);
  assert.ok(!(await words('visit.reason')).includes('送货'), 'a start leaves alone what people changed');
  await house.must('POST', `${dicts}/remove`, { ids: added.id });
  assert.ok(!(await words('visit.reason')).includes('参观'));
  assert.deepEqual(await words('no.such'), []);
});

test('a dictionary of the product stays, codes are single, and words have keys and no words below', async () => {
  const { records } = await house.must('GET', `${dicts}/list`, { code: 'visit.reason' });
  const head = records.find(({ parentId }: { parentId: string | null }) => !parentId);
  const word = records.find(({ parentId }: { parentId: string | null }) => parentId);
  assert.equal((await house.ask('POST', `${dicts}/remove`, { ids: head.id })).status, 409);
  const refused = async (input: Record<string, unknown>) =>
    (await house.ask('POST', `${dicts}/submit`, { dictValue: '词', ...input })).body.errors?.map(({ field }) => field);
  assert.deepEqual(await refused({ code: 'visit.reason' }), ['code']);
  assert.deepEqual(await refused({}), ['code']);
  assert.deepEqual(await refused({ code: '9 lives' }), ['code']);
  assert.deepEqual(await refused({ parentId: head.id }), ['dictKey']);
  assert.deepEqual(await refused({ parentId: word.id, dictKey: 'x' }), ['parentId']);
  assert.deepEqual(await refused({ parentId: head.id, dictKey: 'y', code: 'door.reason' }), ['code']);
  const { id } = await house.must('POST', `${dicts}/submit`, { code: 'own.colours', dictValue: '颜色' });
  await house.must('POST', `${dicts}/submit`, { parentId: id, dictKey: 'red', dictValue: '红' });
  assert.deepEqual(await words('own.colours'), ['红']);
});
