/**
 * People handed in: passed by somebody else they become people of the doors, through the same rules as those entered at
 * once.
 */
import { sql } from 'drizzle-orm';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import type { Rules } from '#kit/server/rules.ts';
import { add } from '#kit/server/save.ts';
import { tableOf } from '#kit/server/table.ts';
import { doorCheck } from '#areas/door/model/door-check.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import { employeeRules } from './people.ts';
import { ofVillage } from './place.ts';
import { bringing } from './rounds.ts';

export const checkRules: Rules = {
  verbs: { submit: ofVillage },
  check: (values, before, work) => employeeRules.check!(values, before, work),
  fill: (_, before, work) =>
    before === null
      ? {
          askedBy: work.person.name || work.person.account,
          askedById: work.person.userId,
          askedTime: work.now.toISOString(),
        }
      : {},
};

const handed = ['empName', 'villageId', 'companyId', 'deptId', 'empNo', 'personKind', 'phone', 'cardNo'] as const;

export const checkEffects: Record<string, Effect> = {
  audit: async (row, _, work) => {
    const of = row as Record<string, unknown>;
    const input = Object.fromEntries(handed.flatMap((name) => (of[name] == null ? [] : [[name, of[name]]])));
    const { id } = await add(doorEmployee, input, work, bringing(employeeRules));
    return { EmpID: id };
  },
  auditErr: 'none',
};

const WAITING_DAYS = 7;
const c = tableOf(doorCheck);
const runOut = mover(doorCheck, 'runOut', 'clock');

/** Not reviewed within a week: the person may register again. */
export async function expireChecks(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WAITING_DAYS * 86_400_000).toISOString();
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM door_check WHERE status = 'waiting' AND asked_time < $1::timestamptz AND deleted_at IS NULL`,
      [before],
    ),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), (db) =>
      runOut(db, { now, tenantId, where: sql`${c.askedTime!} < ${before}::timestamptz` }),
    );
}
