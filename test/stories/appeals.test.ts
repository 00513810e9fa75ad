/**
 * Appeals against debts: what is raised holds the debt, what is decided carries itself out, and the books agree at
 * every step.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { chaseDebts } from '#areas/road/server/door.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 90 * HOUR;

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const request = '/api/updown/userRequest';
const debts = () => lot.of('rd_escape', 'born_time, id');
const debt = async (id: string) => (await debts()).find((row) => row['id'] === id)!;
const sums = (row: Record<string, unknown>) => [
  row['status'],
  row['owed_fen'],
  row['paid_fen'],
  row['cancelled_fen'],
  row['outstanding_fen'],
];

/** Stays so many hours and leaves without paying: the hour costs 10.00, the day at most 30.00. */
async function leaves(plate: string, hours: number): Promise<string> {
  lot = await openLot(product);
  await lot.enter(plate, T);
  const out = T + hours * HOUR;
  await lot.see('out1', out, plate);
  await lot.send('out1', out + 5000, { kind: 'gate', gate: 'up', by: 'local', commandId: null });
  await lot.pass('out1', out + 8000);
  return String((await debts()).findLast(({ plate_number }) => plate_number === plate)!['id']);
}

async function appeal(escapeId: string): Promise<string> {
  const { id } = await product.must('POST', `${request}/submit`, {
    type: 'appeal',
    escapeId,
    companyId: product.companies.child,
    parkId: lot.parkId,
    text: '当时不在该处停车',
  });
  return id;
}
const answer = (id: string, input: Record<string, unknown>) =>
  product.ask('POST', `${request}/handle`, { id, reply: '已核实', ...input });

/** Debts, arrears account and orders agree, and the books of the lot are right. */
async function right(): Promise<void> {
  const [row] = await lot.rows(`SELECT
    (SELECT coalesce(sum(amount_fen), 0)::bigint FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
    AND account = 'arrears') AS account,
    (SELECT coalesce(sum((book->'order'->>'owedFen')::bigint), 0)::bigint FROM parking_order WHERE tenant_id = $1
    AND park_id = $2) AS orders,
    (SELECT coalesce(sum(outstanding_fen), 0)::bigint FROM rd_escape WHERE tenant_id = $1 AND park_id = $2) AS debts`);
  assert.deepEqual([row!['orders'], row!['debts']], [row!['account'], row!['account']]);
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong, check.ledgerSumFen], [true, [], 0, 0]);
}

test('R15: a debt under appeal is not chased; rejected, its term has moved by the length of the hold', async () => {
  const id = await leaves('粤B21111', 1);
  const due = Date.parse((await debt(id))['due_time']);
  const raised = await appeal(id);
  assert.ok((await debt(id))['held_since']);
  await chaseDebts(product.database, new Date(due + 40 * 24 * HOUR));
  assert.equal((await debt(id))['notices'], 0);
  assert.equal((await answer(raised, { result: 'refuse' })).status, 200);
  const row = await debt(id);
  assert.deepEqual([row['held_since'], sums(row)[4]], [null, 1000]);
  assert.ok(Date.parse(row['due_time']) > due);
  await right();
});

test('an appeal upheld cancels the debt within the limit of one person, and not above it', async () => {
  const id = await leaves('粤B21112', 2);
  const raised = await appeal(id);
  assert.equal((await answer(raised, { result: 'cancel' })).status, 200);
  assert.deepEqual(sums(await debt(id)), ['cancelled', 2000, 0, 2000, 0]);
  await right();
  const again = await product.ask('POST', `${request}/submit`, {
    type: 'appeal',
    escapeId: id,
    companyId: product.companies.child,
    text: '再次申诉',
  });
  assert.equal(again.status, 409, 'what is over is not appealed against');
  const large = await leaves('粤B21113', 72);
  const other = await appeal(large);
  const refused = await answer(other, { result: 'cancel' });
  assert.deepEqual([refused.status, refused.body.reason], [422, 'over-limit']);
  assert.ok((await debt(large))['held_since'], 'what is refused leaves the hold');
  await right();
});

