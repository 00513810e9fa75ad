/**
 * The list a camera keeps to decide by while it is cut off, white list and passes: read from the device, taken from it,
 * sent to it whole.
 */
import { listDifference } from '#domain/lane/held-list.ts';
import type { ReadPlate } from '#domain/lane/camera-list.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { deleteWhiteList, searchWhiteList } from '#areas/device/model/calls.ts';
import { listFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { syncAllWhiteList } from '#areas/device/model/park-device.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { paging } from '#kit/server/filter.ts';
import { serve } from '#kit/server/served.ts';
import type { Served, WithMessage } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { differenceTo } from './camera-lists.ts';
import { camerasOf, cameraListCalls, keepsList, NO_LIST, NOT_READ, syncCamera } from './camera-lists-round.ts';
import { answered, deviceOf, give, sendCommand } from './commands-give.ts';
import type { AnyWork, Device } from './commands-give.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { awaited } from './commands-outcome.ts';
import { queueCommand } from './commands-queue.ts';
import type { Queued } from './commands-queue.ts';
import { listsOf, syncsOf } from './lane-lists.ts';

const ANSWER_WITHIN_MS = 5_000;

const missing = (field: string) =>
  new Refused('bad_input', {}, [{ field, msg: text('请指定设备和车牌', 'Please name the device and the plate') }]);

const BY_ITSELF = text(
  '该相机的名单由平台自动核对：从白名单或月租中移除，相机上随即删除；不在平台名单中的，读取后自动删除',
  'The list of this camera is kept by the server: taken off the white list or the passes, a plate is taken off the camera; one that is on neither goes once the camera was read',
);

/** Queries the device and waits for its answer; the result has what it holds, and what it lacks or should not hold. */
const search = serve(
  searchWhiteList,
  async (work) => {
    const { deviceId, plateNumber } = work.input;
    if (!deviceId) throw missing('deviceId');
    const scope = scopeOf(work.person);
    const request = await work.database.write(scope, async (db) => {
      const camera = (await deviceOf({ db }, deviceId)) as Device & { family: FamilyName | null };
      const { id, tenantId, family } = camera;
      if (family && !listFamilies[family]?.readsBack) throw ruleRefused(listFamilies[family] ? NOT_READ : NO_LIST);
      const queued = await queueCommand(db, tenantId, {
        name: 'whiteList',
        deviceId: id,
        payload: { action: 'search' },
        cause: 'staff',
        causeId: work.person.userId,
        remark: work.person.name,
      });
      const wanted = (await listsOf(db, camera.parkId, work.now))(camera.gateId);
      const differs = family
        ? await differenceTo(db, { ...camera, family }, wanted, work.now)
        : (held: readonly ReadPlate[]) => listDifference(wanted, held, work.now.getTime());
      return { tenantId, commandId: queued!.id, differs };
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
      ...request.differs(entries),
    };
  },
  { mode: 'open' },
);

async function heldBy(work: Work, commandId: string): Promise<ReadPlate[]> {
  const [row] = await awaited(work, [commandId], ANSWER_WITHIN_MS);
  if (row?.status === 'failed')
    throw ruleRefused(text(`设备答复失败：${row.error ?? ''}`, `The device answered: ${row.error ?? 'failed'}`));
  if (row?.status !== 'answered')
    throw ruleRefused(text('设备未应答，可能已离线', 'The device did not answer; it may be offline'));
  return Array.isArray(row.result)
    ? (row.result as ReadPlate[])
        .filter(({ plate }) => typeof plate === 'string')
        .map(({ plate, until, byDay }) => ({
          plate,
          until: typeof until === 'string' ? until : null,
          ...(byDay === true ? { byDay } : {}),
        }))
    : [];
}

const remove = serve(deleteWhiteList, async (work) => {
  const { deviceId, plateNumber, ids } = work.input;
  const plates = [plateNumber ?? [], (ids ?? '').split(',').filter(Boolean).map(plateIdentity)].flat();
  if (!deviceId || plates.length === 0) throw missing(deviceId ? 'plateNumber' : 'deviceId');
  const { id, tenantId, family } = (await deviceOf(work, deviceId)) as Device & { family: string | null };
  if (family) throw ruleRefused(keepsList({ family }) ? BY_ITSELF : NO_LIST);
  const command = { name: 'whiteList', deviceId: id, ...ofPerson(work) } as const;
  return answered(
    await give(
      work,
      tenantId,
      plates.map((plate) => ({ ...command, payload: { action: 'delete', plateNumber: plate } })),
    ),
  );
});

const ofPerson = (work: Pick<Work, 'person'>) =>
  ({ cause: 'staff', causeId: work.person.userId, remark: work.person.name }) as const;

/** Sends the whole list to every camera of a lot that keeps one; null where there is no camera. */
export async function syncLot(work: AnyWork, parkId: string): Promise<WithMessage | null> {
  const { own, bought } = await camerasOf(work, parkId);
  if (own.length + bought.length === 0) return null;
  const syncs = await syncsOf(work.db, parkId, work.now);
  const queued = await give(
    work,
    (own[0] ?? bought[0])!.tenantId,
    own.map(({ id, gateId }) => ({
      name: 'whiteList',
      deviceId: id,
      payload: syncs(gateId),
      ...ofPerson(work),
    })),
  );
  const others: Queued[] = [];
  for (const camera of bought) {
    const next = await syncCamera(work, camera);
    if (next) others.push(next);
  }
  return answered([...queued, ...others]);
}

const sync = serve(syncAllWhiteList, async (work) => {
  const { deviceId, parkId } = work.input;
  if (deviceId) {
    const one = (await deviceOf(work, deviceId)) as Device & { family: string | null };
    if (!one.family)
      return sendCommand(work, one.id, 'whiteList', (await syncsOf(work.db, one.parkId, work.now))(one.gateId));
    if (!keepsList(one)) throw ruleRefused(NO_LIST);
    const queued = await syncCamera(work, one);
    return answered(queued ? [queued] : []);
  }
  if (!parkId)
    throw new Refused('bad_input', {}, [
      { field: 'parkId', msg: text('请选择设备或车场', 'Please choose a device or a car park') },
    ]);
  const given = await syncLot(work, parkId);
  if (!given) throw ruleRefused(text('该车场没有可下发名单的相机', 'This car park has no camera that keeps a list'));
  return given;
});

export const listCalls: Served[] = [search, remove, sync, ...cameraListCalls];
