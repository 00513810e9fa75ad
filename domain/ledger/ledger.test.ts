import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import type { Posting } from './ledger.ts';
import {
  account,
  balances,
  cashReceived,
  channelReceived,
  checkBalanced,
  couponUsed,
  derated,
  owed,
  recharged,
  refundRequested,
  refundPaid,
  reversal,
  sellerDerated,
  storedValuePaid,
  waived,
} from './ledger.ts';

const head = { key: 'k', park: 'P', at: 0, about: 'o' };
const fen = fc.integer({ min: 0, max: 1_000_000 });

const posting: fc.Arbitrary<Posting> = fc.tuple(fen, fen, fen, fc.nat(11)).map(([a, b, c, which]) => {
  const split = { revenueFen: a, arrearsFen: b, surplusFen: c };
  const all = [
    cashReceived(head, 'd', a + b + c + 50, 50, split),
    channelReceived(head, 'ch', split),
    waived(head, a, b),
    derated(head, a),
    owed(head, a),
    refundRequested(head, 'revenue', a),
    refundRequested(head, 'overpaid', a),
    refundPaid(head, account.channel('ch'), a),
    recharged(head, account.channel('ch'), account.seller('s'), a),
    storedValuePaid(head, 'c', { revenueFen: a, arrearsFen: 0, surplusFen: 0 }),
    couponUsed(head, a),
    sellerDerated(head, 's', a),
  ];
  return all[which] ?? derated(head, a);
});

test('every posting sums to zero, and so does any set of them', () =>
  fc.assert(
    fc.property(fc.array(posting), (list) => {
      for (const each of list) checkBalanced(each.lines);
      const keyed = list.map((each, i) => ({ ...each, key: String(i) }));
      assert.equal(
        [...balances(keyed).values()].reduce((sum, it) => sum + it, 0),
        0,
      );
    }),
  ));

test('a posting and its reversal leave every account as it was, and a key counts once', () =>
  fc.assert(
    fc.property(posting, (each) => {
      const back = reversal(each, 'back', 1);
      assert.equal(back.reverses, each.key);
      assert.ok([...balances([each, back, each, back]).values()].every((it) => it === 0));
      assert.throws(() => reversal(back, 'again', 2));
    }),
  ));

test('cash given as change does not stay in the drawer', () => {
  const sums = balances([cashReceived(head, 'd', 5000, 3800, { revenueFen: 1000, arrearsFen: 0, surplusFen: 200 })]);
  assert.deepEqual(
    [...sums],
    [
      ['drawer:d', 1200],
      ['revenue:P', -1000],
      ['overpaid:P', -200],
    ],
  );
});

test('lines that do not sum to zero or are not whole fen are a fault', () => {
  assert.throws(() => checkBalanced([{ account: account.drawer('d'), amountFen: 1 }]), /off by 1/);
  assert.throws(
    () =>
      checkBalanced([
        { account: account.drawer('d'), amountFen: 0.5 },
        { account: account.revenue('P'), amountFen: -0.5 },
      ]),
    /not whole fen/,
  );
  assert.throws(() => cashReceived(head, 'd', 100, 0, { revenueFen: 90, arrearsFen: 0, surplusFen: 0 }));
});
