/**
 * Commands of devices that know none by its id: taken once for ever, and closed by whoever carried them as far as that
 * is known.
 */
import type { BoughtPorts } from '#areas/device/model/bought-link.ts';
import { passOnPrints, PRINT } from './commands-printed.ts';
import type { Printed } from './commands-printed.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';

/** No command is valid for so long. */
const RECENT_MS = 3_600_000;
/** A network or a printer that is switched on again is back by then, and the car still stands there. */
const ONCE_MORE_MS = 4_000;
const recentSince = (now: number): string => new Date(now - RECENT_MS).toISOString();

const CLAIM = `
  UPDATE device_command c SET attempt_time = $3::timestamptz, status = 'sent', sent_time = coalesce(c.sent_time, $3::timestamptz), answer_to = $7
  WHERE c.tenant_id = $1 AND c.device_id = $2 AND c.time >= $4::timestamptz AND c.status IN ('queued', 'sent')
    AND c.attempt_time IS NULL AND c.valid_until > $3::timestamptz
    AND ($5::uuid IS NULL OR c.id = $5) AND ($6::text[] IS NULL OR c.command = ANY($6))
  RETURNING c.id, c.command AS name, c.payload`;
const CLOSE = `
  UPDATE device_command c SET status = $5, error = $6, due_time = NULL
  WHERE c.tenant_id = $1 AND c.device_id = $2 AND c.id = $3 AND c.time >= $4::timestamptz AND c.status = 'sent' RETURNING ${PRINT}`;
/** Nothing left for the device, which was away: once more when it may be back. The error shows that this was done. */
const ONCE_MORE = `
  UPDATE device_command c SET attempt_time = NULL, error = $5, due_time = $6::timestamptz
  WHERE c.tenant_id = $1 AND c.device_id = $2 AND c.id = $3 AND c.time >= $4::timestamptz AND c.status = 'sent'
    AND c.error IS NULL AND c.valid_until > $6::timestamptz RETURNING c.id`;
/** Nothing left for the device: whoever it asks next may take it. */
const GIVE_BACK = `
  UPDATE device_command c SET attempt_time = NULL, answer_to = NULL
  WHERE c.tenant_id = $1 AND c.device_id = $2 AND c.id = $3 AND c.time >= $4::timestamptz AND c.status = 'sent' RETURNING c.id`;
const LANE = `SELECT 1 FROM device_count WHERE tenant_id = $1 AND about_id = $2 FOR UPDATE`;
/** `was` is of the row as it stood before. */
const REPEATED = `
  UPDATE device_command c SET status = 'uncertain', error = $4, due_time = NULL
  FROM (SELECT time, id, status FROM device_command WHERE tenant_id = $1 AND device_id = $2 AND time >= $5::timestamptz
    AND answer_to = ANY($3::text[]) AND attempt_time IS NOT NULL AND status IN ('sent', 'delivered') FOR UPDATE) was
  WHERE c.tenant_id = $1 AND c.time = was.time AND c.id = was.id
  RETURNING c.id, c.command AS name, was.status = 'delivered' AS delivered`;
/** Nothing shows that the barrier went up: no passage is taken from it as long as the vehicle may stand there. */
const WITHDRAWN = `
  UPDATE device_count SET passed_at = NULL, opened = opened || '{"doubtful": true}'
  WHERE tenant_id = $1 AND about_id = $2 AND opened->>'commandId' = ANY($3::text[])`;
/** The device saw the vehicle pass: the barrier was up. */
export const PROVEN = `
  UPDATE device_command c SET status = 'answered', answered_time = $3::timestamptz, error = NULL
  WHERE c.tenant_id = $1 AND c.id = ANY($2::uuid[]) AND c.time >= $3::timestamptz - interval '1 hour' AND c.status IN ('delivered', 'uncertain')`;

/** What the intake does with commands. */
export function commandsOf(database: Database): Pick<BoughtPorts, 'claim' | 'close' | 'onceMore' | 'repeated'> {
  const inTenant = <T>({ tenantId }: { tenantId: number }, work: (db: Db) => Promise<T>): Promise<T> =>
    database.write(tenantScope(tenantId), work);
  return {
    claim: (device, which) => {
      const now = Date.now();
      const since = 'id' in which || which.since === undefined ? recentSince(now) : new Date(which.since).toISOString();
      return inTenant(device, (db) =>
        db.raw(CLAIM, [
          device.tenantId,
          device.deviceId,
          new Date(now).toISOString(),
          since,
          'id' in which ? which.id : null,
          'id' in which ? null : which.names,
          'id' in which ? null : (which.answerTo ?? null),
        ]),
      );
    },
    close: async (device, commandId, as, error) => {
      const about = [device.tenantId, device.deviceId, commandId, recentSince(Date.now())] as const;
      return inTenant(device, async (db) => {
        if (as === 'unsent') return (await db.raw(GIVE_BACK, about)).length > 0;
        const done = await db.raw<Printed>(CLOSE, [...about, as, error]);
        await passOnPrints(db, device.tenantId, done);
        return done.length > 0;
      });
    },
    onceMore: async (device, commandId, error) => {
      const now = Date.now();
      const again = [recentSince(now), error, new Date(now + ONCE_MORE_MS).toISOString()];
      const given = await inTenant(device, (db) =>
        db.raw(ONCE_MORE, [device.tenantId, device.deviceId, commandId, ...again]),
      );
      return given.length > 0;
    },
    repeated: (device, keys, error) =>
      inTenant(device, async (db) => {
        const { tenantId, deviceId, gateId } = device;
        // An opening is begun under the same lock: the later of both sees what the other did.
        if (gateId !== null) await db.raw(LANE, [tenantId, gateId]);
        const all = await db.raw<{ id: string; name: string; delivered: boolean }>(REPEATED, [
          tenantId,
          deviceId,
          keys,
          error,
          recentSince(Date.now()),
        ]);
        if (gateId !== null && all.length > 0) await db.raw(WITHDRAWN, [tenantId, gateId, all.map(({ id }) => id)]);
        return all;
      }),
  };
}
