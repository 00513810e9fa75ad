/**
 * Warnings of sensors and locks that are silent or low on power; a lock's arm is warned of where its message is
 * handled.
 */
import { clearWarning, openWarnings, raiseWarning } from '#areas/workorder/server/door.ts';
import type { Warning } from '#areas/workorder/server/door.ts';
import type { Database } from '#kit/server/db.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';

/** Below it a battery is low, in millivolts. */
const LOW_MV = 3_000;
const MINUTE = 60_000;
const causes = ['sensorSilent', 'battery'] as const;

type Device = {
  tenant: number;
  company: string;
  park: string;
  id: string;
  name: string;
  berth: string | null;
  kind: string;
  seen: string | null;
  silent: number | null;
  mv: number | null;
};

/** Devices bound to berths that have sent a message at least once. */
const BOUND = `SELECT d.tenant_id AS tenant, d.company_id AS company, d.park_id AS park, d.id, d.device_type AS kind,
    coalesce(d.berth_no || ' ', '') || d.device_name AS name, d.berth_no AS berth, d.last_seen_at AS seen, d.silent_after_min AS silent, d.battery_mv AS mv
  FROM park_device d WHERE d.deleted_at IS NULL AND d.device_type IN ('sensor', 'lock') AND d.last_seen_at IS NOT NULL
    AND EXISTS (SELECT FROM sensor_binding s WHERE s.tenant_id = d.tenant_id AND s.device_id = d.id AND s.to_time IS NULL AND s.deleted_at IS NULL)
    AND d.id > $1::uuid ORDER BY d.id LIMIT 5000`;

function warningsOf(device: Device, now: Date): Warning[] {
  const about = { subjectId: device.id, subject: device.name, berthNo: device.berth };
  const silent = (now.getTime() - Date.parse(device.seen!)) / MINUTE;
  const most = device.silent ?? 180;
  return [
    ...(device.kind === 'sensor' && silent > most
      ? [
          {
            ...about,
            type: 'sensorSilent',
            level: 'warn',
            figure: Math.round(silent),
            limit: most,
            unit: 'min',
          } as const,
        ]
      : []),
    ...(device.mv !== null && device.mv < LOW_MV
      ? [
          {
            ...about,
            type: 'battery',
            level: 'info',
            figure: device.mv / 1000,
            limit: LOW_MV / 1000,
            unit: 'V',
          } as const,
        ]
      : []),
  ];
}

async function warn(database: Database, tenantId: number, devices: readonly Device[], now: Date): Promise<void> {
  const due = new Map(
    devices.flatMap((device) =>
      warningsOf(device, now).map((warning) => [`${warning.type} ${device.id}`, { device, warning }] as const),
    ),
  );
  await database.write(tenantScope(tenantId), async (db) => {
    const ids = devices.map(({ id }) => id);
    const open = await openWarnings(db, tenantId, causes, ids);
    const known = new Set(open.map(({ type, subjectId }) => `${type} ${subjectId}`));
    for (const [key, { device, warning }] of due)
      if (!known.has(key))
        await raiseWarning(db, { tenantId, companyId: device.company, parkId: device.park }, warning, now);
    for (const each of open)
      if (!due.has(`${each.type} ${each.subjectId}`)) await clearWarning(db, tenantId, each, now);
  });
}

/** Raises what a device gives cause for, once, and clears what is over. */
export async function warnOfDevices(database: Database, now: Date): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database.read(platformScope, (db) => db.raw<Device>(BOUND, [after]));
    for (const [tenantId, own] of Map.groupBy(page, ({ tenant }) => tenant)) await warn(database, tenantId, own, now);
    if (page.length < 5000) return;
    after = page.at(-1)!.id;
  }
}
