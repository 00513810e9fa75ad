/**
 * INV-D1 to D4: lanes that lose their line for hours and come back, against the twin that never lost it. INV-D6: what a
 * list they decide by is worth meanwhile.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '#test/property.ts';
import { BLACK, CARS, Day, GUESSED_FEN, SETUP, history, outcome } from './history.fixture.ts';
import type { Cut, Op } from './history.fixture.ts';
import { Hub, MINUTE, T0 } from './hub.fixture.ts';
import { heldAfter, holdsUntil, letsIn, listHash, listNeeds, noList } from './held-list.ts';
import type { HeldCar, HeldList } from './held-list.ts';
import type { LaneEvent } from './types.ts';
import { balances } from '../ledger/ledger.ts';

const wide = { ...SETUP, capacity: null, groupPlates: [] };
const RUNS = { numRuns: 1_000 };

/**
 * Up to six spells without a line of ten minutes to twelve hours, at any number of lanes; `black` is what the lanes'
 * lists say meanwhile.
 */
const cuts = (black: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Cut[]> =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom('in1', 'in2', 'out1', 'out2'),
        fc.integer({ min: 0, max: 1_800 }),
        fc.integer({ min: 10, max: 720 }),
        black,
      )
      .map(([lane, from, minutes, list]) => ({
        lane,
        from: T0 + from * MINUTE,
        to: T0 + (from + minutes) * MINUTE,
        black: list,
      })),
    { minLength: 1, maxLength: 6, size: 'max' },
  );

/**
 * A lane without a line opens for who does not pay, or not enough, and one that has a line does not: nobody of them
 * backs out.
 */
const ops = history({ misread: false, tail: false }, 30).map((all) =>
  all.map((op) => (op.op === 'depart' && (op.pay === 'none' || op.pay === 'short') ? { ...op, back: false } : op)),
);
const twins = (done: readonly Op[], spells: readonly Cut[]): { cut: Hub; never: Hub } => ({
  cut: new Day(wide, spells).run(done).hub,
  never: new Day(wide).run(done).hub,
});

/**
 * INV-D4: what a lane has charged is what the platform charges, where that knows when the car came in and nothing was
 * paid before. How many.
 */
function pricedAlike(hub: Hub): number {
  const quotes = hub.of('quoted').map(({ quote }) => quote);
  const once = (stay: string): boolean => quotes.filter((it) => it.stay === stay).length === 1;
  const byLane = hub
    .of('cash')
    .filter(({ offline, amountFen, stay }) => offline && amountFen !== GUESSED_FEN && once(stay));
  const both = byLane.flatMap(({ order, amountFen }) =>
    quotes.filter((it) => it.order === order && it.tariff !== 'T-min').map(({ dueFen }) => [amountFen, dueFen]),
  );
  for (const [amount, due] of both) assert.equal(amount, due);
  return both.length;
}

test('lists in force, 1,000 schedules: stays, ends, passages and openings under their own ids are those of the twin', () => {
  let [marked, priced] = [0, 0];
  fc.assert(
    fc.property(ops, cuts(fc.constant([BLACK])), (done, spells) => {
      const { cut, never } = twins(done, spells);
      const { cash: _, ...rest } = outcome(cut) as Record<string, unknown>;
      const { cash: __, ...same } = outcome(never) as Record<string, unknown>;
      assert.deepEqual(rest, same);
      for (const { held, missing } of cut.devices.values()) assert.deepEqual([held, missing], [[], undefined]);
      priced += pricedAlike(cut);
      marked += cut.of('decision').filter(({ offline }) => offline).length;
    }),
    RUNS,
  );
  assert.ok(
    marked > 300 && priced > 10,
    `${marked} decisions were made by lanes alone, ${priced} stays were priced by both`,
  );
});

