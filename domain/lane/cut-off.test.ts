/** INV-D1 to D4: lanes that lose their line for hours and come back, against the twin that never lost it. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BLACK, CARS, Day, GUESSED_FEN, SETUP, history, outcome } from './history.fixture.ts';
import type { Cut, Op } from './history.fixture.ts';
import { MINUTE, T0 } from './hub.fixture.ts';
import type { Hub } from './hub.fixture.ts';
import { balances } from '../ledger/ledger.ts';

const wide = { ...SETUP, capacity: null, groupPlates: [] };
const RUNS = { numRuns: 1_000 };

/** Up to six spells without a line of ten minutes to twelve hours, at any lanes at once; `black` is what the lanes' lists say meanwhile. */
const cuts = (black: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Cut[]> => fc.array(
  fc.tuple(fc.constantFrom('in1', 'in2', 'out1', 'out2'), fc.integer({ min: 0, max: 1_800 }), fc.integer({ min: 10, max: 720 }), black)
    .map(([lane, from, minutes, list]) => ({ lane, from: T0 + from * MINUTE, to: T0 + (from + minutes) * MINUTE, black: list })),
  { minLength: 1, maxLength: 6, size: 'max' });

/** A lane without a line opens for who does not pay, or not enough, and one that has a line does not: nobody of them backs out. */
const ops = history({ misread: false, tail: false }, 30).map((all) => all.map((op) => (op.op === 'depart' && (op.pay === 'none' || op.pay === 'short') ? { ...op, back: false } : op)));
const twins = (done: readonly Op[], spells: readonly Cut[]): { cut: Hub; never: Hub } => ({ cut: new Day(wide, spells).run(done).hub, never: new Day(wide).run(done).hub });

/** INV-D4: what a lane has asked is what the platform asks, where that knows when the car came in and nothing was paid before. How many. */
function pricedAlike(hub: Hub): number {
  const quotes = hub.of('quoted').map(({ quote }) => quote);
  const once = (stay: string): boolean => quotes.filter((it) => it.stay === stay).length === 1;
  const byLane = hub.of('cash').filter(({ offline, amountFen, stay }) => offline && amountFen !== GUESSED_FEN && once(stay));
  const both = byLane.flatMap(({ order, amountFen }) => quotes.filter((it) => it.order === order && it.tariff !== 'T-min').map(({ dueFen }) => [amountFen, dueFen]));
  for (const [asked, due] of both) assert.equal(asked, due);
  return both.length;
}

test('lists in force, 1,000 schedules: stays, ends, passages and openings under their own ids are those of the twin', () => {
  let [marked, priced] = [0, 0];
  fc.assert(fc.property(ops, cuts(fc.constant([BLACK])), (done, spells) => {
    const { cut, never } = twins(done, spells);
    const { cash: _, ...rest } = outcome(cut) as Record<string, unknown>;
    const { cash: __, ...same } = outcome(never) as Record<string, unknown>;
    assert.deepEqual(rest, same);
    for (const { held, missing } of cut.devices.values()) assert.deepEqual([held, missing], [[], undefined]);
    priced += pricedAlike(cut);
    marked += cut.of('decision').filter(({ offline }) => offline).length;
  }), RUNS);
  assert.ok(marked > 300 && priced > 10, `${marked} decisions were made by lanes alone, ${priced} stays were priced by both`);
});

/** Each plate's ended stays by their times, and what was booked for them, whatever the ids. */
function ledgerOf(hub: Hub, plate: string): unknown {
  const stays = hub.stays().filter((it) => it.state !== 'merged' && (it.plate === plate || it.exitPlate === plate));
  return stays.map((it) => [it.state, it.entry?.at ?? null, it.exit?.at ?? null, ...hub.book.ordersOf(it.id).map(({ receivableFen, paidFen }) => `${receivableFen}/${paidFen}`)].join(' ')).toSorted();
}

/** Plates of which a lane decided alone, or whose car was in a lane's journal while the platform was asked about it. */
const touched = (hub: Hub): ReadonlySet<string> => new Set([
  ...hub.of('decision').filter(({ offline }) => offline).map(({ plate }) => plate),
  ...hub.stays().filter(({ offline }) => offline).map(({ plate }) => plate),
]);

test('lists out of date, 1,000 schedules: every car no lane decided about alone is as with the twin, to the fen; where a lane decided otherwise it is listed', () => {
  let listed = 0;
  fc.assert(fc.property(ops, cuts(fc.subarray([BLACK, CARS[2]])), (done, spells) => {
    const { cut, never } = twins(done, spells);
    const alone = touched(cut);
    for (const plate of CARS) if (!alone.has(plate)) assert.deepEqual(ledgerOf(cut, plate), ledgerOf(never, plate));
    const otherwise = new Set(cut.of('exception').filter(({ code }) => code === 'E-OFFLINE').map(({ plate }) => plate));
    for (const { plate, verdict, lane, reasons } of cut.of('decision').filter((it) => it.offline)) {
      assert.ok(reasons.includes('decided-offline'));
      if (lane.startsWith('in') && (verdict === 'open') === (plate === BLACK)) assert.ok(otherwise.has(plate), `${plate} ${verdict}`);
    }
    listed += otherwise.size;
    assert.equal([...balances(cut.postings).values()].reduce((sum, it) => sum + it, 0), 0);
  }), RUNS);
  assert.ok(listed > 100, `${listed} were listed`);
});
