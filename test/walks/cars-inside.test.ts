/**
 * What a clerk does with cars that are inside on paper: decides about a plate that entered twice, and marks several as
 * gone.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { comesIn, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { areMany, button, pane, press, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const [twice, left, stays] = ['浙A12345', '浙B23456', '沪C34567'];

/** antd puts a space between two signs. */
const okay = /^确\s?定$/;

let place: Place;
let clerk: Opened;
before(async () => {
  place = await openPlace();
  for (const [at, plate] of [twice!, left!, stays!, twice!].entries())
    await comesIn(place.lanes, plate, Date.now() - (5 - at) * HOUR);
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
  await clerk.page.goto('/static/incar');
  await ready(clerk.page);
});
after(() => place?.close());

test('a plate that entered twice is decided with a reason: both cars stay, each marked', async () => {
  const { page } = clerk;
  await press(rows(page, written(twice!)).filter({ hasText: '疑似' }), '处理');
  const box = page.getByRole('dialog', { name: /^处理疑似记录/ });
  const ok = button(box, '确定');
  assert.equal(await ok.isDisabled(), true);
  await box.getByText('套牌车').click();
  assert.equal(await ok.isDisabled(), true, 'a reason must be given');
  await box.getByLabel('原因').fill('两张图片不是同一辆车');
  await ok.click();
  await page.locator('.gh-notices', { hasText: '疑似记录已处理' }).waitFor();
  await box.waitFor({ state: 'detached' });
  await rows(page, written(twice!)).filter({ hasText: '疑似' }).waitFor({ state: 'detached' });
  await areMany(rows(page, written(twice!)), 2);
  assert.deepEqual(clerk.watch.take(), []);
});

test('cars marked as gone together leave the list; their number must be typed, and a refusal stays in view', async () => {
  const { page, watch } = clerk;
  for (const plate of [twice!, left!]) await rows(page, written(plate)).first().locator('input[type=checkbox]').check();
  await button(pane(page), '批量离场').click();
  const box = page.getByRole('dialog', { name: '批量离场' });
  const ok = button(box, '确认离场 2 辆');
  await box.getByLabel(/请输入车辆数/).fill('3');
  assert.equal(await ok.isDisabled(), true);
  await box.getByLabel(/请输入车辆数/).fill('2');
  watch.expect('/', 503);
  await page.route('**/api/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 503, success: false, msg: '稍后再试', data: null } })
      : route.continue(),
  );
  await ok.click();
  await box.getByRole('alert').getByText('稍后再试').waitFor();
  await page.unroute('**/api/**');
  await ok.click();
  await page.locator('.gh-notices', { hasText: '已将 2 辆车标记为离场' }).waitFor();
  await rows(page, written(left!)).waitFor({ state: 'detached' });
  for (const plate of [twice!, stays!]) await areMany(rows(page, written(plate)), 1);
  assert.deepEqual(watch.take(), []);
});

test('the upkeep of a lot: cars inside are checked against the records, devices notified at once, and earlier stays archived', async () => {
  const { page, watch } = clerk;
  await page.goto('/basedata/park');
  await ready(page);
  await press(rows(page, place.city.first.name), '维护');
  const box = page.getByRole('dialog', { name: /^维护/ });
  await button(box, '执行 · 同步在场车辆').click();
  await page.locator('.gh-notices', { hasText: '补上0条，去掉0条，更正0条；在场数 2 → 2' }).waitFor();
  await button(box, '执行 · 下发车场指令').click();
  const dialog = page.getByRole('dialog', { name: '下发车场指令' });
  await dialog.getByRole('button', { name: okay }).click();
  await page.locator('.gh-notices', { hasText: '2台设备已完成' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await button(box, '执行 · 初始化历史停车').click();
  const history = page.getByRole('dialog', { name: '初始化历史停车' });
  await history.getByRole('button', { name: okay }).click();
  const sure = page.locator('dialog[open]', { hasText: '不能撤销' });
  await button(sure, '取消').click();
  await history.getByRole('button', { name: okay }).click();
  await button(sure, '确定').click();
  await page.locator('.gh-notices', { hasText: '已转入历史2条' }).waitFor();
  assert.deepEqual(watch.take(), []);
});
