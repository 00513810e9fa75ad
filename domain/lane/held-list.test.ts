import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { freeDays } from '../pass/history.ts';
import { addDays, dayOf, startOfDay } from '../time/day.ts';
import { heldAfter, laneList, letsIn, listDifference, listHash, noList } from './held-list.ts';
import type { HeldCar, HeldList, ListCommand, ListedPass } from './held-list.ts';

const zone = 'Asia/Shanghai';
const START = '2026-01-01';
const HOUR = 3_600_000;
const day = (nth: number): string => addDays(START, nth);
const plates = fc.constantFrom('浙A10001', '浙A10002', '浙A·10003', '浙AD10004', '沪B10005');
const lanes = fc.constantFrom('in1', 'in2', 'in3');
const days = fc
  .tuple(fc.nat(40), fc.nat(20))
  .map(([from, length]) => ({ fromDay: day(from), toDay: day(from + length) }));
const moments = fc.nat(60 * 24).map((hours) => startOfDay(START, zone) + hours * HOUR);
const white = fc.array(
  fc.record({ plate: plates, until: fc.option(moments.map((at) => new Date(at).toISOString())) }),
  { maxLength: 5 },
);
const passes: fc.Arbitrary<ListedPass[]> = fc.array(
  fc.record({
    plates: fc.uniqueArray(plates, { minLength: 1, maxLength: 3 }),
    lanes: fc.uniqueArray(lanes, { maxLength: 2 }),
    history: fc.record({
      spans: fc.array(days, { maxLength: 3 }),
      suspended: fc.array(days, { maxLength: 1 }),
      lastDay: fc.option(fc.nat(60).map(day)),
    }),
  }),
  { maxLength: 5 },
);
const lists = fc.record({ white, black: fc.uniqueArray(plates, { maxLength: 1 }), passes, lane: lanes, at: moments });
const wantedBy = (of: { white: HeldCar[]; black: string[]; passes: ListedPass[]; lane: string; at: number }) =>
  laneList(of, of.passes, { lane: of.lane, at: of.at, zone });
const none = { missing: [], extra: [] };
const holdsUntil = '2026-03-01T00:00:00.000Z';

