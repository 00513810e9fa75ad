/** What other areas may ask of shifts. */
import type { Db } from '#kit/server/db.ts';

/** Whether a shift works the box and takes its cash now. */
export async function boxIsManned(db: Db, tenantId: number, boxId: string): Promise<boolean> {
  const rows = await db.raw('SELECT 1 FROM box_till WHERE tenant_id = $1 AND box_id = $2 AND taking', [tenantId, boxId]);
  return rows.length > 0;
}
