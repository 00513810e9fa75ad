import { asc, desc, sql, type SQL } from 'drizzle-orm';
import { type Resource } from '#kit/declare/resource.ts';
import type { Db } from './db.ts';
import { factRange, filters, hiddenFrom, paging } from './filter.ts';
import type { Asker } from './filter.ts';
import { ownerFilters } from './owner-filter.ts';
import { present, type Stored } from './rows.ts';
import { scoped } from './scope.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';

const countCap = 10_001;

/** The filter of a list as every reader of it uses it: list, totals, export, options. */
export const listWhere = (of: Resource, work: Pick<Work, 'raw' | 'person' | 'db' | 'now'>, narrow?: SQL): SQL =>
  scoped(of, work.db.scope, [
    ...filters(of, work.raw, work.person, work.db.scope),
    ...ownerFilters(of, work.raw, work.person.zone, work.db.scope),
    ...factRange(of, work.raw, work.person.zone, work.now),
    narrow,
  ]);

/** A list's order: the requested one where its field may be seen unmasked, else the declaration's own. */
export function orderOf(of: Resource, sort: unknown, asker: Pick<Asker, 'permissions'>): SQL[] {
  const t = tableOf(of);
  const spoken = typeof sort === 'string' ? sort : '';
  const name = spoken.replace(/^-/, '');
  const known =
    (Object.hasOwn(of.fields, name) || name === 'createdAt' || name === 'updatedAt') &&
    t[name] &&
    of.fields[name]?.kind !== 'secret' &&
    !hiddenFrom(of, of.fields[name], asker);
  const by = known
    ? { column: t[name]!, down: spoken.startsWith('-') }
    : { column: t[of.order.by]!, down: of.order.desc };
  const way = by.down ? desc : asc;
  return [way(by.column), way(t.id!)];
}

/** Of a list with sums, all rows are read for them and counted besides; without, counting ends at its cap. */
async function counted(
  of: Resource,
  where: SQL,
  db: Db,
  summed: boolean,
): Promise<{ total: number; capped?: true; totals?: Record<string, number> }> {
  const t = tableOf(of);
  if (summed) {
    const sums = Object.fromEntries(
      of.totals.map((name) => [name, sql<number>`coalesce(sum(${t[name]!}), 0)::bigint`.mapWith(Number)]),
    );
    const [row] = await db
      .select({ total: sql<number>`count(*)`.mapWith(Number), ...sums })
      .from(t)
      .where(where);
    const { total, ...totals } = row as { total: number } & Record<string, number>;
    return { total, totals };
  }
  const inner = db
    .select({ one: sql`1` })
    .from(t)
    .where(where)
    .limit(countCap)
    .as('counted');
  const [row] = await db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(inner);
  return { total: Math.min(row!.total, countCap - 1), ...(row!.total >= countCap ? { capped: true } : {}) };
}

/**
 * One page: `{ records, total, size, current, pages, capped?, totals? }`. With `totals=none` it leaves the sums out,
 * with `totals=only` the rows: who turns pages needs the sums once.
 */
export async function pageOf(of: Resource, work: Work, narrow?: SQL): Promise<Record<string, unknown>> {
  const t = tableOf(of);
  const { current, size } = paging(work.raw);
  const where = listWhere(of, work, narrow);
  const [rows, count] = await Promise.all([
    work.raw.totals === 'only'
      ? []
      : work.db
          .select()
          .from(t)
          .where(where)
          .orderBy(...orderOf(of, work.raw.sort, work.person))
          .limit(size)
          .offset((current - 1) * size),
    counted(of, where, work.db, of.totals.length > 0 && work.raw.totals !== 'none'),
  ]);
  const records = await present(of, rows as Stored[], work.db, work.person, work.lang);
  return { records, size, current, pages: Math.ceil(count.total / size), ...count };
}
