/**
 * A monthly car from application to expiry and renewal, and a batch from a sheet: by the screens, and at the barrier.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { newTerm } from '#domain/pass/pass.ts';
import { addDays } from '#domain/time/day.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, byMenu, pane, pick, press, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import { oneDay } from './one-day.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const [owner, ended, batched] = ['浙A71001', '浙A71002', '浙A71003'];
const failed = join(import.meta.dirname, '..', '..', 'shots', 'failed');

let place: Place;
let clerk: Opened;
let today: string;

before(async () => {
  mkdirSync(failed, { recursive: true });
  today = await oneDay();
  place = await openPlace();
  const { api, city } = { api: place.world.api, city: place.city };
  const type = await api.find<{ id: string }>(
    '/api/updown/plat/parkCarType/list',
    { parkId: city.first.parkId, kind: 'monthly' },
    () => true,
  );
  await api.post('/api/updown/plat/parkCarType/submit', { id: type!.id, monthPrice: 30_000 });
  clerk = await place.world.open(city.groupAdmin, 'zh');
});
after(() => place?.close());

const field = (form: Locator, name: string): Locator => form.locator(`[data-field="${name}"] input`).first();
const dialog = (page: Page): Locator => page.locator('.ant-modal:visible').last();
const ok = (box: Locator): Locator => box.getByRole('button', { name: /^确\s?定$/ });

async function day(form: Locator, name: string, value: string): Promise<void> {
  await field(form, name).click();
  await field(form, name).fill(value);
  await field(form, name).press('Enter');
}

/** Lot and car type, as both the form and the dialog ask for them. */
async function where(page: Page, form: Locator): Promise<void> {
  await pick(page, field(form, 'parkId'), place.city.first.name);
  await pick(page, field(form, 'carTypeId'), '月租车');
}

/** What the row says, not what a button of it would do. */
async function state(page: Page, plate: string, words: string): Promise<void> {
  await rows(page, written(plate)).locator('td:not(:has(button))').filter({ hasText: words }).first().waitFor();
}

const scenario = (name: string, work: (page: Page) => Promise<void>): Promise<void> =>
  photographed(clerk.page, `passes-${name}`, async () => {
    await work(clerk.page);
    assert.deepEqual(clerk.watch.take(), []);
  });

test('it is applied for, approved, and paid for a month; the drawer explains it day by day', () =>
  scenario('apply', async (page) => {
    await page.goto('/wel/index');
    await byMenu(page, '运营', '月租车', '月租车管理');
    await ready(page);
    await button(pane(page), '新增').click();
    const form = page.locator('.ant-drawer-content:visible, .ant-drawer-section:visible').last();
    await field(form, 'plateNumber').fill(owner!);
    await where(page, form);
    await field(form, 'ownerName').fill('王芳');
    await day(form, 'startTime', today);
    await form
      .page()
      .getByRole('button', { name: /^保\s?存$/ })
      .click();
    await state(page, owner!, '待审核');
    await press(rows(page, written(owner!)), '通过');
    await ok(dialog(page)).click();
    await state(page, owner!, '待缴费');
    await press(rows(page, written(owner!)), '按月续费');
    await dialog(page).getByText(`按月续费 · “${owner}”`).waitFor(); // whose it is, before money is taken
    await dialog(page)
      .getByText(`收款 300.00 元，有效期 ${today} 至 ${newTerm(today, 1).toDay}`)
      .waitFor(); // and what is taken for which days
    await field(dialog(page), 'monthNum').fill('3');
    await dialog(page)
      .getByText(`收款 900.00 元，有效期 ${today} 至 ${newTerm(today, 3).toDay}`)
      .waitFor();
    await field(dialog(page), 'monthNum').fill('1');
    await ok(dialog(page)).click();
    await state(page, owner!, newTerm(today, 1).toDay);
    await state(page, owner!, '有效');
    await press(rows(page, written(owner!)), '详情');
    const mark = page.locator('.pm-days li.today');
    await mark.filter({ hasText: '有效' }).waitFor();
    await page.getByText('300.00').first().waitFor();
    await page.keyboard.press('Escape');
  }));

test('the car comes and goes free', async () => {
  await comesIn(
    place.lanes,
    owner!,
    Date.now() - 2 * HOUR > Date.parse(`${today}T00:00:00+08:00`) ? Date.now() - 2 * HOUR : Date.now() - 60_000,
  );
  assert.equal(await leaves(place.lanes, owner!, Date.now(), false), 0);
});

test('one that ended pays as a temporary car, is renewed from its row, and then does not', () =>
  scenario('expiry', async (page) => {
    await button(pane(page), '直接发行').click();
    const box = dialog(page);
    await field(box, 'plateNumber').fill(ended!);
    await where(page, box);
    await day(box, 'startTime', addDays(today, -40));
    await day(box, 'endTime', addDays(today, -10));
    await field(box, 'money').fill('300');
    await ok(box).click();
    await state(page, ended!, addDays(today, -10));
    await comesIn(place.lanes, ended!, Date.now() - 20 * HOUR);
    assert.equal(await leaves(place.lanes, ended!, Date.now() - 18 * HOUR, true), 1_000);
    await press(rows(page, written(ended!)), '按月续费');
    await ok(dialog(page)).click();
    await state(page, ended!, newTerm(today, 1).toDay);
    await comesIn(place.lanes, ended!, Date.now() - 30_000);
    assert.equal(await leaves(place.lanes, ended!, Date.now(), false), 0);
  }));

test('it rests and recovers, and stopped it gives money back and is over', () =>
  scenario('stop', async (page) => {
    await press(rows(page, written(ended!)), '报停');
    await ok(dialog(page)).click();
    await state(page, ended!, '报停');
    await press(rows(page, written(ended!)), '恢复');
    await ok(dialog(page)).click();
    await state(page, ended!, '有效');
    await press(rows(page, written(ended!)), '退租');
    await field(dialog(page), 'remark').fill('搬家');
    await ok(dialog(page)).click();
    await state(page, ended!, '已退租');
    await byMenu(page, '运营', '月租车', '月卡续费记录');
    await rows(page, written(ended!)).filter({ hasText: '300.00' }).first().waitFor();
  }));

test('a sheet is checked line by line, its good lines are issued, the others can be fetched', () =>
  scenario('batch', async (page) => {
    await byMenu(page, '运营', '月租车', '月租车批量发行');
    await pick(page, pane(page).locator('.ant-select input').nth(0), place.city.first.name);
    await pick(page, pane(page).locator('.ant-select input').nth(1), '月租车');
    const lines = [
      '车牌号,开始日期,到期日,实收金额',
      `${batched},${today},${addDays(today, 29)},300`,
      `${owner},${today},${addDays(today, 29)},300`,
    ];
    await pane(page)
      .locator('input[type=file]')
      .setInputFiles({ name: '月租.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${lines.join('\n')}\n`) });
    await pane(page).getByText('共 2 行，可发行 1 行，有误 1 行').waitFor();
    await pane(page).getByText('已有月租').waitFor();
    await button(pane(page), '发行 1 行').click();
    await pane(page).getByText('已发行 1 行').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button(pane(page), '下载有误的行').click()]);
    assert.match(file.suggestedFilename(), /\.xlsx$/);
    await byMenu(page, '运营', '月租车', '月租车管理');
    await state(page, batched!, '有效');
  }));
