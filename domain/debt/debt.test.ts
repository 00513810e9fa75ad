/** Rules R13-R15 of debts, each against a slow reading of the rule; and the figures of a worked day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { balances, channelReceived, owed } from '#domain/ledger/ledger.ts';
import { bookCollection, ended, isOpen, openCollections, sumOf } from './collection.ts';
import type { Collection } from './collection.ts';
import { held, moved, outstandingOf, released, stateAt, termEnd } from './debt.ts';
import type { Debt, DebtMove } from './debt.ts';
import { arrearsOf, paidOf, paymentRate, receivableOf, recoveryRate } from './figures.ts';
import { noticed, noticesDue } from './notice.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const debt = (more: Partial<Debt> = {}): Debt => ({
  id: 'd',
  park: 'curb',
  plate: '粤B12345',
  handed: false,
  bornAt: 0,
  dueAt: 48 * HOUR,
  owedFen: 2700,
  paidFen: 0,
  cancelledFen: 0,
  writtenOffFen: 0,
  heldSince: null,
  blocked: false,
  notices: 0,
  noticedAt: null,
  ...more,
});

test('R13: owed = paid + cancelled + written off + outstanding, all at least 0, whatever moves', () => {
  const move: fc.Arbitrary<DebtMove> = fc.record({
    kind: fc.constantFrom('owed', 'paid', 'cancelled', 'writtenOff', 'restored'),
    amountFen: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      let now = debt({ owedFen: 0 });
      const kept: DebtMove[] = [];
      for (const each of moves) {
        try {
          now = moved(now, each);
          kept.push(each);
        } catch {
          // refused: nothing of it may stay
        }
      }
      const sum = (kind: DebtMove['kind']) =>
        kept.filter((it) => it.kind === kind).reduce((total, it) => total + it.amountFen, 0);
      const expected = sum('owed') - sum('paid') - sum('cancelled') - (sum('writtenOff') - sum('restored'));
      assert.equal(outstandingOf(now), expected);
      for (const fen of [expected, now.paidFen, now.cancelledFen, now.writtenOffFen]) assert.ok(fen >= 0);
    }),
  );
});

test('a debt waits for its term, is owing after it, and its end is named by what settled it', () => {
  const at = (of: Debt, now: number) => stateAt(of, now);
  assert.deepEqual(
    [at(debt(), 48 * HOUR - 1), at(debt(), 48 * HOUR), at(debt({ handed: true }), 49 * HOUR)],
    ['waiting', 'owing', 'handed'],
  );
  const end = (move: DebtMove) => at(moved(debt({ handed: true }), move), DAY);
  assert.deepEqual(
    (['paid', 'cancelled', 'writtenOff'] as const).map((kind) => end({ kind, amountFen: 2700 })),
    ['paid', 'cancelled', 'writtenOff'],
  );
  const part = moved(moved(debt(), { kind: 'paid', amountFen: 700 }), { kind: 'cancelled', amountFen: 2000 });
  assert.equal(at(part, DAY), 'paid');
});

test('R15: a hold moves the term by its length, minute by minute, and a second one during it adds nothing', () => {
  const hold = fc.record({ from: fc.nat(5000), minutes: fc.nat(5000), again: fc.nat(5000) });
  fc.assert(
    fc.property(fc.array(hold, { maxLength: 5 }), (holds) => {
      let now = debt();
      const minutes = new Set<number>();
      let clock = 0;
      for (const { from, minutes: length, again } of holds) {
        const begin = clock + from;
        clock = begin + length;
        now = held(now, begin * 60_000);
        now = held(now, Math.min(clock, begin + again) * 60_000);
        assert.equal(termEnd(now, clock * 60_000), debt().dueAt + (minutes.size + length) * 60_000);
        now = released(now, clock * 60_000);
        for (let minute = begin; minute < clock; minute += 1) minutes.add(minute);
      }
      assert.equal(now.dueAt, debt().dueAt + minutes.size * 60_000);
    }),
  );
});

test('R15: held, blocked, settled and in-term debts get no notice; a plate gets one per gap for all its debts', () => {
  const one = fc.record({
    id: fc.uuid(),
    plate: fc.constantFrom('粤A11111', '粤A22222'),
    dueAt: fc.integer({ min: 0, max: 20 }).map((day) => day * DAY),
    owedFen: fc.constant(1000),
    paidFen: fc.constantFrom(0, 0, 1000),
    blocked: fc.constantFrom(false, false, true),
    handed: fc.constantFrom(false, false, true),
    heldSince: fc.constantFrom(null, null, 5 * DAY),
  });
  const terms = { days: [1, 7, 30], gapDays: 7 };
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (made) => {
      const all = new Map(made.map((each) => [each.id, debt(each)]));
      const sent = new Map<string, number[]>();
      for (let day = 0; day <= 60; day += 1) {
        const now = day * DAY;
        for (const notice of noticesDue([...all.values()], terms, now)) {
          sent.set(notice.plate, [...(sent.get(notice.plate) ?? []), day]);
          for (const each of notice.debts) {
            assert.equal(each.plate, notice.plate);
            assert.ok(
              each.dueAt <= now && !each.blocked && !each.handed && each.heldSince === null && each.paidFen === 0,
            );
          }
          for (const each of noticed(notice, terms, now)) all.set(each.id, each);
        }
      }
      for (const days of sent.values())
        for (const [nth, day] of days.entries()) assert.ok(nth === 0 || day - days[nth - 1]! >= 7);
      // Slow reading: whoever has a debt open for collection from its first notice day on is notified at least once.
      for (const { plate, blocked, handed, heldSince, paidFen } of made)
        if (!blocked && !handed && heldSince === null && paidFen === 0) assert.ok((sent.get(plate) ?? []).length > 0);
    }),
  );
});

test('a notice that could not go out on its day is not made up for by a burst', () => {
  const terms = { days: [1, 7, 30], gapDays: 7 };
  const first = noticesDue([debt()], terms, 50 * DAY);
  assert.equal(first.length, 1);
  assert.deepEqual(noticesDue(noticed(first[0]!, terms, 50 * DAY), terms, 80 * DAY), []);
});

test('R14: a debt is in at most one open collection, whose parts sum to its trade and are booked all or none, each to its lot', () => {
  const debts = ['a', 'b', 'c', 'd'].map((id, nth) =>
    debt({ id, park: nth % 2 ? 'mall' : 'curb', owedFen: (nth + 1) * 500 }),
  );
  const step = fc.oneof(
    fc.record({
      do: fc.constant('open' as const),
      which: fc.array(fc.constantFrom(...debts), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ do: fc.constant('pay' as const), nth: fc.nat(5), off: fc.constantFrom(0, 0, 1) }),
    fc.record({ do: fc.constant('end' as const), nth: fc.nat(5) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let all: Collection[] = [];
      const paid = new Map<string, number>();
      let name = 0;
      for (const each of steps) {
        if (each.do === 'open') {
          const now = each.which.map((it) => ({ ...it, paidFen: paid.get(it.id) ?? 0 }));
          const answer = openCollections(
            now,
            all,
            (park) => `m-${park}`,
            () => `c${++name}`,
          );
          if ('opened' in answer) all.push(...answer.opened);
          continue;
        }
        const found = all[each.nth];
        if (!found) continue;
        const { collection, booked } =
          each.do === 'end'
            ? { collection: ended(found, 'expired'), booked: [] }
            : bookCollection(found, sumOf(found.parts) + each.off);
        assert.ok(booked.length === 0 || booked.length === found.parts.length);
        for (const part of booked) {
          assert.equal(part.park, debts.find((it) => it.id === part.debt)!.park);
          paid.set(part.debt, (paid.get(part.debt) ?? 0) + part.amountFen);
        }
        all = all.map((it) => (it === found ? collection : it));
      }
      for (const { id, owedFen } of debts) {
        assert.ok((paid.get(id) ?? 0) <= owedFen);
        assert.ok(all.filter((it) => isOpen(it) && it.parts.some((part) => part.debt === id)).length <= 1);
      }
      for (const each of all) assert.equal(new Set(each.parts.map(({ park }) => `m-${park}`)).size, 1);
    }),
  );
});

test('27.00 owed at the kerb and 10.00 at the mall, paid together: channel +37.00, revenue -10.00, arrears -27.00', () => {
  const before = owed({ key: 'owed/k', park: 'curb', at: 0, about: 'k' }, 2700);
  const paid = [
    channelReceived({ key: 'payment/1', park: 'mall', at: 1, about: 'm' }, 'wechat', {
      revenueFen: 1000,
      arrearsFen: 0,
      surplusFen: 0,
    }),
    channelReceived({ key: 'payment/2', park: 'curb', at: 1, about: 'k' }, 'wechat', {
      revenueFen: 0,
      arrearsFen: 2700,
      surplusFen: 0,
    }),
  ];
  assert.deepEqual([...balances(paid)].filter(([, fen]) => fen !== 0).toSorted(), [
    ['arrears:curb', -2700],
    ['channel:wechat', 3700],
    ['revenue:mall', -1000],
  ]);
  assert.equal(balances([before, ...paid]).get('arrears:curb'), 0);
});

test('a day: receivable 985 = paid 840 + derated 20 + written off 5 + arrears 120; payment rate 780/980, recovery 60/185', () => {
  const day = {
    grossFen: 100_000,
    derateFen: 2_000,
    settledFen: 78_000,
    newFen: 20_000,
    lateFen: 6_000,
    cancelledFen: 1_500,
    offFen: 500,
  };
  assert.deepEqual([receivableOf(day), paidOf(day), arrearsOf(day)], [98_500, 84_000, 12_000]);
  assert.equal(receivableOf(day), paidOf(day) + day.derateFen + day.offFen + arrearsOf(day));
  assert.equal((paymentRate(day)! * 100).toFixed(1), '79.6');
  assert.equal((recoveryRate({ bornFen: 20_000, lateFen: 6_000, cancelledFen: 1_500 })! * 100).toFixed(1), '32.4');
  assert.deepEqual(
    [paymentRate({ settledFen: 0, newFen: 0 }), recoveryRate({ bornFen: 5, lateFen: 0, cancelledFen: 5 })],
    [null, null],
  );
});
