/** The invariants of invoices (I8 to I11) on any history, and the dossier's examples to the fen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { applied, askAfterMs, invoiceStep, lineOf, RED_VOID_MS, redParts } from './invoice.ts';
import type { Invoice, InvoiceEvent } from './invoice.ts';
import { invoicedOf, quotaOf, withinCredit } from './quota.ts';
import { less, netOf, redOf, taxed, total } from './tax.ts';

const steps = (invoice: Invoice, ...events: InvoiceEvent[]): Invoice =>
  events.reduce((now, event) => {
    const step = invoiceStep(now, event);
    assert.equal(step.refused, null, event.kind);
    return step.invoice;
  }, invoice);

const number = '25441000000012345678';
const issuedOf = (lines: Parameters<typeof applied>[0]): Invoice =>
  steps(applied(lines), { kind: 'send' }, { kind: 'issued', number });

test('the worked invoice: three orders at 9 %, one refunded, five yuan back of another', () => {
  const lines = [lineOf('A', 1500, 900), lineOf('B', 800, 900), lineOf('C', 650, 900)];
  assert.deepEqual(
    lines.map(({ netFen, taxFen }) => [netFen, taxFen]),
    [
      [1376, 124],
      [734, 66],
      [596, 54],
    ],
  );
  assert.deepEqual(total(lines), { grossFen: 2950, netFen: 2706, taxFen: 244 });
  const red = (id: string, order: string, fen: number): InvoiceEvent[] => [
    { kind: 'askRed', id, at: 1, back: new Map([[order, fen]]) },
    { kind: 'redDone', id },
  ];
  const one = steps(issuedOf(lines), ...red('r1', 'B', 800));
  assert.deepEqual(total(one.lines.map(({ left }) => left)), { grossFen: 2150, netFen: 1972, taxFen: 178 });
  const two = steps(one, ...red('r2', 'A', 500));
  assert.deepEqual(two.lines[0]!.left, { grossFen: 1000, netFen: 917, taxFen: 83 });
  assert.deepEqual(redParts(one.lines, new Map([['A', 500]])), [
    { order: 'A', grossFen: 500, netFen: 459, taxFen: 41 },
  ]);
  assert.equal(two.state, 'issued');
  assert.equal(steps(two, ...red('r3', 'A', 1000), ...red('r4', 'C', 650)).state, 'red');
});

test('tax is rounded by the line: three of ten yuan are not one of thirty', () => {
  assert.deepEqual(total([1000, 1000, 1000].map((fen) => taxed(fen, 900))), {
    grossFen: 3000,
    netFen: 2751,
    taxFen: 249,
  });
  assert.deepEqual(taxed(3000, 900), { grossFen: 3000, netFen: 2752, taxFen: 248 });
  assert.deepEqual([netOf(105, 500), netOf(0, 900), netOf(7, 0)], [100, 0, 7]);
});

test('parts of a line never drift: three thirds of ten yuan are its net, not a fen more', () => {
  let left = taxed(1000, 900);
  const parts = [333, 333, 334].map((fen) => {
    const part = redOf(left, fen, 900);
    left = less(left, part);
    return part;
  });
  assert.deepEqual(total(parts), taxed(1000, 900));
  assert.equal(
    [333, 333, 334].reduce((sum, fen) => sum + netOf(fen, 900), 0),
    918,
    'rounded each by itself',
  );
});

test('I9 net and tax are the amount in every line, and what any reds leave is taxed as if it were new', () => {
  const cuts = fc.array(fc.nat({ max: 100_000 }), { maxLength: 8 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom(0, 300, 500, 600, 900, 1300),
      cuts,
      (gross, rate, wanted) => {
        let left = taxed(gross, rate);
        for (const cut of wanted) {
          const part = redOf(left, Math.min(cut, left.grossFen), rate);
          assert.equal(part.netFen + part.taxFen, part.grossFen);
          assert.ok(part.netFen >= 0 && part.taxFen >= 0);
          left = less(left, part);
          assert.deepEqual(left, taxed(left.grossFen, rate));
        }
      },
    ),
  );
});

type Action =
  | { kind: 'apply'; orders: readonly number[]; fen: number }
  | { kind: 'refund'; order: number; fen: number }
  | {
      kind: 'step';
      nth: number;
      event: 'send' | 'issued' | 'rejected' | 'retry' | 'cancel' | 'redDone' | 'redRefused';
    };
const order = fc.nat({ max: 2 });
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('apply' as const),
    orders: fc.uniqueArray(order, { minLength: 1, maxLength: 3 }),
    fen: fc.integer({ min: 1, max: 1500 }),
  }),
  fc.record({ kind: fc.constant('refund' as const), order, fen: fc.integer({ min: 1, max: 900 }) }),
  fc.record({
    kind: fc.constant('step' as const),
    nth: fc.nat({ max: 5 }),
    event: fc.constantFrom('send', 'issued', 'rejected', 'retry', 'cancel', 'redDone', 'redRefused'),
  }),
);

/** Orders of 10, 20 and 30 yuan with the applications over them. */
class World {
  paid = [1000, 2000, 3000].map((paidFen) => ({ paidFen, refundedFen: 0 }));
  invoices: Invoice[] = [];
  quota = (nth: number): number => quotaOf(this.paid[nth]!, invoicedOf(String(nth), this.invoices));

