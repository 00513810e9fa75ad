/** Contacts at a barrier that the inputs of a relay report: which opening the pole rose for, and at whose camera. */
import type { BoughtDevice, BoughtPorts } from '#areas/device/model/bought-link.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { PROVEN } from './bought-commands.ts';

/** A row that is shown nowhere and sent nowhere: the device reports this contact, last at that time. */
const CONTACT = `
  INSERT INTO device_inbox (tenant_id, device_id, native_key, message, payload, live, stored, received_at)
    VALUES ($1, $2, 'contact/' || $3::text, 'contact', '{}', true, true, $4::timestamptz)
  ON CONFLICT (tenant_id, device_id, native_key) DO UPDATE SET received_at = excluded.received_at`;

const HOLDS_MS = 15_000;
/** One server reads the inputs of a device; another takes over when that one has not queried it for a while. */
const READER = `
  INSERT INTO device_inbox AS i (tenant_id, device_id, native_key, message, payload, live, stored, received_at)
  VALUES ($1, $2, 'reader', 'contact', jsonb_build_object('server', $3::text), true, true, $4::timestamptz)
  ON CONFLICT (tenant_id, device_id, native_key) DO UPDATE SET payload = excluded.payload, received_at = excluded.received_at
    WHERE i.payload = excluded.payload OR i.received_at < $5::timestamptz
  RETURNING native_key`;

/** A pole takes no longer to rise. */
const RISES_MS = 20_000;
/** An opening waits no longer to be sent. */
const WAITS_MS = 60_000;
/** One that the pole rose for already explains no second rise. */
const RAISED = `
  SELECT c.id AS "commandId", c.status = 'uncertain' AS doubted FROM device_command c
  WHERE c.tenant_id = $1 AND c.gate_id = $2 AND c.command = 'open' AND c.time >= $4::timestamptz AND c.status IN ('sent', 'delivered', 'answered', 'uncertain')
    AND coalesce(c.attempt_time, c.sent_time) >= $5::timestamptz
    AND NOT EXISTS (SELECT 1 FROM device_inbox i WHERE i.tenant_id = $1 AND i.device_id = $3 AND i.native_key = 'raised/' || c.id)
  ORDER BY c.time DESC LIMIT 1`;
const CAMERA = `SELECT car->>'device' AS id FROM device_count WHERE tenant_id = $1 AND about_id = $2`;

export function contactsOf(
  database: Database,
  deviceOf: (deviceId: string) => Promise<BoughtDevice | null>,
): Pick<BoughtPorts, 'contact' | 'raised' | 'cameraAt' | 'reads'> {
  const inTenant = <T>({ tenantId }: { tenantId: number }, work: (db: Db) => Promise<T>): Promise<T> =>
    database.write(tenantScope(tenantId), work);
  return {
    contact: async (device, contact) => {
      const now = new Date().toISOString();
      await inTenant(device, (db) => db.raw(CONTACT, [device.tenantId, device.deviceId, contact, now]));
    },
    raised: (device) =>
      inTenant(device, async (db) => {
        const { tenantId, gateId, deviceId } = device;
        const now = Date.now();
        const [found] = await db.raw<{ commandId: string; doubted: boolean }>(RAISED, [
          tenantId,
          gateId,
          deviceId,
          new Date(now - WAITS_MS).toISOString(),
          new Date(now - RISES_MS).toISOString(),
        ]);
        if (!found) return null;
        await db.raw(PROVEN, [tenantId, [found.commandId], new Date(now).toISOString()]);
        return found;
      }),
    reads: async (device, server) => {
      const now = Date.now();
      const until = new Date(now - HOLDS_MS).toISOString();
      const values = [device.tenantId, device.deviceId, server, new Date(now).toISOString(), until];
      return (await inTenant(device, (db) => db.raw(READER, values))).length > 0;
    },
    cameraAt: async (device) => {
      const [found] = await database.read(tenantScope(device.tenantId), (db) =>
        db.raw<{ id: string | null }>(CAMERA, [device.tenantId, device.gateId]),
      );
      return found?.id ? deviceOf(found.id) : null;
    },
  };
}
