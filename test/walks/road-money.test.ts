/**
 * Journeys at the kerb that end with money, as they are seen: read, slip, pay and leave; a second stop that pays the
 * first; a mall’s exit; an appeal upheld.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { inTurn } from '#test/turns.ts';
import type { Page } from 'playwright-core';
import { press } from './kerb.ts';
import { outside, ready } from './look.ts';
import { pick, press as pressIn, rows } from './page-helpers.ts';
import { asks, dialogOf, HOUR, journey, MINUTE, openStreets, owing, says, sure } from './streets.fixture.ts';
import type { Streets } from './streets.fixture.ts';
import type { Opened } from './world.ts';

const both = ['zh', 'en'] as const;
let streets: Streets;
before(async () => {
  streets = await openStreets();
});
after(() => streets?.close());

const pays = { zh: '模拟支付（演示，不产生真实付款）', en: 'Pretend to pay (demo, no real money)' };
const paid = {
  zh: (sum: string) => `缴费成功 ${sum} 元`,
  en: (sum: string) => `Paid ${sum} yuan`,
};

/** What is still owed at a street, in fen. */
const owedAt = async (parkId: string): Promise<number> => {
  const [row] = await streets.product.database.read(platformScope, (db) =>
    db.raw<{ fen: number }>('SELECT coalesce(sum(outstanding_fen), 0)::int AS fen FROM rd_escape WHERE park_id = $1', [
      parkId,
    ]),
  );
  return row!.fen;
};

type Printed = { printed?: number[] };

/** A slip printer for the browser of a handheld, which is switched off when it is first printed to. */
async function withPrinter({ page, context }: Opened): Promise<void> {
  await context.addInitScript(() => {
    const printed: number[] = [];
    Object.assign(window, { printed });
    let on = false;
    const characteristic = {
      properties: { write: false, writeWithoutResponse: true },
      writeValueWithoutResponse: async (bytes: Uint8Array) => {
        if (!on) {
          on = true;
          gatt.connected = false;
          throw new DOMException('GATT Server is disconnected', 'NetworkError');
        }
        printed.push(...bytes);
      },
    };
    const gatt = {
      connected: false,
      connect: async () => {
        gatt.connected = true;
        return { getPrimaryServices: async () => [{ getCharacteristics: async () => [characteristic] }] };
      },
    };
    const bluetooth = { requestDevice: async () => ({ name: 'MPT-II', gatt }) };
    Object.defineProperty(navigator, 'bluetooth', { value: bluetooth });
  });
  await page.reload();
  await page.locator('.strip .berth').first().waitFor();
}

/** What came out of it, as text. */
const printedBy = async (page: Page): Promise<string> =>
  new TextDecoder('gb18030').decode(
    new Uint8Array(await page.evaluate(() => (window as unknown as Printed).printed ?? [])),
  );

/** Prints what is shown: the first press finds the printer off, the second prints. */
async function prints(page: Page, say: ReturnType<typeof says>): Promise<string> {
  await press(page, say('print'));
  await page
    .getByRole('alert')
    .getByText(/再打印一次|print again/)
    .waitFor();
  await press(page, say('print'));
  await page.getByText(say('printed'), { exact: true }).waitFor();
  return printedBy(page);
}

