/**
 * A tariff is made in the simple editor, read as a sentence, tried on a stay, published; the next car is priced by it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, byMenu, pane, pick } from './page-helpers.ts';
import { ready } from './look.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;

/** A busy machine is waited for: the check of a rule computes for long. */
const patienceMs = 120_000;

let place: Place;
let opened: Opened;

before(async () => {
  place = await openPlace();
  opened = await place.world.open(place.city.groupAdmin, 'zh');
  opened.page.setDefaultTimeout(patienceMs);
});
after(() => place?.close());

const input = (page: Page, name: string): Locator => pane(page).locator(`[data-field="${name}"] input`).first();
const sentence = (page: Page): Locator => pane(page).locator('[data-sentence]');

test('the tariff in force stands as a sentence and prices a stay line by line', async () => {
  const { page } = opened;
  await page.goto('/wel/index');
  await byMenu(page, '运营', '车辆与收费规则', '收费规则（简单模式）');
  await pick(page, pane(page).locator('.ant-select input').first(), place.city.first.name);
  await sentence(page).filter({ hasText: '5' }).waitFor();
  await ready(page);
  assert.match(await sentence(page).innerText(), /15\s?分钟/);
  // From nine to half past twelve: four begun hours of five yuan.
  const total = pane(page).locator('[data-trial] [data-total]');
  await total.filter({ hasText: '20.00' }).waitFor();
  assert.equal(await total.innerText(), '20.00');
  assert.deepEqual(opened.watch.take(), []);
});

test('a changed number changes the sentence and the trial at once, and what makes no sense says so', async () => {
  const { page } = opened;
  await input(page, 'unitFee').fill('8');
  await input(page, 'dayMaxFee').fill('30');
  await sentence(page).filter({ hasText: '8' }).filter({ hasText: '30' }).waitFor();
  await pane(page).locator('[data-trial] [data-total]', { hasText: '30.00' }).waitFor();
  await input(page, 'unitMinutes').fill('');
  await pane(page).locator('.fr-message.wrong').first().waitFor();
  assert.ok(await button(pane(page), '保存为新版本草稿').isDisabled());
  await input(page, 'unitMinutes').fill('60');
  await sentence(page).waitFor();
  assert.deepEqual(opened.watch.take(), []);
});

test('it is saved as the next version and published, after a look at what changes, what the check finds and a replay', async () => {
  const { page } = opened;
  await button(pane(page), '保存为新版本草稿').click();
  const versions = pane(page).locator('.fr-list', { hasText: 'V2' });
  await versions.waitFor();
  await button(pane(page), '发布').click();
  const dialog = page.getByRole('dialog');
  const changes = dialog.locator('[data-changes]', { hasText: '与生效中的 V1 相比' });
  await changes.locator('del').first().waitFor();
  await changes.locator('ins', { hasText: '8.00' }).first().waitFor();
  await dialog.locator('[data-findings="done"]').waitFor();
  await dialog.locator('summary', { hasText: '回放' }).click();
  await dialog.locator('[data-replay="none"]').waitFor();
  await dialog.getByRole('button', { name: /^确\s?定$/ }).click();
  await versions
    .locator('li', { hasText: 'V2' })
    .filter({ hasText: /生效|已发布/ })
    .waitFor();
  assert.deepEqual(opened.watch.take(), []);
});

test('the next car is priced by the new version, and one that came before by the old', async () => {
  const now = Date.now();
  await comesIn(place.lanes, '浙A60001', now - 2 * HOUR);
  await comesIn(place.lanes, '浙A60002', now);
  assert.equal(await leaves(place.lanes, '浙A60001', now + 60_000, true), 1_000);
  assert.equal(await leaves(place.lanes, '浙A60002', now + 2 * HOUR - 60_000, true), 1_600);
});
