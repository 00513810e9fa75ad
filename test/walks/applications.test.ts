/**
 * An application for a pass from both sides of the desk, until its car enters and leaves free; its log entries;
 * bookings and screens.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { newTerm } from '#domain/pass/pass.ts';
import { dayOf } from '#domain/time/day.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { button, byMenu, pane, pick, press, rows, written } from './page-helpers.ts';
import { ready } from './look.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const today = dayOf(Date.now(), 'Asia/Shanghai');
const plate = '浙A72001';
const booked = '浙A72002';

let place: Place;
let clerk: Opened;

before(async () => {
  mkdirSync(join(import.meta.dirname, '..', '..', 'shots', 'failed'), { recursive: true });
  place = await openPlace();
  const { api } = place.world;
  const type = await api.find<{ id: string }>(
    '/api/updown/plat/parkCarType/list',
    { parkId: place.city.first.parkId, kind: 'monthly' },
    () => true,
  );
  await api.post('/api/updown/plat/parkCarType/submit', { id: type!.id, monthPrice: 30_000 });
  clerk = await place.world.open(place.city.groupAdmin, 'zh');
});
after(() => place?.close());

const field = (form: Locator, name: string): Locator =>
  form.locator(`[data-field="${name}"] input, [data-field="${name}"] textarea`).first();
const dialog = (page: Page): Locator => page.locator('.ant-modal:visible').last();
const drawer = (page: Page): Locator => page.locator('.ant-drawer-content:visible, .ant-drawer-section:visible').last();
const ok = (box: Locator): Locator => box.getByRole('button', { name: /^确\s?定$/ });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: /^保\s?存$/ }).click();
const state = (page: Page, of: string, words: string): Promise<void> =>
  rows(page, written(of)).filter({ hasText: words }).waitFor();
const tab = (page: Page, words: string): Promise<void> =>
  pane(page).locator('.gh-quick').getByRole('button', { name: words, exact: true }).click();

const scenario = (name: string, work: (page: Page) => Promise<void>): Promise<void> =>
  photographed(clerk.page, `applications-${name}`, async () => {
    await work(clerk.page);
    assert.deepEqual(clerk.watch.take(), []);
  });

test('it is entered, refused with a reason, put right and applied for again', () =>
  scenario('refused', async (page) => {
    await page.goto('/wel/index');
    await byMenu(page, '运营', '月租车', '车辆申请');
    await ready(page);
    await button(pane(page), '新增').click();
    const form = drawer(page);
    await field(form, 'plateNumber').fill(plate);
    await pick(page, field(form, 'parkId'), place.city.first.name);
    await pick(page, field(form, 'carTypeId'), '月租车');
    await field(form, 'ownerName').fill('王芳');
    await save(page);
    await state(page, plate, '待审核');
    await byMenu(page, '运营', '月租车', '车辆申请审核');
    await ready(page);
    await tab(page, '待审核');
    await press(rows(page, written(plate)), '拒绝');
    await ok(dialog(page)).click();
    await dialog(page)
      .locator('[data-field="auditRemark"]')
      .getByText(/请|必|不能为空/)
      .first()
      .waitFor();
    await field(dialog(page), 'auditRemark').fill('行驶证看不清');
    await ok(dialog(page)).click();
    await rows(page, written(plate)).waitFor({ state: 'detached' });
    await byMenu(page, '运营', '月租车', '车辆申请');
    await ready(page);
    await state(page, plate, '行驶证看不清');
    await press(rows(page, written(plate)), '重新申请');
    await field(dialog(page), 'remark').fill('已重拍');
    await ok(dialog(page)).click();
    await state(page, plate, '待审核');
  }));

test('passed with a month paid it is a pass that holds, and its car comes and goes free', () =>
  scenario('passed', async (page) => {
    await byMenu(page, '运营', '月租车', '车辆申请审核');
    await ready(page);
    await tab(page, '待审核');
    await press(rows(page, written(plate)), '通过');
    await field(dialog(page), 'monthNum').fill('1');
    await ok(dialog(page)).click();
    await rows(page, written(plate)).waitFor({ state: 'detached' });
    await tab(page, '已通过');
    await press(rows(page, written(plate)), '详情');
    await drawer(page).getByRole('button', { name: '查看月租车' }).click();
    await ready(page);
    await state(page, plate, '有效');
    await state(page, plate, newTerm(today, 1).toDay);
    await comesIn(place.lanes, plate, Date.now() - 60_000);
    assert.equal(await leaves(place.lanes, plate, Date.now(), false), 0);
  }));

test('a booking appears in the bell, which links to it; once approved it disappears, and the car enters and leaves free', () =>
  scenario('booking', async (page) => {
    const iso = (ms: number) => new Date(Date.now() + ms).toISOString();
    await place.world.api.post('/api/updown/plat/managebook/submit', {
      parkId: place.city.first.parkId,
      plateNumber: booked,
      startTime: iso(-3_600_000),
      endTime: iso(3_600_000),
      contactName: '李强',
    });
    await page.reload();
    const notice = page.locator('.notice-list button', { hasText: '车位预约待审核 1' });
    await page.locator('.bell').click();
    await notice.click();
    await page.waitForURL('**/car/managebook?status=pending');
    await ready(page);
    await press(rows(page, written(booked)), '通过');
    await page
      .getByRole('button', { name: /^确\s?定$/ })
      .last()
      .click();
    await rows(page, written(booked)).waitFor({ state: 'detached' });
    await notice.waitFor({ state: 'detached' });
    await tab(page, '全部');
    await state(page, booked, '已通过');
    await page.waitForTimeout(2_500);
    await comesIn(place.lanes, booked, Date.now() - 1_800_000);
    assert.equal(await leaves(place.lanes, booked, Date.now(), false), 0);
    await button(pane(page), '刷新').click();
    await state(page, booked, '已到场');
  }));

test('the log shows who decided, field by field', () =>
  scenario('log', async (page) => {
    await byMenu(page, '系统', '操作日志', '车辆管理日志');
    await ready(page);
    const line = rows(page, '车辆申请').filter({ hasText: '通过' }).first();
    await line.waitFor();
    await press(line, '详情');
    const changed = drawer(page).locator('.lg-changes tr').filter({ hasText: '状态' });
    await changed.filter({ hasText: '待审核' }).filter({ hasText: '已通过' }).waitFor();
    await page.keyboard.press('Escape');
  }));

test('what a screen shows between the cars is set, seen moving, and sent to the lanes', () =>
  scenario('led', async (page) => {
    await byMenu(page, '基础资料', '设备', 'LED屏设置');
    await ready(page);
    await button(pane(page), '新增').click();
    const form = drawer(page);
    await pick(page, field(form, 'parkId'), place.city.first.name);
    await field(form, 'text1').fill('欢迎光临');
    await save(page);
    await rows(page, '欢迎光临').waitFor();
    await press(rows(page, '欢迎光临'), '详情');
    await drawer(page).locator('.dv-led p').filter({ hasText: '欢迎光临' }).waitFor();
    await page.keyboard.press('Escape');
    const { records } = await place.world.api.get<{ records: { command: string; gateId: string }[] }>(
      '/api/gatehouse/deviceCommand/list',
      { parkId: place.city.first.parkId, command: 'program', size: 20 },
    );
    assert.deepEqual(
      new Set(records.map(({ gateId }) => gateId)),
      new Set([place.city.first.entry.gateId, place.city.first.exit.gateId]),
    );
  }));
