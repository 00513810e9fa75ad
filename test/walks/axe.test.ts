/**
 * Login, home, a list, a form, a report and others keep the rules of accessibility, in a light and a dark theme. Every
 * screen that stands is held to them in the sweep (sweep.ts).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inTurn } from '#test/turns.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { byMine } from './frame.ts';
import { button, pane } from './page-helpers.ts';
import { ready } from './look.ts';
import { axeSource, breaches as breachesBy, wearing as worn } from './sweep.ts';
import type { Theme } from './sweep.ts';
import type { Account, Opened } from './world.ts';

const HOUR = 3_600_000;
let place: Place;
let engine: string;

before(async () => {
  place = await openPlace();
  const { lanes } = place;
  const now = Date.now();
  await comesIn(lanes, '浙A12345', now - 3 * HOUR);
  await leaves(lanes, '浙A12345', now - HOUR, true);
  await comesIn(lanes, '浙AD12346', now - HOUR);
  engine = await axeSource();
});
after(() => place?.close());

const breaches = (page: Page): Promise<string[]> => breachesBy(page, engine);
const wearing = (theme: Theme, person?: Account | null): Promise<Opened> => worn(place, theme, person);

type Scene = { name: string; route: string; before?: (page: Page) => Promise<void> };

async function freshRule(page: Page, mode: string, shown: string): Promise<void> {
  await button(pane(page), '新规则').click();
  await page.locator('.gh-pop:popover-open').getByRole('menuitem', { name: mode, exact: true }).click();
  await pane(page).locator(shown).first().waitFor();
}

async function leaf(page: Page, name: string, shown: string): Promise<void> {
  await pane(page).getByRole('tab', { name, exact: true }).click();
  await pane(page).locator(shown).first().waitFor();
}

const scenes: readonly Scene[] = [
  { name: 'home', route: '/wel/index' },
  { name: 'a list', route: '/static/incar' },
  {
    name: 'a record with its bill',
    route: '/static/inoutRecord',
    before: async (page) => {
      await pane(page).locator('tbody tr[data-row]').first().click();
      await page.locator('.ps-story').waitFor();
    },
  },
  {
    name: 'the box with its lanes',
    route: '/work/parkBoxSource',
    before: (page) => page.locator('.bx-lanes [data-lane]').first().waitFor(),
  },
  {
    name: 'a form',
    route: '/basedata/park',
    before: async (page) => {
      await button(pane(page), '新增').click();
      await page.locator('.ant-drawer-section [data-field]').first().waitFor();
    },
  },
  { name: 'a report', route: '/static/chartDaySum' },
  { name: 'the tariff editor', route: '/car/parksimplefeerule' },
  {
    name: 'a tariff as a table',
    route: '/car/parkfeerule',
    before: (page) => freshRule(page, '复杂模式', '[data-period]'),
  },
  {
    name: 'a tariff as text, with a fault',
    route: '/car/parkfeerule',
    before: async (page) => {
      await freshRule(page, '专家模式', '.fr-code textarea');
      await page.locator('.fr-code textarea').fill('{ "form": 2, "schemes": [ }');
      await page.locator('.fr-code .faults li').first().waitFor();
    },
  },
  {
    name: 'what the check of a tariff finds',
    route: '/car/parksimplefeerule',
    before: (page) => leaf(page, '检查', '[data-findings="done"]'),
  },
  {
    name: 'the picture of a tariff',
    route: '/car/parksimplefeerule',
    before: (page) => leaf(page, '图示', '.fr-chart path'),
  },
  {
    name: 'the calendar of a lot',
    route: '/car/parksimplefeerule',
    before: async (page) => {
      await button(pane(page), '节假日').click();
      await page.locator('dialog[open] [data-day]').first().waitFor();
    },
  },
  {
    name: 'the help of a screen',
    route: '/static/gateEvents',
    before: async (page) => {
      await page.keyboard.press('h');
      await page.locator('.help-drawer li').first().waitFor();
    },
  },
  { name: 'one’s own account', route: '/info/index' },
  { name: 'a form with every kind of input', route: '/form' },
  { name: 'one’s own permissions', route: '/permission' },
  {
    name: 'the lock',
    route: '/store',
    before: async (page) => {
      await page.evaluate(() => {
        localStorage.setItem('gatehouse-lock', JSON.stringify({ content: { salt: 'a', hash: 'b' } }));
        location.assign('/lock');
      });
      await page.locator('.lone input').waitFor();
    },
  },
];

test('the login page and the other pages without a login have no breach', async () => {
  for (const lang of ['zh', 'en'] as const) {
    const { page, close } = await place.world.open(null, lang);
    for (const route of [
      '/login',
      '/gxwlogin',
      '/static/refundorder',
      '/myiframe/x?src=https%3A%2F%2Felsewhere.example',
      '/404',
    ]) {
      await page.goto(route);
      await ready(page);
      assert.deepEqual(await breaches(page), [], route);
    }
    await close();
  }
});

test('a breach is found, with where it is', async () => {
  const { page, close } = await place.world.open(null, 'zh');
  await page.goto('/login');
  await ready(page);
  await page.evaluate(() => document.querySelector('form')!.insertAdjacentHTML('beforeend', '<img src="/x">'));
  assert.match((await breaches(page)).join('\n'), /critical image-alt: .*: img /);
  await close();
});

test('the login of who wears a dark theme is dark, has no breach, and is left for the console in that theme', async () => {
  const { page, close } = await wearing('dark', null);
  await page.goto('/login');
  await ready(page);
  const backgrounds = () =>
    page.evaluate(() => [
      getComputedStyle(document.documentElement).getPropertyValue('--gh-surface').trim(),
      getComputedStyle(document.documentElement).colorScheme,
    ]);
  const dark = await backgrounds();
  assert.equal(dark[1], 'dark');
  assert.deepEqual(await breaches(page), []);
  const form = page.locator('form:visible');
  await form.locator('input[name=username]').fill(place.city.groupAdmin.account);
  await form.locator('input[name=password]').fill(place.city.groupAdmin.password);
  await form.locator('.enter').click();
  await page.locator('.top-bar').waitFor();
  assert.deepEqual(
    [
      await backgrounds(),
      await page.evaluate(() => {
        const { night, theme } = document.documentElement.dataset;
        return { night, theme };
      }),
    ],
    [dark, { night: undefined, theme: 'dark' }],
  );
  await close();
});

/** Besides the scenes: kinds of pages and boxes that have colours of their own. */
const moreRoutes = [
  '/wel/index2',
  '/wel/dashboard',
  '/static/onlineorder',
  '/static/exceptionRelease',
  '/static/chartFeeSumChart',
  '/static/chartPayTypeSum',
  '/basedata/company',
  '/basedata/parkdeviceStatus',
  '/system/user',
  '/system/adminMenu',
  '/car/carMonthNew',
  '/car/parkfeerule',
  '/operatelog/feerule',
  '/crud',
  '/table',
  '/tags',
  '/cache',
  '/logs',
  '/top',
  '/404',
  '/user/updatepassword',
];
const boxes: readonly { name: string; open: (page: Page) => Promise<void> }[] = [
  {
    name: 'the palette',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('AD1234');
      await page.locator('.finder [role=option]').first().waitFor();
    },
  },
  {
    name: 'the menu search',
    open: async (page) => {
      await page.keyboard.press('m');
      await page.locator('.finder .block-tile').first().waitFor();
    },
  },
  {
    name: 'the keys',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.locator('.gh-keys').waitFor();
    },
  },
  {
    name: 'the themes',
    open: async (page) => {
      await byMine(page, '主题');
      await page.locator('.themes').waitFor();
    },
  },
  {
    name: 'the person’s menu',
    open: async (page) => {
      await page.locator('.top-bar .me').click();
      await page.locator('.gh-pop:popover-open').waitFor();
    },
  },
];

for (const { name, route, before: first } of scenes) {
  for (const theme of inTurn(name, ['white', 'dark'])) {
    test(`${name} has no breach (${theme})`, async () => {
      const { page, close } = await wearing(theme);
      await page.goto(route.startsWith('/car/park') ? `${route}?parkId=${place.city.first.parkId}` : route);
      await ready(page);
      await first?.(page);
      await ready(page);
      assert.deepEqual(await breaches(page), []);
      await close();
    });
  }
}

test('no other kind of page and no box has a breach in the dark theme', async () => {
  const { page, close } = await wearing('dark');
  const found: string[] = [];
  for (const route of moreRoutes) {
    await page.goto(route);
    await ready(page);
    found.push(...(await breaches(page)).map((each) => `${route} ${each}`));
  }
  for (const { name, open } of boxes) {
    await open(page);
    found.push(...(await breaches(page)).map((each) => `${name} ${each}`));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open], .gh-pop:popover-open').waitFor({ state: 'detached' });
  }
  assert.deepEqual(found, []);
  await close();
});
