/**
 * What a clerk stumbles over on any page of rows: what may be done, what it is called, what covers what, and what stays
 * in view.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, pane, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { phone } from './world.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;

let place: Place;
let clerk: Opened;
before(async () => {
  place = await openPlace();
  await comesIn(place.lanes, '浙A7K215', Date.now() - 2 * HOUR);
  await leaves(place.lanes, '浙A7K215', Date.now() - HOUR, true);
  await comesIn(place.lanes, '浙A7K216', Date.now() - 2 * HOUR);
  for (const roleName of ['夜班', '早班', '中班', '晚班', '备班'])
    await place.world.api.post('/api/updown/sysrole/submit', { roleName, ofCompanyId: place.city.first.companyId });
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const list = async (page: Page, route: string) => {
  await page.goto(route);
  await ready(page);
};

test('a built-in role offers neither edit nor delete, one’s own does', async () => {
  const { page } = clerk;
  await list(page, '/system/sysRole?size=100');
  const buttons = async (name: string) =>
    (await rows(page, name).first().locator('.gh-rowbtns').innerText()).split(/\s+/).filter(Boolean);
  assert.deepEqual(await buttons('集团管理员'), ['详情']);
  assert.deepEqual(await buttons('夜班'), ['授权', '详情', '更多']);
  assert.deepEqual(clerk.watch.take(), []);
});

test('a deletion names what is deleted: one by its name, several by the first names and how many there are', async () => {
  const { page } = clerk;
  await list(page, '/system/sysRole?size=100');
  await press(rows(page, '夜班').first(), '删除');
  const box = page.locator('dialog.question');
  assert.equal(await box.locator('.body').innerText(), '将永久删除“夜班”，是否继续？');
  await button(box, '取消').click();
  for (const name of ['夜班', '早班', '中班', '晚班', '备班'])
    await rows(page, name).first().locator('input[type=checkbox]').check();
  await button(pane(page).locator('.gh-picked'), '删除').click();
  assert.match(
    await box.locator('.body').innerText(),
    /^将永久删除“(夜班|早班|中班|晚班|备班)”、“..”、“..”等 5 条，是否继续？$/,
  );
  await button(box, '取消').click();
  const english = await place.world.open(place.city.groupAdmin, 'en');
  await list(english.page, '/system/sysRole?size=100');
  for (const name of ['夜班', '早班', '中班', '晚班', '备班'])
    await rows(english.page, name).first().locator('input[type=checkbox]').check();
  await button(pane(english.page).locator('.gh-picked'), 'Delete').click();
  assert.match(
    await english.page.locator('dialog.question .body').innerText(),
    /^This permanently deletes “..”, “..”, “..” and 2 more\. Continue\?$/,
  );
  await english.close();
  assert.deepEqual(clerk.watch.take(), []);
});

test('a message appears above an open dialog and is announced inside it', async () => {
  const { page } = clerk;
  await list(page, '/basedata/park');
  await page.route('**/api/gatehouse/export/**', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: '{"success":false,"code":422,"msg":"行数过多"}',
    }),
  );
  clerk.watch.expect('/api/gatehouse/export/', 422);
  await button(pane(page), '导出').click();
  const box = page.locator('dialog[open]');
  await button(box, '开始导出').click();
  const message = page.locator('.gh-notices', { hasText: '行数过多' });
  await message.waitFor();
  assert.ok(
    await message.evaluate((each) => each.matches(':popover-open')),
    'in the layer of boxes, and later than they',
  );
  assert.equal(await box.getByRole('status').innerText(), '行数过多');
  await page.unroute('**/api/gatehouse/export/**');
  assert.deepEqual(clerk.watch.take(), []);
});

test('a list that has come says nothing of it, and a wide table keeps what its lines are about in view', async () => {
  const { page } = clerk;
  await list(page, '/static/chartMonthFeeSum');
  assert.doesNotMatch(await pane(page).innerText(), /获取成功/);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.waitForFunction(() => innerWidth === 1024);
  const table = pane(page).locator('.gh-table');
  const edge = () =>
    table.evaluate((frame) => {
      frame.scrollLeft = frame.scrollWidth;
      const cells = [...frame.querySelectorAll('thead th:first-child, tbody td:first-child, tfoot td:first-child')];
      return cells.map((cell) => Math.round(cell.getBoundingClientRect().left - frame.getBoundingClientRect().left));
    });
  assert.ok(
    await table.evaluate((frame) => frame.scrollWidth > frame.clientWidth + 50),
    'there is something to scroll',
  );
  assert.deepEqual([...new Set(await edge())], [0]);
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.deepEqual(clerk.watch.take(), []);
});

test('on a phone all that can be done with a row is behind one small button at its end', async () => {
  const opened = await place.world.open(place.city.groupAdmin, 'zh', phone);
  const { page } = opened;
  await list(page, '/system/sysRole?size=100');
  const row = rows(page, '夜班').first();
  const end = (await row.locator('.ends').boundingBox())!;
  assert.ok(end.width <= 48 && end.x + end.width <= phone.width, `${end.width} wide at ${end.x}`);
  await button(row, '操作').click();
  const entries = page.locator('.gh-pop:popover-open').getByRole('menuitem');
  await entries.first().waitFor();
  const names = await entries.allInnerTexts();
  assert.deepEqual(
    names.map((name) => name.trim()),
    ['授权', '详情', '编辑', '删除'],
  );
  assert.deepEqual(opened.watch.take(), []);
  await opened.close();
});

test('cars inside say how long they have been parked, and their kind once', async () => {
  const { page } = clerk;
  await list(page, '/static/incar');
  const heads = (await pane(page).locator('thead th').allInnerTexts()).map((words) =>
    words.replace(/[▲▼↕]/g, '').trim(),
  );
  assert.ok(heads.includes('已停时长') && heads.includes('停车类型') && !heads.includes('车类'), heads.join(' '));
  assert.match(await rows(page, '浙A·7K216').innerText(), /2小时/);
  assert.equal(
    await pane(page).locator('thead').getByRole('button', { name: '已停时长' }).count(),
    0,
    'the server keeps no such column to sort by',
  );
  assert.deepEqual(clerk.watch.take(), []);
});

test('lists of orders and payments are called by what is in them', async () => {
  const { page } = clerk;
  for (const [route, name] of [
    ['/static/onlineorder', '停车订单'],
    ['/static/tempWCPays', '缴费记录'],
  ] as const) {
    await list(page, route);
    await pane(page).getByRole('heading', { name, exact: true }).waitFor();
  }
  assert.deepEqual(clerk.watch.take(), []);
});

test('boxes of either kind stand in the middle of the window', async () => {
  const { page } = clerk;
  await list(page, '/static/incar');
  await button(pane(page), '导出').click();
  const middle = async (selector: string) => {
    const box = (await page.locator(selector).first().boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
  };
  const own = await middle('dialog.gh-dialog[open]');
  await page.keyboard.press('Escape');
  await button(pane(page), '补录入场').click();
  await page.locator('.ant-modal-container').waitFor();
  const other = await middle('.ant-modal-container');
  assert.ok(
    own.every((at, axis) => Math.abs(at - other[axis]!) <= 8),
    `${own.join()} and ${other.join()}`,
  );
  assert.deepEqual(clerk.watch.take(), []);
});
