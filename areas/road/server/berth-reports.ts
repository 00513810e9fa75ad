/**
 * How berths were used in a range of days, from spells and stays. A lot's days are those of its own zone, and end now.
 */
import { companySubtree } from '#areas/org/server/door.ts';
import { berthSection } from '#areas/road/model/berth-section.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { isId } from '#kit/declare/check.ts';
import type { Range, ReportQuery, ReportRow } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';

/** Berths in the caller's scope that match the request, with the zone of their lot. */
async function berths(work: Work, values: unknown[]): Promise<string> {
  const where = [scopedSql(work.db.scope, 'b', values)];
  const { companyId, parkId, sectionId } = work.raw;
  if (isId(companyId))
    where.push(`b.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  for (const [column, given] of [
    ['park_id', parkId],
    ['section_id', sectionId],
  ] as const) {
    const ids = String(given ?? '')
      .split(',')
      .filter(isId);
    if (ids.length > 0) where.push(`b.${column} = ANY($${values.push(ids)}::uuid[])`);
  }
  return `SELECT b.tenant_id, b.park_id, b.section_id, b.id, b.created_at, coalesce(p.zone, $${values.push(work.person.zone)}) AS zone
    FROM rd_berth b JOIN park p ON p.tenant_id = b.tenant_id AND p.id = b.park_id WHERE b.deleted_at IS NULL AND ${where.join(' AND ')}`;
}

type Sums = { day: string; parkId: string; sectionId: string; seconds: number };
const KEY = `to_char(d.day, 'YYYY-MM-DD') AS day, b.park_id AS "parkId", b.section_id AS "sectionId"`;
const DAY = `LATERAL (SELECT d::date AS day, d::timestamp AT TIME ZONE b.zone AS begins,
  least((d + interval '1 day')::timestamp AT TIME ZONE b.zone, $3::timestamptz) AS ends`;

/** Berth seconds gone by, from when a berth was made on. */
async function windows(work: Work, { from, to }: Range): Promise<Sums[]> {
  const values: unknown[] = [from, to, work.now.toISOString()];
  const of = await berths(work, values);
  return work.db.raw<Sums>(
    `SELECT ${KEY}, round(sum(extract(epoch FROM d.ends - greatest(d.begins, b.created_at))))::bigint AS seconds
    FROM (${of}) b CROSS JOIN ${DAY} FROM generate_series($1::timestamp, $2::timestamp, interval '1 day') d) d
    WHERE d.ends > greatest(d.begins, b.created_at) GROUP BY 1, 2, 3`,
    values,
  );
}

async function spells(work: Work, { from, to }: Range): Promise<(Sums & { state: string })[]> {
  const values: unknown[] = [from, to, work.now.toISOString()];
  const of = await berths(work, values);
  return work.db.raw(
    `SELECT ${KEY}, s.state, round(sum(extract(epoch FROM least(s.ends, d.ends) - greatest(s.from_time, d.begins))))::bigint AS seconds
    FROM (${of}) b JOIN (SELECT *, coalesce(to_time, $3::timestamptz) AS ends FROM berth_spell
      WHERE deleted_at IS NULL AND from_time < ($2::date + 2) AND (to_time IS NULL OR to_time > ($1::date - 2))) s
        ON s.tenant_id = b.tenant_id AND s.berth_id = b.id
    CROSS JOIN ${DAY} FROM generate_series(greatest($1::timestamp, date_trunc('day', s.from_time AT TIME ZONE b.zone)),
      least($2::timestamp, date_trunc('day', s.ends AT TIME ZONE b.zone)), interval '1 day') d) d
    WHERE s.state <> 'unknown' AND least(s.ends, d.ends) > greatest(s.from_time, d.begins) GROUP BY 1, 2, 3, 4`,
    values,
  );
}

/** Stays that began, those of which nothing was there left out. */
async function begun(work: Work, { from, to }: Range): Promise<Sums[]> {
  const values: unknown[] = [from, to];
  const of = await berths(work, values);
  const mine = scopedSql(work.db.scope, 's', values);
  // Stays are read once for all berths, by their time, and not once for each.
  return work.db.raw<Sums>(
    `WITH came AS MATERIALIZED (SELECT s.tenant_id, s.berth_id, s.begin_time FROM stay s
      WHERE s.berth_id IS NOT NULL AND s.status NOT IN ('merged', 'voided') AND s.begin_time >= ($1::date - 1) AND s.begin_time < ($2::date + 2) AND ${mine})
    SELECT to_char(s.begin_time AT TIME ZONE b.zone, 'YYYY-MM-DD') AS day, b.park_id AS "parkId", b.section_id AS "sectionId", count(*)::int AS seconds
    FROM came s JOIN (${of}) b ON b.tenant_id = s.tenant_id AND b.id = s.berth_id
    WHERE (s.begin_time AT TIME ZONE b.zone)::date BETWEEN $1::date AND $2::date GROUP BY 1, 2, 3`,
    values,
  );
}

const keyOf = ({ day, parkId, sectionId }: Omit<Sums, 'seconds'>): string => `${day} ${parkId} ${sectionId}`;

/** Lines with the names of what they are about. */
async function named(
  work: Work,
  rows: readonly ReportRow[],
  of: Readonly<Record<string, Resource>>,
): Promise<ReportRow[]> {
  const names: Record<string, ReadonlyMap<string, string>> = {};
  for (const [field, resource] of Object.entries(of))
    names[field] = await namesOf(resource, [...new Set(rows.map((row) => String(row[field])))], work.db);
  return rows.map((row) => ({
    ...row,
    labels: Object.fromEntries(Object.keys(of).map((field) => [field, names[field]!.get(String(row[field])) ?? '—'])),
  }));
}

const places = { parkId: curbPark as Resource, sectionId: berthSection };

/** A line for each section and day: time outside any spell is unknown. */
export const ratesOfBerths: ReportQuery = async (work, range) => {
  const [whole, parts, came] = await Promise.all([windows(work, range), spells(work, range), begun(work, range)]);
  const byKey = Map.groupBy(parts, keyOf);
  const stays = new Map(came.map((each) => [keyOf(each), Number(each.seconds)]));
  const rows = whole.map(({ day, parkId, sectionId, seconds }) => {
    const own = byKey.get(keyOf({ day, parkId, sectionId })) ?? [];
    const of = (state: string) => Number(own.find((each) => each.state === state)?.seconds ?? 0);
    const [occupiedSeconds, freeSeconds, closedSeconds] = [of('occupied'), of('free'), of('closed')];
    const knownSeconds = occupiedSeconds + freeSeconds;
    const unknownSeconds = Math.max(0, Number(seconds) - knownSeconds - closedSeconds);
    return {
      day,
      parkId,
      sectionId,
      stays: stays.get(keyOf({ day, parkId, sectionId })) ?? 0,
      occupiedSeconds,
      freeSeconds,
      unknownSeconds,
      closedSeconds,
      knownSeconds,
      openSeconds: knownSeconds + unknownSeconds,
    };
  });
  return named(work, rows, places);
};

type HourSums = { hour: string; parkId: string; sectionId: string; state: string; seconds: number };

/** A line for each section and hour of the day, all days of the range together. */
export const hoursOfBerths: ReportQuery = async (work, { from, to }) => {
  const values: unknown[] = [from, to, work.now.toISOString()];
  const of = await berths(work, values);
  const parts = await work.db.raw<HourSums>(
    `SELECT to_char(h.hour AT TIME ZONE b.zone, 'HH24') AS hour, b.park_id AS "parkId", b.section_id AS "sectionId", s.state,
      round(sum(extract(epoch FROM least(s.ends, w.ends, h.hour + interval '1 hour') - greatest(s.from_time, w.begins, h.hour))))::bigint AS seconds
    FROM (${of}) b CROSS JOIN LATERAL (SELECT $1::timestamp AT TIME ZONE b.zone AS begins,
      least(($2::timestamp + interval '1 day') AT TIME ZONE b.zone, $3::timestamptz) AS ends) w
    JOIN (SELECT *, coalesce(to_time, $3::timestamptz) AS ends FROM berth_spell
      WHERE deleted_at IS NULL AND state IN ('free', 'occupied') AND from_time < ($2::date + 2)
        AND (to_time IS NULL OR to_time > ($1::date - 2))) s ON s.tenant_id = b.tenant_id AND s.berth_id = b.id
    CROSS JOIN LATERAL generate_series(date_trunc('hour', greatest(s.from_time, w.begins), b.zone),
      least(s.ends, w.ends) - interval '1 microsecond', interval '1 hour') h(hour)
    WHERE least(s.ends, w.ends) > greatest(s.from_time, w.begins) GROUP BY 1, 2, 3, 4`,
    values,
  );
  const rows = [...Map.groupBy(parts, ({ hour, sectionId }) => `${sectionId} ${hour}`).values()].map((own) => {
    const { hour, parkId, sectionId } = own[0]!;
    const secondsOf = (state: string) => Number(own.find((each) => each.state === state)?.seconds ?? 0);
    const [occupiedSeconds, freeSeconds] = [secondsOf('occupied'), secondsOf('free')];
    return { hour, parkId, sectionId, occupiedSeconds, freeSeconds, knownSeconds: occupiedSeconds + freeSeconds };
  });
  return named(work, rows, places);
};

type BerthLine = {
  parkId: string;
  sectionId: string;
  berthId: string;
  freeSeconds: number;
  occupiedSeconds: number;
  longestSeconds: number;
  lastCar: string | null;
};

/** A line for each berth that anything was known of. */
export const carlessBerths: ReportQuery = async (work, { from, to }) => {
  const values: unknown[] = [from, to, work.now.toISOString()];
  const of = await berths(work, values);
  const piece = 'extract(epoch FROM least(s.ends, w.ends) - greatest(s.from_time, w.begins))';
  const rows = await work.db.raw<BerthLine>(
    `SELECT b.park_id AS "parkId", b.section_id AS "sectionId", b.id AS "berthId",
      coalesce(round(sum(${piece}) FILTER (WHERE s.state = 'free')), 0)::bigint AS "freeSeconds",
      coalesce(round(sum(${piece}) FILTER (WHERE s.state = 'occupied')), 0)::bigint AS "occupiedSeconds",
      coalesce(round(max(${piece}) FILTER (WHERE s.state = 'free')), 0)::bigint AS "longestSeconds",
      max(least(s.ends, w.ends)) FILTER (WHERE s.state = 'occupied') AS "lastCar"
    FROM (${of}) b CROSS JOIN LATERAL (SELECT $1::timestamp AT TIME ZONE b.zone AS begins,
      least(($2::timestamp + interval '1 day') AT TIME ZONE b.zone, $3::timestamptz) AS ends) w
    JOIN (SELECT *, coalesce(to_time, $3::timestamptz) AS ends FROM berth_spell
      WHERE deleted_at IS NULL AND state IN ('free', 'occupied') AND from_time < ($2::date + 2)
        AND (to_time IS NULL OR to_time > ($1::date - 2))) s ON s.tenant_id = b.tenant_id AND s.berth_id = b.id
    WHERE least(s.ends, w.ends) > greatest(s.from_time, w.begins) GROUP BY 1, 2, 3`,
    values,
  );
  const busy = new Set(
    [...Map.groupBy(rows, ({ sectionId }) => sectionId)].flatMap(([section, own]) => {
      const [occupied, free] = [
        own.reduce((sum, each) => sum + Number(each.occupiedSeconds), 0),
        own.reduce((sum, each) => sum + Number(each.freeSeconds), 0),
      ];
      return occupied > free ? [section] : [];
    }),
  );
  const lines = rows.map((row) => ({
    ...row,
    freeSeconds: Number(row.freeSeconds),
    occupiedSeconds: Number(row.occupiedSeconds),
    longestSeconds: Number(row.longestSeconds),
    knownSeconds: Number(row.freeSeconds) + Number(row.occupiedSeconds),
    sensor: row.lastCar === null && busy.has(row.sectionId) ? 'doubt' : 'well',
  }));
  return named(work, lines, { ...places, berthId: rdBerth });
};
