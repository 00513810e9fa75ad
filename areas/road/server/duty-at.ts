/** Who was on duty in a section: of several the one whose action there was the last. */
import { isoOf } from '#domain/time/iso.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';

/**
 * By instant: of those granted the section then the one whose evidence there is the latest before. Somebody of whom
 * nothing was recorded for 12 hours is on duty no more. No clock that is believed is off by more than a day.
 */
const ON_DUTY = `SELECT i.at, p.person FROM unnest($2::timestamptz[]) AS i(at), LATERAL (
    SELECT l.person FROM user_section_grant g, LATERAL (
      SELECT e.user_id AS person, e.at, e.id FROM berth_evidence e
      WHERE e.tenant_id = $1 AND e.user_id = g.user_id AND e.at <= i.at AND e.at > i.at - interval '12 hours'
        AND e.raw_at >= $4 AND e.raw_at <= $5
        AND e.berth_id IN (SELECT b.id FROM rd_berth b WHERE b.tenant_id = $1 AND b.section_id = $3)
      ORDER BY e.at DESC, e.id LIMIT 1) l
    WHERE g.tenant_id = $1 AND g.deleted_at IS NULL AND $3 = ANY(g.section_ids)
      AND (g.from_time IS NULL OR g.from_time <= i.at) AND (g.to_time IS NULL OR i.at < g.to_time)
    ORDER BY l.at DESC, l.id LIMIT 1) p`;

const [BEFORE_MS, AFTER_MS] = [36 * 3_600_000, 24 * 3_600_000];

/** Who was on duty in the section, by instant (epoch ms); none where nobody recorded anything there for 12 hours. */
export async function dutyAt(
  db: Db,
  { tenantId }: Lot,
  sectionId: string,
  instants: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (instants.length === 0) return new Map();
  const rows = await db.raw<{ at: string; person: string }>(ON_DUTY, [
    tenantId,
    [...new Set(instants)].map(isoOf),
    sectionId,
    isoOf(Math.min(...instants) - BEFORE_MS),
    isoOf(Math.max(...instants) + AFTER_MS),
  ]);
  return new Map(rows.map(({ at, person }) => [Date.parse(at), person]));
}
