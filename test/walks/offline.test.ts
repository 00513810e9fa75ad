/** Without the network: the login page and the frame open, say so, keep nothing of anybody, and go on by themselves. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import { openTown } from './car.ts';
import type { City } from './city.ts';
import { pane } from './page-helpers.ts';
import { chineseLeft, ready, wordsOn } from './look.ts';
import { openDoor } from './next-build.ts';
import { desk, openWindow } from './world.ts';
import type { World } from './world.ts';

const words = {
  lost: text('网络已断开，恢复后自动继续', 'Offline. Work resumes automatically when the network is back.'),
  failed: text('网络异常，请检查网络后重试', 'Network error. Check the connection and try again.'),
  enter: text('登录', 'Log in'),
  newer: text('系统已更新', 'A new version is available'),
  replaced: text('系统已更新，请刷新后继续', 'A new version is available. Refresh to continue.'),
  load: text('立即刷新', 'Refresh now'),
  name: text('智慧停车管理系统', 'Smart Parking Management System'),
};

let world: World;
let city: City;
before(async () => {
  ({ world, city } = await openTown());
});
after(() => world?.close());

/** Until the worker answers for the page and holds what the page is made of. */
const kept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const missing = async (): Promise<string[]> => {
      const files = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/assets/'));
      const held = await Promise.all(files.map((path) => caches.match(path)));
      return navigator.serviceWorker.controller?.state === 'activated'
        ? files.filter((_, at) => !held[at])
        : ['the worker'];
    };
    for (let tries = 0; (await missing()).length > 0; tries += 1) {
      if (tries === 600) throw new Error(`the worker does not hold ${(await missing()).join(', ')}`);
      await new Promise((then) => setTimeout(then, 100));
    }
  });

const strip = (page: Page) => page.locator('#strip');
/** What fails for want of a network is what this walk is about. */
const otherThanLost = (lines: readonly string[]): string[] =>
  lines.filter((line) => !/^no answer: .*ERR_INTERNET_DISCONNECTED/.test(line));

