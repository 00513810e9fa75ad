import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { playMoney, noticesArrived } from '#areas/billing/server/door.ts';
import { HOUR, MINUTE, openLot } from '#areas/passage/server/lot.fixture.ts';
import type { StoryLot } from '#areas/passage/server/lot.fixture.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: StoryLot;
before(async () => {
  product = await startTestProduct();
  lot = await openLot(product);
});
after(() => product.close());

const nobody = { as: null };
const calm = () =>
  product.database.write(platformScope, (db) => db.raw(`DELETE FROM login_try WHERE key LIKE 'driver%'`));
const bill = (plateNumber: string, parkId = lot.parkId) =>
  product.must('POST', '/api/gatehouse/driver/bill', { parkId, plateNumber }, nobody);
const pay = (ticket: string) =>
  product.must('POST', '/api/gatehouse/driver/pay', { ticket, channel: 'sandbox' }, nobody);
const state = (ticket: string) => product.must('POST', '/api/gatehouse/driver/state', { ticket }, nobody);
const settled = async () => {
  await noticesArrived();
  await lot.money();
};
const right = async () => assert.deepEqual((await lot.check()).differences, []);

test('a car park’s code shows its name, notice and channels to anybody, and nothing about its cars', async () => {
  const shown = await product.must('GET', '/api/gatehouse/driver/lot', { parkId: lot.parkId }, nobody);
  assert.deepEqual(
    [Object.keys(shown).sort(), shown.channels],
    [['channels', 'feeNotice', 'parkId', 'parkName', 'servicePhone', 'wechatApp', 'zone'], ['sandbox']],
  );
});

test('a driver pays inside, line by line to the fen, and can leave free until the time shown', async () => {
  await lot.enter('京A80001', Date.now() - HOUR - 20 * MINUTE);
  const opened = await bill('京A80001');
  assert.deepEqual(
    [
      opened.dueFen,
      opened.lines.reduce((sum: number, line: { amountFen: number }) => sum + line.amountFen, 0),
      opened.atLane,
      opened.channels,
    ],
    [1500, 1500, false, ['sandbox']],
  );
  await pay(opened.ticket);
  await settled();
  const afterwards = await state(opened.ticket);
  assert.deepEqual([afterwards.paid, afterwards.inside], [true, true]);
  const minutes = (Date.parse(afterwards.freeUntil) - Date.now()) / MINUTE;
  assert.ok(minutes > 13 && minutes <= 15, String(minutes));
  assert.equal((await bill('京A80001')).dueFen, 0);
  await lot.see('out1', Date.now(), '京A80001');
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await lot.through('out1', Date.now());
  assert.deepEqual((await state(opened.ticket)).inside, false);
  await right();
});

test('at the barrier the phone pays what the lane asks, and the barrier opens', async () => {
  await lot.enter('京A80002', Date.now() - HOUR - 20 * MINUTE);
  await lot.see('out1', Date.now(), '京A80002');
  const opened = await bill('京A80002');
  assert.deepEqual([opened.dueFen, opened.atLane], [1500, true]);
  await pay(opened.ticket);
  await settled();
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await lot.through('out1', Date.now());
  await right();
});

test('after the lane’s price has run out the phone shows the current price, and paying it opens too', async () => {
  await lot.enter('京A80003', Date.now() - HOUR - 20 * MINUTE);
  await lot.see('out1', Date.now() - 90_000, '京A80003');
  const opened = await bill('京A80003');
  assert.equal(opened.dueFen, 1500);
  await pay(opened.ticket);
  await settled();
  assert.equal((await lot.lane('out1')).phase.name, 'releasing');
  await lot.through('out1', Date.now());
  assert.equal(
    (
      await lot.rows(
        `SELECT sum(paid_fen)::int AS fen, sum(surplus_fen)::int AS more FROM parking_order WHERE tenant_id = $1
          AND park_id = $2 AND plate_number = '京A80003'`,
      )
    ).map((row) => `${row.fen} ${row.more}`)[0],
    '1500 0',
  );
  await right();
});

test('looking again and again leaves one order; a second payment of one bill is refused', async () => {
  await lot.enter('京A80004', Date.now() - HOUR - 20 * MINUTE);
  const opened = await bill('京A80004');
  await bill('京A80004');
  await bill('京A80004');
  assert.equal(
    (await lot.rows(`SELECT 1 FROM parking_order WHERE tenant_id = $1 AND park_id = $2 AND plate_number = '京A80004'`))
      .length,
    1,
  );
  await pay(opened.ticket);
  await settled();
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/driver/pay', { ticket: opened.ticket, channel: 'sandbox' }, nobody))
      .status,
    422,
  );
  await right();
});

test('a product that takes no play money offers none, and a bill shown before is not paid with it', async () => {
  await lot.enter('京A80019', Date.now() - HOUR - 20 * MINUTE);
  const opened = await bill('京A80019');
  assert.deepEqual(opened.channels, ['sandbox']);
  configure(playMoney.as(false));
  try {
    assert.deepEqual((await bill('京A80019')).channels, []);
    assert.equal(
      (await product.ask('POST', '/api/gatehouse/driver/pay', { ticket: opened.ticket, channel: 'sandbox' }, nobody))
        .status,
      404,
    );
  } finally {
    configure(playMoney.as(true));
  }
});

test('no car, a car of another lot, part of a plate: the same answer; a ticket of one’s own making pays nothing', async () => {
  await calm();
  const other = await product.park(product.companies.second);
  const answers = await Promise.all([
    product.ask('POST', '/api/gatehouse/driver/bill', { parkId: lot.parkId, plateNumber: '京A80999' }, nobody),
    product.ask('POST', '/api/gatehouse/driver/bill', { parkId: other, plateNumber: '京A80004' }, nobody),
    product.ask('POST', '/api/gatehouse/driver/bill', { parkId: lot.parkId, plateNumber: '京A8000' }, nobody),
  ]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.msg]),
    Array.from({ length: 3 }, () => [404, answers[0]!.body.msg]),
  );
  const { ticket } = await bill('京A80004');
  for (const made of ['x', `${ticket.slice(0, -4)}AAAA`])
    assert.deepEqual(
      (await product.ask('POST', '/api/gatehouse/driver/state', { ticket: made }, nobody)).body.errors?.map(
        ({ field }) => field,
      ),
      ['ticket'],
    );
});

test('who guesses plates is sent away after ten', async () => {
  await calm();
  const statuses: number[] = [];
  for (let nth = 0; nth < 12; nth += 1)
    statuses.push(
      (
        await product.ask(
          'POST',
          '/api/gatehouse/driver/bill',
          { parkId: lot.parkId, plateNumber: `京B${10_000 + nth}` },
          nobody,
        )
      ).status,
    );
  assert.deepEqual([statuses.slice(0, 10), statuses.slice(10)], [Array.from({ length: 10 }, () => 404), [429, 429]]);
  await calm();
});

test('the page is small, runs only its own script and stands in nobody’s frame', async () => {
  const [page, script, style] = await Promise.all(
    ['/m/pay', '/m/pay.js', '/m/pay.css'].map((path) => product.ask('GET', path, {}, nobody)),
  );
  // With debts and appeals; some 9 KB over the line.
  assert.ok(page!.text.length + script!.text.length + style!.text.length < 32_000);
  assert.match(
    String(page!.headers['content-security-policy']),
    /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
  );
});
