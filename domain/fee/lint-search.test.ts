/** The quick search for a gain by leaving against the same search written plainly, on all published tariffs. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../time/zone.ts';
import type { Tariff } from './form.ts';
import { findGain } from './lint-search.ts';
import { Prices, entriesOf, exampleOf, lintSpace } from './lint-space.ts';
import type { LintSpace } from './lint-space.ts';

const folder = join(import.meta.dirname, 'tariffs');
const tariffs = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; zone: string; tariff: Tariff },
);

/** Stay after stay, the shortest first; each price computed where it is needed. */
function plainGain(space: LintSpace): ReturnType<typeof findGain> {
  const grid = space.grid * MINUTE;
  const known = entriesOf(space, space.hours * HOUR);
  const tried = space.circumstances.map((circumstance) => ({
    circumstance,
    prices: new Prices(space.tariff, circumstance),
  }));
  const stays = (): number => tried.reduce((sum, { prices }) => sum + prices.count, 0);
  const of = (prices: Prices, at: number, ms: number): number =>
    prices.of(ms < (known.get(at)?.aloneMs ?? 0) ? known.get(at)!.alike : at, ms);
  for (let nth = 0; nth < Math.floor((space.hours * HOUR) / grid); nth += 1) {
    for (const { circumstance, prices } of tried) {
      for (const { at, alike, aloneMs } of entriesOf(space).values()) {
        if (at !== alike && (nth + 1) * grid < aloneMs) continue;
        for (const ms of [nth * grid + SECOND, (nth + 1) * grid]) {
          const whole = of(prices, at, ms);
          let [least, split] = [whole, 0];
          for (let first = grid; first < ms; first += grid) {
            const apart = of(prices, at, first) + of(prices, at + first, ms - first);
            if (apart < whole && apart <= least) [least, split] = [apart, first];
          }
          if (split === 0) continue;
          const [one, ...others] = [
            [at, ms],
            [at, split],
            [at + split, ms - split],
          ].map(([from, length]) => prices.stay(from!, length!));
          return {
            found: exampleOf(space, circumstance, [one!, ...others]),
            all: false,
            stays: stays(),
            hours: ((nth + 1) * grid) / HOUR,
          };
        }
      }
      if (stays() > space.most) return { all: false, stays: stays(), hours: (nth * grid) / HOUR };
    }
  }
  return { all: space.whole, stays: stays(), hours: space.hours };
}

test('the same gain is found after the same number of stays, or none, as far as it is looked', () => {
  for (const { id, zone, tariff } of tariffs) {
    const space = lintSpace(tariff, { zone }, { hours: 7, stays: 2_500 });
    for (const looked of [space, { ...space, grid: Math.max(5, space.grid / 3) }, { ...space, clocks: [] }])
      assert.deepEqual(findGain(looked), plainGain(looked), id);
  }
});

test('who comes back is known where the tariff counts visits: it has no free time twice, and what it paid before counts', () => {
  const of = (once: boolean, visits: boolean): Tariff => ({
    form: 2,
    schemes: [
      {
        free: { minutes: 30, lost: true, ...(once ? { once: { minutes: 1440 } } : {}) },
        meters: [{ id: 'time', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 30, fen: 500 }] }],
        after: [{ cap: 1000, per: { minutes: 1440 }, visits }],
      },
    ],
  });
  const search = (rule: Tariff): ReturnType<typeof findGain> =>
    findGain(lintSpace(rule, { zone: 'Asia/Shanghai' }, { hours: 4 }));
  assert.deepEqual(
    search(of(false, true)).found?.others.map(({ fen }) => fen),
    [0, 0],
  );
  assert.deepEqual(
    search(of(true, true)).found?.others.map(({ fen }) => fen),
    [0, 500],
    'the free half hour, and then a visit that has none',
  );
  const halfHours: Tariff = {
    form: 2,
    schemes: [
      {
        meters: [
          {
            id: 'time',
            again: 'stay',
            edge: 'ends',
            ladder: [
              { minutes: 60, fen: 500 },
              { unitMinutes: 60, fen: 900 },
            ],
          },
        ],
        after: [{ cap: 1200, per: { minutes: 1440 }, visits: true }],
      },
    ],
  };
  const { found } = search(halfHours);
  assert.deepEqual([found?.fen, found?.others.map(({ fen }) => fen)], [1200, [500, 500]]);
});
