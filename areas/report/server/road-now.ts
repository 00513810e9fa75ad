/**
 * The roadside now: berths and cars as the strips and lists have them, money as the reports of today, people as the
 * work records.
 */
import { onDuty } from '#areas/duty/server/door.ts';
import { roadNow } from '#areas/report/model/road-now.ts';
import type { BerthCounts, MoneyNow, PersonNow, RoadNow, SectionNow } from '#areas/report/model/road-now.ts';
import { roadPaySum } from '#areas/report/model/road.ts';
import { openStates } from '#areas/road/model/debt-words.ts';
import { sectionsGranted } from '#areas/road/server/door.ts';
import { dayOf } from '#domain/time/day.ts';
import { sorted } from '#kit/server/report.ts';
import { sourceQuery } from '#kit/server/report-source.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { lots, total } from './rollup.ts';

type Lines = Pick<SectionNow, 'sectionId' | 'sectionName' | 'parkId' | 'parkName'> & BerthCounts;
type Sums = { sectionId: string | null; count: number; amount: number };

/** Conditions for the requested roadside car parks, and for the sections the caller is limited to. */
async function within(work: Work, alias: string, values: unknown[], section: string): Promise<string> {
  const granted = await sectionsGranted(work);
  const own = granted === null ? '' : ` AND ${section} = ANY($${values.push(granted)}::uuid[])`;
  return (await lots(work, alias, values)) + own;
}

async function sectionLines(work: Work): Promise<Lines[]> {
  const values: unknown[] = [];
  const where = await within(work, 'b', values, 'b.section_id');
  const of = (state: string) => `count(*) FILTER (WHERE b.state = '${state}')::int AS ${state}`;
  return work.db.raw<Lines>(
    `SELECT b.section_id AS "sectionId", a.area_name AS "sectionName", b.park_id AS "parkId", p.park_name AS "parkName", count(*)::int AS total,
      ${['occupied', 'free', 'unknown', 'closed'].map(of).join(', ')},
      count(*) FILTER (WHERE b.state = 'occupied' AND b.plate_number IS NULL)::int AS unread
    FROM rd_berth b JOIN park p ON p.tenant_id = b.tenant_id AND p.id = b.park_id AND p.deleted_at IS NULL
    JOIN park_area a ON a.tenant_id = b.tenant_id AND a.id = b.section_id
    WHERE b.deleted_at IS NULL AND ${where} GROUP BY 1, 2, 3, 4, p.sort, a.sort ORDER BY p.sort, p.park_name, b.park_id, a.sort, a.area_name, b.section_id LIMIT 2000`,
    values,
  );
}

/** Cars at berths, by section: the rows of the list of parked cars, so one car on two berths is one. */
async function parkedBy(work: Work): Promise<Sums[]> {
  const values: unknown[] = [];
  const where = await within(work, 'c', values, 'c.section_id');
  return work.db.raw<Sums>(
    `SELECT c.section_id AS "sectionId", count(*)::int AS count, 0 AS amount FROM car_inside c WHERE c.berth_id IS NOT NULL AND ${where} GROUP BY 1`,
    values,
  );
}

/** Debts that are open, or those born since midnight of the lot, by section. */
async function debtsBy(work: Work, which: 'open' | 'today'): Promise<Sums[]> {
  const values: unknown[] = [which === 'open' ? openStates : work.now.toISOString()];
  const where = await within(work, 'e', values, 'e.section_id');
  const [sum, those] =
    which === 'open'
      ? ['e.outstanding_fen', 'e.status = ANY($1::text[])']
      : [
          'e.owed_fen',
          `e.born_time <= $1::timestamptz AND e.born_time >= date_trunc('day', $1::timestamptz AT TIME ZONE p.zone) AT TIME ZONE p.zone`,
        ];
  return work.db.raw<Sums>(
    `SELECT e.section_id AS "sectionId", count(*)::int AS count, coalesce(sum(${sum}), 0)::bigint AS amount
    FROM rd_escape e JOIN park p ON p.tenant_id = e.tenant_id AND p.id = e.park_id WHERE ${those} AND e.deleted_at IS NULL AND ${where} GROUP BY 1`,
    values,
  );
}

