/** From the code at the office to the form on a phone, and back to who checks it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildCity } from './city.ts';
import type { City } from './city.ts';
import { openWorld, phone } from './world.ts';
import type { World } from './world.ts';

const base = '/api/updown';
let world: World;
let city: City;

before(async () => {
  world = await openWorld();
  city = await buildCity(world.api);
  const { companyId } = city.first;
  const { id: villageId } = await world.api.post(`${base}/baseVillage/submit`, { VName: '云汇广场', companyId });
  await world.api.post(`${base}/door/basedept/submit`, { companyId, villageId, deptName: '行政部' });
});
after(() => world?.close());

test('a person scans the company’s code, registers, and waits for approval', async () => {
  const { companyId } = city.first;
  const made = await world.api.get<{ url: string }>(`${base}/door/basedept/getbindtemplateqrcode`, { companyId });
  const { page, watch: seen, close } = await world.open(null, 'zh', phone);
  await page.goto(`/m/enrol${new URL(made.url).search}&lang=en`);
  await page.getByRole('button', { name: 'Register' }).waitFor();
  await page.screenshot({ path: 'shots/enrol-en.png', fullPage: true });
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByLabel('姓名', { exact: true }).fill('钱多多');
  await page.getByLabel('手机号', { exact: true }).fill('13900139000');
  await page.getByLabel('部门', { exact: true }).selectOption({ label: '行政部' });
  await page.getByLabel('我已阅读并同意').check();
  await page.screenshot({ path: 'shots/enrol-zh.png', fullPage: true });
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing stands out to the side',
  );
  await page.getByRole('button', { name: '提交登记' }).click();
  await page.getByText('登记已提交').waitFor();
  const { records } = await world.api.get<{ records: { empName: string; status: string }[] }>(
    `${base}/dooremployeecheck/list`,
  );
  assert.deepEqual(
    records.map(({ empName, status }) => [empName, status]),
    [['钱多多', 'waiting']],
  );
  assert.deepEqual(seen.take(), []);
  await page.goto('/m/enrol?code=x&lang=en');
  await page.getByText('not valid any more').waitFor();
  await close();
});

for (const [lang, size, name, shown, ok] of [
  ['zh', undefined, '登记二维码', '请该单位的人员用手机扫码登记', /确\s*定/],
  ['en', phone, 'Enrol code', 'People of the company scan it', 'OK'],
] as const)
  test(`the office shows the code of its company, ${lang}`, async () => {
    const { page, watch: seen, close } = await world.open(city.groupAdmin, lang, size);
    await page.goto('/door/basedept');
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: ok }).click();
    await dialog.getByText(shown).waitFor();
    await dialog.locator('img[src^="data:image/svg"]').waitFor();
    await page.screenshot({ path: `shots/enrol-office-${lang}.png` });
    assert.deepEqual(seen.take(), []);
    await close();
  });
