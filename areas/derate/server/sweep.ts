import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { applyCouponActions } from './coupon-actions.ts';

const BATCH = 500;
/** How long a discount that a stranger took by a code is held while no car of that plate is inside. */
const UNSEEN_MINUTES = 30;

/**
 * Lets go what was taken by a code for a plate that is not inside: a shop's balance is not held by plates somebody made
 * up.
 */
async function endUnseen(db: Db, now: Date): Promise<number> {
  const rows = await db.raw<{ tenant_id: number; id: string }>(
    `SELECT tenant_id, id FROM car_derate d WHERE deleted_at IS NULL AND source = 'code' AND status = 'bound' AND valid_until >= $1
       AND time < $1::timestamptz - make_interval(mins => $2)
       AND NOT EXISTS (SELECT 1 FROM car_inside c WHERE c.tenant_id = d.tenant_id AND c.park_id = d.park_id
         AND c.plate_number = d.plate_number AND c.status = 'open')
     ORDER BY tenant_id, id LIMIT ${BATCH}`,
    [now.toISOString(), UNSEEN_MINUTES],
  );
  const at = now.getTime();
  for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenant_id))
    await applyCouponActions(
      db,
      tenantId,
      group.map(({ id }) => ({ couponId: id, at, event: { kind: 'end', at } })),
    );
  return rows.length;
}

/**
 * Ends discounts whose time is over and lets go what was held for them. Run by the clock; bills do not wait for it.
 * Answers how many ended.
 */
export async function endDerates(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const rows = await db.raw<{ tenant_id: number; id: string }>(
      `SELECT tenant_id, id FROM car_derate d WHERE deleted_at IS NULL AND valid_until < $1
        AND (status IN ('bound', 'restored') OR (status = 'locked' AND locked_until < $1
          AND NOT EXISTS (SELECT 1 FROM parking_order o
          WHERE o.tenant_id = d.tenant_id AND o.id = d.order_id::uuid AND o.status = 'pending'))
          OR (status = 'used' AND reserved_fen > 0 AND valid_until < $1::timestamptz - interval '7 days'))
      ORDER BY tenant_id, id LIMIT ${BATCH}`,
      [now.toISOString()],
    );
    for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenant_id)) {
      await applyCouponActions(
        db,
        tenantId,
        group.map(({ id }) => ({ couponId: id, at: now.getTime(), event: { kind: 'end', at: now.getTime() } })),
      );
    }
    return rows.length + (await endUnseen(db, now));
  });
}
