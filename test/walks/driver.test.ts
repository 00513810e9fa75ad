/**
 * A driver pays on the phone: at the exit, where the barrier opens; inside, with a time to leave; with discounts of two
 * shops, and too late; and once while the notice of the payment is lost.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { calm, moneyRound, moneyWorker, setSandbox } from '#areas/billing/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { openStreet } from '#areas/road/server/street.fixture.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { launchBrowser, openWindow, phone } from './world.ts';
import type { Opened } from './world.ts';

let product: TestProduct;
let lot: StoryLot;
let browser: Browser;
let url: string;
let worker: { stop: () => Promise<void> };

before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
  await product.must('POST', '/api/updown/basePark/submit', {
    id: lot.parkId,
    servicePhone: '400-000-0000',
    feeNotice: '前15分钟免费，之后每半小时5元，每日最高30元。',
  });
  url = await product.listen();
  worker = moneyWorker(product.database, { error: () => undefined });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await worker?.stop();
  await product?.close();
});

const open = (lang: 'zh' | 'en'): Promise<Opened> => openWindow(browser, url, null, lang, phone);
const address = () => `/m/pay?parkId=${lot.parkId}`;

async function look({ page }: Opened, plate: string): Promise<void> {
  await page.locator('select').selectOption(plate.slice(0, 1));
  await page.locator('#plate').fill(plate.slice(1).toLowerCase());
  await page.locator('button.main').click();
}
const fits = async ({ page }: Opened): Promise<void> =>
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing stands out to the side',
  );

test('at the exit: the whole plate, the bill line by line, the payment, and the barrier opens', async () => {
  const plate = '京A90001';
  await lot.enter(plate, Date.now() - HOUR - 20 * MINUTE);
  await lot.see('out1', Date.now(), plate);
  const driver = await open('zh');
  const { page } = driver;
  await page.goto(address());
  await page.getByText('前15分钟免费').waitFor();
  await page.screenshot({ path: 'shots/driver-plate.png' });
  await look(driver, plate);
  await page.locator('.sum', { hasText: '15.00' }).waitFor();
  const lines = await page.locator('.row').allInnerTexts();
  assert.ok(
    lines.some((line) => /5\.00|10\.00/.test(line)),
    lines.join(' | '),
  );
  await fits(driver);
  await page.screenshot({ path: 'shots/driver-bill.png' });
  await page.getByRole('button', { name: /模拟支付/ }).click();
  await page.getByText('缴费成功 15.00 元').waitFor();
  await page.getByText('道闸即将抬起').waitFor();
  await page.screenshot({ path: 'shots/driver-paid.png' });
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await lot.through('out1', Date.now());
  assert.deepEqual(driver.watch.take(), []);
  await driver.close();
});

test('inside, in English: a plate that is not there, the bill, and the time to leave', async () => {
  const plate = '沪B90002';
  await lot.enter(plate, Date.now() - HOUR - 20 * MINUTE);
  const driver = await open('en');
  const { page } = driver;
  await page.goto(address());
  await look(driver, '沪B90009');
  await page.locator('.bad', { hasText: 'does not exist' }).waitFor();
  await look(driver, plate);
  await page.locator('.sum', { hasText: '15.00' }).waitFor();
  await fits(driver);
  await page.getByRole('button', { name: /Pretend to pay/ }).click();
  await page.getByText('Please leave before').waitFor();
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByText('请在此时间前离场').waitFor();
  driver.watch.take(); // the answer of the plate that is not there
  await driver.close();
});

test('a visitor takes the discounts of two shops by their codes, pays before he goes, and leaves too late: the exit asks for the rest alone', async () => {
  const plate = '浙D90004';
  const submit = async (path: string, input: Record<string, unknown>): Promise<string> =>
    (await product.must('POST', `/api/updown/${path}/submit`, { parkId: lot.parkId, ...input })).id;
  const codes: string[] = [];
  for (const [sellerName, derateName, more] of [
    ['云汇影城', '看电影停一小时', { derateType: 'time', minutes: 60, chargeBy: 'price', price: 300 }],
    ['云汇书店', '购书减三元', { derateType: 'amount', amountFen: 300, chargeBy: 'face' }],
  ] as const) {
    const derateId = await submit('parkderate', { derateName, ...more });
    const sellerId = await submit('parkseller', { sellerName, derateIds: [derateId], creditFen: 5_000 });
    codes.push(
      (await product.must('POST', '/api/gatehouse/derateCode/make', { sellerId, derateId, codeKind: 'once' })).codes[0]
        .code,
    );
  }
  const stayId = await lot.enter(plate, Date.now() - 110 * MINUTE);
  const driver = await open('zh');
  const { page } = driver;
  for (const code of codes) {
    await page.goto(`/m/derate?code=${code}`);
    await page.locator('#plate').fill(plate);
    await page.getByRole('button', { name: '领取' }).click();
    await page.getByText(`已领取：${plate} 出场时自动抵扣`).waitFor();
  }
  await page.goto(address());
  await look(driver, plate);
  for (const name of ['看电影停一小时', '购书减三元'])
    await page.locator('.row', { hasText: name }).filter({ hasText: '-' }).waitFor();
  const sumOf = async (): Promise<number> =>
    Math.round(Number(/[\d.]+/.exec((await page.locator('.sum').innerText()).replace(/,/g, ''))![0]) * 100);
  /** What stands on the bill, line by line, in fen; times of day are no sums. */
  const linesOf = async (): Promise<number> =>
    (await page.locator('.row').allInnerTexts()).reduce(
      (sum, line) => sum + Math.round(Number(/(?<![\d:])-?\d+\.\d\d$/.exec(line.trim())?.[0] ?? 0) * 100),
      0,
    );
  const ahead = await sumOf();
  assert.equal(await linesOf(), ahead, 'the lines add up to the amount due');
  await fits(driver);
  await page.screenshot({ path: 'shots/driver-discounts.png' });
  await page.getByRole('button', { name: /模拟支付/ }).click();
  await page.getByText('请在此时间前离场').waitFor();
  const late = Date.now() + 40 * MINUTE;
  await lot.see('out1', late, plate);
  assert.equal((await lot.lane('out1')).phase.name, 'awaiting', 'a quarter of an hour to leave is over');
  await page.goto(address());
  await look(driver, plate);
  await page.locator('.sum').waitFor();
  const rest = await sumOf();
  assert.equal(await linesOf(), rest, 'and those of the rest to the rest');
  await page.getByRole('button', { name: /模拟支付/ }).click();
  await page.getByText('道闸即将抬起').waitFor();
  await lot.through('out1', late + MINUTE);
  const stay = await lot.stay(stayId);
  assert.deepEqual(
    [stay.status, stay.paid_fen, stay.receivable_fen - stay.derate_fen],
    ['closed', ahead + rest, ahead + rest],
  );
  assert.ok(rest > 0 && ahead > 0);
  assert.deepEqual(
    (await lot.of('car_derate', 'time')).map((row) => [row.status, row.charged_fen]),
    [
      ['used', 300],
      ['used', 300],
    ],
    'each is used once, though two bills count it',
  );
  assert.deepEqual(driver.watch.take(), []);
  await driver.close();
});

