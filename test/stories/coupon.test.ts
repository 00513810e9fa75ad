/**
 * Coupons from budget to redemption and refund, on the real engine: each bill, purse, ledger and report says the same.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { endCoupons, endGifts } from '#areas/coupon/server/sweep.ts';

let product: TestProduct;
let lot: StoryLot;
const P = '京A12345';
/** Cars came 110 minutes before the test, so that they leave after what is claimed in it. */
let T: number;
/** A fee of 20.00. */
let OUT: number;
beforeEach(() => {
  T = Math.floor(Date.now() / MINUTE) * MINUTE - 110 * MINUTE;
  OUT = T + 115 * MINUTE;
});

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const named = (): string => `${Math.random()}`.slice(2, 12);

async function store(chargedFen: number): Promise<string> {
  const { id } = await product.must('POST', '/api/updown/couponStore/submit', {
    companyId: product.companies.first,
    storeName: `商场${named()}`,
    booksParkId: lot.parkId,
  });
  if (chargedFen > 0)
    await product.must('POST', '/api/gatehouse/couponStore/charge', { recordId: id, money: chargedFen });
  return id;
}

async function rule(more: Record<string, unknown>, enabled = true): Promise<string> {
  const { id } = await product.must('POST', '/api/updown/plat/couponRule/submit', {
    companyId: product.companies.first,
    ruleName: `满减${named()}`,
    derateType: 'amount',
    amountFen: 500,
    budgetNum: 100,
    validDays: 30,
    parkIds: [lot.parkId],
    ...more,
  });
  if (enabled) await product.must('POST', '/api/updown/plat/couponRule/enable', { ruleIds: id });
  return id;
}
const send = (ruleId: string, num: number) =>
  product.ask('POST', '/api/updown/plat/couponRule/sendRuleCoupon', { ruleId, num });
const give = async (ruleId: string, plateNumber = P): Promise<string> =>
  (await product.must('POST', '/api/gatehouse/couponInfo/give', { ruleId, plateNumber })).coupons[0];
const detail = (id: string) => product.must('GET', '/api/updown/plat/couponInfo/detail', { id });
const ruleOf = (id: string) => product.must('GET', '/api/updown/plat/couponRule/detail', { ruleId: id });
const storeOf = async (id: string): Promise<number[]> => {
  const row = await product.must('GET', '/api/updown/couponStore/detail', { recordId: id });
  return [row.chargedFen, row.usedFen, row.reservedFen, row.balance];
};
const ledger = async (account: string): Promise<number> =>
  (
    await lot.rows(
      'SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 AND account = $3',
      account,
    )
  )[0]!.fen;
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
};
const refund = async () =>
  product.must('GET', '/api/updown/parkorder/refund', {
    onlineOrderId: (await lot.of('parking_order'))[0]!.id,
    remark: '误收',
  });
/** What the summary and the list of deductions say of a rule. */
const summaryOf = async (ruleId: string) => {
  const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
  const { records } = await product.must('GET', '/api/updown/plat/couponInfo/getCouponInfoSummary', {
    ruleId,
    startTime: day(-1),
    endTime: day(1),
  });
  return records[0];
};
const deductionsOf = async (ruleId: string) =>
  (await product.must('GET', '/api/updown/plat/couponInfo/getParkCheckList', { ruleId })).records;

test('5 off from 10, of which the store pays 80 per cent: held as issued, charged as used, held again as refunded', async () => {
  lot = await openLot(product);
  const storeId = await store(50_000);
  const ruleId = await rule({ storeId, bearer: 'store', chargeBy: 'benefit', chargePercent: 80, minSpendFen: 1000 });
  assert.equal((await send(ruleId, 100)).status, 200);
  assert.deepEqual(await storeOf(storeId), [50_000, 0, 40_000, 10_000]);
  assert.equal((await send(ruleId, 1)).status, 422, 'no more than the budget says');
  await lot.enter(P, T);
  const coupon = await give(ruleId);
  assert.equal((await detail(coupon)).status, 'placed', 'its car is inside');
  await lot.leave(P, OUT);
  const used = await detail(coupon);
  assert.deepEqual([used.status, used.benefitFen, used.chargedFen, used.reservedFen], ['used', 500, 400, 0]);
  assert.deepEqual(await storeOf(storeId), [50_000, 400, 39_600, 10_000]);
  assert.deepEqual([await ledger('derated'), await ledger('revenue')], [100, -2000]);
  assert.equal((await lot.of('parking_order'))[0]!.derate_fen, 500);
  const [deduction] = await deductionsOf(ruleId);
  assert.deepEqual(
    [deduction.feeFen, deduction.benefitFen, deduction.chargedFen, deduction.lotFen, deduction.status],
    [2000, 500, 400, 100, 'used'],
  );
  const line = await summaryOf(ruleId);
  assert.deepEqual(
    [line.issued, line.claimed, line.used, line.benefitFen, line.chargedFen],
    [100, 1, 1, 500, 400],
    'the summary is what the bills say',
  );
  await right();
  await refund();
  const back = await detail(coupon);
  assert.deepEqual([back.status, back.benefitFen, back.reservedFen], ['held', 0, 400]);
  assert.deepEqual(await storeOf(storeId), [50_000, 0, 40_000, 10_000]);
  assert.deepEqual([(await deductionsOf(ruleId))[0].status, (await ruleOf(ruleId)).used], ['returned', 0]);
  await right();
});

