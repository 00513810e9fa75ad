/**
 * Histories for laws. `trueDays`: cars that really stood at a berth, what a counting sensor and a collector sent of
 * them, and what was lost, doubled, late or timed by a wrong clock. `wildLists`: any claims in any order, for what must
 * hold whatever is sent.
 */
import { fc } from '#test/property.ts';
import { evidence } from './evidence.fixture.ts';
import type { Evidence, SensorBinding } from './types.ts';

export const MINUTE = 60_000;
/** All times of these histories are whole minutes from here. */
export const START = Date.UTC(2024, 5, 12, 0, 0);
export const minute = (nth: number): number => START + nth * MINUTE;
const HEARTBEAT = 10;

export const SENSOR: SensorBinding = {
  deviceId: 'sensor1',
  berthId: 'B1',
  from: START - 1,
  to: null,
  silentAfterMinutes: 3 * HEARTBEAT,
  provenFrom: START - 1,
  faults: 0,
};

/** [from, to) in minutes. */
export type Car = { readonly plate: string; readonly from: number; readonly to: number };
export type TrueDay = { readonly cars: readonly Car[]; readonly list: readonly Evidence[]; readonly until: number };

const plate = (nth: number): string => `粤B${String(30_000 + nth * 1111)}`;

/** Minutes between a leave and the next arrival are at least two: a shorter gap is a flicker by the rules. */
const carList = fc
  .array(fc.record({ gap: fc.integer({ min: 2, max: 50 }), length: fc.integer({ min: 1, max: 130 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => {
    let at = 5;
    return parts.map(({ gap, length }, nth): Car => {
      const from = at + gap;
      at = from + length;
      return { plate: plate(nth), from, to: at };
    });
  });

/** Every message of a sensor that misses nothing: changes, and a heartbeat every ten minutes. */
function sent(cars: readonly Car[], until: number): Evidence[] {
  const standing = (at: number): boolean => cars.some(({ from, to }) => from <= at && at < to);
  const counted = (at: number): number =>
    cars.reduce((sum, { from, to }) => sum + Number(from <= at) + Number(to <= at), 0);
  const list: Evidence[] = [];
  for (let at = 0; at <= until; at += 1) {
    const changed = at > 0 && standing(at) !== standing(at - 1);
    if (!changed && at % HEARTBEAT !== 0) continue;
    const claim = changed ? (standing(at) ? 'arrive' : 'leave') : standing(at) ? 'present' : 'absent';
    list.push(evidence(minute(at), 'sensor', claim, { changes: counted(at) }));
  }
  return list;
}

const readingsOf = ({ plate: text, from, to }: Car, offsets: readonly number[], picture: boolean): Evidence[] =>
  [...new Set(offsets.map((offset) => from + (offset % (to - from))))].map((at) =>
    evidence(minute(at), 'person', 'plate', { plate: text, picture: picture ? `picture-${text}-${at}` : null }),
  );

/** The same cars come again: of every two visits at least some are of one plate. */
const returning = carList.map((cars) =>
  cars.map((car, nth): Car => ({ ...car, plate: plate(nth % 2 === 0 ? 0 : nth % 3) })),
);

/** The last message always comes, so that every stay has an end to find. */
const daysOf = (cars: readonly Car[]): fc.Arbitrary<TrueDay> => {
  const until = Math.ceil((cars.at(-1)!.to + 20) / HEARTBEAT) * HEARTBEAT;
  const messages = sent(cars, until);
  return fc
    .record({
      lost: fc.array(fc.boolean(), { minLength: messages.length, maxLength: messages.length }),
      lossy: fc.boolean(),
      reads: fc.array(fc.record({ at: fc.array(fc.nat(500), { maxLength: 3 }), picture: fc.boolean() }), {
        minLength: cars.length,
        maxLength: cars.length,
      }),
    })
    .map(({ lost, lossy, reads }) => ({
      cars,
      until: minute(until),
      list: [
        ...messages.filter((_, nth) => nth === messages.length - 1 || !(lossy && lost[nth])),
        ...cars.flatMap((car, nth) => readingsOf(car, reads[nth]!.at, reads[nth]!.picture)),
      ],
    }));
};
export const trueDays = carList.chain(daysOf);
export const returningDays = returning.chain(daysOf);

const SOURCES = ['camera', 'sensor', 'lock', 'person', 'driver', 'system'] as const;
const CLAIMS = ['arrive', 'leave', 'present', 'absent', 'plate'] as const;
const PLATES = ['粤B30000', '粤B80000', '粤B41111'];

/** Any claims of a few hours on up to `berths` berths. */
export const wildLists = (berths = 1): fc.Arbitrary<Evidence[]> =>
  fc
    .array(
      fc.record({
        at: fc.nat(480 * 2).map((half) => START + half * 30_000),
        source: fc.constantFrom(...SOURCES),
        claim: fc.constantFrom(...CLAIMS),
        device: fc.integer({ min: 1, max: 2 }),
        plate: fc.option(fc.constantFrom(...PLATES)),
        picture: fc.option(fc.constantFrom('p1', 'p2')),
        confidence: fc.constantFrom(0.8, 0.97),
        changes: fc.option(fc.nat(12)),
        sinceSeconds: fc.option(fc.nat(4000)),
        restarted: fc.boolean(),
        berth: fc.integer({ min: 1, max: berths }),
        also: fc.integer({ min: 1, max: 8 }),
      }),
      { maxLength: 30 },
    )
    .map((list) =>
      list.map(({ at, source, claim, device, berth, also, ...each }) => {
        const sensed = source === 'sensor' || source === 'lock';
        return evidence(at, source, claim === 'plate' && (sensed || each.plate === null) ? 'present' : claim, {
          berthId: `B${berth}`,
          deviceId: sensed ? `${source}${device}` : null,
          plate: sensed || source === 'system' ? null : each.plate,
          picture: sensed ? null : each.picture,
          confidence: source === 'camera' ? each.confidence : null,
          changes: sensed ? each.changes : null,
          sinceSeconds: sensed ? each.sinceSeconds : null,
          restarted: sensed && each.restarted && (claim === 'present' || claim === 'absent'),
          alsoOf: also <= berths && also !== berth && source === 'person' && each.plate !== null ? `B${also}` : null,
        });
      }),
    );

/** Two sensors and a lock, as far as a history wants them. */
export const wildBindings = (berths = 1): fc.Arbitrary<SensorBinding[]> =>
  fc
    .array(
      fc.record({
        device: fc.constantFrom('sensor1', 'sensor2', 'lock1'),
        faults: fc.nat(2),
        provenFrom: fc.constantFrom(SENSOR.provenFrom, minute(200), null),
      }),
      {
        maxLength: 3,
      },
    )
    .map((list) =>
      [...new Map(list.map((each) => [each.device, each]))].flatMap(([deviceId, { faults, provenFrom }]) =>
        Array.from({ length: berths }, (_, nth) => ({
          ...SENSOR,
          deviceId,
          berthId: `B${nth + 1}`,
          faults,
          provenFrom,
        })),
      ),
    );
