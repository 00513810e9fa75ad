/** What people and cameras saw at the berths of a section, and what their sensors reported of them. */
import type { Sight } from '#domain/berth/mounting.ts';
import type { Look } from '#domain/berth/sensed.ts';
import { HOUR, SECOND } from '#domain/time/zone.ts';
import type { Db } from '#kit/server/db.ts';
import type { Section } from './each-section.ts';

/** A sensor's word is taken for so long. */
export const SILENT_MS = 3 * HOUR;
/** A camera sees a change when the sensor feels it, give or take; what it saw holds a little later as well. */
const SETTLED_MS = 90 * SECOND;

type LookRow = {
  berth: string;
  at: string;
  source: string;
  claim: string;
  plate: string | null;
  device: string | null;
  person: string | null;
};

/** Who saw it: a person or a camera. */
export type Seen = Sight & { readonly by: string };
/** Which sensor reported it. */
export type Sensed = Look & { readonly device: string };

const occupying = new Set(['arrive', 'present', 'plate']);

/** Since `from`, epoch ms, as far as the sensors were bound as they are now. */
export async function looksOf(
  db: Db,
  { tenantId, id }: Section,
  from: number,
): Promise<{ readonly seen: Seen[]; readonly sensed: Sensed[] }> {
  const since = new Date(from).toISOString();
  const rows = await db.raw<LookRow>(
    `SELECT e.berth_id AS berth, e.at, e.source, e.claim, e.plate_number AS plate, e.device_id AS device, e.user_id AS person FROM rd_berth b
    JOIN berth_evidence e ON e.tenant_id = b.tenant_id AND e.berth_id = b.id
    WHERE b.tenant_id = $1 AND b.section_id = $2 AND b.deleted_at IS NULL AND e.at >= $3
      AND e.raw_at >= $3::timestamptz - interval '1 day' AND e.source IN ('sensor', 'person', 'camera')
      AND NOT EXISTS (SELECT FROM sensor_binding s WHERE s.tenant_id = $1 AND s.berth_id = b.id AND s.deleted_at IS NULL AND s.from_time > e.at)`,
    [tenantId, id, since],
  );
  const changes = (claim: string): boolean => claim === 'arrive' || claim === 'leave';
  const look = ({ berth, at, source, claim }: LookRow): Look => ({
    berthId: berth,
    at: Date.parse(at) + (source === 'camera' && changes(claim) ? SETTLED_MS : 0),
    occupied: occupying.has(claim),
  });
  return {
    seen: rows
      .filter(({ source }) => source !== 'sensor')
      .map((row) => ({
        ...look(row),
        plate: occupying.has(row.claim) ? row.plate : null,
        by: row.person ?? row.device ?? row.source,
      })),
    sensed: rows.filter(({ source }) => source === 'sensor').map((row) => ({ ...look(row), device: row.device ?? '' })),
  };
}
