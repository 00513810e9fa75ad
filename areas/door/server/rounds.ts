/** When communities are looked at: at once where a person changed who may pass, soon where a device answered or came back, and all each minute. */
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';
import { deliverVillage } from './deliver.ts';
import { dropFaces } from './erase.ts';
import { bringParams } from './params.ts';
import { bringUpgrades } from './upgrades.ts';

type Place = { readonly tenantId: number; readonly villageId: string };

/** Communities where something was changed in this process; what is lost with it the clock's round finds. */
const changed = new Map<string, Place>();

/** After the commit the community of this row is looked at. */
export function lookSoon(row: Readonly<Record<string, unknown>>, work: Pick<Work, 'afterCommit'>): void {
  const { tenantId, villageId } = row;
  if (typeof villageId !== 'string' || typeof tenantId !== 'number') return;
  work.afterCommit(() => changed.set(villageId, { tenantId, villageId }));
}

/** Rules of what bears on who may pass where: each change is brought to the devices. */
export const bringing = (rules: Rules): Rules => ({
  ...rules,
  saved: async (after, before, work) => {
    await rules.saved?.(after, before, work);
    lookSoon(after, work);
  },
  removing: async (row, work) => {
    await rules.removing?.(row, work);
    lookSoon(row, work);
  },
});

/** Where a device answered, is back, or is to be tried again. */
const DUE = `
  SELECT DISTINCT v.tenant_id AS "tenantId", v.village_id AS "villageId" FROM door_delivery v
  JOIN park_device d ON d.tenant_id = v.tenant_id AND d.id = v.device_id AND d.deleted_at IS NULL
  LEFT JOIN device_command c ON c.tenant_id = v.tenant_id AND c.id = v.command_id::uuid AND c.time > $2::timestamptz
  WHERE v.deleted_at IS NULL AND v.state IN ('waiting', 'sent', 'removing') AND CASE
    WHEN v.command_id IS NULL THEN d.status <> 'offline' AND (v.why = 'offline' OR v.next_try <= $1::timestamptz)
    ELSE c.status NOT IN ('queued', 'sent') END`;
const PLACES = `
  SELECT DISTINCT tenant_id AS "tenantId", village_id AS "villageId" FROM park_device
  WHERE device_type = 'door' AND village_id IS NOT NULL AND deleted_at IS NULL`;

async function each(database: Database, places: Iterable<Place>, now: Date): Promise<void> {
  const failed: unknown[] = [];
  for (const place of places)
    await deliverVillage(database, place, now).catch((error: unknown) => {
      changed.set(place.villageId, place);
      failed.push(error);
    });
  if (failed.length > 0) throw failed[0];
}

/** One look at what is due now. */
export async function bringRights(database: Database, now = new Date()): Promise<void> {
  const places = new Map(changed);
  changed.clear();
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const due = await database.read(platformScope, (db) => db.raw<Place>(DUE, [now.toISOString(), since]));
  for (const place of due) places.set(place.villageId, place);
  await each(database, places.values(), now);
  await bringParams(database, now);
  await bringUpgrades(database, now);
  await dropFaces(database);
}

/** All communities with doors: leases run out, last days end, calendars and departments change elsewhere. */
export async function bringAllRights(database: Database, now: Date): Promise<void> {
  await each(database, await database.read(platformScope, (db) => db.raw<Place>(PLACES)), now);
}
