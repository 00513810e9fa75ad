import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { prepay } from '#areas/billing/server/door.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { factId } from '#domain/lane/identity.ts';
import { dayOf } from '#domain/time/day.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';
import { changeLot, sweepLanes } from './door.ts';
import { keep } from './session.ts';
import { tenantScope } from '#kit/server/db.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const iso = (at: number): string => new Date(at).toISOString();
const P = '京A12345';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());
const fresh = async (setup: Parameters<typeof openLot>[1] = {}) => {
  lot = await openLot(product, setup);
};
const phase = async (lane: 'out1' | 'out2' = 'out1') => (await lot.lane(lane)).phase;
const due = async (lane: 'out1' | 'out2' = 'out1'): Promise<number> => {
  const now = await phase(lane);
  return 'settling' in now ? now.settling.quote.dueFen : -1;
};
const money = (row: Record<string, unknown>) => [
  row.receivable_fen,
  row.derate_fen,
  row.waived_fen,
  row.paid_fen,
  row.outstanding_fen,
];
const ledger = async () =>
  Object.fromEntries(
    (
      await lot.rows(
        'SELECT account, sum(amount_fen)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND park_id = $2 GROUP BY account',
      )
    ).map((row) => [row.account, row.fen]),
  );
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
};

/** A prepayment by phone, as the driver's page would quote it. */
async function quoteInside(stayId: string, at: number): Promise<string> {
  const id = factId({ device: `phone:${stayId}`, seq: at, rawAt: at }, 'order');
  const wake = await product.database.write(tenantScope(lot.target.tenantId), (db) =>
    changeLot(db, lot.target, { stayIds: [stayId] }, (session) => {
      const stay = session.book.stay(stayId)!;
      const price = session.book.price(stay, at);
      assert.ok(!isFeeRefusal(price));
      keep(session, {
        fact: 'quoted',
        lane: null,
        passing: null,
        quote: {
          order: id,
          stay: stayId,
          pricedAt: at,
          validUntil: at + 60_000,
          receivableFen: price.receivableFen,
          deratedFen: 0,
          dueFen: price.receivableFen,
          lines: price.lines,
          tariff: price.tariff,
        },
      });
    }),
  );
  wake();
  return id;
}

async function payByPhone(orderId: string, at: number): Promise<void> {
  const { tradeNo } = await prepay(product.database, {
    tenantId: lot.target.tenantId,
    orderId,
    channel: 'sandbox',
    at,
  });
  await product.must('POST', '/api/gatehouse/sandbox', { pay: tradeNo });
  await lot.money();
}

test('paid in cash at the exit: change is noted, the stay is closed, and stay, order, payment, ledger and day agree', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  await lot.see('out1', T + 80 * MINUTE, P);
  assert.equal(await due(), 1500);
  await lot.cash('out1', T + 80 * MINUTE + 5000, 1500, 2000);
  await lot.through('out1', T + 80 * MINUTE + 8000);
  const stay = await lot.stay(id);
  assert.deepEqual(
    [stay.status, stay.out_time, stay.stay_seconds, stay.release_type, stay.bill_fen, ...money(stay)],
    ['closed', iso(T + 80 * MINUTE), 4800, 'paid', 1500, 1500, 0, 0, 1500, 0],
  );
  assert.equal(
    stay.lines.reduce((sum: number, line: { amountFen: number }) => sum + line.amountFen, 0),
    1500,
  );
  const [order] = await lot.of('parking_order');
  assert.deepEqual(
    [
      order!.stay_id,
      order!.status,
      order!.pay_type,
      order!.plate_number,
      order!.gate_id,
      order!.rule_id,
      ...money(order!),
    ],
    [id, 'paid', 'cash', P, lot.gates.out1, stay.rule_id, 1500, 0, 0, 1500, 0],
  );
  const [payment] = await lot.of('payment');
  assert.deepEqual(
    [
      payment!.amount_fen,
      payment!.tendered_fen,
      payment!.change_fen,
      payment!.drawer,
      payment!.operator,
      payment!.stay_id,
    ],
    [1500, 2000, 500, 'shift-1', '王芳', id],
  );
  assert.deepEqual(await ledger(), { drawer: 1500, revenue: -1500 });
  assert.deepEqual(
    (await lot.of('park_day', 'day')).reduce(
      (sum, day) => [sum[0]! + day.entries, sum[1]! + day.exits, sum[2]! + day.paid_fen, sum[3]! + day.cash_fen],
      [0, 0, 0, 0],
    ),
    [1, 1, 1500, 1500],
  );
  const openings = await lot.of('gate_opening', 'time');
  assert.deepEqual(
    openings.map((row) => [row.cause, row.plate_number]),
    [
      ['stay', P],
      ['stay', P],
    ],
  );
  assert.deepEqual([await lot.count(), (await lot.inside(P)).length], [0, 0]);
  await right();
});

