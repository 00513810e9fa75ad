import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { doDeeds } from './deeds.ts';

const BATCH = 500;

/** Ends discounts whose time is over and lets go what was held for them. Run by the clock; bills do not wait for it. Answers how many ended. */
export async function endDerates(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const rows = await db.raw<{ tenant_id: number; id: string }>(
      `SELECT tenant_id, id FROM car_derate d WHERE deleted_at IS NULL AND valid_until < $1
        AND (status IN ('bound', 'restored') OR (status = 'locked' AND locked_until < $1 AND NOT EXISTS (SELECT 1 FROM parking_order o WHERE o.tenant_id = d.tenant_id AND o.id = d.order_id::uuid AND o.status = 'pending'))
          OR (status = 'used' AND reserved_fen > 0 AND valid_until < $1::timestamptz - interval '7 days'))
      ORDER BY tenant_id, id LIMIT ${BATCH}`,
      [now.toISOString()],
    );
    for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenant_id)) {
      await doDeeds(
        db,
        tenantId,
        group.map(({ id }) => ({ couponId: id, at: now.getTime(), event: { kind: 'end', at: now.getTime() } })),
      );
    }
    return rows.length;
  });
}
