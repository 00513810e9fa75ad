/**
 * What an installer does for the roadside: a sensor, a lock and a LoRaWAN network show their secrets once, and a lock
 * is put into service.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, pane, pick, press, rows } from './page-helpers.ts';
import { ready } from './look.ts';
import type { Opened } from './world.ts';

let place: Place;
let desk: Opened;
const curb = '中山路路内';
let [first, second] = ['', ''];

before(async () => {
  place = await openPlace();
  const { api } = place.world;
  const { id: parkId } = (await api.post('/api/updown/basePark/submit', {
    companyId: place.city.first.companyId,
    parkName: curb,
    parkType: 'curb',
    totalStall: 10,
  })) as { id: string };
  await api.post('/api/updown/curbPark/area/submit', {
    parkId,
    sectionName: '中山路东侧',
    road: '中山路',
    totalStall: 2,
    numberPrefix: 'ZS',
    numberFrom: 1,
    numberTo: 2,
    line: [
      { lng: 114.05, lat: 22.54 },
      { lng: 114.051, lat: 22.54 },
    ],
  });
  await api.post('/api/updown/road/inout/initBerthNum', { parkId });
  const berths = (await api.get('/api/updown/plat/RdaPark/getParkBerths', { parkId })) as { berthNo: string }[];
  [first, second] = berths.map(({ berthNo }) => berthNo) as [string, string];
  desk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const drawer = (page: Page) => page.locator('.ant-drawer-section').last();
const secretDialog = (page: Page) => page.locator('.ant-modal', { hasText: '只显示这一次' });

async function add(route: string, fill: (field: (name: string) => ReturnType<Page['locator']>) => Promise<void>) {
  const { page } = desk;
  await page.goto(route);
  await ready(page);
  await button(pane(page), '新增').click();
  const form = drawer(page);
  const field = (name: string) => form.locator(`[data-field="${name}"] input`).first();
  await pick(page, field('parkId'), curb);
  await fill(field);
  await button(form, '保存').click();
}

async function secretOf(page: Page): Promise<string> {
  await secretDialog(page).waitFor();
  const secret = (await secretDialog(page).locator('[data-secret]').last().textContent())!;
  await secretDialog(page).getByRole('button', { name: '已填好' }).click();
  await secretDialog(page).waitFor({ state: 'hidden' });
  return secret;
}

test('a new sensor and a new lock show their secrets once', async () => {
  const { page } = desk;
  await add('/road/rdSensor', async (field) => {
    await field('sn').fill('WALK-SENSOR-1');
    await field('berthNo').fill(first);
  });
  assert.match(await secretOf(page), /^[0-9a-f]{40}$/);
  await rows(page, 'WALK-SENSOR-1').waitFor();
  await add('/road/lockDevice', async (field) => {
    await field('deviceName').fill('一号锁');
    await field('sn').fill('WALK-LOCK-1');
    await field('berthNo').fill(second);
  });
  assert.match(await secretOf(page), /^[0-9a-f]{40}$/);
  const lock = rows(page, 'WALK-LOCK-1');
  await lock.waitFor();
  await press(lock, '锁操作');
  const form = page.locator('.ant-modal:visible').last();
  await pick(page, form.locator('[data-field="type"] input').first(), '改为维护');
  await form.getByRole('button', { name: /^确 ?定$/ }).click();
  await lock.filter({ hasText: '维护' }).waitFor();
  assert.deepEqual(desk.watch.take(), []);
});

test('a LoRaWAN network is added, and its key is shown once with the address to post to', async () => {
  const { page } = desk;
  await add('/road/lorawan', (field) => field('networkName').fill('园区网络'));
  const row = rows(page, '园区网络');
  await row.waitFor();
  await press(row, '密钥');
  await secretDialog(page).getByText('/api/gatehouse/lorawan/').waitFor();
  assert.match(await secretOf(page), /^[0-9a-f]{40}$/);
  assert.deepEqual(desk.watch.take(), []);
});
