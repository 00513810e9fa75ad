import { and, eq, ne, sql } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { pageOf } from '#kit/server/list.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Filing, Plain, Rules } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { allFirmware, checkPhysicsNo, statusList } from '#areas/device/model/calls.ts';
import { firmware } from '#areas/device/model/firmware.ts';
import { parkDevice, resetSecret } from '#areas/device/model/park-device.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { boughtProblems } from './bought-check.ts';
import { hashSecret, newSecret } from './secret.ts';
import { deviceDirectory } from './store.ts';

/** Broker topics carry the serial number: nothing in it may look like a level or a wildcard. */
const serial = /^[A-Za-z0-9][A-Za-z0-9._-]{3,39}$/;

/** Secrets made in this call, by work, so that the answer of the call can show them once. */
const made = new WeakMap<object, Map<string, string>>();

type Device = Stored & {
  tenantId: number;
  companyId: string;
  parkId: string;
  gateId: string | null;
  boxId: string | null;
  deviceType: string;
  entryTickets: string | null;
  sn: string;
  deviceName: string;
};

const taken = (): Refused =>
  Object.assign(new Refused('already_exists', { what: text('序列号', 'Serial number') }), {
    problems: [{ field: 'sn', msg: text('序列号已被使用', 'This serial number is already in use') }],
  });

/**
 * Enters a device in the directory with a fresh secret, which is answered. A number held anywhere in the installation
 * is refused.
 */
async function enter(device: Device, work: Work): Promise<string> {
  const secret = newSecret();
  const entered = await work.db
    .insert(deviceDirectory)
    .values({
      sn: device.sn,
      tenantId: device.tenantId,
      deviceId: device.id,
      parkId: device.parkId,
      gateId: device.gateId,
      secretHash: hashSecret(secret),
      secretAt: work.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ sn: deviceDirectory.sn });
  if (entered.length === 0) throw taken();
  return secret;
}

const mine = (device: Device) =>
  and(eq(deviceDirectory.tenantId, device.tenantId), eq(deviceDirectory.deviceId, device.id));

/** Directions of lanes that cars come in by. */
const INTO: ReadonlySet<unknown> = new Set(['in', 'both']);

/**
 * A lane or box that stands in another lot than the device is refused, and a printer of entry tickets where no car
 * comes in.
 */
async function samePark(now: Partial<Device>, work: Work): Promise<Problem[]> {
  const problems: Problem[] = [];
  const lane = now.gateId ? await rowOf(parkGate, now.gateId, work.db) : null;
  if (lane && lane.parkId !== now.parkId)
    problems.push({ field: 'gateId', msg: text('车道不属于该车场', 'The lane belongs to another car park') });
  const tickets = now.deviceType === 'printer' && (now.entryTickets ?? 'none') !== 'none';
  if (tickets && !INTO.has(lane?.gateType))
    problems.push({
      field: 'gateId',
      msg: text('自动打印入场凭条的打印机须选入口车道', 'A printer of entry tickets stands in a lane for entries'),
    });
  if (now.boxId && (await rowOf(parkBox, now.boxId, work.db)).parkId !== now.parkId)
    problems.push({ field: 'boxId', msg: text('岗亭不属于该车场', 'The booth belongs to another car park') });
  return problems;
}

/**
 * What saving and removing any kind of device does: its serial number is checked, entered in the directory and taken
 * out of it.
 */
/** Kinds with a screen and fields of their own: their files are those of their own resources. */
const elsewhere: ReadonlySet<unknown> = new Set(['guidance', 'door', null]);
/** Kinds with a screen of their own at roadside car parks only; elsewhere they are plain devices. */
const roadside: ReadonlySet<unknown> = new Set(['sensor', 'lock', 'guide']);

/** Which of these devices of the caller's group belong to a roadside car park. */
export async function atRoadside(rows: readonly Stored[], work: Work): Promise<boolean[]> {
  const found = await work.db.raw<{ id: string }>(
    `SELECT id FROM park WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND park_type = 'curb' AND deleted_at IS NULL`,
    [work.db.scope.tenantId, [...new Set(rows.map(({ parkId }) => String(parkId)))]],
  );
  const curbs = new Set(found.map(({ id }) => id));
  return rows.map(({ parkId }) => curbs.has(String(parkId)));
}

const atLanes: Filing = {
  read: async (rows, work) => {
    const isRoadside = await atRoadside(rows, work);
    return rows.map(({ deviceType }, nth) =>
      elsewhere.has(deviceType) || (roadside.has(deviceType) && isRoadside[nth]) ? null : {},
    );
  },
};

export const deviceRules: Rules = {
  check: async (values, before, work) => {
    const now = { ...before, ...values } as Partial<Device> & { videoUrl?: string | null };
    const problems: Problem[] = [];
    if (before === null && !serial.test(String(now.sn)))
      problems.push({
        field: 'sn',
        msg: text(
          '序列号只能含字母、数字、点、横线和下划线，4 至 40 位',
          'A serial number holds 4 to 40 letters, digits, dots, dashes and underscores',
        ),
      });
    if (now.videoUrl && !/^(rtsp|https?):\/\/\S+$/.test(now.videoUrl))
      problems.push({
        field: 'videoUrl',
        msg: text(
          '视频地址应以 rtsp://、http:// 或 https:// 开头',
          'A video address starts with rtsp://, http:// or https://',
        ),
      });
    return [...problems, ...boughtProblems(now as Record<string, unknown>), ...(await samePark(now, work))];
  },
  saved: async (after, before, work) => {
    const device = after as Device;
    if (before === null) {
      const secret = await enter(device, work);
      const secrets = made.get(work) ?? new Map<string, string>();
      made.set(work, secrets.set(device.id, secret));
    } else
      await work.db.update(deviceDirectory).set({ parkId: device.parkId, gateId: device.gateId }).where(mine(device));
  },
  removing: async (row, work) => {
    await work.db.delete(deviceDirectory).where(mine(row as Device));
  },
};

