import { and, isNotNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import { queryText } from '#kit/server/filter.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import { groupInCar, groupInOut, rdInCar, rdInOut } from '#areas/road/model/stay-records.ts';

/** Rows at a berth, filtered by the berth's number where one is given. */
const atBerth =
  (of: Resource) =>
  ({ raw, db }: Work): SQL | undefined => {
    const t = tableOf(of);
    const berthNo = queryText(raw.berthNo);
    if (berthNo === '') return isNotNull(t.berthId!);
    const b = tableOf(rdBerth);
    return and(
      isNotNull(t.berthId!),
      sql`${t.berthId!} IN (SELECT ${b.id!} FROM ${b} WHERE ${scoped(rdBerth, db.scope, [sql`${b.berthNo!} = ${berthNo}`])})`,
    );
  };

/** Stays are listed where they stood at a berth. */
export const stayRules: Record<string, Rules> = Object.fromEntries(
  [rdInCar, groupInCar, rdInOut, groupInOut].map((of): [string, Rules] => [
    of.name,
    { narrow: atBerth(of as Resource) },
  ]),
);
