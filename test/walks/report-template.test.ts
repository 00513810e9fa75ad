/**
 * A platform operator writes a report of his own: a hostile one is refused at its place, a good one is kept, run, taken
 * away as a file, and removed.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { City } from './city.ts';
import { openTown } from './car.ts';
import { button, byMenu, pane, press, rows } from './page-helpers.ts';
import { outside, ready } from './look.ts';
import { operator, phone, photographed } from './world.ts';
import type { Opened, World } from './world.ts';

const name = '各车场车位数';
const sql =
  'SELECT park_name AS "车场|Car park",\n       total_stall AS "车位|Spaces", total_stall * 100 AS "押金|Deposit_fen"\nFROM park WHERE :park IS NULL OR id = :park\nORDER BY 2 DESC';

let world: World;
let city: City;
let admin: Opened;
before(async () => {
  ({ world, city } = await openTown());
  admin = await world.open(operator, 'zh');
});
after(() => world?.close());

const drawer = (page: Page): Locator => page.locator('.ant-drawer-section').last();
const statement = (page: Page): Locator => drawer(page).getByRole('textbox', { name: '查询语句' });

test('what is no plain query is refused at the statement, with its line; nothing is kept', async () => {
  const { page, watch } = admin;
  await page.goto('/wel/index');
  await ready(page);
  await byMenu(page, '系统', '运行', '报表模板');
  await ready(page);
  await button(pane(page), '新增').click();
  await drawer(page).locator('[data-field="name"] input').fill(name);
  await drawer(page).locator('[data-field="nameEn"] input').fill('Spaces by car park');
  watch.expect('/sysTemplate/submit', 400);
  for (const [tried, expected] of [
    ['SELECT park_name\nFROM park;\nDELETE FROM park', '第3行第1列：只能有一条语句'],
    ['SELECT account,\n  password\nFROM "user"', '第2行第3列：“password”这一列不供报表查询'],
    ['SELECT pg_sleep(60)', '第1行第8列：不能用函数 pg_sleep'],
  ] as const) {
    await statement(page).fill(tried);
    await button(drawer(page), '保存').click();
    await drawer(page).locator('[data-field="sql"] [role=alert]', { hasText: expected }).waitFor();
  }
  assert.equal((await world.api.get<{ total: number }>('/api/updown/sysTemplate/getTheList', {})).total, 0);
  assert.deepEqual(watch.take(), []);
});

test('a table is put into the statement from beside it, its parameter comes from the statement, and it runs at once', async () => {
  const { page, watch } = admin;
  await photographed(page, 'report-template', async () => {
    await statement(page).fill('SELECT park_name FROM ');
    await drawer(page).getByRole('searchbox', { name: '搜索表或列' }).fill('车场服务');
    await drawer(page).locator('.rt-tables').getByRole('button', { name: 'park_service', exact: true }).click();
    assert.equal(await statement(page).inputValue(), 'SELECT park_name FROM park_service');
    await statement(page).fill(sql);
    await button(drawer(page), '从语句补全：:park').click();
    const row = drawer(page).locator('.rt-parameters .row');
    assert.deepEqual(
      [await row.getByLabel('标签', { exact: true }).inputValue(), await row.getByLabel('类型').inputValue()],
      ['车场', 'park'],
    );
    await button(drawer(page), '保存并执行').click();
    await page.locator('.rt-run').waitFor();
    await button(drawer(page), '执行').click();
    const table = drawer(page).getByRole('region', { name });
    await table.locator('tbody tr').first().waitFor();
    assert.deepEqual(
      (await table.locator('thead th').allInnerTexts()).map((each) => each.trim()),
      ['序号', '车场', '车位', '押金（元）'],
    );
    assert.match(
      (await table.locator('tbody tr').first().innerText()).replace(/\s+/g, ' '),
      /^1 \S+ \d+ [\d.]+\.00$|^1 \S+ \d+ \d+\.\d\d$/,
    );
    assert.match(await drawer(page).locator('.rt-run .note').innerText(), /^\d+ 行，用时 \d+ 毫秒$/);
    assert.equal(
      await table
        .locator('tbody td')
        .nth(2)
        .evaluate((cell) => getComputedStyle(cell).textAlign),
      'right',
    );
  });
  assert.deepEqual(watch.take(), []);
});

test('the result goes out as a file, in the other language and on a phone as well', async () => {
  const { page, watch } = admin;
  await button(drawer(page), '导出').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  assert.match(text, /^\ufeff车场,车位,押金（元）\r\n/);
  assert.ok(file.suggestedFilename().startsWith(name) && file.suggestedFilename().endsWith('.csv'));
  assert.deepEqual(watch.take(), []);
  const small = await world.open(operator, 'en', phone);
  await small.page.goto('/system/reportTemplate');
  await ready(small.page);
  await press(rows(small.page, 'Spaces by car park').first(), 'Run');
  await small.page.locator('.rt-run').waitFor();
  await button(drawer(small.page), 'Run').click();
  await drawer(small.page).getByText('Deposit (CNY)').waitFor();
  assert.deepEqual(await outside(small.page), []);
  await small.page.keyboard.press('Escape');
  await press(rows(small.page, 'Spaces by car park').first(), 'Edit');
  await small.page.locator('.rt-editor').waitFor();
  assert.deepEqual(await outside(small.page), []);
  assert.deepEqual(small.watch.take(), []);
  await small.close();
});

test('a change is in the list once saved; discarding a change asks for confirmation; removal is confirmed, and then the template is gone', async () => {
  const { page, watch } = admin;
  await page.keyboard.press('Escape');
  await page.locator('.rt-run').waitFor({ state: 'detached' });
  await press(rows(page, name), '编辑');
  await drawer(page).locator('[data-field="purpose"] textarea').fill('月末核对车位');
  await button(drawer(page), '保存').click();
  await page.locator('.rt-editor').waitFor({ state: 'detached' });
  await rows(page, '月末核对车位').waitFor();
  await press(rows(page, name), '编辑');
  await statement(page).fill('SELECT 1 AS one');
  await button(drawer(page), '取消').click();
  const question = page.locator('dialog.question[open]');
  await button(question, '放弃').click();
  await page.locator('.rt-editor').waitFor({ state: 'detached' });
  await press(rows(page, name), '删除');
  await question.waitFor();
  await button(question, '取消').click();
  assert.equal(await rows(page, name).count(), 1);
  await press(rows(page, name), '删除');
  await button(question, '删除').click();
  await rows(page, name).waitFor({ state: 'detached' });
  assert.deepEqual(watch.take(), []);
});

test('a group’s administrator is not offered it and is refused it', async () => {
  const group = await world.open(city.groupAdmin, 'zh');
  group.watch.expect('/api/', 403);
  await group.page.goto('/system/reportTemplate');
  await pane(group.page)
    .getByText(/没有.*权限|无权/)
    .first()
    .waitFor();
  await group.page.locator('.top-menu').getByRole('button', { name: '系统', exact: true }).click();
  assert.equal(await group.page.locator('.side-bar').getByText('报表模板').count(), 0);
  await group.close();
});
