import { and, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { companySubtree } from '#areas/org/server/door.ts';
import { addDays, startOfDay } from '#domain/time/day.ts';
import { isId } from '#kit/declare/check.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import { scoped } from '#kit/server/scope.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { unchargedDays, unchargedOrder, unchargedStates } from '../model/uncharged.ts';

const states = Object.keys(unchargedStates);
const t = tableOf(unchargedOrder);

export const isUncharged = (): SQL => inArray(t.status!, states);

/** Few among all orders, found by an index of their own; they are looked at as they stand now, so no day keeps a sum of them. */
const days: ReportQuery = async (work, { from, to }) => {
  const { zone } = work.person;
  const { companyId, parkId, status } = work.raw;
  const parks = String(parkId ?? '')
    .split(',')
    .filter(isId);
  const asked = String(status ?? '')
    .split(',')
    .filter((state) => states.includes(state));
  const created = sql`${t.createdTime!} >= ${new Date(startOfDay(from, zone)).toISOString()} AND ${t.createdTime!} < ${new Date(startOfDay(addDays(to, 1), zone)).toISOString()}`;
  const where = and(
    scoped(unchargedOrder, work.db.scope, [isUncharged(), created]),
    asked.length > 0 ? inArray(t.status!, asked) : undefined,
    parks.length > 0 ? inArray(t.parkId!, parks) : undefined,
    isId(companyId) ? inArray(t.companyId!, await companySubtree(work.db, companyId)) : undefined,
  );
  const day = sql<string>`to_char(${t.createdTime!} AT TIME ZONE ${zone}, 'YYYY-MM-DD')`;
  const counts = Object.fromEntries(
    states.map((state) => [state, sql<number>`count(*) FILTER (WHERE ${t.status!} = ${state})`.mapWith(Number)]),
  );
  const rows = await work.db
    .select({
      day,
      orders: sql<number>`count(*)`.mapWith(Number),
      ...counts,
      outstandingFen: sql<number>`coalesce(sum(${t.outstandingFen!}), 0)::bigint`.mapWith(Number),
    })
    .from(t)
    .where(where)
    .groupBy(sql`1`);
  return rows as unknown as Record<string, unknown>[];
};

export const unchargedServed: Served[] = [answerReport(unchargedDays, days)];
