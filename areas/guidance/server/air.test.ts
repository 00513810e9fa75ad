/** Fans follow the air quality on a real database: gateway readings, fan commands and manual control. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { breatheAll } from './air.ts';
import { openGarage } from './garage.fixture.ts';
import type { Garage } from './garage.fixture.ts';
import { takeGuidance } from './intake.ts';

const MINUTE = 60_000;
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

type Zone = { garage: Garage; id: string; from: number };

async function openZone(more: Record<string, unknown> = {}): Promise<Zone> {
  const garage = await openGarage(product, 1);
  const [fan, sensor] = [await garage.add('fan', 251), await garage.add('co', 241)];
  const { id } = await product.must('POST', '/api/updown/ventilating/submit', {
    parkId: garage.lot.parkId,
    buildingId: garage.floorId,
    fanName: 'B2 排风',
    fanDeviceIds: [fan],
    coDeviceIds: [sensor],
    minutesPerHour: 0,
    ...more,
  });
  return { garage, id, from: Math.floor(Date.now() / 3_600_000) * 3_600_000 };
}

let seq = 0;
const airOf = ({ garage }: Zone, at: number, mg: number | null, fire = false): GuidanceEvent => ({
  kind: 'air',
  device: garage.gatewayId,
  seq: (seq += 1),
  at,
  rawAt: at,
  readings: [{ address: 241, ppmDeci: mg === null ? 0 : Math.round((mg / 1.1644) * 10), ok: mg !== null }],
  fans: [],
  fire,
});

/** Every ten seconds of some minutes, one value a minute. */
async function live(zone: Zone, values: readonly (number | null)[], from = zone.from, fire = false): Promise<void> {
  for (let at = 0; at < values.length * MINUTE; at += 10_000) {
    if (at % 30_000 === 0)
      await takeGuidance(
        product.database,
        zone.garage.lot,
        [airOf(zone, from + at, values[Math.floor(at / MINUTE)]!, fire)],
        new Date(from + at),
      );
    await breatheAll(product.database, new Date(from + at + 1));
  }
}

const seen = ({ id }: Zone) => product.must('GET', '/api/updown/ventilating/detail', { id });

/** Commands sent to fans, in order. */
const commandsTo = async ({ garage }: Zone): Promise<boolean[]> =>
  (
    await product.database.read(platformScope, (db) =>
      db.raw<{ on: boolean }>(
        `SELECT (payload->'fans'->0->>'on')::boolean AS "on" FROM device_command WHERE device_id = $1 AND command = 'fan' ORDER BY (payload->>'revision')::bigint`,
        [garage.gatewayId],
      ),
    )
  ).map(({ on }) => on);

test('fans start half a minute after the start is reached and stop at the stop once their least run is over; minutes by cause stand', async () => {
  const zone = await openZone({ minRunS: 120 });
  await live(zone, [14, 22, 24]);
  const running = await seen(zone);
  assert.deepEqual([running.state, running.cause], ['run', 'co']);
  assert.ok((await commandsTo(zone)).includes(true));
  await live(zone, [11, 11, 11], zone.from + 3 * MINUTE);
  assert.equal((await seen(zone)).state, 'off');
  assert.equal((await commandsTo(zone)).at(-1), false);
  const spells = await product.must('GET', '/api/gatehouse/airSpell/list', { ventilatingId: zone.id });
  assert.deepEqual(
    spells.records.map(({ running: on }: { running: boolean }) => on),
    [false, true, false],
  );
  const inOrder: { fromTime: string; toTime: string | null }[] = spells.records.toReversed();
  assert.deepEqual(
    inOrder.slice(1).map(({ fromTime }) => fromTime),
    inOrder.slice(0, -1).map(({ toTime }) => toTime),
    'one begins where the other ends, so that minutes by cause fill the time',
  );
  const { records } = await product.must('GET', '/api/gatehouse/airReading/list', { ventilatingId: zone.id });
  assert.equal(records.length, 6);
  const [, blown] = [...spells.records].toReversed();
  const day = await product.must('GET', '/api/gatehouse/fan/day', { id: zone.id });
  assert.equal(day.readings.length, 6);
  assert.equal(day.minutes.co, Math.round((Date.parse(blown.toTime) - Date.parse(blown.fromTime)) / MINUTE));
});

test('without a valid sensor the fans run; fire is left to the panel until a person resets', async () => {
  const zone = await openZone();
  await live(zone, [10, null, null, null, null]);
  assert.equal((await seen(zone)).state, 'fault');
  const earlier = (await commandsTo(zone)).length;
  await live(zone, [10, 10], zone.from + 5 * MINUTE, true);
  assert.equal((await seen(zone)).state, 'fire');
  assert.equal((await commandsTo(zone)).length, earlier, 'nothing is commanded while the fire input stands');
  const still = await product.ask('POST', '/api/gatehouse/fan/reset', { id: zone.id, reason: '演练结束' });
  assert.equal(still.status, 422);
  await live(zone, [10], zone.from + 8 * MINUTE);
  await product.must('POST', '/api/gatehouse/fan/reset', { id: zone.id, reason: '演练结束' });
  assert.notEqual((await seen(zone)).state, 'fire');
});

test('a person turns fans on until a time, within a day and with a reason', async () => {
  const zone = await openZone();
  const by = { id: zone.id, turn: 'on', reason: '检修排风' };
  assert.equal((await product.ask('POST', '/api/gatehouse/fan/command', by)).status, 400);
  const until = new Date(zone.from + 30 * MINUTE + 86_400_000 * 2).toISOString();
  assert.equal((await product.ask('POST', '/api/gatehouse/fan/command', { ...by, until })).status, 400);
  const soon = new Date(Date.now() + 10 * MINUTE);
  await product.must('POST', '/api/gatehouse/fan/command', { ...by, until: soon.toISOString() });
  await breatheAll(product.database, new Date());
  const on = await seen(zone);
  assert.deepEqual([on.state, on.cause, on.handTurn], ['run', 'hand', 'on']);
  await breatheAll(product.database, new Date(soon.getTime() + 1));
  assert.equal((await seen(zone)).handTurn, null);
});

test('fans are fans, sensors sensors, and the stop lies below the start', async () => {
  const zone = await openZone();
  const edit = (input: Record<string, unknown>) =>
    product.ask('POST', '/api/updown/ventilating/submit', { id: zone.id, ...input });
  assert.equal((await edit({ stopMg: 25 })).status, 400);
  assert.equal((await edit({ fanDeviceIds: zone.garage.detectors })).status, 400);
  assert.equal((await edit({ coDeviceIds: [] })).status, 400);
});
