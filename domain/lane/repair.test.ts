import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Repair } from './repair.ts';
import { Hub, MINUTE, T0, drive, enter, leave } from './hub.fixture.ts';
import {
  batchOut,
  correctPlate,
  markStale,
  mergeStays,
  remoteOpening,
  resolveSuspect,
  applyReported,
} from './repair.ts';

const P = '京A12345';
const DAY = 24 * 60 * MINUTE;
const who = (at: number) => ({ device: 'desk', seq: 1, rawAt: at, at, by: 'lili' });

function keep(hub: Hub, repair: Repair): Repair {
  if (repair.result === 'done') for (const fact of repair.facts) hub.keep(fact);
  return repair;
}
const only = <T>(list: readonly T[], i = 0): T => {
  const found = list[i];
  if (found === undefined) throw new Error('missing');
  return found;
};

/** The same plate came in twice: a suspect and an open stay. */
function doubled(): Hub {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  enter(hub, 'in1', T0 + 60 * MINUTE, P, 2);
  return hub;
}

test('a corrected plate is a row old to new, and the car leaves under the new text', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  keep(hub, correctPlate(hub.book, only(hub.stays()), '京A12346', who(T0 + MINUTE)));
  const change = only(hub.of('stayChanged'));
  assert.deepEqual([change.before.plate, change.after.plate, change.by], [P, '京A12346', 'lili']);
  assert.ok(leave(hub, 'out1', T0 + 5 * MINUTE, '京A12346', 1));
  assert.equal(only(hub.stays()).state, 'closed');
  assert.equal(correctPlate(hub.book, only(hub.stays()), '京A12346', who(T0)).result, 'refused');
});

test('when the new plate has another open stay they must be merged: the earliest entry stands, money of both counts', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  enter(hub, 'in1', T0 + MINUTE, '京A12B45', 2);
  const [first, second] = [only(hub.stays()), only(hub.stays(), 1)];
  const forced = correctPlate(hub.book, second, P, who(T0 + 2 * MINUTE));
  assert.deepEqual(forced.result === 'merge' && [forced.keep.id, forced.drop.id], [first.id, second.id]);
  hub.keep({
    fact: 'quoted',
    lane: null,
    passing: null,
    quote: {
      order: 'pre',
      stay: second.id,
      pricedAt: T0,
      validUntil: T0 + 60 * MINUTE,
      receivableFen: 500,
      deratedFen: 0,
      dueFen: 500,
      lines: [],
      tariff: null,
    },
  });
  hub.pay('pre', { kind: 'cash', id: 'c', amountFen: 500, tenderedFen: 500, drawer: 'd', at: T0 + MINUTE });
  keep(hub, mergeStays(hub.book, first, second, P, who(T0 + 2 * MINUTE)));
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['open', 'merged'],
  );
  assert.equal(hub.book.occupancy(), 1);
  assert.equal(hub.book.settled(first.id, '').paidFen, 500);
});

test('a suspect found to be a missed exit is closed at the newer entry and brings no revenue', () => {
  const hub = doubled();
  keep(
    hub,
    resolveSuspect(hub.book, only(hub.stays()), only(hub.stays(), 1), { verdict: 'missed-exit' }, who(T0 + DAY)),
  );
  const closed = only(hub.stays('closed-inferred'));
  assert.equal(closed.exit?.at, T0 + 60 * MINUTE);
  assert.equal(hub.postings.length, 0);
  assert.ok(hub.of('exceptionCleared').some((it) => it.code === 'E-DUP' && it.subject === closed.id));
});

test('a suspect found to be a clone is kept beside the other, and each leaves on its own', () => {
  const hub = doubled();
  keep(
    hub,
    resolveSuspect(hub.book, only(hub.stays()), only(hub.stays(), 1), { verdict: 'clone' }, who(T0 + 61 * MINUTE)),
  );
  assert.equal(hub.book.occupancy(), 2);
  leave(hub, 'out1', T0 + 70 * MINUTE, P, 1);
  leave(hub, 'out1', T0 + 80 * MINUTE, P, 2);
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['closed', 'closed'],
  );
  assert.equal(hub.book.occupancy(), 0);
});

test('a suspect found to be a misread is open again under its true plate', () => {
  const hub = doubled();
  keep(
    hub,
    resolveSuspect(
      hub.book,
      only(hub.stays()),
      only(hub.stays(), 1),
      { verdict: 'misread', plate: '京A12346' },
      who(T0 + DAY),
    ),
  );
  assert.deepEqual(
    hub
      .stays('open')
      .map((it) => it.plate)
      .toSorted(),
    [P, '京A12346'],
  );
  assert.equal(
    resolveSuspect(hub.book, only(hub.stays()), only(hub.stays(), 1), { verdict: 'clone' }, who(T0)).result,
    'refused',
  );
});

test('a car not seen for long takes no space, and is closed in a batch without a fee', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  assert.equal(markStale(hub.book, only(hub.stays()), T0, 30, who(T0 + 29 * DAY)).result, 'refused');
  keep(hub, markStale(hub.book, only(hub.stays()), T0, 30, who(T0 + 30 * DAY)));
  assert.equal(hub.book.occupancy(), 0);
  keep(hub, batchOut(only(hub.stays()), who(T0 + 31 * DAY)));
  assert.deepEqual(
    hub.stays().map((it) => it.state),
    ['closed-batch'],
  );
  assert.equal(hub.orders().length, 0);
});

