import { companySubtree } from '#areas/org/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';
import { addDays, daysBetween } from '#domain/time/day.ts';
import type { Range } from '#kit/server/report.ts';

export type Asked = Pick<Work, 'db' | 'raw'>;

/** Conditions on alias `a` for the lots in the caller's scope, narrowed to the company (with those below it) and lot he asked for. */
export async function lots(work: Asked, alias: string, values: unknown[]): Promise<string> {
  const parts = [scopedSql(work.db.scope, alias, values)];
  const { companyId, parkId } = work.raw;
  if (isId(companyId)) parts.push(`${alias}.company_id = ANY($${values.push(await companySubtree(work.db, companyId))}::uuid[])`);
  const parks = String(parkId ?? '').split(',').filter(isId);
  if (parks.length > 0) parts.push(`${alias}.park_id = ANY($${values.push(parks)}::uuid[])`);
  return parts.join(' AND ');
}

const columns = {
  entries: 'entries', exits: 'exits', receivableFen: 'receivable_fen', derateFen: 'derate_fen', waivedFen: 'waived_fen', paidFen: 'paid_fen', cashFen: 'cash_fen', onlineFen: 'online_fen',
  refundFen: 'refund_fen', arrearsFen: 'arrears_fen', surplusFen: 'surplus_fen', payments: 'payments',
} as const;

export type Figures = Record<keyof typeof columns | 'netFen', number>;
const noFigures: Figures = { ...(Object.fromEntries(Object.keys(columns).map((name) => [name, 0])) as Record<keyof typeof columns, number>), netFen: 0 };

const groups = { day: 'd.day', month: "to_char(d.day, 'YYYY-MM')", parkId: 'd.park_id' } as const;

/** Sums of the days' rollup, by day, month or lot; only groups that have any. */
export async function sums(work: Asked, range: Range, by: keyof typeof groups): Promise<Map<string, Figures>> {
  const values: unknown[] = [range.from, range.to];
  const where = await lots(work, 'd', values);
  const added = Object.entries(columns).map(([name, column]) => `sum(d.${column})::bigint AS "${name}"`).join(', ');
  const rows = await work.db.raw<Record<string, number> & { key: string }>(`SELECT ${groups[by]} AS key, ${added} FROM park_day d WHERE d.day BETWEEN $1 AND $2 AND ${where} GROUP BY 1`, values);
  return new Map(rows.map(({ key, ...figures }) => [String(key), { ...(figures as Omit<Figures, 'netFen'>), netFen: figures['paidFen']! - figures['refundFen']! }]));
}

/** All days of a range, first to last. */
export const daysOf = ({ from, to }: Range): string[] => Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth));

/** One line per day of the range, days without anything included. */
export async function byDay(work: Asked, range: Range): Promise<({ day: string } & Figures)[]> {
  const found = await sums(work, range, 'day');
  return daysOf(range).map((day) => ({ day, ...(found.get(day) ?? noFigures) }));
}

export async function total(work: Asked, range: Range): Promise<Figures> {
  const all = [...(await sums(work, range, 'parkId')).values()];
  return all.reduce((left, right) => Object.fromEntries(Object.keys(noFigures).map((name) => [name, left[name as keyof Figures] + right[name as keyof Figures]])) as Figures, noFigures);
}

export type SplitRow = { day: string; key: string; count: number; amountFen: number };

/** One split of the days, by day and key. */
export async function splitByDay(work: Asked, range: Range, split: string): Promise<SplitRow[]> {
  const values: unknown[] = [range.from, range.to, split];
  const where = await lots(work, 's', values);
  return work.db.raw<SplitRow>(`SELECT s.day, s.key, sum(s.count)::bigint AS count, sum(s.amount_fen)::bigint AS "amountFen" FROM park_day_split s WHERE s.day BETWEEN $1 AND $2 AND s.split = $3 AND ${where} GROUP BY 1, 2`, values);
}

/** One split over the range, the largest first. */
export async function splitOver(work: Asked, range: Range, split: string): Promise<Omit<SplitRow, 'day'>[]> {
  const values: unknown[] = [range.from, range.to, split];
  const where = await lots(work, 's', values);
  return work.db.raw(`SELECT s.key, sum(s.count)::bigint AS count, sum(s.amount_fen)::bigint AS "amountFen" FROM park_day_split s WHERE s.day BETWEEN $1 AND $2 AND s.split = $3 AND ${where} GROUP BY 1 ORDER BY 3 DESC, 2 DESC, 1`, values);
}