test('a rule that is not enabled yet is replayed over bills that were paid, and nothing is held for it', async () => {
  lot = await openLot(product);
  await lot.enter(P, T);
  await lot.leave(P, OUT);
  const storeId = await store(50_000);
  const ruleId = await rule(
    { storeId, bearer: 'store', chargeBy: 'benefit', chargePercent: 80, minSpendFen: 1000 },
    false,
  );
  const replay = (days: number) => product.must('GET', '/api/gatehouse/couponRule/replay', { ruleId, days });
  const { used, offFen, bearerFen, lotFen, endsOn } = await replay(92);
  assert.deepEqual([used, offFen, bearerFen, lotFen, endsOn], [1, 500, 400, 100, null]);
  assert.deepEqual(await storeOf(storeId), [50_000, 0, 0, 50_000]);
  const time = await rule(
    { storeId, bearer: 'store', derateType: 'time', minutes: 60, amountFen: null, price: 500 },
    false,
  );
  const hour = await product.must('GET', '/api/gatehouse/couponRule/replay', { ruleId: time, days: 92 });
  const fee = (await lot.of('parking_order'))[0]!.receivable_fen as number;
  assert.deepEqual([hour.used, hour.unpriced, hour.offFen, hour.most[0].feeFen], [1, 0, 1000, fee], 'an hour less');
});

test('what the platform pays comes after the company’s own, and the platform owes it to the car park', async () => {
  lot = await openLot(product);
  const own = await rule({ bearer: 'own', budgetFen: 100_000, derateType: 'percent', percentOff: 10, price: 2000 });
  const platform = await rule({
    bearer: 'platform',
    budgetFen: 100_000,
    derateType: 'percent',
    percentOff: 10,
    price: 2000,
  });
  for (const id of [own, platform]) await send(id, 2);
  await lot.enter(P, T);
  const coupons = [await give(own), await give(platform)];
  await lot.leave(P, OUT);
  const benefits = await Promise.all(coupons.map(async (id) => (await detail(id)).benefitFen));
  assert.deepEqual(benefits, [200, 180]);
  assert.equal((await lot.of('parking_order'))[0]!.derate_fen, 380);
  assert.deepEqual(
    [await ledger('derated'), await ledger('coupon')],
    [200, 180],
    'the own company gives its part up with the bill',
  );
  await right();
});

test('a coupon that its car did not use comes back to its driver, and is on the bill of the next visit by itself', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000, minSpendFen: 1_000_000 });
  await send(ruleId, 1);
  await lot.enter(P, T);
  const coupon = await give(ruleId);
  await lot.leave(P, OUT);
  assert.equal((await detail(coupon)).status, 'held');
  assert.equal((await ruleOf(ruleId)).reservedFen, 500);
  await lot.enter(P, OUT + MINUTE, 'in2');
  assert.equal((await detail(coupon)).status, 'placed');
  await right();
});

test('a budget of money is held with each issue and never exceeded', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 1200 });
  assert.equal((await send(ruleId, 3)).status, 422);
  assert.equal((await send(ruleId, 2)).status, 200);
  assert.equal((await send(ruleId, 1)).status, 422);
  assert.deepEqual([(await ruleOf(ruleId)).issued, (await ruleOf(ruleId)).reservedFen], [2, 1000]);
});

test('K6 a request to issue that is sent again under its key issues once', async () => {
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000 });
  const key = `issue-${ruleId}`;
  const again = () => product.ask('POST', '/api/updown/plat/couponRule/sendRuleCoupon', { ruleId, num: 3 }, { key });
  const [first, second, third] = [await again(), ...(await Promise.all([again(), again()]))];
  assert.deepEqual(
    [first.status, second.text, third.text],
    [200, first.text, first.text],
    'answered as the first time',
  );
  const { issued, reservedFen } = await ruleOf(ruleId);
  assert.deepEqual([issued, reservedFen], [3, 1500]);
});

