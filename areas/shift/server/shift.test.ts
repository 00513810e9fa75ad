/** A box's shifts from float to deposit, over the calls: blind count, signatures, receipts, voids, corrections. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOrder } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { dayOf } from '#domain/time/day.ts';
import { checkMoney, noted, placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { newId } from '#kit/server/id.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let parkId: string;
let boxId: string;
let tenantId: number;
const people: Record<string, { token: string; account: string }> = {};
const base = '/api/gatehouse/shift';

let seesBooks: Promise<string> | undefined;
/** Sees the ledger besides: what a blind count keeps from whoever is on duty is kept from him there too. */
const booksRole = (): Promise<string> =>
  (seesBooks ??= (async () => {
    const { id } = await product.must('POST', '/api/updown/sysrole/submit', {
      roleName: '看账',
      companyId: product.companies.first,
    });
    await product.must('POST', '/api/updown/sysrole/grant', {
      roleIds: id,
      menuIds: [],
      permissions: ['ledgerEntry:read'],
    });
    return id as string;
  })());

async function person(name: string, role: string): Promise<void> {
  const account = `${role.toLowerCase()}.${newId().slice(-6)}`;
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: name,
    companyId: product.companies.first,
    password: 'Gate-booth-2026',
    allParks: true,
  });
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const found = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === role,
  );
  await product.must('POST', '/api/updown/sysuser/grantRole', {
    userId: id,
    ids: [found.id, await booksRole()].join(','),
  });
  people[name] = { account, token: await product.login(account, 'Gate-booth-2026') };
}

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child);
  boxId = (await product.must('POST', '/api/updown/baseParkBox/submit', { parkId, boxName: '南岗亭', boxNo: 'B1' })).id;
  tenantId = (
    await product.database.read(platformScope, (db) =>
      db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
    )
  )[0]!.tenant_id;
  for (const [name, role] of [
    ['马长宁', 'gateGuard'],
    ['赵小川', 'gateGuard'],
    ['郑秋实', 'lotManager'],
    ['苏晚晴', 'finance'],
  ] as const)
    await person(name, role);
});
after(() => product.close());

/** Cash at the box as its terminal reports it; the payment's order. */
async function pay(amountFen: number, tenderedFen = amountFen, drawer = '南岗亭'): Promise<string> {
  const at = Date.now();
  const id = newId();
  const order = newId();
  const quoted = orderStep(newOrder(order, parkId, newId()), {
    kind: 'quote',
    receivableFen: amountFen,
    deratedFen: 0,
    pricedAt: at,
    validUntil: at + 60_000,
  });
  const paid = orderStep(quoted.order, { kind: 'cash', id, amountFen, tenderedFen, drawer, at });
  const about = {
    kind: 'exit' as const,
    plateNumber: '浙A12345',
    carTypeId: null,
    gateId: null,
    createdTime: at,
    inTime: null,
    lines: [],
    ruleId: null,
    remark: null,
    money: {},
  };
  const entry = noted({ order: paid.order, about }, id, {
    operator: '马长宁',
    tenderedFen,
    changeFen: tenderedFen - amountFen,
  });
  await product.database.write(tenantScope(tenantId), async (db) => {
    const place = (await placesOf(db, [parkId])).get(parkId)!;
    const batch = { entries: [entry], postings: [...quoted.postings, ...paid.postings] };
    await writeMoney(db, place, batch);
    await writeMoney(db, place, batch); // submitting twice counts once
  });
  return order;
}

const as = (name: string) => ({ as: people[name]!.token });
const act = (name: string, action: string, input: Record<string, unknown>) =>
  product.ask('POST', `${base}/${action}`, input, as(name));
const must = (name: string, action: string, input: Record<string, unknown>) =>
  product.must('POST', `${base}/${action}`, input, as(name));
