/**
 * What drivers of the demo do on their phones, and what the providers' bills say of its last days: every list of orders
 * has something to look at, and the books stay right.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moneyRound, madeUp } from '#areas/billing/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { buildLot } from './build-lot.ts';
import type { Ask } from './build-base.ts';
import type { BuiltLot } from './build-lot.ts';
import { loadChannelBills } from './channel-bills.ts';
import { city } from './city.ts';
import { openShops } from './derates.ts';
import { sessionOf } from './enter.ts';
import { pastOf } from './history.ts';
import type { PastStay } from './history.ts';
import { loadPast } from './load.ts';
import { addMerchants, paidInThePast } from './merchants.ts';
import { payByPhone } from './phones.ts';

let product: TestProduct;
let built: BuiltLot;
let past: PastStay[];
let tenantId: number;
const now = Date.now();
const ask: Ask = (method, path, input, as) =>
  product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input, as === undefined ? {} : { as });
before(async () => {
  product = await startTestProduct();
  const plan = {
    ...city
      .flatMap(({ companies }) => companies)
      .flatMap(({ lots }) => lots)
      .find(({ kind }) => kind === 'station')!,
    staysPerDay: 160,
    passShare: 0,
  };
  const { id: maker } = await ask('POST', 'plat/sysManufacturer/submit', { name: '臻视智能', shortName: 'ZS' });
  await addMerchants(ask, 'groupAdmin', product.companies.first, 1);
  built = await buildLot(ask, { devices: {}, guests: {}, playedTo: {} }, plan, product.companies.child, [maker], 1);
  [{ tenant_id: tenantId }] = (await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [built.site.parkId]),
  )) as [{ tenant_id: number }];
  past = pastOf(plan, 3, 8, now, 'Asia/Shanghai');
  // Who came longest ago pays most, whatever hour the test runs at; of those who came once, as nobody is inside twice.
  const times = new Map<string, number>();
  for (const { car } of past) times.set(car.plate, (times.get(car.plate) ?? 0) + 1);
  const inside = new Set(
    past
      .slice(-400)
      .filter(({ car, outAt }) => outAt !== null && times.get(car.plate) === 1)
      .filter((_, nth) => nth % 7 === 0)
      .slice(0, 12),
  );
  past = past.map((each) => (inside.has(each) ? { ...each, outAt: null } : each));
  await loadPast(
    product.database,
    tenantId,
    built,
    past,
    new Map(),
    await openShops(product.database, tenantId, built, 3, now),
    () => '马长宁',
    () => undefined,
  );
});
after(() => product?.close());

const list = async (path: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> =>
  (await product.must('GET', `/api/updown/static/${path}`, { size: 500, ...input })).records;
const states = async (path: string): Promise<string[]> =>
  [...new Set((await list(path)).map(({ status }) => String(status)))].sort();

test('the bills of the last days agree with the books except for the listed differences', async () => {
  await loadChannelBills(product.database, [tenantId], now);
  const days: Record<string, unknown>[] = (await product.must('GET', '/api/gatehouse/channelDay/list', { size: 100 }))
    .records;
  assert.equal(days.length, 9);
  for (const { status, ourFen, theirFen, differences } of days.filter((each) => each['status'] !== 'differs'))
    assert.deepEqual([status, theirFen, differences, Number(ourFen) > 0], ['matched', ourFen, 0, true]);
  assert.deepEqual(
    days
      .filter(({ status }) => status === 'differs')
      .map(({ payType, differences }) => [payType, differences])
      .sort(),
    [
      ['alipay', 1],
      ['wechat', 1],
      ['wechat', 1],
    ],
  );
  const payments = await list('getPageOnlinePayParkOrderRec', { source: 'bill' });
  assert.deepEqual(payments.map(({ result }) => result).sort(), ['amountDiffers', 'oursOnly']);
});

test('who plays the demo on may do so before the operator has changed the first password', async () => {
  await product.database.write(platformScope, (db) =>
    db.raw(
      'UPDATE "user" SET must_change_password = true WHERE id IN (SELECT user_id FROM login_name WHERE account = $1)',
      ['admin'],
    ),
  );
  const as = await sessionOf(product.database, tenantId, '无此人');
  const { records } = await ask('GET', 'static/getOnlineOrder', { parkId: built.site.parkId }, as);
  assert.ok(Array.isArray(records));
  const nobody = await sessionOf(product.database, null, null);
  await assert.rejects(ask('GET', 'static/getOnlineOrder', { parkId: built.site.parkId }, nobody), /403/);
  await product.database.write(platformScope, (db) => db.raw('UPDATE "user" SET must_change_password = false', []));
});

test('orders wait, failed, are paid ahead, and their refunds are under way or refused', async () => {
  const { parkId } = built.site;
  const guests = past.filter(({ outAt }) => outAt === null).map(({ car, inAt }) => ({ plate: car.plate, in: inAt }));
  await payByPhone(product.database, ask, [built], { guests: { [parkId]: guests } }, 10);
  assert.deepEqual(
    (await states('getPageUnChargeOrder')).filter((status) => status !== 'arrears'),
    ['failed', 'pending'],
  );
  assert.deepEqual(
    (await states('getSearchRefundOrder')).filter((status) => status !== 'refunded'),
    ['failed', 'refunding'],
  );
  const results = new Set((await list('getPageOnlinePayParkOrderRec')).map(({ result }) => result));
  for (const result of ['booked', 'notPaid', 'wrong-amount']) assert.ok(results.has(result), result);
  const check = await product.must('GET', `/api/gatehouse/check/${parkId}`, {});
  assert.deepEqual([check.right, check.differences], [true, []]);
});

test('refunds of the generated history arrive, whatever the channel; an account configured by the user is queried itself', async () => {
  const paid = await product.database.read(platformScope, (db) =>
    db.raw<{ order_id: string; pay_type: string; ref: string | null }>(
      `SELECT DISTINCT ON (pay_type, merchant_ref IS NULL) order_id, pay_type, merchant_ref AS ref FROM payment
    WHERE park_id = $1 AND status = 'paid' AND pay_type NOT IN ('cash', 'sandbox') AND amount_fen > 100`,
      [built.site.parkId],
    ),
  );
  assert.ok(
    paid.some(({ ref }) => ref !== null) && paid.some(({ pay_type: way }) => way === 'etc'),
    JSON.stringify(paid),
  );
  const back = async (orderId: string) => {
    await ask('GET', 'parkorder/refund', { onlineOrderId: orderId, amountFen: 100, remark: '车主投诉' });
    await moneyRound(product.database);
    return (
      await product.database.read(platformScope, (db) =>
        db.raw<{ status: string }>('SELECT status FROM refund WHERE order_id = $1', [orderId]),
      )
    )[0]!.status;
  };
  configure(madeUp.as(paidInThePast));
  try {
    for (const { order_id: id, pay_type: way } of paid) assert.equal(await back(id), 'refunded', way);
  } finally {
    configure(madeUp.as(null));
  }
  const own = paid.find(({ ref }) => ref !== null);
  const requested = await product.database.write(platformScope, async (db) => {
    await db.raw('UPDATE wechat_config SET enabled = true WHERE id = $1', [own!.ref]);
    await db.raw('UPDATE alipay_config SET enabled = true WHERE id = $1', [own!.ref]);
    return paidInThePast({ ...db, scope: tenantScope(tenantId) } as Db, own!.ref);
  });
  assert.equal(requested, false);
});
