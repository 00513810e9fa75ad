import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc } from '#test/property.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { outstanding } from '#domain/ledger/order-state.ts';
import { newId } from '#kit/server/id.ts';
import { listen, dayStart, openBooks, quoted, scope, tenantId, withOrder } from './books.fixture.ts';
import type { Books } from './books.fixture.ts';
import { calm, noticesArrived, sandboxSettings, setSandbox, settleSandbox } from './channel/sandbox.ts';
import { checkMoney, ledgerSum, recompute } from './check.ts';
import { beginTrade, moneyRound, ordersOf, prepay, settledOf, writeMoney } from './door.ts';
import type { OrderEntry, Paid, Place } from './door.ts';
import { refundLeft, refundedBy } from './refund.ts';

let books: Books;
before(async () => {
  books = await openBooks();
});
after(() => books.close());

const today = '2026-05-01';
const noon = dayStart + 12 * 3_600_000;

const load = async (id: string): Promise<OrderEntry> =>
  (await books.db.read(scope, (db) => ordersOf(db, [id]))).get(id)!;
const write = (place: Place, entry: OrderEntry, postings: Parameters<typeof writeMoney>[2]['postings'] = []) =>
  books.db.write(scope, (db) => writeMoney(db, place, { entries: [entry], postings }));
const rows = <R>(sql: string, ...values: unknown[]) => books.db.read(scope, (db) => db.raw<R>(sql, values));
const right = async (place: Place) => {
  const check = await books.db.read(scope, (db) => checkMoney(db, place, '2026-04-30', '2026-05-02'));
  assert.deepEqual(check.differences, []);
  assert.ok(check.right, JSON.stringify(check));
  return check;
};

const summary = async (place: Place) =>
  (await rows<{ remark: string | null }>('SELECT remark FROM refund WHERE park_id = $1', place.parkId)).map(
    (row) => row.remark,
  );

/** Cash for an order, written as the lane would. */
async function payCash(
  place: Place,
  entry: OrderEntry,
  amountFen: number,
  tenderedFen = amountFen,
  at = noon,
): Promise<OrderEntry> {
  const step = orderStep(entry.order, { kind: 'cash', id: newId(), amountFen, tenderedFen, drawer: 'box-1', at });
  const next = withOrder(entry, step.order);
  await write(place, next, step.postings);
  return next;
}

/** A pay code scanned for an order; what the sandbox makes of it follows from its settings. */
async function scan(place: Place, entry: OrderEntry, payCode: string, at = noon): Promise<string> {
  const { entry: next, trade, refused } = beginTrade(tenantId, entry, { id: newId(), channel: 'sandbox', at });
  assert.equal(refused, null);
  await books.db.write(scope, (db) => writeMoney(db, place, { entries: [next], charges: [{ trade, payCode }] }));
  return trade;
}

/** Rounds of the worker until nothing is due; `aheadMs` sets its clock forward. */
const rounds = async (aheadMs = 0) => {
  while ((await moneyRound(books.db, new Date(Date.now() + aheadMs))) > 0) await noticesArrived();
  await noticesArrived();
};
/** The driver agrees on his phone, and all that follows from it is done. */
const confirmed = async (trade: string) => {
  await settleSandbox(books.db, trade);
  await noticesArrived();
  await rounds();
};
/** Late enough that every pending query of the channel is due. */
const laterOn = 35_000;

test('a scanned payment code is charged once, booked on the day of the scan, and the lane is notified', async () => {
  const published: Paid[] = [];
  listen(({ paid }) => {
    published.push(...paid);
  });
  const place = await books.newPlace();
  const entry = quoted(place, 1500, 0, noon - 1000);
  await write(place, entry);
  await scan(place, entry, '286600000000001111');
  await rounds();
  const { order } = await load(entry.order.id);
  assert.equal(order.state, 'paid');
  assert.equal(order.windowFrom, noon);
  assert.deepEqual(
    published.map(({ orderId, amountFen, at }) => ({ orderId, amountFen, at })),
    [{ orderId: entry.order.id, amountFen: 1500, at: noon }],
  );
  const check = await right(place);
  assert.deepEqual([check.paidByPaymentsFen, check.paidByLedgerFen], [1500, 1500]);
  const [kept] = await rows<Record<string, number>>('SELECT * FROM park_day WHERE park_id = $1', place.parkId);
  assert.deepEqual(
    [kept!['online_fen'], kept!['cash_fen'], kept!['receivable_fen'], kept!['payments']],
    [1500, 0, 1500, 1],
  );
  assert.deepEqual(await rows('SELECT 1 FROM outbox'), [], 'nothing is left to do');
  listen(() => undefined);
});

