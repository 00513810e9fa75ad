import { parkDay } from '#areas/billing/model/park-day.ts';
import { park, parkTypes } from '#areas/lot/model/park.ts';
import { companySubtree } from '#areas/org/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import type { Range } from '#kit/server/report.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scopedSql, tenantSql } from '#kit/server/scope.ts';
import { columnName } from '#kit/server/table.ts';
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

type Sum = Exclude<keyof typeof parkDay.fields, 'day'>;
const sumNames = Object.keys(parkDay.fields).filter((name): name is Sum => name !== 'day');

export type Figures = Record<Sum | 'netFen', number>;
const noFigures = Object.fromEntries([...sumNames, 'netFen'].map((name) => [name, 0])) as Figures;

const groups = { day: 'd.day', parkId: 'd.park_id' } as const;

/** Sums of the days' rollup by day or lot; only groups that have any. */
export async function sums(work: RollupWork, range: Range, by: keyof typeof groups): Promise<Map<string, Figures>> {
  const values: unknown[] = [range.from, range.to];
  const where = await lots(work, 'd', values);
  const added = sumNames.map((name) => `sum(d.${columnName(name)})::bigint AS "${name}"`).join(', ');
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

/** One split of the days, by day and key. */
export async function splitByDay(work: RollupWork, range: Range, split: string): Promise<SplitRow[]> {
  const values: unknown[] = [range.from, range.to, split];
  const where = await lots(work, 'd', values);
  return work.db.raw(
    `SELECT d.day, d.key, sum(d.count)::bigint AS count, sum(d.amount_fen)::bigint AS "amountFen" FROM park_day_split d WHERE d.day BETWEEN $1 AND $2 AND d.split = $3 AND ${where} GROUP BY 1, 2`,
    values,
  );
}

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
