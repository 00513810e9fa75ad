/** Laws of the derivation (R9, R10, R11, R16), and the module against a slow oracle and the truth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { evidence as observed } from './evidence.fixture.ts';
import { MINUTE, SENSOR, START, minute, returningDays, trueDays, wildBindings, wildLists } from './history.fixture.ts';
import { billedMinutes } from './oracle.fixture.ts';
import { settleSection } from './section.ts';
import { settleBerth } from './settle.ts';
import { settledStays } from './settled.ts';
import { freshStart, isFresh } from './window.ts';
import type { BerthInput, BerthStay, Evidence, SensorBinding, SettledStay } from './types.ts';

const inputOf = (evidence: readonly Evidence[], more: Partial<BerthInput> = {}): BerthInput => ({
  berthId: 'B1',
  evidence,
  bindings: [SENSOR],
  closures: [],
  parameters: DEFAULT_PARAMETERS,
  settled: [],
  from: START,
  until: minute(481),
  ...more,
});
const wild = fc.record({ evidence: wildLists(), bindings: wildBindings() });
const minutesOf = (instant: number): number => (instant - START) / MINUTE;

test('every billed minute is the one a slow oracle proves, and none that the car did not stand there', () => {
  fc.assert(
    fc.property(trueDays, ({ cars, list, until }) => {
      const { stays } = settleBerth(inputOf(list, { until }));
      const bills = billedMinutes(list, cars, START, until);
      for (const { plate, from, to } of cars) {
        const mine = stays.filter((stay) => stay.plate === plate);
        const billed = mine.map(({ inTime, outTime }) => [minutesOf(inTime), minutesOf(outTime!)]);
        assert.deepEqual(billed, bills.get(plate), plate);
        for (const [begin, end] of billed)
          assert.ok(from <= begin! && end! <= to, `${plate} pays ${begin}-${end}, stood ${from}-${to}`);
      }
    }),
    { numRuns: 400 },
  );
});

test('a car that comes again pays for its visits and for no minute between them', () => {
  fc.assert(
    fc.property(returningDays, ({ cars, list, until }) => {
      for (const { plate, inTime, outTime } of settleBerth(inputOf(list, { until })).stays) {
        if (plate === null) continue;
        const [from, to] = [minutesOf(inTime), minutesOf(outTime!)];
        const visits = cars.filter((each) => each.plate === plate && each.from <= from && to <= each.to);
        assert.equal(visits.length, 1, `${plate} pays ${from}-${to}`);
      }
    }),
    { numRuns: 400 },
  );
});

test('a sensor that misses nothing reproduces the truth', () => {
  fc.assert(
    fc.property(trueDays, ({ cars, list, until }) => {
      const sensors = list.filter(({ source }) => source === 'sensor');
      if (
        sensors[0]!.at > START ||
        sensors.some((each, nth) => nth > 0 && each.at - sensors[nth - 1]!.at > 10 * MINUTE)
      )
        return;
      const { spells } = settleBerth(inputOf(sensors, { until }));
      const changes = sensors.filter(({ claim }) => claim === 'arrive' || claim === 'leave').length;
      if (changes < 2 * cars.length) return;
      for (let at = 0; minute(at) < until; at += 1) {
        const { state } = spells.find(({ from, to }) => from <= minute(at) && minute(at) < to)!;
        assert.equal(state, cars.some(({ from, to }) => from <= at && at < to) ? 'occupied' : 'free', `minute ${at}`);
      }
    }),
    { numRuns: 100 },
  );
});

test('R9 a stay is billed between its first and last evidence, at most 30 minutes before its first plate unless a camera saw it come', () => {
  fc.assert(
    fc.property(wild, ({ evidence, bindings }) => {
      for (const stay of settleBerth(inputOf(evidence, { bindings })).stays) {
        const of = evidence.filter(({ id }) => stay.evidence.includes(id) || stay.endBy === id);
        const times = of.map(({ at }) => at);
        const end = stay.outTime ?? stay.provenTo;
        assert.ok(stay.beginTime <= stay.inTime && stay.inTime <= end, 'ends after it begins');
        if (stay.plate === null) continue;
        assert.ok(end <= Math.max(...times), 'nothing is proven after the last evidence');
        const back = stay.firstPlate!.at - stay.inTime;
        assert.ok(
          stay.cameraArrival || back <= 30 * MINUTE || stay.continues !== null,
          `${back / MINUTE} minutes back`,
        );
      }
    }),
    { numRuns: 500 },
  );
});

const shuffled = <T>(list: readonly T[], seed: readonly number[]): T[] =>
  list
    .map((each, nth) => ({ each, order: seed[nth % Math.max(1, seed.length)] ?? 0 }))
    .sort((a, b) => a.order - b.order)
    .map(({ each }) => each);

test('R10 before settlement evidence doubled, shuffled, late, offline or by a wrong clock gives the same spells and stays', () => {
  fc.assert(
    fc.property(wild, fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), ({ evidence, bindings }, seed) => {
      const once = settleBerth(inputOf(evidence, { bindings }));
      const late = evidence.map((each, nth) => {
        const offset = (seed[nth % seed.length]! % 20) * MINUTE;
        return { ...each, rawAt: each.at + offset, heardAt: each.at + 5 * offset, offline: offset > 5 * MINUTE };
      });
      const again = settleBerth(inputOf(shuffled([...late, ...evidence], seed), { bindings }));
      assert.deepEqual(again, once);
    }),
    { numRuns: 300 },
  );
});

const settledOf = ({ key, berthId, plate, beginTime, inTime, outTime }: BerthStay): SettledStay => ({
  id: `settled ${key}`,
  berthId,
  plate,
  beginTime,
  inTime,
  outTime: outTime!,
});

test('R10 after settlement evidence changes no settled stay and takes none of its time', () => {
  fc.assert(
    fc.property(wild, wildLists(), ({ evidence, bindings }, later) => {
      const before = settleBerth(inputOf(evidence, { bindings }));
      const settled = before.stays
        .filter(({ outTime, state, plate }) => outTime !== null && state !== 'voided' && plate !== null)
        .map(settledOf);
      const { stays, exceptions } = settleBerth(inputOf([...evidence, ...later], { bindings, settled }));
      for (const each of settled) {
        const kept = stays.find(({ key }) => key === each.id)!;
        assert.deepEqual(settledOf({ ...kept, key: each.id.replace('settled ', '') }), each);
      }
      assert.ok(exceptions.every(({ settledId }) => settled.some(({ id }) => id === settledId)));
      assertOneAtATime(stays);
      const same = settleBerth(inputOf(evidence, { bindings, settled }));
      assert.deepEqual(same.exceptions, [], 'the same evidence makes no exception');
    }),
    { numRuns: 300 },
  );
});

test('R10 nor does the order in which bills are known', () => {
  let orders = 0;
  fc.assert(
    fc.property(wild, wildLists(), fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (now, later, seed) => {
      const { evidence, bindings } = now;
      const settled = settleBerth(inputOf(evidence, { bindings }))
        .stays.filter(({ outTime, state, plate }) => outTime !== null && state !== 'voided' && plate !== null)
        .map(settledOf);
      const all = [...evidence, ...later];
      const whole = settleBerth(inputOf(all, { bindings, settled }));
      for (const other of [settled.toReversed(), shuffled(settled, seed)])
        assert.deepEqual(settleBerth(inputOf(all, { bindings, settled: other })), whole);
      if (settled.length > 1) orders += 1;
    }),
    { numRuns: 1_000 },
  );
  assert.ok(orders > 100, `${orders} had several bills`);
});

function assertOneAtATime(stays: readonly BerthStay[]): void {
  const real = stays
    .filter(({ state }) => state !== 'voided')
    .sort((a, b) => a.beginTime - b.beginTime || (a.outTime ?? Infinity) - (b.outTime ?? Infinity));
  for (const [nth, stay] of real.entries()) {
    const next = real[nth + 1];
    assert.ok(
      !next || (stay.outTime !== null && stay.outTime <= next.beginTime),
      `${stay.key} and ${next?.key} at the same time`,
    );
  }
}

/** What all evidence gives, held against what is read from a fresh start on; news come from `newsAt` on. */
function assertFreshStart(evidence: readonly Evidence[], newsAt: number, more: Partial<BerthInput>): boolean {
  const known = settleBerth(
    inputOf(
      evidence.filter(({ at }) => at < newsAt),
      { ...more, until: newsAt },
    ),
  );
  const bindings = more.bindings ?? [SENSOR];
  const start = freshStart(known, newsAt, DEFAULT_PARAMETERS);
  const recent = evidence.filter(({ at }) => start && start.since <= at && at < newsAt);
  if (!start || !isFresh(start, recent, bindings, DEFAULT_PARAMETERS)) return false;
  const settled = known.stays.filter(({ outTime, state }) => outTime !== null && state !== 'voided').map(settledOf);
  const after = ({ beginTime }: { beginTime: number }) => start.at <= beginTime;
  const before = new Set(known.stays.filter((stay) => !after(stay)).flatMap(({ key }) => [key, `settled ${key}`]));
  for (const bills of [[], settled]) {
    const whole = settleBerth(inputOf(evidence, { ...more, settled: bills }));
    const part = settleBerth(inputOf(evidence, { ...more, settled: bills.filter(after), from: start.at }));
    assert.deepEqual(part.stays, whole.stays.filter(after));
    assert.deepEqual(part.exceptions, whole.exceptions, 'no bill before it is doubted by the news');
    assert.deepEqual(
      part.spells,
      whole.spells.filter(({ from }) => start.at <= from),
    );
    assert.deepEqual(
      part.warnings,
      whole.warnings.filter(({ at, stay }) => start.at <= at && !before.has(stay ?? '')),
    );
  }
  return true;
}