test('a corrected amount or end lowers the debt by the ledger, and the bill says so', async () => {
  const id = await leaves('粤B21114', 3);
  const first = await appeal(id);
  assert.equal((await answer(first, { result: 'amount', amountFen: 3000 })).body.errors![0]!.field, 'amountFen');
  assert.equal((await answer(first, { result: 'amount', amountFen: 2500 })).status, 200);
  assert.deepEqual(sums(await debt(id)).slice(1), [3000, 0, 500, 2500]);
  await right();
  const second = await leaves('粤B21115', 3);
  const raised = await appeal(second);
  const late = await answer(raised, { result: 'endTime', endTime: new Date(T + 4 * HOUR).toISOString() });
  assert.equal(late.body.errors![0]!.field, 'endTime');
  const end = new Date(T + HOUR).toISOString();
  assert.equal((await answer(raised, { result: 'endTime', endTime: end })).status, 200);
  const row = await debt(second);
  assert.deepEqual([...sums(row).slice(1), row['out_time']], [3000, 0, 2000, 1000, end]);
  const [order] = await lot.rows(
    `SELECT lines FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND plate_number = '粤B21115'`,
  );
  const lines = order!['lines'] as { amountFen: number; clause: { en: string } }[];
  assert.deepEqual([lines.at(-1)!.clause.en, lines.at(-1)!.amountFen], ['Debt corrected', -2000]);
  await right();
});

test('a debt that is another car’s moves to its plate, with a term of its own', async () => {
  const id = await leaves('粤B21116', 1);
  const raised = await appeal(id);
  assert.equal((await answer(raised, { result: 'plate', plateNumber: '粤B21116' })).status, 400);
  assert.equal((await answer(raised, { result: 'plate', plateNumber: '粤B21117' })).status, 200);
  const row = await debt(id);
  assert.deepEqual([row['plate_number'], ...sums(row).slice(1)], ['粤B21117', 1000, 0, 0, 1000]);
  assert.ok(Date.parse(row['due_time']) > Date.now());
  await right();
});

test('an appeal names a debt there is', async () => {
  const none = await product.ask('POST', `${request}/submit`, { type: 'appeal', escapeId: 'E1', text: '没有此欠费' });
  assert.equal(none.status, 404);
});

test('R15: each appeal and a hold by hand hold by themselves: the hold ends, and moves the term, with the last of them', async () => {
  const id = await leaves('粤B20009', 1);
  const { due_time: term } = await debt(id);
  const [first, second] = [await appeal(id), await appeal(id)];
  const { held_since: since } = await debt(id);
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE rd_escape SET held_since = held_since - interval '5 hours' WHERE id = $1`, [id]),
  );
  const hold = (what: string) =>
    product.ask('POST', `/api/gatehouse/rdEscape/${what}`, { recordId: id, remark: '电话申诉' });
  assert.equal((await answer(first, { result: 'refuse' })).status, 200);
  const still = await debt(id);
  assert.deepEqual([still['held_since'] !== null, still['due_time']], [true, term], 'the second still holds it');
  assert.equal((await hold('release')).status, 422, 'an appeal is answered, not released');
  assert.equal((await hold('hold')).status, 200);
  assert.equal((await answer(second, { result: 'refuse' })).status, 200);
  assert.notEqual((await debt(id))['held_since'], null, 'the hold by hand is left');
  assert.equal((await hold('release')).status, 200);
  const free = await debt(id);
  assert.equal(free['held_since'], null);
  const moved = Date.parse(free['due_time']) - Date.parse(term);
  assert.ok(moved >= 5 * HOUR && moved < 5 * HOUR + 5 * MINUTE, `${moved} of ${since}`);
  await right();
});
