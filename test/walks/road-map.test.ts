/**
 * Streets on the map: a section's line is drawn where it runs, its berths are made along it, and the map leads to a
 * berth and its day.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { City } from './city.ts';
import { openTown } from './car.ts';
import { button, pane, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { World } from './world.ts';

const lot = '滨江路停车';
const section = '滨江路东侧';

let world: World;
let city: City;
let parkId = '';
before(async () => {
  ({ world, city } = await openTown());
  ({ id: parkId } = await world.api.post<{ id: string }>('/api/updown/basePark/submit', {
    parkName: lot,
    companyId: city.first.companyId,
    parkType: 'curb',
    totalStall: 4,
    location: { lng: 120.2, lat: 30.25 },
  }));
  await world.api.post('/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: section,
    road: '滨江路',
    totalStall: 4,
    numberPrefix: 'BJ',
    numberFrom: 1,
    numberTo: 4,
  });
});
after(() => world?.close());

const scenario = async (name: string, work: (page: Page) => Promise<void>): Promise<void> => {
  const { page, watch, close } = await world.open(city.groupAdmin, 'zh');
  await photographed(page, `road-map-${name}`, () => work(page));
  assert.deepEqual(watch.take(), []);
  await close();
};

type Berth = { id: string; berthNo: string; location: { lng: number; lat: number } | null };
const berths = (): Promise<Berth[]> => world.api.get<Berth[]>('/api/updown/plat/RdaPark/getParkBerths', { parkId });

test('a line is drawn by presses on the map, taken back by one, saved, and berths are made along it', () =>
  scenario('draw', async (page) => {
    await page.goto('/road/berthsec');
    await ready(page);
    await press(rows(page, section), '画走向');
    const dialog = page.locator('.ant-modal', { hasText: '走向' });
    const map = dialog.locator('.gh-map');
    await map.locator('svg circle').first().waitFor();
    const { width, height } = (await map.boundingBox())!;
    for (const [x, y] of [
      [0.3, 0.5],
      [0.6, 0.5],
      [0.6, 0.8],
    ] as const)
      await map.click({ position: { x: Math.round(width * x), y: Math.round(height * y) } });
    await dialog.getByText('3 个点', { exact: true }).waitFor();
    await button(dialog, '撤回一点').click();
    await dialog.getByText('2 个点', { exact: true }).waitFor();
    await dialog.locator('.ant-modal-footer button.primary').click();
    await dialog.waitFor({ state: 'detached' });
    await ready(page);
    await press(rows(page, section), '生成泊位');
    await button(page.locator('.question'), '确定').click();
    await page.locator('.gh-notices', { hasText: '新增 4 个，已有 0 个' }).waitFor();
    const made = await berths();
    assert.deepEqual(
      made.map(({ berthNo }) => berthNo),
      ['BJ0001', 'BJ0002', 'BJ0003', 'BJ0004'],
    );
    const along = made.map(({ location }) => location!);
    assert.ok(
      along.every(({ lat }) => Math.abs(lat - along[0]!.lat) < 0.000_01),
      'drawn from west to east',
    );
    assert.ok(along.every(({ lng }, nth) => nth === 0 || lng > along[nth - 1]!.lng));
  }));

test('the map opens a car park’s strips by its name, moves by keys, and leads to a berth and its day', () =>
  scenario('open', async (page) => {
    const [first] = await berths();
    await world.api.post('/api/gatehouse/rdBerth/evidence', {
      berthId: first!.id,
      claim: 'plate',
      plateNumber: '浙A7R101',
    });
    await page.goto('/road/parkMap');
    await ready(page);
    const map = pane(page).locator('.gh-map');
    const at = async () => Number(await map.locator('svg g.point circle').first().getAttribute('cx'));
    const stands = (left: number) =>
      page.waitForFunction((where) => {
        const seen = [...document.querySelectorAll('.gh-map svg g.point circle')].find((each) =>
          each.checkVisibility(),
        );
        return Math.abs(Number(seen?.getAttribute('cx')) - where) < 1;
      }, left);
    const stood = await at();
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await stands(stood - 80);
    await page.keyboard.press('0');
    await stands(stood);
    await pane(page).locator('.gh-map-list button', { hasText: lot }).click();
    await page.waitForURL(/parkId=/);
    const strip = pane(page).getByRole('list', { name: section });
    await strip.locator('li').nth(3).waitFor();
    assert.equal(await strip.locator('li').count(), 4);
    await strip.getByRole('button', { name: /BJ0001.*浙A7R101/s }).click();
    await page.waitForURL(/\/record\/rdBerth\//);
    await ready(page);
    await pane(page).locator('.rd-day .spells').waitFor();
    await pane(page).locator('table', { hasText: '内容' }).getByText('车牌', { exact: true }).first().waitFor();
  }));
