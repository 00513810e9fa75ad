import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { tableOf } from '#kit/server/table.ts';
import { builtInRoles, codesOf } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRole } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRoleKey } from '#areas/access/model/role-names.ts';
import { role } from '#areas/access/model/role.ts';

type RoleValues = {
  builtIn: string;
  roleName: string;
  roleAlias: string;
  remark: string;
  permissions: string[];
  sort: number;
};

/** The roles as this version says, with all they may. */
export const rolesWanted = (): RoleValues[] =>
  (Object.entries(builtInRoles) as [BuiltInRoleKey, BuiltInRole][]).map(([key, each], nth) => ({
    builtIn: key,
    roleName: each.name.zh,
    roleAlias: each.name.en,
    remark: each.note.zh,
    permissions: codesOf(each),
    sort: nth + 1,
  }));

async function isPlatformTenant(db: Db, tenantId: number): Promise<boolean> {
  const found = await db.raw(
    `SELECT 1 FROM company WHERE tenant_id = $1 AND company_type = 'platform' AND deleted_at IS NULL`,
    [tenantId],
  );
  return found.length > 0;
}

/**
 * Brings a tenant's built-in roles to what this version says, and makes those it has not got. The platform's own tenant
 * alone has the role of its operator.
 */
export async function makeBuiltInRoles(db: Db, tenantId: number, wanted = rolesWanted()): Promise<void> {
  const t = tableOf(role);
  const known = await db
    .select({ id: t.id!, builtIn: t.builtIn!, permissions: t.permissions!, roleName: t.roleName! })
    .from(t)
    .where(and(eq(t.tenantId!, tenantId), isNotNull(t.builtIn!), isNull(t.deletedAt!)));
  const byKey = new Map(known.map((row) => [row.builtIn as string, row]));
  const platform = await isPlatformTenant(db, tenantId);
  for (const values of wanted) {
    if (values.builtIn === 'platformOperator' && !platform) continue;
    const row = byKey.get(values.builtIn);
    if (!row) await db.insert(t).values({ ...values, tenantId, id: newId() });
    else if (
      row.roleName !== values.roleName ||
      JSON.stringify(row.permissions) !== JSON.stringify(values.permissions)
    ) {
      await db
        .update(t)
        .set({ ...values, updatedAt: sql`now()` })
        .where(and(eq(t.tenantId!, tenantId), eq(t.id!, row.id)));
    }
  }
}

/**
 * The built-in roles, as this version says, of every tenant whose number is higher than `after`. @returns the highest
 * number there is
 */
export async function refreshBuiltInRoles(database: Database, after = 0): Promise<number> {
  return database.write(platformScope, async (db) => {
    const tenants = await db.raw<{ tenantNo: number }>(
      'SELECT tenant_no::int AS "tenantNo" FROM tenant WHERE deleted_at IS NULL AND tenant_no > $1 ORDER BY tenant_no',
      [after],
    );
    if (tenants.length === 0) return after;
    const wanted = rolesWanted();
    for (const { tenantNo } of tenants) await makeBuiltInRoles(db, tenantNo, wanted);
    return tenants.at(-1)!.tenantNo;
  });
}
