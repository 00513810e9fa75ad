import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Command } from './types.ts';
import { Hub, MINUTE, T0, cash, drive, enter, leave, notice, payOnline, release, seen } from './hub.fixture.ts';
import { outstanding } from '#domain/ledger/order-state.ts';

const P = '京A12345';
const HOUR = 60 * MINUTE;

/** A lot with one car inside since T0. */
function inside(setup: ConstructorParameters<typeof Hub>[0] = {}, plate = P): Hub {
  const hub = new Hub(setup);
  enter(hub, 'in1', T0, plate, 1);
  return hub;
}
const opens = (commands: readonly Command[]) => commands.filter((it) => it.command === 'open').length;
const attend = (
  hub: Hub,
  at: number,
  act: Parameters<Hub['send']>[3] extends infer E ? (E extends { kind: 'attend'; act: infer A } ? A : never) : never,
  passing = 1,
) => hub.send('box-out1', 'out1', at, { kind: 'attend', passing, by: 'clerk', act });

test('a car within its free minutes is let out with a bill of 0', () => {
  const hub = inside();
  assert.ok(leave(hub, 'out1', T0 + 10 * MINUTE, P, 1));
  assert.deepEqual(
    hub.stays().map((it) => [it.state, it.exit?.at]),
    [['closed', T0 + 10 * MINUTE]],
  );
  assert.deepEqual(
    hub.orders().map((it) => [it.state, it.receivableFen, outstanding(it)]),
    [['paid', 0, 0]],
  );
  assert.equal(hub.book.occupancy(), 0);
});

test('a car that owes waits; paying what is shown opens the gate, and the exit is at the first reading', () => {
  const hub = inside();
  const { commands } = seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  assert.equal(opens(commands), 0);
  const paid = cash(hub, 'out1', T0 + HOUR + 20_000, 1, 1000, 2000);
  assert.equal(opens(paid.commands), 1);
  assert.deepEqual(
    paid.facts.flatMap((it) => (it.fact === 'cash' ? [it.changeFen] : [])),
    [1000],
  );
  drive(hub, 'out1', T0 + HOUR + 20_000, 1, paid.commands);
  assert.equal(hub.stays('closed')[0]?.exit?.at, T0 + HOUR);
  assert.deepEqual(hub.exceptions(), []);
});

test('cash below the sum keeps the gate shut and the rest due', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  assert.equal(opens(cash(hub, 'out1', T0 + HOUR + 1000, 1, 400).commands), 0);
  assert.equal(opens(cash(hub, 'out1', T0 + HOUR + 2000, 1, 600).commands), 1);
});

test('the quoted sum holds for 60 s although the price rises meanwhile; a later payment leaves the rest due', () => {
  const paidAt = (seconds: number) => {
    const hub = inside();
    const { facts } = seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
    const quoted = facts.find((it) => it.fact === 'quoted');
    const order = quoted?.fact === 'quoted' ? quoted.quote.order : '';
    hub.pay(order, { kind: 'create', trade: 't1', channel: 'sandbox', at: T0 + HOUR + 1000 });
    notice(hub, 'out1', order, 't1', 1000, T0 + HOUR + seconds * 1000);
    return hub;
  };
  assert.equal(paidAt(60).phase('out1'), 'releasing');
  const late = paidAt(61);
  assert.equal(late.phase('out1'), 'awaiting');
  assert.equal(late.of('quoted').at(-1)?.quote.dueFen, 500);
  drive(late, 'out1', T0 + HOUR + 70_000, 1, cash(late, 'out1', T0 + HOUR + 70_000, 1, 500).commands);
  assert.equal(
    late.orders().reduce((sum, it) => sum + it.paidFen, 0),
    1500,
  );
});

test('a scanned pay code asks the channel for exactly what is open', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  const { facts } = hub.send('cam-out1', 'out1', T0 + HOUR + 5000, { kind: 'scan', payCode: '13400001' });
  assert.deepEqual(
    facts.flatMap((it) => (it.fact === 'charge' ? [[it.how, it.amountFen]] : [])),
    [['pay-code', 1000]],
  );
});

