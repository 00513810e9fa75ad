/** What happens to spaces with time alone: detectors fall silent, and what was closed until an instant opens. */
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { refresh } from './figures.ts';
import type { Lot } from './figures.ts';
import { countFloors, forgetHistory } from './history.ts';
import { forgetPromises } from './promises.ts';

const LOTS = `SELECT DISTINCT tenant_id AS "tenantId", park_id AS "parkId" FROM building WHERE deleted_at IS NULL LIMIT 5000`;

const OPEN = `UPDATE parking_space SET closed_reason = NULL, closed_until = NULL
  WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL AND closed_until IS NOT NULL AND closed_until <= $3`;

/** How long a passage is kept: a gateway does not repeat a number after that. */
const KEPT_MS = 35 * 86_400_000;
const OLD = 'DELETE FROM group_passage WHERE tenant_id = $1 AND park_id = $2 AND at < $3';

const AIR_KEPT_MS = 7 * 86_400_000;
const OLD_AIR = 'DELETE FROM air_reading WHERE tenant_id = $1 AND park_id = $2 AND at < $3';

/** Recounts every guided car park. */
export async function sweepGuidance(database: Database, now = new Date()): Promise<void> {
  const lots = await database.read(platformScope, (db) => db.raw<Lot>(LOTS));
  for (const lot of lots)
    await database.write(tenantScope(lot.tenantId), async (db) => {
      await db.raw(OPEN, [lot.tenantId, lot.parkId, now.toISOString()]);
      await db.raw(OLD_AIR, [lot.tenantId, lot.parkId, new Date(now.getTime() - AIR_KEPT_MS).toISOString()]);
      await db.raw(OLD, [lot.tenantId, lot.parkId, new Date(now.getTime() - KEPT_MS).toISOString()]);
      await refresh(db, lot, now);
      await countFloors(db, lot, now);
    });
}

/** Forgets what is older than is compared or replayed. */
export async function forgetFloors(database: Database, now = new Date()): Promise<void> {
  const lots = await database.read(platformScope, (db) => db.raw<Lot>(LOTS));
  for (const lot of lots)
    await database.write(tenantScope(lot.tenantId), async (db) => {
      await forgetHistory(db, lot, now);
      await forgetPromises(db, lot, now);
    });
}