test('paid by a scanned code: the channel is charged, its notice opens the lane, and a repeated notice changes nothing', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  const at = T + HOUR;
  await lot.see('out1', at, P);
  await lot.send('out1', at + 3000, { kind: 'scan', payCode: '134567890123456789' });
  assert.deepEqual([(await phase()).name, (await lot.of('payment'))[0]!.status], ['awaiting', 'pending']);
  await lot.money();
  assert.equal((await phase()).name, 'releasing');
  const [payment] = await lot.of('payment');
  await product.must('POST', '/api/gatehouse/sandbox', { pay: payment!.trade_no });
  await lot.sendTimes(2);
  await lot.money();
  await lot.through('out1', at + 6000);
  const stay = await lot.stay(id);
  assert.deepEqual([stay.status, stay.release_type, ...money(stay)], ['closed', 'paid', 1000, 0, 0, 1000, 0]);
  assert.deepEqual(await ledger(), { channel: 1000, revenue: -1000 });
  assert.equal(
    (await lot.rows("SELECT count(*) AS n FROM outbox WHERE tenant_id = $1 AND payload->>'parkId' = $2::text"))[0]!.n,
    0,
  );
  await right();
});

test('a code without money fails the try alone: the next code of the same driver pays the same order', async () => {
  await fresh();
  await lot.enter(P, T);
  const at = T + HOUR;
  await lot.see('out1', at, P);
  await lot.send('out1', at + 3000, { kind: 'scan', payCode: '134567890123450000' });
  await lot.money();
  assert.deepEqual([(await phase()).name, (await lot.of('payment'))[0]!.status], ['awaiting', 'failed']);
  await lot.send('out1', at + 9000, { kind: 'scan', payCode: '134567890123456789' });
  await lot.money();
  assert.equal((await phase()).name, 'releasing');
  assert.deepEqual(
    (await lot.of('parking_order')).map((row) => [row.status, row.paid_fen]),
    [['paid', 1000]],
  );
  await lot.through('out1', at + 12_000);
  await right();
});

test('what a car inside owes so far is what its exit asks: within the leave window of a prepayment, after it, and without one', async () => {
  await fresh({ settings: { leaveMinutes: 15 } });
  const began = Date.now() - 5 * HOUR - 10 * MINUTE;
  const now = async (id: string) => product.must('GET', '/api/gatehouse/stay/quote', { recordId: id });
  const plates = ['京A11111', '京A22222', '京A33333'];
  const [plain, within, late] = [
    await lot.enter(plates[0]!, began),
    await lot.enter(plates[1]!, began),
    await lot.enter(plates[2]!, began),
  ] as [string, string, string];
  await payByPhone(await quoteInside(within, Date.now() - 5 * MINUTE), Date.now() - 5 * MINUTE);
  await payByPhone(await quoteInside(late, began + 2 * HOUR), began + 2 * HOUR);
  const quotes = [await now(plain), await now(within), await now(late)];
  const amounts: unknown[] = [];
  for (const plate of plates) {
    await lot.see('out1', Date.now(), plate);
    const standing = await phase();
    const quote = 'settling' in standing ? standing.settling.quote : null;
    amounts.push([quote?.dueFen, quote?.lines.reduce((sum, line) => sum + line.amountFen, 0)]);
    if (standing.name === 'awaiting') await lot.cash('out1', Date.now(), quote!.dueFen);
    await lot.through('out1', Date.now());
  }
  assert.deepEqual(
    quotes.map(({ dueFen, lines }) => [
      dueFen,
      lines.reduce((sum: number, line: { amountFen: number }) => sum + line.amountFen, 0),
    ]),
    amounts,
  );
  assert.deepEqual([quotes[1].dueFen, quotes[2].dueFen], [0, quotes[0].dueFen - 2000]);
  assert.equal((await product.ask('GET', '/api/gatehouse/stay/quote', { recordId: plain })).status, 422);
});

