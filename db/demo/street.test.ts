/**
 * The demo's street: its made-up past is what the evidence engine itself would have made of the same reports, and its
 * present goes on from there.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkLotFigures } from '#areas/passage/server/door.ts';
import { acceptEvidence } from '#areas/road/server/door.ts';
import { tenantScope, platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { buildLot } from './build-lot.ts';
import type { Ask } from './build-base.ts';
import { city } from './city.ts';
import { openShops } from './derates.ts';
import { pastOf } from './history.ts';
import { loadPast } from './load.ts';
import { sensed } from './street-past.ts';

const plan = city
  .flatMap(({ companies }) => companies)
  .flatMap(({ lots }) => lots)
  .find(({ kind }) => kind === 'curb')!;

test('past stays are at berths, and repeated evidence changes no stay, bill or occupancy', async () => {
  const product = await startTestProduct();
  try {
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const built = await buildLot(ask, { devices: {}, guests: {}, playedTo: {} }, plan, product.companies.child, [], 11);
    const { parkId } = built.site;
    const street = built.street!;
    assert.deepEqual([street.berths.length, street.people.length], [60, 4]);
    const [row] = await product.database.read(platformScope, (db) =>
      db.raw<{ tenant_id: number; company_id: string }>('SELECT tenant_id, company_id FROM park WHERE id = $1', [
        parkId,
      ]),
    );
    const [tenantId, now] = [row!.tenant_id, Date.now()];
    const past = pastOf(plan, 3, 6, now, 'Asia/Shanghai');
    const shops = await openShops(product.database, tenantId, built, 3, now);
    await loadPast(
      product.database,
      tenantId,
      built,
      past,
      new Map(),
      shops,
      () => '',
      () => undefined,
    );
    const place = { tenantId, companyId: row!.company_id, parkId, zone: 'Asia/Shanghai' };
    const right = async () =>
      (await product.database.read(tenantScope(tenantId), (db) => checkLotFigures(db, place, null))).right;
    const all = (sql: string) =>
      product.database.read(tenantScope(tenantId), (db) => db.raw<Record<string, unknown>>(sql, [tenantId, parkId]));
    const stays = () =>
      all(
        `SELECT id, berth_id, section_id, plate_number, status, in_time, out_time, receivable_fen, outstanding_fen
          FROM stay WHERE tenant_id = $1 AND park_id = $2 ORDER BY id`,
      );
    const spells = () =>
      all(
        `SELECT berth_id, state, stay_id, from_time, to_time FROM berth_spell WHERE tenant_id = $1 AND park_id = $2
          ORDER BY berth_id, from_time`,
      );
    const before = { stays: await stays(), spells: await spells() };
    assert.equal(before.stays.length, past.length);
    assert.equal(before.stays.filter((stay) => stay['berth_id'] === null).length, 0, 'each stands at a berth');
    assert.ok(await right());
    const accepted = await acceptEvidence(
      product.database,
      { tenantId, parkId },
      [0, 20, 40].map((nth) => {
        const berth = street.berths[nth]!;
        const taken = before.spells.some(
          (spell) => spell['berth_id'] === berth.id && spell['to_time'] === null && spell['state'] === 'occupied',
        );
        return sensed(berth, now, taken ? 'present' : 'absent');
      }),
      new Date(now + 1000),
    );
    assert.deepEqual([accepted.fresh, accepted.doubts, accepted.bills, accepted.changed], [3, 0, [], []]);
    assert.deepEqual(await stays(), before.stays);
    assert.deepEqual(await spells(), before.spells);
    assert.ok(await right());
  } finally {
    await product.close();
  }
});
