/**
 * A day at an office with a garage: a morning of reviews, a floor drawn from a sheet, a dead detector found, an evening
 * of carbon monoxide.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import { breatheAll, takeGuidance } from '#areas/guidance/server/door.ts';
import { openGarage } from '#areas/guidance/server/garage.fixture.ts';
import type { Garage } from '#areas/guidance/server/garage.fixture.ts';
import type { Lang } from '#kit/declare/text.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { inTurn } from '#test/turns.ts';
import { outside, ready } from './look.ts';
import { button, pane, press, rows } from './page-helpers.ts';
import { ensureConsole, launchBrowser, openWindow, phone } from './world.ts';

const words = {
  zh: {
    approve: '通过',
    reject: '驳回',
    ok: '确定',
    waiting: '待审核',
    import: '导入',
    header: '车位号,车场,楼层,类型,横（米）,纵（米）',
    normal: '普通',
    importRows: '导入 12 行',
    unknown: '不明',
    free: '空闲',
    lost: '失联',
    lostOne: /失联 1/,
    openSpace: '打开车位',
    running: '运行',
    curve: /一氧化碳，最近 24 小时.*: 23\.\d/,
    minutes: /一氧化碳 \d+/,
    byHand: '人工控制',
  },
  en: {
    approve: 'Approve',
    reject: 'Reject',
    ok: 'OK',
    waiting: 'Waiting',
    import: 'Import',
    header: 'Space,Car park,Floor,Kind,Across (m),Down (m)',
    normal: 'Normal',
    importRows: 'Import 12 rows',
    unknown: 'Unknown',
    free: 'Free',
    lost: 'Lost',
    lostOne: /1 lost/,
    openSpace: 'Open the space',
    running: 'Running',
    curve: /Carbon monoxide, last 24 hours.*: 23\.\d/,
    minutes: /Carbon monoxide \d+/,
    byHand: 'By hand',
  },
} as const;
const [lang] = inTurn('a day at an office with a garage', ['zh', 'en'] as const) as readonly [Lang];
const say = words[lang];

let product: TestProduct;
let browser: Browser;
let app: Awaited<ReturnType<typeof httpServer>>;
let url: string;
let garage: Garage;
let seq = 0;

before(async () => {
  await ensureConsole();
  product = await startTestProduct();
  garage = await openGarage(product, 4);
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

/** A page of the operator; afterwards nothing went wrong on it but the broker, which is not there. */
async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const person = { account: 'admin', password: product.passwords['admin']! };
  const { page, watch, close } = await openWindow(browser, url, person, lang);
  await work(page);
  assert.deepEqual(
    watch.take().filter((line) => !line.includes('/mqtt')),
    [],
  );
  await close();
}

const head = (at = Date.now()) => {
  seq += 1;
  return { device: garage.gatewayId, seq, at, rawAt: at };
};
const take = (event: GuidanceEvent, now = new Date()) => takeGuidance(product.database, garage.lot, [event], now);
const sees = (...taken: readonly boolean[]): GuidanceEvent => ({
  ...head(),
  kind: 'spaces',
  changes: taken.map((each, nth) => ({ address: nth + 1, taken: each, plate: null, picture: null })),
});

test(`a morning of reviews: two people are approved, one is rejected with a reason, and who was approved is at the doors, ${lang}`, async () => {
  const save = async (path: string, input: Record<string, unknown>, as = 'admin'): Promise<string> =>
    (await product.must('POST', `/api/updown/${path}/submit`, input, { as })).id;
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: '云台大厦', companyId });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  for (const [nth, empName] of ['李四', '吴九', '何七'].entries())
    await save('dooremployeecheck', { villageId, deptId, empName, empNo: `N${nth}` }, 'groupAdmin');
  await withPage(async (page) => {
    await page.goto('/door/dooremployeecheck');
    await ready(page);
    for (const name of ['李四', '吴九']) {
      await press(rows(page, name), say.approve);
      await button(page.getByRole('dialog'), say.ok).click();
      await rows(page, name).filter({ hasNotText: say.waiting }).waitFor();
    }
    await press(rows(page, '何七'), say.reject);
    await page.getByRole('dialog').locator('input, textarea').first().fill('照片与本人不符');
    await button(page.getByRole('dialog'), say.ok).click();
    await rows(page, '何七').filter({ hasText: '照片与本人不符' }).waitFor();
    await page.screenshot({ path: `shots/reviews-${lang}.png` });
    await page.goto('/door/dooremployee');
    await ready(page);
    await rows(page, '李四').waitFor();
    await rows(page, '吴九').waitFor();
    assert.equal(await rows(page, '何七').count(), 0);
  });
});