test('a stale car that leaves after all is priced and closed as any other', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  keep(hub, markStale(hub.book, only(hub.stays()), T0, 1, who(T0 + DAY)));
  assert.ok(leave(hub, 'out1', T0 + 2 * DAY, P, 1));
  assert.equal(only(hub.stays()).state, 'closed');
  assert.equal(hub.book.occupancy(), 0);
});

test('an opening from afar has its call as its cause, whether the gate or the command arrives first', () => {
  for (const gateFirst of [false, true]) {
    const hub = new Hub();
    const { event, command } = remoteOpening('in1', { kind: 'remote', id: 'call-7' }, who(T0));
    if (!gateFirst) hub.apply(event);
    drive(hub, 'in1', T0, 1, [command]);
    if (gateFirst) hub.apply(event);
    const explained = hub.of('openingExplained').map((it) => it.cause);
    assert.deepEqual(gateFirst ? explained : hub.of('opening').map((it) => it.cause), [
      { kind: 'remote', id: 'call-7' },
    ]);
  }
});

test('when the newer of two was the misread one, correcting it ends the doubt of the older; an older doubt among three stays', () => {
  const hub = doubled();
  keep(hub, correctPlate(hub.book, only(hub.stays('open')), '京A99999', who(T0 + 70 * MINUTE)));
  assert.deepEqual(
    hub.stays().map((stay) => [stay.plate, stay.state]),
    [
      [P, 'open'],
      ['京A99999', 'open'],
    ],
  );
  assert.deepEqual(
    [hub.book.occupancy(), hub.of('exceptionCleared').map(({ subject }) => subject)],
    [2, [only(hub.stays()).id]],
  );
  assert.ok(leave(hub, 'out1', T0 + 80 * MINUTE, P, 1));

  const three = doubled();
  enter(three, 'in1', T0 + 120 * MINUTE, P, 3);
  keep(three, correctPlate(three.book, only(three.stays('open')), '京A99999', who(T0 + 130 * MINUTE)));
  assert.deepEqual(
    three.stays().map((stay) => stay.state),
    ['suspect', 'open', 'open'],
  );
});

test('correcting a doubted stay itself ends its doubt', () => {
  const hub = doubled();
  keep(hub, correctPlate(hub.book, only(hub.stays('suspect')), '京A99999', who(T0 + 70 * MINUTE)));
  assert.deepEqual([hub.stays('suspect').length, hub.book.occupancy(), hub.of('exceptionCleared').length], [0, 2, 1]);
});

test('what happens to a car inside is kept on its stay in the order of time, once, and can be taken back', () => {
  const hub = new Hub();
  enter(hub, 'in1', T0, P, 1);
  const happen = (event: string, minute: number, undo = false) =>
    keep(hub, applyReported(only(hub.stays()), { event, at: T0 + minute * MINUTE }, undo, who(T0 + 90 * MINUTE)));
  const why = (repair: Repair) => (repair.result === 'refused' ? repair.why : repair.result);
  assert.deepEqual(
    [
      happen('chargingEnd', 40),
      happen('chargingStart', 5),
      happen('chargingEnd', 40),
      happen('chargingEnd', 41, true),
      happen('chargingEnd', -1),
    ].map(why),
    ['done', 'done', 'event-known', 'event-unknown', 'before-entry'],
  );
  assert.deepEqual(only(hub.stays()).events, [
    { at: T0 + 5 * MINUTE, event: 'chargingStart' },
    { at: T0 + 40 * MINUTE, event: 'chargingEnd' },
  ]);
  happen('chargingStart', 5, true);
  assert.deepEqual(only(hub.stays()).events, [{ at: T0 + 40 * MINUTE, event: 'chargingEnd' }]);
  assert.deepEqual(
    hub.of('stayChanged').map((each) => [each.why, each.by]),
    [
      ['event', 'lili'],
      ['event', 'lili'],
      ['event', 'lili'],
    ],
  );
  enter(hub, 'in1', T0 + 10 * MINUTE, '京A12B45', 2);
  keep(
    hub,
    applyReported(only(hub.stays(), 1), { event: 'chargingStart', at: T0 + 20 * MINUTE }, false, who(T0 + 90 * MINUTE)),
  );
  keep(hub, mergeStays(hub.book, only(hub.stays()), only(hub.stays(), 1), P, who(T0 + 91 * MINUTE)));
  assert.deepEqual(
    only(hub.stays()).events?.map(({ event }) => event),
    ['chargingStart', 'chargingEnd'],
    'two that were one car: what happened to both happened to it',
  );
  assert.ok(leave(hub, 'out1', T0 + 120 * MINUTE, P, 1));
  assert.equal(
    why(
      applyReported(only(hub.stays()), { event: 'chargingEnd', at: T0 + 60 * MINUTE }, false, who(T0 + 130 * MINUTE)),
    ),
    'not-inside',
  );
});
