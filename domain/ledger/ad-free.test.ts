/** What a lot pays for pages without adverts and what the platform earns are the same, whatever happens in between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { adFreePaid, balances, channelReceived, reversal } from './ledger.ts';
import type { Posting } from './ledger.ts';

const step = fc.record({
  kind: fc.constantFrom('pay' as const, 'again' as const, 'withdraw' as const, 'parking' as const),
  park: fc.constantFrom('p', 'q'),
  fen: fc.integer({ min: 1, max: 500_000 }),
  nth: fc.nat(8),
});

test('the platform earns what lots pay for, to the fen, however orders are paid, repeated and undone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const book: Posting[] = [];
      const paid: Posting[] = [];
      let parking = 0;
      for (const [nth, { kind, park, fen, nth: which }] of steps.entries()) {
        const head = { key: `${kind}/${nth}`, park, at: nth, about: `${nth}` };
        const before = paid[which % Math.max(paid.length, 1)];
        if (kind === 'pay') {
          paid.push(adFreePaid(head, fen));
          book.push(paid.at(-1)!);
        } else if (kind === 'again' && before) book.push(before);
        else if (kind === 'withdraw' && before) book.push(reversal(before, `${before.key}/withdrawn`, nth));
        else if (kind === 'parking') {
          book.push(channelReceived(head, 'wechat', { revenueFen: fen, arrearsFen: 0, surplusFen: 0 }));
          parking += fen;
        }
        const sums = balances(book);
        const of = (account: Parameters<typeof sums.get>[0]) => sums.get(account) ?? 0;
        for (const each of ['p', 'q'] as const) {
          assert.equal(of(`ad-free:${each}`) + of(`platform-income:${each}`), 0, 'the one is the other');
          assert.ok(of(`ad-free:${each}`) >= 0, 'nothing is undone twice');
        }
        assert.equal(
          [...sums.values()].reduce((sum, fen_) => sum + fen_, 0),
          0,
        );
        assert.equal(of('revenue:p') + of('revenue:q') + parking, 0, 'what the lot buys is no revenue of it');
      }
    }),
  );
});