test('many clerks issuing the last coupons at once issue no more than the budget', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 100_000, budgetNum: 10 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(ruleId, 3)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  assert.equal((await ruleOf(ruleId)).issued, 9);
});

test('voiding one, ending a rule with what is not used, and the end of their time let go what was held', async () => {
  lot = await openLot(product);
  const storeId = await store(10_000);
  const ruleId = await rule({ storeId, bearer: 'store', chargeBy: 'face' });
  await send(ruleId, 4);
  const held = await give(ruleId, '京B20002');
  assert.deepEqual(await storeOf(storeId), [10_000, 0, 2000, 8000]);
  const refused = await product.ask('POST', '/api/updown/plat/couponInfo/remove', { ids: held });
  assert.equal(refused.status, 400, 'a reason is needed');
  await product.must('POST', '/api/updown/plat/couponInfo/remove', { ids: held, remark: '发错' });
  assert.deepEqual(await storeOf(storeId), [10_000, 0, 1500, 8500]);
  await endCoupons(product.database, new Date(Date.now() + 400 * 86_400_000));
  assert.deepEqual(await storeOf(storeId), [10_000, 0, 0, 10_000]);
  await send(ruleId, 2);
  await give(ruleId, '京B20003');
  await product.must('POST', '/api/updown/plat/couponRule/cancelCouponRule', {
    ruleIds: ruleId,
    type: '3',
    remark: '活动结束',
  });
  assert.deepEqual(await storeOf(storeId), [10_000, 0, 0, 10_000]);
  const line = await summaryOf(ruleId);
  assert.deepEqual([line.issued, line.used + line.onBill + line.expired + line.cancelled], [6, 6]);
});

test('a rule that was enabled only grows, and is not removed', async () => {
  lot = await openLot(product);
  const other = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000 });
  const submit = (more: Record<string, unknown>) =>
    product.ask('POST', '/api/updown/plat/couponRule/submit', { ruleId, ...more });
  assert.equal((await submit({ amountFen: 600 })).status, 400);
  assert.equal((await submit({ budgetNum: 50 })).status, 400);
  assert.equal((await submit({ budgetNum: 200 })).status, 200);
  const grant = (ids: string[]) =>
    product.ask('POST', '/api/updown/plat/couponRule/grantRulePark', { ruleId, parkIds: ids });
  assert.equal((await grant([other.parkId])).status, 400);
  assert.equal((await grant([lot.parkId, other.parkId])).status, 200);
  assert.equal((await product.must('GET', '/api/updown/plat/couponRule/showSelectPark', { ruleId })).length, 2);
  assert.equal((await product.ask('POST', '/api/updown/plat/couponRule/remove', { ids: ruleId })).status, 422);
  await product.must('POST', '/api/updown/plat/couponRule/stop', { ruleIds: ruleId });
  assert.equal((await send(ruleId, 1)).status, 422);
});

test('only the platform makes rules the platform pays for, and a gift lists its coupons', async () => {
  lot = await openLot(product);
  const response = await product.ask(
    'POST',
    '/api/updown/plat/couponRule/submit',
    {
      ruleName: named(),
      derateType: 'amount',
      amountFen: 300,
      bearer: 'platform',
      budgetFen: 1000,
      budgetNum: 1,
      validDays: 1,
    },
    { as: 'groupAdmin' },
  );
  assert.equal(response.status, 400);
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000 });
  await send(ruleId, 3);
  const { giftId } = await product.must('POST', '/api/gatehouse/couponInfo/give', { ruleId, plateNumber: P, num: 2 });
  const gifts = (await product.must('GET', '/api/updown/plat/couponInfo/getGiftRecord', { ruleId })).records;
  assert.deepEqual([gifts.length, gifts[0].num], [1, 2]);
  assert.equal(
    (await product.must('GET', '/api/updown/plat/couponInfo/getGiveDetail', { id: giftId })).records.length,
    2,
  );
});

