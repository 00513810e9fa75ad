import { passStates } from '#areas/pass/model/words.ts';
import { village } from '#areas/lot/model/village.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { isId } from '#kit/declare/check.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql, tenantSql } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { SOON_DAYS, passSum, villageSum } from '../model/registers.ts';
import { both } from './answers.ts';
import { MOST_LOTS, lots, parkNames, sums } from './rollup.ts';

const requestedTypes = (work: Work): string[] =>
  String(work.raw['carTypeId'] ?? '')
    .split(',')
    .filter(isId);

/** Conditions on alias `a` for the rows of the requested car park and car type. */
async function ofTypes(work: Work, alias: string, values: unknown[]): Promise<string> {
  const where = await lots(work, alias, values);
  const types = requestedTypes(work);
  return types.length === 0 ? where : `${where} AND ${alias}.car_type_id = ANY($${values.push(types)}::uuid[])`;
}

type Counted = { parkId: string; carTypeId: string } & Record<string, number | string>;

/** Passes as they stand now, by lot and car type. */
async function standing(work: Work): Promise<Counted[]> {
  const values: unknown[] = [];
  const where = await ofTypes(work, 'm', values);
  const counts = Object.keys(passStates).map((state) => `count(*) FILTER (WHERE m.status = '${state}') AS "${state}"`);
  const today = `(now() AT TIME ZONE coalesce(k.zone, 'Asia/Shanghai'))::date`;
  return work.db.raw<Counted>(
    `SELECT m.park_id AS "parkId", m.car_type_id AS "carTypeId", ${counts.join(', ')},
     count(*) FILTER (WHERE m.status = 'active' AND m.end_time::date BETWEEN ${today} AND ${today} + ${SOON_DAYS}) AS
     soon, min(${today}::text) AS today, min((${today} + ${SOON_DAYS})::text) AS "soonUntil"
     FROM park_month m JOIN park k ON k.tenant_id = m.tenant_id AND k.id = m.park_id WHERE m.deleted_at IS NULL AND ${where} GROUP BY 1, 2`,
    values,
  );
}

/** Money of passes in a range of their lots' days: `payment` by the day it came, `refund` by the day it was back. */
async function passMoney(
  work: Work,
  range: { from: string; to: string },
  table: 'payment' | 'refund',
): Promise<Map<string, number>> {
  const values: unknown[] = [range.from, range.to];
  const [own, where] = [await lots(work, 'f', values), await ofTypes(work, 'o', values)];
  const [at, came] =
    table === 'payment' ? ['f.paid_time', `f.kind = 'pass'`] : ['f.done_time', `f.status = 'refunded'`];
  // Under row security a cast in the join itself would read every order for each payment: orders are found by their key
  // from a list that is made first.
  const rows = await work.db.raw<{ key: string; fen: number }>(
    `WITH moved AS MATERIALIZED (SELECT f.tenant_id, f.order_id::uuid AS order_id, f.amount_fen, ${at} AS at
     FROM ${table} f WHERE ${came} AND ${at} >= $1::date - interval '2 days' AND ${at} < $2::date + interval '2 days'
     AND ${own})
     SELECT o.park_id || '/' || o.car_type_id AS key, sum(m.amount_fen)::bigint AS fen
     FROM moved m JOIN parking_order o ON o.tenant_id = m.tenant_id AND o.id = m.order_id JOIN park k ON k.tenant_id = o.tenant_id AND k.id = o.park_id
     WHERE o.kind = 'pass' AND (m.at AT TIME ZONE coalesce(k.zone, 'Asia/Shanghai'))::date BETWEEN $1::date AND $2::date AND ${where} GROUP BY 1`,
    values,
  );
  return new Map(rows.map(({ key, fen }) => [key, fen]));
}

const passes: ReportQuery = async (work, range) => {
  const [counted, paid, back] = await Promise.all([
    standing(work),
    passMoney(work, range, 'payment'),
    passMoney(work, range, 'refund'),
  ]);
  const byType = new Map(counted.map((row) => [`${row.parkId}/${row.carTypeId}`, row]));
  const keys = [...new Set([...byType.keys(), ...paid.keys(), ...back.keys()])];
  const named = await parkNames(
    work,
    keys.map((key) => key.split('/')[0]!),
  );
  const types = await namesOf(
    carType,
    keys.map((key) => key.split('/')[1]!),
    work.db,
  );
  const none = Object.fromEntries([...Object.keys(passStates), 'soon'].map((state) => [state, 0]));
  return keys.map((key) => {
    const [parkId, carTypeId] = key.split('/') as [string, string];
    const [paidFen, refundFen] = [paid.get(key) ?? 0, back.get(key) ?? 0];
    const { labels, ...park } = named(parkId);
    return {
      ...none,
      ...byType.get(key),
      carTypeId,
      paidFen,
      refundFen,
      netFen: paidFen - refundFen,
      ...park,
      labels: { ...labels, carTypeId: types.get(carTypeId) ?? '—' },
    };
  });
};

type Home = {
  villageId: string;
  households: number;
  parkIds: string[];
  spaces: number;
  inside: number;
  passes: number;
};

/** Villages of the caller's companies, each with those of its lots that he may see. */
async function homes(work: Work): Promise<Home[]> {
  const values: unknown[] = [];
  const where = scopedSql(work.db.scope, 'v', values, { park: false });
  const { companyId } = work.raw;
  const company = isId(companyId)
    ? ` AND v.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`
    : '';
  const lotsSeen = scopedSql(work.db.scope, 'p', values).replaceAll('p.park_id', 'p.id');
  const own = tenantSql(work.db.scope, 'p', values);
  return work.db.raw<Home>(
    `SELECT v.id AS "villageId", coalesce(v.households, 0) AS households,
     coalesce(array_agg(p.id) FILTER (WHERE p.id IS NOT NULL), '{}') AS "parkIds",
     coalesce(sum(p.total_stall), 0)::bigint AS spaces,
            coalesce(sum(greatest(0, l.inside)), 0)::bigint AS inside,
              coalesce(sum((SELECT count(*) FROM park_month m
              WHERE m.tenant_id = ${own} AND m.park_id = p.id AND m.status = 'active' AND m.deleted_at IS NULL)),
              0)::bigint AS passes
     FROM village v LEFT JOIN park p ON p.tenant_id = v.tenant_id AND p.village_id = v.id AND p.deleted_at IS NULL
       AND ${lotsSeen} LEFT JOIN park_live l ON l.tenant_id = p.tenant_id AND l.park_id = p.id
     WHERE v.deleted_at IS NULL AND ${where}${company} GROUP BY v.id, v.households`,
    values,
  );
}

const villages: ReportQuery = async (work, range) => {
  const [found, figures] = await Promise.all([homes(work), sums({ ...work, raw: {} }, range, 'parkId')]);
  const names = await namesOf(
    village,
    found.map(({ villageId }) => villageId),
    work.db,
  );
  return found.map(({ parkIds, ...home }) => {
    const sum = (name: 'entries' | 'exits' | 'netFen') =>
      parkIds.reduce((all, id) => all + (figures.get(id)?.[name] ?? 0), 0);
    return {
      ...home,
      parkIds: parkIds.length > 0 && parkIds.length <= MOST_LOTS ? parkIds.join(',') : null,
      parks: parkIds.length,
      entries: sum('entries'),
      exits: sum('exits'),
      netFen: sum('netFen'),
      labels: { villageId: names.get(home.villageId) ?? '—' },
    };
  });
};

export const registersServed: Served[] = [...both(passSum, passes), ...both(villageSum, villages)];