test('R10 worked out anew from a fresh start before the news, a berth is what all its evidence makes it', () => {
  let held = 0;
  fc.assert(
    fc.property(trueDays, fc.nat(400), ({ list, until }, newsMinute) => {
      if (minute(newsMinute) < until && assertFreshStart(list, minute(newsMinute), { until })) held += 1;
    }),
    { numRuns: 1_000 },
  );
  assert.ok(held > 20, `${held} histories had a fresh start`);
});

test('R10 the same of any claims of any sources beside a sensor that turned free long before the news', () => {
  let held = 0;
  fc.assert(
    fc.property(wild, trueDays, fc.nat(481), ({ evidence, bindings }, { list }, newsMinute) => {
      const both = [...list.filter(({ at }) => at < minute(newsMinute)), ...evidence];
      const bound = [
        SENSOR,
        ...bindings.filter(({ deviceId }) => deviceId !== SENSOR.deviceId && evidence.length % 4 === 0),
      ];
      if (assertFreshStart(both, minute(newsMinute), { bindings: bound })) held += 1;
    }),
    { numRuns: 1000 },
  );
  assert.ok(held > 20, `${held} histories had a fresh start`);
});

test('R11 a berth has one state at an instant, at most one open stay, and no two at the same time', () => {
  fc.assert(
    fc.property(wild, ({ evidence, bindings }) => {
      const input = inputOf(evidence, { bindings });
      const { spells, stays } = settleBerth(input);
      assert.equal(spells[0]!.from, input.from);
      assert.equal(spells.at(-1)!.to, input.until);
      spells.forEach(({ from, to }, nth) => {
        assert.ok(from < to);
        assert.equal(to, spells[nth + 1]?.from ?? input.until);
      });
      assertOneAtATime(stays);
      assert.equal(new Set(stays.map(({ key }) => key)).size, stays.length, 'keys differ');
    }),
    { numRuns: 500 },
  );
});

