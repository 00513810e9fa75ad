/** The menu search and the palette in both languages, by the keyboard, on a quick hand and a slow line. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { park } from '#areas/lot/model/park.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { carInside } from '#areas/passage/model/car-inside.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import type { Place } from './car.ts';
import { byMine, dialog, expiry, gonePlate, startTestProduct, opened, plate, pop } from './frame.ts';
import { areMany, button, pane } from './page-helpers.ts';
import { ready } from './look.ts';

const words = {
  menu: text('菜单搜索', 'Menu search'),
  find: text('快速查找', 'Quick find'),
  keys: text('快捷键', 'Keyboard shortcuts'),
  screens: text('菜单', 'Pages'),
  open: text('已打开', 'Open pages'),
  theme: text('主题', 'Theme'),
  trouble: text('出错了', 'Something went wrong'),
  actions: text('操作', 'Actions'),
  recents: text('最近访问', 'Recent'),
  pass: text('发行月租车', 'Issue a pass'),
  issue: text('直接发行', 'Issue'),
  export: text('导出', 'Export'),
  dark: text('暗黑', 'Dark'),
};

let product: Place;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

/**
 * A busy page may apply its first routing rule later than a key press: tests that delay responses announce rules with
 * `ahead`.
 */
const ruled = { ahead: (page: Page): Promise<unknown> => page.route('**/none', (route) => route.continue()) };
/** Holds every answer of an address back until it is let go; `answers` where it is another than the server's. */
async function held(
  page: Page,
  address: string | RegExp,
  answers: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((then) => {
    letGo = then;
  });
  await page.route(address, async (route) => {
    await gone;
    await answers(route);
  });
  return letGo;
}
/** The menu of one module with an entry before all others. */
const withFirst =
  (module: string, entry: { name: string; nameEn: string }) =>
  async (route: Route): Promise<void> => {
    if (!route.request().url().includes(module)) return route.continue();
    const answer = (await (await route.fetch()).json()) as { data: object[] };
    return route.fulfill({
      json: { ...answer, data: [{ id: 'first', path: '/static/incar?first', children: [], ...entry }, ...answer.data] },
    });
  };
const chosen = (box: Locator): Locator => box.locator('[role=option][aria-selected=true]');
const group = (box: Locator, name: string): Locator =>
  box.getByRole('group', { name, exact: true }).getByRole('option');