test('a driver claims by the rule’s code on the phone, sees his coupons by plate and phone, and uses one or not', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000, autoUse: false });
  await send(ruleId, 3);
  const { claimCode: code } = await ruleOf(ruleId);
  const nobody = { as: null } as const;
  const act = (input: Record<string, unknown>) =>
    product.ask('POST', '/m/coupons', { code, plateNumber: P, phone: '13800001111', ...input }, nobody);
  const offered = (await product.ask('GET', '/m/coupons', { code, lang: 'zh' }, nobody)).text;
  assert.match(offered, /name="plateNumber"/);
  assert.match(offered, /减免金额 5\.00 元|Amount off: 5\.00 yuan/, 'what it gives is said before it is claimed');
  assert.equal((await product.ask('GET', '/m/coupons', { code: 'AAAAAAAAAAAA' }, nobody)).status, 404);
  await lot.enter(P, T);
  const claimed = await act({ act: 'claim' });
  assert.match(claimed.text, /用于本次停车|Use for this stay/);
  assert.equal((await act({ act: 'claim' })).status, 422, 'once for each person');
  assert.doesNotMatch(
    (await act({ act: 'list', phone: '13800002222' })).text,
    /name="couponId"/,
    'a plate alone opens nothing',
  );
  const couponId = /name="couponId" value="([0-9a-f-]+)"/.exec(claimed.text)![1]!;
  assert.equal((await act({ act: 'use', couponId })).status, 200);
  assert.equal((await detail(couponId)).status, 'placed');
  assert.equal((await act({ act: 'off', couponId })).status, 200);
  assert.equal((await detail(couponId)).status, 'held');
  assert.equal((await act({ act: 'use', couponId })).status, 200);
  await lot.leave(P, OUT);
  assert.deepEqual([(await detail(couponId)).status, (await ruleOf(ruleId)).used], ['used', 1]);
  assert.ok(claimed.text.length < 6000);
  await right();
});

test('K9 ten wrong codes of an address end its claiming, of a right code too, and keep nobody else from it', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000 });
  await send(ruleId, 2);
  const { claimCode } = await ruleOf(ruleId);
  const look = (code: string, ip: string) => product.ask('GET', '/m/coupons', { code }, { as: null, ip });
  for (let nth = 0; nth < 10; nth += 1)
    assert.equal((await look(`WRONGCODE${String(nth).padStart(3, '0')}`, '198.51.100.7')).status, 404);
  assert.equal((await look('WRONGCODE010', '198.51.100.7')).status, 429);
  assert.equal((await look(claimCode, '198.51.100.7')).status, 429);
  assert.equal((await look(claimCode, '203.0.113.9')).status, 200);
});

test('a driver gives a coupon on by a link: one taker has it, the giver has it no more, and an offer comes back after a day', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ bearer: 'own', budgetFen: 10_000, autoUse: false, giftable: true, maxGifts: 1 });
  await send(ruleId, 3);
  const { claimCode } = await ruleOf(ruleId);
  const giver = { plateNumber: P, phone: '13800001111' };
  const taker = { plateNumber: '京B00001', phone: '13800002222' };
  const act = (input: Record<string, unknown>) =>
    product.ask('POST', '/m/coupons', { code: claimCode, ...input }, { as: null });
  const claimed = await act({ ...giver, act: 'claim' });
  const couponId = /name="couponId" value="([0-9a-f-]+)"/.exec(claimed.text)![1]!;
  const offer = async (): Promise<string> =>
    /coupons\?code=([A-Z0-9]{12})"/.exec((await act({ ...giver, act: 'give', couponId })).text)![1]!;

  assert.equal((await act({ ...taker, act: 'give', couponId })).status, 422, 'only its holder may offer it');
  const first = await offer();
  assert.equal((await detail(couponId)).status, 'giving');
  assert.equal((await act({ ...giver, act: 'use', couponId })).status, 422, 'on no bill meanwhile');
  assert.equal((await act({ ...giver, code: first, act: 'accept' })).status, 422, 'not to oneself');
  assert.equal((await act({ ...giver, act: 'withdraw', couponId })).status, 200);
  assert.equal((await product.ask('GET', '/m/coupons', { code: first }, { as: null })).status, 404, 'taken back');

  await offer();
  assert.equal(await endGifts(product.database, new Date(Date.now() + 23 * 3_600_000)), 0);
  assert.equal(await endGifts(product.database, new Date(Date.now() + 25 * 3_600_000)), 1);
  assert.equal((await detail(couponId)).status, 'held');

  const code = await offer();
  const both = await Promise.all([
    act({ ...taker, code, act: 'accept' }),
    act({ plateNumber: '京B00002', phone: '13800003333', code, act: 'accept' }),
  ]);
  assert.equal(both.filter(({ status }) => status === 200).length, 1, 'one of two takers has it');
  assert.ok(both.some(({ status }) => status === 422 || status === 404));
  const given = await detail(couponId);
  assert.deepEqual([given.status, given.gifts], ['held', 1]);
  const mine = await act({ ...giver, act: 'list' });
  assert.doesNotMatch(mine.text, /name="couponId"/);
  assert.equal((await act({ ...giver, act: 'claim' })).status, 422, 'what he gave on counts as his');
  const gifts = (await product.must('GET', '/api/updown/plat/couponInfo/getGiftRecord', { ruleId })).records;
  assert.deepEqual([gifts.length, gifts[0].giver, gifts[0].way, gifts[0].num], [1, 'driver', 'link', 1]);
  const taken = both.findIndex(({ status }) => status === 200);
  const holder = taken === 0 ? taker : { plateNumber: '京B00002', phone: '13800003333' };
  assert.equal((await act({ ...holder, act: 'give', couponId })).status, 422, 'once, as its rule says');
  const rules = await ruleOf(ruleId);
  assert.deepEqual([rules.issued, rules.claimed, rules.used], [3, 1, 0]);
  await right();
});

