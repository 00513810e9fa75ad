/**
 * A part of the console that does not come says so in its own frame, leaves the page beside it alone, and comes with
 * the next try.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { text } from '#kit/declare/text.ts';
import { inTurn } from '#test/turns.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, pane } from './page-helpers.ts';
import { ready } from './look.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const words = {
  lost: text(
    '页面文件未能加载，请检查网络后重试',
    'Part of this page failed to load. Check the network and try again.',
  ),
  again: text('重试', 'Try again'),
  close: text('关闭', 'Close'),
  add: text('新增', 'Add'),
  company: text('所属单位', 'Company'),
  export: text('导出', 'Export'),
};

let place: Place;
before(async () => {
  place = await openPlace();
  await comesIn(place.lanes, '浙A7K215', Date.now() - 2 * HOUR);
  await leaves(place.lanes, '浙A7K215', Date.now(), true);
});
after(() => place?.close());

/** Keeps the scripts of one name back until the work is done. */
async function without(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  const file = new RegExp(String.raw`/assets/${name}-[\w-]{8}\.js`);
  await page.route(file, (route) => route.abort('connectionreset'));
  await work();
  await page.unroute(file);
}

type Part = {
  name: string;
  route: string;
  open: (page: Page, say: (words: { zh: string; en: string }) => string) => Promise<void>;
  /** What stands there once it has come. */
  shown: (page: Page) => Locator;
};

const parts: readonly Part[] = [
  {
    name: 'help-drawer',
    route: '/basedata/park',
    open: (page) => page.keyboard.press('h'),
    shown: (page) => page.locator('dialog.help-drawer li').first(),
  },
  {
    name: 'form-drawer',
    route: '/basedata/park',
    open: (page, say) => button(pane(page), say(words.add)).first().click(),
    shown: (page) => page.locator('.ant-drawer [data-field="parkName"]'),
  },
  {
    name: 'export-dialog',
    route: '/basedata/park',
    open: (page, say) => button(pane(page), say(words.export)).click(),
    shown: (page) => page.locator('dialog input[name=format]').first(),
  },
  {
    name: 'filter-choice',
    route: '/basedata/park',
    open: (page) => pane(page).locator('.gh-search .gh-resting').first().click(),
    shown: (page) => pane(page).locator('.gh-search .ant-select'),
  },
  {
    name: 'chart',
    route: '/static/chartDaySum',
    open: () => Promise.resolve(),
    shown: (page) => pane(page).locator('.gh-chart canvas').first(),
  },
];

const otherThanLost = (lines: readonly string[]): string[] =>
  lines.filter((line) => !/ERR_CONNECTION_RESET|dynamically imported module/.test(line));

async function loses(opened: Opened, lang: 'zh' | 'en', part: Part): Promise<void> {
  const { page } = opened;
  const say = (of: { zh: string; en: string }) => of[lang];
  await without(page, part.name, async () => {
    await page.goto(part.route);
    await pane(page).locator('tbody tr[data-row]').first().waitFor();
    await part.open(page, say);
    await page.getByRole('alert').filter({ hasText: words.lost[lang] }).waitFor();
    assert.ok((await pane(page).locator('tbody tr[data-row]').count()) > 0, 'the page beside it stands');
  });
  await button(page.getByRole('alert'), words.again[lang]).click();
  await part.shown(page).waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: words.lost[lang] }).count(), 0);
  assert.deepEqual(otherThanLost(opened.watch.take()), []);
}

for (const lang of inTurn('a part that does not come', ['zh', 'en']))
  for (const part of parts)
    test(`${part.name} that does not come says so where it would stand, and comes with the next try (${lang})`, async () => {
      const opened = await place.world.open(place.city.groupAdmin, lang);
      await loses(opened, lang, part);
      await opened.close();
    });

test('a box that does not come can be closed, and comes when it is opened again', async () => {
  const opened = await place.world.open(place.city.groupAdmin, 'zh');
  const { page } = opened;
  await page.goto('/basedata/park');
  await ready(page);
  await without(page, 'help-drawer', async () => {
    await page.keyboard.press('h');
    await page.getByRole('alert').filter({ hasText: words.lost.zh }).waitFor();
    await button(page.locator('dialog[open]'), words.close.zh).first().click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });
  await page.keyboard.press('h');
  await page.locator('dialog.help-drawer li').first().waitFor();
  assert.deepEqual(otherThanLost(opened.watch.take()), []);
  await opened.close();
});
