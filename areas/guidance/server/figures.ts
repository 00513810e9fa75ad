/** Updates space states and group counts from device messages. Called after every change and by a scheduled job. */
import { freeOf, insideOf, isPublic, stateOf, tally } from '#domain/guidance/counts.ts';
import type { SpaceKind, SpaceState } from '#domain/guidance/counts.ts';
import type { Db } from '#kit/server/db.ts';
import { writeChanges } from './history.ts';

export type Lot = { readonly tenantId: number; readonly parkId: string };

/**
 * Nothing else counts the lot’s spaces meanwhile. Rows that point at a floor may be added: their key share and this
 * lock go together, where FOR UPDATE made the recount and an added device wait for each other.
 */
export const holdFloors = (db: Db, { tenantId, parkId }: Lot): Promise<unknown> =>
  db.raw('SELECT 1 FROM building WHERE tenant_id = $1 AND park_id = $2 ORDER BY id FOR NO KEY UPDATE', [
    tenantId,
    parkId,
  ]);

type SpaceRow = {
  id: string;
  kind: SpaceKind;
  area: string | null;
  group: string | null;
  status: SpaceState;
  taken: boolean | null;
  toldAt: string | null;
  closed: boolean;
  lastSeenAt: string | null;
  silentS: number | null;
  deviceId: string | null;
};

/** A detector counts as online while its gateway is, unless the gateway reports it lost. */
const SPACES = `SELECT s.id, s.space_kind AS kind, s.area_id AS area, d.group_id AS "group", s.status, s.sensed_taken AS taken, s.told_at AS "toldAt",
    s.closed_reason IS NOT NULL AS closed, s.device_id AS "deviceId", t.silent_s AS "silentS",
    CASE WHEN d.status = 'lost' THEN NULL ELSE greatest(d.last_seen_at, g.last_seen_at, s.told_at) END AS "lastSeenAt"
  FROM parking_space s
  LEFT JOIN dev_device d ON d.tenant_id = $1 AND d.id = s.device_id AND d.deleted_at IS NULL
  LEFT JOIN dev_device_type t ON t.id = d.device_type
  LEFT JOIN park_device g ON g.tenant_id = $1 AND g.id = d.gateway_id AND g.deleted_at IS NULL
  WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.deleted_at IS NULL`;

/** The spaces of some devices ($3), of some groups ($4) and of some areas ($5). */
const SPACES_OF = `${SPACES} AND (s.device_id = ANY($3::uuid[]) OR d.group_id = ANY($4::uuid[]) OR s.area_id = ANY($5::uuid[]))`;

type GroupRow = {
  id: string;
  countBy: 'spaces' | 'passages';
  area: string | null;
  capacity: number;
  start: number;
  cameIn: number;
  wentOut: number;
  corrected: number;
  free: number | null;
  taken: number | null;
  unknown: number | null;
  closed: number | null;
};

const GROUPS = `SELECT id, count_by AS "countBy", area_id AS area, coalesce(capacity, 0)::int AS capacity, coalesce(start_count, 0)::int AS start,
    coalesce(came_in, 0)::int AS "cameIn", coalesce(went_out, 0)::int AS "wentOut", coalesce(corrected, 0)::int AS corrected,
    free::int, taken::int, unknown::int, closed::int
  FROM dev_group WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL`;

const NO_SILENCE_S = 300;
const ms = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

const stateNow = (row: SpaceRow, now: number): SpaceState =>
  stateOf(
    {
      reading:
        row.taken === null || row.toldAt === null ? null : { at: Date.parse(row.toldAt), seq: 0, taken: row.taken },
      closed: row.closed,
      lastSeenAt: ms(row.lastSeenAt),
      silentMs: (row.silentS ?? NO_SILENCE_S) * 1_000,
    },
    now,
  );

type Known = SpaceRow & { readonly state: SpaceState };

function figuresOf(group: GroupRow, spaces: readonly Known[]): Pick<GroupRow, 'free' | 'taken' | 'unknown' | 'closed'> {
  if (group.countBy === 'passages') {
    const { start, cameIn, wentOut, corrected } = group;
    const inside = insideOf({ start, in: cameIn, out: wentOut, corrected });
    return { free: freeOf(group.capacity, inside), taken: inside, unknown: 0, closed: 0 };
  }
  const own = spaces.filter(
    ({ group: of, area, kind }) => isPublic(kind) && (of === group.id || (group.area !== null && area === group.area)),
  );
  return tally(own.map(({ state }) => state));
}

