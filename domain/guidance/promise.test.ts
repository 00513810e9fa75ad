/** Promises of boards: pairing, margins and reserves, against slow ways to the same and against simulated floors. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { fc } from '#test/property.ts';
import { shareInterval } from '#domain/share/interval.ts';
import { nextLine } from './board.ts';
import { playFloor } from './floor.fixture.ts';
import type { Played } from './floor.fixture.ts';
import { LEAST_ARRIVALS, TARGET, expectedOf, openWith, outcomesOf, reserveFor } from './promise.ts';
import type { Observed } from './promise.ts';

/** A desk of waiting drivers: each taking is of whoever waits longest and has not given up. */
function slowOutcomes(arrivals: readonly number[], events: readonly { at: number }[], withinMs: number) {
  const result: ({ at: number } | null)[] = arrivals.map(() => null);
  const waiting: number[] = [];
  const all = [
    ...arrivals.map((at, nth) => ({ at, nth, event: null as { at: number } | null })),
    ...events.map((event) => ({ at: event.at, nth: 0, event })),
  ].sort((a, b) => a.at - b.at || Number(a.event !== null) - Number(b.event !== null));
  for (const { at, nth, event } of all)
    if (event === null) waiting.push(nth);
    else {
      const able = waiting.filter((each) => at - arrivals[each]! <= withinMs);
      if (able.length === 0) continue;
      result[able[0]!] = event;
      waiting.splice(waiting.indexOf(able[0]!), 1);
    }
  return result;
}

/** How many can be paired at all, by trying every exchange. */
function mostPairs(arrivals: readonly number[], events: readonly { at: number }[], withinMs: number): number {
  const ofEvent = events.map(() => -1);
  const place = (nth: number, seen: Set<number>): boolean =>
    events.some(({ at }, event) => {
      if (at < arrivals[nth]! || at - arrivals[nth]! > withinMs || seen.has(event)) return false;
      seen.add(event);
      if (ofEvent[event] !== -1 && !place(ofEvent[event]!, seen)) return false;
      ofEvent[event] = nth;
      return true;
    });
  return arrivals.filter((_, nth) => place(nth, new Set())).length;
}

const instants = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 14 }).map((all) => all.sort((a, b) => a - b));

test('arrivals are paired as a queue of drivers would be, and no other way pairs more', () => {
  fc.assert(
    fc.property(instants, instants, fc.integer({ min: 0, max: 12 }), (arrivals, takings, within) => {
      const events = takings.map((at) => ({ at }));
      const found = outcomesOf(arrivals, events, within);
      assert.deepEqual(found, slowOutcomes(arrivals, events, within));
      assert.equal(found.filter(Boolean).length, mostPairs(arrivals, events, within));
    }),
    { numRuns: 2_000 },
  );
});

