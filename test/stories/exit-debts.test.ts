/**
 * A car that owes at the roadside comes to a barrier of the group: its debts are shown, or paid with its bill, as the
 * car park wants it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noticesArrived } from '#areas/billing/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: StoryLot;
let street: Street;
const plate = '粤B83001';
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
  street = await openStreet(product, 1);
  const T = NOW - 5 * HOUR;
  await street.accept(
    [
      street.claim(0, T - HOUR, 'absent'),
      street.claim(0, T, 'arrive'),
      street.person(0, T + 6 * MINUTE, 'plate', plate),
      street.claim(0, T + 70 * MINUTE, 'leave'),
      street.claim(0, T + 100 * MINUTE, 'absent'),
    ],
    NOW - 30 * MINUTE,
  );
  await street.sweep(NOW);
  await lot.enter(plate, Date.now() - HOUR - 20 * MINUTE);
  await lot.see('out1', Date.now(), plate);
});
after(() => product.close());

const must = (path: string, input: Record<string, unknown>) =>
  product.must('POST', `/api/gatehouse/driver/${path}`, input, { as: null });
const wants = (mode: string) =>
  product.must('POST', '/api/updown/parkParameter/submit', { parkId: lot.parkId, settings: { arrearsAtExit: mode } });
const bill = () => must('bill', { parkId: lot.parkId, plateNumber: plate });
const owed = () =>
  product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw<{ open: number }>('SELECT outstanding_fen AS open FROM rd_escape WHERE tenant_id = $1 AND park_id = $2', [
      street.lot.tenantId,
      street.lot.parkId,
    ]),
  );

test('depending on the car park’s setting debts are hidden, shown, or offered with the bill; the booth shows the same', async () => {
  const { ticket } = await bill();
  for (const [mode, count, offered] of [
    ['off', 0, 0],
    ['show', 1, 0],
    ['ask', 1, 1],
  ] as const) {
    await wants(mode);
    const found = await must('exitDebts', { ticket });
    assert.deepEqual([found.mode, found.count, found.sumFen, found.debts.length], [mode, count, count * 900, offered]);
    const [gate] = await lot.rows('SELECT id FROM park_gate WHERE tenant_id = $1 AND park_id = $2 LIMIT 1');
    const debts = await product.must('GET', '/api/gatehouse/road/exitDebts', {
      gateId: gate!['id'],
      plateNumber: plate,
    });
    assert.deepEqual([debts.mode, debts.count, debts.sumFen], [mode, count, count * 900]);
  }
});

test('bill and debt are one payment of 24.00, each booked to its own car park, and the barrier opens', async () => {
  await wants('show');
  const { ticket, dueFen } = await bill();
  assert.equal(dueFen, 1500);
  await wants('ask');
  const { debts } = await must('exitDebts', { ticket });
  const tickets = [ticket, debts[0].ticket];
  await wants('show');
  const refused = await product.ask(
    'POST',
    '/api/gatehouse/driver/payDebts',
    { tickets, channel: 'sandbox', payKey: 'no' },
    { as: null },
  );
  assert.equal(refused.status, 400, 'only where the car park asks for them');
  await wants('ask');
  const paid = await must('payDebts', { tickets, channel: 'sandbox', payKey: 'both' });
  assert.equal(paid.sumFen, 2400);
  await noticesArrived();
  await lot.money();
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  const state = await must('state', { ticket: paid.ticket });
  assert.deepEqual([state.paid, state.inside], [true, true]);
  assert.deepEqual(await owed(), [{ open: 0 }]);
  await lot.through('out1', Date.now());
  assert.deepEqual((await lot.check()).differences, []);
  const [kept] = await product.database.read(tenantScope(street.lot.tenantId), (db) =>
    db.raw(
      'SELECT items, amount_fen AS sum, paid_at AS at FROM arrears_collection WHERE tenant_id = $1 AND plate_number = $2',
      [street.lot.tenantId, plate],
    ),
  );
  assert.deepEqual(kept, { items: 1, sum: 900, at: 'exit' });
});
