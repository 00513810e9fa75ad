/**
 * A collector at the kerb: signs on, loses the network, reads a plate, takes cash, reloads the page, and everything
 * reaches the server once.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import { built, kept, openKerb, otherThanLost, password, press, signOn as signOnAt, size } from './kerb.ts';
import type { Kerb } from './kerb.ts';
import { chineseLeft, outside, wordsOn } from './look.ts';
import { openWindow } from './world.ts';
import type { Opened } from './world.ts';

let product: TestProduct;
let browser: Browser;
let url: string;
let street: Kerb;
let account: string;
let lastDevice: string;

before(async () => {
  street = await openKerb();
  ({ product, browser, url, account } = street);
});
after(() => street?.close());

async function signOn(opened: Opened, words: { signOn: string; enrol: string }): Promise<void> {
  lastDevice = await signOnAt(street, opened, words);
}

/** Part seconds cost nothing: a stay that ended in the second it began has no bill. */
const aSecond = (page: Page): Promise<void> => page.waitForTimeout(1_100);

const berth = (page: Page, nth: number) => page.locator('.strip .berth', { hasText: street.berths[nth]!.berthNo });
const stays = () =>
  product.database.read(platformScope, (db) =>
    db.raw<Record<string, string & number>>(
      `SELECT plate_number AS plate, status, in_time AS "in", out_time AS out, receivable_fen AS due, paid_fen AS paid,
        outstanding_fen AS owed FROM stay WHERE park_id = $1 AND status <> 'merged' ORDER BY in_time, id`,
      [street.parkId],
    ),
  );

test('the page weighs less than 170 KB, and nothing but itself may be loaded into it', async () => {
  const scripts = readdirSync(join(built, 'h')).filter((name) => /^(app|part)-.*\.(js|css)$/.test(name));
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(built, 'h', name))).length, 0);
  assert.ok(scripts.length >= 2 && bytes < 170_000, `${bytes} bytes in ${scripts.join(', ')}`);
  const answer = await fetch(`${url}/h/`);
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/);
});

test('offline a plate is read, its stay ended and cash taken; the page reloads without the network, and the server has it once', async () => {
  const opened = await openWindow(browser, url, null, 'zh', size, true);
  const { page, context, watch } = opened;
  await page.clock.install({ time: Date.now() + 7 * 60_000 }); // its clock is 7 minutes ahead
  await signOn(opened, { signOn: '登录', enrol: '登记本机' });
  await kept(page);
  assert.deepEqual(await outside(page), []);
  await page.screenshot({ path: 'shots/handheld-strip.png' });
  const began = Date.now();
  await context.setOffline(true);
  await berth(page, 0).click();
  for (const key of '粤B12345') await press(page, key);
  await page.screenshot({ path: 'shots/handheld-plate.png' });
  await press(page, '开始停车');
  await page.locator('.standing .plate-shown', { hasText: '粤B·12345' }).waitFor();
  const stood = Date.now();
  await aSecond(page);
  await press(page, '结束停车');
  await press(page, '确认');
  await page.locator('.collect .sum', { hasText: '3.00' }).waitFor();
  await page.locator('[name=tendered]').fill('5');
  await page.getByText('找零 2.00').waitFor();
  assert.deepEqual(await outside(page), []);
  await page.screenshot({ path: 'shots/handheld-collect.png' });
  await press(page, '收现金');
  await page.locator('.slip', { hasText: '3.00' }).waitFor();
  await page.getByText('待上传 3').waitFor();
  await page.reload();
  await page.getByText('待上传 3').waitFor();
  await berth(page, 1).click();
  for (const key of '粤B54321') await press(page, key);
  await press(page, '开始停车');
  await page.locator('.standing').waitFor();
  assert.deepEqual(await stays(), [], 'nothing has reached the server');
  await context.setOffline(false);
  await page
    .getByText('待上传')
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
  await press(page, '日志');
  await page.locator('[data-queued]', { hasText: /^0$/ }).waitFor();
  await page.locator('.results li.done').nth(3).waitFor();
  await page.screenshot({ path: 'shots/handheld-journal.png' });
  await page.reload();
  await page.locator('.strip .berth', { hasText: '粤B·54321' }).waitFor();
  const found = await stays();
  assert.deepEqual(
    found.map(({ plate, status, due, paid, owed }) => [plate, status, due, paid, owed]),
    [
      ['粤B12345', 'closed', 300, 300, 0],
      ['粤B54321', 'open', 0, 0, 0],
    ],
  );
  assert.ok(
    Date.parse(found[0]!.in!) > began - 60_000 && Date.parse(found[0]!.in!) < stood + 60_000,
    `${found[0]!.in} by a clock that was 7 minutes ahead`,
  );
  const paid = await product.database.read(platformScope, (db) =>
    db.raw('SELECT amount_fen FROM payment WHERE park_id = $1', [street.parkId]),
  );
  assert.equal(paid.length, 1);
  await press(page, '我的');
  await page.locator('.cash .sum', { hasText: '3.00' }).waitFor();
  assert.deepEqual(otherThanLost(watch.take()), []);
  await opened.close();
});

