/** What the demo puts into lists, applications, bookings and the operation log stands there as people would find it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadLists } from '#db/demo/lists.ts';
import { receiveVisitors } from '#db/demo/visitors.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product?.close());

test('each of the demo’s lists has decided rows and some that wait, and their log names who did it', async () => {
  const parkId = await product.park(product.companies.child);
  const [{ tenant_id: tenantId } = { tenant_id: 0 }] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  await loadLists(
    product.database,
    tenantId,
    { site: { parkId }, plan: { code: 'CX01', name: '云汇广场' } } as never,
    1,
    Date.now(),
  );
  const states = async (path: string, name: string) =>
    new Set(
      (await product.must('GET', path, { parkId, size: 100 })).records.map((row: Record<string, unknown>) => row[name]),
    );
  assert.deepEqual([...(await states('/api/updown/parkblackList/listPage', 'dataStatus'))].sort(), ['0', '1', '2']);
  const kept: { type: string; startTime: string | null; endTime: string | null }[] = (
    await product.must('GET', '/api/updown/parkblackList/listPage', { parkId, size: 100 })
  ).records;
  const now = new Date().toISOString();
  for (const type of ['black', 'white']) {
    const held = kept.filter((row) => row.type === type);
    assert.ok(
      held.some(({ endTime }) => endTime === null) &&
        held.some(({ endTime }) => endTime !== null && endTime < now) &&
        held.some(({ startTime, endTime }) => startTime !== null && endTime !== null && endTime > now),
      `${type}: without an end, run out and running`,
    );
  }
  assert.ok(
    kept.some(({ startTime }) => startTime !== null && startTime > now),
    'one is still to begin',
  );
  assert.deepEqual([...(await states('/api/updown/parkCarApply/list', 'status'))].sort(), [
    'applied',
    'cancelled',
    'refused',
  ]);
  assert.deepEqual([...(await states('/api/updown/plat/managebook/listPage', 'status'))].sort(), [
    'cancelled',
    'no-show',
    'passed',
    'pending',
    'refused',
  ]);
  assert.deepEqual([...(await states('/api/updown/parkledconfig/list', 'configType'))].sort(), ['idle', 'offline']);
  const { records } = await product.must('GET', '/api/updown/parkoperatelog/listPage', {
    parkId,
    operateType: 'car',
    startTime: new Date(Date.now() - 80 * 86_400_000).toISOString(),
    size: 100,
  });
  assert.ok(
    records.some(
      (line: { actionName: string; personName: string }) => line.actionName === '通过' && line.personName !== '',
    ),
  );
  const { id } = (await product.must('GET', '/api/updown/parkCarApply/list', { parkId, status: 'applied' })).records[0];
  await product.must('POST', '/api/updown/parkCarApply/pass', { id });
});

test('a demo office has visitors in every state a person looks for, cars that are booked, and a poster that takes visits', async () => {
  const parkId = await product.park(product.companies.child);
  const lot = { site: { parkId }, plan: { code: 'CX01', kind: 'office' } };
  await receiveVisitors(product.database, [lot as never], Date.now());
  const list = async (path: string) =>
    (await product.must('GET', path, { parkId, size: 200 })).records as Record<string, string>[];
  const visits = await list('/api/updown/plat/visitorInfo/getPageList');
  assert.deepEqual([...new Set(visits.map(({ status }) => status))].sort(), [
    'approved',
    'cancelled',
    'expired',
    'inside',
    'left',
    'noShow',
    'overstay',
    'refused',
    'waiting',
  ]);
  const cars = await list('/api/updown/plat/visitorCar/list');
  assert.deepEqual([...new Set(cars.map(({ state }) => state))].sort(), ['booked', 'waiting']);
  assert.deepEqual((await list('/api/updown/plat/visitorqrcode/getPageList')).map(({ status }) => status).sort(), [
    'disabled',
    'enabled',
  ]);
  const expected = visits.find(({ status }) => status === 'approved');
  const { url } = await product.must('GET', '/api/gatehouse/visit/link', { recordId: expected!.id });
  const invitation = new URL(url).searchParams.get('invitation')!;
  assert.equal(
    (await product.must('POST', '/api/gatehouse/visit/code', { invitation }, { as: null })).code.length,
    130,
  );
});