for (const lang of inTurn('the palette', ['zh', 'en'])) {
  test(`menu search, palette and keys work without a mouse (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/wel/index');
    await page.keyboard.press('m');
    const search = dialog(page, say(words.menu));
    await search.locator('.block-tile').first().waitFor();
    await page.keyboard.press('Enter');
    assert.ok(await search.isVisible(), 'Enter opens nothing that is not seen');
    await page.keyboard.type('cncl');
    await search.getByRole('option', { name: say(carInside.title) }).waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await button(page.locator('.tab-bar'), say(words.menu)).click();
    await page.keyboard.type(say(carInside.title).slice(0, 3).toUpperCase());
    await search
      .getByRole('option')
      .first()
      .filter({ hasText: new RegExp(`^${say(carInside.title).slice(0, 3)}`, 'i') })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('AD1234');
    await group(dialog(page, say(words.find)), say(carInside.title))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/record/stay/'));
    await pane(page).getByRole('heading', { level: 1, name: plate }).waitFor();
    await page.keyboard.press('?');
    await dialog(page, say(words.keys)).getByText(say(words.find)).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`letters typed while a search is on its way are kept, and do nothing to the page (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/car/blacklist', ruled);
    for (const [key, name, chunk, typed] of [
      ['m', words.menu, '**/assets/menu-search-*.js', 'nr'],
      ['Control+k', words.find, '**/assets/palette-*.js', 'n/AD1234'],
    ] as const) {
      const letGo = await held(page, chunk);
      await page.keyboard.press(key);
      await page.keyboard.type(typed);
      const box = dialog(page, say(name));
      assert.equal(await box.getByRole('combobox').inputValue(), typed);
      assert.equal(await page.locator('.ant-drawer:visible').count(), 0);
      letGo();
      await box.locator('.hint').waitFor();
      assert.equal(await box.getByRole('combobox').inputValue(), typed);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
    }
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the palette’s key works while the frame loads, and above everything except a confirmation (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/car/blacklist', ruled);
    const palette = dialog(page, say(words.find));
    const away = async () => {
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
    };
    const focused = async () => {
      await page.keyboard.press('Control+k');
      await palette.locator('.hint').waitFor();
      assert.ok(await palette.getByRole('combobox').evaluate((line) => line === document.activeElement));
    };
    const letGo = await held(page, '**/oauth/userinfo*');
    // Pressed the moment the frame's place is drawn, before anything that is done later.
    await page.addInitScript(() =>
      new MutationObserver((_, seen) => {
        if (!document.querySelector('.shell-wait[aria-busy=true]')) return;
        seen.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
      }).observe(document, { childList: true, subtree: true }),
    );
    await page.reload();
    await page.locator('.shell-wait[aria-busy=true]').waitFor();
    letGo();
    await palette.locator('.hint').waitFor();
    await away();
    await ready(page);
    await page.locator('.bell').click();
    await pop(page).getByRole('button').last().click();
    await dialog(page, say(expiry)).waitFor();
    await focused();
    assert.equal(await page.locator('dialog[open]').count(), 1, 'the reminder gives way');
    await away();
    await page.keyboard.press('?');
    await dialog(page, say(words.keys)).waitFor();
    await focused();
    await away();
    await page.keyboard.press('m');
    await dialog(page, say(words.menu)).waitFor();
    await focused();
    await away();
    await page.keyboard.press('n');
    await page.locator('.ant-drawer-open .ant-drawer-section').waitFor();
    await focused();
    await page.keyboard.type(say(carInside.title));
    await group(palette, say(words.screens)).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/static/incar');
    // What belongs to the page stays with it. The address is another before the page is.
    await areMany(page.locator('dialog[open], .ant-drawer:visible'), 0);
    await page.locator('.top-bar button.me').click();
    await pop(page).getByRole('menuitem').last().click();
    await page.locator('dialog.question').waitFor();
    await page.keyboard.press('Control+k');
    assert.equal(await page.locator('dialog[open]').count(), 1, 'a question wants its answer');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`a search or a box that does not load says so, and the console stands (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/car/blacklist', {
      ahead: (each) => each.route(/\/assets\/(palette|theme-dialog)-.*\.js$/, (route) => route.abort('aborted')),
    });
    await page.keyboard.press('Control+k');
    await dialog(page, say(words.find)).getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, say(words.find)).waitFor({ state: 'detached' });
    await byMine(page, say(words.theme));
    const box = dialog(page, say(words.trouble));
    await box.getByRole('alert').waitFor();
    await page.unrouteAll();
    await box.getByRole('alert').getByRole('button').click();
    await page.locator('.themes').waitFor();
    await box.waitFor({ state: 'detached' });
    assert.ok(watch.take().every((line) => /dynamically imported module/.test(line)));
    await close();
  });

  test(`Enter opens what was seen chosen, whatever is found besides (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/wel/index', ruled);
    await page.locator('.top-menu button').last().click();
    await page.reload();
    await ready(page);
    const [top] = await product.world.api.get<{ id: string }[]>('/api/updown/topMenu/listAll', {});
    const entry = { name: '管理要览', nameEn: 'Carparks first' };
    const trees = await held(page, '**/routesParentIdTop*', withFirst(top!.id, entry));
    await page.keyboard.press('m');
    const search = dialog(page, say(words.menu));
    await page.keyboard.type(lang === 'zh' ? '管理' : 'c');
    await chosen(search).waitFor();
    const first = await chosen(search).innerText();
    trees();
    await search.locator('[role=listbox][aria-busy=false]').waitFor();
    await search
      .getByRole('option')
      .first()
      .filter({ hasText: lang === 'zh' ? entry.name : entry.nameEn })
      .waitFor();
    assert.equal(await chosen(search).innerText(), first, 'what comes in above moves the choice along');
    await page.keyboard.press('Escape');
    const inside = await held(page, `**${listPaths(carInside)[0]}?*`);
    await page.keyboard.press('Control+k');
    const palette = dialog(page, say(words.find));
    const response = page.waitForResponse((answer) => answer.url().includes(listPaths(stay)[0]!));
    await page.keyboard.type('AD1234');
    await response;
    assert.equal(
      await palette.getByRole('option').count(),
      0,
      'stays wait for the cars inside, which stand above them',
    );
    inside();
    await group(palette, say(stay.title)).first().waitFor();
    assert.equal(await group(palette, say(carInside.title)).first().getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    assert.equal(await group(palette, say(stay.title)).first().getAttribute('aria-selected'), 'true');
    await page.keyboard.type('6');
    assert.equal(
      await group(palette, say(carInside.title)).first().getAttribute('aria-selected'),
      'true',
      'what still answers stays, and other words begin at the first',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/record/stay/'));
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the palette finds a page that stands open, first of all, and brings it back as it was (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/static/incar?plateNumber=AD1');
    await page.goto('/car/blacklist');
    await ready(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(say(carInside.title));
    const palette = dialog(page, say(words.find));
    await group(palette, say(words.open))
      .filter({ hasText: say(carInside.title) })
      .waitFor();
    assert.match(await chosen(palette).innerText(), new RegExp(say(carInside.title)));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname + url.search === '/static/incar?plateNumber=AD1');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the palette runs commands of the page, other pages, and the console itself (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/static/onlineorder');
    const palette = dialog(page, say(words.find));
    const act = async (typed: string, name: RegExp) => {
      await page.keyboard.press('Control+k');
      await palette.locator('.hint').waitFor();
      await page.keyboard.type(typed);
      await group(palette, say(words.actions)).filter({ hasText: name }).first().click();
      await palette.waitFor({ state: 'detached' });
    };
    await act('', new RegExp(say(words.export)));
    await page.locator('dialog[open]').getByText(say(words.export)).first().waitFor();
    await page.keyboard.press('Escape');
    await act(say(words.pass), new RegExp(say(words.pass)));
    await page.waitForURL((url) => url.pathname === '/car/carMonthNew' && url.search === '');
    await page
      .locator('.ant-modal, dialog[open]')
      .filter({ hasText: say(words.issue) })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ant-modal:visible, dialog[open]').first().waitFor({ state: 'hidden' });
    await act(say(words.dark), new RegExp(say(words.dark)));
    await page.locator('html[data-theme=dark]').waitFor();
    const other = lang === 'zh' ? 'en' : 'zh';
    await act(lang === 'zh' ? '英文' : 'Chinese', lang === 'zh' ? /英文/ : /Chinese/);
    await page.locator(`html[lang^=${other}]`).waitFor();
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the palette offers what was looked at of late, and forgets it with the session (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/static/onlineorder');
    await page.goto('/car/blacklist');
    await ready(page);
    await page
      .locator('.tab')
      .filter({ hasText: say(parkingOrder.many) })
      .getByRole('button')
      .click();
    await page.keyboard.press('Control+k');
    const palette = dialog(page, say(words.find));
    await group(palette, say(words.recents))
      .filter({ hasText: say(parkingOrder.many) })
      .click();
    await page.waitForURL((url) => url.pathname === '/static/onlineorder');
    assert.deepEqual(watch.take(), []);
    await page.context().clearCookies();
    await byMine(page, say(text('退出登录', 'Log out')));
    await page.locator('dialog.question button.primary').click();
    // The form, not the address: on the way a navigation may give way to another.
    await page.locator('form input[name=username]:visible').first().waitFor();
    await page.waitForFunction(() => localStorage.getItem('gatehouse-recents') === null);
    await close();
  });

  test(`the palette leads to the record of a stay, an order and a lot (${lang})`, async () => {
    const { page, watch, say, close } = await opened(product, lang, '/wel/index');
    const { world, city } = product;
    const order = await world.api.find<{ id: string; orderNo: string; plateNumber: string }>(
      listPaths(parkingOrder)[0]!,
      { plateNumber: gonePlate },
      () => true,
    );
    for (const [typed, of, shown] of [
      [gonePlate.slice(1), stay, gonePlate],
      [order!.orderNo, parkingOrder, order!.orderNo],
      [city.first.name.slice(0, 4), park, city.first.name],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      const palette = dialog(page, say(words.find));
      await group(palette, say(of.title)).first().waitFor();
      await palette.locator('[role=listbox][aria-busy=false]').waitFor();
      await group(palette, say(of.title)).first().click();
      await page.waitForURL((url) => url.pathname.startsWith(`/record/${of.name}/`));
      await pane(page).getByRole('heading', { level: 1, name: shown }).waitFor();
    }
    assert.deepEqual(watch.take(), []);
    await close();
  });
}
