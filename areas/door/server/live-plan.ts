/** The doors of a community as they are this moment, on the floors they stand on. */
import { and, asc, desc, eq } from 'drizzle-orm';
import { doorContacts, doorState } from '#domain/door/state.ts';
import type { DoorContact } from '#domain/door/state.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { doorEvent } from '#areas/door/model/door-event.ts';
import { doorPlan } from '#areas/door/model/door-plan.ts';
import { building } from '#areas/guidance/model/building.ts';
import { park } from '#areas/lot/model/park.ts';
import { villageNamed } from './place.ts';
import type { Village } from './place.ts';

type Floor = {
  id: string;
  buildingName: string;
  parkName: string;
  masterBuildingId: string | null;
  width: number;
  height: number;
  mapUrl: string | null;
  points: unknown;
};

/** Floors of its car parks, the highest first; a building that has floors stands for these. */
async function floorsOf({ db }: Work, village: Village): Promise<Floor[]> {
  const [b, p] = [tableOf(building), tableOf(park)];
  const rows = (await db
    .select({
      id: b.id!,
      buildingName: b.buildingName!,
      parkName: p.parkName!,
      masterBuildingId: b.masterBuildingId!,
      width: b.planWidth!,
      height: b.planHeight!,
      mapUrl: b.mapUrl!,
      points: b.points!,
    })
    .from(b)
    .innerJoin(p, and(eq(p.tenantId!, b.tenantId!), eq(p.id!, b.parkId!)))
    .where(scoped(building, db.scope, [eq(p.villageId!, village.id)]))
    .orderBy(asc(p.parkName!), desc(b.floorNo!), asc(b.buildingName!), asc(b.id!))
    .limit(500)) as Floor[];
  const masters = new Set(rows.map(({ masterBuildingId }) => masterBuildingId));
  return rows.filter(({ id }) => !masters.has(id));
}

type DoorRow = {
  id: string;
  gateName: string;
  gateType: string;
  buildingId: string | null;
  x: number | string | null;
  y: number | string | null;
  mode: string | null;
  modeUntil: string | null;
  fireSince: string | null;
  contact: DoorContact | null;
  contactAt: string | null;
  lastTime: string | null;
  empName: string | null;
  result: string | null;
  reader: string | null;
  reason: string | null;
  devices: number;
  reached: number;
};

/**
 * The latest event of a door with one of these results. Each result is looked for by itself, so that the index ends the
 * search at once: a door without a contact has thousands of passages and nothing to find among them.
 */
const latest = (results: readonly string[]) => `
  SELECT n.* FROM (VALUES ${results.map((result) => `('${result}')`).join(', ')}) AS r(result)
  CROSS JOIN LATERAL (
    SELECT e.time, e.seq, e.result, e.emp_name, e.reader, e.reason FROM door_event e
    WHERE e.tenant_id = $1 AND e.gate_id = g.id AND e.result = r.result AND e.deleted_at IS NULL
    ORDER BY e.time DESC, e.seq DESC LIMIT 1
  ) n ORDER BY n.time DESC, n.seq DESC LIMIT 1`;

const DOORS = `
  SELECT g.id, g.gate_name AS "gateName", g.gate_type AS "gateType", g.building_id AS "buildingId", g.x, g.y,
    g.mode, g.mode_until AS "modeUntil", g.fire_since AS "fireSince", c.result AS contact, c.time AS "contactAt",
    p.time AS "lastTime", p.emp_name AS "empName", p.result, p.reader, p.reason,
    coalesce(d.devices, 0)::int AS devices, coalesce(d.reached, 0)::int AS reached
  FROM door_gate g
  LEFT JOIN (
    SELECT door_gate_id, count(*) AS devices, count(*) FILTER (WHERE status <> 'offline') AS reached FROM park_device
    WHERE tenant_id = $1 AND village_id = $2::text AND device_type = 'door' AND deleted_at IS NULL GROUP BY door_gate_id
  ) d ON d.door_gate_id = g.id::text
  LEFT JOIN LATERAL (${latest(doorContacts)}) c ON true
  LEFT JOIN LATERAL (${latest(['granted', 'refused'])}) p ON true
  WHERE g.tenant_id = $1 AND g.village_id = $2::uuid AND g.deleted_at IS NULL
  ORDER BY g.gate_name, g.id LIMIT 500`;

const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));
const isoOf = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

/** A mode whose time is over is none. */
const modeNow = ({ mode, modeUntil }: DoorRow, now: Date) =>
  mode === null || (modeUntil !== null && Date.parse(modeUntil) <= now.getTime())
    ? { mode: 'normal', modeUntil: null }
    : { mode, modeUntil: isoOf(modeUntil) };

type ShownDoor = { readonly buildingId: string | null };

async function doorsOf(db: Db, village: Village, now: Date, seesEvents: boolean): Promise<ShownDoor[]> {
  const rows = await db.raw<DoorRow>(DOORS, [village.tenantId, village.id]);
  return rows.map((row) => {
    const { id, gateName, gateType, buildingId, contact, devices, reached, empName, result, reader, reason } = row;
    const isSeen = seesEvents && row.lastTime !== null;
    return {
      id,
      gateName,
      gateType,
      buildingId,
      x: numberOf(row.x),
      y: numberOf(row.y),
      devices,
      reached,
      ...modeNow(row, now),
      fireSince: isoOf(row.fireSince),
      state: doorState(reached > 0, contact),
      contact,
      contactAt: isoOf(row.contactAt),
      last: isSeen ? { time: isoOf(row.lastTime), empName, result, reader, reason } : null,
    };
  });
}

async function show(work: Work<typeof doorPlan.input>): Promise<unknown> {
  const { villageId, buildingId } = work.input;
  const village = await villageNamed(work as Work, villageId!);
  if (buildingId) await rowOf(building, buildingId, work.db);
  const floors = await floorsOf(work as Work, village);
  const db = ofTenant(work.db, village.tenantId);
  const doors = await doorsOf(db, village, work.now, work.permits(`${doorEvent.name}:read`));
  const used = new Set(doors.map((door) => door.buildingId));
  const floor = floors.find(({ id }) => id === buildingId) ?? floors.find(({ id }) => used.has(id)) ?? floors[0];
  return {
    at: work.now.toISOString(),
    floors: floors.map(({ id, buildingName, parkName }) => ({ value: id, label: buildingName, parkName })),
    floor: floor
      ? {
          id: floor.id,
          buildingName: floor.buildingName,
          width: Number(floor.width),
          height: Number(floor.height),
          mapUrl: floor.mapUrl,
          points: floor.points ?? [],
        }
      : null,
    doors,
  };
}

export const livePlanServed: readonly Served[] = [serve(doorPlan, show)];
