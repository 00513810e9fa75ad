/** A guest on the phone: from the poster to the code he shows, and back out of it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { launchBrowser, openWindow, phone } from './world.ts';

const HOUR = 3_600_000;
const base = '/api/updown/plat/visitorInfo';
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
