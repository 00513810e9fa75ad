/** What is played on the demo's street by day and by night. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Claim } from '#areas/road/server/door.ts';
import { HOUR } from '#domain/time/zone.ts';
import { city } from './city.ts';
import { randomFrom } from './random.ts';
import { StreetPlay } from './street-live.ts';
import type { Street } from './street.ts';

const plan = city
  .flatMap(({ companies }) => companies)
  .flatMap(({ lots }) => lots)
  .find(({ kind }) => kind === 'curb')!;
const street: Street = {
  berths: Array.from({ length: 60 }, (_, nth) => ({
    id: `b${nth}`,
    no: `CX06-${nth}`,
    sectionId: `s${Math.floor(nth / 20)}`,
    zone: '1',
    sensorId: `d${nth}`,
  })),
  people: [0, 1, 2, 3].map((nth) => ({ id: `u${nth}`, name: `收费员${nth}` })),
  first: '2026-01-01',
};

function played(from: string, hours: number): { claims: Claim[]; payers: number; inside: number } {
  const begin = Date.parse(from);
  const play = new StreetPlay(street, plan, new Map(), begin, randomFrom(7));
  const claims: Claim[] = [];
  for (let now = begin; now < begin + hours * HOUR; now += 10_000) claims.push(...play.step(now));
  return { claims, payers: play.payers.length, inside: play.spots.filter(({ guest }) => guest !== null).length };
}

test('by day cars come and go by turns, most are read by who is on duty, and some leave unread or without paying', () => {
  const { claims, payers, inside } = played('2026-03-04T09:00:00+08:00', 8);
  const count = (claim: Claim['claim']) => claims.filter((each) => each.claim === claim).length;
  assert.ok(count('leave') > 40);
  assert.equal(count('arrive'), count('leave') + inside);
  assert.ok(count('plate') < count('arrive') && count('plate') > count('arrive') / 2);
  assert.ok(payers > 0 && payers < count('plate'));
  for (const [berth, own] of Map.groupBy(claims, ({ berthId }) => berthId)) {
    let there = false;
    for (const { claim } of own) {
      assert.equal(there, claim !== 'arrive' && claim !== 'absent', `${berth}: ${claim}`);
      there = claim === 'arrive' || (there && claim !== 'leave');
    }
  }
  const readers = claims
    .filter(({ claim }) => claim === 'plate')
    .map(({ source, userId }) => [source, userId !== null]);
  assert.ok(readers.every(([source, known]) => source === 'person' && known === true));
});

test('at night nobody walks the street: plates come only from drivers, and each sensor reports every four hours', () => {
  const { claims } = played('2026-03-04T23:00:00+08:00', 8);
  assert.ok(claims.filter(({ claim }) => claim === 'plate').every(({ source }) => source === 'driver'));
  for (const { id } of street.berths)
    assert.ok(claims.filter(({ berthId, source }) => berthId === id && source === 'sensor').length >= 2, id);
});