test('prepaid and gone within the leave window costs nothing more; the first second after it costs the rest', async () => {
  await fresh();
  const early = await lot.enter(P, T);
  const late = await lot.enter('京A22222', T);
  for (const id of [early, late]) await payByPhone(await quoteInside(id, T + HOUR), T + HOUR);
  const [row] = await lot.inside(P);
  assert.deepEqual([row!.paid_fen, row!.free_until], [1000, iso(T + 75 * MINUTE)]);
  await lot.see('out1', T + 75 * MINUTE, P);
  assert.equal((await phase()).name, 'releasing');
  await lot.through('out1', T + 75 * MINUTE + 2000);
  await lot.see('out2', T + 75 * MINUTE + 1000, '京A22222');
  assert.deepEqual([(await phase('out2')).name, await due('out2')], ['awaiting', 500]);
  await lot.cash('out2', T + 75 * MINUTE + 9000, 500);
  await lot.through('out2', T + 75 * MINUTE + 12_000);
  assert.deepEqual(
    [await lot.stay(early), await lot.stay(late)].map((stay) => [stay.status, stay.bill_fen, ...money(stay)]),
    [
      ['closed', 0, 1000, 0, 0, 1000, 0],
      ['closed', 500, 1500, 0, 0, 1500, 0],
    ],
  );
  await right();
});

test('a price that rose while the driver paid leaves the rest to be paid, under one stay', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  const at = T + 75 * MINUTE - 30_000;
  await lot.see('out1', at, P);
  assert.equal(await due(), 1000);
  await lot.cash('out1', at + 91_000, 1000);
  assert.deepEqual([(await phase()).name, (await lot.exceptions()).length], ['awaiting', 0]);
  await lot.cash('out1', at + 100_000, 500);
  await lot.through('out1', at + 105_000);
  const stay = await lot.stay(id);
  assert.deepEqual([stay.status, stay.paid_fen, stay.outstanding_fen], ['closed', 1500, 0]);
  await right();
});

test('a car that backs out of the exit voids its quote; what it paid stays with its stay', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  await lot.see('out1', T + HOUR, P);
  await lot.cash('out1', T + HOUR + 5000, 1000);
  await lot.gone('out1', T + HOUR + 9000);
  assert.deepEqual(
    [(await lot.stay(id)).status, (await lot.inside(P))[0]!.paid_fen, await lot.count()],
    ['open', 1000, 1],
  );
  await lot.see('out2', T + HOUR + 5 * MINUTE, P);
  await lot.through('out2', T + HOUR + 5 * MINUTE + 2000);
  assert.deepEqual([(await lot.stay(id)).status, ...money(await lot.stay(id))], ['closed', 1000, 0, 0, 1000, 0]);
  await right();
});

test('without an entry on record the lowest charge is taken, and the exit is listed with its money', async () => {
  await fresh();
  await lot.see('out1', T, P);
  assert.equal(await due(), 500);
  await lot.cash('out1', T + 5000, 500);
  await lot.through('out1', T + 8000);
  const [stay] = await lot.stays();
  assert.deepEqual(
    [stay!.kind, stay!.status, stay!.in_time, stay!.plate_number, stay!.bill_fen, stay!.paid_fen],
    ['no-entry', 'closed', null, P, 500, 500],
  );
  assert.deepEqual(
    [await lot.exceptions(), await lot.count(), (await lot.check()).withoutEntry],
    [['E-NOENTRY'], 0, 1],
  );
  await right();
});

test('an entry that arrives after its exit joins it: one stay, with the money, and the doubt is cleared', async () => {
  await fresh();
  const entry = [lot.reading('in1', T - HOUR, P)];
  const commandId = factId(entry[0]!, 'open:1');
  entry.push(
    lot.event('in1', T - HOUR + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId }),
    lot.event('in1', T - HOUR + 3000, { kind: 'passed', passing: 1, count: 1, picture: null }),
  );
  await lot.leave(P, T);
  await lot.ingest(...entry);
  const [whole, orphan] = await lot.stays();
  assert.deepEqual(
    [whole!.status, whole!.in_time, whole!.out_time, whole!.paid_fen, whole!.bill_fen, whole!.stay_seconds],
    ['closed', iso(T - HOUR), iso(T), 500, 500, 3600],
  );
  assert.deepEqual([orphan!.status, orphan!.merged_into, orphan!.paid_fen], ['merged', whole!.id, 0]);
  assert.deepEqual(await lot.exceptions(), ['E-NOENTRY cleared']);
  assert.deepEqual(
    [
      (await lot.of('parking_order'))[0]!.stay_id,
      (await lot.of('payment'))[0]!.stay_id,
      (await lot.of('passage', 'time'))[1]!.stay_id,
    ],
    [whole!.id, whole!.id, whole!.id],
  );
  assert.deepEqual([await lot.count(), (await lot.check()).withoutEntry], [0, 0]);
  await right();
});

