/**
 * Three cars of a family on two spaces, from the evening to the morning after, in English: who waits for a space pays
 * until one is free.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addDays, startOfDay } from '#domain/time/day.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import { password } from './city.ts';
import type { Place } from './car.ts';
import { button, pane, pick, press, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import { oneDay } from './one-day.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
/** An hour of the lot's wall, so many days ago: evening and morning lie behind whenever this runs. */
const on = (daysAgo: number, hour: number): number => startOfDay(addDays(today, -daysAgo), ZONE) + hour * HOUR;
const [father, mother, son] = ['浙A73001', '浙A73002', '浙A73003'] as const;

let place: Place;
let clerk: Opened;
let today: string;

before(async () => {
  mkdirSync(join(import.meta.dirname, '..', '..', 'shots', 'failed'), { recursive: true });
  today = await oneDay();
  place = await openPlace();
  const {
    world: { api },
    city: {
      first: { parkId },
    },
  } = place;
  await api.post('/api/updown/parkParameter/submit', { parkId, settings: { groupFullRule: 'queue' } });
  clerk = await place.world.open(place.city.groupAdmin, 'en');
});
after(() => place?.close());

type Menu = { readonly id: string; readonly code?: string; readonly children?: readonly Menu[] };

const field = (form: Locator, name: string): Locator => form.locator(`[data-field="${name}"] input`).first();
const dialog = (page: Page): Locator => page.locator('.ant-modal:visible').last();
const drawer = (page: Page): Locator => page.locator('.ant-drawer-content:visible, .ant-drawer-section:visible').last();

async function to(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await ready(page);
}

const scenario = (name: string, work: (page: Page) => Promise<void>): Promise<void> =>
  photographed(clerk.page, `group-${name}`, async () => {
    await work(clerk.page);
    assert.deepEqual(clerk.watch.take(), []);
  });

async function day(form: Locator, name: string, value: string): Promise<void> {
  await field(form, name).click();
  await field(form, name).fill(value);
  await field(form, name).press('Enter');
}

test('two spaces are made a group, and passes for three cars are issued on it', () =>
  scenario('made', async (page) => {
    await to(page, '/car/spaceGroup');
    await button(pane(page), 'Add').click();
    await field(drawer(page), 'groupName').fill('Wang, flat 1201');
    await pick(page, field(drawer(page), 'parkId'), place.city.first.name);
    await field(drawer(page), 'spaces').fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await rows(page, 'Wang, flat 1201').waitFor();
    await to(page, '/car/carMonthNew');
    await button(pane(page), 'Issue now').click();
    const box = dialog(page);
    await field(box, 'plateNumber').fill(father);
    await pick(page, field(box, 'parkId'), place.city.first.name);
    await pick(page, field(box, 'carTypeId'), '月租车');
    await pick(page, field(box, 'carBitGroupId'), 'Wang, flat 1201');
    await day(box, 'startTime', addDays(today, -10));
    await day(box, 'endTime', addDays(today, 20));
    await box.getByRole('button', { name: 'OK', exact: true }).click();
    await rows(page, written(father)).filter({ hasText: 'Active' }).waitFor();
    const { api } = place.world;
    const {
      records: [first],
    } = await api.get<{ records: { parkId: string; carTypeId: string; carBitGroupId: string }[] }>(
      '/api/updown/parkMonth/listPage',
      { plateNumber: father },
    );
    const { parkId, carTypeId, carBitGroupId } = first!;
    for (const plateNumber of [mother, son])
      await api.post('/api/updown/parkMonth/add', {
        parkId,
        carTypeId,
        carBitGroupId,
        plateNumber,
        startTime: addDays(today, -10),
        endTime: addDays(today, 20),
      });
  }));

