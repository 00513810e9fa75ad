/** A car the tariff has no price for: nobody is let go for 0 and nothing breaks; a person decides, and it is listed. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { Day, SETUP, history, replay } from './history.fixture.ts';
import { Hub, MINUTE, T0, cash, drive, enter, release, seen } from './hub.fixture.ts';
import type { LotSetup } from './hub.fixture.ts';
import { balances, checkBalanced } from '../ledger/ledger.ts';
import { outstanding } from '#domain/ledger/order-state.ts';

const HOUR = 60 * MINUTE;
const P = '京A12345';
/** Two hours at most: later the tariff has no price. */
const SHORT: LotSetup = { maxStayMinutes: 120 };

function atExit(after: number, more: { offline?: { opened: boolean; cashFen: number } } = {}) {
  const hub = new Hub(SHORT);
  enter(hub, 'in1', T0, P, 1);
  return { hub, ...seen(hub, 'out1', T0 + after, { plate: P, passing: 1, ...more }) };
}
const cleared = (hub: Hub): string[] => hub.of('exceptionCleared').map(({ code }) => code);

test('without a price the barrier stays shut, the guard sees the reason and decides, and the stay is listed', () => {
  const { hub, commands, facts } = atExit(3 * HOUR);
  assert.equal(hub.phase('out1'), 'unpriced');
  assert.deepEqual(
    commands.map(({ command }) => command),
    ['show', 'ask'],
  );
  assert.deepEqual(
    commands.flatMap((it) => (it.command === 'ask' ? [it.why] : [])),
    ['unpriced-max-stay'],
  );
  assert.deepEqual(hub.of('decision').at(-1)?.reasons, ['stay-found', 'unpriced-max-stay']);
  assert.deepEqual(
    [hub.exceptions(), facts.filter(({ fact }) => fact === 'quoted'), hub.orders()],
    [['E-NOPRICE'], [], []],
  );
});

test('what the guard takes is the price: it is the bill, it is paid, and the car leaves', () => {
  const { hub } = atExit(3 * HOUR);
  const { commands } = cash(hub, 'out1', T0 + 3 * HOUR + 5000, 1, 2500, 3000);
  assert.ok(drive(hub, 'out1', T0 + 3 * HOUR + 6000, 1, commands));
  const [order] = hub.orders();
  assert.deepEqual(
    [
      order?.state,
      order?.receivableFen,
      order?.paidFen,
      hub.of('quoted')[0]?.quote.lines.map(({ kind, amountFen }) => [kind, amountFen]),
    ],
    ['paid', 2500, 2500, [['flat', 2500]]],
  );
  assert.deepEqual(
    [hub.stays('closed').length, hub.exceptions(), cleared(hub), hub.of('decision').at(-1)?.reasons],
    [1, ['E-NOPRICE'], ['E-NOPRICE'], ['priced-by-person', 'paid']],
  );
});

test('let go by the guard with a reason, it is a release of nothing known', () => {
  const { hub } = atExit(3 * HOUR);
  assert.ok(drive(hub, 'out1', T0 + 3 * HOUR + 6000, 1, release(hub, 'out1', T0 + 3 * HOUR + 5000, 1).commands));
  assert.deepEqual(
    hub.of('release').map(({ waivedFen, reason, stay }) => [waivedFen, reason, stay === hub.stays()[0]!.id]),
    [[0, '急救', true]],
  );
  assert.deepEqual([hub.stays('closed').length, cleared(hub)], [1, ['E-NOPRICE']]);
});

test('gone backwards nothing is left of it; the next reading asks again', () => {
  const { hub } = atExit(3 * HOUR);
  hub.send('cam-out1', 'out1', T0 + 3 * HOUR + 9000, { kind: 'gone', passing: 1 });
  assert.deepEqual(
    [hub.phase('out1'), hub.of('passage').at(-1)?.state, hub.orders(), hub.stays('open').length],
    ['idle', 'aborted', [], 1],
  );
  seen(hub, 'out1', T0 + 4 * HOUR, { plate: P, passing: 2 });
  assert.equal(hub.phase('out1'), 'unpriced');
});

