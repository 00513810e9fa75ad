/**
 * Several debts in one payment on the phone: one trade, a part for each order of whichever lot, all booked or none,
 * whatever happens meanwhile.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc } from '#test/property.ts';
import { calm, moneyRound, noticesArrived, setSandbox, settleSandbox } from '#areas/billing/server/door.ts';
import { readTicket } from '#areas/passage/server/door.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const T = NOW - 5 * 60 * MINUTE;
const ask = (path: string, input: Record<string, unknown>) =>
  product.ask('POST', `/api/gatehouse/driver/${path}`, input, { as: null });
const must = (path: string, input: Record<string, unknown>) =>
  product.must('POST', `/api/gatehouse/driver/${path}`, input, { as: null });
const fresh = () =>
  product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'driver%'`));
const later = (minutes: number) => moneyRound(product.database, new Date(Date.now() + minutes * MINUTE));
const settled = async () => {
  await noticesArrived();
  for (const _ of [1, 2]) await moneyRound(product.database);
};
const rows = <R = Record<string, unknown>>(street: Street, sql: string, ...more: unknown[]) =>
  product.database.read(tenantScope(street.lot.tenantId), (db) => db.raw<R>(sql, [street.lot.tenantId, ...more]));

/** A car that stood at a street of its own so many minutes and left owing: 3 yuan for each half hour. */
async function owing(plate: string, minutes: number): Promise<Street> {
  const street = await openStreet(product, 1);
  await street.accept(
    [
      street.claim(0, T - 60 * MINUTE, 'absent'),
      street.claim(0, T, 'arrive'),
      street.person(0, T + 6 * MINUTE, 'plate', plate),
      street.claim(0, T + minutes * MINUTE, 'leave'),
      street.claim(0, T + (minutes + 30) * MINUTE, 'absent'),
    ],
    NOW - 30 * MINUTE,
  );
  await street.sweep(NOW);
  return street;
}

type DebtPage = { ticket: string; dueFen: number; together: number };
async function found(street: Street, plateNumber: string): Promise<DebtPage[]> {
  await fresh();
  return (await must('debts', { parkId: street.lot.parkId, plateNumber })).debts;
}

type DebtRow = { id: string; park: string; status: string; paid: number; open: number };
const debtsOf = (street: Street, plate: string) =>
  rows<DebtRow>(
    street,
    `SELECT id, park_id AS park, status, paid_fen AS paid, outstanding_fen AS open FROM rd_escape WHERE tenant_id = $1
      AND plate_number = $2 ORDER BY id`,
    plate,
  );
const collections = (street: Street, plate: string) =>
  rows(
    street,
    `SELECT items, amount_fen AS sum, paid_at AS at, parts FROM arrears_collection WHERE tenant_id = $1
      AND plate_number = $2`,
    plate,
  );
async function right(...streets: Street[]): Promise<void> {
  for (const street of streets) {
    const check = await product.must('GET', '/api/gatehouse/money-check', { parkId: street.lot.parkId });
    assert.deepEqual(check.differences ?? [], []);
    const [sums] = await rows(
      street,
      `SELECT (SELECT coalesce(sum(amount_fen), 0)::bigint FROM ledger_line WHERE tenant_id = $1 AND park_id = $2
        AND account = 'arrears') AS account,
        (SELECT coalesce(sum(outstanding_fen), 0)::bigint FROM rd_escape WHERE tenant_id = $1
        AND park_id = $2) AS debts`,
      street.lot.parkId,
    );
    assert.equal(sums!['account'], sums!['debts']);
  }
}
const tradeIn = (ticket: string): string =>
  readTicket({ input: { ticket }, now: new Date() } as unknown as Work).combined!;
const atProvider = async (tradeNo: string) =>
  (
    await product.database.read(platformScope, (db) =>
      db.raw<{ sum: number; back: number }>(
        'SELECT amount_fen AS sum, refunded_fen AS back FROM sandbox_trade WHERE trade_no = $1',
        [tradeNo],
      ),
    )
  )[0]!;

test('R14: debts of two lots are one payment, booked to each lot’s own order; again it is the same payment', async () => {
  await setSandbox(product.database, { ...calm, copies: 2 });
  const plate = '粤B81001';
  const [one, two] = [await owing(plate, 70), await owing(plate, 100)];
  const debts = await found(one, plate);
  assert.deepEqual(debts.map(({ dueFen }) => dueFen).sort(), [1200, 900]);
  assert.equal(new Set(debts.map(({ together }) => together)).size, 1);
  const request = { tickets: debts.map(({ ticket }) => ticket), channel: 'sandbox', payKey: 'once' };
  const answer = await must('payDebts', request);
  assert.equal(answer.sumFen, 2100);
  await settled();
  assert.equal((await must('state', { ticket: answer.ticket })).paid, true);
  assert.deepEqual((await must('payDebts', request)).paid, true, 'the same key is paid already');
  assert.deepEqual(
    (await debtsOf(one, plate)).map(({ status, open }) => [status, open]),
    [
      ['paid', 0],
      ['paid', 0],
    ],
  );
  for (const [street, sum] of [
    [one, 900],
    [two, 1200],
  ] as const)
    assert.deepEqual(
      await rows(
        street,
        `SELECT kind, amount_fen AS sum, status FROM payment WHERE tenant_id = $1 AND park_id = $2
          AND paid_time IS NOT NULL`,
        street.lot.parkId,
      ),
      [{ kind: 'arrears', sum, status: 'paid' }],
    );
  assert.deepEqual(await atProvider(tradeIn(answer.ticket)), { sum: 2100, back: 0 });
  const [collection] = await collections(one, plate);
  assert.deepEqual([collection!['items'], collection!['sum'], collection!['at']], [2, 2100, 'online']);
  await settleSandbox(product.database, tradeIn(answer.ticket));
  await settled();
  assert.equal((await collections(one, plate)).length, 1, 'a late word changes nothing');
  await right(one, two);
});

