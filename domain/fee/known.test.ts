import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tariff } from './form.ts';
import { knownAtGate } from './known.ts';
import { price } from './price.ts';

test('a tariff may ask for the colour of the plate, electricity and the area of the entry', () => {
  const meter = (id: string, fen: number, area?: string) => ({
    id,
    again: 'stay' as const,
    edge: 'ends' as const,
    ...(area ? { windows: [{ area }] } : {}),
    ladder: [{ unitMinutes: 60, fen }],
  });
  const tariff: Tariff = {
    form: 2,
    choose: 'first',
    schemes: [
      { when: [{ value: 'newEnergy', is: ['yes'] }], meters: [meter('electric', 100)] },
      { when: [{ value: 'colour', is: ['yellow'] }], meters: [meter('large', 900)] },
      { meters: [meter('cellar', 300, 'cellar'), meter('other', 500)] },
    ],
  };
  const due = (colour: string, area: string | null): number | string => {
    const priced = price(
      tariff,
      { inAt: 0, outAt: 3_600_000 },
      { zone: 'Asia/Shanghai', ...knownAtGate({ colour, area, from: 0, to: 3_600_000 }) },
    );
    return 'totalFen' in priced ? priced.totalFen : priced.refused;
  };
  assert.deepEqual(
    [due('green', null), due('yellow-green', 'cellar'), due('yellow', null), due('blue', 'cellar'), due('blue', null)],
    [100, 100, 900, 300, 500],
  );
});
