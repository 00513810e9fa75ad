/** What a sensor proves before anybody knows that it is mounted where it is bound, and how that comes to be known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { HOUR, MINUTE } from '../time/zone.ts';
import { chance } from './chance.fixture.ts';
import { BOUND, clock, feeOf, hhmmss, person, sensor, settle, shown, strip } from './evidence.fixture.ts';
import { SENSOR, START, minute, trueDays } from './history.fixture.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { mountedRight } from './mounting.ts';
import type { Sight } from './mounting.ts';
import type { Look } from './sensed.ts';
import { settleBerth } from './settle.ts';

const UNPROVEN = [{ ...BOUND, provenFrom: null }];

test('a sensor of which nobody knows where it is mounted carries no car: only what people saw is billed', () => {
  const list = [
    sensor('09:00', 'arrive'),
    person('09:20', 'plate', '粤B12345'),
    person('09:50', 'plate', '粤B12345'),
    sensor('11:00', 'leave'),
  ];
  const until = clock('11:30');
  const before = settle(list, { bindings: UNPROVEN, until });
  assert.deepEqual(shown(before), [['粤B12345', '09:20', '09:50', 'closed-inferred']]);
  assert.deepEqual(strip(before), [
    '06:00 unknown 09:00',
    '09:00 occupied 09:50',
    '09:50 unknown 11:00',
    '11:00 free 11:30',
  ]);
  assert.deepEqual(shown(settle(list)), [['粤B12345', '09:00', '11:00', 'closed']]);
});

test('a car read before the sensor is proven and gone after it is billed whole; one that was gone by then, by what was seen', () => {
  const list = [
    sensor('09:00', 'arrive'),
    person('09:05', 'plate', '粤B11111'),
    sensor('10:00', 'leave'),
    sensor('10:30', 'arrive'),
    person('10:35', 'plate', '粤B22222'),
    sensor('12:00', 'leave'),
  ];
  const { stays } = settle(list, { bindings: [{ ...BOUND, provenFrom: clock('11:00') }] });
  assert.deepEqual(shown({ stays }), [
    ['粤B11111', '09:05', '09:05', 'closed-inferred'],
    ['粤B22222', '10:30', '12:00', 'closed'],
  ]);
  assert.equal(feeOf(stays[0] as { inTime: number; outTime: number }), 0);
});

test('a car that was read before an unproven sensor felt something stood there since it was read, and its rest continues its bill', () => {
  const list = [
    person('08:50:20', 'plate', '粤A35606'),
    sensor('09:04:39', 'arrive'),
    sensor('09:35:20', 'leave'),
    person('09:53:23', 'leave', null),
  ];
  const more = { bindings: UNPROVEN, until: clock('09:54') };
  assert.deepEqual(shown(settle(list, more)), [['粤A35606', '08:50:20', '09:53:23', 'closed']]);
  const bill = (id: string, plate: string | null, from: string, to: string) => ({
    id,
    berthId: 'B1',
    plate,
    beginTime: clock(from),
    inTime: clock(from),
    outTime: clock(to),
  });
  // Both were final before the collector reported that it left: the car as far as it was seen, and what the sensor
  // felt.
  const settled = [bill('1', '粤A35606', '08:50:20', '08:50:20'), bill('2', null, '09:04:39', '09:35:20')];
  const rest = settle(list, { ...more, settled }).stays.find(({ key }) => !['1', '2'].includes(key))!;
  assert.deepEqual(
    [rest.plate, hhmmss(rest.inTime), hhmmss(rest.outTime!), rest.continues],
    ['粤A35606', '08:50:20', '09:04:39', '1'],
  );
});

test('whatever the sensor of another berth sends, nobody pays for a minute he did not stand there before it is proven', () => {
  fc.assert(
    fc.property(trueDays, trueDays, (here, there) => {
      const list = [
        ...here.list.filter(({ source }) => source !== 'sensor'),
        ...there.list.filter(({ source }) => source === 'sensor'),
      ];
      const { stays } = settleBerth({
        berthId: 'B1',
        evidence: list,
        bindings: [{ ...SENSOR, provenFrom: null }],
        closures: [],
        parameters: DEFAULT_PARAMETERS,
        settled: [],
        from: START,
        until: Math.max(here.until, there.until) + 1,
      });
      for (const { plate, inTime, outTime, provenTo } of stays.filter((stay) => stay.plate !== null)) {
        const car = here.cars.find((each) => each.plate === plate)!;
        assert.ok(minute(car.from) <= inTime && (outTime ?? provenTo) <= minute(car.to), plate!);
      }
    }),
    { numRuns: 400 },
  );
});

const BERTHS = 50;

/**
 * A day of a section: sensors that report every change and an hourly heartbeat, a collector who reads cars and finds
 * berths empty.
 */
