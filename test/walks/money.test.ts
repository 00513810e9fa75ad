/**
 * The money around parking as its people see it: a coupon from its rule to the refund, three stays on one invoice, a
 * wrong day at the bank.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { moneyWorker } from '#areas/billing/server/door.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { couponInfo } from '#areas/coupon/model/coupon-info.ts';
import { couponRule } from '#areas/coupon/model/coupon-rule.ts';
import { couponStore } from '#areas/coupon/model/coupon-store.ts';
import { sendCoupons } from '#areas/coupon/model/row-calls.ts';
import { couponStates } from '#areas/coupon/model/words.ts';
import { bankLine, importStatement } from '#areas/fund/model/bank-line.ts';
import { dayRoot } from '#areas/fund/model/day-root.ts';
import { moneyDay, moneyItem, proveAgain } from '#areas/fund/model/money-day.ts';
import { settlementRecord } from '#areas/fund/model/settlement.ts';
import {
  bankLineStates,
  differences,
  itemStates,
  proofStates,
  settleStates,
  settleWays,
} from '#areas/fund/model/words.ts';
import { closeDays, countDays } from '#areas/fund/server/door.ts';
import { invoiceApplyForm } from '#areas/invoice/model/apply-form.ts';
import { invoiceStates, itemKinds } from '#areas/invoice/model/words.ts';
import { invoiceRound } from '#areas/invoice/server/door.ts';
import { insideHosts } from '#areas/ops/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { tenantScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { InvoiceStand } from '#test/providers/invoice.ts';
import { daysAgo, openPaidLot } from '#test/stories/paid-lot.fixture.ts';
import type { PaidLot } from '#test/stories/paid-lot.fixture.ts';
import { inTurn } from '#test/turns.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { outside } from './look.ts';
import { button, pane, written } from './page-helpers.ts';
import { photographed } from './world.ts';
import type { Opened } from './world.ts';

const languages = ['zh', 'en'] as const;
let desk: Desk;
let lot: StoryLot;
let lotName: string;
let online: PaidLot | null = null;
let worker: { stop: () => Promise<void> };
let undo: () => void;
let closeProvider: () => Promise<void>;
const provider = new InvoiceStand();

before(async () => {
  closeProvider = await provider.start();
  desk = await openDesk();
  const { product } = desk;
  undo = configure(insideHosts.as([provider.host]));
  lot = await openLot(product, { company: product.companies.first });
  lotName = (await product.must('GET', '/api/updown/basePark/detail', { id: lot.parkId })).parkName;
  worker = moneyWorker(product.database, { error: () => undefined });
});
after(async () => {
  await worker?.stop();
  undo?.();
  await desk?.close();
  await closeProvider?.();
});

/** A phone page that says all it has to say within its width. */
const fits = async ({ page }: Opened): Promise<void> => assert.deepEqual(await outside(page), []);
const says = (page: Locator, ...words: string[]): Promise<void> =>
  words
    .reduce((found, hasText) => found.filter({ hasText }), page)
    .first()
    .waitFor();

// ---- a coupon

const onPhone = {
  zh: { claim: '领取', onBill: '已列入本次停车账单', pay: '去缴费', sandbox: /模拟支付/, paid: '缴费成功 15.00 元' },
  en: { claim: 'Claim', onBill: 'On the bill of this stay', pay: 'Pay', sandbox: /Pretend to pay/, paid: 'Paid 15.00' },
} as const;
const refunding = {
  zh: { refund: '退款', reason: '退款原因', next: '下一步', go: '确认退款 15.00 元', done: '已受理，订单状态' },
  en: { refund: 'Refund', reason: 'Reason', next: 'Next', go: 'Refund CNY 15.00', done: 'Accepted. Order status' },
} as const;

const storeOf = async (recordId: string): Promise<number[]> => {
  const { chargedFen, usedFen, reservedFen, balance } = await desk.product.must(
    'GET',
    '/api/updown/couponStore/detail',
    {
      recordId,
    },
  );
  return [chargedFen, usedFen, reservedFen, balance];
};

