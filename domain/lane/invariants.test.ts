import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import type { Fact } from './facts.ts';
import { CARS, Day, SETUP, history, outcome, replay } from './history.fixture.ts';
import { tariffAt } from './hub.fixture.ts';
import { correctPlate } from './repair.ts';
import { outstanding } from '#domain/ledger/order-state.ts';
import { balances, checkBalanced } from '../ledger/ledger.ts';
import { occupancy } from '../space/occupancy.ts';

const RUNS = { numRuns: 300 };
const days = (check: (day: Day) => void, kinds = {}): void =>
  fc.assert(
    fc.property(history(kinds), (ops) => check(new Day().run(ops))),
    RUNS,
  );

test('INV-G1: receivable = paid + derated + waived + outstanding, all >= 0, and refunds never exceed their payment', () =>
  days((day) => {
    for (const order of day.hub.orders()) {
      const { receivableFen, paidFen, deratedFen, waivedFen } = order;
      for (const part of [
        receivableFen,
        paidFen,
        deratedFen,
        waivedFen,
        outstanding(order),
        order.surplusFen,
        order.owedFen,
      ])
        assert.ok(part >= 0);
      assert.equal(receivableFen, paidFen + deratedFen + waivedFen + outstanding(order));
      for (const payment of order.payments) {
        const back = order.refunds
          .filter((it) => it.payment === payment.id && it.state !== 'failed')
          .reduce((sum, it) => sum + it.amountFen, 0);
        assert.ok(back <= payment.amountFen);
      }
    }
  }));

test('INV-G2: every opening the barriers counted is one row with exactly one cause; unknown ones are listed', () =>
  days((day) => {
    const openings = day.hub.of('opening');
    assert.equal(openings.length, day.barrierOpenings);
    assert.equal(new Set(openings.map((it) => it.id)).size, openings.length);
    const listed = new Set(
      day.hub
        .of('exception')
        .filter((it) => it.code === 'E-CAUSE')
        .map((it) => it.other),
    );
    for (const opening of openings) assert.equal(opening.cause.kind === 'unknown', listed.has(opening.id));
  }));

test('INV-G3: the same messages and notices any number of times give the same facts as once', () => {
  fc.assert(
    fc.property(history(), fc.array(fc.nat()), (ops, again) => {
      const day = new Day().run(ops);
      const doubled = replay(day, (log) =>
        log.flatMap((entry, i) => {
          const earlier = log[(again[i] ?? i) % (i + 1)];
          return 'message' in entry && earlier !== undefined && 'message' in earlier
            ? [entry, entry, earlier]
            : [entry, entry];
        }),
      );
      assert.deepEqual(doubled.facts, day.hub.facts);
      assert.deepEqual([...balances(doubled.postings)].toSorted(), [...balances(day.hub.postings)].toSorted());
      assert.deepEqual(doubled.orders(), day.hub.orders());
    }),
    RUNS,
  );
});

for (const cars of [CARS.length, 1]) {
  test(`INV-G3: the messages of all devices in any order give the same stays, passages, openings and cash (${cars} cars)`, () => {
    const wide = { ...SETUP, capacity: null, groupPlates: [] };
    fc.assert(
      fc.property(
        history({ online: false, misread: false, tail: cars > 1, cars }, 30).chain((ops) => {
          const day = new Day(wide).run(ops);
          return fc.shuffledSubarray(day.log, { minLength: day.log.length }).map((log) => ({ day, log }));
        }),
        ({ day, log }) =>
          assert.deepEqual(outcome(replay(day, () => log.flatMap((entry) => [entry, entry]), wide)), outcome(day.hub)),
      ),
      RUNS,
    );
  });
}

test('INV-G5: no event leads out of a closed stay, and nothing is late in a history processed in order', () =>
  days((day) => {
    const legal = new Set(['open>closed', 'suspect>closed', 'stale>closed', 'open>suspect']);
    for (const change of day.hub.of('stayChanged'))
      assert.ok(legal.has(`${change.before.state}>${change.after.state}`), change.why);
  }));

test('INV-G6: raw and corrected times are both kept and no stay ends before it begins', () =>
  days((day) => {
    for (const { entry, exit } of day.hub.stays()) {
      if (entry !== null && exit !== null) assert.ok(entry.at <= exit.at);
      for (const end of [entry, exit]) if (end !== null && end.lane === 'out2') assert.equal(end.rawAt - end.at, -2600);
    }
  }));

