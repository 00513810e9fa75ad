/** Debts on the real engine: born with `owe`, in step with the arrears account, ended by people and by money. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { chaseDebts, endTerms } from '#areas/road/server/door.ts';

let product: TestProduct;
let lot: StoryLot;
const DAY = 24 * HOUR;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 20 * HOUR;
const tokens: Record<string, string> = {};

async function person(name: string, role: string): Promise<void> {
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account: name,
    realName: name,
    companyId: product.companies.first,
    password: 'Gatehouse-2026',
    phone: `1390013${String(8_000 + Object.keys(tokens).length)}`,
    allParks: true,
  });
  const roles: { id: string; builtIn: string }[] = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const found = roles.find(({ builtIn }) => builtIn === role)!;
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: found.id });
  tokens[name] = await product.login(name, 'Gatehouse-2026');
}

before(async () => {
  product = await startTestProduct();
  await person('debt.finance', 'finance');
  await person('debt.second', 'companyAdmin');
  await person('debt.manager', 'lotManager');
  await person('debt.guard', 'gateGuard');
});
after(() => product.close());

const as = (name: string) => ({ as: tokens[name] ?? name });
const base = '/api/gatehouse/rdEscape';
const cancelPath = '/api/updown/pda/rdEscape/cancel';

/** Stays this long and leaves without paying: the amount due is owed. The hour costs 10.00, the day at most 30.00. */
async function leaves(plate: string, hours: number, at = T): Promise<string> {
  await lot.enter(plate, at);
  const out = at + hours * HOUR;
  await lot.see('out1', out, plate);
  await lot.send('out1', out + 5000, { kind: 'gate', gate: 'up', by: 'local', commandId: null });
  await lot.pass('out1', out + 8000);
  const row = (await debts()).findLast(({ plate_number }) => plate_number === plate);
  assert.ok(row, `no debt of ${plate}`);
  return String(row['id']);
}

const debts = () => lot.of('rd_escape', 'born_time, id');
const debt = async (id: string) => (await debts()).find((row) => row['id'] === id)!;
const sums = (row: Record<string, unknown>) => [
  row['status'],
  row['owed_fen'],
  row['paid_fen'],
  row['cancelled_fen'],
  row['written_off_fen'],
  row['outstanding_fen'],
];

/** R12, R13 and the books of the lot. */
async function right(): Promise<void> {
  const [row] = await lot.rows(`SELECT
    (SELECT coalesce(sum(amount_fen), 0)::bigint FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
    AND account = 'arrears') AS account,
    (SELECT coalesce(sum((book->'order'->>'owedFen')::bigint), 0)::bigint FROM parking_order WHERE tenant_id = $1
    AND park_id = $2) AS orders,
    (SELECT coalesce(sum(outstanding_fen), 0)::bigint FROM rd_escape WHERE tenant_id = $1 AND park_id = $2) AS debts,
    (SELECT count(*) FROM rd_escape WHERE tenant_id = $1 AND park_id = $2
    AND (owed_fen <> paid_fen + cancelled_fen + written_off_fen + outstanding_fen
       OR least(owed_fen, paid_fen, cancelled_fen, written_off_fen, outstanding_fen) < 0)) AS broken`);
  assert.deepEqual([row!['orders'], row!['debts'], row!['broken']], [row!['account'], row!['account'], 0]);
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong, check.ledgerSumFen], [true, [], 0, 0]);
}

test('R12: a car that leaves owing is one debt at once, waiting for its term', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11111', 1);
  const row = await debt(id);
  assert.deepEqual(sums(row), ['waiting', 1000, 0, 0, 0, 1000]);
  assert.equal(Date.parse(row['due_time']) - Date.parse(row['born_time']), 48 * HOUR);
  assert.equal((await debts()).length, 1);
  await right();
});

test('the same events again make no second debt', async () => {
  lot = await openLot(product);
  await leaves('粤B11112', 1);
  await lot.ingest(...lot.sent);
  assert.equal((await debts()).length, 1);
  await right();
});

test('cancelled within the limit it is over at once: no revenue, no arrears; twice is once', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11113', 2);
  for (const _ of [1, 2]) {
    const { status, body } = await product.ask(
      'POST',
      cancelPath,
      { recordId: id, remark: '误识别' },
      as('debt.manager'),
    );
    assert.deepEqual([status, body.data], [200, { cancelled: [id], asked: [] }]);
  }
  assert.deepEqual(sums(await debt(id)), ['cancelled', 2000, 0, 2000, 0, 0]);
  const lines = await lot.rows(
    `SELECT account, sum(amount_fen)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
      GROUP BY account HAVING sum(amount_fen) <> 0`,
  );
  assert.deepEqual(lines, []);
  await right();
});