for (const lang of inTurn('the journey of a coupon', languages))
  test(`a coupon is made by the clerk, claimed on a phone, stands on the bill at the exit, and a refund puts it back (${lang})`, async () => {
    const [store, rule, plate] = [`云汇百货 ${lang}`, `满十减五 ${lang}`, lang === 'zh' ? '京A80001' : '京A80002'];
    const { product } = desk;
    const { id: storeId } = await product.must('POST', '/api/updown/couponStore/submit', {
      companyId: product.companies.first,
      storeName: store,
      booksParkId: lot.parkId,
    });
    await product.must('POST', '/api/gatehouse/couponStore/charge', { recordId: storeId, money: 50_000 });
    await lot.enter(plate, Date.now() - 110 * MINUTE);
    const clerk = await desk.sits(desk.clerk, lang);
    await photographed(clerk.page, `money-coupon-${lang}`, async () => {
      await clerk.goes(couponRule);
      await clerk.adds(couponRule, {
        ruleName: rule,
        amountFen: 500,
        minSpendFen: 1000,
        chargePercent: 80,
        budgetNum: 100,
        storeId: store,
        parkIds: [lotName],
        validDays: 30,
      });
      await clerk.does(rule, couponRule.lifecycle!.actions['enable']!.label);
      await clerk.does(rule, sendCoupons.title, sendCoupons.input, { num: 100 });
      assert.deepEqual(await storeOf(storeId), [50_000, 0, 40_000, 10_000], 'a coupon shown is a coupon that works');
      const details = await clerk.looksAt(rule);
      await says(details.locator('.gh-bill tbody tr'), '18.00', '13.00', '4.00', '1.00');
      const claimAt = await details.locator('code').innerText();
      await clerk.page.screenshot({ path: `shots/money-coupon-rule-${lang}.png` });

      const phone = await desk.phone(lang);
      const { page } = phone;
      const say = onPhone[lang];
      await page.goto(new URL(claimAt).pathname + new URL(claimAt).search);
      await page.locator('#plate').fill(plate);
      await page.locator('#phone').fill('13800001111');
      await page.getByRole('button', { name: say.claim, exact: true }).click();
      await page.getByText(say.onBill).waitFor();
      await fits(phone);
      assert.equal(await page.locator('.main').count(), 1, 'one thing to do next');
      await page.screenshot({ path: `shots/money-coupon-claimed-${lang}.png`, fullPage: true });
      await lot.see('out1', Date.now(), plate);
      await page.getByRole('link', { name: say.pay, exact: true }).click();
      await page.locator('select').selectOption(plate.slice(0, 1));
      await page.locator('#plate').fill(plate.slice(1));
      await page.locator('button.main').click();
      await says(page.locator('.row'), rule, '-5.00');
      await page.locator('.sum', { hasText: '15.00' }).waitFor();
      await fits(phone);
      await page.screenshot({ path: `shots/money-coupon-bill-${lang}.png`, fullPage: true });
      await page.getByRole('button', { name: say.sandbox }).click();
      await page.getByText(say.paid).waitFor();
      assert.equal((await lot.lane('out1')).phase.name, 'releasing');
      await lot.through('out1', Date.now());
      assert.deepEqual(phone.watch.take(), []);
      await phone.close();
      assert.deepEqual(await storeOf(storeId), [50_000, 400, 39_600, 10_000]);

      const { refund, reason, next, go, done } = refunding[lang];
      await clerk.goes(parkingOrder);
      await clerk.row(written(plate)).waitFor();
      await clerk.presses(written(plate), refund);
      await clerk.above.getByLabel(reason).fill('误收');
      await button(clerk.above, next).click();
      await button(clerk.above, go).click();
      await clerk.above.getByText(done).waitFor();
      await lot.money();

      await clerk.goes(couponInfo);
      await clerk.finds(plate);
      await clerk.reads(written(plate), couponStates.held[lang]);
      await clerk.goes(couponStore);
      await clerk.reads(store, '100.00', '400.00', '500.00');
      await clerk.page.screenshot({ path: `shots/money-coupon-store-${lang}.png` });
    });
    assert.deepEqual(await storeOf(storeId), [50_000, 0, 40_000, 10_000], 'what was charged is held again');
    const { right, differences: wrong, billsWrong } = await lot.check();
    assert.deepEqual([right, wrong, billsWrong], [true, [], 0]);
    assert.deepEqual(await clerk.leaves(), []);
  });

// ---- an invoice

