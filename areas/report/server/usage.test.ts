import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays } from '#domain/time/day.ts';
import { usedByHour } from './usage.ts';
import type { HourFlow } from './usage.ts';

/** 2 November 2026 is a Monday. */
const monday = '2026-11-02';
const days = (count: number): string[] => Array.from({ length: count }, (_, nth) => addDays(monday, nth));
const none: HourFlow = { entries: 0, exits: 0 };

test('vehicles at the end of an hour are worked back from the end by what came and went', () => {
  const flow = (day: string, hour: number): HourFlow =>
    day === monday && hour === 8
      ? { entries: 5, exits: 0 }
      : day === monday && hour === 18
        ? { entries: 0, exits: 3 }
        : none;
  const used = usedByHour([monday], flow, 4, 23);
  const at = (hour: string) => used.find((row) => row.hour === hour)!.vehicleHours;
  assert.deepEqual([at('07'), at('08'), at('17'), at('18'), at('23')], [2, 7, 7, 4, 4]);
});

test('hours that have not come are not counted, and a weekday is the sum of its days', () => {
  const used = usedByHour(days(8), () => none, 10, 9);
  const of = (weekday: string, hour: string) => used.find((row) => row.weekday === weekday && row.hour === hour)!;
  assert.deepEqual([of('1', '09').hours, of('1', '10').hours, of('2', '10').hours], [2, 1, 1]);
  assert.equal(of('1', '09').vehicleHours, 20);
});

test('every entry and exit of the range is in exactly one hour, and no hour has less than nobody inside', () => {
  const flows = fc.array(fc.record({ entries: fc.nat(9), exits: fc.nat(9) }), { minLength: 72, maxLength: 72 });
  fc.assert(
    fc.property(flows, fc.nat(20), (given, inside) => {
      const range = days(3);
      const used = usedByHour(range, (day, hour) => given[range.indexOf(day) * 24 + hour]!, inside, 23);
      const sum = (of: keyof HourFlow, rows: readonly HourFlow[]) => rows.reduce((all, row) => all + row[of], 0);
      assert.equal(sum('entries', used), sum('entries', given));
      assert.equal(sum('exits', used), sum('exits', given));
      assert.equal(
        used.reduce((all, { hours }) => all + hours, 0),
        72,
      );
      assert.ok(used.every(({ vehicleHours }) => vehicleHours >= 0));
    }),
    { numRuns: 100 },
  );
});