for (const lang of inTurn('read, slip, pay, leave', both))
  test(`a car is read, its slip printed over Bluetooth, its driver pays by the code on it and leaves: nothing is owed (${lang})`, async () => {
    const street = await streets.street();
    const say = says(lang);
    const { parkId } = street.lot;
    const { berthNo } = street.berths[0]!;
    const came = Date.now() - 20 * MINUTE;
    await street.accept([street.claim(0, came - HOUR, 'absent'), street.claim(0, came, 'arrive')], came + MINUTE);
    await streets.product.must('POST', '/api/updown/basePark/submit', { id: parkId, feeNotice: '每半小时3元' });
    const collector = await streets.handheld(lang);
    const driver = await streets.driver(lang);
    const { page } = collector;
    await withPrinter(collector);
    const wrong = await journey('read-pay-leave', [collector, driver], async () => {
      const berth = page.locator('.strip .berth', { hasText: berthNo });
      await berth.filter({ hasText: say('unread') }).click();
      for (const key of '粤B60001') await press(page, key);
      await press(page, say('enterPlate'));
      await page.locator('.standing .sum', { hasText: '3.00' }).waitFor();
      await press(page, say('journal'));
      await page.locator('[data-queued]', { hasText: /^0$/ }).waitFor();
      await press(page, say('strip'));
      await berth.filter({ hasText: '粤B·60001' }).click();
      await press(page, say('slip'));
      await page.getByRole('img', { name: say('scanToPay') }).waitFor();
      assert.deepEqual(await outside(page), []);
      const slip = await prints(page, say);
      await page.screenshot({ path: `shots/road-slip-${lang}.png`, fullPage: true });
      for (const each of [say('slip'), berthNo, '粤B·60001', '每半小时3元']) assert.ok(slip.includes(each), slip);
      const [address] = /https?:\/\/\S+?\/m\/pay\?[\w&=.-]+/.exec(slip)!;
      assert.equal(new URL(address).searchParams.get('parkId'), parkId);
      await asks(
        driver.page,
        `/m/pay?parkId=${parkId}&berth=${new URL(address).searchParams.get('berth')}`,
        '粤B60001',
      );
      await driver.page.locator('.sum', { hasText: '3.00' }).waitFor();
      assert.deepEqual(await outside(driver.page), []);
      await press(driver.page, pays[lang]);
      await driver.page.getByText(paid[lang]('3.00')).waitFor();
      const left = Date.now();
      await street.accept([street.claim(0, left, 'leave')], left);
      await street.sweep(left + 5 * MINUTE);
      await press(page, say('journal'));
      await press(page, say('sendNow'));
      await press(page, say('strip'));
      await berth.filter({ hasText: say('free') }).waitFor();
    });
    assert.deepEqual(wrong, []);
    const stays = await street.stays();
    assert.deepEqual(
      stays.map(({ plate, status, due, owed }) => [plate, status, due, owed]),
      [['粤B60001', 'closed', 300, 0]],
    );
  });

for (const lang of inTurn('a second stop pays the first', both))
  test(`the collector who reads a plate sees what it owes of before, takes it at the berth, and prints the receipt of the second stop (${lang})`, async () => {
    const [first, second] = [await streets.street(), await streets.street()];
    const say = says(lang);
    const before30 = Date.now() - 30 * HOUR;
    await owing(first, '粤B60002', before30, before30 + 70 * MINUTE);
    assert.equal(await owedAt(first.lot.parkId), 900);
    const came = Date.now() - 5 * MINUTE;
    await second.accept([second.claim(0, came - HOUR, 'absent'), second.claim(0, came, 'arrive')], came + MINUTE);
    const collector = await streets.handheld(lang);
    const { page } = collector;
    await withPrinter(collector);
    const wrong = await journey('second-stop', [collector], async () => {
      await page.locator('.strip .berth', { hasText: second.berths[0]!.berthNo }).click();
      for (const key of '粤B60002') await press(page, key);
      await press(page, say('enterPlate'));
      await page.getByText(say('debts', { count: 1, sum: '9.00' })).waitFor();
      await press(page, say('ask'));
      await page.locator('.debts li', { hasText: first.berths[0]!.berthNo }).waitFor();
      assert.deepEqual(await outside(page), []);
      await page.screenshot({ path: `shots/road-second-stop-${lang}.png` });
      await press(page, say('collectDebts', { sum: '9.00' }));
      await page.getByText(say('collected', { no: 'B' })).waitFor();
      await page.getByText(say('debts', { count: 1, sum: '9.00' })).waitFor({ state: 'detached' });
      await press(page, say('end'));
      await press(page, say('yes'));
      await page.locator('.collect .sum', { hasText: '3.00' }).waitFor();
      await press(page, say('collect'));
      await page.locator('.slip', { hasText: '3.00' }).waitFor();
      const receipt = await prints(page, say);
      for (const each of [say('receipt'), '粤B·60002', '3.00']) assert.ok(receipt.includes(each), receipt);
      await press(page, say('journal'));
      await page.locator('[data-queued]', { hasText: /^0$/ }).waitFor();
    });
    assert.deepEqual(wrong, []);
    assert.equal(await owedAt(first.lot.parkId), 0);
    assert.deepEqual(
      (await second.stays()).map(({ plate, status, due, owed }) => [plate, status, due, owed]),
      [['粤B60002', 'closed', 300, 0]],
    );
  });

