import type { Db, Scope } from '#kit/server/db.ts';
import { writeAudit } from '#kit/server/audit.ts';
import type { AuditEntry, Person, Work } from '#kit/server/work.ts';

export type Actor = Pick<Person, 'userId' | 'account' | 'name' | 'tenantId' | 'companyId'>;

/**
 * For calls that open their own transaction: runs the work in one under the scope and writes its audit in it, in the
 * name of the actor.
 */
export async function audited<T>(
  work: Work,
  scope: Scope,
  actor: Actor,
  run: (db: Db, record: (entry: AuditEntry) => void) => Promise<T>,
): Promise<T> {
  const entries: AuditEntry[] = [];
  return work.database.write(scope, async (db) => {
    const answer = await run(db, (entry) => entries.push(entry));
    if (entries.length > 0) await writeAudit({ ...work, db, person: { ...work.person, ...actor } }, work.call, entries);
    return answer;
  });
}
