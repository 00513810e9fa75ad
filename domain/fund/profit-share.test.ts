import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import {
  alongRefund,
  beforeRefund,
  callBacksOf,
  effectOf,
  feesOf,
  leftOf,
  mostOf,
  netOf,
  partsOf,
  sharesOf,
  timeToShare,
  USUAL_MOST_BP,
} from './profit-share.ts';
import type { Clause, HeldShare, Reply, Shareable, ShareState } from './profit-share.ts';

const contract: readonly Clause[] = [{ id: 'partner', bp: 1_500 }];
const usual = { feeBp: 60, mostBp: USUAL_MOST_BP };

test('a contract of 85 and 15 percent: of 32.80 it is 27.88 and 4.92, of 32.81 it is 27.89 and 4.92', () => {
  for (const [fen, rest, part] of [
    [3280, 2788, 492],
    [3281, 2789, 492],
  ] as const)
    assert.deepEqual(partsOf(fen, contract), { parts: [{ id: 'partner', fen: part }], restFen: rest });
});

test('the worked Monday shared order by order comes to the same 27.88 and 4.92', () => {
  const orders: readonly Shareable[] = [
    { ...usual, paidFen: 1300, refundsFen: [] },
    { ...usual, paidFen: 1500, refundsFen: [500] },
    { ...usual, paidFen: 1000, refundsFen: [] },
  ];
  const shared = orders.map((order) => sharesOf(order, contract));
  assert.deepEqual(
    shared.map(({ parts, restFen }) => [parts[0]!.fen, restFen]),
    [
      [194, 1098],
      [149, 845],
      [149, 845],
    ],
  );
  assert.equal(
    orders.reduce((sum, order) => sum + netOf(order), 0),
    3280,
  );
});

test('before the 5.00 go back the partner returns 0.75 of the 2.24 it has got', () => {
  const before = sharesOf({ ...usual, paidFen: 1500, refundsFen: [] }, contract);
  const after = sharesOf({ ...usual, paidFen: 1500, refundsFen: [500] }, contract);
  assert.deepEqual(before.parts, [{ id: 'partner', fen: 224 }]);
  assert.deepEqual(callBacksOf(before.parts, after.parts), [{ id: 'partner', fen: 75 }]);
});

test('nobody shares sooner than a minute after the payment, nor later than thirty days', () => {
  const day = 86_400_000;
  assert.deepEqual(
    [0, 59_999, 60_000, 30 * day - 1, 30 * day].map((after) => timeToShare(1_000, 1_000 + after)),
    ['early', 'early', 'now', 'now', 'late'],
  );
});

const clauses = fc
  .array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 5 })
  .map((rates) => rates.map((bp, nth) => ({ id: `r${nth}`, bp })));

test('however an amount is shared, parts and rest are the amount and parts never exceed what is allowed', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), clauses, fc.nat(1_000_000), (amountFen, rates, mostFen) => {
      const { parts, restFen } = partsOf(amountFen, rates, mostFen);
      const shared = parts.reduce((sum, { fen }) => sum + fen, 0);
      assert.equal(shared + restFen, amountFen);
      assert.ok(shared <= Math.min(amountFen, mostFen));
      assert.ok(parts.every(({ fen }) => Number.isSafeInteger(fen) && fen >= 0));
    }),
  );
});

test('42.00 of four debts in one payment: each bears its part of the one fee of 0.25, and shares what is left of it', () => {
  const debts = [900, 1200, 1500, 600].map((paidFen) => ({ ...usual, paidFen, refundsFen: [] }));
  const fees = feesOf(debts);
  assert.deepEqual(fees, [5, 8, 9, 3]);
  const shared = debts.map((debt, nth) => sharesOf({ ...debt, feeFen: fees[nth]! }, contract));
  assert.deepEqual(
    shared.map(({ parts, restFen }) => [parts[0]!.fen, restFen]),
    [
      [134, 761],
      [179, 1013],
      [224, 1267],
      [90, 507],
    ],
  );
});

const payment = fc.record({
  paidFen: fc.integer({ min: 1, max: 20_000 }),
  feeBp: fc.constantFrom(0, 38, 60, 100),
  mostBp: fc.integer({ min: 0, max: 10_000 }),
  rates: clauses,
  refunds: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 3 }),
});