/** Each plate's ended stays by their times, and what was booked for them, whatever the ids. */
function ledgerOf(hub: Hub, plate: string): unknown {
  const stays = hub.stays().filter((it) => it.state !== 'merged' && (it.plate === plate || it.exitPlate === plate));
  return stays
    .map((it) =>
      [
        it.state,
        it.entry?.at ?? null,
        it.exit?.at ?? null,
        ...hub.book.ordersOf(it.id).map(({ receivableFen, paidFen }) => `${receivableFen}/${paidFen}`),
      ].join(' '),
    )
    .toSorted();
}

/**
 * Plates of which a lane decided alone, or whose car was in a lane's journal while the platform was queried about it.
 */
const touched = (hub: Hub): ReadonlySet<string> =>
  new Set([
    ...hub
      .of('decision')
      .filter(({ offline }) => offline)
      .map(({ plate }) => plate),
    ...hub
      .stays()
      .filter(({ offline }) => offline)
      .map(({ plate }) => plate),
  ]);

test('lists out of date, 1,000 schedules: every car no lane decided about alone is as with the twin, to the fen; where a lane decided otherwise it is listed', () => {
  let listed = 0;
  fc.assert(
    fc.property(ops, cuts(fc.subarray([BLACK, CARS[2]])), (done, spells) => {
      const { cut, never } = twins(done, spells);
      const alone = touched(cut);
      for (const plate of CARS) if (!alone.has(plate)) assert.deepEqual(ledgerOf(cut, plate), ledgerOf(never, plate));
      const otherwise = new Set(
        cut
          .of('exception')
          .filter(({ code }) => code === 'E-OFFLINE')
          .map(({ plate }) => plate),
      );
      for (const { plate, verdict, lane, reasons } of cut.of('decision').filter((it) => it.offline)) {
        assert.ok(reasons.includes('decided-offline'));
        if (lane.startsWith('in') && (verdict === 'open') === (plate === BLACK))
          assert.ok(otherwise.has(plate), `${plate} ${verdict}`);
      }
      listed += otherwise.size;
      assert.equal(
        [...balances(cut.postings).values()].reduce((sum, it) => sum + it, 0),
        0,
      );
    }),
    RUNS,
  );
  assert.ok(listed > 50, `${listed} were listed`);
});

const [HOLDER, OTHER, LOOK] = [CARS[0], CARS[1], 5 * MINUTE];
const END = T0 + 3_000 * MINUTE;
const minute = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: from, max: to }).map((nth) => T0 + nth * MINUTE);
/**
 * A limit of the list's age, when the pass runs out by itself and when it is revoked, spells without a line, and when
 * the holder comes.
 */
const trials = fc.record({
  hours: fc.integer({ min: 1, max: 24 }),
  ends: minute(1_000, 6_000),
  revoked: minute(100, 2_500),
  spells: fc.array(
    fc
      .tuple(minute(0, 2_500), fc.integer({ min: 10, max: 2_000 }))
      .map(([from, minutes]) => ({ from, to: from + minutes * MINUTE })),
    { minLength: 1, maxLength: 3 },
  ),
  comes: fc
    .uniqueArray(fc.integer({ min: 1, max: 2_998 }), { minLength: 15, maxLength: 25 })
    .map((all) => all.toSorted((a, b) => a - b).map((nth) => T0 + nth * MINUTE + MINUTE / 2)),
});
type Trial = typeof trials extends fc.Arbitrary<infer T> ? T : never;

/**
 * The holder comes to a lane for passes alone and backs out again. The platform looks at its list every five minutes
 * while the line stands.
 */
