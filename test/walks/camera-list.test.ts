/** The list that a camera lets cars in by while it is cut off, read from the camera itself: longer than a page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

let place: Place;
let clerk: Opened;
before(async () => {
  place = await openPlace();
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const plate = (nth: number): string => `浙A${String(10_000 + nth)}`;
const drawer = (page: Page): Locator => page.locator('.ant-drawer-content:visible, .ant-drawer-section:visible').last();

test('a list of more plates than stand on a page says how many they are and shows them all, page by page', () =>
  photographed(clerk.page, 'camera-list', async () => {
    const { page } = clerk;
    place.lanes.entry.holds = Array.from({ length: 205 }, (_, nth) => ({ plate: plate(nth), until: null }));
    await page.goto('/basedata/parkdevice');
    await ready(page);
    await press(rows(page, '东入口相机').first(), '详情');
    await button(drawer(page), '从设备读取').click();
    await drawer(page).getByText(plate(199), { exact: true }).waitFor();
    const pages = drawer(page).getByRole('navigation', { name: '翻页' });
    assert.match(await pages.innerText(), /共 205 条/);
    assert.equal(await drawer(page).getByText(plate(200), { exact: true }).count(), 0);
    await button(pages, '2').click();
    await drawer(page).getByText(plate(204), { exact: true }).waitFor();
    assert.equal(await drawer(page).getByText(plate(199), { exact: true }).count(), 0);
    assert.deepEqual(clerk.watch.take(), []);
  }));
