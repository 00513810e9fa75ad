/** The demo's office: every page of doors has rows, and its rules let the right people in. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { keepPicture } from '#kit/files/files.ts';
import { platformScope } from '#kit/server/db.ts';
import { filesOfTests } from '#test/files.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Ask } from './build-base.ts';
import { openOffice } from './doors.ts';
import { placeDoors } from './office-floors.ts';

test('the office has doors, people, hours and grants, and research passes the doors of research', async () => {
  const product = await startTestProduct();
  filesOfTests();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const companyId = product.companies.child;
    const parkId = await product.park(companyId, '云汇广场地下停车场');
    const memory = { devices: {}, guests: {}, playedTo: {} };
    const living = await openOffice(
      product.database,
      ask,
      [{ plan: { code: 'AB01' }, companyId, site: { parkId } }],
      memory,
      new Date(),
    );
    const garage = { parkId, buildingName: 'B1', floorNo: -1, planWidth: 84, planHeight: 70 };
    await ask('POST', 'plat/navigation/building/submit', garage);
    await placeDoors(ask, (picture) => keepPicture(product.database, living.tenantId, picture), living, parkId);
    const { villageId } = living;
    const plan = await product.must('GET', '/api/gatehouse/door/plan', { villageId });
    assert.deepEqual(
      [plan.floors.map(({ label }: { label: string }) => label), plan.floor.buildingName],
      [['8 层', '1 层', 'B1'], '8 层'],
    );
    assert.ok(plan.doors.every(({ x, y }: { x: number | null; y: number | null }) => x !== null && y !== null));
    assert.match(plan.floor.mapUrl, /[0-9a-f]{64}/);
    const [sizes] = await product.database.read(platformScope, (db) =>
      db.raw<Record<string, unknown>>(
        `SELECT (SELECT count(*)::int FROM door_gate) AS gates, (SELECT count(*)::int FROM door_area) AS areas,
          (SELECT count(*)::int FROM park_device WHERE device_type = 'door') AS devices,
           (SELECT count(*)::int FROM door_employee) AS people,
           (SELECT count(*)::int FROM door_grant WHERE status = 'live') AS grants,
           (SELECT count(*)::int FROM door_check) AS checks, (SELECT count(*)::int FROM sealed_file) AS photos,
           (SELECT count(*)::int FROM door_erasure WHERE state = 'confirmed') AS receipts,
           (SELECT count(*) > 3000 FROM door_event) AS events,
           (SELECT count(*) > 500 FROM door_delivery WHERE why = 'offline') AS waiting,
           (SELECT village_id FROM door_gate LIMIT 1) AS village,
           (SELECT id FROM door_gate WHERE gate_name = '研发区东门') AS gate,
           (SELECT id FROM door_employee WHERE emp_no = 'YH0001') AS research,
           (SELECT id FROM door_employee WHERE emp_no = 'YH0060') AS market`,
      ),
    );
    const {
      gates,
      areas,
      devices,
      people,
      grants,
      checks,
      photos,
      receipts,
      events,
      waiting,
      village,
      gate,
      research,
      market,
    } = sizes!;
    assert.deepEqual(
      { gates, areas, devices, people, grants, checks, photos, receipts, events, waiting },
      {
        gates: 8,
        areas: 3,
        devices: 11,
        people: 120,
        grants: 7,
        checks: 9,
        photos: 6,
        receipts: 3,
        events: true,
        waiting: true,
      },
    );
    const what = async (EmpID: unknown): Promise<unknown> => {
      const input = { villageId: village, EmpID, gateId: gate, time: monday() };
      return (await ask('GET', '/api/gatehouse/door/whatIf', input)).result;
    };
    assert.deepEqual([await what(research), await what(market)], ['granted', 'refused']);
  } finally {
    await product.close();
  }
});

/** Monday of this week at ten, in the mainland. */
function monday(): string {
  const now = new Date();
  const day = new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * 86_400_000);
  return `${day.toISOString().slice(0, 10)}T10:00:00+08:00`;
}