test('one figure says with which reserves a board shows a number, also after it showed FULL', () => {
  const limitsOf = fc.record({ fullAt: fc.integer({ min: 0, max: 4 }), more: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(limitsOf, fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 30 }), ({ fullAt, more }, frees) => {
      const limits = { fullAt, clearAt: fullAt + more };
      const boards = Array.from({ length: 22 }, () => false);
      let open = 22;
      for (const free of frees) {
        for (const [reserve, full] of boards.entries()) boards[reserve] = nextLine(full, free - reserve, limits).full;
        open = openWith(open, free, limits);
        assert.deepEqual(
          boards,
          boards.map((_, reserve) => reserve >= open),
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

const row = (reserve: number, margin: number, arrivals: number, kept: number): Observed => ({
  reserve,
  margin,
  arrivals,
  kept,
});

test('the reserve is the smallest that would have kept enough; too few arrivals propose none, and nor does a floor nobody finds', () => {
  const observed = [row(0, 0, 100, 60), row(0, 1, 100, 80), row(0, 2, 100, 92), row(0, 9, 1_000, 990)];
  // 990 of 1,000 with 3, 1,082 of 1,100 with 2, 1,162 of 1,200 with 1, 1,222 of 1,300 with none: 94 %.
  assert.deepEqual(reserveFor(observed, 0), { reserve: 1, arrivals: 1_200, kept: 1_162 });
  assert.deepEqual(reserveFor([row(0, 9, LEAST_ARRIVALS - 1, 40)], 0), null);
  assert.deepEqual(reserveFor([row(0, 9, LEAST_ARRIVALS, LEAST_ARRIVALS)], 0)?.reserve, 0);
  assert.equal(reserveFor([row(0, 60, 500, 300)], 0), null);
  assert.equal(reserveFor([row(0, 3, 500, 300)], 0), null);
});

test('a reserve is lowered by one at a time, and never to one that was in force and kept too few', () => {
  const good = [row(0, 30, 900, 900)];
  assert.equal(reserveFor(good, 6)?.reserve, 5);
  assert.equal(reserveFor([...good, row(5, 9, 100, 90)], 6)?.reserve, 6);
  assert.equal(reserveFor([...good, row(4, 9, 100, 90)], 6)?.reserve, 5);
  // What was in force missed: the next that is expected to keep enough.
  assert.equal(reserveFor([...good, row(6, 9, 100, 90)], 6)?.reserve, 7);
  assert.equal(reserveFor([...good, row(6, 9, LEAST_ARRIVALS - 1, 20)], 6)?.reserve, 5);
});

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Drivers a minute by hour: noon and evening want more than 200 spaces can take. */
const RATES = [0.3, 0.2, 0.2, 0.2, 0.3, 0.5, 1, 2, 3, 3.5, 4, 5, 6.5, 5, 4, 3.5, 3.5, 4.5, 7, 6, 4, 2, 1, 0.5];
const NONE = RATES.map(() => 0);
const play = (reserves: readonly number[], seed: number, days = 35, patienceMs = 360_000): Played =>
  playFloor({
    spaces: 200,
    limits: { fullAt: 0, clearAt: 3 },
    perMinute: (hour) => RATES[hour]!,
    reserve: (hour) => reserves[hour]!,
    hours: 24 * days,
    random: randomFrom(seed),
    patienceMs,
  });
const followersOf = ({ arrivals }: Played, hour: number) => arrivals.filter((each) => each.hour === hour && !each.full);
const sharesOf = (played: Played, hours: readonly number[]) => {
  const followers = hours.flatMap((hour) => followersOf(played, hour));
  const kept = followers.filter((each) => each.kept).length;
  return { share: kept / followers.length, ...shareInterval(kept, followers.length)! };
};
const observedIn = ({ arrivals }: Played, hour: number, reserve: number): Observed[] =>
  arrivals
    .filter((each) => each.hour === hour)
    .map(({ margin, kept }) => ({ reserve, margin, arrivals: 1, kept: Number(kept) }));

test('tuned by what was observed, boards of a simulated floor keep 95 % in the hours that needed a reserve, and one less held back would not', () => {
  let reserves: readonly number[] = NONE;
  const observed: Observed[][] = RATES.map(() => []);
  for (let round = 0; round < 8; round += 1) {
    const played = play(reserves, 100 + round);
    reserves = reserves.map((inForce, hour) => {
      for (const each of observedIn(played, hour, inForce)) observed[hour]!.push(each);
      return reserveFor(observed[hour]!, inForce)?.reserve ?? inForce;
    });
  }
  const [before, after] = [play(NONE, 900, 70), play(reserves, 901, 70)];
  const less = play(
    reserves.map((reserve) => Math.max(0, reserve - 1)),
    902,
    70,
  );
  const held = [...RATES.keys()].filter((hour) => reserves[hour]! > 0);
  // Without a reserve these miss by far, so that the proof is of something.
  assert.ok(held.length >= 3 && sharesOf(before, held).high < 0.93, String(reserves));
  assert.ok(sharesOf(after, held).share >= TARGET, String(sharesOf(after, held).share));
  for (const hour of RATES.keys()) assert.ok(sharesOf(after, [hour]).high >= TARGET, `${hour}:00`);
  assert.ok(sharesOf(less, held).high < TARGET, String(sharesOf(less, held).share));
  for (const hour of held) assert.ok(sharesOf(less, [hour]).low < TARGET, `${hour}:00`);
});

test('what is paired from reports is within three points of what drivers found where boards are close to the target', () => {
  for (const patienceMs of [200_000, 360_000, 600_000]) {
    const played = play(
      RATES.map(() => 4),
      7,
      35,
      patienceMs,
    );
    for (const hour of [12, 18, 19]) {
      const followers = followersOf(played, hour);
      const truth = followers.filter(({ found }) => found).length / followers.length;
      const { share } = sharesOf(played, [hour]);
      assert.ok(truth > 0.9 && truth < 1, String(truth));
      assert.ok(Math.abs(share - truth) < 0.03, `${hour}:00 ${share} ${truth}`);
    }
  }
});

test('what is expected of a reserve is counted arrival by arrival', () => {
  const { arrivals } = play(NONE, 3, 3);
  const observed = observedIn({ arrivals, turnedAway: 0 }, 18, 0);
  for (const reserve of [0, 1, 5, 20]) {
    const shown = arrivals.filter((each) => each.hour === 18 && each.margin >= reserve);
    assert.deepEqual(expectedOf(observed, reserve), {
      reserve,
      arrivals: shown.length,
      kept: shown.filter(({ kept }) => kept).length,
    });
  }
});
