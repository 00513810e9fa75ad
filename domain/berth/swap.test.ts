/** Swapped sensors are found, and sensors that are wrong in other ways are not taken for swapped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../time/zone.ts';
import { chance } from './chance.fixture.ts';
import { swapsOf } from './swap.ts';
import type { Look } from './sensed.ts';

const BERTHS = 50;
const DAYS = 2;

/**
 * Days of a section of 50 berths: sensors that report every change, and a person who checks each berth every other hour
 * or so.
 */
function section(seed: number, sensorOf: (berth: number) => number, dead: number | null = null) {
  const random = chance(seed);
  const truth = Array.from({ length: BERTHS }, () => {
    const changes: number[] = [];
    for (let at = random() * HOUR; at < DAYS * 24 * HOUR; at += (10 + 100 * random()) * MINUTE) changes.push(at);
    return changes;
  });
  const stands = (berth: number, at: number): boolean =>
    truth[berth]!.filter((change) => change <= at).length % 2 === 1;
  const sensed: Look[] = [];
  for (let berth = 0; berth < BERTHS; berth += 1) {
    const times = [...truth[sensorOf(berth)]!, ...Array.from({ length: DAYS * 24 }, (_, hour) => hour * HOUR)];
    for (const at of times)
      if (random() > 0.02)
        // a lost message
        sensed.push({ berthId: `R${berth}`, at, occupied: berth !== dead && stands(sensorOf(berth), at) });
  }
  const seen = Array.from({ length: DAYS * 12 * BERTHS }, (): Look => {
    const berth = Math.floor(random() * BERTHS);
    const at = random() * DAYS * 24 * HOUR;
    return { berthId: `R${berth}`, at, occupied: random() < 0.01 ? !stands(berth, at) : stands(berth, at) };
  });
  return { seen, sensed };
}

const swapped = (a: number, b: number) => (berth: number) => (berth === a ? b : berth === b ? a : berth);

test('two sensors mounted the wrong way round are found, neighbours or not', () => {
  for (const [seed, a, b] of [
    [1, 10, 11],
    [2, 3, 40],
    [3, 0, 49],
  ] as const) {
    const { seen, sensed } = section(seed, swapped(a, b));
    const found = swapsOf(seen, sensed, 3 * HOUR);
    assert.deepEqual(
      found.map(({ berths }) => berths.toSorted()),
      [[`R${a}`, `R${b}`].toSorted()],
    );
    assert.ok(found[0]!.times >= 5);
  }
});

test('sensors in their places, with lost messages and a mistaken look in a hundred, are no swap', () => {
  for (let seed = 10; seed < 20; seed += 1) {
    const { seen, sensed } = section(seed, (berth) => berth);
    assert.deepEqual(swapsOf(seen, sensed, 3 * HOUR), []);
  }
});

test('a sensor that always says free has changed places with none', () => {
  for (let seed = 20; seed < 30; seed += 1) {
    const { seen, sensed } = section(seed, (berth) => berth, 7);
    assert.deepEqual(swapsOf(seen, sensed, 3 * HOUR), []);
  }
});

test('what is seldom seen is not judged: less than five times is chance', () => {
  const { seen, sensed } = section(1, swapped(10, 11));
  const few = seen.filter(({ berthId }) => berthId === 'R10' || berthId === 'R11').slice(0, 4);
  assert.deepEqual(swapsOf(few, sensed, 3 * HOUR), []);
});
