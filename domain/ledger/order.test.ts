import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import type { Order, OrderEvent, OrderStep } from './order-types.ts';
import type { Posting } from './ledger.ts';
import { newOrder, outstanding, queryAt, refundable } from './order-state.ts';
import { orderStep } from './order.ts';
import { balances } from './ledger.ts';

const QUOTE: OrderEvent = { kind: 'quote', receivableFen: 1200, deratedFen: 200, pricedAt: 0, validUntil: 60_000 };
const create = (trade: string, channel = 'a', at = 1000): OrderEvent => ({ kind: 'create', trade, channel, at });
const notice = (
  trade: string,
  amountFen = 1000,
  more: Partial<Extract<OrderEvent, { kind: 'notice' }>> = {},
): OrderEvent => ({ kind: 'notice', trade, amountFen, success: true, signatureRight: true, at: 5000, ...more });

function run(
  events: readonly OrderEvent[],
  from = newOrder('o', 'P', 's'),
): { order: Order; last: OrderStep; postings: Posting[]; steps: OrderStep[] } {
  let order = from;
  const steps = events.map((event) => {
    const step = orderStep(order, event);
    order = step.order;
    return step;
  });
  const last = steps.at(-1);
  if (last === undefined) throw new Error('no events');
  return { order, last, steps, postings: steps.flatMap((it) => it.postings) };
}

test('quote, create, notice: the order is paid, booked once, and the leave window starts', () => {
  const { order, postings } = run([QUOTE, create('t1'), notice('t1'), notice('t1'), notice('t1')]);
  assert.deepEqual([order.state, order.paidFen, order.windowFrom], ['paid', 1000, 5000]);
  assert.deepEqual([...balances(postings)].toSorted(), [
    ['channel:a', 1000],
    ['derated:P', 200],
    ['revenue:P', -1200],
  ]);
});

test('a quote that ran out is none again and cannot be paid by a new try', () => {
  assert.equal(run([QUOTE, { kind: 'expire', at: 60_000 }]).order.state, 'quoted');
  assert.equal(run([QUOTE, { kind: 'expire', at: 60_001 }]).order.state, 'none');
  assert.equal(run([QUOTE, create('t1', 'a', 60_001)]).last.refused, 'quote-expired');
});

test('one try per channel is in flight, and a trade number serves once', () => {
  assert.equal(run([QUOTE, create('t1'), create('t2')]).last.refused, 'already-pending');
  assert.equal(run([QUOTE, create('t1'), create('t1', 'b')]).last.refused, 'trade-used');
});

test('withdrawn while a try is in flight it asks for nothing: refused it is closed, paid after all the money goes back', () => {
  const waits = [QUOTE, create('t1'), { kind: 'void' as const }];
  assert.deepEqual([run(waits).order.state, outstanding(run(waits).order)], ['pending', 0]);
  assert.equal(run([...waits, notice('t1', 1000, { success: false })]).order.state, 'none');
  const paid = run([...waits, notice('t1')]);
  assert.deepEqual(
    [
      paid.order.paidFen,
      paid.last.refunds.map(({ amountFen }) => amountFen),
      paid.postings.some(({ kind }) => kind === 'derate'),
    ],
    [0, [1000], false],
  );
});

test('a notice with a wrong amount or signature never pays, whatever comes with it', () => {
  const wrong = run([QUOTE, create('t1'), notice('t1', 999)]);
  assert.deepEqual([wrong.order.state, wrong.last.alert, wrong.order.paidFen], ['pending', 'wrong-amount', 0]);
  const forged = run([QUOTE, create('t1'), notice('t1', 1000, { signatureRight: false })]);
  assert.deepEqual([forged.order.state, forged.last.alert], ['pending', 'wrong-signature']);
  assert.equal(run([QUOTE, notice('t9')]).last.alert, 'unknown-trade');
});

