/**
 * On the phone: a guest from the poster to the code he shows and back out of it, or to the bill for staying too long; a
 * driver who rates the help.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { agent, openLot as openHelpedLot } from '#areas/seat/server/seat.fixture.ts';
import { refreshVisits } from '#areas/visitor/server/clock.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { inTurn } from '#test/turns.ts';
import { launchBrowser, openWindow, phone } from './world.ts';

const HOUR = 3_600_000;
const base = '/api/updown/plat/visitorInfo';
const words = {
  zh: {
    name: '姓名',
    phone: '手机号',
    plate: /^车牌号/,
    dept: '被访部门或住户',
    accept: '我已阅读并同意',
    send: '提交登记',
    waiting: '登记已提交',
    overstay: '已超时，请尽快离开',
    left: '已离开',
    help: '呼叫工作人员',
    rate: '请为本次服务评分（1 差，5 好）',
    covered: '预约访客免费',
    points: '4 分',
    thanks: '谢谢您的评价',
  },
  en: {
    name: 'Your name',
    phone: 'Mobile',
    plate: /^Plate/,
    dept: 'Department or household',
    accept: 'I have read this and agree',
    send: 'Register',
    waiting: 'Registered and waiting',
    overstay: 'Over its time, please leave soon',
    left: 'Left',
    help: 'Call for help',
    rate: 'How was the help (1 poor, 5 good)?',
    covered: 'Visitor with a booking',
    points: '4 of 5',
    thanks: 'Thank you',
  },
};
let product: TestProduct;
let browser: Browser;
let url: string;
let parkId: string;

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child, '云汇广场');
  await product.must('POST', '/api/blade-system/dept/submit', {
    companyId: product.companies.child,
    deptName: '行政部',
  });
  url = await product.listen();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await product?.close();
});

test('from the poster to the code: registered, waiting, approved, refreshed every half minute, withdrawn', async () => {
  const { recordId } = await product.must('POST', '/api/updown/plat/visitorqrcode/submit', {
    parkId,
    name: '大堂前台',
    startTime: new Date(Date.now() - HOUR).toISOString(),
    endTime: new Date(Date.now() + 24 * HOUR).toISOString(),
  });
  const made = await product.must('GET', '/api/updown/plat/visitorqrcode/getVistorQrCode', { recordId });
  const { page, watch: seen, close } = await openWindow(browser, url, null, 'zh', phone);
  await page.goto(`/m/visit${new URL(made.url).search}`);
  await page.getByRole('heading', { name: '云汇广场' }).waitFor();
  await page.getByLabel('姓名', { exact: true }).fill('钱多多');
  await page.getByLabel('手机号', { exact: true }).fill('13900139000');
  await page.getByLabel(/^车牌号/).fill('苏a70001');
  await page.getByLabel('被访部门或住户').selectOption({ label: '行政部' });
  await page.screenshot({ path: 'shots/visit-register.png', fullPage: true });
  await page.getByLabel('我已阅读并同意').check();
  await page.getByRole('button', { name: '提交登记' }).click();
  await page.getByText('登记已提交').waitFor();
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing stands out to the side',
  );
  const content = await page.locator('main').innerText();
  assert.ok(!content.includes('钱多多') && !content.includes('苏A70001'), content);
  const [visit] = (await product.must('GET', `${base}/getPagetWaitExamineList`, { parkId })).records;
  assert.deepEqual([visit.visitorName, visit.plateNumber, visit.source], ['钱多多', '苏A70001', 'poster']);
  await product.must('GET', `${base}/examine`, { id: visit.id, type: 1 });
  await page.reload();
  await page.locator('img.code[src^="data:image/svg"]').waitFor();
  await page.screenshot({ path: 'shots/visit-code.png', fullPage: true });
  await page.getByRole('button', { name: '撤回并删除个人信息' }).click();
  await page.getByRole('button', { name: /再按一次/ }).click();
  await page.getByText('个人信息已删除').waitFor();
  const gone = await product.must('GET', `${base}/detail`, { recordId: visit.id });
  assert.deepEqual([gone.status, gone.visitorName, gone.plateNumber], ['cancelled', null, null]);
  assert.deepEqual(seen.take(), []);
  await close();
});

for (const lang of inTurn('a guest who stays too long', ['zh', 'en'] as const))
  test(`a guest from the poster stays too long: the phone says so, bills the extra hour and sees the visit end, ${lang}`, async () => {
    const say = words[lang];
    const lot = await openLot(product);
    const now = Date.now();
    const { recordId } = await product.must('POST', '/api/updown/plat/visitorqrcode/submit', {
      parkId: lot.parkId,
      name: '东门岗',
      startTime: new Date(now - HOUR).toISOString(),
      endTime: new Date(now + 24 * HOUR).toISOString(),
    });
    const made = await product.must('GET', '/api/updown/plat/visitorqrcode/getVistorQrCode', { recordId });
    const { page, watch: seen, close } = await openWindow(browser, url, null, lang, phone);
    await page.goto(`/m/visit${new URL(made.url).search}&lang=${lang}`);
    await page.getByLabel(say.name, { exact: true }).fill('孙满');
    await page.getByLabel(say.phone, { exact: true }).fill('13900139001');
    await page.getByLabel(say.plate).fill('苏A70002');
    await page.getByLabel(say.dept).selectOption({ label: '行政部' });
    await page.getByLabel(say.accept).check();
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.waiting).waitFor();
    const [visit] = (await product.must('GET', `${base}/getPagetWaitExamineList`, { parkId: lot.parkId })).records;
    await product.must('GET', `${base}/examine`, { id: visit.id, type: 1 });
    // It was for earlier than it is: until two hours ago.
    const shift = `${Date.parse(visit.leaveTime) - (now - 2 * HOUR)} milliseconds`;
    await product.database.write(platformScope, async (db) => {
      for (const [table, times, which] of [
        ['visit', ['visit_time', 'leave_time'], 'id = $1'],
        [
          'space_booking',
          ['start_time', 'end_time'],
          'id::text IN (SELECT booking_id FROM visitor_car WHERE visit_id = $1)',
        ],
        ['visitor_car', ['start_time', 'end_time'], 'visit_id = $1'],
      ] as const) {
        const set = times.map((time) => `${time} = ${time} - $2::interval`).join(', ');
        await db.raw(`UPDATE ${table} SET ${set} WHERE ${which}`, [visit.id, shift]);
      }
    });
    lot.forget();
    await lot.enter('苏A70002', now - 2.5 * HOUR);
    await refreshVisits(product.database, new Date(now));
    await page.reload();
    await page.getByText(say.overstay).waitFor();
    await page.screenshot({ path: `shots/visit-overstay-${lang}.png`, fullPage: true });
    await lot.see('out1', now, '苏A70002');
    const { phase } = await lot.lane('out1');
    const due = phase.name === 'awaiting' ? phase.settling.quote.dueFen : 0;
    assert.ok(due >= 1_000, String(due));
    const bill = await openWindow(browser, url, null, lang, phone);
    await bill.page.goto(`/m/pay?parkId=${lot.parkId}&lang=${lang}`);
    await bill.page.locator('select').selectOption('苏');
    await bill.page.locator('#plate').fill('a70002');
    await bill.page.locator('button.main').click();
    await bill.page.locator('.sum', { hasText: (due / 100).toFixed(2) }).waitFor();
    await bill.page.getByText(say.covered).waitFor();
    await bill.page.screenshot({ path: `shots/visit-bill-${lang}.png`, fullPage: true });
    await bill.close();
    await lot.cash('out1', now + 5_000, due);
    await lot.through('out1', now + 7_000);
    await page.reload();
    await page.getByText(say.left, { exact: true }).waitFor();
    assert.deepEqual(seen.take(), []);
    await close();
  });

for (const lang of inTurn('a rating', ['en', 'zh'] as const))
  test(`a driver who was helped rates it on the phone, once, and the call shows it, ${lang}`, async () => {
    const say = words[lang];
    const [lot, one] = [await openHelpedLot(product), await agent(product)];
    const seat = '/api/gatehouse/seat';
    await product.must('POST', `${seat}/presence`, { to: 'ready' }, { as: one.token });
    const { page, watch: seen, close } = await openWindow(browser, url, null, lang, phone);
    await page.goto(`/m/help?parkId=${lot.parkId}&gate=${lot.gate}&lang=${lang}`);
    await page.getByRole('button', { name: say.help }).click();
    const ringing = async (): Promise<string> => {
      const { own } = await product.must('GET', `${seat}/state`, {}, { as: one.token });
      return own?.callId ?? (await page.waitForTimeout(200), ringing());
    };
    const callId = await ringing();
    await product.must('POST', `${seat}/accept`, { callId }, { as: one.token });
    await product.must('POST', `${seat}/end`, { callId }, { as: one.token });
    await page.getByText(say.rate).waitFor();
    await page.screenshot({ path: `shots/help-rate-${lang}.png`, fullPage: true });
    await page.getByRole('button', { name: say.points }).click();
    await page.getByText(say.thanks).waitFor();
    const { records } = await product.must('GET', '/api/updown/cloudseats/callrecord/getList', { parkId: lot.parkId });
    assert.deepEqual(
      records.map(({ source, rating }: Record<string, unknown>) => [source, Number(rating)]),
      [['phone', 4]],
    );
    assert.deepEqual(seen.take(), []);
    await product.must('POST', `${seat}/presence`, { to: 'offline' }, { as: one.token });
    await close();
  });