const now = (name = '马长宁') => product.must('GET', `${base}/now`, { boxId }, as(name));
const row = (shiftId: string) => product.must('GET', `${base}/detail`, { shiftId });
const entries = async (input: Record<string, unknown>, name?: string) =>
  await product.must('GET', '/api/gatehouse/shiftEntry/list', { size: 100, ...input }, name ? as(name) : {});
const sign = (name: string, shiftId: string, more = {}) =>
  act(name, 'confirm', { shiftId, account: people['赵小川']!.account, password: 'Gate-booth-2026', ...more });

/**
 * What a person is shown of the lot's takings: lists with their totals, the sums of orders, whether the open shift
 * stands in the reports, the sums of stays.
 */
async function seen(name: string): Promise<unknown> {
  const get = (path: string) => product.must('GET', path, { parkId }, as(name));
  const [payments, orders, sums, report, stays] = [
    await get('/api/updown/static/getPageTempWCPays'),
    await get('/api/updown/static/getOnlineOrder'),
    await get('/api/updown/static/getOnlineOrderPayAmountSum'),
    await get('/api/updown/staticSum/getOffShiftData'),
    await get('/api/updown/static/searchInOutRecords'),
  ];
  const { paidFen } = stays.totals;
  // The ledger does not reveal what payments hide either.
  const { totals: books } = await get('/api/gatehouse/ledgerEntry/list');
  assert.deepEqual(
    [name, books.paidFen, books.receivableFen],
    [name, payments.totals.amountFen, payments.totals.amountFen],
    'the ledger shows him no more than the payments do',
  );
  return {
    payments: [payments.total, payments.totals.amountFen],
    orders: [orders.total, orders.totals.paidFen],
    sums: sums.paidFen,
    ownShift: report.records.some((line: { operator: string }) => line.operator === '马长宁'),
    stays: paidFen === undefined ? {} : { paidFen },
  };
}

test('a night ten yuan short: blind count, the next person signs with his password and opens with the float, all rows in one shift each', async () => {
  await pay(700); // before the box ever worked in shifts: of no shift, but with a receipt
  const { shiftId } = await must('马长宁', 'open', { boxId, floatFen: 20_000 });
  assert.equal((await act('赵小川', 'open', { boxId, floatFen: 0 })).status, 422);
  await pay(1_500, 5_000);
  await pay(2_500, 2_500, 'B1');
  await must('马长宁', 'drop', { shiftId, amountFen: 3_000, remark: '投入保险柜' });
  assert.equal((await act('马长宁', 'drop', { shiftId, amountFen: 900_000 })).status, 422);
  const { shift } = await now();
  assert.deepEqual([shift.mine, shift.expectedFen, shift.cashFen], [true, null, null]);
  assert.equal((await entries({ shiftId }, '马长宁')).total, 0, 'blind: not before the count');
  assert.equal((await entries({ shiftId }, '郑秋实')).total, 3);
  assert.deepEqual(
    await seen('马长宁'),
    { payments: [1, 700], orders: [1, 700], sums: 700, ownShift: false, stays: {} },
    'nor in any list, sum or report',
  );
  assert.deepEqual(await seen('郑秋实'), {
    payments: [3, 4_700],
    orders: [3, 4_700],
    sums: 4_700,
    ownShift: true,
    stays: { paidFen: 0 },
  });
  assert.equal((await act('赵小川', 'handover', { shiftId })).status, 422);
  await must('马长宁', 'handover', { shiftId });
  await pay(800); // meanwhile: for the next shift
  assert.equal(
    (await act('马长宁', 'count', { shiftId, pieces: { 300: 1 }, keepFen: 0 })).body.errors?.[0]?.field,
    'pieces',
  );
  const counted = await must('马长宁', 'count', { shiftId, pieces: { 10000: 2 }, keepFen: 15_000 });
  assert.deepEqual(
    [counted.expectedFen, counted.countedFen, counted.differenceFen, counted.handInFen],
    [21_000, 20_000, -1_000, 5_000],
  );
  assert.equal(
    (await act('马长宁', 'count', { shiftId, pieces: { 10000: 2, 1000: 1 }, keepFen: 15_000 })).status,
    409,
    'submitted once',
  );
  assert.equal((await sign('马长宁', shiftId, { password: 'wrong' })).body.error, 'wrong_password');
  assert.equal(
    (await act('马长宁', 'confirm', { shiftId, account: people['马长宁']!.account, password: 'Gate-booth-2026' }))
      .status,
    422,
    'not by himself',
  );
  assert.equal(
    (await act('马长宁', 'confirm', { shiftId, account: people['苏晚晴']!.account, password: 'Gate-booth-2026' }))
      .status,
    403,
    'not by one who may not work there',
  );
  assert.equal((await sign('马长宁', shiftId)).status, 200);
  const closed = await row(shiftId);
  assert.deepEqual(
    [closed.status, closed.witness, closed.cashFen, closed.dropFen, closed.payments],
    ['closed', '赵小川', 4_000, 3_000, 2],
  );
  const next = (await now('赵小川')).shift;
  assert.deepEqual([next.operator, next.floatFen, next.mine], ['赵小川', 15_000, true]);
  assert.deepEqual(
    (await entries({ shiftId: next.id })).records.map((each: { amountFen: number; receiptNo: number }) => [
      each.amountFen,
      each.receiptNo,
    ]),
    [[800, 4]],
  );
  const all = (await entries({ boxId, kind: 'cash' })).records
    .map((each: { receiptNo: number }) => each.receiptNo)
    .sort();
  assert.deepEqual(all, [1, 2, 3, 4]);
});

