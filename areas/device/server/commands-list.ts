/** The white list a camera keeps to decide on while it is cut off: read from the device, taken from it, sent to it whole. */
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { canonicalPlate } from '#domain/plate/plate.ts';
import { deleteWhiteList, searchWhiteList } from '#areas/device/model/calls.ts';
import { deviceCommand } from '#areas/device/model/command.ts';
import { parkDevice, syncAllWhiteList } from '#areas/device/model/park-device.ts';
import { carList } from '#areas/vehicle/model/car-list.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { paging } from '#kit/server/filter.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { answered, deviceOf, give, tell } from './commands-give.ts';
import type { Device } from './commands-give.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { queueCommand } from './commands-queue.ts';

const ANSWER_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;

const missing = (field: string) => new Refused('bad_input', {}, [{ field, msg: text('请指定设备和车牌', 'Please name the device and the plate') }]);

/** Asks the device and waits for its answer; what it holds is its own to say. */
const search = serve(searchWhiteList, async (work) => {
  const { deviceId, plateNumber } = work.input;
  if (!deviceId) throw missing('deviceId');
  const scope = scopeOf(work.person);
  const asked = await work.database.write(scope, async (db) => {
    const { id, tenantId } = await deviceOf({ db }, deviceId);
    const queued = await queueCommand(db, tenantId, { name: 'whiteList', deviceId: id, payload: { action: 'search' }, cause: 'staff', causeId: work.person.userId, remark: work.person.name });
    return { tenantId, commandId: queued!.id };
  });
  wakeDispatch(asked.tenantId);
  const entries = await heldBy(work as unknown as Work, asked.commandId);
  const found = plateNumber ? entries.filter(({ plate }) => canonicalPlate(plate).includes(plateNumber)) : entries;
  const { current, size } = paging(work.raw);
  return {
    records: found.slice((current - 1) * size, current * size).map(({ plate, until }) => ({ id: canonicalPlate(plate), plateNumber: canonicalPlate(plate), endTime: until ?? null, deviceId })),
    total: found.length, size, current, pages: Math.ceil(found.length / size),
  };
}, { mode: 'open' });

type Entry = { plate: string; until?: string | null };

async function heldBy(work: Work, commandId: string): Promise<Entry[]> {
  const t = tableOf(deviceCommand);
  const scope = scopeOf(work.person);
  for (let waited = 0; waited < ANSWER_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const [row] = await work.database.read(scope, (db) => db.select().from(t).where(scoped(deviceCommand, scope, [eq(t.id!, commandId)]))) as { status: string; error: string | null; result: unknown }[];
    if (row?.status === 'failed') throw ruleRefused(text(`设备答复失败：${row.error ?? ''}`, `The device answered: ${row.error ?? 'failed'}`));
    if (row?.status === 'answered') return Array.isArray(row.result) ? (row.result as Entry[]).filter(({ plate }) => typeof plate === 'string') : [];
    await new Promise((then) => { setTimeout(then, LOOK_EVERY_MS); });
  }
  throw ruleRefused(text('设备未应答，可能已离线', 'The device did not answer; it may be offline'));
}

const remove = serve(deleteWhiteList, async (work) => {
  const { deviceId, plateNumber, ids } = work.input;
  const plates = [plateNumber ?? [], (ids ?? '').split(',').filter(Boolean).map(canonicalPlate)].flat();
  if (!deviceId || plates.length === 0) throw missing(deviceId ? 'plateNumber' : 'deviceId');
  const { id, tenantId } = await deviceOf(work, deviceId);
  const command = { name: 'whiteList', deviceId: id, cause: 'staff', causeId: work.person.userId, remark: work.person.name } as const;
  return answered(await give(work, tenantId, plates.map((plate) => ({ ...command, payload: { action: 'delete', plateNumber: plate } }))));
});

/** White entries of a lot that are approved and have not run out. */
export async function inForce(db: Db, parkId: string, now: Date): Promise<{ plate: string; until: string | null }[]> {
  const t = tableOf(carList);
  const open = and(eq(t.parkId!, parkId), eq(t.type!, 'white'), eq(t.dataStatus!, '1'), or(isNull(t.endTime!), gt(t.endTime!, now.toISOString())));
  const rows = await db.select({ plate: t.plateNumber!, until: t.endTime! }).from(t).where(scoped(carList, db.scope, [open])).orderBy(t.plateNumber!);
  return rows as { plate: string; until: string | null }[];
}

const sync = serve(syncAllWhiteList, async (work) => {
  const { deviceId, parkId } = work.input;
  if (deviceId) {
    const one = await deviceOf(work, deviceId);
    return tell(work, one.id, 'whiteList', { action: 'sync', entries: await inForce(work.db, one.parkId, work.now) });
  }
  if (!parkId) throw new Refused('bad_input', {}, [{ field: 'parkId', msg: text('请选择设备或车场', 'Please choose a device or a car park') }]);
  const t = tableOf(parkDevice);
  const cameras = await work.db.select().from(t).where(scoped(parkDevice, work.db.scope, [eq(t.parkId!, parkId), eq(t.deviceType!, 'camera')])) as unknown as Device[];
  if (cameras.length === 0) throw ruleRefused(text('该车场没有识别相机', 'This car park has no camera'));
  const payload = { action: 'sync', entries: await inForce(work.db, parkId, work.now) };
  return answered(await give(work, cameras[0]!.tenantId, cameras.map(({ id }) => ({ name: 'whiteList', deviceId: id, payload, cause: 'staff', causeId: work.person.userId, remark: work.person.name }))));
});

export const listCalls: Served[] = [search, remove, sync];