test('contactless deduction opens on acceptance, and falls back to paying when it fails', () => {
  const deduct = (result: 'accepted' | 'failed') => {
    const hub = inside({ sensorless: [P] });
    const { facts } = seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
    assert.equal(hub.phase('out1'), 'deducting');
    const charge = facts.find((it) => it.fact === 'charge');
    hub.apply({
      kind: 'deducted',
      lane: 'out1',
      device: 'channel',
      seq: 1,
      at: T0 + HOUR + 200,
      rawAt: T0 + HOUR + 200,
      order: charge?.fact === 'charge' ? charge.order : '',
      result,
    });
    return hub.phase('out1');
  };
  assert.equal(deduct('accepted'), 'releasing');
  assert.equal(deduct('failed'), 'awaiting');
});

test('prepaid inside the leave window is let out free, later for the difference', () => {
  const after = (minutes: number) => {
    const hub = inside();
    const [stay] = hub.stays();
    if (stay === undefined) throw new Error('no stay');
    const at = T0 + HOUR;
    hub.keep({
      fact: 'quoted',
      lane: null,
      passing: null,
      quote: {
        order: 'pre',
        stay: stay.id,
        pricedAt: at,
        validUntil: at + MINUTE,
        receivableFen: 1000,
        deratedFen: 0,
        dueFen: 1000,
        lines: [],
        tariff: null,
      },
    });
    payOnline(hub, 'out1', 'pre', 'pre-1', at);
    seen(hub, 'out1', at + minutes * MINUTE, { plate: P, passing: 1 });
    return hub.of('quoted').at(-1)?.quote.dueFen;
  };
  assert.equal(after(15), 0);
  assert.equal(after(16), 500);
});

test('a misread plate that can mean only one car is matched, with both texts kept', () => {
  const hub = inside({}, '京A12B45');
  seen(hub, 'out1', T0 + 10 * MINUTE, { plate: '京A12845', passing: 1 });
  assert.equal(hub.phase('out1'), 'releasing');
  assert.deepEqual(
    hub.of('picked').map((it) => [it.read, it.chosen, it.by]),
    [['京A12845', '京A12B45', 'rule']],
  );
});

test('similar plates that may be two cars are shown to a person, whose pick decides', () => {
  const hub = inside({}, '京A12346');
  const { commands } = seen(hub, 'out1', T0 + 10 * MINUTE, { plate: P, passing: 1 });
  const ask = commands.find((it) => it.command === 'ask');
  assert.equal(hub.phase('out1'), 'confirm');
  assert.deepEqual(ask?.command === 'ask' && ask.candidates.map((it) => it.plate), ['京A12346']);
  const { commands: then } = attend(hub, T0 + 11 * MINUTE, {
    action: 'pick',
    stay: hub.stays()[0]?.id ?? null,
    plate: null,
  });
  drive(hub, 'out1', T0 + 11 * MINUTE, 1, then);
  assert.deepEqual(
    hub.stays().map((it) => [it.state, it.plate, it.exitPlate]),
    [['closed', '京A12346', P]],
  );
});

test('without an entry on record a listed car goes free, another pays the lowest charge', () => {
  const hub = new Hub({ white: ['京W11111'] });
  seen(hub, 'out1', T0, { plate: '京W11111', passing: 1 });
  assert.equal(hub.phase('out1'), 'releasing');
  drive(hub, 'out1', T0, 1, hub.commands);
  assert.ok(leave(hub, 'out1', T0 + MINUTE, P, 2));
  assert.deepEqual(
    hub.orders().map((it) => it.paidFen),
    [0, 500],
  );
  assert.deepEqual(hub.exceptions(), ['E-NOENTRY', 'E-NOENTRY']);
  assert.equal(hub.book.occupancy(), 0);
});

