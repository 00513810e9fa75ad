/** From where berths are read anew: as little of their evidence as gives what all of it gives. */
import { settledStays } from '#domain/berth/settled.ts';
import type { BerthMove, BerthParameters, Evidence, SensorBinding, SettledStay } from '#domain/berth/types.ts';
import { apartMs, isFresh } from '#domain/berth/window.ts';
import type { FreshStart } from '#domain/berth/window.ts';
import { isoOf } from '#domain/time/iso.ts';
import { DAY, HOUR } from '#domain/time/zone.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';
import { evidenceSince, placesOf } from './stored-evidence.ts';
import type { Since } from './stored-evidence.ts';

/** Nothing older is read anew; a car that stands longer than this has its stay continued by what is known. */
export const MOST_MS = 62 * DAY;
/** So much is read of a berth that has no fresh start. */
const LEAST_MS = 36 * HOUR;

export type StoredStay = {
  readonly id: string;
  readonly berthId: string;
  readonly plate: string | null;
  readonly status: string;
  readonly beginTime: number;
  readonly inTime: number;
  readonly outTime: number | null;
  readonly moves: readonly BerthMove[];
};

/** The time of an ended stay on one of the berths its car stood on. */
export type EndedStay = SettledStay & Pick<StoredStay, 'status' | 'moves'>;

/** What is read of a berth: its evidence since `from`, and the stays whose ends there lie in that time. */
export type BerthRead = Since & { readonly evidence: readonly Evidence[]; readonly ended: readonly EndedStay[] };

/** When it is, epoch ms: `newsAt` when the earliest of the news happened. */
export type Moment = { readonly now: number; readonly newsAt: number };

/** From when on everything is read of berths without a fresh start, but for stays that reach back further. */
export const wantedFrom = ({ now, newsAt }: Moment): number =>
  Math.max(now - MOST_MS, Math.min(newsAt, now - LEAST_MS));

const STAY = `s.id, s.berth_id AS berth, s.plate_number AS plate, s.kind, s.status, s.begin_time AS begin, s.in_time AS "in", s.out_time AS out, s.moves`;
/** A merged or voided stay is in no figure, and belongs to no evidence. */
const COUNTS = `s.status NOT IN ('merged', 'voided')`;

const instant = (value: string | null): number | null => (value === null ? null : Date.parse(value));

type StayRow = Readonly<Record<string, string | null>> & { readonly moves: readonly BerthMove[] | null };

const stayOf = ({ moves, ...row }: StayRow): StoredStay => ({
  id: row.id!,
  berthId: row.berth!,
  plate: row.kind === 'unidentified' ? null : row.plate!,
  status: row.status!,
  beginTime: Date.parse(row.begin!),
  inTime: instant(row.in!) ?? Date.parse(row.begin!),
  outTime: instant(row.out!),
  moves: moves ?? [],
});

/** Stays of these berths without an end. */
export async function unendedStays(db: Db, lot: Lot, berths: readonly string[], now: number): Promise<StoredStay[]> {
  const rows = await db.raw<StayRow>(
    `SELECT ${STAY} FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.berth_id = ANY($3::uuid[]) AND s.out_time IS NULL AND s.begin_time >= $4 AND ${COUNTS}`,
    [lot.tenantId, lot.parkId, [...berths], isoOf(now - 2 * MOST_MS)],
  );
  return rows.map(stayOf);
}

/** What ended at each berth since its instant. Cars that moved are few, and are found by their lot. */
async function endedStays(db: Db, lot: Lot, windows: readonly Since[]): Promise<EndedStay[]> {
  if (windows.length === 0) return [];
  const earliest = Math.min(...windows.map(({ from }) => from));
  const rows = await db.raw<StayRow>(
    // Each berth is looked up by its own, however little the planner knows of the tables (OFFSET 0).
    `SELECT e.* FROM unnest($2::uuid[], $3::timestamptz[]) AS w(berth, since), LATERAL (
      SELECT ${STAY} FROM stay s WHERE s.tenant_id = $1 AND s.berth_id = w.berth AND s.out_time >= w.since
        AND s.moves IS NULL AND s.park_id = $4 AND s.begin_time >= $5 AND ${COUNTS} OFFSET 0) e
    UNION ALL SELECT ${STAY} FROM stay s
    WHERE s.tenant_id = $1 AND s.park_id = $4 AND s.berth_id IS NOT NULL AND s.moves IS NOT NULL AND s.out_time >= $6 AND s.begin_time >= $5 AND ${COUNTS}`,
    [lot.tenantId, ...placesOf(windows), lot.parkId, isoOf(earliest - MOST_MS), isoOf(earliest)],
  );
  const since = new Map(windows.map(({ berthId, from }) => [berthId, from]));
  return rows
    .map(stayOf)
    .flatMap(({ status, outTime, ...stay }) =>
      settledStays({ ...stay, outTime: outTime! }).map((each) => ({ ...each, status, moves: stay.moves })),
    )
    .filter(({ berthId, outTime }) => outTime >= (since.get(berthId) ?? Infinity));
}

/** Since when each berth is held by these open stays. */
const heldSince = (open: readonly StoredStay[]): { readonly berthId: string; readonly beginTime: number }[] =>
  open.flatMap(({ berthId, beginTime, moves }) => [
    { berthId, beginTime },
    ...moves.map((move) => ({ berthId: move.berthId, beginTime: move.at })),
  ]);