const together = { zh: '与欠费一并缴纳', en: 'Pay it with the bill' };

for (const lang of inTurn('a mall offers a debt of the kerb', both))
  test(`a mall’s exit asks 10.00 and offers the 27.00 of the kerb: both are paid at once, and the barrier opens (${lang})`, async () => {
    const { product } = streets;
    const street = await streets.street();
    const mall = await openLot(product);
    await product.must('POST', '/api/updown/parkParameter/submit', {
      parkId: mall.parkId,
      settings: { arrearsAtExit: 'ask' },
    });
    const monday = Date.now() - 72 * HOUR;
    await owing(street, '粤B60003', monday, monday + 250 * MINUTE);
    await mall.enter('粤B60003', Date.now() - HOUR);
    await mall.see('out1', Date.now(), '粤B60003');
    const driver = await streets.driver(lang);
    const { page } = driver;
    const wrong = await journey('mall-exit', [driver], async () => {
      await asks(page, `/m/pay?parkId=${mall.parkId}`, '粤B60003');
      await page.locator('.sum', { hasText: '10.00' }).waitFor();
      const card = page.locator('.card', { hasText: together[lang] });
      await card.getByText('37.00').waitFor();
      assert.deepEqual(await outside(page), []);
      await page.screenshot({ path: `shots/road-mall-exit-${lang}.png` });
      await card.getByRole('button', { name: pays[lang] }).click();
      await page.getByText(paid[lang]('37.00')).waitFor();
    });
    assert.deepEqual(wrong, []);
    assert.equal((await mall.lane('out1')).phase.name, 'releasing');
    await mall.through('out1', Date.now());
    assert.deepEqual([await owedAt(street.lot.parkId), (await mall.check()).differences], [0, []]);
  });

const appeals = {
  open: { zh: '对这笔欠费有异议，申诉', en: 'This debt is wrong: appeal' },
  send: { zh: '提交申诉', en: 'Send the appeal' },
  sent: { zh: '申诉已提交', en: 'Sent. You need not pay' },
  take: { zh: '受理', en: 'Take' },
  answer: { zh: '答复', en: 'Answer' },
  endTime: { zh: '更正结束时间', en: 'End time corrected' },
  answered: { zh: '已答复', en: 'Answered' },
};

for (const lang of inTurn('an appeal upheld', both))
  test(`an appeal is taken and upheld at the desk: the end is corrected, and the driver pays the rest (${lang})`, async () => {
    const street = await streets.street();
    const from = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
    await owing(street, '粤B60004', from, from + 130 * MINUTE);
    const why = `一小时后已驶离 ${lang}`;
    const address = `/m/debts?parkId=${street.lot.parkId}`;
    const driver = await streets.driver(lang);
    const service = await streets.desk('customerService', lang);
    const wrong = await journey('appeal', [driver, service], async () => {
      const { page } = driver;
      await asks(page, address, '粤B60004');
      await page.locator('.sum', { hasText: '15.00' }).waitFor();
      await press(page, appeals.open[lang]);
      await page.locator('#mobile').fill('13800000000');
      await page.locator('#reason').fill(why);
      await press(page, appeals.send[lang]);
      await page.getByText(appeals.sent[lang]).waitFor();

      const desk = service.page;
      await desk.goto('/rdoperatingcenter/complaints');
      await ready(desk);
      const row = rows(desk, why);
      await pressIn(row, appeals.take[lang]);
      await sure(desk);
      await ready(desk);
      await pressIn(row, appeals.answer[lang]);
      const { form, input, done } = dialogOf(desk);
      await pick(desk, input('result'), appeals.endTime[lang]);
      const end = input('endTime');
      await end.click();
      await end.fill(new Date(from + HOUR + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' '));
      await end.press('Enter');
      await form.locator('[data-field="reply"] textarea').fill('照片属实');
      await done();
      await row.filter({ hasText: appeals.answered[lang] }).waitFor();
      assert.deepEqual(await outside(desk), []);

      await asks(page, address, '粤B60004');
      await page.locator('.sum', { hasText: '6.00' }).waitFor();
      await press(page, pays[lang]);
      await page.getByText(paid[lang]('6.00')).waitFor();
    });
    assert.deepEqual(wrong, []);
    assert.equal(await owedAt(street.lot.parkId), 0);
  });
