import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { isMainlandPlate } from '#domain/plate/plate.ts';
import { drawPlate, homeOf, misread } from './plates.ts';
import { planPark, taken } from './plan.ts';
import type { Movement, Plan } from './plan.ts';
import { randomFrom } from './random.ts';
import { readOccupancy, readParks } from './series.ts';

const MINUTE = 60_000;
const series = fc
  .record({
    capacity: fc.integer({ min: 1, max: 120 }),
    steps: fc.array(fc.record({ gap: fc.integer({ min: 1, max: 90 }), free: fc.integer({ min: -5, max: 130 }) }), {
      minLength: 1,
      maxLength: 40,
    }),
    seed: fc.string({ maxLength: 8 }),
  })
  .map(({ capacity, steps, seed }) => {
    let time = Date.UTC(2026, 6, 6);
    return {
      row: { park: 'p', name: 'P', city: 'C', capacity },
      seed,
      samples: steps.map(({ gap, free }) => ({ time: (time += gap * MINUTE), free })),
    };
  });

function insideAt(plan: Plan, time: number): number {
  const balance = (movement: Movement): number => (movement.time > time ? 0 : movement.kind === 'in' ? 1 : -1);
  return plan.initial.length + plan.movements.reduce((sum, each) => sum + balance(each), 0);
}

test('the cars inside equal the series at every sample', () => {
  fc.assert(
    fc.property(series, ({ row, samples, seed }) => {
      const plan = planPark(row, samples, seed);
      for (const { time, free } of samples) assert.equal(insideAt(plan, time), taken(row.capacity, free));
      assert.equal(plan.insideAtEnd.length, taken(row.capacity, samples.at(-1)!.free));
    }),
  );
});

test('a plan goes on from the cars a plan before left inside', () => {
  fc.assert(
    fc.property(series, series, (a, b) => {
      const initial = planPark({ ...a.row, capacity: b.row.capacity }, a.samples, a.seed).insideAtEnd;
      const later = b.samples.map((sample) => ({ ...sample, time: sample.time + 40 * 90 * MINUTE + 86_400_000 }));
      const plan = planPark(b.row, later, b.seed, initial);
      for (const { time, free } of later) assert.equal(insideAt(plan, time), taken(b.row.capacity, free));
    }),
  );
});

test('a lot never holds fewer cars than none or more than it has spaces, in order of time', () => {
  fc.assert(
    fc.property(series, ({ row, samples, seed }) => {
      let inside = 0;
      let before = -Infinity;
      for (const { kind, time } of planPark(row, samples, seed).movements) {
        inside += kind === 'in' ? 1 : -1;
        assert.ok(inside >= 0 && inside <= row.capacity);
        assert.ok(time >= before);
        before = time;
      }
    }),
  );
});

test('each car leaves once, after it came, and no plate is inside twice', () => {
  fc.assert(
    fc.property(series, ({ row, samples, seed }) => {
      const inside = new Map<number, string>();
      for (const { kind, car, time } of planPark(row, samples, seed).movements) {
        if (kind === 'in') {
          assert.ok(!inside.has(car.id) && ![...inside.values()].includes(car.plate));
          inside.set(car.id, car.plate);
        } else {
          assert.equal(inside.get(car.id), car.plate);
          assert.ok(time >= car.in);
          inside.delete(car.id);
        }
      }
    }),
  );
});

test('the same seed gives the same plan and another seed another', () => {
  fc.assert(
    fc.property(series, ({ row, samples, seed }) =>
      assert.deepEqual(planPark(row, samples, seed), planPark(row, samples, seed)),
    ),
  );
  const row = { park: 'p', name: 'P', city: 'C', capacity: 100 };
  const samples = [{ time: 0, free: 50 }];
  assert.notDeepEqual(planPark(row, samples, 'a').movements, planPark(row, samples, 'b').movements);
});

test('drawn plates are well formed, and a misread differs in one mark', () => {
  const random = randomFrom('plates');
  const home = homeOf(random);
  for (let n = 0; n < 3000; n += 1) {
    const { plate } = drawPlate(random, home);
    assert.ok(isMainlandPlate(plate), plate);
    const read = misread(random, plate);
    assert.equal([...read].filter((mark, at) => mark !== plate[at]).length, 1, `${plate} ${read}`);
  }
});

test('the tables are read by their column names, quoted or not', () => {
  assert.deepEqual(readParks('capacity,park,city,name\n918,a,Konstanz,"Lago, Nord"\n'), [
    { park: 'a', name: 'Lago, Nord', city: 'Konstanz', capacity: 918 },
  ]);
  const read = readOccupancy(
    'time,park,free\n2026-07-06T00:10:00+00:00,a,5\n2026-07-06T00:00:00Z,a,7\n2026-07-06T00:00:00Z,b,1\n',
    -Infinity,
    Date.UTC(2026, 6, 6, 0, 10),
  );
  assert.deepEqual(
    read.get('a')!.map(({ free }) => free),
    [7, 5],
  );
  assert.throws(() => readParks('park,name\n'), /city, capacity/);
  assert.throws(() => readOccupancy('time,park,free\nyesterday,a,5\n'), /not a sample/);
});

test('a series that is played again goes on with its Monday', () => {
  const csv = 'time,park,free\n2026-07-06T08:00:00Z,a,3\n2026-07-19T23:45:00Z,a,5\n2026-07-07T08:00:00Z,b,1\n';
  const twice = readOccupancy(csv, -Infinity, Infinity, 2);
  assert.deepEqual(
    twice.get('a')!.map(({ time, free }) => [new Date(time).toISOString().slice(0, 16), free]),
    [
      ['2026-07-06T08:00', 3],
      ['2026-07-19T23:45', 5],
      ['2026-07-20T08:00', 3],
      ['2026-08-02T23:45', 5],
    ],
  );
  assert.deepEqual(
    twice.get('b')!.map(({ time }) => new Date(time).toISOString().slice(0, 10)),
    ['2026-07-07', '2026-07-21'],
  );
  assert.equal(readOccupancy(csv, Date.parse('2026-07-20T00:00Z'), Infinity, 2).get('a')!.length, 2);
});