/** The last free spell of each berth that began after an occupied one, before an instant, and lasted (`freshStart`). */
async function freshStarts(
  db: Db,
  { tenantId }: Lot,
  berths: readonly string[],
  { from, before, lastingMs }: { readonly from: number; readonly before: number; readonly lastingMs: number },
): Promise<ReadonlyMap<string, FreshStart>> {
  const rows = await db.raw<{ berth: string; since: string; at: string }>(
    `SELECT b.berth, f.since, f.at FROM unnest($2::uuid[]) AS b(berth), LATERAL (
      SELECT s.from_time AS at, p.from_time AS since FROM berth_spell s, LATERAL (
        SELECT e.from_time, e.to_time, e.state FROM berth_spell e
        WHERE e.tenant_id = $1 AND e.berth_id = b.berth AND e.from_time < s.from_time AND e.deleted_at IS NULL ORDER BY e.from_time DESC LIMIT 1) p
      WHERE s.tenant_id = $1 AND s.berth_id = b.berth AND s.deleted_at IS NULL AND s.state = 'free' AND s.began_by IN ('sensor', 'lock')
        AND s.from_time >= $3 AND s.from_time < $4 AND (s.to_time IS NULL OR s.to_time > s.from_time + $5 * interval '1 millisecond')
        AND p.state = 'occupied' AND p.to_time = s.from_time
      ORDER BY s.from_time DESC LIMIT 1) f`,
    [tenantId, [...berths], isoOf(from), isoOf(before), lastingMs],
  );
  return new Map(rows.map(({ berth, since, at }) => [berth, { since: Date.parse(since), at: Date.parse(at) }]));
}

const byBerth = <T extends { readonly berthId: string }>(list: readonly T[]): Map<string, T[]> =>
  Map.groupBy(list, ({ berthId }) => berthId) as Map<string, T[]>;

type Held = ReadonlyMap<string, readonly { readonly beginTime: number }[]>;

/** What ended since the time from which berths are read whole, where no stay reaches back further. */
const endedLately = (db: Db, lot: Lot, berths: readonly string[], moment: Moment): Promise<EndedStay[]> =>
  endedStays(
    db,
    lot,
    berths.map((berthId) => ({ berthId, from: Math.max(moment.now - MOST_MS, wantedFrom(moment) - HOUR) })),
  );

/**
 * Everything since the news or 36 hours ago, and as far back as the stays that reach into that.
 * @param lately - what ended at these berths, as `endedLately` reads it
 */
async function readWhole(
  db: Db,
  lot: Lot,
  berths: readonly string[],
  { held, lately, moment }: { readonly held: Held; readonly lately: readonly EndedStay[]; readonly moment: Moment },
): Promise<BerthRead[]> {
  const wanted = wantedFrom(moment);
  const known = byBerth(lately);
  const windows = berths.map((berthId) => {
    const reaching = (known.get(berthId) ?? []).filter(({ outTime }) => outTime >= wanted);
    const begins = [...(held.get(berthId) ?? []), ...reaching].map(({ beginTime }) => beginTime);
    return { berthId, from: Math.max(moment.now - MOST_MS, Math.min(wanted, ...begins) - HOUR) };
  });
  const further = windows.filter(({ from }) => from < wanted - HOUR);
  // What ended since then is settled: its evidence is read too, and must make no second stay.
  const [more, evidence] = await Promise.all([endedStays(db, lot, further), evidenceSince(db, lot, windows)]);
  const [stays, claims] = [byBerth(more), byBerth(evidence)];
  const beyond = new Set(further.map(({ berthId }) => berthId));
  return windows.map((each) => ({
    ...each,
    ended: (beyond.has(each.berthId) ? stays : known).get(each.berthId) ?? [],
    evidence: claims.get(each.berthId) ?? [],
  }));
}

export type Known = {
  readonly open: readonly StoredStay[];
  /** Of the berths that are read, on their way while their windows are sought. */
  readonly bindings: Promise<readonly SensorBinding[]>;
  readonly parameters: BerthParameters;
};

/**
 * What these berths have to be worked out from: since their last fresh start before the news, where the evidence bears
 * it out and no stay reaches across it, or `whole`.
 */
export async function readBerths(
  db: Db,
  lot: Lot,
  berths: readonly string[],
  { open, bindings, parameters }: Known,
  { whole, ...moment }: Moment & { readonly whole: boolean },
): Promise<BerthRead[]> {
  const held = byBerth(heldSince(open));
  const apart = apartMs(parameters);
  const starts = whole
    ? new Map<string, FreshStart>()
    : await freshStarts(db, lot, berths, { from: wantedFrom(moment), before: moment.newsAt - apart, lastingMs: apart });
  const sinces = [...starts].map(([berthId, { since }]) => ({ berthId, from: since }));
  const without = berths.filter((each) => !starts.has(each));
  const [since, gone, lately, every] = await Promise.all([
    evidenceSince(db, lot, sinces),
    endedStays(db, lot, sinces),
    endedLately(db, lot, without, moment),
    bindings,
  ]);
  const [claims, ended, bound] = [byBerth(since), byBerth(gone), byBerth(every)];
  const short = [...starts].flatMap(([berthId, start]): BerthRead[] => {
    const evidence = claims.get(berthId) ?? [];
    const stays = (ended.get(berthId) ?? []).filter(({ outTime }) => outTime > start.at);
    const across = [...stays, ...(held.get(berthId) ?? [])].some(({ beginTime }) => beginTime < start.at);
    return across || !isFresh(start, evidence, bound.get(berthId) ?? [], parameters)
      ? []
      : [{ berthId, from: start.at, evidence: evidence.filter(({ at }) => at >= start.at), ended: stays }];
  });
  const read = new Set(short.map(({ berthId }) => berthId));
  const others = berths.filter((each) => !read.has(each));
  if (others.length === 0) return short;
  const doubted = others.filter((each) => starts.has(each));
  const known = [...lately, ...(await endedLately(db, lot, doubted, moment))];
  return [...short, ...(await readWhole(db, lot, others, { held, lately: known, moment }))];
}
