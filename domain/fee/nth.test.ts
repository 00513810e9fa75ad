/** The how manieth span it is: of days, of so many hours, and of the continuous pieces of a meter's time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import type { Meter, Scheme, Tariff } from './form.ts';
import { price } from './price.ts';
import { countedFee } from './counted-fee.fixture.ts';
import { countedTariffs, minuteStays } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';

const zone = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const fee = (scheme: Scheme, from: string, to: string): number => {
  const priced = price({ form: 2, schemes: [scheme] }, { inAt: at(from), outAt: at(to) }, { zone });
  assert.ok(!isFeeRefusal(priced));
  return priced.totalFen;
};
const nth = { by: 'nth', of: { 1: 100, 2: 200 }, else: 300 };
const day: Meter = {
  id: 'day',
  windows: [{ from: '08:00', to: '18:00' }],
  again: 'piece',
  edge: 'ends',
  ladder: [{ fen: nth }],
};
const night: Meter = { ...day, id: 'night', windows: [{ from: '18:00', to: '08:00' }], ladder: [{ fen: 1000 }] };

test('the price of a piece depends on which of its meter’s pieces it is', () => {
  assert.equal(fee({ meters: [day] }, '2026-05-06T10:00', '2026-05-08T12:00'), 600);
  assert.equal(
    fee({ meters: [day, { ...night, ladder: [{ fen: nth }] }] }, '2026-05-06T10:00', '2026-05-08T12:00'),
    900,
  );
});

test('pieces are counted since the clock began, those in free time too', () => {
  const free = { minutes: 15 * 60, lost: false };
  assert.equal(fee({ free, meters: [day] }, '2026-05-06T17:00', '2026-05-08T12:00'), 500);
  assert.equal(fee({ free, meters: [day] }, '2026-05-06T19:00', '2026-05-08T12:00'), 300);
});

test('a cap per piece depends on which of the pieces of its meters it is', () => {
  const hourly = { ...night, ladder: [{ unitMinutes: 60, fen: 500 }] };
  const cap = { cap: { by: 'nth', of: { 1: 3000 }, else: 1000 }, per: 'piece' } as const;
  const meters = [{ ...day, ladder: [{ fen: 0 }] }, hourly];
  assert.equal(fee({ meters, after: [{ ...cap, of: ['night'] }] }, '2026-05-06T10:00', '2026-05-08T12:00'), 4000);
  assert.equal(fee({ meters, after: [cap] }, '2026-05-06T10:00', '2026-05-08T12:00'), 2000);
});

test('a supplement each time the stay is in a window may differ by the how manieth time it is', () => {
  const plus = { plus: nth, label: { zh: '过夜', en: 'Overnight' }, each: { from: '02:00', to: '05:00' } };
  assert.equal(
    fee({ meters: [{ ...day, ladder: [{ fen: 0 }] }], after: [plus] }, '2026-05-06T10:00', '2026-05-09T12:00'),
    600,
  );
});

test('prices and caps by the how manieth span are what reading the stay minute by minute gives', () =>
  fc.assert(
    fc.property(countedTariffs, minuteStays, (tariff: Tariff, { inAt, outAt }) => {
      const priced = price(tariff, { inAt, outAt }, { zone });
      assert.ok(!isFeeRefusal(priced));
      assert.equal(priced.totalFen, countedFee(tariff.schemes[0]!, inAt, outAt));
    }),
    { numRuns: 400 },
  ));
