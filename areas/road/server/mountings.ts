/**
 * Which sensors are mounted where they are bound: found by what people and cameras see, hour by hour, as long as any is
 * not proven.
 */
import { mountedRight } from '#domain/berth/mounting.ts';
import { DAY } from '#domain/time/zone.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { feltUnproven } from './bindings.ts';
import { eachSection } from './each-section.ts';
import type { Section } from './each-section.ts';
import { SILENT_MS, looksOf } from './section-looks.ts';

const LOOK_BACK_MS = 7 * DAY;

async function proveSection(db: Db, section: Section, now: Date): Promise<void> {
  const unproven = await feltUnproven(db, section.tenantId, [section.id]);
  if (unproven.size === 0) return;
  const { seen, sensed } = await looksOf(db, section, now.getTime() - LOOK_BACK_MS);
  const proven = new Set(sensed.map(({ berthId }) => berthId).filter((berthId) => !unproven.has(berthId)));
  const right = mountedRight(seen, sensed, proven, SILENT_MS);
  if (right.length > 0)
    await db.raw(
      'UPDATE sensor_binding SET proven_time = $3, updated_at = $3 WHERE tenant_id = $1 AND berth_id = ANY($2::uuid[]) AND to_time IS NULL AND proven_time IS NULL AND deleted_at IS NULL',
      [section.tenantId, right, now.toISOString()],
    );
}

export const proveMountings = (database: Database, now: Date): Promise<void> =>
  eachSection(database, (db, section) => proveSection(db, section, now));