test('however many payments one trade is of, their parts and rests are what the channel left of it, and refunds are their own', () => {
  fc.assert(
    fc.property(fc.array(payment, { minLength: 1, maxLength: 50 }), (payments) => {
      const paidFen = payments.reduce((sum, each) => sum + each.paidFen, 0);
      const fees = feesOf(payments);
      const exact = payments.reduce((sum, each) => sum + each.paidFen * each.feeBp, 0);
      assert.equal(
        fees.reduce((sum, fen) => sum + fen, 0),
        Math.floor((exact + 5_000) / 10_000),
        'the fee of the whole',
      );
      assert.ok(fees.every((fen, nth) => fen >= 0 && fen <= payments[nth]!.paidFen));
      const of = ({ paidFen: own, feeBp, mostBp }: (typeof payments)[number], nth: number, refundsFen: number[]) => ({
        paidFen: own,
        refundsFen,
        feeBp,
        feeFen: fees[nth]!,
        mostBp,
      });
      const shared = payments.map((each, nth) => sharesOf(of(each, nth, []), each.rates));
      const sumOf = (parts: readonly { fen: number }[]) => parts.reduce((sum, { fen }) => sum + fen, 0);
      const given = shared.reduce((sum, { parts }) => sum + sumOf(parts), 0);
      assert.equal(
        given + shared.reduce((sum, { restFen }) => sum + restFen, 0),
        paidFen - fees.reduce((sum, fen) => sum + fen, 0),
      );
      assert.ok(given <= Math.floor((paidFen * Math.max(...payments.map(({ mostBp }) => mostBp))) / 10_000));
      // Refunds of each payment call back its own parts alone, and what stays shared and goes back is never over the sum.
      let [kept, back] = [0, 0];
      for (const [nth, each] of payments.entries()) {
        const refundsFen: number[] = [];
        for (const fen of each.refunds) if (fen <= leftOf(of(each, nth, refundsFen))) refundsFen.push(fen);
        const after = sharesOf(of(each, nth, refundsFen), each.rates).parts;
        const calledBack = sumOf(callBacksOf(shared[nth]!.parts, after));
        if (refundsFen.length === 0) assert.equal(calledBack, 0);
        const own = sumOf(shared[nth]!.parts) - calledBack;
        const gone = refundsFen.reduce((sum, fen) => sum + fen, 0);
        assert.ok(own >= 0 && own + gone <= each.paidFen, 'of each payment, and so of the trade');
        [kept, back] = [kept + own, back + gone];
      }
      assert.ok(kept + back <= paidFen);
    }),
  );
});

test('a refund waits for an open outcome and for what it calls back, and is refused where that failed for it', () => {
  const held: HeldShare = { id: 'partner', state: 'done', keptFen: 224, returnedFor: null };
  const after = [{ id: 'partner', fen: 149 }];
  const answer = (share: Partial<HeldShare>) => beforeRefund('f1', [{ ...held, ...share }], after);
  assert.deepEqual(answer({}), { answer: 'wait', callBacks: [{ id: 'partner', fen: 75 }] });
  assert.deepEqual(answer({ state: 'sent', keptFen: 0 }).answer, 'wait');
  assert.deepEqual(answer({ state: 'returning' }), { answer: 'wait', callBacks: [] });
  assert.deepEqual(answer({ keptFen: 149 }).answer, 'go');
  assert.deepEqual(answer({ state: 'backFailed', returnedFor: 'f1' }).answer, 'refuse');
  assert.deepEqual(answer({ state: 'backFailed', returnedFor: 'f0' }).callBacks.length, 1, 'for another it is tried');
});

test('a refund that takes parts along waits for open outcomes alone, and keeps what was settled for it', () => {
  const held: HeldShare = { id: 'partner', state: 'done', keptFen: 224, returnedFor: null };
  const answer = (share: Partial<HeldShare>) =>
    alongRefund('f1', [{ ...held, ...share }], [{ id: 'partner', fen: 149 }]);
  assert.deepEqual(answer({}), { answer: 'go', parts: [{ id: 'partner', fen: 75 }] });
  assert.deepEqual(answer({ keptFen: 149 }), { answer: 'go', parts: [{ id: 'partner', fen: 0 }] });
  assert.deepEqual(answer({ state: 'cancelled', keptFen: 0 }), { answer: 'go', parts: [] });
  assert.deepEqual(answer({ state: 'sent', keptFen: 0 }).answer, 'wait');
  assert.deepEqual(answer({ state: 'returning', returnedFor: 'f0' }).answer, 'wait');
  assert.deepEqual(answer({ state: 'returning', returnedFor: 'f1' }).answer, 'again');
  assert.deepEqual(answer({ state: 'backFailed', returnedFor: 'f1' }).answer, 'go');
});

