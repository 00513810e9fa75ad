/**
 * Devices of the demo have been in trouble: silent and back, silent still, with a list out of step, with messages that
 * were none.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { buildLot } from './build-lot.ts';
import type { Ask } from './build-base.ts';
import { city } from './city.ts';
import { loadIncidents } from './incidents.ts';

test('each kind of incident is there, most are over, a sensor is silent still, and its area was approved', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const { id: maker } = await ask('POST', 'plat/sysManufacturer/submit', { name: '臻视智能', shortName: 'ZS' });
    const built = await buildLot(
      ask,
      { devices: {}, guests: {}, playedTo: {} },
      city[0]!.companies[0]!.lots[0]!,
      product.companies.child,
      [maker],
      1,
    );
    const [{ tenant_id: tenantId }] = (await product.database.read(platformScope, (db) =>
      db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [built.site.parkId]),
    )) as [{ tenant_id: number }];
    const now = Date.now();
    for (let seed = 1; seed <= 4; seed += 1) await loadIncidents(product.database, tenantId, built, seed, now);
    const rows: { kind: string; time: string; endTime: string | null; sn: string }[] = (
      await product.must('GET', '/api/gatehouse/deviceIncident/list', {
        size: 100,
        startTime: new Date(now - 40 * 86_400_000).toISOString(),
        endTime: new Date(now).toISOString(),
      })
    ).records;
    assert.deepEqual([...new Set(rows.map(({ kind }) => kind))].sort(), ['list', 'offline', 'rejected']);
    assert.ok(rows.every(({ time, endTime }) => endTime === null || endTime > time));
    const open = rows.filter(({ kind, endTime }) => kind !== 'rejected' && endTime === null);
    assert.deepEqual(new Set(open.map(({ sn }) => sn)), new Set(['AB01-S1']));
    const [sensor] = (await ask('GET', 'parkdevices/list', { sn: 'AB01-S1' })).records;
    assert.deepEqual([sensor!['status'], typeof sensor!['lastSeenAt']], ['offline', 'string']);
    assert.deepEqual(
      (await ask('GET', 'baseParkArea/list', { parkId: built.site.parkId })).records.map(({ status }) => status),
      ['approved'],
    );
  } finally {
    await product.close();
  }
});
