/** Which device speaks for which berth, and since when. */
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Berth } from './berths.ts';

/**
 * Berths of these sections with a sensor of which nobody knows yet that it is mounted there: what it feels has come and
 * gone at some berth, and proves no time of this one.
 */
export async function feltUnproven(
  db: Db,
  tenantId: number,
  sections: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.raw<{ id: string }>(
    `SELECT DISTINCT b.id FROM rd_berth b JOIN sensor_binding s ON s.tenant_id = b.tenant_id AND s.berth_id = b.id
    JOIN park_device d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
    WHERE b.tenant_id = $1 AND b.section_id = ANY($2::uuid[]) AND b.deleted_at IS NULL
      AND s.to_time IS NULL AND s.deleted_at IS NULL AND s.proven_time IS NULL AND d.device_type = 'sensor'`,
    [tenantId, [...sections]],
  );
  return new Set(rows.map(({ id }) => id));
}

type Device = { readonly id: string; readonly tenantId: number; readonly companyId: string; readonly parkId: string };

/** Binds a device to just these berths from `at` on; what it spoke for before ends then, unless it goes on. */
export async function bind(db: Db, device: Device, berths: readonly Pick<Berth, 'id'>[], at: string): Promise<void> {
  const ids = berths.map(({ id }) => id);
  await db.raw(
    `UPDATE sensor_binding SET to_time = $3, updated_at = $3
     WHERE tenant_id = $1 AND device_id = $2 AND to_time IS NULL AND deleted_at IS NULL
     AND NOT (berth_id = ANY($4::uuid[]))`,
    [device.tenantId, device.id, at, ids],
  );
  const there = await db.raw<{ berth: string }>(
    'SELECT berth_id AS berth FROM sensor_binding WHERE tenant_id = $1 AND device_id = $2 AND to_time IS NULL AND deleted_at IS NULL',
    [device.tenantId, device.id],
  );
  const known = new Set(there.map(({ berth }) => berth));
  await insertRows(
    db,
    'sensor_binding',
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({
        tenant_id: device.tenantId,
        company_id: device.companyId,
        park_id: device.parkId,
        id: newId(),
        created_at: at,
        updated_at: at,
        device_id: device.id,
        berth_id: id,
        from_time: at,
        to_time: null,
      })),
    '',
  );
}