test('through the barrier undecided: the stay is closed and stays listed', () => {
  const { hub } = atExit(3 * HOUR);
  hub.send('cam-out1', 'out1', T0 + 3 * HOUR + 4000, { kind: 'passed', passing: 1, count: 1, picture: null });
  assert.deepEqual(
    [
      hub.stays('closed').length,
      hub.exceptions(),
      cleared(hub),
      hub.orders().map(({ receivableFen }) => receivableFen),
    ],
    [1, ['E-NOPRICE'], [], [0]],
  );
});

test('a lane that was cut off took what it took: that is the price, and it stays listed', () => {
  const { hub } = atExit(3 * HOUR, { offline: { opened: true, cashFen: 300 } });
  hub.send('cam-out1', 'out1', T0 + 3 * HOUR + 4000, { kind: 'passed', passing: 1, count: 1, picture: null });
  const [order] = hub.orders();
  assert.deepEqual(
    [
      order?.receivableFen,
      order?.paidFen,
      outstanding(order!),
      hub.stays('closed').length,
      hub.exceptions(),
      cleared(hub),
    ],
    [300, 300, 0, 1, ['E-NOPRICE'], []],
  );
});

test('a quote whose hold has run out while the price did: the scan asks for nothing, the guard decides', () => {
  const hub = new Hub(SHORT);
  enter(hub, 'in1', T0, P, 1);
  seen(hub, 'out1', T0 + 2 * HOUR, { plate: P, passing: 1 });
  assert.equal(hub.phase('out1'), 'awaiting');
  const { facts } = hub.send('cam-out1', 'out1', T0 + 2 * HOUR + 120_000, { kind: 'scan', payCode: '13400001' });
  assert.deepEqual([hub.phase('out1'), facts.filter(({ fact }) => fact === 'charge')], ['unpriced', []]);
  assert.ok(
    drive(hub, 'out1', T0 + 2 * HOUR + 130_000, 1, cash(hub, 'out1', T0 + 2 * HOUR + 125_000, 1, 2000).commands),
  );
  assert.deepEqual(
    hub.orders().map(({ paidFen, receivableFen }) => [receivableFen, paidFen]),
    [
      [0, 0],
      [2000, 2000],
    ],
  );
  const late = new Hub(SHORT);
  enter(late, 'in1', T0, P, 1);
  seen(late, 'out1', T0 + 2 * HOUR, { plate: P, passing: 1 });
  assert.ok(
    drive(late, 'out1', T0 + 2 * HOUR + 130_000, 1, cash(late, 'out1', T0 + 2 * HOUR + 125_000, 1, 2000).commands),
    'money for an expired quote settles it, too',
  );
  const let_ = new Hub(SHORT);
  enter(let_, 'in1', T0, P, 1);
  seen(let_, 'out1', T0 + 2 * HOUR, { plate: P, passing: 1 });
  assert.ok(
    drive(let_, 'out1', T0 + 2 * HOUR + 130_000, 1, release(let_, 'out1', T0 + 2 * HOUR + 125_000, 1).commands),
  );
  for (const each of [hub, late, let_]) assert.equal(each.phase('out1'), 'idle');
});

test('the laws of money and of replay hold where stays have no price', () => {
  let unpriced = 0;
  fc.assert(
    fc.property(history(), (ops) => {
      const day = new Day({ ...SETUP, ...SHORT }).run(ops);
      const { hub } = day;
      unpriced += hub.exceptions().filter((code) => code === 'E-NOPRICE').length;
      for (const order of hub.orders()) {
        assert.ok(outstanding(order) >= 0);
        assert.equal(order.receivableFen, order.paidFen + order.deratedFen + order.waivedFen + outstanding(order));
      }
      for (const posting of hub.postings) checkBalanced(posting.lines);
      const again = replay(day, (log) => log.flatMap((entry) => [entry, entry]), { ...SETUP, ...SHORT });
      assert.deepEqual(again.facts, hub.facts);
      assert.deepEqual([...balances(again.postings)].toSorted(), [...balances(hub.postings)].toSorted());
    }),
    { numRuns: 200 },
  );
  assert.ok(unpriced > 20, `${unpriced} cars without a price`);
});