const taxed = { netFen: 2752, taxFen: 248 };
const askFor = {
  zh: { add: '添加', apply: '申请开票', forget: '忘记', refresh: '刷新', pdf: '下载 PDF' },
  en: { add: 'Add', apply: 'Apply', forget: 'Forget', refresh: 'Refresh', pdf: 'Download PDF' },
} as const;

/** The seller of the lot's company, confirmed by another person. */
async function sellerInForce(): Promise<void> {
  const { product } = desk;
  const sellers = '/api/updown/invoiceSellerConfig';
  const { id: RecordID } = await product.must(
    'POST',
    `${sellers}/submit`,
    {
      companyId: product.companies.first,
      sellerName: '安泊集团',
      taxNo: provider.taxNo,
      rateBp: 900,
      province: '北京市',
      siteAddress: '人民路1号',
      endDate: '2099-12-31',
    },
    { as: 'groupAdmin' },
  );
  await product.must(
    'POST',
    `${sellers}/submitInterfaceData`,
    { RecordID, provider: 'standard', ...provider.config },
    { as: 'groupAdmin' },
  );
  await product.must('POST', '/api/gatehouse/invoiceSellerConfig/confirm', { RecordID });
}

/**
 * Three stays of a car, paid in cash at the exit: 15.00, 5.00 and 10.00. @returns the order numbers of their receipts
 */
async function threeStays(plate: string): Promise<string[]> {
  let at = Date.now() - 9 * HOUR;
  for (const minutes of [85, 25, 55]) {
    await lot.enter(plate, at);
    await lot.leave(plate, at + minutes * MINUTE);
    at += 3 * HOUR;
  }
  const orders = await lot.rows(
    'SELECT order_no FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND plate_number = $3 ORDER BY created_time',
    plate,
  );
  return orders.map((row) => row['order_no']);
}

/** A refused try leaves the title on the phone, where it is chosen again and forgotten. */
async function titleIsKept({ page, watch }: Opened, title: string, say: (typeof askFor)['zh' | 'en']): Promise<void> {
  const chosen = page.getByRole('button', { name: title, exact: true });
  const forget = page.getByRole('button', { name: `${say.forget} ${title}` });
  await page.locator('.tick input').check();
  await page.locator('#buyerTaxNo').fill('1');
  await page.getByRole('button', { name: say.apply, exact: true }).click();
  await page.getByRole('alert').waitFor();
  assert.deepEqual(
    watch.take().map((line) => line.replace(/http:.*(?=\/m\/)/, '')),
    ['answered 422: POST /m/invoice'],
  );
  await page.locator('#invoiceTitle').fill('');
  await chosen.click();
  assert.equal(await page.locator('#invoiceTitle').inputValue(), title);
  await forget.click();
  assert.equal(await chosen.count(), 0);
}

let seller: Promise<void> | null = null;
/** One company has one: whichever language comes first makes it. */
const sellerOnce = (): Promise<void> => (seller ??= sellerInForce());