test('a debt taken in cash meanwhile goes back as its part, and the others are paid', async () => {
  await setSandbox(product.database, { ...calm, copies: 0 });
  const plate = '粤B81002';
  const [one, two] = [await owing(plate, 70), await owing(plate, 100)];
  const debts = await found(one, plate);
  const answer = await must('payDebts', {
    tickets: debts.map(({ ticket }) => ticket),
    channel: 'sandbox',
    payKey: 'cash',
  });
  const cash = (await debtsOf(one, plate)).find(({ park }) => park === one.lot.parkId);
  await product.must('POST', '/api/gatehouse/rdEscape/collect', { recordId: cash!.id });
  for (const minutes of [2, 4, 6]) await later(minutes);
  assert.equal((await must('state', { ticket: answer.ticket })).paid, true);
  assert.deepEqual(
    (await debtsOf(one, plate)).map(({ status, open }) => [status, open]),
    [
      ['paid', 0],
      ['paid', 0],
    ],
  );
  assert.deepEqual(await atProvider(tradeIn(answer.ticket)), { sum: 2100, back: 900 });
  await right(one, two);
});

test('a wrong sum books nothing, and a debt is in one payment at a time', async () => {
  await setSandbox(product.database, { ...calm, amountOffFen: -1200 });
  const plate = '粤B81003';
  const [one, two] = [await owing(plate, 70), await owing(plate, 100)];
  const debts = await found(one, plate);
  const tickets = debts.map(({ ticket }) => ticket);
  const answer = await must('payDebts', { tickets, channel: 'sandbox', payKey: 'wrong' });
  await settled();
  assert.equal((await must('state', { ticket: answer.ticket })).paid, false);
  assert.deepEqual(
    (await debtsOf(one, plate)).map(({ paid }) => paid),
    [0, 0],
    '900 of 2100 is not the first debt’s 900',
  );
  // The provider has it paid: another attempt closes that one first, learns it, and finds nothing owed any more.
  await setSandbox(product.database, calm);
  assert.notEqual((await ask('pay', { ticket: tickets[0]!, channel: 'sandbox' })).status, 200);
  assert.equal((await must('state', { ticket: answer.ticket })).paid, true);
  await settled();
  await right(one, two);
});

test('tickets of two plates, of bills and none at all are refused', async () => {
  const [one, two] = [await owing('粤B81004', 40), await owing('粤B81005', 40)];
  const [[a], [b]] = [await found(one, '粤B81004'), await found(two, '粤B81005')];
  for (const tickets of [[a!.ticket, b!.ticket], [], [a!.ticket, 'v1.x'], 'x'])
    assert.equal((await ask('payDebts', { tickets, channel: 'sandbox', payKey: 'no' })).status, 400);
});

test('whatever is done meanwhile and however often the channel speaks, each debt is settled once and the rest goes back', async () => {
  let nth = 0;
  const step = fc.constantFrom('word', 'ask', 'cash', 'cancel', 'again');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 2 }),
      async (steps, copies) => {
        nth += 1;
        const plate = `粤B82${String(nth).padStart(3, '0')}`;
        await setSandbox(product.database, { ...calm, copies });
        const [one, two] = [await owing(plate, 70), await owing(plate, 100)];
        const tickets = (await found(one, plate)).map(({ ticket }) => ticket);
        const request = { tickets, channel: 'sandbox', payKey: `try ${nth}` };
        const { ticket } = await must('payDebts', request);
        const recordId = (await debtsOf(one, plate)).find(({ park }) => park === one.lot.parkId)!.id;
        for (const each of steps) {
          if (each === 'word') await settleSandbox(product.database, tradeIn(ticket)).then(settled);
          if (each === 'ask') await later(2);
          if (each === 'again') await must('payDebts', request);
          if (each === 'cash') await product.ask('POST', '/api/gatehouse/rdEscape/collect', { recordId });
          if (each === 'cancel')
            await product.ask('POST', '/api/updown/pda/rdEscape/cancel', { recordId, remark: '误识别' });
        }
        await settled();
        for (const minutes of [3, 6, 9]) await later(minutes);
        assert.equal((await must('state', { ticket })).paid, true);
        assert.deepEqual(
          (await debtsOf(one, plate)).map(({ open }) => open),
          [0, 0],
        );
        const [due] = await rows(
          one,
          `SELECT sum(p.amount_fen - p.refunded_fen)::bigint AS kept,
            (SELECT sum(e.paid_fen)::bigint FROM rd_escape e WHERE e.tenant_id = $1 AND e.plate_number = $2) AS paid
         FROM payment p WHERE p.tenant_id = $1 AND p.plate_number = $2 AND p.paid_time IS NOT NULL`,
          plate,
        );
        assert.equal(due!['kept'], due!['paid'], 'what is kept of the driver’s money is what his debts took');
        const { sum, back } = await atProvider(tradeIn(ticket));
        assert.equal(sum, 2100);
        assert.ok(back === 0 || back === 900);
        assert.equal((await collections(one, plate)).filter(({ at }) => at === 'online').length, 1);
        await right(one, two);
      },
    ),
    { numRuns: 8 },
  );
});
