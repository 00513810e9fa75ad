/**
 * Firmware that the demo's devices can be upgraded to: small files that are really there, some of each kind of device,
 * the newest last.
 */
import { createHash } from 'node:crypto';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Ask } from './build-base.ts';

const versions = [
  { deviceType: 'camera', versionNo: '2.3.8', remark: '修复夜间补光灯频闪' },
  { deviceType: 'camera', versionNo: '2.4.1', remark: '提高污损车牌的识别率；脱机名单增至两万条' },
  { deviceType: 'gate', versionNo: '1.7.0', remark: '落杆防砸灵敏度可调' },
  { deviceType: 'screen', versionNo: '3.0.2', remark: '支持夜间内容；四行显示' },
  { deviceType: 'scanner', versionNo: '1.2.5', remark: '强光下扫码更快' },
  { deviceType: 'box', versionNo: '5.1.0', remark: '交接班支持盲点' },
  { deviceType: 'sensor', versionNo: '0.9.4', remark: '电量低于两成时上报' },
] as const;

type Store = (hash: string, bytes: Buffer) => Promise<string>;

/** A header such as firmware has, and nothing a device could run. */
const imageOf = (deviceType: string, versionNo: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x7f, 0x47, 0x48, 0x46, 0x00, 0x01]),
    Buffer.from(`gatehouse demo ${deviceType} ${versionNo}`),
    Buffer.alloc(2_048, 0),
  ]);

/** `store` keeps the bytes under their SHA-256 and answers their address. */
export async function addFirmware(ask: Ask, store: Store): Promise<void> {
  for (const { deviceType, versionNo, remark } of versions) {
    const bytes = imageOf(deviceType, versionNo);
    await ask('POST', 'noWireVersions/submit', {
      deviceType,
      versionNo,
      fileUrl: await store(createHash('sha256').update(bytes).digest('hex'), bytes),
      remark,
    });
  }
}

type Camera = { id: string; companyId: string; villageId: string };

const kept = (store: Store, versionNo: string): Promise<string> => {
  const bytes = imageOf('thermal', versionNo);
  return store(createHash('sha256').update(bytes).digest('hex'), bytes);
};

/**
 * Thermal cameras went to one version in the autumn, one of them only at the second try; another one waits for them to
 * be there.
 */
export async function upgradeCameras(
  database: Database,
  ask: Ask,
  store: Store,
  tenantId: number,
  now: Date,
): Promise<void> {
  const { records } = await ask('GET', 'yjCamera/list', { size: 20 });
  const cameras = records as Camera[];
  const fileUrl = await kept(store, '1.3.2');
  const at = (days: number, minutes = 0): string =>
    new Date(now.getTime() - days * 86_400_000 + minutes * 60_000).toISOString();
  const past = ({ id: device_id, companyId, villageId }: Camera, more: Record<string, unknown>) => ({
    tenant_id: tenantId,
    company_id: companyId,
    village_id: villageId,
    id: newId(),
    created_at: at(38),
    updated_at: at(38, 6),
    device_id,
    version_no: '1.3.2',
    from_version: '1.3.0',
    file_url: fileUrl,
    sha256: /[0-9a-f]{64}/.exec(fileUrl)?.[0] ?? null,
    state: 'done',
    why: null,
    tries: 1,
    ack_time: at(38, 1),
    done_time: at(38, 6),
    remark: '低温环境下的修正',
    ...more,
  });
  const again = { state: 'failed', why: 'no-answer', tries: 5, ack_time: null, done_time: null };
  await database.write(tenantScope(tenantId), (db) =>
    insertRows(
      db,
      'thermal_upgrade',
      [
        ...cameras.slice(-1).map((camera) => past(camera, again)),
        ...cameras.slice(0, -1).map((camera) => past(camera, {})),
        ...cameras
          .slice(-1)
          .map((camera) =>
            past(camera, { created_at: at(37), updated_at: at(37, 8), ack_time: at(37, 1), done_time: at(37, 8) }),
          ),
      ],
      'RETURNING id',
    ),
  );
  await ask('POST', 'yjUpgrade/submit', {
    versionNo: '1.4.0',
    fileUrl: await kept(store, '1.4.0'),
    deviceIds: cameras.slice(0, 2).map(({ id }) => id),
    remark: '先升级两台，一周后再升级其余',
  });
}
