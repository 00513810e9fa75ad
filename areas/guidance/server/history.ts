/** What spaces were: each change of one, and every ten minutes how many of a floor were what. */
import type { SpaceState } from '#domain/guidance/counts.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';

type Lot = { readonly tenantId: number; readonly parkId: string };

/** As long as passages: a week ago is always there to compare with, and a month to look into. */
export const HISTORY_MS = 35 * 86_400_000;
const COUNT_EVERY_MS = 10 * 60_000;

type Change = {
  readonly id: string;
  readonly was: SpaceState;
  readonly state: SpaceState;
  /** When its detector reported the present state, epoch ms; null where it never reported. */
  readonly reportedAt: number | null;
};

const isSensed = (state: SpaceState): boolean => state === 'free' || state === 'taken';

/**
 * A car came or left when its detector says so, however late it says so. What was unknown or closed until now is so up
 * to now, and no change lies before the one that is already stored.
 */
const CHANGES = `INSERT INTO space_change (tenant_id, park_id, id, space_id, at, state)
  SELECT s.tenant_id, s.park_id, n.change, s.id,
    greatest(n.at, (SELECT max(c.at) FROM space_change c WHERE c.tenant_id = $1 AND c.space_id = n.id)), n.state
  FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, change uuid, at timestamptz, state text)
  JOIN parking_space s ON s.tenant_id = $1 AND s.id = n.id RETURNING 1`;

export async function writeChanges(db: Db, tenantId: number, changes: readonly Change[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, was, state, reportedAt }) => ({
    id,
    change: newId(),
    at: isSensed(was) && isSensed(state) && reportedAt !== null ? isoOf(reportedAt) : now.toISOString(),
    state,
  }));
  await db.raw(CHANGES, [tenantId, JSON.stringify(rows)]);
}

const of = (state: SpaceState): string => `(count(*) FILTER (WHERE coalesce(s.status, 'unknown') = '${state}'))::int`;
const COUNTS = `INSERT INTO floor_count (tenant_id, park_id, building_id, at, free, taken, unknown, closed)
  SELECT s.tenant_id, s.park_id, s.building_id, $3::timestamptz, ${of('free')}, ${of('taken')}, ${of('unknown')}, ${of('closed')}
  FROM parking_space s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.deleted_at IS NULL
  GROUP BY s.tenant_id, s.park_id, s.building_id
  ON CONFLICT (tenant_id, building_id, at) DO NOTHING`;

/** Stores the first look of every ten minutes; a later one of the same changes nothing. */
export async function countFloors(db: Db, { tenantId, parkId }: Lot, now: Date): Promise<void> {
  const slot = Math.floor(now.getTime() / COUNT_EVERY_MS) * COUNT_EVERY_MS;
  await db.raw(COUNTS, [tenantId, parkId, isoOf(slot)]);
}

const OLD_COUNTS = 'DELETE FROM floor_count WHERE tenant_id = $1 AND park_id = $2 AND at < $3';
/** The last change before the kept time stays: the state a space has at its beginning. */
const OLD_CHANGES = `DELETE FROM space_change c WHERE c.tenant_id = $1 AND c.park_id = $2 AND c.at < $3
  AND EXISTS (SELECT 1 FROM space_change n WHERE n.tenant_id = $1 AND n.space_id = c.space_id AND n.at > c.at AND n.at < $3)`;

export async function forgetHistory(db: Db, { tenantId, parkId }: Lot, now: Date): Promise<void> {
  const before = isoOf(now.getTime() - HISTORY_MS);
  await db.raw(OLD_COUNTS, [tenantId, parkId, before]);
  await db.raw(OLD_CHANGES, [tenantId, parkId, before]);
}
