/** A driver looks for the debts of his plate and pays them on the phone; and pays at a berth that nobody has read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moneyRound, noticesArrived } from '#areas/billing/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const T = NOW - 5 * 60 * MINUTE;
const nobody = { as: null };
const calm = () =>
  product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'driver%'`));
const ask = (path: string, input: Record<string, unknown>) =>
  product.ask('POST', `/api/gatehouse/driver/${path}`, input, nobody);
const must = (path: string, input: Record<string, unknown>) =>
  product.must('POST', `/api/gatehouse/driver/${path}`, input, nobody);
const settled = async () => {
  await noticesArrived();
  await moneyRound(product.database);
};
const rows = (street: Street, sql: string) =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<Record<string, unknown>>(sql, [street.lot.tenantId, street.lot.parkId]),
  );
const rightBooks = async (street: Street) =>
  assert.deepEqual(
    (await product.must('GET', '/api/gatehouse/money-check', { parkId: street.lot.parkId })).differences ?? [],
    [],
  );

/** A car that stood for 70 minutes, was read, left and paid nothing: three half hours, 9 yuan. */
async function owing(plate: string): Promise<Street> {
  const street = await openStreet(product, 1);
  await street.accept(
    [
      street.claim(0, T - 60 * MINUTE, 'absent'),
      street.claim(0, T, 'arrive'),
      street.person(0, T + 6 * MINUTE, 'plate', plate),
      street.claim(0, T + 70 * MINUTE, 'leave'),
      street.claim(0, T + 100 * MINUTE, 'absent'),
    ],
    NOW - 30 * MINUTE,
  );
  await street.sweep(NOW);
  return street;
}

test('debts are found by the full plate with count, sum, place and day; berth and times only with the number of the debt', async () => {
  await calm();
  const street = await owing('粤B70001');
  const { parkId } = street.lot;
  const found = await must('debts', { parkId, plateNumber: '粤B70001' });
  assert.deepEqual([found.count, found.sumFen, found.debts.length], [1, 900, 1]);
  assert.deepEqual(Object.keys(found.debts[0]).sort(), [
    'channels',
    'day',
    'dueFen',
    'parkName',
    'place',
    'ticket',
    'together',
    'zone',
  ]);
  assert.deepEqual([found.debts[0].place, found.debts[0].dueFen], ['人民路东侧', 900]);
  const [row] = await rows(street, 'SELECT escape_no AS no FROM rd_escape WHERE tenant_id = $1 AND park_id = $2');
  const debt = (await must('debts', { parkId, plateNumber: '粤B70001', slip: row!['no'] })).debts[0];
  assert.deepEqual(
    [debt.berthNo, debt.inTime, debt.outTime],
    [street.berths[0]!.berthNo, new Date(T).toISOString(), new Date(T + 70 * MINUTE).toISOString()],
  );
});

test('a plate without debts, one of another group and a car that never was are answered alike, and guessing is braked', async () => {
  await calm();
  const street = await openStreet(product, 1);
  const answers = [];
  for (let nth = 0; nth < 12; nth += 1)
    answers.push(await ask('debts', { parkId: street.lot.parkId, plateNumber: `粤B7100${nth % 10}` }));
  assert.equal(new Set(answers.slice(0, 10).map(({ body }) => body.msg)).size, 1);
  assert.equal(answers.at(-1)!.status, 429);
});

test('a debt is paid on the phone once, as a late payment of its own order, and the books stay right', async () => {
  await calm();
  const street = await owing('粤B70002');
  const { parkId } = street.lot;
  const { ticket } = (await must('debts', { parkId, plateNumber: '粤B70002' })).debts[0];
  await must('pay', { ticket, channel: 'sandbox' });
  await settled();
  assert.equal((await must('state', { ticket })).paid, true);
  assert.deepEqual(
    await rows(
      street,
      'SELECT status, paid_fen, outstanding_fen, paid_at FROM rd_escape WHERE tenant_id = $1 AND park_id = $2',
    ),
    [{ status: 'paid', paid_fen: 900, outstanding_fen: 0, paid_at: 'online' }],
  );
  assert.deepEqual(
    await rows(street, `SELECT kind, pay_type, amount_fen FROM payment WHERE tenant_id = $1 AND park_id = $2`),
    [{ kind: 'arrears', pay_type: 'sandbox', amount_fen: 900 }],
  );
  assert.notEqual((await ask('pay', { ticket, channel: 'sandbox' })).status, 200);
  assert.notEqual((await ask('debts', { parkId, plateNumber: '粤B70002' })).status, 200);
  assert.deepEqual(
    (await street.stays()).map(({ owed }) => owed),
    [0],
  );
  await rightBooks(street);
});

