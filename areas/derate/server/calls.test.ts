/** Rules, sellers, codes and cards by their calls, and the wall around a seller's own login. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { applyCouponActions } from './coupon-actions.ts';
import { endDerates } from './sweep.ts';

let product: TestProduct;
let parkId: string;
let tenantId: number;

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child);
  tenantId = (await sql<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', parkId))[0]!.tenant_id;
});
after(() => product.close());

const sql = <R>(text: string, ...values: unknown[]): Promise<R[]> =>
  product.database.read(platformScope, (db) => db.raw<R>(text, values));
const rule = async (more: Record<string, unknown> = {}): Promise<string> =>
  (
    await product.must('POST', '/api/updown/parkderate/submit', {
      parkId,
      derateName: newId(),
      derateType: 'amount',
      amountFen: 500,
      chargeBy: 'face',
      dayLimit: 0,
      ...more,
    })
  ).id;
async function shop(derateIds: readonly string[], fen: number, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await product.must('POST', '/api/updown/parkseller/submit', {
    parkId,
    sellerName: newId(),
    derateIds,
    ...more,
  });
  if (fen > 0) await product.must('POST', '/api/updown/parkseller/sellerCharge', { recordId: id, money: fen });
  return id;
}
const seller = (id: string) => product.must('GET', '/api/updown/parkseller/detail', { recordId: id });
const give = (sellerId: string, derateId: string, plateNumber: string) =>
  product.ask('POST', '/api/gatehouse/carDerate/grant', { sellerId, derateId, plateNumber });

test('a rule is entered by the field of its kind or by the contract’s value, and errors are reported by field', async () => {
  const { id } = await product.must('POST', '/api/updown/parkderate/submit', {
    parkId,
    derateName: '停两小时',
    derateType: 'time',
    derateValue: 120,
    price: 300,
    enable: true,
  });
  const row = await product.must('GET', '/api/updown/parkderate/detail', { derateId: id });
  assert.deepEqual([row.minutes, row.amountFen, row.price, row.chargeBy], [120, null, 300, 'price']);
  for (const [wrong, field] of [
    [{ derateType: 'time' }, 'minutes'],
    [{ derateType: 'percent', percentOff: 101 }, 'percentOff'],
    [{ derateType: 'time', minutes: 60, chargeBy: 'face' }, 'chargeBy'],
    [{ derateType: 'full', chargeBy: 'benefit' }, 'price'],
    [{ derateType: 'full', startDate: '2026-02-02', endDate: '2026-02-01' }, 'endDate'],
  ] as const) {
    const { status, body } = await product.ask('POST', '/api/updown/parkderate/submit', {
      parkId,
      derateName: newId(),
      ...wrong,
    });
    assert.deepEqual([status, body.errors![0]!.field], [400, field]);
  }
});

test('a recharge with the same key takes money once; the balance is never set by submit, and synchronising returns the difference', async () => {
  const id = await shop([], 0);
  const pay = () =>
    product.ask(
      'POST',
      '/api/updown/parkseller/sellerCharge',
      { recordId: id, money: 10_000, remark: '现金' },
      { key: `charge-${id}` },
    );
  const [first, second] = [await pay(), await pay()];
  assert.deepEqual([first.status, second.status, (await seller(id)).balance], [200, 200, 10_000]);
  await product.must('POST', '/api/updown/parkseller/submit', {
    recordId: id,
    balance: 99_999_999,
    usedFen: -5,
    remark: '改名',
  });
  assert.deepEqual([(await seller(id)).balance, (await seller(id)).usedFen], [10_000, 0]);
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw('UPDATE park_seller SET charged_fen = 1, balance = 1 WHERE tenant_id = $1 AND id = $2', [tenantId, id]),
  );
  assert.equal(
    (await product.must('POST', '/api/updown/parkseller/synchronizeAmount', { sellerId: id })).differenceFen,
    9_999,
  );
  assert.equal(
    (await product.must('POST', '/api/updown/parkseller/synchronizeAmount', { sellerId: id })).differenceFen,
    0,
  );
  const { records, totals } = await product.must('GET', '/api/updown/static/getPageSellerRecharges', { sellerId: id });
  assert.deepEqual(
    [records.length, records[0].balanceBefore, records[0].balanceAfter, totals.amountFen],
    [1, 0, 10_000, 10_000],
  );
});

test('many givers at once never take a seller below his credit, and a day’s limit holds for all of them', async () => {
  const [five, once] = [await rule(), await rule({ dayLimit: 1 })];
  const id = await shop([five, once], 2_000, { creditFen: 500 });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => give(id, five, `京A2000${nth}`)));
  assert.deepEqual(
    [answers.filter(({ status }) => status === 200).length, answers.filter(({ status }) => status === 422).length],
    [5, 3],
  );
  assert.deepEqual([(await seller(id)).balance, (await seller(id)).reservedFen], [-500, 2_500]);
  const other = await shop([once], 5_000);
  const limited = await Promise.all(Array.from({ length: 4 }, () => give(other, once, '京A30001')));
  assert.equal(limited.filter(({ status }) => status === 200).length, 1);
});

test('INV-C3 two cars of one plate paid for at the same moment use a discount once', async () => {
  const five = await rule();
  const id = await shop([five], 500);
  const { body } = await give(id, five, '京A40001');
  const couponId = body.data.id;
  const use = (stay: string) =>
    product.database.write(tenantScope(tenantId), (db) =>
      applyCouponActions(db, tenantId, [
        { couponId, at: Date.now(), event: { kind: 'use', stay, order: newId(), benefitFen: 500 } },
      ]),
    );
  const done = await Promise.all(Array.from({ length: 6 }, (_, nth) => use(`stay-${nth}`)));
  assert.deepEqual(
    [done.flatMap(({ postings }) => postings).length, (await seller(id)).usedFen, (await seller(id)).balance],
    [1, 500, 0],
  );
});

test('a one-time code is taken by one plate however many scan it, a standing one by every plate within its limit, a stopped one by nobody', async () => {
  const five = await rule({ dayLimit: 1 });
  const id = await shop([five], 10_000);
  const made = await product.must('POST', '/api/gatehouse/derateCode/make', {
    sellerId: id,
    derateId: five,
    codeKind: 'once',
  });
  assert.match(made.codes[0].image, /^data:image\/svg/);
  assert.match(made.codes[0].url, /\/m\/derate\?code=/);
  const scan = (code: string, plateNumber: string) =>
    product.ask('POST', '/api/gatehouse/derateCode/scan', { code, plateNumber }, { as: null });
  const all = await Promise.all(['京A50001', '京A50002', '京A50003'].map((plate) => scan(made.codes[0].code, plate)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 422, 422]);
  const standing = (
    await product.must('POST', '/api/gatehouse/derateCode/make', { sellerId: id, derateId: five, codeKind: 'standing' })
  ).codes[0];
  assert.deepEqual(
    [
      (await scan(standing.code, '京A60001')).status,
      (await scan(standing.code, '京A60002')).status,
      (await scan(standing.code, '京A60001')).status,
    ],
    [200, 200, 422],
  );
  assert.equal(
    (await product.ask('GET', '/api/gatehouse/derateCode/show', { code: 'no-such-code' }, { as: null })).status,
    404,
  );
  await product.must('POST', '/api/gatehouse/derateCode/stop', { codeId: standing.codeId });
  assert.equal((await scan(standing.code, '京A60003')).status, 422);
});

test('strangers who take discounts by a code are stopped by code, by address and by plate, and guessed codes soon find nothing', async () => {
  const five = await rule();
  const id = await shop([five], 500_000);
  const standing = async (): Promise<string> =>
    (
      await product.must('POST', '/api/gatehouse/derateCode/make', {
        sellerId: id,
        derateId: five,
        codeKind: 'standing',
      })
    ).codes[0].code;
  const scan = async (code: string, plateNumber: string, ip: string) =>
    (await product.ask('POST', '/api/gatehouse/derateCode/scan', { code, plateNumber }, { as: null, ip })).status;
  const count = (answers: readonly number[]) =>
    [200, 429].map((status) => answers.filter((each) => each === status).length);
  const [one, two, three] = [await standing(), await standing(), await standing()];
  const many = <T>(most: number, each: (nth: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: most }, (_, nth) => each(nth)));
  assert.deepEqual(
    count(await many(13, (nth) => scan(one, `京B${10_000 + nth}`, `10.7.0.${nth}`))),
    [10, 3],
    'ten a minute of one code, wherever from',
  );
  const plates: number[] = [];
  for (let nth = 0; nth < 7; nth += 1) plates.push(await scan(two, '京B20001', `10.7.1.${nth}`));
  assert.deepEqual(count(plates), [5, 2], 'five an hour for one plate');
  await product.database.write(platformScope, (db) =>
    db.raw(`INSERT INTO login_try (key, count, until) VALUES ('derate-from:10.7.2.1', 30, now() + interval '1 hour')`),
  );
  assert.deepEqual(
    [await scan(three, '京B30001', '10.7.2.1'), await scan(three, '京B30001', '10.7.2.2')],
    [429, 200],
    'thirty an hour from one address',
  );
  const guesses: number[] = [];
  for (let nth = 0; nth < 12; nth += 1)
    guesses.push(
      (await product.ask('GET', '/api/gatehouse/derateCode/show', { code: `x${nth}` }, { as: null, ip: '10.7.3.1' }))
        .status,
    );
  assert.deepEqual(guesses.slice(9), [404, 429, 429]);
});

test('what a code gave a plate that is not inside is let go after half an hour; what a shop gave itself is not', async () => {
  const five = await rule();
  const id = await shop([five], 1_000);
  const { code } = (
    await product.must('POST', '/api/gatehouse/derateCode/make', { sellerId: id, derateId: five, codeKind: 'once' })
  ).codes[0];
  await product.must('POST', '/api/gatehouse/derateCode/scan', { code, plateNumber: '京B40001' }, { as: null });
  assert.equal((await give(id, five, '京B40002')).status, 200);
  const states = async () =>
    (
      await sql<{ source: string; status: string }>(
        'SELECT source, status FROM car_derate WHERE seller_id = $1 ORDER BY plate_number',
        id,
      )
    ).map(({ source, status }) => `${source} ${status}`);
  await endDerates(product.database, new Date(Date.now() + 29 * 60_000));
  assert.deepEqual(await states(), ['code bound', 'office bound']);
  await endDerates(product.database, new Date(Date.now() + 31 * 60_000));
  assert.deepEqual(await states(), ['code expired', 'office bound']);
  assert.equal((await seller(id)).balance, 500);
});

test('what is over by the clock is ended and what was held is free again', async () => {
  const five = await rule();
  const id = await shop([five], 500);
  await give(id, five, '京A70001');
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw(`UPDATE car_derate SET valid_until = now() - interval '1 minute' WHERE tenant_id = $1 AND seller_id = $2`, [
      tenantId,
      id,
    ]),
  );
  await endDerates(product.database, new Date());
  assert.deepEqual(
    [
      (await sql<{ status: string }>('SELECT status FROM car_derate WHERE seller_id = $1', id))[0]!.status,
      (await seller(id)).balance,
    ],
    ['expired', 500],
  );
});

test('a seller’s own login sees and uses only what is his', async () => {
  const [mine, his] = [await rule(), await rule()];
  const account = `shop.${Date.now()}`;
  const me = await shop([mine], 1_000, { account });
  const other = await shop([his], 1_000);
  const { password } = await product.must('POST', '/api/updown/parkseller/resetPassword', { recordId: me });
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw('UPDATE "user" SET must_change_password = false WHERE tenant_id = $1 AND account = $2', [tenantId, account]),
  );
  const token = await product.login(account, password);
  const as = { as: token };
  const list = async (path: string) =>
    ((await product.must('GET', path, {}, as)).records as { id: string }[]).map((row) => row.id);
  assert.deepEqual(
    [await list('/api/updown/parkseller/list'), await list('/api/updown/parkderate/list')],
    [[me], [mine]],
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/gatehouse/carDerate/grant',
        { sellerId: me, derateId: mine, plateNumber: '京A80001' },
        as,
      )
    ).status,
    200,
  );
  await give(other, his, '京A80002');
  const given = (await product.must('GET', '/api/updown/static/getPageCarDerates', {}, as)).records as {
    sellerId: string;
    source: string;
  }[];
  assert.deepEqual([given.length, given[0]!.sellerId, given[0]!.source], [1, me, 'seller']);
  assert.deepEqual(
    [
      (
        await product.ask(
          'POST',
          '/api/gatehouse/carDerate/grant',
          { sellerId: other, derateId: his, plateNumber: '京A80003' },
          as,
        )
      ).status,
      (
        await product.ask(
          'POST',
          '/api/gatehouse/carDerate/grant',
          { sellerId: me, derateId: his, plateNumber: '京A80003' },
          as,
        )
      ).status,
      (await product.ask('POST', '/api/updown/parkseller/sellerCharge', { recordId: me, money: 100 }, as)).status,
      (await product.must('GET', '/api/gatehouse/storedCard/list', {}, as)).total,
    ],
    [404, 400, 403, 0],
  );
});

test('a stored-value card is made by its first recharge and grows by the next, in the drawer and in the ledger', async () => {
  const pay = (money: number) =>
    product.must('POST', '/api/gatehouse/storedCard/recharge', {
      parkId,
      plateNumber: '京A90001',
      money,
      remark: '现金',
    });
  assert.deepEqual([(await pay(5_000)).balanceAfter, (await pay(2_500)).balanceAfter], [5_000, 7_500]);
  const { records } = await product.must('GET', '/api/updown/static/getSearchCardRecharge', {
    parkId,
    plateNumber: '京A90001',
  });
  assert.deepEqual(
    records.map((row: { balanceBefore: number; amountFen: number; balanceAfter: number }) => [
      row.balanceBefore,
      row.amountFen,
      row.balanceAfter,
    ]),
    [
      [5_000, 2_500, 7_500],
      [0, 5_000, 5_000],
    ],
  );
  const [sum] = await sql<{ fen: number }>(
    `SELECT sum(amount_fen)::bigint AS fen FROM ledger_line WHERE park_id = $1 AND account = 'stored-value'`,
    parkId,
  );
  assert.equal(sum!.fen, -7_500);
});

test('the page behind a printed code shows what it gives, takes a plate, and explains a refusal', async () => {
  const five = await rule({ derateName: '满 <50> 元立减', dayLimit: 1 });
  const id = await shop([five], 1_000, { sellerName: '云汇咖啡' });
  const { code } = (
    await product.must('POST', '/api/gatehouse/derateCode/make', { sellerId: id, derateId: five, codeKind: 'once' })
  ).codes[0];
  const page = (method: string, input: Record<string, unknown>) =>
    product.ask(method, '/m/derate', input, { as: null });
  const shown = await page('GET', { code });
  assert.deepEqual(
    [
      shown.status,
      /满 &#60;50&#62; 元立减/.test(shown.text),
      /由 云汇咖啡 赠送/.test(shown.text),
      /<script/.test(shown.text),
    ],
    [200, true, true, false],
  );
  assert.deepEqual(
    [(await page('GET', { code: 'wrong' })).status, (await page('POST', { code, plateNumber: '??' })).status],
    [404, 400],
  );
  const taken = await page('POST', { code, plateNumber: '京a95001' });
  assert.deepEqual(
    [taken.status, /已领取：京A95001/.test(taken.text), (await page('GET', { code })).status],
    [200, true, 410],
  );
});
