/** What people did at the berths of a section. */
import type { Presence } from '#domain/berth/on-duty.ts';
import type { Db } from '#kit/server/db.ts';
import type { Section } from './each-section.ts';

/** In [from, to), epoch ms, by its true time. */
export async function presencesOf(db: Db, { tenantId, id }: Section, from: number, to: number): Promise<Presence[]> {
  const rows = await db.raw<{ person: string; at: string }>(
    `SELECT e.user_id AS person, e.at FROM rd_berth b JOIN berth_evidence e ON e.tenant_id = b.tenant_id AND e.berth_id = b.id
    WHERE b.tenant_id = $1 AND b.section_id = $2 AND e.user_id IS NOT NULL AND e.at >= $3 AND e.at < $4
      AND e.raw_at >= $3::timestamptz - interval '1 day' AND e.raw_at < $4::timestamptz + interval '1 day'`,
    [tenantId, id, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map(({ person, at }) => ({ userId: person, at: Date.parse(at) }));
}