test('INV-M6 after a full list a lane holds the platform’s list, whatever it held before; later losses and lags are reported', () => {
  const before = fc.array(
    fc.oneof(
      plates.map((plateNumber): ListCommand => ({ action: 'delete', plateNumber })),
      white.map((entries): ListCommand => ({ action: 'sync', entries, holdsUntil })),
      fc.constant<ListCommand>({ action: 'search' }),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(before, lists, plates, lists, (commands, now, lost, then) => {
      let list: HeldList = noList;
      for (const each of commands) list = heldAfter(list, each, now.at)!;
      const wanted = wantedBy(now);
      const after = (had: HeldList, each: ListCommand): readonly HeldCar[] => heldAfter(had, each, now.at)!.cars;
      const held: HeldList = { cars: wanted, until: Date.parse(holdsUntil) };
      const sent = after(list, { action: 'sync', entries: wanted, holdsUntil });
      assert.deepEqual(sent, wanted);
      assert.deepEqual(listDifference(wanted, sent, now.at), none);
      assert.deepEqual(
        after(held, { action: 'sync', entries: wanted.toReversed(), holdsUntil }),
        sent,
        'sent twice, in another order: once',
      );
      const without = after(held, { action: 'delete', plateNumber: lost });
      assert.deepEqual(listDifference(wanted, without, now.at).missing.length, sent.length - without.length);
      const other = wantedBy({ ...then, at: now.at });
      const { missing, extra } = listDifference(other, sent, now.at);
      assert.equal(missing.length === 0 && extra.length === 0, JSON.stringify(other) === JSON.stringify(sent));
    }),
    { numRuns: 500 },
  );
});

test("whoever a lane's list lets in parks free at that instant by the platform too, at this lane, until the end the list says", () => {
  fc.assert(
    fc.property(lists, fc.nat(30 * 24), (now, hours) => {
      const at = now.at + hours * HOUR;
      for (const { plate, until } of wantedBy(now)) {
        if (until !== null && Date.parse(until) <= at) continue;
        const of = (each: string) => each.replace('·', '') === plate;
        assert.ok(!now.black.some(of), `${plate} is on the black list`);
        const listed = now.white.some((each) => of(each.plate) && (each.until === null || Date.parse(each.until) > at));
        const paid = now.passes.some(
          (pass) =>
            pass.plates.some(of) &&
            (pass.lanes.length === 0 || pass.lanes.includes(now.lane)) &&
            freeDays(pass.history, 0).some(
              ({ fromDay, toDay }) => fromDay <= dayOf(at, zone) && dayOf(at, zone) <= toDay,
            ),
        );
        assert.ok(listed || paid, `${plate} at ${new Date(at).toISOString()}`);
      }
    }),
    { numRuns: 500 },
  );
});

test('days paid for that follow each other are one stretch, a gap ends it, and of two reasons the longer counts', () => {
  const history = (...spans: [number, number][]) => ({
    spans: spans.map(([from, to]) => ({ fromDay: day(from), toDay: day(to) })),
    suspended: [],
    lastDay: null,
  });
  const at = startOfDay(day(2), zone) + HOUR;
  const list = (spans: [number, number][], listed: HeldCar[] = []) =>
    laneList({ white: listed, black: [] }, [{ plates: ['浙A·10001'], lanes: [], history: history(...spans) }], {
      lane: 'in1',
      at,
      zone,
    });
  const until = (nth: number) => new Date(startOfDay(day(nth), zone)).toISOString();
  assert.deepEqual(
    list([
      [0, 4],
      [5, 9],
      [11, 20],
    ]),
    [{ plate: '浙A10001', until: until(10) }],
  );
  assert.deepEqual(list([[3, 9]]), [], 'not before its first day');
  assert.deepEqual(list([[0, 4]], [{ plate: '浙A10001', until: null }]), [{ plate: '浙A10001', until: null }]);
});

test('a list is recognised by a number that follows from who is on it and until when, and from nothing else', () => {
  const at = Date.parse('2026-05-01T00:00:00Z');
  const cars: HeldCar[] = [
    { plate: '苏C·00001', until: '2026-05-03T00:00:00+08:00' },
    { plate: '苏C00005', until: null },
  ];
  assert.equal(listHash([], at), '811c9dc5', 'the number of nothing, as FNV-1a has it');
  assert.equal(listHash([{ plate: 'A', until: null }], at), createFnv('A|\n'));
  assert.equal(listHash(cars, at), createFnv('苏C00001|2026-05-02T16:00:00.000Z\n苏C00005|\n'));
  assert.equal(listHash(cars.toReversed(), at), listHash(cars, at), 'in whatever order');
  assert.equal(
    listHash([...cars, { plate: '苏C00009', until: '2026-04-30T00:00:00Z' }], at),
    listHash(cars, at),
    'what ran out does not count',
  );
  assert.notEqual(listHash([cars[0]!], at), listHash(cars, at));
});

/** FNV-1a as its authors write it down, with numbers that do not overflow. */
function createFnv(text: string): string {
  let hash = 2166136261n;
  for (const byte of Buffer.from(text, 'utf8')) hash = ((hash ^ BigInt(byte)) * 16777619n) % 4294967296n;
  return hash.toString(16).padStart(8, '0');
}

test('a list is confirmed by its number alone: the same one holds for longer, another one is refused and ends when it would have', () => {
  const [at, plate] = [Date.parse('2026-05-01T00:00:00Z'), '苏C00001'];
  const held: HeldList = {
    cars: [
      { plate, until: null },
      { plate: '苏C00002', until: '2026-05-01T12:00:00.000Z' },
    ],
    until: at + HOUR,
  };
  const commandFor = (cars: readonly HeldCar[]): ListCommand => ({
    action: 'confirm',
    hash: listHash(cars, at),
    holdsUntil: new Date(at + 24 * HOUR).toISOString(),
  });
  assert.equal(heldAfter(held, commandFor([held.cars[0]!]), at), null);
  const longer = heldAfter(held, commandFor(held.cars), at)!;
  const hours = (list: HeldList, of: string): number[] =>
    Array.from({ length: 30 }, (_, nth) => nth).filter((nth) => letsIn(list, of, at + nth * HOUR));
  assert.deepEqual(
    [
      hours(held, '苏C·00001').at(-1),
      hours(longer, plate).at(-1),
      hours(longer, '苏C00002').at(-1),
      hours(longer, '苏C00003'),
    ],
    [0, 23, 11, []],
  );
  assert.equal(letsIn(noList, plate, at), false);
});