function section(seed: number, sensorOf: (berth: number) => number, looksADay: number, days = 1) {
  const random = chance(seed);
  const until = days * 24 * HOUR;
  const truth = Array.from({ length: BERTHS }, () => {
    const changes: number[] = [];
    for (let at = random() * HOUR; at < until; at += (10 + 100 * random()) * MINUTE) changes.push(at);
    return changes;
  });
  const nthCar = (berth: number, at: number): number => truth[berth]!.filter((change) => change <= at).length;
  const stands = (berth: number, at: number): boolean => nthCar(berth, at) % 2 === 1;
  const sensed: Look[] = [];
  for (let berth = 0; berth < BERTHS; berth += 1)
    for (const at of [...truth[sensorOf(berth)]!, ...Array.from({ length: days * 24 }, (_, hour) => hour * HOUR)])
      if (random() > 0.02) sensed.push({ berthId: `R${berth}`, at, occupied: stands(sensorOf(berth), at) });
  const seen = Array.from({ length: looksADay * days * BERTHS }, (): Sight => {
    const berth = Math.floor(random() * BERTHS);
    const at = random() * until;
    const occupied = stands(berth, at);
    return { berthId: `R${berth}`, at, occupied, plate: occupied ? `${berth} ${nthCar(berth, at)}` : null };
  });
  return { seen, sensed };
}

const none: ReadonlySet<string> = new Set();
const swapped = (a: number, b: number) => (berth: number) => (berth === a ? b : berth === b ? a : berth);

test('sensors in their places are proven by two days of looks, and none that has changed places with another is', () => {
  for (const [seed, a, b] of [
    [1, 10, 11],
    [2, 3, 40],
    [3, 0, 49],
    [4, 20, 21],
  ] as const) {
    const { seen, sensed } = section(seed, swapped(a, b), 12, 2);
    const found = mountedRight(seen, sensed, none, 3 * HOUR);
    assert.ok(!found.includes(`R${a}`) && !found.includes(`R${b}`), `swapped ones of ${seed}`);
    assert.ok(found.length >= 44, `${found.length} of 48 are proven`);
  }
});

test('at no hour of the first day is a swapped sensor taken for right, however few looks there are', () => {
  for (let seed = 10; seed < 22; seed += 1) {
    const { seen, sensed } = section(seed, swapped(seed, seed + 1), 12);
    for (let hour = 2; hour <= 24; hour += 2) {
      const known = <T extends Look>(list: readonly T[]): T[] => list.filter(({ at }) => at <= hour * HOUR);
      const found = mountedRight(known(seen), known(sensed), none, 3 * HOUR);
      assert.ok(!found.includes(`R${seed}`) && !found.includes(`R${seed + 1}`), `seed ${seed}, hour ${hour}`);
    }
  }
});

test('a car that stands next door all week keeps no other sensor from being proven', () => {
  const cars = [8, 10, 12, 14, 16, 18];
  const at = (hour: number): number => hour * HOUR;
  const seen: Sight[] = [
    { berthId: 'R2', at: at(8.5), occupied: true, plate: 'B' },
    ...cars.map((hour) => ({ berthId: 'R1', at: at(hour + 0.5), occupied: true, plate: `A${hour}` })),
  ];
  const beats = Array.from({ length: 20 }, (_, hour) => at(hour));
  const sensed: Look[] = [
    ...beats.map((each) => ({ berthId: 'R2', at: each, occupied: true })),
    ...cars.flatMap((hour) => [
      { berthId: 'R1', at: at(hour), occupied: true },
      { berthId: 'R1', at: at(hour + 1), occupied: false },
    ]),
  ];
  assert.deepEqual(mountedRight(seen, sensed, none, 3 * HOUR), ['R1']);
  assert.deepEqual(mountedRight(seen.slice(0, 5), sensed, none, 3 * HOUR), [], 'four looks are too few');
});
