/**
 * The demo's passes: one for every car that comes and goes with one, bought in time, and some that are waiting, resting
 * or over.
 */
import { addDays, addMonths, dayOf } from '#domain/time/day.ts';
import { writeMoney } from '#areas/billing/server/door.ts';
import { lotFacts } from '#areas/passage/server/lot.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build-lot.ts';
import type { PastStay } from './history.ts';
import { givePass } from './pass-book.ts';
import type { Batch, Scene, Wide } from './pass-book.ts';
import { otherLives } from './pass-lives.ts';
import { makeCar } from './plates.ts';
import { randomFrom } from './random.ts';
import { monthFen } from './shape.ts';

/** The day on which each plate with a pass first came. */
function firstDays(past: readonly PastStay[], zone: string): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { car, inAt, hasPass } of past)
    if (hasPass && !first.has(car.plate)) first.set(car.plate, dayOf(inAt, zone));
  return first;
}

const spaceGroup = (owner: Wide, id: string, now: number): Wide => ({
  ...owner,
  id,
  created_at: new Date(now).toISOString(),
  updated_at: new Date(now).toISOString(),
  group_name: '一号楼共用车位',
  spaces: 2,
  space_nos: 'B-01、B-02',
  remark: null,
});

/** Passes of one lot, before its past is written; answers the pass of each plate that came with one. */
export async function loadPasses(
  database: Database,
  tenantId: number,
  { site, plan }: BuiltLot,
  past: readonly PastStay[],
  seed: number,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const lot = await database.read(tenantScope(tenantId), (db) => lotFacts(db, tenantId, site.parkId));
  const { zone, companyId } = lot.place;
  const today = dayOf(now, zone);
  const type = lot.kinds.types.find(({ kind }) => kind === 'monthly');
  if (!type) return new Map();
  const random = randomFrom(seed + 7_000);
  const owner = { tenant_id: tenantId, company_id: companyId, park_id: site.parkId };
  const batch: Batch = { passes: [], plates: [], renewals: [], rests: [], log: [], entries: [], postings: [] };
  const scene: Scene = {
    owner,
    today,
    zone,
    parkId: site.parkId,
    carTypeId: type.id,
    monthFen: monthFen[plan.kind],
    random,
    batch,
    space: 0,
  };
  const since = firstDays(past, zone);
  const cars = new Map(past.filter(({ hasPass }) => hasPass).map(({ car }) => [car.plate, car]));
  const found = new Map(
    [...cars.values()].map((car) => [
      car.plate,
      givePass(scene, car, {
        status: 'active',
        from: addDays(since.get(car.plate)!, -Math.floor(random() * 20)),
        until: addDays(today, 1),
      }).id,
    ]),
  );
  const fresh = () => makeCar(random, plan.code.startsWith('CX'));
  otherLives(scene, fresh, lot.passGraceDays);
  const groupId = newId();
  const groups = plan.kind === 'home' || plan.kind === 'office' ? [spaceGroup(owner, groupId, now)] : [];
  if (groups.length > 0)
    for (let nth = 0; nth < 3; nth += 1)
      givePass(scene, fresh(), {
        status: 'active',
        from: addMonths(today, -1),
        until: addDays(today, 10),
        group: groupId,
      });
  await database.write(tenantScope(tenantId), async (db) => {
    await insertRows(db, 'space_group', groups, '');
    await insertRows(db, 'park_month', batch.passes, '');
    await insertRows(db, 'pass_plate', batch.plates, 'ON CONFLICT DO NOTHING');
    await insertRows(db, 'pass_renewal', batch.renewals, '');
    await insertRows(db, 'pass_suspension', batch.rests, '');
    await insertRows(db, 'audit_log', batch.log, '');
    await writeMoney(db, lot.place, { entries: batch.entries, postings: batch.postings });
  });
  return found;
}
