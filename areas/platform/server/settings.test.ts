import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { largeRefund } from '#areas/billing/model/parameters.ts';
import { silentSeconds } from '#areas/device/model/parameters.ts';
import { textSignature } from '#areas/ops/model/parameters.ts';
import { passReminderDays } from '#areas/pass/model/parameters.ts';
import type { Parameter } from '#kit/declare/parameter.ts';
import { database, platformScope, tenantScope } from '#kit/server/db.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { ensureDictionaries } from './dictionaries.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const params = '/api/blade-system/param';
const dicts = '/api/updown/sysdict';
const set = async (input: Record<string, unknown>) =>
  (await product.must('POST', `${params}/submit`, input)).id as string;
const says = <V>(of: Parameter<V>, line: string[] = []) =>
  product.database.read(platformScope, (db) => parameterIn(db, of, line));
const words = async (code: string, lang: 'zh' | 'en' = 'zh', as = 'nobody') =>
  ((await product.must('GET', '/api/gatehouse/sysdict/words', { code }, { as, lang })) as { word: string }[]).map(
    ({ word }) => word,
  );

test('the nearest company that has a value of its own decides, then the product, then what the product brings', async () => {
  const { first, child, second } = product.companies;
  assert.equal(await says(largeRefund, [child, first]), 50_000);
  const whole = await set({ paramKey: 'refund.largeFen', paramValue: '100000' });
  const own = await set({ paramKey: 'refund.largeFen', paramValue: ' 30000 ', forCompanyId: first });
  assert.deepEqual(
    [await says(largeRefund, [child, first]), await says(largeRefund, [second]), await says(largeRefund)],
    [30_000, 100_000, 100_000],
  );
  const asTenant = await product.database.read(tenantScope(1), (db) => parameterIn(db, largeRefund, [child, first]));
  assert.equal(asTenant, 30_000, 'whoever works in a group reads what holds for it');
  await product.must('POST', `${params}/remove`, { ids: own });
  assert.equal(await says(largeRefund, [child, first]), 100_000);
  await product.must('POST', `${params}/remove`, { ids: whole });
  assert.equal(await says(largeRefund, [child, first]), 50_000);
});

