/**
 * A fire at doors on a guard's phone: the alarm, who is missing, ticked off one by one, and the end of it with a
 * reason; and a roll call without one, at a desk.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { whoIs } from '#areas/access/server/door.ts';
import { takeDoors } from '#areas/door/server/door.ts';
import type { DoorEvent } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { inTurn } from '#test/turns.ts';
import { ready } from './look.ts';
import { button } from './page-helpers.ts';
import { desk, ensureConsole, launchBrowser, openWindow, phone } from './world.ts';
import type { Account } from './world.ts';

const words = {
  zh: {
    counts: '未点到 2，已点到 0，已离开 0',
    done: '未点到 0，已点到 1，已离开 1',
    here: '点到',
    undo: '撤销',
    end: '结束报警',
    reason: '原因',
    ok: '确定',
    ended: '已结束',
    inputOn: '消防输入仍接通',
    inside: '在内人员',
    here1: '本区域 1 人',
    call: '点名',
    called: '未点到 1，已点到 0，已离开 0',
    finish: '结束点名',
    result: '结果',
  },
  en: {
    counts: '2 missing, 0 accounted for, 0 left',
    done: '0 missing, 1 accounted for, 1 left',
    here: 'Tick off',
    undo: 'Undo',
    end: 'End alarm',
    reason: 'Reason',
    ok: 'OK',
    ended: 'Ended',
    inputOn: 'A fire input is on',
    inside: 'Who is inside',
    here1: '1 in the area',
    call: 'Call the roll',
    called: '1 missing, 0 accounted for, 0 left',
    finish: 'End roll call',
    result: 'Result',
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

type Received =
  | { readonly kind: 'fire'; readonly on: boolean }
  | { readonly person: string; readonly reader: 'in' | 'out' };
async function receive(what: Received, when = Date.now()): Promise<void> {
  seq += 1;
  const head = { device: at['device']!, seq, rawAt: when, at: when };
  const swipe = {
    kind: 'swipe',
    credential: 'card',
    result: 'granted',
    reason: null,
    picture: null,
    offline: false,
  } as const;
  const event: DoorEvent =
    'kind' in what ? { ...head, ...what } : { ...head, ...swipe, ...what, person: at[what.person]! };
  await takeDoors(product.database, target, [event]);
}

before(async () => {
  await ensureConsole();
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: '云台大厦', companyId });
  const parkId = await product.park(companyId, '云台大厦车库', { villageId });
  const areaId = await save('doorarea', { villageId, areaName: '办公区' });
  const gateId = await save('doorgate', { villageId, gateName: '大堂', areaId, readerSides: ['in', 'out'] });
  at['device'] = await save('doordevice', { villageId, gateId, deviceName: '大堂终端', reader: 'both', sn: 'FIRE-1' });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  for (const [name, empName] of Object.entries({ li: '李四', wu: '吴九' }))
    at[name] = await save('dooremployee', { villageId, deptId, empName, empNo: name });
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

for (const lang of inTurn('a fire at doors', ['zh', 'en'] as const))
  test(`a fire is seen, its roll is called on a phone, and it is ended with a reason, ${lang}`, async () => {
    const say = words[lang];
    const person: Account = { account: 'admin', password: product.passwords['admin']! };
    for (const who of ['li', 'wu']) await receive({ person: who, reader: 'in' }, Date.now() - 60_000);
    await receive({ kind: 'fire', on: true });
    const { page, watch: seen, close } = await openWindow(browser, url, person, lang, phone);
    await page.goto('/door/fire');
    await ready(page);
    await page.locator('main').getByText('办公区').first().click();
    await page.getByText(say.counts).waitFor();
    await page.getByText(say.inputOn).waitFor();
    await page.screenshot({ path: `shots/fire-roll-phone-${lang}.png`, fullPage: true });
    await button(page, `${say.here} 李四`).click();
    await button(page, `${say.undo} 李四`).waitFor();
    await receive({ person: 'wu', reader: 'out' });
    await receive({ kind: 'fire', on: false });
    await page.getByText(say.done).waitFor();
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      'nothing stands out to the side',
    );
    await close();

    const office = await openWindow(browser, url, person, lang, desk);
    const { records } = await product.must('GET', '/api/gatehouse/doorFire/list', { status: 'standing' });
    await office.page.goto(`/record/doorFire/${records[0].fireId}`);
    await ready(office.page);
    await office.page.getByText(say.done).waitFor();
    await office.page.screenshot({ path: `shots/fire-page-${lang}.png`, fullPage: true });
    await button(office.page, say.end).click();
    await office.page.getByRole('dialog').getByLabel(say.reason).fill('误报，已现场确认');
    await office.page.getByRole('dialog').getByRole('button', { name: say.ok }).click();
    await office.page.locator('main').getByText(say.ended, { exact: true }).first().waitFor();
    const noise = [...seen.take(), ...office.watch.take()].filter((line) => !line.includes('/mqtt'));
    assert.deepEqual(noise, []);
    await office.close();
  });

for (const lang of inTurn('a roll call', ['zh', 'en'] as const))
  test(`the roll of an area is called without an alarm, ticked off and ended with its result, ${lang}`, async () => {
    const say = words[lang];
    const person: Account = { account: 'admin', password: product.passwords['admin']! };
    for (const [who, reader] of [
      ['li', 'in'],
      ['wu', 'out'],
    ] as const)
      await receive({ person: who, reader });
    const { page, watch: seen, close } = await openWindow(browser, url, person, lang, desk);
    await page.goto('/door/doorarea');
    await ready(page);
    await page.screenshot({ path: `shots/door-areas-${lang}.png` });
    await button(page, say.inside).first().click();
    const inside = page.getByRole('dialog');
    await inside.getByText(say.here1).waitFor();
    assert.deepEqual(await inside.locator('.who b').allTextContents(), ['李四']);
    await page.screenshot({ path: `shots/door-inside-${lang}.png` });
    await page.keyboard.press('Escape');
    await inside.waitFor({ state: 'hidden' });
    await button(page, say.call).first().click();
    await page.getByText(say.called).waitFor();
    await button(page, `${say.here} 李四`).click();
    await button(page, `${say.undo} 李四`).waitFor();
    // A guest who is signed in meanwhile is on the roll, too.
    const { recordId } = await product.must('POST', '/api/updown/plat/visitorInfo/submit', {
      parkId: target.parkId,
      visitorName: '赵客',
      phone: '13800001234',
      people: 3,
      hostName: '李四',
      visitTime: new Date(Date.now() - 600_000).toISOString(),
      leaveTime: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await product.must('GET', '/api/updown/plat/visitorInfo/examine', { id: recordId, type: 1 });
    await product.must('POST', '/api/gatehouse/visit/signIn', { recordId });
    await button(page, `${say.here} 赵客`).click();
    await button(page, `${say.undo} 赵客`).waitFor();
    await page.screenshot({ path: `shots/roll-call-${lang}.png`, fullPage: true });
    await product.must('POST', '/api/gatehouse/visit/signOut', { recordId });
    const top = (part: string): Promise<number> =>
      page
        .locator(`main ${part}`)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    const isRollFirst = async (): Promise<boolean> => (await top('.fr-list')) < (await top('.gh-facts'));
    await page.setViewportSize(phone);
    await page.screenshot({ path: `shots/roll-call-phone-${lang}.png`, fullPage: true });
    assert.ok(await isRollFirst(), 'on a phone the roll comes first');
    await page.setViewportSize(desk);
    await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: `shots/roll-call-print-${lang}.png`, fullPage: true });
    assert.ok(await isRollFirst(), 'and on paper');
    assert.equal(await button(page, `${say.undo} 李四`).isVisible(), false, 'without buttons');
    await page.emulateMedia({ media: null });
    await button(page, say.finish).click();
    await page.getByRole('dialog').getByLabel(say.result).fill('演练，全部点到');
    await page.getByRole('dialog').getByRole('button', { name: say.ok }).click();
    await page.locator('main').getByText(say.ended, { exact: true }).first().waitFor();
    assert.deepEqual(
      seen.take().filter((line) => !line.includes('/mqtt')),
      [],
    );
    await close();
  });
