/** The screen lock as the server holds it: a locked session is refused everything but its password and its end. */
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import { audited } from './audited.ts';
import { forget, homeOf } from './person.ts';
import { hashPassword, isPassword } from './password.ts';
import { knock, welcome } from './throttle.ts';
import type { Door } from './throttle.ts';

const doorOf = (sessionId: string): Door => ({ key: `unlock:${sessionId}`, most: 10, seconds: 15 * 60 });

/** @param hash null opens the lock */
async function keepHash(work: Work, hash: string | null): Promise<null> {
  const { person } = work;
  const { tenantId, companyId } = homeOf(person);
  await audited(work, tenantScope(tenantId), { ...person, tenantId, companyId }, async (db, record) => {
    await db.raw('UPDATE session SET lock_hash = $3 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      person.sessionId,
      hash,
    ]);
    record(
      hash
        ? { resource: 'session', action: 'lock', rowId: person.sessionId }
        : { resource: 'session', action: 'unlock', rowId: person.sessionId },
    );
  });
  await forget(work.database, [person.sessionId]);
  return null;
}

/**
 * Locks the caller's session under a password of his choice; only its hash is stored. Other servers hold it within ten
 * seconds.
 */
export const lockSession = async (work: Work, password: string): Promise<null> =>
  keepHash(work, await hashPassword(password));

/**
 * Opens the lock. A session that is not locked opens with any password. @throws Refused wrong password (400), too many
 * tries (429)
 */
export async function unlockSession(work: Work, password: string): Promise<null> {
  const { tenantId } = homeOf(work.person);
  const { sessionId } = work.person;
  const [row] = await work.database.read(tenantScope(tenantId), (db) =>
    db.raw<{ hash: string | null }>('SELECT lock_hash AS hash FROM session WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      sessionId,
    ]),
  );
  if (!row?.hash) return null;
  const doors = [doorOf(sessionId)];
  await knock(work.database, doors);
  if (!(await isPassword(password, row.hash)))
    throw new Refused('bad_input', {}, [{ field: 'password', msg: text('锁屏密码不正确', 'Wrong lock password') }]);
  await welcome(work.database, doors);
  return keepHash(work, null);
}