function comings({ hours, ends, revoked, spells, comes }: Trial): {
  hub: Hub;
  alone: { at: number; opened: boolean; agreed: number }[];
} {
  const pass = { id: 'pass1', endedDays: 0, group: null };
  const hub = new Hub({
    passes: { [HOLDER]: (at) => ({ ...pass, state: at < Math.min(ends, revoked) ? 'valid' : 'expired' }) },
    laneBar: (_lane, _kind, fixed) => (fixed ? null : 'lane-full'),
  });
  const wanted = (at: number): HeldCar[] => [
    ...(at < Math.min(ends, revoked) ? [{ plate: HOLDER, until: new Date(ends).toISOString() }] : []),
    { plate: OTHER, until: null },
  ];
  const alone: { at: number; opened: boolean; agreed: number }[] = [];
  let [held, agreed, passing]: [HeldList, number, number] = [noList, -Infinity, 0];
  const journal: LaneEvent[] = [];
  for (let at = T0, next = 0; at < END; at += LOOK) {
    for (; next < comes.length && comes[next]! < at; next += 1) {
      const now = comes[next]!;
      const cut = spells.some(({ from, to }) => from <= now && now < to);
      const opened = letsIn(held, HOLDER, now);
      passing += 1;
      const content = {
        kind: 'plate',
        passing,
        plate: HOLDER,
        colour: 'blue',
        confidence: 0.9,
        picture: null,
        ...(cut ? { offline: { opened, cashFen: 0 } } : {}),
      } as const;
      journal.push(
        hub.message('cam-in1', 'in1', now, content),
        hub.message('cam-in1', 'in1', now + 8_000, { kind: 'gone', passing }),
      );
      if (cut) alone.push({ at: now, opened, agreed });
      else for (const message of journal.splice(0)) hub.receive(message);
    }
    if (spells.some(({ from, to }) => from <= at && at < to)) continue;
    agreed = at;
    const [list, has] = [wanted(at), listHash(held.cars, at)];
    const needs = listNeeds({ same: has === listHash(list, at), until: held.until, hours }, at);
    if (needs === 'confirm')
      held = heldAfter(held, { action: 'confirm', hash: has, holdsUntil: holdsUntil(hours, at) }, at)!;
    if (needs === 'sync')
      held = heldAfter(held, { action: 'sync', entries: list, holdsUntil: holdsUntil(hours, at) }, at)!;
  }
  for (const message of journal) hub.receive(message);
  return { hub, alone };
}

test('INV-D6, 1,000 schedules: a revoked pass opens a lane that is cut off until its list is older than the limit and never after; an ended one not even so long', () => {
  const seen = { before: 0, after: 0, over: 0 };
  fc.assert(
    fc.property(trials, (trial) => {
      const { hub, alone } = comings(trial);
      const limit = trial.hours * 60 * MINUTE;
      for (const { at, opened, agreed } of alone) {
        const valid = agreed < Math.min(trial.revoked, trial.ends) && at < trial.ends;
        if (opened)
          assert.ok(
            valid && at < agreed + limit && (at < trial.revoked || at < trial.revoked + limit),
            `opened at ${(at - T0) / MINUTE}`,
          );
        else assert.ok(!valid || at >= agreed + (limit * 11) / 12, `stayed shut at ${(at - T0) / MINUTE}`);
        if (valid && at >= trial.revoked) seen[opened ? 'before' : 'after'] += 1;
        if (valid && at < trial.revoked && !opened) seen.over += 1;
      }
      const decided = hub.of('decision').filter(({ offline }) => offline);
      assert.deepEqual(
        decided.map(({ at, verdict, reasons }) => [at, verdict, reasons[0]]),
        alone.map(({ at, opened }) => [at, opened ? 'open' : 'refuse', 'decided-offline']),
      );
      const otherwise = alone
        .filter(({ at, opened }) => opened !== at < Math.min(trial.revoked, trial.ends))
        .map(({ at }) => at);
      assert.deepEqual(
        hub
          .of('exception')
          .filter(({ code }) => code === 'E-OFFLINE')
          .map(({ at }) => at),
        otherwise,
      );
    }),
    RUNS,
  );
  assert.ok(
    Math.min(...Object.values(seen)) > 300,
    `let in after the pass was revoked, kept out by the age of the list, kept out with a good pass: ${JSON.stringify(seen)}`,
  );
});
