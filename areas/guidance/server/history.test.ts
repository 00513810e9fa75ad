/** Floors as they were: what is stored of spaces, and what a day and an instant are drawn from. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { openGarage } from './garage.fixture.ts';
import type { Garage } from './garage.fixture.ts';
import { countFloors, forgetHistory } from './history.ts';
import { takeGuidance } from './intake.ts';
import { sweepGuidance } from './sweep.ts';

const [MINUTE, DAY, ZONE] = [60_000, 86_400_000, 'Asia/Shanghai'];
const guide = '/api/gatehouse/guide';
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const raw = <T>({ lot }: Garage, sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.write(tenantScope(lot.tenantId), (db) => db.raw<T>(sql, [lot.tenantId, ...values]));
/** A garage whose spaces have been there for long. */
async function garageOf(count = 4): Promise<Garage> {
  const garage = await openGarage(product, count);
  const long = new Date(Date.now() - 100 * DAY).toISOString();
  await raw(garage, 'UPDATE parking_space SET created_at = $3 WHERE tenant_id = $1 AND park_id = $2 RETURNING 1', [
    garage.lot.parkId,
    long,
  ]);
  return garage;
}

type Seen = readonly [address: number, taken: boolean];
let seq = 0;
/** Detectors report at `at`, and the message arrives at `now`. */
function sees(garage: Garage, at: number, now: number, ...changes: readonly Seen[]): Promise<void> {
  seq += 1;
  const event: GuidanceEvent = {
    device: garage.gatewayId,
    seq,
    at,
    rawAt: at,
    kind: 'spaces',
    changes: changes.map(([address, taken]) => ({ address, taken, plate: null, picture: null })),
  };
  return takeGuidance(product.database, garage.lot, [event], new Date(now));
}
/** The states of the garage's spaces at an instant, a letter each. */
async function statesAt(garage: Garage, instant: number): Promise<string> {
  const { spaces } = await product.must('GET', `${guide}/replay`, {
    buildingId: garage.floorId,
    at: new Date(instant).toISOString(),
  });
  const states = new Map(spaces.map(({ id, state }: { id: string; state: string }) => [id, state]));
  return garage.spaces.map((id) => String(states.get(id) ?? '-')[0]).join('');
}

test('a space was taken from when its detector says, however late that came; silent and closed ones from when that was found', async () => {
  const garage = await garageOf();
  const t0 = Math.floor(Date.now() / MINUTE) * MINUTE - 300 * MINUTE;
  const past = (minutes: number): number => t0 + minutes * MINUTE;
  await sees(garage, past(0), past(0), [1, false], [2, false], [3, false], [4, false]);
  await sees(garage, past(30), past(31), [1, true]);
  await sees(garage, past(40), past(43), [2, true]);
  // What is older than the last word changes nothing.
  await sees(garage, past(35), past(43), [2, false]);
  assert.equal(await statesAt(garage, past(-1)), 'uuuu');
  assert.equal(await statesAt(garage, past(0)), 'ffff');
  assert.equal(await statesAt(garage, past(30) - 1), 'ffff');
  assert.equal(await statesAt(garage, past(30)), 'tfff');
  assert.equal(await statesAt(garage, past(40) - 1), 'tfff');
  assert.equal(await statesAt(garage, past(40)), 'ttff');
  await sweepGuidance(product.database, new Date(past(60)));
  assert.equal(await statesAt(garage, past(60) - 1), 'ttff');
  assert.equal(await statesAt(garage, past(60)), 'uuuu');
  await sees(garage, past(68), past(70), [3, true]);
  assert.equal(await statesAt(garage, past(69)), 'uuuu');
  assert.equal(await statesAt(garage, past(70)), 'uutu');
  await product.must('POST', '/api/gatehouse/parkingSpace/close', { id: garage.spaces[3], closedReason: '漏水' });
  assert.equal((await statesAt(garage, Date.now())).at(-1), 'c');
  assert.equal((await statesAt(garage, past(71))).at(-1), 'u');
});

test('whatever the order messages come in, the last instant is what the floor is now', async () => {
  const garage = await garageOf();
  const t0 = Date.now() - 60 * MINUTE;
  let random = 7;
  const next = (below: number): number => {
    random = (random * 48_271) % 2_147_483_647;
    return random % below;
  };
  for (let nth = 0; nth < 50; nth += 1) {
    const now = t0 + nth * MINUTE;
    if (next(8) === 0) await sweepGuidance(product.database, new Date(now + 9 * MINUTE));
    await sees(garage, now - next(5 * MINUTE), now, [1 + next(4), next(2) === 0], [1 + next(4), next(2) === 0]);
  }
  const { spaces } = await product.must('GET', `${guide}/live`, { buildingId: garage.floorId });
  const live = new Map(spaces.map(({ id, state }: { id: string; state: string }) => [id, state]));
  assert.equal(await statesAt(garage, Date.now()), garage.spaces.map((id) => String(live.get(id))[0]).join(''));
  const changes = await raw<{ space: string; state: string }>(
    garage,
    'SELECT space_id AS space, state FROM space_change WHERE tenant_id = $1 AND park_id = $2 ORDER BY space_id, at, id',
    [garage.lot.parkId],
  );
  assert.ok(changes.length > 20);
  for (const [n, change] of changes.entries())
    if (changes[n - 1]?.space === change.space) assert.notEqual(changes[n - 1]!.state, change.state);
});

