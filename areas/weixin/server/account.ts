/** A public account with its secrets open, as the server itself uses it. */
import { isId } from '#kit/declare/check.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';

export type Account = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly appId: string;
  readonly originalId: string;
  readonly token: string;
  /** Null where messages come as they are. */
  readonly aesKey: string | null;
};

type Row = Omit<Account, 'aesKey'> & { readonly mode: string; readonly aesKey: string | null };

/** The account an address was given for; null where there is none in use. */
export async function accountAt(database: Database, id: string): Promise<Account | null> {
  if (!isId(id)) return null;
  const [row] = await database.read(platformScope, (db) =>
    db.raw<Row>(
      `SELECT id, tenant_id AS "tenantId", company_id AS "companyId", app_id AS "appId", original_id AS "originalId", token, mode, aes_key AS "aesKey"
       FROM publicplat WHERE id = $1 AND enabled AND deleted_at IS NULL`,
      [id],
    ),
  );
  if (!row) return null;
  const { mode, ...account } = row;
  return {
    ...account,
    token: unseal(row.token),
    aesKey: mode === 'secure' && row.aesKey ? unseal(row.aesKey) : null,
  };
}