  do(action: Action): void {
    if (action.kind === 'apply') {
      const lines = action.orders.map((nth) =>
        lineOf(String(nth), Math.min(action.fen, Math.max(this.quota(nth), 0)), 900),
      );
      if (lines.every(({ grossFen }) => grossFen > 0)) this.invoices.push(applied(lines));
    } else if (action.kind === 'refund') {
      const own = this.paid[action.order]!;
      own.refundedFen += Math.min(action.fen, own.paidFen - own.refundedFen);
    } else {
      const invoice = this.invoices[action.nth];
      if (!invoice) return;
      const id = invoice.red?.id ?? 'none';
      const event: InvoiceEvent =
        action.event === 'issued'
          ? { kind: 'issued', number: `n${action.nth}` }
          : action.event === 'redDone' || action.event === 'redRefused'
            ? { kind: action.event, id }
            : { kind: action.event };
      this.invoices[action.nth] = invoiceStep(invoice, event).invoice;
    }
  }

  /** What refunds left too much is cancelled where it is not out yet, and made red where it is. */
  settle(): void {
    this.invoices = this.invoices.map((each) => {
      const event: InvoiceEvent = each.red ? { kind: 'redDone', id: each.red.id } : { kind: 'send' };
      return invoiceStep(each, event).invoice;
    });
    this.invoices = this.invoices.map((each, nth) =>
      each.state === 'issuing' ? invoiceStep(each, { kind: 'issued', number: `n${nth}` }).invoice : each,
    );
    for (const [nth, each] of this.invoices.entries()) {
      if (each.state === 'failed') this.invoices[nth] = invoiceStep(each, { kind: 'cancel' }).invoice;
      if (each.state !== 'issued') continue;
      const back = new Map(
        each.lines.map(({ order: own, left }) => [own, Math.min(left.grossFen, Math.max(-this.quota(Number(own)), 0))]),
      );
      const step = invoiceStep(each, { kind: 'askRed', id: `r${nth}`, at: 0, back });
      this.invoices[nth] = invoiceStep(step.invoice, { kind: 'redDone', id: `r${nth}` }).invoice;
    }
  }
}

test('I8 no application takes an order below nothing, and what refunds leave too much becomes red to the fen', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 40, size: 'max' }), (history) => {
      const world = new World();
      for (const action of history) {
        const before = [0, 1, 2].map(world.quota);
        world.do(action);
        if (action.kind === 'apply')
          for (const nth of [0, 1, 2])
            assert.ok(world.quota(nth) >= Math.min(before[nth]!, 0), 'an order is overdrawn');
      }
      world.settle();
      for (const nth of [0, 1, 2]) assert.ok(world.quota(nth) >= 0, 'too much stands');
      for (const { lines } of world.invoices)
        for (const { left, rateBp } of lines) assert.deepEqual(left, taxed(left.grossFen, rateBp));
    }),
  );
});

test('I11 the same answer twice is once, and another number for one application is never taken', () => {
  const first = issuedOf([lineOf('A', 1500, 900)]);
  assert.deepEqual(invoiceStep(first, { kind: 'issued', number }), { invoice: first, refused: null });
  assert.equal(invoiceStep(first, { kind: 'issued', number: 'another' }).refused, 'number');
  const invoice = steps(first, { kind: 'askRed', id: 'r', at: 0, back: new Map([['A', 500]]) });
  const done = steps(invoice, { kind: 'redDone', id: 'r' });
  assert.deepEqual(steps(done, { kind: 'redDone', id: 'r' }), done);
  assert.deepEqual(steps(invoice, { kind: 'askRed', id: 'r', at: 9, back: new Map() }), invoice);
});

test('what is on its way is not cancelled, red takes no more than stands, and an unconfirmed sheet is void after 72 h', () => {
  const sent = steps(applied([lineOf('A', 1500, 900)]), { kind: 'send' });
  assert.equal(invoiceStep(sent, { kind: 'cancel' }).refused, 'state');
  const failed = steps(sent, { kind: 'rejected' });
  assert.equal(steps(failed, { kind: 'retry' }).state, 'submitted');
  assert.equal(steps(failed, { kind: 'cancel' }).state, 'cancelled');
  const issued = issuedOf([lineOf('A', 1500, 900)]);
  const ask = (of: string, fen: number) =>
    invoiceStep(issued, { kind: 'askRed', id: 'r', at: 0, back: new Map([[of, fen]]) });
  assert.deepEqual(
    [ask('A', 1501).refused, ask('B', 1).refused, ask('A', 0).refused, ask('A', 1500).refused],
    ['amount', 'amount', 'nothing', null],
  );
  const waits = ask('A', 1500).invoice;
  assert.equal(steps(waits, { kind: 'clock', at: RED_VOID_MS - 1 }).state, 'redPending');
  assert.deepEqual(steps(waits, { kind: 'clock', at: RED_VOID_MS }), issued);
});

test('a silent provider is queried after 10, 30 and 60 s, then every five minutes; a credit line is never passed', () => {
  assert.deepEqual([0, 1, 2, 3, 50].map(askAfterMs), [10_000, 30_000, 60_000, 300_000, 300_000]);
  assert.deepEqual(
    [withinCredit(null, 1e9, 1), withinCredit(1000, 400, 600), withinCredit(1000, 400, 601)],
    [true, true, false],
  );
});