test('a day is the mean of what was counted every ten minutes, beside yesterday and the same day a week before', async () => {
  const garage = await garageOf();
  const day = addDays(dayOf(Date.now(), ZONE), -1);
  const taken = async (of: string, minute: number, n: number): Promise<void> => {
    await raw(
      garage,
      `UPDATE parking_space SET status = CASE WHEN id = ANY($3::uuid[]) THEN 'taken' ELSE 'free' END
       WHERE tenant_id = $1 AND park_id = $2 RETURNING 1`,
      [garage.lot.parkId, garage.spaces.slice(0, n)],
    );
    const now = new Date(startOfDay(of, ZONE) + minute * MINUTE);
    await product.database.write(tenantScope(garage.lot.tenantId), (db) => countFloors(db, garage.lot, now));
  };
  await taken(day, 600, 1);
  await taken(day, 612, 2);
  // Of the same ten minutes the first look holds.
  await taken(day, 618, 4);
  await taken(day, 1_439, 4);
  await taken(addDays(day, -7), 0, 3);
  await taken(addDays(day, -2), 600, 3);
  const curve = await product.must('GET', `${guide}/curve`, { buildingId: garage.floorId, day });
  assert.deepEqual(curve.days, [
    {
      day,
      hours: [
        { hour: 10, free: 2.5, taken: 1.5, unknown: 0, closed: 0 },
        { hour: 23, free: 0, taken: 4, unknown: 0, closed: 0 },
      ],
    },
    { day: addDays(day, -1), hours: [] },
    { day: addDays(day, -7), hours: [{ hour: 0, free: 1, taken: 3, unknown: 0, closed: 0 }] },
  ]);
  assert.equal(Date.parse(curve.from), startOfDay(day, ZONE));
  assert.equal(Date.parse(curve.until), startOfDay(addDays(day, 1), ZONE));
  const today = await product.must('GET', `${guide}/curve`, { buildingId: garage.floorId });
  assert.deepEqual([today.day, today.days[1].hours.length], [addDays(day, 1), 2]);
});

test('after 35 days changes are forgotten but for the state the kept time begins with; other instants are refused', async () => {
  const garage = await garageOf(1);
  const now = Date.now();
  const ago = (days: number): number => now - days * DAY;
  await sees(garage, ago(40), ago(40), [1, false]);
  await sees(garage, ago(38), ago(38), [1, true]);
  await sees(garage, ago(20), ago(20), [1, false]);
  const forget = () =>
    product.database.write(tenantScope(garage.lot.tenantId), async (db) => {
      await countFloors(db, garage.lot, new Date(ago(36)));
      await countFloors(db, garage.lot, new Date(ago(34)));
      await forgetHistory(db, garage.lot, new Date(now));
    });
  await forget();
  const left = await raw<{ state: string }>(
    garage,
    'SELECT state FROM space_change WHERE tenant_id = $1 AND park_id = $2 ORDER BY at',
    [garage.lot.parkId],
  );
  assert.deepEqual(
    left.map(({ state }) => state),
    ['taken', 'free'],
  );
  const counts = await raw(garage, 'SELECT 1 FROM floor_count WHERE tenant_id = $1 AND park_id = $2', [
    garage.lot.parkId,
  ]);
  assert.equal(counts.length, 1);
  assert.equal(await statesAt(garage, ago(34)), 't');
  for (const instant of [now + MINUTE, ago(36)]) {
    const input = { buildingId: garage.floorId, at: new Date(instant).toISOString() };
    assert.equal((await product.ask('GET', `${guide}/replay`, input)).status, 400);
  }
  const nowhere = { buildingId: randomUUID(), at: new Date(ago(1)).toISOString() };
  assert.equal((await product.ask('GET', `${guide}/replay`, nowhere)).status, 404);
});

test('a space that did not exist yet is not replayed, and one that has not changed since has long been what it is', async () => {
  const garage = await garageOf(2);
  const fresh = garage.spaces[1];
  const hour = (n: number): string => new Date(Date.now() - n * 60 * MINUTE).toISOString();
  await raw(
    garage,
    `UPDATE parking_space SET status = 'taken', since = $3, created_at = CASE WHEN id = $4::uuid THEN $5::timestamptz ELSE created_at END
     WHERE tenant_id = $1 AND park_id = $2 RETURNING 1`,
    [garage.lot.parkId, hour(10), fresh, hour(5)],
  );
  assert.equal(await statesAt(garage, Date.parse(hour(11))), 'u-');
  assert.equal(await statesAt(garage, Date.parse(hour(6))), 't-');
  assert.equal(await statesAt(garage, Date.parse(hour(4))), 'tt');
});
