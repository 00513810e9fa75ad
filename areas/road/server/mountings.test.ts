/** Sensors that nobody knows the place of charge nothing; what people see at the berths proves where they are. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { proveMountings } from './door.ts';
import type { Claim } from './door.ts';
import { MINUTE, openStreet } from './street.fixture.ts';
import type { Street } from './street.fixture.ts';

const HOUR = 60 * MINUTE;
const START = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

/** A street whose sensors were mounted just now, as far as anybody knows. */
async function openNewStreet(): Promise<Street> {
  const street = await openStreet(product, 2);
  const { tenantId, parkId } = street.lot;
  await product.database.write(tenantScope(tenantId), (db) =>
    db.raw('UPDATE sensor_binding SET proven_time = NULL WHERE tenant_id = $1 AND park_id = $2', [tenantId, parkId]),
  );
  return street;
}

/** A car of fifty minutes at each of two berths by turns, read after ten; the sensors report as `sensorOf` says. */
const turn = (street: Street, nth: number, sensorOf: (berth: number) => number): Claim[] => {
  const berth = nth % 2;
  const from = START + nth * HOUR;
  return [
    street.claim(sensorOf(berth), from, 'arrive'),
    { ...street.person(berth, from + 10 * MINUTE, 'plate', `粤B5${nth}000`.slice(0, 7)), seq: `plate ${nth}` },
    street.claim(sensorOf(berth), from + 50 * MINUTE, 'leave'),
  ];
};

const proven = async ({ lot }: Street): Promise<number> =>
  (
    await product.database.read(tenantScope(lot.tenantId), (db) =>
      db.raw<{ id: string }>(
        'SELECT id FROM sensor_binding WHERE tenant_id = $1 AND park_id = $2 AND proven_time IS NOT NULL',
        [lot.tenantId, lot.parkId],
      ),
    )
  ).length;

/** Minutes from begin to end of the cars that were read, and what they were charged. */
const billed = async (street: Street): Promise<{ minutes: number; fen: number }[]> =>
  (await street.stays())
    .filter((stay) => String(stay['plate']).startsWith('粤B5'))
    .map(({ in: from, out, due }) => ({
      minutes: out ? (Date.parse(out) - Date.parse(from!)) / MINUTE : 0,
      fen: Number(due ?? 0),
    }));

async function play(street: Street, sensorOf: (berth: number) => number): Promise<void> {
  const idle = [0, 1].map((berth) => street.claim(berth, START - HOUR, 'absent'));
  const turns = Array.from({ length: 12 }, (_, nth) => turn(street, nth, sensorOf));
  await street.accept([...idle, ...turns.flat()], START + 12 * HOUR);
  await street.sweep(START + 13 * HOUR);
  await proveMountings(product.database, new Date(START + 13 * HOUR));
  await street.accept(turn(street, 14, sensorOf), START + 15 * HOUR);
  await street.sweep(START + 16 * HOUR);
}

test('a sensor charges nothing until what people read at its berth proves its place, and whole stays from then on', async () => {
  const street = await openNewStreet();
  await play(street, (berth) => berth);
  assert.equal(await proven(street), 2);
  assert.deepEqual(await billed(street), [
    ...Array.from({ length: 12 }, () => ({ minutes: 0, fen: 0 })),
    { minutes: 50, fen: 600 },
  ]);
  const berths = await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId: street.lot.parkId });
  assert.ok(berths.every((berth: { since: string; provenSince: string }) => berth.provenSince === berth.since));
});

test('sensors that were mounted the wrong way round are never proven, and nobody pays for what they feel', async () => {
  const street = await openNewStreet();
  await play(street, (berth) => 1 - berth);
  assert.equal(await proven(street), 0);
  assert.deepEqual(
    await billed(street),
    Array.from({ length: 13 }, () => ({ minutes: 0, fen: 0 })),
  );
  const berths = await product.must('GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId: street.lot.parkId });
  assert.ok(berths.every((berth: { provenSince: string | null }) => berth.provenSince === null));
});

test('a car that a person saw leave after its stay was settled pays once for each minute, whatever another berth’s sensor felt', async () => {
  const street = await openNewStreet();
  const at = (minutes: number): number => START + minutes * MINUTE;
  await street.accept(
    [
      street.claim(0, at(0), 'arrive'),
      street.person(0, at(10), 'plate', '粤B50001'),
      street.claim(0, at(12), 'leave'),
      street.claim(0, at(18), 'arrive'),
    ],
    at(19),
  );
  await street.sweep(at(40));
  await street.accept([street.person(0, at(45), 'leave')], at(45));
  await street.accept([street.claim(0, at(50), 'present')], at(50));
  await street.sweep(at(70));
  assert.equal(
    (await billed(street)).reduce((sum, { minutes }) => sum + minutes, 0),
    35,
  );
});
