/** Who was on duty in a section: of several the one whose action there was the last. */
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';

/**
 * By instant (epoch ms): the person granted the section then whose evidence there is the latest before; none where
 * nobody recorded anything for 12 hours.
 */
export async function dutyAt(
  db: Db,
  { tenantId }: Lot,
  sectionId: string,
  instants: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (instants.length === 0) return new Map();
  const rows = await db.raw<{ at: string; person: string }>(
    `SELECT DISTINCT ON (i.at) i.at, e.user_id AS person FROM unnest($3::timestamptz[]) AS i(at)
    JOIN rd_berth b ON b.tenant_id = $1 AND b.section_id = $2
    JOIN berth_evidence e ON e.tenant_id = $1 AND e.berth_id = b.id AND e.user_id IS NOT NULL AND e.at <= i.at AND e.at > i.at - interval '12 hours'
      AND e.raw_at > i.at - interval '36 hours'
    JOIN user_section_grant g ON g.tenant_id = $1 AND g.user_id = e.user_id AND g.deleted_at IS NULL AND $2 = ANY(g.section_ids)
      AND (g.from_time IS NULL OR g.from_time <= i.at) AND (g.to_time IS NULL OR g.to_time > i.at)
    ORDER BY i.at, e.at DESC, e.id`,
    [tenantId, sectionId, instants.map((at) => new Date(at).toISOString())],
  );
  return new Map(rows.map(({ at, person }) => [Date.parse(at), person]));
}
