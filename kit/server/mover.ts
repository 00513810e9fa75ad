/** Moves by clock and device: many rows in one statement, with the same guard and in the same log as a person's. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Fields } from '#kit/declare/field.ts';
import type { Mover } from '#kit/declare/lifecycle.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { writeMoves } from './audit.ts';
import type { Db } from './db.ts';
import { tableOf } from './table.ts';

/** A row that was moved, and the state it was in. */
export type Moved = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string | null;
  readonly parkId: string | null;
  readonly was: string;
};

export type Moving = {
  readonly now: Date;
  /** Which rows, among those whose state the action is open in. */
  readonly where: SQL | undefined;
  /** Whose rows; every tenant's where the platform calls and names none. */
  readonly tenantId?: number;
  /** Fields written with the move. */
  readonly set?: Readonly<Record<string, unknown>>;
};

const carried = new Set<string>();
/** Actions of clock and device that something carries out, as `resource:action`. */
export const carriedOut = (): ReadonlySet<string> => carried;

/**
 * Binds an action of the clock or of devices to whoever carries it out. The answer moves all rows that `where` names
 * and the action is open for, within the transaction of `db`, and says which they were; rows in another state stay as
 * they are, so the same again does nothing.
 */
export function mover<F extends Fields>(
  of: Resource<F>,
  name: string,
  by: Mover,
): (db: Db, moving: Moving) => Promise<Moved[]> {
  const action = of.lifecycle?.actions[name];
  if (!action || action.by !== by) throw new Error(`${of.name} has no action ${name} by ${by}`);
  const { field } = of.lifecycle;
  carried.add(`${of.name}:${name}`);
  const t = tableOf(of);
  const nothing = sql<null>`NULL::uuid`;
  return async (db, { now, where, tenantId, set = {} }) => {
    const open = and(isNull(t.deletedAt!), inArray(t[field]!, [...action.from]), where);
    const tenants =
      tenantId !== undefined || !db.scope.platform
        ? [tenantId ?? db.scope.tenantId]
        : (await db.selectDistinct({ tenantId: t.tenantId! }).from(t).where(open)).map((row) => Number(row.tenantId));
    const moved: Moved[] = [];
    for (const tenant of tenants) {
      // A tenant's rows lie together: its statement goes to one node, where the rows can be locked in the state they
      // are found in.
      const found = db
        .select({ id: t.id!, was: sql<string>`${t[field]!}`.as('was') })
        .from(t)
        .where(and(eq(t.tenantId!, tenant), open))
        .for('no key update')
        .as('found');
      const rows = await db
        .update(t)
        .set({ ...set, [field]: action.to, updatedAt: now.toISOString() })
        .from(found)
        .where(and(eq(t.tenantId!, tenant), eq(t.id!, found.id)))
        .returning({
          id: sql<string>`${t.id!}`,
          companyId: sql<string | null>`${t.companyId ?? nothing}`,
          parkId: sql<string | null>`${(of.self === 'park' ? t.id : t.parkId) ?? nothing}`,
          was: sql<string>`${found.was}`,
        });
      moved.push(...rows.map((row) => ({ ...row, tenantId: tenant })));
    }
    await writeMoves(db, { of: of.name, action: name, by, now }, moved, (was) => ({
      before: { [field]: was },
      after: { ...set, [field]: action.to },
    }));
    return moved;
  };
}