for (const lang of inTurn('the way of an invoice', languages))
  test(`three stays are put on one invoice by the driver, and one of them is reversed by the accountant (${lang})`, async () => {
    const [plate, title] = lang === 'zh' ? ['京B80001', '晨光贸易有限公司'] : ['京B80002', '远航科技有限公司'];
    await sellerOnce();
    const orders = await threeStays(plate);
    assert.equal(orders.length, 3);
    const say = askFor[lang];
    const phone = await desk.phone(lang);
    const { page } = phone;
    await page.goto(`/m/invoice?parkId=${lot.parkId}`);
    for (const [nth, number] of orders.entries()) {
      await page.locator('#plateNumber').fill(plate);
      await page.locator('#number').fill(number);
      await page.getByRole('button', { name: say.add, exact: true }).click();
      await page.locator('section.card').nth(nth).waitFor();
    }
    await says(page.locator('.row'), '30.00');
    await fits(phone);
    await page.screenshot({ path: `shots/money-invoice-basket-${lang}.png`, fullPage: true });
    await page.locator('#buyerType').selectOption('organisation');
    await page.locator('#invoiceTitle').fill(title);
    await titleIsKept(phone, title, say);
    await page.locator('#buyerTaxNo').fill('91350100M000100Y43');
    await page.getByRole('button', { name: say.apply, exact: true }).click();
    await says(page.locator('.row'), invoiceStates.submitted[lang]);
    await invoiceRound(desk.product.database, new Date());
    await invoiceRound(desk.product.database, new Date(Date.now() + MINUTE));
    await page.getByRole('link', { name: say.refresh }).click();
    await says(page.locator('.row'), invoiceStates.issued[lang]);
    await page.getByRole('link', { name: say.pdf }).waitFor();
    await fits(phone);
    await page.screenshot({ path: `shots/money-invoice-issued-${lang}.png`, fullPage: true });

    const clerk = await desk.sits(desk.clerk, lang);
    await photographed(clerk.page, `money-invoice-${lang}`, async () => {
      await clerk.goes(invoiceApplyForm);
      await clerk.reads(title, '30.00', '27.52', '2.48', invoiceStates.issued[lang]);
      await pane(clerk.page)
        .getByText(lang === 'zh' ? /^共 \d 条$/ : /^(1 record|[2-9] records)$/)
        .waitFor();
      await clerk.page.screenshot({ path: `shots/money-invoice-list-${lang}.png` });
      const details = await clerk.looksAt(title);
      for (const number of orders) await says(details.locator('tbody tr'), number, itemKinds.blue[lang]);
      await clerk.shuts();
      const red = invoiceApplyForm.lifecycle!.actions['red']!;
      await clerk.does(title, red.label, red.ask, { type: '2', orderNo: orders[1]! });
      await invoiceRound(desk.product.database, new Date());
      await clerk.goes(invoiceApplyForm);
      await clerk.reads(title, '30.00', '5.00', invoiceStates.issued[lang]);
      const after_ = await clerk.looksAt(title);
      await says(after_.locator('tbody tr'), itemKinds.red[lang], '5.00', '4.59', '0.41');
      await says(after_.locator('.gh-bill tr'), '25.00');
      await after_.locator('tbody tr', { hasText: itemKinds.red[lang] }).first().scrollIntoViewIfNeeded();
      await clerk.page.screenshot({ path: `shots/money-invoice-red-${lang}.png` });
    });
    assert.deepEqual(await clerk.leaves(), []);
    await page.getByRole('link', { name: say.refresh }).click();
    await says(page.locator('.row'), '5.00');
    assert.deepEqual(phone.watch.take(), []);
    await phone.close();
    const [form] = (await desk.product.must('GET', '/api/updown/invoiceApplyForm/list', { invoiceTitle: title }))
      .records;
    assert.deepEqual([form.amountFen, form.netFen, form.taxFen, form.redFen], [3000, taxed.netFen, taxed.taxFen, 500]);
    const blue = provider.blue(form.invoiceNo)!;
    assert.deepEqual([blue.redFen, blue.redNetFen, provider.refused], [500, 459, []]);
  });

// ---- a day at the bank

/** What a channel's account is paid for, on two days that no other language uses. */
const bankDays = { zh: [6, 5], en: [4, 3] } as const;
const reasons = { zh: '手工提现到 B2', en: 'Withdrawn by hand to B2' } as const;

const statement = (day: string, ref: string): Buffer =>
  Buffer.from(
    [
      '账号,,,,,',
      '交易日期,收入,支出,对方户名,摘要,流水号',
      `${day.replaceAll('-', '/')},31.80,,财付通支付科技有限公司,商户结算,${ref}`,
    ].join('\r\n'),
  );

/** Three payments and a refund of one account: 32.80 are to arrive. */
async function earn(of: PaidLot, day: string): Promise<void> {
  const paid = [await of.pay(1300, day), await of.pay(1500, day), await of.pay(1000, day)];
  await of.refund(paid[1]!, 500, day);
  await of.bill(day);
  await desk.product.database.write(tenantScope(of.tenantId), (db) =>
    countDays(db, of.tenantId, daysAgo(1), { parkId: of.place.parkId }),
  );
}

/** The root a day of the account's car park was closed with. */
async function rootOn(day: string): Promise<{ root: string; link: string }> {
  const input = { parkId: online!.place.parkId, day, size: 10 };
  const { records } = await desk.product.must('GET', '/api/gatehouse/dayRoot/list', input);
  assert.equal(records.length, 1, `one root of ${day}`);
  return records[0];
}

