/**
 * A second person's signature in somebody else's call: his own account and password, and his right to the action at
 * that lot.
 */
import { Refused } from '#kit/declare/refused.ts';
import type { Text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import { permits } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { companyLine, companySubtree } from '#areas/org/server/door.ts';
import { provenUser } from './login.ts';
import { rightsOf } from './person.ts';

export type Signer = { readonly userId: string; readonly name: string };

/**
 * @throws Refused where account and password are not those of a person who may do `code` (in words: `what`) at the lot;
 * throttled as a login is
 */
export async function signerAt(
  work: Work,
  account: string,
  password: string,
  lot: { tenantId: number; companyId: string; parkId: string },
  may: { code: string; what: Text },
): Promise<Signer> {
  const user = await provenUser(work, account, password);
  const allowed =
    user.tenantId === lot.tenantId &&
    (await work.database.read(tenantScope(user.tenantId), async (db) => {
      const [row] = await db.raw<{ roles: string[] | null; all: boolean | null; granted: boolean }>(
        `SELECT role_ids AS roles, all_parks AS "all",
         EXISTS (SELECT 1 FROM user_park_grant g WHERE g.tenant_id = $1 AND g.user_id = u.id
         AND g.park_id = $3) AS granted
       FROM "user" u WHERE u.tenant_id = $1 AND u.id = $2`,
        [user.tenantId, user.userId, lot.parkId],
      );
      const [line, rights] = await Promise.all([
        companyLine(db, user.tenantId, user.companyId),
        rightsOf(db, user.tenantId, row?.roles ?? []),
      ]);
      const reaches = line.length === 1 || (await companySubtree(db, user.companyId)).includes(lot.companyId);
      return (
        !user.mustChange &&
        reaches &&
        (row?.all === true || row?.granted === true) &&
        permits(rights.permissions, may.code)
      );
    }));
  if (!allowed) throw new Refused('not_permitted', { what: may.what });
  return { userId: user.userId, name: user.realName || user.account };
}
