/** The frame around every page in both languages: tabs, search, look, lock, notices, help and the error log. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Lang } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { comesIn, openLanes } from './car.ts';
import { buildCity } from './city.ts';
import type { City } from './city.ts';
import { button, pane } from './hands.ts';
import { ready } from './look.ts';
import { openWorld } from './world.ts';
import type { Opened, Size, World } from './world.ts';

const plate = '浙AD12346';
const lockWord = 'night-shift-7';
const words = {
  close: text('关闭', 'Close'), others: text('关闭其他', 'Close others'), all: text('关闭全部', 'Close all'), inside: text('场内车辆', 'Cars inside'), menu: text('菜单搜索', 'Menu search'), find: text('快速查找', 'Find anything'), keys: text('快捷键', 'Keys'),
  theme: text('主题', 'Theme'), dark: text('暗黑', 'Dark'), compact: text('紧凑', 'Compact'), colour: text('主题色', 'Colour'), lock: text('锁定屏幕', 'Lock the screen'), ok: text('确定', 'OK'), empty: text('锁屏密码不能为空', 'The lock password cannot be empty'),
  expiry: text('车场服务到期提醒', 'Services of car parks are ending'), ended: text('已到期', 'Expired'), soon: text('即将到期', 'About to expire'), noMore: text('暂无更多', 'No more'), log: text('本地错误日志', 'Local error log'), clear: text('清空本地日志', 'Clear the local log'), upload: text('上传到服务器', 'Upload to the server'), uploaded: text('上传成功', 'Uploaded'), cleared: text('清空成功', 'Cleared'),
  help: text('本页帮助', 'Help for this screen'), helpLine: text('滞留', 'Stale'), home: text('首页', 'Home'),
  refresh: text('刷新当前页', 'Load this page anew'), product: text('智慧停车管理系统', 'Smart Parking Management System'),
};
const routes = ['/static/incar', '/static/inoutRecord', '/static/onlineorder', '/static/gateEvents', '/static/tempWCPays', '/car/parkcartype', '/car/blacklist', '/basedata/parkServicesConfig'];

let world: World;
let city: City;

before(async () => {
  world = await openWorld();
  city = await buildCity(world.api);
  const lanes = await openLanes(world.mqttUrl, city.first);
  await comesIn(lanes, plate, Date.now() - 3_600_000);
  await lanes.close();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const [serviceType, end] of [['sms', 9], ['platform', -9]] as const) await world.api.post('/api/updown/plat/parkServicesConfig/submit', { parkId: city.first.parkId, serviceType, startDate: '2026-01-01', expireDate: day(end) });
});
after(() => world?.close());

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const tabs = (page: Page) => page.locator('.tab-bar .tab');
const pop = (page: Page) => page.locator('.gh-pop:popover-open');
const variable = (page: Page, name: string) => page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name);

/** A window of the group's administrator with the expiry dialog put away. */
async function opened(lang: Lang, route: string, size?: Size): Promise<Opened & { say: (of: Text) => string }> {
  const window = await world.open(city.groupAdmin, lang, size);
  const say = (of: Text) => of[lang];
  await window.page.goto(route);
  await ready(window.page);
  await dialog(window.page, say(words.expiry)).waitFor();
  await window.page.keyboard.press('Escape');
  await dialog(window.page, say(words.expiry)).waitFor({ state: 'detached' });
  return { ...window, say };
}