test('the record of a group names the passes that share it and leads to them', () =>
  scenario('record', async (page) => {
    await to(page, '/car/spaceGroup');
    await press(rows(page, 'Wang, flat 1201'), 'Details');
    const section = drawer(page).locator('section', { hasText: 'Passes sharing these spaces' });
    await section.locator('tbody tr').nth(2).waitFor();
    const shown = await section.locator('tbody').innerText();
    for (const plate of [father, mother, son]) assert.ok(shown.includes(written(plate)), `${plate} is in the record`);
    await section.getByRole('button', { name: 'All 3 passes', exact: true }).click();
    await rows(page, written(son)).waitFor();
    assert.equal(await rows(page, '浙').count(), 3);
  }));

test('users who may see groups but not passes are shown none, and no request is made in vain', async () => {
  const {
    world: { api, open },
    city: {
      first: { companyId },
    },
  } = place;
  const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);
  const menu = flat(await api.get<Menu[]>('/api/updown/sysmenu/adminGrantTree')).find(
    ({ code }) => code === 'spaceGroup:read',
  )!;
  const { id: role } = await api.post<{ id: string }>('/api/updown/sysrole/submit', {
    roleName: '只看车位组',
    companyId,
  });
  await api.post('/api/updown/sysAdminRole/grant', { roleIds: role, menuIds: [menu.id] });
  const { id: user } = await api.post<{ id: string }>('/api/updown/sysuser/submit', {
    account: 'walk.spaces',
    realName: '何位',
    companyId,
    password,
    allParks: true,
  });
  await api.post('/api/updown/sysuser/grantRole', { userId: user, ids: role });
  const watcher = await open({ account: 'walk.spaces', password }, 'en');
  await photographed(watcher.page, 'group-alone', async () => {
    await to(watcher.page, '/car/spaceGroup');
    await press(rows(watcher.page, 'Wang, flat 1201'), 'Details');
    await drawer(watcher.page).getByText('Wang, flat 1201').first().waitFor();
    await watcher.page.waitForLoadState('networkidle');
    assert.equal(await drawer(watcher.page).getByText('Passes sharing these spaces').count(), 0);
    assert.deepEqual(watcher.watch.take(), []);
  });
});

test('in the evening the third finds both spaces taken and is in line', () =>
  scenario('evening', async (page) => {
    await comesIn(place.lanes, father, on(2, 19));
    await comesIn(place.lanes, mother, on(2, 20));
    await comesIn(place.lanes, son, on(2, 21));
    await to(page, '/static/incar');
    await rows(page, written(son)).filter({ hasText: 'Group full, waiting' }).waitFor();
    assert.match(await rows(page, written(mother)).innerText(), /Pass/);
  }));

test('in the morning the first leaves free, the third pays for the time before alone; his bill and his course say why', () =>
  scenario('morning', async (page) => {
    assert.equal(await leaves(place.lanes, father, on(1, 7), false), 0);
    const paidFen = await leaves(place.lanes, son, on(1, 8), true);
    await to(page, `/static/inoutRecord?plateNumber=${encodeURIComponent(son)}`);
    await rows(page, written(son))
      .filter({ hasText: (paidFen / 100).toFixed(2) })
      .click();
    const covered = drawer(page)
      .locator('.gh-bill-frame')
      .first()
      .locator('tr')
      .filter({ hasText: 'Covered by a pass' });
    await covered.filter({ hasText: `${addDays(today, -1)} 07:00` }).waitFor(); // from when the first had left
    await drawer(page).locator('.ps-course').getByText('temporary until a space is free').waitFor();
  }));

test('the evening after there is a space for him', () =>
  scenario('after', async (page) => {
    await comesIn(place.lanes, son, on(1, 19));
    await to(page, '/static/incar');
    await rows(page, written(son)).filter({ hasText: 'Pass' }).waitFor();
    await comesIn(place.lanes, father, on(1, 20));
    await button(pane(page), 'Refresh').first().click();
    await rows(page, written(father)).filter({ hasText: 'Group full, waiting' }).waitFor();
  }));
