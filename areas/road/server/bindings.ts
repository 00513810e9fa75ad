/** Which device speaks for which berth, and since when. */
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Berth } from './berths.ts';

type Device = { readonly id: string; readonly tenantId: number; readonly companyId: string; readonly parkId: string };

/** Binds a device to just these berths from `at` on; what it spoke for before ends then, unless it goes on. */
export async function bind(db: Db, device: Device, berths: readonly Pick<Berth, 'id'>[], at: string): Promise<void> {
  const ids = berths.map(({ id }) => id);
  await db.raw(
    `UPDATE sensor_binding SET to_time = $3, updated_at = $3 WHERE tenant_id = $1 AND device_id = $2 AND to_time IS NULL AND deleted_at IS NULL AND NOT (berth_id = ANY($4::uuid[]))`,
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