test('without an entry on record the declared time is charged, or the car released, by rule', () => {
  const hub = new Hub({ settings: { noEntryRule: 'declared' } });
  seen(hub, 'out1', T0, { plate: P, passing: 1 });
  assert.equal(hub.phase('out1'), 'no-entry');
  attend(hub, T0 + MINUTE, { action: 'declare', inAt: T0 - 2 * HOUR, reason: '司机申报' });
  assert.equal(hub.of('quoted').at(-1)?.quote.dueFen, 2500);
  const free = new Hub({ settings: { noEntryRule: 'release' } });
  assert.ok(leave(free, 'out1', T0, P, 1));
});

test('a manual release waives what is open, names who and why, and is the cause of the opening', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  const { commands, facts } = release(hub, 'out1', T0 + HOUR + 5000, 1);
  drive(hub, 'out1', T0 + HOUR + 5000, 1, commands);
  assert.deepEqual(
    facts.flatMap((it) => (it.fact === 'release' ? [[it.waivedFen, it.by, it.reason]] : [])),
    [[1000, 'clerk', '急救']],
  );
  assert.equal(hub.of('opening').at(-1)?.cause.kind, 'manual');
  assert.deepEqual(
    hub.orders().map((it) => [it.waivedFen, outstanding(it)]),
    [[1000, 0]],
  );
});

test('a car turned away at the exit goes on standing there and may still pay; backing out, its passage says who and why', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  const { commands } = attend(hub, T0 + HOUR + 5000, { action: 'refuse', reason: '拒不缴费' });
  assert.equal(hub.phase('out1'), 'awaiting');
  assert.equal(opens(commands), 0);
  assert.ok(commands.some((it) => it.command === 'speak' && it.words.zh === '请倒车离开'));
  hub.send('cam-out1', 'out1', T0 + HOUR + 9000, { kind: 'gone', passing: 1 });
  assert.deepEqual(hub.of('passage').at(-1)?.turnedAway, { reason: '拒不缴费', by: 'clerk' });
  assert.ok(leave(hub, 'out1', T0 + 2 * HOUR, P, 2), 'it comes back and pays');
  assert.equal(hub.of('passage').at(-1)?.turnedAway, undefined);
});

test('a discount given while the car waits recalculates its bill as a new order; with nothing left to pay it goes', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  const { facts } = attend(hub, T0 + HOUR + 5000, { action: 'derate' });
  assert.deepEqual(
    facts.map((it) => it.fact),
    ['quoteVoid', 'quoted', 'decision'],
  );
  assert.deepEqual(hub.of('decision').at(-1)?.reasons, ['derate-given', 'payment-due']);
  assert.deepEqual(
    attend(hub, T0 + HOUR + 7000, { action: 'withdraw' }).facts.map((it) => it.fact),
    ['quoteVoid', 'quoted', 'decision'],
  );
  assert.deepEqual(hub.of('decision').at(-1)?.reasons, ['derate-withdrawn', 'payment-due']);
  cash(hub, 'out1', T0 + HOUR + 9000, 1, 1000);
  assert.equal(hub.phase('out1'), 'releasing');
  assert.equal(attend(hub, T0 + HOUR + 9500, { action: 'derate' }).facts.length, 0, 'only while it waits to pay');
});

test('a car that backs out of the exit stays inside; its quote is void and its payment counts as prepaid', () => {
  const hub = inside();
  const { facts } = seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  const quoted = facts.find((it) => it.fact === 'quoted');
  payOnline(hub, 'out1', quoted?.fact === 'quoted' ? quoted.quote.order : '', 't1', T0 + HOUR + 3000);
  hub.send('cam-out1', 'out1', T0 + HOUR + 9000, { kind: 'gone', passing: 1 });
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['open'],
  );
  assert.ok(leave(hub, 'out2', T0 + HOUR + 10 * MINUTE, P, 1));
  assert.deepEqual(
    hub.orders().map((it) => it.paidFen),
    [1000, 0],
  );
});