for (const lang of inTurn('a day at the bank', languages))
  test(`a day that arrives a yuan short is found, given a name and an owner, closed by two people and gets its root (${lang})`, async () => {
    online ??= await openPaidLot(desk.product);
    const [day, next] = [daysAgo(bankDays[lang][0]), daysAgo(bankDays[lang][1])];
    await earn(online, day);
    const clerk = await desk.sits(desk.clerk, lang);
    const { page } = clerk;
    const assign = bankLine.lifecycle!.actions['assign']!;
    const explain = moneyItem.lifecycle!.actions['explain']!;
    const { check, confirm } = settlementRecord.lifecycle!.actions as Record<
      string,
      { label: { zh: string; en: string } }
    >;
    await photographed(page, `money-bank-${lang}`, async () => {
      await clerk.goes(bankLine);
      await button(pane(page), importStatement.title[lang]).click();
      await clerk.above.locator('input[type=file]').setInputFiles({
        name: 'statement.csv',
        mimeType: 'text/csv',
        buffer: statement(next, `B-${lang}`),
      });
      await clerk.answers(importStatement.input, { companyId: '安泊停车一公司', accountTail: '5678' });
      await clerk.reads(`B-${lang}`, '31.80', bankLineStates.open[lang]);
      await page.screenshot({ path: `shots/money-bank-line-${lang}.png` });
      await clerk.does(`B-${lang}`, assign.label, assign.ask, { moneyDayId: day, why: '少一元' });
      await clerk.reads(`B-${lang}`, bankLineStates.assigned[lang]);

      await clerk.goes(moneyDay);
      await clerk.reads(day, '32.80', '0.00', proofStates.carried[lang]);
      await clerk.reads(next, settleWays.other[lang], '31.80');
      await clerk.does(day, proveAgain.title);
      await clerk.reads(day, '33.00', '32.80', '31.80', '-1.00', proofStates.carried[lang]);
      await page.screenshot({ path: `shots/money-bank-day-${lang}.png` });
      await clerk.goes(moneyItem);
      await clerk.reads(day, differences.short[lang], '-1.00', itemStates.open[lang]);
      await clerk.does([day, differences.short[lang]], explain.label, explain.ask, {
        why: reasons[lang],
        ownerName: '王芳',
      });
      await clerk.reads(day, itemStates.explained[lang], reasons[lang], '王芳');
      await page.screenshot({ path: `shots/money-bank-carried-${lang}.png` });

      await clerk.goes(settlementRecord);
      await clerk.does(day, check!.label);
      await clerk.reads(day, settleStates.checked[lang]);
      const second = await desk.sits(desk.operator, lang);
      await second.goes(settlementRecord);
      await second.does(day, confirm!.label);
      await second.reads(day, '38.00', '5.00', '32.80', '31.80', settleStates.confirmed[lang]);
      await second.page.screenshot({ path: `shots/money-bank-settled-${lang}.png` });
      assert.deepEqual(await second.leaves(), []);

      await desk.product.database.write(tenantScope(online!.tenantId), (db) =>
        closeDays(db, online!.tenantId, new Date()),
      );
      const { root, link } = await rootOn(day);
      await clerk.goes(dayRoot);
      await clerk.reads(day, '38.00', '32.80', root.slice(0, 12));
      await page.screenshot({ path: `shots/money-bank-root-${lang}.png` });
      await clerk.goes(settlementRecord);
      const settled = await clerk.looksAt(day);
      await says(settled.locator('tbody tr'), root.slice(0, 12), link.slice(0, 12));
      await clerk.shuts();
    });
    assert.deepEqual(await clerk.leaves(), []);
    const { records } = await desk.product.must('GET', '/api/gatehouse/moneyDay/list', { day, size: 10 });
    const proved = records.find((row: { payType: string; day: string }) => row.payType === 'wechat' && row.day === day);
    assert.deepEqual(
      [proved.netFen, proved.bankFen, proved.bankItemsFen, proved.unexplainedFen],
      [3280, 3180, -100, 0],
    );
    const sums = await online.rows<{ account: string; fen: number }>(
      `SELECT account, sum(amount_fen)::int AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
        AND account IN ('bank', 'channel-fee') GROUP BY 1 ORDER BY 1`,
    );
    assert.ok(sums.every(({ fen }) => fen > 0) && sums.length === 2, JSON.stringify(sums));
  });
