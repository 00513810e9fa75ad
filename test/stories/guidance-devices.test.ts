/** A garage over MQTT: spaces and passages from its gateway, updates to its boards, and finding a car. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import { devicePorts, startDispatch } from '#areas/device/server/door.ts';
import { takeGuidance, updateBoards } from '#areas/guidance/server/door.ts';
import { openGarage } from '#areas/guidance/server/garage.fixture.ts';
import type { Garage } from '#areas/guidance/server/garage.fixture.ts';
import { openDevices } from '#device/index.ts';
import type { Devices } from '#device/index.ts';
import { virtualGarage } from '#device/simulator/guidance.ts';
import type { VirtualGarage } from '#device/simulator/guidance.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until as holding } from '#test/until.ts';

const quiet = { error: () => undefined, info: () => undefined };
const base = '/api/updown/plat/navigation';
let product: TestProduct;
let devices: Devices;
const closers: (() => Promise<unknown>)[] = [];

const raw = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  product.database.read(platformScope, (db) => db.raw<T>(sql, [...values]));

async function connect(garage: Garage): Promise<{ on: VirtualDevice; gateway: VirtualGarage }> {
  const on = await VirtualDevice.open(
    `mqtt://127.0.0.1:${devices.port}`,
    { sn: garage.sn, secret: garage.secret, seq: 0, passing: 0, waiting: {} },
    { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
  );
  closers.push(() => on.close());
  return { on, gateway: virtualGarage(on) };
}

/** Looks again and again, as the server does every two seconds, until `done`. */
const until = (done: () => Promise<boolean> | boolean): Promise<void> =>
  holding(done, { each: () => updateBoards(product.database), everyMs: 50 });

before(async () => {
  product = await startTestProduct();
  devices = await openDevices({
    ports: devicePorts(product.database, {
      ingest: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      guidance: (target, events) => takeGuidance(product.database, target, events),
    }),
    log: quiet,
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'guidance',
    share: 'servers',
  });
  const dispatch = startDispatch(product.database, devices, quiet);
  closers.push(
    () => devices.close(),
    () => dispatch.close(),
  );
});
after(async () => {
  for (const close of closers.toReversed()) await close();
  await product?.close();
});

test('spaces have the state their gateway reports; a repeat changes nothing, a lost detector leaves its space unknown', async () => {
  const garage = await openGarage(product);
  const { gateway } = await connect(garage);
  const all = new Map([1, 2, 3, 4].map((address) => [address, { taken: address < 3 }]));
  await gateway.sees(all, Date.now(), { twice: true });
  assert.deepEqual(await garage.figures(), { free: 2, taken: 2, unknown: 0, closed: 0 });
  await gateway.are(new Map([[4, 'lost' as const]]), Date.now() + 5);
  assert.deepEqual(await garage.figures(), { free: 1, taken: 2, unknown: 1, closed: 0 });
  await gateway.sees(new Map([[4, { taken: false }]]), Date.now() + 10);
  assert.deepEqual(await garage.figures(), { free: 2, taken: 2, unknown: 0, closed: 0 });
  const [state] = await raw<{ lost: number; seq: number }>(
    'SELECT children_lost::int AS lost, last_seq::int AS seq FROM park_device WHERE id = $1',
    [garage.gatewayId],
  );
  assert.equal(state!.seq, 3);
});

test('words shuffled, doubled and late come to the same spaces, and a counter counts each number once', async () => {
  const garage = await openGarage(product);
  const { parkId } = garage.lot;
  const ramp = await product.must('POST', `${base}/devGroup/submit`, {
    parkId,
    groupName: '坡道',
    countBy: 'passages',
    capacity: 200,
    startCount: 20,
  });
  const upper = await product.must('POST', `${base}/devGroup/submit`, {
    parkId,
    groupName: '上层',
    countBy: 'passages',
    capacity: 100,
    startCount: 50,
  });
  await garage.add('counter', 201, { groupId: ramp.id, fromGroupId: upper.id });
  const at = Date.now() - 60_000;
  const head = (seq: number) => ({ device: garage.gatewayId, seq, at: at + seq * 100, rawAt: at + seq * 100 });
  const see = (seq: number, address: number, taken: boolean): GuidanceEvent => ({
    ...head(seq),
    kind: 'spaces',
    changes: [{ address, taken, plate: taken ? `浙A0000${seq}` : null, picture: null }],
  });
  const events: GuidanceEvent[] = [
    see(1, 1, true),
    see(2, 2, true),
    see(3, 1, false),
    see(4, 3, true),
    { ...head(5), kind: 'counted', address: 201, way: 'in', n: 2 },
    { ...head(6), kind: 'counted', address: 201, way: 'out', n: 1 },
    see(7, 2, true),
    see(8, 4, false),
  ];
  const order = [7, 2, 5, 0, 4, 0, 6, 3, 1, 5, 4];
  for (const nth of order) await takeGuidance(product.database, garage.lot, [events[nth]!]);
  assert.deepEqual(await garage.figures(), { free: 2, taken: 2, unknown: 0, closed: 0 });
  const [space] = await raw<{ plate: string }>('SELECT plate_number AS plate FROM parking_space WHERE id = $1', [
    garage.spaces[1],
  ]);
  assert.equal(space!.plate, '浙A00007');
  // Two came down and one went up again: the ramp keeps the sum of both floors.
  assert.deepEqual([(await garage.figures(ramp.id)).taken, (await garage.figures(upper.id)).taken], [21, 49]);
  const counted = await product.must('GET', '/api/gatehouse/groupPassage/list', { groupId: ramp.id });
  assert.equal(counted.total, 2);
});

