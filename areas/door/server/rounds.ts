/**
 * When communities are looked at: at once where a person changed who may pass, soon where a device answered or came
 * back, and all each minute.
 */
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Rules } from '#kit/server/rules.ts';
import type { Work } from '#kit/server/work.ts';
import { deliverVillage } from './deliver.ts';
import type { Part, Place } from './delivery-rows.ts';
import { dropFaces } from './erase.ts';
import { bringFires } from './fires.ts';
import { bringParams } from './params.ts';
import { bringPresence } from './presence.ts';
import { bringUpgrades } from './upgrades.ts';

/** More people than that are looked at by the devices they are on. */
const FEW = 100;
/** So many rows are looked at in one transaction: whoever leaves meanwhile waits for no longer. */
const ROWS = 5_000;

/** Communities where something was changed in this process; what is lost with it the clock's round finds. */
const changed = new Map<string, Place>();
/** People who were changed, by their community. */
const changedPeople = new Map<string, { readonly place: Place; readonly ids: Set<string> }>();

const placeOf = ({ tenantId, villageId }: Readonly<Record<string, unknown>>): Place | null =>
  typeof villageId === 'string' && typeof tenantId === 'number' ? { tenantId, villageId } : null;

/** After the commit the community of this row is looked at. */
export function lookSoon(row: Readonly<Record<string, unknown>>, work: Pick<Work, 'afterCommit'>): void {
  const place = placeOf(row);
  if (place) work.afterCommit(() => changed.set(place.villageId, place));
}

/** After the commit this one person is looked at: what he may not pass any more is taken back first of all. */
export function lookSoonAt(row: Readonly<Record<string, unknown>>, work: Pick<Work, 'afterCommit'>): void {
  const place = placeOf(row);
  if (!place || typeof row['id'] !== 'string') return;
  const id = row['id'];
  work.afterCommit(() => {
    const { ids } = changedPeople.get(place.villageId) ?? { ids: new Set<string>() };
    changedPeople.set(place.villageId, { place, ids: ids.add(id) });
  });
}

/** Rules of what bears on who may pass where: each change is brought to the devices. */
export const bringing = (rules: Rules, soon = lookSoon): Rules => ({
  ...rules,
  saved: async (after, before, work) => {
    await rules.saved?.(after, before, work);
    soon(after, work);
  },
  removing: async (row, work) => {
    await rules.removing?.(row, work);
    soon(row, work);
  },
});

/** Where a device answered, is back, or is to be tried again. */
const DUE = `
  SELECT v.tenant_id AS "tenantId", v.village_id AS "villageId", array_agg(DISTINCT v.device_id) AS devices,
    array_agg(DISTINCT v.device_id) FILTER (WHERE v.state <> 'removing') AS bringing,
      array_agg(DISTINCT v.emp_id) FILTER (WHERE v.state = 'removing') AS leaving
  FROM door_delivery v
  JOIN park_device d ON d.tenant_id = v.tenant_id AND d.id = v.device_id AND d.deleted_at IS NULL
  LEFT JOIN device_command c ON c.tenant_id = v.tenant_id AND c.id = v.command_id::uuid AND c.time > $2::timestamptz
  WHERE v.deleted_at IS NULL AND v.state IN ('waiting', 'sent', 'removing') AND CASE
    WHEN v.command_id IS NULL THEN d.status <> 'offline' AND (v.why = 'offline' OR v.next_try <= $1::timestamptz)
    ELSE c.status NOT IN ('queued', 'sent') END
  GROUP BY v.tenant_id, v.village_id`;
type Due = Place & {
  readonly devices: readonly string[];
  readonly bringing: readonly string[] | null;
  readonly leaving: readonly string[] | null;
};
const PLACES = `
  SELECT DISTINCT tenant_id AS "tenantId", village_id AS "villageId" FROM park_device
  WHERE device_type = 'door' AND village_id IS NOT NULL AND deleted_at IS NULL`;