test('a void needs a second person and goes out of the drawer at work; a correction is a row of the later shift; the former one stays', async () => {
  const { shift } = await now('赵小川');
  await pay(1_000);
  const { receipts } = await now('赵小川');
  const ask = await product.ask(
    'POST',
    '/api/gatehouse/shiftVoid/ask',
    { entryId: receipts[0].id, remark: '误收' },
    as('赵小川'),
  );
  const { voidId } = ask.body.data;
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/gatehouse/shiftVoid/ask',
        { entryId: receipts[0].id, remark: '再来' },
        as('赵小川'),
      )
    ).status,
    409,
  );
  assert.equal((await product.ask('POST', '/api/gatehouse/shiftVoid/approve', { voidId }, as('赵小川'))).status, 403);
  await product.must('POST', '/api/gatehouse/shiftVoid/approve', { voidId }, as('郑秋实'));
  const former = (await product.must('GET', `${base}/list`, { boxId, status: 'closed' })).records[0];
  assert.equal(
    (
      await act('赵小川', 'correct', {
        shiftId: shift.id,
        ofShiftId: former.id,
        amountFen: 1_000,
        remark: '抽屉缝里找到',
      })
    ).status,
    403,
  );
  await must('郑秋实', 'correct', {
    shiftId: shift.id,
    ofShiftId: former.id,
    amountFen: 1_000,
    remark: '抽屉缝里找到',
  });
  assert.equal((await row(former.id)).differenceFen, -1_000);
  await must('赵小川', 'handover', { shiftId: shift.id });
  await must('赵小川', 'resume', { shiftId: shift.id });
  await must('赵小川', 'handover', { shiftId: shift.id });
  const counted = await must('赵小川', 'count', {
    shiftId: shift.id,
    pieces: { 10000: 1, 5000: 1, 1000: 1, 500: 1, 100: 3 },
    keepFen: 0,
  });
  assert.deepEqual(
    [counted.expectedFen, counted.differenceFen, counted.refundFen, counted.correctionFen],
    [16_800, 0, 1_000, 1_000],
  );
  await must('赵小川', 'confirm', {
    shiftId: shift.id,
    account: people['马长宁']!.account,
    password: 'Gate-booth-2026',
    takeOver: false,
  });
  assert.equal((await now()).shift, null);
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  assert.ok(
    await product.database.read(
      tenantScope(tenantId),
      async (db) => (await checkMoney(db, (await placesOf(db, [parkId])).get(parkId)!, today, today)).right,
    ),
  );
});

