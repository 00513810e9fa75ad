import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays } from '#domain/time/day.ts';
import { cutOff, effectOf, payoutOf } from './payout.ts';
import type { Due, BankReply, TransferState } from './payout.ts';

const today = '2026-11-25';
const due = (id: string, day: string, dueFen: number): Due => ({ id, day, dueFen });

test('a cycle pays what came before its last day: today, Monday, the first of the month', () => {
  assert.deepEqual(
    (['daily', 'weekly', 'monthly'] as const).map((cycle) => cutOff(cycle, today)),
    [today, '2026-11-23', '2026-11-01'],
  );
  assert.equal(cutOff('weekly', '2026-11-23'), '2026-11-23', 'on Monday the week before');
});

test('a day is paid out once it is held long enough, what is owed comes off at once, and less than the least waits', () => {
  const terms = { cycle: 'daily', holdDays: 1, minFen: 10_000 } as const;
  const dues = [due('a', '2026-11-23', 9_000), due('b', '2026-11-24', 4_000), due('c', today, 50_000)];
  const first = payoutOf(dues, today, terms);
  assert.deepEqual([first.why, first.amountFen], [null, 13_000]);
  assert.deepEqual(payoutOf([...dues, due('d', today, -3_500)], today, terms), { why: 'below', amountFen: 9_500 });
  assert.deepEqual(payoutOf([due('d', today, -1)], today, terms), { why: 'nothing', amountFen: -1 });
  assert.equal(payoutOf(dues, today, { ...terms, holdDays: 3 }).why, 'nothing');
});

const action = fc.oneof(
  fc.record({ kind: fc.constant('settle' as const), dueFen: fc.integer({ min: -3000, max: 9000 }) }),
  fc.record({ kind: fc.constant('draft' as const), cycle: fc.constantFrom('daily', 'weekly', 'monthly') }),
  fc.record({ kind: fc.constantFrom('fail' as const, 'arrive' as const), nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('night' as const) }),
);

test('however payouts are drafted, fail and arrive, none exceeds what is settled and not paid out, and nothing is in two', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60, size: 'max' }), fc.nat(3), (steps, holdDays) => {
      let day = '2026-10-20';
      const settled: Due[] = [];
      const transfers: { take: readonly Due[]; amountFen: number; lives: boolean; arrived: boolean }[] = [];
      const taken = () =>
        new Set(transfers.filter(({ lives }) => lives).flatMap(({ take }) => take.map(({ id }) => id)));
      for (const step of steps) {
        if (step.kind === 'night') day = addDays(day, 1);
        else if (step.kind === 'settle') settled.push(due(`${settled.length}`, day, step.dueFen));
        else if (step.kind === 'draft') {
          const held = taken();
          const open = settled.filter(({ id }) => !held.has(id));
          const most = open.reduce((sum, { dueFen }) => sum + Math.max(dueFen, 0), 0);
          const payout = payoutOf(open, day, { cycle: step.cycle, holdDays, minFen: 1_000 });
          if (payout.why !== null) continue;
          assert.ok(payout.amountFen >= 1_000 && payout.amountFen <= most);
          transfers.push({ take: payout.take, amountFen: payout.amountFen, lives: true, arrived: false });
        } else {
          const transfer = transfers[step.nth];
          if (!transfer?.lives || transfer.arrived) continue;
          if (step.kind === 'arrive') transfer.arrived = true;
          else transfer.lives = false;
        }
        const living = transfers.filter(({ lives }) => lives);
        const ids = living.flatMap(({ take }) => take.map(({ id }) => id));
        assert.equal(new Set(ids).size, ids.length, 'a settlement is in one payout');
        const out = living.reduce((sum, { amountFen }) => sum + amountFen, 0);
        assert.equal(
          out,
          living.flatMap(({ take }) => take).reduce((sum, { dueFen }) => sum + dueFen, 0),
        );
      }
    }),
  );
});

test('answers in any order and any number book a transfer once: it ends where the last word that could be true left it', () => {
  const states: readonly TransferState[] = ['drafted', 'approved', 'sent', 'unknown', 'arrived', 'failed', 'returned'];
  const results = ['paid', 'failed', 'returned', 'pending'] as const;
  const bankAnswer = fc.record({ result: fc.constantFrom(...results), amountFen: fc.constantFrom(100, 101) });
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.array(bankAnswer, { maxLength: 12 }), (start, answers: BankReply[]) => {
      let status = start;
      let booked = start === 'arrived' ? 1 : 0;
      for (const answer of answers) {
        const does = effectOf({ status, amountFen: 100 }, answer);
        if (answer.amountFen !== 100) assert.equal(does, 'amount');
        if (does === 'arrive') [status, booked] = ['arrived', booked + 1];
        if (does === 'fail') status = 'failed';
        if (does === 'giveBack') [status, booked] = ['returned', booked - 1];
        assert.ok(booked === (status === 'arrived' ? 1 : 0), 'booked as often as it stands arrived');
        if (does === 'arrive' || does === 'fail' || does === 'giveBack')
          assert.equal(
            effectOf({ status, amountFen: 100 }, { ...answer, result: answer.result }),
            does === 'fail' && answer.result === 'returned' ? 'closed' : 'known',
          );
      }
      if (start === 'drafted' || start === 'approved')
        assert.equal(status, start, 'a payment that was not sent has no result');
    }),
  );
  assert.equal(effectOf(undefined, { result: 'paid', amountFen: 1 }), 'stranger');
});