const isSame = (a: GroupRow, b: ReturnType<typeof figuresOf>): boolean =>
  a.free === b.free && a.taken === b.taken && a.unknown === b.unknown && a.closed === b.closed;

export type Refreshed = { readonly spaces: number; readonly groups: number };

async function writeStates(db: Db, lot: Lot, spaces: readonly Known[], now: Date): Promise<number> {
  const changed = spaces.filter(({ state, status }) => state !== status);
  if (changed.length > 0)
    await db.raw(
      `UPDATE parking_space s SET status = n.state, since = n.since, updated_at = $3,
         plate_number = CASE WHEN n.state = 'taken' THEN s.plate_number END, picture = CASE WHEN n.state = 'taken' THEN s.picture END
       FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, state text, since timestamptz) WHERE s.tenant_id = $1 AND s.id = n.id`,
      [
        lot.tenantId,
        JSON.stringify(
          changed.map(({ id, state, toldAt }) => ({
            id,
            state,
            since: (state === 'free' || state === 'taken') && toldAt !== null ? toldAt : now.toISOString(),
          })),
        ),
        now.toISOString(),
      ],
    );
  await writeChanges(
    db,
    lot.tenantId,
    changed.map(({ id, status, state, toldAt }) => ({ id, was: status, state, reportedAt: ms(toldAt) })),
    now,
  );
  return changed.length;
}

async function writeFigures(
  db: Db,
  lot: Lot,
  groups: readonly GroupRow[],
  spaces: readonly Known[],
  now: Date,
): Promise<number> {
  const moved = groups
    .map((group) => ({ group, figures: figuresOf(group, spaces) }))
    .filter(({ group, figures }) => !isSame(group, figures));
  if (moved.length > 0)
    await db.raw(
      `UPDATE dev_group g SET free = n.free, taken = n.taken, unknown = n.unknown, closed = n.closed, counted_at = $3
       FROM jsonb_to_recordset($2::jsonb) AS n(id uuid, free int, taken int, unknown int, closed int) WHERE g.tenant_id = $1 AND g.id = n.id`,
      [
        lot.tenantId,
        JSON.stringify(moved.map(({ group, figures }) => ({ id: group.id, ...figures }))),
        now.toISOString(),
      ],
    );
  return moved.length;
}

/**
 * Recomputes spaces from their detectors and groups from their spaces and counters; writes only what changed. Locks the
 * car park's floors.
 */
export async function refresh(db: Db, lot: Lot, now: Date): Promise<Refreshed> {
  await holdFloors(db, lot);
  const place = [lot.tenantId, lot.parkId];
  const spaces = (await db.raw<SpaceRow>(SPACES, place)).map((row): Known => ({
    ...row,
    state: stateNow(row, now.getTime()),
  }));
  const groups = await db.raw<GroupRow>(GROUPS, place);
  return {
    spaces: await writeStates(db, lot, spaces, now),
    groups: await writeFigures(db, lot, groups, spaces, now),
  };
}

/** What messages were about: devices, and the groups they are in or count for. */
export type Touched = { readonly devices: ReadonlySet<string>; readonly groups: ReadonlySet<string> };

/**
 * The same for what messages were about, so that one car in a large garage does not recount all of it. All other spaces
 * keep the state they have; silence of their detectors is found by the clock. The caller holds the floors.
 */
export async function refreshTouched(
  db: Db,
  lot: Lot,
  { devices, groups: named }: Touched,
  now: Date,
): Promise<Refreshed> {
  const place = [lot.tenantId, lot.parkId];
  const all = await db.raw<GroupRow>(GROUPS, place);
  const ofDevices = await db.raw<{ area: string }>(
    'SELECT DISTINCT area_id AS area FROM parking_space WHERE tenant_id = $1 AND park_id = $2 AND device_id = ANY($3::uuid[]) AND area_id IS NOT NULL AND deleted_at IS NULL',
    [...place, [...devices]],
  );
  const areas = new Set(ofDevices.map(({ area }) => area));
  const groups = all.filter(({ id, area }) => named.has(id) || (area !== null && areas.has(area)));
  const spaces = await db.raw<SpaceRow>(SPACES_OF, [
    ...place,
    [...devices],
    groups.map(({ id }) => id),
    groups.flatMap(({ area }) => area ?? []),
  ]);
  const known = spaces.map((row): Known => ({
    ...row,
    state: row.deviceId !== null && devices.has(row.deviceId) ? stateNow(row, now.getTime()) : row.status,
  }));
  return { spaces: await writeStates(db, lot, known, now), groups: await writeFigures(db, lot, groups, known, now) };
}