test('a failed try may be made again under a new number; its late success still counts', () => {
  const failed = run([QUOTE, create('t1'), notice('t1', 0, { success: false })]);
  assert.equal(failed.order.state, 'failed');
  const again = run([QUOTE, create('t2'), notice('t2')], failed.order);
  assert.equal(again.order.state, 'paid');
  const late = run([notice('t1')], again.order);
  assert.deepEqual([late.order.state, late.order.surplusFen, late.last.refunds.length], ['overpaid', 1000, 1]);
});

test('a second channel that paid as well is refunded by itself, naming its payment', () => {
  const { order, last } = run([QUOTE, create('t1', 'a'), create('t2', 'b'), notice('t1'), notice('t2')]);
  assert.equal(order.state, 'overpaid');
  assert.deepEqual(
    last.refunds.map((it) => [it.payment, it.amountFen, it.from]),
    [['t2', 1000, 'overpaid']],
  );
  const back = run([{ kind: 'refunded', id: 'surplus/t2', ok: true, at: 9000 }], order);
  assert.deepEqual([back.order.state, back.order.surplusFen], ['paid', 0]);
});

test('a refund needs approval, names its payment, never exceeds it, and may fail and be tried again', () => {
  const paid = run([QUOTE, create('t1'), notice('t1')]).order;
  const ask = (id: string, amountFen: number, approved = true): OrderEvent => ({
    kind: 'refund',
    id,
    payment: 't1',
    amountFen,
    approved,
    at: 9000,
  });
  assert.equal(run([ask('r', 100, false)], paid).last.refused, 'needs-approval');
  assert.equal(run([ask('r', 1001)], paid).last.refused, 'more-than-paid');
  assert.equal(run([{ ...ask('r', 1), payment: 'x' } as OrderEvent], paid).last.refused, 'no-such-payment');
  const part = run([ask('r1', 400), { kind: 'refunded', id: 'r1', ok: true, at: 9500 }], paid);
  assert.equal(part.order.state, 'part-refunded');
  assert.equal(run([ask('r2', 601)], part.order).last.refused, 'more-than-paid');
  const failed = run([ask('r2', 600), { kind: 'refunded', id: 'r2', ok: false, at: 9600 }], part.order);
  assert.deepEqual([failed.order.state, refundable(failed.order, 't1')], ['refund-failed', 600]);
  assert.equal(
    run([ask('r3', 600), { kind: 'refunded', id: 'r3', ok: true, at: 9700 }], part.order).order.state,
    'refunded',
  );
});

test('money for a car that left is arrears first: waiving or paying it clears what was owed', () => {
  const { order, postings } = run([
    QUOTE,
    { kind: 'owe', at: 1 },
    { kind: 'cash', id: 'c', amountFen: 400, tenderedFen: 500, drawer: 'd', at: 2 },
    { kind: 'waive', id: 'w', amountFen: 999, at: 3 },
  ]);
  assert.deepEqual([order.state, order.owedFen, order.waivedFen, outstanding(order)], ['paid', 0, 600, 0]);
  assert.deepEqual([...balances(postings)].filter(([, n]) => n !== 0).toSorted(), [
    ['derated:P', 200],
    ['drawer:d', 400],
    ['revenue:P', -1200],
    ['waived:P', 600],
  ]);
});

test('a cancelled debt takes its revenue back, and doing it twice changes nothing', () => {
  const cancel: OrderEvent = { kind: 'cancel', id: 'x', at: 3 };
  const part: OrderEvent = { kind: 'cash', id: 'c', amountFen: 400, tenderedFen: 400, drawer: 'd', at: 2 };
  const { order, postings } = run([QUOTE, { kind: 'owe', at: 1 }, part, cancel, cancel]);
  assert.deepEqual([order.state, order.receivableFen, order.owedFen, outstanding(order)], ['paid', 600, 0, 0]);
  assert.deepEqual([...balances(postings)].filter(([, n]) => n !== 0).toSorted(), [
    ['derated:P', 200],
    ['drawer:d', 400],
    ['revenue:P', -600],
  ]);
});