const SIZE = `
  SELECT (SELECT count(*)::int FROM door_employee WHERE tenant_id = $1 AND village_id = $2::uuid AND status = 'active' AND deleted_at IS NULL) AS people,
    (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM park_device
     WHERE tenant_id = $1 AND village_id = $2::uuid::text AND device_type = 'door' AND deleted_at IS NULL) AS devices`;

/** One step of a round; a community where it failed is looked at again, and the others go on. */
type Step = { readonly place: Place; readonly part: Part };

async function goThrough(database: Database, steps: Iterable<Step>, now: Date): Promise<void> {
  const failed: unknown[] = [];
  const go = ({ place, part }: Step): Promise<unknown> =>
    deliverVillage(database, place, now, part).catch((error: unknown) => {
      changed.set(place.villageId, place);
      failed.push(error);
    });
  for (const step of steps) {
    for (const urgent of leavingNow()) await go(urgent);
    await go(step);
  }
  for (const urgent of leavingNow()) await go(urgent);
  if (failed.length > 0) throw failed[0];
}

/** People changed in this process, a few to a step; many at once are a matter of the community. */
function leavingNow(): Step[] {
  const steps: Step[] = [];
  for (const { place, ids } of changedPeople.values())
    if (ids.size > FEW) changed.set(place.villageId, place);
    else steps.push({ place, part: { people: [...ids] } });
  changedPeople.clear();
  return steps;
}

/** A community in steps of some devices each. */
async function wholeOf(database: Database, place: Place): Promise<Step[]> {
  const [size] = await database.read(tenantScope(place.tenantId), (db) =>
    db.raw<{ people: number; devices: string[] }>(SIZE, [place.tenantId, place.villageId]),
  );
  return inSteps(place, size!.devices, size!.people);
}

function inSteps(place: Place, devices: readonly string[], people: number): Step[] {
  const each = Math.max(1, Math.floor(ROWS / Math.max(1, people)));
  return Array.from({ length: Math.ceil(devices.length / each) }, (_, nth) => ({
    place,
    part: { devices: devices.slice(nth * each, (nth + 1) * each) },
  }));
}

/** What devices are owed or have answered: whoever goes first, by person; then what is brought, by device. */
function dueSteps({ tenantId, villageId, devices, bringing: brought, leaving }: Due, people: number): Step[] {
  const place = { tenantId, villageId };
  if (leaving !== null && leaving.length > FEW) return inSteps(place, devices, people);
  return [...(leaving ? [{ place, part: { people: leaving } }] : []), ...inSteps(place, brought ?? [], people)];
}

/** One look at what is due now. */
export async function bringRights(database: Database, now = new Date()): Promise<void> {
  await bringFires(database, now);
  await bringPresence(database, now);
  await goThrough(database, [], now);
  const places = [...changed.values()];
  changed.clear();
  const since = new Date(now.getTime() - 86_400_000).toISOString();
  const due = await database.read(platformScope, (db) => db.raw<Due>(DUE, [now.toISOString(), since]));
  const steps: Step[] = [];
  const whole = new Set(places.map(({ villageId }) => villageId));
  for (const each of due)
    if (!whole.has(each.villageId)) {
      const [size] = await database.read(tenantScope(each.tenantId), (db) =>
        db.raw<{ people: number }>(SIZE, [each.tenantId, each.villageId]),
      );
      steps.push(...dueSteps(each, size!.people));
    }
  for (const place of places) steps.push(...(await wholeOf(database, place)));
  await goThrough(database, steps, now);
  await bringParams(database, now);
  await bringUpgrades(database, now);
  await dropFaces(database);
}

/** All communities with doors: leases run out, last days end, calendars and departments change elsewhere. */
export async function bringAllRights(database: Database, now: Date): Promise<void> {
  const places = await database.read(platformScope, (db) => db.raw<Place>(PLACES));
  for (const place of places) await goThrough(database, await wholeOf(database, place), now);
}