type Row = {
  readonly id: string;
  readonly bp: number;
  state: ShareState;
  fen: number;
  backFen: number;
  returnedFor: string | null;
};
const step = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), fen: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('send' as const) }),
  fc.record({
    kind: fc.constant('reply' as const),
    nth: fc.nat(4),
    reply: fc.constantFrom<Reply>('done', 'failed', 'pending', 'unknown'),
  }),
  fc.record({ kind: fc.constant('retry' as const), nth: fc.nat(4) }),
);

test('over any history of sharing, refunds and replies no more is shared than allowed, and all never exceeds paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      clauses,
      fc.array(step, { maxLength: 60, size: 'max' }),
      (paidFen, rates, steps) => {
        const rows: Row[] = rates.map((clause) => ({
          ...clause,
          state: 'planned',
          fen: 0,
          backFen: 0,
          returnedFor: null,
        }));
        const requested: { id: string; fen: number }[] = [];
        let refundedFen = 0;
        const order = (): Shareable => ({ ...usual, paidFen, refundsFen: requested.map(({ fen }) => fen) });
        const parts = () => new Map(sharesOf(order(), rates).parts.map(({ id, fen }) => [id, fen]));
        /** Refunds that wait go on, each before it goes to the channel. */
        const goOn = () => {
          for (const refund of [...requested].filter((it) => !('gone' in it))) {
            const held = rows.map(({ id, state, fen, returnedFor }) => {
              const got = state === 'done' || state === 'returning' || state === 'backFailed';
              return { id, state, keptFen: got ? fen : 0, returnedFor };
            });
            const { answer, callBacks } = beforeRefund(refund.id, held, sharesOf(order(), rates).parts);
            for (const { id, fen } of callBacks)
              Object.assign(
                rows.find((row) => row.id === id)!,
                { state: 'returning', backFen: fen, returnedFor: refund.id },
              );
            if (answer === 'refuse') requested.splice(requested.indexOf(refund), 1);
            if (answer !== 'go') return;
            Object.assign(refund, { gone: true });
            refundedFen += refund.fen;
          }
        };
        for (const each of steps) {
          if (each.kind === 'refund' && each.fen <= leftOf(order()))
            requested.push({ id: `f${requested.length}/${refundedFen}`, fen: each.fen });
          else if (each.kind === 'send') {
            const due = parts();
            for (const row of rows.filter(({ state }) => state === 'planned'))
              Object.assign(row, { state: due.get(row.id) === 0 ? 'cancelled' : 'sent', fen: due.get(row.id) ?? 0 });
          } else if (each.kind === 'retry') {
            const row = rows[each.nth % rows.length]!;
            if (row.state === 'failed') Object.assign(row, { state: 'planned', fen: 0 });
          } else if (each.kind === 'reply') {
            const row = rows[each.nth % rows.length]!;
            const was = { ...row };
            const effect = effectOf(row.state, each.reply);
            if (effect === 'finish') row.state = 'done';
            if (effect === 'fail') Object.assign(row, { state: 'failed', fen: 0 });
            if (effect === 'backFail') row.state = 'backFailed';
            if (effect === 'back') {
              row.fen -= row.backFen;
              row.state = row.fen === 0 ? 'returned' : 'done';
            }
            if (effect === 'known' || effect === 'wait' || effect === 'again') assert.deepEqual(row, was);
            else assert.ok(['known'].includes(effectOf(row.state, each.reply)), 'the same again changes nothing');
          }
          goOn();
          const sharedFen = rows.reduce((sum, { fen }) => sum + fen, 0);
          assert.ok(sharedFen + refundedFen <= paidFen, `${sharedFen} shared and ${refundedFen} back of ${paidFen}`);
          assert.ok(sharedFen <= Math.floor((paidFen * USUAL_MOST_BP) / 10_000));
          if (!requested.some((it) => !('gone' in it)) && !rows.some(({ state }) => state === 'backFailed'))
            assert.ok(sharedFen <= mostOf(order()), 'once refunds are through');
        }
      },
    ),
  );
});