test('a notice that comes three times pays once', async () => {
  const place = await books.newPlace();
  await setSandbox(books.db, { ...calm, copies: 3 });
  const entry = quoted(place, 800, 0, noon - 1000);
  await write(place, entry);
  await scan(place, entry, '28');
  await rounds();
  assert.equal((await load(entry.order.id)).order.paidFen, 800);
  assert.equal((await right(place)).paidByLedgerFen, 800);
  assert.deepEqual(
    (
      await rows<{ result: string }>('SELECT result FROM channel_record WHERE park_id = $1 ORDER BY 1', place.parkId)
    ).map((row) => row.result),
    ['booked', 'repeated'],
  );
});

test('after a lost notice the trade is queried after 30 seconds, not before', async () => {
  const place = await books.newPlace();
  await setSandbox(books.db, { ...calm, copies: 0 });
  const entry = quoted(place, 900, 0, noon - 1000);
  await write(place, entry);
  await scan(place, entry, '28');
  await rounds();
  assert.equal((await load(entry.order.id)).order.state, 'pending');
  await rounds(laterOn);
  assert.equal((await load(entry.order.id)).order.state, 'paid');
  await right(place);
});

test('a notice with a wrong amount or a wrong signature pays nothing and is kept to look at', async () => {
  for (const settings of [
    { ...calm, amountOffFen: -1 },
    { ...calm, wrongSignature: true },
  ]) {
    const place = await books.newPlace();
    await setSandbox(books.db, settings);
    const entry = quoted(place, 700, 0, noon - 1000);
    await write(place, entry);
    await scan(place, entry, '28');
    await rounds();
    assert.equal((await load(entry.order.id)).order.state, 'pending');
    assert.deepEqual(
      (await rows<{ result: string }>('SELECT result FROM channel_record WHERE park_id = $1', place.parkId)).map(
        (row) => row.result,
      ),
      [settings.wrongSignature ? 'wrong-signature' : 'wrong-amount'],
    );
    assert.equal(await books.db.read(scope, (db) => ledgerSum(db, tenantId, place.parkId)), 0);
    await setSandbox(books.db, calm);
    await rounds(laterOn);
    assert.equal((await load(entry.order.id)).order.paidFen, 700, 'the channel’s own query result is trusted');
  }
});

test('what is paid twice goes back by itself through the channel it came by', async () => {
  const place = await books.newPlace();
  await setSandbox(books.db, calm);
  const entry = quoted(place, 600, 0, noon - 1000);
  const trade = await scan(place, entry, '280001');
  await rounds();
  await payCash(place, await load(entry.order.id), 600);
  await confirmed(trade);
  const { order } = await load(entry.order.id);
  assert.equal(order.surplusFen, 0);
  assert.deepEqual(
    order.refunds.map((it) => [it.amountFen, it.from, it.state]),
    [[600, 'overpaid', 'done']],
  );
  const [book] = await rows<{ refunded_fen: number }>(
    'SELECT refunded_fen FROM sandbox_trade WHERE trade_no = $1',
    trade,
  );
  assert.equal(book!.refunded_fen, 600);
  assert.deepEqual(await summary(place), ['重复支付，自动退回']);
  await right(place);
});

test('what was paid for a bill that came down meanwhile goes back, and nobody is shown as having paid twice', async () => {
  for (const [already, waivedFen] of [
    [0, 600],
    [400, 200],
  ] as const) {
    const place = await books.newPlace();
    const entry = quoted(place, 600 + already, 0, noon - 2000);
    const trade = await scan(
      place,
      already ? await payCash(place, entry, already, already, noon - 1500) : entry,
      '280001',
    );
    await rounds();
    const loaded = await load(entry.order.id);
    const waived = orderStep(loaded.order, { kind: 'waive', id: newId(), amountFen: waivedFen, at: noon });
    await write(place, withOrder(loaded, waived.order), waived.postings);
    await confirmed(trade);
    assert.deepEqual(
      [(await load(entry.order.id)).order.surplusFen, await summary(place)],
      [0, ['多于应付，自动退回']],
    );
    await right(place);
  }
});

