/** Payouts from confirmed settlements through the bank's files, on the real engine. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkMoney } from '#areas/billing/server/door.ts';
import { countDays, loseSilent } from '#areas/fund/server/door.ts';
import { tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { BankStand } from '#test/providers/bank.ts';
import { daysAgo, openPaidLot } from './paid-lot.fixture.ts';
import type { PaidLot } from './paid-lot.fixture.ts';

let product: TestProduct;
let lot: PaidLot;
let settingId: string;
const bank = new BankStand();
const accountNo = '6214830112345678';
const of = '/api/gatehouse/transferRecord';

before(async () => {
  product = await startTestProduct();
  lot = await openPaidLot(product);
  ({ id: settingId } = await product.must('POST', '/api/updown/plat/cashoutset/submit', {
    companyId: product.companies.child,
    mode: 'agency',
    payeeName: '安泊停车',
    bankName: '招商银行',
    branchCode: '308331012004',
    accountNo,
    cycle: 'daily',
    holdDays: 1,
    minFen: 1000,
  }));
});
after(() => product.close());

type Sums = { arrived: number; failed: number; returned: number; waiting: number; known: number };
const answered = async (file: string): Promise<Sums & { rows: unknown[] }> => {
  const { sums, rows } = await product.must('POST', `${of}/answers`, { file });
  return { ...sums, rows };
};
const draft = (as = 'groupAdmin') => product.ask('POST', `${of}/draft`, { recordId: settingId }, { as });
const row = async (id: string) =>
  (await product.must('GET', '/api/updown/plat/transferrecord/getPageList', { size: 50 })).records.find(
    (each: { id: string }) => each.id === id,
  );
const due = async () => (await lot.accounts())['due'] ?? 0;
/** A day of the lot is paid, counted and confirmed by two people; answers what is due of it. */
async function earned(fen: number, ago: number): Promise<number> {
  const day = daysAgo(ago);
  await lot.pay(fen, day);
  await lot.bill(day);
  await product.database.write(tenantScope(lot.tenantId), (db) =>
    countDays(db, lot.tenantId, daysAgo(1), { parkId: lot.place.parkId }),
  );
  const { records } = await product.must('GET', '/api/updown/plat/settlementrecord/getPageList', {
    parkId: lot.place.parkId,
    size: 50,
  });
  const open = records.find((each: Record<string, unknown>) => each['day'] === day && each['status'] === 'counted');
  assert.ok(open, `no counted record of ${day}: ${JSON.stringify(records)}`);
  const base = '/api/gatehouse/settlementRecord';
  await product.must('POST', `${base}/check`, { recordId: open.id }, { as: 'groupAdmin' });
  await product.must('POST', `${base}/confirm`, { recordId: open.id });
  return open.dueFen;
}
/** Drafted by one, approved by another. */
async function approved(): Promise<{ id: string; number: string; amountFen: number }> {
  const made = await draft();
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { transferId: id, amountFen } = made.body.data;
  await product.must('POST', `${of}/approve`, { recordId: id });
  return { id, number: (await row(id)).transferNo, amountFen };
}
async function sent(): Promise<{ id: string; number: string; amountFen: number }> {
  const transfer = await approved();
  bank.take((await product.must('POST', `${of}/bankFile`, { ids: [transfer.id] })).content);
  return transfer;
}

test('nothing is paid before somebody else typed the account again, and whoever drafted does not approve', async () => {
  const dueFen = await earned(50_000, 4);
  assert.equal((await draft()).status, 422, 'the account is not verified');
  const verify = (as: string, typed: string) =>
    product.ask('POST', '/api/gatehouse/cashoutSet/verify', { recordId: settingId, accountNo: typed }, { as });
  assert.equal((await verify('admin', accountNo)).status, 422, 'who entered it does not verify it');
  assert.equal((await verify('groupAdmin', '6214830112345679')).status, 422);
  assert.equal((await verify('groupAdmin', accountNo)).status, 200);
  const next = await product.must('GET', '/api/gatehouse/cashoutSet/preview', { recordId: settingId });
  assert.deepEqual([next.amountFen, next.dueFen, next.settlements, next.verified], [dueFen, dueFen, 1, true]);
  const key = newId();
  const requestDraft = () => product.ask('POST', `${of}/draft`, { recordId: settingId }, { as: 'groupAdmin', key });
  const [first, second] = [await requestDraft(), await requestDraft()];
  assert.deepEqual([second.status, second.body.data], [200, first.body.data], 'the same key drafts once');
  const { transferId: id, amountFen } = first.body.data;
  assert.equal(amountFen, dueFen);
  assert.equal((await draft()).status, 422, 'there is nothing left to be drafted');
  assert.equal((await product.ask('POST', `${of}/approve`, { recordId: id }, { as: 'groupAdmin' })).status, 422);
  assert.equal(
    (await product.ask('POST', `${of}/bankFile`, { ids: [id] })).status,
    422,
    'nor paid before it is approved',
  );
  await product.must('POST', '/api/updown/plat/cashoutset/submit', { id: settingId, bankName: '中国银行' });
  assert.equal(
    (await product.ask('POST', `${of}/approve`, { recordId: id })).status,
    422,
    'the account was changed since',
  );
  await product.must('POST', '/api/updown/plat/cashoutset/submit', { id: settingId, bankName: '招商银行' });
  await verify('groupAdmin', accountNo);
  await product.must('POST', `${of}/cancel`, { recordId: id, failure: '重新申请' });
});

