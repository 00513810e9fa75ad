import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { levelWith, seatsNeeded, waitingShare } from './needed.ts';
import type { Load } from './needed.ts';

const percent = (share: number): number => Math.round(share * 100);
const permille = (share: number): number => Math.round(share * 1_000);

test('60 calls an hour of 90 s: 2 seats answer 42 % within 20 s, 3 seats 83 %, 4 seats 96 %', () => {
  const load = { callsPerHour: 60, handleS: 90 };
  assert.deepEqual(
    [2, 3, 4].map((seats) => percent(levelWith(seats, load))),
    [42, 83, 96],
  );
  assert.deepEqual(
    [0.4, 0.8, 0.9].map((level) => seatsNeeded(load, level)),
    [2, 3, 4],
  );
});

test('published values: 360 calls in half an hour of 240 s at 55 seats, and 200 an hour of 180 s at 14', () => {
  assert.equal(permille(waitingShare(55, 48)), 239);
  assert.equal(permille(levelWith(55, { callsPerHour: 720, handleS: 240 }, 15)), 846);
  assert.equal(permille(waitingShare(14, 10)), 174);
  assert.equal(permille(levelWith(14, { callsPerHour: 200, handleS: 180 })), 888);
  assert.equal(seatsNeeded({ callsPerHour: 200, handleS: 180 }, 0.8), 14);
});

test('one seat is busy as often as it is loaded, two under one erlang a third of the time, three under two four ninths', () => {
  assert.equal(waitingShare(1, 0.6).toFixed(12), (0.6).toFixed(12));
  assert.equal(waitingShare(2, 1).toFixed(12), (1 / 3).toFixed(12));
  assert.equal(waitingShare(3, 2).toFixed(12), (4 / 9).toFixed(12));
});

test('without calls no seat is needed, one call needs one, and seats with more to do than they can answer nobody in time', () => {
  assert.equal(seatsNeeded({ callsPerHour: 0, handleS: 90 }, 0.8), 0);
  assert.equal(levelWith(1, { callsPerHour: 0, handleS: 90 }), 1);
  assert.equal(seatsNeeded({ callsPerHour: 0.2, handleS: 60 }, 0.8), 1);
  assert.equal(levelWith(2, { callsPerHour: 80, handleS: 90 }), 0);
  assert.equal(waitingShare(2, 2), 1);
  assert.throws(() => seatsNeeded({ callsPerHour: 1, handleS: 60 }, 1), RangeError);
});

const loads = fc.record({
  callsPerHour: fc.double({ min: 0.1, max: 400, noNaN: true }),
  handleS: fc.integer({ min: 5, max: 900 }),
});

test('the seats needed are the fewest that reach the level, and one more never answers less', () => {
  fc.assert(
    fc.property(loads, fc.double({ min: 0.5, max: 0.99, noNaN: true }), (load, level) => {
      const seats = seatsNeeded(load, level);
      assert.ok(levelWith(seats, load) >= level);
      assert.ok(levelWith(seats - 1, load) < level);
      assert.ok(levelWith(seats + 1, load) >= levelWith(seats, load));
    }),
  );
});

/** Numbers above 0 up to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 1) / 4_294_967_296;
  };
}

/** One call after the other, each to the seat that is free first; no formula. */
function played(seats: number, { callsPerHour, handleS }: Load, seed: number): number {
  const random = randomOf(seed);
  const after = (mean: number): number => -Math.log(random()) * mean;
  const freeAt = Array.from({ length: seats }, () => 0);
  const calls = 200_000;
  let [at, inTime] = [0, 0];
  for (let nth = 0; nth < calls; nth += 1) {
    at += after(3_600 / callsPerHour);
    const first = freeAt.indexOf(Math.min(...freeAt));
    const begins = Math.max(at, freeAt[first]!);
    if (begins - at <= 20) inTime += 1;
    freeAt[first] = begins + after(handleS);
  }
  return inTime / calls;
}

test('a desk played call by call answers in time what the formula says, within 3 %', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.double({ min: 0.05, max: 0.8, noNaN: true }),
      fc.integer({ min: 15, max: 400 }),
      fc.nat(),
      (seats, busy, handleS, seed) => {
        const load = { callsPerHour: (seats * busy * 3_600) / handleS, handleS };
        const difference = Math.abs(played(seats, load, seed) - levelWith(seats, load));
        assert.ok(difference < 0.03, `${String(difference)} with ${String(seats)} seats`);
      },
    ),
    { numRuns: 20, seed: 26 },
  );
});