test('a debt that was written off and is paid after all is owed again first: no waiver stays behind', () => {
  const restore: OrderEvent = { kind: 'restore', id: 'w', amountFen: 1000, at: 4 };
  const { order, postings } = run([
    QUOTE,
    { kind: 'owe', at: 1 },
    { kind: 'waive', id: 'w', amountFen: 1000, at: 3 },
    restore,
    restore,
    { kind: 'cash', id: 'c', amountFen: 1000, tenderedFen: 1000, drawer: 'd', at: 5 },
  ]);
  assert.deepEqual([order.waivedFen, order.owedFen, order.paidFen, outstanding(order)], [0, 0, 1000, 0]);
  assert.deepEqual([...balances(postings)].filter(([, n]) => n !== 0).toSorted(), [
    ['derated:P', 200],
    ['drawer:d', 1000],
    ['revenue:P', -1200],
  ]);
  assert.equal(run([QUOTE, { kind: 'owe', at: 1 }, restore]).order.waivedFen, 0);
});

test('a silent channel is queried after 30 s, then 5, 15, 30, 60 s later, then every 5 min for a day', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((n) => queryAt(0, n)),
    [30, 35, 50, 80, 140, 440].map((s) => s * 1000),
  );
  assert.notEqual(queryAt(0, 291), null);
  assert.equal(queryAt(0, 292), null);
});

/** A few trades, refunds and sums that meet each other. */
const event: fc.Arbitrary<OrderEvent> = (() => {
  const at = fc.nat(120_000);
  const trade = fc.constantFrom('t1', 't2', 't3');
  const amount = fc.constantFrom(0, 1, 300, 700, 1000);
  const id = fc.constantFrom('x1', 'x2', 'x3');
  return fc.oneof(
    fc.record({
      kind: fc.constant('quote' as const),
      receivableFen: amount,
      deratedFen: fc.constantFrom(0, 100),
      pricedAt: fc.constant(0),
      validUntil: fc.constant(60_000),
    }),
    fc.constant({ kind: 'void' as const }),
    fc.record({ kind: fc.constant('expire' as const), at }),
    fc.record({ kind: fc.constant('create' as const), trade, channel: fc.constantFrom('a', 'b'), at }),
    fc.record({
      kind: fc.constant('notice' as const),
      trade,
      amountFen: amount,
      success: fc.boolean(),
      signatureRight: fc.boolean(),
      at,
    }),
    fc.record({
      kind: fc.constant('cash' as const),
      id,
      amountFen: amount,
      tenderedFen: amount,
      drawer: fc.constant('d'),
      at,
    }),
    fc.record({ kind: fc.constant('waive' as const), id, amountFen: amount, at }),
    fc.record({ kind: fc.constant('window' as const), at }),
    fc.record({ kind: fc.constant('owe' as const), at }),
    fc.record({ kind: fc.constant('cancel' as const), id, at }),
    fc.record({ kind: fc.constant('restore' as const), id, amountFen: amount, at }),
    fc.record({
      kind: fc.constant('refund' as const),
      id,
      payment: fc.oneof(trade, id),
      amountFen: amount,
      approved: fc.boolean(),
      at,
    }),
    fc.record({
      kind: fc.constant('refunded' as const),
      id: fc.oneof(
        id,
        trade.map((it) => `surplus/${it}`),
      ),
      ok: fc.boolean(),
      at,
    }),
  );
})();
const events = fc.array(event, { maxLength: 30, size: 'max' });

test('INV-G1: in every state receivable = paid + derated + waived + outstanding, all >= 0', () =>
  fc.assert(
    fc.property(events, (list) => {
      for (const { order } of run([QUOTE, ...list]).steps) {
        assert.equal(order.receivableFen, order.paidFen + order.deratedFen + order.waivedFen + outstanding(order));
        for (const part of [
          order.paidFen,
          order.deratedFen,
          order.waivedFen,
          outstanding(order),
          order.surplusFen,
          order.owedFen,
        ])
          assert.ok(part >= 0);
        assert.ok(order.owedFen <= outstanding(order));
      }
    }),
    { numRuns: 500 },
  ));

