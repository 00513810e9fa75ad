/**
 * Files that must be erasable everywhere, such as faces: sealed with a key of their own, which is destroyed before the
 * bytes are dropped.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { seal, unseal } from '#kit/server/seal.ts';
import { fileStore, storedBytes } from './files.ts';

const [NONCE, TAG] = [12, 16];

/** Stores bytes under an id of the caller's; the same bytes twice are two files. */
export async function keepSealed(db: Db, tenantId: number, id: string, bytes: Buffer): Promise<void> {
  const [key, nonce] = [randomBytes(32), randomBytes(NONCE)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const whole = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  const hash = createHash('sha256').update(whole).digest('hex');
  await fileStore().put(hash, whole);
  await ofTenant(db, tenantId).raw(
    'INSERT INTO sealed_file (tenant_id, id, hash, key) VALUES ($1, $2, $3, $4) RETURNING 1',
    [tenantId, id, hash, seal(key.toString('base64url'))],
  );
}

/** The bytes; null where the key is destroyed, or the file is not in this store, as after a restored back-up. */
export async function openSealed(db: Db, tenantId: number, id: string): Promise<Buffer | null> {
  const [row] = await ofTenant(db, tenantId).raw<{ hash: string; key: string | null }>(
    'SELECT hash, key FROM sealed_file WHERE tenant_id = $1 AND id = $2',
    [tenantId, id],
  );
  const whole = row?.key ? await storedBytes(row.hash) : null;
  if (!whole) return null;
  const key = Buffer.from(unseal(row!.key!), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(whole.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(whole.subarray(NONCE + TAG)), decipher.final()]);
}

/** Destroys the keys: from the commit on nobody can read these files, wherever a copy of them lies. */
export const forgetKeys = (db: Db, tenantId: number, ids: readonly string[]): Promise<unknown> =>
  ofTenant(db, tenantId).raw('UPDATE sealed_file SET key = NULL WHERE tenant_id = $1 AND id = ANY($2::uuid[])', [
    tenantId,
    [...ids],
  ]);

/**
 * Drops the bytes of files without a key from the store; a store that is down is retried next time. `gone` is called in
 * the transaction that ends it.
 */
export async function dropKeyless(
  database: Database,
  gone: (db: Db, tenantId: number, ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const rows = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number; id: string; hash: string }>(
      'SELECT tenant_id AS "tenantId", id, hash FROM sealed_file WHERE key IS NULL LIMIT 200',
    ),
  );
  for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId)) {
    for (const { hash } of own) await fileStore().drop(hash);
    const ids = own.map(({ id }) => id);
    await database.write(tenantScope(tenantId), async (db) => {
      await gone(db, tenantId, ids);
      await db.raw('DELETE FROM sealed_file WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND key IS NULL', [
        tenantId,
        ids,
      ]);
    });
  }
}