test('a gate that opened without a passage in 60 s is closed and the exit priced again; the stay stays open', () => {
  const hub = inside();
  const { commands } = seen(hub, 'out1', T0 + 10 * MINUTE, { plate: P, passing: 1 });
  const opened = commands.find((it) => it.command === 'open');
  hub.send('cam-out1', 'out1', T0 + 10 * MINUTE + 800, {
    kind: 'gate',
    gate: 'up',
    by: 'command',
    commandId: opened?.command === 'open' ? opened.commandId : null,
  });
  const at = T0 + 20 * MINUTE;
  hub.apply({ kind: 'tick', lane: 'out1', device: 'clock', seq: 0, at, rawAt: at });
  assert.equal(hub.phase('out1'), 'stalled');
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['open'],
  );
  seen(hub, 'out1', at, { plate: P, passing: 1 });
  assert.equal(hub.of('quoted').at(-1)?.quote.dueFen, 500);
});

test('a car that leaves without paying is billed and owes; paying later settles the same bill', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  hub.send('cam-out1', 'out1', T0 + HOUR + 9000, { kind: 'passed', passing: 1, count: 1, picture: null });
  assert.deepEqual(hub.exceptions(), ['E-UNPAID']);
  assert.deepEqual(
    hub.orders().map((it) => it.owedFen),
    [1000],
  );
  cash(hub, 'out1', T0 + HOUR + MINUTE, 1, 1000);
  assert.deepEqual(
    hub.orders().map((it) => [it.state, it.owedFen, outstanding(it)]),
    [['paid', 0, 0]],
  );
});

test('a cut-off exit books the cash it took and owes the rest, without any command', () => {
  const hub = inside();
  const before = hub.commands.length;
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1, offline: { opened: true, cashFen: 300 } });
  hub.send('cam-out1', 'out1', T0 + HOUR + 9000, { kind: 'passed', passing: 1, count: 1, picture: null });
  assert.equal(hub.commands.length, before);
  assert.deepEqual(
    hub.orders().map((it) => [it.paidFen, it.owedFen]),
    [[300, 700]],
  );
});

test('an exit received before its entry is joined to it when the entry arrives; similar text is enough when only one car can be meant', () => {
  for (const [inPlate, outPlate] of [
    [P, P],
    ['京A12B45', '京A12845'],
  ] as const) {
    const hub = new Hub();
    leave(hub, 'out1', T0 + HOUR, outPlate, 1);
    enter(hub, 'in1', T0, inPlate, 1);
    assert.deepEqual(
      hub
        .stays()
        .map((it) => it.state)
        .toSorted(),
      ['closed', 'merged'],
    );
    const whole = hub.stays('closed')[0];
    assert.deepEqual([whole?.entry?.at, whole?.exit?.at], [T0, T0 + HOUR]);
    assert.deepEqual(
      hub.book.ordersOf(whole?.id ?? '').map((it) => it.paidFen),
      [500],
    );
    assert.equal(hub.book.occupancy(), 0);
  }
});

test('each exit finds its own entry although a car came twice and the first exit and second entry arrived last', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  leave(hub, 'out1', T0 + 3 * HOUR, P, 1);
  leave(hub, 'out2', T0 + HOUR, P, 1);
  assert.deepEqual(
    hub.stays().map((it) => it.exit?.at),
    [T0 + HOUR, T0 + 3 * HOUR],
  );
  enter(hub, 'in2', T0 + 2 * HOUR, P, 1);
  const rows = hub
    .stays()
    .filter((it) => it.state !== 'merged')
    .map((it) => [it.state, it.entry?.at, it.exit?.at]);
  assert.deepEqual(rows, [
    ['closed', T0, T0 + HOUR],
    ['closed', T0 + 2 * HOUR, T0 + 3 * HOUR],
  ]);
  assert.ok(hub.exceptions().includes('E-LATE'));
});

