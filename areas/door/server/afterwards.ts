/** What becomes of an exception once it is over: whoever still holds what the rule separates is a warning until he does not. */
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { clearWarning, raiseWarning } from '#areas/workorder/server/door.ts';
import type { Place } from './delivery-rows.ts';
import { brokenIn, settingOf } from './separations.ts';

const OVER = `
  FROM separation_exception x WHERE x.status IN ('withdrawn', 'ended') AND x.decided_time IS NOT NULL
    AND x.afterwards IS DISTINCT FROM 'free' AND x.deleted_at IS NULL`;
type Ended = {
  readonly id: string;
  readonly companyId: string;
  readonly villageId: string;
  readonly person: string;
  readonly ruleId: string;
  readonly afterwards: 'holds' | null;
  readonly name: string | null;
  readonly ruleName: string | null;
  /** The car park by which devices of the community connect: warnings are a car park's. */
  readonly parkId: string | null;
};
const ENDED = `
  SELECT x.id, x.company_id AS "companyId", x.village_id AS "villageId", x.emp_id AS person, x.rule_id AS "ruleId", x.afterwards,
    (SELECT e.emp_name FROM door_employee e WHERE e.tenant_id = $1 AND e.id = x.emp_id) AS name,
    (SELECT r.rule_name FROM door_separation r WHERE r.tenant_id = $1 AND r.id = x.rule_id) AS "ruleName",
    (SELECT p.id FROM park p WHERE p.tenant_id = $1 AND p.village_id = x.village_id AND p.deleted_at IS NULL ORDER BY p.created_at, p.id LIMIT 1) AS "parkId"
  ${OVER} AND x.tenant_id = $1 ORDER BY x.id FOR NO KEY UPDATE OF x`;

/** By rule and person, in force or not: a rule that is watched is broken all the same. */
async function breaking(db: Db, place: Place, now: Date): Promise<ReadonlySet<string>> {
  const setting = await settingOf(db, place, now, () => true);
  const found = setting ? await brokenIn(db, setting) : [];
  return new Set(found.flatMap(({ rule, people }) => people.map((person) => `${rule.id} ${person}`)));
}

async function follow(db: Db, tenantId: number, ended: Ended, holds: boolean, now: Date): Promise<void> {
  const { id, companyId, parkId, name, ruleName, afterwards } = ended;
  const warning = { type: 'separation', subjectId: id } as const;
  if (holds && parkId !== null && afterwards === null)
    await raiseWarning(
      db,
      { tenantId, companyId, parkId },
      { ...warning, subject: `${name ?? ''} · ${ruleName ?? ''}`, level: 'warn' },
      now,
    );
  if (!holds && afterwards === 'holds') await clearWarning(db, tenantId, warning, now);
  await db.raw('UPDATE separation_exception SET afterwards = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    holds ? 'holds' : 'free',
  ]);
}

export async function followEnded(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(`SELECT DISTINCT x.tenant_id AS "tenantId" ${OVER}`),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), async (db) => {
      const rows = await db.raw<Ended>(ENDED, [tenantId]);
      for (const [villageId, own] of Map.groupBy(rows, (row) => row.villageId)) {
        const broken = await breaking(db, { tenantId, villageId }, now);
        for (const ended of own) {
          const holds = broken.has(`${ended.ruleId} ${ended.person}`);
          if (!holds || ended.afterwards === null) await follow(db, tenantId, ended, holds, now);
        }
      }
    });
}
