/** Figures of what messages are about, and boards that follow them without a round. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GuidanceEvent } from '#areas/device/model/link.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until } from '#test/until.ts';
import { startBoards, updateBoards } from './boards.ts';
import { refresh } from './figures.ts';
import { openGarage } from './garage.fixture.ts';
import type { Garage } from './garage.fixture.ts';
import { takeGuidance } from './intake.ts';

const base = '/api/updown/plat/navigation';
const quiet = { error: (fields: object) => assert.fail(JSON.stringify(fields)) };
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

let seq = 0;
const head = (garage: Garage) => {
  seq += 1;
  return { device: garage.gatewayId, seq, at: Date.now() + seq, rawAt: Date.now() };
};
const sees = (garage: Garage, ...changes: readonly (readonly [address: number, taken: boolean])[]): GuidanceEvent => ({
  ...head(garage),
  kind: 'spaces',
  changes: changes.map(([address, taken]) => ({ address, taken, plate: null, picture: null })),
});
const take = (garage: Garage, ...events: readonly GuidanceEvent[]) =>
  takeGuidance(product.database, garage.lot, events);

const shownBy = async (boardId: string): Promise<number | undefined> => {
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ lines: { n: number }[] | null }>('SELECT sent_lines AS lines FROM dev_device WHERE id = $1', [boardId]),
  );
  return row!.lines?.[0]?.n;
};
/** A board in the garage's group, and its gateway connected. */
async function boardOf(garage: Garage): Promise<string> {
  const board = await garage.add('board', 231, { groupId: garage.groupId });
  await product.database.write(tenantScope(garage.lot.tenantId), (db) =>
    db.raw(`UPDATE park_device SET status = 'online' WHERE tenant_id = $1 AND id = $2`, [
      garage.lot.tenantId,
      garage.gatewayId,
    ]),
  );
  return board;
}

test('messages recount what they are about, and a recount of the whole garage finds nothing to change after them', async () => {
  const garage = await openGarage(product, 6);
  const { parkId } = garage.lot;
  const area = await product.must('POST', '/api/updown/baseParkArea/submit', {
    parkId,
    areaName: 'B2 东',
    totalStall: 3,
  });
  const group = (row: Record<string, unknown>): Promise<{ id: string }> =>
    product.must('POST', `${base}/devGroup/submit`, { parkId, ...row });
  const east = await group({ groupName: '东区', countBy: 'spaces', areaId: area.id });
  const ramp = await group({ groupName: '坡道', countBy: 'passages', capacity: 100, startCount: 20 });
  await garage.add('counter', 201, { groupId: ramp.id });
  for (const id of garage.spaces.slice(3))
    await product.must('POST', `${base}/parkingSpace/submit`, { id, areaId: area.id });
  const rounds: readonly GuidanceEvent[][] = [
    [sees(garage, [1, true], [2, true], [3, false], [4, false], [5, false], [6, true])],
    [sees(garage, [4, true])],
    [sees(garage, [1, false]), { ...head(garage), kind: 'counted', address: 201, way: 'in', n: 2 }],
    [{ ...head(garage), kind: 'nodes', nodes: [{ address: 5, state: 'lost', version: null, faults: null }] }],
    [sees(garage, [5, true])],
  ];
  for (const events of rounds) {
    await take(garage, ...events);
    const more = await product.database.write(tenantScope(garage.lot.tenantId), (db) =>
      refresh(db, garage.lot, new Date()),
    );
    assert.deepEqual(more, { spaces: 0, groups: 0 }, JSON.stringify(events));
  }
  assert.deepEqual(await garage.figures(), { free: 2, taken: 4, unknown: 0, closed: 0 });
  assert.deepEqual(await garage.figures(east.id), { free: 0, taken: 3, unknown: 0, closed: 0 });
  assert.equal((await garage.figures(ramp.id)).taken, 22);
});

test('a change reaches its board without a round, also one that comes before the board may be updated again', async () => {
  const garage = await openGarage(product);
  const board = await boardOf(garage);
  const stop = startBoards(product.database, quiet, 3_600_000);
  try {
    const expect = async (free: number): Promise<void> => {
      await until(async () => (await shownBy(board)) === free, { what: () => `the board does not show ${free}` });
    };
    await take(garage, sees(garage, [1, false], [2, false], [3, false], [4, false]));
    await expect(4);
    await take(garage, sees(garage, [1, true]));
    await expect(3);
  } finally {
    await stop();
  }
});

test('a board is updated while a message of its gateway is being stored', async () => {
  const garage = await openGarage(product);
  const board = await boardOf(garage);
  await take(garage, sees(garage, [1, false]));
  const { tenantId } = garage.lot;
  await product.database.write(tenantScope(tenantId), async (db) => {
    await db.raw('UPDATE park_device SET last_seq = last_seq WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      garage.gatewayId,
    ]);
    await updateBoards(product.database);
    assert.equal(await shownBy(board), 1);
  });
});

test('a device is added beside a recount: its reference to a floor and the lock of the floors do not wait for each other', async () => {
  const garage = await openGarage(product, 1);
  const { tenantId } = garage.lot;
  await product.database.write(tenantScope(tenantId), async (db) => {
    // What the database locks for a row that references the floor.
    await db.raw('SELECT 1 FROM building WHERE tenant_id = $1 AND id = $2 FOR KEY SHARE', [tenantId, garage.floorId]);
    await product.database.write(tenantScope(tenantId), async (other) => {
      await other.raw(`SET LOCAL lock_timeout = '3s'`);
      await refresh(other, garage.lot, new Date());
    });
  });
});
