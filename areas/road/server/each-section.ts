/** Work that is done section by section, of all tenants, by the clock. */
import type { Database, Db } from '#kit/server/db.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';

export type Section = {
  tenantId: number;
  companyId: string;
  parkId: string;
  parkName: string;
  id: string;
  name: string;
  hours: string | null;
  zone: string;
};

const SECTIONS = `SELECT a.tenant_id AS "tenantId", a.company_id AS "companyId", a.park_id AS "parkId", p.park_name AS "parkName", a.id, a.area_name AS name, a.guard_hours AS hours, p.zone
  FROM park_area a JOIN park p ON p.tenant_id = a.tenant_id AND p.id = a.park_id AND p.deleted_at IS NULL
  WHERE a.section AND a.deleted_at IS NULL AND a.id > $1::uuid ORDER BY a.id LIMIT 1000`;

/** Every section, each in a transaction of its own; one that fails does not keep the others waiting. */
export async function eachSection(
  database: Database,
  work: (db: Db, section: Section) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database.read(platformScope, (db) => db.raw<Section>(SECTIONS, [after]));
    for (const section of page)
      await database
        .write(tenantScope(section.tenantId), (db) => work(db, section))
        .catch((error: unknown) => failed.push(error));
    if (page.length < 1000) break;
    after = page.at(-1)!.id;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} sections were not looked at`);
}
