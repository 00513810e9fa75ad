/** What news of some berths reaches: working out only these gives what working out the whole section gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { confusableKey, oneConfusedLetter } from '../plate/distance.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { START, minute, wildBindings, wildLists } from './history.fixture.ts';
import { sameCar } from './readings.ts';
import { reachOf } from './reach.ts';
import { settleSection } from './section.ts';
import type { Evidence, SectionInput, Settlement } from './types.ts';

const BERTHS = 9;
const order = Array.from({ length: BERTHS }, (_, nth) => `B${nth + 1}`);

/** Each plate at few berths, as in a street: else news of one berth reach all of them. */
const rare = (each: Evidence): Evidence =>
  each.plate === null
    ? each
    : { ...each, plate: `粤B${Math.ceil(Number(each.berthId.slice(1)) / 4)}${each.plate.slice(-4)}` };

const carsOf = (evidence: readonly Evidence[]): Map<string, Set<string>> => {
  const cars = new Map<string, Set<string>>();
  for (const { berthId, plate } of evidence)
    if (plate !== null) cars.set(berthId, (cars.get(berthId) ?? new Set()).add(confusableKey(plate)));
  return cars;
};

/** What follows for these berths. A stay is of the berth where it began. */
const only = ({ spells, stays, warnings, faults }: Settlement, berths: ReadonlySet<string>) => {
  const here = <T extends { readonly berthId: string }>(list: readonly T[]): T[] =>
    list.filter(({ berthId }) => berths.has(berthId));
  return { spells: here(spells), stays: here(stays), warnings: here(warnings), faults: here(faults) };
};

test('news change nothing outside their reach, and what they change is worked out from the berths in reach alone', () => {
  let smaller = 0;
  fc.assert(
    fc.property(
      wildLists(BERTHS),
      wildLists(BERTHS),
      wildBindings(BERTHS),
      fc.array(fc.constantFrom(...order), { minLength: 1, maxLength: 2 }),
      (known, later, bindings, touched) => {
        const news = later.filter(({ berthId }) => touched.includes(berthId)).map(rare);
        const before = known.map(rare);
        const evidence = [...before, ...news];
        const input = (list: readonly Evidence[], berths: ReadonlySet<string>): SectionInput => ({
          evidence: list,
          bindings,
          parameters: DEFAULT_PARAMETERS,
          settled: [],
          from: START,
          until: minute(481),
          order,
          berths: order.filter((each) => berths.has(each)).map((berthId) => ({ berthId, closures: [] })),
        });
        const all = new Set(order);
        const { changed, needed } = reachOf(touched, { order, cars: carsOf(evidence) });
        const whole = settleSection(input(evidence, all));
        const own = evidence.filter(({ berthId }) => needed.has(berthId));
        assert.deepEqual(only(settleSection(input(own, needed)), changed), only(whole, changed));
        const others = new Set(order.filter((each) => !changed.has(each)));
        assert.deepEqual(only(whole, others), only(settleSection(input(before, all)), others));
        if (needed.size < BERTHS) smaller += 1;
      },
    ),
    { numRuns: 400 },
  );
  assert.ok(smaller > 50, `${smaller} reaches were smaller than the section`);
});

test('texts of one car have one key, and each is among the other’s confused spellings', () => {
  const letters = fc.constantFrom(...'0DQO8B5S2Z17TICGMNHVY39A'.split(''));
  const plates = fc.tuple(fc.constantFrom('粤', '京', '豫'), fc.array(letters, { minLength: 6, maxLength: 6 }));
  fc.assert(
    fc.property(plates, fc.nat(6), letters, ([province, rest], place, other) => {
      const plate = `${province}${rest.join('')}`;
      const near = [...plate].with(place, other).join('');
      const alike = oneConfusedLetter(plate);
      assert.ok(alike.every((each) => sameCar(plate, each)));
      if (!sameCar(plate, near)) return;
      assert.equal(confusableKey(near), confusableKey(plate));
      assert.ok(alike.includes(near) || near === plate, near);
    }),
  );
});
