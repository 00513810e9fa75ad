/** One floor as it is now, for the plan on the screen. */
import { and, eq, inArray, or } from 'drizzle-orm';
import { tally } from '#domain/guidance/counts.ts';
import type { SpaceState } from '#domain/guidance/counts.ts';
import { deviceCommand } from '#areas/device/model/command.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { building } from '#areas/guidance/model/building.ts';
import { devDevice } from '#areas/guidance/model/device.ts';
import { devDeviceType } from '#areas/guidance/model/device-type.ts';
import { devGroup } from '#areas/guidance/model/group.ts';
import { live } from '#areas/guidance/model/live-call.ts';
import { parkingSpace } from '#areas/guidance/model/space.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

const MOST_SPACES = 5_000;
type Floor = {
  id: string;
  parkId: string;
  buildingName: string;
  width: number;
  height: number;
  mapUrl: string | null;
  points: unknown;
};
type Given = Record<string, unknown>;

async function spacesOf(work: Work, floor: Floor): Promise<Given[]> {
  const t = tableOf(parkingSpace);
  return work.db
    .select({
      id: t.id!,
      spaceNo: t.spaceNo!,
      kind: t.spaceKind!,
      state: t.status!,
      since: t.since!,
      x: t.x!,
      y: t.y!,
      w: t.w!,
      h: t.h!,
      angle: t.angle!,
      closedReason: t.closedReason!,
    })
    .from(t)
    .where(scoped(parkingSpace, work.db.scope, [eq(t.buildingId!, floor.id)]))
    .orderBy(t.spaceNo!)
    .limit(MOST_SPACES);
}

/** Boards of the floor with what they were sent last, and what came of that. */
async function boardsOf(work: Work, floor: Floor): Promise<Given[]> {
  const [d, y] = [tableOf(devDevice), tableOf(devDeviceType)];
  const rows = await work.db
    .select({
      id: d.id!,
      deviceName: d.deviceName!,
      status: d.status!,
      lines: d.sentLines!,
      sentAt: d.sentAt!,
      command: d.sentCommand!,
    })
    .from(d)
    .innerJoin(y, eq(y.id!, d.deviceType!))
    .where(scoped(devDevice, work.db.scope, [eq(d.buildingId!, floor.id), eq(y.typeCode!, 'board')]))
    .orderBy(d.busAddress!);
  const commandIds = rows.flatMap(({ command }) => (command ? [String(command)] : []));
  const c = tableOf(deviceCommand);
  const outcomes =
    commandIds.length === 0
      ? []
      : await work.db
          .select({ id: c.id!, status: c.status! })
          .from(c)
          .where(scoped(deviceCommand, work.db.scope, [inArray(c.id!, commandIds), eq(c.parkId!, floor.parkId)]));
  const outcomeOf = new Map(outcomes.map(({ id, status }) => [id, status]));
  return rows.map(({ command, ...row }) => ({ ...row, outcome: outcomeOf.get(command) ?? null }));
}

async function gatewaysOf(work: Work, floor: Floor): Promise<Given[]> {
  const g = tableOf(parkDevice);
  return work.db
    .select({
      id: g.id!,
      deviceName: g.deviceName!,
      status: g.status!,
      lost: g.childrenLost!,
      lastSeenAt: g.lastSeenAt!,
    })
    .from(g)
    .where(
      scoped(parkDevice, work.db.scope, [
        and(eq(g.deviceType!, 'guidance'), eq(g.parkId!, floor.parkId), eq(g.buildingId!, floor.id)),
      ]),
    )
    .orderBy(g.deviceName!);
}

/** Groups that devices of the floor are in. */
async function groupsOf(work: Work, floor: Floor): Promise<Given[]> {
  const [g, d] = [tableOf(devGroup), tableOf(devDevice)];
  const here = work.db
    .select({ id: d.groupId! })
    .from(d)
    .where(scoped(devDevice, work.db.scope, [eq(d.buildingId!, floor.id)]));
  const from = work.db
    .select({ id: d.fromGroupId! })
    .from(d)
    .where(scoped(devDevice, work.db.scope, [eq(d.buildingId!, floor.id)]));
  return work.db
    .select({
      id: g.id!,
      groupName: g.groupName!,
      countBy: g.countBy!,
      free: g.free!,
      taken: g.taken!,
      unknown: g.unknown!,
      closed: g.closed!,
    })
    .from(g)
    .where(
      scoped(devGroup, work.db.scope, [eq(g.parkId!, floor.parkId), or(inArray(g.id!, here), inArray(g.id!, from))]),
    )
    .orderBy(g.groupName!);
}

async function floorOf({ input, db }: Work): Promise<Floor> {
  const row: Given = await rowOf<Resource>(building, String(input['buildingId']), db);
  const words = (name: string): string => String(row[name]);
  return {
    id: words('id'),
    parkId: words('parkId'),
    buildingName: words('buildingName'),
    width: Number(row['planWidth']),
    height: Number(row['planHeight']),
    mapUrl: (row['mapUrl'] as string | null) ?? null,
    points: row['points'] ?? [],
  };
}

async function show(work: Work): Promise<unknown> {
  const floor = await floorOf(work);
  const spaces = await spacesOf(work, floor);
  return {
    at: work.now.toISOString(),
    floor,
    spaces,
    boards: await boardsOf(work, floor),
    gateways: await gatewaysOf(work, floor),
    groups: await groupsOf(work, floor),
    counts: tally(spaces.map(({ state }) => state as SpaceState)),
  };
}

export const liveServed: Served[] = [serve(live, show)];
