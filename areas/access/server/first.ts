import { eq } from 'drizzle-orm';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { tableOf } from '#kit/server/table.ts';
import { role } from '#areas/access/model/role.ts';
import { user } from '#areas/access/model/user.ts';
import { ensurePlatform } from '#areas/org/server/door.ts';
import { makeBuiltInRoles } from './built-in.ts';
import { takeAccount, accountOwner } from './login-name.ts';
import { hashPassword, randomPassword } from './password.ts';

/** The account of the first platform operator. */
export const firstAccount = 'admin';

/**
 * Makes the platform's own company and its first operator, `admin`, when nobody has that account.
 * @returns the password made up for him, to be shown once; null when he was there or the password was given
 */
export async function ensurePlatformOperator(database: Database, password?: string): Promise<string | null> {
  if (await database.read(platformScope, (db) => accountOwner(db, firstAccount))) return null;
  const chosen = password ?? randomPassword();
  const hash = await hashPassword(chosen);
  return database.write(platformScope, async (db) => {
    if (await accountOwner(db, firstAccount)) return null;
    const { tenantNo, companyId } = await ensurePlatform(db, '平台运营中心');
    await makeBuiltInRoles(db, tenantNo);
    const r = tableOf(role);
    const operators = await db
      .select({ id: r.id!, tenantId: r.tenantId! })
      .from(r)
      .where(eq(r.builtIn!, 'platformOperator'));
    const id = newId();
    await db.insert(tableOf(user)).values({
      tenantId: tenantNo,
      companyId,
      id,
      account: firstAccount,
      realName: '平台管理员',
      password: hash,
      userType: 'staff',
      enabled: true,
      allParks: true,
      mustChangePassword: password === undefined,
      roleIds: operators.filter(({ tenantId }) => tenantId === tenantNo).map((each) => each.id),
    });
    await takeAccount(db, firstAccount, tenantNo, id);
    return password === undefined ? chosen : null;
  });
}