test('an entry received between reading and passing at the exit is the one the exit ends', () => {
  const hub = inside();
  seen(hub, 'out1', T0 + HOUR, { plate: P, passing: 1 });
  enter(hub, 'in2', T0 + 30 * MINUTE, P, 1);
  drive(hub, 'out1', T0 + HOUR, 1, release(hub, 'out1', T0 + HOUR, 1).commands);
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['suspect', 'closed'],
  );
});

test('an exit read before an entry was received, and passing after a later exit took that entry, takes it back', () => {
  const hub = inside();
  seen(hub, 'out2', T0 + 2 * HOUR, { plate: P, passing: 1 });
  enter(hub, 'in2', T0 + HOUR, P, 1);
  leave(hub, 'out1', T0 + 4 * HOUR, P, 1);
  drive(hub, 'out2', T0 + 2 * HOUR, 1, release(hub, 'out2', T0 + 2 * HOUR, 1).commands);
  enter(hub, 'in2', T0 + 3 * HOUR, P, 2);
  const rows = hub
    .stays()
    .filter((it) => it.state !== 'merged')
    .map((it) => [it.state, it.entry?.at, it.exit?.at]);
  assert.deepEqual(rows, [
    ['suspect', T0, undefined],
    ['closed', T0 + HOUR, T0 + 2 * HOUR],
    ['closed', T0 + 3 * HOUR, T0 + 4 * HOUR],
  ]);
});

test("a barrier that reports late that it rose gets no second command: the second opening would be the next car's", () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, '京A1B201', 1);
  const read = seen(hub, 'out1', T0 + 5 * MINUTE, { plate: '京A1B201', passing: 1 });
  const opened = read.commands.find((it) => it.command === 'open');
  assert.ok(opened?.command === 'open');
  hub.commands.length = 0;
  hub.send('cam-out1', 'out1', T0 + 5 * MINUTE + 20_000, {
    kind: 'gate',
    gate: 'up',
    by: 'command',
    commandId: opened.commandId,
  });
  assert.deepEqual([hub.commands, hub.exceptions(), hub.of('opening').length], [[], [], 2]);
  enter(hub, 'in1', T0 + 6 * MINUTE, '沪C3B462', 2);
  const second = seen(hub, 'in1', T0 + 7 * MINUTE, { plate: '粤B9B773', passing: 3 });
  hub.commands.length = 0;
  assert.equal(
    second.commands.some((it) => it.command === 'open'),
    true,
  );
  hub.send('cam-in1', 'in1', T0 + 7 * MINUTE + 30_000, { kind: 'passed', passing: 3, count: 1, picture: null });
  assert.deepEqual([hub.commands, hub.exceptions()], [[], []]);
});

test('who pays before he was picked, and was let out as one without an entry, ends the stay that is picked then, with his money', () => {
  const hub = new Hub({ settings: { autoAcceptFuzzy: false } });
  enter(hub, 'in1', T0, '京A1B201', 1);
  seen(hub, 'out1', T0 + 60 * MINUTE, { plate: '京A18201', passing: 1 });
  assert.equal(hub.phase('out1'), 'confirm');
  const { commands } = cash(hub, 'out1', T0 + 60 * MINUTE + 8000, 1, 500);
  assert.equal(hub.phase('out1'), 'releasing');
  const stay = hub.stays('open')[0]!.id;
  hub.send('box-out1', 'out1', T0 + 60 * MINUTE + 10_000, {
    kind: 'attend',
    passing: 1,
    by: 'clerk',
    act: { action: 'pick', stay, plate: '京A1B201' },
  });
  assert.equal(drive(hub, 'out1', T0 + 60 * MINUTE + 12_000, 1, commands), true);
  assert.deepEqual(
    hub.stays().map((it) => [it.id, it.state, it.exitPlate]),
    [[stay, 'closed', '京A18201']],
  );
  assert.deepEqual([hub.book.occupancy(), hub.book.ordersOf(stay).reduce((sum, it) => sum + it.paidFen, 0)], [0, 500]);
});