test('cash at the box and a notice at the same moment are both booked, and what is too much goes back', async () => {
  await setSandbox(books.db, calm);
  for (let nth = 0; nth < 6; nth += 1) {
    const place = await books.newPlace();
    const entry = quoted(place, 400, 0, noon - 1000);
    await write(place, entry);
    const trade = await scan(place, entry, '280001');
    await rounds();
    await Promise.all([
      settleSandbox(books.db, trade),
      books.db.write(scope, async (db) => {
        const held = (await ordersOf(db, [entry.order.id], { lock: true })).get(entry.order.id)!;
        const step = orderStep(held.order, {
          kind: 'cash',
          id: newId(),
          amountFen: 400,
          tenderedFen: 400,
          drawer: 'box-1',
          at: noon,
        });
        await writeMoney(db, place, { entries: [withOrder(held, step.order)], postings: step.postings });
      }),
    ]);
    await noticesArrived();
    await rounds();
    const { order } = await load(entry.order.id);
    assert.equal(order.payments.length, 2);
    assert.equal(order.surplusFen, order.payments[1]!.via.startsWith('drawer:') ? 400 : 0);
    await right(place);
  }
});

test('two refunds at the same moment never give back more than was paid', async () => {
  const place = await books.newPlace();
  const entry = await payCash(place, quoted(place, 1000), 1000);
  const refund = (amountFen: number) =>
    books.db.write(scope, async (db) => {
      const held = (await ordersOf(db, [entry.order.id], { lock: true })).get(entry.order.id)!;
      if (amountFen > refundLeft(held.order)) throw new Error('more than is left');
      await writeMoney(db, place, refundedBatch(held, amountFen, noon + 1));
    });
  const results = await Promise.allSettled([refund(700), refund(700), refund(300), refund(300)]);
  assert.ok(results.some((result) => result.status === 'rejected'));
  const { order } = await load(entry.order.id);
  assert.ok(order.refunds.reduce((sum, it) => sum + it.amountFen, 0) <= 1000);
  await right(place);
});

test('a refund the channel refuses gives its money back to revenue and may be tried again', async () => {
  const place = await books.newPlace();
  await setSandbox(books.db, { ...calm, refuseRefunds: true });
  const entry = quoted(place, 500, 0, noon - 1000);
  await write(place, entry);
  await scan(place, entry, '28');
  await rounds();
  const ask = () =>
    books.db.write(scope, async (db) => {
      const held = (await ordersOf(db, [entry.order.id], { lock: true })).get(entry.order.id)!;
      await writeMoney(db, place, refundedBatch(held, 500, noon + 5000));
    });
  await ask();
  await rounds();
  assert.partialDeepStrictEqual(await load(entry.order.id), {
    order: { state: 'refund-failed' },
    about: { money: { [(await load(entry.order.id)).order.refunds[0]!.id]: { failure: 'refused' } } },
  });
  await right(place);
  await setSandbox(books.db, calm);
  await ask();
  await rounds();
  assert.equal(refundLeft((await load(entry.order.id)).order), 0);
  await right(place);
});

test('two workers at once charge, book and notify each trade once', async () => {
  const place = await books.newPlace();
  await setSandbox(books.db, { ...calm, copies: 2 });
  const published: Paid[] = [];
  listen(({ paid }) => {
    published.push(...paid);
  });
  const entries = Array.from({ length: 40 }, (_, nth) => quoted(place, 100 + nth, 0, noon - 1000));
  await books.db.write(scope, (db) => writeMoney(db, place, { entries }));
  for (const entry of entries) await scan(place, entry, '28');
  const worker = async () => {
    while ((await moneyRound(books.db, new Date(Date.now() + 1000))) > 0) await noticesArrived();
  };
  await Promise.all([worker(), worker(), worker()]);
  await rounds(1000);
  assert.deepEqual(published.map(({ orderId }) => orderId).sort(), entries.map((entry) => entry.order.id).sort());
  const check = await right(place);
  assert.equal(
    check.paidByLedgerFen,
    entries.reduce((sum, entry) => sum + entry.order.receivableFen, 0),
  );
  listen(() => undefined);
  await setSandbox(books.db, calm);
});

