import { addDays, startOfDay } from '#domain/time/day.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import type { Db } from '#kit/server/db.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery, ReportRow } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import { openingSum } from '../model/openings.ts';

type Line = ReportRow & { parkId: string; gateId: string | null };

const ids = (given: unknown): string[] =>
  String(given ?? '')
    .split(',')
    .filter((id) => /^[0-9a-f-]{36}$/i.test(id));

/** What the devices of other makers at each lane speak: the camera's protocol, else the barrier's. */
async function familiesOf(db: Db): Promise<ReadonlyMap<string, string>> {
  const values: unknown[] = [];
  const rows = await db.raw<{ gateId: string; family: string }>(
    `SELECT d.gate_id AS "gateId", d.family FROM park_device d
     WHERE ${scopedSql(db.scope, 'd', values)} AND d.gate_id IS NOT NULL AND d.family IS NOT NULL
     AND d.deleted_at IS NULL
     ORDER BY d.device_type = 'camera', d.id`,
    values,
  );
  return new Map(rows.map(({ gateId, family }) => [gateId, family]));
}

/** By the caller's days, from the openings' own rows; releases bring what they waived. */
const byDayAndLane: ReportQuery = async (work, { from, to }) => {
  const { zone } = work.person;
  const values: unknown[] = [];
  const at = (day: string) => new Date(startOfDay(day, zone)).toISOString();
  const parts = [
    scopedSql(work.db.scope, 'o', values),
    `o.time >= $${values.push(at(from))}`,
    `o.time < $${values.push(at(addDays(to, 1)))}`,
  ];
  for (const [column, name] of [
    ['company_id', 'companyId'],
    ['park_id', 'parkId'],
    ['gate_id', 'gateId'],
  ] as const) {
    const among = ids(work.raw[name]);
    if (among.length > 0) parts.push(`o.${column} = ANY($${values.push(among)}::uuid[])`);
  }
  const where = parts.join(' AND ');
  const day = `to_char(o.time AT TIME ZONE $${values.push(zone)}, 'YYYY-MM-DD')`;
  const of = (cause: string) => `count(*) FILTER (WHERE cause = '${cause}')::int`;
  const by = (evidence: string) => `count(*) FILTER (WHERE evidence = '${evidence}')::int`;
  const rows = await work.db.raw<Line>(
    `SELECT day, "parkId", "gateId", count(*) FILTER (WHERE cause <> '')::int AS openings, ${of('stay')} AS "byStay",
     ${of('pass')} AS "byPass", ${of('manual')} AS "byManual", ${of('remote')} AS "byRemote",
     ${of('mode')} AS "byMode", ${of('unknown')} AS unknown,
       ${by('commanded')} AS commanded, ${by('seen')} AS seen, ${by('assumed')} AS assumed, sum(waived)::bigint AS "waivedFen" FROM (
       SELECT ${day} AS day, o.park_id AS "parkId", o.gate_id AS "gateId", o.cause, o.evidence, 0 AS waived
         FROM gate_opening o WHERE ${where} AND o.event = 'up'
       UNION ALL SELECT ${day}, o.park_id, o.gate_id, '', o.evidence, 0 FROM passage o WHERE ${where} AND o.evidence IS NOT NULL
       UNION ALL SELECT ${day}, o.park_id, o.gate_id, '', NULL, o.waived_fen FROM manual_release o WHERE ${where}
     ) all_rows GROUP BY day, "parkId", "gateId" ORDER BY day, "parkId", "gateId"`,
    values,
  );
  const [parks, gates, speaks] = await Promise.all([
    namesOf(park, [...new Set(rows.map(({ parkId }) => parkId))], work.db),
    namesOf(parkGate, [...new Set(rows.flatMap(({ gateId }) => gateId ?? []))], work.db),
    familiesOf(work.db),
  ]);
  const lines = rows.map((row) => ({ ...row, family: speaks.get(row.gateId ?? '') ?? null }));
  const wanted = String(work.raw.family ?? '')
    .split(',')
    .filter(Boolean);
  return lines
    .filter(({ family }) => wanted.length === 0 || wanted.includes(family ?? ''))
    .map((row) => ({
      ...row,
      labels: { parkId: parks.get(row.parkId) ?? '—', gateId: gates.get(row.gateId ?? '') ?? '—' },
    }));
};

export const openingsServed: Served[] = [answerReport(openingSum, byDayAndLane), exportReportOf(openingSum)];
