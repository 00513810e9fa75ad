/** The order of banners on the driver's page. */
import { and, asc, eq } from 'drizzle-orm';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { couponRuleBanner } from '../model/records.ts';
import { orderBanners } from '../model/banner-calls.ts';
import { ofStore } from './own.ts';

const t = tableOf(couponRuleBanner);
const narrow = ofStore(couponRuleBanner);

/**
 * Places are counted from 1 in the order given. Whoever orders has to know all he sees: where one came or went
 * meanwhile, the order he has in mind is not the one drivers would get.
 */
async function order(work: Work): Promise<{ changed: number }> {
  const ids = idsIn(couponRuleBanner, work.raw, ['ids']);
  const first = await rowOf(couponRuleBanner, ids[0]!, work.db, { narrow: narrow(work) });
  const tenantId = Number(first.tenantId);
  const rows = (await work.db
    .select({ id: t.id!, sort: t['sort']! })
    .from(t)
    .where(scoped(couponRuleBanner, work.db.scope, [eq(t.tenantId!, tenantId), narrow(work)]))
    .orderBy(asc(t.id!))
    .for('no key update')) as { id: string; sort: number | null }[];
  const sortOf = new Map(rows.map(({ id, sort }) => [id, sort]));
  if (rows.length !== ids.length || !ids.every((id) => sortOf.has(id)))
    throw ruleRefused(
      text('轮播图有增减，请刷新后重新排列', 'Banners were added or removed: reload and order them again'),
    );
  const moved = ids.flatMap((id, nth) => (sortOf.get(id) === nth + 1 ? [] : [{ id, sort: nth + 1 }]));
  const changed = { updatedAt: work.now.toISOString(), updatedBy: work.person.userId };
  const db = ofTenant(work.db, tenantId);
  for (const { id, sort } of moved)
    await db
      .update(t)
      .set({ ...changed, sort })
      .where(and(eq(t.tenantId!, tenantId), eq(t.id!, id)));
  return { changed: moved.length };
}

export const bannersServed: Served[] = [serve(orderBanners, order)];
