/**
 * The list a camera keeps to decide by while it is cut off, white list and passes: read from the device, taken from it,
 * sent to it whole.
 */
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { holdsUntil, laneList, listDifference } from '#domain/lane/held-list.ts';
import type { HeldCar, ListCommand } from '#domain/lane/held-list.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { dayOf } from '#domain/time/day.ts';
import { deleteWhiteList, searchWhiteList } from '#areas/device/model/calls.ts';
import { parkDevice, syncAllWhiteList } from '#areas/device/model/park-device.ts';
import { park } from '#areas/lot/model/park.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { lotPasses } from '#areas/pass/server/door.ts';
import { carList } from '#areas/vehicle/model/car-list.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { paging } from '#kit/server/filter.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { answered, deviceOf, give, sendCommand } from './commands-give.ts';
import type { Device } from './commands-give.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { awaited } from './commands-outcome.ts';
import { queueCommand } from './commands-queue.ts';

const ANSWER_WITHIN_MS = 5_000;

const missing = (field: string) =>
  new Refused('bad_input', {}, [{ field, msg: text('请指定设备和车牌', 'Please name the device and the plate') }]);

/** Queries the device and waits for its answer; the result has what it holds, and what it lacks or should not hold. */
const search = serve(
  searchWhiteList,
  async (work) => {
    const { deviceId, plateNumber } = work.input;
    if (!deviceId) throw missing('deviceId');
    const scope = scopeOf(work.person);
    const request = await work.database.write(scope, async (db) => {
      const camera = await deviceOf({ db }, deviceId);
      const { id, tenantId } = camera;
      const queued = await queueCommand(db, tenantId, {
        name: 'whiteList',
        deviceId: id,
        payload: { action: 'search' },
        cause: 'staff',
        causeId: work.person.userId,
        remark: work.person.name,
      });
      return { tenantId, commandId: queued!.id, wanted: (await listsOf(db, camera.parkId, work.now))(camera.gateId) };
    });
    wakeDispatch(request.tenantId);
    const entries = await heldBy(work, request.commandId);
    const found = plateNumber ? entries.filter(({ plate }) => plateIdentity(plate).includes(plateNumber)) : entries;
    const { current, size } = paging(work.raw);
    return {
      records: found.slice((current - 1) * size, current * size).map(({ plate, until }) => ({
        id: plateIdentity(plate),
        plateNumber: plateIdentity(plate),
        endTime: until,
        deviceId,
      })),
      total: found.length,
      size,
      current,
      pages: Math.ceil(found.length / size),
      ...listDifference(request.wanted, entries, work.now.getTime()),
    };
  },
  { mode: 'open' },
);

async function heldBy(work: Work, commandId: string): Promise<HeldCar[]> {
  const [row] = await awaited(work, [commandId], ANSWER_WITHIN_MS);
  if (row?.status === 'failed')
    throw ruleRefused(text(`设备答复失败：${row.error ?? ''}`, `The device answered: ${row.error ?? 'failed'}`));
  if (row?.status !== 'answered')
    throw ruleRefused(text('设备未应答，可能已离线', 'The device did not answer; it may be offline'));
  return Array.isArray(row.result)
    ? (row.result as HeldCar[])
        .filter(({ plate }) => typeof plate === 'string')
        .map(({ plate, until }) => ({ plate, until: typeof until === 'string' ? until : null }))
    : [];
}

const remove = serve(deleteWhiteList, async (work) => {
  const { deviceId, plateNumber, ids } = work.input;
  const plates = [plateNumber ?? [], (ids ?? '').split(',').filter(Boolean).map(plateIdentity)].flat();
  if (!deviceId || plates.length === 0) throw missing(deviceId ? 'plateNumber' : 'deviceId');
  const { id, tenantId } = await deviceOf(work, deviceId);
  const command = {
    name: 'whiteList',
    deviceId: id,
    cause: 'staff',
    causeId: work.person.userId,
    remark: work.person.name,
  } as const;
  return answered(
    await give(
      work,
      tenantId,
      plates.map((plate) => ({ ...command, payload: { action: 'delete', plateNumber: plate } })),
    ),
  );
});

/**
 * What each camera of a lot has to hold, by its lane: white entries in force without those on the black list, and the
 * passes that are for that lane today.
 */
export async function listsOf(db: Db, parkId: string, now: Date): Promise<(lane: string | null) => HeldCar[]> {
  const t = tableOf(carList);
  const lot = (await rowOf(park, parkId, db)) as { tenantId: number; zone: string };
  const where = { at: now.getTime(), zone: lot.zone };
  const open = and(
    eq(t.parkId!, parkId),
    eq(t.dataStatus!, '1'),
    or(isNull(t.startTime!), lte(t.startTime!, now.toISOString())),
    or(isNull(t.endTime!), gt(t.endTime!, now.toISOString())),
  );
  const listed = (await db
    .select({ type: t.type!, plate: t.plateNumber!, until: t.endTime! })
    .from(t)
    .where(scoped(carList, db.scope, [open]))) as (HeldCar & { type: string })[];
  const cars = {
    white: listed.filter(({ type }) => type === 'white'),
    black: listed.filter(({ type }) => type === 'black').map(({ plate }) => plate),
  };
  const passes = await lotPasses(db, { tenantId: lot.tenantId, parkId }, dayOf(where.at, where.zone));
  return (lane) => laneList(cars, passes, { ...where, lane });
}

/** The same as it is sent, to hold for as long as the lot lets a list grow old. */
export async function syncsOf(db: Db, parkId: string, now: Date): Promise<(lane: string | null) => ListCommand> {
  const [lists, { listAgeHours }] = [await listsOf(db, parkId, now), await settingsOf(db, parkId)];
  return (lane) => ({ action: 'sync', entries: lists(lane), holdsUntil: holdsUntil(listAgeHours!, now.getTime()) });
}

const sync = serve(syncAllWhiteList, async (work) => {
  const { deviceId, parkId } = work.input;
  if (deviceId) {
    const one = await deviceOf(work, deviceId);
    return sendCommand(work, one.id, 'whiteList', (await syncsOf(work.db, one.parkId, work.now))(one.gateId));
  }
  if (!parkId)
    throw new Refused('bad_input', {}, [
      { field: 'parkId', msg: text('请选择设备或车场', 'Please choose a device or a car park') },
    ]);
  const t = tableOf(parkDevice);
  const cameras = (await work.db
    .select()
    .from(t)
    .where(scoped(parkDevice, work.db.scope, [eq(t.parkId!, parkId), eq(t.deviceType!, 'camera')]))) as Device[];
  if (cameras.length === 0) throw ruleRefused(text('该车场没有识别相机', 'This car park has no camera'));
  const syncs = await syncsOf(work.db, parkId, work.now);
  return answered(
    await give(
      work,
      cameras[0]!.tenantId,
      cameras.map(({ id, gateId }) => ({
        name: 'whiteList',
        deviceId: id,
        payload: syncs(gateId),
        cause: 'staff',
        causeId: work.person.userId,
        remark: work.person.name,
      })),
    ),
  );
});

export const listCalls: Served[] = [search, remove, sync];
