/**
 * Whether boards keep their promises: what became of the cars that passed them, from the passages, the history of spaces
 * and what boards were sent.
 */
import { isPublic } from '#domain/guidance/counts.ts';
import type { SpaceKind, SpaceState } from '#domain/guidance/counts.ts';
import { judge } from '#domain/guidance/judge.ts';
import type { ArrivalWindow, Judged, ShownLine, StateChange } from '#domain/guidance/judge.ts';
import { SEARCH_MS } from '#domain/guidance/promise.ts';
import { dayOf, hourOf, weekdayOf } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { HISTORY_MS } from './history.ts';

/** Messages of gateways that were cut off for less still count. */
const LATE_MS = 15 * 60_000;
/** So much is judged at once. */
const MOST_MS = 86_400_000;
const ZONE = 'Asia/Shanghai';

/** How far a group has been judged, and what `openWith` knows there. */
type Progress = { readonly until: string; readonly open: number };
type Group = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly id: string;
  readonly areaId: string | null;
  readonly fullAt: number;
  readonly clearAt: number;
  readonly judged: Progress | null;
  readonly zone: string | null;
  readonly hasCounter: boolean;
  /** Of the groups counted by spaces. */
  readonly isOnly: boolean;
};

/** Groups counted by spaces that boards show now. */
const GROUPS = `SELECT g.tenant_id AS "tenantId", g.company_id AS "companyId", g.park_id AS "parkId", g.id, g.area_id AS "areaId",
    coalesce(g.full_at, 0)::int AS "fullAt", coalesce(g.clear_at, 1)::int AS "clearAt", g.judged, p.zone,
    EXISTS (SELECT 1 FROM dev_device c JOIN dev_device_type t ON t.id = c.device_type AND t.type_code = 'counter'
      WHERE c.tenant_id = p.tenant_id AND c.group_id = g.id AND c.deleted_at IS NULL) AS "hasCounter",
    NOT EXISTS (SELECT 1 FROM dev_group o WHERE o.tenant_id = p.tenant_id AND o.park_id = g.park_id AND o.id <> g.id
      AND o.count_by = 'spaces' AND o.deleted_at IS NULL) AS "isOnly"
  FROM dev_group g JOIN park p ON p.tenant_id = g.tenant_id AND p.id = g.park_id
  WHERE g.deleted_at IS NULL AND g.count_by = 'spaces' AND (jsonb_array_length(coalesce(g.boards, '[]'::jsonb)) > 0
    OR EXISTS (SELECT 1 FROM dev_device b JOIN dev_device_type t ON t.id = b.device_type AND t.type_code = 'board'
      WHERE b.tenant_id = p.tenant_id AND b.group_id = g.id AND b.deleted_at IS NULL))
  ORDER BY g.tenant_id, g.id LIMIT 5000`;

type Span = { readonly from: number; readonly until: number };
type Space = { readonly id: string; readonly kind: SpaceKind; readonly state: SpaceState };

/**
 * The group's spaces with their state at an instant, as a floor is replayed. Detectors of the group are looked up once:
 * joined to a garage whose tables were never counted, each space went through all of them.
 */
const SPACES = `SELECT s.id, s.space_kind AS kind, coalesce(c.state, CASE WHEN s.since <= $5 THEN s.status END, 'unknown') AS state
  FROM parking_space s
  LEFT JOIN LATERAL (
    SELECT h.state FROM space_change h WHERE h.tenant_id = $1 AND h.space_id = s.id AND h.at <= $5 ORDER BY h.at DESC, h.id DESC LIMIT 1
  ) c ON true
  WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.deleted_at IS NULL AND (s.area_id = $4 OR s.device_id IN (
    SELECT d.id FROM dev_device d WHERE d.tenant_id = $1 AND d.group_id = $3 AND d.deleted_at IS NULL))`;