test('A5: above the limit another person confirms it, and never the requester', async () => {
  lot = await openLot(product);
  await product.database.write(tenantScope(lot.target.tenantId), (db) =>
    db.raw(
      `INSERT INTO rd_parameter (tenant_id, company_id, park_id, id, param_key, param_value)
       SELECT tenant_id, company_id, id, gen_random_uuid(), 'cancelLimit', '500' FROM park WHERE tenant_id = $1
        AND id = $2 RETURNING 1`,
      [lot.target.tenantId, lot.parkId],
    ),
  );
  const id = await leaves('粤B11114', 1);
  const requested = await product.must('POST', cancelPath, { recordId: id, remark: '误识别' }, as('debt.second'));
  assert.deepEqual(requested, { cancelled: [], asked: [id] });
  assert.deepEqual(sums(await debt(id)), ['waiting', 1000, 0, 0, 0, 1000]);
  const own = await product.ask('POST', `${base}/confirm`, { recordId: id }, as('debt.second'));
  assert.deepEqual([own.status, own.body.reason], [422, 'own_request']);
  await product.must('POST', `${base}/confirm`, { recordId: id }, as('debt.finance'));
  assert.deepEqual(sums(await debt(id)), ['cancelled', 1000, 0, 1000, 0, 0]);
  assert.deepEqual([(await debt(id))['decided_by'], (await debt(id))['second_by']], ['debt.second', 'debt.finance']);
  const late = await product.must('POST', `${base}/confirm`, { recordId: id }, as('debt.finance'));
  assert.equal(late.status, 'cancelled');
  await right();
});

test('deleteOutOwe cancels many and removes no row; one that is over already refuses all', async () => {
  lot = await openLot(product);
  const ids = [await leaves('粤B11115', 1), await leaves('粤B11116', 1, T + 2 * HOUR)];
  await product.must(
    'POST',
    '/api/updown/roadpark/inout/deleteOutOwe',
    { ids: ids.join(','), remark: '设备故障' },
    as('debt.manager'),
  );
  assert.deepEqual(
    (await debts()).map((row) => row['status']),
    ['cancelled', 'cancelled'],
  );
  await right();
});

test('R15: an appeal stops the term and the notices, and a refusal adds its length', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11117', 1, T - 30 * HOUR);
  const due = Date.parse((await debt(id))['due_time']);
  await product.must('POST', `${base}/hold`, { recordId: id, remark: '车主称未停' }, as('debt.finance'));
  await product.must('POST', `${base}/hold`, { recordId: id, remark: '再次来电' }, as('debt.finance'));
  await endTerms(product.database, new Date(due + HOUR));
  assert.equal((await debt(id))['status'], 'waiting');
  await chaseDebts(product.database, new Date(due + 3 * DAY));
  assert.deepEqual(await lot.of('arrears_notice'), []);
  const since = Date.parse((await debt(id))['held_since']);
  const { dueTime } = await product.must(
    'POST',
    `${base}/release`,
    { recordId: id, remark: '图片清楚' },
    as('debt.finance'),
  );
  assert.ok(Date.parse(dueTime) >= due && Date.parse(dueTime) <= due + (Date.now() - since));
  assert.equal((await debt(id))['held_since'], null);
});

test('past its due date it is owing; a plate gets one reminder per interval for all its debts, and never while in doubt', async () => {
  lot = await openLot(product);
  const first = await leaves('粤B11118', 1, T);
  const second = await leaves('粤B11118', 1, T + 3 * HOUR);
  const doubtful = await leaves('粤B11119', 1, T + 6 * HOUR);
  await product.must('POST', `${base}/block`, { recordId: doubtful, remark: '两图不一致' }, as('debt.finance'));
  const now = (days: number) => new Date(T + 10 * HOUR + days * DAY);
  for (const days of [2, 3.5, 3.6, 4.5, 9, 10.9]) await chaseDebts(product.database, now(days));
  const sent = await lot.of('arrears_notice', 'at');
  assert.deepEqual(
    sent.map((row) => [row['plate_number'], row['items'], row['amount_fen']]),
    [
      ['粤B11118', 2, 2000],
      ['粤B11118', 2, 2000],
    ],
  );
  assert.ok(Date.parse(sent[1]!['at']) - Date.parse(sent[0]!['at']) >= 7 * DAY);
  assert.deepEqual([(await debt(first))['status'], (await debt(second))['notices'] > 0], ['owing', true]);
});

test('written off by finance and a second person it is a waiver; handed over it has its case file', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11120', 1);
  const early = await product.ask('POST', `${base}/writeOff`, { recordId: id, remark: '无法联系' }, as('debt.finance'));
  assert.equal(early.status, 409);
  await endTerms(product.database, new Date(Date.now() + 3 * DAY));
  const handed = await product.must(
    'POST',
    `${base}/handOver`,
    { recordId: id, authority: 'court', remark: '多次催缴未缴' },
    as('debt.finance'),
  );
  const file = await product.must('GET', `${base}/caseFile`, { recordId: id }, as('debt.finance'));
  assert.deepEqual([file.sha256, file.owedFen, file.order.lines.length > 0], [handed.sha256, 1000, true]);
  await product.must('POST', `${base}/writeOff`, { recordId: id, remark: '无法联系' }, as('debt.finance'));
  await product.must('POST', `${base}/confirm`, { recordId: id }, as('debt.second'));
  assert.deepEqual(sums(await debt(id)), ['writtenOff', 1000, 0, 0, 1000, 0]);
  await right();
});