test('a lane that could not be notified is notified again later', async () => {
  const place = await books.newPlace();
  let tries = 0;
  listen(() => {
    tries += 1;
    if (tries === 1) throw new Error('the lane is busy');
  });
  const entry = quoted(place, 300, 0, noon - 1000);
  await write(place, entry);
  await scan(place, entry, '28');
  await rounds();
  assert.equal(tries, 1);
  await rounds(10_000);
  assert.equal(tries, 2);
  assert.deepEqual(await rows('SELECT 1 FROM outbox WHERE kind = $1', 'billing.paid'), []);
  listen(() => undefined);
});

test('a driver pays a QR code on the phone and leaves free inside the window that opens', async () => {
  const place = await books.newPlace();
  const entry = quoted(place, 1200, 200, noon);
  await write(place, entry);
  const { tradeNo, prepaid } = await prepay(books.db, {
    tenantId,
    orderId: entry.order.id,
    channel: 'sandbox',
    at: noon + 5000,
  });
  assert.ok('code' in prepaid && prepaid.code.includes(tradeNo));
  await confirmed(tradeNo);
  const settled = (await books.db.read(scope, (db) => settledOf(db, [entry.order.stay], 15))).get(entry.order.stay)!;
  assert.deepEqual(settled, {
    paidFen: 1000,
    waivedFen: 0,
    deratedFen: 200,
    pricedAt: noon,
    freeUntil: noon + 5000 + 15 * 60_000,
  });
});

test('a figure that somebody changed is found by the check', async () => {
  const place = await books.newPlace();
  await payCash(place, quoted(place, 400), 400);
  await books.db.write(scope, (db) =>
    db.raw('UPDATE park_day SET cash_fen = cash_fen + 1 WHERE park_id = $1', [place.parkId]),
  );
  assert.deepEqual(await books.db.read(scope, (db) => recompute(db, place, today)), [
    { day: today, name: 'cashFen', kept: 401, counted: 400 },
  ]);
});

test('the same batch written again, and an older copy after a newer one, change nothing', async () => {
  const place = await books.newPlace();
  const entry = quoted(place, 1000, 100);
  await write(place, entry);
  const step = orderStep(entry.order, {
    kind: 'cash',
    id: newId(),
    amountFen: 900,
    tenderedFen: 1000,
    drawer: 'box-1',
    at: noon,
  });
  const paid = withOrder(entry, step.order);
  const state = async () => [
    await rows('SELECT * FROM park_day WHERE park_id = $1', place.parkId),
    await rows('SELECT status, paid_fen FROM parking_order WHERE park_id = $1', place.parkId),
    await rows('SELECT id, status, amount_fen FROM payment WHERE park_id = $1', place.parkId),
  ];
  await write(place, paid, step.postings);
  const once = await state();
  await write(place, paid, step.postings);
  await write(place, entry);
  assert.deepEqual(await state(), once);
  await right(place);
});

type Action = {
  kind: 'cash' | 'scan' | 'notice' | 'refund' | 'replay' | 'requote' | 'waive' | 'owe';
  at: number;
  part: number;
  order: number;
  mood: number;
};
const action = fc.record<Action>({
  kind: fc.constantFrom('cash', 'scan', 'notice', 'refund', 'replay', 'requote', 'waive', 'owe'),
  at: fc.integer({ min: 0, max: 86_399_999 }),
  part: fc.integer({ min: 1, max: 100 }),
  order: fc.nat(2),
  mood: fc.nat(5),
});

const moods = [
  calm,
  { ...calm, copies: 0 },
  { ...calm, copies: 2 },
  { ...calm, amountOffFen: 1 },
  { ...calm, wrongSignature: true },
  { ...calm, refuseRefunds: true },
];

