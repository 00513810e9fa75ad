/** Login, home, a list, a form and a report keep the rules of accessibility. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildCity } from './city.ts';
import type { City } from './city.ts';
import { comesIn, leaves, openLanes } from './car.ts';
import { button, pane } from './hands.ts';
import { ready } from './look.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;
type Violation = { id: string; impact: string | null; help: string; nodes: { target: string[]; failureSummary?: string }[] };

let world: World;
let city: City;
let engine: string;

before(async () => {
  world = await openWorld();
  city = await buildCity(world.api);
  const lanes = await openLanes(world.mqttUrl, city.first);
  const now = Date.now();
  await comesIn(lanes, '浙A12345', now - 3 * HOUR);
  await leaves(lanes, '浙A12345', now - HOUR, true);
  await comesIn(lanes, '浙AD12346', now - HOUR);
  await lanes.close();
  engine = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
after(() => world?.close());

/** Serious and critical breaches of the page as it stands, each with where. */
async function breaches(page: Page): Promise<string[]> {
  await page.evaluate(engine);
  const violations = await page.evaluate(async () => (await (window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe.run()).violations);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target.join(' ')} ${(failureSummary ?? '').split('\n').slice(1, 2).join('')}`).join(' | ')} (${nodes.length})`);
}

type Scene = { name: string; route: string; before?: (page: Page) => Promise<void> };

const scenes: readonly Scene[] = [
  { name: 'home', route: '/wel/index' },
  { name: 'a list', route: '/static/incar' },
  { name: 'a record with its bill', route: '/static/inoutRecord', before: async (page) => {
    await pane(page).locator('tbody tr[data-row]').first().click();
    await page.locator('.ps-story').waitFor();
  } },
  { name: 'a form', route: '/basedata/park', before: async (page) => {
    await button(pane(page), '新增').click();
    await page.locator('.ant-drawer-section [data-field]').first().waitFor();
  } },
  { name: 'a report', route: '/static/chartDaySum' },
  { name: 'the tariff editor', route: '/car/parksimplefeerule' },
  { name: 'the help of a screen', route: '/static/gateEvents', before: async (page) => {
    await page.keyboard.press('h');
    await page.locator('.help-drawer li').first().waitFor();
  } },
  { name: 'one’s own account', route: '/info/index' },
  { name: 'a form with every kind of input', route: '/form' },
  { name: 'one’s own permissions', route: '/permission' },
  { name: 'the lock', route: '/store', before: async (page) => {
    await page.evaluate(() => { localStorage.setItem('gatehouse-lock', JSON.stringify({ content: { salt: 'a', hash: 'b' } })); location.assign('/lock'); });
    await page.locator('.lone input').waitFor();
  } },
];

test('the login page and the other pages without a login have no serious breach', async () => {
  for (const lang of ['zh', 'en'] as const) {
    const { page, close } = await world.open(null, lang);
    for (const route of ['/login', '/gxwlogin', '/static/refundorder', '/myiframe/x?src=https%3A%2F%2Felsewhere.example', '/404']) {
      await page.goto(route);
      await ready(page);
      assert.deepEqual(await breaches(page), [], route);
    }
    await close();
  }
});

for (const { name, route, before: first } of scenes) {
  test(`${name} has no serious breach`, async () => {
    const { page, close } = await world.open(city.groupAdmin, 'zh');
    await page.goto(route === '/car/parksimplefeerule' ? `${route}?parkId=${city.first.parkId}` : route);
    await ready(page);
    await first?.(page);
    await ready(page);
    assert.deepEqual(await breaches(page), []);
    await close();
  });
}
