/** Firmware that the demo's devices can be told to fetch: small files that are really there, some of each kind of device, the newest last. */
import { createHash } from 'node:crypto';
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

/** A header such as firmware has, and nothing a device could run. */
const imageOf = (deviceType: string, versionNo: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x7f, 0x47, 0x48, 0x46, 0x00, 0x01]),
    Buffer.from(`gatehouse demo ${deviceType} ${versionNo}`),
    Buffer.alloc(2_048, 0),
  ]);

/** `store` keeps the bytes under their SHA-256 and answers their address. */
export async function addFirmware(ask: Ask, store: (hash: string, bytes: Buffer) => Promise<string>): Promise<void> {
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
