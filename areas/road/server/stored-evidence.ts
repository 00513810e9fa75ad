/** Evidence of berths as it is stored. */
import type { Evidence } from '#domain/berth/types.ts';
import { isoOf } from '#domain/time/iso.ts';
import { HOUR } from '#domain/time/zone.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';

/** A berth from an instant on, epoch ms. */
export type Since = { readonly berthId: string; readonly from: number };

/** No clock that is believed is off by more than a day: evidence lies so far from its source's own time at most. */
const CLOCK_MS = 24 * HOUR;

const COLUMNS =
  'e.id, e.berth_id, e.at, e.raw_at, e.heard_at, e.source, e.claim, e.device_id, e.user_id, e.plate_number, e.plate_colour, e.confidence, e.sha256, e.offline, e.changes, e.since_seconds, e.restarted, e.also_of';

type Row = Record<string, string | number | boolean | null>;

const evidenceOf = (row: Row): Evidence => ({
  id: String(row.id),
  berthId: String(row.berth_id),
  at: Date.parse(String(row.at)),
  rawAt: Date.parse(String(row.raw_at)),
  heardAt: Date.parse(String(row.heard_at)),
  source: row.source as Evidence['source'],
  claim: row.claim as Evidence['claim'],
  deviceId: row.device_id as string | null,
  userId: row.user_id as string | null,
  plate: row.plate_number as string | null,
  colour: row.plate_colour as string | null,
  confidence: row.confidence as number | null,
  picture: row.sha256 as string | null,
  offline: row.offline === true,
  changes: row.changes as number | null,
  sinceSeconds: row.since_seconds as number | null,
  restarted: row.restarted === true,
  alsoOf: row.also_of as string | null,
});

/** Berths and instants as the places of `unnest($2::uuid[], $3::timestamptz[])`. */
export const placesOf = (windows: readonly Since[]): [string[], string[]] => [
  windows.map(({ berthId }) => berthId),
  windows.map(({ from }) => isoOf(from)),
];

/** All evidence of each berth since its instant. */
export async function evidenceSince(db: Db, { tenantId }: Lot, windows: readonly Since[]): Promise<Evidence[]> {
  if (windows.length === 0) return [];
  const rows = await db.raw<Row>(
    `SELECT e.* FROM unnest($2::uuid[], $3::timestamptz[]) AS w(berth, since), LATERAL (
      SELECT ${COLUMNS} FROM berth_evidence e WHERE e.tenant_id = $1 AND e.berth_id = w.berth AND e.at >= w.since AND e.raw_at >= $4 OFFSET 0) e`,
    [tenantId, ...placesOf(windows), isoOf(Math.min(...windows.map(({ from }) => from)) - CLOCK_MS)],
  );
  return rows.map(evidenceOf);
}

/** Where these plates were named since an instant, among these berths. */
export async function plateEvidence(
  db: Db,
  { tenantId }: Lot,
  berths: readonly string[],
  plates: readonly string[],
  since: number,
): Promise<Evidence[]> {
  if (plates.length === 0) return [];
  const rows = await db.raw<Row>(
    `SELECT ${COLUMNS} FROM berth_evidence e
    WHERE e.tenant_id = $1 AND e.plate_number = ANY($2::text[]) AND e.at >= $3 AND e.raw_at >= $4 AND e.berth_id = ANY($5::uuid[])`,
    [tenantId, [...plates], isoOf(since), isoOf(since - CLOCK_MS), [...berths]],
  );
  return rows.map(evidenceOf);
}
