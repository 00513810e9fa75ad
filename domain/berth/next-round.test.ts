/** The next berth to walk to: worked orders, and a simulated day against the list by waiting time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE, SECOND } from '../time/zone.ts';
import { chance } from './chance.fixture.ts';
import { ROUND_PARAMETERS, lossPerMinute, nextCar, readAt, roundOrder } from './next-round.ts';
import type { Waiting } from './next-round.ts';

const car = (berthId: string, metres: number, minutesAgo: number, fenPerMinute = 20): Waiting => ({
  berthId,
  metres,
  occupiedSince: -minutesAgo * MINUTE,
  fenPerMinute,
});
const order = (...cars: Waiting[]) => roundOrder(cars, 0, 0).map(({ berthId }) => berthId);

test('a car on the way is read before one a little longer there and far away', () => {
  assert.deepEqual(order(car('far', 500, 9), car('near', 12, 4)), ['near', 'far']);
});

test('of two cars equally far on either side the dearer and the longer waiting comes first', () => {
  const from = (...cars: Waiting[]) => roundOrder(cars, 100, 0).map(({ berthId }) => berthId);
  assert.deepEqual(from(car('cheap', 40, 5, 10), car('dear', 160, 5, 30)), ['dear', 'cheap']);
  assert.deepEqual(from(car('short', 40, 12), car('long', 160, 45)), ['long', 'short']);
  assert.deepEqual(from(car('long', 160, 45), car('on the way', 130, 1), car('short', 40, 12)).slice(0, 2), [
    'on the way',
    'long',
  ]);
});

test('a car longer there than a plate reaches back loses its price every minute besides', () => {
  const rise = lossPerMinute(31, 20, ROUND_PARAMETERS) - lossPerMinute(29, 20, ROUND_PARAMETERS);
  assert.equal(rise.toFixed(6), (20 + (20 * 2) / 60).toFixed(6));
});

type Arrival = {
  readonly at: number;
  readonly leaves: number;
  readonly metres: number;
  readonly berthId: string;
  readonly fenPerMinute: number;
};
type Choice = (waiting: readonly Waiting[], metres: number, now: number) => Waiting;

/**
 * Cars of ten hours on 100 berths of six metres each, one every `gap` minutes; every third berth is of a class four
 * times as dear.
 */
function arrivals(seed: number, gap: number): Arrival[] {
  const random = chance(seed);
  const freeAt = Array.from({ length: 100 }, () => 0);
  const list: Arrival[] = [];
  for (let at = 0; at < 600 * MINUTE; at += -Math.log(1 - random()) * gap * MINUTE) {
    const nth = Math.floor(random() * 100);
    if (freeAt[nth]! > at) continue;
    const leaves = at + (5 - Math.log(1 - random()) * 55) * MINUTE;
    freeAt[nth] = leaves + MINUTE;
    list.push({
      at,
      leaves,
      metres: nth * 6,
      berthId: `R${nth} ${Math.round(at)}`,
      fenPerMinute: nth % 3 === 0 ? 20 : 5,
    });
  }
  return list;
}

/** When each car was read, if it was, when one collector always walks to the car `choose` names. */
function walked(cars: readonly Arrival[], choose: Choice): (number | null)[] {
  const tried = new Map<string, number | null>();
  let now = 0;
  let metres = 0;
  while (now < 620 * MINUTE) {
    const here = cars.filter((each) => each.at <= now && now < each.leaves && !tried.has(each.berthId));
    if (here.length === 0) {
      now += 10 * SECOND;
      continue;
    }
    const next = choose(
      here.map((each): Waiting => ({ ...each, occupiedSince: each.at })),
      metres,
      now,
    );
    now = readAt(next, metres, now, ROUND_PARAMETERS);
    metres = next.metres;
    // A car that left meanwhile was walked to in vain.
    tried.set(next.berthId, now < cars.find(({ berthId }) => berthId === next.berthId)!.leaves ? now : null);
  }
  return cars.map(({ berthId }) => tried.get(berthId) ?? null);
}

/** Share of cars read within ten minutes. */
const readInTime = (cars: readonly Arrival[], choose: Choice): number =>
  walked(cars, choose).filter((at, nth) => at !== null && at - cars[nth]!.at <= 10 * MINUTE).length / cars.length;

/** What could not be billed, in fen: unread cars whole, late ones as far as the plate does not reach back. */
function lostFen(cars: readonly Arrival[], choose: Choice): number {
  return walked(cars, choose).reduce<number>((sum, read, nth) => {
    const { at, leaves, fenPerMinute } = cars[nth]!;
    const from = read === null ? leaves : Math.max(at, read - ROUND_PARAMETERS.maxBackMinutes * MINUTE);
    return sum + ((from - at) / MINUTE) * fenPerMinute;
  }, 0);
}

const nearest: Choice = (waiting, metres) =>
  [...waiting].sort((a, b) => Math.abs(a.metres - metres) - Math.abs(b.metres - metres))[0]!;
const longestFirst: Choice = (waiting, metres) =>
  [...waiting].sort(
    (a, b) => a.occupiedSince - b.occupiedSince || Math.abs(a.metres - metres) - Math.abs(b.metres - metres),
  )[0]!;
const byLoss: Choice = (waiting, metres, now) => nextCar(waiting, metres, now)!;
const SEEDS = [3, 5, 8, 13];

test('same collector, same day: reads within 10 minutes rise by at least 15 points against the longest waiting, nearest first', () => {
  for (const seed of SEEDS) {
    const cars = arrivals(seed, 3.2);
    const before = readInTime(cars, longestFirst);
    const after = readInTime(cars, byLoss);
    assert.ok(before > 0.4, 'a load that the list by waiting time can carry');
    assert.ok(after - before >= 0.15, `seed ${seed}: ${(before * 100).toFixed(1)} % to ${(after * 100).toFixed(1)} %`);
  }
});

test('more cars than one can read in time: less money is lost than by walking to the nearest', () => {
  for (const gap of [1.15, 1.6, 2.2]) {
    const lost = (choose: Choice) => SEEDS.reduce((sum, seed) => sum + lostFen(arrivals(seed, gap), choose), 0);
    assert.ok(lost(byLoss) < lost(nearest), `a car every ${gap} min: ${lost(byLoss)} fen against ${lost(nearest)}`);
  }
});