test('a value outside its declaration is rejected, and a global one exists once', async () => {
  const { first } = product.companies;
  const refused = async (input: Record<string, unknown>) => {
    const { status, body } = await product.ask('POST', `${params}/submit`, input);
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
  const all = await product.must('GET', '/api/gatehouse/param/declared', {});
  const setting = all.find(({ key }: { key: string }) => key === 'device.silentSeconds');
  assert.deepEqual([setting.default, setting.value, setting.byCompany], [90, 75, false]);
  const { records } = await product.must('GET', `${params}/list`, { paramName: '离线' });
  assert.deepEqual(
    records.map(({ paramKey }: { paramKey: string }) => paramKey),
    ['device.silentSeconds'],
  );
  await product.must('POST', `${params}/remove`, { ids: id });
});

test('a line of text and a value of several parts are held to their declaration, and a fault of JSON is named', async () => {
  const refused = async (paramKey: string, paramValue: string) => {
    const { status, body } = await product.ask('POST', `${params}/submit`, { paramKey, paramValue }, { lang: 'en' });
    return `${status} ${body.errors?.[0]?.msg ?? ''}`;
  };
  for (const wrong of ['[7, 7]', '[61]', '[-1]', '[1.5]', '["7"]', '{"days": [7]}', '7', '[0,1,2,3,4,5,6]'])
    assert.match(
      await refused('pass.reminderDays', wrong),
      /^400 Should be: A list of at most 6 different whole numbers/,
      wrong,
    );
  assert.match(await refused('pass.reminderDays', '[7, 3'), /^400 The JSON is invalid at character 6$/);
  assert.match(await refused('text.signature', '城市停车运营管理有限公司上海'), /at most 12/);
  assert.match(await refused('text.signature', '城市\n停车'), /^400 Should be: One line/);
  assert.deepEqual([await says(passReminderDays), await says(textSignature)], [[7, 3, 1], '']);
  const days = await set({ paramKey: 'pass.reminderDays', paramValue: ' [14, 2]\n' });
  const signature = await set({ paramKey: 'text.signature', paramValue: '城市停车' });
  assert.deepEqual([await says(passReminderDays), await says(textSignature)], [[14, 2], '城市停车']);
  const all = await product.must('GET', '/api/gatehouse/param/declared', {});
  const { valueWritten, defaultWritten, rowId } = all.find(({ key }: { key: string }) => key === 'pass.reminderDays');
  assert.deepEqual([valueWritten, defaultWritten, rowId], ['[14,2]', '[7,3,1]', days]);
  for (const id of [days, signature]) await product.must('POST', `${params}/remove`, { ids: id });
});

test('what is saved holds at once on another server of the same database, and so does its removal', async () => {
  const other = database(product.admin, 2);
  try {
    const there = () => other.read(tenantScope(1), (db) => parameterIn(db, largeRefund));
    assert.equal(await there(), 50_000);
    const id = await set({ paramKey: 'refund.largeFen', paramValue: '70000' });
    assert.equal(await there(), 70_000);
    await set({ id, paramValue: '80000' });
    assert.equal(await there(), 80_000);
    await product.must('POST', `${params}/remove`, { ids: id });
    assert.equal(await there(), 50_000);
  } finally {
    await other.close();
  }
});

test('parameters are the platform operator’s alone', async () => {
  assert.equal((await product.ask('GET', `${params}/list`, {}, { as: 'groupAdmin' })).status, 403);
  assert.equal((await product.ask('POST', `${params}/submit`, {}, { as: 'groupAdmin' })).status, 403);
});

test('forms offer the words of a dictionary that are switched on, in the requested language, at once', async () => {
  const offered = await words('visit.reason');
  assert.ok(offered.includes('送货') && offered.length >= 5);
  assert.ok((await words('visit.reason', 'en')).includes('Delivery'));
  const { records } = await product.must('GET', `${dicts}/list`, { code: 'visit.reason' });
  const head = records.find(({ parentId }: { parentId: string | null }) => !parentId);
  const delivery = records.find(({ dictKey }: { dictKey: string }) => dictKey === 'delivery');
  const added = await product.must('POST', `${dicts}/submit`, {
    parentId: head.id,
    dictKey: 'tour',
    dictValue: '参观',
    sort: 9,
  });
  await product.must('POST', `${dicts}/submit`, { id: delivery.id, enable: false });
  assert.deepEqual(await words('visit.reason'), [...offered.filter((each) => each !== '送货'), '参观']);
  assert.ok((await words('visit.reason', 'en')).includes('参观'), 'a word without English is shown as it is');
  await ensureDictionaries(product.database);
  assert.ok(!(await words('visit.reason')).includes('送货'), 'a start leaves alone what people changed');
  await product.must('POST', `${dicts}/remove`, { ids: added.id });
  assert.ok(!(await words('visit.reason')).includes('参观'));
  assert.deepEqual(await words('no.such'), []);
});

test('a dictionary of the product stays, codes are single, and words have keys and no words below', async () => {
  const { records } = await product.must('GET', `${dicts}/list`, { code: 'visit.reason' });
  const head = records.find(({ parentId }: { parentId: string | null }) => !parentId);
  const word = records.find(({ parentId }: { parentId: string | null }) => parentId);
  assert.equal((await product.ask('POST', `${dicts}/remove`, { ids: head.id })).status, 409);
  const refused = async (input: Record<string, unknown>) =>
    (await product.ask('POST', `${dicts}/submit`, { dictValue: '词', ...input })).body.errors?.map(
      ({ field }) => field,
    );
  assert.deepEqual(await refused({ code: 'visit.reason' }), ['code']);
  assert.deepEqual(await refused({}), ['code']);
  assert.deepEqual(await refused({ code: '9 lives' }), ['code']);
  assert.deepEqual(await refused({ parentId: head.id }), ['dictKey']);
  assert.deepEqual(await refused({ parentId: word.id, dictKey: 'x' }), ['parentId']);
  assert.deepEqual(await refused({ parentId: head.id, dictKey: 'y', code: 'door.reason' }), ['code']);
  const { id } = await product.must('POST', `${dicts}/submit`, { code: 'own.colours', dictValue: '颜色' });
  await product.must('POST', `${dicts}/submit`, { parentId: id, dictKey: 'red', dictValue: '红' });
  assert.deepEqual(await words('own.colours'), ['红']);
});
