/** Worth of sources from disagreements alone: a simulated city, and what must hold of any. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { chance } from './chance.fixture.ts';
import { delaysOf, errorRate, leakFenPerDay, worthOf } from './worth.ts';
import type { Comparison } from './worth.ts';

const SENSORS = 2000;
const BAD = 40;
const COLLECTORS = 30;

/**
 * Seven days, ten checks a day of each berth (five stays, each seen to come and to go) by one of two collectors of its
 * section. Good sensors err in 0.7 %, bad ones in 15 to 40 % of one or both kinds; collectors in 1 %, two of them in 8
 * %. Truth decides the claims and is then forgotten.
 */
function city(seed: number): { comparisons: Comparison[]; bad: Set<string>; sloppy: string[] } {
  const random = chance(seed);
  const errors = Array.from({ length: SENSORS }, (_, nth) => {
    if (nth % (SENSORS / BAD) !== 0) return { miss: 0.007, ghost: 0.007 };
    const rate = 0.15 + 0.25 * random();
    const kind = Math.floor(random() * 3);
    return { miss: kind === 1 ? 0.01 : rate, ghost: kind === 0 ? 0.01 : rate };
  });
  const bad = new Set(Array.from({ length: BAD }, (_, nth) => `sensor ${nth * (SENSORS / BAD)}`));
  const sloppy = ['collector 7', 'collector 20'];
  const comparisons: Comparison[] = [];
  for (let look = 0; look < 7 * 10; look += 1) {
    for (let nth = 0; nth < SENSORS; nth += 1) {
      const truth = random() < 0.6;
      const { miss, ghost } = errors[nth]!;
      const section = Math.floor((nth / SENSORS) * COLLECTORS);
      const collector = `collector ${random() < 0.7 ? section : (section + 1) % COLLECTORS}`;
      const sensed = random() < (truth ? miss : ghost) ? !truth : truth;
      const seen = random() < (sloppy.includes(collector) ? 0.08 : 0.01) ? !truth : truth;
      comparisons.push({
        claims: [
          { source: `sensor ${nth}`, occupied: sensed },
          { source: collector, occupied: seen },
        ],
      });
    }
  }
  return { comparisons, bad, sloppy };
}

test('of 2,000 sensors 40 are bad: after 7 days at least 36 of the worst 40 are', () => {
  const { comparisons, bad, sloppy } = city(20_240_612);
  const worth = worthOf(comparisons);
  const worst = worth.filter(({ source }) => source.startsWith('sensor')).slice(0, BAD);
  const found = worst.filter(({ source }) => bad.has(source)).length;
  assert.ok(found >= 36, `${found} of the worst 40`);
  const collectors = worth.filter(({ source }) => source.startsWith('collector')).map(({ source }) => source);
  assert.deepEqual(collectors.slice(0, 2).sort(), [...sloppy].sort(), 'and the two careless collectors');
});

test('three sources, one of which is alone with its opinion: it is the one that errs, and how', () => {
  const of = (a: boolean, b: boolean, c: boolean): Comparison => ({
    claims: [
      { source: 'a', occupied: a },
      { source: 'b', occupied: b },
      { source: 'c', occupied: c },
    ],
  });
  const list = Array.from({ length: 40 }, (_, nth) => of(nth % 2 === 0, nth % 2 === 0, nth % 8 === 0));
  const [worst, ...others] = worthOf(list);
  assert.equal(worst!.source, 'c');
  assert.ok(worst!.missRate > 0.4 && worst!.ghostRate < 0.05, 'it misses three of four cars and invents none');
  assert.ok(others.every((each) => errorRate(each) < 0.02));
  assert.equal(leakFenPerDay({ ...worst!, missRate: 0.25 }, 12, 1000), 3000);
});

test('rates lie between 0 and 1, and neither the order nor the names of sources matter', () => {
  const claim = fc.record({ source: fc.constantFrom('a', 'b', 'c', 'd'), occupied: fc.boolean() });
  const claims = fc.uniqueArray(claim, { selector: ({ source }) => source, maxLength: 4 });
  const comparisons = fc.array(fc.record({ claims }), { maxLength: 20 });
  fc.assert(
    fc.property(comparisons, (list) => {
      const worth = worthOf(list);
      for (const { missRate, ghostRate, wrong, checks } of worth) {
        assert.ok(missRate >= 0 && missRate <= 1 && ghostRate >= 0 && ghostRate <= 1 && wrong <= checks + 0.5);
      }
      const again = new Map(worthOf(list.toReversed()).map((each) => [each.source, errorRate(each)]));
      for (const each of worth) assert.ok(Math.abs(again.get(each.source)! - errorRate(each)) < 1e-9);
    }),
    { numRuns: 200 },
  );
});

test('how late a source is: the median of its delays', () => {
  const reportsAt = (at: number) => [{ source: 's', at }];
  const delays = delaysOf([1000, 3000, 900_000].map((late) => ({ best: 0, reports: reportsAt(late) })));
  assert.deepEqual([...delays], [['s', 3]]);
});