const section = (
  evidence: readonly Evidence[],
  bindings: readonly SensorBinding[],
  settled: readonly SettledStay[] = [],
) =>
  settleSection({
    ...inputOf(evidence, { bindings, settled }),
    berths: ['B1', 'B2', 'B3'].map((berthId) => ({ berthId, closures: [] })),
  });

test('R11 one car on several berths has a spell on each and one bill; R10 a section does not depend on the order either', () => {
  fc.assert(
    fc.property(
      wildLists(3),
      wildBindings(3),
      fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
      (evidence, bindings, seed) => {
        const { stays, spells } = section(evidence, bindings);
        const keys = new Set(stays.map(({ key }) => key));
        for (const { stay, state } of spells)
          assert.ok(stay === null || (keys.has(stay) && state === 'occupied'), `${stay} has a bill`);
        for (const { bays, alsoBerths, berthId } of stays) {
          assert.ok(!alsoBerths.includes(berthId) && bays >= 1 && bays <= 1 + alsoBerths.length);
        }
        assert.deepEqual(section(shuffled([...evidence, ...evidence], seed), bindings), {
          ...section(evidence, bindings),
        });
      },
    ),
    { numRuns: 200 },
  );
});

/** A car that stands at one berth after the other, felt and read at each. */
const movingCars = fc
  .array(
    fc.record({
      berth: fc.integer({ min: 1, max: 3 }),
      way: fc.integer({ min: 1, max: 7 }),
      stand: fc.integer({ min: 2, max: 90 }),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .map((stops) => {
    let at = 20;
    return stops.flatMap(({ berth, way, stand }) => {
      const here = { berthId: `B${berth}` };
      const from = at + way;
      at = from + stand;
      return [
        observed(minute(from), 'sensor', 'arrive', here),
        observed(minute(from + 1), 'person', 'plate', { ...here, plate: '粤B52222' }),
        observed(minute(at), 'sensor', 'leave', here),
      ];
    });
  });

test('R10 cars of a section that moved are billed once: their bills and the same evidence give the same stays and no doubt', () => {
  let moved = 0;
  fc.assert(
    fc.property(wildLists(3), wildBindings(3), movingCars, fc.boolean(), (wildList, wildBound, moving, alone) => {
      const list = alone ? moving : [...wildList, ...moving];
      const bindings = alone ? ['B1', 'B2', 'B3'].map((berthId) => ({ ...SENSOR, berthId })) : wildBound;
      const before = section(list, bindings);
      const over = before.stays.filter(
        ({ outTime, state, plate, moves }) =>
          outTime !== null && state !== 'voided' && state !== 'closed-batch' && plate !== null && moves.length > 0,
      );
      const settled = over.flatMap((stay) =>
        settledStays({ ...stay, id: `settled ${stay.key}`, outTime: stay.outTime! }),
      );
      if (settled.length === 0) return;
      moved += 1;
      const after = section(list, bindings, settled);
      assert.deepEqual(after.exceptions, []);
      const timesOf = ({ stays }: typeof before) =>
        stays.map(({ berthId, plate, inTime, outTime, moves }) => ({ berthId, plate, inTime, outTime, moves }));
      assert.deepEqual(timesOf(after), timesOf(before));
    }),
    { numRuns: 500 },
  );
  assert.ok(moved > 50, `${moved} sections had a car that moved`);
});

test('R16 a voided stay is in no spell, so in no figure, and names the evidence that voided it', () => {
  fc.assert(
    fc.property(wild, ({ evidence, bindings }) => {
      const { spells, stays } = settleBerth(inputOf(evidence, { bindings }));
      for (const stay of stays.filter(({ state }) => state === 'voided')) {
        assert.ok(spells.every((spell) => spell.stay !== stay.key));
        const by = evidence.find(({ id }) => id === stay.endBy);
        assert.ok(by?.claim === 'absent' && by.picture !== null);
      }
    }),
    { numRuns: 300 },
  );
});
