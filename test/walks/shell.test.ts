/** The frame around every page in both languages: tabs, look, lock, notices, help and the error log. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import type { Place } from './car.ts';
import { byMine, dialog, expiry, startTestProduct, opened, pop, tabs } from './frame.ts';
import { hurried, slowly } from './hurry.ts';
import { button, pane, pick, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { operator } from './world.ts';

const lockWord = 'night-shift-7';
const words = {
  close: text('关闭', 'Close'),
  others: text('关闭其他', 'Close others'),
  all: text('关闭全部', 'Close all'),
  inside: text('场内车辆', 'Vehicles inside'),
  theme: text('主题', 'Theme'),
  dark: text('暗黑', 'Dark'),
  compact: text('紧凑', 'Compact'),
  lock: text('锁定屏幕', 'Lock screen'),
  ok: text('确定', 'OK'),
  empty: text('锁屏密码不能为空', 'Enter the lock password'),
  ended: text('已到期', 'Expired'),
  soon: text('即将到期', 'About to expire'),
  noMore: text('暂无更多', 'No more notices'),
  log: text('本地错误日志', 'Local error log'),
  clear: text('清空本地日志', 'Clear the local log'),
  upload: text('上传到服务器', 'Upload to the server'),
  uploaded: text('上传成功', 'Uploaded'),
  cleared: text('清空成功', 'Cleared'),
  full: text('全屏', 'Full screen'),
  leave: text('退出全屏', 'Exit full screen'),
  lang: text('语言', 'Language'),
  company: text('切换单位', 'Switch company'),
  pick: text('请选择要切换的单位，不选则为当前用户所属单位', 'Select a company, or leave blank for your own'),
  go: text('确定切换', 'Switch'),
  menu: text('菜单搜索', 'Menu search'),
  help: text('本页帮助', 'Help for this page'),
  helpLine: text('滞留', 'Overdue'),
  home: text('首页', 'Home'),
  toggle: text('展开或收起菜单', 'Toggle menu'),
  refresh: text('刷新当前页', 'Refresh page'),
  product: text('智慧停车管理系统', 'Smart Parking Management System'),
};
const routes = [
  '/static/incar',
  '/static/inoutRecord',
  '/static/onlineorder',
  '/static/gateEvents',
  '/static/tempWCPays',
  '/car/parkcartype',
  '/car/blacklist',
  '/basedata/parkServicesConfig',
];

let testProduct: Place;
before(async () => {
  testProduct = await startTestProduct();
});
after(() => testProduct?.close());

const variable = (page: Page, name: string) =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name);

for (const lang of inTurn('the shell', ['zh', 'en'])) {
  test(`tabs are kept, closed and restored (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/static/incar', {
      size: { width: 1024, height: 768 },
    });
    assert.match(await page.title(), new RegExp(`^${say(words.inside)} - ${say(words.product)}$`));
    for (const route of routes.slice(1)) {
      await page.goto(route);
      await ready(page);
    }
    assert.equal(await tabs(page).count(), routes.length + 1);
    await page.reload();
    await ready(page);
    // In sight again a frame after the strip has its width.
    await page.waitForFunction(() => {
      const [strip, tab] = [
        document.querySelector('.tab-bar .strip')!.getBoundingClientRect(),
        document.querySelector('.tab-bar .tab.on')!.getBoundingClientRect(),
      ];
      return tab.left >= strip.left - 1 && tab.right <= strip.right + 1;
    });
    await tabs(page).first().locator('a').click();
    assert.equal(await tabs(page).first().locator('button').count(), 0, 'home cannot be closed');
    await tabs(page).nth(1).click({ button: 'right' });
    await pop(page)
      .getByRole('menuitem', { name: say(words.others), exact: true })
      .click();
    await page.waitForURL('**/static/incar');
    assert.equal(await tabs(page).count(), 2);
    // It spins for one second, which a look from outside may miss: the page looks itself, at each change.
    await Promise.all([
      page.evaluate(
        () =>
          new Promise<void>((then) => {
            const look = new MutationObserver(() => {
              if (!document.querySelector('.tab-bar .spinning')) return;
              look.disconnect();
              then();
            });
            look.observe(document, { subtree: true, childList: true, attributes: true });
          }),
      ),
      button(page.locator('.tab-bar'), say(words.refresh)).click(),
    ]);
    await ready(page);
    await page.locator('.tab-bar .spinning').waitFor({ state: 'detached' });
    await tabs(page).nth(1).click({ button: 'right' });
    await pop(page)
      .getByRole('menuitem', { name: say(words.all), exact: true })
      .click();
    await page.waitForURL('**/wel/index');
    assert.equal(await tabs(page).count(), 1);
    assert.equal(await tabs(page).locator('button').count(), 0, 'the last tab cannot be closed');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`theme, colour and density are worn at once and remembered (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/static/incar');
    await byMine(page, say(words.theme));
    await page.locator('.themes').waitFor();
    assert.equal(await page.locator('input[name=theme]').count(), 10);
    await page.locator('.themes label', { hasText: say(words.dark) }).click();
    await page.getByLabel(say(words.compact)).check();
    await page.locator('.colours').getByRole('button', { name: '#17B3A3' }).click();
    await page.keyboard.press('Escape');
    for (const again of [false, true]) {
      if (again) await page.reload();
      await ready(page);
      assert.deepEqual(
        [await variable(page, '--gh-scheme'), await variable(page, '--gh-brand'), await variable(page, '--gh-row')],
        ['dark', '#17b3a3', '32px'],
      );
    }
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(
      [await variable(page, '--gh-scheme'), await variable(page, '--gh-text')],
      ['light', '#1f2937'],
      'paper is white',
    );
    await page.emulateMedia({ media: 'screen' });
    assert.equal(await variable(page, '--gh-scheme'), 'dark');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`a dark theme's background is dark before the shell has come, where the screen is locked and where the login stands, all before any script; another theme's login is light (${lang})`, async () => {
    const { page, watch, close } = await opened(testProduct, lang, '/static/incar');
    const seen = () =>
      page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.documentElement).colorScheme,
      ]);
    await page.evaluate(() => localStorage.setItem('gatehouse-look', JSON.stringify({ content: { theme: 'dark' } })));
    await page.route('**/assets/*.js', (route) => route.abort('aborted'));
    await page.reload();
    assert.deepEqual(await seen(), ['rgb(15, 20, 26)', 'dark']);
    assert.equal(await page.locator('#root > *, .first:visible').count(), 0, 'nothing but the background is there');
    await page.evaluate(() =>
      localStorage.setItem('gatehouse-lock', JSON.stringify({ content: { salt: 'a', hash: 'b' } })),
    );
    await page.reload();
    assert.deepEqual(await seen(), ['rgb(15, 20, 26)', 'dark']);
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.locator('.lone .clock').waitFor();
    assert.deepEqual(
      [
        new URL(page.url()).pathname,
        ...(await seen()),
        await page.locator('.lone > section').evaluate((box) => getComputedStyle(box).backgroundColor),
      ],
      ['/lock', 'rgb(15, 20, 26)', 'dark', 'rgb(23, 30, 39)'],
    );
    await page.route('**/assets/*.js', (route) => route.abort('aborted'));
    await page.evaluate(() => {
      for (const name of ['lock', 'token']) localStorage.removeItem(`gatehouse-${name}`);
    });
    await page.reload();
    assert.deepEqual(
      [
        ...(await seen()),
        await page
          .locator('.first:visible .gh-input')
          .first()
          .evaluate((input) => getComputedStyle(input).color),
      ],
      ['rgb(15, 20, 26)', 'dark', 'rgb(227, 233, 240)'],
    );
    await page.evaluate(() => localStorage.setItem('gatehouse-look', JSON.stringify({ content: { theme: 'vip' } })));
    await page.reload();
    assert.deepEqual(await seen(), ['rgb(243, 245, 248)', 'light']);
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`notices: the dialog opens by itself once, the bell lists them (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/wel/index');
    await page.reload();
    await page.locator('.bell sup', { hasText: '2' }).waitFor();
    assert.equal(await dialog(page, say(expiry)).count(), 0);
    await page.locator('.bell').click();
    const list = page.locator('.notice-list');
    for (const each of [words.ended, words.soon, words.noMore])
      await list.getByText(say(each), { exact: true }).waitFor();
    const { width, height } = (await list.boundingBox())!;
    assert.deepEqual([width, height], [350, 300]);
    await pop(page).locator('.gh-link').click();
    const box = (await dialog(page, say(expiry)).boundingBox())!;
    assert.deepEqual([box.width, box.height], [900, 300]);
    assert.equal(await dialog(page, say(expiry)).locator('tbody tr').count(), 2);
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`each screen has its help, by key, by button and in the person's menu (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/static/incar');
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
    await pop(page)
      .getByRole('menuitem', { name: say(words.help), exact: true })
      .click();
    await help(say(words.home)).waitFor();
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the local error log is read and cleared; the lock keeps no password, and nothing is asked for while it closes (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/wel/index', { ahead: hurried });
    await page.evaluate(() => {
      const content = [
        {
          type: 'error',
          url: 'http://x/y',
          message: 'a fault of the walk',
          stack: 'at walk',
          info: '',
          time: '2026-11-21T00:00:00.000Z',
        },
      ];
      localStorage.setItem(
        'gatehouse-error-log',
        JSON.stringify({ dataType: 'array', content, type: 'local', datetime: 0 }),
      );
    });
    await page.locator('.top-bar .me').click();
    await pop(page)
      .getByRole('menuitem', { name: say(words.log), exact: true })
      .click();
    const log = dialog(page, say(words.log));
    await log.getByText('a fault of the walk').waitFor();
    assert.match(
      (await log.locator('time.gh-ago').getAttribute('title'))!,
      /^2026-11-21 08:00:00$/,
      'the exact time is at hand',
    );
    await button(log, say(words.upload)).click();
    await button(page.locator('dialog[open]').last(), say(words.ok)).click();
    await page.locator('.gh-notices', { hasText: say(words.uploaded) }).waitFor();
    await button(log, say(words.clear)).click();
    await button(page.locator('dialog[open]').last(), say(words.ok)).click();
    await page.locator('.gh-notices', { hasText: say(words.cleared) }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('gatehouse-error-log')), null);
    await page.keyboard.press('Escape');
    await byMine(page, say(words.lock));
    const lock = dialog(page, say(words.lock));
    await button(lock, say(words.ok)).click();
    await lock.getByText(say(words.empty)).waitFor();
    await lock.locator('input').fill(lockWord);
    await slowly(page, '**/session/lock');
    await button(lock, say(words.ok)).click();
    await page.waitForFunction(() => location.pathname + location.search === '/lock');
    const kept = await page.evaluate(() => localStorage.getItem('gatehouse-lock') ?? '');
    assert.match(kept, /"content":\{"at":\d+\}/);
    assert.ok(!kept.includes(lockWord));
    assert.deepEqual(watch.take(), []);
    await close();
  });
  test(`the menu keeps its open groups, its width and whether it is slim over a reload (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/wel/index');
    const menu = page.locator('.side-bar');
    const folders = menu.locator('.entry[aria-expanded]');
    await folders.nth(1).click();
    const states = () => folders.evaluateAll((all) => all.map((each) => each.getAttribute('aria-expanded')));
    const [left, width] = [await states(), (await menu.boundingBox())!.width];
    assert.ok(left.includes('true'));
    await menu.getByRole('separator').focus();
    for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press('ArrowRight');
    assert.equal((await menu.boundingBox())!.width, width + 48);
    await page.reload();
    await ready(page);
    assert.deepEqual(await states(), left);
    assert.equal((await menu.boundingBox())!.width, width + 48);
    await menu.getByRole('separator').dblclick();
    assert.equal((await menu.boundingBox())!.width, width);
    await button(page, say(words.toggle)).click();
    await page.reload();
    await ready(page);
    assert.ok((await menu.boundingBox())!.width < 80);
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`full screen is entered and left; the title follows the language (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/static/incar');
    await byMine(page, say(words.full));
    await page.waitForFunction(() => document.fullscreenElement !== null);
    assert.ok(await page.evaluate(() => document.fullscreenElement === document.documentElement));
    await byMine(page, say(words.leave));
    await page.waitForFunction(() => document.fullscreenElement === null);
    assert.equal(await page.evaluate(() => document.fullscreenElement), null);
    const other = lang === 'zh' ? 'en' : 'zh';
    await button(page, say(words.lang)).click();
    assert.ok(
      await pop(page)
        .getByRole('menuitem', { name: lang === 'zh' ? '中文' : 'English' })
        .isDisabled(),
    );
    await pop(page)
      .getByRole('menuitem', { name: lang === 'zh' ? 'English' : '中文' })
      .click();
    for (const again of [false, true]) {
      if (again) await page.reload();
      await page.waitForFunction(
        (title) => document.title === title,
        `${words.inside[other]} - ${words.product[other]}`,
      );
    }
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the side bar is walked by arrows and by letters (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/static/incar');
    const nav = page.locator('.side-bar nav');
    const at = page.locator('.side-bar .entry:focus');
    const says = async (is: Text) => assert.equal((await at.innerText()).trim(), say(is));
    await nav.getByRole('link', { name: say(words.inside), exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    const folder = button(nav, (await at.innerText()).trim());
    const isOpen = () => folder.getAttribute('aria-expanded');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await isOpen(), 'false');
    await page.keyboard.press('ArrowRight');
    assert.equal(await isOpen(), 'true');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    assert.equal(await at.evaluate((entry) => entry === document.querySelector('.side-bar .entry')), true);
    await page.keyboard.press('ArrowDown');
    assert.equal(await at.evaluate((entry) => [...document.querySelectorAll('.side-bar .entry')].indexOf(entry)), 1);
    await page.keyboard.type(lang === 'zh' ? 'cncl' : 'vehicles in');
    await says(words.inside);
    assert.equal(
      await page.locator('dialog[open], .ant-drawer:visible').count(),
      0,
      'letters typed in the menu do nothing to the page',
    );
    await page.keyboard.press('ArrowDown');
    const next = (await at.innerText()).trim();
    assert.notEqual(next, say(words.inside));
    await page.keyboard.press('Enter');
    await page.locator('.tab-bar .tab.on', { hasText: next }).waitFor();
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`the menu shows the entry of the page, however the page was opened (${lang})`, async () => {
    const { page, watch, close } = await opened(testProduct, lang, '/static/incar', {
      size: { width: 1440, height: 420 },
    });
    for (const route of ['/car/blacklist', '/static/incar', '/car/parkcartype']) {
      await page.goto(route);
      await ready(page);
      await page.waitForFunction((path) => {
        const entry = document.querySelector(`.side-bar a[aria-current][href="${path}"]`)?.getBoundingClientRect();
        const menu = document.querySelector('.side-bar nav')!.getBoundingClientRect();
        return entry !== undefined && entry.top >= menu.top && entry.bottom <= menu.bottom + 1;
      }, route);
    }
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`on a small screen the menu lies over the page and goes away after a choice (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/static/incar', {
      size: { width: 390, height: 844 },
    });
    const menu = page.locator('.side-bar');
    const toggle = button(page.locator('.top-bar'), say(words.toggle));
    assert.equal(await menu.count(), 0);
    await toggle.click();
    await menu.getByRole('link', { name: say(words.inside), exact: true }).waitFor();
    assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
    await page.locator('.shell .veil').click({ position: { x: 370, y: 600 } });
    await menu.waitFor({ state: 'detached' });
    await toggle.click();
    await menu.locator(`a[href="${routes[1]}"]`).click();
    await page.waitForURL((url) => url.pathname === routes[1]);
    await menu.waitFor({ state: 'detached' });
    await ready(page);
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`a page keeps its scroll and what was typed while another is in view (${lang})`, async () => {
    const { page, watch, close } = await opened(testProduct, lang, '/static/incar', {
      size: { width: 1024, height: 480 },
    });
    await page.goto('/form');
    await ready(page);
    const form = pane(page);
    await form.locator('input:not([type=checkbox])').first().fill('7');
    await form.hover();
    await form.evaluate((each) => {
      Object.assign(window, {
        stopped: new Promise<void>((then) => {
          each.addEventListener('scrollend', () => then(), { once: true });
        }),
      });
    });
    await page.mouse.wheel(0, 240);
    // It moves for a while, and what is compared below is where it came to rest.
    await page.evaluate(() => (window as unknown as { stopped: Promise<void> }).stopped);
    const top = await form.evaluate((each) => each.scrollTop);
    assert.ok(top > 200, String(top));
    await tabs(page).nth(1).locator('a').click();
    await ready(page);
    assert.equal(new URL(page.url()).pathname, '/static/incar');
    await tabs(page).nth(2).locator('a').click();
    await ready(page);
    assert.equal(await form.evaluate((each) => each.scrollTop), top);
    assert.equal(await form.locator('input:not([type=checkbox])').first().inputValue(), '7');
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`an entry with a target opens a window of its own (${lang})`, async () => {
    const { page, context, watch, say, close } = await opened(testProduct, lang, '/wel/index', { person: operator });
    const name = lang === 'zh' ? '值班看板' : 'Duty board';
    const [top] = await testProduct.world.api.get<{ id: string }[]>('/api/updown/topMenu/listAll', {});
    const [folder] = await testProduct.world.api.get<{ id: string }[]>('/api/updown/sysAdminMenu/routesParentIdTop', {
      parentId: top!.id,
    });
    await testProduct.world.api.post('/api/updown/sysAdminMenu/submit', {
      name,
      nameEn: name,
      parentId: folder!.id,
      path: `/static/incar?plateNumber=${lang}&target=board`,
      category: 'menu',
      sort: 999,
    });
    await page.reload();
    await ready(page);
    await page.keyboard.press('m');
    await page.keyboard.type(name);
    const search = dialog(page, say(words.menu));
    await search.getByRole('option', { name }).waitFor();
    const [board] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await board.waitForURL((url) => url.pathname + url.search === `/static/incar?plateNumber=${lang}`);
    await search.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/wel/index');
    assert.equal(await tabs(page).count(), 1);
    assert.deepEqual(watch.take(), []);
    await close();
  });

  test(`who switches the company goes home with all tabs closed and sees the other one's lots (${lang})`, async () => {
    const { page, watch, say, close } = await opened(testProduct, lang, '/wel/index?from=walk', { person: operator });
    for (const route of routes.slice(0, 2)) {
      await page.goto(route);
      await ready(page);
    }
    await page.locator('.top-bar .me').click();
    await pop(page)
      .getByRole('menuitem', { name: say(words.company), exact: true })
      .click();
    const box = dialog(page, say(words.company));
    await box.getByText(say(words.pick)).waitFor();
    await pick(page, box.getByRole('combobox'), '通达');
    await button(box, say(words.go)).click();
    await page.waitForURL((url) => url.pathname + url.search === '/wel/index?from=walk');
    await box.waitFor({ state: 'detached' });
    assert.equal(await tabs(page).count(), 1);
    await page.locator('.top-bar .company', { hasText: '通达集团' }).waitFor();
    await page.goto('/basedata/park');
    await ready(page);
    assert.deepEqual(
      [await rows(page, testProduct.city.first.name).count(), await rows(page, testProduct.city.second.name).count()],
      [0, 1],
    );
    assert.deepEqual(watch.take(), []);
    await close();
  });
}