test('a debt that was paid in cash meanwhile is not paid twice', async () => {
  await calm();
  const street = await owing('粤B70003');
  const { ticket } = (await must('debts', { parkId: street.lot.parkId, plateNumber: '粤B70003' })).debts[0];
  const [row] = await rows(street, 'SELECT id FROM rd_escape WHERE tenant_id = $1 AND park_id = $2');
  await product.must('POST', '/api/gatehouse/rdEscape/collect', { recordId: row!['id'] });
  assert.notEqual((await ask('pay', { ticket, channel: 'sandbox' })).status, 200);
  await rightBooks(street);
});

test('at a berth that nobody has read the driver gives his plate, pays, and owes nothing when he leaves', async () => {
  await calm();
  const street = await openStreet(product, 1);
  const { parkId } = street.lot;
  const begun = Date.now() - 20 * MINUTE;
  await street.accept(
    [street.claim(0, begun - 60 * MINUTE, 'absent'), street.claim(0, begun, 'arrive')],
    begun + MINUTE,
  );
  await street.accept([street.claim(0, Date.now() - MINUTE, 'present')], Date.now() - MINUTE);
  const query = { parkId, plateNumber: '粤B70004' };
  assert.notEqual((await ask('bill', query)).status, 200);
  assert.notEqual((await ask('berth', { ...query, berth: 'NONE' })).status, 200);
  await must('berth', { ...query, berth: street.berths[0]!.berthNo });
  const bill = await must('bill', query);
  assert.equal(bill.dueFen, 300);
  await must('pay', { ticket: bill.ticket, channel: 'sandbox' });
  await settled();
  // Another plate for the same car is none.
  await must('berth', { parkId, plateNumber: '粤B70005', berth: street.berths[0]!.berthNo });
  assert.deepEqual(
    (await street.stays()).map(({ plate }) => plate),
    ['粤B70004'],
  );
  const left = Date.now();
  await street.accept([street.claim(0, left, 'leave')], left);
  await street.sweep(left + 10 * MINUTE);
  assert.deepEqual(
    (await street.stays()).map(({ plate, owed }) => [plate, owed]),
    [['粤B70004', 0]],
  );
  await rightBooks(street);
});

/** One white pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4GBgYEBAA0GAQH5HkYqAAAAAElFTkSuQmCC';

test('a driver appeals with a picture: the debt waits, one appeal at a time, and he may still pay', async () => {
  await calm();
  const street = await owing('粤B70006');
  const { parkId } = street.lot;
  const { ticket } = (await must('debts', { parkId, plateNumber: '粤B70006' })).debts[0];
  const appeal = { ticket, phone: '13800000000', text: '当时车在维修厂，不在该泊位' };
  assert.notEqual((await ask('appeal', { ...appeal, picture: Buffer.from('<svg/>').toString('base64') })).status, 200);
  const { requestNo } = await must('appeal', { ...appeal, picture: PICTURE });
  const [request] = await rows(
    street,
    'SELECT request_no, type, status, plate_number, files FROM user_request WHERE tenant_id = $1 AND park_id = $2',
  );
  assert.deepEqual(
    [request!['request_no'], request!['type'], request!['status'], request!['plate_number']],
    [requestNo, 'appeal', 'waiting', '粤B70006'],
  );
  assert.match(String((request!['files'] as string[])[0]), /^\/api\/updown\/file\/[0-9a-f]{64}$/);
  const [debt] = await rows(street, 'SELECT held_since FROM rd_escape WHERE tenant_id = $1 AND park_id = $2');
  assert.notEqual(debt!['held_since'], null);
  assert.notEqual((await ask('appeal', appeal)).status, 200);
  await must('pay', { ticket, channel: 'sandbox' });
  await settled();
  assert.equal((await must('state', { ticket })).paid, true);
  await rightBooks(street);
});

test('an appeal needs the ticket of a debt, not of a bill, and is braked', async () => {
  await calm();
  const street = await owing('粤B70007');
  const { ticket } = (await must('debts', { parkId: street.lot.parkId, plateNumber: '粤B70007' })).debts[0];
  const words = { phone: '13800000000', text: '申诉内容说明' };
  assert.notEqual((await ask('appeal', { ...words, ticket: 'v1.a.b.c' })).status, 200);
  const answers = [];
  for (let nth = 0; nth < 7; nth += 1) answers.push((await ask('appeal', { ...words, ticket })).status);
  assert.equal(answers[0], 200);
  assert.equal(answers.at(-1), 429);
});
