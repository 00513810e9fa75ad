/**
 * Rounds over the lists of cameras of other makers: what passes and white lists ask for is planned every five minutes,
 * what a server left behind is noted, and what can be read is read once a day. And what a person asks for at one camera.
 */
import { asc, eq } from 'drizzle-orm';
import { cameraList } from '#areas/device/model/bought-calls.ts';
import type { BoughtDevice } from '#areas/device/model/bought-link.ts';
import { listFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { reasonIn } from '#areas/device/model/incident.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { paging } from '#kit/server/filter.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { byServer, giveNext, giveReading, isBusy, lockCamera, noteEnded, planCamera } from './camera-lists.ts';
import type { Give, ListCamera } from './camera-lists.ts';
import { wakeDispatch } from './commands-dispatch.ts';
import { give } from './commands-give.ts';
import type { AnyWork, Device } from './commands-give.ts';
import type { Queued } from './commands-queue.ts';
import { listsOf } from './lane-lists.ts';

/** Read again after so long: a camera that was read at night is read in the next one. */
const READ_EVERY_MS = 20 * 3_600_000;

/** Cameras that were sent a list and are there. */
const CAMERAS = `
  SELECT d.tenant_id AS "tenantId", d.id, d.park_id AS "parkId", d.gate_id AS "gateId", d.family
  FROM park_device d JOIN park p ON p.tenant_id = d.tenant_id AND p.id = d.park_id AND p.deleted_at IS NULL
  WHERE d.family = ANY($1::text[]) AND d.list_until IS NOT NULL AND d.deleted_at IS NULL AND d.status <> 'offline'
  ORDER BY d.tenant_id, d.id`;
const LEFT = `SELECT DISTINCT command_id AS id FROM device_listed WHERE tenant_id = $1 AND device_id = $2 AND state = 'sending' AND command_id IS NOT NULL`;
const READ = `
  SELECT 1 FROM device_command WHERE tenant_id = $1 AND device_id = $2 AND command = 'whiteList' AND time > $3::timestamptz
    AND payload->>'action' = 'search' AND status NOT IN ('failed', 'timed-out') LIMIT 1`;
const KEEPS = `UPDATE park_device SET list_until = coalesce(list_until, $3::timestamptz) WHERE tenant_id = $1 AND id = $2`;

const readsBack = ({ family }: ListCamera): boolean => listFamilies[family as FamilyName]!.readsBack;

/** Notes what ended unseen, plans, and gives the next batch, or has the list read where that is due. */
async function tend(db: Db, camera: ListCamera, now: Date): Promise<Queued | null> {
  const { tenantId, id, parkId, gateId } = camera;
  if (!(await lockCamera(db, camera))?.kept) return null;
  for (const left of await db.raw<{ id: string }>(LEFT, [tenantId, id])) await noteEnded(db, camera, left.id, now);
  const { listAgeHours: hours } = await settingsOf(db, parkId);
  await planCamera(db, camera, (await listsOf(db, parkId, now))(gateId), { now, hours: hours! });
  const own = byServer(db, tenantId, now);
  const since = new Date(now.getTime() - READ_EVERY_MS).toISOString();
  const due = readsBack(camera) && (await db.raw(READ, [tenantId, id, since])).length === 0;
  return due ? giveReading(db, camera, now, own) : giveNext(db, camera, now, own);
}

/** Every camera in a transaction of its own. Safe to run on several servers at once. */
export async function watchCameraLists(database: Database, now: Date): Promise<void> {
  const cameras = await database.read(platformScope, (db) => db.raw<ListCamera>(CAMERAS, [Object.keys(listFamilies)]));
  for (const camera of cameras) {
    const queued = await database.write(tenantScope(camera.tenantId), (db) => tend(db, camera, now));
    if (queued) wakeDispatch(camera.tenantId);
  }
}

/** Once a command about a list has ended: notes what came of it, and gives the next. */
export const listEnded =
  (database: Database) =>
  async ({ tenantId, deviceId: id, parkId, gateId, family }: BoughtDevice, commandId: string): Promise<void> => {
    const camera = { tenantId, id, parkId, gateId, family };
    const queued = await database.write(tenantScope(tenantId), async (db) => {
      const now = new Date();
      if (!(await lockCamera(db, camera))?.kept || !(await noteEnded(db, camera, commandId, now))) return null;
      return giveNext(db, camera, now, byServer(db, tenantId, now));
    });
    if (queued) wakeDispatch(tenantId);
  };

type Camera = Device & { family: string | null };
export const keepsList = ({ family }: { family?: unknown }): boolean =>
  typeof family === 'string' && listFamilies[family as FamilyName] !== undefined;

/** Cameras of a lot: ours, and those of other makers that keep a list. */
export async function camerasOf(work: AnyWork, parkId: string): Promise<{ own: Camera[]; bought: Camera[] }> {
  const t = tableOf(parkDevice);
  const all = (await work.db
    .select()
    .from(t)
    .where(scoped(parkDevice, work.db.scope, [eq(t.parkId!, parkId), eq(t.deviceType!, 'camera')]))
    .orderBy(asc(t.deviceName!), asc(t.id!))) as Camera[];
  return { own: all.filter(({ family }) => !family), bought: all.filter(keepsList) };
}

const byPerson =
  (work: AnyWork, tenantId: number): Give =>
  async (command) =>
    (
      await give(work, tenantId, [
        { ...command, cause: 'staff', causeId: work.person.userId, remark: work.person.name },
      ])
    )[0];

/**
 * A person has the list sent: one that can be read is read first, so that only differences are written; any other gets
 * all of it again. Null where a command is under way already, or nothing is to be sent.
 */
export async function syncCamera(work: AnyWork, device: Camera): Promise<Queued | null> {
  const { tenantId, id, parkId, gateId } = device;
  const camera = { tenantId, id, parkId, gateId, family: device.family! };
  const { db, now } = work;
  if (!(await lockCamera(db, camera))) return null;
  await db.raw(KEEPS, [tenantId, id, now.toISOString()]);
  const { listAgeHours: hours } = await settingsOf(db, parkId);
  const wanted = (await listsOf(db, parkId, now))(gateId);
  const again = !readsBack(camera) && !(await isBusy(db, camera, now));
  await planCamera(db, camera, wanted, { now, hours: hours!, again });
  const person = byPerson(work, tenantId);
  return readsBack(camera) ? giveReading(db, camera, now, person) : giveNext(db, camera, now, person);
}

export const NO_LIST = text(
  '该协议的相机不由平台写入名单：断网时是否放行由相机自己的设置决定',
  'Cameras of this protocol are sent no list: what they let in while cut off is for their own settings',
);
export const NOT_READ = text(
  '该相机的名单只能写入、不能读取；已送达的名单见“平台下发的名单”',
  'The list of this camera is written and cannot be read; see “List sent by the server” for what it was given',
);

const TOTALS = `
  SELECT count(*) FILTER (WHERE wanted AND state = 'held') AS held, count(*) FILTER (WHERE wanted AND state = 'sent') AS sent,
    count(*) FILTER (WHERE wanted AND state IN ('due', 'sending')) AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
    count(*) FILTER (WHERE NOT wanted AND state <> 'failed') AS removing, count(*) AS total
  FROM device_listed WHERE tenant_id = $1 AND device_id = $2`;
/** What somebody has to look at comes first. */
const PAGE = `
  SELECT plate, wanted, state, bound, changed_at AS "changedAt", tries, error FROM device_listed
  WHERE tenant_id = $1 AND device_id = $2 ORDER BY (state <> 'failed'), wanted, (state IN ('held', 'sent')), plate LIMIT $3 OFFSET $4`;

type Shown = {
  plate: string;
  wanted: boolean;
  state: string;
  bound: string | null;
  changedAt: string;
  tries: number;
  error: string | null;
};

export const cameraListCalls: Served[] = [
  serve(cameraList, async (work) => {
    const device = (await rowOf(parkDevice, work.input.deviceId as string, work.db)) as Camera & { listUntil: string };
    if (!keepsList(device)) throw ruleRefused(NO_LIST);
    const of = [device.tenantId, device.id];
    const { current, size } = paging(work.raw);
    const [totals] = await work.db.raw<Record<string, number>>(TOTALS, of);
    const rows = await work.db.raw<Shown>(PAGE, [...of, size, (current - 1) * size]);
    const { total, ...counts } = totals!;
    return {
      records: rows.map(({ plate, state, error, ...row }) => ({
        id: plate,
        plateNumber: plate,
        status: state,
        ...row,
        error: reasonIn(work.lang, 'rejected', error),
      })),
      total: total!,
      size,
      current,
      pages: Math.ceil(total! / size),
      counts,
      readsBack: listFamilies[device.family as FamilyName]!.readsBack,
      listUntil: device.listUntil,
    };
  }),
];
