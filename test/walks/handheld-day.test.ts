/**
 * A collector's day besides the berths: work orders and notices without a network, the clock, a newer version, and the
 * cash handed in.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import { kept, openKerb, otherThanLost, password, press, signOn, size, worker } from './kerb.ts';
import type { Kerb } from './kerb.ts';
import { chineseLeft, outside, wordsOn } from './look.ts';
import { openWindow } from './world.ts';

let product: TestProduct;
let browser: Browser;
let url: string;
let street: Kerb;
let account: string;

before(async () => {
  street = await openKerb();
  ({ product, browser, url, account } = street);
});
after(() => street?.close());

test('the day is handed in on the handheld: float, a drop, the blind count and the supervisor’s signature, not before all is sent', async () => {
  await product.must('POST', '/api/updown/baseParkBox/submit', { parkId: street.parkId, boxName: '一号手持机' });
  const supervisor = await worker(product, street.sectionId, 'lotManager');
  const opened = await openWindow(browser, url, null, 'en', size, true);
  const { page, context, watch } = opened;
  await signOn(street, opened, { signOn: 'Sign on', enrol: 'Enrol this handheld' });
  await kept(page);
  await press(page, 'My day');
  await page.locator('[name=float]').fill('100');
  await press(page, 'Start the shift');
  await page.getByText('On shift at').waitFor();
  await page.locator('[name=drop]').fill('30');
  await press(page, 'Cash drop');
  await page.getByText('30.00 yuan dropped').waitFor();
  await context.setOffline(true);
  await press(page, 'Clock in');
  await page.getByText('items are to be sent before the count').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Count and hand in', exact: true }).isDisabled());
  await context.setOffline(false);
  await press(page, 'Count and hand in');
  await page.locator('[name=piece-1000]').fill('6');
  await page.locator('[name=piece-500]').fill('1');
  assert.deepEqual(await outside(page), []);
  // The keys of a plate are Chinese in every language.
  const left = chineseLeft(await wordsOn(page), ['李收费', '人民路路内', '一号手持机', '中']);
  assert.deepEqual(
    left.filter((each) => each.length > 1),
    [],
  );
  await page.screenshot({ path: 'shots/handheld-hand-in.png' });
  await press(page, 'Submit the count (once only)');
  await page.locator('[data-difference]', { hasText: '-5.00' }).waitFor();
  await page.locator('[name=signer]').fill(supervisor);
  await page.locator('[name=signature]').fill(password);
  await press(page, 'Supervisor signs: handed in');
  await page.getByText('Handed in', { exact: true }).waitFor();
  const [shift] = await product.database.read(platformScope, (db) =>
    db.raw(
      'SELECT status, float_fen AS float, drop_fen AS drop, counted_fen AS counted, difference_fen AS difference, hand_in_fen AS "handIn" FROM shift WHERE park_id = $1',
      [street.parkId],
    ),
  );
  assert.deepEqual(shift, {
    status: 'closed',
    float: 10_000,
    drop: 3_000,
    counted: 6_500,
    difference: -500,
    handIn: 6_500,
  });
  assert.deepEqual(otherThanLost(watch.take()), []);
  await opened.close();
});

test('a work order and a notice are handled offline, the day is clocked, and a newer version is requested once everything is sent', async () => {
  const [person] = await product.database.read(platformScope, (db) =>
    db.raw<{ id: string }>('SELECT id FROM "user" WHERE account = $1', [account]),
  );
  const notice = await product.must(
    'POST',
    '/api/blade-desk/notice/submit',
    {
      title: '台风停收',
      content: '今日停止收费',
    },
    { as: 'groupAdmin' },
  );
  await product.must('POST', '/api/blade-desk/notice/publish', { id: notice.id }, { as: 'groupAdmin' });
  const { workId, workNo } = await product.must('POST', '/api/updown/plat/rdrwork/upload', {
    workType: 'sensor',
    parkId: street.parkId,
    berthNo: street.berths[0]!.berthNo,
    text: '地磁无信号',
    assignee: person!.id,
  });
  const opened = await openWindow(browser, url, null, 'zh', size, true);
  const { page, context, watch } = opened;
  await signOn(street, opened, { signOn: '登录', enrol: '登记本机' });
  await kept(page);
  await context.setOffline(true);
  await press(page, '任务 2');
  await page.locator('[data-notice] button').first().click();
  await page.getByText('今日停止收费').waitFor();
  await page.locator(`[data-task="${workNo}"] > button`).click();
  await press(page, '接单');
  await page.locator('[name=remark]').fill('已更换地磁');
  assert.deepEqual(await outside(page), []);
  await page.screenshot({ path: 'shots/handheld-tasks.png' });
  await press(page, '完成');
  await page.getByText('没有待办工单').waitFor();
  await press(page, '我的');
  await press(page, '签到');
  await page.getByText('已打卡').waitFor();
  await page.reload();
  await page.getByText('待上传 4').waitFor();
  await press(page, '任务');
  await page.getByText('没有待办工单').waitFor();
  assert.equal((await product.must('GET', '/api/updown/plat/rdrwork/detail', { workId })).status, 'allocated');
  await product.must('POST', '/api/updown/pda/pdaplatform/submit', {
    platName: '收费员应用',
    companyId: product.companies.child,
    channel: 'pwa',
    versionNo: '99.0.0',
    forced: true,
    releaseTime: new Date(Date.now() - 60_000).toISOString(),
  });
  await context.setOffline(false);
  await page.getByRole('alert').getByText('须升级到 99.0.0').waitFor();
  assert.deepEqual(await outside(page), []);
  await page.screenshot({ path: 'shots/handheld-upgrade.png' });
  const done = await product.must('GET', '/api/updown/plat/rdrwork/detail', { workId });
  assert.deepEqual([done.status, done.result], ['done', '已更换地磁']);
  assert.equal(
    (await product.must('GET', '/api/blade-desk/notice/detail', { id: notice.id }, { as: 'groupAdmin' })).readers,
    1,
  );
  // This server has no newer build to give: after one try the work goes on, and the journal says so.
  await press(page, '升级');
  await page.locator('.strip .berth').first().waitFor();
  await press(page, '日志');
  await page.getByText('有新版本 99.0.0').waitFor();
  await page.locator('[data-queued]', { hasText: /^0$/ }).waitFor();
  assert.deepEqual(otherThanLost(watch.take()), []);
  await opened.close();
});