const CHANGES = `SELECT space_id AS "spaceId", at, state FROM space_change
  WHERE tenant_id = $1 AND park_id = $2 AND at > $3 AND at <= $4 AND space_id = ANY($5::uuid[]) ORDER BY at, id`;

const SHOWN = `SELECT at, n, is_full AS "full", reserve FROM group_shown WHERE tenant_id = $1 AND group_id = $2 AND at < $4
    AND at >= coalesce((SELECT max(b.at) FROM group_shown b WHERE b.tenant_id = $1 AND b.group_id = $2 AND b.at <= $3), $3)
  ORDER BY at`;

const COUNTED = `SELECT at, n::int, group_id = $3 AS "isHere" FROM group_passage
  WHERE tenant_id = $1 AND park_id = $2 AND way = 'in' AND (group_id = $3 OR from_group_id = $3) AND at >= $4 AND at <= $5 ORDER BY at, seq`;

const ENTERED = `SELECT in_time AS at FROM stay WHERE tenant_id = $1 AND park_id = $2 AND begin_time >= $3 AND begin_time < $4
  AND in_time = begin_time AND status NOT IN ('merged', 'voided') AND deleted_at IS NULL ORDER BY in_time`;

const USED = `SELECT found_at AS at FROM board_arrival WHERE tenant_id = $1 AND group_id = $2 AND at >= $3 AND at < $4 AND found_at >= $4`;

const instantsOf = (rows: readonly { readonly at: string }[]): number[] => rows.map(({ at }) => Date.parse(at));
const timed = <T extends { readonly at: string }>(rows: readonly T[]): (Omit<T, 'at'> & { at: number })[] =>
  rows.map((row) => ({ ...row, at: Date.parse(row.at) }));

/**
 * Cars that came: past the group's own counters; without any, through the lanes of a lot that has no other group for
 * them to go to.
 */
async function cameOf(db: Db, group: Group, { from, until }: Span): Promise<{ arrivals: number[]; onward: number[] }> {
  const { tenantId, parkId, id, hasCounter, isOnly } = group;
  if (hasCounter) {
    const to = isoOf(until + SEARCH_MS);
    const rows = await db.raw<{ at: string; n: number; isHere: boolean | null }>(COUNTED, [
      tenantId,
      parkId,
      id,
      isoOf(from),
      to,
    ]);
    const each = rows.flatMap(({ at, n, isHere }) => Array.from({ length: n }, () => ({ at: Date.parse(at), isHere })));
    return {
      arrivals: each.flatMap(({ at, isHere }) => (isHere && at < until ? [at] : [])),
      onward: each.flatMap(({ at, isHere }) => (isHere ? [] : [at])),
    };
  }
  if (!isOnly) return { arrivals: [], onward: [] };
  return { arrivals: instantsOf(await db.raw(ENTERED, [tenantId, parkId, isoOf(from), isoOf(until)])), onward: [] };
}

async function windowOf(db: Db, group: Group, span: Span): Promise<ArrivalWindow> {
  const { tenantId, parkId, id, areaId, fullAt, clearAt, judged } = group;
  const [from, until] = [isoOf(span.from), isoOf(span.until)];
  const spaces = (await db.raw<Space>(SPACES, [tenantId, parkId, id, areaId, from])).filter(({ kind }) =>
    isPublic(kind),
  );
  const ids = spaces.map((space) => space.id);
  const to = isoOf(span.until + SEARCH_MS);
  return {
    ...span,
    ...(await cameOf(db, group, span)),
    limits: { fullAt, clearAt },
    states: new Map(spaces.map((space) => [space.id, space.state])),
    open: judged?.open ?? null,
    changes: timed(await db.raw<Omit<StateChange, 'at'> & { at: string }>(CHANGES, [tenantId, parkId, from, to, ids])),
    shown: timed(await db.raw<Omit<ShownLine, 'at'> & { at: string }>(SHOWN, [tenantId, id, from, until])),
    used: instantsOf(await db.raw(USED, [tenantId, id, isoOf(span.from - SEARCH_MS), from])),
  };
}