test('a person who is gone: closed by force, counted later by another; deposited at the office with the slip; the box lost no cash', async () => {
  await pay(600); // nobody on duty: for the next shift
  const { shiftId } = await must('马长宁', 'open', { boxId, floatFen: 10_000 });
  assert.equal((await act('马长宁', 'force', { shiftId, remark: '离岗' })).status, 403);
  await must('郑秋实', 'force', { shiftId, remark: '值班人离岗' });
  const { shiftId: other } = await must('赵小川', 'open', { boxId, floatFen: 5_000 });
  await must('郑秋实', 'recount', { shiftId, countedFen: 10_600, remark: '保险柜内清点' });
  const forced = await row(shiftId);
  assert.deepEqual(
    [forced.status, forced.forced, forced.expectedFen, forced.differenceFen, forced.handInFen],
    ['closed', true, 10_600, 0, 10_600],
  );
  await must('苏晚晴', 'deposit', { shiftId, slipNo: 'HZ20260501', depositFen: 10_500 });
  const done = await row(shiftId);
  assert.deepEqual([done.status, done.slipNo, done.depositDifferenceFen], ['deposited', 'HZ20260501', -100]);
  assert.equal((await act('郑秋实', 'force', { shiftId, remark: '再次' })).status, 409);
  const [sum] = (await product.must('GET', '/api/updown/staticSum/getOffShiftData', { parkId, operator: '马长宁' }))
    .records;
  assert.deepEqual(
    [sum.shifts, sum.cashFen, sum.differenceFen, sum.refundFen, sum.receivableFen, sum.paidFen],
    [2, 4_600, -1_000, 0, 4_600, 4_600],
  );
  const nonsense = await product.ask('GET', '/api/updown/static/getPageTempWCPays', {
    parkId,
    shiftId: `${shiftId},night`,
  });
  assert.deepEqual(
    [nonsense.status, nonsense.body.errors?.[0]?.field],
    [400, 'shiftId'],
    'what is no shift is no “all shifts”',
  );
  const took = async (ids: string) =>
    (await product.must('GET', '/api/updown/static/getPageTempWCPays', { parkId, shiftId: ids })).totals;
  assert.deepEqual(
    [(await took(sum.shiftsIds)).amountFen, (await took(shiftId)).receivableFen, (await took(other)).amountFen],
    [4_600, 600, 0],
  );
  const only = await product.must('GET', '/api/updown/parkChangeshiftrecord/getOnlyShiftData', { parkId });
  assert.deepEqual([only.total, only.totals.depositFen], [4, 10_500]);
  assert.equal(
    (await product.must('GET', '/api/updown/parkChangeshiftrecord/getOnlyShiftData', {}, { as: 'otherTenant' })).total,
    0,
  );
  assert.equal(
    (await product.ask('POST', `${base}/force`, { shiftId: other, remark: '外人' }, { as: 'otherTenant' })).status,
    404,
  );
});

test('two people open one box at the same moment: one of them does', async () => {
  const box = (await product.must('POST', '/api/updown/baseParkBox/submit', { parkId, boxName: '北岗亭' })).id;
  const tries = await Promise.all(
    ['马长宁', '赵小川'].map((name) => act(name, 'open', { boxId: box, floatFen: 1_000 })),
  );
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 422]);
});

test('receipts stay without gaps when cash comes from everywhere at once', async () => {
  await Promise.all(Array.from({ length: 12 }, () => pay(100)));
  const numbers = (await entries({ boxId, kind: 'cash' })).records
    .map((each: { receiptNo: number }) => each.receiptNo)
    .sort((a: number, b: number) => a - b);
  assert.deepEqual(
    numbers,
    numbers.map((_: number, nth: number) => nth + 1),
  );
});