/** One action of a random history on one order, under lock, as lanes and calls do it. */
async function act(
  place: Place,
  id: string,
  { kind: what, at, part }: Action,
  last: { batch: Parameters<typeof writeMoney>[2] | null },
): Promise<void> {
  const when = dayStart + at;
  await books.db.write(scope, async (db) => {
    const held = (await ordersOf(db, [id], { lock: true })).get(id)!;
    const open = outstanding(held.order);
    const step =
      what === 'cash'
        ? orderStep(held.order, {
            kind: 'cash',
            id: newId(),
            amountFen: Math.max(1, Math.floor((open * part) / 80)),
            tenderedFen: open + 50,
            drawer: 'box-1',
            at: when,
          })
        : what === 'waive'
          ? orderStep(held.order, { kind: 'waive', id: newId(), amountFen: Math.ceil((open * part) / 100), at: when })
          : what === 'owe'
            ? orderStep(held.order, { kind: 'owe', at: when })
            : what === 'requote'
              ? orderStep(held.order, {
                  kind: 'quote',
                  receivableFen: held.order.receivableFen + part,
                  deratedFen: held.order.deratedFen,
                  pricedAt: when,
                  validUntil: when + 60_000,
                })
              : null;
    if (step) last.batch = { entries: [withOrder(held, step.order)], postings: step.postings };
    if (what === 'refund' && refundLeft(held.order) > 0)
      last.batch = refundedBatch(held, Math.ceil((refundLeft(held.order) * part) / 100), when);
    if (what === 'scan') {
      const begun = beginTrade(tenantId, held, {
        id: newId(),
        channel: 'sandbox',
        at: Math.min(when, held.order.validUntil),
      });
      if (!begun.refused)
        last.batch = {
          entries: [begun.entry],
          charges: [{ trade: begun.trade, payCode: `28${part % 3 === 0 ? '0000' : part % 3 === 1 ? '0001' : '1111'}` }],
        };
    }
    if (last.batch) await writeMoney(db, place, last.batch);
  });
}

const refundedBatch = (entry: OrderEntry, amountFen: number, at: number) => {
  const done = refundedBy(entry, amountFen, { operator: 'x', remark: 'y', at });
  return { entries: [done.entry], postings: done.postings };
};

test(
  'after any history of payments, notices, refunds and replays the books are right',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        const place = await books.newPlace();
        const entries = [quoted(place, 1000, 0), quoted(place, 2500, 500), quoted(place, 37, 0)];
        await books.db.write(scope, (db) => writeMoney(db, place, { entries }));
        const last: { batch: Parameters<typeof writeMoney>[2] | null } = { batch: null };
        for (const each of actions) {
          await setSandbox(books.db, moods[each.mood]!);
          const id = entries[each.order]!.order.id;
          if (each.kind === 'notice')
            await Promise.all(
              (await load(id)).order.attempts.map((attempt) => settleSandbox(books.db, attempt.trade, each.part > 30)),
            );
          else await act(place, id, each, last);
          await rounds(each.part > 50 ? laterOn : 0);
        }
        await setSandbox(books.db, calm);
        // A trade queried before waits longer for its next query.
        for (const ahead of [laterOn, 3 * laterOn, 6 * laterOn, 3_600_000]) await rounds(ahead);
        for (const { order } of (
          await books.db.read(scope, (db) =>
            ordersOf(
              db,
              entries.map((entry) => entry.order.id),
            ),
          )
        ).values()) {
          assert.equal(order.receivableFen, order.paidFen + order.deratedFen + order.waivedFen + outstanding(order));
          assert.ok(outstanding(order) >= 0);
          for (const payment of order.payments)
            assert.ok(
              order.refunds
                .filter((it) => it.payment === payment.id && it.state !== 'failed')
                .reduce((sum, it) => sum + it.amountFen, 0) <= payment.amountFen,
            );
          assert.ok(!order.refunds.some((it) => it.state === 'asked'), 'every refund was answered');
        }
        const channel = await rows<{ sum: number }>(
          `SELECT coalesce(sum(t.amount_fen - t.refunded_fen), 0)::bigint AS sum FROM sandbox_trade t JOIN payment p ON p.trade_no = t.trade_no WHERE p.park_id = $1 AND t.state = 'paid'`,
          place.parkId,
        );
        const ledger = await rows<{ sum: number }>(
          `SELECT coalesce(sum(amount_fen), 0)::bigint AS sum FROM ledger_line WHERE park_id = $1 AND account = 'channel'`,
          place.parkId,
        );
        assert.equal(ledger[0]!.sum, channel[0]!.sum, 'the channel and the ledger hold the same');
        const check = await books.db.read(scope, (db) => checkMoney(db, place, '2026-04-30', '2026-05-02'));
        assert.ok(check.right, JSON.stringify(check));
      }),
      { numRuns: Number(process.env['BOOKS_RUNS'] ?? 25) },
    );
    assert.deepEqual(await sandboxSettings(books.db), calm);
  },
);
