/**
 * Journeys at the kerb that end with money: read, slip, pay and leave; the second stop pays the first; a mall's exit;
 * an appeal that is upheld.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openLot } from '#areas/passage/server/lot.fixture.ts';
import { MINUTE, openStreet } from '#areas/road/server/street.fixture.ts';
import type { Street } from '#areas/road/server/street.fixture.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { calm, grant, person, rightBooks, rows, settled } from './road-journeys.fixture.ts';
import type { Person } from './road-journeys.fixture.ts';

let product: TestProduct;
let collector: Person;
let service: Person;
before(async () => {
  product = await startTestProduct();
  collector = await person(product, '李收费', 'curbCollector');
  service = await person(product, '苏客服', 'customerService');
});
after(() => product.close());

const HOUR = 60 * MINUTE;
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const iso = (at: number): string => new Date(at).toISOString();
/** One white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4GBgYEBAA0GAQH5HkYqAAAAAElFTkSuQmCC';

const driver = (path: string, input: Record<string, unknown>) =>
  product.must('POST', `/api/gatehouse/driver/${path}`, input, { as: null });
const reads = (street: Street, nth: number, plateNumber: string, at: number, more: Record<string, unknown> = {}) =>
  product.must(
    'POST',
    '/api/gatehouse/rdBerth/evidence',
    { berthId: street.berths[nth]!.id, claim: 'plate', plateNumber, plateColour: 'blue', at: iso(at), ...more },
    { as: collector.as },
  );
const debtsOf = (street: Street) =>
  rows(
    product,
    street,
    'SELECT id, status, owed_fen, paid_fen, cancelled_fen, outstanding_fen, held_since FROM rd_escape WHERE tenant_id = $1 AND park_id = $2 ORDER BY born_time',
  );

/** A car that came at `from`, was read after six minutes, left at `to` and paid nothing. */
async function owing(street: Street, nth: number, plate: string, from: number, to: number): Promise<void> {
  await street.accept(
    [
      street.claim(nth, from - HOUR, 'absent'),
      street.claim(nth, from, 'arrive'),
      street.person(nth, from + 6 * MINUTE, 'plate', plate),
      street.claim(nth, to, 'leave'),
    ],
    to + MINUTE,
  );
  await street.accept([street.claim(nth, to + 20 * MINUTE, 'absent')], to + 20 * MINUTE);
  await street.sweep(to + 30 * MINUTE);
}