async function moneyOf(work: Work, day: string): Promise<MoneyNow> {
  const range = { from: day, to: day };
  const sums = await total(work, range);
  const ways = sorted(roadPaySum, await sourceQuery(roadPaySum)(work, range), null);
  const { receivableFen, paidFen, refundFen, netFen, arrearsFen, payments } = sums;
  return {
    receivableFen,
    paidFen,
    refundFen,
    netFen,
    arrearsFen,
    payments,
    ways: ways.map((way) => ({
      payType: String(way['payType']),
      payments: Number(way['payments']),
      paidFen: Number(way['paidFen']),
    })),
  };
}

type Granted = { tenantId: number; userId: string; name: string; sections: string[] };

/** Those who are on duty now, of the people granted a section here. */
async function peopleOf(work: Work): Promise<PersonNow[]> {
  const values: unknown[] = [work.now.toISOString()];
  const where = await within(work, 'a', values, 'a.id');
  const granted = await work.db.raw<Granted>(
    `SELECT g.tenant_id AS "tenantId", g.user_id AS "userId", coalesce(u.real_name, u.account) AS name, array_agg(DISTINCT a.id::text) AS sections
    FROM user_section_grant g JOIN park_area a ON a.tenant_id = g.tenant_id AND a.id = ANY(g.section_ids) AND a.section AND a.deleted_at IS NULL
    JOIN "user" u ON u.tenant_id = g.tenant_id AND u.id = g.user_id AND u.deleted_at IS NULL
    WHERE g.deleted_at IS NULL AND (g.from_time IS NULL OR g.from_time <= $1) AND (g.to_time IS NULL OR g.to_time > $1) AND ${where}
    GROUP BY 1, 2, 3 ORDER BY 3, 2 LIMIT 5000`,
    values,
  );
  const found: PersonNow[] = [];
  for (const [tenantId, own] of Map.groupBy(granted, (each) => each.tenantId)) {
    const present = await onDuty(
      work.db,
      tenantId,
      own.map(({ userId }) => userId),
      work.now,
    );
    for (const { userId, name, sections } of own) {
      const since = present.get(userId);
      if (since) found.push({ userId, name, since, sections });
    }
  }
  return found;
}

async function warningsOf(work: Work): Promise<{ warnType: string; count: number }[]> {
  const values: unknown[] = [];
  const where = await lots(work, 'w', values);
  return work.db.raw(
    `SELECT w.warn_type AS "warnType", count(*)::int AS count FROM rd_warn w WHERE w.status = 'open' AND w.deleted_at IS NULL AND ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
    values,
  );
}

const bySection = (sums: readonly Sums[] | null) => {
  const known = new Map(sums?.map((sum) => [sum.sectionId, sum]));
  return (id: string): Sums | null => (sums ? (known.get(id) ?? { sectionId: id, count: 0, amount: 0 }) : null);
};
const added = (sums: readonly Sums[], of: 'count' | 'amount'): number => sums.reduce((sum, each) => sum + each[of], 0);

async function now(request: Work): Promise<RoadNow> {
  const work: Work = { ...request, raw: { ...request.raw, parkType: 'curb' } };
  const may = async <T>(code: string, find: () => Promise<T>): Promise<T | null> =>
    work.permits(code) ? find() : null;
  const day = dayOf(work.now.getTime(), work.person.zone);
  const lines = await sectionLines(work);
  const parked = await parkedBy(work);
  const open = await may('rdEscape:read', () => debtsBy(work, 'open'));
  const born = await may('rdEscape:read', () => debtsBy(work, 'today'));
  const people = await may('rdworkrecord:read', () => peopleOf(work));
  const [carsOf, owedOf, bornOf] = [bySection(parked), bySection(open), bySection(born)];
  const sum = (of: keyof BerthCounts) => lines.reduce((all, line) => all + line[of], 0);
  return {
    day,
    berths: {
      total: sum('total'),
      occupied: sum('occupied'),
      free: sum('free'),
      unknown: sum('unknown'),
      closed: sum('closed'),
      unread: sum('unread'),
    },
    parked: added(parked, 'count'),
    money: await may('roadDaySum:read', () => moneyOf(work, day)),
    debts: open && { count: added(open, 'count'), owedFen: added(open, 'amount') },
    people,
    warnings: await may('rdWarn:read', () => warningsOf(work)),
    sections: lines.map((line) => ({
      ...line,
      parked: carsOf(line.sectionId)!.count,
      people: people && people.filter(({ sections }) => sections.includes(line.sectionId)).length,
      newFen: bornOf(line.sectionId)?.amount ?? null,
      owedFen: owedOf(line.sectionId)?.amount ?? null,
    })),
  };
}

export const roadNowServed: Served[] = [serve(roadNow, (work) => now(work))];