test('INV-G7: shown = sum of the bill lines = paid + waived + outstanding = booked in the ledger', () =>
  days((day) => {
    for (const { quote } of day.hub.of('quoted')) {
      assert.equal(
        quote.lines.reduce((sum, line) => sum + line.amountFen, 0),
        quote.dueFen,
      );
      assert.equal(quote.dueFen, quote.receivableFen - quote.deratedFen);
    }
    for (const bill of day.hub.of('billed')) {
      const shown = day.hub.of('quoted').findLast((it) => it.quote.order === bill.order)?.quote;
      const order = day.hub.book.order(bill.order);
      if (order === null || shown === undefined) throw new Error('a bill without an order');
      assert.equal(order.paidFen + order.waivedFen + outstanding(order), shown.dueFen);
      const booked = balances(day.hub.postings.filter((it) => it.about === order.id)).get('revenue:P') ?? 0;
      assert.equal(booked + order.receivableFen, 0);
    }
  }));

test('INV-E1: at any moment a plate has at most one open stay', () =>
  fc.assert(
    fc.property(history(), (ops) => {
      const day = new Day();
      day.check = () => {
        const open = day.hub
          .stays('open')
          .filter((it) => !it.clone)
          .map((it) => it.plate);
        assert.equal(new Set(open).size, open.length);
      };
      day.run(ops);
    }),
    RUNS,
  ));

test('INV-E2: at any moment occupancy = open stays + adjustments, never below 0', () =>
  fc.assert(
    fc.property(history(), fc.integer({ min: -3, max: 3 }), (ops, delta) => {
      const day = new Day();
      let adjusted = false;
      day.check = () => {
        if (!adjusted && day.hub.book.occupancy() + delta >= 0) {
          day.hub.keep({ fact: 'adjustment', id: 'a', at: day.now, delta, reason: 'patrol', by: 'clerk' });
          adjusted = true;
        }
        const now = day.hub.book.occupancy();
        assert.ok(now >= 0);
        assert.equal(
          now,
          occupancy(
            day.hub.stays().map((it) => it.state),
            day.hub.of('adjustment'),
          ),
        );
      };
      day.run(ops);
    }),
    RUNS,
  ));

test('INV-E3: a stay has exactly one entry cause and at most one exit cause', () =>
  days((day) => {
    for (const stay of day.hub.stays()) {
      const ends = (states: readonly string[]) =>
        day.hub
          .of('passage')
          .filter(
            (it) =>
              it.stay === stay.id &&
              it.direction === (states[0] === 'left' ? 'exit' : 'entry') &&
              states.includes(it.state),
          );
      const [ins, outs] = [ends(['entered', 'unidentified']), ends(['left'])];
      assert.equal(ins.length, stay.entry === null ? 0 : 1);
      assert.equal(outs.length, stay.exit === null ? 0 : 1);
      for (const passage of [...ins, ...outs]) assert.notEqual(passage.cause, null);
    }
  }));

test('INV-E4: repeated recognition changes neither count nor time of any stay', () =>
  fc.assert(
    fc.property(history(), (ops) => {
      const times = (day: Day) => day.hub.stays().map((it) => [it.plate, it.state, it.entry?.at, it.exit?.at]);
      const plain = (day: Day) => times(day).filter(([plate]) => !String(plate).startsWith('无牌车'));
      assert.deepEqual(plain(new Day().run(ops, true)), plain(new Day().run(ops, false)));
    }),
    RUNS,
  ));

test('INV-E5: what the loops counted = entered + unidentified, per direction; every vehicle read has one passage row', () =>
  days((day) => {
    const passages = day.hub.of('passage');
    const count = (direction: string, states: readonly string[]) =>
      passages.filter((it) => it.direction === direction && states.includes(it.state)).length;
    assert.equal(day.looped.in, count('entry', ['entered', 'unidentified']));
    assert.equal(day.looped.out, count('exit', ['left', 'unidentified']));
    const read = day.hub.of('reading').filter((it) => it.repeatOf === null).length;
    assert.equal(read, passages.filter((it) => it.state !== 'unidentified').length);
    assert.equal(count('entry', ['entered', 'unidentified']), day.hub.stays().filter((it) => it.entry !== null).length);
  }));

test('INV-E6: a corrected plate changes neither in, out nor what was paid', () =>
  fc.assert(
    fc.property(history(), fc.nat(), fc.constantFrom(...CARS, '贵A77777'), (ops, pick, plate) => {
      const day = new Day().run(ops);
      const stays = day.hub.stays().filter((it) => it.state !== 'merged');
      const stay = stays[pick % Math.max(1, stays.length)];
      if (stay === undefined) return;
      const paid = () => day.hub.book.ordersOf(stay.id).map((it) => it.paidFen);
      const before = paid();
      const repair = correctPlate(day.hub.book, stay, plate, {
        device: 'desk',
        seq: 1,
        rawAt: day.now,
        at: day.now,
        by: 'clerk',
      });
      if (repair.result === 'merge') assert.ok((repair.keep.entry?.at ?? 0) <= (repair.drop.entry?.at ?? 0));
      if (repair.result !== 'done') return;
      for (const fact of repair.facts) day.hub.keep(fact);
      const after = day.hub.book.stay(stay.id);
      assert.deepEqual([after?.entry, after?.exit, after?.plate, paid()], [stay.entry, stay.exit, plate, before]);
    }),
    RUNS,
  ));