for (const lang of inTurn('the console without a network', ['zh', 'en'])) {
  test(`the login page opens without the network, says so, and forgets it once it is back (${lang})`, async () => {
    const { page, context, watch, close } = await world.open(null, lang, desk, true);
    await page.goto('/login');
    await kept(page);
    await context.setOffline(true);
    await strip(page).waitFor();
    await page.reload();
    await ready(page);
    await strip(page).getByText(words.lost[lang]).and(page.locator(':visible')).waitFor();
    if (lang === 'en') assert.deepEqual(chineseLeft(await wordsOn(page), ['中文']), []);
    await page.locator('form input[name=username]:visible').fill('anbo.admin');
    await page.locator('form input[name=password]:visible').fill('x');
    await page.getByRole('button', { name: words.enter[lang], exact: true }).click();
    await page.locator('.problem:visible', { hasText: words.failed[lang] }).waitFor();
    await context.setOffline(false);
    await strip(page).waitFor({ state: 'detached' });
    assert.deepEqual(otherThanLost(watch.take()), []);
    await close();
  });

  test(`the frame says that the network is gone, opens without it, and fills by itself once it is back (${lang})`, async () => {
    const { page, context, watch, close } = await world.open(city.groupAdmin, lang, desk, true);
    await page.goto('/basedata/park');
    await ready(page);
    await kept(page);
    await context.setOffline(true);
    await strip(page).getByText(words.lost[lang]).and(page.locator(':visible')).waitFor();
    assert.equal(await pane(page).locator('tbody tr[data-row]').count(), 1, 'what was there can still be read');
    const [shell, foot] = await page.evaluate(() =>
      ['.shell', '#strip'].map((each) => document.querySelector(each)!.getBoundingClientRect()),
    );
    assert.ok(shell!.bottom <= foot!.top + 1, 'the strip covers nothing of the page');
    await page.reload();
    await page.locator('.shell-wait').getByText(words.failed[lang]).waitFor();
    await strip(page).waitFor();
    assert.equal(
      (await page.locator('body').innerText()).includes(city.first.name),
      false,
      'nothing of anybody is kept',
    );
    await context.setOffline(false);
    await pane(page).locator('tbody tr[data-row]', { hasText: city.first.name }).waitFor();
    await strip(page).waitFor({ state: 'detached' });
    const files = await page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
          ),
        )
      ).flat(),
    );
    assert.deepEqual(
      files.filter((path) => path !== '/' && !path.startsWith('/assets/')),
      [],
    );
    assert.deepEqual(otherThanLost(watch.take()), []);
    await close();
  });

  test(`a page of an earlier build is offered the new one, and its own build offers nothing (${lang})`, async () => {
    const { page, close } = await world.open(null, lang, desk, true);
    await page.goto('/login');
    await kept(page);
    /** The message of a new worker to its windows. */
    const here = (entry: string) =>
      page.evaluate((data) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })), { entry });
    const own = (await (await fetch(`${world.url}/sw.js`)).text()).match(/entry:.(\/assets\/[\w.-]+)/)![1]!;
    assert.match(own, /\/first-/, 'a build is known by the file that changes with every other');
    await here(own);
    assert.equal(await strip(page).count(), 0);
    await here('/assets/later.js');
    await strip(page).getByText(words.newer[lang]).waitFor();
    await Promise.all([
      page.waitForEvent('load'),
      strip(page).getByRole('button', { name: words.load[lang], exact: true }).click(),
    ]);
    await ready(page);
    assert.equal(await strip(page).count(), 0);
    await close();
  });

  test(`a new build is announced on open pages, in place and in the footer, and no tabs are lost (${lang})`, async (t) => {
    const door = await openDoor(world.url);
    t.after(door.close);
    const { page, watch, close } = await openWindow(world.browser, door.url, city.groupAdmin, lang, desk, true);
    await page.goto('/basedata/park');
    await ready(page);
    await kept(page);
    door.replace();
    watch.expect('/assets/', 404);
    await page.evaluate(() => {
      history.pushState(null, '', '/static/chartDaySum');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await pane(page).getByRole('alert').getByText(words.replaced[lang]).waitFor();
    await strip(page).getByText(words.newer[lang]).waitFor();
    assert.equal(await page.locator('.tab-bar .tab').count(), 3);
    await page.locator('.tab-bar .tab').nth(1).locator('a').click();
    await pane(page).locator('tbody tr[data-row]').waitFor();
    assert.equal(await pane(page).locator('tbody tr[data-row]').count(), 1, 'what was there stands as it was');
    await page.locator('.tab-bar .tab').nth(2).locator('a').click();
    await Promise.all([page.waitForEvent('load'), pane(page).getByRole('alert').getByRole('button').click()]);
    await ready(page);
    assert.equal(new URL(page.url()).pathname, '/static/chartDaySum');
    assert.equal(await page.locator('.tab-bar .tab').count(), 3);
    assert.equal(await strip(page).count(), 0);
    await page.evaluate(async () => {
      while (!(await caches.keys()).every((name) => name.includes('next')))
        await new Promise((then) => setTimeout(then, 100));
    });
    await kept(page);
    const held = await page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
          ),
        )
      ).flat(),
    );
    assert.deepEqual(
      held.filter((path) => path.endsWith('.js') && !path.includes('.next.')),
      [],
      'nothing of the earlier build is kept',
    );
    assert.deepEqual(
      watch.take().filter((line) => !/dynamically imported module/.test(line)),
      [],
    );
    await close();
  });

  test(`a browser finds how to install it, under its own name (${lang})`, async () => {
    const { page, context, close } = await world.open(null, lang, desk, true);
    await page.goto('/login');
    await kept(page);
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data!) as { name: string; icons: { src: string }[] };
    assert.equal(manifest.name, words.name[lang]);
    for (const { src } of manifest.icons) assert.equal((await fetch(world.url + src)).status, 200, src);
    await close();
  });
}
