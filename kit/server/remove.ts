import { eq, sql } from 'drizzle-orm';
import { Refused } from '#kit/declare/refused.ts';
import { type Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { pointersAt } from './registry.ts';
import { scoped } from './scope.ts';
import { tableOf } from './table.ts';
import type { Work } from './work.ts';
import type { Rules } from './rules.ts';
import { rowOf } from './row-by-id.ts';
import { agreed } from './row-checks.ts';
import { auditable, placeOf } from './save.ts';

/** Marks rows removed, all or none; refused while something that is not removed points at them. */
export async function removeRows(of: Resource, ids: readonly string[], work: Work, rules: Rules = {}): Promise<void> {
  const t = tableOf(of);
  if (of.scope === 'platform') await agreed(of, work.db, 'moves');
  for (const id of ids) {
    const row = await rowOf(of, id, work.db, { lock: 'removing', narrow: rules.narrow?.(work) });
    await Promise.all(
      pointersAt(of).map(async ({ from, field, many }) => {
        const other = tableOf(from);
        if (from.facts) return;
        const points = many ? sql`${id}::uuid = any(${other[field]!})` : eq(other[field]!, id);
        const [found] = await work.db
          .select({ id: other.id! })
          .from(other)
          .where(scoped(from, { ...work.db.scope, companyIds: null, parkIds: null }, [points]))
          .limit(1);
        if (found)
          throw new Refused('in_use', {
            what: fill(text('“{name}”被{from}引用，', '“{name}” is referred to by {from},'), {
              name: String(row[of.display] ?? ''),
              from: from.title,
            }),
          });
      }),
    );
    await rules.removing?.(row, work);
    await work.db
      .update(t)
      .set({
        deletedAt: work.now.toISOString(),
        updatedBy: work.person.userId,
        updatedAt: work.now.toISOString(),
      })
      .where(scoped(of, work.db.scope, [eq(t.id!, id)]));
    work.record({ resource: of.name, action: 'remove', rowId: id, before: auditable(of, row), ...placeOf(row) });
  }
}