test('the chart of the summary has a line for each day, which add up to its totals', async () => {
  lot = await openLot(product);
  const ruleId = await rule({ storeId: await store(50_000), bearer: 'store' });
  assert.equal((await send(ruleId, 3)).status, 200);
  await give(ruleId);
  const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
  const of = { ruleId, startTime: day(-5), endTime: day(1) };
  const { records, totals, charted } = await product.must(
    'GET',
    '/api/updown/plat/couponInfo/getCouponInfoSummary',
    of,
  );
  assert.deepEqual([records.length, records[0].ruleId], [1, ruleId], 'lines are about rules');
  assert.deepEqual(
    charted.map((line: { day: string }) => line.day),
    [-5, -4, -3, -2, -1, 0, 1].map(day),
    'days without coupons too',
  );
  const sum = (name: string) => charted.reduce((all: number, line: Record<string, number>) => all + line[name]!, 0);
  assert.deepEqual([sum('issued'), sum('claimed'), sum('used')], [3, 1, 0]);
  assert.deepEqual([totals.issued, totals.claimed, totals.used], [3, 1, 0]);
});

test('the sample fee of a rule is what the tariff charges for a stay of that length', async () => {
  lot = await openLot(product);
  const sample = (more: Record<string, unknown>) =>
    product.must('GET', '/api/gatehouse/couponRule/sample', { parkId: lot.parkId, minutes: 115, ...more });
  const whole = await sample({});
  assert.equal(whole.feeFen, 2000);
  assert.equal(whole.earlierFen, 2000, 'no minutes off');
  assert.equal(Date.parse(whole.outTime) - Date.parse(whole.inTime), 115 * MINUTE);
  const less = await sample({ minutesOff: 60 });
  assert.equal(less.earlierFen, (await sample({ minutes: 55 })).feeFen);
  assert.equal(
    (await sample({ minutesOff: 600 })).earlierFen,
    (await sample({ minutes: 1, minutesOff: 1 })).earlierFen,
  );
  const { status } = await product.ask('GET', '/api/gatehouse/couponRule/sample', {
    parkId: product.companies.first,
    minutes: 60,
  });
  assert.equal(status, 404, 'a car park that is none');
});

test('banners keep the order they are put in, all at once, and a list that is no longer whole is refused', async () => {
  const base = '/api/updown/plat/couponRuleBanner';
  const add = async (title: string): Promise<string> =>
    (
      await product.must('POST', `${base}/submit`, {
        companyId: product.companies.first,
        title,
        linkUrl: 'https://a.cn',
      })
    ).id;
  const listed = async (): Promise<string[]> =>
    (await product.must('GET', `${base}/list`, { size: 500, sort: 'sort' })).records.map(
      (row: { id: string }) => row.id,
    );
  const order = (ids: readonly string[]) => product.ask('POST', '/api/gatehouse/couponRuleBanner/order', { ids });
  const [a, b, c] = [await add('甲'), await add('乙'), await add('丙')];
  const others = (await listed()).filter((id) => ![a, b, c].includes(id));
  const wanted = [c, a, ...others, b];
  const first = await order(wanted);
  assert.equal(first.status, 200);
  assert.deepEqual(await listed(), wanted);
  assert.equal((await order(wanted)).body.data.changed, 0, 'nothing moves twice');
  assert.equal((await order([b, a, ...others])).status, 422, 'one is missing');
  const d = await add('丁');
  assert.equal((await order(wanted)).status, 422, 'one came meanwhile');
  assert.deepEqual(
    (await listed()).filter((id) => id !== d),
    wanted,
    'what is refused changes nothing',
  );
});