test('INV-P1, INV-P2: the ledger agrees with the order: money in, surplus, arrears, revenue', () =>
  fc.assert(
    fc.property(events, (list) => {
      const { order, postings } = run([QUOTE, ...list]);
      const sums = balances(postings);
      const of = (name: Parameters<typeof sums.get>[0]) => sums.get(name) ?? 0;
      const refunded = (from: string, states: readonly string[]) =>
        order.refunds
          .filter((it) => it.from === from && states.includes(it.state))
          .reduce((sum, it) => sum + it.amountFen, 0);
      const moneyIn = of('drawer:d') + of('channel:a') + of('channel:b');
      const received = order.payments.reduce((sum, it) => sum + it.amountFen, 0);
      assert.equal(moneyIn, received - refunded('revenue', ['done']) - refunded('overpaid', ['done']));
      assert.equal(of('arrears:P'), order.owedFen);
      assert.equal(-of('overpaid:P') + refunded('overpaid', ['asked', 'done']), received - order.paidFen);
      const derated = order.derateBooked ? order.deratedFen : 0;
      assert.equal(
        -of('revenue:P') + refunded('revenue', ['asked', 'done']),
        order.paidFen + order.waivedFen + order.owedFen + derated,
      );
      assert.equal(
        [...sums.values()].reduce((sum, it) => sum + it, 0),
        0,
      );
    }),
    { numRuns: 500 },
  ));

test('INV-G3: doing each event twice is doing it once', () =>
  fc.assert(
    fc.property(events, (list) => {
      const once = run([QUOTE, ...list]);
      const twice = run([QUOTE, ...list.flatMap((it) => [it, it])]);
      assert.deepEqual(twice.order, once.order);
      assert.deepEqual([...balances(twice.postings)].toSorted(), [...balances(once.postings)].toSorted());
    }),
    { numRuns: 500 },
  ));

test('INV-G5: money once in is never forgotten: paid grows only, and a settled order is never unpaid again', () =>
  fc.assert(
    fc.property(events, (list) => {
      let before = newOrder('o', 'P', 's');
      for (const { order } of run([QUOTE, ...list]).steps) {
        assert.ok(order.paidFen >= before.paidFen && order.payments.length >= before.payments.length);
        if (before.paidAt !== null) assert.ok(!['none', 'quoted', 'pending', 'failed'].includes(order.state));
        before = order;
      }
    }),
    { numRuns: 500 },
  ));

test('INV-P7: every refund names a payment of the order and never exceeds it; the order of their results does not matter', () => {
  fc.assert(
    fc.property(events, (list) => {
      const { order } = run([QUOTE, ...list]);
      for (const refund of order.refunds) assert.ok(order.payments.some((it) => it.id === refund.payment));
      for (const payment of order.payments) assert.ok(refundable(order, payment.id) >= 0);
    }),
    { numRuns: 500 },
  );
  const results = [
    { id: 'r1', ok: true },
    { id: 'r2', ok: false },
    { id: 'r3', ok: true },
  ];
  const requested = run([
    QUOTE,
    create('t1'),
    notice('t1'),
    ...results.map(({ id }): OrderEvent => ({
      kind: 'refund',
      id,
      payment: 't1',
      amountFen: 300,
      approved: true,
      at: 9000,
    })),
  ]).order;
  fc.assert(
    fc.property(fc.shuffledSubarray(results, { minLength: 3 }), (order) => {
      assert.deepEqual(
        run(
          order.map((it): OrderEvent => ({ kind: 'refunded', ...it, at: 9500 })),
          requested,
        ).order.state,
        'refund-failed',
      );
    }),
  );
});
