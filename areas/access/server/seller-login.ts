import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { setPassword, user } from './user.ts';
import { freeAccount, takeAccount } from './login-name.ts';
import { hashPassword, passwordProblem, randomPassword } from './password.ts';
import { forget } from './person.ts';
import { userSeller } from './store.ts';
import { endSessionsOf } from './tokens.ts';

export type SellerLogin = {
  tenantId: number;
  companyId: string;
  sellerId: string;
  account: string;
  realName: string;
  phone?: string | null;
  password?: string | null;
};

/**
 * Makes the login of a seller or shop, with the built-in role `seller`. Without a password a one-time one is made and
 * answered, to be shown once.
 */
export async function openSellerLogin(
  work: Work,
  login: SellerLogin,
): Promise<{ userId: string; password: string | null }> {
  const { tenantId, companyId, sellerId, account, realName } = login;
  const weak = login.password ? passwordProblem(login.password, account) : null;
  if (weak) throw ruleRefused(weak);
  const chosen = login.password || randomPassword();
  const roles = await work.db.raw<{ id: string }>(
    `SELECT id FROM role WHERE tenant_id = $1 AND built_in = 'seller' AND deleted_at IS NULL`,
    [tenantId],
  );
  const userId = newId();
  await work.db.insert(tableOf(user)).values({
    tenantId,
    companyId,
    id: userId,
    account,
    realName,
    phone: login.phone ?? null,
    password: await hashPassword(chosen),
    userType: 'seller',
    enabled: true,
    allParks: true,
    mustChangePassword: !login.password,
    roleIds: roles.map(({ id }) => id),
    createdBy: work.person.userId,
  });
  await takeAccount(work.db, account, tenantId, userId);
  await work.db.insert(userSeller).values({ tenantId, userId, sellerId });
  work.record({
    resource: 'user',
    action: 'add',
    rowId: userId,
    after: { account, realName, sellerId },
    tenantId,
    companyId,
  });
  return { userId, password: login.password ? null : chosen };
}

const loginsOf = (db: Db, tenantId: number, sellerId: string) =>
  db.raw<{ userId: string }>('SELECT user_id AS "userId" FROM user_seller WHERE tenant_id = $1 AND seller_id = $2', [
    tenantId,
    sellerId,
  ]);

/** A new one-time password for a seller's login, shown once. */
export async function resetSellerLogin(work: Work, tenantId: number, sellerId: string): Promise<string> {
  const [login] = await loginsOf(work.db, tenantId, sellerId);
  if (!login) throw ruleRefused(text('该商家没有登录账号', 'This shop has no login'));
  const password = randomPassword();
  await setPassword(work.db, tenantId, login.userId, password, true, 'reset');
  work.record({ resource: 'user', action: 'resetPassword', rowId: login.userId, tenantId });
  work.afterCommit(() => void forget(work.database));
  return password;
}

/** Removes the logins of a seller that is no more. */
export async function closeSellerLogin(work: Work, tenantId: number, sellerId: string): Promise<void> {
  for (const { userId } of await loginsOf(work.db, tenantId, sellerId)) {
    await endSessionsOf(work.db, tenantId, userId, 'removed');
    await freeAccount(work.db, userId);
    await work.db.raw('UPDATE "user" SET deleted_at = now() WHERE tenant_id = $1 AND id = $2', [tenantId, userId]);
    await work.db.raw('DELETE FROM user_seller WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]);
    work.record({ resource: 'user', action: 'remove', rowId: userId, tenantId });
  }
  work.afterCommit(() => void forget(work.database));
}