test('the notice of the payment is lost: the page says so and waits, and the question to the channel finds it', async () => {
  const plate = '粤C90003';
  await lot.enter(plate, Date.now() - HOUR - 20 * MINUTE);
  await lot.see('out1', Date.now(), plate);
  await setSandbox(product.database, { ...calm, copies: 0 });
  const driver = await open('zh');
  const { page } = driver;
  await page.goto(address());
  await look(driver, plate);
  await page.getByRole('button', { name: /模拟支付/ }).click();
  await page.getByText('正在等待支付结果').waitFor();
  assert.equal((await lot.lane('out1')).phase.name, 'awaiting');
  await moneyRound(product.database, new Date(Date.now() + 35_000));
  await page.getByText('缴费成功 15.00 元').waitFor();
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await setSandbox(product.database, calm);
  assert.deepEqual(driver.watch.take(), []);
  await driver.close();
});

test('what was left owing at the roadside is found by the plate and paid', async () => {
  const street = await openStreet(product, 1);
  const [came, plate] = [Date.now() - 5 * HOUR, '粤B90007'];
  await street.accept(
    [
      street.claim(0, came, 'arrive'),
      street.person(0, came + MINUTE, 'plate', plate),
      street.claim(0, came + 70 * MINUTE, 'leave'),
    ],
    came + 80 * MINUTE,
  );
  await street.sweep(Date.now());
  const driver = await open('zh');
  const { page } = driver;
  await page.goto(`/m/pay?parkId=${street.lot.parkId}`);
  await page.getByText('查询欠费').click();
  await page.locator('#slip').waitFor();
  await look(driver, plate);
  await page.locator('.sum', { hasText: '9.00' }).waitFor();
  await page.getByText('人民路东侧').waitFor();
  await fits(driver);
  await page.getByRole('button', { name: '申诉' }).click();
  await page.locator('#mobile').fill('13800000000');
  await page.locator('#reason').fill('当时车不在该泊位');
  await page.locator('#photo').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await fits(driver);
  await page.getByRole('button', { name: '提交申诉' }).click();
  await page.getByText('申诉已提交').waitFor();
  await page.getByRole('button', { name: '查看其余欠费' }).click();
  await page.getByRole('button', { name: /模拟支付/ }).click();
  await page.getByText('缴费成功 9.00 元').waitFor();
  await page.getByRole('button', { name: '查看其余欠费' }).click();
  await page.locator('#plate').waitFor();
  driver.watch.take(); // the answer that nothing is owed any more
  await driver.close();
});
