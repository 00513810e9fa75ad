/** The kinds of guidance devices that every installation begins with; the platform's operator may add makers' own. */
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { insertRows } from '#kit/server/bulk.ts';

const types = [
  ['超声波探测器', 'detector', 300],
  ['视频探测器', 'video', 300],
  ['车位灯', 'lamp', 600],
  ['引导屏', 'board', 600],
  ['过车计数器', 'counter', 600],
  ['引导网关', 'gateway', 120],
  ['反向寻车查询机', 'kiosk', 600],
  ['一氧化碳探头', 'co', 180],
  ['风机', 'fan', 180],
] as const;

/** Their ids are the same everywhere, so that a start adds none twice, and none that was removed. */
export const deviceTypesWanted = () =>
  types.map(([type_name, type_code, silent_s], at) => ({
    id: `01994000-0000-7000-8000-00000000000${at + 1}`,
    type_name,
    type_code,
    is_gateway: type_code === 'gateway',
    silent_s,
  }));

/** Adds what is missing. */
export async function ensureDeviceTypes(database: Database): Promise<void> {
  await database.write(platformScope, (db) =>
    insertRows(db, 'dev_device_type', deviceTypesWanted(), 'ON CONFLICT DO NOTHING RETURNING id'),
  );
}
