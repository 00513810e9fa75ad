import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { keyedId, newId } from '#kit/server/id.ts';
import { parameterIn } from '#kit/server/parameter.ts';
import { silentSeconds } from '../model/parameters.ts';
import { notifyReceivers } from './alert-texts.ts';

export type Incident = {
  /** Same key, same row: it is counted up instead. */
  readonly key: string;
  readonly deviceId: string;
  readonly kind: 'offline' | 'rejected' | 'setAside' | 'list' | 'storage';
  readonly times: number;
  readonly reason: string;
  readonly payload: unknown;
};

const COUNT_UP = `
  UPDATE device_incident i SET times = i.times + r.times
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, times int) WHERE i.tenant_id = $1 AND i.id = r.id RETURNING i.id`;
const INSERT = `
  INSERT INTO device_incident (tenant_id, company_id, park_id, id, time, device_id, sn, kind, times, reason, payload)
  SELECT d.tenant_id, d.company_id, d.park_id, r.id, $3::timestamptz, d.id, d.sn, r.kind, r.times, r.reason, r.payload
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, device_id uuid, kind text, times int, reason text, payload jsonb)
  JOIN park_device d ON d.tenant_id = $1 AND d.id = r.device_id
  RETURNING 1`;

export async function putIncidents(
  db: Db,
  tenantId: number,
  incidents: readonly Incident[],
  now = new Date(),
): Promise<void> {
  const rows = incidents.map(({ key, deviceId, ...rest }) => ({ id: keyedId(key), device_id: deviceId, ...rest }));
  const known = new Set((await db.raw<{ id: string }>(COUNT_UP, [tenantId, JSON.stringify(rows)])).map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id));
  if (fresh.length > 0) await db.raw(INSERT, [tenantId, JSON.stringify(fresh), now.toISOString()]);
}

export const writeIncidents = (database: Database, tenantId: number, incidents: readonly Incident[]): Promise<void> =>
  database.write(tenantScope(tenantId), (db) => putIncidents(db, tenantId, incidents));

/** Sensors and locks run on batteries and report as seldom as it is entered for each. */
const quiet = (kind: string, minutes: number): string =>
  `device_type = '${kind}' AND last_seen_at < $2::timestamptz - coalesce(silent_after_min, ${minutes}) * interval '1 minute'`;
const SWEEP_MS = 15_000;

const SILENT = `
  UPDATE park_device SET status = 'offline'
  WHERE status <> 'offline' AND (last_seen_at IS NULL OR last_seen_at < $1::timestamptz) AND deleted_at IS NULL
    AND (last_seen_at IS NULL OR device_type NOT IN ('sensor', 'lock') OR ${quiet('sensor', 180)} OR ${quiet('lock', 30)})
  RETURNING tenant_id AS "tenantId", id, last_seen_at AS "lastSeenAt"`;

/** Marks devices that fell silent as offline, and reports each once. Safe to run on several servers at once. */
export async function sweepSilent(database: Database, now = new Date()): Promise<number> {
  return database.write(platformScope, async (db) => {
    const silent = await db.raw<{ tenantId: number; id: string; lastSeenAt: string | null }>(SILENT, [
      new Date(now.getTime() - (await parameterIn(db, silentSeconds)) * 1000).toISOString(),
      now.toISOString(),
    ]);
    for (const [tenantId, own] of Map.groupBy(silent, (each) => each.tenantId)) {
      await putIncidents(
        db,
        tenantId,
        own.map(({ id, lastSeenAt }) => ({
          key: newId(),
          deviceId: id,
          kind: 'offline' as const,
          times: 1,
          reason: 'silent',
          payload: { lastSeenAt },
        })),
        now,
      );
      await notifyReceivers(
        db,
        tenantId,
        'devicesSilent',
        own.map(({ id }) => id),
        now,
      );
    }
    return silent.length;
  });
}

export function startSweep(
  database: Database,
  log: { error: (fields: object, message: string) => void },
): { close: () => void } {
  const timer = setInterval(() => {
    sweepSilent(database).catch((error: unknown) => log.error({ err: error }, 'silent devices not looked for'));
  }, SWEEP_MS).unref();
  return { close: () => clearInterval(timer) };
}
