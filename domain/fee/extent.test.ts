import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { linesPerDay } from './extent.ts';
import type { Tariff } from './form.ts';
import { price } from './price.ts';
import { minuteStays, tariffs } from './tariff-arbitrary.fixture.ts';
import { isFeeRefusal } from './types.ts';

const DAY = 86_400_000;

test('no bill has more lines than were foretold', () => {
  fc.assert(
    fc.property(tariffs, minuteStays, (tariff, stay) => {
      const priced = price(tariff, stay, { zone: 'Asia/Shanghai' });
      const most = linesPerDay(tariff) * (Math.ceil((stay.outAt - stay.inAt) / DAY) + 1);
      assert.ok(
        !isFeeRefusal(priced) && priced.lines.length <= most,
        `${isFeeRefusal(priced) ? '' : priced.lines.length} of at most ${most}`,
      );
    }),
    { numRuns: 400 },
  );
});

test('published tariffs have few lines a day; fifty rungs an hour have many', () => {
  const folder = join(import.meta.dirname, 'tariffs');
  for (const file of readdirSync(folder)) {
    const { id, tariff } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; tariff: Tariff };
    assert.ok(linesPerDay(tariff) <= 130, `${id}: ${linesPerDay(tariff)}`);
  }
  const ladder = Array.from({ length: 50 }, (_, nth) => ({ minutes: 1, unitMinutes: 1, fen: nth }));
  assert.ok(
    linesPerDay({ form: 2, schemes: [{ meters: [{ id: 'a', again: { minutes: 60 }, edge: 'ends', ladder }] }] }) >=
      1200,
  );
});
