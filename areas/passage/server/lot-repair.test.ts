import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

let product: TestProduct;
let lot: StoryLot;
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * HOUR;
const [P, Q] = ['京A12345', '京B54321'];
const syncing = '/api/updown/basePark/syncParkIO2InCarRecord';
const beginning = '/api/updown/parkIORecord/initHistoryPark';

before(async () => {
  product = await startTestProduct();
});
after(() => product.close());
const fresh = async (setup: Parameters<typeof openLot>[1] = {}) => {
  lot = await openLot(product, setup);
};
const harm = (sql: string, ...values: unknown[]) =>
  product.database.write(platformScope, (db) => db.raw(sql, [lot.target.tenantId, lot.parkId, ...values]));
const listed = async () =>
  (await lot.of('car_inside', 'id')).map((row) => ({ ...row, created_at: null, updated_at: null }));
const right = async () => {
  const check = await lot.check();
  assert.deepEqual([check.right, check.differences, check.billsWrong], [true, [], 0]);
};

test('a correction of the free spaces counts once: in what is shown, in what makes the lot full, and in the check', async () => {
  await fresh({ capacity: 3 });
  await lot.enter(P, T);
  assert.deepEqual(
    await product.must('POST', '/api/updown/plat/basepark/updateStallNum', { parkId: lot.parkId, remainNum: 0 }),
    { inside: 3, remainNum: 0, delta: 2 },
  );
  await lot.see('in1', T + MINUTE, Q);
  const { phase } = await lot.lane('in1');
  assert.deepEqual(phase.name === 'refused' && phase.reasons, ['park-full', 'temporary']);
  await lot.gone('in1', T + MINUTE + 5000);
  assert.equal((await product.must('GET', '/api/updown/basePark/detail', { id: lot.parkId })).remainStall, 0);
  await right();
  assert.deepEqual(await product.must('POST', '/api/updown/plat/basepark/updateStallNum', { parkId: lot.parkId }), {
    inside: 1,
    remainNum: 2,
    delta: -2,
  });
  await right();
});

test('cars inside are rebuilt from the records: missing ones added, departed ones removed, others corrected, and counted; a second run changes nothing', async () => {
  await fresh();
  const [first, second] = [await lot.enter(P, T), await lot.enter(Q, T + MINUTE)];
  await lot.enter('京C11111', T + 2 * MINUTE);
  await lot.leave('京C11111', T + HOUR);
  const sound = await listed();
  await harm(`DELETE FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND id = $3`, first);
  await harm(
    `UPDATE car_inside SET plate_number = '京Z99999' WHERE tenant_id = $1 AND park_id = $2 AND id = $3`,
    second,
  );
  await harm(`INSERT INTO car_inside (tenant_id, company_id, park_id, id, plate_number, plate_colour, kind, status, clone_no, offline, created_at, updated_at)
    SELECT tenant_id, company_id, park_id, id, plate_number, plate_colour, kind, 'open', 0, false, now(), now() FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status = 'closed'`);
  await harm('UPDATE park_live SET inside = 9 WHERE tenant_id = $1 AND park_id = $2');
  assert.equal((await lot.check()).right, false);
  assert.deepEqual(await product.must('GET', syncing, { parkId: lot.parkId }), {
    added: 1,
    dropped: 1,
    corrected: 1,
    insideBefore: 9,
    inside: 2,
  });
  assert.deepEqual(await listed(), sound);
  await right();
  assert.deepEqual(await product.must('POST', syncing, { parkId: lot.parkId }), {
    added: 0,
    dropped: 0,
    corrected: 0,
    insideBefore: 2,
    inside: 2,
  });
  assert.equal(
    (await lot.rows(`SELECT 1 FROM audit_log WHERE tenant_id = $1 AND park_id = $2 AND action = 'sync'`)).length,
    1,
  );
  assert.equal((await product.ask('POST', syncing, { parkId: lot.parkId }, { as: 'otherTenant' })).status, 404);
});

test('beginning without former stays ends what came in before, without a fee and listed; who came in later stays; again, nothing changes', async () => {
  await fresh();
  const old = await lot.enter(P, T);
  await lot.enter(Q, T + 2 * HOUR);
  const before_ = { parkId: lot.parkId, beforeTime: new Date(T + HOUR).toISOString() };
  assert.deepEqual(await product.must('POST', beginning, before_), { count: 1 });
  const row = await lot.stay(old);
  assert.deepEqual([row.status, row.release_type, row.paid_fen], ['closed-batch', 'repair', 0]);
  assert.deepEqual([await lot.exceptions(), await lot.count(), (await lot.inside(Q)).length], [['E-BATCH'], 1, 1]);
  assert.deepEqual(await product.must('GET', beginning, before_), { count: 0 });
  assert.deepEqual(await product.must('GET', beginning, { parkId: lot.parkId }), { count: 1 });
  assert.equal(await lot.count(), 0);
  await right();
  assert.equal((await product.ask('POST', beginning, { parkId: lot.parkId }, { as: 'otherTenant' })).status, 404);
});