test(`a floor is drawn from a sheet of its spaces, and they are on the plan where the sheet has them, ${lang}`, () =>
  withPage(async (page) => {
    const { parkId } = garage.lot;
    const lot = (await product.must('GET', '/api/updown/basePark/detail', { PKID: parkId })).parkName;
    const floor = await product.must('POST', '/api/updown/plat/navigation/building/submit', {
      parkId,
      buildingName: 'B3',
      floorNo: -3,
      planWidth: 40,
      planHeight: 20,
    });
    const lines = Array.from(
      { length: 12 },
      (_, nth) =>
        `B3-${String(nth + 1).padStart(3, '0')},${lot},B3,${say.normal},${2 + (nth % 6) * 2.6},${nth < 6 ? 2 : 12}`,
    );
    await page.goto('/navigation/parkSpace');
    await ready(page);
    await button(pane(page), say.import).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'B3.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${[say.header, ...lines].join('\n')}\n`),
    });
    await button(page, say.importRows).click();
    await page.locator('.gh-notices').last().waitFor();
    await page.goto(`/navigation/index?parkId=${parkId}&buildingId=${floor.id}`);
    await ready(page);
    const plan = pane(page).locator('.gh-plan');
    await plan.getByRole('button', { name: /^B3-012 / }).waitFor();
    assert.equal(await plan.locator('.gd-space').count(), 12);
    // Read at once: a plan that is fitted to its frame between two looks has them at two scales.
    const { first, sixth, seventh } = await plan.locator('.gd-space').evaluateAll((spaces) => {
      const box = (name: string) =>
        spaces
          .find((each) => each.getAttribute('aria-label')!.startsWith(name))!
          .querySelector('rect')!
          .getBoundingClientRect();
      const at = ({ x, y }: DOMRect) => ({ x, y });
      return { first: at(box('B3-001 ')), sixth: at(box('B3-006 ')), seventh: at(box('B3-007 ')) };
    });
    assert.ok(sixth.x > first.x && Math.abs(sixth.y - first.y) < 1, 'one row');
    assert.ok(Math.abs(seventh.x - first.x) < 1 && seventh.y > first.y, 'the second row below it');
    await page.screenshot({ path: `shots/floor-drawn-${lang}.png` });
  }));

test(`a dead detector is found: from the unknown space on the plan to the lost device, and mended it is free again, ${lang}`, async () => {
  await take(sees(true, false, false, true));
  await take({
    ...head(Date.now() + 5),
    kind: 'nodes',
    nodes: [{ address: 2, state: 'lost', version: null, faults: 3 }],
  });
  await withPage(async (page) => {
    const address = `/navigation/index?parkId=${garage.lot.parkId}&buildingId=${garage.floorId}`;
    await page.goto(address);
    await ready(page);
    await pane(page).getByText(say.lostOne).waitFor();
    await pane(page)
      .locator('.gh-plan')
      .getByRole('button', { name: new RegExp(`^B2-002 .*${say.unknown}`) })
      .click();
    await page.screenshot({ path: `shots/dead-detector-${lang}.png` });
    await button(pane(page), say.openSpace).click();
    await ready(page);
    await rows(page, 'B2-002').filter({ hasText: 'detector 2' }).waitFor();
    await page.goto('/navigation/device?status=lost');
    await ready(page);
    await rows(page, 'detector 2').filter({ hasText: say.lost }).waitFor();
    assert.equal(await rows(page, 'detector').count(), 1);
    await take({ ...sees(true, false), ...head(Date.now() + 10) } as GuidanceEvent);
    await page.goto(address);
    await ready(page);
    await pane(page)
      .locator('.gh-plan')
      .getByRole('button', { name: new RegExp(`^B2-002 .*${say.free}`) })
      .waitFor();
    await page.setViewportSize(phone);
    await page.screenshot({ path: `shots/garage-phone-${lang}.png`, fullPage: true });
    assert.deepEqual(await outside(page), []);
  });
});

test(`an evening of carbon monoxide: fans start by themselves, the curve and the minutes show why, ${lang}`, async () => {
  const [fan, sensor] = [await garage.add('fan', 251), await garage.add('co', 241)];
  await product.must('POST', '/api/updown/ventilating/submit', {
    parkId: garage.lot.parkId,
    buildingId: garage.floorId,
    fanName: 'B2 排风',
    fanDeviceIds: [fan],
    coDeviceIds: [sensor],
    minutesPerHour: 0,
  });
  const from = Date.now() - 10 * 60_000;
  for (const [nth, mg] of [14, 19, 21, 22, 23, 23.5, 22, 19].entries())
    for (const s of [0, 20, 40]) {
      const at = from + nth * 60_000 + s * 1_000;
      const readings = [{ address: 241, ppmDeci: Math.round((mg / 1.1644) * 10), ok: true }];
      await take({ ...head(at), kind: 'air', readings, fans: [], fire: false }, new Date(at));
      await breatheAll(product.database, new Date(at + 1));
    }
  await withPage(async (page) => {
    await page.goto('/system/ventilating');
    await ready(page);
    const row = rows(page, 'B2 排风');
    await row.filter({ hasText: say.running }).waitFor();
    await row.getByText('B2 排风').click();
    await page.getByRole('img', { name: say.curve }).waitFor();
    await page.getByText(say.minutes).first().waitFor();
    await page.screenshot({ path: `shots/carbon-monoxide-${lang}.png` });
  });
});
