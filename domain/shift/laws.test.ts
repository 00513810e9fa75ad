/** The invariants of shifts (INV-S) on any history of a box. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { countForced, countedFen, DENOMINATIONS, EMPTY_TILL, expectedFen, NO_CASH, tillStep } from './till.ts';
import type { CashSums, Till, TillEvent, WorkedShift } from './till.ts';

const people = fc.constantFrom('马', '赵', '周');
const fen = fc.integer({ min: -200, max: 20_000 });
const events: fc.Arbitrary<TillEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('cash' as const),
      tenderedFen: fen,
      changeFen: fc.integer({ min: 0, max: 900 }),
    }),
  },
  fc.record({ kind: fc.constant('refund' as const), refundFen: fen }),
  fc.record({ kind: fc.constant('drop' as const), dropFen: fen, by: people }),
  fc.record({ kind: fc.constant('correct' as const), correctionFen: fen, by: people }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), id: fc.uuid(), by: people, floatFen: fen }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('handover' as const), by: people }) },
  fc.record({ kind: fc.constant('resume' as const), by: people }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      by: people,
      countedFen: fen,
      keepFen: fc.integer({ min: 0, max: 5_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('confirm' as const), by: people, next: fc.option(fc.uuid()) }),
  },
  fc.record({ kind: fc.constant('force' as const), by: people }),
);
const histories = fc.array(events, { maxLength: 120 });

type Replayed = {
  till: Till;
  left: WorkedShift[];
  rows: { event: TillEvent; shift: string | null; receipt: number }[];
};

/**
 * Plays a history; forced shifts are counted immediately by somebody else. A row of no shift yet is given the one that
 * adopts it.
 */
function play(history: readonly TillEvent[]): Replayed {
  let till = EMPTY_TILL;
  const replayed: Replayed = { till, left: [], rows: [] };
  for (const event of history) {
    const step = tillStep(till, event);
    if (step.refused) {
      assert.equal(step.till, till, 'a refusal changes nothing');
      continue;
    }
    if (step.left) {
      const done =
        step.left.state === 'forced' ? countForced(step.left, `not ${step.left.operator}`, 1_000) : step.left;
      assert.ok(typeof done !== 'string');
      replayed.left.push(done);
    }
    till = step.till;
    if (event.kind === 'cash' || event.kind === 'refund')
      replayed.rows.push({
        event,
        shift: till.shift?.state === 'open' ? till.shift.id : null,
        receipt: till.lastReceipt,
      });
    if (till.shift?.state === 'open') for (const row of replayed.rows) row.shift ??= till.shift.id;
  }
  return { ...replayed, till };
}

const net = (cash: CashSums): number => expectedFen(0, cash);

test('INV-S1 what should be there is float, cash, change, refunds, drops and corrections, and the difference is what was counted less that', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const { floatFen, cash, count } of play(history).left) {
        assert.ok(count);
        assert.equal(
          count.expectedFen,
          floatFen + cash.tenderedFen - cash.changeFen - cash.refundFen - cash.dropFen + cash.correctionFen,
        );
        assert.equal(count.differenceFen, count.countedFen - count.expectedFen);
        assert.equal(count.countedFen, count.keepFen + count.handInFen);
      }
    }),
  );
});

test('INV-S2 each cash row belongs to exactly one shift, and none is lost between two', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { till, left, rows } = play(history);
      const booked = [...left.map(({ cash }) => cash), till.shift?.cash ?? NO_CASH, till.loose];
      const sum = (of: (cash: CashSums) => number) => booked.reduce((total, cash) => total + of(cash), 0);
      const taken = rows.reduce(
        (total, { event }) =>
          total +
          (event.kind === 'cash'
            ? event.tenderedFen - event.changeFen
            : event.kind === 'refund'
              ? -event.refundFen
              : 0),
        0,
      );
      assert.equal(
        sum(({ tenderedFen, changeFen, refundFen }) => tenderedFen - changeFen - refundFen),
        taken,
      );
      for (const shift of left) {
        const own = rows.filter((row) => row.shift === shift.id);
        assert.equal(
          own.reduce((total, { event }) => total + (event.kind === 'cash' ? event.tenderedFen : 0), 0),
          shift.cash.tenderedFen,
        );
      }
    }),
  );
});

test('INV-S3 over shifts that follow each other, cash is what was handed in, dropped and carried, but for floats from outside and differences', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { till, left } = play(history);
      const all = left.reduce(
        (sum, { cash, count, floatFen }) =>
          sum + net(cash) + floatFen + count!.differenceFen - count!.keepFen - count!.handInFen,
        0,
      );
      assert.equal(all, 0);
      if (till.shift && left.length > 0 && left.at(-1)!.count!.keepFen > 0)
        assert.equal(till.shift.floatFen, left.at(-1)!.count!.keepFen);
    }),
  );
});

test('INV-S4 what has left the box does not change with what comes after', () => {
  fc.assert(
    fc.property(histories, histories, (one, two) => {
      const before = play(one).left;
      assert.deepEqual(play([...one, ...two]).left.slice(0, before.length), before);
    }),
  );
});

test('INV-S5 receipts of a box are numbered without gaps and repeats', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const receipts = play(history)
        .rows.filter(({ event }) => event.kind === 'cash')
        .map(({ receipt }) => receipt);
      assert.deepEqual(
        receipts,
        receipts.map((_, nth) => nth + 1),
      );
    }),
  );
});

test('INV-S6 nobody signs for his own shift, his own correction or his own forced close', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const { operator, witness } of play(history).left) assert.notEqual(operator, witness);
    }),
  );
});

test('ten yuan short: the count is blind, the next person opens with what was kept', () => {
  const steps: TillEvent[] = [
    { kind: 'open', id: 'night', by: '马', floatFen: 20_000 },
    { kind: 'cash', tenderedFen: 5_000, changeFen: 3_500 },
    { kind: 'drop', dropFen: 10_000, by: '马' },
    { kind: 'handover', by: '马' },
    { kind: 'cash', tenderedFen: 1_000, changeFen: 0 },
    { kind: 'count', by: '马', countedFen: 10_500, keepFen: 10_000 },
    { kind: 'confirm', by: '赵', next: 'day' },
  ];
  const { till, left } = play(steps);
  assert.deepEqual(left[0]?.count, {
    countedFen: 10_500,
    expectedFen: 11_500,
    differenceFen: -1_000,
    keepFen: 10_000,
    handInFen: 500,
  });
  assert.deepEqual([till.shift?.operator, till.shift?.floatFen, till.shift?.cash.tenderedFen], ['赵', 10_000, 1_000]);
  assert.equal(tillStep(till, { kind: 'open', id: 'x', by: '周', floatFen: 0 }).refused, 'shift-open');
});

test('pieces are counted by denomination, and what is none is refused', () => {
  assert.equal(countedFen({ 10000: 3, 500: 1, 10: 4 }), 30_540);
  assert.equal(countedFen({}), 0);
  assert.equal(countedFen({ 300: 1 }), null);
  assert.equal(countedFen({ 100: 1.5 }), null);
  assert.equal(DENOMINATIONS.length, 8);
});
