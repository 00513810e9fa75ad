/**
 * Devices whose storage runs full or is too small (flows.md 10, INV-D5): what they keep while cut off would be lost,
 * the oldest pictures first.
 */
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { notifyReceivers } from './alert-texts.ts';
import { putIncidents } from './incidents.ts';

/**
 * An alert from so much on, percent; a device that is cut off sends nothing, so what it must have filled since is
 * reckoned from how long its storage lasts.
 */
const FULL = 90;
const LEAST_DAYS = 7;
/** An incident that is older is not looked for. */
const OPEN_DAYS = 60;

type Wrong = {
  readonly tenantId: number;
  readonly id: string;
  readonly reason: 'full' | 'short';
  readonly percent: number | null;
  readonly days: number | null;
};

const WRONG = `
  SELECT d.tenant_id AS "tenantId", d.id, r.reason, d.journal_percent AS percent, d.journal_days AS days
  FROM park_device d JOIN park p ON p.tenant_id = d.tenant_id AND p.id = d.park_id AND p.deleted_at IS NULL
  CROSS JOIN LATERAL (VALUES
    ('full', coalesce(d.journal_percent, 0) + coalesce(extract(epoch FROM $1::timestamptz - d.last_seen_at) / 864 / nullif(d.journal_days, 0), 0) >= ${FULL}),
    ('short', d.journal_days < ${LEAST_DAYS})) AS r(reason, holds)
  WHERE d.deleted_at IS NULL AND r.holds`;
const OPEN = `SELECT tenant_id AS "tenantId", id, device_id AS "deviceId", reason FROM device_incident
  WHERE kind = 'storage' AND end_time IS NULL AND time > $1::timestamptz`;
const OVER = `UPDATE device_incident SET end_time = $3::timestamptz WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $4::timestamptz`;

/**
 * One incident an episode, ended when it is over; receivers of alerts are notified of storage that runs full. Safe to
 * run on several servers one after the other.
 */
export async function watchStorage(database: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - OPEN_DAYS * 86_400_000).toISOString();
  await database.write(platformScope, async (db) => {
    const wrong = await db.raw<Wrong>(WRONG, [now.toISOString()]);
    const open = await db.raw<{ tenantId: number; id: string; deviceId: string; reason: string }>(OPEN, [since]);
    const keyOf = (id: string, reason: string): string => `${id} ${reason}`;
    const [lasting, known] = [
      new Set(wrong.map(({ id, reason }) => keyOf(id, reason))),
      new Set(open.map(({ deviceId, reason }) => keyOf(deviceId, reason))),
    ];
    for (const [tenantId, fresh] of Map.groupBy(
      wrong.filter(({ id, reason }) => !known.has(keyOf(id, reason))),
      (each) => each.tenantId,
    )) {
      await putIncidents(
        db,
        tenantId,
        fresh.map(({ id, reason, percent, days }) => ({
          key: newId(),
          deviceId: id,
          kind: 'storage' as const,
          times: 1,
          reason,
          payload: { journalPercent: percent, journalDays: days },
        })),
        now,
      );
      const full = fresh.filter(({ reason }) => reason === 'full').map(({ id }) => id);
      if (full.length > 0) await notifyReceivers(db, tenantId, 'storageFull', full, now);
    }
    for (const [tenantId, over] of Map.groupBy(
      open.filter(({ deviceId, reason }) => !lasting.has(keyOf(deviceId, reason))),
      (each) => each.tenantId,
    )) {
      await db.raw(OVER, [tenantId, over.map(({ id }) => id), now.toISOString(), since]);
    }
  });
}