/** The page of devices with how many are in each state under the same filter, the state itself left out. */
async function states(work: Work): Promise<unknown> {
  const t = tableOf(parkDevice);
  const { parkId, deviceType } = work.raw;
  const where = scoped(parkDevice, work.db.scope, [
    typeof parkId === 'string' && parkId !== '' ? eq(t.parkId!, parkId) : undefined,
    typeof deviceType === 'string' && deviceType !== ''
      ? sql`${t.deviceType!} = any(${sql.param(deviceType.split(','))}::text[])`
      : undefined,
  ]);
  const counted = await work.db
    .select({ status: t.status!, n: sql<number>`count(*)`.mapWith(Number) })
    .from(t)
    .where(where)
    .groupBy(t.status!);
  const of = (state: string) => counted.find((row) => row.status === state)?.n ?? 0;
  const counts = {
    total: counted.reduce((sum, { n }) => sum + n, 0),
    online: of('online'),
    offline: of('offline'),
    fault: of('fault'),
  };
  return { ...(await pageOf(parkDevice, { ...work, raw: { sort: '-lastSeenAt', ...work.raw } })), counts };
}

async function renew(work: Work, id: string): Promise<Once> {
  const device = (await rowOf(parkDevice, id, work.db, { lock: true })) as Device;
  const secret = newSecret();
  const known = await work.db
    .update(deviceDirectory)
    .set({ secretHash: hashSecret(secret), secretAt: work.now.toISOString() })
    .where(mine(device))
    .returning({ sn: deviceDirectory.sn });
  if (known.length === 0) throw new Error(`device ${device.id} is not in the directory`);
  work.record({
    resource: 'parkDevice',
    action: 'resetSecret',
    rowId: device.id,
    tenantId: device.tenantId,
    companyId: device.companyId,
    parkId: device.parkId,
  });
  const identity = { deviceId: device.id, deviceName: device.deviceName, sn: device.sn };
  return new Once({ ...identity, secret }, { ...identity, secret: null });
}

/** Saving a kind of device: adding one answers its secret, once. */
export async function saveShowingSecret(work: Work, plain: Plain): Promise<unknown> {
  const answer = (await plain(work)) as { id: string };
  const secret = made.get(work)?.get(answer.id);
  return secret === undefined ? answer : new Once({ ...answer, secret }, { ...answer, secret: null });
}

const bindRules: Rules = {
  check: async (values, before, work) => {
    const {
      parkId,
      deviceId,
      bindSn: number,
    } = { ...before, ...values } as { parkId: string; deviceId: string; bindSn: string };
    const device = await rowOf(parkDevice, deviceId, work.db);
    const problems: Problem[] = [];
    if (device.parkId !== parkId)
      problems.push({ field: 'deviceId', msg: text('设备不属于该车场', 'The device belongs to another car park') });
    if (!serial.test(number)) problems.push({ field: 'bindSn', msg: text('序列号格式不正确', 'Not a serial number') });
    const [other] = await work.db
      .select({ id: tableOf(parkDevice).id! })
      .from(tableOf(parkDevice))
      .where(
        scoped(parkDevice, { ...work.db.scope, companyIds: null, parkIds: null }, [
          eq(tableOf(parkDevice).sn!, number),
        ]),
      )
      .limit(1);
    if (other)
      problems.push({
        field: 'bindSn',
        msg: text('该序列号已登记为设备', 'This serial number is a device of its own'),
      });
    return problems;
  },
  fill: async (values, before, work) => ({
    sn: (await rowOf(parkDevice, ({ ...before, ...values } as { deviceId: string }).deviceId, work.db)).sn,
  }),
};

/** The file's own name in the store is its SHA-256, which a device checks after fetching it. */
const firmwareRules: Rules = {
  fill: (values, before) => {
    const { fileUrl } = { ...before, ...values } as { fileUrl?: string };
    return { sha256: /\/([0-9a-f]{64})(\?|$)/.exec(fileUrl ?? '')?.[1] ?? null };
  },
};

export const devicesRules: Record<string, Rules> = {
  parkDevice: { ...deviceRules, verbs: { submit: saveShowingSecret }, files: atLanes },
  bindSn: bindRules,
  firmware: firmwareRules,
};

export const devicesServed: Served[] = [
  serve(resetSecret, (work) => renew(work, work.input.deviceId!)),
  serve(statusList, states),
  serve(checkPhysicsNo, async (work) => {
    const t = tableOf(parkDevice);
    const { physicsNo, deviceId } = work.input;
    const others = deviceId ? ne(t.id!, deviceId) : undefined;
    const found = await work.db
      .select({ id: t.id! })
      .from(t)
      .where(
        scoped(parkDevice, { ...work.db.scope, companyIds: null, parkIds: null }, [
          eq(t.physicsNo!, physicsNo),
          others,
        ]),
      )
      .limit(1);
    return found.length === 0;
  }),
  serve(allFirmware, async (work) => {
    const t = tableOf(firmware);
    const rows = await work.db
      .select()
      .from(t)
      .where(
        scoped(firmware, work.db.scope, [work.input.deviceType ? eq(t.deviceType!, work.input.deviceType) : undefined]),
      )
      .orderBy(t.versionNo!, t.id!);
    return rows.map((row) => ({ value: row.id, label: row.versionNo, deviceType: row.deviceType }));
  }),
];
