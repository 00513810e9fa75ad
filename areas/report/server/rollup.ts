import { park, parkTypes } from '#areas/lot/model/park.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import type { Range } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql, tenantSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';
import { addDays, daysBetween } from '#domain/time/day.ts';

/** More lots than these do not fit the address of a list. */
export const MOST_LOTS = 50;

export type RollupWork = Pick<Work, 'db' | 'raw'>;

/**
 * Conditions on alias `a` for the lots in the caller's scope, narrowed to the company (with those below it), the car
 * parks and the kind of car park requested.
 */
export async function lots(work: RollupWork, alias: string, values: unknown[]): Promise<string> {
  const parts = [scopedSql(work.db.scope, alias, values)];
  const { companyId, parkId, parkType } = work.raw;
  if (isId(companyId))
    parts.push(`${alias}.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  const parks = String(parkId ?? '')
    .split(',')
    .filter(isId);
  if (parks.length > 0) parts.push(`${alias}.park_id = ANY($${values.push(parks)}::uuid[])`);
  const kinds = String(parkType ?? '')
    .split(',')
    .filter((kind) => Object.hasOwn(parkTypes, kind));
  if (kinds.length > 0)
    parts.push(
      `EXISTS (SELECT 1 FROM park k WHERE k.tenant_id = ${tenantSql(work.db.scope, alias, values)} AND k.id = ${alias}.park_id AND k.park_type = ANY($${values.push(kinds)}::text[]))`,
    );
  return parts.join(' AND ');
}

const columns = {
  entries: 'entries',
  exits: 'exits',
  staySeconds: 'stay_seconds',
  receivableFen: 'receivable_fen',
  derateFen: 'derate_fen',
  waivedFen: 'waived_fen',
  paidFen: 'paid_fen',
  cashFen: 'cash_fen',
  onlineFen: 'online_fen',
  refundFen: 'refund_fen',
  arrearsFen: 'arrears_fen',
  surplusFen: 'surplus_fen',
  payments: 'payments',
} as const;

export type Figures = Record<keyof typeof columns | 'netFen', number>;
const noFigures: Figures = {
  ...(Object.fromEntries(Object.keys(columns).map((name) => [name, 0])) as Record<keyof typeof columns, number>),
  netFen: 0,
};

const groups = {
  day: 'd.day',
  month: "to_char(d.day, 'YYYY-MM')",
  parkId: 'd.park_id',
  dayPark: "d.day || ' ' || d.park_id",
  monthPark: "to_char(d.day, 'YYYY-MM') || ' ' || d.park_id",
} as const;

/**
 * Sums of the days' rollup, by day, month or lot, or by time and lot, with a blank between; only groups that have any.
 */
export async function sums(work: RollupWork, range: Range, by: keyof typeof groups): Promise<Map<string, Figures>> {
  const values: unknown[] = [range.from, range.to];
  const where = await lots(work, 'd', values);
  const added = Object.entries(columns)
    .map(([name, column]) => `sum(d.${column})::bigint AS "${name}"`)
    .join(', ');
  const rows = await work.db.raw<Record<string, number> & { key: string }>(
    `SELECT ${groups[by]} AS key, ${added} FROM park_day d WHERE d.day BETWEEN $1 AND $2 AND ${where} GROUP BY 1`,
    values,
  );
  return new Map(
    rows.map(({ key, ...figures }) => [
      String(key),
      { ...(figures as Omit<Figures, 'netFen'>), netFen: figures['paidFen']! - figures['refundFen']! },
    ]),
  );
}

/** All days of a range, first to last. */
export const daysOf = ({ from, to }: Range): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth));

/** One line per day of the range, days without anything included. */
export async function byDay(work: RollupWork, range: Range): Promise<({ day: string } & Figures)[]> {
  const found = await sums(work, range, 'day');
  return daysOf(range).map((day) => ({ day, ...(found.get(day) ?? noFigures) }));
}

export async function total(work: RollupWork, range: Range): Promise<Figures> {
  const all = [...(await sums(work, range, 'parkId')).values()];
  return all.reduce(
    (left, right) =>
      Object.fromEntries(
        Object.keys(noFigures).map((name) => [name, left[name as keyof Figures] + right[name as keyof Figures]]),
      ) as Figures,
    noFigures,
  );
}

export type SplitRow = { day: string; key: string; count: number; amountFen: number };

/** One split of the days, by day, month or lot and key. */
async function splitBy(
  work: RollupWork,
  range: Range,
  split: string,
  by: keyof typeof groups,
): Promise<(Omit<SplitRow, 'day'> & { group: string })[]> {
  const values: unknown[] = [range.from, range.to, split];
  const where = await lots(work, 'd', values);
  return work.db.raw(
    `SELECT ${groups[by]} AS "group", d.key, sum(d.count)::bigint AS count, sum(d.amount_fen)::bigint AS "amountFen" FROM park_day_split d WHERE d.day BETWEEN $1 AND $2 AND d.split = $3 AND ${where} GROUP BY 1, 2`,
    values,
  );
}

export const splitByDay = async (work: RollupWork, range: Range, split: string): Promise<SplitRow[]> =>
  (await splitBy(work, range, split, 'day')).map(({ group, ...row }) => ({ day: group, ...row }));

/**
 * How many of a split fell into each of some sets of its keys, by day, month or lot; keys of no set count as `others`.
 */
export async function countsBy<K extends string>(
  work: RollupWork,
  range: Range,
  split: string,
  by: keyof typeof groups,
  sets: Readonly<Record<K | 'others', { readonly keys: readonly string[] }>>,
): Promise<Map<string, Record<K | 'others', number>>> {
  const setOf = new Map(
    Object.entries<{ readonly keys: readonly string[] }>(sets).flatMap(([name, { keys }]) =>
      keys.map((key) => [key, name as K | 'others'] as const),
    ),
  );
  const found = new Map<string, Record<K | 'others', number>>();
  for (const { group, key, count } of await splitBy(work, range, split, by)) {
    const counts = found.get(group) ?? noneOf(sets);
    counts[setOf.get(key) ?? 'others'] += count;
    found.set(group, counts);
  }
  return found;
}

/** Every set with nothing in it. */
export const noneOf = <K extends string>(sets: Readonly<Record<K, unknown>>): Record<K, number> =>
  Object.fromEntries(Object.keys(sets).map((name) => [name, 0])) as Record<K, number>;

/** One split over the range, the largest first; a key that corrections have brought back to nothing is left out. */
export async function splitOver(work: RollupWork, range: Range, split: string): Promise<Omit<SplitRow, 'day'>[]> {
  const values: unknown[] = [range.from, range.to, split];
  const where = await lots(work, 's', values);
  return work.db.raw(
    `SELECT s.key, sum(s.count)::bigint AS count, sum(s.amount_fen)::bigint AS "amountFen" FROM park_day_split s WHERE s.day BETWEEN $1 AND $2 AND s.split = $3 AND ${where} GROUP BY 1 HAVING sum(s.count) <> 0 OR sum(s.amount_fen) <> 0 ORDER BY 3 DESC, 2 DESC, 1`,
    values,
  );
}

/** Lots by name, as a chart over lots has to say them. */
export async function parkNames(
  work: RollupWork,
  ids: readonly string[],
): Promise<(parkId: string) => { parkId: string; labels: { parkId: string } }> {
  const names = await namesOf(park, [...ids], work.db);
  return (parkId) => ({ parkId, labels: { parkId: names.get(parkId) ?? '—' } });
}