test('read, slip, pay, leave: the bill is of the minutes the evidence proves, and nothing is owed', async () => {
  await calm(product);
  const street = await openStreet(product, 2);
  await grant(product, collector, street);
  const { parkId } = street.lot;
  const [came, read] = [NOW - 70 * MINUTE, NOW - 64 * MINUTE];
  await street.accept([street.claim(0, came - HOUR, 'absent'), street.claim(0, came, 'arrive')], came + MINUTE);
  const bytes = Buffer.from(PIXEL, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { url } = await product.must('POST', `/api/updown/file/${hash}`, {}, { as: collector.as, bytes });
  await reads(street, 0, '粤B60001', read, { picture: url });
  // The slip on the windscreen has the berth's code; the page asks for the plate and shows the bill.
  await driver('berth', { parkId, plateNumber: '粤B60001', berth: street.berths[0]!.berthNo });
  const bill = await driver('bill', { parkId, plateNumber: '粤B60001' });
  assert.equal(bill.dueFen, 900);
  await driver('pay', { ticket: bill.ticket, channel: 'sandbox' });
  await settled(product);
  assert.equal((await driver('state', { ticket: bill.ticket })).paid, true);
  const left = Date.now();
  await street.accept([street.claim(0, left, 'leave')], left);
  await street.sweep(left + 5 * MINUTE);
  const [stay, ...others] = await street.stays();
  assert.deepEqual(
    [stay!['plate'], stay!['status'], stay!['in'], stay!['owed'], others.length],
    ['粤B60001', 'closed', iso(came), 0, 0],
  );
  assert.deepEqual([(await street.spells(0)).at(-1)!.state, await debtsOf(street)], ['free', []]);
  const { spells, evidence } = await product.must(
    'GET',
    '/api/gatehouse/rdBerth/day',
    { berthId: street.berths[0]!.id, startTime: iso(came - MINUTE) },
    { as: collector.as },
  );
  assert.ok(spells.some(({ state }: { state: string }) => state === 'occupied'));
  assert.deepEqual(
    evidence.map(({ source, claim, sha256 }: Record<string, string>) => [source, claim, sha256 ?? null]),
    [
      ['sensor', 'arrive', null],
      ['person', 'plate', hash],
      ['driver', 'plate', null],
      ['sensor', 'leave', null],
    ].filter(([source]) => source !== 'driver' || evidence.length === 4),
    'each minute of the bill opens what it rests on',
  );
  await rightBooks(product, street);
});

test('the second stop pays the first: the collector sees the debt when he reads the plate, takes the cash, and both streets are right', async () => {
  await calm(product);
  const [first, second] = [await openStreet(product, 1), await openStreet(product, 1)];
  await grant(product, collector, first, second);
  await owing(first, 0, '粤B60002', NOW - 30 * HOUR, NOW - 30 * HOUR + 70 * MINUTE);
  const came = NOW - 20 * MINUTE;
  await second.accept([second.claim(0, came - HOUR, 'absent'), second.claim(0, came, 'arrive')], came + MINUTE);
  await reads(second, 0, '粤B60002', came + 5 * MINUTE);
  const { records } = await product.must(
    'GET',
    '/api/updown/pda/rdEscape/list',
    { plateNumber: '粤B60002' },
    { as: collector.as },
  );
  assert.deepEqual(
    records.map(({ outstandingFen }: { outstandingFen: number }) => outstandingFen),
    [900],
  );
  const collect = () =>
    product.ask(
      'POST',
      '/api/gatehouse/rdEscape/collect',
      { recordId: records[0].recordId ?? records[0].id, tenderedFen: 1000 },
      { as: collector.as, key: `paid-${came}` },
    );
  const done = await collect();
  assert.deepEqual([done.status, done.body.data.amountFen, done.body.data.changeFen], [200, 900, 100]);
  assert.deepEqual((await collect()).body.data, done.body.data, 'pressed twice it is taken once');
  const ended = await product.must(
    'POST',
    '/api/gatehouse/rdBerth/endStay',
    { berthId: second.berths[0]!.id },
    { as: collector.as },
  );
  assert.equal(ended.dueFen, 300);
  const { debts } = await driver('debts', { parkId: second.lot.parkId, plateNumber: '粤B60002' });
  assert.deepEqual(
    debts.map(({ dueFen }: { dueFen: number }) => dueFen),
    [300],
    'nothing is due for the first stop any more',
  );
  await driver('pay', { ticket: debts[0].ticket, channel: 'sandbox' });
  await settled(product);
  assert.deepEqual(
    [
      (await debtsOf(first)).map((each) => [each['status'], each['paid_fen']]),
      (await debtsOf(second)).map((each) => [each['status'], each['paid_fen']]),
    ],
    [[['paid', 900]], [['paid', 300]]],
  );
  for (const street of [first, second]) await rightBooks(product, street);
});

test('27.00 owed at the kerb since Monday, 10.00 due at the mall: the driver takes both, and each account has its own', async () => {
  await calm(product);
  const street = await openStreet(product, 1);
  const mall = await openLot(product);
  await product.must('POST', '/api/updown/parkParameter/submit', {
    parkId: mall.parkId,
    settings: { arrearsAtExit: 'ask' },
  });
  await owing(street, 0, '粤B60003', NOW - 72 * HOUR, NOW - 72 * HOUR + 4 * HOUR + 10 * MINUTE);
  await mall.enter('粤B60003', Date.now() - HOUR);
  await mall.see('out1', Date.now(), '粤B60003');
  const { ticket, dueFen } = await driver('bill', { parkId: mall.parkId, plateNumber: '粤B60003' });
  const { debts } = await driver('exitDebts', { ticket });
  assert.deepEqual([dueFen, debts[0].dueFen], [1000, 2700]);
  const paid = await driver('payDebts', { tickets: [ticket, debts[0].ticket], channel: 'sandbox', payKey: 'debts' });
  assert.equal(paid.sumFen, 3700);
  await settled(product);
  await mall.money();
  const sum = async (sql: string, parkId: string): Promise<number> => {
    const [row] = await rows<{ fen: number }>(product, street, `${sql} AND $2::uuid IS NOT NULL AND park_id = $3`, [
      parkId,
    ]);
    return Number(row!.fen);
  };
  const paidIn = 'SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM payment WHERE tenant_id = $1';
  const lines = (account: string) =>
    `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1
      AND account = '${account}'`;
  const kerb = street.lot.parkId;
  assert.deepEqual(
    [
      await sum(paidIn, mall.parkId),
      await sum(lines('revenue'), mall.parkId),
      await sum(paidIn, kerb),
      await sum(lines('arrears'), kerb),
      await sum(lines('revenue'), kerb),
    ],
    [1000, -1000, 2700, 0, -2700],
  );
  await mall.through('out1', Date.now());
  assert.deepEqual((await mall.check()).differences, []);
  await rightBooks(product, street);
});

test('an appeal upheld: held while it is looked at, the end corrected by the pictures, the rest paid, and an appeal after that is none', async () => {
  await calm(product);
  const street = await openStreet(product, 1);
  const { parkId } = street.lot;
  const from = NOW - 10 * HOUR;
  await owing(street, 0, '粤B60004', from, from + 130 * MINUTE);
  const { ticket } = (await driver('debts', { parkId, plateNumber: '粤B60004' })).debts[0];
  const { requestNo } = await driver('appeal', {
    ticket,
    phone: '13800000000',
    text: '一小时后已驶离，有照片',
    picture: PIXEL,
  });
  assert.notEqual((await debtsOf(street))[0]!['held_since'], null);
  const { records } = await product.must('GET', '/api/updown/userRequest/list', { requestNo }, { as: service.as });
  const { id } = records[0];
  await product.must('POST', '/api/updown/userRequest/take', { id }, { as: service.as });
  await product.must(
    'POST',
    '/api/updown/userRequest/handle',
    { id, result: 'endTime', endTime: iso(from + HOUR), reply: '照片属实，已更正' },
    { as: service.as },
  );
  const [debt] = await debtsOf(street);
  assert.deepEqual(
    [debt!['held_since'], debt!['owed_fen'], debt!['cancelled_fen'], debt!['outstanding_fen']],
    [null, 1500, 900, 600],
    'two half hours are 6.00 of the 15.00',
  );
  const rest = (await driver('debts', { parkId, plateNumber: '粤B60004' })).debts[0];
  assert.equal(rest.dueFen, 600);
  await driver('pay', { ticket: rest.ticket, channel: 'sandbox' });
  await settled(product);
  assert.deepEqual(
    (await debtsOf(street)).map((each) => [each['status'], each['paid_fen'], each['outstanding_fen']]),
    [['paid', 600, 0]],
  );
  const late = await product.ask(
    'POST',
    '/api/gatehouse/driver/appeal',
    { ticket, phone: '13800000000', text: '再次申诉这一笔' },
    { as: null },
  );
  assert.notEqual(late.status, 200);
  await rightBooks(product, street);
});