test('INV-E7: a refused vehicle leaves no stay', () =>
  days((day) => {
    const refused = new Set(
      day.hub
        .of('passage')
        .filter((it) => it.state === 'refused')
        .map((it) => it.id),
    );
    for (const stay of day.hub.stays())
      assert.ok(stay.entry === null || stay.entry.passage === null || !refused.has(stay.entry.passage));
  }));

test('INV-E8: the tariff in force at the entry is frozen on the stay and named on its bill', () =>
  days((day) => {
    for (const stay of day.hub.stays()) if (stay.entry !== null) assert.equal(stay.tariff, tariffAt(stay.entry.at));
    for (const { quote } of day.hub.of('quoted')) {
      const stay = day.hub.book.stay(quote.stay);
      if (stay !== null && stay.entry !== null && quote.tariff !== 'T-min') assert.equal(quote.tariff, stay.tariff);
    }
  }));

test('INV-P1: what an order counts as paid is in the ledger as money received', () =>
  days((day) => {
    for (const order of day.hub.orders()) {
      const received = day.hub.postings
        .filter((it) => it.kind === 'payment' && it.about === order.id)
        .flatMap((it) => it.lines)
        .filter((it) => it.account.startsWith('drawer:') || it.account.startsWith('channel:'))
        .reduce((sum, it) => sum + it.amountFen, 0);
      const surplus = order.payments.reduce((sum, it) => sum + it.amountFen - it.appliedFen, 0);
      assert.equal(received, order.paidFen + surplus);
    }
  }));

test('INV-P2: paid twice or too much, the surplus is on its way back or listed', () =>
  days((day) => {
    const sums = balances(day.hub.postings);
    const surplus = day.hub
      .orders()
      .flatMap((it) => it.payments)
      .reduce((sum, it) => sum + it.amountFen - it.appliedFen, 0);
    assert.equal((sums.get('overpaid:P') ?? 0) + (sums.get('refunds-payable:P') ?? 0) + surplus, 0);
    for (const order of day.hub.orders())
      for (const payment of order.payments) {
        const extra = payment.amountFen - payment.appliedFen;
        if (payment.via.startsWith('channel:') && extra > 0)
          assert.ok(order.refunds.some((it) => it.payment === payment.id && it.amountFen === extra));
      }
  }));

test('INV-P6: channel successes = the ledger of that channel, and every posting balances', () =>
  days((day) => {
    const sums = balances(day.hub.postings);
    for (const channel of ['ch0', 'ch1']) {
      const successes = day.hub
        .orders()
        .flatMap((it) => it.attempts)
        .filter((it) => it.channel === channel && it.state === 'success')
        .reduce((sum, it) => sum + it.amountFen, 0);
      assert.equal(sums.get(`channel:${channel}`) ?? 0, successes);
    }
    for (const posting of day.hub.postings) checkBalanced(posting.lines);
    assert.equal(
      [...sums.values()].reduce((sum, it) => sum + it, 0),
      0,
    );
  }));

test('histories reach what they are to test', () => {
  const seen = new Set<string>();
  for (const ops of fc.sample(history(), { numRuns: 300, seed: 7 })) {
    const { hub } = new Day().run(ops);
    for (const fact of hub.facts) seen.add(described(fact));
  }
  const wanted = [
    'exception E-DUP',
    'exception E-TAIL',
    'exception E-NOENTRY',
    'exception E-OFFLINE',
    'exception E-UNPAID',
    'exception E-CAUSE',
    'exception E-FORCED',
    'passage entered',
    'passage left',
    'passage aborted',
    'passage refused',
    'passage unidentified',
    'decision refuse',
    'decision ask',
    'decision charge',
    'picked',
    'release',
    'cash',
    'quoteVoid',
  ];
  assert.deepEqual(
    wanted.filter((it) => !seen.has(it)),
    [],
  );
});

function described(fact: Fact): string {
  if (fact.fact === 'exception') return `exception ${fact.code}`;
  if (fact.fact === 'passage') return `passage ${fact.state}`;
  return fact.fact === 'decision' ? `decision ${fact.verdict}` : fact.fact;
}
