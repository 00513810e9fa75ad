import { asc } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Resource } from '#kit/declare/resource.ts';
import { forest } from '#kit/server/generic.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';

/** All rows in scope as a forest; every node carries `name`, and `value` and `label` for pickers. At most 20,000. */
export async function treeOf(
  of: Resource,
  work: Work,
  named: string,
  also: readonly (SQL | undefined)[] = [],
): Promise<unknown> {
  const t = tableOf(of);
  const rows = (await work.db
    .select()
    .from(t)
    .where(scoped(of, work.db.scope, also))
    .orderBy(asc(t.sort!), asc(t.id!))
    .limit(20_000)) as Stored[];
  const shown = await present(of, rows, work.db, work.person, work.lang);
  return forest(
    shown.map((row) => ({ ...row, name: row[named], label: row[named], value: row.id })),
    of.parent ?? 'parentId',
  );
}
