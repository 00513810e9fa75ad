import type { Db } from '#kit/server/db.ts';
import { Refused } from '#kit/declare/refused.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { company } from '#areas/org/model/company.ts';

const missing = () => new Refused('no_such_record', { what: company.title });

/** The tenant a company belongs to. Reads within the transaction's scope; a company out of it does not exist. */
export async function tenantOf(db: Db, companyId: string): Promise<number> {
  const values: unknown[] = [companyId];
  const [row] = await db.raw<{ tenant_id: number }>(
    `SELECT c.tenant_id FROM company c WHERE c.id = $1 AND c.deleted_at IS NULL
      AND ${scopedSql(db.scope, 'c', values, { company: false, park: false })}`,
    values,
  );
  if (!row) throw missing();
  return row.tenant_id;
}

/** Ids of a company and of all below it, the company first. */
export async function companySubtree(db: Db, companyId: string): Promise<string[]> {
  const tenantId = db.scope.platform ? await tenantOf(db, companyId) : db.scope.tenantId;
  const rows = await db.raw<{ id: string }>(
    `WITH RECURSIVE below AS (
       SELECT id, 0 AS depth FROM company WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL
       UNION ALL
       SELECT c.id, b.depth + 1 FROM company c JOIN below b ON c.parent_id = b.id WHERE c.tenant_id = $1
       AND c.deleted_at IS NULL AND b.depth < 50
     ) SELECT id FROM below ORDER BY depth, id`,
    [tenantId, companyId],
  );
  if (rows.length === 0) throw missing();
  return rows.map(({ id }) => id);
}

export type CompanyStep = {
  id: string;
  parentId: string | null;
  companyName: string;
  companyType: string;
  enabled: boolean;
  zone: string | null;
};

/** A company and its superiors up to the group, the company first. Empty when there is no such company. */
export async function companyLine(db: Db, tenantId: number, companyId: string): Promise<CompanyStep[]> {
  return db.raw<CompanyStep>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id, company_name, company_type, enabled, zone, 0 AS depth FROM company WHERE tenant_id = $1
       AND id = $2 AND deleted_at IS NULL
       UNION ALL
       SELECT c.id, c.parent_id, c.company_name, c.company_type, c.enabled, c.zone, a.depth + 1
       FROM company c JOIN above a ON c.id = a.parent_id WHERE c.tenant_id = $1 AND c.deleted_at IS NULL
       AND a.depth < 50
     ) SELECT id, parent_id AS "parentId", company_name AS "companyName", company_type AS "companyType",
      coalesce(enabled, true) AS enabled, zone FROM above ORDER BY depth`,
    [tenantId, companyId],
  );
}
