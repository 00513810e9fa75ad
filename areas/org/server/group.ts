import { eq } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { tableOf } from '#kit/server/table.ts';
import { company } from '#areas/org/model/company.ts';
import { groupAdded } from '#areas/org/model/events.ts';
import { tenant } from '#areas/org/model/tenant.ts';

/**
 * The same database under another tenant's number: what the kit stores through it belongs to that tenant. Platform
 * scope only passes row security.
 */
export const inTenant = (db: Db, tenantId: number): Db =>
  Object.assign(Object.create(db) as Db, { scope: { ...db.scope, tenantId } });

/** Allots the number of a new tenant. Numbers are never used twice: removed tenants keep their row. */
export async function nextTenantNo(db: Db): Promise<number> {
  await db.raw('SELECT pg_advisory_xact_lock(7262010)');
  const [row] = await db.raw<{ next: number }>('SELECT coalesce(max(tenant_no), 0)::int + 1 AS next FROM tenant');
  return row!.next;
}

export const tenantCodeOf = (tenantNo: number): string => String(tenantNo).padStart(6, '0');

export type GroupRow = {
  tenantNo: number;
  rootCompanyId: string;
  tenantName: string;
  tenantCode?: string | null;
  linkman?: unknown;
  contactNumber?: unknown;
  address?: unknown;
};

/** Enters a group whose root company stands into the register of tenants. */
export async function registerTenant(db: Db, row: GroupRow, by: string | null): Promise<void> {
  await db.insert(tableOf(tenant)).values({
    enabled: true,
    ...row,
    tenantCode: row.tenantCode || tenantCodeOf(row.tenantNo),
    id: newId(),
    createdBy: by,
    updatedBy: by,
  });
  await emit(groupAdded, { tenantId: row.tenantNo, companyId: row.rootCompanyId }, { db });
}

export type Platform = { tenantNo: number; companyId: string };

/**
 * The operator of the installation: the company of type `platform`, made on the first start. Its people see every
 * tenant.
 */
export async function ensurePlatform(db: Db, companyName: string): Promise<Platform> {
  const t = tableOf(company);
  const [found] = await db
    .select({ tenantNo: t.tenantId!, companyId: t.id! })
    .from(t)
    .where(eq(t.companyType!, 'platform'))
    .limit(1);
  if (found) return found as Platform;
  const tenantNo = await nextTenantNo(db);
  const companyId = newId();
  await db.insert(t).values({
    tenantId: tenantNo,
    id: companyId,
    companyName,
    companyType: 'platform',
    enabled: true,
    zone: 'Asia/Shanghai',
    sort: 0,
  });
  await registerTenant(
    db,
    { tenantNo, rootCompanyId: companyId, tenantName: companyName, tenantCode: 'platform' },
    null,
  );
  return { tenantNo, companyId };
}
