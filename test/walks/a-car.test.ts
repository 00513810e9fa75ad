/** A car comes, its plate is put right, it pays by phone and leaves; a clerk follows it through the console. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { parseFen } from '#domain/money/fen.ts';
import { story } from '#areas/passage/model/calls.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, byMenu, pane, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const misread = '浙A7K215';
const right = '浙A7K216';

let place: Place;
let clerk: Opened;

before(async () => {
  place = await openPlace();
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const tile = (name: string): Locator =>
  clerk.page
    .locator('.tile')
    .filter({ has: clerk.page.locator('.name', { hasText: name }) })
    .locator('.value');
/** Waits until a figure of the home page has become this by itself. */
const becomes = (name: string, value: string): Promise<void> =>
  tile(name)
    .filter({ hasText: new RegExp(`^${value.replace('.', '\\.')}$`) })
    .waitFor();

/** A mark that a reload would wipe out. */
const mark = () =>
  clerk.page.evaluate(() => {
    (window as { walk?: string }).walk = 'same window';
  });
const unbroken = () => clerk.page.evaluate(() => (window as { walk?: string }).walk === 'same window');

test('the home page counts a car that comes in, by itself', async () => {
  const { page } = clerk;
  await page.goto('/wel/index');
  await ready(page);
  await mark();
  await becomes('在场车辆', '0');
  await comesIn(place.lanes, misread, Date.now() - 2 * HOUR);
  await becomes('在场车辆', '1');
  await becomes('剩余车位', '79');
  await page.locator('.feed li', { hasText: written(misread) }).waitFor();
  assert.ok(await unbroken());
  assert.deepEqual(clerk.watch.take(), []);
});

test('the clerk finds the car by part of its plate and puts the plate right', async () => {
  const { page } = clerk;
  await byMenu(page, '运营', '在场与进出', '场内车辆');
  await page.locator('[data-find]').fill('7k2');
  const found = rows(page, written(misread));
  await found.waitFor();
  await button(found, '更正').click();
  const dialog = page.locator('dialog[open]');
  await dialog.locator('.ps-pad input').fill(right);
  await dialog.getByLabel('原因').fill('相机把6认成5');
  await button(dialog, '更正').click();
  await page.locator('.gh-notices', { hasText: right }).waitFor();
  await rows(page, written(right)).waitFor();
  assert.equal(await rows(page, written(misread)).count(), 0);
  assert.deepEqual(clerk.watch.take(), []);
});

test('the clerk sees its picture, what it would owe now, and its story with the correction', async () => {
  const { page } = clerk;
  await rows(page, written(right)).first().click();
  const picture = page.locator('.ps-picture img').first();
  await picture.waitFor();
  assert.ok(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)));
  await page.locator('.ps-story .gh-bill', { hasText: '若现在离场' }).waitFor();
  const course = page.locator('.ps-course');
  await course.locator('li', { hasText: '入场' }).first().waitFor();
  const correction = course.locator('li', { hasText: '更正' });
  assert.match(await correction.first().innerText(), new RegExp(`${misread}.*${right}`, 's'));
  await page.keyboard.press('Escape');
  await page.locator('.ps-story').waitFor({ state: 'detached' });
  assert.deepEqual(clerk.watch.take(), []);
});

let paidFen = 0;

test('the car leaves under its right plate and pays by phone; the list of cars inside empties by itself', async () => {
  const { page } = clerk;
  paidFen = await leaves(place.lanes, right, Date.now(), true);
  assert.equal(paidFen, 1000);
  await page.mouse.move(5, 5);
  await rows(page, written(right)).waitFor({ state: 'detached' });
  assert.deepEqual(clerk.watch.take(), []);
});

test('the record of the visit shows its bill line by line, and the lines add up to what was paid', async () => {
  const { page } = clerk;
  await byMenu(page, '运营', '在场与进出', '进出场记录');
  const found = rows(page, written(right));
  await found.waitFor();
  assert.match(await found.innerText(), /10\.00/);
  // Its story was opened while it was inside: until it is fetched anew the record shows what the list knows.
  const anew = Promise.withResolvers<void>();
  await page.route(`**${story.path}?*`, async (route) => {
    await anew.promise;
    await route.continue();
  });
  await found.click();
  await page.locator('[data-sum=paidFen] dd', { hasText: '10.00' }).waitFor();
  assert.equal(await page.locator('.ps-story').getByText('若现在离场').count(), 0);
  anew.resolve();
  const bill = page.locator('.ps-story .gh-bill').first();
  await bill.locator('tfoot td').waitFor(); // the sums stand there at once, the lines come with the story
  const amounts = await bill.locator('tbody tr td:last-child').allInnerTexts();
  assert.ok(amounts.length > 0);
  assert.equal(
    amounts.reduce((sum, each) => sum + parseFen(each)!, 0),
    paidFen,
  );
  assert.equal(parseFen(await bill.locator('tfoot td').innerText()), paidFen);
  await page.locator('.ps-picture img').nth(1).waitFor();
  await page.locator('.ps-course li', { hasText: '扫码支付' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.ps-story').waitFor({ state: 'detached' });
  assert.deepEqual(clerk.watch.take(), []);
});

test('the payment stands in the list of payments with its sum', async () => {
  const { page } = clerk;
  await byMenu(page, '运营', '收费与订单', '缴费记录');
  const paid = rows(page, written(right));
  await paid.waitFor();
  const words = await paid.innerText();
  assert.match(words, /10\.00/);
  assert.match(words, /扫码支付/);
  assert.match(words, /已支付|支付成功|已缴/);
  await pane(page).locator('tfoot', { hasText: '10.00' }).waitFor();
  assert.deepEqual(clerk.watch.take(), []);
});

test('home has the money and the free space, in the same window all the while', async () => {
  const { page } = clerk;
  await page.locator('.tab-bar').getByRole('link', { name: '首页', exact: true }).click();
  await becomes('今日净收入', '10.00');
  await becomes('今日线上', '10.00');
  await becomes('在场车辆', '0');
  await becomes('今日出场', '1');
  assert.ok(await unbroken());
  assert.deepEqual(clerk.watch.take(), []);
});