test('a gateway speaks of its own bus and of no other', async () => {
  const [one, other] = [await openGarage(product), await openGarage(product)];
  await takeGuidance(product.database, one.lot, [
    {
      kind: 'spaces',
      device: other.gatewayId,
      seq: 1,
      at: Date.now(),
      rawAt: Date.now(),
      changes: [{ address: 1, taken: false, plate: null, picture: null }],
    },
  ]);
  assert.equal((await one.figures()).unknown, 4);
  assert.equal((await other.figures()).unknown, 4);
});

test('a board shows what is free, says FULL at none and numbers again from three, and the command has an outcome', async () => {
  const garage = await openGarage(product);
  const board = await garage.add('board', 231);
  await product.must('POST', '/api/gatehouse/guide/boards', {
    groupId: garage.groupId,
    boards: [{ deviceId: board, line: 2, arrow: 'left', label: 'B2' }],
  });
  const { gateway } = await connect(garage);
  const sees = (free: number) => gateway.sees(new Map([1, 2, 3, 4].map((nth) => [nth, { taken: nth > free }])));
  /** The shortest time between two updates has passed. */
  const waited = () =>
    product.database.write(tenantScope(garage.lot.tenantId), (db) =>
      db.raw(`UPDATE dev_device SET sent_at = sent_at - interval '2 seconds' WHERE tenant_id = $1 AND id = $2`, [
        garage.lot.tenantId,
        board,
      ]),
    );
  const shown: unknown[] = [];
  for (const [free, expected] of [
    [4, '4'],
    [0, '满'],
    [2, '满'],
    [3, '3'],
  ] as const) {
    await sees(free);
    await waited();
    await until(() => gateway.shows(231, 2) === expected);
    shown.push(gateway.shows(231, 2));
  }
  assert.deepEqual(shown, ['4', '满', '满', '3']);
  await until(async () => {
    const live = await product.must('GET', '/api/gatehouse/guide/live', { buildingId: garage.floorId });
    return live.boards[0].outcome === 'answered' && live.boards[0].lines[0].n === 3;
  });
  const taken = await product.ask('POST', '/api/gatehouse/guide/boards', {
    groupId: (
      await product.must('POST', `${base}/devGroup/submit`, {
        parkId: garage.lot.parkId,
        groupName: '另一组',
        countBy: 'spaces',
      })
    ).id,
    boards: [{ deviceId: board, line: 2, arrow: 'none', label: null }],
  });
  assert.equal(taken.status, 422);
});

test('a board in a group that no line is set for shows the group in its first', async () => {
  const garage = await openGarage(product);
  await garage.add('board', 232, { groupId: garage.groupId });
  const { gateway } = await connect(garage);
  await gateway.sees(new Map([[1, { taken: false }]]));
  await until(() => gateway.shows(232, 1) === '1');
});

/** Cars that are inside, one at each of the first spaces. */
async function park(garage: Garage, plates: readonly string[]): Promise<void> {
  const { tenantId, parkId } = garage.lot;
  await product.database.write(tenantScope(tenantId), async (db) => {
    for (const plate of plates)
      await db.raw(
        `INSERT INTO car_inside (tenant_id, company_id, park_id, id, plate_number, clone_no)
          SELECT $1, company_id, id, $3, $4, 0 FROM park WHERE id = $2`,
        [tenantId, parkId, newId(), plate],
      );
  });
  await takeGuidance(product.database, garage.lot, [
    {
      kind: 'spaces',
      device: garage.gatewayId,
      seq: 1,
      at: Date.now(),
      rawAt: Date.now(),
      changes: plates.map((plate, nth) => ({ address: nth + 1, taken: true, plate, picture: null })),
    },
  ]);
}

test('a car is found by its plate or the end of it; no plate is shown, and of five similar ones none', async () => {
  const garage = await openGarage(product, 6);
  await park(garage, ['浙A12345', '苏B92345', '浙A8Q777']);
  const find = (plate: string) =>
    product.ask('POST', '/api/gatehouse/find/car', { parkId: garage.lot.parkId, plate }, { as: null });
  const whole = await find('浙A12345');
  assert.deepEqual(
    whole.body.data.found.map(({ spaceNo }: { spaceNo: string }) => spaceNo),
    ['B2-001'],
  );
  const both = await find('2345');
  assert.deepEqual(
    both.body.data.found.map(({ floor, spaceNo }: Record<string, string>) => `${floor} ${spaceNo}`),
    ['B2 B2-001', 'B2 B2-002'],
  );
  assert.doesNotMatch(JSON.stringify(both.body), /浙A|苏B|2345/);
  assert.equal((await find('345')).status, 400);
  assert.equal((await find('浙A99999')).status, 400);
  const crowd = await openGarage(product, 6);
  await park(
    crowd,
    [1, 2, 3, 4, 5].map((nth) => `浙${'ABCDE'[nth - 1]}11111`),
  );
  const many = await product.ask(
    'POST',
    '/api/gatehouse/find/car',
    { parkId: crowd.lot.parkId, plate: '11111' },
    { as: null },
  );
  assert.equal(many.status, 400);
  assert.match(many.body.errors?.[0]?.msg ?? '', /多输入|more signs/);
});

test('whoever tries plates one after the other is stopped', async () => {
  const garage = await openGarage(product);
  const statuses: number[] = [];
  for (let nth = 0; nth < 16; nth += 1)
    statuses.push(
      (
        await product.ask(
          'POST',
          '/api/gatehouse/find/car',
          { parkId: garage.lot.parkId, plate: `浙B${10_000 + nth}` },
          { as: null },
        )
      ).status,
    );
  assert.ok(statuses.includes(429), statuses.join(' '));
});