test('in English: a sweep, the list to walk, a debt by its plate, and what waits survives signing off', async () => {
  const opened = await openWindow(browser, url, null, 'en', size, true);
  const { page, context, watch } = opened;
  await signOn(opened, { signOn: 'Sign on', enrol: 'Enrol this handheld' });
  await kept(page);
  await press(page, 'Patrol');
  const line = page.locator('.sweep li', { hasText: street.berths[3]!.berthNo });
  await line.getByRole('button', { name: 'Car', exact: true }).click();
  await press(page, 'Save the sweep (1)');
  await press(page, 'To read');
  await berth(page, 3).waitFor();
  assert.deepEqual(chineseLeft(await wordsOn(page), ['人民路东侧', '中']), []);
  await berth(page, 3).click();
  for (const key of '粤B77777') await press(page, key);
  await press(page, 'Record plate');
  await page.locator('.standing').waitFor();
  await aSecond(page);
  await press(page, 'End stay');
  await press(page, 'Yes');
  await page.locator('.collect .sum', { hasText: '3.00' }).waitFor();
  await press(page, 'My day');
  for (const key of '粤B77777') await press(page, key);
  await press(page, 'Debts of a plate');
  await press(page, 'Look up debts');
  await press(page, 'Take 3.00 yuan for these');
  await page.getByText(/Paid, number B/).waitFor();
  await context.setOffline(true);
  await press(page, 'Berths');
  await berth(page, 4).click();
  for (const key of '粤B88888') await press(page, key);
  await press(page, 'Begin');
  await page.locator('.standing').waitFor();
  await press(page, 'My day');
  await press(page, 'Sign off');
  await page.locator('[name=username]').waitFor();
  await context.setOffline(false);
  await page.locator('[name=username]').fill(account);
  await page.locator('[name=password]').fill(password);
  await press(page, 'Sign on');
  await page.locator('.strip .berth', { hasText: '粤B·88888' }).waitFor();
  await press(page, 'Journal');
  await page.locator('[data-queued]', { hasText: /^0$/ }).waitFor();
  const found = (await stays()).filter(({ plate }) => ['粤B77777', '粤B88888'].includes(plate!));
  assert.deepEqual(
    found.map(({ plate, status, owed }) => [plate, status, owed]),
    [
      ['粤B77777', 'closed', 0],
      ['粤B88888', 'open', 0],
    ],
  );
  assert.deepEqual(otherThanLost(watch.take()), []);
  await opened.close();
});

test('a handheld reported lost says so at once, keeps its data, and shows nothing to whoever logs in again', async () => {
  const opened = await openWindow(browser, url, null, 'en', size, true);
  const { page, context } = opened;
  await signOn(opened, { signOn: 'Sign on', enrol: 'Enrol this handheld' });
  await context.setOffline(true);
  await berth(page, 5).click();
  for (const key of '粤B66666') await press(page, key);
  await press(page, 'Begin');
  await page.locator('.standing').waitFor();
  await product.must('POST', '/api/updown/pda/pdadevice/lose', { deviceId: lastDevice, reason: '遗失' });
  await context.setOffline(false);
  await press(page, 'Journal');
  await page.getByRole('alert').getByText('not enrolled').waitFor();
  assert.equal(await page.locator('[data-queued]').innerText(), '1');
  await press(page, 'My day');
  await press(page, 'Sign off');
  await page.locator('[name=username]').fill(account);
  await page.locator('[name=password]').fill(password);
  await press(page, 'Sign on');
  await page.getByRole('alert').getByText('not enrolled').waitFor();
  assert.equal(await page.locator('.strip').count(), 0);
  await opened.close();
});

/** What a build before there were pictures left in the browser: its journal, and a name. */
const leftByEarlierBuild = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((then, fail) => {
        const opening = indexedDB.open('handheld', 1);
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore('journal', { keyPath: ['installation', 'seq'] });
          opening.result.createObjectStore('kept').put('of before', 'left');
        });
        opening.addEventListener('error', () => fail(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          opening.result.close();
          then();
        });
      }),
  );

test('a picture taken without a network stays over a reload, comes after the plate it belongs to, and is evidence at the berth', async () => {
  await product.must('POST', '/api/updown/pda/rdParameter/submit', {
    parkId: street.parkId,
    paramKey: 'photo',
    paramValue: 'true',
  });
  const opened = await openWindow(browser, url, null, 'zh', size, true);
  const { page, context, watch } = opened;
  await page.goto('/api/docs');
  await leftByEarlierBuild(page);
  await signOn(opened, { signOn: '登录', enrol: '登记本机' });
  await kept(page);
  await context.setOffline(true);
  await berth(page, 2).click();
  for (const key of '粤B22222') await press(page, key);
  await page.getByRole('button', { name: '请先拍照', exact: true }).waitFor();
  const drawn = await page.screenshot({ path: 'shots/handheld-camera.png' });
  await page
    .getByLabel('拍照')
    .setInputFiles({ name: 'berth.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByRole('alert').getByText('不是图片').waitFor();
  await page.getByLabel('拍照').setInputFiles({ name: 'berth.png', mimeType: 'image/png', buffer: drawn });
  await page.locator('.camera img').waitFor();
  assert.deepEqual(await outside(page), []);
  await page.screenshot({ path: 'shots/handheld-picture.png' });
  await press(page, '开始停车');
  await page.locator('.standing').waitFor();
  await page.reload();
  await press(page, '日志');
  await page.locator('[data-pictures]', { hasText: /^1$/ }).waitFor();
  await context.setOffline(false);
  await page.locator('[data-queued]', { hasText: /^0$/ }).waitFor();
  await page.locator('[data-pictures]', { hasText: /^0$/ }).waitFor();
  const evidence = await product.database.read(platformScope, (db) =>
    db.raw<{ plate: string; sha256: string; type: string }>(
      `SELECT e.plate_number AS plate, e.sha256, f.type FROM berth_evidence e
        JOIN stored_file f ON f.tenant_id = e.tenant_id AND f.hash = e.sha256 WHERE e.berth_id = $1`,
      [street.berths[2]!.id],
    ),
  );
  assert.deepEqual(
    evidence.map(({ plate, type }) => [plate, type]),
    [['粤B22222', 'image/jpeg']],
  );
  assert.deepEqual(otherThanLost(watch.take()), []);
  await opened.close();
});