for (const lang of ['zh', 'en'] as const) {
  test(`tabs are kept, closed and restored (${lang})`, async () => {
    const { page, watch, say, close } = await opened(lang, '/static/incar', { width: 1024, height: 768 });
    assert.match(await page.title(), new RegExp(`^${say(words.inside)} - ${say(words.product)}$`));
    for (const route of routes.slice(1)) {
      await page.goto(route);
      await ready(page);
    }
    assert.equal(await tabs(page).count(), routes.length + 1);
    await page.reload();
    await ready(page);
    const seen = await page.evaluate(() => {
      const [strip, tab] = [document.querySelector('.tab-bar .strip')!.getBoundingClientRect(), document.querySelector('.tab-bar .tab.on')!.getBoundingClientRect()];
      return tab.left >= strip.left - 1 && tab.right <= strip.right + 1;
    });
    assert.ok(seen, 'the tab in view is in sight after a reload');
    await tabs(page).first().locator('a').click();
    assert.equal(await tabs(page).first().locator('button').count(), 0, 'home cannot be closed');
    await tabs(page).nth(1).click({ button: 'right' });
    await pop(page).getByRole('menuitem', { name: say(words.others), exact: true }).click();
    await page.waitForURL('**/static/incar');
    assert.equal(await tabs(page).count(), 2);
    await button(page.locator('.tab-bar'), say(words.refresh)).click();
    await page.locator('.tab-bar .spinning').waitFor();
    await ready(page);
    await page.locator('.tab-bar .spinning').waitFor({ state: 'detached' });
    await tabs(page).nth(1).click({ button: 'right' });
    await pop(page).getByRole('menuitem', { name: say(words.all), exact: true }).click();
    await page.waitForURL('**/wel/index');
    assert.equal(await tabs(page).count(), 1);
    assert.equal(await tabs(page).locator('button').count(), 0, 'the last tab cannot be closed');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`menu search, palette and keys work without a mouse (${lang})`, async () => {
    const { page, watch, say, close } = await opened(lang, '/wel/index');
    await page.keyboard.press('m');
    const search = dialog(page, say(words.menu));
    await search.locator('.block-tile').first().waitFor();
    await page.keyboard.type('cncl');
    await search.getByRole('option', { name: say(words.inside) }).waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await button(page.locator('.tab-bar'), say(words.menu)).click();
    await page.keyboard.type(say(words.inside).slice(0, 3).toUpperCase());
    assert.match(await search.getByRole('option').first().innerText(), new RegExp(lang === 'zh' ? '^场内车' : '^Car', 'i'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const palette = dialog(page, say(words.find));
    await palette.waitFor();
    await page.keyboard.type('AD1234');
    await palette.getByRole('group', { name: say(words.inside) }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('plateNumber') === plate);
    await pane(page).locator('tbody tr[data-row]', { hasText: plate.slice(2) }).waitFor();
    assert.equal(await pane(page).locator('tbody tr[data-row]').count(), 1);
    await page.keyboard.press('?');
    await dialog(page, say(words.keys)).getByText(say(words.find)).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`theme, colour and density are worn at once and remembered (${lang})`, async () => {
    const { page, watch, say, close } = await opened(lang, '/static/incar');
    await button(page, say(words.theme)).click();
    await page.locator('.themes').waitFor();
    assert.equal(await page.locator('input[name=theme]').count(), 10);
    await page.locator('.themes label', { hasText: say(words.dark) }).click();
    await page.getByLabel(say(words.compact)).check();
    await page.keyboard.press('Escape');
    await button(page, say(words.colour)).click();
    await page.locator('.colours').getByRole('button', { name: '#17B3A3' }).click();
    await page.keyboard.press('Escape');
    for (const again of [false, true]) {
      if (again) await page.reload();
      await ready(page);
      assert.deepEqual([await variable(page, '--gh-scheme'), await variable(page, '--gh-brand'), await variable(page, '--gh-row')], ['dark', '#17b3a3', '32px']);
    }
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual([await variable(page, '--gh-scheme'), await variable(page, '--gh-text')], ['light', '#1f2937'], 'paper is white');
    await page.emulateMedia({ media: 'screen' });
    assert.equal(await variable(page, '--gh-scheme'), 'dark');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`notices: the dialog opens by itself once, the bell lists them (${lang})`, async () => {
    const { page, watch, say, close } = await opened(lang, '/wel/index');
    await page.reload();
    await page.locator('.bell sup', { hasText: '2' }).waitFor();
    assert.equal(await dialog(page, say(words.expiry)).count(), 0);
    await page.locator('.bell').click();
    const list = page.locator('.notice-list');
    for (const each of [words.ended, words.soon, words.noMore]) await list.getByText(say(each), { exact: true }).waitFor();
    const { width, height } = (await list.boundingBox())!;
    assert.deepEqual([width, height], [350, 300]);
    await pop(page).locator('.gh-link').click();
    const box = (await dialog(page, say(words.expiry)).boundingBox())!;
    assert.deepEqual([box.width, box.height], [900, 300]);
    assert.equal(await dialog(page, say(words.expiry)).locator('tbody tr').count(), 2);
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`each screen has its help, by key, by button and in the person's menu (${lang})`, async () => {
    const { page, watch, say, close } = await opened(lang, '/static/incar');
    const help = (title: string) => dialog(page, `${say(words.help)} · ${title}`);
    await page.keyboard.press('h');
    await help(say(words.inside)).getByText(say(words.helpLine), { exact: true }).waitFor();
    assert.equal(await help(say(words.inside)).locator('li').first().isVisible(), true);
    await page.keyboard.press('Escape');
    await help(say(words.inside)).waitFor({ state: 'detached' });
    await page.goto('/wel/index');
    await ready(page);
    await button(page.locator('.top-bar'), say(words.help)).click();
    await help(say(words.home)).locator('summary').click();
    await help(say(words.home)).getByText('Ctrl K').first().waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.top-bar .me').click();
    await pop(page).getByRole('menuitem', { name: say(words.help), exact: true }).click();
    await help(say(words.home)).waitFor();
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the local error log is read and cleared, and the lock keeps no password (${lang})`, async () => {
    const { page, watch, say, close } = await opened(lang, '/wel/index');
    await page.evaluate(() => {
      const content = [{ type: 'error', url: 'http://x/y', message: 'a fault of the walk', stack: 'at walk', info: '', time: '2026-11-21T00:00:00.000Z' }];
      localStorage.setItem('gatehouse-error-log', JSON.stringify({ dataType: 'array', content, type: 'local', datetime: 0 }));
    });
    await page.locator('.top-bar .me').click();
    await pop(page).getByRole('menuitem', { name: say(words.log), exact: true }).click();
    const log = dialog(page, say(words.log));
    await log.getByText('a fault of the walk').waitFor();
    await button(log, say(words.upload)).click();
    await button(page.locator('dialog[open]').last(), say(words.ok)).click();
    await page.locator('.gh-notices', { hasText: say(words.uploaded) }).waitFor();
    await button(log, say(words.clear)).click();
    await button(page.locator('dialog[open]').last(), say(words.ok)).click();
    await page.locator('.gh-notices', { hasText: say(words.cleared) }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('gatehouse-error-log')), null);
    await page.keyboard.press('Escape');
    await button(page, say(words.lock)).click();
    const lock = dialog(page, say(words.lock));
    await button(lock, say(words.ok)).click();
    await lock.getByText(say(words.empty)).waitFor();
    await lock.locator('input').fill(lockWord);
    await Promise.all([page.waitForURL('**/lock', { waitUntil: 'load' }), button(lock, say(words.ok)).click()]);
    const kept = await page.evaluate(() => localStorage.getItem('gatehouse-lock') ?? '');
    assert.match(kept, /"hash":"[0-9a-f]{64}"/);
    assert.ok(!kept.includes(lockWord));
    assert.deepEqual(watch.take(), []);
    await close();
  });
}
