import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';

/** An account as it is compared: width and case do not matter. */
export const canonicalAccount = (account: string): string => account.normalize('NFKC').trim().toLowerCase();

export type LoginName = { tenantId: number; userId: string };

export async function accountOwner(db: Db, account: string): Promise<LoginName | null> {
  const [row] = await db.raw<LoginName>(
    'SELECT of_tenant AS "tenantId", user_id AS "userId" FROM login_name WHERE account = $1',
    [canonicalAccount(account)],
  );
  return row ?? null;
}

/** Takes an account for a user; refused when anybody in the installation has it. */
export async function takeAccount(db: Db, account: string, tenantId: number, userId: string): Promise<void> {
  const taken = await db.raw(
    'INSERT INTO login_name (account, of_tenant, user_id) VALUES ($1, $2, $3) ON CONFLICT (account) DO NOTHING RETURNING account',
    [canonicalAccount(account), tenantId, userId],
  );
  if (taken.length > 0) return;
  const what = text('账号', 'This account');
  throw Object.assign(new Refused('already_exists', { what }), {
    problems: [{ field: 'account', msg: text('账号已存在', 'This account already exists') }],
  });
}

export async function freeAccount(db: Db, userId: string): Promise<void> {
  await db.raw('DELETE FROM login_name WHERE user_id = $1', [userId]);
}
