/**
 * A photo of a face at the office: entered with the consent of its person, looked at on purpose, erased with a receipt.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zipSync } from 'fflate';
import { buildCity } from './city.ts';
import type { City } from './city.ts';
import { button, pick, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { openWorld, phone } from './world.ts';
import type { World } from './world.ts';

const base = '/api/updown';
const faces = join(import.meta.dirname, '..', '..', 'db', 'demo', 'faces');
let world: World;
let city: City;

before(async () => {
  world = await openWorld();
  city = await buildCity(world.api);
  const { companyId } = city.first;
  const { id: villageId } = await world.api.post(`${base}/baseVillage/submit`, { VName: '云汇大厦', companyId });
  const { id: deptId } = await world.api.post(`${base}/door/basedept/submit`, {
    companyId,
    villageId,
    deptName: '行政部',
  });
  for (const [empName, empNo] of [
    ['钱多多', 'E001'],
    ['孙小满', 'E002'],
  ])
    await world.api.post(`${base}/dooremployee/submit`, { villageId, deptId, empName, empNo });
});
after(() => world?.close());

test('one photo is recorded, shown on request, and erased with a receipt', async () => {
  const { page, watch: seen, close } = await world.open(city.groupAdmin, 'zh');
  await page.goto('/door/facePhoto');
  await ready(page);
  await button(page.locator('main'), '录入照片').click();
  const dialog = page.getByRole('dialog');
  await pick(page, dialog.getByLabel('人员'), '钱多多');
  await dialog.locator('input[type=file]').setInputFiles(join(faces, '1.jpg'));
  await dialog.getByAltText('照片预览').waitFor();
  await dialog.getByLabel('告知书版本').fill('2026-11');
  await page.screenshot({ path: 'shots/face-enter-zh.png' });
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await rows(page, '钱多多').waitFor();
  await press(rows(page, '钱多多'), '详情');
  await page.getByRole('button', { name: '查看照片（记入日志）' }).click();
  const shown = page.getByAltText('照片', { exact: true });
  await shown.waitFor();
  assert.equal(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), 480);
  await page.screenshot({ path: 'shots/face-look-zh.png' });
  await page.keyboard.press('Escape');
  await press(rows(page, '钱多多'), '删除照片');
  await page.locator('dialog.question').getByRole('button').last().click();
  await rows(page, '人工删除').waitFor();
  await page.screenshot({ path: 'shots/face-list-zh.png' });
  await page.goto('/door/erasure');
  await rows(page, '文件库').waitFor();
  await page.screenshot({ path: 'shots/face-receipt-zh.png' });
  assert.deepEqual(seen.take(), []);
  await close();
});

test('a ZIP is reported line by line on a phone', async () => {
  const { page, watch: seen, close } = await world.open(city.groupAdmin, 'en', phone);
  await page.goto('/door/facePhoto');
  await ready(page);
  await button(page.locator('main'), 'Import photos').click();
  const dialog = page.getByRole('dialog');
  await pick(page, dialog.getByLabel('Community'), '云汇大厦');
  await dialog.getByLabel(/Version consented to/).fill('2026-11');
  const buffer = Buffer.from(
    zipSync({ 'E002.jpg': readFileSync(join(faces, '2.jpg')), 'E404.jpg': new Uint8Array(9) }),
  );
  await dialog.locator('input[type=file]').setInputFiles({ name: 'faces.zip', mimeType: 'application/zip', buffer });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.getByText('2 photos, 1 entered').waitFor();
  await dialog.getByText('There is nobody so named').waitFor();
  await page.screenshot({ path: 'shots/face-zip-en.png' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.screenshot({ path: 'shots/face-list-en.png' });
  assert.deepEqual(seen.take(), []);
  await close();
});
