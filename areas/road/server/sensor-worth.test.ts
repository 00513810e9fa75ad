/** The list of sensors says which are probably wrong, from what people saw at their berths alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { rateSensors } from './door.ts';
import type { Claim } from './door.ts';
import { MINUTE, openStreet } from './street.fixture.ts';
import type { Street } from './street.fixture.ts';

const HOUR = 60 * MINUTE;
const START = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;
/** A sensor that never feels anything. */
const DEAD = 1;

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

/** A car of fifty minutes at each berth, read after ten. */
const cars = (street: Street, nth: number): Claim[] =>
  street.berths.flatMap((_, berth) => {
    const from = START + nth * HOUR;
    return [
      street.claim(berth, from, berth === DEAD ? 'absent' : 'arrive'),
      {
        ...street.person(berth, from + 10 * MINUTE, 'plate', `粤B5${berth}${nth + 100}`),
        seq: `plate ${berth} ${nth}`,
      },
      street.claim(berth, from + 50 * MINUTE, berth === DEAD ? 'absent' : 'leave'),
    ];
  });

type Shown = { berthNo: string; wrongShare: number | null };

test('a sensor that misses what people read ranks before those that agree with them; one never compared has no figure', async () => {
  const [street, idle] = [await openStreet(product, 3), await openStreet(product, 1)];
  const all = Array.from({ length: 10 }, (_, nth) => cars(street, nth)).flat();
  await street.accept(all, START + 11 * HOUR);
  await idle.accept([idle.claim(0, START, 'absent')], START + 11 * HOUR);
  await rateSensors(product.database, new Date(START + 12 * HOUR));
  const shares = async ({ lot, berths }: Street): Promise<(number | null)[]> => {
    const { records } = await product.must('GET', '/api/updown/pda/rdSensor/list', { parkId: lot.parkId, size: 100 });
    return berths.map(({ berthNo }) => records.find((row: Shown) => row.berthNo === berthNo).wrongShare);
  };
  const [first, dead, last] = await shares(street);
  assert.ok(first! < 100 && last! < 100, `${first} and ${last} hundredths of a percent`);
  assert.ok(dead! > 4_000, `${dead} hundredths of a percent`);
  assert.deepEqual(await shares(idle), [null]);
});
