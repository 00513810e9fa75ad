import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { tableOf } from '#kit/server/table.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';

/**
 * Whether the lot belongs to a village that is locked: then nobody may change its vehicles. False for an unknown lot.
 */
export async function changesLocked(db: Db, parkId: string): Promise<boolean> {
  const [p, v] = [tableOf(park), tableOf(village)];
  const found = await db
    .select({ id: v.id! })
    .from(p)
    .innerJoin(v, and(eq(v.tenantId!, p.tenantId!), eq(v.id!, p.villageId!)))
    .where(
      and(
        ...(db.scope.platform ? [] : [eq(p.tenantId!, db.scope.tenantId)]),
        eq(p.id!, parkId),
        eq(v.locked!, true),
        isNull(v.deletedAt!),
      ),
    )
    .limit(1);
  return found.length > 0;
}
