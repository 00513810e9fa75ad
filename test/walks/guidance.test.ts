/** A garage in the browser: a floor as it is now, the lines of a board, and a driver who looks for the car. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { guideMall } from '../../db/demo/guidance.ts';
import { byMenu, pane } from './page-helpers.ts';
import { outside, ready } from './look.ts';
import { desk, ensureConsole, launchBrowser, openWindow, phone } from './world.ts';

const PLATE = '浙A8Q777';
let product: TestProduct;
let browser: Browser;
let app: Awaited<ReturnType<typeof httpServer>>;
let url: string;
let parkId: string;

before(async () => {
  await ensureConsole();
  product = await startTestProduct();
  parkId = await product.park(product.companies.child, '云汇广场地下停车场', { totalStall: 600 });
  const [{ tenant }] = (await product.database.read(platformScope, (db) =>
    db.raw<{ tenant: number }>('SELECT tenant_id AS tenant FROM park WHERE id = $1', [parkId]),
  )) as [{ tenant: number }];
  await product.database.write(tenantScope(tenant), (db) =>
    db.raw(
      `INSERT INTO car_inside (tenant_id, company_id, park_id, id, plate_number, clone_no)
        SELECT $1, company_id, id, $3, $4, 0 FROM park WHERE id = $2`,
      [tenant, parkId, newId(), PLATE],
    ),
  );
  await guideMall(
    product.database,
    (method, path, input) => product.must(method, path.startsWith('/') ? path : `/api/updown/${path}`, input),
    [{ plan: { code: 'AB01' }, companyId: product.companies.child, site: { parkId } }],
    new Map([[parkId, tenant]]),
    { devices: {}, guests: {}, playedTo: {} },
    new Date(),
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

test('a floor is drawn from its spaces, each says its state, and a board shows what it was set to', async () => {
  const person = { account: 'admin', password: product.passwords['admin']! };
  const { page, watch: seen, close } = await openWindow(browser, url, person, 'zh');
  await page.goto('/');
  await ready(page);
  await byMenu(page, '车位引导', '车位与分组', '引导首页');
  await ready(page);
  const plan = pane(page).locator('.gh-plan');
  await plan.waitFor();
  assert.equal(await plan.locator('.gd-space').count(), 200);
  await plan.getByRole('button', { name: /^B1-017 / }).click();
  await pane(page).getByText('B1-017 普通 · 不明').or(pane(page).locator('.gd-picked')).first().waitFor();
  assert.match(await pane(page).locator('.gd-picked').innerText(), /B1-017.*不明/);
  await page.screenshot({ path: 'shots/guidance-home.png', fullPage: true });
  await pane(page).getByRole('button', { name: 'B2', exact: true }).first().click();
  await plan.getByRole('button', { name: /^B2-033 .*停用/ }).waitFor();
  for (const [name, size] of [
    ['wide', { width: 1024, height: 768 }],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size);
    await pane(page).getByRole('button', { name: 'B2', exact: true, pressed: true }).first().waitFor();
    await page.screenshot({ path: `shots/guidance-home-${name}.png`, fullPage: true });
    assert.deepEqual(await outside(page), [], name);
  }
  await page.setViewportSize(desk);
  await page.goto('/navigation/group');
  await ready(page);
  await pane(page).getByText('B2', { exact: true }).first().click();
  await page.getByRole('heading', { name: '引导屏' }).waitFor();
  assert.equal(await page.locator('.gd-line').count(), 2);
  await page.screenshot({ path: 'shots/guidance-group.png', fullPage: true });
  // No broker stands beside this server: news come by asking.
  assert.deepEqual(
    seen.take().filter((line) => !line.includes('/mqtt')),
    [],
  );
  await close();
});

test('the slider brings back a floor as it was; a row is drawn, taken back, moved by key and saved at once', async () => {
  const person = { account: 'admin', password: product.passwords['admin']! };
  const { page, close } = await openWindow(browser, url, person, 'zh');
  await page.goto(`/navigation/index?parkId=${parkId}`);
  await ready(page);
  const own = pane(page);
  await own.locator('.gd-hours polyline').first().waitFor();
  assert.equal(await own.locator('.gd-hours polyline').count(), 3);
  // The day before is whole at any hour; the first minutes of today have nothing to go back to.
  const dayBefore = addDays(dayOf(Date.now(), 'Asia/Shanghai'), -1);
  await own.getByLabel('日期').fill(dayBefore);
  await own.getByText(`当日 ${dayBefore}`).waitFor();
  await own.getByRole('slider', { name: '时刻' }).focus();
  await page.keyboard.press('Home');
  await own.locator('.gd-then').waitFor();
  assert.ok((await own.locator('.gd-then').innerText()).includes(`${dayBefore} 00:00:00 的状态`));
  assert.equal(await own.locator('.gh-plan .gd-space').count(), 200);
  await page.screenshot({ path: 'shots/guidance-replay.png', fullPage: true });
  await own.getByRole('button', { name: '回到实况' }).click();
  await own.locator('.gd-then').waitFor({ state: 'detached' });

  await own.getByRole('button', { name: '绘制车位' }).click();
  const canvas = own.locator('.gd-canvas');
  const paper = await canvas.locator('.floor').evaluate((floor) => getComputedStyle(floor).fill);
  assert.equal(paper, 'rgb(255, 255, 255)');
  await canvas.scrollIntoViewIfNeeded();
  /** Where a point of the floor, in metres, is on the screen. */
  const at = (x: number, y: number) =>
    canvas.evaluate(
      (sheet, [across, down]) => {
        const point = new DOMPoint(across, down).matrixTransform((sheet as SVGSVGElement).getScreenCTM()!);
        return { x: point.x, y: point.y };
      },
      [x, y] as const,
    );
  const [from, to] = [await at(80, 10), await at(80, 22.8)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await own.getByText('待保存：新增 5 个').waitFor();
  await own.getByLabel('首号').fill('001');
  await own.getByRole('alert').getByText('B1-001').waitFor();
  assert.ok(await own.getByRole('button', { name: '保存', exact: true }).isDisabled());
  await own.getByRole('button', { name: '撤销' }).click();
  assert.equal(await own.getByLabel('首号').inputValue(), '201');
  const across = Number(await own.getByLabel('起点横（米）').inputValue());
  await canvas.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  assert.equal(Number(await own.getByLabel('起点横（米）').inputValue()), Math.round((across - 1.1) * 100) / 100);
  await page.screenshot({ path: 'shots/guidance-editor.png', fullPage: true });
  await page.setViewportSize(phone);
  assert.deepEqual(await outside(page), []);
  await page.screenshot({ path: 'shots/guidance-editor-phone.png', fullPage: true });
  await page.setViewportSize(desk);
  await own.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存：新增 5 个，移动 0 个').waitFor();
  await own.getByRole('button', { name: '退出绘制' }).click();
  await own
    .locator('.gh-plan')
    .getByRole('button', { name: /^B1-205 / })
    .waitFor();
  assert.equal(await own.locator('.gh-plan .gd-space').count(), 205);
  await close();
});

test('a driver finds the car by the end of its plate on a phone, and reads no plate', async () => {
  const { page, close } = await openWindow(browser, url, null, 'zh', phone);
  await page.goto(`/m/find?parkId=${parkId}`);
  await page.getByLabel(/^车牌号/).fill('q777');
  await page.getByRole('button', { name: '查找车位' }).click();
  await page.locator('section.card svg').waitFor();
  await page.screenshot({ path: 'shots/find-car.png', fullPage: true });
  const content = await page.locator('main').innerText();
  assert.match(content, /B\d · B\d-\d{3}/);
  assert.ok(!content.includes(PLATE) && !content.includes('Q777'), content);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing stands out to the side',
  );
  await close();
});