test('a similar plate is taken by the rule when it is the only one, though the whole lot was not loaded', async () => {
  await fresh();
  const id = await lot.enter('京A1B345', T);
  for (let n = 0; n < 5; n += 1) await lot.enter(`沪C4444${n}`, T + MINUTE * (n + 1));
  await lot.see('out1', T + HOUR, '京A18345');
  const now = await phase();
  assert.equal('settling' in now && now.settling.stay, id);
  await lot.cash('out1', T + HOUR + 4000, await due());
  await lot.through('out1', T + HOUR + 7000);
  const stay = await lot.stay(id);
  assert.deepEqual([stay.status, stay.plate_number, stay.out_plate], ['closed', '京A1B345', '京A18345']);
  await right();
});

test('where several plates are similar a person picks, and the pick is kept with both texts', async () => {
  await fresh();
  const id = await lot.enter('京A12346', T);
  await lot.enter('京A12347', T + MINUTE);
  await lot.see('out1', T + HOUR, P);
  const waiting = await phase();
  assert.deepEqual(waiting.name === 'confirm' && waiting.candidates.map((each) => each.plate).toSorted(), [
    '京A12346',
    '京A12347',
  ]);
  await lot.attend('out1', T + HOUR + 9000, { action: 'pick', stay: id, plate: null });
  await lot.cash('out1', T + HOUR + 15_000, await due());
  await lot.through('out1', T + HOUR + 18_000);
  assert.deepEqual([(await lot.stay(id)).status, (await lot.stay(id)).out_plate], ['closed', P]);
  const [note] = await lot.rows(
    "SELECT plate, note FROM lane_note WHERE tenant_id = $1 AND park_id = $2 AND kind = 'picked'",
  );
  assert.deepEqual([note!.plate, note!.note.chosen, note!.note.stay, note!.note.by], [P, '京A12346', id, '王芳']);
  await right();
});

test('a manual release waives what is due, with who and why, and is the cause of the opening', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  await lot.see('out1', T + HOUR, P);
  await lot.attend('out1', T + HOUR + 4000, { action: 'release', reason: '救护任务', picture: 'r.jpg' });
  await lot.through('out1', T + HOUR + 7000);
  const stay = await lot.stay(id);
  assert.deepEqual([stay.status, stay.release_type, ...money(stay)], ['closed', 'manual', 1000, 0, 1000, 0, 0]);
  const [release] = await lot.of('manual_release');
  assert.deepEqual(
    [
      release!.waived_fen,
      release!.reason,
      release!.operator,
      release!.picture,
      release!.stay_id,
      release!.plate_number,
    ],
    [1000, '救护任务', '王芳', 'r.jpg', id, P],
  );
  const [opening] = (await lot.of('gate_opening', 'time')).slice(-1);
  assert.deepEqual([opening!.cause, opening!.cause_id, opening!.plate_number], ['manual', release!.id, P]);
  assert.deepEqual(await ledger(), { revenue: -1000, waived: 1000 });
  await right();
});

test('who breaks through owes; when the money comes after all the exception is cleared', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  await lot.see('out1', T + HOUR, P);
  await lot.pass('out1', T + HOUR + 5000);
  assert.deepEqual(
    [
      (await lot.stay(id)).status,
      (await lot.stay(id)).release_type,
      (await lot.stay(id)).outstanding_fen,
      await lot.exceptions(),
    ],
    ['closed', 'unpaid', 1000, ['E-UNPAID']],
  );
  assert.equal((await lot.of('parking_order'))[0]!.status, 'arrears');
  await right();
  await lot.cash('out1', T + HOUR + 20_000, 600);
  assert.deepEqual(await lot.exceptions(), ['E-UNPAID']);
  await lot.cash('out1', T + 2 * HOUR, 400);
  assert.deepEqual(
    [
      await lot.exceptions(),
      (await lot.stay(id)).paid_fen,
      (await lot.stay(id)).outstanding_fen,
      (await lot.of('parking_order'))[0]!.status,
    ],
    [['E-UNPAID cleared'], 1000, 0, 'paid'],
  );
  await right();
});

