/** Choices, and which devices are bound where. */
import { count, eq, isNotNull, isNull } from 'drizzle-orm';
import { building } from '#areas/guidance/model/building.ts';
import * as calls from '#areas/guidance/model/calls.ts';
import { devDevice } from '#areas/guidance/model/device.ts';
import { devDeviceType } from '#areas/guidance/model/device-type.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { parkingSpace } from '#areas/guidance/model/space.ts';
import { pageOf } from '#kit/server/list.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

type Floor = {
  id: string;
  buildingName: string;
  parkId: string;
  masterBuildingId: string | null;
  floorNo: number | null;
};

/** Buildings and floors in scope, each building before its floors, the lowest last. */
async function floors(work: Work, parkId?: string | null): Promise<Floor[]> {
  const t = tableOf(building);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(building, work.db.scope, [parkId ? eq(t.parkId!, parkId) : undefined]))
    .orderBy(t.parkId!, t.floorNo!, t.buildingName!, t.id!)
    .limit(2_000);
  return rows as Floor[];
}

const choice = ({ id, buildingName, parkId, masterBuildingId, floorNo }: Floor) => ({
  value: id,
  label: buildingName,
  buildingId: id,
  parkId,
  masterBuildingId,
  floorNo,
});

/** With how many spaces stand on each: floors are also drawn for doors alone. */
async function choicesOf(work: Work, parkId: string): Promise<unknown[]> {
  const t = tableOf(parkingSpace);
  const sizes = await work.db
    .select({ id: t.buildingId!, spaces: count() })
    .from(t)
    .where(scoped(parkingSpace, work.db.scope, [eq(t.parkId!, parkId)]))
    .groupBy(t.buildingId!);
  const spacesOn = new Map(sizes.map(({ id, spaces }) => [id, spaces]));
  return (await floors(work, parkId)).map((floor) => ({ ...choice(floor), spaces: spacesOn.get(floor.id) ?? 0 }));
}

/** Those that a floor may be part of: not itself, and nothing that is part of it. */
function without(all: readonly Floor[], excluded: string | null | undefined): Floor[] {
  if (!excluded) return [...all];
  const left = new Set([excluded]);
  for (let grown = -1; grown !== left.size;) {
    grown = left.size;
    for (const { id, masterBuildingId } of all) if (masterBuildingId && left.has(masterBuildingId)) left.add(id);
  }
  return all.filter(({ id }) => !left.has(id));
}

async function gateways(work: Work, parkId?: string | null): Promise<unknown[]> {
  const t = tableOf(parkDevice);
  const rows = (await work.db
    .select()
    .from(t)
    .where(
      scoped(parkDevice, work.db.scope, [eq(t.deviceType!, 'guidance'), parkId ? eq(t.parkId!, parkId) : undefined]),
    )
    .orderBy(t.deviceName!, t.id!)
    .limit(2_000)) as { id: string; deviceName: string; parkId: string; sn: string; status: string }[];
  return rows.map(({ id, deviceName, parkId: lot, sn, status }) => ({
    value: id,
    label: deviceName,
    id,
    gatewayName: deviceName,
    parkId: lot,
    sn,
    status,
  }));
}

export const lookupsServed: Served[] = [
  serve(calls.buildingSelect, async (work) => (await floors(work)).map(choice)),
  serve(calls.buildingsOfPark, (work) => choicesOf(work as Work, work.input.parkId!)),
  serve(calls.mastersOf, async (work) => {
    const { parkId, excludeBuildingId } = work.input;
    // One that is not in scope is answered as one that never was.
    if (excludeBuildingId) await rowOf<Resource>(building, excludeBuildingId, work.db);
    return without(await floors(work, parkId), excludeBuildingId).map(choice);
  }),
  serve(calls.gatewayTypes, async (work) => {
    const t = tableOf(devDeviceType);
    const rows = await work.db
      .select()
      .from(t)
      .where(scoped(devDeviceType, work.db.scope, [eq(t.isGateway!, true)]))
      .orderBy(t.typeName!, t.id!);
    return rows.map(({ id, typeName }) => ({ value: id, label: typeName }));
  }),
  serve(calls.allGateways, (work) => gateways(work, work.input.parkId)),
  serve(calls.childrenOf, async (work) => {
    const t = tableOf(devDevice);
    const { gatewayId } = work.input;
    const rows = await work.db
      .select()
      .from(t)
      .where(scoped(devDevice, work.db.scope, [gatewayId ? eq(t.gatewayId!, gatewayId) : undefined]))
      .orderBy(t.busAddress!, t.id!)
      .limit(1_000);
    return present(devDevice, rows as { id: string }[], work.db, work.person);
  }),
  serve(calls.bound, (work) =>
    pageOf(devDevice, work, work.input.groupId ? undefined : isNotNull(tableOf(devDevice).groupId!)),
  ),
  serve(calls.notBound, (work) => {
    const { groupId: _, GroupId: __, ...raw } = work.raw;
    return pageOf(devDevice, { ...work, raw }, isNull(tableOf(devDevice).groupId!));
  }),
];
