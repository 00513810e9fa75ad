/** A community as it is this moment: its lots and lanes, its doors, calls for help and what is wrong. */
import { lanesShown } from '#areas/passage/server/door.ts';
import { doorGate } from '#areas/door/model/door-gate.ts';
import { deviceIncident } from '#areas/device/model/incident.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { eq, inArray, isNull } from 'drizzle-orm';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { callRecord } from '../model/call-record.ts';
import { villageNow } from '../model/calls.ts';

/** More than one person can look at. */
const MOST_LOTS = 20;

type Lot = { id: string; name: string; tenantId: number; total: number | null };

async function lotsOf(work: Work, villageId: string): Promise<Lot[]> {
  const t = tableOf(park);
  const rows = await work.db
    .select({ id: t.id!, name: t.parkName!, tenantId: t.tenantId!, total: t.totalStall! })
    .from(t)
    .where(scoped(park, work.db.scope, [eq(t.villageId!, villageId)]))
    .orderBy(t.parkName!, t.id!)
    .limit(MOST_LOTS);
  return rows as Lot[];
}

async function lotShown(work: Work, lot: Lot) {
  const [live] = await ofTenant(work.db, lot.tenantId).raw<{ inside: number }>(
    'SELECT inside::int AS inside FROM park_live WHERE tenant_id = $1 AND park_id = $2',
    [lot.tenantId, lot.id],
  );
  const inside = live?.inside ?? 0;
  const lanes = work.permits('boxWork:read') ? await lanesShown(work, { tenantId: lot.tenantId, parkId: lot.id }) : [];
  return {
    parkId: lot.id,
    parkName: lot.name,
    inside,
    free: lot.total === null ? null : Math.max(0, lot.total - inside),
    lanes: lanes.map(({ gateId, gateName, direction, barrier, phase, car, devices }) => ({
      gateId,
      gateName,
      direction,
      barrier,
      phase,
      plate: car?.plateNumber ?? null,
      picture: car?.picture ?? null,
      cameraId: devices.find(({ live: shows }) => shows)?.deviceId ?? null,
    })),
  };
}

/** Doors as they stand, of those the caller may look at. */
async function doorsOf(work: Work, villageId: string): Promise<object[]> {
  if (!work.permits(`${doorGate.name}:read`)) return [];
  const t = tableOf(doorGate);
  return work.db
    .select({ id: t.id!, name: t.gateName!, mode: t.mode! })
    .from(t)
    .where(scoped(doorGate, work.db.scope, [eq(t.villageId!, villageId)]))
    .orderBy(t.gateName!, t.id!)
    .limit(100);
}

async function callsOf(work: Work, lots: readonly string[]): Promise<object[]> {
  if (lots.length === 0 || !work.permits(`${callRecord.name}:read`)) return [];
  const t = tableOf(callRecord);
  return work.db
    .select({ id: t.id!, parkId: t.parkId!, gateId: t.gateId!, status: t.status!, queuedTime: t.queuedTime! })
    .from(t)
    .where(
      scoped(callRecord, work.db.scope, [inArray(t.parkId!, [...lots]), inArray(t.status!, ['queued', 'talking'])]),
    )
    .orderBy(t.queuedTime!)
    .limit(50);
}

/** What is wrong with devices and not over. */
async function alertsOf(work: Work, lots: readonly string[]): Promise<object[]> {
  if (lots.length === 0 || !work.permits(`${deviceIncident.name}:read`)) return [];
  const t = tableOf(deviceIncident);
  return work.db
    .select({ id: t.id!, parkId: t.parkId!, kind: t.kind!, sn: t.sn!, time: t.time! })
    .from(t)
    .where(scoped(deviceIncident, work.db.scope, [inArray(t.parkId!, [...lots]), isNull(t.endTime!)]))
    .orderBy(t.time!)
    .limit(50);
}

async function monitor(work: Work): Promise<unknown> {
  const { id } = await rowOf(village, String((work.input as { vid: string }).vid), work.db);
  const found = await lotsOf(work, id);
  const ids = found.map((lot) => lot.id);
  const lots = [];
  for (const lot of found) lots.push(await lotShown(work, lot));
  return {
    at: work.now.toISOString(),
    lots,
    doors: await doorsOf(work, id),
    calls: await callsOf(work, ids),
    alerts: await alertsOf(work, ids),
  };
}

export const monitorServed: Served[] = [serve(villageNow, (work) => monitor(work as Work))];
