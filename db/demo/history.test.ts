import assert from 'node:assert/strict';
import test from 'node:test';
import { city } from './city.ts';
import { pastOf } from './history.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const lots = city.flatMap((group) => group.companies.flatMap((company) => company.lots));
const pasts = lots.map((lot, nth) => ({ lot, stays: pastOf(lot, nth + 1, 90, now, 'Asia/Shanghai') }));

test('the demo city has two groups, six companies, twelve lots and forty lanes', () => {
  assert.deepEqual(
    [
      city.length,
      city.flatMap((group) => group.companies).length,
      lots.length,
      lots.reduce((sum, lot) => sum + lot.entries + lot.exits + (lot.inner ? 1 : 0), 0),
    ],
    [2, 6, 12, 40],
  );
});

test('ninety days are some 180,000 stays', () => {
  const count = pasts.reduce((sum, { stays }) => sum + stays.length, 0);
  assert.ok(count > 160_000 && count < 210_000, `${count} stays`);
});

test('no lot ever holds more cars than spaces, and no plate is inside twice', () => {
  for (const { lot, stays } of pasts) {
    const moves = stays
      .flatMap((stay) => [
        { at: stay.inAt, by: 1, plate: stay.car.plate },
        ...(stay.outAt === null ? [] : [{ at: stay.outAt, by: -1, plate: stay.car.plate }]),
      ])
      .sort((a, b) => a.at - b.at || a.by - b.by);
    const held = new Set<string>();
    for (const { by, plate } of moves) {
      if (by < 0) held.delete(plate);
      else {
        assert.ok(!held.has(plate), `${plate} twice in ${lot.name}`);
        held.add(plate);
      }
      assert.ok(held.size <= lot.stalls, `${lot.name} overfull`);
    }
  }
});

test('the same seed gives the same past', () => {
  const again = pastOf(lots[0]!, 1, 90, now, 'Asia/Shanghai');
  assert.deepEqual(again.slice(0, 200), pasts[0]!.stays.slice(0, 200));
});

test('in the lot with an inner area some cars go on to it, within their stay; elsewhere nobody does', () => {
  for (const { lot, stays } of pasts) {
    const within = stays.flatMap((stay) => (stay.inner ? [{ ...stay, ...stay.inner }] : []));
    const share = within.length / stays.length;
    assert.ok(lot.inner ? share > 0.15 && share < 0.35 : within.length === 0, `${lot.name}: ${share}`);
    assert.ok(within.every(({ inAt, from, to, outAt }) => inAt < from && from < to && (outAt === null || to < outAt)));
  }
});