test('a listed car whose plate was read wrongly at the entry ends its own stay and pays nothing; no confirmation is needed, whatever the car park’s settings', () => {
  const passes = { 川K40591: { id: 'pass1', state: 'valid', endedDays: 0, group: null } } as const;
  for (const [read, right, settings] of [
    ['川K4Q591', '川K40591', {}],
    ['川K4Q591', '川K40591', { autoAcceptFuzzy: false }],
    ['京A8888B', '京A88888', {}],
  ] as const) {
    const hub = new Hub({ passes, white: ['京A88888'], settings });
    enter(hub, 'in1', T0, read, 1);
    leave(hub, 'out1', T0 + 5 * 60 * MINUTE, right, 1);
    assert.deepEqual(
      hub.stays().map((it) => [it.state, it.plate, it.exitPlate, it.kind]),
      [['closed', read, right, 'temp']],
    );
    assert.deepEqual(
      [hub.book.occupancy(), hub.book.ordersOf(hub.stays()[0]!.id).reduce((sum, it) => sum + it.receivableFen, 0)],
      [0, 0],
    );
  }
});

test('a listed car takes no stay of another listed car, and none of several similar ones: it leaves immediately, and a person decides afterwards which it was', () => {
  const passes = {
    川K40591: { id: 'pass1', state: 'valid', endedDays: 0, group: null },
    川K40592: { id: 'pass2', state: 'valid', endedDays: 0, group: null },
  } as const;
  for (const others of [['川K40592'], ['川K40S91', '川K4O591']]) {
    const hub = new Hub({ passes });
    others.forEach((plate, nth) => enter(hub, 'in1', T0 + nth * MINUTE, plate, nth + 1));
    leave(hub, 'out1', T0 + 60 * MINUTE, '川K40591', 1);
    assert.deepEqual(
      [hub.stays('open').length, hub.stays('closed').map((it) => it.kind)],
      [others.length, ['no-entry']],
    );
    const demand = hub.commands.find((it) => it.command === 'ask');
    assert.ok(demand?.command === 'ask' && demand.candidates.length === others.length);
    const [own] = hub.stays('open');
    hub.send('box-out1', 'out1', T0 + 61 * MINUTE, {
      kind: 'attend',
      passing: 1,
      by: 'clerk',
      act: { action: 'pick', stay: own!.id, plate: own!.plate },
    });
    assert.deepEqual(
      [hub.book.occupancy(), hub.stays('closed').map((it) => [it.id, it.exitPlate])],
      [others.length - 1, [[own!.id, '川K40591']]],
    );
  }
});

test('a gate that has not reported rising gets no further command once another car is read, or long after: it would open for whoever stands there', () => {
  for (const late of [3 * MINUTE, 28 * MINUTE]) {
    const hub = new Hub({ settings: { autoAcceptFuzzy: false } });
    enter(hub, 'in1', T0, '京A1B201', 1);
    enter(hub, 'in1', T0 + MINUTE, '鄂A61903', 2);
    assert.ok(
      seen(hub, 'out1', T0 + 10 * MINUTE, { plate: '京A1B201', passing: 1 }).commands.some(
        (it) => it.command === 'open',
      ),
    );
    // The line is cut: that the barrier rose and the car passed is not reported yet.
    hub.commands.length = 0;
    seen(hub, 'out1', T0 + 10 * MINUTE + late, { plate: '鄂A31903', passing: 2 });
    assert.deepEqual([hub.phase('out1'), hub.commands.filter((it) => it.command === 'open')], ['confirm', []]);
  }
  const hub = new Hub();
  enter(hub, 'in1', T0, '京A1B201', 1);
  seen(hub, 'out1', T0 + 10 * MINUTE, { plate: '京A1B201', passing: 1 });
  hub.commands.length = 0;
  seen(hub, 'out1', T0 + 10 * MINUTE + 5_000, { plate: '京A1B201', passing: 1 });
  assert.equal(
    hub.commands.filter((it) => it.command === 'open').length,
    1,
    'the car that still stands there is opened for once more',
  );
});