test('R14: cash for two debts of a plate is booked to both or to neither, once, and each is a payment for arrears', async () => {
  lot = await openLot(product);
  const [first, second] = [await leaves('粤B11123', 1), await leaves('粤B11123', 2, T + 3 * HOUR)];
  const other = await leaves('粤B11124', 1, T + 8 * HOUR);
  const path = `${base}/collect`;
  const mixed = await product.ask('POST', path, { ids: `${first},${other}` }, as('debt.finance'));
  assert.deepEqual([mixed.status, mixed.body.errors?.[0]?.field], [400, 'recordId']);
  const little = await product.ask('POST', path, { ids: `${first},${second}`, tenderedFen: 2999 }, as('debt.finance'));
  assert.deepEqual([little.status, little.body.errors?.[0]?.field], [400, 'tenderedFen']);
  const taken = await product.must('POST', path, { ids: `${first},${second}`, tenderedFen: 5000 }, as('debt.finance'));
  assert.deepEqual([taken.amountFen, taken.changeFen], [3000, 2000]);
  const again = await product.ask('POST', path, { ids: `${first},${second}` }, as('debt.finance'));
  assert.equal(again.status, 409);
  assert.deepEqual(sums(await debt(first)), ['paid', 1000, 1000, 0, 0, 0]);
  assert.deepEqual(sums(await debt(second)), ['paid', 2000, 2000, 0, 0, 0]);
  assert.deepEqual(sums(await debt(other)), ['waiting', 1000, 0, 0, 0, 1000]);
  assert.deepEqual(
    (await lot.of('payment', 'amount_fen')).map((row) => [
      row['kind'],
      row['pay_type'],
      row['amount_fen'],
      row['operator'],
    ]),
    [
      ['arrears', 'cash', 1000, 'debt.finance'],
      ['arrears', 'cash', 2000, 'debt.finance'],
    ],
  );
  await right();
});

test('a debt that was written off and is paid after all: the write-off is taken back with the payment', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11125', 1);
  await endTerms(product.database, new Date(Date.now() + 3 * DAY));
  await product.must('POST', `${base}/writeOff`, { recordId: id, remark: '无法联系' }, as('debt.finance'));
  await product.must('POST', `${base}/confirm`, { recordId: id }, as('debt.second'));
  await product.must('POST', `${base}/collect`, { recordId: id }, as('debt.finance'));
  assert.deepEqual(sums(await debt(id)), ['paid', 1000, 1000, 0, 0, 0]);
  await right();
});

test('another group sees no debt, and a guard may do nothing about one', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11121', 1);
  const other = await product.ask('POST', `${base}/hold`, { recordId: id, remark: 'x' }, { as: 'otherTenant' });
  assert.equal(other.status, 404);
  const list = await product.must('GET', '/api/gatehouse/groupEscape/list', { size: 500 }, { as: 'otherTenant' });
  assert.equal(
    list.records.some((row: { id: string }) => row.id === id),
    false,
  );
  for (const path of ['hold', 'release', 'block', 'unblock', 'writeOff', 'confirm', 'refuse', 'handOver'])
    assert.equal(
      (
        await product.ask(
          'POST',
          `${base}/${path}`,
          { recordId: id, remark: 'x', authority: 'court' },
          as('debt.guard'),
        )
      ).status,
      403,
      path,
    );
  assert.equal((await product.ask('POST', cancelPath, { recordId: id, remark: 'x' }, as('debt.guard'))).status, 403);
  const mine = await product.must('GET', '/api/gatehouse/groupEscape/list', { plateNumber: '粤B11121' });
  assert.deepEqual(
    mine.records.map((row: { id: string; outstandingFen: number }) => [row.id, row.outstandingFen]),
    [[id, 1000]],
  );
});

test('every list and report of the roadside answers, and what was cancelled says who and why', async () => {
  lot = await openLot(product);
  const id = await leaves('粤B11122', 1);
  await product.must('POST', cancelPath, { recordId: id, remark: '误识别' }, as('debt.manager'));
  for (const path of [
    '/api/updown/pda/rdEscape/list',
    '/api/gatehouse/roadOrder/list',
    '/api/gatehouse/roadPayment/list',
    '/api/updown/roadstatic/getGroupChargeDetail',
    '/api/updown/roadstatic/escapePayStatic',
    '/api/updown/roadstatic/searchArrearage',
    '/api/updown/roadstatic/stopTimeStatic',
    '/api/updown/roadstatic/searchUserFeeDaily',
    '/api/updown/roadstatic/searchUserFeeMonth',
    '/api/gatehouse/report/collectorSums',
  ]) {
    const { status, body } = await product.ask('GET', path, {}, as('debt.finance'));
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  }
  const { records } = await product.must('GET', '/api/gatehouse/escapeCancel/list', { plateNumber: '粤B11122' });
  assert.deepEqual(
    records.map((row: Record<string, unknown>) => [row['id'], row['decidedBy'], row['reason'], row['cancelledFen']]),
    [[id, 'debt.manager', '误识别', 1000]],
  );
});
