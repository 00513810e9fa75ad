/**
 * A mall's shop is charged up and gives discounts until its balance runs out, by the screens; one is withdrawn again.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, byMenu, pane, press, rows, written } from './page-helpers.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const PLATE = '浙A81001';
let place: Place;
let clerk: Opened;

before(async () => {
  mkdirSync(join(import.meta.dirname, '..', '..', 'shots', 'failed'), { recursive: true });
  place = await openPlace();
  const { parkId } = place.city.first;
  const { api } = place.world;
  const rule = await api.post<{ id: string }>('/api/updown/parkderate/submit', {
    parkId,
    derateName: '消费满 50 元停 1 小时',
    derateType: 'time',
    minutes: 60,
    chargeBy: 'price',
    price: 300,
  });
  await api.post('/api/updown/parkseller/submit', { parkId, sellerName: '云汇咖啡', derateIds: [rule.id] });
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const dialog = (page: Page): Locator => page.locator('.ant-modal:visible').last();
/** `refused`: how many calls the server was meant to refuse. */
const scenario = (name: string, refused: number, work: (page: Page) => Promise<void>): Promise<void> =>
  photographed(clerk.page, `sellers-${name}`, async () => {
    await work(clerk.page);
    const seen = clerk.watch.take();
    assert.deepEqual(
      [seen.length, seen.every((each) => /^answered 422: POST .*\/carDerate\/grant$/.test(each))],
      [refused, true],
      seen.join('; '),
    );
  });

test('a shop is recharged, gives a discount until its balance is used up, and its drawer lists what it gave', () =>
  scenario('give', 1, async (page) => {
    await page.goto('/wel/index');
    await byMenu(page, '运营', '优惠与商家', '商家管理');
    await press(rows(page, '云汇咖啡'), '充值');
    await dialog(page).locator('[data-field="money"] input').fill('5');
    await dialog(page)
      .getByRole('button', { name: /^确\s?定$/ })
      .click();
    await rows(page, '云汇咖啡').filter({ hasText: '5.00' }).waitFor();
    for (const [plate, left] of [
      [PLATE, '2.00'],
      ['浙A81002', null],
    ] as const) {
      await press(rows(page, '云汇咖啡'), '发放优惠');
      await dialog(page).locator('[data-field="plateNumber"] input').fill(plate);
      await dialog(page)
        .getByRole('button', { name: /^确\s?定$/ })
        .click();
      if (left) await rows(page, '云汇咖啡').filter({ hasText: left }).waitFor();
      else await page.getByText('余额不足').first().waitFor();
    }
    await dialog(page)
      .getByRole('button', { name: /^取\s?消$/ })
      .click();
    await rows(page, '云汇咖啡').locator('td').nth(1).click();
    await page.getByText('最近发放').waitFor();
    await page.keyboard.press('Escape');
  }));

test('the record of discounts shows it unused; withdrawn, its money is free again', () =>
  scenario('withdraw', 0, async (page) => {
    await byMenu(page, '运营', '优惠与商家', '车辆优惠记录');
    await rows(page, written(PLATE)).filter({ hasText: '未使用' }).waitFor();
    await press(rows(page, written(PLATE)), '撤销');
    await button(page.locator('body'), '确定').last().click();
    await rows(page, written(PLATE)).filter({ hasText: '已撤销' }).waitFor();
    await byMenu(page, '运营', '优惠与商家', '商家管理');
    await button(pane(page), '刷新').first().click();
    await rows(page, '云汇咖啡').filter({ hasText: '5.00' }).waitFor();
  }));