test('money that comes through a channel after the car broke through clears the debt as well', async () => {
  await fresh();
  const id = await lot.enter(P, T);
  await lot.see('out1', T + HOUR, P);
  await lot.send('out1', T + HOUR + 2000, { kind: 'scan', payCode: '134567890123456789' });
  await lot.pass('out1', T + HOUR + 4000);
  assert.deepEqual(await lot.exceptions(), ['E-UNPAID']);
  await lot.money();
  assert.deepEqual(
    [await lot.exceptions(), (await lot.stay(id)).paid_fen, (await lot.stay(id)).outstanding_fen],
    [['E-UNPAID cleared'], 1000, 0],
  );
  await right();
});

test('money handed over for a bill of nothing is listed as surplus, also when reported after the car has left', async () => {
  await fresh();
  await lot.enter(P, T);
  await lot.see('out1', T + 5 * MINUTE, P);
  await lot.cash('out1', T + 5 * MINUTE + 2000, 300);
  await lot.through('out1', T + 5 * MINUTE + 4000);
  await lot.enter('京A22222', T + 20 * MINUTE);
  await lot.see('out1', T + 25 * MINUTE, '京A22222');
  await lot.through('out1', T + 25 * MINUTE + 2000);
  await lot.cash('out1', T + 3 * HOUR, 200);
  assert.deepEqual(await ledger(), { drawer: 500, overpaid: -500 });
  assert.deepEqual(
    (await lot.of('payment', 'created_time')).map((row) => [row.amount_fen, row.status]),
    [
      [300, 'overpaid'],
      [200, 'overpaid'],
    ],
  );
  await right();
});

test('what a cut-off lane did comes from its journal: cash is booked, the rest is owed, the entry it refused otherwise is listed', async () => {
  await fresh({ black: ['京A66666'] });
  const id = await lot.enter(P, T);
  const at = T + HOUR;
  const journal = [
    lot.reading('out1', at, P, { offline: { opened: true, cashFen: 600 } }),
    lot.event('out1', at + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId: null }),
    lot.event('out1', at + 4000, { kind: 'passed', passing: 1, count: 1, picture: null }),
    lot.reading('in1', at, '京A66666', { offline: { opened: true, cashFen: 0 } }),
    lot.event('in1', at + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId: null }),
    lot.event('in1', at + 4000, { kind: 'passed', passing: 2, count: 1, picture: null }),
  ];
  await lot.ingest(...journal);
  const stay = await lot.stay(id);
  assert.deepEqual([stay.status, stay.release_type, ...money(stay)], ['closed', 'unpaid', 1000, 0, 0, 600, 400]);
  assert.deepEqual((await lot.exceptions()).toSorted(), ['E-OFFLINE', 'E-UNPAID']);
  assert.deepEqual(
    (await lot.of('gate_opening', 'time')).map((row) => row.cause),
    ['stay', 'stay', 'stay'],
  );
  const day = dayOf(at, 'Asia/Shanghai');
  const listed = { parkId: lot.target.parkId, startTime: day, endTime: day };
  const { records } = await product.must('GET', '/api/updown/staticSum/searchUserFeeDaily', listed, {
    as: 'groupAdmin',
  });
  assert.deepEqual(
    records.map((row: Record<string, unknown>) => [row['operator'], row['person'], row['cashFen']]),
    [['脱机车道', '脱机车道', 600]],
  );
  const sheet = async (lang: 'zh' | 'en') =>
    (
      await product.ask(
        'GET',
        '/api/updown/static/exportTempWCPays',
        { ...listed, format: 'csv', columns: 'operator' },
        { as: 'groupAdmin', lang },
      )
    ).text;
  assert.deepEqual(
    [await sheet('zh'), await sheet('en')],
    ['\ufeff收费员\r\n脱机车道\r\n', '\ufeffCollector\r\nCut-off lane\r\n'],
  );
  const named = async (operator: string) =>
    (await product.must('GET', '/api/updown/static/getPageTempWCPays', { ...listed, operator }, { as: 'groupAdmin' }))
      .records.length;
  assert.deepEqual(
    [
      await named('cut-off'),
      await named('脱机'),
      await named('收费员'),
      await named('"Cut-off lane"'),
      await named('"脱机车道"'),
      await named('"脱机"'),
      await named('""'),
    ],
    [1, 1, 0, 1, 1, 0, 0],
  );
  await lot.ingest(...journal);
  await right();
});

test('an opening after which nobody passes is closed again and repriced; the stay is still inside', async () => {
  await fresh();
  const now = Date.now();
  await lot.enter(P, now - 5 * MINUTE);
  await lot.see('out1', now, P);
  await lot.rise('out1', now + 800);
  await sweepLanes(product.database, new Date(now + 62_000));
  assert.deepEqual([(await phase()).name, await lot.count()], ['stalled', 1]);
});