test('sent by file once, arrived once, and the ledger holds it in the same step', async () => {
  const owed = await due();
  const { id, number, amountFen } = await approved();
  const file = await product.must('POST', `${of}/bankFile`, { ids: [id] });
  bank.take(file.content);
  assert.deepEqual([bank.payments.get(number)?.account, file.amountFen], [accountNo, amountFen]);
  bank.take((await product.must('POST', `${of}/bankFile`, { ids: [id] })).content);
  assert.deepEqual(bank.repeated, [number], 'a file that was lost has the number it had: the bank pays it once');
  const wrong = await answered(bank.answer({ [number]: '成功' }, (each) => ({ ...each, amount: '0.01' })));
  assert.deepEqual([wrong.arrived, wrong.rows.length, (await row(id)).status], [0, 1, 'sent'], 'of another amount');
  assert.equal((await answered(bank.answer({ [number]: '处理中' }))).waiting, 1);
  const paid = bank.answer({ [number]: '成功' });
  assert.deepEqual([(await answered(paid)).arrived, (await answered(paid)).known], [1, 1]);
  const arrived = await row(id);
  assert.deepEqual([arrived.status, arrived.bankRef], ['arrived', `B${number}`]);
  assert.deepEqual([await due(), (await lot.accounts())['bank']], [owed - amountFen, amountFen]);
  const check = await product.database.read(tenantScope(lot.tenantId), (db) =>
    checkMoney(db, lot.place, daysAgo(6), daysAgo(0)),
  );
  assert.deepEqual(check.differences, []);
});

test('what the bank rejected is drafted again under another number, and returned payments are reversed', async () => {
  const dueFen = await earned(30_000, 3);
  const first = await sent();
  assert.equal(first.amountFen, dueFen);
  const refused = await answered(bank.answer({ [first.number]: '失败' }));
  assert.deepEqual([refused.failed, (await row(first.id)).failure], [1, '户名不符']);
  assert.equal((await answered(bank.answer({ [first.number]: '成功' }))).rows.length, 1, 'refused is refused');
  const owed = await due();
  const second = await sent();
  assert.notEqual(second.number, first.number);
  await answered(bank.answer({ [second.number]: '成功' }));
  const back = bank.answer({ [second.number]: '退票' });
  assert.deepEqual([(await answered(back)).returned, (await answered(back)).known], [1, 1]);
  assert.equal(await due(), owed, 'it is owed again');
  const third = await approved();
  assert.equal(third.amountFen, dueFen);
  await product.must('POST', `${of}/send`, { recordId: third.id });
  await loseSilent(product.database, new Date(Date.now() + 4 * 86_400_000));
  assert.equal((await row(third.id)).status, 'unknown', 'three days without a word');
  assert.equal((await draft()).status, 422, 'what nobody knows of is not paid again');
  await product.must('POST', `${of}/arrive`, { recordId: third.id, bankRef: 'R1' });
  assert.equal(await due(), owed - dueFen);
});

test('the full account number is shown to the person who pays, while payment is due, and each view is logged', async () => {
  await earned(20_000, 2);
  const { id } = await approved();
  assert.equal((await product.must('POST', `${of}/payee`, { recordId: id })).accountNo, accountNo);
  assert.ok(!JSON.stringify(await row(id)).includes(accountNo));
  const [{ times } = { times: 0 }] = await lot.rows<{ times: number }>(
    "SELECT count(*)::int AS times FROM audit_log WHERE tenant_id = $1 AND $2::text IS NOT NULL AND action = 'payee' AND row_id = $3",
    id,
  );
  assert.equal(times, 1);
  await product.must('POST', `${of}/send`, { recordId: id });
  assert.equal((await product.ask('POST', `${of}/payee`, { recordId: id })).status, 403);
  const other = await product.ask('POST', `${of}/arrive`, { recordId: id, bankRef: 'x' }, { as: 'otherTenant' });
  assert.equal(other.status, 404);
});
