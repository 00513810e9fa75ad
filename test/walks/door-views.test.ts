/**
 * Doors at a desk and on a phone: placed on the plan of a floor and opened from it, people against devices, a person's
 * week, events by result.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { bringRights, takeDoors } from '#areas/door/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { inTurn } from '#test/turns.ts';
import { ready } from './look.ts';
import { areMany, button, pane } from './page-helpers.ts';
import { desk, ensureConsole, launchBrowser, openWindow, phone } from './world.ts';
import type { Account } from './world.ts';

const words = {
  zh: {
    place: '放到图上',
    operate: '开门、常开、锁定',
    reason: '原因',
    ok: '确定',
    sent: '已下发，结果见设备指令',
    waiting: '待下发',
    sums: '按结果合计',
    forced: '强行打开',
    week: '一周通行时段',
    edit: '编辑',
    ends: '结束',
    lost: '−1 人',
    figures: '设备统计',
    online: '在线',
  },
  en: {
    place: 'Place on the plan',
    operate: 'Open, hold open, lock',
    reason: 'Reason',
    ok: 'OK',
    sent: 'Sent; device commands list what the devices did',
    waiting: 'To be sent',
    sums: 'Events by result',
    forced: 'Forced open',
    week: 'Week plan',
    edit: 'Edit',
    ends: 'To',
    lost: '−1',
    figures: 'Figures of devices',
    online: 'Online',
  },
};
let product: TestProduct;
let browser: Browser;
let app: Awaited<ReturnType<typeof httpServer>>;
let url: string;
const at: Record<string, string> = {};
let target: { tenantId: number; parkId: string };
let seq = 0;

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;

async function forced(): Promise<void> {
  seq += 1;
  const now = Date.now();
  const head = { device: at['device']!, seq, rawAt: now, at: now };
  await takeDoors(product.database, target, [
    { ...head, kind: 'door', contact: 'forced', by: 'unknown', commandId: null, swipeSeq: null },
  ]);
}

before(async () => {
  await ensureConsole();
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: '云台大厦', companyId });
  at['village'] = villageId;
  const parkId = await product.park(companyId, '云台大厦车库', { villageId });
  await save('plat/navigation/building', { parkId, buildingName: '一层', planWidth: 40, planHeight: 20 });
  const gateId = await save('doorgate', { villageId, gateName: '大堂' });
  at['device'] = await save('doordevice', { villageId, gateId, deviceName: '大堂终端', sn: 'VIEWS-1' });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  at['li'] = await save('dooremployee', { villageId, deptId, empName: '李四', empNo: 'E001' });
  const timePeriodId = await save('doortimeperiod', {
    villageId,
    periodName: '白天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '08:00',
    endTime: '18:30',
  });
  const startTime = '2026-01-01T00:00:00+08:00';
  await save('doordevgrant', { villageId, deviceIds: [at['device']], empIds: [at['li']], timePeriodId, startTime });
  await bringRights(product.database, new Date());
  const [{ tenant }] = (await product.database.read(platformScope, (db) =>
    db.raw<{ tenant: number }>('SELECT tenant_id AS tenant FROM park WHERE id = $1', [parkId]),
  )) as [{ tenant: number }];
  target = { tenantId: tenant, parkId };
  // No broker stands beside this server; the terminal counts as connected.
  await product.database.write(tenantScope(tenant), (db) =>
    db.raw(`UPDATE park_device SET status = 'online' WHERE tenant_id = $1 AND id = $2`, [tenant, at['device']]),
  );
  app = await httpServer({
    database: product.database,
    served,
    whoIs: whoIs(product.database),
    consoleDir: join(import.meta.dirname, '..', '..', 'dist', 'console'),
    logger: false,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await app?.close();
  await product?.close();
});

/** At the desk and on a phone; on neither anything stands out to the side. */
async function photographed(page: Page, name: string): Promise<void> {
  for (const [width, size] of Object.entries({ desk, phone })) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `shots/${name}-${width}.png`, fullPage: true });
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      `${name} on a ${width}: nothing stands out to the side`,
    );
  }
  await page.setViewportSize(desk);
}

for (const lang of inTurn('views of doors', ['zh', 'en'] as const))
  test(`a door is placed on its floor, opened from there and seen forced; rights and events lead to their rows; a change is foretold, ${lang}`, async () => {
    const say = words[lang];
    const person: Account = { account: 'admin', password: product.passwords['admin']! };
    const { page, watch, close } = await openWindow(browser, url, person, lang, desk);
    await page.goto(`/door/plan?villageId=${at['village']}`);
    await ready(page);
    await pane(page).locator('.dp-list button', { hasText: '大堂' }).click();
    await button(page, say.place).click();
    await pane(page).locator('.gh-plan').click();
    await pane(page).locator('.dp-door').waitFor();
    const [door] = (await product.must('GET', '/api/gatehouse/door/plan', { villageId: at['village'] })).doors;
    assert.ok(Math.abs(door.x - 20) < 1 && Math.abs(door.y - 10) < 1, `in the middle: ${door.x}, ${door.y}`);
    await button(page, say.operate).click();
    const reason = page.getByRole('dialog').getByLabel(say.reason);
    await reason.fill('访客到访');
    // What else the reason could be lies over the button until the field is left.
    await reason.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: say.ok }).click();
    await page.getByText(say.sent).waitFor();
    await forced();
    await pane(page).locator('.dp-door.bad').waitFor();
    await photographed(page, `door-plan-${lang}`);

    await page.goto(`/door/matrix?villageId=${at['village']}`);
    await ready(page);
    const cell = pane(page).locator('button.mx-cell');
    await cell.waitFor();
    assert.match((await cell.getAttribute('aria-label'))!, new RegExp(`李四 · 大堂终端 · ${say.waiting}`));
    await photographed(page, `door-matrix-${lang}`);
    await cell.click();
    await page.waitForURL(/\/door\/delivery\?.*EmpID=/);
    await pane(page).locator('.gh-table').getByText('李四').first().waitFor();

    await page.goto(`/record/doorEmployee/${at['li']}`);
    await ready(page);
    await page.getByRole('heading', { name: say.week }).waitFor();
    await areMany(page.locator('.wp-day b'), 7); // each day from eight to half past six
    await photographed(page, `door-week-${lang}`);

    await page.goto('/door/doordevice');
    const online = pane(page).getByLabel(say.figures).locator('div').filter({ hasText: say.online });
    await online.getByText('1', { exact: true }).waitFor();
    await photographed(page, `door-devices-${lang}`);

    await page.goto(`/doorstatic/getStaticDoorEvent`);
    await ready(page);
    const sums = pane(page).getByRole('group', { name: say.sums });
    await sums.getByRole('button', { name: `${say.forced} 1` }).click();
    await page.waitForURL(/result=forced/);
    await photographed(page, `door-events-${lang}`);

    await page.goto('/door/doortimeperiod');
    await ready(page);
    await button(page, say.edit).first().click();
    await page.getByRole('dialog').getByLabel(say.ends, { exact: true }).fill('17:00');
    await page.locator('.dd-doors .lost').getByText(say.lost, { exact: true }).waitFor();
    await photographed(page, `door-difference-${lang}`);
    assert.deepEqual(
      watch.take().filter((line) => !line.includes('/mqtt')),
      [],
    );
    await close();
  });