const rowOf = ({ tenantId, companyId, parkId, id, zone }: Group, arrival: Judged): Record<string, unknown> => ({
  tenant_id: tenantId,
  company_id: companyId,
  park_id: parkId,
  id: newId(arrival.at),
  at: isoOf(arrival.at),
  group_id: id,
  weekday: String(weekdayOf(dayOf(arrival.at, zone ?? ZONE))),
  hour: String(hourOf(arrival.at, zone ?? ZONE)).padStart(2, '0'),
  sign: arrival.full ? 'full' : 'number',
  shown: arrival.shown,
  free: arrival.free,
  reserve: arrival.reserve,
  margin: arrival.margin,
  result: arrival.result,
  found_at: arrival.foundAt === null ? null : isoOf(arrival.foundAt),
  wait_s: arrival.foundAt === null ? null : Math.round((arrival.foundAt - arrival.at) / 1_000),
  space_id: arrival.spaceId,
});

/** Where a group's judging begins: where it was left, at the first word its boards were sent, never before what is kept. */
async function beginOf(db: Db, { tenantId, id, judged }: Group, now: number): Promise<number | null> {
  const [first] = await db.raw<{ at: string | null }>(
    'SELECT min(at) AS at FROM group_shown WHERE tenant_id = $1 AND group_id = $2',
    [tenantId, id],
  );
  if (!first?.at) return null;
  return Math.max(Date.parse(judged?.until ?? first.at), now - HISTORY_MS);
}

/** Judges the next span of a group. @returns how far it came; null where nothing is left */
async function judgeNext(db: Db, group: Group, now: number): Promise<Progress | null> {
  const from = await beginOf(db, group, now);
  if (from === null) return null;
  const until = Math.min(now - LATE_MS, from + MOST_MS);
  if (until <= from) return null;
  const { judged, open } = judge(await windowOf(db, group, { from, until }));
  const progress = { until: isoOf(until), open };
  const moved = await db.raw(
    'UPDATE dev_group SET judged = $3::jsonb WHERE tenant_id = $1 AND id = $2 AND judged IS NOT DISTINCT FROM $4::jsonb RETURNING 1',
    [group.tenantId, group.id, JSON.stringify(progress), group.judged && JSON.stringify(group.judged)],
  );
  // Another server was faster: what it stored is the same.
  if (moved.length === 0) return null;
  await insertRows(
    db,
    'board_arrival',
    judged.map((arrival) => rowOf(group, arrival)),
    '',
  );
  return progress;
}

/** Judges what came and has had its time since the last time. */
export async function judgePromises(database: Database, now = new Date()): Promise<void> {
  const groups = await database.read(platformScope, (db) => db.raw<Group>(GROUPS));
  for (const group of groups) {
    let next: Group | null = group;
    while (next) {
      const of: Group = next;
      const judged = await database.write(tenantScope(of.tenantId), (db) => judgeNext(db, of, now.getTime()));
      next = judged && { ...of, judged };
    }
  }
}

const OLD_SHOWN = `DELETE FROM group_shown s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.at < $3
  AND EXISTS (SELECT 1 FROM group_shown n WHERE n.tenant_id = $1 AND n.group_id = s.group_id AND n.at > s.at AND n.at < $3)`;
const OLD_ARRIVALS = 'DELETE FROM board_arrival WHERE tenant_id = $1 AND park_id = $2 AND at < $3';

export async function forgetPromises(
  db: Db,
  { tenantId, parkId }: Pick<Group, 'tenantId' | 'parkId'>,
  now: Date,
): Promise<void> {
  const before = isoOf(now.getTime() - HISTORY_MS);
  await db.raw(OLD_SHOWN, [tenantId, parkId, before]);
  await db.raw(OLD_ARRIVALS, [tenantId, parkId, before]);
}
