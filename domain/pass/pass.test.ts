import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { addDays, dayOf } from '../time/day.ts';
import { coverageOf, daysCovered, daysExpired, daysLeft, newTerm, passCovers, renewTerm } from './pass.ts';
import type { PassTerm } from './pass.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text}+08:00`);
const days = fc.integer({ min: 18_000, max: 22_000 }).map((number) => addDays('1970-01-01', number));
const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Sao_Paulo');
const passes = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -1, max: 10 })), { maxLength: 3 })
  .map((list) =>
    list.map(([start, length]) => ({
      fromDay: addDays('2024-10-10', start),
      toDay: addDays('2024-10-10', start + length),
    })),
  );
const instants = fc.integer({ min: Date.UTC(2024, 9, 8), max: Date.UTC(2024, 10, 20) });

test('a pass covers an instant exactly when its day lies between first and last day', () => {
  fc.assert(
    fc.property(passes, instants, zones, (list, instant, zone) => {
      for (const pass of list) {
        const day = dayOf(instant, zone);
        assert.equal(passCovers(pass, instant, zone), pass.fromDay <= day && day <= pass.toDay);
      }
    }),
  );
});

test('the covered stretches of a stay are the instants that some pass covers', () => {
  fc.assert(
    fc.property(
      passes,
      instants,
      fc.integer({ min: 1, max: 20 * 86_400_000 }),
      zones,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (list, inAt, length, zone, part) => {
        const { extent, spans } = coverageOf(list, { inAt, outAt: inAt + length }, zone);
        const probe = inAt + Math.floor(length * part);
        const inSpan = spans.some(({ from, to }) => from <= probe && probe < to);
        assert.equal(
          inSpan,
          list.some((pass) => passCovers(pass, probe, zone)),
        );
        const sum = spans.reduce((total, { from, to }) => total + to - from, 0);
        assert.equal(extent, sum === 0 ? 'none' : sum === length ? 'whole' : 'part');
      },
    ),
    { numRuns: 500 },
  );
});

test('a stay over the end of a pass is covered until midnight of its last day', () => {
  const pass = { fromDay: '2024-06-01', toDay: '2024-06-30' };
  const stay = { inAt: at('2024-06-30T20:00'), outAt: at('2024-07-01T09:00') };
  assert.deepEqual(coverageOf([pass], stay, ZONE), {
    extent: 'part',
    spans: [{ from: stay.inAt, to: at('2024-07-01T00:00') }],
  });
  const renewed = { fromDay: '2024-07-01', toDay: '2024-07-31' };
  assert.equal(coverageOf([renewed, pass], stay, ZONE).extent, 'whole');
  assert.equal(coverageOf([pass], { inAt: stay.inAt, outAt: stay.inAt }, ZONE).extent, 'whole');
  assert.equal(coverageOf([], { inAt: stay.inAt, outAt: stay.inAt }, ZONE).extent, 'none');
});

test('a month from the 15th ends on the 14th, from the 31st before the last of February', () => {
  assert.deepEqual(newTerm('2024-01-15', 1), { fromDay: '2024-01-15', toDay: '2024-02-14', anchorDay: 15 });
  assert.equal(newTerm('2024-02-01', 1).toDay, '2024-02-29');
  assert.equal(newTerm('2023-01-31', 1).toDay, '2023-02-27');
  assert.equal(newTerm('2024-01-01', 12).toDay, '2024-12-31');
  assert.throws(() => newTerm('2024-01-01', 0), RangeError);
  assert.throws(() => newTerm('2024-01-01', 0.5), RangeError);
});

test('a pass that ends on 31 January is renewed to the last of February', () => {
  assert.equal(renewTerm(newTerm('2024-01-01', 1), 1, '2024-01-20', 'from-today').term.toDay, '2024-02-29');
  assert.equal(renewTerm(newTerm('2023-01-01', 1), 1, '2023-01-20', 'from-today').term.toDay, '2023-02-28');
});

test('three renewals of one month end where one of three months does, and where a new pass of all of them', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }), (fromDay, months, more) => {
      const start = newTerm(fromDay, months);
      let step: PassTerm = start;
      for (let i = 0; i < more; i++) step = renewTerm(step, 1, fromDay, 'from-today').term;
      assert.deepEqual(step, renewTerm(start, more, fromDay, 'from-today').term);
      assert.deepEqual(step, newTerm(fromDay, months + more));
    }),
  );
});

test('the days added by a renewal begin after the old end, without a gap or an overlap', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (fromDay, months, more) => {
      const start = newTerm(fromDay, months);
      const { addedFrom, term } = renewTerm(start, more, start.toDay, 'from-today');
      assert.equal(daysCovered(start) + daysCovered({ fromDay: addedFrom, toDay: term.toDay }), daysCovered(term));
    }),
  );
});

test('after a gap the lot decides whether the renewal starts today or at the old end', () => {
  const old = newTerm('2024-01-31', 1);
  assert.deepEqual(renewTerm(old, 1, '2024-03-10', 'from-today'), {
    addedFrom: '2024-03-10',
    term: { fromDay: '2024-03-10', toDay: '2024-04-09', anchorDay: 10 },
  });
  assert.deepEqual(renewTerm(old, 1, '2024-03-10', 'from-end'), {
    addedFrom: '2024-02-29',
    term: { fromDay: '2024-01-31', toDay: '2024-03-30', anchorDay: 31 },
  });
  assert.equal(renewTerm(old, 1, '2024-02-29', 'from-today').addedFrom, '2024-02-29');
});

test('days left and days expired count by the calendar', () => {
  const pass = { fromDay: '2024-02-01', toDay: '2024-02-29' };
  assert.equal(daysCovered(pass), 29);
  assert.deepEqual(
    ['2024-01-01', '2024-02-01', '2024-02-29', '2024-03-01'].map((today) => daysLeft(pass, today)),
    [29, 29, 1, 0],
  );
  assert.deepEqual(
    ['2024-02-01', '2024-02-29', '2024-03-01', '2024-03-05'].map((today) => daysExpired(pass, today)),
    [0, 0, 1, 5],
  );
  assert.equal(daysCovered({ fromDay: '2024-02-02', toDay: '2024-02-01' }), 0);
});
